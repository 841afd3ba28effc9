"""Drafting: choose the response case from the facts and render it. Pure."""

import re
from collections.abc import Mapping
from dataclasses import replace

from pydantic import JsonValue

from agentic_solver.contracts.decision import AgentLink
from agentic_solver.contracts.plan import FactOutput, LinkSource, MessageConstraint, ResponseCase
from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.erc3.execute.attempt import Draft
from agentic_solver.erc3.execute.constants import is_made_of
from agentic_solver.erc3.execute.grounding import fold
from agentic_solver.erc3.execute.lineage import ancestry
from agentic_solver.erc3.execute.render import Placeholder, cells_of, render_message
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
    message = render_message(case.message, facts, lambda item: _is_measured(item, queries))
    blank = Draft(case_index=index, case=case, outcome=case.outcome, message="", links=())
    if isinstance(message, Placeholder):
        output = facts[message.fact]
        empty = message.column in output.columns
        why = "the fact has no rows" if empty else "no such column"
        return blank.violation(
            ViolationCode.REFERENCE_CARDINALITY if empty else ViolationCode.TEMPLATE_PLACEHOLDER,
            "message",
            f"the message cannot be rendered: {why}",
            fact=message.fact,
            column=message.column,
            rows=len(output.rows),
            columns=list[JsonValue](output.columns),
        )
    if len(message) > _LONGEST_MESSAGE:
        return blank.violation(
            ViolationCode.MESSAGE_INVALID, "message", "the message is too long to be sent",
            chars=len(message), limit=_LONGEST_MESSAGE,
        )  # fmt: skip
    links: dict[AgentLink, None] = {}
    for source in case.links:
        found = _links(blank, source, facts[source.fact])
        if isinstance(found, Violation):
            return found
        links.update(dict.fromkeys(found))
    if len(links) > _MOST_LINKS:
        return blank.violation(
            ViolationCode.LINK_INVALID, "links", "the response has too many links",
            count=len(links), limit=_MOST_LINKS,
        )  # fmt: skip
    return replace(blank, message=message, links=tuple(links))


def _is_measured(item: Placeholder, queries: Mapping[str, CheckedQuery]) -> bool:
    """Whether a column holds hours or shares: a reader expects a decimal of them."""
    chain = ancestry(queries, item.fact)
    return is_made_of(
        [one for name, one in queries.items() if name in chain], item.column, _MEASURED
    )


def _links(draft: Draft, source: LinkSource, output: FactOutput) -> list[AgentLink] | Violation:
    where: dict[str, JsonValue] = {"fact": source.fact, "column": source.col}
    if source.col not in output.columns:
        why, where["columns"] = "the fact of a link has no such column", list(output.columns)
        return draft.violation(ViolationCode.LINK_INVALID, "links", why, **where)
    values = [one for one in cells_of(output, source.col) if isinstance(one, str) and one]
    if any(len(value) > _LONGEST_ID for value in values):
        why = "a link is longer than any id"
        return draft.violation(ViolationCode.LINK_INVALID, "links", why, **where)
    return [AgentLink(kind=source.kind, id=value) for value in values]


def message_violation(
    draft: Draft, constraints: tuple[MessageConstraint, ...], *, ordered: tuple[str, ...]
) -> Violation | None:
    """Return what the rendered message breaks, or None.

    ``ordered`` are texts of the company's rules for responses: a sentence of theirs may stand
    beside an answer that the request prescribes, as rules outrank requests.
    """
    message, bare = draft.message, _without_ordered(draft.message, ordered)
    for constraint in constraints:
        exact = constraint.exact_one_of
        problem = _problem(bare if exact and bare in exact else message, constraint)
        if problem:
            return draft.violation(
                ViolationCode.MESSAGE_INVALID,
                "message",
                problem,
                allowed=list(exact),
                characters=len(message),
                limit=constraint.max_chars,
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
