"""Finders over the whole listing: what no search has settled."""

from collections.abc import Callable

import pytest

from agentic_solver.contracts.decision import Decision
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import Outcome
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, fact

Open = Callable[..., Desk]
OPTICS: JsonObject = {"name": "Galéria Óptik", "brief": "It rents téléphériques."}
"""The platform compares letters as they stand: without accents no search finds it."""


def ask(desk: Desk, finder: str) -> Decision:
    facts = (
        fact("g", f"SELECT id FROM {finder}"),
        fact("f", "SELECT coalesce(string_agg(id, ' ' ORDER BY id), '-') AS ids FROM g", "g"),
    )
    return desk.execute(build_plan(desk.task.text, facts=facts, cases=(case(message="{f.ids}"),)))


@pytest.mark.parametrize(
    ("finder", "key", "records"),
    [
        ("find_customer('Galeria Optik')", "cu_birch", 0),
        ("find_customer('our customer Optik Galeria')", "cu_birch", 0),
        ("find_customer('the Optik of Birch, Galeria')", "cu_birch", 0),
        ("find_customer('the telepherique customer')", "cu_birch", 4),
        ("find_project('the regatta of Galeria Optik')", "pr_scale", 5),
    ],
)
def test_records_are_read_only_where_the_names_do_not_settle_it(
    larch: Open, finder: str, key: str, records: int
) -> None:
    changed: JsonObject = {
        "customers": {"cu_birch": OPTICS},
        "projects": {"pr_scale": {"description": "Régatta with scales."}},
    }
    desk = larch("li_03", "Which?", overlay=changed)
    assert assert_accepted(ask(desk, finder)).message == key
    read = [route for route in desk.routes if route in ("/customers/get", "/projects/get")]
    assert len(read) == records


@pytest.mark.parametrize(
    ("finder", "stored"),
    [
        ("find_skill('seeing through glass', 'optics')", "skill_optics"),
        ("find_will('being on the road', 'travel')", "will_travel"),
        ("find_department('the Sales Desk crew')", "Sales Desk"),
        ("find_location('the workshop in Turin')", "Turin"),
    ],
)
def test_a_stored_value_is_found_among_those_of_everybody(
    larch: Open, finder: str, stored: str
) -> None:
    assert assert_accepted(ask(larch("li_03", "Which?"), finder)).message == stored


def test_a_name_that_fits_alone_and_not_well_does_not_settle_it(larch: Open) -> None:
    """What the records say of another one fits better."""
    changed: JsonObject = {
        "customers": {
            "cu_birch": {"name": "Galéria Óptik"},
            "cu_cedar": {"brief": "Its téléphériques go to a galéria."},
        }
    }
    desk = larch("li_03", "Which?", overlay=changed)
    decision = ask(desk, "find_customer('the telepherique of the galeria')")
    assert assert_accepted(decision).message == "cu_cedar"


def test_marks_alone_are_no_name_of_what_people_lack(larch: Open) -> None:
    desk = larch("li_03", "Which?", overlay={"employees": {"li_05": {"department": ""}}})
    assert assert_accepted(ask(desk, "find_department('–')")).message == "-"


def test_records_that_cannot_be_read_are_an_honest_failure(larch: Open) -> None:
    fault: JsonObject = {"route": "/customers/get", "kind": "status", "value": 503, "times": None}
    desk = larch("li_03", "Which?", overlay={"faults": [fault]})
    response = ask(desk, "find_customer('the telepherique customer')").response
    assert response is not None
    assert response.outcome is Outcome.ERROR_INTERNAL


@pytest.mark.parametrize(
    "finder",
    [
        "find_employee('Dora')",
        "find_customer('the dairy in Czechia')",
        "find_customer('the telepherique customer')",
        "find_skill('milling')",
        "find_location('Oslo')",
    ],
)
def test_the_record_of_a_call_says_that_it_was_made_for_a_finder(larch: Open, finder: str) -> None:
    calls = ask(larch("li_03", "Which?"), finder).calls
    assert {call.cause for call in calls} == {"whoami", "lookup"}
