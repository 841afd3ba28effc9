"""Proposals for the outer loop: what a person or an agent might edit, each with its evidence.

Nothing here edits anything, and nothing is certain: a proposal says what the failures have in
common and which tasks speak against it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from agentic_solver.analysis.failure import Failure
from agentic_solver.analysis.record import Ruling, RunRecord, TaskRecord
from agentic_solver.analysis.rounds import CLOSED_WORLD
from agentic_solver.contracts.plan import Outcome
from agentic_solver.erc3.experience.check_line import wishes_of

__all__ = ["SECTIONS", "Suggestion", "suggest"]

_DENIED = Outcome.DENIED_SECURITY.value
_UNSUPPORTED = Outcome.NONE_UNSUPPORTED.value
_BASELINE = "baseline"
_REASONS = 3
_NAMED = 6

SECTIONS = {
    "SQL_": "SQL",
    "FACT_": "SQL",
    "WORKLOAD_": "SQL",
    "TOOL_": "Tools for writes",
    "WRITE_": "Tools for writes",
    "OK_WITHOUT_WRITE": "Tools for writes",
    "DOMAIN_CONSTRAINT": "Tools for writes",
    "TEMPLATE_": "What to say",
    "MESSAGE_": "What to say",
    "text ": "What to say",
    "LINK_": "What to link",
    "OUTCOME_": "How to decide the outcome",
    "outcome ": "How to decide the outcome",
    "change missing": "Tools for writes",
    "PLAN_": "The plan",
    "CALL_": "The plan",
    "READ_": "The plan",
    "REFERENCE_": "The plan",
    "BRANCH_": "The plan",
    "COMMITMENT_": "The plan",
    "INTENT_": "The plan",
    "MODEL_REPLY": "The plan",
}
"""Section of the prompt's block ``contract`` by the beginning of a code or of a failed check."""

_LINK_SECTION = "What to link"
_ENGINE = (
    "API_", "SYSTEM_", "SNAPSHOT_", "SQL_TIMEOUT", "POSTCONDITION_", "SQL_RUNTIME",
    "REQUEST_UNREAD",
)  # fmt: skip
"""Codes that no prompt helps against."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One proposal."""

    kind: str
    """``rule``, ``rules missing``, ``policy conflict``, ``tool``, ``entity``, ``schema``,
    ``prompt`` or ``engine``."""
    target: str
    """What to edit: a rule, a wiki, a tool, a block of the prompt, a part of the engine."""
    edit: str
    """What to do, one sentence."""
    evidence: tuple[str, ...]
    """Why, one sentence each."""
    tasks: tuple[str, ...]


def suggest(run: RunRecord, failures: Sequence[Failure]) -> list[Suggestion]:
    """Return proposals, those that touch the most tasks first."""
    found = [
        *_unknown_wikis(run),
        *_rules(run),
        *_conflicts(run),
        *_tools(run, failures),
        *_entities(run, failures),
        *_schema(failures),
        *_prompt(run, failures),
        *_engine(failures),
    ]
    return sorted(found, key=lambda one: (-len(one.tasks), one.kind, one.target))


def _unknown_wikis(run: RunRecord) -> Iterator[Suggestion]:
    bare: dict[str, list[TaskRecord]] = {}
    for task in run.tasks:
        if task.wiki and not task.policy_known:
            bare.setdefault(task.wiki, []).append(task)
    for wiki, tasks in bare.items():
        wrong = [task for task in tasks if task.wrong]
        yield Suggestion(
            "rules missing",
            f"rules/{wiki[:8]}.yaml",
            f"read the wiki {wiki[:8]}: `acquire` writes the rules that it lacks",
            (f"{len(tasks)} tasks met it with the baseline alone, {len(wrong)} of them wrong",),
            tuple(task.task for task in wrong or tasks),
        )


def _rules(run: RunRecord) -> Iterator[Suggestion]:
    for result, names in (("deny", _too_strict(run)), ("allow", _too_lenient(run))):
        for (rule, wiki), tasks in names.items():
            yield _about_rule(run, rule, wiki, result, tasks)


def _about_rule(
    run: RunRecord, rule: str, wiki: str, result: str, tasks: list[TaskRecord]
) -> Suggestion:
    denied = result == "deny"
    wanted = "wanted another outcome" if denied else "wanted it denied"
    verb = "denied" if denied else "allowed"
    ids = tuple(task.task for task in tasks)
    if rule == CLOSED_WORLD or rule.startswith(_BASELINE):
        missing = "allows" if denied else "denies"
        return Suggestion(
            "rules missing",
            f"rules/{wiki[:8]}.yaml",
            f"look for the sentence of the wiki that {missing} this, and extract it as a rule",
            (f"{rule}: {verb} in {_tasks(len(ids))} where the grader {wanted}",),
            ids,
        )
    cited = sorted({one.citation for task in tasks for one in _last(task) if one.rule == rule})
    support = sum(
        task.passed and any((one.rule, one.result) == (rule, result) for one in _last(task))
        for task in run.tasks
    )
    return Suggestion(
        "rule",
        f"rules/{wiki[:8]}.yaml: {rule}",
        f"extract the rule again from {', '.join(filter(None, cited)) or 'its page'} and compare "
        f"it with its quote: it may be too {'strict' if denied else 'lenient'}",
        (
            f"it {verb} in {_tasks(len(ids))} where the grader {wanted}",
            f"it {verb} in {_tasks(support)} that came out right",
        ),
        ids,
    )


def _too_strict(run: RunRecord) -> dict[tuple[str, str], list[TaskRecord]]:
    """Return what denied wrongly: only rulings count, a plan that refuses by itself has none."""
    return _by_rule(
        run,
        lambda task: task.outcome == _DENIED and _DENIED not in _wanted(task),
        lambda ruling: ruling.result == "deny",
    )


def _too_lenient(run: RunRecord) -> dict[tuple[str, str], list[TaskRecord]]:
    """Return what allowed wrongly: the rules of the wiki, or the baseline where none spoke."""
    return _by_rule(
        run,
        lambda task: task.outcome != _DENIED and _wanted(task) == {_DENIED},
        lambda ruling: ruling.result == "allow",
    )


def _by_rule(
    run: RunRecord, meant: Callable[[TaskRecord], bool], blamed: Callable[[Ruling], bool]
) -> dict[tuple[str, str], list[TaskRecord]]:
    found: dict[tuple[str, str], list[TaskRecord]] = {}
    for task in run.tasks:
        if not (task.wrong and _wanted(task) and meant(task)):
            continue
        rules = {one.rule: None for one in _last(task) if blamed(one)}
        named = [rule for rule in rules if not rule.startswith(_BASELINE)]
        for rule in named or list(rules):
            found.setdefault((rule, task.wiki), []).append(task)
    return found


def _conflicts(run: RunRecord) -> Iterator[Suggestion]:
    strict, lenient = _too_strict(run), _too_lenient(run)
    for rule, wiki in sorted(strict.keys() & lenient.keys()):
        if rule == CLOSED_WORLD or rule.startswith(_BASELINE):
            continue
        hard, soft = strict[rule, wiki], lenient[rule, wiki]
        yield Suggestion(
            "policy conflict",
            f"rules/{wiki[:8]}.yaml: {rule}",
            "split the rule: it is wrong in both directions",
            (f"too strict in {_tasks(len(hard))}, too lenient in {_tasks(len(soft))}",),
            tuple(task.task for task in (*hard, *soft)),
        )
    pairs: dict[tuple[str, str, str], list[str]] = {}
    for (rule, wiki), found in strict.items():
        for task in found:
            others = {o.rule for o in _last(task) if o.result == "allow"}
            for other in sorted(o for o in others if not o.startswith(_BASELINE) and o != rule):
                pairs.setdefault((rule, other, wiki), []).append(task.task)
    for (rule, other, wiki), ids in pairs.items():
        yield Suggestion(
            "policy conflict",
            f"rules/{wiki[:8]}.yaml: {rule}, {other}",
            f"compare both quotes: {rule} denied where {other} allowed, and a denial always wins",
            (f"both spoke in {_tasks(len(ids))} where the grader wanted another outcome",),
            tuple(ids),
        )


def _tools(run: RunRecord, failures: Sequence[Failure]) -> Iterator[Suggestion]:
    unknown: dict[str, list[Failure]] = {}
    for failure in failures:
        if failure.code == "TOOL_UNKNOWN":
            unknown.setdefault(", ".join(failure.tools), []).append(failure)
    for tool, found in unknown.items():
        yield Suggestion(
            "tool",
            f"tools: {tool}",
            f"compose a tool {tool!r}, or name in the prompt the one that does this",
            (f"plans called it {_times(len(found))} and the catalog has none of that name",),
            _unique(found),
        )
    events: dict[str, list[TaskRecord]] = {}
    for task in run.tasks:
        if task.outcome != _UNSUPPORTED or not task.wrong:
            continue
        for wish in wishes_of(task.checks):
            if wish.about == "write":
                events.setdefault(wish.values[0], []).append(task)
    for event, tasks in events.items():
        yield Suggestion(
            "tool",
            f"tools: {event}",
            f"compose a tool whose change is seen as {event}, if the catalog has none",
            (f"{_tasks(len(tasks))} answered {_UNSUPPORTED} where the grader wanted this change",),
            tuple(task.task for task in tasks),
        )
    repeated = [task for task in run.tasks if task.repeated_reads]
    if repeated:
        count = sum(task.repeated_reads for task in repeated)
        yield Suggestion(
            "tool",
            "acquisition",
            "keep what was read: the same reads were sent again",
            (f"{count} reads of {_tasks(len(repeated))} asked for what was there already",),
            tuple(task.task for task in repeated),
        )


def _entities(run: RunRecord, failures: Sequence[Failure]) -> Iterator[Suggestion]:
    """Propose other entity models where they refused what the company sent or the grader wanted."""
    missed = {
        task.task
        for task in run.tasks
        if task.wrong and any(wish.about == "write" for wish in wishes_of(task.checks))
    }
    groups: dict[tuple[str, str], list[Failure]] = {}
    for failure in failures:
        if failure.code == "API_PAYLOAD_INVALID":
            groups.setdefault(("entity models", failure.detail), []).append(failure)
        elif failure.code == "DOMAIN_CONSTRAINT" and failure.task in missed:
            where = f"constraints of the tool {', '.join(failure.tools)}"
            groups.setdefault((where, failure.detail), []).append(failure)
    for (target, detail), found in groups.items():
        sent = target == "entity models"
        yield Suggestion(
            "entity",
            target,
            "compare the model with what the platform sends, and let it say so"
            if sent
            else "compare the constraint with the change that the grader wanted",
            (
                f"it refused {'a payload' if sent else 'a change'} {_times(len(found))}, and "
                f"{'nothing could be read' if sent else 'the change was missed'}",
                *filter(None, [detail]),
            ),
            _unique(found),
        )


_SLOW = ("SQL_TIMEOUT", "SQL_TOO_COMPLEX", "FACT_TOO_LARGE")
_UNKNOWN = ("SQL_COLUMN_UNKNOWN", "SQL_TABLE_FORBIDDEN", "WORKLOAD_SOURCE")
_OFTEN = 2
"""Tasks that have to ask for the same name before it is worth a column or a view."""


def _schema(failures: Sequence[Failure]) -> Iterator[Suggestion]:
    """Propose columns and views that plans ask for in vain, and indexes or views for slow ones."""
    groups: dict[tuple[str, str], list[Failure]] = {}
    for failure in failures:
        if failure.code in _UNKNOWN and failure.detail:
            groups.setdefault((failure.code, failure.detail), []).append(failure)
        elif failure.code in _SLOW:
            groups.setdefault((failure.code, ""), []).append(failure)
    for (code, detail), found in groups.items():
        tasks = _unique(found)
        if detail and len(tasks) < _OFTEN:
            continue
        yield Suggestion(
            "schema",
            f"SQL schema: {detail or code}",
            "give the tables a column or a view of that name, if their data hold it"
            if detail
            else "give what these queries join an index, or a view that has it summed up",
            (f"{code} {_times(len(found))} in {_tasks(len(tasks))}",),
            tasks,
        )


def _prompt(run: RunRecord, failures: Sequence[Failure]) -> Iterator[Suggestion]:
    by_rules = {
        task.task
        for found in (_too_strict(run), _too_lenient(run))
        for tasks in found.values()
        for task in tasks
    }
    groups: dict[tuple[str, str, str], list[Failure]] = {}
    for failure in failures:
        section = _section(failure.code)
        if not section or failure.code == "TOOL_UNKNOWN":
            continue
        if failure.stage == "forced" or failure.task in by_rules:
            continue  # the refused plans tell more; the rules decided, not the plan
        groups.setdefault((section, failure.stage, failure.code), []).append(failure)
    for (section, stage, code), found in groups.items():
        where = "after submission" if stage == "grade" else f"in stage {stage}"
        families = list(dict.fromkeys(failure.family for failure in found))
        reasons = (
            [] if stage == "grade" else list(dict.fromkeys(f.detail for f in found if f.detail))
        )
        yield Suggestion(
            "prompt",
            section,
            f"say what holds for {code}, or show it in an example",
            (
                f"{_times(len(found))} {where}, in {_listed(families, 'family', 'families')}",
                *reasons[:_REASONS],
            ),
            _unique(found),
        )


def _listed(words: list[str], one: str, many: str) -> str:
    shown = ", ".join(words[:_NAMED])
    more = f" and {len(words) - _NAMED} more" if len(words) > _NAMED else ""
    return f"the {one if len(words) == 1 else many} {shown}{more}"


def _section(code: str) -> str:
    if code.startswith(_ENGINE):
        return ""
    if code.startswith("POLICY_"):
        return "block company, the rules"
    section = next((text for start, text in SECTIONS.items() if code.startswith(start)), "")
    if " link " in code:
        section = _LINK_SECTION
    return f"block contract, section {section!r}" if section else ""


def _engine(failures: Sequence[Failure]) -> Iterator[Suggestion]:
    groups: dict[tuple[str, str], list[Failure]] = {}
    for failure in failures:
        if failure.stage == "fault" or failure.code.startswith(_ENGINE):
            groups.setdefault((failure.stage, failure.code), []).append(failure)
    for (stage, code), found in groups.items():
        yield Suggestion(
            "engine",
            f"{stage}: {code}",
            "reproduce it with --emit-regressions and mend what is responsible",
            (f"{_times(len(found))}; first: {found[0].detail or found[0].path or 'no detail'}",),
            _unique(found),
        )


def _wanted(task: TaskRecord) -> frozenset[str]:
    wishes = (wish for wish in wishes_of(task.checks) if wish.about == "outcome")
    return frozenset(value for wish in wishes for value in wish.values)


def _last(task: TaskRecord) -> tuple[Ruling, ...]:
    return task.answer.rulings if task.answer else ()


def _unique(failures: Iterable[Failure]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(failure.task for failure in failures))


def _tasks(number: int) -> str:
    return "1 task" if number == 1 else f"{number} tasks"


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"
