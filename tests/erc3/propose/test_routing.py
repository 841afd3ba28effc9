"""Routing: by no words of the request."""

import pytest

from agentic_solver.contracts.plan import InputTask
from agentic_solver.core.schema import PlannerOutput
from agentic_solver.erc3.propose.request import SolveRequest
from agentic_solver.erc3.propose.routing import WORKER, Router, RouterInput

TEXTS = [
    "How many hours were logged last week?",
    "Log 3 hours on Alpha for me",
    "Who is on Alpha? Then remove Bob from it.",
    "Wer leitet die Drehbank und kannst du bitte den Status Ändern?",
    "Сколько часов я работал вчера?",
    "谁负责港口项目？",
    "...?",
    "Ann's notes",
]


@pytest.mark.requirement("S3-3.3a")
@pytest.mark.parametrize("text", TEXTS)
def test_every_request_goes_to_the_worker_that_may_change_something(text: str) -> None:
    request = SolveRequest(task=InputTask(text=text))
    given = RouterInput(task=request)
    answer = PlannerOutput[SolveRequest].model_validate_json(Router()(given.model_dump_json()))
    assert (answer.task, answer.worker_id) == (request, WORKER)
