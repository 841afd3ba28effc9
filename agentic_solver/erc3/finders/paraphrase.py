"""Finding described things (customers, projects, skills, places) by name or by paraphrase.

A paraphrase is scored by the words it shares with a thing, rare words counting more. A word the
thing does not have counts against it, most of all a capitalised one: it names something else.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from agentic_solver.erc3.finders.index import TextIndex
from agentic_solver.erc3.finders.wording import Word, likeness, words_of
from agentic_solver.erc3.words.record import CLASS_WORDS, STATUS_WORDS

__all__ = ["Profile", "score_entries"]


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
_ROUNDING = 1e-4


def score_entries(text: str, index: TextIndex, profile: Profile) -> dict[int, float]:
    """Return the scores of the entries that reach the profile's threshold, by their number."""
    exact = _exact_scores(text, index)
    if exact:
        return exact
    query = words_of(text)
    if not query:
        return {}
    named = profile.named_threshold > 0 and _reads_as_name(query)
    threshold = profile.named_threshold if named else profile.threshold
    asked = _Query(query, index, profile, named=named)
    scores = ((number, asked.score(number)) for number in asked.promising(threshold))
    return {number: score for number, score in scores if score >= threshold}


def _reads_as_name(query: tuple[Word, ...]) -> bool:
    return len(query) > 1 and all(word.proper for word in query)


def _exact_scores(text: str, index: TextIndex) -> dict[int, float]:
    """Return the best kind of match that there is; among names inside the text, the longest."""
    for score, numbers in (
        (_EXACT, index.with_name(text)),
        (_PERMUTED, index.with_words(text)),
        (_CONTAINED, index.standing_in(text)),
    ):
        if numbers:
            return dict.fromkeys(sorted(numbers), score)
    return {}


class _Query:
    """The words of one text, and how much each of them counts in one company."""

    def __init__(
        self, words: tuple[Word, ...], index: TextIndex, profile: Profile, *, named: bool
    ) -> None:
        self._words = words
        self._index = index
        self._profile = profile
        self._named = named
        self._found = [_importance(word, True, index, profile) for word in words]
        self._missing = [_importance(word, False, index, profile) for word in words]
        self._unknown = [_rarity(word.stem, index) is None for word in words]
        self._anchored = self._find_anchored()

    def _find_anchored(self) -> int | None:
        """Return the entry that alone has a word of the text in its name, and lacks no name."""
        names = [word.stem for word in self._words if word.proper and not word.generic]
        owners = [self._index.named(name) for name in names]
        alone = next((found for found in owners if len(found) == 1), None)
        if alone is None or any(alone[0] not in found for found in owners):
            return None
        return alone[0]

    def promising(self, threshold: float) -> list[int]:
        """Return at least the entries whose score reaches the threshold."""
        import numpy as np  # see index.py  # noqa: PLC0415

        asked, gained = np.zeros(self._index.size), np.zeros(self._index.size)
        for place, word in enumerate(self._words):
            bound = self._index.bounds(word.stem, word.text, self._pairs(place))
            importance = np.where(bound > 0, self._found[place], self._missing[place])
            asked += importance
            gained += importance * bound
        share = self._profile.name_share
        # A score is rounded to four digits, which may lift it to the threshold.
        reach = (1 - share) * gained + share * asked >= (threshold - _ROUNDING) * asked
        reach &= gained > 0
        if self._anchored is not None:
            reach[self._anchored] = True
        return [int(number) for number in np.flatnonzero(reach)]

    def _pairs(self, place: int) -> list[str]:
        """Return a word written together with each of its neighbours."""
        words, text = self._words, self._words[place].text
        after = [text + words[place + 1].text] if place + 1 < len(words) else []
        return [*after, words[place - 1].text + text] if place else after

    def score(self, number: int) -> float:
        """Return how well an entry fits, 0 to 0.95."""
        mine = self._index.stems[number]
        gained = asked = 0.0
        hits: set[str] = set()
        for place in range(len(self._words)):
            found, token = self._best_of(place, mine)
            importance = self._found[place] if token else self._missing[place]
            if number == self._anchored and not token and self._unknown[place]:
                importance = 0.0  # "the swing maker Alba": nobody else makes swings either
            asked += importance
            gained += importance * (
                found if found >= _NAME_WEIGHT or not self._named else found / 2
            )
            if found > 0:
                hits.add(token)
        if asked == 0:
            return 0.0
        name, rarity, rarest = self._index.names[number], self._index.rarity, self._index.rarest
        full = sum(rarity.get(token, rarest) for token in name)
        part = sum(
            rarity.get(token, rarest)
            for token in name
            if any(likeness(token, hit) > 0.7 for hit in hits)
        )
        share = part / full if full else 0.0
        weight = self._profile.name_share
        score = (1 - weight) * gained / asked + weight * share
        return round(min(score, 0.95), 4)

    def _best_of(self, place: int, mine: Mapping[str, float]) -> tuple[float, str]:
        """Return the best match of one word, alone or written together with a neighbour."""
        word = self._words[place]
        found, token = max(self._best(word.stem, mine), self._best(word.text, mine))
        for pair in self._pairs(place):
            if mine.get(pair, 0.0) > found:
                found, token = mine[pair], pair
        return found, token

    def _best(self, stem: str, mine: Mapping[str, float]) -> tuple[float, str]:
        """Return the weight of the best matching stem of an entry, and that stem."""
        if stem in mine:
            return mine[stem], stem
        alike = self._index.vocabulary.alike(stem)
        best, token = 0.0, ""
        for other, weight in mine.items():
            value = alike.get(other, 0.0) * weight
            if value > best:
                best, token = value, other
        return best, token


def _importance(word: Word, is_found: bool, index: TextIndex, profile: Profile) -> float:
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


def _rarity(stem: str, index: TextIndex) -> float | None:
    """Return how rare a word is that some other entry has, or None when nobody has it."""
    if stem in index.rarity:
        return index.rarity[stem]
    likely = index.vocabulary.alike(stem).items()
    return min((index.rarity[other] for other, value in likely if value >= 0.75), default=None)
