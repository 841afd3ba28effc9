"""All variations of a suite together, in one fixed order."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from types import MappingProxyType

from agentic_solver.errors import UsageError
from agentic_solver.twin.suite import Suite
from agentic_solver.twin.variation.company import Renaming, vary_company
from agentic_solver.twin.variation.dates import vary_dates
from agentic_solver.twin.variation.ids import vary_ids
from agentic_solver.twin.variation.language import languages, tasks_without, vary_language
from agentic_solver.twin.variation.option import Variation
from agentic_solver.twin.variation.order import vary_order

__all__ = ["Varied", "vary"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Varied:
    """A varied suite, and what is to be said of it."""

    suite: Suite
    notes: tuple[str, ...] = ()
    """One sentence each: which tasks a variation does not reach."""
    renaming: Renaming | None = None


def vary(suite: Suite, variation: Variation, *, seed: int, chosen: Collection[str] = ()) -> Varied:
    """Apply variations; the same suite, variations and seed give the same suite.

    The notes speak of the ``chosen`` tasks, or of all where none is chosen.

    The language comes first, as it decides which wordings the others look at; the order comes
    last, as it shall also permute the companies that tasks with unmoved dates get.

    Raises:
        UsageError: the name of a company that does not say how it is called.
    """
    notes: list[str] = []
    played = {task.id for task in suite.tasks if not chosen or task.id in chosen}
    renaming: Renaming | None = None
    if variation.language:
        missing = tasks_without(suite, variation.language)
        if len(missing) == len(suite.tasks) and languages(suite):
            known = ", ".join(languages(suite)) or "none"
            raise UsageError(
                f"no task has a wording in the language {variation.language!r}: use one of {known}"
            )
        if missing & played:
            notes.append(
                f"{_share(missing, played)} no wording in the language "
                f"{variation.language!r} and are asked as before"
            )
        suite = vary_language(suite, variation.language)
    if variation.page_limit is not None:
        suite = replace(suite, page_limit=variation.page_limit)
    if variation.days:
        suite, staying = vary_dates(suite, variation.days)
        if staying & played:
            notes.append(
                f"{_share(staying, played, 'keep')} their dates, "
                "which they tell otherwise than as YYYY-MM-DD"
            )
    if variation.company:
        suite, renaming = vary_company(suite, variation.company)
    if variation.ids:
        suite = vary_ids(suite, seed)
    if variation.order:
        suite = vary_order(suite, seed)
    return Varied(suite=_frozen(suite), notes=tuple(notes), renaming=renaming)


def _share(some: Collection[str], played: Collection[str], verb: str = "have") -> str:
    return f"{len(set(some) & set(played))} of {len(played)} tasks {verb}"


def _frozen(suite: Suite) -> Suite:
    """Return the suite with mappings that nobody can change, like those of a loaded one."""
    return replace(
        suite,
        wikis=MappingProxyType(dict(suite.wikis)),
        worlds=MappingProxyType(dict(suite.worlds)),
        drawn=MappingProxyType(dict(suite.drawn)),
    )
