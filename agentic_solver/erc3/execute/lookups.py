"""Finder calls: load what they search, resolve them once a task, keep the candidates as tables."""

from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.catalog import Candidate, Catalog, Described, Labelled, Person
from agentic_solver.erc3.snapshot.failure import Failure
from agentic_solver.erc3.snapshot.lookup import find
from agentic_solver.erc3.snapshot.query import EntityKind, EntityLookup
from agentic_solver.erc3.snapshot.session import Session
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.contracts.plan import FactOutput

__all__ = ["LookupCatalog"]

_NEEDS: dict[EntityKind, tuple[str, ...]] = {
    "employee": ("employees.id", "employees.name", "employees.email"),
    "customer": ("customers.id", "customers.name", "customers.location", "customers.brief"),
    "project": ("projects.id", "projects.name", "projects.customer", "projects.status",
                "customers.id", "customers.name", "customers.location"),
    "skill": ("employee_skills.name",),
    "will": ("employee_wills.name",),
    "location": ("employees.location",),
    "department": ("employees.department",),
}  # fmt: skip


class LookupCatalog:
    """The searchable names of one task's company, loaded kind by kind as finders need them."""

    def __init__(self, session: Session, acquirer: Acquirer, wiki: WikiPages) -> None:
        self._session = session
        self._acquirer = acquirer
        self._wiki = wiki
        self._found: dict[str, tuple[Candidate, ...]] = {}
        self._loaded: dict[EntityKind, Catalog] = {}

    def resolve(self, lookup: EntityLookup) -> Failure | None:
        """Fill the table of ``lookup`` unless it is there; a failure means nothing was resolved."""
        if lookup.table in self._found:
            return None
        if lookup.kind not in self._loaded:
            failure = self._acquirer.ensure_columns(list(_NEEDS[lookup.kind]))
            if failure is not None:
                return failure
            self._loaded[lookup.kind] = self._catalog(lookup.kind)
        candidates = find(lookup.kind, lookup.text, self._loaded[lookup.kind])
        self._found[lookup.table] = candidates
        self._session.keep_lookup(
            lookup.table, tuple((item.id, item.name, item.score) for item in candidates)
        )
        return None

    def count(self, lookup: EntityLookup) -> int:
        return len({item.group for item in self._found.get(lookup.table, ())})
