"""What a text gains is given by the request, what it loses is named by it."""

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import JsonValue

from agentic_solver.contracts.request_reading import How, Value
from agentic_solver.erc3.asked.judged import AGREES, OPEN, Says
from agentic_solver.erc3.asked.text import text_follows, worded

PAGE = (
    "# Kitchen\n\nThe kettle is cleaned on Mondays.\nThe oven is off at night.\n\n"
    "## Guests\n\n- Guests are greeted twice.\n- Guests park behind the barn.\n"
)
EXACT, TOLD = True, False


def text(given_text: str | None, *, exact: bool = False, **rest: JsonValue) -> Value:
    document = {"words": given_text or "", "value": given_text, "exact": exact, **rest}
    return Value.model_validate_json(json.dumps(document))


def says(how: How, value: Value | None, old: str, new: str, beside: str = "") -> Says:
    return text_follows(how, value, old, new, beside=beside).says


RING = "Ring twice."


@pytest.mark.parametrize(
    ("how", "old", "new", "says_"),
    [
        ("set", "", "Ring twice.", Says.AGREES),
        ("set", "", "ring twice.", Says.AGREES),
        ("set", "", "Ring twice", Says.DIFFERS),
        ("set", "", " Ring twice.", Says.DIFFERS),
        ("append", "old", "old\nRing twice", Says.DIFFERS),
        ("append", "old\nlast", "Ring twice.\nold\nlast", Says.DIFFERS),
        ("append", "old\nlast", "old\nRing twice.\nlast", Says.AGREES),
        ("set", "", "- Ring twice.", Says.AGREES),
        ("set", "old", "Ring twice.", Says.AGREES),
        ("same_as", "", "Ring twice.", Says.AGREES),
        ("set", "", "Ring thrice.", Says.DIFFERS),
        ("set", "", "Ring twice. Pay thrice.", Says.DIFFERS),
        ("set", "", "Ring", Says.DIFFERS),
        ("set", "", "", Says.DIFFERS),
        ("set", "old", "old", Says.DIFFERS),
        ("set", "old", "old\nRing twice.", Says.DIFFERS),
        ("append", "old", "old Ring twice.", Says.AGREES),
        ("append", "old\n", "old\n\nRing twice.\n", Says.AGREES),
        ("append", "old\n", "old\n\n\nRing twice.\n", Says.DIFFERS),
        ("append", "a\nb\n", "a\nb\n\nRing twice.\n", Says.DIFFERS),
        ("append", "a\n\nb\n", "a\n\nb\n\nRing twice.\n", Says.AGREES),
        ("add", "old", "old\nRing twice.", Says.AGREES),
        ("append", "", "Ring twice.", Says.AGREES),
        ("append", "old", "Ring twice.", Says.DIFFERS),
        ("append", "old", "old", Says.DIFFERS),
        ("append", "old", "old Ring twice. Ring twice.", Says.DIFFERS),
        ("append", "old", "old\nRing twice.\nBy order of the board.", Says.DIFFERS),
        ("append", "a\nb", "a\nRing twice.\nb", Says.AGREES),
        ("append", "a\nb", "b\nRing twice.\na", Says.DIFFERS),
        ("append", "a\nb", "a\nRing twice.", Says.DIFFERS),
        ("append", "a\nb", "a\nb\nb\nRing twice.", Says.DIFFERS),
        ("prepend", "old", "Ring twice.\nold", Says.AGREES),
        ("prepend", "old", "old\nRing twice.", Says.DIFFERS),
        ("prepend", "old", "Ring twice.", Says.DIFFERS),
        ("prepend", "a\nb", "a\nRing twice.\nb", Says.DIFFERS),
        ("empty", "old", "", Says.AGREES),
        ("empty", "old", " \n", Says.AGREES),
        ("remove", "old", "", Says.AGREES),
        ("empty", "old", "old", Says.DIFFERS),
        ("empty", "old", "-", Says.DIFFERS),
        ("other", "old", "Ring twice.", Says.OPEN),
        ("swap", "old", "Ring twice.", Says.OPEN),
        ("percent_up", "old", "Ring twice.", Says.OPEN),
    ],
)
def test_a_text_that_is_given_is_written_and_nothing_beside_it(
    how: How, old: str, new: str, says_: Says
) -> None:
    assert says(how, text(RING, exact=True), old, new) is says_


@pytest.mark.parametrize("new", ["ring twice", " Ring  twice. \n"])
def test_a_text_that_is_told_may_end_otherwise(new: str) -> None:
    assert says("set", text(RING), "", new) is Says.AGREES


@pytest.mark.parametrize(
    "new",
    [
        "Ring twice. https://ring.example",
        "Ring twice <b>",
        "Ring twice {secret}",
        "Ring twice @all",
        "Ring twice$",
        "Ring\u200b twice.",
        "\u202eRing twice.",
        "Ring twice.\u2066",
        "Ring twice.\U000e0041",
        "Ring twice.\x00",
        "Ring twice.\x1b[2J",
        "Ring twi\u0441e.",
        "[Ring](twice.)",
        "Ring twice. `rm`",
        "Ring twice & thrice",
        "Ring twice =",
        "Ring\u2028 twice",
    ],
)
@pytest.mark.parametrize("exact", [EXACT, TOLD])
@pytest.mark.parametrize("how", ["set", "append", "prepend"])
def test_no_marks_come_with_a_text(new: str, exact: bool, how: How) -> None:
    assert says(how, text(RING, exact=exact), "", new) is Says.DIFFERS


@pytest.mark.parametrize(
    ("said", "new"),
    [("a & b", "a & b"), ("Mail to ann@a.example", "mail to ann@a.example"), ("50 %", "50 %"),
     ("Привет, мир", "привет мир"), ("電話を二回", "電話を二回"),
     ("e\u0301te\u0301", "\u00e9t\u00e9")],
)  # fmt: skip
def test_marks_that_the_request_gives_are_written(said: str, new: str) -> None:
    assert says("set", text(said, exact=True), "", new) is Says.AGREES


@pytest.mark.parametrize(
    ("new", "exact", "says_"),
    [
        ("She is on leave until June", TOLD, Says.AGREES),
        ("On leave until June", TOLD, Says.OPEN),
        ("June until leave on", TOLD, Says.OPEN),
        ("On leave until July", TOLD, Says.DIFFERS),
        ("On leave until June", EXACT, Says.DIFFERS),
        ("", TOLD, Says.DIFFERS),
        ("2025-05-07: she is on leave until June", TOLD, Says.AGREES),
        ("Dora Klein: she is on leave until June", EXACT, Says.AGREES),
        ("Dora Klein", EXACT, Says.DIFFERS),
        ("2025-05-08: she is on leave until June", EXACT, Says.DIFFERS),
    ],
)
def test_only_what_is_told_in_other_words_may_be_shortened_and_only_with_a_question(
    new: str, exact: bool, says_: Says
) -> None:
    value = text("she is on leave until June", exact=exact)
    assert says("set", value, "", new, "2025-05-07 Dora Klein") is says_


@pytest.mark.parametrize("how", ["set", "append", "prepend"])
def test_what_is_not_given_is_open(how: How) -> None:
    assert says(how, text(None), "", "Ring twice.") is Says.OPEN
    assert says(how, None, "", "Ring twice.") is Says.OPEN


@pytest.mark.parametrize("how", ["append", "prepend"])
def test_whatever_is_added_what_is_there_stays(how: How) -> None:
    assert says(how, text(None), "old\nlines", "new words") is Says.DIFFERS
    assert says(how, None, "old\nlines", "lines\nold") is Says.DIFFERS


@pytest.mark.parametrize(
    ("given_text", "old", "new", "says_"),
    [
        ("off", "on", PAGE.replace("Mondays", "off"), Says.DIFFERS),
        ("Fridays", "Mondays", PAGE.replace("Mondays", "Fridays"), Says.AGREES),
        ("Fridays", "mondays", PAGE.replace("Mondays", "Fridays"), Says.AGREES),
        ("Fridays", "Mondays", PAGE.replace("Mondays", "Sundays"), Says.DIFFERS),
        ("Fridays", "Mondays", PAGE, Says.DIFFERS),
        ("Fridays", "Sundays", PAGE.replace("Mondays", "Fridays"), Says.OPEN),
        ("Visitors", "Guests", PAGE.replace("Guests", "Visitors"), Says.AGREES),
        ("Visitors", "Guests", PAGE.replace("Guests", "Visitors", 1), Says.AGREES),
        ("Visitors", "Guests", PAGE.replace("Guests", "Visitors", 2), Says.DIFFERS),
        ("Visitors", "Guests", PAGE.replace("Guests", "Visitors") + "x", Says.DIFFERS),
        (r"\1 (.*)", "Mondays", PAGE.replace("Mondays", r"\1 (.*)"), Says.AGREES),
        ("", "Mondays", PAGE.replace("Mondays", ""), Says.AGREES),
    ],
)
def test_a_text_takes_the_place_of_the_one_that_is_told(
    given_text: str, old: str, new: str, says_: Says
) -> None:
    assert says("replace_text", text(given_text, old=old), PAGE, new) is says_


@pytest.mark.parametrize("how", ["replace_text", "set"])
@pytest.mark.parametrize(
    ("line", "says_"),
    [
        ("The oven is off at night.", Says.OPEN),
        ("The kettle is cleaned on Mondays.", Says.OPEN),
        ("- Guests are greeted twice.", Says.OPEN),
    ],
)
def test_which_line_takes_the_place_of_one_that_is_not_told_is_open(
    how: How, line: str, says_: Says
) -> None:
    new = "The oven is off at noon and at night"
    assert says(how, text(new), PAGE, PAGE.replace(line, new)) is says_
    assert says(how, text(new), PAGE, PAGE.replace(line, f"{new}\n{line}")) is Says.DIFFERS
    assert says(how, text(new), PAGE, PAGE.replace(line, f"{new} or not")) is Says.DIFFERS


def test_a_line_may_be_told_by_what_changes_in_it() -> None:
    for new, says_ in (("Tuesdays", Says.OPEN), ("Tuesdays or never", Says.DIFFERS)):
        changed = PAGE.replace("Mondays", new)
        assert says("replace_text", text("Tuesdays"), PAGE, changed) is says_


OVEN = "The oven is off at night."


@pytest.mark.parametrize(
    ("value", "new", "says_"),
    [
        (text(OVEN), PAGE.replace(OVEN, ""), Says.AGREES),
        (text(OVEN), PAGE.replace(OVEN + "\n", ""), Says.AGREES),
        (text(OVEN), PAGE, Says.DIFFERS),
        (text(OVEN), "", Says.DIFFERS),
        (text(OVEN), PAGE.replace("The kettle is cleaned on Mondays.\n", ""), Says.DIFFERS),
        (text(OVEN), PAGE.replace(OVEN, "The oven is on."), Says.DIFFERS),
        (text(OVEN), PAGE.replace(OVEN, "") + "The oven is on.", Says.DIFFERS),
        (text("off at night"), PAGE.replace("off at night", ""), Says.AGREES),
        (text("Guests"), PAGE.replace("- Guests are greeted twice.\n", ""), Says.DIFFERS),
        (text(None, words="the oven line"), PAGE.replace(OVEN, ""), Says.OPEN),
        (text(None, words="the oven line"),
         PAGE.replace("The kettle is cleaned on Mondays.", ""), Says.OPEN),
        (text(None, words="the oven line"), PAGE.replace(OVEN, "").replace("- Guests", "Guests"),
         Says.DIFFERS),
        # words that stand in another line only, and words that stand in none
        (text(None, words="the one on the oven"), PAGE.replace(OVEN, ""), Says.OPEN),
        (text(None, words="the one on the cellar"),
         PAGE.replace("The kettle is cleaned on Mondays.", ""), Says.OPEN),
        (text(None, words="the one on guests"),
         PAGE.replace("The kettle is cleaned on Mondays.", ""), Says.OPEN),
        (text(None, words="what we say to guests"),
         PAGE.replace("- Guests are greeted twice.\n", ""), Says.OPEN),
        (text(None, words=""), PAGE.replace(OVEN, ""), Says.OPEN),
        (text(None, words=""), PAGE, Says.DIFFERS),
    ],
)  # fmt: skip
def test_what_goes_is_the_line_or_the_words_that_are_named(
    value: Value, new: str, says_: Says
) -> None:
    assert says("remove_text", value, PAGE, new) is says_


@pytest.mark.parametrize(
    ("how", "value", "old", "new", "is_worded"),
    [
        ("set", text(None, words="how we greet"), "", "We say hello.", True),
        ("set", None, "", "We say hello.", True),
        ("set", text("hello"), "", "We say hello.", False),
        ("set", text(None, exact=True, words="hello"), "", "We say hello.", False),
        ("append", None, "a\nb", "a\nb\nc", True),
        ("append", None, "a\nb", "a\nnew\nb", True),
        ("append", None, "a\nb", "b\na\nc", False),
        ("append", None, "a\nb", "a\nc", False),
        ("replace_text", None, "a", "a\nb", False),
        ("remove_text", None, "a", "a\nb", False),
        ("empty", None, "", "b", False),
    ],
)
def test_a_text_is_worded_where_none_is_given_and_loses_nothing(
    how: How, value: Value | None, old: str, new: str, is_worded: bool
) -> None:
    assert worded(how, value, old, new) is is_worded


LINES = st.lists(
    st.text(st.characters(categories=("Lu", "Ll", "Nd")), min_size=2, max_size=8), max_size=5
)
WORDS = st.text(st.characters(categories=("Lu", "Ll", "Nd", "Zs")), min_size=2, max_size=20).filter(
    lambda words: bool(words.strip())
)


@given(LINES, WORDS)
def test_a_text_at_the_end_or_the_front_agrees_and_one_that_loses_a_line_never(
    lines: list[str], words: str
) -> None:
    old = "\n".join(lines)
    value = text(words, exact=True)
    assert text_follows("append", value, old, f"{old}\n{words}") is AGREES
    assert text_follows("prepend", value, old, f"{words}\n{old}") is AGREES
    for number in range(len(lines)):
        rest = "\n".join(lines[:number] + lines[number + 1 :])
        if lines[number] in f"{rest}\n{words}".splitlines():
            continue
        assert text_follows("append", value, old, f"{rest}\n{words}") is not AGREES


@given(LINES, WORDS, WORDS)
def test_other_words_than_those_that_are_given_never_agree(
    lines: list[str], words: str, other: str
) -> None:
    assume("".join(words.split()).casefold() != "".join(other.split()).casefold())
    old, value = "\n".join(lines), text(words, exact=True)
    for how in ("set", "append", "prepend"):
        more = f"{words} {other}" if how == "set" else ""
        joined = {"set": more, "append": f"{old}\n{words} {other}"}.get(
            how, f"{other} {words}\n{old}"
        )
        assert text_follows(how, value, old, joined) is not AGREES


@given(st.sampled_from(["set", "append", "prepend", "remove_text", "replace_text", "empty"]),
       st.text(), st.text(), st.text(), st.booleans())  # fmt: skip
def test_any_texts_are_judged(how: How, given_text: str, old: str, new: str, exact: bool) -> None:
    value = text(given_text, exact=exact, old=given_text[:3])
    assert text_follows(how, value, old, new).says in Says
    assert worded(how, value, old, new) in (True, False)
    assert text_follows(how, None, old, new) in (AGREES, OPEN) or how != "set"


@pytest.mark.parametrize(
    ("new", "says_"),
    [
        ("The visit is 52 euros, the survey 1480.", Says.AGREES),
        ("The visit is 52 euros, the survey 1520.", Says.DIFFERS),
        ("The visit is 53 euros, the survey 1480.", Says.DIFFERS),
        ("The visit is 52 euros.", Says.DIFFERS),
    ],
)
def test_a_figure_comes_in_the_place_of_another_one(new: str, says_: Says) -> None:
    value = Value(words="52 euros", value=52, old="48", currency="EUR")
    assert says("replace_text", value, "The visit is 48 euros, the survey 1480.", new) is says_
    old = Value(words="52 euros", value=52, old=48)
    assert says("replace_text", old, "The visit is 48 euros, the survey 1480.", new) is says_
