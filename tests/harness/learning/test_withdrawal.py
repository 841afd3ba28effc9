"""A wrong convention goes by the first task that is against it, told or not."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from agentic_solver.erc3.experience.cause import Keep, Rows
from agentic_solver.erc3.experience.distil import Diagnosis, distil
from agentic_solver.erc3.experience.store import ExperienceStore
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.harness.relearning import learn_from
from agentic_solver.llm.model import ModelReply, ModelRequest
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.workspace import Workspace
from tests.harness.learning.test_conventions import DRAFTS, plan_of
from tests.playing import play
from tests.script import load_script

TASKS = ("hours-of-mine-1", "hours-on-a-project-1", "hours-of-a-colleague-1")
VOIDED = "t.status <> 'voided'"

Teach = Callable[[Rows], None]


def restriction(column: str, value: str, keep: Keep = Keep.WITHOUT) -> Rows:
    return Rows(table="time_entries", column=column, keep=keep, value=value, about="figure")


@pytest.fixture
def suite(repo_root: Path, tmp_path: Path) -> str:
    return str(load_script(repo_root / "benchmarks" / "learning.py").write_suite(tmp_path))


@pytest.fixture
def teach(open_experience: Callable[[], ExperienceStore], committed_tools: Catalog) -> Teach:
    """Have the store of the workspace try a cause that one task has shown by chance."""

    def learn(cause: Rows) -> None:
        shown = Diagnosis(
            run="run-1", task="by-chance", benchmark="conventions", accepted=True, score=0.0,
            causes=(cause,), families=frozenset({"time"}),
        )  # fmt: skip
        with open_experience() as store:
            store.learn(distil(shown, committed_tools))

    return learn


def obedient(request: ModelRequest) -> ModelReply:
    """Leave out drafts, and approved hours, too, where the prompt says so."""
    told = str(request.system)
    text = request.messages[0].text.partition("Request:\n")[2]
    plan = json.dumps(plan_of(request.key.split("/")[1], text, told))
    if "whose `status` is 'approved'" in told:
        plan = plan.replace(VOIDED, f"{VOIDED} AND t.status <> 'approved'")
    return ModelReply(text=plan)


def knowing(request: ModelRequest) -> ModelReply:
    """Know the convention of the grader by itself."""
    text = request.messages[0].text.partition("Request:\n")[2]
    return ModelReply(text=json.dumps(plan_of(request.key.split("/")[1], text, DRAFTS)))


def test_a_wrong_restriction_that_is_told_goes_with_the_first_task_that_obeys_it(
    place: Workspace, suite: str, teach: Teach, open_experience: Callable[[], ExperienceStore]
) -> None:
    teach(restriction("status", "approved"))
    run = play(place, TASKS, suite=suite, model=ScriptedModel(obedient), experience="learn")
    assert [one.score == 1.0 for one in run.results] == [False, True, True]
    with open_experience() as store:
        wrong, right = store.entries()
    assert wrong.reason == f"withdrawn: {TASKS[0]} is against it"
    assert right.status == "active"
    assert (right.patch.stance, right.supported) == ("without_draft", tuple(sorted(TASKS[:2])))


def test_without_what_it_was_told_the_plan_is_right(
    place: Workspace, suite: str, teach: Teach, open_experience: Callable[[], ExperienceStore]
) -> None:
    def both(request: ModelRequest) -> ModelReply:
        plan = obedient(request).text
        return ModelReply(text=plan.replace(VOIDED, f"{VOIDED} AND t.status <> 'draft'"))

    teach(restriction("status", "approved"))
    run = play(place, TASKS[:2], suite=suite, model=ScriptedModel(both), experience="learn")
    assert [one.score == 1.0 for one in run.results] == [False, True]
    with open_experience() as store:
        (wrong,) = store.entries()  # and nothing is learnt of what was right all the time
    assert wrong.reason == f"withdrawn: {TASKS[0]} is against it"


@pytest.mark.parametrize(
    ("cause", "opposed"),
    [
        # no hours are of that sort: who heeds it has another figure
        (restriction("billable", "false", Keep.ALONE), TASKS[2:]),
        # the plans say something of the column themselves, maybe because they were asked to
        (restriction("status", "approved"), ()),
    ],
)
def test_right_answers_of_a_run_that_was_told_nothing_are_against_what_they_contradict(
    cause: Rows,
    opposed: tuple[str, ...],
    place: Workspace,
    suite: str,
    teach: Teach,
    open_experience: Callable[[], ExperienceStore],
) -> None:
    run = play(place, TASKS, suite=suite, model=ScriptedModel(knowing))
    assert all(one.score == 1.0 for one in run.results)
    teach(cause)
    learn_from(Path(run.run_dir), place)
    with open_experience() as store:
        (entry,) = store.entries()
    assert entry.opposed == opposed
    assert entry.status == ("superseded" if opposed else "candidate")
