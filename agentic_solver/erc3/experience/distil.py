"""The distiller: failed checks and violation codes in, candidate patches out. No model, no text.

What a task says is data of a company and may carry instructions; it never gets further than the
closed vocabulary below: codes, link kinds, outcomes, and names of tools and their parameters.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from agentic_solver.contracts.patch import (
    ANY,
    Evidence,
    FailedCheck,
    Patch,
    PatchCategory,
    PatchDraft,
    PatchKind,
    PatchScope,
    Provenance,
)
from agentic_solver.contracts.plan import LinkKind, Outcome
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.experience.cause import Cause, Rows, Wordings, cause_of, causes
from agentic_solver.erc3.experience.check_line import failed_lines
from agentic_solver.erc3.experience.family import TIME
from agentic_solver.erc3.experience.lesson import BY_CHECK, BY_CODE, OPPOSITE, Lesson
from agentic_solver.erc3.tools.catalog import Catalog

__all__ = [
    "Diagnosis",
    "Fault",
    "GradeFault",
    "Witness",
    "distil",
    "own_wordings",
    "read_grade",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One violation of one round."""

    round: int
    code: ViolationCode
    tool: str = ""
    """Tool of the call that it is about, if the engine has such a tool."""
    attempt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeFault:
    """One failed check of the grader, in the closed vocabulary."""

    check: FailedCheck
    kind: str = ""
    """Kind of link."""
    expected: str = ""
    got: str = ""
    """Outcomes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Witness:
    """What a graded task says of a patch whose cause was tested on it."""

    patch: Patch
    supports: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """What became of a task, as far as learning may know it."""

    run: str
    task: str
    benchmark: str
    accepted: bool
    """Whether a plan was accepted, not forced."""
    score: float | None = None
    """None where grading is withheld: then acceptance stands for it."""
    families: frozenset[str] = frozenset()
    """What the request speaks of."""
    rounds: int = 0
    faults: tuple[Fault, ...] = ()
    grade: tuple[GradeFault, ...] = ()
    causes: tuple[Cause, ...] = ()
    """What accounts for all failed checks, where anything does."""
    known: tuple[Patch, ...] = ()
    """Patches that name a cause and hold for the task, told or not."""
    witnesses: tuple[Witness, ...] = ()
    """What the grade says of these."""
    told: tuple[str, ...] = ()
    """Signatures of the patches in the prompt."""

    @property
    def is_right(self) -> bool:
        return self.accepted if self.score is None else self.score >= 1.0


_LINK = "|".join(kind.value for kind in LinkKind)
_PATTERNS: tuple[tuple[FailedCheck, re.Pattern[str]], ...] = (
    (FailedCheck.RESPONSES, re.compile(r"agent should provide \d+ response")),
    (FailedCheck.OUTCOME, re.compile(r"expected outcomes? '([a-z_]+)'?[^']*', got '([a-z_]+)'|"
                                     r"expected outcomes? '([a-z_]+)', got '([a-z_]+)'")),
    (FailedCheck.LINK_MISSING, re.compile(rf"expected ({_LINK}) link to .* not found")),
    (FailedCheck.LINK_UNEXPECTED, re.compile(rf"found unexpected ({_LINK}) link to ")),
    (FailedCheck.MESSAGE_HOLDS, re.compile(r"expected message to NOT contain ")),
    (FailedCheck.MESSAGE_LACKS, re.compile(r"expected message to contain ")),
    (FailedCheck.CHANGE_MISSING, re.compile(r"expected event of type .* not found|"
                                            r"change expected but not found")),
    (FailedCheck.CHANGE_UNEXPECTED, re.compile(r"expected only one event|unexpected \d+ events?|"
                                               r"expected no change events")),
)  # fmt: skip
_OUTCOMES = frozenset(outcome.value for outcome in Outcome)


def read_grade(logs: str) -> tuple[GradeFault, ...]:
    """Return what a grader's lines say, each kind of fault once; anything else is ``OTHER``."""
    found = [_read_line(line) for line in failed_lines(logs)]
    return tuple(dict.fromkeys(found))


def _read_line(line: str) -> GradeFault:
    text = line.removeprefix("FAIL: ")
    for check, pattern in _PATTERNS:
        match = pattern.match(text) or (
            pattern.search(text) if check is FailedCheck.CHANGE_MISSING else None
        )
        if match is None:
            continue
        words = [word for word in match.groups() if word]
        if check is FailedCheck.OUTCOME:
            if len(words) != 2 or not set(words) <= _OUTCOMES:
                return GradeFault(check=FailedCheck.OTHER)
            return GradeFault(check=check, expected=words[0], got=words[1])
        return GradeFault(check=check, kind=words[0] if words else "")
    return GradeFault(check=FailedCheck.OTHER)


def distil(diagnosis: Diagnosis, catalog: Catalog) -> tuple[PatchDraft, ...]:
    """Return what the task teaches, each intent once, in a fixed order.

    A violation that a later round of the same task mended counts as help for its lesson, where
    the lesson was not told before: the feedback said the same, and the task came out right.
    A failed check opposite to a lesson that was told counts as harm for it.
    """
    drafts: dict[str, PatchDraft] = {}
    learnt = (
        *_from_faults(diagnosis, catalog),
        *_from_grade(diagnosis),
        *_from_witnesses(diagnosis),
    )
    for draft in learnt:
        known = drafts.setdefault(draft.signature, draft)
        if known is not draft:
            drafts[draft.signature] = _merged(known, draft)
    return tuple(drafts.values())


def _merged(one: PatchDraft, two: PatchDraft) -> PatchDraft:
    where = one.provenance.model_copy(
        update={
            "attempts": tuple(sorted({*one.provenance.attempts, *two.provenance.attempts})),
            "codes": tuple(sorted({*one.provenance.codes, *two.provenance.codes})),
            "checks": tuple(sorted({*one.provenance.checks, *two.provenance.checks})),
        }
    )
    seen = Evidence(
        helped=max(one.evidence.helped, two.evidence.helped),
        harmed=max(one.evidence.harmed, two.evidence.harmed),
        neutral=max(one.evidence.neutral, two.evidence.neutral),
    )
    return one.model_copy(update={"provenance": where, "evidence": seen})


def _from_faults(diagnosis: Diagnosis, catalog: Catalog) -> Iterator[PatchDraft]:
    for fault in diagnosis.faults:
        found = _of_tool(fault, catalog) if fault.code in _TOOL_CODES else BY_CODE.get(fault.code)
        if found is None:
            continue
        tool = fault.tool if fault.code in _TOOL_CODES else ""
        where = Provenance(
            run=diagnosis.run,
            task=diagnosis.task,
            attempts=(fault.attempt or f"round-{fault.round}",),
            codes=(fault.code,),
        )
        draft = _draft(found, diagnosis, where, tool=tool)
        mended = diagnosis.is_right and fault.round < diagnosis.rounds
        yield _judged(draft, diagnosis, helped=mended, harmed=False)


def _causes(diagnosis: Diagnosis) -> tuple[GradeFault, ...]:
    """Return the failed checks that have a cause of their own.

    A forced answer fails them all, and so does a wrong outcome: the rest follows from it.
    """
    if not diagnosis.accepted:
        return ()
    outcomes = tuple(one for one in diagnosis.grade if one.check is FailedCheck.OUTCOME)
    return outcomes or diagnosis.grade


def _from_grade(diagnosis: Diagnosis) -> Iterator[PatchDraft]:
    if diagnosis.causes:
        # They say what the kinds of failed checks can only hint at.
        yield from _from_causes(diagnosis)
        return
    if not all(one.supports for one in diagnosis.witnesses):
        return  # what is wrong is a patch
    for fault in _causes(diagnosis):
        if lesson := BY_CHECK.get(fault.check):
            where = Provenance(run=diagnosis.run, task=diagnosis.task, checks=(fault.check,))
            draft = _draft(_filled(lesson, fault), diagnosis, where)
            yield _judged(draft, diagnosis, helped=False, harmed=False)
        opposite = OPPOSITE.get(fault.check)
        if opposite is not None:
            where = Provenance(run=diagnosis.run, task=diagnosis.task, checks=(fault.check,))
            followed = _draft(_filled(BY_CHECK[opposite], fault), diagnosis, where)
            if followed.signature in diagnosis.told:
                yield _judged(followed, diagnosis, helped=False, harmed=True)


def _from_causes(diagnosis: Diagnosis) -> Iterator[PatchDraft]:
    """Yield the lesson of each cause, as the patch that says it already where there is one.

    The task bears witness to it, told or not, unless nothing was tested.
    """
    for cause in diagnosis.causes:
        where = Provenance(run=diagnosis.run, task=diagnosis.task, checks=(cause.check,))
        draft = _draft(cause.lesson, diagnosis, where, family=_family(cause, diagnosis))
        held = [one for one in diagnosis.known if one.guidance == draft.guidance]
        if held:
            draft = draft.model_copy(update={"scope": held[0].scope})
        seen = Evidence(
            helped=int(not isinstance(cause, Wordings)),
            neutral=int(draft.signature in diagnosis.told),
        )
        yield draft.model_copy(update={"evidence": seen})


def _from_witnesses(diagnosis: Diagnosis) -> Iterator[PatchDraft]:
    for one in diagnosis.witnesses:
        cause = cause_of(one.patch.guidance)
        if cause is None:
            continue
        where = Provenance(run=diagnosis.run, task=diagnosis.task, checks=(cause.check,))
        draft = _draft(cause.lesson, diagnosis, where)
        counts = Evidence(helped=int(one.supports), harmed=int(not one.supports))
        yield draft.model_copy(update={"scope": one.patch.scope, "evidence": counts})


def _family(cause: Cause, diagnosis: Diagnosis) -> str:
    """Return the family whose requests a cause is about; other requests need not be told of it."""
    about_time = isinstance(cause, Rows) and cause.table == "time_entries"
    return TIME if about_time and TIME in diagnosis.families else ANY


def _judged(draft: PatchDraft, diagnosis: Diagnosis, *, helped: bool, harmed: bool) -> PatchDraft:
    """Count the task: told and failed all the same is neutral."""
    told = draft.signature in diagnosis.told
    counts = Evidence(
        helped=int(helped and not told), harmed=int(harmed), neutral=int(told and not harmed)
    )
    return draft.model_copy(update={"evidence": counts})


def _draft(
    lesson: Lesson,
    diagnosis: Diagnosis,
    where: Provenance,
    *,
    tool: str = "",
    family: str = ANY,
) -> PatchDraft:
    return PatchDraft(
        kind=PatchKind.PATCH_TOOL if tool else PatchKind.ADD_RULE,
        category=lesson.category,
        subject=lesson.subject,
        stance=lesson.stance,
        guidance=lesson.guidance,
        scope=PatchScope(benchmark=diagnosis.benchmark, family=family),
        tool=tool,
        provenance=where,
    )


def _filled(lesson: Lesson, fault: GradeFault) -> Lesson:
    words = {"kind": fault.kind or "entity", "expected": fault.expected, "got": fault.got}
    return replace(
        lesson,
        subject=lesson.subject.format(**words),
        stance=lesson.stance.format(**words),
        guidance=_outcome_guidance(fault) or lesson.guidance.format(**words),
    )


def _outcome_guidance(fault: GradeFault) -> str:
    """A lesson that asks to refuse less says so plainly, so that governance sees what it is."""
    looser = fault.got == Outcome.DENIED_SECURITY or (
        fault.got == Outcome.NONE_CLARIFICATION_NEEDED and fault.expected == Outcome.OK_ANSWER
    )
    if fault.check is FailedCheck.OUTCOME and looser:
        return f"Do not refuse with {fault.got} where {fault.expected} is the right outcome."
    return ""


def own_wordings(catalog: Catalog) -> frozenset[str]:
    """Return every guidance that the distiller can write: what is told without a reader's eye."""
    texts = {lesson.guidance for lesson in BY_CODE.values()}
    texts |= {cause.lesson.guidance for cause in causes()}
    for check, lesson in BY_CHECK.items():
        for kind in (*LinkKind, ""):
            for expected in Outcome:
                for got in Outcome:
                    fault = GradeFault(check=check, kind=kind, expected=expected, got=got)
                    texts.add(_filled(lesson, fault).guidance)
    for name in catalog.tools:
        lesson_of_tool = _of_tool(
            Fault(round=1, code=ViolationCode.TOOL_ARGUMENTS, tool=name), catalog
        )
        if lesson_of_tool is not None:
            texts.add(lesson_of_tool.guidance)
    return frozenset(texts)


_TOOL_CODES = frozenset({ViolationCode.TOOL_ARGUMENTS, ViolationCode.WRITE_ARGUMENTS})


def _of_tool(fault: Fault, catalog: Catalog) -> Lesson | None:
    """Return what a tool takes, told from the tool itself."""
    tool = catalog.get(fault.tool)
    if tool is None:
        return None
    fields = tool.arguments.model_fields
    names = ", ".join(fields) or "no arguments"
    required = ", ".join(name for name, field in fields.items() if field.is_required())
    return Lesson(
        category=PatchCategory.TOOL_REQUIRED,
        subject="arguments_of_the_tool",
        stance="exact_names",
        guidance=f"Give exactly these argument names: {names}"
        + (f"; required: {required}." if required else "."),
    )
