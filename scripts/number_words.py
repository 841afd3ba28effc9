"""Writes whole numbers in words of many languages into the package, from num2words.

    python scripts/number_words.py

Rewrites ``agentic_solver/erc3/words/spelled.py`` with what the installed num2words knows: 1 to
100, round hundreds, and thousands up to a hundred of them. Of single words those of at least five
letters are taken: shorter ones mean something else in another language (Turkish *on*, Hungarian
*hat*, Danish *fire*).
"""

import re
from collections.abc import Iterator
from pathlib import Path

from num2words import num2words

LANGUAGES = (
    "ca cs da de en es fi fr fr_BE fr_CH hu id is it lt lv nl no pl pt ro ru sk sl sr sv tr uk"
)
TARGET = Path(__file__).resolve().parent.parent / "agentic_solver/erc3/words/spelled.py"
NUMBERS = (*range(1, 101), *range(200, 1000, 100), *range(1000, 101_000, 1000))
SHORTEST = 5
WIDTH = 100
HEAD = '''"""Whole numbers in words, case-folded: data, no code.

Written by ``scripts/number_words.py`` from num2words (LGPL, not installed with the package). A
phrase of several words has blanks between them.
"""

__all__ = ["ENGLISH", "SPELLED"]

SPELLED: dict[int, str] = {
'''

ENGLISH = '''
ENGLISH = """
{}
"""
"""Two to twenty in English."""
'''


def spelled() -> dict[int, tuple[str, ...]]:
    """Return the phrases of each number, sorted; one that two numbers share is left out."""
    found: dict[int, set[str]] = {number: set() for number in NUMBERS}
    for language in LANGUAGES.split():
        for number in NUMBERS:
            words = re.findall(r"\w+", num2words(number, lang=language).casefold())
            if len(words) > 1 or len(words[0]) >= SHORTEST:
                found[number].add(" ".join(words))
    shared = {
        phrase
        for number, phrases in found.items()
        for phrase in phrases
        if any(phrase in others for other, others in found.items() if other != number)
    }
    return {number: tuple(sorted(phrases - shared)) for number, phrases in found.items()}


def source() -> str:
    """Return the module."""
    entries = "".join(
        f'    {number}: """\n{_wrapped(phrases)}\n    """,\n'
        for number, phrases in spelled().items()
    )
    english = _wrapped(tuple(num2words(number, lang="en") for number in range(2, 21)))
    about = '"""Phrases of a number, a comma behind each."""'
    return f"{HEAD}{entries}}}\n{about}\n{ENGLISH.format(english)}"


def _wrapped(phrases: tuple[str, ...]) -> str:
    return "\n".join(_lines(phrases))


def _lines(phrases: tuple[str, ...]) -> Iterator[str]:
    line = " " * 7
    for phrase in phrases:
        if len(line) + 2 + len(phrase) > WIDTH:
            yield line
            line = " " * 7
        line += f" {phrase},"
    yield line


if __name__ == "__main__":
    TARGET.write_text(source(), encoding="utf-8")
    print(f"{TARGET.name}: {sum(map(len, spelled().values()))} phrases")
