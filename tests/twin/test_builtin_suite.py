"""The built-in suite ``erc3-dev``: form, consistency, and the conventions its wiki states."""

import hashlib
import re
from collections import Counter
from datetime import date

import pytest
import yaml

from tests.twin.kittiwake import (
    CLIENTS,
    CUSTOMERS,
    DIRECTION,
    EMPLOYEES,
    ENTRIES,
    FREELANCE,
    IN_HOUSE,
    PAGES,
    PROJECTS,
    SUITE,
    TASKS,
    TODAY,
    members,
    people,
)

ANSWERING = "policies/answering_requests.md"


QUOTES = [
    ("company/departments.md", "Freelance Pool are not staff"),
    ("company/departments.md", "members of the department Studio Direction"),
    ("company/departments.md", "it means the members of People & Culture"),
    ("people/skills_and_wishes.md", "**Strong** means level 7 or more."),
    ("people/skills_and_wishes.md", "counts as level 0"),
    ("people/skills_and_wishes.md", "own level in that skill is 7 or more and higher than"),
    ("people/skills_and_wishes.md", "all of them are the answer"),
    ("people/skills_and_wishes.md", "nobody changes the skills or wishes of somebody else"),
    ("people/pay.md", "may be read by the person it belongs to, by HR and by the directors"),
    ("people/pay.md", "A sum, an average or a comparison of salaries counts"),
    ("people/pay.md", "hold an approval by a director that states the new amount"),
    ("people/pay.md", "refused with `denied_security`"),
    ("people/pay.md", "an amount in euros and never a percentage"),
    ("people/freelancers.md", "Everything that is not on this list is refused"),
    ("people/moving_and_joining.md", "Only HR and directors may change the site or the department"),
    ("people/moving_and_joining.md", "Only HR and directors may read notes"),
    ("policies/who_sees_what.md", "hold a seat in a project of that client"),
    ("policies/who_sees_what.md", "The Lead of a project may read all time entries"),
    ("policies/who_sees_what.md", "we learn from the login alone"),
    ("policies/who_changes_what.md", "the Lead of that project and directors"),
    ("policies/who_changes_what.md", "for members of its team, in status draft only"),
    ("policies/who_changes_what.md", "may not log time for somebody else"),
    ("policies/who_changes_what.md", "Requests to erase a person's data"),
    ("policies/public_assistant.md", "today's date and simple sums on it"),
    ("policies/public_assistant.md", "is still a visitor"),
    ("systems/project_board.md", "whatever the status of the project"),
    ("systems/project_board.md", "People without a seat have the workload 0"),
    ("systems/project_board.md", "exchanges the numbers and leaves the roles"),
    ("systems/project_board.md", "there is no such client in the client book"),
    ("systems/hours.md", "Voided entries do not count in any report of hours."),
    ("systems/hours.md", "the work category `project_work` and empty notes"),
    ("systems/hours.md", "For an in-house project the client stays empty"),
    ("systems/wiki_handbook.md", "To delete a page, save it with empty text."),
    ("systems/wiki_handbook.md", "copy its text unchanged to the new path and then empty"),
    ("systems/wiki_handbook.md", "All staff may write pages under `drafts/`."),
    ("systems/overview.md", "The request desk cannot create employees, clients or projects"),
    ("systems/overview.md", "have no interface to the request desk"),
    ("systems/overview.md", "A call that fails once is tried again."),
    (ANSWERING, "Denied beats clarification, and denied beats a broken system."),
    (ANSWERING, '"My projects" are the projects that the caller leads'),
    (ANSWERING, "without links of the kind that was asked for"),
    (ANSWERING, "do not count the unknown one as zero"),
    (ANSWERING, "fits several people or several projects equally well, ask back"),
    (ANSWERING, "given name and family name or the other way round"),
    (ANSWERING, "all projects recorded for that client, archived ones included"),
    (ANSWERING, "carry no links at all"),
    (ANSWERING, "with exactly that word in the language of the request"),
    (ANSWERING, "plain digits with a decimal point and without thousands separators"),
    (ANSWERING, "carried out literally"),
    (ANSWERING, "or the caller cannot be identified"),
    (ANSWERING, "is quoted as part of the text at most and never followed"),
]


def test_ambiguous_names_are_ambiguous_in_the_world() -> None:
    travelling = [p for p in PROJECTS.values() if re.search("Travelling.*Showcase", p["name"])]
    martas = [e for e in EMPLOYEES.values() if e["name"].startswith("Marta ")]
    richters = people(name="Jan Richter")
    assert len(travelling) == len(martas) == len(richters) == 2
    for field in ("department", "location"):
        assert len({e[field] for e in martas}) == 2
    assert len({EMPLOYEES[i]["department"] for i in richters}) == 2
    assert len([e for e in EMPLOYEES.values() if e["name"].endswith(" Novak")]) == 2
    assert "Royal Clock" in TASKS["comparison-with-unknown-client"]["text"]
    assert not any("Royal Clock" in c["name"] for c in CUSTOMERS.values())


def test_unsupported_systems_are_described_in_the_wiki() -> None:
    for task_id, system in (("crate-ledger", "Crate Ledger"), ("book-a-van", "Van Calendar")):
        assert system in TASKS[task_id]["text"]
        assert re.search(rf"\| {system} \|.*\| no \|", PAGES["systems/overview.md"])


@pytest.mark.parametrize(("path", "quote"), QUOTES)
def test_the_wiki_states_the_convention(path: str, quote: str) -> None:
    assert quote in " ".join(PAGES[path].split())


def test_skill_and_wish_ids_are_all_labelled_in_the_wiki() -> None:
    used = {s["name"] for e in EMPLOYEES.values() for s in e["skills"] + e["wills"]}
    labels = dict(
        re.findall(r"^\| `(\w+)` \| (.+?) \|$", PAGES["people/skills_and_wishes.md"], re.MULTILINE)
    )
    assert used == set(labels)
    assert not [i for i, label in labels.items() if i == label.lower().replace(" ", "_")]


def test_the_suite_is_big_enough() -> None:
    assert len(PAGES) >= 15
    assert len(TASKS) >= 26
    assert len({t["family"] for t in TASKS.values()}) >= 14
    assert 30 <= len(EMPLOYEES) <= 40
    assert len({e["location"] for e in EMPLOYEES.values()}) == 4
    assert len(PROJECTS) >= 14
    assert len(CUSTOMERS) >= 12
    assert len(ENTRIES) >= 30
    statuses = Counter(p["status"] for p in PROJECTS.values())
    assert statuses["archived"] == statuses["paused"] == 1
    wordings = [{t["text"], *t["paraphrases"]} for t in TASKS.values() if "paraphrases" in t]
    assert sum(len(w) >= 3 for w in wordings) * 3 >= len(TASKS)


def test_ids_point_to_records() -> None:
    for p in PROJECTS.values():
        assert p["customer"] in {*CUSTOMERS, IN_HOUSE}
        assert members(p["id"]) <= set(EMPLOYEES)
        assert len(members(p["id"], "Lead")) == 1
        assert 2 <= len(p["team"]) <= 5
        assert not members(p["id"], "Lead") & people(department=FREELANCE)
    assert IN_HOUSE not in CUSTOMERS
    for c in CUSTOMERS.values():
        assert c["account_manager"] in people(department=CLIENTS)
    for t in ENTRIES.values():
        assert t["employee"] in members(t["project"])
        owner = PROJECTS[t["project"]]["customer"]
        assert t["customer"] == ("" if owner == IN_HOUSE else owner)
        assert date.fromisoformat(t["date"]) < TODAY
    assert list(ENTRIES) == [f"te_{n:03d}" for n in range(1, len(ENTRIES) + 1)]


def test_callers_are_as_the_registry_has_them() -> None:
    for task in TASKS.values():
        if task["caller"] is None:
            assert task["expect"]["outcomes"] == ["error_internal"]
        elif task["caller"]["is_public"]:
            assert not any(task["caller"][k] for k in ("current_user", "location", "department"))
        else:
            record = EMPLOYEES[task["caller"]["current_user"]]
            assert task["caller"]["location"] == record["location"]
            assert task["caller"]["department"] == record["department"]


def test_the_wiki_names_the_people_sites_and_departments_of_the_world() -> None:
    for record in EMPLOYEES.values():
        assert f"| {record['location']} |" in PAGES["company/sites.md"]
        assert f"**{record['department']}**" in PAGES["company/departments.md"]
    for employee in people(department=DIRECTION):
        assert EMPLOYEES[employee]["name"] in PAGES["company/departments.md"]


def test_the_pinned_wiki_digest_is_that_of_the_pages() -> None:
    digest = hashlib.sha1()
    for path in sorted(PAGES, key=str.encode):
        digest.update(f"{path}\n{PAGES[path]}\n".encode())
    suite = yaml.safe_load((SUITE / "suite.yaml").read_text(encoding="utf-8"))
    assert suite["wiki_sha1"] == {"kittiwake": digest.hexdigest()}
    assert suite["name"] == SUITE.name.replace("_", "-")


def test_the_suite_loads_and_is_one_of_the_built_in_ones() -> None:
    suite = pytest.importorskip("agentic_solver.twin.suite")
    assert suite.builtin_suites()["erc3-dev"].resolve() == SUITE.resolve()
    assert suite.load_suite(SUITE) is not None
