"""Finders search before they list, and list wherever a search is not proof enough."""

import json
from collections import Counter
from collections.abc import Callable

import pytest

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.finders.lookups import LookupCatalog
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.columns import FINDER_PREFIX
from agentic_solver.erc3.snapshot.query import EntityLookup
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.erc3.wiki import WikiPages, wiki_digest
from agentic_solver.testing import (
    Desk,
    assert_accepted,
    build_plan,
    case,
    fact,
    open_desk,
    single_task_suite,
)
from agentic_solver.twin.task import Caller, Overlay
from agentic_solver.twin.world import World

Open = Callable[..., Desk]


def find(desk: Desk, finder: str) -> str:
    """Return the ids that a finder gives, joined; several are no fault here."""
    facts = (
        fact("g", f"SELECT id FROM {finder}"),
        fact("f", "SELECT coalesce(string_agg(id, ' ' ORDER BY id), '-') AS ids FROM g", "g"),
    )
    cases = (case(when="g.many", message="{f.ids}"), case(message="{f.ids}"))
    decision = desk.execute(build_plan(desk.task.text, facts=facts, cases=cases))
    assert_accepted(decision)
    assert decision.response is not None
    return decision.response.message


def calls(desk: Desk) -> Counter[str]:
    return Counter(route for route in desk.routes if route != "/whoami")


@pytest.mark.parametrize(
    ("finder", "ids"),
    [
        ("find_employee('Dora Klein')", "li_04"),
        ("find_employee('Klein Dora')", "li_04"),
        ("find_employee('our colleague Dora Klein''s')", "li_04"),
        ("find_employee('li_04')", "li_04"),
        ("find_employee('Dora Klein B2')", "li_04"),
        ("find_project('Rail Lathe')", "pr_lathe"),
        ("find_project('the film cutter project')", "pr_film"),
        ("find_customer('Alder Rail')", "cu_alder"),
    ],
)
def test_who_is_called_by_the_whole_name_is_searched(larch: Open, finder: str, ids: str) -> None:
    desk = larch("li_03", "Who is it: Dora Klein, li_04?")
    assert find(desk, finder) == ids
    assert not {route for route in calls(desk) if route.endswith("/list")}
    assert sum(calls(desk).values()) <= 4


@pytest.mark.parametrize(
    ("finder", "ids"),
    [
        ("find_employee('Dor')", "-"),
        ("find_employee('Nobody Atall')", "-"),
        ("find_project('the tower above the clouds')", "-"),
        ("find_customer('somebody in Czechia')", "-"),
        ("find_skill('forging')", "-"),
        ("find_location('Oslo')", "-"),
        ("find_employee('the tall one who always comes late on Mondays')", "-"),
    ],
)
def test_what_is_not_named_in_full_is_looked_for_among_all(
    larch: Open, finder: str, ids: str
) -> None:
    desk = larch("li_03", "Who is it?")
    assert find(desk, finder) == ids
    assert {route for route in calls(desk) if route.endswith("/list")}


@pytest.mark.parametrize(
    ("finder", "ids"),
    [
        ("find_employee('Dora')", "li_04"),
        ("find_employee('Dora Kléin')", "li_04"),
        ("find_employee('Klein, Dóra')", "li_04"),
        ("find_project('the lathe for the railway people')", "pr_lathe"),
        ("find_project('something for the railway', 'rail lathe')", "pr_lathe"),
        ("find_customer('the dairy in Czechia')", "cu_dogwood"),
    ],
)
def test_what_is_described_is_searched_by_its_words(larch: Open, finder: str, ids: str) -> None:
    desk = larch("li_03", "Who is it?")
    assert find(desk, finder) == ids
    assert not {route for route in calls(desk) if route.endswith("/list")}


def test_a_part_of_a_name_finds_whoever_has_it_in_other_letters_too(larch: Open) -> None:
    twin: JsonObject = {"employees": {"li_09": {"name": "Dóra Nagy"}}}
    desk = larch("li_03", "Who is Dora?", overlay=twin)
    assert find(desk, "find_employee('Dora')") == "li_04 li_09"


def test_a_part_of_a_name_that_is_written_out_is_searched(larch: Open) -> None:
    written: JsonObject = {"employees": {"li_09": {"name": "Jörg Müller"}}}
    desk = larch("li_03", "Who is Mueller?", overlay=written)
    assert find(desk, "find_employee('Mueller')") == "li_09"
    assert calls(desk)["/employees/list"] == 0


def test_of_names_of_one_word_all_spellings_are_found(larch: Open) -> None:
    """Each of them has one half of the name as the request writes it."""
    names: JsonObject = {"employees": {"li_05": {"name": "Doré"}, "li_09": {"name": "Dóre"}}}
    desk = larch("li_03", "Who is Dore?", overlay=names)
    assert find(desk, "find_employee('Dore')") == "li_05 li_09"


def test_the_words_of_a_clients_name_find_its_projects(larch: Open) -> None:
    desk = larch("li_03", "Which lathe?")
    assert find(desk, "find_project('the lathe of Alder')") == "pr_lathe"
    assert not {route for route in calls(desk) if route.endswith("/list")}


def test_letters_inside_another_word_are_no_find(larch: Open) -> None:
    """A search for ``rail`` meets the trailer as well; its record is read and says otherwise."""
    text = "A press for trailers."
    trailer: JsonObject = {"projects": {"pr_film": {"name": "Wagon", "description": text}}}
    desk = larch("li_03", "Which press?", overlay=trailer)
    assert find(desk, "find_project('the rail thing')") == "pr_lathe"


def test_a_site_is_found_as_the_request_spells_it(larch: Open) -> None:
    spelled = {"li_06": "Oslo – Quay", "li_07": "Oslo – Quay", "li_08": "Oslo - Quay"}
    sites: JsonObject = {"employees": {one: {"location": site} for one, site in spelled.items()}}
    desk = larch("li_03", "Who sits there?", overlay=sites)
    assert find(desk, "find_location('Oslo – Quay')") == "Oslo – Quay"
    assert calls(desk)["/employees/list"] == 0


def test_namesakes_are_all_found_by_a_search(larch: Open) -> None:
    twin: JsonObject = {"employees": {"li_09": {"name": "Dora Klein"}}}
    desk = larch("li_03", "Who is Dora Klein?", overlay=twin)
    assert find(desk, "find_employee('Dora Klein')") == "li_04 li_09"


def test_a_skill_of_the_very_name_needs_the_profiles_of_a_few(larch: Open) -> None:
    desk = larch("li_03", "Who mills?")
    assert find(desk, "find_skill('milling')") == "skill_milling"
    assert calls(desk)["/employees/get"] <= 6


def test_a_site_that_was_met_twice_is_no_reason_to_list_everybody(larch: Open) -> None:
    desk = larch("li_03", "Who sits there?")
    assert find(desk, "find_location('Turin')") == "Turin"
    assert calls(desk)["/employees/list"] <= 3


_SITES = (
    "# Sites\n\n## Brno (Czechia)\nOur headquarters.\n\n## Turin (Italy)\nThe plant.\n\n"
    "## Graz (Austria)\nSales.\n"
)


@pytest.mark.parametrize(
    ("finder", "site", "pages"),
    [
        ("find_location('Moscow')", "-", 1),
        ("find_location('our Moscow branch', 'Moskau')", "-", 1),
        ("find_location('Turin')", "Turin – Italy", 1),
        ("find_location('Graz')", "-", 3),
        ("find_location('the lab in Linz')", "Linz", 3),
    ],
)
def test_the_wiki_says_which_sites_there_are(
    larch_policy: Policy, committed_tools: Catalog, finder: str, site: str, pages: int
) -> None:
    """A site that the wiki names nowhere is none, unless somebody sits there under that name."""
    desk = _company(larch_policy, committed_tools, ("Brno – Czechia", "Turin – Italy"), _SITES)
    try:
        assert find(desk, finder) == site
        assert calls(desk)["/employees/list"] == pages
    finally:
        desk.session.close()


_CODES = (
    "# Codes\n\n| Code | Site | Head |\n|---|---|---|\n| BRN_1 | Brno, Moravia | a |\n"
    "| TRN_1 | Turin, Piedmont | b |\n| GRZ_1 | Graz, Styria | c |\n\n"
    "| Code | Skill |\n|---|---|\n| sk_mill | Milling wheels |\n| sk_weld | Welding pipes |\n\n"
    "## TRN_1: Lingotto\n\nThe plant.\n"
)


@pytest.mark.parametrize(
    ("finder", "code", "pages"),
    [
        ("find_location('Turin')", "TRN_1", 0),
        ("find_location('Graz')", "-", 3),
        ("find_location('Lingotto')", "TRN_1", 0),
        ("find_skill('wheels for milling')", "sk_mill", 0),
        ("find_skill('Milling wheels')", "sk_mill", 0),
        ("find_skill('Welding pipes')", "-", 0),
        ("find_skill('the welding of thick pipes')", "pipe_welding", 3),
    ],
)
def test_a_code_of_the_wiki_is_found_where_somebody_has_it(
    larch_policy: Policy, committed_tools: Catalog, finder: str, code: str, pages: int
) -> None:
    desk = _company(larch_policy, committed_tools, ("BRN_1", "TRN_1"), _CODES)
    try:
        assert find(desk, finder) == code
        assert calls(desk)["/employees/list"] == pages
    finally:
        desk.session.close()


def _company(policy: Policy, tools: Catalog, stored: tuple[str, str], page: str) -> Desk:
    """Open a task of fourteen people at two sites, the last one in Linz and with a skill more."""
    employees = [
        {
            "id": f"w_{number:02}", "name": f"Person {number:02}", "email": f"w{number}@w.example",
            "salary": 1, "notes": "", "location": stored[number % 2], "department": "Workshop",
            "skills": [{"name": "sk_mill", "level": 3}], "wills": [],
        }
        for number in range(14)
    ]  # fmt: skip
    employees[13]["location"] = "Linz"
    employees[13]["skills"] = [{"name": "pipe_welding", "level": 3}]
    rest = {"wiki": "w", "today": "2025-05-05", "projects": [], "customers": [], "time_entries": []}
    world = World.model_validate_json(json.dumps({**rest, "employees": employees}))
    caller = Caller(current_user="w_00", is_public=False, location=stored[0], department="Workshop")
    wiki = {"sites.md": page}
    suite = single_task_suite(world, wiki, caller, "Where?", Overlay.model_validate_json("{}"))
    known = Policy(wiki_sha1=wiki_digest(wiki), rules=policy.rules)
    return open_desk(suite, catalog=tools, policy=known)


def test_a_full_snapshot_is_not_searched(larch: Open) -> None:
    desk = larch("li_03", "Who is it?")
    acquirer = Acquirer(desk.session, desk.bench.api)
    assert acquirer.ensure_all() is None
    before = calls(desk)
    catalog = LookupCatalog(desk.session, acquirer, WikiPages({}))
    lookup = EntityLookup(kind="employee", text="Dora Klein", table=f"{FINDER_PREFIX}test")
    assert catalog.resolve(lookup) is None
    assert catalog.ids(lookup) == ("li_04",)
    assert calls(desk) == before
