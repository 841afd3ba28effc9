"""Public fakes and builders for tests of the engine and of domains built on it."""

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import (
    APICall,
    Commitment,
    ExecutionTrace,
    FactQuery,
    InputTask,
    Outcome,
    Plan,
    PolicyRefs,
    ResponseCase,
    ResponseTemplate,
)
from agentic_solver.core.scripted import ScriptedAgent
from agentic_solver.llm.scripted import ScriptedModel

__all__ = ["ScriptedAgent", "ScriptedModel", "build_plan", "case", "fact", "write_call"]


def fact(fact_id: str, query: str, *inputs: str) -> FactQuery:
    """Return a fact."""
    return FactQuery(id=fact_id, query=query, inputs=inputs)


def case(
    outcome: Outcome = Outcome.OK_ANSWER, message: str = "Done.", *, when: str = "", **rest: object
) -> ResponseCase:
    """Return a response case; ``rest`` goes to :class:`ResponseCase` as it is."""
    return ResponseCase(when=when, outcome=outcome, message=message, **rest)  # type: ignore[arg-type]


def write_call(call_id: str, tool: str, rows: str) -> APICall:
    """Return a write call that is invoked once for each row of a fact."""
    return APICall(id=call_id, tool=tool, args={"$each": rows})


def build_plan(
    text: str,
    *,
    facts: tuple[FactQuery, ...] = (),
    calls: tuple[APICall, ...] = (),
    cases: tuple[ResponseCase, ...] = (),
    spans: dict[str, str] | None = None,
    rules: tuple[str, ...] = (),
    task_id: str = "",
    benchmark: str = "",
    dry_run: bool = False,
) -> Plan:
    """Return a whole plan with every commitment that its content requires.

    ``spans`` maps the id of a write call to the words of the request that ask for it.
    """
    answered = cases or (case(),)
    commitments = [Commitment(kind="trace_integrity"), Commitment(kind="policy_compliance")]
    if spans or any(item.links for item in answered):
        commitments.append(Commitment(kind="link_grounding"))
    for call_id, span in (spans or {}).items():
        rows = next((call.args.get("$each") for call in calls if call.id == call_id), None)
        details: JsonObject = {
            "call": call_id,
            "intent_span": span,
            "based_on": [rows] if rows else [],
        }
        commitments.append(Commitment(kind="write_safety", details=details))
    commitments += [
        Commitment(kind="minimality", details={"case": index, "outcome": item.outcome.value})
        for index, item in enumerate(answered)
        if item.outcome is not Outcome.OK_ANSWER
    ]
    return Plan(
        request=InputTask(text=text, task_id=task_id, benchmark=benchmark),
        execution_trace=ExecutionTrace(calls=calls),
        facts=facts,
        response_template=ResponseTemplate(cases=answered),
        dry_run=dry_run,
        policy_refs=PolicyRefs(rules_ids=rules),
        commitments=tuple(commitments),
    )
