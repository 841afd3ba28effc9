"""The coverage report of an acquisition, as text."""

from collections import Counter
from collections.abc import Iterable

from agentic_solver.contracts.rule import Rule, RuleKind
from agentic_solver.erc3.acquire.outline import signals
from agentic_solver.erc3.acquire.session import Acquisition
from agentic_solver.erc3.policy.compiler import compile_policy
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.policy.vocabulary import FAMILIES
from agentic_solver.erc3.wiki import TaskSetMeta, WikiPages

__all__ = ["format_report"]


def _counts(title: str, names: Iterable[str], counter: Counter[str]) -> list[str]:
    return [title, *(f"  {name:<16} {counter[name]:>4}" for name in names)]


def _sizes(acquisition: Acquisition, pages: WikiPages) -> list[str]:
    ruleset = acquisition.ruleset
    text = Policy(wiki_sha1=ruleset.wiki_sha1, rules=ruleset.rules).guidance()
    module = compile_policy(ruleset)
    policy, wiki = len(text.encode("utf-8")), pages.size
    return [
        f"policy text {policy} bytes, wiki {wiki} bytes ({100 * policy // max(wiki, 1)} %)",
        f"policy module {len(module.encode('utf-8'))} bytes, quotes included",
    ]


def _uncovered(rules: Iterable[Rule], pages: WikiPages) -> list[str]:
    cited = {(rule.page, rule.anchor) for rule in rules}
    return [
        f"{signal.page}#{signal.anchor}"
        for signal in signals(pages)
        if signal.words >= 2 and (signal.page, signal.anchor) not in cited
    ]


def format_report(
    acquisition: Acquisition, pages: WikiPages, task_set: TaskSetMeta | None = None
) -> str:
    """Return what was read, which rules came of it, what was dropped and what has no rule."""
    rules = acquisition.ruleset.rules
    kinds = Counter[str](rule.kind for rule in rules)
    families = Counter[str](family for rule in rules for family in rule.families)
    lines = [f"wiki {pages.sha1}: {len(pages.pages)} pages, {len(pages.sections)} sections"]
    lines += [f"  {path}" for path in pages.pages]
    lines += [
        f"{len(rules)} rules ({acquisition.ruleset.source}), {len(acquisition.kept)} taken over, "
        f"{acquisition.requests} requests, "
        f"{acquisition.usage.prompt_tokens}+{acquisition.usage.output_tokens} tokens"
    ]
    lines += _counts("rules by kind", [kind.value for kind in RuleKind], kinds)
    lines += _counts("rules by task family", FAMILIES, families)
    if task_set is not None:
        lines.append(f"task set {task_set.name}: {task_set.tasks} tasks")
        lines += [
            f"  {name:<24} {task_set.families[name]:>4}" for name in sorted(task_set.families)
        ]
    lines += _sizes(acquisition, pages)
    dropped = acquisition.dropped
    lines.append(f"dropped records: {len(dropped)}")
    lines += [f"  {item.rule_id}: {'; '.join(item.reasons)}" for item in dropped]
    for severity, title in (("conflict", "conflicts"), ("note", "rules without a consumer")):
        found = [item for item in acquisition.problems if item.severity == severity]
        lines.append(f"{title}: {len(found)}")
        lines += [f"  {item.rule_id}: {item.message}" for item in found]
    open_sections = _uncovered(rules, pages)
    lines.append(f"sections that sound like rules but have none: {len(open_sections)}")
    lines += [f"  {name}" for name in open_sections]
    lines.append(f"portions that could not be read: {len(acquisition.faults)}")
    lines += [f"  {fault}" for fault in acquisition.faults]
    return "\n".join(lines)
