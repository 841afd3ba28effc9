"""The line that a word without a figure draws: another figure, or the same one left out."""

import json
from collections.abc import Callable
from pathlib import Path

from agentic_solver.erc3.experience.bound import Bound, Side, bound_edits, drawn_in, with_bound
from agentic_solver.erc3.experience.store import ExperienceStore
from agentic_solver.harness.relearning import learn_from
from agentic_solver.llm.model import ModelReply, ModelRequest
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.workspace import Workspace
from tests.harness.learning.test_conventions import plan_of
from tests.playing import play
from tests.script import load_script

BUSY = "SELECT w.employee FROM workloads w WHERE w.time_slices >= 0.8"


def line(figure: int, side: Side = Side.FROM, column: str = "time_slices") -> Bound:
    table = "workloads" if column == "time_slices" else "employee_skills"
    return Bound(table=table, column=column, side=side, figure=figure)


def test_the_lines_of_a_plan_are_read_whichever_way_they_are_written() -> None:
    assert drawn_in({"f": BUSY}) == (line(80),)
    assert drawn_in({"f": BUSY.replace("w.time_slices >= 0.8", "0.8 <= w.time_slices")}) == (
        line(80),
    )
    skills = "SELECT employee FROM employee_skills WHERE level > 6"
    assert drawn_in({"f": skills}) == (line(6, Side.ABOVE, "level"),)
    assert drawn_in({"f": "SELECT id FROM me WHERE 1 < 2"}) == ()
    both = f"{skills} AND employee IN (SELECT employee FROM employee_wills)"
    assert drawn_in({"f": both}) == ()  # whose level it is cannot be told


def test_the_nearest_other_lines_come_first_and_the_direction_stays() -> None:
    found = [other for _own, other, _changed in bound_edits({"f": BUSY})]
    assert found[0] == line(80, Side.ABOVE)
    assert {one.figure for one in found[1:3]} == {75}
    assert all(one.side.is_lower for one in found)
    edited = with_bound({"f": BUSY}, line(75, Side.ABOVE))["f"]
    assert edited.endswith("w.time_slices > 0.75")
    assert with_bound({"f": BUSY}, line(80)) == {}
    assert list(bound_edits({"f": f"{BUSY} OR w.time_slices > 0.5"})) == []  # two lines


def lazy(request: ModelRequest) -> ModelReply:
    """Take everybody with some work for the busiest."""
    text = request.messages[0].text.partition("Request:\n")[2]
    plan = json.dumps(plan_of(request.key.split("/")[1], text, ""))
    ranked = "FROM w WHERE load = (SELECT max(load) FROM w)"
    assert ranked in plan
    plan = plan.replace("w.time_slices AS load", "w.time_slices")
    return ModelReply(text=plan.replace(ranked, "FROM w WHERE time_slices > 0.1"))


def test_a_line_that_gives_what_the_grader_wanted_is_the_cause_until_another_task_has_another(
    place: Workspace,
    repo_root: Path,
    tmp_path: Path,
    open_experience: Callable[[], ExperienceStore],
) -> None:
    suite = load_script(repo_root / "benchmarks" / "learning.py").write_suite(tmp_path)
    tasks = ("busiest-of-a-department-3", "busiest-of-a-department-4")
    runs = [play(place, (one,), suite=str(suite), model=ScriptedModel(lazy)) for one in tasks]
    learn_from(Path(runs[0].run_dir), place)
    with open_experience() as store:
        (entry,) = store.entries()
    assert entry.reason == f"tried: {tasks[0]} is for it, a second task is needed"
    assert entry.patch.guidance == line(50, Side.ABOVE).lesson.guidance
    # the busiest are no matter of a line: the next task shows it
    learn_from(Path(runs[1].run_dir), place)
    with open_experience() as store:
        first, second = store.entries()
    assert first.reason == f"withdrawn: {tasks[1]} is against it"
    assert second.status == "candidate"
