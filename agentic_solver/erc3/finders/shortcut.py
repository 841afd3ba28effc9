"""Finders without a census: what is called by its very name is found by a search.

A finder has to know every name before it can say which one a paraphrase fits best. A name that
is given in full needs less: whoever bears it is among the rows that the platform's own search
finds for one of its words. A code that the wiki lists needs one look at whether anybody has it.
Where nothing is that sure there is no shortcut, and the caller reads everything.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.codetable import code_tables
from agentic_solver.erc3.finders.catalog import Candidate, Catalog, Described, Labelled, Person
from agentic_solver.erc3.finders.fragment import halves, name_words, root, runs, words_in
from agentic_solver.erc3.finders.match import find, find_first, is_unique
from agentic_solver.erc3.finders.placesearch import Found, PlaceSearch
from agentic_solver.erc3.finders.wiki_names import labels_from_wiki, location_aliases_from_wiki
from agentic_solver.erc3.finders.wordsearch import WordSearch
from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.failure import Failure
from agentic_solver.erc3.snapshot.kind import KindName
from agentic_solver.erc3.snapshot.query import EntityKind, EntityLookup
from agentic_solver.erc3.snapshot.session import Session
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.erc3.words.record import GENERIC_WORDS

__all__ = ["Shortcut"]

_NAMED = 0.96
"""From here on a score means that the whole name was given; see `match.py`."""
_EXACT = 0.98
_RESPELLED = 0.93
"""The whole name, in another order or with other accents."""
_PART = 0.78
"""A first or a family name alone, or a run of a name."""
_MAX_NAMES = 3
_HALF_PAGES = 6
"""A half that more people have, such as one of the mail domain, tells nobody apart."""
_TRIES = 2
"""Searches of one phrase; more cost as much as the listing."""
_MAX_WORDS = 6
"""A longer phrase describes."""
_SAMPLE_PAGES = 3
"""Pages of people whose details are read to learn which skills are stored. A company has some
tens of them and most people have many: where a page brings none that is new, the paraphrases of
what is known are taken; before that only what is called by its very name."""
_FIELDS: dict[EntityKind, tuple[str, str]] = {
    "skill": ("employee_skills", "skills"),
    "will": ("employee_wills", "wills"),
}
"""Finder -> table of the stored values, field of a search by them."""


class Shortcut:
    """Finds sure things for the finders of one task."""

    def __init__(self, session: Session, acquirer: Acquirer, wiki: WikiPages) -> None:
        self._session = session
        self._acquirer = acquirer
        self._wiki = wiki
        self._words = WordSearch(session, acquirer)
        self._places = PlaceSearch(session, acquirer, wiki)
        self._codes = tuple(row[0] for table in code_tables(wiki) for row in table.rows)

    def find(self, lookup: EntityLookup) -> Found:
        """Return sure candidates for a finder call; None where only a full reading can tell."""
        match lookup.kind:
            case "employee":
                return self._person(lookup)
            case "customer" | "project":
                return self._titled(lookup, lookup.kind)
            case "skill" | "will":
                known = self._coded(lookup, self._has_level)
                return self._sampled(lookup) if known is None else known
            case "location":
                known = self._coded(lookup, self._is_site)
                return self._places.find(lookup, "location") if known is None else known
            case "department":
                return self._places.find(lookup, "department")

    def find_listed(self, lookup: EntityLookup, kind: KindName) -> Found:
        """Return what the words of a phrase find among all names; None if only records tell."""
        return self._words.find_listed(lookup, kind)

    # people, customers, projects ---------------------------------------------------------

    def _person(self, lookup: EntityLookup) -> Found:
        for token in _identifiers(lookup.text):
            where = {"employees.id": [token]}
            failure = self._acquirer.ensure_columns(["employees.id"], where=where, cause="lookup")
            if failure is not None:
                return failure
            rows = self._session.cells(*_PEOPLE, [token])
            if rows:
                return tuple(Candidate(id=i, name=n, score=1.0, group=i) for i, n, _mail in rows)
        found = self._searched(lookup, "employee", _PEOPLE, _people)
        return self._by_fragments(lookup) if found is None else found

    def _by_fragments(self, lookup: EntityLookup) -> Found:
        """Search the halves of each word: for a name of other accents, or a part of a name.

        A whole name that fits settles it, however it is spelled. A part of a name may fit
        several people, so that both of its halves are searched to the end before it does.
        """
        words = name_words(lookup.text)
        whole = len(words) > 1
        met: dict[str, None] = {}
        for word in words[:_MAX_NAMES]:
            for half in halves(word):
                body: JsonObject = {"query": half}
                ids = self._acquirer.search("employee", body, cause="lookup", pages=_HALF_PAGES)
                if isinstance(ids, Failure):
                    return ids
                if not whole and len(ids) >= _HALF_PAGES * self._acquirer.page_rows:
                    return None
                met.update(dict.fromkeys(ids))
                found = self._fitting(lookup, list(met))
                if whole and found and found[0].score >= _RESPELLED:
                    return found
        if whole or not list(halves(lookup.text.strip())):
            return None
        found = self._fitting(lookup, list(met))
        return found if found and found[0].score >= _PART else None

    def _fitting(self, lookup: EntityLookup, ids: list[str]) -> tuple[Candidate, ...]:
        return find(lookup.kind, lookup.text, _people(self._session.cells(*_PEOPLE, ids)))

    def _titled(self, lookup: EntityLookup, kind: KindName) -> Found:
        source = (_PROJECTS, _projects) if kind == "project" else (_CUSTOMERS, _customers)
        found = self._searched(lookup, kind, *source)
        return self._words.find(lookup, kind) if found is None else found

    def _searched(
        self,
        lookup: EntityLookup,
        kind: KindName,
        source: tuple[str, tuple[str, ...]],
        catalog: Callable[[Sequence[tuple[str, ...]]], Catalog],
    ) -> Found:
        for word in _telling_words(lookup.text):
            # What is called by an inflected word may be described by it: the root finds both.
            body: JsonObject = {"query": word if kind == "employee" else root(word)}
            if kind == "project":
                body["include_archived"] = True
            ids = self._acquirer.search(kind, body, cause="lookup")
            if isinstance(ids, Failure):
                return ids
            found = find(lookup.kind, lookup.text, catalog(self._session.cells(*source, ids)))
            if found and found[0].score >= _NAMED:
                return found
        return None

    # stored values -----------------------------------------------------------------------

    def _coded(
        self, lookup: EntityLookup, exists: Callable[[EntityLookup, str], bool | Failure]
    ) -> Found:
        """Find a code of the wiki by its label; nothing if nobody has what is meant."""
        catalog = self._wiki_catalog(lookup.kind)
        found = find_first(lookup.kind, lookup.text, lookup.others, catalog)
        if not is_unique(found):
            return None
        somebody = exists(lookup, found[0].id)
        if isinstance(somebody, Failure):
            return somebody
        if somebody:
            return found
        # Nobody has it: it may be another kind of code, or stored under another one.
        return () if found[0].score >= _EXACT and lookup.kind != "location" else None

    def _wiki_catalog(self, kind: EntityKind) -> Catalog:
        pages = tuple(self._wiki.pages.values())
        if kind == "location":
            aliases = location_aliases_from_wiki(pages, self._codes)
            cities = {
                row[0]: row[1].partition(",")[0].strip()
                for table in code_tables(self._wiki)
                for row in table.rows
            }
            rows = tuple(
                Labelled(id=code, labels=tuple(dict.fromkeys((*aliases.get(code, ()), city))))
                for code, city in cities.items()
            )
            return Catalog(locations=rows)
        labels = labels_from_wiki(pages, self._codes)
        rows = tuple(Labelled(id=code, labels=labels.get(code, ())) for code in self._codes)
        return Catalog(skills=rows, wills=rows)

    def _has_level(self, lookup: EntityLookup, code: str) -> bool | Failure:
        _table, field = _FIELDS[lookup.kind]
        return self._finds_anybody({field: [{"name": code, "min_level": 1}]})

    def _is_site(self, _lookup: EntityLookup, code: str) -> bool | Failure:
        return self._finds_anybody({"location": code})

    def _finds_anybody(self, body: JsonObject) -> bool | Failure:
        # A search that failed does not say that nobody was found.
        ids = self._acquirer.search("employee", body, cause="lookup", pages=1)
        return ids if isinstance(ids, Failure) else bool(ids)

    def _sampled(self, lookup: EntityLookup) -> Found:
        """Look at the profiles of a few people: most companies use every skill often."""
        table, _field = _FIELDS[lookup.kind]
        names: set[str] = set()
        for ids in self._samples():
            where = {f"{table}.employee": list(ids)}
            failure = self._acquirer.ensure_columns([f"{table}.name"], where=where, cause="lookup")
            if failure is not None:
                return failure
            stored = set(self._session.column_values(table, "name") or ())
            labels = labels_from_wiki(self._wiki.pages.values(), sorted(stored))
            rows = tuple(Labelled(id=name, labels=labels.get(name, ())) for name in sorted(stored))
            found = find(lookup.kind, lookup.text, Catalog(skills=rows, wills=rows))
            nothing_new = stored == names
            if is_unique(found) and (found[0].score >= _EXACT or nothing_new):
                return found
            names = stored
        return None

    def _samples(self) -> Iterator[tuple[str, ...]]:
        """Yield the caller, then a few others."""
        me = self._session.identity.current_user
        if me:
            yield (me,)
        for page in range(_SAMPLE_PAGES):
            ids = self._acquirer.page("employee", page, cause="lookup")
            if isinstance(ids, Failure) or not ids:
                return
            yield ids


_PEOPLE = ("employees", ("id", "name", "email"))
_CUSTOMERS = ("customers", ("id", "name", "location"))
_PROJECTS = ("projects", ("id", "name", "customer"))


def _people(rows: Sequence[tuple[str, ...]]) -> Catalog:
    return Catalog(employees=tuple(Person(id=a, name=b, email=c) for a, b, c in rows))


def _customers(rows: Sequence[tuple[str, ...]]) -> Catalog:
    return Catalog(customers=tuple(Described(id=a, name=b, location=c) for a, b, c in rows))


def _projects(rows: Sequence[tuple[str, ...]]) -> Catalog:
    return Catalog(projects=tuple(Described(id=a, name=b, customer=c) for a, b, c in rows))


def _identifiers(text: str) -> list[str]:
    """Return the words that look like ids: letters and digits joined."""
    tokens = [token.strip(".,;:!?()[]'\"“”") for token in text.split()]
    return [t for t in tokens if re.search(r"\d", t) and re.search(r"[A-Za-z]", t)][:_TRIES]


def _telling_words(text: str) -> list[str]:
    """Return the words to search for, the longest first; none for a phrase that describes."""
    if len(words_in(text)) > _MAX_WORDS:
        return []
    telling = [w for w in runs(text) if len(w) > 2 and w.casefold() not in GENERIC_WORDS]
    return sorted(dict.fromkeys(telling), key=lambda w: (-len(w), w))[:_TRIES]
