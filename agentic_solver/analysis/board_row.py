"""A line of the board in words, the same on the terminal and on its page."""

from agentic_solver.analysis.board import BoardLine
from agentic_solver.analysis.repeat import PassPower

__all__ = ["COLUMNS", "board_row"]

COLUMNS = (
    "begun (UTC)", "run", "proposer", "model", "tasks", "right", "95 %", "pass^k", "cost",
    "model calls", "tokens in", "tokens out", "API calls", "time", "prompt", "rules", "engine",
)  # fmt: skip
"""Titles of the cells; with a chosen run comes the verdict behind them."""


def board_row(line: BoardLine, against: str) -> dict[str, str]:
    """Return the cells of a line by title; ``against`` is the name of the chosen run."""
    right = line.right
    cells = (
        f"{line.begun_at:%Y-%m-%d %H:%M}",
        line.name if line.runs == 1 else f"{line.name} ({line.runs} runs, means)",
        line.proposer or "unknown",
        _model(line),
        f"{line.finished}" if line.finished == line.planned else f"{line.finished}/{line.planned}",
        "withheld" if right.share is None else f"{right.share:.1%}",
        "" if right.share is None else f"{right.low:.1%} to {right.high:.1%}",
        _power(line.power),
        "" if line.cost is None else f"{line.cost:.2f}",
        f"{line.model_calls:,.0f}",
        f"{line.input_tokens:,.0f}",
        f"{line.output_tokens:,.0f}",
        f"{line.api_calls:,.0f}",
        "" if line.wall_s is None else _time(line.wall_s),
        line.prompt,
        line.rules,
        line.engine,
    )
    found = dict(zip(COLUMNS, cells, strict=True))
    return {**found, f"against {against}": _verdict(line, against)} if against else found


def _model(line: BoardLine) -> str:
    draw = [f"seed {line.seed}"] if line.seed else []
    draw += [f"varied: {', '.join(line.variation)}"] if line.variation else []
    name = line.model or "unknown"
    return f"{name} ({'; '.join(draw)})" if draw else name


def _power(power: PassPower | None) -> str:
    return "" if power is None or power.value is None else f"{power.value:.1%} (k={power.k})"


def _time(seconds: float) -> str:
    whole = round(seconds)
    if whole < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(whole, 60)
    return f"{minutes} min {rest} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def _verdict(line: BoardLine, against: str) -> str:
    if line.paired is None:
        return "chosen" if line.name == against else ""
    found = line.paired.found
    if not found.graded:
        return "no task in common"
    better, worse = len(found.better), len(found.worse)
    if found.exceeds_noise:
        word = "better" if better > worse else "worse"
    else:
        word = "noise" if better or worse else "same"
    told = f"{word}: +{better} -{worse} of {found.graded}, p={found.p:.3g}"
    return f"{told} (doubtful: {'; '.join(line.paired.doubts)})" if line.paired.doubts else told
