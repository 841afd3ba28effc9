"""What a person sees of a run while it goes on."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from agentic_solver.cli.watching import LiveView, PlainLines, open_watcher
from agentic_solver.harness.options import TaskResult


def a_result(task: str, *, score: float | None = 1.0, check: str = "", wall_s: float = 1.0,
             forced: str = "", faults: int = 0) -> TaskResult:  # fmt: skip
    return TaskResult(
        task=task, outcome="ok_answer", score=score, first_failed_check=check, forced=forced,
        rounds=1, model_calls=2, model_faults=faults, input_tokens=1_500, cached_tokens=0,
        output_tokens=40, api_calls=7, overhead_ms=3.0, wall_s=wall_s,
    )  # fmt: skip


def terminal(width: int = 100) -> Console:
    return Console(file=io.StringIO(), force_terminal=True, width=width, height=30,
                   color_system=None, legacy_windows=False, _environ={"TERM": "xterm"})  # fmt: skip


def shown(view: LiveView, width: int = 100) -> str:
    paper = Console(file=io.StringIO(), width=width, color_system=None)
    paper.print(view.view())
    text = paper.file
    assert isinstance(text, io.StringIO)
    return text.getvalue()


def test_the_view_tells_score_calls_tokens_running_slowest_and_failed_tasks() -> None:
    now = [0.0]
    view = LiveView(terminal(), clock=lambda: now[0])
    view.started(Path("runs/x-001"), 6)
    try:
        for task in ("a", "b", "c", "d", "e"):
            view.begun(task)
        now[0] = 9.0
        view.finished(a_result("a", wall_s=4.0))
        view.finished(a_result("b", wall_s=0.5, score=0.0, check="FAIL: no link"))
        view.finished(a_result("c", wall_s=7.25))
        view.finished(a_result("d", wall_s=2.0, score=None, forced="no model", faults=1))
        text = shown(view)
    finally:
        view.stop()
    assert "2/3 right" in text
    assert "4/6" in text
    assert "8 of the model (1 unanswered), 28 of the API" in text
    assert "6,000 in, 160 out" in text
    assert "running  e 9.0 s" in text
    assert "slowest  c 7.2 s, a 4.0 s, d 2.0 s" in text
    assert "b: 0 FAIL: no link" in text
    assert "d: [no model]" in text


def test_only_the_last_failures_are_shown_and_nothing_is_wider_than_the_terminal() -> None:
    view = LiveView(terminal(40))
    view.started(Path("x"), 20)
    try:
        for number in range(20):
            view.finished(a_result(f"t{number}", score=0.0, check="FAIL " + "long " * 40))
        lines = shown(view, 40).splitlines()
    finally:
        view.stop()
    assert [line.split(":")[0].split()[-1] for line in lines if "FAIL" in line] == [
        "t15", "t16", "t17", "t18", "t19",
    ]  # fmt: skip
    assert max(map(len, lines)) <= 40
    assert [line.split()[0] for line in lines[1:5]] == ["calls", "tokens", "slowest", "failed"]


def test_a_forced_response_that_was_right_is_no_failure() -> None:
    view = LiveView(terminal())
    view.started(Path("x"), 1)
    try:
        view.finished(a_result("system-is-down", forced="SYSTEM_BROKEN"))
        assert "failed" not in shown(view)
    finally:
        view.stop()


def test_texts_of_tasks_are_no_markup() -> None:
    view = LiveView(terminal())
    view.started(Path("x"), 1)
    try:
        view.finished(a_result("[red]x[/nothing]", score=0.0, check="[/bold] [link=file:///]"))
        assert "[red]x[/nothing]: 0 [/bold] [link=file:///]" in shown(view)
    finally:
        view.stop()


@pytest.mark.parametrize(("term", "kind"), [("xterm", LiveView), ("dumb", PlainLines)])
def test_a_terminal_that_cannot_redraw_gets_lines(term: str, kind: type) -> None:
    console = Console(file=io.StringIO(), force_terminal=True, _environ={"TERM": term})
    assert isinstance(open_watcher(console), kind)


def test_a_pipe_gets_one_line_a_task_where_it_asks_for_them() -> None:
    paper = io.StringIO()
    watcher = open_watcher(Console(file=paper, width=140), verbose=True)
    watcher.started(Path("runs/x-001"), 2)
    watcher.begun("a")
    watcher.finished(a_result("a"))
    watcher.finished(a_result("b", score=0.0, check="FAIL: no"))
    watcher.stop()
    assert paper.getvalue().splitlines() == [
        "run runs/x-001: 2 tasks", "1/2 a: ok_answer 1", "2/2 b: ok_answer 0 FAIL: no",
    ]  # fmt: skip


def test_a_pipe_gets_failed_tasks_and_once_a_minute_how_far_the_run_is() -> None:
    paper, now = io.StringIO(), [0.0]
    watcher = PlainLines(Console(file=paper, width=140), clock=lambda: now[0])
    watcher.started(Path("runs/x-001"), 5)
    for at, task, score in ((1, "a", 1.0), (59, "b", 0.0), (90, "c", 1.0), (119, "d", 1.0)):
        now[0] = at
        watcher.finished(a_result(task, score=score, check="" if score else "FAIL: no"))
    now[0] = 125.0
    watcher.finished(a_result("e", forced="planned"))
    watcher.stop()
    assert paper.getvalue().splitlines() == [
        "run runs/x-001: 5 tasks", "2/5 b: ok_answer 0", "4/5 played, 1 failed",
    ]  # fmt: skip
