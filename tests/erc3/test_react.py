"""The plain agent: what it is told, what it sends, and how it ends."""

import json
from collections.abc import Callable, Iterable

import pytest

from agentic_solver.contracts.decision import AgentResponse
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import Outcome
from agentic_solver.erc3.client import Erc3Client
from agentic_solver.erc3.propose.worker import ModelSettings, WorkerAnswer
from agentic_solver.erc3.react import GaveUp, ReactAgent
from agentic_solver.erc3.route import ROUTES
from agentic_solver.erc3.transport import TransportReply
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.errors import ModelUnavailableError, TransportError
from agentic_solver.llm.model import ModelReply, StopReason
from agentic_solver.llm.scripted import Scripted, ScriptedModel

_CALLER: JsonObject = {"current_user": "kw_1", "today": "2025-10-14"}
_WIKI = WikiPages({"index.md": "# House rules\nBe kind.\n"})
_END = json.dumps({"respond": {"outcome": "ok_answer", "message": "done", "links": []}})
_PROJECT = {
    "id": "p1", "name": "Pier", "customer": "c1", "status": "active", "description": "", "team": [],
}  # fmt: skip
Answer = Callable[[str, JsonObject], TransportReply]


def _calls(*calls: tuple[str, JsonObject]) -> str:
    return json.dumps({"calls": [{"tool": tool, "arguments": given} for tool, given in calls]})


def _good(path: str, body: JsonObject) -> TransportReply:
    del body
    found = {"project": _PROJECT, "found": True} if path == "/projects/get" else {}
    return TransportReply(status=200, text=json.dumps(found))


class _Stage:
    """A platform that answers by a function, and an agent on it."""

    def __init__(self, replies: Iterable[Scripted], answer: Answer = _good, steps: int = 5) -> None:
        self.sent: list[tuple[str, JsonObject]] = []
        self.writes: list[tuple[str, bool]] = []
        self.exchanges: list[WorkerAnswer] = []
        self.model = ScriptedModel(replies)
        self._answer = answer
        self._steps = steps

    def post(self, path: str, body: JsonObject) -> TransportReply:
        self.sent.append((path, body))
        return self._answer(path, body)

    def play(self) -> AgentResponse | GaveUp:
        agent = ReactAgent(
            model=self.model,
            settings=ModelSettings(model="m"),
            client=Erc3Client(self, "", sleep=lambda _seconds: None),
            key="suite/task",
            on_exchange=self.exchanges.append,
            on_write=lambda key, applied: self.writes.append((key, applied)),
            steps=self._steps,
        )
        return agent.play("Pause the pier.", _CALLER, _WIKI)

    def told(self, step: int) -> str:
        """Return the last message before a step."""
        return self.model.requests[step - 1].messages[-1].text


def test_it_is_told_the_wiki_every_route_who_asks_and_the_request() -> None:
    stage = _Stage([_END])
    assert stage.play() == AgentResponse(message="done", outcome=Outcome.OK_ANSWER)
    (asked,) = stage.model.requests
    instructions, wiki = asked.system
    assert all(block.cacheable for block in asked.system)
    assert "## index.md\n# House rules\nBe kind." in wiki.text
    for path in ROUTES.keys() - {"/whoami", "/respond"}:
        assert f"- {path}(" in instructions.text
    assert "- /projects/status/update(id: string, status: idea|exploring|" in instructions.text
    assert all(code in instructions.text for code in Outcome)
    assert "You have 5 replies" in instructions.text
    assert not any(mark in instructions.text for mark in ("{tools}", "{steps}", "{most}"))
    assert '"today":"2025-10-14"' in asked.messages[0].text
    assert asked.messages[0].text.endswith("Pause the pier.")
    assert asked.key == "suite/task/s1"


def test_calls_go_out_in_order_and_their_answers_come_back_as_they_are() -> None:
    asked = _calls(
        ("/projects/get", {"id": "p1"}),
        ("/projects/status/update", {"id": "p1", "status": "paused"}),
    )
    stage = _Stage([asked, _END])
    stage.play()
    assert [path for path, _ in stage.sent] == ["/projects/get", "/projects/status/update"]
    results = json.loads(stage.told(2))["results"]
    assert results[0]["result"]["project"]["name"] == "Pier"
    assert results[1] == {"tool": "/projects/status/update", "result": {}}
    assert stage.writes == [("1.2", False), ("1.2", True)]
    assert len(stage.exchanges) == 2


def test_what_the_platform_refuses_and_what_does_not_fit_is_told() -> None:
    def refuse(path: str, body: JsonObject) -> TransportReply:
        return TransportReply(status=400, text=json.dumps({"error": "page limit exceeded: 9 > 5"}))

    asked = _calls(
        ("/projects/list", {"limit": 9}),
        ("/projects/get", {"name": "Pier"}),
        ("/rm", {}),
        ("/projects/search", {"limit": 1, "team": {"min_time_slice": float("nan")}}),
    )
    stage = _Stage([asked, _END], refuse)
    stage.play()
    listing, misfit, unknown, number = json.loads(stage.told(2))["results"]
    assert (listing["error"], listing["status"]) == ("page limit exceeded: 9 > 5", 400)
    assert misfit["error"].startswith("not sent, the arguments do not fit: id: Field required")
    assert "there is no such tool" in unknown["error"]
    assert number["error"].startswith("not sent, the arguments do not fit: Out of range")
    assert [path for path, _ in stage.sent] == ["/projects/list"]


@pytest.mark.parametrize("bad", ["I will look.", "{}", '{"calls": []}', '{"calls": 1}', " \n"])
def test_a_bad_reply_gets_one_repair(bad: str) -> None:
    stage = _Stage([bad, _END])
    assert isinstance(stage.play(), AgentResponse)
    assert "not of the agreed form" in stage.told(2)
    assert all(message.text.strip() for message in stage.model.requests[1].messages)


def test_each_bad_reply_gets_a_repair_and_two_in_a_row_end_it() -> None:
    read = _calls(("/projects/get", {"id": "p1"}))
    assert isinstance(_Stage(["bad", read, "bad", _END]).play(), AgentResponse)
    ended = _Stage(["bad", "worse", _END]).play()
    assert isinstance(ended, GaveUp)
    assert ended.reason.startswith("two replies in a row have another form")


def test_calls_and_a_response_in_one_reply_are_neither() -> None:
    both = json.loads(_END) | json.loads(_calls(("/projects/status/update", {})))
    stage = _Stage([json.dumps(both), _END])
    stage.play()
    assert not stage.sent


def test_a_fence_around_a_reply_does_not_matter() -> None:
    assert isinstance(_Stage([f"```json\n{_END}\n```"]).play(), AgentResponse)


def test_the_last_step_ends_it() -> None:
    read = _calls(("/projects/get", {"id": "p1"}))
    stage = _Stage([read] * 3, steps=3)
    assert stage.play() == GaveUp("no response within 3 replies")
    assert len(stage.sent) == 1  # the client answers the same read from what it knows


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (ModelUnavailableError("gone"), "no usable answer of the model: gone"),
        (ModelReply(text="", stop_reason=StopReason.REFUSAL), "the model refused to answer"),
    ],
)
def test_a_model_without_an_answer_ends_it(reply: Scripted, reason: str) -> None:
    stage = _Stage([reply])
    assert stage.play() == GaveUp(reason)
    assert len(stage.exchanges) == 1


def test_a_reply_that_is_cut_off_is_told_so() -> None:
    stage = _Stage([ModelReply(text=_END, stop_reason=StopReason.MAX_TOKENS), _END])
    assert isinstance(stage.play(), AgentResponse)
    assert "cut off" in stage.told(2)


def test_a_write_without_an_answer_is_not_sent_again_and_stops_the_rest() -> None:
    def silent(path: str, body: JsonObject) -> TransportReply:
        if path == "/projects/status/update":
            raise TransportError("no answer")
        return _good(path, body)

    change: JsonObject = {"id": "p1", "status": "paused"}
    asked = _calls(("/projects/status/update", change), ("/projects/get", {"id": "p1"}))
    stage = _Stage([asked, _END], silent)
    assert isinstance(stage.play(), AgentResponse)
    first, second = json.loads(stage.told(2))["results"]
    assert "it may have taken effect or not" in first["error"]
    assert second["error"].startswith("not sent")
    assert stage.sent == [("/projects/status/update", change)]
    assert stage.writes == [("1.1", False)]


def test_a_platform_that_is_silent_over_a_read_ends_it() -> None:
    def silent(path: str, body: JsonObject) -> TransportReply:
        raise TransportError("no answer")

    stage = _Stage([_calls(("/projects/get", {"id": "p1"})), _END], silent)
    assert stage.play() == GaveUp("/projects/get: no answer")
    assert len(stage.sent) == 3
