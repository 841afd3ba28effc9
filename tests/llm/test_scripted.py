"""The scripted model: a list or a function of answers."""

import pytest

from agentic_solver.errors import ModelReplyError, ModelUnavailableError
from agentic_solver.llm.model import Message, ModelReply, ModelRequest, StopReason
from agentic_solver.llm.scripted import ScriptedModel


def ask(text: str) -> ModelRequest:
    return ModelRequest(model="m", messages=(Message(role="user", text=text),), max_tokens=10)


def test_list_is_answered_in_order_then_unavailable() -> None:
    cut = ModelReply(text="{", stop_reason=StopReason.MAX_TOKENS)
    model = ScriptedModel(["one", cut, ModelReplyError("bad")])
    assert model.complete(ask("a")) == ModelReply(text="one", model="scripted")
    assert model.complete(ask("b")) is cut
    with pytest.raises(ModelReplyError, match="bad"):
        model.complete(ask("c"))
    with pytest.raises(ModelUnavailableError, match="only 3 scripted replies"):
        model.complete(ask("d"))
    assert [r.messages[0].text for r in model.requests] == ["a", "b", "c", "d"]


def test_function_sees_the_request() -> None:
    model = ScriptedModel(lambda request: request.messages[0].text.upper(), name="echo")
    assert model.complete(ask("plan")).text == "PLAN"
    assert model.name == "echo"
