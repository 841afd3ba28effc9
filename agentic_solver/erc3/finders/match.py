"""Entity lookup: from the words of a sentence to the entities of a company.

An exact match wins alone. Otherwise the best candidate wins alone when it leads clearly; when
it does not, every plausible candidate is returned, and the plan has to branch on ``.many``.
Nothing plausible gives nothing: one fitting word, such as a country, is not a match.
"""

from collections.abc import Sequence
from functools import lru_cache

from agentic_solver.erc3.finders.catalog import Candidate, Catalog, Described, Labelled
from agentic_solver.erc3.finders.index import Entry, TextIndex
from agentic_solver.erc3.finders.paraphrase import Profile, score_entries
from agentic_solver.erc3.finders.person import find_people
from agentic_solver.erc3.finders.transliteration import fold_name, joined
from agentic_solver.erc3.snapshot.collector import uncollected
from agentic_solver.erc3.snapshot.query import EntityKind

__all__ = ["find", "find_first", "is_unique"]

_MARGIN = 0.1
"""A leader this far ahead stands alone; nearer ones are as plausible."""
_SURE = 0.95
"""From here on a score means that the name itself was given."""

_PROJECT = Profile(threshold=0.55, unknown_proper=1.0, unknown_plain=0.4)
_CUSTOMER = Profile(threshold=0.55, unknown_proper=1.0, unknown_plain=0.4, named_threshold=0.72)
_LABELLED = Profile(threshold=0.5, unknown_proper=0.6, unknown_plain=0.3)
_PLACED = Profile(threshold=0.6, unknown_proper=1.0, unknown_plain=0.6)


def find(kind: EntityKind, text: str, catalog: Catalog) -> tuple[Candidate, ...]:
    """Return the plausible candidates for ``text``, best first; none, one, or several.

    Rows that share a ``group`` are one match in several spellings (see :func:`is_unique`).
    """
    match kind:
        case "employee":
            return find_people(text, catalog.employees)
        case "customer":
            return _find_described(text, catalog.customers, _CUSTOMER)
        case "project":
            return _find_described(text, catalog.projects, _PROJECT)
        case "skill":
            return _find_labelled(text, catalog.skills, _LABELLED)
        case "will":
            return _find_labelled(text, catalog.wills, _LABELLED)
        case "location":
            return _find_labelled(text, catalog.locations, _PLACED)
        case "department":
            return _find_labelled(text, catalog.departments, _PLACED)


def find_first(
    kind: EntityKind, text: str, others: Sequence[str], catalog: Catalog
) -> tuple[Candidate, ...]:
    """Return the candidates for ``text``; where there are none, those for all ``others`` together.

    A thing that several wordings find counts once, with its best score; the margin by which a
    leader stands alone is the same as for one wording.
    """
    found = find(kind, text, catalog)
    if found or not others:
        return found
    best: dict[str, Candidate] = {}
    for other in others:
        for candidate in find(kind, other, catalog):
            known = best.get(candidate.id)
            if known is None or candidate.score > known.score:
                best[candidate.id] = candidate
    return _decide(list(best.values()))


def is_unique(candidates: Sequence[Candidate]) -> bool:
    """Return whether all rows are spellings of one thing."""
    return len({candidate.group for candidate in candidates}) == 1


@lru_cache(maxsize=32)
@uncollected()
def _described_index(rows: tuple[Described, ...]) -> TextIndex:
    return TextIndex(
        [
            Entry(
                id=row.id,
                names=(row.name,),
                fields=(
                    (1.0, row.name),
                    (1.0, _bare(row.id)),
                    (0.9, row.customer),
                    (0.8, row.text),
                    (0.8, row.location),
                    (0.8, row.status),
                ),
            )
            for row in rows
        ]
    )


def _find_described(
    text: str, rows: Sequence[Described], profile: Profile
) -> tuple[Candidate, ...]:
    scores = score_entries(text, _described_index(tuple(rows)), profile)
    return _decide(
        [
            Candidate(
                id=rows[number].id, name=rows[number].name, score=score, group=rows[number].id
            )
            for number, score in scores.items()
        ]
    )


@lru_cache(maxsize=32)
@uncollected()
def _labelled_index(rows: tuple[Labelled, ...]) -> TextIndex:
    return TextIndex(
        [
            Entry(
                id=row.id,
                names=(_bare(row.id), *row.labels),
                fields=((1.0, _bare(row.id)), *((1.0, label) for label in row.labels)),
            )
            for row in rows
        ]
    )


def _find_labelled(text: str, rows: Sequence[Labelled], profile: Profile) -> tuple[Candidate, ...]:
    scores = score_entries(text, _labelled_index(tuple(rows)), profile)
    found = ((rows[number], score) for number, score in scores.items())
    return _decide(
        [
            Candidate(
                id=row.id,
                name=row.id if profile is _PLACED or not row.labels else row.labels[0],
                score=score,
                group=joined(row.id),
            )
            for row, score in found
        ]
    )


def _bare(identifier: str) -> str:
    """Return the words of an id without its kind: ``proj_paint_audit`` gives ``paint audit``."""
    head, _, tail = identifier.partition("_")
    kinds = {"proj", "project", "cust", "customer", "skill", "will", "emp", "employee"}
    return (tail if tail and head.lower() in kinds else identifier).replace("_", " ")


def _decide(candidates: list[Candidate]) -> tuple[Candidate, ...]:
    plausible = [candidate for candidate in candidates if candidate.score > 0]
    if not plausible:
        return ()
    best = max(candidate.score for candidate in plausible)
    floor = best if best >= _SURE else best - _MARGIN
    groups = {candidate.group for candidate in plausible if candidate.score >= floor}
    kept = [candidate for candidate in plausible if candidate.group in groups]
    kept.sort(key=lambda c: (-c.score, fold_name(c.name), c.id))
    return tuple(kept)
