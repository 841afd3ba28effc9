"""The world, the wiki and the tasks of the built-in suite ``erc3-dev``, and questions to them.

Read from the files of the suite and not through ``agentic_solver.twin``: what the tests compute
again must not depend on the code that loads and grades the suite.
"""

import json
from datetime import date
from pathlib import Path
from typing import Any

SUITE = Path(__file__).parents[2] / "agentic_solver" / "twin" / "suites" / "erc3_dev"
WIKI = SUITE / "wikis" / "kittiwake"

Record = dict[str, Any]
Ids = set[str]

WORLD: Record = json.loads((SUITE / "worlds" / "kittiwake.json").read_text(encoding="utf-8"))
TODAY = date.fromisoformat(WORLD["today"])

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
DIRECTION, HR, FINANCE = "Studio Direction", "People & Culture", "Finance & Procurement"
FREELANCE, CLIENTS = "Freelance Pool", "Client Relations"


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


def level(employee: str, name: str) -> int:
    profile = EMPLOYEES[employee]["skills"] + EMPLOYEES[employee]["wills"]
    return next((int(s["level"]) for s in profile if s["name"] == name), 0)


def of_customer(customer_id: str) -> Ids:
    return {i for i, p in PROJECTS.items() if p["customer"] == customer_id}


def client_pages(country: str) -> Ids:
    found = (i for i, c in CUSTOMERS.items() if c["location"].endswith(f", {country}"))
    return {f"clients/{i}.md" for i in found}


def department(task_id: str) -> str:
    return str(TASKS[task_id]["caller"]["department"])


def entry_of(employee: str, day: str) -> Record:
    [found] = [t for t in ENTRIES.values() if (t["employee"], t["date"]) == (employee, day)]
    return found


RELOG = entry_of("kw_020", "2025-10-08")
