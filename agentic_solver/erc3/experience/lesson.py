"""Lessons: what each failure teaches, as fixed texts. No text of a task or a grader is kept.

A lesson is chosen by the code of a violation or by the kind of a failed check. Its text is
written here; only names of the engine's own tools, parameters and link kinds are filled in.
"""

from dataclasses import dataclass
from types import MappingProxyType

from agentic_solver.contracts.patch import FailedCheck, PatchCategory
from agentic_solver.contracts.violations import ViolationCode

__all__ = ["BY_CHECK", "BY_CODE", "OPPOSITE", "Lesson"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One stance on one subject."""

    category: PatchCategory
    subject: str
    stance: str
    guidance: str


def _lesson(category: PatchCategory, subject: str, stance: str, guidance: str) -> Lesson:
    return Lesson(category=category, subject=subject, stance=stance, guidance=guidance)


_P, _R, _D = PatchCategory.PROCESS, PatchCategory.RESPONSE_CONTRACT, PatchCategory.DISAMBIGUATION
_O, _T = PatchCategory.OPERATIONAL, PatchCategory.TOOL_SEMANTICS
_C = ViolationCode

BY_CODE = MappingProxyType(
    {
        _C.SQL_COLUMN_UNKNOWN: _lesson(
            _O, "columns_of_a_fact", "listed_columns_only",
            "Use only columns that are listed for the table; a column that is not listed does not "
            "exist.",
        ),
        _C.SQL_TABLE_FORBIDDEN: _lesson(
            _O, "tables_of_a_fact", "listed_tables_only",
            "Select only from the listed tables, earlier facts and bound results.",
        ),
        _C.SQL_FUNCTION_FORBIDDEN: _lesson(
            _O, "functions_of_a_fact", "plain_functions_only",
            "Use plain aggregate, text and date functions and no others.",
        ),
        _C.SQL_SYNTAX: _lesson(
            _O, "syntax_of_a_fact", "one_plain_query",
            "A fact is one plain query; check its syntax once more.",
        ),
        _C.SQL_STATEMENT_FORBIDDEN: _lesson(
            _O, "syntax_of_a_fact", "one_plain_query",
            "A fact is one plain query; check its syntax once more.",
        ),
        _C.SQL_TOO_COMPLEX: _lesson(
            _O, "size_of_a_fact", "small_steps", "Split a long query into several small facts."
        ),
        _C.FACT_INPUT_UNDECLARED: _lesson(
            _O, "order_of_facts", "earlier_facts_only",
            "A fact reads only facts that stand before it.",
        ),
        _C.REFERENCE_FORWARD: _lesson(
            _O, "order_of_facts", "earlier_facts_only",
            "A fact reads only facts that stand before it.",
        ),
        _C.REFERENCE_UNKNOWN: _lesson(
            _O, "names_of_facts", "only_what_the_plan_defines",
            "Refer only to facts and binds that the plan itself defines.",
        ),
        _C.REFERENCE_CARDINALITY: _lesson(
            _D, "fact_of_one_row", "case_for_several_rows",
            "Where a fact may have several rows or none, give a case for each; take a single cell "
            "only from a fact that has exactly one row.",
        ),
        _C.TEMPLATE_PLACEHOLDER: _lesson(
            _R, "placeholders_of_a_message", "existing_fact_and_column",
            "A placeholder of a message names a fact of the plan and a column of that fact.",
        ),
        _C.TEMPLATE_OUTCOME: _lesson(
            _R, "links_and_outcome", "as_the_outcome_prescribes",
            "Give each outcome the links that its contract prescribes; a refusal has none.",
        ),
        _C.LINK_NOT_GROUNDED: _lesson(
            _R, "source_of_links", "a_fact_with_ids",
            "Every link comes from a fact that selects the id of the entity.",
        ),
        _C.FACT_NOT_GROUNDED: _lesson(
            _O, "constants_of_a_fact", "words_of_the_request",
            "A constant in a fact is a word or a figure of the request; look everything else up.",
        ),
        _C.WRITE_NOT_ASKED: _lesson(
            _O, "asked_change", "words_of_the_request",
            "A change, its new value and its record are those that the request asks for.",
        ),
        _C.INTENT_SPAN_UNGROUNDED: _lesson(
            _O, "span_of_a_change", "verbatim_words",
            "The span of a change repeats words of the request to the letter.",
        ),
        _C.INTENT_SPAN_MISSING: _lesson(
            _O, "span_of_a_change", "verbatim_words",
            "The span of a change repeats words of the request to the letter.",
        ),
        _C.OK_WITHOUT_WRITE: _lesson(
            _P, "asked_change", "plan_the_write",
            "Where the request asks for a change and no rule forbids it, plan the write.",
        ),
        _C.OUTCOME_NOT_ADMISSIBLE: _lesson(
            _P, "outcome_and_rules", "decided_by_the_rules",
            "Choose the outcome that the rules of the company and the facts support.",
        ),
        _C.WRITE_DUPLICATE: _lesson(
            _O, "number_of_changes", "each_change_once", "Plan each change once."
        ),
        _C.READ_UNREFERENCED: _lesson(
            _O, "reads_of_a_plan", "only_what_is_used", "Read only what a fact or a message uses."
        ),
        _C.MODEL_REPLY: _lesson(
            _R, "form_of_the_plan", "valid_json_only",
            "Answer with one JSON object that follows the schema, and nothing around it.",
        ),
        _C.PLAN_SCHEMA: _lesson(
            _R, "form_of_the_plan", "valid_json_only",
            "Answer with one JSON object that follows the schema, and nothing around it.",
        ),
        _C.WORKLOAD_SOURCE: _lesson(
            _O, "source_of_workload", "the_workloads_view",
            "Take workload from `workloads`; do not sum it in another way.",
        ),
    }
)  # fmt: skip
"""What to learn from a violation; codes of failed calls and of our own faults teach nothing."""

BY_CHECK = MappingProxyType(
    {
        FailedCheck.LINK_MISSING: _lesson(
            _R, "links_of_an_answer_to_{kind}", "every_entity_named",
            "Link every {kind} that the answer names or that was changed.",
        ),
        FailedCheck.LINK_UNEXPECTED: _lesson(
            _R, "links_of_an_answer_to_{kind}", "results_only",
            "Link only a {kind} that is itself a result; leave out what was only looked at.",
        ),
        FailedCheck.MESSAGE_LACKS: _lesson(
            _R, "values_in_a_message", "plain_and_complete",
            "Give the asked values in the message, plainly: no separators in figures, no markup, "
            "stored spelling.",
        ),
        FailedCheck.MESSAGE_HOLDS: _lesson(
            _R, "extras_in_a_message", "left_out",
            "Say only what was asked; leave out values that the answer does not need.",
        ),
        FailedCheck.CHANGE_MISSING: _lesson(
            _P, "asked_change", "plan_the_write",
            "Where the request asks for a change and no rule forbids it, plan the write.",
        ),
        FailedCheck.CHANGE_UNEXPECTED: _lesson(
            _P, "changes_beside_the_asked_one", "none",
            "Change nothing beside what the request asks for; check each write against its words.",
        ),
        FailedCheck.OUTCOME: _lesson(
            _P, "outcome_{expected}_or_{got}", "consider_{expected}",
            "Before answering {got}, check whether {expected} is the right outcome.",
        ),
    }
)  # fmt: skip
"""What to learn from a failed check of a grader; the rest teaches nothing."""

OPPOSITE = MappingProxyType(
    {
        FailedCheck.LINK_MISSING: FailedCheck.LINK_UNEXPECTED,
        FailedCheck.LINK_UNEXPECTED: FailedCheck.LINK_MISSING,
        FailedCheck.MESSAGE_LACKS: FailedCheck.MESSAGE_HOLDS,
        FailedCheck.MESSAGE_HOLDS: FailedCheck.MESSAGE_LACKS,
        FailedCheck.CHANGE_MISSING: FailedCheck.CHANGE_UNEXPECTED,
        FailedCheck.CHANGE_UNEXPECTED: FailedCheck.CHANGE_MISSING,
    }
)
"""The check that fails when a lesson is followed too far: then it has harmed."""
