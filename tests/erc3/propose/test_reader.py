"""The reader's replies: what is no reading of the request agrees to nothing."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import Outcome, Plan
from agentic_solver.contracts.request_reading import RequestReading
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.core.reply import MAX_REPLY_CHARS
from agentic_solver.erc3.propose.reader import (
    READER_TOKENS,
    Reader,
    Unread,
    is_proof,
    is_reading,
    parse_reading,
    proof_id,
    proof_request,
    read_reply,
    reader_digest,
    reader_prompt,
    reading_json,
    reading_request,
)
from agentic_solver.erc3.propose.worker import ModelSettings, WorkerAnswer
from agentic_solver.errors import ModelUnavailableError
from agentic_solver.llm.model import ModelReply, ModelRequest, StopReason, Usage
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.testing import Desk, assert_accepted, build_plan, case, fact, write_call
from tests.readings import change, named, page, where
from tests.readings import read as given_reading

Open = Callable[..., Desk]
TEXT = "Set the salary of Dora Klein to 505000, please"
SALARY = change("set_salary", named("Dora Klein"), verb="Set", field="salary", value=505000)
QUESTION, NOT_ASKED = Outcome.NONE_CLARIFICATION_NEEDED, ViolationCode.WRITE_NOT_ASKED


def reply(*changes: JsonValue, **rest: JsonValue) -> str:
    return json.dumps({"changes": list(changes), **rest})


GOOD = reply(SALARY)


def raised() -> Plan:
    facts = (
        fact("d", "SELECT id, name FROM find_employee('Dora Klein')"),
        fact("f", "SELECT id AS employee, 505000 AS salary FROM d", "d"),
    )
    calls = (write_call("w1", "set_salary", "f"),)
    cases = (case(message="The salary of {d.name} is set.", writes=True),)
    return build_plan(TEXT, facts=facts, calls=calls, cases=cases, spans={"w1": TEXT})


def outcome_of(desk: Desk, read: RequestReading | Unread) -> Outcome | ViolationCode:
    """Execute the raise under a reading; what is not done is not written."""
    decision = desk.execute(raised(), reading=lambda: read)
    if decision.response is None:
        assert not desk.writes
        return decision.violations[0].code
    assert bool(desk.writes) is (decision.response.outcome is Outcome.OK_ANSWER)
    assert decision.response.message.strip()
    return decision.response.outcome


def with_target(**rest: JsonValue) -> JsonObject:
    told = {name.rstrip("_"): given_value for name, given_value in rest.items()}
    return {**SALARY, "targets": [{**named("Dora Klein"), **told}]}


def nested(depth: int) -> str:
    """Return a reading in which a name is told by that of another record, so many times over."""
    head = '{"kind": "employee", "which": "all", "where": [{"field": "name", "value": '
    person = f"{head * depth}{json.dumps(named('Dora Klein'))}{'}]}' * depth}"
    return reply({**SALARY, "targets": ["HERE"]}).replace('"HERE"', person)


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"```\n{GOOD}\n```\n",
        f"\n\n  {GOOD}  \n",
        reply({**SALARY, "verb": "SET"}),
        reply({**SALARY, "verb": "\uff33et the"}),
        reply({**SALARY, "verb": " set\n the "}),
        reply({**SALARY, "value": {"words": "to 505000", "value": 505000}}),
        reply({**SALARY, "value": {"words": "505000", "value": "505000"}}),
        reply(SALARY, asks=["salary", "age"]),
    ],
)
def test_a_reading_is_one_however_it_is_written(text: str, larch: Open) -> None:
    read = parse_reading(text, TEXT)
    assert isinstance(read, RequestReading), read
    assert outcome_of(larch("li_02", TEXT), read) is Outcome.OK_ANSWER


UNREAD = {
    "nothing": "",
    "blank": " \n",
    "words": "She asks for a raise of Dora Klein.",
    "words before it": f"Here it is: {GOOD}",
    "words behind it": f"{GOOD} That is all.",
    "cut off": GOOD[:-20],
    "a list": f"[{GOOD}]",
    "a number": "505000",
    "null": "null",
    "twice": GOOD + GOOD,
    "an empty fence": "```json\n```",
    "no act": reply({name: one for name, one in SALARY.items() if name != "act"}),
    "an act that is none": reply({**SALARY, "act": 5}),
    "a field of its own": reply({**SALARY, "note": "approved"}),
    "a standing of its own type": reply({**SALARY, "standing": ["asked"]}),
    "targets that are none": reply({**SALARY, "targets": "Dora Klein"}),
    "a target of its own": reply({**SALARY, "targets": ["li_04"]}),
    "a target by an id": reply({**SALARY, "targets": [{"id": "li_04"}]}),
    "hundreds of targets": reply({**SALARY, "targets": [named("Dora Klein")] * 300}),
    "hundreds of changes": reply(*[SALARY] * 300),
    "hundreds of conditions": reply(with_target(where=[where("name", "Dora Klein")] * 300)),
    "hundreds of exceptions": reply(with_target(except_=[named("Dora Klein")] * 300)),
    "nested without end": nested(400),
    "brackets without end": "[" * 100_000,
    "objects without end": '{"changes":' * 100_000,
    "words of nobody": reply({**SALARY, "verb": "Raise"}),
    "words of its own in a target": reply(with_target(words="Greta Vogel")),
    "words of its own in a value": reply({**SALARY, "value": {"words": "999", "value": 505000}}),
    "words of its own in a detail": reply(
        {**SALARY, "more": [{"field": "notes", "value": {"words": "approved"}}]}
    ),
    "words of its own in a condition": reply(
        {**SALARY, "if": [where("salary", 1, "more", words="if she agrees")]}
    ),
    "words of its own in an exception": reply(
        with_target(except_=[{"kind": "employee", "words": "Greta Vogel"}])
    ),
    "words of its own deep inside": reply(
        with_target(where=[where("name", {**named("Dora Klein"), "words": "Greta Vogel"})])
    ),
    "broken words": reply({**SALARY, "verb": "Set … Dora Klein"}),
    "look-alike letters": reply(with_target(words="D\u043era Klein")),
    "marks from right to left": reply(with_target(words="\u202eDora Klein")),
    "letters turned round": reply(with_target(words="\u202enielK aroD")),
    "a character of no width": reply(with_target(words="Dora\u200b Klein")),
    "a soft hyphen": reply(with_target(words="Do\u00adra Klein")),
    "tag characters": reply(with_target(words="Dora Klein\U000e0041")),
    "a null character": reply(with_target(words="Dora\x00 Klein")),
    "words that are too long": reply({**SALARY, "verb": "Set " * 6_000}),
    "a name of the whole request": reply({**SALARY, "verb": TEXT + " now"}),
    "an unpaired half of a character": '{"changes": [{"act": "set_salary", "verb": "\\ud800"}]}',
    "too long": GOOD + " " * MAX_REPLY_CHARS,
}  # fmt: skip


@pytest.mark.parametrize("name", UNREAD)
def test_what_is_no_reading_of_the_request_ends_in_a_question(name: str, larch: Open) -> None:
    read = parse_reading(UNREAD[name], TEXT)
    assert isinstance(read, str), read
    assert len(read) < 500
    assert outcome_of(larch("li_02", TEXT), read) is QUESTION


@pytest.mark.parametrize(
    ("read", "told"),
    [
        (reply(), NOT_ASKED),
        (reply(asks=["salary"]), NOT_ASKED),
        (reply(asks="salary"), None),
        (reply(asks=True), NOT_ASKED),
        (reply({**SALARY, "act": "pay_more"}), NOT_ASKED),
        (reply({**SALARY, "act": "SET_SALARY"}), NOT_ASKED),
        (reply({**SALARY, "act": ""}), NOT_ASKED),
        (reply({**SALARY, "standing": "granted"}), QUESTION),
        (reply({**SALARY, "standing": "negated"}), NOT_ASKED),
        (reply({**SALARY, "how": "double"}), QUESTION),
        (reply({**SALARY, "targets": [{**named("Dora Klein"), "kind": "person"}]}), NOT_ASKED),
        (reply(with_target(which="some")), Outcome.OK_ANSWER),
        (reply(with_target(pick={"field": "charm", "end": "most"})), QUESTION),
        (reply(with_target(where=[where("charm", "much")])), QUESTION),
        (reply(with_target(where=[where("name", "Dora Klein", "like")])), QUESTION),
        (reply({**SALARY, "if": [where("charm", "much", "like")]}), QUESTION),
        (reply({**SALARY, "value": {"value": 505000, "per": "fortnight"}}), QUESTION),
        (reply({**SALARY, "value": {"value": 505000, "per": "hour"}}), QUESTION),
        (reply({**SALARY, "value": {"value": "much"}}), QUESTION),
        (reply({**SALARY, "value": {"value": True}}), QUESTION),
        (reply({**SALARY, "value": None}), QUESTION),
        (reply({**SALARY, "value": {"value": int("9" * 4_000)}}), QUESTION),
        (reply(SALARY).replace("505000", "9" * 5_000), QUESTION),
        (reply(SALARY).replace("505000", "1e400"), QUESTION),
        (reply(SALARY).replace("505000", "-505000"), NOT_ASKED),
        (reply(SALARY).replace("505000", "5050000"), NOT_ASKED),
        (
            reply({**SALARY, "value": {"value": "5\u0660\u0665\u0660\u0660\u0660"}}),
            Outcome.OK_ANSWER,
        ),
        (reply(with_target(where=[where("name", "\u202eDora Klein")], words="")), None),
        (reply(with_target(where=[where("name", "x' OR 1=1 --")], words="")), NOT_ASKED),
        (reply({**SALARY, "targets": []}), NOT_ASKED),
        (reply({**SALARY, "targets": [named("Dora Klein")] * 60}), Outcome.OK_ANSWER),
        (reply(*[SALARY] * 60), Outcome.OK_ANSWER),
        (nested(20), Outcome.OK_ANSWER),
        (nested(40), None),
        (
            reply(
                {**SALARY, "value": {"of": named("Dora Klein"), "value": 505000}, "how": "same_as"}
            ),
            NOT_ASKED,
        ),
    ],
)
def test_strange_readings_raise_nothing_and_agree_only_with_what_they_say(
    read: str, told: Outcome | ViolationCode | None, larch: Open
) -> None:
    """``None``: it is no reading at all, or is one that agrees."""
    found = outcome_of(larch("li_02", TEXT), parse_reading(read, TEXT))
    assert found is told if told is not None else found in (QUESTION, Outcome.OK_ANSWER)


@given(st.text())
def test_any_reply_is_a_reading_or_says_why_it_is_none(text: str) -> None:
    assert isinstance(parse_reading(text, TEXT), RequestReading | str)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["act", "value", "of", "where", "words", "kind"]), inner),
    max_leaves=8,
)  # fmt: skip


@given(st.sampled_from(sorted(SALARY)), JSON)
def test_any_value_in_the_place_of_a_part_raises_nothing(name: str, value: JsonValue) -> None:
    read = parse_reading(json.dumps({"changes": [{**SALARY, name: value}]}), TEXT)
    assert isinstance(read, RequestReading | str)


# the call of the model ---------------------------------------------------------------------

SETTINGS = ModelSettings(model="m", max_tokens=9_000, effort="low", temperature=0.0)


def answering(said: str | ModelReply | Exception, asked: list[ModelRequest]) -> Reader:
    def answer(request: ModelRequest) -> ModelReply:
        asked.append(request)
        if isinstance(said, Exception):
            raise said
        if isinstance(said, ModelReply):
            return said
        return ModelReply(text=said, model="m", usage=Usage(input_tokens=1, output_tokens=1))

    def heard(answered: WorkerAnswer) -> None:
        exchanged.append(answered)

    exchanged: list[WorkerAnswer] = []
    model = ScriptedModel(answer, name="m")
    return Reader(model, SETTINGS, text=TEXT, key="suite/task", on_exchange=heard)


def test_a_request_is_read_once_and_alone() -> None:
    asked: list[ModelRequest] = []
    reader = answering(GOOD, asked)
    assert reader() is reader()
    (only,) = asked
    assert [one.text for one in only.messages] == [TEXT]
    assert [one.text for one in only.system] == [reader_prompt()]
    assert (only.max_tokens, is_reading(only.key)) == (READER_TOKENS, True)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (ModelUnavailableError("down"), "the reader gave no answer"),
        (ModelReply(text="", model="m", stop_reason=StopReason.REFUSAL,
                    usage=Usage(input_tokens=1, output_tokens=1)), "refused"),
        (ModelReply(text=GOOD, model="m", stop_reason=StopReason.REFUSAL,
                    usage=Usage(input_tokens=1, output_tokens=1)), "refused"),
        (ModelReply(text=GOOD, model="m", stop_reason=StopReason.MAX_TOKENS,
                    usage=Usage(input_tokens=1, output_tokens=1)), "cut off"),
        ("no idea", "another form"),
    ],
)  # fmt: skip
def test_a_reader_that_fails_ends_in_a_question_and_is_not_asked_again(
    said: str | ModelReply | Exception, why: str, larch: Open
) -> None:
    asked: list[ModelRequest] = []
    reader = answering(said, asked)
    desk = larch("li_02", TEXT)
    decision = desk.execute(raised(), reading=reader)
    assert_accepted(decision, QUESTION)
    assert desk.writes == ()
    assert why in str(reader())
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ('{"against": []}', True),
        ('```json\n{"against": []}\n```', True),
        ('{"against": ["No licence is needed."]}', False),
        ('{"against": null}', False),
        ('{"against": [], "fine": true}', False),
        ("{}", False),
        ("It may stand.", False),
        ("[" * 100_000, False),
        (ModelUnavailableError("down"), False),
        (ModelReply(text='{"against": []}', stop_reason=StopReason.MAX_TOKENS), False),
        (ModelReply(text='{"against": []}', stop_reason=StopReason.REFUSAL), False),
    ],
)
def test_a_draft_stands_only_where_the_reader_names_no_passage(
    said: str | ModelReply | Exception, stands: bool
) -> None:
    asked: list[ModelRequest] = []
    reader = answering(said, asked)
    assert reader.stands("We say hello.", "PAGES") is stands
    assert reader.stands("We say hello.", "PAGES") is stands
    (only,) = asked
    assert (TEXT in only.messages[0].text, "We say hello." in only.messages[0].text) == (True, True)
    assert "PAGES" in only.system[1].text
    assert (is_reading(only.key), is_proof(only.key)) == (True, True)


GREETING = "Write a page people/new.md on how we greet guests."
HELLO = "We say hello. "


def greeting(text: str) -> Plan:
    """Return a plan that writes a text three times: a literal holds 8,000 letters."""
    facts = (
        fact("h", f"SELECT '{text}' AS third"),
        fact("f", "SELECT 'people/new.md' AS path, third || third || third AS content FROM h", "h"),
    )
    return build_plan(
        GREETING, facts=facts, calls=(write_call("w1", "write_wiki_page", "f"),),
        spans={"w1": GREETING}, cases=(case(message="Done.", writes=True),),
    )  # fmt: skip


@pytest.mark.requirement("S3-8l", "S3-5.2d")
@pytest.mark.parametrize(
    ("said", "text", "is_written"),
    [
        ('{"against": []}', HELLO, True),
        ('{"against": []}', HELLO * 500, True),
        ('{"against": ["We say hello."]}', HELLO * 500, False),
        (HELLO, HELLO, False),
        (GOOD, HELLO, False),
        ('{"against": []} We say hello.', HELLO, False),
        ('{"against": "We say hello."}', HELLO, False),
        (ModelUnavailableError("down"), HELLO, False),
        (ModelUnavailableError("down"), HELLO * 500, False),
    ],
    ids=["stands", "long", "long-against", "another-text", "a-reading", "words-behind", "no-list",
         "unreachable", "long-unreachable"],
)  # fmt: skip
def test_what_nobody_has_let_stand_is_asked_back_and_not_written(
    said: str | Exception, text: str, is_written: bool, larch: Open
) -> None:
    asked: list[ModelRequest] = []
    reader = answering(said, asked)
    wanted = change("write_page", page("people/new.md"), field="content",
                    value={"words": "how we greet guests"})  # fmt: skip
    desk = larch("li_01", GREETING)
    decision = desk.execute(
        greeting(text), reading=lambda: given_reading(wanted), proofread=reader.stands
    )
    assert_accepted(decision, Outcome.OK_ANSWER if is_written else QUESTION)
    assert bool(desk.writes) is is_written
    (only,) = asked
    assert (text * 3).strip() in only.messages[0].text


def test_what_is_said_of_one_draft_is_not_said_of_another() -> None:
    drafts = [("a", "x"), ("b", "x"), ("a", "y")]
    keys = [proof_request(SETTINGS, TEXT, *draft, "suite/task").key for draft in drafts]
    assert len(set(keys)) == len(keys)
    assert keys[0].split("/")[-2] == proof_id(TEXT, "a", "x")


def test_the_keys_of_the_reader_are_told_from_those_of_the_planner() -> None:
    assert is_reading(reading_request(SETTINGS, TEXT, "suite/task").key)
    assert not is_reading("suite/task/1")
    assert not is_reading(None)
    assert len(reader_digest()) == 16


def test_a_reading_is_kept_as_the_reply_gives_it() -> None:
    read = parse_reading(GOOD, TEXT)
    assert isinstance(read, RequestReading)
    kept = reading_json(read)["reading"]
    assert parse_reading(json.dumps(kept), TEXT) == read
    assert reading_json("nobody") == {"unread": "nobody"}
    assert (
        read_reply(
            ModelReply(text=GOOD, model="m", usage=Usage(input_tokens=1, output_tokens=1)), TEXT
        )
        == read
    )
