"""The circuit breaker: a model that is gone is not asked again."""

import pytest

from agentic_solver.errors import (
    ModelAccessError,
    ModelError,
    ModelReplyError,
    ModelUnavailableError,
    NoRecordingError,
)
from agentic_solver.llm.breaker import CircuitBreaker, Dispensable
from agentic_solver.llm.model import Message, ModelReply, ModelRequest
from agentic_solver.llm.scripted import ScriptedModel

ASK = ModelRequest(model="m", messages=(Message(role="user", text="plan"),), max_tokens=10)
AWAY = ModelUnavailableError("overloaded")


def asked(replies: list[str | ModelReply | Exception], times: int) -> tuple[list[str], int, str]:
    """Return what each of ``times`` calls gave, how many reached the model, and the reason."""
    model = ScriptedModel(replies)  # type: ignore[arg-type]
    breaker = CircuitBreaker(model)
    found = []
    for _ in range(times):
        try:
            found.append(breaker.complete(ASK).text)
        except ModelError as error:
            found.append(str(error))
    return found, len(model.requests), breaker.reason


def test_a_wrong_key_opens_it_at_once() -> None:
    found, reached, reason = asked([ModelAccessError("wrong key"), "late"], 3)
    assert found == ["wrong key", *["not asked again: wrong key"] * 2]
    assert (reached, reason) == (1, "wrong key")


def test_three_silences_in_a_row_open_it() -> None:
    found, reached, reason = asked([AWAY, AWAY, AWAY, "late"], 4)
    assert found == [*["overloaded"] * 3, "not asked again: overloaded"]
    assert (reached, reason) == (3, "overloaded")


@pytest.mark.parametrize("answer", ["a plan"])
def test_an_answer_between_keeps_it_closed(answer: str) -> None:
    found, reached, reason = asked([AWAY, AWAY, answer, AWAY, AWAY, answer], 6)
    assert (reached, reason) == (6, "")
    assert found[2] == found[5] == answer


def test_requests_that_are_not_recorded_open_it_only_before_the_first_answer() -> None:
    missing = NoRecordingError("no recording")
    _, reached, reason = asked(["a plan", *[missing] * 4, "a plan"], 6)
    assert (reached, reason) == (6, "")
    _, reached, reason = asked([*[missing] * 3, "a plan"], 4)
    assert (reached, reason) == (3, "no recording")


def test_a_useless_reply_is_an_answer_and_opens_nothing() -> None:
    _, reached, reason = asked([ModelReplyError("cut off")] * 5, 5)
    assert (reached, reason) == (5, "")


def test_it_has_the_name_of_its_model() -> None:
    assert CircuitBreaker(ScriptedModel([], name="opus")).name == "opus"


def test_one_that_does_not_count_missing_recordings_opens_for_other_reasons_only() -> None:
    missing = NoRecordingError("no recording")
    model = ScriptedModel([*[missing] * 5, "a reading", *[AWAY] * 3])
    breaker = CircuitBreaker(model, counts_unrecorded=False)
    for _ in range(5):
        with pytest.raises(NoRecordingError):
            breaker.complete(ASK)
    assert breaker.complete(ASK).text == "a reading"
    for _ in range(3):
        with pytest.raises(ModelUnavailableError, match="overloaded"):
            breaker.complete(ASK)
    assert breaker.reason == "overloaded"


def test_a_model_that_can_be_done_without_fails_call_by_call() -> None:
    fault = ModelAccessError("no such model")
    fault.retried = ("status 429",)
    dispensable = Dispensable(ScriptedModel([fault, ModelReplyError("noise"), "words"], name="n"))
    with pytest.raises(ModelUnavailableError, match="no such model") as told:
        dispensable.complete(ASK)
    assert told.value.retried == ("status 429",)
    with pytest.raises(ModelReplyError):
        dispensable.complete(ASK)
    assert (dispensable.complete(ASK).text, dispensable.name) == ("words", "n")
