"""Whom and what a request means: the records that it names, and those that it describes.

A record is named where a word of its name, its id, or the phrase that a finder of the plan was
given stands in the request. It is described where the rows of the plan hang on something that
the request names, or where the request speaks of all, of the best, of the last. A row that a plan
picks by nothing but its place (the smallest id) is neither.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from pydantic import JsonValue
from sqlglot import exp

from agentic_solver.contracts.plan import LinkKind
from agentic_solver.contracts.rule import Operation
from agentic_solver.erc3.execute.asking import Asking, words_of
from agentic_solver.erc3.execute.constants import folded
from agentic_solver.erc3.execute.grounding import CLOSED_CHOICES
from agentic_solver.erc3.execute.picking import Moved, is_key, is_other_end, picks_by_key
from agentic_solver.erc3.snapshot.parsing import find_all, parsed
from agentic_solver.erc3.snapshot.query import CheckedQuery, EntityLookup
from agentic_solver.erc3.tools.facade import PlannedWrite

__all__ = ["OPERATIONS", "Meant"]

OPERATIONS = MappingProxyType(
    {
        Operation.UPDATE_SALARY: "salary",
        Operation.UPDATE_NOTES: "notes",
        Operation.UPDATE_SKILLS: "skills",
        Operation.UPDATE_WILLS: "wills",
        Operation.UPDATE_LOCATION: "location",
        Operation.UPDATE_DEPARTMENT: "department",
        Operation.UPDATE_PROJECT_STATUS: "project status",
        Operation.UPDATE_PROJECT_TEAM: "team",
        Operation.LOG_TIME: "time",
        Operation.UPDATE_TIME: "time",
        Operation.UPDATE_WIKI: "wiki",
    }
)
"""Kind of change → the key of ``FACETS`` whose words speak of it."""

_RECORDS = ("employee", "customer", "project")
_COMPARISONS = (exp.EQ, exp.In, exp.Like, exp.ILike, exp.Contains, exp.StartsWith, exp.RegexpLike)
_SHORTEST = 3


@dataclass(frozen=True, kw_only=True)
class Meant:
    """The records that a request means, as far as one call of the plan is concerned."""

    asking: Asking
    me: str
    """Id of the caller."""
    queries: Mapping[str, CheckedQuery]
    chain: frozenset[str]
    """The facts that the rows of the call come from."""
    found: Callable[[EntityLookup], Mapping[str, str]]
    """Finder call → the ids that it found, with their names."""
    stored: Callable[[str], Mapping[str, str]]
    """Table → id → name, as far as the snapshot holds them."""
    people: Callable[[Sequence[str]], Mapping[str, str]]
    """Words that may be names → id → name of the people whom the company knows by them."""
    pages: frozenset[str] = frozenset()
    """The paths of the wiki."""
    moved: Moved
    """Fact, another query for it → whether the rows of the call would be others."""
    moves_page: bool = False
    """Whether the call moves a wiki page: it writes one and empties another."""

    def values(self, kind: str) -> frozenset[str]:
        """Return what finders found for phrases of the request."""
        return frozenset(
            item
            for query in self.queries.values()
            for lookup in query.lookups
            if lookup.kind == kind and self.asking.mentions(lookup.text)
            for item in self.found(lookup)
        )

    def named(self, kind: str) -> frozenset[str]:
        """Return the employees or projects whose whole name or id the request holds."""
        return self._named[kind]

    def names(self, kind: str) -> Mapping[str, str]:
        """Return id → name of the employees or projects that the plan has met."""
        return self._names[kind]

    @cached_property
    def _names(self) -> dict[str, dict[str, str]]:
        met: dict[str, dict[str, str]] = {"employee": {}, "project": {}}
        for query in self.queries.values():
            for lookup in query.lookups:
                if lookup.kind in met:
                    met[lookup.kind].update(self.found(lookup))
        return {kind: {**found, **self.stored(f"{kind}s")} for kind, found in met.items()}

    @cached_property
    def _named(self) -> dict[str, frozenset[str]]:
        return {
            kind: self.values(kind)
            | frozenset(
                key
                for key, name in self.names(kind).items()
                if self.asking.says(key) or self.asking.says_all_words(name)
            )
            for kind in ("employee", "project")
        }

    @cached_property
    def _others(self) -> Mapping[str, str]:
        """The people beside the caller whom the request names, looked up by the plan or not.

        A plan that looks nobody up could else change whom it likes: so the company is asked.
        """
        return self._called(self.asking.words_like_names(beside=self._things))

    @cached_property
    def _passed_over(self) -> bool:
        """Whether the request holds the whole name of somebody whom the plan does not look up."""
        found = self._called(self.asking.words_like_names(beside=self._things, in_a_row=True))
        given = {text.casefold() for query in self.queries.values() for text in query.literals}
        return any(
            self.asking.says_all_words(name) and given.isdisjoint({key, name.casefold()})
            for key, name in found.items()
            if key not in self.values("employee")
        )

    def _is_own(self, operation: Operation) -> bool:
        """Whether the caller speaks of such a change of the own record beside those named."""
        values = [
            lookup.text
            for query in self.queries.values()
            for lookup in query.lookups
            if lookup.kind not in ("employee", "project")
        ]
        return self.asking.speaks_of_own(
            OPERATIONS[operation], values=values, others=self._others.values()
        )

    @cached_property
    def _things(self) -> tuple[str, ...]:
        return tuple(self.names("project").get(key, "") for key in sorted(self.named("project")))

    def _called(self, words: Sequence[str]) -> dict[str, str]:
        met, named = {**self.names("employee"), **self.people(words)}, self.named("employee")
        return {
            key: name
            for key, name in met.items()
            if key != self.me and (key in named or self.asking.calls(name, by=words))
        }

    @cached_property
    def cites_the_wiki(self) -> bool:
        """Whether the pages that the plan reads are picked by words of the request."""
        return any(
            self.asking.mentions(text)
            for fact in self.chain
            if any(table.startswith("wiki_") for table in self.queries[fact].tables)
            for text in _compared(self.queries[fact].sql)
        )

    @cached_property
    def takes_other_end(self) -> bool:
        """Whether the plan takes the lowest, or just anything, where the highest is asked for."""
        read = {name: query.sql for name, query in self.queries.items() if name in self.chain}
        return is_other_end(read, self.asking, self.moved)

    def covers(self, write: PlannedWrite) -> bool:
        """Whether every record that a write changes is meant."""
        targets = {name: str(value or "") for name, value in write.targets.items()}
        employee, kind = targets.get("employee", ""), write.operation
        match kind:
            case Operation.UPDATE_WIKI:
                return self._page(targets.get("path", ""))
            case Operation.UPDATE_PROJECT_STATUS:
                return self._project(targets.get("project", ""))
            case Operation.UPDATE_PROJECT_TEAM:
                seated = [i.id for i in write.affected if i.kind is LinkKind.EMPLOYEE]
                return self._project(targets.get("project", "")) and all(
                    self._person(key, kind) for key in seated
                )
            case Operation.LOG_TIME:
                project = targets.pop("project", "")
                own = {project, self.names("project").get(project, ""), targets.get("customer", "")}
                # Who asks for the own hours on a project has not spoken of those who work on it.
                own = own if self.asking.speaks_of_caller and not self._speaks_of_teams else set()
                return self._person(employee, kind, own) and self._project(project)
            case Operation.UPDATE_TIME:
                return self._entry(employee, targets.get("project", ""), kind)
            case _:
                fields = {name: value for name, value in write.changes.items() if name != "notes"}
                return self._person(employee, kind, set(_texts(fields)))

    def names_seats(self, write: PlannedWrite) -> bool:
        """Whether the project of a team and everybody whose seat changes are named."""
        seated = [item.id for item in write.affected if item.kind is LinkKind.EMPLOYEE]
        return self._is_named("project", str(write.targets.get("project"))) and all(
            key == self.me or self._is_named("employee", key) for key in seated
        )

    # kinds of records --------------------------------------------------------------------

    @property
    def _speaks_of_teams(self) -> bool:
        return "team" in self.asking.facets

    def _person(self, key: str, operation: Operation, own: Collection[str] = ()) -> bool:
        """Whether somebody is meant; what the write itself sets, its ``own``, describes nobody."""
        if self._is_named("employee", key):
            return True
        if self._is_put_in("employee", key):
            return False
        if key == self.me and self.asking.speaks_of_caller:
            return not self._passed_over and (not self._others or self._is_own(operation))
        if key == self.me:
            return not self._others
        if self._others:
            return self._related
        widened = self.asking.speaks_of_each or self.asking.describes_somebody
        return self._described and (widened or self._is_anchored_beside(own))

    def _project(self, key: str) -> bool:
        if self._is_named("project", key):
            return True
        if self._is_put_in("project", key):
            return False
        if self.named("project"):
            return self._related
        return self._described or (self.asking.speaks_of_caller and not self._is_pick)

    def _entry(self, employee: str, project: str, operation: Operation) -> bool:
        by_project = self._is_named("project", project)
        if self.named("project") and not by_project and not self._related:
            return False
        return self._person(employee, operation) or (by_project and not self._others)

    def _page(self, path: str) -> bool:
        if self.asking.says(path):
            return True
        if path in self.pages and any(map(self.asking.says, self.pages)):
            return False
        folder, _, name = path.rpartition("/")
        if path not in self.pages and folder and self.asking.says(folder):
            return True
        if self.asking.mentions(name.removesuffix(".md")):
            return True
        return self._described and not self._is_put_in("page", path)

    # ways of meaning ---------------------------------------------------------------------

    def _is_named(self, kind: str, key: str) -> bool:
        if key in self.named(kind) or self.asking.says(key):
            return True
        name = self.names(kind).get(key, "")
        if kind != "employee" or not self.asking.mentions(name):
            return self.asking.mentions(name)
        # of two namesakes the one whose whole name stands there
        return self.asking.mentions(name, beside=tuple(self._others.values()))

    def _is_put_in(self, kind: str, key: str) -> bool:
        """Whether the plan itself names the record, or one that it hangs on, in its own words."""
        known = {key, self._names.get(kind, {}).get(key, "")} - {""}
        texts = {text for fact in self.chain for text in self.queries[fact].literals}
        lookups = (one for fact in self.chain for one in self.queries[fact].lookups)
        named = (one.text for one in lookups if one.kind in _RECORDS)
        if not texts.isdisjoint(known) or not all(map(self.asking.mentions, named)):
            return True
        parts = {
            text.strip("%_^$.*").casefold()
            for fact in self.chain
            for text in _compared(self.queries[fact].sql, keys=True)
        }
        return any(
            part and part in name.casefold() and not self.asking.mentions(part)
            for part in parts
            for name in known
        )

    @property
    def _widened(self) -> bool:
        return self.asking.speaks_of_all or self.asking.describes_somebody

    @property
    def _related(self) -> bool:
        """Whether others are meant than those whom the request names: all of them, the best."""
        return self._widened and self._is_anchored and self._described

    @cached_property
    def _described(self) -> bool:
        if self._is_pick or self.takes_other_end:
            return False
        return self._widened or self._is_anchored

    @cached_property
    def _is_anchored(self) -> bool:
        """Whether the rows hang on something that the request names."""
        return self._is_anchored_beside(())

    def _is_anchored_beside(self, own: Collection[str]) -> bool:
        """Whether the rows hang on something that the request names and that is not ``own``."""
        known = {" ".join(words_of(text)) for text in own} - {""}
        return any(
            known.isdisjoint(" ".join(words_of(text)) for text in found)
            and not any(_is_part(found[0], text) for text in known)
            for found in self._anchors
        )

    @cached_property
    def _anchors(self) -> tuple[tuple[str, ...], ...]:
        """What the request names and the rows hang on: each text, and what a finder found for it.

        A text that is only shown or written, and one that is only ruled out, is no such thing.
        """
        found: dict[tuple[str, ...], None] = {}
        for fact in sorted(self.chain):
            query = self.queries[fact]
            found.update({(text,): None for text in _compared(query.sql)})
            for one in query.lookups:
                ids = self.found(one)
                found[one.text, *sorted({*ids, *ids.values()})] = None
        return tuple(
            texts
            for texts in found
            if len(texts[0]) >= _SHORTEST
            and texts[0] not in CLOSED_CHOICES
            and any(char.isalpha() for char in texts[0])
            and self.asking.mentions(texts[0])
        )

    @cached_property
    def _is_pick(self) -> bool:
        """Whether a record is picked by nothing but the place of its key among others."""
        return any(picks_by_key(self.queries[fact].sql) for fact in self.chain)


def _compared(sql: str, *, keys: bool = False) -> Iterator[str]:
    """Yield the texts that a column has to be like, or a key column only; pieces are joined."""
    for comparison in find_all(parsed(sql), *_COMPARISONS):
        columns = list(find_all(comparison, exp.Column))
        if not columns or _is_ruled_out(comparison) or (keys and not any(map(is_key, columns))):
            continue
        whole = [folded(side) for side in comparison.iter_expressions()]
        yield from (text for text in whole if isinstance(text, str))
        yield from (str(one.this) for one in find_all(comparison, exp.Literal) if one.is_string)


def _is_part(phrase: str, text: str) -> bool:
    """Whether the longer words of a phrase are in a text, whole or as a piece."""
    return all(word in text for word in words_of(phrase) if len(word) >= _SHORTEST)


def _texts(value: JsonValue) -> Iterator[str]:
    """Yield the texts in a value."""
    match value:
        case str():
            yield value
        case dict() | list():
            for item in value.values() if isinstance(value, dict) else value:
                yield from _texts(item)
        case _:
            return


def _is_ruled_out(node: exp.Expr) -> bool:
    parent = node.parent
    while isinstance(parent, exp.Paren):
        parent = parent.parent
    return isinstance(parent, exp.Not)
