"""The suite of conventions: a proposer that follows the pages, unless it is told otherwise."""

import json
import re
from pathlib import Path
from types import ModuleType

import pytest

from agentic_solver.harness.pairing import pair
from agentic_solver.llm.model import ModelReply, ModelRequest
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.twin.suite import load_suite
from agentic_solver.workspace import Workspace
from tests.playing import play
from tests.script import load_script

DRAFTS = "leave out rows of `time_entries` whose `status` is 'draft'"
ARCHIVED = "leave out rows of `projects` whose `status` is 'archived'"
CLIENT = "An answer links the customer of a project that it is about, too"
DAY_FIRST = "Write dates in a message with the day first"


@pytest.fixture(scope="module")
def learning(repo_root: Path) -> ModuleType:
    """The script that plays both arms."""
    return load_script(repo_root / "benchmarks" / "learning.py")


def follower() -> ScriptedModel:
    """A proposer that counts, links and writes as the pages say, and as it is told."""

    def answer(request: ModelRequest) -> ModelReply:
        task = request.key.split("/")[1]
        text = request.messages[0].text.partition("Request:\n")[2]
        system = "\n".join(block.text for block in request.system)
        return ModelReply(text=json.dumps(plan_of(task, text, system)))

    return ScriptedModel(answer)


def plan_of(task: str, text: str, told: str) -> dict[str, object]:
    """Return the plan of a request of the suite."""
    phrase = re.sub(
        r"^(How many hours (were logged|do I have) on |Total hours of |What did |"
        r"Sum of the hours of |Which projects do we have for |List the projects of "
        r"|In which projects is "
        r"|The projects of |Who leads |Who is the Lead of |What is the status of "
        r"|On which day did I last log hours on |What is the date of my latest time entry on "
        r"|What is the e-mail address of |Please give me the e-mail of |Who is the busiest in "
        r"|Who of )",
        "", text,
    )  # fmt: skip
    phrase = re.split(
        r" from 2| between 2| work from|, 2|: my hours|: which status| involved|, please"
        r"| has the highest|[?.]$", phrase,
    )[0]  # fmt: skip
    phrase = phrase.replace("'", "''")
    days = re.findall(r"\d{4}-\d\d-\d\d", text)
    by_status = "t.status <> 'voided'" + (" AND t.status <> 'draft'" if DRAFTS in told else "")
    alive = " AND p.status <> 'archived'" if ARCHIVED in told else ""
    facts, links = [], []
    match task.rpartition("-")[0]:
        case "hours-on-a-project" | "hours-of-mine" as kind:
            mine = " AND t.employee = (SELECT id FROM me)" if kind == "hours-of-mine" else ""
            facts = [
                ("p", f"SELECT id FROM find_project('{phrase}')"),
                ("a", "SELECT sum(t.hours) AS said FROM time_entries t WHERE t.project IN "
                 f"(SELECT id FROM p) AND t.date BETWEEN '{days[0]}' AND '{days[1]}' AND "
                 f"{by_status}{mine}"),
            ]  # fmt: skip
        case "hours-of-a-colleague":
            facts = [
                ("e", f"SELECT id FROM find_employee('{phrase}')"),
                ("a", "SELECT sum(t.hours) AS said FROM time_entries t WHERE t.employee IN "
                 f"(SELECT id FROM e) AND t.date BETWEEN '{days[0]}' AND '{days[1]}' AND "
                 f"{by_status}"),
            ]  # fmt: skip
        case "projects-of-a-client" | "projects-of-a-colleague" as kind:
            what = (
                "p.customer IN (SELECT id FROM x)"
                if kind.endswith("client")
                else (
                    "p.id IN (SELECT project FROM project_team "
                    "WHERE employee IN (SELECT id FROM x))"
                )
            )
            finder = "customer" if kind.endswith("client") else "employee"
            facts = [
                ("x", f"SELECT id FROM find_{finder}('{phrase}')"),
                ("a", f"SELECT p.id, p.name AS said FROM projects p WHERE {what}{alive}"),
            ]
            links = [("project", "a", "id")]
        case "lead-of-a-project" | "status-of-a-project" as kind:
            facts = [
                ("p", f"SELECT p.id, p.status, p.customer FROM find_project('{phrase}') f JOIN "
                 "projects p ON p.id = f.id"),
                ("l", "SELECT e.id, e.name FROM project_team t JOIN employees e ON e.id = "
                 "t.employee WHERE t.role = 'Lead' AND t.project IN (SELECT id FROM p)"),
                ("a", f"SELECT {'l.name' if kind[0] == 'l' else 'p.status'} AS said FROM p, l"),
            ]  # fmt: skip
            links = [("project", "p", "id")]
            links += [("employee", "l", "id")] if kind[0] == "l" else []
            links += [("customer", "p", "customer")] if CLIENT in told else []
        case "latest-hours-of-mine":
            day = "strftime(max(t.date), '%d.%m.%Y')" if DAY_FIRST in told else "max(t.date)"
            facts = [
                ("p", f"SELECT id FROM find_project('{phrase}')"),
                ("a", f"SELECT {day} AS said FROM time_entries t WHERE t.project IN "
                 "(SELECT id FROM p) AND t.employee = (SELECT id FROM me) "
                 f"AND {by_status}"),
            ]  # fmt: skip
        case "mail-of-a-colleague":
            facts = [("a", f"SELECT e.id, e.email AS said FROM find_employee('{phrase}') f JOIN "
                      "employees e ON e.id = f.id")]  # fmt: skip
            links = [("employee", "a", "id")]
        case _:
            facts = [
                ("w", "SELECT e.id, e.name, w.time_slices AS load FROM workloads w JOIN employees "
                 "e ON e.id = w.employee WHERE e.department IN "
                 f"(SELECT id FROM find_department('{phrase}'))"),
                ("a", "SELECT id, name AS said FROM w WHERE load = (SELECT max(load) FROM w)"),
            ]  # fmt: skip
            links = [("employee", "a", "id")]
    shown = [{"kind": kind, "fact": fact, "col": col} for kind, fact, col in links]
    case = {"outcome": "ok_answer", "message": "{a.said}", "links": shown, "apply_writes": False}
    none = {"outcome": "ok_not_found", "message": "None.", "links": [], "apply_writes": False}
    reading = {"reading": "", "entities": [], "dates": [], "wants_change": False}
    return {
        "interpretation": reading,
        "facts": [{"id": name, "sql": sql} for name, sql in facts],
        "writes": [],
        "cases": [{"when": "a.none", **none}, {"when": "", **case}],
        "exact_message": [],
        "rules": [],
    }


@pytest.mark.requirement("S3-9.C1", "S3-D1a")
def test_four_conventions_of_a_grader_are_learnt_and_what_is_as_written_stays(
    tmp_path: Path, learning: ModuleType
) -> None:
    suite = learning.write_suite(tmp_path)
    first, second = (
        [task for task in half if is_english(suite, task)] for half in learning.halves(suite)
    )
    runs = {}
    for arm in learning.ARMS:
        place = Workspace(learning.workspace(tmp_path, arm))
        tasks = (*first, *second) if arm == "with" else tuple(second)
        runs[arm] = play(
            place,
            tasks,
            suite=str(suite),
            model=follower(),
            experience="learn" if arm == "with" else "off",
        )
    scores = {
        arm: {one.task: one.score for one in run.results if one.task in second}
        for arm, run in runs.items()
    }
    figures = pair(scores["without"], scores["with"])
    assert figures.worse == 0
    assert figures.better >= 10
    assert figures.p_value < 0.001
    assert all(score == 1.0 for score in scores["with"].values())
    # the patches that did it are named, and they are advice: what decides is the same
    told = json.loads(
        Path(runs["with"].run_dir, "tasks", second[-1], "experience.json").read_text()
    )
    assert any(CLIENT in text for _patch, text in told)
    manifests = [
        json.loads(Path(run.run_dir, "manifest.json").read_text(encoding="utf-8"))
        for run in runs.values()
    ]
    for name in ("code", "policy", "rules", "tools"):
        assert manifests[0][name] == manifests[1][name]


def is_english(suite: Path, task: str) -> bool:
    """Whether the request is one that :func:`plan_of` reads."""
    text = next(one.text for one in load_suite(suite).tasks if one.id == task)
    return re.match(r"(How|Total|What|Sum|Which|List|In which|The|Who|On|Please)\b|.*: (my hours "
                    r"between|which status)", text) is not None  # fmt: skip
