"""The coverage report of an acquisition, as text."""

from collections import Counter
from collections.abc import Iterable

from agentic_solver.contracts.rule import RuleKind
from agentic_solver.erc3.acquire.coverage import find_coverage, format_coverage
from agentic_solver.erc3.acquire.session import Acquisition
from agentic_solver.erc3.acquire.taskset import format_task_set
from agentic_solver.erc3.policy.vocabulary import FAMILIES
from agentic_solver.erc3.wiki import TaskSetMeta, WikiPages
from agentic_solver.settings import Prices

__all__ = ["format_report"]


def _counts(title: str, names: Iterable[str], counter: Counter[str]) -> list[str]:
    return [title, *(f"  {name:<16} {counter[name]:>4}" for name in names)]


def _cost(acquisition: Acquisition, prices: Prices | None) -> str:
    """Return what the extraction took: requests, tokens, and money where prices are set."""
    usage = acquisition.usage
    text = (
        f"cost of the extraction: {acquisition.requests} requests, "
        f"{usage.prompt_tokens}+{usage.output_tokens} tokens"
    )
    if prices is None:
        return text
    millionths = (
        usage.input_tokens * prices.input
        + usage.output_tokens * prices.output
        + usage.cache_read_tokens * prices.cache_read
        + usage.cache_creation_tokens * prices.cache_write
    )
    return f"{text}, {millionths / 1_000_000:.4f} in money"


def format_report(
    acquisition: Acquisition,
    pages: WikiPages,
    task_set: TaskSetMeta | None = None,
    prices: Prices | None = None,
    module: str | None = None,
) -> str:
    """Return what was read, which rules came of it, what was dropped and what has no rule.

    Args:
        acquisition: what the reading gave.
        pages: the wiki.
        task_set: overview of the tasks, if they are known.
        prices: of tokens, if they are set.
        module: what the rules compile to, if that was done.
    """
    rules = acquisition.ruleset.rules
    kinds = Counter[str](rule.kind for rule in rules)
    families = Counter[str](family for rule in rules for family in rule.families)
    lines = [f"wiki {pages.sha1}: {len(pages.pages)} pages, {len(pages.sections)} sections"]
    lines += [f"  {path}" for path in pages.pages]
    lines += [
        f"{len(rules)} rules ({acquisition.ruleset.source}), {len(acquisition.kept)} taken over",
        _cost(acquisition, prices),
    ]
    lines += _counts("rules by kind", [kind.value for kind in RuleKind], kinds)
    lines += _counts("rules by task family", FAMILIES, families)
    coverage = find_coverage(acquisition.ruleset, pages, module)
    if task_set is not None:
        lines.append(format_task_set(task_set, coverage))
    lines.append(format_coverage(coverage))
    dropped = acquisition.dropped
    lines.append(f"dropped records: {len(dropped)}")
    lines += [f"  {item.rule_id}: {'; '.join(item.reasons)}" for item in dropped]
    for severity, title in (("conflict", "conflicts"), ("note", "notes of the rule check")):
        found = [item for item in acquisition.problems if item.severity == severity]
        lines.append(f"{title}: {len(found)}")
        lines += [f"  {item.rule_id}: {item.message}" for item in found]
    lines.append(f"portions that could not be read: {len(acquisition.faults)}")
    lines += [f"  {fault}" for fault in acquisition.faults]
    return "\n".join(lines)
