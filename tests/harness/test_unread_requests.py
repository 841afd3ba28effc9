"""A change on a suite of one's own: who reads its request, and what is said where nobody does."""

import base64
import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import agentic_solver as a
from agentic_solver.cli.app import app
from agentic_solver.workspace import init_workspace

TASK = "lead-pauses-the-project"
NAME = "Apple-Cart-Overhaul"
PLAN: dict[str, Any] = {
    "interpretation": {"reading": "", "entities": [NAME], "dates": [], "wants_change": True},
    "facts": [
        {
            "id": "project",
            "sql": "SELECT id, name, id AS project, 'paused' AS status "
            f"FROM find_project('{NAME}')",
        }
    ],
    "writes": [{"tool": "set_project_status", "rows": "project", "span": f"Pause {NAME}"}],
    "cases": [
        {
            "when": "",
            "outcome": "ok_answer",
            "message": "{project.name} is paused.",
            "links": [{"kind": "project", "fact": "project", "col": "id"}],
            "apply_writes": True,
        }
    ],
    "exact_message": [],
    "rules": ["lead-changes-status"],
}
UNREAD = f"nobody has read the request: write {TASK}.reading.json beside the plan"


def reading_of(page: str) -> dict[str, Any]:
    """Return the reading that the page on plans shows."""
    blocks = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    shown = next(one for one in blocks if '"set_status"' in one)
    return json.loads(shown)  # type: ignore[no-any-return]


@pytest.fixture
def reading(repo_root: Path) -> dict[str, Any]:
    return reading_of((repo_root / "docs/plans.md").read_text("utf-8"))


@pytest.fixture
def place(tmp_path: Path, repo_root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A workspace with the suite that ``suite new`` makes and the rules that its page shows."""
    root = init_workspace(tmp_path / "place").root
    monkeypatch.chdir(root)
    assert call("suite", "new", "tiny").exit_code == 0
    page = (repo_root / "docs/suites.md").read_text("utf-8")
    rules = re.findall(r"```yaml\n(.*?)```", page, re.DOTALL)[0]
    found = re.search(r"wiki_sha1: ([0-9a-f]{40})", rules)
    assert found
    (root / "rules" / f"{found[1][:8]}.yaml").write_text(rules, encoding="utf-8")
    assert call("acquire", "tiny", "--offline").exit_code == 0
    (root / "hp").mkdir()
    (root / "hp" / f"{TASK}.json").write_text(json.dumps(PLAN), encoding="utf-8")
    return root


def call(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


def words(text: str) -> str:
    return " ".join(text.split())


def test_a_change_whose_request_nobody_has_read_says_so_everywhere(place: Path) -> None:
    played = call("run", "tiny", "--plans", "hp")
    assert f"got 'none_clarification_needed' [{UNREAD}" in words(played.stdout)
    checked = call("check", f"hp/{TASK}.json", "--suite", "tiny", "--task", TASK, "--commit")
    assert checked.exit_code == 1
    assert f"asked back: REQUEST_UNREAD: {UNREAD}" in words(checked.stdout)
    run = a.load(place / "runs" / "tiny-001")
    (found,) = run.frames["violations"].to_dict("records")
    assert (found["code"], found["task"]) == ("REQUEST_UNREAD", TASK)
    assert found["message"].startswith(UNREAD)
    run.report("run.html")
    page = (place / "run.html").read_text("utf-8")
    shown = re.search(r'id="detail-0-0">([^<]*)</script>', page)
    assert shown
    assert UNREAD in gzip.decompress(base64.b64decode(shown[1])).decode()
    replayed = call("replay", "runs/tiny-001")
    assert replayed.exit_code == 0, replayed.output


def test_a_reading_beside_the_plan_is_taken_by_run_and_check(
    place: Path, reading: dict[str, Any]
) -> None:
    (place / "hp" / f"{TASK}.reading.json").write_text(json.dumps(reading), encoding="utf-8")
    assert "1 of 1 right" in call("run", "tiny", "--plans", "hp").stdout
    checked = call("check", f"hp/{TASK}.json", "--suite", "tiny", "--task", TASK, "--commit")
    assert checked.exit_code == 0, checked.output
    # One that is named goes before it.
    (place / "other.json").write_text('{"changes": []}', encoding="utf-8")
    named = call(
        "check", f"hp/{TASK}.json", "--suite", "tiny", "--task", TASK, "--reading", "other.json"
    )
    assert named.exit_code == 1
    assert "WRITE_NOT_ASKED" in named.stdout


def test_plans_by_hand_are_played_from_python(place: Path, reading: dict[str, Any]) -> None:
    assert a.run("tiny", plans="hp").score == 0.0
    (place / "hp" / f"{TASK}.reading.json").write_text(json.dumps(reading), encoding="utf-8")
    run = a.run("tiny", plans=place / "hp")
    assert (run.score, run.manifest.model, len(run)) == (1.0, "hand", 1)
    with pytest.raises(a.AgenticSolverError, match="in one round: leave out rounds"):
        a.run("tiny", plans="hp", rounds=3)
    with pytest.raises(a.AgenticSolverError, match="leave out proposer"):
        a.run("tiny", plans="hp", proposer=propose)


def propose(_request: a.PlanRequest) -> dict[str, Any]:
    return PLAN


def test_a_reader_of_one_s_own_reads_for_a_proposer_of_one_s_own(
    place: Path, reading: dict[str, Any]
) -> None:
    asked: list[a.ReadRequest] = []

    def read(request: a.ReadRequest) -> dict[str, Any]:
        asked.append(request)
        return reading

    async def later(request: a.ReadRequest) -> a.ModelReply:
        usage = a.Usage(input_tokens=5, output_tokens=2)
        return a.ModelReply(text=json.dumps(read(request)), usage=usage)

    run = a.run("tiny", proposer=propose, reader=read, tasks=[TASK])
    assert run.score == 1.0
    assert [(one.task, one.text) for one in asked] == [(TASK, f"Pause {NAME}, please.")]
    assert "changes" in asked[0].system
    assert asked[0].messages[0].text == asked[0].text
    assert run.manifest.reader_model.endswith("read")
    again = a.run("tiny", proposer=propose, reader=later, tasks=[TASK])
    assert again.score == 1.0
    assert run.path.is_relative_to(place)


@pytest.mark.parametrize(
    ("read", "said"),
    [
        (lambda _request: None, "has no reading of"),
        (lambda _request: 7, "int is neither a reading (a dict) nor a text"),
        (lambda _request: PLAN["changes"], "raised KeyError: 'changes'"),
    ],
)
def test_a_reader_without_a_reading_is_told_of(
    place: Path, read: Callable[[a.ReadRequest], Any], said: str
) -> None:
    run = a.run("tiny", proposer=propose, reader=read, tasks=[TASK])
    assert run.score == 0.0
    (message,) = run.frames["violations"].message
    assert message.startswith("nobody has read the request: ")
    assert said in message
    assert run.path.is_relative_to(place)


def test_without_a_reader_it_is_said_how_to_name_one(place: Path) -> None:
    (place / "my_functions.py").write_text(
        f"import json\nfrom pathlib import Path\nPLAN = json.loads('''{json.dumps(PLAN)}''')\n"
        "def propose(request):\n    return PLAN\n"
        f"def read(request):\n    return Path('hp/{TASK}.reading.json').read_text()\n",
        encoding="utf-8",
    )
    arguments = ("run", "tiny", "--proposer", "my_functions:propose", "--tasks", TASK)
    alone = words(call(*arguments).stdout)
    assert "name a function of yours with --reader module:function" in alone
    text = json.dumps(reading_of((Path(__file__).parents[2] / "docs/plans.md").read_text("utf-8")))
    (place / "hp" / f"{TASK}.reading.json").write_text(text, encoding="utf-8")
    read = call(*arguments, "--reader", "my_functions:read")
    assert "1 of 1 right" in read.stdout, read.output
    for wrong, said in (
        (
            ("--reader", "my_functions:reed"),
            "reader my_functions:reed: my_functions has no 'reed'; did you mean 'read'?",
        ),
        (("--reader", "my_functions"), "--reader my_functions: name module:function"),
        (("--reader", "my_functions:read", "--reader-model", "m"), "leave one out"),
    ):
        refused = call(*arguments, *wrong)
        assert refused.exit_code == 2
        assert said in refused.stderr
