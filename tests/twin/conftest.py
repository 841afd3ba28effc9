"""A tiny company, and a platform that plays one task of it."""

import copy
import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from agentic_solver.twin.event import Event
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.suite import load_suite


def _person(number: int, name: str, place: str, department: str, **rest: Any) -> dict[str, Any]:
    skills = [{"name": "skill_optics", "level": number}, {"name": "skill_rope", "level": 4}]
    return {
        "id": f"tl_{number:03d}",
        "name": name,
        "email": f"tl_{number:03d}@thornlight.example",
        "salary": 50000 + 1000 * number,
        "notes": "",
        "location": place,
        "department": department,
        "skills": skills,
        "wills": [{"name": "will_travel", "level": 9 - number}],
        **rest,
    }


def _customer(stem: str, name: str, brief: str, **rest: Any) -> dict[str, Any]:
    return {
        "id": f"cust_{stem}",
        "name": name,
        "brief": brief,
        "location": "Norway",
        "primary_contact_name": "Ada Quill",
        "primary_contact_email": f"ada@{stem}.example",
        "deal_phase": "active",
        "high_level_status": "Steady",
        "account_manager": "tl_002",
        **rest,
    }


def _project(stem: str, name: str, customer: str, status: str, *team: Any) -> dict[str, Any]:
    seats = [{"employee": e, "time_slice": s, "role": r} for e, s, r in team]
    return {
        "id": f"proj_{stem}",
        "name": name,
        "description": f"About the {stem} of a tower.",
        "customer": customer,
        "status": status,
        "team": seats,
    }


def _entry(number: int, employee: str, day: str, hours: float, **rest: Any) -> dict[str, Any]:
    return {
        "id": f"te_{number:03d}",
        "employee": employee,
        "customer": "cust_fjord",
        "project": "proj_lamp",
        "date": day,
        "hours": hours,
        "work_category": "customer_project",
        "notes": "",
        "billable": True,
        "status": "submitted",
        **rest,
    }


WORLD: dict[str, Any] = {
    "wiki": "thornlight",
    "today": "2025-06-17",
    "employees": [
        _person(1, "Imke Sørland", "Pier – North", "Leadership"),
        _person(2, "Otto O’Reeve", "Pier – North", "Sales"),
        _person(3, "Bea Lantern", "South Yard", "Optics"),
        _person(4, "Lantern Moss", "South Yard", "Optics", notes="Left-handed"),
        _person(5, "Ivo Keel", "South Yard", "Ropes"),
        _person(6, "Una Keel", "Pier – North", "Ropes"),
        _person(7, "Ziv Ázar", "South Yard", "External"),
    ],
    "customers": [
        _customer("fjord", "Fjord Harbours", "Runs nine beacons."),
        _customer("skerry", "Skerry Trust", "Keeps an old beacon.", location="Scotland"),
        _customer("reef", "Reef & Sons", "Buys lenses.", deal_phase="exploring"),
        _customer("dune", "Dune Watch", "Wants a tower.", account_manager="tl_001"),
        _customer("cape", "Cape Radio", "Masts.", deal_phase="paused"),
        _customer("isle", "Isle Council", "Ferries."),
    ],
    "projects": [
        _project(
            "lamp", "Lamp Renewal", "cust_fjord", "active",
            ("tl_003", 0.5, "Lead"), ("tl_004", 0.3, "Engineer"),
        ),
        _project("rope", "Rope Works", "cust_skerry", "exploring", ("tl_005", 1, "Lead")),
        _project("old", "Old Lens Audit", "cust_reef", "archived", ("tl_003", 0.2, "QA")),
        _project("bot", "House Bot", "cust_house", "idea", ("tl_001", 0.1, "Other")),
        _project("mast", "Mast Paint", "cust_cape", "paused", ("tl_004", 0.4, "Lead")),
        _project("ferry", "Ferry Light", "cust_isle", "active", ("tl_006", 0.25, "Lead")),
    ],
    "time_entries": [
        _entry(7, "tl_003", "2025-06-02", 2.5),
        _entry(8, "tl_004", "2025-06-03", 8, billable=False, status="approved"),
        _entry(9, "tl_003", "2025-06-30", 0.1, work_category="internal"),
    ],
}  # fmt: skip

PAGES = {
    "index.md": "# Thornlight\n\nWe mend lights.\n",
    "rules/pay.md": "# Pay\n\n- Pay is private.\n- Ask HR.\n- (pay) [scale]\n\nEnd of pay",
    "rules/Zoo.md": "Pay day: never\n",
}

LEAD = {
    "current_user": "tl_003",
    "is_public": False,
    "location": "South Yard",
    "department": "Optics",
}
GUEST = {"current_user": "", "is_public": True, "location": "", "department": ""}

TASK: dict[str, Any] = {
    "id": "who-leads",
    "family": "lookup",
    "world": "thornlight",
    "caller": LEAD,
    "text": "Who leads the Lamp Renewal?",
    "paraphrases": ["Lamp Renewal: who is the lead?", "Name the lead of Lamp Renewal."],
    "expect": {
        "outcomes": ["ok_answer"],
        "links": {"employee": {"exact": ["tl_003"]}},
        "message": {"contains": ["Bea Lantern"]},
        "changes": "none",
    },
}

META = {"name": "thornlight", "description": "Lighthouse menders.", "grading_version": 3}

ANSWER = {
    "message": "Bea Lantern leads it.",
    "outcome": "ok_answer",
    "links": [{"kind": "employee", "id": "tl_003"}],
}

SuiteFactory = Callable[..., Path]


@pytest.fixture
def world() -> dict[str, Any]:
    """A world to change."""
    return copy.deepcopy(WORLD)


@pytest.fixture
def task() -> dict[str, Any]:
    """A task to change."""
    return copy.deepcopy(TASK)


@pytest.fixture
def guest() -> dict[str, Any]:
    """A public caller."""
    return dict(GUEST)


@pytest.fixture
def answer() -> dict[str, Any]:
    """The answer that the task expects."""
    return copy.deepcopy(ANSWER)


@pytest.fixture
def make_suite(tmp_path: Path) -> SuiteFactory:
    """Write a suite folder; keywords replace parts: meta, pages, world, tasks."""

    def make(**parts: Any) -> Path:
        folder = tmp_path / "suite"
        for path, content in parts.get("pages", PAGES).items():
            page = folder / "wikis" / "thornlight" / path
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_bytes(content.encode())
        (folder / "worlds").mkdir(parents=True, exist_ok=True)
        text = json.dumps(parts.get("world", WORLD), indent=1, ensure_ascii=False)
        (folder / "worlds" / "thornlight.json").write_text(text, encoding="utf-8")
        lines = [json.dumps(line, ensure_ascii=False) for line in parts.get("tasks", [TASK])]
        (folder / "tasks.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        meta = yaml.safe_dump({**META, **parts.get("meta", {})})
        (folder / "suite.yaml").write_text(meta, encoding="utf-8")
        return folder

    return make


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """A platform with one started task."""

    twin: Twin
    task_id: str

    def core(self, path: str, **body: Any) -> tuple[int, Any]:
        """Call a platform route."""
        reply = self.twin.handle(path, json.dumps(body).encode())
        return reply.status, json.loads(reply.body)

    def __call__(self, route: str, **body: Any) -> tuple[int, Any]:
        """Call a company route."""
        return self.core(f"/erc3-dev/{self.task_id}{route}", **body)

    def ok(self, route: str, **body: Any) -> Any:
        """Call a company route that succeeds."""
        status, payload = self(route, **body)
        assert status == 200, payload
        return payload

    def refused(self, route: str, **body: Any) -> tuple[int, str]:
        """Call a company route that fails; return status and text of the envelope."""
        status, payload = self(route, **body)
        assert payload == {"status": status, "error": payload["error"], "code": ""}
        return status, payload["error"]

    def raw(self, route: str, body: bytes) -> tuple[int, bytes]:
        """Send any bytes to a company route."""
        reply = self.twin.handle(f"/erc3/{self.task_id}{route}", body)
        return reply.status, reply.body

    @property
    def events(self) -> tuple[Event, ...]:
        """The changes so far."""
        return self.twin.universe(self.task_id).events

    @property
    def event_names(self) -> list[str]:
        """The names of the changes so far."""
        return [event.name for event in self.events]


PlayFactory = Callable[..., Play]


@pytest.fixture
def start(make_suite: SuiteFactory) -> PlayFactory:
    """Start the task of the tiny company; keywords replace fields of the task."""

    def begin(**fields: Any) -> Play:
        line = {**copy.deepcopy(TASK), **fields}
        twin = Twin(load_suite(make_suite(tasks=[line])))
        body = json.dumps({"benchmark": "thornlight", "spec_id": line["id"]}).encode()
        task_id = json.loads(twin.handle("/tasks/start", body).body)["task_id"]
        return Play(twin=twin, task_id=task_id)

    return begin


@pytest.fixture
def play(start: PlayFactory) -> Play:
    """The tiny company with one started task."""
    return start()


@pytest.fixture(scope="module")
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The suite ``SUITE`` of the test module, with the templates of its ``MODULES`` alone."""
    suite: Path = request.module.SUITE
    made = tmp_path_factory.mktemp("suites") / suite.name
    shutil.copytree(suite, made, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (made / "templates").glob("*.py"):
        if path.stem not in request.module.MODULES and not path.name.startswith("_"):
            path.unlink()
    return made
