"""A wiki that has no rules is read before its first task: once, with evidence, and replayed."""

import json
import shutil
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agentic_solver.erc3.policy.loader import policy_for
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.propose.reader import is_reading
from agentic_solver.erc3.rules import load_rules
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.errors import ModelUnavailableError, ReplayError, WorkspaceError
from agentic_solver.harness.benchmark import open_benchmark
from agentic_solver.harness.company import CompanyShelf
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.options import Reading, RunOptions, RunSummary
from agentic_solver.harness.replay import replay_run
from agentic_solver.harness.runner import run_benchmark
from agentic_solver.llm.model import Model, ModelReply, ModelRequest, Usage
from agentic_solver.llm.recording import ModelRecord, RecordingModel, load_records
from agentic_solver.llm.replaying import ReplayingModel
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.settings import load_settings
from agentic_solver.twin.suite import find_suite
from agentic_solver.workspace import Workspace, init_workspace
from tests.erc3.test_acquire import draft, reply

SETTINGS = load_settings({})
PAGE = "workshop/glue.md"
GLUE = "# Glue\n\nA pot of glue is full at 7 litres.\n"
TASKS = ("lead-of-project", "log-in-house-hours")
EDIT = "write-wiki-explanation"
FULL = draft(
    "glue-full", "definition", f"{PAGE}#glue", "A pot of glue is full at 7 litres.",
    "A pot of glue is full at 7 litres.", "lookup",
)  # fmt: skip


def _plans() -> list[ModelRecord]:
    """The recorded plans of the three tasks, under the name of the suite, without rule ids."""
    found = []
    for record in load_records(builtin_recordings("erc3-dev")):
        name = record.key.partition("/")[2]
        if name.partition("/")[0] in (*TASKS, EDIT):
            read = is_reading(record.key)
            more: dict[str, Any] = {} if read else {"rules": []}
            text = json.dumps({**json.loads(record.reply.text), **more})
            plain = record.reply.model_copy(update={"text": text})
            found.append(record.model_copy(update={"key": f"erc3-dev/{name}", "reply": plain}))
    return found


PLANS = _plans()
KNOWN = len(load_rules(Path(__file__).resolve().parents[2] / "rules" / "377df2ed.yaml").rules)
"""Rules of the built-in company."""
COST = Usage(input_tokens=100, output_tokens=10, cache_read_tokens=5)


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with rules of the built-in company; nobody may change it."""
    place = tmp_path_factory.mktemp("known") / "place"
    init_workspace(place)
    for wiki in place.glob("wiki/*"):
        if wiki.is_dir() and wiki.name != "377df2ed":
            shutil.rmtree(wiki)
    return place


@pytest.fixture
def place(known: Path, tmp_path: Path) -> Workspace:
    shutil.copytree(known, tmp_path / "place")
    return Workspace(tmp_path / "place")


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built-in company; two tasks find one page more in the wiki, one edits the wiki."""
    folder = tmp_path_factory.mktemp("suite") / "erc3-dev"
    shutil.copytree(find_suite("erc3-dev"), folder, ignore=shutil.ignore_patterns("templates"))
    tasks = []
    for line in (folder / "tasks.jsonl").read_text("utf-8").splitlines():
        task = json.loads(line)
        if task["id"] in TASKS:
            overlay = {**task.get("overlay", {}), "wiki": {PAGE: GLUE}}
            tasks.append(json.dumps({**task, "overlay": overlay}))
        elif task["id"] == EDIT:
            tasks.append(line)
    (folder / "tasks.jsonl").write_text("\n".join(tasks) + "\n", encoding="utf-8")
    return folder


class Reader:
    """Plans come from the recordings, records of the wiki from a function."""

    name = "live"

    def __init__(self, answer: Callable[[ModelRequest], Any]) -> None:
        self.plans = ReplayingModel(PLANS, match="task")
        self.asked: list[ModelRequest] = []
        self._scripted = ScriptedModel(answer)

    def complete(self, request: ModelRequest) -> ModelReply:
        if "/acquire/" not in request.key:
            return self.plans.complete(request)
        self.asked.append(request)
        return replace(self._scripted.complete(request), usage=COST)


def glue(_request: ModelRequest) -> str:
    return reply(FULL)


def play(
    suite: Path,
    place: Workspace,
    model: Model,
    said: list[str] | None = None,
    /,
    **options: Any,
) -> RunSummary:
    asked = RunOptions(benchmark=str(suite), **{"tasks": TASKS, **options})
    return run_benchmark(
        asked,
        benchmark=open_benchmark(str(suite), "twin", SETTINGS, seed=0, variation=asked.variation),
        workspace=place,
        model=model,
        tell=(said if said is not None else []).append,
    )


def context(run: Path, task: str = TASKS[0]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((run / "tasks" / task / "context.json").read_text("utf-8"))
    return found


@pytest.mark.slow
def test_the_model_is_asked_as_for_plans_and_a_replay_knows_how(
    suite: Path, place: Workspace
) -> None:
    model = Reader(glue)
    summary = play(suite, place, model, temperature=0.5, effort="low", max_tokens=5_000)
    [request] = model.asked
    assert (request.temperature, request.effort, request.max_tokens) == (0.5, "low", 10_000)
    assert replay_run(Path(summary.run_dir), place).tasks == 2


@pytest.mark.parametrize("workers", [1, 2])
def test_only_the_new_page_is_asked_for_and_once_for_a_run(
    suite: Path, place: Workspace, workers: int
) -> None:
    model, said = Reader(glue), list[str]()
    summary = play(suite, place, model, said, workers=workers)
    assert (summary.passed, summary.tasks) == (2, 2)
    [request] = model.asked
    assert PAGE in request.messages[0].text
    text = request.messages[0].text
    assert text.index(f"- {PAGE}\n") < text.index(f"- {PAGE}#glue\n")
    assert text.index(f"- {PAGE}#glue\n") < text.index("other sections are kept")
    [reading] = summary.readings
    assert (reading.status, reading.pages, reading.dropped) == ("read", (PAGE,), 0)
    assert (reading.rules, reading.kept) == (KNOWN + 1, KNOWN)
    assert said == [
        f"wiki {reading.wiki[:8]} has no rules, near 377df2ed: the model reads it",
        f"wiki {reading.wiki[:8]} was read: {KNOWN} rules kept, 1 read, 0 dropped",
    ]
    for task in TASKS:
        met = context(Path(summary.run_dir), task)
        assert met["policy_known"] is True
        assert met["reading"] == {"note": said[1], "status": "read"}


def test_calls_and_tokens_count_in_the_totals_and_not_in_the_tasks(
    suite: Path, place: Workspace
) -> None:
    summary = play(suite, place, Reader(glue))
    # the change has its request read, too
    assert [result.model_calls for result in summary.results] == [1, 2]
    assert (summary.model_calls, summary.reader_calls) == (4, 1)
    inputs = sum(result.input_tokens for result in summary.results)
    assert summary.input_tokens == inputs + COST.prompt_tokens
    assert summary.readings[0].output_tokens == COST.output_tokens


def test_the_run_keeps_rules_policy_report_and_exchanges(suite: Path, place: Workspace) -> None:
    before = sorted(path.name for path in place.root.glob("*/*"))
    summary = play(suite, place, Reader(glue))
    sha1 = summary.readings[0].wiki
    folder = Path(summary.run_dir) / "acquire" / sha1[:8]
    assert sorted(path.name for path in folder.iterdir()) == [
        f"{sha1[:8]}.yaml", "model.jsonl", "reading.json", "report.txt", f"wiki_{sha1[:8]}.py",
    ]  # fmt: skip
    policy = policy_for(folder, sha1)
    assert policy is not None
    assert policy.rule("glue-full") is not None
    [exchange] = (folder / "model.jsonl").read_text("utf-8").splitlines()
    assert json.loads(exchange)["reply"]["usage"]["input_tokens"] == COST.input_tokens
    report = (folder / "report.txt").read_text("utf-8")
    assert f"{KNOWN + 1} rules (extracted by live), {KNOWN} taken over" in report
    after = sorted(path.name for path in place.root.glob("*/*"))
    assert after == sorted([*before, Path(summary.run_dir).name])


def test_a_replay_has_the_policy_of_the_run_without_that_of_the_workspace(
    suite: Path, place: Workspace
) -> None:
    summary = play(suite, place, Reader(glue))
    run = Path(summary.run_dir)
    assert replay_run(run, place).tasks == 2
    sha8 = summary.readings[0].wiki[:8]
    shutil.rmtree(place.wiki / "377df2ed")
    shutil.copy(place.policy / "wiki_377df2ed.py", place.policy / f"wiki_{sha8}.py")
    assert replay_run(run, place).tasks == 2


@pytest.mark.parametrize(
    ("name", "old", "new", "complaint"),
    [
        ("wiki_{}.py", "is full at 7 litres", "is full at 8 litres", r"wiki_\w+\.py, line"),
        ("{}.yaml", "is full at 7 litres", "is full at 8 litres", r"\.yaml, line"),
        ("report.txt", f"{KNOWN + 1} rules", f"{KNOWN + 2} rules", r"report\.txt, line"),
        ("reading.json", f'"rules": {KNOWN + 1}', f'"rules": {KNOWN + 2}', r"reading\.json, line"),
        ("model.jsonl", "at 7 litres", "at 9 litres", "acquire/"),
    ],
)
def test_a_replay_notices_changed_evidence(
    suite: Path, place: Workspace, name: str, old: str, new: str, complaint: str
) -> None:
    summary = play(suite, place, Reader(glue))
    sha8 = summary.readings[0].wiki[:8]
    path = Path(summary.run_dir) / "acquire" / sha8 / name.format(sha8)
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ReplayError, match=complaint):
        replay_run(Path(summary.run_dir), place)


def test_a_replay_notices_rules_that_are_gone(suite: Path, place: Workspace) -> None:
    run = Path(play(suite, place, Reader(glue)).run_dir)
    shutil.rmtree(run / "acquire")
    with pytest.raises(ReplayError, match=r"lead-of-project, context\.json"):
        replay_run(run, place)


def test_recordings_hold_the_reading_and_answer_for_it(
    suite: Path, place: Workspace, tmp_path: Path
) -> None:
    live = play(suite, place, RecordingModel(Reader(glue), tmp_path / "kept"), model="m")
    sha8 = live.readings[0].wiki[:8]
    keys = sorted(record.key for record in load_records(tmp_path / "kept"))
    assert keys[0].startswith(f"erc3-dev/acquire/{sha8}/")
    assert keys[0].endswith("/r1")
    recorded = ReplayingModel.load(tmp_path / "kept")
    again = play(suite, place, recorded, model="m", workers=2)
    assert (again.passed, again.model_faults) == (2, 0)
    folders = (Path(run.run_dir) / "acquire" / sha8 for run in (live, again))
    first, second = ([(p.name, p.read_bytes()) for p in sorted(f.iterdir())] for f in folders)
    assert first == second
    assert replay_run(Path(again.run_dir), place).tasks == 2


def test_without_a_recording_unchanged_rules_hold_and_the_output_says_so(
    suite: Path, place: Workspace
) -> None:
    said: list[str] = []
    model = ReplayingModel(PLANS, match="task")
    summary = play(suite, place, model, said)
    assert (summary.passed, summary.model_calls, summary.model_faults) == (2, 3, 0)
    [reading] = summary.readings
    assert (reading.status, reading.rules, reading.asked) == ("carried_over", KNOWN, False)
    [line] = said
    assert f"only the {KNOWN} unchanged rules of wiki 377df2ed hold" in line
    assert "with a live model (--proposer anthropic) and --keep-rules, or write" in line
    assert "`agentic-solver acquire SUITE --offline`" in line
    run = Path(summary.run_dir)
    assert context(run)["reading"]["status"] == "carried_over"
    assert replay_run(run, place).tasks == 2


def test_a_model_that_fails_leaves_the_unchanged_rules(suite: Path, place: Workspace) -> None:
    said: list[str] = []
    model = Reader(lambda _request: ModelUnavailableError("overloaded"))
    summary = play(suite, place, model, said)
    assert (summary.passed, summary.model_faults, len(model.asked)) == (2, 1, 1)
    assert summary.readings[0].status == "carried_over"
    assert f"only the {KNOWN} unchanged rules of wiki 377df2ed hold" in said[1]
    assert "overloaded" in context(Path(summary.run_dir))["reading"]["note"]
    assert replay_run(Path(summary.run_dir), place).tasks == 2


def test_faulty_records_are_left_out_and_counted(suite: Path, place: Workspace) -> None:
    invented = {**FULL, "quote": "A pot of glue is full at 9 litres."}
    summary = play(suite, place, Reader(lambda _request: reply(invented)))
    [reading] = summary.readings
    assert (reading.rules, reading.dropped, reading.model_calls) == (KNOWN, 1, 2)


def without_rules(place: Workspace) -> Workspace:
    for path in (*place.rules.glob("*.yaml"), *place.policy.glob("wiki_*.py")):
        path.unlink()
    return place


def test_a_whole_wiki_is_read_by_a_live_model_only(suite: Path, place: Workspace) -> None:
    said: list[str] = []
    bare = without_rules(place)
    recorded = ReplayingModel(PLANS, match="task")
    summary = play(suite, bare, recorded, said)
    assert (summary.readings, context(Path(summary.run_dir))["policy_known"]) == ((), False)
    [line] = said
    assert "only the baseline holds; play it once with a live model" in line
    assert replay_run(Path(summary.run_dir), bare).tasks == 2
    model = Reader(lambda request: glue(request) if PAGE in request.messages[0].text else reply())
    summary = play(suite, bare, model, proposer="anthropic")
    [reading] = summary.readings
    assert reading.status == "read"
    assert reading.rules == 1
    assert len(reading.pages) == 23
    assert 6 <= len(model.asked) <= 10
    assert replay_run(Path(summary.run_dir), bare).tasks == 2


def test_what_the_run_has_read_serves_the_next_revision(suite: Path, place: Workspace) -> None:
    """Where no revision is known before, only the first wiki of a run is read as a whole."""
    bare, said = without_rules(place), list[str]()
    model = Reader(lambda request: glue(request) if PAGE in request.messages[0].text else reply())
    tasks = (EDIT, TASKS[0])
    summary = play(suite, bare, model, said, proposer="anthropic", tasks=tasks)
    first, second = sorted(summary.readings, key=lambda reading: -len(reading.pages))
    assert (len(first.pages), second.pages) == (22, (PAGE,))
    assert second.earlier == first.wiki
    assert f"near {first.wiki[:8]}: the model reads it" in said[2]
    assert model.asked[-1].key.startswith(f"erc3-dev/acquire/{second.wiki[:8]}/")
    assert replay_run(Path(summary.run_dir), bare).tasks == 2


def test_switched_off_it_asks_nobody(suite: Path, place: Workspace) -> None:
    said: list[str] = []
    model = Reader(glue)
    summary = play(suite, place, model, said, acquire="off")
    assert (model.asked, summary.readings) == ([], ())
    assert "--acquire auto" in said[0]
    assert "reading" not in context(Path(summary.run_dir))
    assert not (Path(summary.run_dir) / "acquire").exists()


def test_kept_rules_serve_the_next_run(suite: Path, place: Workspace) -> None:
    first = play(suite, place, Reader(glue), keep_rules=True)
    sha1 = first.readings[0].wiki
    policy = policy_for(place.policy, sha1)
    assert policy is not None
    assert policy.rule("glue-full") is not None
    assert (place.wiki / sha1[:8] / PAGE).read_text("utf-8") == GLUE
    model = Reader(glue)
    second = play(suite, place, model)
    assert (model.asked, second.readings, second.passed) == ([], (), 2)
    digests = [context(Path(run.run_dir))["policy_digest"] for run in (first, second)]
    assert digests[0] == digests[1]
    for run in (first, second):
        assert replay_run(Path(run.run_dir), place).tasks == 2


def test_rules_are_not_kept_in_the_packaged_template(suite: Path, place: Workspace) -> None:
    with pytest.raises(WorkspaceError, match="template"):
        play(suite, Workspace(place.root, readonly=True), Reader(glue), keep_rules=True)


@pytest.mark.parametrize("variation", ["ids", "company=Fulmar Stages"])
def test_a_varied_company_is_read_on_its_renamed_rules(
    suite: Path, place: Workspace, variation: str, tmp_path: Path
) -> None:
    model = RecordingModel(Reader(glue), tmp_path / "kept")
    play(suite, place, model, tasks=TASKS[:1])
    summary = play(suite, place, Reader(glue), variation=(variation,), tasks=TASKS[:1])
    [reading] = summary.readings
    assert (reading.status, reading.kept, reading.rules) == ("read", KNOWN, KNOWN + 1)
    assert replay_run(Path(summary.run_dir), place).tasks == 1
    recorded = ReplayingModel.load(tmp_path / "kept", match="task")
    again = play(suite, place, recorded, variation=(variation,), tasks=TASKS[:1])
    assert (again.readings[0].status, again.readings[0].rules) == ("read", KNOWN + 1)
    assert replay_run(Path(again.run_dir), place).tasks == 1


@pytest.mark.requirement("S3-A3j", "S3-7.3g")
def test_a_task_that_edits_the_wiki_keeps_its_policy(suite: Path, place: Workspace) -> None:
    """SIB-17: the edit is an event; a task that begins with a new digest has it read."""
    model = Reader(glue)
    summary = play(suite, place, model, tasks=(EDIT,))
    run = Path(summary.run_dir)
    assert (summary.passed, model.asked, summary.readings) == (1, [], ())
    assert "/wiki/update" in (run / "tasks" / EDIT / "calls.jsonl").read_text("utf-8")
    known = context(run, EDIT)["policy_digest"]
    model = Reader(glue)
    summary = play(suite, place, model, tasks=(EDIT, *TASKS))
    run = Path(summary.run_dir)
    assert (summary.passed, len(model.asked)) == (3, 1)
    digests = [context(run, task)["policy_digest"] for task in (EDIT, *TASKS)]
    assert digests[0] == known
    assert digests[1] == digests[2] != known


PAGES = {name: WikiPages({"a.md": f"# {name}\n"}) for name in ("one", "two")}


def test_who_wants_a_wiki_that_is_being_read_waits_and_others_do_not(place: Workspace) -> None:
    """One thread reads ``one``; a second that wants it waits, a third gets ``two`` meanwhile."""
    begun, go_on, asked = threading.Event(), threading.Event(), list[str]()

    class Slow:
        def read(self, sha1: str, pages: WikiPages) -> tuple[Reading, Policy | None] | None:
            asked.append(sha1)
            if sha1 == PAGES["one"].sha1:
                begun.set()
                assert go_on.wait(30)
            return None

        def has_read(self, sha1: str) -> bool:
            return sha1 in asked

    shelf = CompanyShelf(place, reader=Slow())
    found: list[str] = []

    def want(name: str) -> None:
        company = shelf.company(PAGES[name].sha1, lambda: PAGES[name])
        found.append(company.wiki.sha1)

    waiting = [threading.Thread(target=want, args=("one",)) for _ in range(2)]
    for thread in waiting:
        thread.start()
    assert begun.wait(30)
    other = threading.Thread(target=want, args=("two",))
    other.start()
    other.join(30)
    assert found == [PAGES["two"].sha1]
    go_on.set()
    for thread in waiting:
        thread.join(30)
    assert asked == [PAGES["one"].sha1, PAGES["two"].sha1]
    assert found[1:] == [PAGES["one"].sha1] * 2


def test_a_wiki_that_changes_while_it_is_fetched_is_not_read(
    suite: Path, place: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = WikiPages({"a.md": "# Something else\n"})
    monkeypatch.setattr("agentic_solver.harness.playing.fetch_wiki", lambda _api: other)
    said: list[str] = []
    model = Reader(glue)
    summary = play(suite, place, model, said, tasks=TASKS[:1])
    assert model.asked == []
    assert summary.readings[0].status == "none"
    assert "only the baseline holds: the pages changed while they were fetched" in said[-1]
    assert replay_run(Path(summary.run_dir), place).tasks == 1
