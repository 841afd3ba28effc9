"""How well the entity lookup finds what recorded task texts name; prints JSON.

    python benchmarks/lookup.py [SUITES_FOLDER]

Phrases are cut out of the task texts by simple patterns; the reference comes from the grading
(links, expected changes) or, for people, from the one employee whose name has those words.
Patterns and references serve this measurement only.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agentic_solver.erc3.snapshot.catalog import Catalog, Described, Labelled, Person
from agentic_solver.erc3.snapshot.lookup import find, is_unique
from agentic_solver.erc3.snapshot.lookup_wiki import labels_from_wiki, location_aliases_from_wiki
from agentic_solver.erc3.snapshot.query import EntityKind

PATTERNS: tuple[tuple[EntityKind, str], ...] = (
    ("project", r"team lead on (.+?)\?"),
    ("project", r"role (?:\w+) on (.+?)\?"),
    ("project", r"customer contact email of (.+?)$"),
    ("project", r"primary contact email on (.+?)$"),
    ("project", r"Who is customer for (.+?)$"),
    ("project", r"did we log on project (.+?)\?"),
    ("project", r"logged \d+ hours on (.+?) on \d"),
    ("project", r"all skills in project (.+?)$"),
    ("project", r"mess at (?:ongoing )?(.+?)\. Swap"),
    ("project", r"Adjust (.+?) and swap"),
    ("project", r"Well, (.+?) needs stronger"),
    ("project", r"ID of the project\? (.+?)$"),
    ("project", r"primary contact for project (.+?)\?"),
    ("project", r"status of project (.+?) to \w+$"),
    ("project", r"Switch status of (.+?) to \w+$"),
    ("project", r"work for me on project (.+?) yesterday"),
    ("project", r"job on (.+?) yesterday"),
    ("project", r"role of \w+ at (.+?)$"),
    ("customer", r"What is contact email of (.+?)\?"),
    ("customer", r"account manager for (.+?)\?"),
    ("customer", r"related to the customer (.+?)\.$"),
    ("customer", r"customer has more projects: (.+?) or .+?\?"),
    ("customer", r"customer has more projects: .+? or (.+?)\?"),
    ("employee", r"(?:projects is|projects does) (.+?) (?:involved|lead)"),
    ("employee", r"salary and department of (.+?)\?"),
    ("employee", r"salary of ([A-Z].+?)(?:\?| by)"),
    ("employee", r"note to (.+?)'s profile"),
    ("employee", r"can coach (.+?) on"),
    ("employee", r"workloads of (.+?) and .+? \(fix"),
    ("employee", r"workloads of .+? and (.+?) \(fix"),
    ("employee", r"more projects: (.+?) or [^?]+\? Link only the employee"),
    ("employee", r"contact email of ([A-Z]\S+ [A-Z]\S+)$"),
    ("employee", r"hours in total did ([A-Z].+?) log"),
    ("will", r"motivation (Interest .+?|Willingness .+?)\."),
    ("will", r"strong (Interest .+?|Willingness .+?) motivation"),
    ("will", r"except (.+?) \("),
    ("skill", r"combines strong (.+?) skills"),
    ("skill", r"capability in (.+?)\. Who"),
    ("skill", r"training on (\w+)\."),
    ("location", r"employee (?:in|at) (.+?)(?: is busiest| \(by|$)"),
    ("location", r"List employees in (.+?) with"),
    ("location", r"send an employee to (\w+) to"),
    ("department", r"employee from (.+?) (?:has most|\(by)"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One phrase and what it should give: an id, or nothing."""

    task: str
    kind: EntityKind
    phrase: str
    expected: frozenset[str] | None
    """Acceptable ids; empty for "does not exist"; None when there is no reference."""


def load_catalog(suite: Path, world: dict[str, Any]) -> Catalog:
    """Return the catalog of one company of a suite."""
    pages = [page.read_text(encoding="utf-8") for page in sorted(suite.glob("wikis/*/**/*.md"))]
    people = world["employees"]
    customers = {customer["id"]: customer["name"] for customer in world["customers"]}
    skills = sorted({skill["name"] for person in people for skill in person["skills"]})
    wills = sorted({will["name"] for person in people for will in person["wills"]})
    places = sorted({person["location"] for person in people})
    aliases = location_aliases_from_wiki(pages, places)
    labels = labels_from_wiki(pages, [*skills, *wills])
    return Catalog(
        employees=tuple(
            Person(id=person["id"], name=person["name"], email=person["email"]) for person in people
        ),
        customers=tuple(
            Described(id=c["id"], name=c["name"], text=c["brief"], location=c["location"])
            for c in world["customers"]
        ),
        projects=tuple(
            Described(
                id=p["id"],
                name=p["name"],
                text=p.get("description") or "",
                customer=f"{p['customer']} {customers.get(p['customer'], '')}",
                status=p["status"],
            )
            for p in world["projects"]
        ),
        skills=tuple(Labelled(id=value, labels=labels.get(value, ())) for value in skills),
        wills=tuple(Labelled(id=value, labels=labels.get(value, ())) for value in wills),
        locations=tuple(Labelled(id=value, labels=aliases.get(value, ())) for value in places),
        departments=tuple(
            Labelled(id=value) for value in sorted({person["department"] for person in people})
        ),
    )


def cases(task: dict[str, Any], catalog: Catalog) -> Iterator[Case]:
    """Yield the phrases of one task with their reference, where there is one."""
    for kind, pattern in PATTERNS:
        for match in re.finditer(pattern, task["text"]):
            phrase = (match.group(1) or "").strip()
            if phrase:
                yield Case(
                    task=task["id"],
                    kind=kind,
                    phrase=phrase,
                    expected=reference(task, kind, phrase, catalog),
                )


def reference(
    task: dict[str, Any], kind: EntityKind, phrase: str, catalog: Catalog
) -> frozenset[str] | None:
    """Return the acceptable ids for a phrase, or None when the grading does not tell."""
    links = task["expect"]["links"].get(kind)
    named = set(links.get("exact") or links.get("contain") or ()) if links else set()
    if kind == "employee":
        wanted = sorted(phrase.replace("’", "'").split())
        return frozenset(
            p.id for p in catalog.employees if sorted(p.name.replace("’", "'").split()) == wanted
        ) or (frozenset(named) or None)
    if kind == "customer" and task["expect"]["outcomes"] == ["none_clarification_needed"]:
        return frozenset() if f" or {phrase}?" in task["text"] else None
    if kind == "customer" and " more projects: " in task["text"]:
        return None
    return frozenset(named) if len(named) == 1 and kind in {"project", "customer"} else None


def measure(folder: Path) -> dict[str, Any]:
    """Return the counts per kind and every case that came out wrong or has no reference."""
    counts: dict[str, Counter[str]] = {}
    wrong: list[dict[str, Any]] = []
    shown: list[dict[str, Any]] = []
    for suite in sorted(folder.iterdir()):
        if not (suite / "tasks.jsonl").exists():
            continue
        worlds: dict[str, Catalog] = {}
        for line in (suite / "tasks.jsonl").read_text(encoding="utf-8").splitlines():
            task = json.loads(line)
            if task["world"] not in worlds:
                world = json.loads((suite / "worlds" / f"{task['world']}.json").read_text("utf-8"))
                worlds[task["world"]] = load_catalog(suite, world)
            for case in cases(task, worlds[task["world"]]):
                found = find(case.kind, case.phrase, worlds[task["world"]])
                row = {
                    "task": case.task,
                    "kind": case.kind,
                    "phrase": case.phrase,
                    "found": [[c.id, c.score] for c in found[:4]],
                }
                tally = counts.setdefault(case.kind, Counter())
                if case.expected is None:
                    tally["no_reference"] += 1
                    tally["no_reference_unique"] += is_unique(found)
                    shown.append(row)
                    continue
                tally["cases"] += 1
                if not case.expected:
                    tally["none_expected"] += 1
                    tally["none_right"] += not found
                else:
                    tally["top1"] += bool(found) and found[0].id in case.expected
                    tally["unique"] += is_unique(found) and found[0].id in case.expected
                right = not found if not case.expected else {c.id for c in found} == case.expected
                if not right:
                    wrong.append({**row, "expected": sorted(case.expected)})
    return {
        "kinds": {kind: dict(sorted(counts[kind].items())) for kind in sorted(counts)},
        "wrong": wrong,
        "without_reference": shown,
    }


def main() -> None:
    """Print the measurement for the folder given on the command line."""
    default = Path(__file__).resolve().parents[2] / "shared" / "erc3" / "suites"
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else default
    print(json.dumps(measure(folder), indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
