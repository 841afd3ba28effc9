"""Names that only the wiki knows: labels of skill ids, cities behind office names.

Conservative: an alias that would fit two stored values is dropped.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from agentic_solver.erc3.finders.transliteration import fold_name, joined
from agentic_solver.erc3.finders.wording import likeness, words_of
from agentic_solver.erc3.words.record import (
    COUNTRIES,
    DIRECTIONS,
    GENERIC_WORDS,
    PLACE_WORDS,
    STOP_WORDS,
    TITLES,
)

__all__ = [
    "labels_from_wiki",
    "location_aliases_from_wiki",
    "mentions",
    "sites_meant",
]

_HEADING = re.compile(r"^\s*(?:#{1,6}\s+(?P<heading>.+)|[-*]\s+\*\*(?P<bullet>[^*]+)\*\*\s*:?\s*$)")
_PLACE_LINE = re.compile(
    r"\b(?:locations?|located|based|address|sites?|situated|between|near|outside|close to|city"
    r"|town|sede|standort|adresse|ubicaz\w+)\b",
    re.IGNORECASE,
)
_PROPER = re.compile(r"(?<![\w])[A-ZÀ-ÖØ-Þ][\w’'-]+(?:\s+[A-ZÀ-ÖØ-Þ][\w’'-]+){0,2}")
_MARKUP = re.compile(r"[*_`]+")
_NAME_WORDS = 4
_MAX_HEADING = 60
_MAX_LABEL = 80
_ALIKE = 0.75
_KEPT = 64
"""Readings of a wiki that are kept: the tasks of a run ask for the same ones again and again."""


def location_aliases_from_wiki(
    pages: Iterable[str], stored_values: Sequence[str]
) -> Mapping[str, tuple[str, ...]]:
    """Return place names the wiki gives for stored locations: stored value -> aliases, sorted.

    A section whose heading has all telling words of a stored value describes that site; the
    heading and the proper names in its lines about the place are its aliases. So are the other
    names in a row of a table that has the stored value as a cell: *| Rijeka | the Pier |*.
    """
    return _location_aliases(tuple(pages), tuple(stored_values))


@lru_cache(maxsize=_KEPT)
def _location_aliases(
    pages: tuple[str, ...], stored_values: tuple[str, ...]
) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, set[str]] = {}
    for value in stored_values:
        telling = {word.stem for word in words_of(value) if not word.generic}
        for heading, heads, lines in _sites(pages):
            if _describes(heads, telling):
                aliases = found.setdefault(value, set())
                aliases.update(_places(lines, telling))
                aliases.add(_MARKUP.sub("", heading).strip(" :"))
        named = set(_beside(pages, value))
        if named:
            found.setdefault(value, set()).update(named)
    owners: dict[str, set[str]] = {}
    for value, aliases in found.items():
        for alias in aliases:
            owners.setdefault(fold_name(alias), set()).add(joined(value))
    return MappingProxyType(
        {
            value: tuple(sorted(alias for alias in aliases if len(owners[fold_name(alias)]) == 1))
            for value, aliases in sorted(found.items())
        }
    )


@lru_cache(maxsize=_KEPT)
def _sites(pages: tuple[str, ...]) -> tuple[tuple[str, frozenset[str], list[str]], ...]:
    """Return the sections that may describe a site: heading, its telling stems, lines."""
    return tuple(
        (heading, frozenset(word.stem for word in words_of(heading) if not word.generic), lines)
        for page in pages
        for heading, lines in _sections(page)
        if len(heading) <= _MAX_HEADING and TITLES.isdisjoint(fold_name(heading).split())
    )


def _beside(pages: Iterable[str], value: str) -> Iterator[str]:
    """Yield the names that stand in one row of a table with a value."""
    rows = (line for page in pages for line in page.splitlines() if line.startswith("|"))
    for row in rows:
        cells = [_MARKUP.sub("", cell).strip() for cell in row.strip("| ").split("|")]
        if value in cells:
            yield from (
                cell
                for cell in cells
                if cell != value
                and len(cell.split()) <= _NAME_WORDS
                and any(map(str.isalpha, cell))
                and not any(map(str.isdigit, cell))
            )


def sites_meant(pages: Iterable[str], phrase: str) -> frozenset[str]:
    """Return the headings of sections about a site that have a telling word of a phrase.

    None if no heading has all of its telling words: the phrase says more than the wiki.
    """
    telling = _telling(phrase)
    meant: set[str] = set()
    whole = False
    for heading, heads, _lines in _sites(tuple(pages)):
        known = [_alike(word, heads) for word in telling]
        if any(known):
            meant.add(_MARKUP.sub("", heading).strip(" :"))
            whole = whole or all(known)
    return frozenset(meant) if whole else frozenset()


def mentions(pages: Iterable[str], phrase: str) -> bool:
    """Whether the wiki has a word like a telling one of a phrase anywhere.

    A phrase without a telling word is taken to be mentioned.
    """
    telling = _telling(phrase)
    return not telling or any(_alike(word, _stems(tuple(pages))) for word in telling)


def _telling(phrase: str) -> frozenset[str]:
    return frozenset(word.stem for word in words_of(phrase) if not word.generic)


def _alike(stem: str, stems: Iterable[str]) -> bool:
    return any(likeness(stem, other) >= _ALIKE for other in stems)


@lru_cache(maxsize=_KEPT)
def _stems(pages: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word.stem for page in pages for word in words_of(page))


def _describes(heads: frozenset[str], telling: set[str]) -> bool:
    """Whether a heading names the site and hardly anything else."""
    matched = {h for h in heads if any(likeness(t, h) >= 0.85 for t in telling)}
    named = all(any(likeness(t, h) >= 0.85 for h in heads) for t in telling)
    return bool(telling) and named and len(heads - matched) <= 1


def _sections(page: str) -> list[tuple[str, list[str]]]:
    sections: list[tuple[str, list[str]]] = []
    for line in page.splitlines():
        match = _HEADING.match(line)
        if match:
            sections.append((match["heading"] or match["bullet"], []))
        elif sections:
            sections[-1][1].append(line)
    return sections


def _places(lines: Sequence[str], telling: set[str]) -> set[str]:
    places: set[str] = set()
    for line in lines:
        plain = _MARKUP.sub("", line).strip(" -\t")
        if not _PLACE_LINE.search(plain):
            continue
        label, colon, rest = plain.partition(":")
        body = rest if colon and len(label.split()) <= 4 else plain
        for match in _PROPER.finditer(body):
            starts = not body[: match.start()].strip()
            if not starts and _is_place(match.group(), telling):
                places.add(match.group())
    return places


def _is_place(name: str, telling: set[str]) -> bool:
    words = fold_name(name).split()
    telling_words = [w for w in words if w not in DIRECTIONS and w not in STOP_WORDS]
    if not telling_words or any(word in GENERIC_WORDS for word in telling_words):
        return False
    stems = [word.stem for word in words_of(name)]
    known = {PLACE_WORDS.get(word, word) for word in telling_words}
    return not known <= COUNTRIES and not any(stem in telling for stem in stems)


def labels_from_wiki(
    pages: Iterable[str], identifiers: Sequence[str]
) -> Mapping[str, tuple[str, ...]]:
    """Return the readable names the wiki gives for ids: id -> labels, in order of appearance.

    A label is the short rest of a heading, list item or table row that names exactly one id.
    """
    return _labels(tuple(pages), tuple(identifiers))


@lru_cache(maxsize=_KEPT)
def _labels(pages: tuple[str, ...], identifiers: tuple[str, ...]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    known = {identifier.casefold(): identifier for identifier in identifiers}
    for page in pages:
        for line in page.splitlines():
            for label, identifier in _line_labels(line, known):
                labels = found.setdefault(identifier, [])
                if label not in labels:
                    labels.append(label)
    return MappingProxyType({one: tuple(found[one]) for one in identifiers if one in found})


def _line_labels(line: str, known: Mapping[str, str]) -> list[tuple[str, str]]:
    tokens = re.findall(r"[\w-]+", line)
    named = [known[token.casefold()] for token in tokens if token.casefold() in known]
    if len(set(named)) != 1:
        return []
    rest = re.sub(re.escape(named[0]), " ", line, flags=re.IGNORECASE)
    cells = [_MARKUP.sub("", cell).strip(" #-–—:|()[]\t") for cell in re.split(r"[|]", rest)]
    cells = [cell for cell in cells if cell]
    label = cells[0] if cells else ""
    return [(label, named[0])] if 2 <= len(label) <= _MAX_LABEL else []
