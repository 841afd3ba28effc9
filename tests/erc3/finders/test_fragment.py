"""Fragments of names: what is searched for where a name is spelled a little otherwise."""

import pytest

from agentic_solver.erc3.finders.fragment import halves, name_words, root, runs


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Dr. Ludwig van Beethoven", ["Ludwig", "Beethoven"]),
        ("the Mrs Holm", ["Holm"]),
        ("Holm's", ["Holm"]),
        ("Jean-Luc d’Arc", ["Jean-Luc", "d’Arc"]),
        ("", []),
    ],
)
def test_titles_and_particles_are_no_words_of_a_name(text: str, words: list[str]) -> None:
    assert name_words(text) == words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Rope-wear-camera", ["Rope", "wear", "camera"]),
        ("D’Angelo & Sp. z-o.o.", ["D", "Angelo", "Sp", "z", "o", "o"]),
        ("", []),
    ],
)
def test_a_name_has_the_same_runs_whatever_joins_them(text: str, found: list[str]) -> None:
    assert runs(text) == found


@pytest.mark.parametrize(
    ("word", "parts"),
    [("Novák", ["vák", "No"]), ("Anna", ["na", "An"]), ("Ann", []), ("", [])],
)
def test_a_word_has_two_halves_unless_it_is_short(word: str, parts: list[str]) -> None:
    assert list(halves(word)) == parts


@pytest.mark.parametrize(
    ("word", "kept"),
    [
        ("Projects", "Project"),
        ("Workshops", "Workshop"),
        ("Mills", "Mill"),
        ("Cats", "Cats"),  # three letters are too few to search for
        ("Nováks", "Nováks"),  # letters with an accent stay as they are
    ],
)
def test_the_root_of_a_word_is_a_longer_beginning_of_it(word: str, kept: str) -> None:
    assert root(word) == kept
    assert word.startswith(root(word))
