"""Finding people by what a sentence calls them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from agentic_solver.erc3.finders.catalog import Candidate, Person
from agentic_solver.erc3.finders.transliteration import fold_name, spellings
from agentic_solver.erc3.words.record import PARTICLES, STOP_WORDS, TITLES

__all__ = ["find_people"]

_SAME = 0.02
"""Candidates this close to the best are as good as it."""
_RESPELLED = 0.975
_POSSESSIVE = re.compile(r"['’`]s\b")


@dataclass(frozen=True, slots=True)
class _Name:
    """One folded spelling of a name."""

    words: tuple[str, ...]

    @property
    def core(self) -> tuple[str, ...]:
        return tuple(word for word in self.words if word not in PARTICLES) or self.words

    @property
    def rotations(self) -> frozenset[str]:
        words = self.words
        return frozenset("".join(words[i:] + words[:i]) for i in range(len(words)))

    @property
    def parts(self) -> frozenset[str]:
        """Runs of neighbouring words written together, particles alone left out."""
        words = self.words
        runs = [words[i:j] for i in range(len(words)) for j in range(i + 1, len(words) + 1)]
        return frozenset("".join(run) for run in runs if not PARTICLES.issuperset(run))


def find_people(text: str, people: Sequence[Person]) -> tuple[Candidate, ...]:
    """Return who ``text`` may mean, best first: several when it fits several people equally."""
    named = _by_id(text, people)
    if named:
        return tuple(_candidate(person, 1.0) for person in named)
    queries = _queries(text)
    scored = [(_score(queries, person.name), person) for person in people]
    best = max((score for score, _ in scored), default=0.0)
    if best <= 0:
        return ()
    kept = [(score, person) for score, person in scored if score >= best - _SAME]
    kept.sort(key=lambda pair: (-pair[0], fold_name(pair[1].name), pair[1].id))
    return tuple(_candidate(person, score) for score, person in kept)


def _candidate(person: Person, score: float) -> Candidate:
    return Candidate(id=person.id, name=person.name, score=round(score, 4), group=person.id)


def _by_id(text: str, people: Sequence[Person]) -> list[Person]:
    """Return the people whose id or e-mail address stands in the text."""
    tokens = {part.casefold() for part in re.split(r"[\s()<>\[\],;:\"“”/]+", text)}
    tokens |= {token.strip(".!?'’") for token in tokens}
    return [p for p in people if p.id.casefold() in tokens or _has(p.email, tokens)]


def _has(email: str, tokens: set[str]) -> bool:
    return bool(email) and email.casefold() in tokens


def _queries(text: str) -> dict[_Name, bool]:
    """Return the readings of the text without what surrounds a name; True for the plain one."""
    bare = _POSSESSIVE.sub("", text)
    found: dict[_Name, bool] = {}
    for spelling in sorted(spellings(bare)):
        plain = spelling == fold_name(bare)
        words = tuple(word for word in spelling.split() if word not in TITLES)
        core = tuple(word for word in words if word not in STOP_WORDS or word in PARTICLES)
        for reading in (words, core):
            if reading:
                found[_Name(reading)] = found.get(_Name(reading), False) or plain
    return found


def _score(queries: Mapping[_Name, bool], name: str) -> float:
    """Return the best match over all spellings; a respelled one counts a little less."""
    plain = fold_name(name)
    return max(
        (
            _match(query, _Name(tuple(spelling.split())))
            * (1.0 if is_plain and spelling == plain else _RESPELLED)
            for query, is_plain in queries.items()
            for spelling in spellings(name)
        ),
        default=0.0,
    )


def _match(query: _Name, name: _Name) -> float:
    if query.words == name.words:
        return 1.0
    if sorted(query.words) == sorted(name.words) or "".join(query.words) in name.rotations:
        return 0.99
    if sorted(query.core) == sorted(name.core) and len(name.core) > 1:
        return 0.96
    if len(name.core) > 1 and set(name.core) <= set(query.core):
        return 0.93
    if len(query.core) > 1 and _fits(query.core, name.core):
        return 0.9
    if set(query.words) <= set(name.words) and set(query.core) & set(name.core):
        return 0.8
    if "".join(query.words) in name.parts:
        return 0.8
    return _slip(query.core, name.core)


def _is_initial(one: str, other: str) -> bool:
    return one == other or (min(len(one), len(other)) == 1 and one[0] == other[0])


def _fits(query: tuple[str, ...], name: tuple[str, ...]) -> bool:
    """Whether every word of the query finds its own word of the name, one of them in full."""
    rest = list(name)
    full = False
    for word in sorted(query, key=len, reverse=True):
        exact = word in rest and len(word) > 1
        partner = word if exact else next((w for w in rest if _is_initial(word, w)), None)
        if partner is None:
            return False
        rest.remove(partner)
        full = full or exact
    return full


def _slip(query: tuple[str, ...], name: tuple[str, ...]) -> float:
    """Return a score for small typing errors; short words must be right."""
    if len(query) > len(name):
        return 0.0
    rest = list(name)
    errors = 0
    for word in query:
        distance, partner = min((_distance(word, other), other) for other in rest)
        if distance > 2:
            return 0.0
        errors += distance
        rest.remove(partner)
    if len(query) == 1:
        return 0.7 if errors == 1 and len(query[0]) >= 5 else 0.0
    return 0.86 - 0.05 * errors if errors <= 2 else 0.0


def _distance(word: str, other: str) -> int:
    """Return the number of slips, or 3 when the words are too far apart for their length."""
    allowed = 0 if len(word) < 4 else 1 if len(word) < 8 else 2
    distance = OSA.distance(word, other, score_cutoff=allowed)
    return int(distance) if distance <= allowed else 3
