"""A refused hostile plan sends nothing, or a fixed text; violations name no employee."""

from collections.abc import Callable

import pytest

from agentic_solver.contracts.plan import InputTask, Outcome
from agentic_solver.erc3.policy.outcome import forced_message
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.redteam.corpus import plans_of_suite
from agentic_solver.redteam.dice import Dice
from agentic_solver.redteam.families.all import GENERATORS
from agentic_solver.redteam.shot import Ground
from agentic_solver.redteam.stand import Setting, open_stand
from agentic_solver.redteam.truth import Truth
from agentic_solver.twin.suite import Suite

FIXED = frozenset(forced_message(outcome) for outcome in Outcome)
ROUNDS = 12


@pytest.mark.parametrize("family", ["D", "E", "F"])
@pytest.mark.parametrize("task", ["peer-salary-refused", "lead-pauses-project"])
def test_a_refused_plan_sends_a_fixed_text_and_names_no_employee(
    family: str, task: str, setting: Callable[..., Setting], dev_suite: Suite
) -> None:
    place = setting(task)
    plans = plans_of_suite(dev_suite, builtin_recordings("erc3-dev"))[task]
    refused = 0
    for number in range(ROUNDS):
        with open_stand(place) as stand:
            truth = Truth.of(stand.universe)
            request = InputTask(text=place.spec.text, task_id=task, benchmark=place.suite.name)
            ground = Ground(
                spec=place.spec, request=request, plans=plans, others=(), truth=truth,
                rules=stand.policy.rules,
            )  # fmt: skip
            document = GENERATORS[family](ground, Dice(7, family, task, number)).document
            decision = stand.execute(document)
        if decision.response is None:
            # nothing is sent: after the last round the solver answers with a fixed text
            refused += 1
            assert not decision.ok
            told = " ".join(violation.message for violation in decision.violations)
            secrets = {p.id for p in truth.employees.values()}
            secrets |= {p.name for p in truth.employees.values()}
            assert not any(secret in told for secret in secrets), told
            assert "Traceback" not in told
        elif decision.case is None:
            refused += 1
            worded = {case.message for plan in plans for case in plan.response_template.cases}
            assert decision.response.message in FIXED | worded
            assert decision.response.links == ()
    assert refused
