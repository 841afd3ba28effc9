"""A site or department is found as soon as it is certain, and not before."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import pytest

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.finders.placesearch import Column, PlaceSearch
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.failure import Failure
from agentic_solver.erc3.snapshot.query import EntityLookup
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.testing import Desk, open_desk, single_task_suite
from agentic_solver.twin.task import Caller, Overlay
from agentic_solver.twin.world import World

Open = Callable[..., Desk]
BRNO, TURIN, PISA = "Brno – Czechia", "Turin – Italy", "Pisa"
PEOPLE = (BRNO, TURIN) * 6 + (BRNO, PISA)
"""Fourteen people, five a page; the one in Pisa comes last."""
BOTH = "# Sites\n\n## Brno (Czechia)\nOur headquarters.\n\n## Turin (Italy)\nThe plant.\n"
TEAMS = "# Teams\n\n| Team | Work |\n|---|---|\n| Workshop | making |\n| Sales | selling |\n"


@pytest.fixture
def company(larch_policy: Policy, committed_tools: Catalog) -> Iterator[Open]:
    """Open a task of a company whose people sit at these places, in order of their ids."""
    opened: list[Desk] = []

    def start(
        places: Sequence[str] = PEOPLE,
        *,
        column: Column = "location",
        page: str = BOTH,
        caller: int = 0,
        faults: Sequence[JsonObject] = (),
    ) -> Desk:
        person = {"salary": 1, "notes": "", "location": "", "department": "", "skills": []}
        employees = [
            {
                **person, "id": f"w_{n:02}", "name": f"Person {n:02}", "wills": [],
                "email": f"w{n}@w.example", column: place,
            }
            for n, place in enumerate(places)
        ]  # fmt: skip
        rest = {"wiki": "w", "today": "2025-05-05", "projects": [], "customers": []}
        world = World.model_validate_json(
            json.dumps({**rest, "employees": employees, "time_entries": []})
        )
        own = {"location": "", "department": "", column: places[caller]}
        me = Caller(current_user=f"w_{caller:02}", is_public=False, **own)
        overlay = Overlay.model_validate_json(json.dumps({"faults": list(faults)}))
        suite = single_task_suite(world, {"places.md": page}, me, "Where?", overlay)
        opened.append(open_desk(suite, catalog=committed_tools, policy=larch_policy))
        return opened[-1]

    yield start
    for desk in opened:
        desk.session.close()


def search(
    desk: Desk, text: str, *others: str, column: Column = "location"
) -> list[str] | Failure | None:
    """Return the places that are certain; None where only everybody can tell."""
    wiki = WikiPages(dict(desk.universe.wiki))
    places = PlaceSearch(desk.session, Acquirer(desk.session, desk.bench.api, wiki=wiki), wiki)
    found = places.find(EntityLookup(kind=column, text=text, table="t", others=others), column)
    return found if found is None or isinstance(found, Failure) else [one.id for one in found]


def calls(desk: Desk) -> Counter[str]:
    return Counter(route for route in desk.routes if route != "/whoami")


@pytest.mark.parametrize("place", [TURIN, PISA])
def test_a_place_as_it_is_stored_takes_one_search(company: Open, place: str) -> None:
    """Two people are enough to be sure of it."""
    desk = company((PISA, *PEOPLE))
    assert search(desk, place) == [place]
    assert calls(desk) == {"/employees/search": 1}


def test_the_words_of_a_place_in_another_order_are_its_very_name(company: Open) -> None:
    desk = company(page="# Nothing\n")
    assert search(desk, "Italy, Turin") == [TURIN]
    assert calls(desk)["/employees/list"] == 1


@pytest.mark.parametrize(
    ("text", "more", "pages"),
    [
        ("the Turin office", "", 1),
        ("the Turin office", "\n## Turin Harbour\nA store.\n", 3),
        ("the Turin foundry", "", 3),
    ],
    ids=["the wiki has one such site", "it has two", "it says less than the request"],
)
def test_a_place_that_is_described_is_certain_where_the_wiki_has_no_other(
    company: Open, text: str, more: str, pages: int
) -> None:
    desk = company(page=BOTH + more)
    assert search(desk, text) == ([TURIN] if pages == 1 else None)
    assert calls(desk)["/employees/list"] >= pages


@pytest.mark.parametrize(
    ("page", "texts"),
    [
        ("# Sites\n\n## Brno (Czechia)\nOur headquarters.\n", ("Moscow",)),
        (f"{BOTH}\n## Graz\nSales.\n", ("the southern place", "Graz")),
        (BOTH, tuple(f"Moscow{n}" for n in range(8))),
    ],
    ids=["it lacks a site", "it names another wording", "there are too many wordings"],
)
def test_where_the_wiki_may_be_wrong_only_everybody_can_tell(
    company: Open, page: str, texts: tuple[str, ...]
) -> None:
    assert search(company(page=page), *texts) is None


def test_people_without_a_place_are_no_site_that_the_wiki_lacks(company: Open) -> None:
    desk = company((BRNO, TURIN, "", *PEOPLE))
    assert search(desk, "Moscow") == []
    assert calls(desk)["/employees/list"] == 1


def test_half_a_dozen_wordings_are_searched_and_plain_words_are_none(company: Open) -> None:
    desk = company()
    others = tuple(f"Moscow{n}" for n in range(6))
    assert search(desk, "our Moscow branch", *others[:5]) == []
    assert calls(desk) == {"/employees/search": 7, "/employees/list": 1}


def test_the_phrase_itself_is_no_wording_more(company: Open) -> None:
    assert search(company(), "Moscow", *(f"Moscow{n}" for n in range(6))) == []


@pytest.mark.parametrize(
    ("stored", "other"),
    [("Pisa", "the lab in Pisa"), ("Graz Nord", "Graz Nord")],
    ids=["a word of it", "all of it"],
)
def test_a_place_of_another_wording_is_looked_for(company: Open, stored: str, other: str) -> None:
    desk = company((*PEOPLE, stored))
    assert search(desk, "the farthest place", other) is None
    assert search(company(), "the farthest place", "the lab in Graz") == []


def test_of_one_site_the_wiki_is_not_believed_to_know_them_all(company: Open) -> None:
    desk = company((BRNO,) * 5 + PEOPLE)
    assert search(desk, "Moscow") == []
    assert calls(desk)["/employees/list"] == 2


def test_a_department_is_certain_by_its_very_name_only(company: Open) -> None:
    desk = company(("Sales Desk", "Foundry") * 5 + ("Desk of Sales North",), column="department")
    assert search(desk, "the desk people in sales", column="department") is None


def test_a_place_written_in_two_words_is_looked_for_although_the_wiki_writes_one(
    company: Open,
) -> None:
    """One record is not enough to be sure of it, but more than enough to look on."""
    desk = company((BRNO, TURIN, "Lindau", *PEOPLE, "Lindau"), page=f"{BOTH}\n## Lindau\nA lab.\n")
    assert search(desk, "the Lin Dau site") is None
    assert calls(desk)["/employees/list"] == 4


def test_the_caller_is_met_before_the_listing_comes_so_far(company: Open) -> None:
    desk = company((TURIN, *[BRNO] * 9, TURIN), caller=10)
    assert search(desk, "Italy, Turin") == [TURIN]
    assert calls(desk)["/employees/list"] == 1


def test_the_caller_is_one_person_in_the_listing_and_beside_it(company: Open) -> None:
    """A slip in the caller's own record is no site that two people have."""
    desk = company(("Turrin – Italy", BRNO, BRNO, BRNO, BRNO, TURIN, TURIN))
    assert search(desk, "the Turin office") is None


def test_what_the_wiki_says_of_sites_says_nothing_of_departments(company: Open) -> None:
    desk = company(("Workshop", "Sales") * 5 + ("Foundry",), column="department", page=TEAMS)
    assert search(desk, "the casting Foundry", column="department") is None


def test_a_search_that_fails_is_told_though_people_can_be_listed(company: Open) -> None:
    fault: JsonObject = {"route": "/employees/search", "kind": "status", "value": 503}
    assert isinstance(search(company(faults=({**fault, "times": None},)), "Moscow"), Failure)


@pytest.mark.parametrize("texts", [(TURIN,), ("the Turin office",), ("Moscow", "Moskau")])
def test_a_call_that_fails_is_told_and_never_taken_for_nobody_there(
    company: Open, texts: tuple[str, ...]
) -> None:
    whole = company()
    assert search(whole, *texts) is not None
    for number in range(1, len(whole.routes)):
        fault: JsonObject = {
            "route": "*", "kind": "status", "value": 503, "after": number, "times": None,
        }  # fmt: skip
        assert isinstance(search(company(faults=(fault,)), *texts), Failure)
