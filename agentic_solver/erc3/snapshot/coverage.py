"""Coverage: turns a need into calls, or into none where a certificate already covers it."""

from collections.abc import Sequence

from agentic_solver.contracts.canonical import canonical_json
from agentic_solver.erc3.snapshot.certificate import (
    WHOLE,
    Certificate,
    OneOf,
    Region,
    Target,
)
from agentic_solver.erc3.snapshot.cost import search_cost
from agentic_solver.erc3.snapshot.kind import CUSTOMERS, EMPLOYEES, KINDS, PROJECTS, Kind
from agentic_solver.erc3.snapshot.loader import Loader
from agentic_solver.erc3.snapshot.need import Need
from agentic_solver.erc3.snapshot.search import (
    OWNED,
    LevelSearch,
    level_searches,
    range_search,
    searches,
)
from agentic_solver.erc3.snapshot.session import Session
from agentic_solver.errors import ContractError

__all__ = ["Coverage"]

_MAX_GETS = 40
"""Up to this many ids are fetched one by one where the brief rows of a list would do."""


class Coverage:
    """The certificates of one session, and the calls that earn them."""

    def __init__(self, session: Session, loader: Loader) -> None:
        self._session = session
        self._loader = loader
        self._certificates: list[Certificate] = []

    @property
    def certificates(self) -> tuple[Certificate, ...]:
        """All certificates, in order."""
        return tuple(self._certificates)

    def cover(self, need: Need, cause: str) -> None:
        """Fetch what the need lacks. Raises what the loader raises."""
        match need.table:
            case "employees":
                self._cover_kind(EMPLOYEES, need, cause)
            case "customers":
                self._cover_kind(CUSTOMERS, need, cause)
            case "projects":
                self._cover_kind(PROJECTS, need, cause)
            case "employee_skills":
                self._cover_children(EMPLOYEES, "employee_skills", "employee", need.region, cause)
            case "employee_wills":
                self._cover_children(EMPLOYEES, "employee_wills", "employee", need.region, cause)
            case "project_team":
                self._cover_children(PROJECTS, "project_team", "project", need.region, cause)
            case "time_entries":
                self._cover_entries(need.region, cause)
            case _:
                raise ContractError(f"nobody knows how to fetch {need.table!r}")

    def holds(self, need: Need) -> bool:
        """Whether a certificate covers a need already, so that nothing is fetched for it."""
        target, region = need.table, need.region
        kind = next((one for one in KINDS.values() if one.table == target), None)
        if kind is not None and need.columns & set(kind.detail_columns):
            target = kind.detail
        elif kind is not None:
            region = region.only(self._brief_columns(kind))
        held = (one for one in self._certificates if one.target == target)
        return any(one.region.covers(region) for one in held)

    def _find(self, target: Target, region: Region) -> Certificate | None:
        for certificate in self._certificates:
            if certificate.target == target and certificate.region.covers(region):
                return certificate
        return None

    def _certify(
        self, target: Target, region: Region, calls: Sequence[str], ids: Sequence[str] = ()
    ) -> None:
        number = len(self._certificates) + 1
        self._certificates.append(
            Certificate(target=target, region=region, calls=tuple(calls), ids=tuple(ids))
        )
        row = (number, target, canonical_json(region.to_json()), canonical_json(list(calls)))
        self._session.certify([row])

    def is_whole(self, target: Target) -> bool:
        """Whether a table is certified to hold every row."""
        return self._find(target, WHOLE) is not None

    def certify_whole(self, targets: Sequence[Target], calls: Sequence[str]) -> None:
        """Note that tables hold every row, by the calls that were made for all of them."""
        for target in targets:
            self._certify(target, WHOLE, calls)

    def _cover_kind(self, kind: Kind, need: Need, cause: str) -> None:
        detailed = bool(need.columns & set(kind.detail_columns))
        if not detailed:
            self._cover_rows(kind, need.region.only(self._brief_columns(kind)), cause)
        elif self._find(kind.detail, need.region) is None:
            ids = self._ids_of(kind, need.region, cause)
            calls = self._loader.load_details(kind, ids, cause)
            self._certify(kind.detail, need.region, calls, ids)

    @staticmethod
    def _brief_columns(kind: Kind) -> frozenset[str]:
        return frozenset(kind.brief_model.model_fields)

    def _cover_rows(self, kind: Kind, region: Region, cause: str) -> None:
        """Make sure of the brief rows of a region over brief columns."""
        if self._find(kind.table, region) is not None:
            return
        tally = self._loader.tallies[kind.name]
        ids = region.texts("id")
        if ids is not None:
            missing = [i for i in ids if i not in tally.brief and i not in tally.absent]
            if len(missing) <= _MAX_GETS:
                calls = self._loader.load_details(kind, missing, cause)
                self._certify(kind.table, region.only({"id"}), calls)
                return
        self._search(kind, region, cause)

    def _search(self, kind: Kind, region: Region, cause: str) -> Certificate:
        """List or search the rows of a region; return the certificate."""
        found = searches(kind.table, region.only(region.columns - {"id"}))
        if found is None:
            ids, call = self._loader.load_rows(kind, {}, cause, search=False)
            self._certify(kind.table, WHOLE, [call], ids)
        else:
            made, certified = found
            calls: list[str] = []
            everyone: dict[str, None] = {}
            bodies = [one.body for one in made]
            for ids, call in self._loader.load_searches(kind, bodies, cause):
                everyone.update(dict.fromkeys(ids))
                calls.append(call)
            self._certify(kind.table, certified, calls, list(everyone))
        return self._certificates[-1]

    def _ids_of(self, kind: Kind, region: Region, cause: str) -> tuple[str, ...]:
        """Return the ids of the rows of a region, at least; fetch what that takes."""
        ids = region.texts("id")
        if ids is not None:
            return ids
        hidden = region.columns - self._brief_columns(kind)
        if hidden:
            known = self._find(kind.table, region)
            if known is None or not hidden <= known.region.columns:
                known = self._search(kind, region, cause)
            if hidden <= known.region.columns:
                return known.ids
        brief = region.only(self._brief_columns(kind))
        self._cover_rows(kind, brief, cause)
        return self._session.column_values(kind.table, "id", brief) or ()

    def _cover_children(
        self, kind: Kind, target: Target, key: str, region: Region, cause: str
    ) -> None:
        """Make sure of the rows of a child table: skills and wills, or team seats."""
        if self._find(target, region) is not None:
            return
        owners = region.texts(key)
        if kind is EMPLOYEES and owners and self._find(target, self._placed(region, owners)):
            return
        levels = level_searches(target, region) if kind is EMPLOYEES else None
        if owners is not None and self._is_cheaper(kind, target, owners, region):
            calls = self._loader.load_details(kind, owners, cause)
            self._certify(target, region.only({key}), calls)
            return
        if levels is not None:
            self._cover_levels(target, *levels, cause)
            return
        found = None if region.columns == {"role"} else searches(target, region)
        if found is None:
            self._cover_rows(kind, WHOLE, cause)
            ids = list(self._loader.tallies[kind.name].brief)
            calls = self._loader.load_details(kind, ids, cause)
            self._certify(target, WHOLE, calls)
            return
        made, certified = found
        proofs: list[str] = []
        everyone: dict[str, None] = {}
        bodies = [one.body for one in made]
        for ids_found, call in self._loader.load_searches(kind, bodies, cause):
            everyone.update(dict.fromkeys(ids_found))
            proofs.append(call)
        proofs.extend(self._loader.load_details(kind, list(everyone), cause))
        self._certify(target, certified, proofs, list(everyone))

    def _placed(self, region: Region, people: Sequence[str]) -> Region:
        """Return a region of levels with the site and department that all its people share."""
        for column, owned in OWNED.items():
            cells = self._session.cells("employees", ("id", column), people)
            rows = {cell[0]: cell[1] for cell in cells}
            places = {rows.get(one, "") for one in people}
            if len(places) == 1 and "" not in places:
                region = region.meet(owned, OneOf(values=frozenset(places)))
        return region

    def _cover_levels(
        self, target: Target, wanted: Sequence[LevelSearch], certified: Region, cause: str
    ) -> None:
        """Make sure of levels: those that no earlier search found, at once where few have them."""
        if self._find(target, certified) is not None:
            return
        proofs: list[str] = []
        left: list[LevelSearch] = []
        for one in wanted:
            own = certified.meet("name", OneOf(values=frozenset({one.name})))
            known = self._find(target, own.meet("level", OneOf(values=frozenset({one.level}))))
            if known is None:
                left.append(one)
            else:
                proofs.extend(known.calls)
        few = range_search(target, left, certified)
        found = None if few is None else self._loader.peek(EMPLOYEES, few, cause)
        tally = self._loader.tallies["employee"]
        if found is not None and sum(not tally.is_settled(i) for i in found[0]) <= len(left):
            proofs += [found[1], *self._loader.load_details(EMPLOYEES, found[0], cause)]
        else:
            proofs += self._loader.load_levels(target, left, cause)
        self._certify(target, certified, tuple(dict.fromkeys(proofs)))

    def _is_cheaper(
        self, kind: Kind, target: Target, owners: Sequence[str], region: Region
    ) -> bool:
        """Whether fetching these entities costs less than what the platform's filters take."""
        tally = self._loader.tallies[kind.name]
        missing = sum(not tally.is_settled(one) for one in owners)
        return missing <= search_cost(target, region)

    def _cover_entries(self, region: Region, cause: str) -> None:
        if self._find("time_entries", region) is not None:
            return
        ids = region.texts("id")
        if ids is not None and len(ids) <= _MAX_GETS:
            calls = self._loader.load_entries_by_id(ids, cause)
            self._certify("time_entries", Region.build({"id": OneOf(values=frozenset(ids))}), calls)
            return
        found = searches("time_entries", region)
        if found is None:
            call = self._loader.load_entries({}, cause)
            self._certify("time_entries", WHOLE, [call])
            return
        made, certified = found
        proofs = [self._loader.load_entries(one.body, cause) for one in made]
        self._certify("time_entries", certified, proofs)
