"""Loading suites: what is checked, and how a fault is told."""

import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agentic_solver.errors import SuiteError, UsageError
from agentic_solver.twin.suite import builtin_suites, find_suite, load_suite
from agentic_solver.twin.universe import Universe
from agentic_solver.twin.wikipages import wiki_digest

SHARED = Path(__file__).parents[3] / "shared" / "erc3" / "suites"


def test_suite_holds_what_the_files_say(make_suite: Any) -> None:
    suite = load_suite(make_suite(meta={"page_limit": 3, "require_usage": False}))
    assert (suite.name, suite.grading_version) == ("thornlight", 3)
    assert (suite.page_limit, suite.require_usage) == (3, False)
    assert [task.id for task in suite.tasks] == ["who-leads"]
    world = suite.worlds["thornlight"]
    assert len(world.employees) == 7
    assert world.employees[3].notes == "Left-handed"
    assert suite.wikis["thornlight"].paths == ("index.md", "rules/Zoo.md", "rules/pay.md")


def test_defaults(make_suite: Any) -> None:
    suite = load_suite(make_suite())
    assert (suite.page_limit, suite.require_usage) == (5, True)


def test_tasks_keep_the_order_of_the_file_and_blank_lines_do_not_count(
    make_suite: Any, task: Any
) -> None:
    folder = make_suite(tasks=[{**task, "id": "z"}, {**task, "id": "a"}])
    path = folder / "tasks.jsonl"
    path.write_text("\ufeff\n" + path.read_text(encoding="utf-8") + "\n \n", encoding="utf-8")
    assert [spec.id for spec in load_suite(folder).tasks] == ["z", "a"]


def test_a_line_separator_of_unicode_does_not_end_a_task(make_suite: Any, task: Any) -> None:
    text = "one\u2028two\x0bthree"
    suite = load_suite(make_suite(tasks=[{**task, "text": text}]))
    assert suite.tasks[0].text == text


def test_synthetic_lists_are_no_worlds(make_suite: Any) -> None:
    folder = make_suite()
    (folder / "worlds" / "thornlight.synthetic.json").write_text("[]", encoding="utf-8")
    assert list(load_suite(folder).worlds) == ["thornlight"]


def test_pinned_digest_of_the_pages_is_accepted(make_suite: Any) -> None:
    pages = {"a.md": "x\n"}
    meta = {"wiki_sha1": {"thornlight": wiki_digest(pages)}}
    suite = load_suite(make_suite(pages=pages, meta=meta))
    assert suite.wikis["thornlight"].sha1 == hashlib.sha1(b"a.md\nx\n\n").hexdigest()


def test_wordings_are_drawn_by_seed(make_suite: Any) -> None:
    spec = load_suite(make_suite()).tasks[0]
    assert spec.wording(0) == spec.text
    drawn = [spec.wording(seed) for seed in range(1, 40)]
    assert drawn == [spec.wording(seed) for seed in range(1, 40)]
    assert set(drawn) == {spec.text, *spec.paraphrases}


def test_builtin_suites_are_folders_of_the_package() -> None:
    for name, path in builtin_suites().items():
        assert path.name.replace("_", "-") == name
        assert find_suite(name) == path
        assert load_suite(path).tasks


def test_find_suite_takes_a_path_or_says_what_there_is(make_suite: Any) -> None:
    folder = make_suite()
    assert find_suite(str(folder)) == folder
    with pytest.raises(UsageError, match="neither a built-in suite"):
        find_suite(str(folder / "nothing"))
    for path in ("~nobody-of-this-name/suite", "n" * 300):
        with pytest.raises(UsageError, match=r"cannot be read: .*: name another folder"):
            find_suite(path)


@pytest.mark.skipif(not SHARED.is_dir(), reason="no recorded suites here")
def test_a_big_suite_loads() -> None:
    suite = load_suite(SHARED / "erc3-prod-recorded")
    assert len(suite.tasks) > 100


def _set(*path: int | str, to: Any) -> Callable[[Any], None]:
    def change(content: Any) -> None:
        for part in path[:-1]:
            content = content[part]
        content[path[-1]] = to

    return change


def _drop(*path: int | str) -> Callable[[Any], None]:
    def change(content: Any) -> None:
        for part in path[:-1]:
            content = content[part]
        del content[path[-1]]

    return change


def _entry(entry_id: str, **changes: Any) -> dict[str, Any]:
    entry = {
        "id": entry_id,
        "employee": "tl_001",
        "customer": "",
        "project": "",
        "date": "2025-01-01",
        "hours": 1,
        "work_category": "",
        "notes": "",
        "billable": True,
        "status": "draft",
    }
    return {**entry, **changes}


TASK_FAULTS = [
    (_drop("family"), "family: this field is missing: add it"),
    (_set("family", to=""), 'family: "" does not fit'),
    (_drop("caller"), "caller: this field is missing"),
    (_set("id", to=5), "id: 5 does not fit: use a valid string"),
    (_set("extra", to=1), "extra: there is no such field"),
    (_set("world", to="moon"), "there is no world 'moon': use one of thornlight"),
    (_set("text", to="  "), 'text: "  " does not fit'),
    (_set("caller", "current_user", to="tl_999"), "'tl_999' is not in the registry"),
    (_set("caller", "location", to="Moon"), "the registry says 'South Yard'"),
    (_set("caller", "is_public", to=True), "caller.current_user: a guest has none"),
    (_drop("caller", "department"), "caller.department: this field is missing"),
    (_set("caller", to="guest"), "caller: "),
    (_set("expect", "outcomes", to=[]), "expect.outcomes: [] does not fit"),
    (_set("expect", "outcomes", to=["ok"]), "expect.outcomes[0]: \"ok\" does not fit: use "
     "'ok_answer'"),
    (_set("expect", "links", to={"skill": {"exact": []}}), "expect.links.skill"),
    (_set("expect", "links", "employee", to={}), 'has exactly one of "exact"'),
    (_set("expect", "links", "employee", to={"exact": [], "forbid": "any"}),
     'has exactly one of "exact"'),
    (_set("expect", "links", "employee", to={"exact": [], "tolerate": "any"}),
     '"tolerate" belongs to "contain"'),
    (_set("expect", "links", "employee", to={"contain": []}), '"contain" is empty'),
    (_set("expect", "links", "employee", to={"forbid": "some"}),
     'expect.links.employee.forbid: "some" does not fit'),
    (_set("expect", "links", "employee", "exact", to=["tl_999"]),
     "expect.links.employee.exact[0]: there is no employee 'tl_999'"),
    (_set("expect", "links", to={"wiki": {"contain": ["no.md"]}}), "there is no wiki"),
    (_set("expect", "message", to={"contain": ["x"]}), "expect.message.contain: there is no"),
    (_set("expect", "message", to={"contains_any": [[]]}), "expect.message.contains_any[0]"),
    (_set("expect", "changes", to=[]), '"changes" is empty: write "none"'),
    (_set("expect", "changes", to="some"), "expect.changes: "),
    (_set("expect", "changes", to=[{"event": "EmployeeHired"}]),
     'expect.changes[0].event: "EmployeeHired" does not fit'),
    (_set("expect", "changes", to=[{"event": "TimeEntryLogged", "where": {"hour": 1}}]),
     "TimeEntryLogged has no field 'hour'"),
    (_set("expect", "changes", to=[{"event": "TimeEntryLogged", "where": {"notes": {"has": 1}}}]),
     "'notes' takes a value"),
    (_set("expect", "changes", to=[{"event": "TimeEntryLogged", "where": {"notes": {}}}]),
     "'notes' takes a value"),
    (_set("expect", "changes",
          to=[{"event": "TimeEntryLogged", "where": {"notes": {"contains": 1}}}]),
     "\"contains\" of 'notes' takes text"),
    (_set("expect", "changes",
          to=[{"event": "TimeEntryLogged", "where": {"notes": {"nonempty": 1}}}]),
     "\"nonempty\" of 'notes' takes true or false"),
    (_set("expect", "changes", to=[{"event": "TimeEntryLogged", "where": {"employee": "x"}}]),
     "expect.changes[0].where.employee: there is no employee 'x'"),
    (_set("expect", "changes", to=[{"event": "ProjectTeamUpdated", "where": {"id": "x"}}]),
     "expect.changes[0].where.id: there is no record 'x'"),
    (_set("expect", "changes", to=[{"event": "TimeEntryUpdated", "where": {"id": "tl_001"}}]),
     "there is no record 'tl_001'"),
    (_set("expect", "ordered_checks", to=["taste"]), "expect.ordered_checks"),
    (_set("overlay", to={"today": "2025-13-01"}), "is not a day written YYYY-MM-DD"),
    (_set("overlay", to={"page_limit": "5"}), 'overlay.page_limit: "5" does not fit'),
    (_set("overlay", to={"salary": 1}), "overlay.salary: there is no such field"),
    (_set("overlay", to={"employees": {"tl_9": {}}}),
     "overlay.employees.tl_9: the world has no such record"),
    (_set("overlay", to={"employees": {"tl_001": {"id": "x"}}}), "cannot change an id"),
    (_set("overlay", to={"employees": {"tl_001": {"age": 4}}}), "overlay.employees.tl_001"),
    (_set("overlay", to={"projects": {"proj_lamp": {"status": "done"}}}),
     "overlay.projects.proj_lamp.status"),
    (_set("overlay", to={"customers": {"cust_reef": {"account_manager": "x"}}}),
     "overlay.customers.cust_reef: there is no employee 'x'"),
    (_set("overlay", to={"projects": {"proj_lamp": {"team": [
        {"employee": "x", "time_slice": 1, "role": "QA"}]}}}),
     "overlay.projects.proj_lamp: there is no employee 'x'"),
    (_set("overlay", to={"time_entries": [_entry("te_007")]}),
     "overlay.time_entries[0].id: 'te_007' is there already"),
    (_set("overlay", to={"time_entries": [_entry("te_1"), _entry("te_1")]}),
     "overlay.time_entries[1].id: 'te_1' is there already"),
    (_set("overlay", to={"time_entries": [_entry("te_1", project="x")]}),
     "overlay.time_entries[0].project: there is no project 'x'"),
    (_set("overlay", to={"time_entries": [{"id": "te_1"}]}),
     "overlay.time_entries[0].employee: this field is missing"),
    (_set("overlay", to={"faults": [{"route": "*", "kind": "meteor"}]}),
     "overlay.faults[0].kind: \"meteor\" does not fit: use 'status'"),
    (_set("overlay", to={"faults": [{"route": "/emp", "kind": "status"}]}),
     "overlay.faults[0].route: there is no route '/emp': use one of *, /whoami"),
    (_set("overlay", to={"faults": [{"route": "*", "kind": "status", "value": 200}]}),
     "an HTTP status from 400"),
    (_set("overlay", to={"faults": [{"route": "*", "kind": "slow", "value": "1"}]}),
     "a number of seconds"),
    (_set("overlay", to={"faults": [{"route": "*", "kind": "truncated", "value": -1}]}),
     "the number of bytes"),
    (_set("overlay", to={"faults": [{"route": "*", "kind": "malformed", "value": 1}]}),
     "the text that is sent"),
    (_set("overlay", to={"faults": [{"route": "*", "kind": "page_limit"}]}),
     "needs the limit"),
    (_set("overlay", to={"faults": [{"route": "*", "kind": "status", "times": 0}]}),
     "overlay.faults[0].times: 0 does not fit"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "message"), TASK_FAULTS)
def test_faults_of_a_task_name_file_line_and_field(
    make_suite: Any, task: Any, change: Callable[[Any], None], message: str
) -> None:
    broken = json.loads(json.dumps(task))
    broken["id"] = "second"
    change(broken)
    folder = make_suite(tasks=[task, broken])
    with pytest.raises(SuiteError) as caught:
        load_suite(folder)
    text = str(caught.value)
    assert text.startswith(f"{folder / 'tasks.jsonl'}, line 2, column ")
    assert message in text


def test_expectations_may_name_what_the_overlay_adds_and_what_is_to_be_written(
    make_suite: Any, task: Any
) -> None:
    task["overlay"] = {
        "wiki": {"added.md": "x", "index.md": ""},
        "time_entries": [_entry("te_100")],
        "employees": {"tl_003": {"location": "Pier – North"}},
    }
    task["caller"]["location"] = "Pier – North"
    task["expect"]["links"] = {
        "wiki": {"contain": ["added.md", "written.md"]},
        "customer": {"exact": ["cust_house"]},
        "location": {"exact": ["Atlantis"]},
    }
    task["expect"]["changes"] = [
        {"event": "WikiArticleUpdated", "where": {"path": "written.md"}},
        {"event": "TimeEntryUpdated", "where": {"id": "te_100"}},
        {"event": "ProjectStatusChanged", "where": {"id": "proj_lamp"}},
    ]
    suite = load_suite(make_suite(tasks=[task]))
    universe = Universe(suite, suite.tasks[0])
    assert universe.wiki.paths == ("added.md", "rules/Zoo.md", "rules/pay.md")
    assert suite.wikis["thornlight"].get("index.md") is not None
    assert universe.time_entry("te_100").hours == 1
    assert universe.employee("tl_003").location == "Pier – North"
    assert suite.worlds["thornlight"].employees[2].location == "South Yard"
    task["expect"]["links"]["wiki"]["contain"].append("index.md")
    with pytest.raises(SuiteError, match=r"there is no wiki 'index\.md'"):
        load_suite(make_suite(tasks=[task]))


def test_column_points_at_the_value(make_suite: Any, task: Any) -> None:
    folder = make_suite(tasks=[{**task, "world": "moon"}])
    line = (folder / "tasks.jsonl").read_text(encoding="utf-8")
    column = line.index('"moon"') + 1
    with pytest.raises(SuiteError, match=f"column {column}: world: "):
        load_suite(folder)


def test_same_task_id_twice(make_suite: Any, task: Any) -> None:
    folder = make_suite(tasks=[task, task])
    with pytest.raises(SuiteError, match=r"tasks\.jsonl, line 2, column 8: id: there is another"):
        load_suite(folder)


WORLD_FAULTS = [
    (_set("wiki", to="moon"), '"wiki"', "wiki: there is no wiki 'moon': use one of thornlight"),
    (_set("today", to="17.6.2025"), '"today"', "today: '17.6.2025' is not a day"),
    (_drop("customers"), None, "customers: this field is missing"),
    (_set("weather", to="fair"), '"weather"', "weather: there is no such field: correct or remove "
     "it (fields here: wiki, today"),
    (_set("employees", 2, "salary", to="53000"), '"salary": "53000"',
     'employees[2].salary: "53000" does not fit'),
    (_set("employees", 2, "salary", to=True), '"salary": true', "employees[2].salary: true"),
    (_drop("employees", 1, "notes"), None, "employees[1].notes: this field is missing"),
    (_set("employees", 1, "age", to=3), '"age"', "employees[1].age: there is no such field"),
    (_set("employees", 6, "id", to="tl_001"), None, "employees[6].id: 'tl_001' is there twice"),
    (_set("employees", 0, "skills", 1, "level", to=2.5), '"level": 2.5',
     "employees[0].skills[1].level"),
    (_set("projects", 1, "status", to="done"), '"status": "done"', "projects[1].status"),
    (_set("projects", 0, "team", 1, "employee", to="x"), '"employee": "x"',
     "projects[0].team[1].employee: there is no employee 'x'"),
    (_set("projects", 0, "team", 1, "role", to="Boss"), '"role": "Boss"',
     "projects[0].team[1].role"),
    (_set("projects", 0, "team", 1, "time_slice", to=-1), '"time_slice": -1',
     "projects[0].team[1].time_slice"),
    (_set("customers", 3, "account_manager", to="x"), '"account_manager": "x"',
     "customers[3].account_manager: there is no employee 'x'"),
    (_set("time_entries", 0, "employee", to="x"), '"employee": "x"', "time_entries[0].employee"),
    (_set("time_entries", 0, "project", to="x"), '"project": "x"', "time_entries[0].project"),
    (_set("time_entries", 2, "date", to="soon"), '"date": "soon"', "time_entries[2].date"),
    (_set("time_entries", 1, "hours", to="8"), '"hours": "8"', "time_entries[1].hours"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "shown", "message"), WORLD_FAULTS)
def test_faults_of_a_world_name_file_line_and_field(
    make_suite: Any, world: Any, change: Callable[[Any], None], shown: str | None, message: str
) -> None:
    change(world)
    folder = make_suite(world=world)
    path = folder / "worlds" / "thornlight.json"
    with pytest.raises(SuiteError) as caught:
        load_suite(folder)
    text = str(caught.value)
    found = re.match(re.escape(str(path)) + r", line (\d+), column \d+: ", text)
    assert found
    assert message in text
    if shown:
        line = path.read_text(encoding="utf-8").split("\n")[int(found[1]) - 1]
        assert shown in line


@pytest.mark.parametrize(
    ("file", "content", "place"),
    [
        ("worlds/thornlight.json", b'{\n "wiki": "x"\n "today"',
         "line 3, column 2: not valid JSON"),
        ("worlds/thornlight.json", b"", "line 1, column 1: not valid JSON"),
        ("worlds/thornlight.json", b'{"wiki": "\\ud800"}', "line 1, column "),
        ("worlds/thornlight.json", b"[]", "line 1, column 1: an object with named fields"),
        ("worlds/thornlight.json", b'{\n"wiki": "\xff"}', "line 2: not UTF-8 text"),
        ("tasks.jsonl", b'\n{"id": }\n', "line 2, column 8: not valid JSON"),
        ("tasks.jsonl", b"\n\n[]\n", "line 3, column 1: an object with named fields"),
        ("tasks.jsonl", b"\n\n", "line 1: there is no task"),
        ("suite.yaml", b"name: [\n", "line 2, column 1: not valid YAML"),
        ("suite.yaml", b"", "line 1, column 1: an object with named fields"),
        ("suite.yaml", b"name: a\n", "line 1, column 1: description: this field is missing"),
        ("suite.yaml", b"name: a\ndescription: b\ngrading_version: '1'\n",
         "line 3, column 18: grading_version: \"1\" does not fit"),
        ("suite.yaml", b"name: a\ndescription: b\ngrading_version: 1\npage_limit: 0\n",
         "line 4, column 13: page_limit: 0 does not fit"),
        ("suite.yaml", b"name: a\ndescription: b\ngrading_version: 1\nlimit: 3\n",
         "line 4, column 8: limit: there is no such field"),
        ("suite.yaml", b"name: a\ndescription: b\ngrading_version: 1\nwiki_sha1:\n  7: x\n",
         "line 5, column 6: wiki_sha1"),
        ("suite.yaml", b"name: a\ndescription: b\ngrading_version: 1\nwiki_sha1:\n  moon: x\n",
         "line 5, column 9: wiki_sha1.moon: there is no wiki 'moon'"),
        ("suite.yaml",
         b"name: a\ndescription: b\ngrading_version: 1\nwiki_sha1:\n  thornlight: x\n",
         "line 5, column 15: wiki_sha1.thornlight: the pages have the digest"),
        ("suite.yaml", b"name: \x00\n", "line 1"),
        ("suite.yaml", b"name: a\nname2: 2025-99-99\n", "line 1"),
        ("wikis/thornlight/index.md", b"a\nb\xff\n", "line 2: not UTF-8 text"),
        ("wikis/thornlight/index.md", b"", "line 1: the page is empty"),
        ("wikis/thornlight/notes.txt", b"x", "line 1: a wiki holds pages (*.md) only"),
    ],
)  # fmt: skip
def test_broken_files_name_file_and_place(
    make_suite: Any, file: str, content: bytes, place: str
) -> None:
    folder = make_suite()
    (folder / file).write_bytes(content)
    with pytest.raises(SuiteError) as caught:
        load_suite(folder)
    assert str(caught.value).startswith(f"{folder / file}, {place}")


@pytest.mark.parametrize(
    ("missing", "message"),
    [
        ("suite.yaml", "suite.yaml: the file is missing"),
        ("tasks.jsonl", "tasks.jsonl: the file is missing"),
        ("worlds/thornlight.json", "worlds: there is no world"),
    ],
)
def test_missing_files_are_named(make_suite: Any, missing: str, message: str) -> None:
    folder = make_suite()
    (folder / missing).unlink()
    with pytest.raises(SuiteError, match=re.escape(message)):
        load_suite(folder)


def test_a_folder_in_the_place_of_a_file_is_named(make_suite: Any) -> None:
    folder = make_suite()
    (folder / "suite.yaml").unlink()
    (folder / "suite.yaml").mkdir()
    with pytest.raises(SuiteError, match=r"suite\.yaml: cannot be read"):
        load_suite(folder)


def test_missing_folders_are_named(make_suite: Any, tmp_path: Path) -> None:
    with pytest.raises(SuiteError, match="there is no such suite folder"):
        load_suite(tmp_path / "none")
    folder = make_suite()
    (folder / "wikis").rename(folder / "elsewhere")
    with pytest.raises(SuiteError, match="wikis: the folder is missing"):
        load_suite(folder)


def test_hidden_files_of_a_wiki_are_no_pages(make_suite: Any) -> None:
    folder = make_suite()
    (folder / "wikis" / "thornlight" / ".DS_Store").write_bytes(b"\xff")
    assert len(load_suite(folder).wikis["thornlight"].paths) == 3
