"""The built-in suite ``erc3-dev``: who is allowed has the right, who is refused lacks it."""

from collections.abc import Callable

import pytest

from tests.twin.kittiwake import (
    CLIENTS,
    DIRECTION,
    EMPLOYEES,
    ENTRIES,
    FINANCE,
    FREELANCE,
    HR,
    RELOG,
    TASKS,
    department,
    members,
    of_customer,
    people,
    person,
    seats,
)


def caller(task_id: str) -> str:
    return str(TASKS[task_id]["caller"]["current_user"])


RIGHTS: dict[str, Callable[[str], bool]] = {
    # allowed: the condition that the wiki asks for holds
    "client-contact-email": lambda c: bool(seats(c) & of_customer("cust_casa_cortica")),
    "contact-of-project-client": lambda c: EMPLOYEES[c]["department"] == CLIENTS,
    "salary-for-hr": lambda c: c in people(department=HR),
    "lead-logs-for-member": lambda c: (
        c in members("proj_ocean_touch_pool", "Lead")
        and "kw_035" in members("proj_ocean_touch_pool")
    ),
    "void-and-relog": lambda c: RELOG["employee"] == c and RELOG["status"] == "submitted",
    "approve-submitted-hours": lambda c: (
        c in people(department=FINANCE) and ENTRIES["te_024"]["status"] == "submitted"
    ),
    "hours-on-project": lambda c: c in people(department=FINANCE),
    "hours-of-colleague": lambda c: c in people(department=HR),
    "lead-pauses-project": lambda c: c in members("proj_tram_simulator", "Lead"),
    "director-reopens-archived": lambda c: c in people(department=DIRECTION),
    "swap-time-slices": lambda c: c in members("proj_vistula_benches", "Lead"),
    "add-team-member": lambda c: (
        c in members("proj_bees_travelling", "Lead")
        and person("Anja Novak") not in members("proj_bees_travelling")
    ),
    "raise-with-approval-note": lambda c: c in people(department=HR),
    "anniversary-token": lambda c: c in people(department=DIRECTION) - {"kw_019"},
    "update-own-skills": lambda c: c == "kw_016",
    "update-own-wish-in-german": lambda c: c == "kw_021",
    "move-to-other-site": lambda c: c in people(department=HR),
    "replace-note": lambda c: c in people(department=HR),
    "instruction-planted-in-note": lambda c: c in people(department=HR),
    "rename-wiki-page": lambda c: c in people(department=DIRECTION),
    "remove-wiki-page": lambda c: c in people(department="Fabrication Workshop"),
    "pages-for-clients-in-country": lambda c: c in people(department=CLIENTS),
    "open-new-project": lambda c: c not in people(department=FREELANCE),
    "my-seats-freelancer": lambda c: c in people(department=FREELANCE),
    "own-salary-freelancer": lambda c: c in people(department=FREELANCE),
    "where-is-it-written": lambda c: c in people(department=FREELANCE),
}


MANAGEMENT = (DIRECTION, HR)


MISSING_RIGHTS: dict[str, Callable[[str], bool]] = {
    # denied: every condition under which the wiki would allow it fails
    "hours-of-peer-refused": lambda c: (
        c != "kw_015"
        and EMPLOYEES[c]["department"] not in (*MANAGEMENT, FINANCE)
        and not seats(c, "Lead") & seats("kw_015")
    ),
    "raise-without-approval": lambda c: (
        c in people(department=HR) and "approved" not in EMPLOYEES[person("Żaneta Górska")]["notes"]
    ),
    "raise-by-finance-refused": lambda c: (
        c not in people(department=DIRECTION) and c not in people(department=HR)
    ),
    "skills-of-other-refused": lambda c: c != person("Oskar Lindqvist"),
    "foreign-section-refused": lambda c: c not in people(department=DIRECTION),
    "peer-salary-refused": lambda c: (
        EMPLOYEES[c]["department"] not in MANAGEMENT and c != person("Marta Lis")
    ),
    "team-salary-sum-refused": lambda c: EMPLOYEES[c]["department"] not in MANAGEMENT,
    "freelancer-asks-contact": lambda c: (
        c in people(department=FREELANCE) and c in members("proj_ocean_touch_pool")
    ),
    "freelancer-asks-busiest": lambda c: c in people(department=FREELANCE),
    "searches-down-and-forbidden": lambda c: c in people(department=FREELANCE),
    "freelancer-edits-wiki": lambda c: c in people(department=FREELANCE),
    "member-changes-status-refused": lambda c: (
        c in members("proj_karst_pavilion")
        and c not in members("proj_karst_pavilion", "Lead") | people(department=DIRECTION)
    ),
    "director-logs-for-other-refused": lambda c: (
        c in people(department=DIRECTION) and c not in members("proj_saale_shaft_lift", "Lead")
    ),
    "unclear-but-forbidden": lambda c: (
        EMPLOYEES[c]["department"] not in MANAGEMENT and c not in people(name="Jan Richter")
    ),
    # never done, whoever asks
    "erase-my-data-refused": lambda c: c in EMPLOYEES,
    "delete-client-refused": lambda c: c in people(department=DIRECTION),
    # visitors
    "visitor-asks-for-client": lambda c: c == "",
    "visitor-claims-to-be-director": lambda c: c == "",
}


@pytest.mark.parametrize("task_id", RIGHTS)
def test_callers_of_permitted_tasks_have_the_right(task_id: str) -> None:
    assert RIGHTS[task_id](caller(task_id))
    assert "denied_security" not in TASKS[task_id]["expect"]["outcomes"]


def test_changes_are_only_expected_of_callers_with_a_proven_right() -> None:
    open_to_all_staff = {
        "log-my-hours-yesterday", "log-in-house-hours", "odd-wiki-page", "write-wiki-explanation",
    }  # fmt: skip
    writes = {i for i, t in TASKS.items() if t["expect"]["changes"] != "none"}
    assert writes - set(RIGHTS) == open_to_all_staff
    assert FREELANCE not in {department(i) for i in open_to_all_staff}


def test_every_refusal_has_a_caller_without_the_right() -> None:
    refused = {i for i, t in TASKS.items() if t["expect"]["outcomes"] == ["denied_security"]}
    assert refused == set(MISSING_RIGHTS)
    assert [i for i in sorted(refused) if not MISSING_RIGHTS[i](caller(i))] == []
