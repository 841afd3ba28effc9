"""Checks of a rendered draft: outcome, ambiguity, message form, links. Pure but for counts."""

from collections.abc import Callable, Iterator, Sequence

from pydantic import JsonValue

from agentic_solver.contracts.decision import AgentLink
from agentic_solver.contracts.plan import InputTask, LinkKind, MessageConstraint, Outcome
from agentic_solver.contracts.request_reading import RequestReading
from agentic_solver.contracts.rule import RuleKind
from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.erc3.execute.attempt import Attempt, Draft
from agentic_solver.erc3.execute.drafting import message_violation
from agentic_solver.erc3.execute.evidence import check_evidence, unfounded_message
from agentic_solver.erc3.execute.grounding import Sources, foreign_marks, plain_value
from agentic_solver.erc3.execute.lineage import ancestry, computed_ids
from agentic_solver.erc3.execute.render import cells_of, placeholders_of
from agentic_solver.erc3.execute.static import CompiledPlan
from agentic_solver.erc3.execute.sufficiency import is_flat, needs_of
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.numeral import numbers_of, stated_numbers
from agentic_solver.erc3.policy.outcome import Evidence
from agentic_solver.erc3.policy.refusal import Need
from agentic_solver.erc3.policy.runtime import Policy

__all__ = ["check_draft", "check_link_grounds"]


def check_draft(
    attempt: Attempt,
    draft: Draft,
    *,
    policy: Policy,
    task: InputTask,
    bench: Workbench,
    reading: Callable[[], RequestReading | str],
) -> tuple[Violation, ...]:
    """Return everything that keeps the draft from being an acceptable response.

    ``reading`` says what the request asks to be changed; it is asked where the plan takes it for
    a request for a change.
    """
    compiled = attempt.compiled
    found = (
        _check_outcome(attempt, draft, policy, reading),
        _check_lookups(compiled, draft, bench),
        _check_message(compiled, draft, policy, task),
        _check_marks(attempt, draft, policy, task, bench),
        check_evidence(attempt, draft, Sources(request=task.text, policy=policy.wording), bench),
        _check_link_kinds(compiled, draft, policy),
    )
    return tuple(violation for violation in found if violation is not None)


def _needs(
    attempt: Attempt, draft: Draft, reading: Callable[[], RequestReading | str]
) -> tuple[Need, ...]:
    """Return what a request wants and a refusal would refuse."""
    if attempt.identity.is_public or not is_flat(attempt, draft):
        return ()
    read = reading()
    return () if isinstance(read, str) else needs_of(read)


def _check_outcome(
    attempt: Attempt,
    draft: Draft,
    policy: Policy,
    reading: Callable[[], RequestReading | str],
) -> Violation | None:
    compiled = attempt.compiled
    tests = compiled.conditions[draft.case_index].tests
    refusals: tuple[str, ...] = ()
    if draft.outcome is Outcome.DENIED_SECURITY:
        cited, needs = compiled.plan.policy_refs.rules_ids, _needs(attempt, draft, reading)
        refusals = (
            *policy.refusals(cited, attempt.identity, attempt.caller_name, needs),
            *_bounds(attempt, draft, policy, cited),
        )
    evidence = Evidence(
        ambiguous=draft.outcome is not Outcome.OK_ANSWER
        and any(test.state == "many" for test in tests),
        empty=any(count == 0 for count in attempt.fact_counts().values()),
        unsupported=draft.outcome is Outcome.NONE_UNSUPPORTED,
        writes_planned=draft.case.writes,
        deny_rules=refusals,
    )
    admissible = policy.admissible_outcomes(evidence)
    unfounded = draft.outcome is Outcome.OK_NOT_FOUND and not _is_absence(attempt, draft)
    if draft.outcome in admissible and not unfounded:
        return None
    return draft.violation(
        ViolationCode.OUTCOME_NOT_ADMISSIBLE,
        "outcome",
        "the evidence does not admit this outcome; a refusal cites its rule",
        admissible=[outcome.value for outcome in admissible],
        rows=dict(attempt.fact_counts()),
    )


def _is_absence(attempt: Attempt, draft: Draft) -> bool:
    """Whether the facts say that something is not there: no rows, or the test of a boolean."""
    tests = attempt.compiled.conditions[draft.case_index].tests
    if any(test.state in ("true", "false") for test in tests):
        return True
    return any(count == 0 for count in attempt.fact_counts().values())


def _bounds(
    attempt: Attempt, draft: Draft, policy: Policy, cited: Sequence[str]
) -> tuple[str, ...]:
    """Return the cited rules that give a right within a bound which the chosen case tests.

    The fact that decides holds a figure of the rule: *none over fewer than five people*.
    """
    queries = attempt.compiled.queries
    tests = attempt.compiled.conditions[draft.case_index].tests
    chain = {name for test in tests for name in ancestry(queries, test.fact)}
    tested = {number for name in chain for number in numbers_of(queries[name].sql) if number > 1}
    rules = ((one, policy.rule(one)) for one in cited)
    return tuple(
        one
        for one, rule in rules
        if rule is not None and rule.access is not None and tested & stated_numbers(rule.quote)
    )


def _check_lookups(compiled: CompiledPlan, draft: Draft, bench: Workbench) -> Violation | None:
    """An answer over several candidates needs a plan that has thought of it.

    A change needs none: its records are compared with those that the request means.
    """
    if draft.outcome is not Outcome.OK_ANSWER or draft.case.writes:
        return None
    tested = {
        test.fact
        for condition in compiled.conditions
        for test in condition.tests
        if test.state in ("one", "many", "true", "false")
    }
    for fact_id, query in compiled.queries.items():
        several = [lookup for lookup in query.lookups if bench.candidate_count(lookup) > 1]
        if several and not (_descendants(compiled, fact_id) & tested):
            return Violation(
                code=ViolationCode.REFERENCE_CARDINALITY,
                message="a name fits several entities, and no case is planned for that",
                path="/response_template/cases",
                details={
                    "fact": fact_id,
                    "finder": several[0].kind,
                    "candidates": bench.candidate_count(several[0]),
                },
            )
    return None


def _check_message(
    compiled: CompiledPlan, draft: Draft, policy: Policy, task: InputTask
) -> Violation | None:
    template = compiled.plan.response_template
    constraints: tuple[MessageConstraint, ...] = (template.message,)
    if draft.outcome is Outcome.OK_ANSWER:
        constraints = (template.message, policy.format_rules(task.text))
    elif template.message.exact_one_of:
        constraints = ()  # a prescribed answer is no form for a refusal or a question back
    cited = (policy.rule(rule_id) for rule_id in compiled.plan.policy_refs.rules_ids)
    ordered = tuple(
        rule.quote for rule in cited if rule is not None and rule.kind is RuleKind.RESPONSE
    )
    return message_violation(draft, constraints, ordered=ordered)


def _check_marks(
    attempt: Attempt, draft: Draft, policy: Policy, task: InputTask, bench: Workbench
) -> Violation | None:
    """Refuse an address, markup or an unseen character that the plan itself puts into the message.

    What request, rules or wiki hold may be said again, and so may what is in the rows.
    """
    placeholders = placeholders_of(draft.case.message)
    words, queries, chain = draft.case.message, attempt.compiled.queries, set[str]()
    for item in placeholders:
        words = words.replace(item.text, f" … {item.separator} … ")
        chain |= ancestry(queries, item.fact)
    stated = (task.text, policy.wording)
    made = {text for fact in chain for text in queries[fact].literals}
    shown = {one for text in made for one in foreign_marks(text, stated) if one in draft.message}
    cells = [
        plain_value(cell)
        for item in placeholders
        for cell in cells_of(attempt.facts[item.fact], item.column)
    ]
    # an address may be put together around what a placeholder shows
    around = {
        one
        for one in foreign_marks(draft.message, stated)
        if not any(one in cell for cell in cells)
    }
    loose = foreign_marks(words, stated) | shown | around
    if all(map(bench.wiki_says, sorted(loose))):
        return None
    return unfounded_message(
        draft, "the plan puts an address, markup or a character that nobody sees into the message"
    )


def _check_link_kinds(compiled: CompiledPlan, draft: Draft, policy: Policy) -> Violation | None:
    limits = compiled.plan.response_template.links
    allowed = set(policy.links_allowed(draft.outcome)) & set(limits.allowed_kinds)
    bad = [
        link for link in draft.links if link.kind not in allowed or link.id in limits.exclude_ids
    ]
    if not bad:
        return None
    return draft.violation(
        ViolationCode.LINK_INVALID,
        "links",
        "a link is of a kind or an id that this response may not carry",
        count=len(bad),
        kinds=list[JsonValue](sorted({link.kind.value for link in bad})),
    )


def check_link_grounds(attempt: Attempt, draft: Draft, task: InputTask) -> Violation | None:
    """Refuse a link that is no whole id of a row, of a write or of the request.

    Call it with the writes resolved.
    """
    grounded = attempt.grounded_links()
    loose = [link for link in draft.links if (link.kind.value, link.id) not in grounded]
    loose = loose or list(_computed_links(attempt, draft, task))
    if not loose:
        return None
    why = "a link does not come from a row of the company's data"
    return draft.violation(ViolationCode.LINK_NOT_GROUNDED, "links", why, count=len(loose))


def _computed_links(attempt: Attempt, draft: Draft, task: InputTask) -> Iterator[AgentLink]:
    changed = {(item.kind, item.id) for write in attempt.writes for item in write.write.affected}
    queries, facts = attempt.compiled.queries, attempt.facts
    for source in draft.case.links:
        if source.kind is LinkKind.LOCATION:
            continue  # a site has no id but its name, which pages tell as well as records
        for text in computed_ids(queries, facts, source.fact, source.col, task.text, source.kind):
            if (source.kind, text) not in changed:
                yield AgentLink(kind=source.kind, id=text)


def _descendants(compiled: CompiledPlan, fact_id: str) -> set[str]:
    """Return the fact itself and every fact that reads it, directly or not."""
    found = {fact_id}
    for other, query in compiled.queries.items():
        if query.facts & found:
            found.add(other)
    return found
