"""Writes the names of months of many languages into the package, from CLDR.

    python scripts/calendar_names.py

Rewrites ``agentic_solver/erc3/words/calendar.py`` with what the installed Babel knows. The engine
reads those names in nearly every task, and Babel takes a fifth of a second to load them.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from babel.dates import get_month_names

LANGUAGES = (
    "ar bg bs ca cs da de el en es et eu fi fr ga gl he hr hu id is it lt lv mk mt nb nl pl pt ro "
    "ru sk sl sq sr sv tr uk vi"
)
TARGET = Path(__file__).resolve().parent.parent / "agentic_solver/erc3/words/calendar.py"
SHORTEST = 3
WIDTH = 100
HEAD = '''"""Names of the months, case-folded, in any case form: data, no code.

Written by ``scripts/calendar_names.py`` from the Unicode CLDR, as packed in Babel (licence:
``LICENSES/Unicode-3.0.txt``). Names of fewer than three letters are left out. A name may stand
twice: ``listopad`` is October in one language and November in another.
"""

__all__ = ["MONTHS"]
'''


def months() -> tuple[tuple[str, ...], ...]:
    """Return the names of January to December, sorted."""
    found: dict[int, set[str]] = {month: set() for month in range(1, 13)}
    for language in LANGUAGES.split():
        for form in ("format", "stand-alone"):
            for width in ("wide", "abbreviated"):
                _add(found, get_month_names(width, form, language))
    return tuple(tuple(sorted(found[month])) for month in range(1, 13))


def _add(found: dict[int, set[str]], names: Mapping[int, str]) -> None:
    for number, name in names.items():
        word = name.removesuffix(".").casefold()
        if word.isalpha() and len(word) >= SHORTEST:
            found[number].add(word)


def source() -> str:
    """Return the module."""
    parts = [HEAD]
    for name, table, what in (
        ("MONTHS", months(), "January to December, names with a blank between them."),
    ):
        entries = "\n".join(f'    """\n{_wrapped(names)}\n    """,' for names in table)
        parts.append(f'\n{name} = (\n{entries}\n)\n"""{what}"""\n')
    return "".join(parts)


def _wrapped(names: tuple[str, ...]) -> str:
    return "\n".join(_lines(names))


def _lines(names: tuple[str, ...]) -> Iterator[str]:
    line = " " * 7
    for name in names:
        if len(line) + 1 + len(name) > WIDTH:
            yield line
            line = " " * 7
        line += f" {name}"
    yield line


if __name__ == "__main__":
    TARGET.write_text(source(), encoding="utf-8")
    print(f"{TARGET.name}: {sum(map(len, months()))} names of months")
