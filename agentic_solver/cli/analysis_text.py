"""Tables of an analysis for the terminal, from the same document as ``--json``."""

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

__all__ = [
    "print_comparison",
    "print_emitted",
    "print_group_comparison",
    "print_repeats",
    "print_run",
    "print_suggestions",
]

_CLUSTERS = 12
_FAMILIES = 30
_DIVERGENCES = 15
_FLIPS = 30
_NAMED = 3


def print_run(console: Console, run: dict[str, Any], *, brief: bool = False) -> None:
    """Print the figures of one run; its families and failures unless ``brief``."""
    figures = run["figures"]
    console.print(f"{run['run']}: {run['benchmark']}, engine {run['engine']}, model {run['model']}")
    if run["recordings"]:
        console.print(f"recorded: {run['recordings']}")
    for gap in run["gaps"]:
        console.print(f"not whole: {gap}")
    score = "withheld" if figures["score"] is None else f"{figures['score']:.3f}"
    console.print(f"score {score} · right {share(figures['right'])} · {figures['tasks']} tasks")
    console.print(
        f"caught before submission {share(figures['caught_before_submission'])} of the failures · "
        f"right from the snapshot alone {share(figures['covered_by_snapshot'])} · "
        f"without any read after the plan {share(figures['prefetched'])}"
    )
    calls = figures["calls_by_purpose"]
    console.print(
        f"API calls a task {_spread(figures['api_calls'])}: "
        + ", ".join(f"{name} {count / figures['tasks']:.1f}" for name, count in calls.items())
        + f" · {figures['failed_calls']:,} answered with an error, "
        f"{figures['failed_calls_of_wrong']:,} of them in wrong tasks; "
        f"{figures['repeated_reads']:,} repeated"
    )
    cost = "" if figures["cost"] is None else f" · cost {figures['cost']:.4f}"
    console.print(
        f"model calls {_spread(figures['model_calls'])}{_read(figures)} · "
        f"input tokens {_spread(figures['input_tokens'])} · "
        f"output tokens {_spread(figures['output_tokens'])} · "
        f"overhead ms {_spread(figures['overhead_ms'])} · "
        f"seconds {_spread(figures['wall_s'])}{cost}"
    )
    if figures["second_looks"]:
        console.print(_looks(figures["second_looks"]))
    if figures["graded"]:
        console.print(
            f"changes nobody asked for {figures['unasked_changes']} · "
            f"texts that must not be told {figures['forbidden_texts']}"
        )
    if brief:
        return
    _print_families(console, run["families"])
    if not run["clusters"]["signature"]:
        console.print("no failures")
    for by, found in run["clusters"].items():
        if found and by != "signature":
            _print_clusters(console, by, found)


def share(interval: dict[str, Any]) -> str:
    """Return a share with its exact interval as text."""
    if interval["share"] is None:
        return "–"
    bounds = f"{interval['low']:.1%}–{interval['high']:.1%}"
    return f"{interval['hits']} of {interval['of']} ({interval['share']:.1%}, {bounds})"


def _read(figures: dict[str, Any]) -> str:
    calls = figures["reader_calls"]
    if not calls["total"]:
        return ""
    faults = f", {figures['reader_faults']} unanswered" if figures["reader_faults"] else ""
    return f", {calls['mean']:.2f} of them by the reader{faults}"


def _looks(ends: dict[str, int]) -> str:
    return (
        f"second looks {sum(ends.values())}: another plan {ends.get('changed', 0)}, the same "
        f"plan {ends.get('same', 0)}, none that was accepted {ends.get('stood', 0)}"
    )


def _spread(spread: dict[str, Any]) -> str:
    return f"{spread['mean']:.1f} (p95 {spread['p95']:.1f})"


def _print_families(console: Console, families: Sequence[dict[str, Any]]) -> None:
    table = _table(
        "family", "+tasks", "+right", "+95 %", "+failures", "+caught", "+API calls", "+tokens in",
        "+tokens out", "+overhead ms", "+cost",
    )  # fmt: skip
    # Where most went wrong comes first; a terminal has no room for a hundred families.
    order = sorted(families, key=lambda one: (-one["failures"], one["family"]))
    for one in order[:_FAMILIES]:
        right = one["right"]
        table.add_row(
            one["family"],
            str(one["tasks"]),
            str(right["hits"]) if right["of"] else "–",
            f"{right['low']:.0%}–{right['high']:.0%}" if right["of"] else "–",
            str(one["failures"]),
            str(one["caught"]),
            f"{one['api_calls']['mean']:.1f}",
            f"{one['input_tokens']['mean']:.0f}",
            f"{one['output_tokens']['mean']:.0f}",
            f"{one['overhead_ms']['mean']:.0f}",
            "–" if one["cost"] is None else f"{one['cost']:.4f}",
        )
    console.print(table)
    if len(order) > _FAMILIES:
        console.print(f"and {len(order) - _FAMILIES} more families: --json or --html has them all")


def _print_clusters(console: Console, by: str, found: Sequence[dict[str, Any]]) -> None:
    table = _table(f"failures by {by}", "+failures", "+caught", "+tasks", "such as")
    for one in found[:_CLUSTERS]:
        table.add_row(
            one["value"],
            str(one["failures"]),
            str(one["caught"]),
            str(one["tasks"]),
            ", ".join(one["named"][:_NAMED]),
        )
    console.print(table)
    if len(found) > _CLUSTERS:
        console.print(f"and {len(found) - _CLUSTERS} more: --json or --html has them all")


def print_comparison(console: Console, comparison: dict[str, Any]) -> None:
    """Print what two runs differ in."""
    for warning in comparison["warnings"]:
        console.print(f"compared by force: {warning}")
    for one in comparison["differences"]:
        console.print(f"{one['name']}: {one['first']} → {one['second']}")
    for which, name in (("only_first", "first"), ("only_second", "second")):
        if comparison[which]:
            console.print(f"{len(comparison[which])} tasks are only in the {name} run")
    console.print(
        f"right: {share(comparison['right_first'])} → {share(comparison['right_second'])}"
    )
    console.print(comparison["verdict"])
    for word in ("gained", "lost"):
        if comparison[word]:
            console.print(f"{word}: {', '.join(comparison[word])}")
    table = _table("quantity", "+first", "+second", "+less", "+more", "+exact p")
    for one in (comparison["score"], *comparison["quantities"]):
        table.add_row(
            one["name"],
            f"{one['first_mean']:.3f}",
            f"{one['second_mean']:.3f}",
            str(one["less"]),
            str(one["more"]),
            f"{one['p']:.3g}",
        )
    console.print(table)
    _print_determinism(console, comparison["determinism"])
    _print_divergences(console, comparison["divergences"])


def _print_determinism(console: Console, same: dict[str, Any]) -> None:
    console.print(
        f"{same['identical']} of {same['pairs']} pairs identical · same input, another response: "
        f"{share(same['output_varies'])}{_of_equal_plans(same)}"
    )


def _of_equal_plans(same: dict[str, Any]) -> str:
    """Say what the engine made of equal plans; nothing where there are none."""
    if not same["validator_varies"]["of"]:
        return ""
    return (
        f" · same input and plan, other calls: {share(same['calls_vary'])} · same input and plan, "
        f"another verdict of the engine: {share(same['validator_varies'])}"
    )


def _print_divergences(console: Console, divergences: Sequence[dict[str, Any]]) -> None:
    if not divergences:
        return
    table = _table("first divergence", "+round", "what", "where", "first run", "second run")
    for one in divergences[:_DIVERGENCES]:
        number = str(one["round"]) if one["round"] else ""
        table.add_row(one["task"], number, one["kind"], one["place"], one["first"], one["second"])
    console.print(table)
    if len(divergences) > _DIVERGENCES:
        console.print(f"and {len(divergences) - _DIVERGENCES} more tasks: --json has them all")


def print_repeats(console: Console, repeats: dict[str, Any]) -> None:
    """Print what repeated runs tell together: pass^k, and the tasks that flip."""
    console.print(f"right by epoch: {' · '.join(share(one) for one in repeats['right'])}")
    table = _table("+k", "+pass^k", "+95 %", "+tasks")
    for one in repeats["pass"]:
        value = "–" if one["value"] is None else f"{one['value']:.1%}"
        bounds = f"{one['low']:.1%}–{one['high']:.1%}"
        table.add_row(str(one["k"]), value, bounds, str(one["tasks"]))
    console.print(table)
    flips = repeats["flips"]
    console.print(
        f"{repeats['always']} of {repeats['tasks']} tasks always right, {repeats['never']} never, "
        f"{len(flips)} flip"
    )
    if flips:
        _print_flips(console, flips)


def _print_flips(console: Console, flips: Sequence[dict[str, Any]]) -> None:
    table = _table(
        "flip", "epochs", "+wrong", "+right", "what", "where", "when right", "when wrong"
    )
    for flip in flips[:_FLIPS]:
        marks = "".join({True: "✓", False: "✗", None: "–"}[mark] for mark in flip["right"])
        for number, one in enumerate(flip["causes"]):
            first = (flip["task"], marks) if number == 0 else ("", "")
            table.add_row(
                *first, str(one["wrong"]), str(one["right"]), one["kind"], one["place"],
                one["in_right"], one["in_wrong"],
            )  # fmt: skip
    console.print(table)
    if len(flips) > _FLIPS:
        console.print(f"and {len(flips) - _FLIPS} more tasks: --json has them all")


def print_group_comparison(console: Console, comparison: dict[str, Any]) -> None:
    """Print how two groups of runs differ."""
    means = [
        "–" if one is None else f"{one:.1%}" for one in (comparison["first"], comparison["second"])
    ]
    console.print(f"right plays of {comparison['graded']} tasks: {' → '.join(means)}")
    console.print(comparison["verdict"])
    for word, key in (("more often right", "better"), ("less often right", "worse")):
        if comparison[key]:
            console.print(f"{word}: {', '.join(comparison[key])}")


def print_suggestions(console: Console, suggestions: Sequence[dict[str, Any]]) -> None:
    """Print proposals, one block each."""
    if not suggestions:
        console.print("nothing to propose")
    for number, one in enumerate(suggestions, start=1):
        console.print(f"{number}. {one['kind']} · {one['target']}")
        console.print(f"   {one['edit']}")
        for line in one["evidence"]:
            console.print(f"   because {line}")
        console.print(f"   tasks: {', '.join(one['tasks'])}")


def print_emitted(console: Console, emitted: Iterable[dict[str, Any]]) -> None:
    """Print which cases were written."""
    cases = list(emitted)
    for one in cases:
        word = "" if one["new"] else " (was there)"
        note = f" – {one['note']}" if one["note"] else ""
        console.print(f"{one['path']}{word}: {one['calls']} calls kept{note}")
    new = sum(one["new"] for one in cases)
    console.print(f"{new} new cases, {len(cases) - new} were there; run them with `regress`")


def _table(*titles: str) -> Table:
    """Return a table; titles that begin with + are of numbers."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in titles:
        number = title.startswith("+")
        table.add_column(
            title.removeprefix("+"),
            justify="right" if number else "left",
            no_wrap=number,
            overflow="fold",
        )
    return table
