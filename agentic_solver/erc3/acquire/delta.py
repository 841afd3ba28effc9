"""What became of the rules of an earlier revision, as text: kept, changed, new, dropped."""

from collections.abc import Mapping, Sequence

from agentic_solver.contracts.rule import Rule
from agentic_solver.erc3.acquire.session import Acquisition
from agentic_solver.erc3.wiki import WikiPages

__all__ = ["format_delta"]


def format_delta(acquisition: Acquisition, pages: WikiPages) -> str:
    """Return the ids of kept, changed, new and dropped rules; empty without an earlier revision."""
    if acquisition.earlier is None:
        return ""
    before = {rule.id: rule for rule in acquisition.earlier.rules}
    now = {rule.id: rule for rule in acquisition.ruleset.rules}
    changed = [name for name in now if name in before and now[name] != before[name]]
    new = [f"{name} ({now[name].page}#{now[name].anchor})" for name in now if name not in before]
    gone = [
        f"{name}: {_why(before[name], acquisition, pages)}" for name in before if name not in now
    ]
    kept = [name for name in now if before.get(name) == now[name]]
    lines = [f"against wiki {acquisition.earlier.wiki_sha1}:"]
    for title, names in (
        ("changed rules", changed),
        ("new rules", new),
        ("dropped rules", gone),
        ("kept rules", kept),
    ):
        lines += [f"{title}: {len(names)}", *(f"  {name}" for name in names)]
    return "\n".join(lines)


def _why(rule: Rule, acquisition: Acquisition, pages: WikiPages) -> str:
    for item in acquisition.cancelled:
        if item.rule == rule.id:
            return f"taken back by {item.page}#{item.anchor.lstrip('#')}: {_line(item.quote)}"
    reasons: Mapping[str, Sequence[str]] = {d.rule_id: d.reasons for d in acquisition.dropped}
    if rule.id in reasons:
        return "; ".join(reasons[rule.id])
    if rule.page not in pages.pages:
        return f"the page {rule.page} is gone"
    if not pages.has_quote(rule.page, rule.anchor, rule.quote):
        return f"{rule.page}#{rule.anchor} no longer says it"
    return f"{rule.page}#{rule.anchor} has changed and does not give it any more"


def _line(text: str) -> str:
    return " ".join(text.split())
