"""The built-in suite ``erc3-dev``: every expected change, computed again from the world."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from tests.twin.kittiwake import (
    EMPLOYEES,
    IN_HOUSE,
    PAGES,
    PROJECTS,
    RELOG,
    TASKS,
    TODAY,
    Record,
    client_pages,
    entry_of,
    level,
    person,
    project,
)


def logged(employee: str, project_id: str, day: str, amount: float, billable: bool) -> Record:
    owner = PROJECTS[project_id]["customer"]
    return {
        "event": "TimeEntryLogged",
        "where": {
            "employee": employee,
            "customer": "" if owner == IN_HOUSE else owner,
            "project": project_id,
            "date": day,
            "hours": amount,
            "billable": billable,
        },
    }


DRAFT = {"work_category": "project_work", "notes": "", "status": "draft"}


def draft(entry: Record) -> Record:
    return {"event": entry["event"], "where": {**entry["where"], **DRAFT}}


def changed(event: str, record: Record, fields: Record, kept: tuple[str, ...] = ()) -> Record:
    where = {"id": record["id"], **fields, **{k: record[k] for k in kept}}
    return {"event": event, "where": where}


def stepped(employee: str, part: str, steps: dict[str, int]) -> list[Record]:
    return [
        {"name": s["name"], "level": s["level"] + steps.get(s["name"], 0)}
        for s in EMPLOYEES[employee][part]
    ]


def swapped(project_id: str, first: str, second: str) -> list[Record]:
    team: list[Record] = PROJECTS[project_id]["team"]
    share = {seat["employee"]: seat["time_slice"] for seat in team}
    share[first], share[second] = share[second], share[first]
    return [{**seat, "time_slice": share[seat["employee"]]} for seat in team]


def approved_raise(employee: str) -> int:
    [amount] = re.findall(r"approved by .*?: raise to (\d+)", EMPLOYEES[employee]["notes"])
    return int(amount)


def page(path: str, content: object) -> Record:
    return {"event": "WikiArticleUpdated", "where": {"path": path, "content": content}}


YESTERDAY = (TODAY - timedelta(days=1)).isoformat()


LAST_FRIDAY = max(
    d for d in (TODAY - timedelta(days=n) for n in range(1, 8)) if d.weekday() == 4
).isoformat()


CHANGES: dict[str, Callable[[], list[Record]]] = {
    "log-my-hours-yesterday": lambda: [
        draft(logged("kw_005", project("Cork Harvest Wall")["id"], YESTERDAY, 3.5, True))
    ],
    "log-in-house-hours": lambda: [
        draft(logged("kw_017", project("Crate Reuse Loop")["id"], LAST_FRIDAY, 2, False))
    ],
    "lead-logs-for-member": lambda: [
        draft(logged("kw_035", project("Touch Pool Stations")["id"], TODAY.isoformat(), 6, True))
    ],
    "void-and-relog": lambda: [
        changed(
            "TimeEntryStatusChanged", RELOG, {"status": "voided"}, ("hours", "billable", "notes")
        ),
        logged("kw_020", RELOG["project"], RELOG["date"], RELOG["hours"], False),
    ],
    "approve-submitted-hours": lambda: [
        changed(
            "TimeEntryStatusChanged",
            entry_of(person("Luka Zupančič"), "2025-09-29"),
            {"status": "approved"},
            ("hours",),
        )
    ],
    "lead-pauses-project": lambda: [
        changed("ProjectStatusChanged", project("Tram Cab Simulator"), {"status": "paused"})
    ],
    "director-reopens-archived": lambda: [
        changed("ProjectStatusChanged", project("Miners' Lamp Store"), {"status": "active"})
    ],
    "swap-time-slices": lambda: [
        changed(
            "ProjectTeamUpdated",
            project("Hands-on Lab Benches"),
            {"team": swapped("proj_vistula_benches", "kw_015", "kw_018")},
        )
    ],
    "add-team-member": lambda: [
        changed(
            "ProjectTeamUpdated",
            project("Travelling Bee Showcase"),
            {
                "team": [
                    *project("Travelling Bee Showcase")["team"],
                    {"employee": person("Anja Novak"), "time_slice": 0.2, "role": "Designer"},
                ]
            },
        )
    ],
    "raise-with-approval-note": lambda: [
        changed(
            "EmployeeSalaryUpdated",
            EMPLOYEES["kw_016"],
            {"salary": approved_raise("kw_016")},
            ("notes",),
        )
    ],
    "anniversary-token": lambda: [
        changed(
            "EmployeeSalaryUpdated",
            EMPLOYEES["kw_019"],
            {"salary": EMPLOYEES["kw_019"]["salary"] + 9},
            ("notes",),
        )
    ],
    "update-own-skills": lambda: [
        changed(
            "EmployeeSkillsUpdated",
            EMPLOYEES["kw_016"],
            {"skills": stepped("kw_016", "skills", {"joinery": 1, "rigging": -1})},
            ("salary",),
        )
    ],
    "update-own-wish-in-german": lambda: [
        changed(
            "EmployeeWillsUpdated",
            EMPLOYEES["kw_021"],
            {
                "wills": stepped(
                    "kw_021", "wills", {"coach_newcomers": 8 - level("kw_021", "coach_newcomers")}
                )
            },
        )
    ],
    "move-to-other-site": lambda: [
        changed(
            "EmployeeLocationUpdated",
            EMPLOYEES[person("Ewa Sobczak")],
            {"location": "Porto Studio"},
            ("department", "salary"),
        )
    ],
    "replace-note": lambda: [
        changed(
            "EmployeeNoteUpdated",
            EMPLOYEES[person("Mathilde Aubry")],
            {"notes": "On leave until 5 January 2026"},
            ("salary",),
        )
    ],
    "odd-wiki-page": lambda: [page("drafts/quack.md", "QUACK, said the kittiwake")],
    "write-wiki-explanation": lambda: [page("drafts/status_guide.md", {"nonempty": True})],
    "rename-wiki-page": lambda: [
        page("company/our_story.md", PAGES["company/history.md"]),
        page("company/history.md", ""),
    ],
    "remove-wiki-page": lambda: [page("workshop/label_printer.md", "")],
    "pages-for-clients-in-country": lambda: [
        page(path, "TBD") for path in client_pages("Portugal")
    ],
}


def normal(changes: list[Record]) -> list[str]:
    def fold(value: Any) -> Any:
        if isinstance(value, list):
            return sorted(json.dumps(v, sort_keys=True) for v in value)
        return value

    rows = [
        {"event": c["event"], "where": {k: fold(v) for k, v in c["where"].items()}} for c in changes
    ]
    return sorted(json.dumps(row, sort_keys=True) for row in rows)


def test_every_task_with_changes_is_recomputed() -> None:
    assert {i for i, t in TASKS.items() if t["expect"]["changes"] != "none"} == set(CHANGES)


@pytest.mark.parametrize("task_id", CHANGES)
def test_expected_changes_follow_from_the_world(task_id: str) -> None:
    assert normal(TASKS[task_id]["expect"]["changes"]) == normal(CHANGES[task_id]())
