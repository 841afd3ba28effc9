"""A line of the board in words, the same on the terminal and on its page."""

from agentic_solver.analysis.board import Board, BoardLine
from agentic_solver.analysis.repeat import PassPower
from agentic_solver.harness.finished import BY_HAND

__all__ = ["board_rows"]


def board_rows(board: Board) -> list[dict[str, str]]:
    """Return the cells of all lines by title; a column that no line fills is left out."""
    rows = [_row(line, board.against) for line in board.lines]
    filled = [title for title in rows[0] if any(row[title] for row in rows)] if rows else []
    return [{title: row[title] for title in filled} for row in rows]


def _row(line: BoardLine, against: str) -> dict[str, str]:
    right = line.right
    whole = line.finished == line.planned
    return {
        "begun (UTC)": f"{line.begun_at:%Y-%m-%d %H:%M}",
        "run": line.name if line.runs == 1 else f"{line.name} ({line.runs} runs, means)",
        "proposer": line.proposer or ("" if line.model == BY_HAND else "unknown"),
        "model": _model(line),
        "guard": "guarded" if line.guarded else "",
        "recorded by": line.recordings,
        "tasks": f"{line.finished}" if whole else f"{line.finished}/{line.planned}",
        "right": _right(line),
        "95 %": "" if right.share is None else f"{right.low:.1%} to {right.high:.1%}",
        "pass^k": _power(line.power),
        f"against {against}": _verdict(line, against) if against else "",
        "cost": "" if line.cost is None else f"{line.cost:.2f}",
        "model calls": f"{line.model_calls:,.0f}",
        "tokens": f"{line.input_tokens:,.0f} in, {line.output_tokens:,.0f} out",
        "API calls": f"{line.api_calls:,.0f}",
        "time": "" if line.wall_s is None else _time(line.wall_s),
        "made with": _digests(line),
    }


def _right(line: BoardLine) -> str:
    """Say the share; a run without a finished task has none that a platform could withhold."""
    if line.right.share is not None:
        return f"{line.right.share:.1%}"
    return "withheld" if line.finished else "none finished"


def _digests(line: BoardLine) -> str:
    told = {"prompt": line.prompt, "rules": line.rules, "engine": line.engine}
    return ", ".join(f"{name} {digest}" for name, digest in told.items() if digest)


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
