"""``/customers/...``."""

from typing import Any

import pytest


def ids(payload: Any) -> list[str]:
    return [row["id"].removeprefix("cust_") for row in payload["companies"] or []]


def test_list_keeps_the_order_of_the_registry(play: Any) -> None:
    first = play.ok("/customers/list", limit=5)
    assert list(first) == ["next_offset", "companies"]
    assert ids(first) == ["fjord", "skerry", "reef", "dune", "cape"]
    assert list(first["companies"][0]) == [
        "id", "name", "location", "deal_phase", "high_level_status",
    ]  # fmt: skip
    assert ids(play.ok("/customers/list", limit=5, offset=5)) == ["isle"]


def test_get_shows_contact_and_manager_in_wire_order(play: Any) -> None:
    payload = play.ok("/customers/get", id="cust_dune")
    assert list(payload) == ["company", "found"]
    assert payload["found"] is True
    assert list(payload["company"]) == [
        "id", "name", "brief", "location", "primary_contact_name", "primary_contact_email",
        "deal_phase", "high_level_status", "account_manager",
    ]  # fmt: skip
    assert payload["company"]["account_manager"] == "tl_001"


@pytest.mark.parametrize("customer", ["cust_house", "", "CUST_DUNE"])
def test_get_of_no_record_is_not_found(play: Any, customer: str) -> None:
    assert play.refused("/customers/get", id=customer) == (404, "Not found")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"query": "BEACON"}, ["fjord", "skerry"]),
        ({"query": "reef & s"}, ["reef"]),
        ({"query": "cust_reef"}, []),
        ({"query": "Scotland"}, []),
        ({"query": "Ada Quill"}, []),
        ({"deal_phase": ["exploring", "paused"]}, ["reef", "cape"]),
        ({"deal_phase": ["nonsense"]}, []),
        ({"account_managers": ["tl_001"]}, ["dune"]),
        ({"locations": ["Scotland", "Peru"]}, ["skerry"]),
        ({"locations": ["Scot"]}, []),
        ({"query": "", "deal_phase": [], "locations": ["Norway"],
          "account_managers": ["tl_002"], "team_member": "tl_001"},
         ["fjord", "reef", "cape", "isle"]),
    ],
)  # fmt: skip
def test_search_combines_filters(play: Any, body: dict[str, Any], expected: list[str]) -> None:
    payload = play.ok("/customers/search", limit=5, **body)
    assert list(payload) == ["companies", "next_offset"]
    assert ids(payload) == expected
    assert payload["next_offset"] == -1


@pytest.mark.parametrize("field", ["deal_phase", "account_managers", "locations"])
def test_filters_are_lists_of_text(play: Any, field: str) -> None:
    assert play.refused("/customers/search", **{field: "active"})[0] == 400
    assert play.refused("/customers/search", **{field: [1]})[0] == 400
