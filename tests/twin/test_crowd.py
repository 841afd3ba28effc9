"""A company of a million people: made while it is asked for, the same whoever asks."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.errors import UsageError
from agentic_solver.twin.drawing.crowd import crowd
from agentic_solver.twin.entity import Customer, Employee, Project, TimeEntry
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.records import Records, is_lazy
from agentic_solver.twin.starting import new_suite
from agentic_solver.twin.suite import Suite, load_suite

MILLION = 1_000_000


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Suite:
    place = tmp_path_factory.mktemp("crowd") / "suite"
    return load_suite(new_suite(place, employees=MILLION))


def test_every_part_has_its_share_and_is_lazy(suite: Suite) -> None:
    world = suite.worlds["crowd"]
    assert all(
        is_lazy(part)
        for part in (world.employees, world.projects, world.customers, world.time_entries)
    )
    sizes = (len(world.projects), len(world.customers), len(world.time_entries))
    assert (len(world.employees), *sizes) == (MILLION, 250_000, 50_000, 3_000_000)


def test_a_record_is_what_a_file_could_hold() -> None:
    world = crowd(3, employees=200, wiki="w")
    for kind, records in (
        (Employee, world.employees), (Project, world.projects),
        (Customer, world.customers), (TimeEntry, world.time_entries),
    ):  # fmt: skip
        again = [kind.model_validate_json(json.dumps(one.to_json())) for one in records]
        assert again == list(records)
        assert len({one.id for one in records}) == len(records)
    people = {one.id for one in world.employees}
    assert {seat.employee for one in world.projects for seat in one.team} <= people
    assert {one.account_manager for one in world.customers} <= people
    assert {one.employee for one in world.time_entries} <= people
    projects = {one.id: one.customer for one in world.projects}
    assert all(projects[one.project] == one.customer for one in world.time_entries)


def test_a_seed_makes_the_same_company_and_another_seed_another() -> None:
    first, again, other = (crowd(seed, employees=100, wiki="w") for seed in (1, 1, 2))
    assert list(first.employees) == list(again.employees)
    assert list(first.employees) != list(other.employees)


def test_pages_and_single_records_come_over_the_wire(suite: Suite) -> None:
    twin = Twin(suite)

    def ask(path: str, **body: object) -> dict[str, object]:
        reply = twin.handle(path, json.dumps(body).encode())
        assert reply.status == 200, reply.body
        found: dict[str, object] = json.loads(reply.body)
        return found

    started = ask("/tasks/start", benchmark="crowd", spec_id="mail-of-an-employee")
    base = f"/erc3/{started['task_id']}"
    page = ask(f"{base}/employees/list", offset=MILLION - 3, limit=50)
    rows = page["employees"]
    assert isinstance(rows, list)
    assert [row["id"] for row in rows] == ["emp_0999998", "emp_0999999", "emp_1000000"]
    assert page["next_offset"] == -1
    one = ask(f"{base}/employees/get", id="emp_0999999")["employee"]
    assert isinstance(one, dict)
    assert one["name"] == rows[1]["name"]
    assert twin.handle(f"{base}/employees/get", b'{"id": "emp_1000001"}').status == 404
    assert twin.handle(f"{base}/employees/get", b'{"id": "emp_1"}').status == 404


def test_changes_lie_over_the_records(suite: Suite) -> None:
    records = Records(suite.worlds["crowd"].employees)
    last = records["emp_1000000"]
    records.put(last.model_copy(update={"salary": 1}))
    assert records["emp_1000000"].salary == records.rows[-1].salary == 1
    records.put(last.model_copy(update={"id": "emp_new"}))
    assert len(records) == MILLION + 1
    assert records.rows[-1].id == records.rows[MILLION:][0].id == "emp_new"
    assert "emp_new" in records
    assert "emp_1000001" not in records


@pytest.mark.parametrize("count", [0, 19, MILLION + 1])
def test_a_size_that_no_company_has_is_refused(tmp_path: Path, count: int) -> None:
    with pytest.raises(UsageError, match=f"a company of {count} people cannot be made"):
        new_suite(tmp_path / "s", employees=count)
    assert not (tmp_path / "s").exists()


def test_the_command_makes_one_that_passes_its_self_check(tmp_path: Path) -> None:
    place = str(tmp_path / "many")
    made = CliRunner().invoke(app, ["suite", "new", place, "--employees", str(MILLION)])
    assert made.exit_code == 0, made.stderr
    done = CliRunner().invoke(app, ["suite", "check", place, "--seeds", "3"])
    assert done.exit_code == 0, done.stdout
    assert "12 solutions right" in done.stdout
