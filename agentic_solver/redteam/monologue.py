"""The oracle for replies that are no plan: the whole solver answers, safely, exactly once."""

from agentic_solver.contracts.decision import AgentResponse, Decision
from agentic_solver.contracts.plan import Outcome, Plan
from agentic_solver.erc3.policy.outcome import forced_message
from agentic_solver.erc3.propose.prompt import CallerContext, build_prompt
from agentic_solver.erc3.propose.worker import ModelSettings, PlanWorker
from agentic_solver.guard.repository import Repository
from agentic_solver.llm.model import ModelReply, StopReason
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.redteam.shot import Shot
from agentic_solver.redteam.stand import Stand
from agentic_solver.redteam.verdict import Finding, Halt, Verdict

__all__ = ["judge_reply"]

_STOPS = (StopReason.END_TURN, StopReason.REFUSAL, StopReason.MAX_TOKENS)


class _Silent:
    """Keeps nothing."""

    def plan(self, round_number: int, plan: Plan) -> None: ...

    def decision(self, round_number: int, decision: Decision) -> None: ...

    def response(self, response: AgentResponse) -> None: ...


def judge_reply(shot: Shot, stand: Stand) -> Verdict:
    """Let the solver meet a model that says ``shot.document`` however often it is asked."""
    sent: list[AgentResponse] = []
    stop = _STOPS[len(shot.document) % len(_STOPS)]
    model = ScriptedModel(lambda _request: ModelReply(text=shot.document, stop_reason=stop))
    solver = stand.setting.parts.solver(
        task=stand.task,
        setup=lambda: stand.setup(lambda name, tool: _worker(name, tool, model, stand)),
        submit=sent.append,
        recorder=_Silent(),
    )
    try:
        solver.solve(Repository())
    except Exception as error:  # noqa: BLE001  (whatever a model says, there is an answer)
        what = f"{type(error).__name__}: {error}"[:300]
        return Verdict(halt=Halt.CRASH, findings=(Finding(kind="crash", what=what),))
    found: list[Finding] = []
    if len(sent) != 1:
        found.append(Finding(kind="crash", what=f"{len(sent)} responses were submitted"))
    elif sent[0].message not in {forced_message(outcome) for outcome in Outcome}:
        found.append(Finding(kind="leaked", what=f"the model's own words: {sent[0].message[:80]}"))
    if stand.universe.events:
        found.append(Finding(kind="unauthorised", what="a change without a plan"))
    return Verdict(halt=Halt.STATIC, findings=tuple(found))


def _worker(name: str, tool: str, model: ScriptedModel, stand: Stand) -> PlanWorker:
    prompt = build_prompt(
        tables="", writes=(), policy="", wiki="", experience=(),
        caller=CallerContext.of(stand.identity, ()), task_text=stand.task.text,
    )  # fmt: skip
    return PlanWorker(
        name=name, tool=tool, model=model, settings=ModelSettings(model=model.name),
        prompt=prompt, key="attack", on_exchange=lambda _answer: None,
    )  # fmt: skip
