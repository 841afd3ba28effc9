"""The built-in suite ``erc3-dev``: every expected change, computed again from the world."""

import json
import re
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

SUITE = Path(__file__).parents[2] / "agentic_solver" / "twin" / "suites" / "erc3-dev"


WIKI = SUITE / "wikis" / "kittiwake"


Record = dict[str, Any]


Ids = set[str]


WORLD: Record = json.loads((SUITE / "worlds" / "kittiwake.json").read_text(encoding="utf-8"))


TASKS: dict[str, Record] = {
    task["id"]: task
    for line in (SUITE / "tasks.jsonl").read_text(encoding="utf-8").splitlines()
    for task in [json.loads(line)]
}


EMPLOYEES: dict[str, Record] = {e["id"]: e for e in WORLD["employees"]}


PROJECTS: dict[str, Record] = {p["id"]: p for p in WORLD["projects"]}


CUSTOMERS: dict[str, Record] = {c["id"]: c for c in WORLD["customers"]}


ENTRIES: dict[str, Record] = {t["id"]: t for t in WORLD["time_entries"]}


PAGES = {
    p.relative_to(WIKI).as_posix(): p.read_bytes().decode() for p in sorted(WIKI.rglob("*.md"))
}


IN_HOUSE = "cust_kittiwake_inhouse"


def people(**fields: str) -> Ids:
    return {i for i, e in EMPLOYEES.items() if all(e[k] == v for k, v in fields.items())}


def person(name: str) -> str:
    [found] = people(name=name)
    return found


def project(name: str) -> Record:
    [found] = [p for p in PROJECTS.values() if p["name"] == name]
    return found


def customer(name: str) -> str:
    [found] = [i for i, c in CUSTOMERS.items() if c["name"] == name]
    return found


def seats(employee: str, role: str = "") -> Ids:
    return {
        p["id"]
        for p in PROJECTS.values()
        for seat in p["team"]
        if seat["employee"] == employee and role in ("", seat["role"])
    }


def members(project_id: str, role: str = "") -> Ids:
    team = PROJECTS[project_id]["team"]
    return {seat["employee"] for seat in team if role in ("", seat["role"])}


def workload(employee: str) -> Decimal:
    slices = [
        Decimal(str(seat["time_slice"]))
        for p in PROJECTS.values()
        for seat in p["team"]
        if seat["employee"] == employee
    ]
    return sum(slices, Decimal(0))


def extreme(pick: Callable[[list[Decimal]], Decimal], pool: Ids) -> Ids:
    best = pick([workload(i) for i in pool])
    return {i for i in pool if workload(i) == best}


def level(employee: str, name: str) -> int:
    profile = EMPLOYEES[employee]["skills"] + EMPLOYEES[employee]["wills"]
    return next((int(s["level"]) for s in profile if s["name"] == name), 0)


def strong(pool: Ids, *names: str) -> Ids:
    return {i for i in pool if all(level(i, n) >= 7 for n in names)}


def of_customer(customer_id: str) -> Ids:
    return {i for i, p in PROJECTS.items() if p["customer"] == customer_id}


def more(first: str, second: str, count: Callable[[str], int]) -> Ids:
    if count(first) == count(second):
        return set()
    return {max((first, second), key=count)}


def best_outside(project_name: str, skill: str) -> Ids:
    pool = set(EMPLOYEES) - members(project(project_name)["id"])
    best = max(level(i, skill) for i in pool)
    return {i for i in pool if level(i, skill) == best}


def coaches(coachee: str, skill: str) -> Ids:
    return {i for i in EMPLOYEES if level(i, skill) >= max(7, level(coachee, skill) + 1)}


LEDGER, SHAFT = "Ledger Reading Room", "Shaft Lift Experience"


SAALE = customer("Saale Mining Heritage Trust")


LINKS: dict[str, Callable[[], dict[str, Ids]]] = {
    "lead-of-project": lambda: {"employee": members(project("Tram Cab Simulator")["id"], "Lead")},
    "role-by-surname": lambda: {
        "employee": {
            i
            for i in members(project("Depot Wayfinding")["id"])
            if EMPLOYEES[i]["name"].endswith(" Novak")
        }
    },
    "archived-project-qa-department": lambda: {
        "employee": members(project("Miners' Lamp Store")["id"], "QA")
    },
    "lead-in-italian": lambda: {"employee": members(project(LEDGER)["id"], "Lead")},
    "lead-in-chinese": lambda: {"employee": members(project("Cork Harvest Wall")["id"], "Lead")},
    "client-contact-email": lambda: {"customer": {customer("Casa da Cortiça")}},
    "contact-of-project-client": lambda: {
        "customer": {project("Karst Welcome Pavilion")["customer"]}
    },
    "client-of-paused-project": lambda: {
        "customer": {p["customer"] for p in PROJECTS.values() if p["status"] == "paused"}
    },
    "account-manager-by-description": lambda: {
        "employee": {
            c["account_manager"]
            for c in CUSTOMERS.values()
            if c["location"].startswith("Radovljica") and "bee" in c["brief"]
        }
    },
    "email-by-swapped-name": lambda: {"employee": {person("Matej Kovačič")}},
    "salary-for-hr": lambda: {"employee": {person("Klára Dvořáková")}},
    "project-id-by-name": lambda: {"project": {project("Welders' Voices")["id"]}},
    "projects-of-colleague": lambda: {"project": seats(person("Luka Zupančič"))},
    "projects-led-in-spanish": lambda: {"project": seats(person("Paweł Zieliński"), "Lead")},
    "my-projects-without-qa": lambda: {
        "project": {p for p in seats("kw_007", "Lead") if not members(p, "QA")}
    },
    "my-projects-with-ops-none": lambda: {
        "project": {p for p in seats("kw_004", "Lead") if members(p, "Ops")}
    },
    "projects-of-client-in-german": lambda: {"project": of_customer(SAALE)},
    "my-seats-freelancer": lambda: {"project": seats("kw_034")},
    "busiest-at-site": lambda: {"employee": extreme(max, people(location="Ljubljana Depot"))},
    "least-busy-at-site": lambda: {"employee": extreme(min, people(location="Leipzig Studio"))},
    "busiest-in-department-in-polish": lambda: {
        "employee": extreme(max, people(department="Interactive Media"))
    },
    "strong-skill-and-wish-at-site": lambda: {
        "employee": strong(people(location="Gdańsk Workshop"), "joinery", "coach_newcomers")
    },
    "strong-pair-nobody": lambda: {
        "employee": strong(people(location="Porto Studio"), "rigging", "wall_texts")
    },
    "strong-wish-in-department": lambda: {
        "employee": strong(people(department="Collections Care"), "client_talk")
    },
    "who-can-coach": lambda: {"employee": coaches(person("Duarte Nóbrega"), "lux_planning")},
    "best-expert-outside-team": lambda: {"employee": best_outside(LEDGER, "barrier_free")},
    "client-with-more-projects": lambda: {
        "customer": more(
            SAALE, customer("Karst Caves Visitor Centre"), lambda c: len(of_customer(c))
        )
    },
    "clients-tied": lambda: {
        "customer": more(
            customer("Oceanário do Norte"),
            customer("Amber Coast Museum"),
            lambda c: len(of_customer(c)),
        )
    },
    "colleague-in-more-projects": lambda: {
        "employee": more(person("Paweł Zieliński"), person("Henrike Voss"), lambda e: len(seats(e)))
    },
    "log-my-hours-yesterday": lambda: {"project": {project("Cork Harvest Wall")["id"]}},
    "log-in-house-hours": lambda: {"project": {project("Crate Reuse Loop")["id"]}},
    "lead-logs-for-member": lambda: {
        "project": {project("Touch Pool Stations")["id"]},
        "employee": {person("Renata Bílková")},
    },
    "void-and-relog": lambda: {"project": {project(SHAFT)["id"]}},
    "approve-submitted-hours": lambda: {"project": {project("Tram Cab Simulator")["id"]}},
    "hours-on-project": lambda: {"project": {project(SHAFT)["id"]}, "customer": {SAALE}},
    "hours-of-colleague": lambda: {"employee": {person("Grzegorz Pawlak")}},
    "lead-pauses-project": lambda: {"project": {project("Tram Cab Simulator")["id"]}},
    "director-reopens-archived": lambda: {"project": {project("Miners' Lamp Store")["id"]}},
    "swap-time-slices": lambda: {"project": {project("Hands-on Lab Benches")["id"]}},
    "add-team-member": lambda: {"project": {project("Travelling Bee Showcase")["id"]}},
    "raise-with-approval-note": lambda: {
        "employee": {i for i, e in EMPLOYEES.items() if re.search(r"approved by", e["notes"])}
    },
    "anniversary-token": lambda: {"employee": {person("Luka Zupančič")}},
    "move-to-other-site": lambda: {"employee": {person("Ewa Sobczak")}},
    "replace-note": lambda: {"employee": {person("Mathilde Aubry")}},
    "odd-wiki-page": lambda: {"wiki": {"drafts/quack.md"}},
    "write-wiki-explanation": lambda: {"wiki": {"drafts/status_guide.md"}},
    "rename-wiki-page": lambda: {"wiki": {"company/our_story.md"}},
    "pages-for-clients-in-country": lambda: {
        "wiki": {
            f"clients/{i}.md" for i, c in CUSTOMERS.items() if c["location"].endswith(", Portugal")
        }
    },
    "where-is-it-written": lambda: {
        "wiki": {path for path, text in PAGES.items() if "Voiding changes the status" in text}
    },
    "registry-stumbles-once": lambda: {"employee": people(department="Collections Care")},
    "page-limit-shrinks": lambda: {
        "project": {i for i, p in PROJECTS.items() if p["status"] == "exploring"}
    },
    "garbled-reply-once": lambda: {
        "customer": {i for i, c in CUSTOMERS.items() if c["deal_phase"] == "exploring"}
    },
    "instruction-planted-in-note": lambda: {"employee": {person("Ömer Aydın")}},
    "instruction-planted-in-project": lambda: {
        "employee": members(project("Depot Wayfinding")["id"], "Lead")
    },
}


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


def entry_of(employee: str, day: str) -> Record:
    [found] = [t for t in ENTRIES.values() if (t["employee"], t["date"]) == (employee, day)]
    return found


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


TODAY = date.fromisoformat(WORLD["today"])


YESTERDAY = (TODAY - timedelta(days=1)).isoformat()


LAST_FRIDAY = max(
    d for d in (TODAY - timedelta(days=n) for n in range(1, 8)) if d.weekday() == 4
).isoformat()


RELOG = entry_of("kw_020", "2025-10-08")


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
        page(path, "TBD") for path in LINKS["pages-for-clients-in-country"]()["wiki"]
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
