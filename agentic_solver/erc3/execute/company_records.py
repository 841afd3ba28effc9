"""The records of a task's company as a reading is resolved over them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from types import MappingProxyType

from pydantic import JsonValue

from agentic_solver.contracts.plan import FactOutput
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.finders.catalog import Catalog, Labelled
from agentic_solver.erc3.finders.match import find
from agentic_solver.erc3.snapshot.firewall import check_query
from agentic_solver.erc3.snapshot.query import CheckedQuery, EntityKind, EntityLookup
from agentic_solver.erc3.sqltext import quoted

__all__ = ["CompanyRecords"]

_NAMED = 0.96
"""From here on a score means that the whole name was given; see `finders/match.py`."""


class CompanyRecords:
    """Reads what a reading speaks of, through the same doors as the facts of a plan.

    What a phrase means is the finder's to say. A plan may have given it other wordings of that very
    phrase, as its own facts do. Where the phrase alone finds nothing they show what may be meant,
    and no more than that: a plan words them as it likes. The reader of the request, which has seen
    no plan, may have given a name in English, and that is as good as the phrase. A name that stands
    in the notes of one person alone is theirs, where the plan has read the notes.
    """

    def __init__(
        self,
        bench: Workbench,
        lookups: Sequence[EntityLookup],
        english: Mapping[str, str] = MappingProxyType({}),
        *,
        reads_notes: bool = False,
    ) -> None:
        """Read the records of a task.

        Args:
            bench: of the task.
            lookups: the finder calls of the plan.
            english: as in the reading.
            reads_notes: whether the plan has read the notes of people, by its caller's right.
        """
        self._reads_notes = reads_notes
        self._english = english
        self._bench = bench
        self._lookups = tuple(lookups)
        self._rows: dict[str, Sequence[tuple[JsonValue, ...]] | None] = {}
        self.is_reworded = False
        self.me, self.employee, self.team = bench.caller, bench.employee, bench.team
        self.page, self.paths = bench.page, bench.paths

    @property
    def today(self) -> date:
        return date.fromisoformat(self._bench.identity.today)

    def rows(self, sql: str) -> Sequence[tuple[JsonValue, ...]] | None:
        if sql not in self._rows:
            self._rows[sql] = self._run(sql)
        return self._rows[sql]

    def _run(self, sql: str) -> Sequence[tuple[JsonValue, ...]] | None:
        query = check_query(sql)
        if not isinstance(query, CheckedQuery):
            return None
        output = self._bench.run_fact("asked", query, path="", keep=False)
        return output.rows if isinstance(output, FactOutput) else None

    def find(self, kind: EntityKind, phrase: str, others: Sequence[str]) -> Mapping[str, str]:
        said = tuple(dict.fromkeys(text.strip() for text in (phrase, *others)))
        in_english = tuple(self._english[text] for text in said if text in self._english)
        texts = (*sorted(said, key=lambda one: not self._planned(kind, one)), *in_english)
        # Each is as good: what a search finds by one spares reading everything for another.
        for is_full in (False, True) if len(texts) > 1 else (True,):
            for text in texts:
                looked = self._looked_up(kind, text, is_full=is_full)
                if looked:
                    return looked
        noted = self._noted(said) if kind == "employee" and self._reads_notes else {}
        if noted:
            return noted
        for lookup in self._lookups:
            if lookup.kind == kind and lookup.text.strip() in said:
                found = self._bench.candidates(lookup)
                if found:
                    self.is_reworded = True
                    return found
        return {}

    def _noted(self, said: Iterable[str]) -> Mapping[str, str]:
        """Return the one person whose notes hold a name: they may be called so."""
        for name in said:
            word = quoted(rf"(?i)(^|\W){re.escape(name)}(\W|$)")
            rows = self.rows(
                f"SELECT e.id, e.name FROM employees e WHERE regexp_matches(e.notes, {word})"
            )
            if rows and len(rows) == 1 and name:
                return {str(rows[0][0]): str(rows[0][1])}
        return {}

    def _looked_up(self, kind: EntityKind, text: str, *, is_full: bool) -> Mapping[str, str]:
        for planned in self._planned(kind, text):
            found = self._bench.candidates(planned)
            if not planned.others or _is_named(text, found):
                return found
        query = check_query(f"SELECT id FROM find_{kind}({quoted(text)})")
        if not isinstance(query, CheckedQuery):
            return {}
        if is_full:
            self._bench.prepare_lookups((query,), {})
        else:
            self._bench.search_lookups(query)
        return self._bench.candidates(query.lookups[0]) if query.lookups else {}

    def _planned(self, kind: EntityKind, text: str) -> list[EntityLookup]:
        """Return what the plan has looked up in the very words of the request."""
        return [one for one in self._lookups if (one.kind, one.text) == (kind, text)]


def _is_named(phrase: str, found: Mapping[str, str]) -> bool:
    """Whether a phrase is the whole name of the one thing that was found: no other fits better."""
    rows = tuple(Labelled(id=name) for name in found.values())
    best = find("skill", phrase, Catalog(skills=rows))
    return len(found) == 1 and bool(best) and best[0].score >= _NAMED
