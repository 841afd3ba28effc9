"""Finding what a phrase describes by its words, without reading every record.

The platform searches names and descriptions for a run of letters. One search for each telling
word of a phrase says exactly which things have it, so that whatever has none of them needs not
be read: it scores nothing. The best ones are read and scored anew, as a run of letters may stand
inside another word.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.finders.catalog import Candidate, Catalog, Described
from agentic_solver.erc3.finders.fragment import root, runs
from agentic_solver.erc3.finders.match import find_first
from agentic_solver.erc3.finders.placesearch import Found
from agentic_solver.erc3.finders.wording import likeness, words_of
from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.failure import Failure
from agentic_solver.erc3.snapshot.kind import KindName
from agentic_solver.erc3.snapshot.query import EntityLookup
from agentic_solver.erc3.snapshot.session import Session
from agentic_solver.erc3.words.record import GENERIC_WORDS, STATUS_WORDS

__all__ = ["WordSearch", "described_projects"]

_MAX_WORDS = 8
"""Searches of one phrase, and of all its other wordings; more cost as much as the records."""
_MAX_READ = 12
"""So many things are read before they are found; more are no find."""
_ROUNDS = 3
"""So often what fits is read and scored anew."""
_SHORT = 3
_ALONE = 2
"""So many things with one word are read at once; with more, other words are searched first."""
_ENOUGH = 2
_SCORE = 0.95
_ALIKE = 0.75
_CUSTOMER = ("id", "name", "location")
_DETAIL = {"customer": "customers.brief", "project": "projects.description"}


class WordSearch:
    """Finds customers and projects of one task by the words of a phrase."""

    def __init__(self, session: Session, acquirer: Acquirer) -> None:
        self._session = session
        self._acquirer = acquirer

    def find(self, lookup: EntityLookup, kind: KindName) -> Found:
        """Return what the words find; None where only the records can tell."""
        had: dict[str, dict[str, None]] = {}
        asked: set[tuple[str, bool]] = set()
        for texts, others in (((lookup.text,), ()), (lookup.others, lookup.others)):
            words = [one for one in _telling(texts) if asked.isdisjoint(_asks(one))][:_MAX_WORDS]
            for word in words:
                asked.add(_asks(word)[0])
                hits = self._note(kind, word, had)
                if isinstance(hits, Failure):
                    return hits
                alone = self._alone(lookup, kind, hits) if not others else None
                if alone is not None:
                    return alone
            found = self._read(lookup, kind, others, had)
            if found is None or isinstance(found, Failure) or found:
                return found
        return None

    def find_listed(self, lookup: EntityLookup, kind: KindName) -> Found:
        """The same once everything is listed: how rare a word is shows only then.

        What has none of the words, as the platform compares letters, is no find: where it fits
        by its name, as one with other accents does, another text may fit better. Records tell.
        """
        had: dict[str, dict[str, None]] = {}
        for texts, others in (((lookup.text,), ()), (lookup.others, lookup.others)):
            for word in _telling(texts)[:_MAX_WORDS]:
                hits = self._note(kind, word, had)
                if isinstance(hits, Failure):
                    return hits
            found = self._read(lookup, kind, others, had, listed=True)
            if found is None or isinstance(found, Failure) or found:
                return found
        return None

    def _read(
        self,
        lookup: EntityLookup,
        kind: KindName,
        others: tuple[str, ...],
        had: dict[str, dict[str, None]],
        *,
        listed: bool = False,
    ) -> Found:
        """Score what has the words, and read what fits until that alone, by its own text, fits.

        Nothing where nothing fits; None where too much does.
        """
        read: set[str] = set()
        for _ in range(_ROUNDS):
            found = self._scored(lookup, kind, others, had, listed=listed)
            ids = [one.id for one in found]
            if not had.keys() >= set(ids):
                return None
            if read.issuperset(ids):
                return found if found or not read else None
            if len(ids) > _MAX_READ:
                break
            failure = self._load(kind, ids)
            if failure is not None:
                return failure
            read.update(ids)
        return None

    def _alone(self, lookup: EntityLookup, kind: KindName, hits: tuple[str, ...]) -> Found:
        """Return the one thing that has every telling word of the phrase, if one of two has.

        Whoever has them all is among those that have one of them.
        """
        telling = _telling((lookup.text,))
        if not 1 <= len(hits) <= _ALONE or len(telling) < _ENOUGH:
            return None
        failure = self._load(kind, hits)
        if failure is not None:
            return failure
        whole = [row for row in self._rows(kind, hits) if _has_all(row, telling)]
        if len(whole) != 1:
            return None
        return (Candidate(id=whole[0].id, name=whole[0].name, score=_SCORE, group=whole[0].id),)

    def _note(
        self, kind: KindName, word: str, had: dict[str, dict[str, None]]
    ) -> tuple[str, ...] | Failure:
        """Note which things have a word; return them."""
        ids = self._search(kind, {"query": root(word)})
        if isinstance(ids, Failure):
            return ids
        for one in ids:
            had.setdefault(one, {})[word] = None
        if kind == "project" and word[0].isupper():
            theirs = self._note_customers(word, had)
            return theirs if isinstance(theirs, Failure) else tuple(dict.fromkeys((*ids, *theirs)))
        return ids

    def _note_customers(
        self, word: str, had: dict[str, dict[str, None]]
    ) -> tuple[str, ...] | Failure:
        """Note the projects of the customers that have a name's word: they are called by it.

        A word of many customers tells none of them apart.
        """
        customers = self._search("customer", {"query": root(word)})
        if isinstance(customers, Failure):
            return customers
        found: list[str] = []
        for customer in customers if len(customers) <= _ALONE else ():
            ids = self._search("project", {"customer_id": customer})
            if isinstance(ids, Failure):
                return ids
            found += ids
        for one in found:
            had.setdefault(one, {})
        return tuple(found)

    def _load(self, kind: KindName, ids: Iterable[str]) -> Failure | None:
        key = f"{kind}s.id"
        return self._acquirer.ensure_columns(
            [key, _DETAIL[kind]], where={key: list(ids)}, cause="lookup"
        )

    def _search(self, kind: KindName, body: JsonObject) -> tuple[str, ...] | Failure:
        if kind == "project":
            body["include_archived"] = True
        return self._acquirer.search(kind, body, cause="lookup")

    def _scored(
        self,
        lookup: EntityLookup,
        kind: KindName,
        others: tuple[str, ...],
        had: dict[str, dict[str, None]],
        *,
        listed: bool,
    ) -> tuple[Candidate, ...]:
        rows = [
            row if row.text else replace(row, text=" ".join(had.get(row.id, ())))
            for row in self._rows(kind, None if listed else had)
        ]
        catalog = Catalog(customers=tuple(rows), projects=tuple(rows))
        return find_first(lookup.kind, lookup.text, others, catalog)

    def _rows(self, kind: KindName, ids: Iterable[str] | None) -> tuple[Described, ...]:
        wanted = None if ids is None else list(ids)
        if kind == "project":
            return described_projects(self._session, wanted)
        columns = ("id", "name", "brief", "location", "deal_phase")
        return tuple(
            Described(id=a, name=b, text=c, location=d, status=e)
            for a, b, c, d, e in self._session.cells("customers", columns, wanted)
        )


def described_projects(session: Session, ids: Sequence[str] | None = None) -> tuple[Described, ...]:
    """Return what finders know of the stored projects, or of those with one of the ids."""
    columns = ("id", "name", "description", "customer", "status")
    rows = session.cells("projects", columns, ids)
    owners = sorted({row[3] for row in rows})
    customers = {a: (b, c) for a, b, c in session.cells("customers", _CUSTOMER, owners)}
    found = []
    for key, name, text, customer, status in rows:
        theirs, location = customers.get(customer, ("", ""))
        called = f"{customer} {theirs}".strip()
        found.append(
            Described(
                id=key, name=name, text=text, status=status, customer=called, location=location
            )
        )
    return tuple(found)


def _has_all(row: Described, telling: Iterable[str]) -> bool:
    """Whether a thing has every word, in its name, its text or the name of its customer."""
    texts = " ".join((row.id, row.name, row.text, row.location, row.customer))
    letters = texts.casefold()
    stems = {word.stem for word in words_of(texts)}
    return all(
        root(one).casefold() in letters
        or any(likeness(word.stem, other) >= _ALIKE for word in words_of(one) for other in stems)
        for one in telling
    )


def _asks(word: str) -> tuple[tuple[str, bool], ...]:
    """Return what a search for a word asks, then what has asked as much: a name asks for more."""
    letters = root(word).casefold()
    return ((letters, True),) if word[0].isupper() else ((letters, False), (letters, True))


def _telling(texts: Iterable[str]) -> list[str]:
    """Return the words that tell things apart, names first, then the longest."""
    plain = GENERIC_WORDS | STATUS_WORDS
    words = [word for text in texts for word in runs(text)]
    telling = [one for one in words if len(one) >= _SHORT and one.casefold() not in plain]
    return sorted(dict.fromkeys(telling), key=lambda one: (not one[0].isupper(), -len(one), one))
