"""What the proposer is told of a wiki: its outline, and the codes that it explains."""

from agentic_solver.contracts.plan import Outcome
from agentic_solver.erc3.knowledge import listed_codes, wiki_codes, wiki_outline
from agentic_solver.erc3.wiki import WikiPages

CRAFTS = """# Crafts

| Id | Label |
|---|---|
| `s-forge` | Forging |
| `s-weld` | Welding, all kinds |

| Person | Town |
|---|---|
| Ada Lund | Oslo |
| Bo Falk | Turku |
"""
CENTRES = """## Cost centres
| Code | For | Since |
|:--|--:|---|
| CC-12 | Sales | 2019 |
| CC-7 | - | |"""


def test_tables_of_identifiers_are_listed_with_what_they_mean() -> None:
    wiki = WikiPages({"a/crafts.md": CRAFTS, "b.md": CENTRES})
    assert wiki_codes(wiki) == (
        "- a/crafts.md: s-forge = Forging; s-weld = Welding, all kinds\n"
        "- b.md: CC-12 = Sales, 2019; CC-7 = -, "
    )


def test_plain_words_are_codes_under_a_head_that_says_so() -> None:
    rows = "| rov | Driving a robot |\n| chart | Drawing charts |"
    for head, known in (("Skill code", True), ("Id", True), ("Who", False), ("Valid for", False)):
        page = f"| {head} | What it is |\n|---|---|\n{rows}"
        assert bool(wiki_codes(WikiPages({"p.md": page}))) is known
    names = "| Code | Site |\n|---|---|\n| The yard | Valdivia |\n| The shop | Osorno |"
    assert wiki_codes(WikiPages({"p.md": names})) == ""


def test_other_tables_are_no_codes() -> None:
    one_row = "| Id | Label |\n|---|---|\n| `s-forge` | Forging |"
    one_column = "| Id |\n|---|\n| `s-forge` |\n| `s-weld` |"
    rows = "\n".join(f"| `{outcome.value}` | said so |" for outcome in Outcome)
    outcomes = f"| Code | Meaning |\n|---|---|\n{rows}"
    for page in (one_row, one_column, outcomes, "No table | here", "|---|"):
        assert wiki_codes(WikiPages({"p.md": page})) == ""


def test_a_long_list_is_cut_and_says_so() -> None:
    rows = "\n".join(f"| `c_{n}` | {'label ' * 5} |" for n in range(1_000))
    listed = wiki_codes(WikiPages({"p.md": f"| a | b |\n|---|---|\n{rows}"}))
    assert listed.endswith(" ...")
    assert len(listed) < 7_000


def test_the_outline_names_pages_titles_and_anchors_by_folder() -> None:
    wiki = WikiPages({"b.md": CENTRES, "a/crafts.md": CRAFTS, "a/pay.md": "# Money\n## Own pay\n"})
    assert wiki_outline(wiki).splitlines() == [
        "- a/ crafts.md; pay.md: Money #own-pay",  # the path says *crafts*
        "- b.md: Cost centres #cost-centres",
    ]


def test_a_heading_of_which_rules_tell_is_left_out() -> None:
    wiki = WikiPages({"b.md": CENTRES, "a/pay.md": "# Money\n## Own pay\n## Pay of others\n"})
    told = {("a/pay.md", "own-pay")}
    assert wiki_outline(wiki, told).splitlines() == [
        "- a/ pay.md: Money #pay-of-others",
        "- b.md: Cost centres #cost-centres",
    ]


def test_the_codes_of_a_list_that_is_told_whole() -> None:
    wiki = WikiPages({"a/crafts.md": CRAFTS, "b.md": CENTRES})
    assert listed_codes(wiki) == (frozenset({"s-forge", "s-weld"}), frozenset({"CC-12", "CC-7"}))
    rows = "\n".join(f"| `c_{n}` | {'label ' * 5} |" for n in range(1_000))
    assert listed_codes(WikiPages({"p.md": f"| a | b |\n|---|---|\n{rows}"})) == ()
