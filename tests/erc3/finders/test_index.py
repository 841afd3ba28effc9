"""The index changes no score: what it leaves out could not have reached the threshold."""

import random
from dataclasses import replace

import pytest

from agentic_solver.erc3.finders.index import Entry, TextIndex, Vocabulary
from agentic_solver.erc3.finders.paraphrase import Profile, score_entries
from agentic_solver.erc3.finders.wording import likeness

_LINE = (
    "press line crane hall dock order supply hygienic flooring monitoring corrosion paint painting "
    "paints coating coatings shop audit rail lathe battery cell cold room retrofit phase pilot "
    "north harbour rollout industrial archived active sanierung anlage dachsanierung 4711 47110"
)
WORDS = _LINE.split()


def _slip(rng: random.Random, word: str) -> str:
    if len(word) < 4 or rng.random() < 0.6:
        return word
    place = rng.randrange(len(word) - 1)
    swapped = word[:place] + word[place + 1] + word[place] + word[place + 2 :]
    return rng.choice([word[:place] + word[place + 1 :], swapped, word + "s", word[:4]])


def _some(rng: random.Random, low: int, high: int) -> list[str]:
    return [_slip(rng, rng.choice(WORDS)) for _ in range(rng.randint(low, high))]


def _entry(rng: random.Random, number: int) -> Entry:
    name = " ".join(word.capitalize() for word in _some(rng, 1, 4))
    texts = ((1.0, name), (0.9, " ".join(_some(rng, 1, 2))), (0.8, " ".join(_some(rng, 2, 8))))
    return Entry(id=f"thing_{number}", names=(name,), fields=texts)


@pytest.mark.parametrize("seed", range(5))
def test_a_vocabulary_finds_every_word_that_is_alike(seed: int) -> None:
    rng = random.Random(seed)
    words = sorted({_slip(rng, word) for word in WORDS * 6})
    vocabulary = Vocabulary(words)
    for asked in {_slip(rng, word) for word in WORDS * 3}:
        expected = {other: likeness(asked, other) for other in words}
        assert vocabulary.alike(asked) == {k: v for k, v in expected.items() if v > 0}


@pytest.mark.parametrize("seed", range(8))
def test_only_what_cannot_reach_the_threshold_is_left_out(seed: int) -> None:
    rng = random.Random(seed)
    index = TextIndex([_entry(rng, number) for number in range(40)])
    profile = Profile(threshold=0.5, unknown_proper=1.0, unknown_plain=0.4)
    anything = replace(profile, threshold=1e-9)
    reached = 0
    for _ in range(40):
        text = " ".join(rng.choice([word, word.capitalize()]) for word in _some(rng, 1, 5))
        every = score_entries(text, index, anything)
        found = score_entries(text, index, profile)
        assert found == {number: score for number, score in every.items() if score >= 0.5}
        reached += len(found)
    assert reached > 20


def test_the_longest_name_that_stands_in_the_text_wins() -> None:
    names = ("Cold Room", "Cold Room Retrofit", "Rail Lathe")
    entries = [
        Entry(id=f"p{n}", names=(name,), fields=((1.0, name),)) for n, name in enumerate(names)
    ]
    profile = Profile(threshold=0.5, unknown_proper=1.0, unknown_plain=0.4)
    found = score_entries(
        "what of the cold-room retrofit in the north", TextIndex(entries), profile
    )
    assert found == {1: 0.96}


def test_an_empty_company_finds_nothing() -> None:
    profile = Profile(threshold=0.5, unknown_proper=1.0, unknown_plain=0.4)
    assert score_entries("anything", TextIndex([]), profile) == {}
