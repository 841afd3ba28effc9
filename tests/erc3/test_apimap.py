"""The composition map of the company API: complete, derived, and its chains can be followed."""

import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agentic_solver.erc3 import apimap
from agentic_solver.erc3.apimap import CHAINS, Chain, Step, api_map, format_map
from agentic_solver.erc3.client import Erc3Client
from agentic_solver.erc3.platform import PlatformClient, sim_prefix
from agentic_solver.erc3.policy.vocabulary import PROTECTED
from agentic_solver.erc3.request import PageRequest
from agentic_solver.erc3.route import ROUTES
from agentic_solver.erc3.tools.catalog import Catalog, load_catalog
from agentic_solver.erc3.transport import DirectTransport
from agentic_solver.errors import ContractError
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.suite import builtin_suites, load_suite

ROOT = Path(__file__).resolve().parents[2]
Record = dict[str, Any]


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog(ROOT / "tools")


@pytest.fixture(scope="module")
def found(catalog: Catalog) -> dict[str, Any]:
    return api_map(catalog)


@pytest.mark.requirement("S3-A2a")
def test_every_route_and_every_tool_has_an_entity_or_none(
    found: dict[str, Any], catalog: Catalog
) -> None:
    """SIB-1: from signatures; no transport exists here that a call could be tried on."""
    assert json.loads(json.dumps(found)) == found
    assert list(found["routes"]) == list(ROUTES)
    known = {*found["entities"], "none"}
    for path, row in found["routes"].items():
        assert row["entity"] in known, path
        assert row["effect"] == ROUTES[path].effect.value
        method = getattr(Erc3Client, row["method"])
        assert inspect.isfunction(method)
    assert found["routes"]["/employees/list"]["entity"] == "employee"
    assert found["routes"]["/respond"]["entity"] == "none"
    assert list(found["tools"]) == list(catalog.tools)
    assert {row["entity"] for row in found["tools"].values()} <= known
    assert found["tools"]["set_project_team"]["entity"] == "project"
    assert found["tools"]["time_summary_by_project"]["effect"] == "read"


@pytest.mark.requirement("S3-A2b")
def test_entities_have_keys_foreign_keys_sensitive_brief_and_detail_fields(
    found: dict[str, Any],
) -> None:
    """SIB-2: primary, foreign, sensitive, brief-versus-full fields are marked."""
    entities = found["entities"]
    assert entities["employee"]["primary_key"] == ["id"]
    assert entities["employee"]["sensitive"] == list(PROTECTED["employees"])
    assert entities["employee"]["detail"] == ["notes", "skills", "wills"]
    assert entities["customer"]["foreign_keys"] == {"account_manager": "employee.id"}
    assert entities["project"]["detail"] == ["description", "team"]
    assert entities["project"]["holds"] == {"team": "seat"}
    assert entities["seat"]["primary_key"] == ["project", "employee"]
    assert set(entities["time_entry"]["sensitive"]) == set(entities["time_entry"]["brief"])
    for name, row in entities.items():
        fields = {*row["brief"], *row["detail"]}
        assert row["primary_key"], name
        assert set(row["primary_key"]) <= fields | set(row["foreign_keys"]), name
        for target in row["foreign_keys"].values():
            entity, _, field = target.partition(".")
            assert field in (*entities[entity]["brief"], *entities[entity]["detail"]), name


def test_who_am_i_is_the_first_call(found: dict[str, Any]) -> None:
    """SIB-3."""
    assert found["first_call"] == "/whoami"


def test_writes_say_what_they_change(found: dict[str, Any]) -> None:
    routes = found["routes"]
    assert routes["/employees/update"]["changes"] == "employee"
    assert routes["/employees/update"]["sets"] == [
        "notes", "salary", "location", "department", "skills", "wills",
    ]  # fmt: skip
    assert routes["/projects/team/update"]["sets"] == ["team"]
    assert "deletes" in routes["/wiki/update"]["how"]
    assert [path for path, row in routes.items() if "changes" in row] == [
        path for path, row in routes.items() if row["effect"] == "write"
    ]


def test_the_text_names_everything_that_the_data_does(found: dict[str, Any]) -> None:
    text = format_map(found)
    for part in ("routes", "entities", "chains", "tools"):
        for name in found[part]:
            assert name in text, name
    assert format_map(api_map()) == text.partition("\n\ntools")[0]


def test_a_chain_that_does_not_fit_the_routes_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = (
        Step(route="/projects/get", arguments={"name": "$project"}, gives="project"),
        Step(route="/projects/get", arguments={"id": "$project"}, gives="employee"),
        Step(route="/nowhere", arguments={}, gives="employee"),
    )
    for step in broken:
        chain = Chain(name="bad", question="?", steps=(step,))
        monkeypatch.setattr(apimap, "CHAINS", (chain,))
        with pytest.raises(ContractError, match="chain bad, step 1"):
            api_map()


# The chains on a twin ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def client() -> Erc3Client:
    suite = load_suite(builtin_suites()["erc3-dev"])
    twin = Twin(suite)

    def handle(path: str, body: bytes) -> tuple[int, bytes]:
        reply = twin.handle(path, body)
        return reply.status, reply.body

    transport = DirectTransport(handle)
    platform = PlatformClient(transport, sleep=lambda _seconds: None)
    task = next(
        spec
        for spec in suite.tasks
        if spec.caller is not None and spec.overlay == type(spec.overlay)()
    )
    started = platform.start_new_task(suite.name, task.id)
    return Erc3Client(transport, sim_prefix(suite.name, started.task_id))


def rows_of(client: Erc3Client, path: str, body: Record) -> Iterator[Record]:
    """Yield the records of a reply, of every page of a list."""
    route = ROUTES[path]
    offset = 0
    while offset >= 0:
        page = {"limit": 5, "offset": offset} if issubclass(route.request, PageRequest) else {}
        request = route.request.model_validate_json(json.dumps({**body, **page}))
        payload: Any = client.send(route, request).payload
        for value in payload.values():
            if isinstance(value, dict):
                yield value
            elif isinstance(value, list):
                yield from value
        offset = payload.get("next_offset", -1)


def placed(body: Record, name: str, value: object) -> Record:
    """Return a body with an argument set; dots lead into objects, ``[]`` makes a list."""
    head, _, rest = name.partition(".")
    if rest:
        return {**body, head: placed(body.get(head, {}), rest, value)}
    return {**body, head.removesuffix("[]"): [value] if head.endswith("[]") else value}


def values_of(
    source: str, asked: dict[str, str], seen: dict[str, list[Record]], where: dict[str, str]
) -> list[object]:
    if source.startswith("$"):
        return [asked[source[1:]]]
    if source == "true":
        return [True]
    entity, _, field = source.partition(".")
    fits = [
        record
        for record in seen[entity]
        if all(
            record[condition.partition(".")[2]] == value
            for condition, value in where.items()
            if condition.partition(".")[0] == entity
        )
    ]
    return list(dict.fromkeys(record[field] for record in fits if record[field]))


def follow(client: Erc3Client, name: str, asked: dict[str, str]) -> dict[str, list[Record]]:
    """Carry out a chain as the map states it; return the records of each entity."""
    holds = api_map()["entities"]
    seen: dict[str, list[Record]] = {}
    for step in next(chain for chain in CHAINS if chain.name == name).steps:
        bodies: list[Record] = [{}]
        for argument, source in step.arguments.items():
            values = values_of(source, asked, seen, dict(step.where))
            bodies = [placed(body, argument, value) for body in bodies for value in values]
        seen[step.gives] = [row for body in bodies for row in rows_of(client, step.route, body)]
        for field, inner in holds[step.gives]["holds"].items():
            nested = (row.get(field) or [] for row in seen[step.gives])
            seen[inner] = [record for records in nested for record in records]
    return seen


def everything(client: Erc3Client, entity: str) -> list[Record]:
    """Return every record of an entity in full, by listing and getting each."""
    rows = rows_of(client, f"/{entity}s/list", {})
    return [one for row in rows for one in rows_of(client, f"/{entity}s/get", {"id": row["id"]})]


@pytest.fixture(scope="module")
def projects(client: Erc3Client) -> list[Record]:
    return everything(client, "project")


@pytest.fixture(scope="module")
def employees(client: Erc3Client) -> list[Record]:
    return everything(client, "employee")


@pytest.mark.requirement("S3-A2c")
def test_the_chain_of_the_lead_finds_the_lead(client: Erc3Client, projects: list[Record]) -> None:
    checked = 0
    for project in projects:
        leads = {seat["employee"] for seat in project["team"] if seat["role"] == "Lead"}
        same = [one for one in projects if project["name"] in one["name"]]
        if len(same) == 1:
            seen = follow(client, "lead", {"project": project["name"]})
            assert {record["id"] for record in seen["employee"]} == leads
            checked += 1
    assert checked > 3


@pytest.mark.requirement("S3-A2c")
def test_the_chain_of_the_workload_finds_every_seat(
    client: Erc3Client, projects: list[Record], employees: list[Record]
) -> None:
    totals = []
    for employee in employees[:12]:
        mine = [s for p in projects for s in p["team"] if s["employee"] == employee["id"]]
        seen = follow(client, "workload", {"employee": employee["name"]})
        assert [record["id"] for record in seen["employee"]] == [employee["id"]]
        found = [s for s in seen.get("seat", []) if s["employee"] == employee["id"]]
        assert sorted(s["time_slice"] for s in found) == sorted(s["time_slice"] for s in mine)
        totals.append(sum(seat["time_slice"] for seat in found))
    assert max(totals) > 0


@pytest.mark.requirement("S3-A2c")
def test_the_chain_of_the_account_manager_finds_the_portfolio(client: Erc3Client) -> None:
    customers = everything(client, "customer")
    for customer in customers[:5]:
        seen = follow(client, "account_manager", {"customer": customer["name"]})
        assert [record["id"] for record in seen["employee"]] == [customer["account_manager"]]
        portfolio = {
            one["id"] for one in customers if one["account_manager"] == customer["account_manager"]
        }
        assert {record["id"] for record in seen["customer"]} == portfolio


@pytest.mark.requirement("S3-A2c")
def test_the_chain_of_the_time_audit_finds_entries_and_projects(
    client: Erc3Client, employees: list[Record]
) -> None:
    entries = list(rows_of(client, "/time/search", {}))
    days = sorted({entry["date"] for entry in entries})
    first, last = days[len(days) // 4], days[-1]
    logged = 0
    for employee in employees[:8]:
        asked = {"employee": employee["name"], "from": first, "to": last}
        seen = follow(client, "time_audit", asked)
        mine = {
            entry["id"]
            for entry in entries
            if entry["employee"] == employee["id"] and first <= entry["date"] <= last
        }
        assert {entry["id"] for entry in seen["time_entry"]} == mine
        wanted = {entry["project"] for entry in seen["time_entry"]} - {""}
        assert {record["id"] for record in seen["project"]} == wanted
        logged += len(mine)
    assert logged
