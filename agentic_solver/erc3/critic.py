"""The critic: code that accepts what the validator accepted, and says why otherwise."""

from agentic_solver.contracts.model import Contract
from agentic_solver.core.schema import CriticInput, Decision, Feedback
from agentic_solver.erc3.propose.request import ExecutionReport, SolveRequest

__all__ = ["ReportCritic"]


class ReportCriticInput(CriticInput[SolveRequest, ExecutionReport | None]):
    """The core's critic input; the report may be missing when a worker asked for a tool twice."""


class ReportCritic(Contract):
    """``feedback.kind`` is the first violation code, ``feedback.message`` its diagnostic."""

    name: str = "report_critic"

    @property
    def input_schema(self) -> type[ReportCriticInput]:
        return ReportCriticInput

    @property
    def output_schema(self) -> type[Decision]:
        return Decision

    def __call__(self, input_json: str) -> str:
        report = ReportCriticInput.model_validate_json(input_json).worker_answer
        return self._decide(report).model_dump_json()

    @staticmethod
    def _decide(report: ExecutionReport | None) -> Decision:
        if report is None:
            feedback = Feedback(kind="MISSING_ANSWER", message="the worker returned no report")
            return Decision(decision="REJECT", feedback=feedback)
        if report.verdict == "accept":
            return Decision(decision="ACCEPT")
        if not report.violations:
            feedback = Feedback(kind="REJECTED", message="the plan was rejected")
            return Decision(decision="REJECT", feedback=feedback)
        first = report.violations[0]
        return Decision(
            decision="REJECT", feedback=Feedback(kind=first.code.value, message=first.message)
        )
