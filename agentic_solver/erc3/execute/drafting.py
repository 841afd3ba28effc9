"""Drafting: choose the response case from the facts and render it. Pure."""

import re
from collections.abc import Mapping

from pydantic import JsonValue

from agentic_solver.contracts.decision import AgentLink
from agentic_solver.contracts.plan import FactOutput, LinkSource, MessageConstraint, ResponseCase
from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.erc3.execute.attempt import Draft
from agentic_solver.erc3.execute.constants import trace
from agentic_solver.erc3.execute.grounding import fold
from agentic_solver.erc3.execute.lineage import ancestry
from agentic_solver.erc3.execute.render import Placeholder, RenderFault, render_message
from agentic_solver.erc3.execute.static import CompiledPlan
from agentic_solver.erc3.snapshot.query import CheckedQuery

__all__ = ["draft_response", "message_violation"]

_SENTENCE_END = re.compile(r"(?<=[.!?。])\s+|\n+")
_SHORTEST_ORDERED = 8
"""In characters: a mere yes or no of a rule's quote orders nothing."""
_MEASURED = frozenset(
    {"hours", "time_slice", "time_slices", "total_hours", "billable_hours", "non_billable_hours"}
)
"""Columns of hours and of shares."""
_LONGEST_MESSAGE, _LONGEST_ID, _MOST_LINKS = 100_000, 200, 1_000
"""What a response can hold; writes may add links of their own to those of the draft."""


def draft_response(compiled: CompiledPlan, facts: Mapping[str, FactOutput]) -> Draft | Violation:
    """Return the draft of the first case whose condition holds, or why there is none."""
    template = compiled.plan.response_template
    for index, (case, condition) in enumerate(
        zip(template.cases, compiled.conditions, strict=True)
    ):
        if condition.holds(facts):
            return _draft(index, case, facts, compiled.queries)
    return Violation(
        code=ViolationCode.TEMPLATE_INVALID,
        message="no response case holds: end with a case that always does",
        path="/response_template/cases",
        details={"rows": {name: len(output.rows) for name, output in facts.items()}},
    )


def _draft(
    index: int,
    case: ResponseCase,
    facts: Mapping[str, FactOutput],
    queries: Mapping[str, CheckedQuery],
) -> Draft | Violation:
    path = f"/response_template/cases/{index}"
    message = render_message(case.message, facts, lambda item: _is_measured(item, queries))
    if isinstance(message, RenderFault):
        return Violation(
            code=ViolationCode.REFERENCE_CARDINALITY
            if message.reason == "the fact has no rows"
            else ViolationCode.TEMPLATE_PLACEHOLDER,
            message=f"the message cannot be rendered: {message.reason}",
            path=f"{path}/message",
            details={
                "fact": message.fact,
                "column": message.column,
                "rows": message.rows,
                "columns": _columns(message.fact, facts),
            },
        )
    if len(message) > _LONGEST_MESSAGE:
        return Violation(
            code=ViolationCode.MESSAGE_INVALID,
            message="the message is too long to be sent",
            path=f"{path}/message",
            details={"chars": len(message), "limit": _LONGEST_MESSAGE},
        )
    links: list[AgentLink] = []
    for source in case.links:
        found = _links(source, facts[source.fact], path)
        if isinstance(found, Violation):
            return found
        links = list(dict.fromkeys((*links, *found)))
    if len(links) > _MOST_LINKS:
        return Violation(
            code=ViolationCode.LINK_INVALID,
            message="the response has too many links",
            path=f"{path}/links",
            details={"count": len(links), "limit": _MOST_LINKS},
        )
    return Draft(
        case_index=index,
        case=case,
        outcome=case.outcome,
        message=message,
        links=tuple(dict.fromkeys(links)),
    )


def _is_measured(item: Placeholder, queries: Mapping[str, CheckedQuery]) -> bool:
    """Whether a column holds hours or shares: a reader expects a decimal of them."""
    made = trace(queries, ancestry(queries, item.fact), item.column)
    return bool(made.columns) and made.columns <= _MEASURED


def _columns(fact: str, facts: Mapping[str, FactOutput]) -> list[JsonValue]:
    """Return the columns that a fact has: names from the plan itself, no data."""
    return list[JsonValue](facts[fact].columns) if fact in facts else []


def _links(source: LinkSource, output: FactOutput, path: str) -> list[AgentLink] | Violation:
    if source.col not in output.columns:
        return Violation(
            code=ViolationCode.LINK_INVALID,
            message="the fact of a link has no such column",
            path=f"{path}/links",
            details={
                "fact": source.fact,
                "column": source.col,
                "columns": list[JsonValue](output.columns),
            },
        )
    index = output.columns.index(source.col)
    values = [row[index] for row in output.rows]
    if any(isinstance(value, str) and len(value) > _LONGEST_ID for value in values):
        return Violation(
            code=ViolationCode.LINK_INVALID,
            message="a link is longer than any id",
            path=f"{path}/links",
            details={"fact": source.fact, "column": source.col},
        )
    return [
        AgentLink(kind=source.kind, id=value)
        for value in values
        if isinstance(value, str) and value
    ]


def message_violation(
    message: str,
    constraints: tuple[MessageConstraint, ...],
    path: str,
    *,
    ordered: tuple[str, ...] = (),
) -> Violation | None:
    """Return what the rendered message breaks, or None.

    ``ordered`` are texts of the company's rules for responses: a sentence of theirs may stand
    beside an answer that the request prescribes, as rules outrank requests.
    """
    bare = _without_ordered(message, ordered)
    for constraint in constraints:
        exact = constraint.exact_one_of
        problem = _problem(bare if exact and bare in exact else message, constraint)
        if problem:
            return Violation(
                code=ViolationCode.MESSAGE_INVALID,
                message=problem,
                path=path,
                details={
                    "allowed": list(constraint.exact_one_of),
                    "characters": len(message),
                    "limit": constraint.max_chars,
                },
            )
    return None


def _without_ordered(message: str, ordered: tuple[str, ...]) -> str:
    """Return the message without the sentences that the texts hold word for word."""
    texts = [" ".join(text.split()) for text in ordered]
    sentences = _SENTENCE_END.split(message)
    kept = [
        one
        for one in sentences
        if len(one) < _SHORTEST_ORDERED or not any(one in text for text in texts)
    ]
    return message if len(kept) == len(sentences) else " ".join(kept).rstrip(". ")


def _problem(message: str, constraint: MessageConstraint) -> str | None:
    if not message.strip():
        return "the message says nothing"
    if constraint.exact_one_of and message not in constraint.exact_one_of:
        return "the request prescribes the whole message: it must be exactly one of the given texts"
    if any(text not in message for text in constraint.must_contain):
        return "the message lacks a required text"
    if any(fold(text) in fold(message) for text in constraint.must_not_contain):
        return "the message holds a forbidden text"
    if len(message) > constraint.max_chars:
        return "the message is too long"
    return None
