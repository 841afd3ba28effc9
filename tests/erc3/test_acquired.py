"""What stands before the first task: policy, map, tools and snapshot, the same every time."""

import json
import shutil
from collections.abc import Callable
from itertools import takewhile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.plan import FactOutput, Outcome
from agentic_solver.erc3.policy.consumer import note_reasons
from agentic_solver.erc3.policy.loader import load_policy
from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.columns import ENTITY_COLUMNS
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, fact
from agentic_solver.workspace import FOLDERS

Open = Callable[..., Desk]
POLICIES = sorted((Path(__file__).resolve().parents[2] / "policy").glob("wiki_*.py"))


def acquire(*words: str) -> str:
    done = CliRunner().invoke(app, ["acquire", *words])
    assert done.exit_code == 0, done.output
    return done.stdout


def loaded(desk: Desk) -> Desk:
    """Load the whole company."""
    wiki = WikiPages(dict(desk.universe.wiki))
    assert Acquirer(desk.session, desk.bench.api, wiki=wiki).ensure_all() is None
    return desk


def rows(desk: Desk, table: str) -> list[str]:
    """Return the rows of a table without what tells the calls apart."""
    return sorted(json.dumps(row, default=str) for row in desk.session.rows(table))


@pytest.mark.requirement("S3-1b")
def test_acquired_twice_everything_has_the_same_hash(
    repo_root: Path, tmp_path: Path, larch: Open
) -> None:
    for name in FOLDERS:
        shutil.copytree(repo_root / name, tmp_path / name, ignore=shutil.ignore_patterns("2*"))
    words = ["erc3-dev", "--offline", "--workspace", str(tmp_path)]
    seen = set()
    for _ in range(2):
        said = acquire(*words)
        files = {
            str(path.relative_to(tmp_path)): path.read_text("utf-8")
            for folder in ("policy", "rules", "wiki")
            for path in sorted((tmp_path / folder).rglob("*.*"))
            if path.is_file()
        }
        company_map = acquire("--map", "--json", "--workspace", str(tmp_path))
        desk = loaded(larch("li_01"))
        snapshot = {table: rows(desk, table) for table in ENTITY_COLUMNS}
        seen.add(content_id([said, files, company_map, snapshot]))
    assert len(seen) == 1


@pytest.mark.requirement("S3-2.1c", "S3-6.1a")
def test_the_report_of_an_acquisition_lists_rules_and_task_families(repo_root: Path) -> None:
    text = acquire("erc3-dev", "--offline", "--workspace", str(repo_root))
    lines = text.splitlines()
    assert "  access             44" in lines
    start = lines.index("task set erc3_dev: 153 tasks") + 1
    families = list(takewhile(lambda line: line.startswith("  "), lines[start:]))
    assert sum(int(line.split()[1]) for line in families) == 153
    assert any(line.split()[:2] == ["lookup_role", "5"] for line in families)


@pytest.mark.requirement("S3-2.1b", "S3-3.2a", "S3-A3m", "S3-6.1b")
def test_the_tools_cover_every_kind_of_access_and_compose_primitive_calls(
    repo_root: Path, committed_tools: Catalog
) -> None:
    shown = json.loads(acquire("--map", "--json", "--workspace", str(repo_root)))["tools"]
    table = {str(row["tool"]): row["calls"] for row in committed_tools.table()}
    assert shown.keys() == table.keys()
    for kind in ("whoami", "list_", "search_", "get_", "update_", "set_", "log_", "write_"):
        assert [name for name in table if name.startswith(kind)], kind
    primitive = [name for name, calls in table.items() if calls and len(calls) == 1]  # type: ignore[arg-type]
    composed = {name for name, calls in table.items() if calls and len(calls) > 1}  # type: ignore[arg-type]
    assert {"whoami", "get_employee", "list_projects"} <= set(primitive)
    assert {"change_team", "rename_wiki_page", "log_time"} <= composed


@pytest.mark.requirement("S3-2.1d", "S3-6.1c")
def test_the_tables_hold_what_the_company_holds(larch: Open) -> None:
    desk = loaded(larch("li_01"))
    truth = desk.universe
    people, projects = truth.employees.values(), truth.projects.values()
    counts = {
        "employees": len(truth.employees),
        "employee_skills": sum(len(one.skills) for one in people),
        "employee_wills": sum(len(one.wills) for one in people),
        "customers": len(truth.customers),
        "projects": len(truth.projects),
        "project_team": sum(len(one.team) for one in projects),
        "time_entries": len(truth.time_entries),
        "wiki_pages": len(dict(truth.wiki)),
    }
    for table, count in counts.items():
        output = desk.session.run(f"SELECT count(*) FROM {table}")
        assert isinstance(output, FactOutput)
        assert output.rows == ((count,),), table


@pytest.mark.requirement("S3-5.1a")
@pytest.mark.parametrize("path", POLICIES, ids=lambda path: path.stem)
def test_a_compiled_policy_holds_no_rule_that_nothing_uses(path: Path) -> None:
    assert note_reasons(load_policy(path).rules) == {}


QUESTIONS = {
    "lookup": ("SELECT email FROM employees WHERE name = 'Dora Klein'", "dora@larch.example"),
    "listing": (
        "SELECT string_agg(id, ' ' ORDER BY id) FROM projects WHERE status = 'active'",
        "pr_lathe",
    ),
    "aggregate": ("SELECT count(*) FROM employees WHERE location = 'Turin'", "5"),
    "skills": (
        "SELECT string_agg(employee, ' ' ORDER BY employee) FROM employee_skills "
        "WHERE name = 'skill_optics' AND level >= 8",
        "li_05 li_09",
    ),
    "workload": ("SELECT sum(time_slice) FROM project_team WHERE employee = 'li_03'", "0.75"),
    "portfolio": ("SELECT count(*) FROM customers WHERE account_manager = 'li_06'", "2"),
    "time": (
        "SELECT sum(hours) FROM time_entries WHERE project = 'pr_lathe' AND employee = 'li_04'",
        "14",
    ),
    "wiki": ("SELECT path FROM wiki_pages WHERE path LIKE 'sales/%'", "sales/press.md"),
    "rules of money": ("SELECT max(salary) FROM employees", "912071"),
}


@pytest.mark.requirement("S3-9.A1")
@pytest.mark.parametrize("family", QUESTIONS)
def test_a_whole_snapshot_answers_every_family_without_another_call(
    family: str, larch: Open
) -> None:
    query, truth = QUESTIONS[family]
    desk = loaded(larch("li_01"))
    before = desk.routes
    output = desk.session.run(query)
    assert isinstance(output, FactOutput)
    assert [str(row[0]) for row in output.rows] == [truth]
    assert desk.routes == before


@pytest.mark.requirement("S3-3.2c")
def test_what_a_visitor_may_not_read_is_refused_on_record_and_the_work_goes_on(
    larch: Open,
) -> None:
    desk = larch("", "What does Dora Klein earn?")
    closed = fact("f", "SELECT salary FROM employees WHERE id = 'li_04'")
    opened = fact("f", "SELECT path FROM wiki_pages WHERE path = 'index.md'")
    refused = desk.execute(
        build_plan(desk.task.text, facts=(closed,), cases=(case(message="{f.salary}"),))
    )
    assert_accepted(refused, Outcome.DENIED_SECURITY)
    assert [proof.result for proof in refused.proofs] == ["deny"]
    assert refused.proofs[0].identity["is_public"] is True
    plan = build_plan(desk.task.text, facts=(opened,), cases=(case(message="{f.path}"),))
    assert_accepted(desk.execute(plan, round_number=2))


@pytest.mark.requirement("S3-B4d")
def test_an_empty_search_is_followed_by_the_broader_one_that_the_plan_declares(
    larch: Open,
) -> None:
    desk = larch("li_03", "Which project?")
    query = "SELECT id, name FROM find_project('zeppelin hangar', 'rail lathe')"
    plan = build_plan(desk.task.text, facts=(fact("f", query),), cases=(case(message="{f.name}"),))
    assert assert_accepted(desk.execute(plan)).message == "Rail Lathe"
    bodies = [call.body for call in desk.twin.calls(desk.task_id) if "/search" in call.route]
    searched = [json.loads(body)["query"] for body in bodies]
    assert searched.index("zeppelin") < searched.index("rail")
