"""What values are judged with beside the reading: the records, and the company's own rules."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from agentic_solver.contracts.request_reading import Value
from agentic_solver.contracts.rule import Rule
from agentic_solver.erc3.asked.effect import Key
from agentic_solver.erc3.asked.records import Records
from agentic_solver.erc3.folding import fold_label
from agentic_solver.erc3.tools.facade import PlannedWrite

__all__ = ["Grounds"]

_TERM = re.compile(r"(?:[\"“„«]|\*\*)([^\"“”„«»*]{2,40})(?:[\"”“»]|\*\*)")
_TELLING = 4
"""Letters of a word that says something."""
_FIRST_STATUS = "draft"
_ROUNDED_BY = 20
"""A rounding unit is at most this part of what is rounded."""


@dataclass(frozen=True)
class Grounds:
    """What decides beside the reading."""

    records: Records
    rules: tuple[Rule, ...]
    approved: Callable[[PlannedWrite], bool]
    """Whether the rule that allows a write has found its value approved in the record itself."""
    forbidden: Callable[[PlannedWrite, Key], bool]
    """Whether the policy forbids to a record what a write makes to another one."""
    forbidden_entry: Callable[[PlannedWrite, str, str], bool]
    """Whether it forbids to log hours for a person and a project as a write does elsewhere."""
    against_text: Callable[[PlannedWrite], str]
    """Why the plan may not word the text of a write as it does; empty where it may."""

    @cached_property
    def _folded(self) -> tuple[tuple[Rule, str], ...]:
        return tuple(
            (rule, f" {fold_label(f'{rule.statement} {rule.quote}')} ") for rule in self.rules
        )

    @cached_property
    def _defined(self) -> tuple[tuple[str, str], ...]:
        """Terms that a rule sets in quotation marks or in bold to define them, with the rule."""
        return tuple(
            (f" {fold_label(term)} ", text)
            for rule, text in self._folded
            if rule.kind in ("role", "definition")
            for term in _TERM.findall(f"{rule.quote} {rule.statement}")
        )

    def is_defined(self, words: str) -> bool:
        """Whether some words hold a term that the company has given a meaning of its own."""
        said = f" {fold_label(words)} "
        return any(term in said for term, _text in self._defined)

    def is_defined_otherwise(self, words: str, names: Iterable[str]) -> bool:
        """Whether some words hold such a term, and no name that was found is in its meaning."""
        said = set(fold_label(words).split())
        named = [set(fold_label(name).split()) for name in names]
        texts = []
        for term, text in self._defined:
            parts = set(term.split())
            telling = max(parts, key=lambda word: (len(word), word))
            if parts <= said and not any(parts <= one for one in named):
                texts.append(text.replace(term, " "))
            elif telling in said and len(telling) >= _TELLING and not any(n <= said for n in named):
                texts.append(text.replace(f" {telling} ", " "))
        found = {f" {word} " for one in named for word in one}
        return bool(texts) and not any(word in text for text in texts for word in found)

    def approves(self, text: str) -> bool:
        """Whether a text has a word by which a rule knows an approval."""
        words = [
            word
            for rule in self.rules
            if rule.access is not None and rule.access.approval is not None
            for word in (*rule.access.approval.act, *rule.access.approval.by)
        ]
        said = f" {fold_label(text)} "
        return any(f" {fold_label(word)} " in said for word in words)

    def names_folder(self, folder: str) -> bool:
        """Whether a rule names a folder, to the letter."""
        named = re.compile(rf"(?<![\w/-]){re.escape(folder)}/")
        return bool(folder) and any(
            named.search(f"{rule.statement} {rule.quote}") for rule in self.rules
        )

    def ties(self, words: str, value: str) -> bool:
        """Whether some rule says some words and a value of a closed list in one breath."""
        said, listed = fold_label(words), fold_label(value)
        return bool(said) and any(
            f" {said} " in text and f" {listed} " in text for _rule, text in self._folded
        )

    def names(self, value: str) -> bool:
        """Whether a rule names a value."""
        listed = fold_label(value)
        return any(f" {listed} " in text for _rule, text in self._folded)

    def prescribes(self, text: str) -> bool:
        """Whether a text is made of words of one rule alone, apart from the ids of records."""
        ids = {one for one in text.split() if any(c.isdigit() for c in one)}
        if any(not any(c.isalpha() for c in one) for one in ids):
            return False  # a bare figure says more than which record is meant
        words = set(fold_label(" ".join(one for one in text.split() if one not in ids)).split())
        return any(words <= set(said.split()) for _rule, said in self._folded)

    def gives_by_default(self, value: str) -> bool:
        """Whether a rule gives a value to new time entries: it names the first status with it.

        A rule that lists the choices there are names several of them and no status, and one that
        gives rights gives no value.
        """
        listed, first = fold_label(value), fold_label(_FIRST_STATUS)
        return any(
            f" {listed} " in text and f" {first} " in text
            for rule, text in self._folded
            if rule.access is None
        )

    def unit(self, value: Value, column: str) -> Decimal | None:
        """Return what a term of the company that is asked for stands for; None if it is none."""
        said = f" {fold_label(value.words)} {fold_label(str(value.value))} "
        for rule in self.rules:
            if rule.unit is not None and rule.field == column:
                term = fold_label(rule.unit.term)
                if any(word in said for word in (f" {term} ", f" {term}s ")):
                    count = value.value if isinstance(value.value, int | float) else 1
                    return Decimal(str(count)) * Decimal(rule.unit.amount)
        return None
