"""Other ids: every employee, project and customer gets one of another shape, everywhere.

An id that stands in a wiki stays for everybody: the pages must keep their digest, and whoever
looks up an id that a page tells has to find it.
"""

import random
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from agentic_solver.contracts.canonical import content_id
from agentic_solver.twin.suite import Suite
from agentic_solver.twin.variation.rewrite import rewrite_suite

__all__ = ["IdReplacer", "choose_ids", "vary_ids"]

_PREFIXES = {
    "employee": ("person", "member", "human"),
    "project": ("work", "venture", "effort"),
    "customer": ("account", "party", "buyer"),
}
_WORD = r"\w+"
_EMAIL = r"[\w.+%-]+@[\w-]+(?:\.[\w-]+)*"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ids:
    """The ids of a suite by kind, each once, in the order of the worlds."""

    employee: tuple[str, ...]
    project: tuple[str, ...]
    customer: tuple[str, ...]

    def all(self) -> frozenset[str]:
        return frozenset((*self.employee, *self.project, *self.customer))


class IdReplacer:
    """Replaces ids in texts: whole words only, and of e-mail addresses only whole local parts."""

    def __init__(self, mapping: Mapping[str, str]) -> None:
        self._mapping = dict(mapping)
        # Ids with other characters than those of words; the longest first, as one may hold another.
        odd = sorted((i for i in mapping if not re.fullmatch(_WORD, i)), key=len, reverse=True)
        with_at = [_bounded(one) for one in odd if "@" in one]
        others = [_bounded(one) for one in odd if "@" not in one]
        self._pattern = re.compile("|".join((*with_at, _EMAIL, *others, _WORD)))

    def __call__(self, text: str) -> str:
        """Return the text with every id in it replaced."""
        if text in self._mapping:
            return self._mapping[text]
        return self._pattern.sub(self._replaced, text)

    def find(self, text: str) -> Iterator[str]:
        """Yield the ids that stand in a text."""
        for match in self._pattern.finditer(text):
            token = match[0]
            if token not in self._mapping:
                token = token.partition("@")[0]
            if token in self._mapping:
                yield token

    def _replaced(self, match: re.Match[str]) -> str:
        token = match[0]
        if token in self._mapping:
            return self._mapping[token]
        local, at, domain = token.partition("@")
        return f"{self._mapping.get(local, local)}{at}{domain}" if at else token


def _bounded(one: str) -> str:
    return rf"(?<!\w){re.escape(one)}(?!\w)"


def vary_ids(suite: Suite, seed: int) -> Suite:
    """Give every employee, project and customer another id."""
    return rewrite_suite(suite, IdReplacer(choose_ids(suite, seed)))


def choose_ids(suite: Suite, seed: int) -> dict[str, str]:
    """Return old id → new id: a bijection without the ids that stay."""
    ids = _collect(suite)
    known = ids.all()
    stay = _told_by_wikis(suite, known)
    rng = random.Random(content_id(["ids", seed]))
    taken = set(known) | _words_of(suite)
    mapping: dict[str, str] = {}
    for kind in ("employee", "project", "customer"):
        prefix = _prefix(kind, known)
        moving = [one for one in getattr(ids, kind) if one not in stay and one not in mapping]
        digits = max(4, len(f"{len(moving) * 16:x}"))
        for one in moving:
            mapping[one] = _fresh(rng, prefix, digits, taken)
    return mapping


def _fresh(rng: random.Random, prefix: str, digits: int, taken: set[str]) -> str:
    while True:
        found = f"{prefix}_{rng.randrange(16**digits):0{digits}x}"
        if found not in taken:
            taken.add(found)
            return found


def _prefix(kind: str, known: Collection[str]) -> str:
    """Return a beginning that no id has, so that the new ones are of another shape."""
    for prefix in _PREFIXES[kind]:
        if not any(one.startswith(f"{prefix}_") for one in known):
            return prefix
    return f"another_{_PREFIXES[kind][0]}"


def _collect(suite: Suite) -> _Ids:
    worlds = suite.worlds.values()
    projects = [record for world in worlds for record in world.projects]
    # In-house projects belong to a customer that is no record, but an id all the same.
    customers = chain(
        (record.id for world in worlds for record in world.customers),
        (project.customer for project in projects),
        (entry.customer for world in worlds for entry in world.time_entries),
    )
    return _Ids(
        employee=_once(record.id for world in worlds for record in world.employees),
        project=_once(record.id for record in projects),
        customer=_once(customers),
    )


def _once(ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one for one in ids if one))


def _told_by_wikis(suite: Suite, known: Collection[str]) -> frozenset[str]:
    finder = IdReplacer({one: one for one in known})
    texts = (text for wiki in suite.wikis.values() for page in wiki for text in page)
    return frozenset(one for text in texts for one in finder.find(text))


def _words_of(suite: Suite) -> set[str]:
    """Return all words of a suite, none of which may come out as a new id."""
    words: set[str] = set()

    def collect(text: str) -> str:
        words.update(re.findall(_WORD, text))
        return text

    rewrite_suite(suite, collect)
    for wiki in suite.wikis.values():
        for page in wiki:
            for text in page:
                collect(text)
    return words
