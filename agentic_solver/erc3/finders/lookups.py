"""Finder calls: load what they search, resolve each once a task, keep the candidates as tables."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from agentic_solver.erc3.finders.catalog import Candidate, Catalog, Described, Labelled, Person
from agentic_solver.erc3.finders.match import find_first, is_unique
from agentic_solver.erc3.finders.placesearch import Found
from agentic_solver.erc3.finders.shortcut import Shortcut
from agentic_solver.erc3.finders.wiki_names import labels_from_wiki, location_aliases_from_wiki
from agentic_solver.erc3.finders.wordsearch import described_projects
from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.failure import Failure
from agentic_solver.erc3.snapshot.query import EntityKind, EntityLookup
from agentic_solver.erc3.snapshot.session import Session
from agentic_solver.erc3.wiki import WikiPages

__all__ = ["LookupCatalog"]

_NAMES: dict[EntityKind, tuple[str, ...]] = {
    "employee": ("employees.id", "employees.name", "employees.email"),
    "customer": ("customers.id", "customers.name", "customers.location"),
    "project": (
        "projects.id", "projects.name", "projects.customer", "projects.status",
        "customers.id", "customers.name", "customers.location",
    ),
    "skill": ("employee_skills.name",),
    "will": ("employee_wills.name",),
    "location": ("employees.location",),
    "department": ("employees.department",),
}  # fmt: skip
"""What a finder searches first: of the table that holds what it looks for, the first one is."""

_TEXTS: dict[EntityKind, tuple[str, ...]] = {
    "customer": ("customers.brief",),
    "project": ("projects.description",),
}
"""What it reads as well when the names alone do not settle it: one call for each row."""

_SETTLED = 0.95
_LabelsOf = Callable[[Iterable[str], Sequence[str]], Mapping[str, tuple[str, ...]]]


class LookupCatalog:
    """The searchable names of one task's company, loaded kind by kind as finders need them."""

    def __init__(self, session: Session, acquirer: Acquirer, wiki: WikiPages) -> None:
        self._session = session
        self._acquirer = acquirer
        self._wiki = wiki
        self._shortcut = Shortcut(session, acquirer, wiki)
        self._found: dict[str, tuple[Candidate, ...]] = {}
        self._loaded: dict[EntityKind, Catalog] = {}
        self._read: set[EntityKind] = set()

    def resolve(self, lookup: EntityLookup) -> Failure | None:
        """Fill the table of ``lookup`` unless it is there; a failure means nothing was resolved."""
        if lookup.table in self._found:
            return None
        sure = self.search(lookup)
        if sure is not None:
            return sure if isinstance(sure, Failure) else None
        failure = self._load(lookup.kind, _NAMES[lookup.kind])
        if failure is not None:
            return failure
        candidates = self._candidates(lookup)
        texts = _TEXTS.get(lookup.kind)
        if texts is not None and lookup.kind not in self._read and not _is_settled(candidates):
            worded = self._worded(lookup)
            if isinstance(worded, Failure):
                return worded
            if worded is not None:
                self._keep(lookup, worded)
                return None
            failure = self._load(lookup.kind, texts, again=True)
            if failure is not None:
                return failure
            self._read.add(lookup.kind)
            candidates = self._candidates(lookup)
        self._keep(lookup, candidates)
        return None

    def search(self, lookup: EntityLookup) -> Collection[str] | Failure | None:
        """Fill the table of ``lookup`` by searches; None where only a full reading can tell.

        Where everything was read before, a search tells nothing more.
        """
        if lookup.table in self._found:
            return self.ids(lookup)
        home = _NAMES[lookup.kind][0].partition(".")[0]
        if self._acquirer.is_whole(home):  # type: ignore[arg-type]
            return None
        sure = self._shortcut.find(lookup)
        if sure is None or isinstance(sure, Failure):
            return sure
        self._keep(lookup, sure)
        return self.ids(lookup)

    def _worded(self, lookup: EntityLookup) -> Found:
        """Return what words find among names that are all there by now; None: read all texts."""
        if lookup.kind not in ("customer", "project"):
            return None
        return self._shortcut.find_listed(lookup, lookup.kind)

    def _keep(self, lookup: EntityLookup, candidates: tuple[Candidate, ...]) -> None:
        self._found[lookup.table] = candidates
        rows = tuple((item.id, item.name, item.score) for item in candidates)
        self._session.keep_lookup(lookup.table, rows)

    def _candidates(self, lookup: EntityLookup) -> tuple[Candidate, ...]:
        return find_first(lookup.kind, lookup.text, lookup.others, self._loaded[lookup.kind])

    def _load(
        self, kind: EntityKind, columns: tuple[str, ...], *, again: bool = False
    ) -> Failure | None:
        if kind in self._loaded and not again:
            return None
        failure = self._acquirer.ensure_columns(list(columns), cause="lookup")
        if failure is None:
            self._loaded[kind] = self._catalog(kind)
        return failure

    def leave_out(self, lookup: EntityLookup, ids: Collection[str]) -> None:
        """Drop candidates, unless nothing would be left: the best fit alone is not passed over."""
        kept = tuple(item for item in self._found[lookup.table] if item.id not in ids)
        if ids and kept:
            self._keep(lookup, kept)

    def count(self, lookup: EntityLookup) -> int:
        """Return how many different things were found; spellings of one thing count once."""
        return len({item.group for item in self._found.get(lookup.table, ())})

    def ids(self, lookup: EntityLookup) -> tuple[str, ...]:
        """Return the ids that were found, best first."""
        return tuple(item.id for item in self._found.get(lookup.table, ()))

    def names(self, lookup: EntityLookup) -> dict[str, str]:
        """Return id → name of what was found, best first."""
        return {item.id: item.name for item in self._found.get(lookup.table, ())}

    def _catalog(self, kind: EntityKind) -> Catalog:
        match kind:
            case "employee":
                rows = self._session.cells("employees", ("id", "name", "email"))
                return Catalog(employees=tuple(Person(id=a, name=b, email=c) for a, b, c in rows))
            case "customer":
                rows = self._session.cells("customers", ("id", "name", "brief", "location"))
                found = (Described(id=a, name=b, text=c, location=d) for a, b, c, d in rows)
                return Catalog(customers=tuple(found))
            case "project":
                return Catalog(projects=described_projects(self._session))
            case "skill":
                return Catalog(skills=self._labelled("employee_skills", "name"))
            case "will":
                return Catalog(wills=self._labelled("employee_wills", "name"))
            case "location":
                named = location_aliases_from_wiki
                return Catalog(locations=self._labelled("employees", "location", named))
            case "department":
                return Catalog(departments=self._labelled("employees", "department"))

    def _labelled(
        self, table: str, column: str, labels_of: _LabelsOf = labels_from_wiki
    ) -> tuple[Labelled, ...]:
        values = [one for one in self._session.column_values(table, column) or () if one]
        labels = labels_of(self._wiki.pages.values(), values)
        return tuple(Labelled(id=value, labels=labels.get(value, ())) for value in values)


def _is_settled(candidates: tuple[Candidate, ...]) -> bool:
    """Whether one thing was found by its very name."""
    return is_unique(candidates) and candidates[0].score >= _SETTLED
