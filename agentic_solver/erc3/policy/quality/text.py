"""The quality of a policy as text for a reader, and as JSON for a program."""

from collections import Counter
from collections.abc import Iterable

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.policy.quality.court import Score
from agentic_solver.erc3.policy.quality.score import PolicyQuality

__all__ = ["format_quality", "quality_json"]

_FATES = {
    "killed": "killed",
    "alone": "killed alone",
    "equivalent": "equivalent",
    "survived": "survived",
}


def _rounded_down(percent: float) -> str:
    """Return one decimal place; never up, so that 94.96 does not read as 95."""
    return f"{int(percent * 10) / 10}"


def dead_rules(quality: PolicyQuality) -> tuple[Score, ...]:
    """Return the rules without which no verdict would be another."""
    return tuple(
        score
        for score in quality.scores
        if score.mutant.clause == "rule" and score.fate in ("alone", "equivalent")
    )


def dead_clauses(quality: PolicyQuality) -> tuple[Score, ...]:
    """Return the clauses, dead rules aside, on which no verdict depends."""
    dead = {score.mutant.rule.id for score in dead_rules(quality)}
    return tuple(
        score
        for score in quality.scores
        if score.fate in ("alone", "equivalent") and score.mutant.rule.id not in dead
    )


def _grouped(scores: Iterable[Score]) -> list[str]:
    """Return one line a clause; ``public`` that other conditions imply is only counted."""
    lines: list[str] = []
    implied: Counter[str] = Counter()
    for score in scores:
        if score.mutant.clause.startswith("public=") and score.fate == "equivalent":
            implied[score.mutant.clause] += 1
            continue
        lines.append(f"    {score.mutant.words()}: {score.why}")
    lines += [f"    {clause}: implied in {implied[clause]} rules" for clause in sorted(implied)]
    return lines


def _conflicts(quality: PolicyQuality) -> list[str]:
    """Return one line a denial: the permissions that it beats, in how many cases."""
    beaten: dict[str, list[str]] = {}
    for denial, permission, cases in quality.overruled:
        beaten.setdefault(denial, []).append(f"{permission} ({cases})")
    lines = [f"  denials that beat a permission (in so many cases): {len(beaten)}"]
    return lines + [f"    {denial}: {', '.join(beaten[denial])}" for denial in beaten]


def format_quality(quality: PolicyQuality) -> str:
    """Return the report of one policy: cases, score, survivors, dead rules and clauses."""
    total = sum(cases for _, cases, _ in quality.cases)
    lines = [
        f"policy of wiki {quality.wiki_sha1[:8]}: {quality.rules} rules, "
        f"{quality.predicates} with a predicate",
        f"  cases: {total} for {quality.callers} callers, {len(quality.disagreements)} wrong"
        + ("" if quality.is_complete else "; too many combinations to try them all"),
    ]
    lines += [
        f"    {name:<22} {cases:>6}, {allowed} allowed" for name, cases, allowed in quality.cases
    ]
    lines += [f"    wrong: {sentence}" for sentence in quality.disagreements[:20]]
    silent = [entry.rule_id for entry in quality.by_rule if not entry.decides]
    if silent:
        lines.append(f"  access rules that decide no case: {', '.join(silent)}")
    lines += _conflicts(quality)
    lines += [f"  not compiled: {number} times {name}" for name, number in quality.redundant]
    counts = ", ".join(f"{quality.count(fate)} {_FATES[fate]}" for fate in _FATES)
    lines.append(f"  mutants: {len(quality.scores)}: {counts}")
    survivors = [score for score in quality.scores if score.fate == "survived"]
    lines += [f"    survived: {score.mutant.words()}: {score.reason}" for score in survivors]
    for title, dead in (
        ("rules on which no verdict of the whole policy depends", dead_rules(quality)),
        ("other clauses on which none depends", dead_clauses(quality)),
    ):
        lines.append(f"  {title}: {len(dead)}")
        lines += _grouped(dead)
    # Last, so that it stands above the prompt whatever went before.
    lines.append(
        f"  mutation score: {_rounded_down(quality.percent)} % of those that are not equivalent, "
        f"{_rounded_down(quality.raw_percent)} % of all; "
        f"{_rounded_down(quality.whole_percent)} % change a verdict of the whole policy"
    )
    return "\n".join(lines)


def quality_json(quality: PolicyQuality) -> JsonObject:
    """Return the report of one policy as JSON data, every mutant included."""
    return {
        "wiki_sha1": quality.wiki_sha1,
        "rules": quality.rules,
        "predicates": quality.predicates,
        "callers": quality.callers,
        "complete": quality.is_complete,
        "not_compiled": dict(quality.redundant),
        "cases": {
            name: {"cases": cases, "allowed": allowed} for name, cases, allowed in quality.cases
        },
        "overruled": [list(entry) for entry in quality.overruled],
        "wrong": list(quality.disagreements),
        "by_rule": {
            entry.rule_id: {"decides": entry.decides, "alone": entry.alone}
            for entry in quality.by_rule
        },
        "score": round(quality.percent, 3),
        "score_of_all": round(quality.raw_percent, 3),
        "score_in_whole": round(quality.whole_percent, 3),
        "fates": {fate: quality.count(fate) for fate in _FATES},
        "dead_rules": [score.mutant.rule.id for score in dead_rules(quality)],
        "mutants": [
            {
                "rule": score.mutant.rule.id,
                "change": score.mutant.change,
                "clause": score.mutant.clause,
                "fate": score.fate,
                "reason": score.reason,
            }
            for score in quality.scores
        ],
    }
