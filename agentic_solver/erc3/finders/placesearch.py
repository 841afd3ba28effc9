"""Finding a site or department without a census of everybody.

People are listed until the place was met. What the wiki says of the sites of the company ends the
listing earlier, where it agrees with the records that were read.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from agentic_solver.erc3.finders.catalog import Candidate, Catalog, Labelled
from agentic_solver.erc3.finders.fragment import name_words
from agentic_solver.erc3.finders.match import find, is_unique
from agentic_solver.erc3.finders.wiki_names import (
    labels_from_wiki,
    location_aliases_from_wiki,
    mentions,
    sites_meant,
)
from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.failure import Failure
from agentic_solver.erc3.snapshot.query import EntityLookup
from agentic_solver.erc3.snapshot.session import Session
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.erc3.words.record import GENERIC_WORDS

__all__ = ["Found", "PlaceSearch"]

Found = tuple[Candidate, ...] | Failure | None
"""Candidates that are sure, what went wrong, or None: read everything."""
Column = Literal["location", "department"]

_EXACT = 0.98
_PAGES = 12
_OFTEN = 2
"""A place counts when so many people have it: one record may spell it in a way of its own."""
_SITES = 2
"""So many sites that the wiki describes have to be met before it is believed to name them all."""
_MAX_SPELLINGS = 6


class PlaceSearch:
    """Finds the sites and departments of one task."""

    def __init__(self, session: Session, acquirer: Acquirer, wiki: WikiPages) -> None:
        self._session = session
        self._acquirer = acquirer
        self._pages = tuple(wiki.pages.values())

    def find(self, lookup: EntityLookup, column: Column) -> Found:
        """Search a place by its very name; else list people until it is certain.

        The pages read so far are not read again if it takes all of them.
        """
        found = self._stored(lookup, column)
        if found is not None:
            return found
        for number in range(_PAGES):
            ids = self._acquirer.page("employee", number, cause="lookup")
            if isinstance(ids, Failure):
                return ids
            if not ids:
                return None
            values = self._values(column)
            aliases = self._aliases(column, values)
            rows = tuple(Labelled(id=v, labels=aliases.get(v, ())) for v in sorted(set(values)))
            found = find(lookup.kind, lookup.text, Catalog(locations=rows, departments=rows))
            if is_unique(found) and values.count(found[0].id) >= _OFTEN:
                if found[0].score >= _EXACT or self._is_the_site(lookup, found[0].id, aliases):
                    return found
            elif not found and column == "location" and self._is_elsewhere(lookup, rows, aliases):
                return self._nowhere(lookup)
        return None

    def _values(self, column: Column) -> list[str]:
        """Return where each person who was met sits, the caller counted once."""
        tables = (self._session.cells(name, ("id", column)) for name in ("me", "employees"))
        places = {key: value for rows in tables for key, value in rows}
        return [value for value in places.values() if value]

    def _aliases(self, column: Column, values: list[str]) -> Mapping[str, tuple[str, ...]]:
        names = sorted(set(values))
        if column == "location":
            return location_aliases_from_wiki(self._pages, names)
        return labels_from_wiki(self._pages, names)

    def _is_the_site(
        self, lookup: EntityLookup, value: str, aliases: Mapping[str, Sequence[str]]
    ) -> bool:
        """Whether the wiki has no other site that the words of the request might mean."""
        if lookup.kind != "location":
            return False
        headings = sites_meant(self._pages, lookup.text)
        return bool(headings) and headings <= set(aliases.get(value, ()))

    def _is_elsewhere(
        self,
        lookup: EntityLookup,
        rows: Sequence[Labelled],
        aliases: Mapping[str, Sequence[str]],
    ) -> bool:
        """Whether the wiki describes every site that was met, and says no word of this one."""
        if len(rows) < _SITES or any(row.id not in aliases for row in rows):
            return False
        return not any(mentions(self._pages, text) for text in (lookup.text, *lookup.others))

    def _nowhere(self, lookup: EntityLookup) -> Found:
        """Return nothing if nobody sits at a place of that name, in any wording."""
        others = [text.strip() for text in lookup.others]
        words = [word for text in (lookup.text, *others) for word in name_words(text)]
        telling = [word for word in words if word.casefold() not in GENERIC_WORDS]
        tried = dict.fromkeys((*others, *telling))
        tried.pop(lookup.text.strip(), None)
        if len(tried) > _MAX_SPELLINGS:
            return None
        for spelling in tried:
            ids = self._search(spelling, "location")
            if isinstance(ids, Failure) or ids:
                return ids if isinstance(ids, Failure) else None
        return ()

    def _stored(self, lookup: EntityLookup, column: Column) -> Found:
        """Return the value that the request names just as it is stored; others it does not name."""
        value = lookup.text.strip()
        ids = self._search(value, column)
        if isinstance(ids, Failure):
            return ids
        if len(ids) < _OFTEN:
            return None
        rows = (Labelled(id=value),)
        return find(lookup.kind, lookup.text, Catalog(locations=rows, departments=rows))

    def _search(self, value: str, column: Column) -> tuple[str, ...] | Failure:
        return self._acquirer.search("employee", {column: value}, cause="lookup", pages=1)
