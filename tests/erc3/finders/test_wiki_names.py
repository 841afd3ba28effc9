"""Names taken from the wiki: cities of sites, labels of ids."""

import pytest

from agentic_solver.erc3.finders.wiki_names import (
    labels_from_wiki,
    location_aliases_from_wiki,
    mentions,
    sites_meant,
)

SITES = (
    "HQ, Italy",
    "HQ - Italy",
    "Norwegian Plant",
    "Munich Sales Office – Germany",
)
PAGE = """# Sites

## Headquarters & Italian Works
- **Location:** Northern Italy, between Brescia and Cremona (edge of town).
- **Functions:** Finance, Key Accounts, Research

Italian is spoken at the site.

## Norwegian Factory
The plant is located near the fjord of Stavanger in western Norway.
Managed from Brescia.

## History
- **Location:** the founders met in Genoa.

## People
### Plant Manager Norway
- **Location:** Trondheim
"""


def test_cities_come_from_the_section_about_the_site() -> None:
    aliases = location_aliases_from_wiki([PAGE], SITES)
    assert set(aliases["HQ, Italy"]) == {
        "Brescia",
        "Cremona",
        "Headquarters & Italian Works",
    }
    assert aliases["HQ - Italy"] == aliases["HQ, Italy"]
    assert set(aliases["Norwegian Plant"]) == {"Norwegian Factory", "Stavanger"}
    assert "Munich Sales Office – Germany" not in aliases


def test_city_of_two_sites_is_nobodys_alias() -> None:
    page = (
        "## Norwegian plant\nLocated near Oslo harbour.\n"
        "## Munich sales office (Germany)\nA site close to Oslo by train.\n"
    )
    aliases = location_aliases_from_wiki([page], SITES)
    assert all("Oslo" not in " ".join(names) for names in aliases.values())


def test_no_pages_give_no_aliases() -> None:
    assert location_aliases_from_wiki([], SITES) == {}


def test_labels_stand_beside_the_id() -> None:
    page = (
        "### **`glaze_chem` — Glaze Chemistry & Safety**\n"
        "- `kiln_ops`: Kiln operation\n"
        "| cost_ctrl | Cost control | finance |\n"
        "Both glaze_chem and kiln_ops are rare.\n"
    )
    assert labels_from_wiki([page], ["glaze_chem", "kiln_ops", "cost_ctrl", "other"]) == {
        "glaze_chem": ("Glaze Chemistry & Safety",),
        "kiln_ops": ("Kiln operation",),
        "cost_ctrl": ("Cost control",),
    }


def test_long_sentence_is_no_label() -> None:
    page = "People who know kiln_ops " + "are asked to help their colleagues " * 4
    assert labels_from_wiki([page], ["kiln_ops"]) == {}


_BRANCHES = (
    "# Branches\n\n## Norwegian Factory\nThe plant is near Stavanger.\n\n"
    "- **Bergen (Norway)**\n  - Focus: ships.\n- **Munich (Germany)**\n  - Focus: presses.\n"
)


@pytest.mark.parametrize(
    ("phrase", "headings"),
    [
        ("Munich", {"Munich (Germany)"}),
        ("the Munich office", {"Munich (Germany)"}),
        ("Norway", {"Norwegian Factory", "Bergen (Norway)"}),
        ("the Munich laundry", set()),
        ("Moscow", set()),
        ("the office", set()),
    ],
)
def test_the_sites_that_a_phrase_may_mean(phrase: str, headings: set[str]) -> None:
    assert sites_meant([_BRANCHES], phrase) == headings


@pytest.mark.parametrize(
    ("phrase", "there"),
    [("Moscow", False), ("Stavanger", True), ("our German branch", True), ("the office", True)],
)
def test_a_word_is_mentioned_or_not(phrase: str, there: bool) -> None:
    assert mentions([_BRANCHES], phrase) is there
