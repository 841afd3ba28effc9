"""Finding described things (customers, projects, skills, places) by name or by paraphrase.

A paraphrase is scored by the words it shares with a thing, rare words counting more. A word the
thing does not have counts against it, most of all a capitalised one: it names something else.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from agentic_solver.erc3.snapshot.transliteration import fold, joined, spellings
from agentic_solver.erc3.snapshot.vocabulary import CLASS_WORDS, STATUS_WORDS
from agentic_solver.erc3.snapshot.wording import Word, likeness, words_of

__all__ = ["Entry", "Profile", "score_entries"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One thing to find: its names, and its texts with their weight."""

    id: str
    names: tuple[str, ...]
    """Full names; the first is the main one."""
    fields: tuple[tuple[float, str], ...]
    """Weight (0 to 1) and text, names included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """How strictly a kind of thing is matched."""

    threshold: float
    unknown_proper: float
    """Weight of a capitalised word that the thing does not have, against the rarest word."""
    unknown_plain: float
    named_threshold: float = 0.0
    """Threshold for a text of capitalised words only, which reads as a name of its own; for it
    words found outside the names count half. 0 switches the distinction off."""
    name_share: float = 0.2
    """How much the covered part of the name counts beside the covered part of the text."""


_GENERIC_WEIGHT = 0.2
_NAME_WEIGHT = 0.85
"""Fields of at least this weight are names."""
_STATUS_WEIGHT = 0.25
_EXACT, _PERMUTED, _CONTAINED = 1.0, 0.98, 0.96


def score_entries(text: str, entries: Sequence[Entry], profile: Profile) -> list[float]:
    """Return one score per entry; 0 for what is below the profile's threshold."""
    exact = [_exact_score(text, entry) for entry in entries]
    if max(exact, default=0.0) > 0:
        return _longest_only(exact, entries)
    index = _index(tuple(entries))
    query = words_of(text)
    if not query:
        return [0.0] * len(entries)
    named = profile.named_threshold > 0 and _reads_as_name(query)
    scores = [_paraphrase(query, number, index, profile) for number in range(len(entries))]
    threshold = profile.named_threshold if named else profile.threshold
    return [score if score >= threshold else 0.0 for score in scores]


def _reads_as_name(query: tuple[Word, ...]) -> bool:
    return len(query) > 1 and all(word.proper for word in query)


def _longest_only(exact: list[float], entries: Sequence[Entry]) -> list[float]:
    """Keep the best; among names found inside the text, the longest."""
    best = max(exact)
    if best != _CONTAINED:
        return [score if score == best else 0.0 for score in exact]
    lengths = [
        max(len(joined(name)) for name in entry.names) if score == best else 0
        for score, entry in zip(exact, entries, strict=True)
    ]
    return [best if length == max(lengths) else 0.0 for length in lengths]


def _exact_score(text: str, entry: Entry) -> float:
    if text.strip().casefold() == entry.id.casefold() or fold(text) == fold(entry.id):
        return _EXACT
    if entry.id.casefold() in {part.strip(".,;:()'\"").casefold() for part in text.split()}:
        return _EXACT
    flat = joined(text)
    for name in entry.names:
        if not spellings(text).isdisjoint(spellings(name)) or flat == joined(name):
            return _EXACT
    for name in entry.names:
        mine = sorted(word.stem for word in words_of(name) if not word.generic)
        asked = sorted(word.stem for word in words_of(text) if not word.generic)
        if len(mine) > 1 and mine == asked:
            return _PERMUTED
        if [w.stem for w in words_of(name)] == [w.stem for w in words_of(text)] != []:
            return _PERMUTED
    return _CONTAINED if _stands_in(text, entry) else 0.0


def _stands_in(text: str, entry: Entry) -> bool:
    """Whether a full name of several words stands in the text, spaces and hyphens aside."""
    tokens = fold(text).split()
    for name in entry.names:
        flat = joined(name)
        if len(fold(name).split()) < 2 or len(flat) < 8:
            continue
        for start in range(len(tokens)):
            run = ""
            for token in tokens[start:]:
                run += token
                if run == flat:
                    return True
                if not flat.startswith(run):
                    break
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Index:
    """Stems per entry with the best weight, name stems, and how rare each stem is."""

    stems: tuple[Mapping[str, float], ...]
    names: tuple[tuple[str, ...], ...]
    rarity: Mapping[str, float]
    rarest: float


@lru_cache(maxsize=64)
def _index(entries: tuple[Entry, ...]) -> _Index:
    stems: list[dict[str, float]] = []
    counts: dict[str, int] = {}
    for entry in entries:
        mine: dict[str, float] = {}
        for weight, text in entry.fields:
            for token in _tokens(text):
                mine[token] = max(weight, mine.get(token, 0.0))
        for token in mine:
            counts[token] = counts.get(token, 0) + 1
        stems.append(mine)
    total = len(entries)
    return _Index(
        stems=tuple(stems),
        names=tuple(
            tuple(dict.fromkeys(w.stem for w in words_of(entry.names[0]) if not w.generic))
            for entry in entries
        ),
        rarity={token: math.log(1 + total / count) for token, count in counts.items()},
        rarest=math.log(1 + max(total, 2)),
    )


def _tokens(text: str) -> list[str]:
    """Return the stems of a text, pairs of neighbours joined and whole compounds included."""
    words = words_of(text)
    found = [word.stem for word in words]
    found += [word.text for word in words if word.text != word.stem]
    found += [a.text + b.text for a, b in pairwise(words)]
    return found


def _paraphrase(query: tuple[Word, ...], number: int, index: _Index, profile: Profile) -> float:
    mine = index.stems[number]
    named = profile.named_threshold > 0 and _reads_as_name(query)
    gained = asked = 0.0
    hits: set[str] = set()
    anchored = _is_anchored(query, number, index)
    for place, word in enumerate(query):
        found, token = _best_of(query, place, mine)
        importance = _importance(word, bool(token), index, profile)
        if anchored and not token and _rarity(word.stem, index) is None:
            continue  # "the swing maker Alba": nobody else makes swings either
        asked += importance
        gained += importance * (found if found >= _NAME_WEIGHT or not named else found / 2)
        if found > 0:
            hits.add(token)
    if asked == 0:
        return 0.0
    name = index.names[number]
    full = sum(index.rarity.get(token, index.rarest) for token in name)
    part = sum(
        index.rarity.get(token, index.rarest)
        for token in name
        if any(likeness(token, hit) > 0.7 for hit in hits)
    )
    share = part / full if full else 0.0
    score = (1 - profile.name_share) * gained / asked + profile.name_share * share
    return round(min(score, 0.95), 4)


def _is_anchored(query: tuple[Word, ...], number: int, index: _Index) -> bool:
    """Whether the query gives a word of this name that no other name has, and no foreign name."""
    names = [word.stem for word in query if word.proper and not word.generic]
    if not names or any(name not in index.names[number] for name in names):
        return False
    return any(sum(name in other for other in index.names) == 1 for name in names)


def _best_of(query: tuple[Word, ...], place: int, mine: Mapping[str, float]) -> tuple[float, str]:
    """Return the best match of one word, alone or written together with a neighbour."""
    word = query[place]
    found, token = max(_best(word.stem, mine), _best(word.text, mine))
    pairs = [word.text + query[place + 1].text] if place + 1 < len(query) else []
    pairs += [query[place - 1].text + word.text] if place else []
    for pair in pairs:
        if mine.get(pair, 0.0) > found:
            found, token = mine[pair], pair
    return found, token


def _best(stem: str, mine: Mapping[str, float]) -> tuple[float, str]:
    """Return the weight of the best matching stem of an entry, and that stem."""
    if stem in mine:
        return mine[stem], stem
    best, token = 0.0, ""
    for other, weight in mine.items():
        value = likeness(stem, other) * weight
        if value > best:
            best, token = value, other
    return best, token


def _importance(word: Word, is_found: bool, index: _Index, profile: Profile) -> float:
    """Return how much a word of the query counts; the same for every entry that has it."""
    if word.text in CLASS_WORDS and not is_found:
        return 0.0
    if word.text in STATUS_WORDS:
        return _STATUS_WEIGHT * index.rarest
    if word.generic:
        return _GENERIC_WEIGHT * index.rarest
    known = _rarity(word.stem, index)
    if known is not None:
        return known
    return index.rarest * (profile.unknown_proper if word.proper else profile.unknown_plain)


def _rarity(stem: str, index: _Index) -> float | None:
    """Return how rare a word is that some other entry has, or None when nobody has it."""
    if stem in index.rarity:
        return index.rarity[stem]
    alike = [value for other, value in index.rarity.items() if likeness(stem, other) >= 0.75]
    return min(alike, default=None)
