"""Things are found by the words of a phrase, with few searches and fewer records."""

import json
from collections import Counter
from collections.abc import Callable

import pytest

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.finders.wordsearch import WordSearch, described_projects
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.failure import Failure
from agentic_solver.erc3.snapshot.kind import KindName
from agentic_solver.erc3.snapshot.query import EntityLookup
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.testing import Desk, open_desk, single_task_suite
from agentic_solver.twin.task import Caller, Overlay
from agentic_solver.twin.world import World

Open = Callable[..., Desk]


def search(desk: Desk, kind: KindName, text: str, *others: str) -> str | Failure | None:
    """Return the ids that a phrase finds, joined."""
    words = WordSearch(desk.session, Acquirer(desk.session, desk.bench.api))
    found = words.find(EntityLookup(kind=kind, text=text, table="t", others=others), kind)
    if found is None or isinstance(found, Failure):
        return found
    return " ".join(one.id for one in found)


def calls(desk: Desk) -> Counter[str]:
    return Counter(route for route in desk.routes if route != "/whoami")


@pytest.mark.parametrize(
    ("kind", "text", "key", "searches"),
    [
        ("customer", "the Dairy in brno", "cu_dogwood", 1),
        ("customer", "the active customer Dairy in our office", "cu_dogwood", 1),
        ("customer", "the Dairy gmbh", "cu_dogwood", 1),
        ("customer", "an ox of the Dairy", "cu_dogwood", 1),
        ("customer", "a fur of the Dairy", "cu_dogwood", 2),
        ("customer", "dogwood, the Dairy", "cu_dogwood", 1),
        ("customer", "in brno a dogwood", "cu_dogwood", 1),
        ("project", "the Lathe for railways", "pr_lathe", 1),
        ("project", "a Scale from the autoclinics", "pr_scale", 1),
        ("project", "the cutter of a studio", "pr_film", 2),
    ],
    ids=[
        "by its place",
        "plain words are not searched",
        "nor is a legal form",
        "nor are two letters",
        "three letters are",
        "its name before longer words",
        "the longest of plain words",
        "by another word for it",
        "by a longer word with the same end",
        "an archived one",
    ],
)
def test_what_has_every_word_is_found_by_the_first_that_tells(
    larch: Open, kind: KindName, text: str, key: str, searches: int
) -> None:
    desk = larch("li_03", "Which?")
    assert search(desk, kind, text) == key
    assert calls(desk)[f"/{kind}s/search"] == searches
    assert calls(desk)[f"/{kind}s/get"] == 1
    assert calls(desk)[f"/{kind}s/list"] == 0


OPALS: JsonObject = {
    "customers": {
        "cu_birch": {"name": "Opal Clinics", "brief": "They weigh babies photographically."},
        "cu_alder": {"name": "Jade Rail"},
    },
    "projects": {"pr_tools": {"name": "Topaz", "description": "Ours.", "customer": "cu_birch"}},
}


@pytest.mark.parametrize(
    ("kind", "text", "key"),
    [
        ("customer", "the Opal of birch", "cu_birch"),
        ("customer", "the Opal, clinics", "cu_birch"),
        ("customer", "the Opal for babies", "cu_birch"),
        ("customer", "the Opal with graph", "cu_birch"),
        ("customer", "the Opal at oslo", "cu_birch"),
        ("project", "the Topaz for birch", "pr_tools"),
    ],
    ids=["id", "name", "text", "letters of the text", "place", "client"],
)
def test_every_part_of_a_thing_tells(larch: Open, kind: KindName, text: str, key: str) -> None:
    desk = larch("li_03", "Which?", overlay=OPALS)
    assert search(desk, kind, text) == key
    assert calls(desk)[f"/{kind}s/search"] == 1


def test_letters_inside_another_word_are_no_word_alone(larch: Open) -> None:
    assert search(larch("li_03", "Which?", overlay=OPALS), "customer", "the graph") is None


def test_of_two_things_with_a_word_both_are_read(larch: Open) -> None:
    two: JsonObject = {
        "customers": {key: {"name": f"Opal {key}"} for key in ("cu_alder", "cu_cedar")}
    }
    desk = larch("li_03", "Which?", overlay=two)
    assert search(desk, "customer", "the Opal in turin") == "cu_cedar"
    assert calls(desk) == {"/customers/search": 1, "/customers/get": 2}


def test_what_only_a_record_says_is_found_by_a_search(larch: Open) -> None:
    assert search(larch("li_03", "Which?", overlay=OPALS), "customer", "babies") == "cu_birch"


def test_the_projects_of_a_client_are_called_by_its_name(larch: Open) -> None:
    desk = larch("li_03", "Which?")
    assert search(desk, "project", "the project for Alder") == "pr_lathe"
    assert calls(desk)["/customers/search"] == 1


def test_a_project_of_a_client_is_told_by_the_next_word(larch: Open) -> None:
    desk = larch("li_03", "Which?")
    assert search(desk, "project", "the lathe for Alder") == "pr_lathe"
    assert calls(desk) == {"/projects/search": 2, "/customers/search": 1, "/projects/get": 1}


def test_a_plain_word_is_no_name_of_a_client(larch: Open) -> None:
    desk = larch("li_03", "Which?")
    assert search(desk, "project", "the lathe") == "pr_lathe"
    assert calls(desk) == {"/projects/search": 1, "/projects/get": 1}


@pytest.mark.parametrize(
    ("clients", "keys"),
    [
        (("cu_alder", "cu_cedar"), "pr_film pr_lathe"),
        (("cu_alder", "cu_cedar", "cu_birch"), None),
    ],
)
def test_the_projects_of_two_clients_are_found_and_of_more_are_not(
    larch: Open, clients: tuple[str, ...], keys: str | None
) -> None:
    opals: JsonObject = {"customers": {key: {"name": "Opal"} for key in clients}}
    desk = larch("li_03", "Which?", overlay=opals)
    assert search(desk, "project", "the project for Opal") == keys


def test_clients_are_not_looked_for_among_projects(larch: Open) -> None:
    desk = larch("li_03", "Which?")
    assert search(desk, "customer", "the Dairy") == "cu_dogwood"
    assert set(calls(desk)) == {"/customers/search", "/customers/get"}


def test_a_word_that_many_have_is_narrowed_by_the_others_before_anything_is_read(
    larch: Open,
) -> None:
    presses: JsonObject = {
        "projects": {
            **{key: {"name": "Press"} for key in ("pr_lathe", "pr_press", "pr_tools", "pr_film")},
            "pr_scale": {"name": "Press", "description": "It weighs babies."},
        }
    }
    desk = larch("li_03", "Which?", overlay=presses)
    assert search(desk, "project", "the Press that weighs") == "pr_scale"
    assert calls(desk)["/projects/get"] == 1


@pytest.mark.parametrize(("number", "read"), [(12, 12), (13, 0)])
def test_more_than_a_dozen_things_are_no_find(
    larch_policy: Policy, committed_tools: Catalog, number: int, read: int
) -> None:
    projects = [
        {
            "id": f"p_{one:02}", "name": f"Press {one:02}", "description": "It presses.",
            "customer": "", "status": "active", "team": [],
        }
        for one in range(number)
    ]  # fmt: skip
    rest = {"wiki": "w", "today": "2025-05-05", "customers": [], "time_entries": []}
    people: list[JsonObject] = [
        {
            "id": "w_1", "name": "Una Lind", "email": "una@w.example", "salary": 1, "notes": "",
            "location": "Brno", "department": "Workshop", "skills": [], "wills": [],
        }
    ]  # fmt: skip
    world = World.model_validate_json(
        json.dumps({**rest, "employees": people, "projects": projects})
    )
    caller = Caller(current_user="w_1", is_public=False, location="Brno", department="Workshop")
    suite = single_task_suite(world, {"index.md": "# W\n"}, caller, "Which?", Overlay())
    desk = open_desk(suite, catalog=committed_tools, policy=larch_policy)
    try:
        found = search(desk, "project", "the press")
        assert (found is None) == (read == 0)
        assert calls(desk)["/projects/get"] == read
    finally:
        desk.session.close()


def test_words_that_were_searched_leave_room_for_those_of_other_wordings(larch: Open) -> None:
    desk = larch("li_03", "Which?")
    words = (
        "alphabetic bestsellers crocodiles dromedaries elephantine featherless gyroscope helicopter"
    )
    assert search(desk, "customer", words, f"{words} dairy", "dairy") == "cu_dogwood"


@pytest.mark.parametrize(
    ("kind", "texts"),
    [
        ("customer", ("the Dairy in brno",)),
        ("customer", ("the dairy",)),
        ("project", ("the Lathe for railways",)),
        ("project", ("the project for Alder",)),
        ("project", ("something else", "the lathe")),
    ],
)
def test_a_call_that_fails_is_told_and_never_taken_for_nothing_found(
    larch: Open, kind: KindName, texts: tuple[str, ...]
) -> None:
    whole = larch("li_03", "Which?")
    assert search(whole, kind, *texts)
    for number in range(len(whole.routes) - 1):
        fault: JsonObject = {
            "route": "*", "kind": "status", "value": 503, "after": number + 1, "times": None,
        }  # fmt: skip
        desk = larch("li_03", "Which?", overlay={"faults": [fault]})
        assert isinstance(search(desk, kind, *texts), Failure)


def test_a_record_that_cannot_be_read_is_told_though_other_words_find_nothing(larch: Open) -> None:
    fault: JsonObject = {"route": "/customers/get", "kind": "status", "value": 503, "times": None}
    desk = larch("li_03", "Which?", overlay={"faults": [fault]})
    text = "the dairy with Herds on Alpine meadows"
    assert isinstance(search(desk, "customer", text), Failure)
    assert search(larch("li_03", "Which?"), "customer", text) is None


def test_a_project_is_described_by_the_id_and_the_name_of_its_client(larch: Open) -> None:
    desk = larch("li_03", "Which?")
    assert Acquirer(desk.session, desk.bench.api).ensure_all() is None
    found = {row.id: row.customer for row in described_projects(desk.session, ["pr_lathe"])}
    assert found == {"pr_lathe": "cu_alder Alder Rail"}
