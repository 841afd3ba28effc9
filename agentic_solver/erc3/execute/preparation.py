"""Preparing writes: the whole write set is resolved and checked before the first one is applied."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from pydantic import JsonValue

from agentic_solver.contracts.canonical import canonical_json
from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.plan import APICall, FactOutput, InputTask
from agentic_solver.contracts.rule import Denied, Operation, Rule
from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.erc3.execute.arguments import each_fact, resolve_arguments
from agentic_solver.erc3.execute.asking import Asking, words_of
from agentic_solver.erc3.execute.company_terms import amounts_meant, terms_set_apart, values_meant
from agentic_solver.erc3.execute.constants import Constant, Part, trace
from agentic_solver.erc3.execute.grounding import (
    SCALE,
    Sources,
    factor_is_stated,
    literal_is_stated,
    plain_value,
)
from agentic_solver.erc3.execute.intent import Wish, reason_against
from agentic_solver.erc3.execute.lineage import ancestry, computed_targets
from agentic_solver.erc3.execute.meant import Meant
from agentic_solver.erc3.execute.permission import permit
from agentic_solver.erc3.execute.static import CompiledPlan
from agentic_solver.erc3.execute.timesheet import logged_too_often
from agentic_solver.erc3.execute.varying import chain_of, moves
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.execute.writing import (
    ResolvedWrite,
    check_grounding,
    merge_writes,
    plan_writes,
    resolve_ids,
)
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.snapshot.query import CheckedQuery
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.erc3.tools.facade import PlannedWrite, Tool

__all__ = ["Prepared", "Scene", "prepare_writes", "refused_operations"]


_Planned = tuple[str, str, PlannedWrite]
"""Call id, tool, primitive write."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Everything that the writes of one plan are resolved against."""

    compiled: CompiledPlan
    facts: Mapping[str, FactOutput]
    binds: Mapping[str, JsonValue]
    bench: Workbench
    catalog: Catalog
    policy: Policy
    identity: Identity
    caller_name: str
    task: InputTask
    round_number: int
    max_writes: int

    @property
    def slots(self) -> Mapping[str, int]:
        """Position of every call in the plan as proposed."""
        return {call.id: i for i, call in enumerate(self.compiled.plan.execution_trace.calls)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """The write set, or why there is none."""

    writes: tuple[ResolvedWrite, ...] = ()
    violations: tuple[Violation, ...] = ()
    denials: tuple[Denied, ...] = ()


def refused_operations(
    policy: Policy,
    identity: Identity,
    caller_name: str,
    compiled: CompiledPlan,
    catalog: Catalog,
) -> tuple[Denied, ...]:
    """Return denials of operations that this caller may do to no target whatsoever."""
    operations = dict.fromkeys(catalog.tools[call.tool].operation for call in compiled.writes)
    verdicts = (policy.never_allows(identity, caller_name, item) for item in operations)
    return tuple(verdict for verdict in verdicts if verdict is not None)


def prepare_writes(scene: Scene) -> Prepared:
    """Resolve every write of the plan: arguments, grounding, primitive writes, permission."""
    planned: list[_Planned] = []
    for call in scene.compiled.writes:
        found = _plan_call(call, scene)
        if isinstance(found, Violation):
            return Prepared(violations=(found,))
        planned += found
    problem = _size_problem(len(planned), scene.max_writes)
    if problem is not None:
        return Prepared(violations=(problem,))
    writes = [write for _call_id, _tool, write in planned]
    verdicts = permit(writes, scene.bench, scene.policy, scene.identity, scene.caller_name)
    denials = tuple(verdict for verdict in verdicts if isinstance(verdict, Denied))
    if denials:
        return Prepared(denials=denials)
    unasked = _unasked(planned, scene)
    if unasked is not None:
        return Prepared(violations=(unasked,))
    clash = _conflict(planned, scene)
    if clash is not None:
        return Prepared(violations=(clash,))
    merged = merge_writes(planned)
    twice = _duplicate(merged, scene) or _repeated(merged, scene)
    if twice is not None:
        return Prepared(violations=(twice,))
    allowed = {
        call_id: verdict for (call_id, _t, _w), verdict in zip(planned, verdicts, strict=True)
    }
    return Prepared(
        writes=resolve_ids(
            merged,
            task_id=scene.task.task_id or scene.task.text,
            reaction_id=scene.round_number,
            based_on={call.id: tuple(_grounds(call)) for call in scene.compiled.writes},
            slots=scene.slots,
            verdicts=[allowed[call_id] for call_id, _tool, _write in merged],
        )
    )


def _size_problem(count: int, limit: int) -> Violation | None:
    if count == 0:
        return Violation(
            code=ViolationCode.OK_WITHOUT_WRITE,
            message="the chosen case changes something, but its facts have no rows",
            path="/execution_trace/calls",
        )
    if count > limit:
        return Violation(
            code=ViolationCode.WRITE_LIMIT,
            message="more writes than the limit; a write set is never cut",
            path="/execution_trace/calls",
            details={"writes": count, "limit": limit},
        )
    return None


def _unasked(planned: Sequence[_Planned], scene: Scene) -> Violation | None:
    """Refuse a change that the words of the request do not ask for.

    It comes after the rights: whoever may not make a change learns only that.
    """
    asking = Asking(scene.task.text, scene.bench.paths(), scene.policy.wording)
    for call in scene.compiled.writes:
        writes = [
            write
            for call_id, _tool, write in planned
            if call_id.partition("#")[0] == call.id and not write.no_op
        ]
        if not writes:
            continue
        wish = _wish(call, writes, scene, asking)
        reason = next((text for write in writes if (text := reason_against(write, wish))), "")
        if reason:
            return Violation(
                code=ViolationCode.WRITE_NOT_ASKED,
                message=reason,
                path=f"/execution_trace/calls/{scene.slots[call.id]}/args",
                details={"tool": call.tool},
            )
    return None


def _wish(call: APICall, writes: Sequence[PlannedWrite], scene: Scene, asking: Asking) -> Wish:
    queries = scene.compiled.queries
    fact = each_fact(call.args)
    chain = ancestry(queries, fact) if fact is not None else frozenset()
    columns = scene.facts[fact].columns if fact is not None else ()
    pages = [str(w.changes.get("content") or "") for w in writes if "content" in w.changes]
    meant = Meant(
        asking=asking,
        me=scene.identity.current_user,
        queries=queries,
        chain=chain,
        found=scene.bench.candidates,
        stored=scene.bench.names,
        people=scene.bench.people_called,
        pages=scene.bench.paths(),
        moves_page="" in pages and any(pages),
        moved=partial(moves, chain_of(queries, fact or ""), columns, scene.bench.worlds),
    )
    sources = Sources(request=scene.task.text, policy=scene.policy.wording)
    rules = _about(scene, writes[0].operation)
    about = " ".join(f"{rule.statement} {rule.quote}" for rule in rules)
    return Wish(
        asking=asking,
        meant=meant,
        made=lambda column: trace(queries, chain, column),
        says=lambda argument, value: literal_is_stated(
            value, sources, argument=argument, free_text=()
        ),
        rules_say=lambda word: word.casefold() in sources.policy.casefold(),
        grounds=frozenset(words_of(about)),
        today=date.fromisoformat(scene.identity.today),
        units=lambda column: amounts_meant(scene.policy.rules, asking, column),
        called=lambda column: values_meant(scene.policy.rules, asking, column),
        terms=lambda operation: _terms(scene, operation),
        constants=frozenset(_constants(call.args, queries)),
        record=scene.bench.employee,
        stored=lambda column: frozenset(scene.bench.column_values("employees", column)),
        team=scene.bench.team,
        page=scene.bench.page,
    )


_SHORTEST_TERM = 5


def _about(scene: Scene, operation: Operation) -> tuple[Rule, ...]:
    return tuple(
        rule
        for rule in scene.policy.rules
        if rule.access is not None and operation in rule.access.operations
    )


def _terms(scene: Scene, operation: Operation) -> frozenset[str]:
    """Return the names that only the rules about an operation set apart by marks."""
    about = _about(scene, operation)
    own: set[str] = set()
    others: set[str] = set()
    for rule in scene.policy.rules:
        if rule in about:
            own.update(word for term in terms_set_apart(rule.quote) for word in words_of(term))
        else:
            others.update(words_of(f"{rule.statement} {rule.quote}"))
    return frozenset(word for word in own - others if len(word) >= _SHORTEST_TERM)


def _conflict(planned: Sequence[_Planned], scene: Scene) -> Violation | None:
    """Refuse two writes that set one field of one record differently: one would be lost."""
    seen: dict[tuple[str, str], str] = {}
    for call_id, tool, write in planned:
        for name, value in write.changes.items() if write.merge_key else ():
            text = canonical_json(value)
            if seen.setdefault((write.merge_key, name), text) != text:
                slot = scene.slots[call_id.partition("#")[0]]
                return Violation(
                    code=ViolationCode.WRITE_CONFLICT,
                    message="two writes set the same field of one record differently; "
                    "put all changes of it into the rows of one fact",
                    path=f"/execution_trace/calls/{slot}/args",
                    details={"tool": tool, "field": name},
                )
    return None


def _duplicate(merged: Sequence[_Planned], scene: Scene) -> Violation | None:
    """Refuse two equal writes: most often one row that a join has doubled."""
    seen: set[str] = set()
    for call_id, tool, write in merged:
        effect = canonical_json([write.route, write.body])
        if effect in seen:
            slot = scene.slots[call_id.partition("#")[0]]
            return Violation(
                code=ViolationCode.WRITE_DUPLICATE,
                message="the same write comes twice; its fact needs DISTINCT, or one row a write",
                path=f"/execution_trace/calls/{slot}/args",
                details={"tool": tool},
            )
        seen.add(effect)
    return None


def _repeated(merged: Sequence[_Planned], scene: Scene) -> Violation | None:
    """Refuse time entries that the request tells once and the plan makes several times."""
    if not logged_too_often([write for *_call, write in merged], Asking(scene.task.text)):
        return None
    return Violation(
        code=ViolationCode.WRITE_NOT_ASKED,
        message="the request tells this time entry once, and the plan makes it several times",
        path="/execution_trace/calls",
        details={"writes": len(merged)},
    )


def _plan_call(call: APICall, scene: Scene) -> list[_Planned] | Violation:
    path = f"/execution_trace/calls/{scene.slots[call.id]}/args"
    tool = scene.catalog.tools[call.tool]
    invocations = resolve_arguments(
        call, tool, scene.facts, scene.binds, path=path, spare_columns=scene.compiled.spare_columns
    )
    if isinstance(invocations, Violation):
        return invocations
    fact = each_fact(call.args)
    literals = tuple(_constants(call.args, scene.compiled.queries))
    sources = Sources(
        request=scene.task.text,
        policy=scene.policy.wording,
        stored=_stored(scene, fact, literals) if fact is not None else frozenset(),
    )
    if fact is not None:
        unstated = _unstated_constant(scene, fact, tool, sources, path)
        unstated = unstated or _invented_target(scene, fact, tool, path)
        if unstated is not None:
            return unstated
    computed = computed_targets(call.args, scene.compiled.queries, scene.facts, scene.task.text)
    if computed:
        return Violation(
            code=ViolationCode.WRITE_NOT_GROUNDED,
            message="an id of what is to be changed is computed, not read from a row",
            path=path,
            details={"arguments": list[JsonValue](computed)},
        )
    planned: list[_Planned] = []
    for invocation in invocations:
        loose = check_grounding(invocation, tool, literals, sources, path=path)
        if loose is not None:
            return loose
        with scene.bench.log.cause(f"write:{invocation.id}"):
            found = plan_writes(invocation, tool, scene.bench, path=path)
        if isinstance(found, Violation):
            return found
        planned += [(invocation.id, tool.name, write) for write in found]
    return planned


def _constants(args: JsonValue, queries: Mapping[str, CheckedQuery], name: str = "") -> list[str]:
    """Return the names of the arguments and record fields that the plan fills with constants."""
    match args:
        case {"$each": str(fact)} | {"$rows": str(fact)}:
            return list(queries[fact].literal_columns)
        case {"$fact": str(fact), "col": str(column)}:
            return [name] if column in queries[fact].literal_columns else []
        case {"$ref": str()}:
            return []
        case dict():
            return [found for key, item in args.items() for found in _constants(item, queries, key)]
        case list():
            return [found for item in args for found in _constants(item, queries, name)]
        case _:
            return [name]


def _unstated_constant(
    scene: Scene, fact: str, tool: Tool, sources: Sources, path: str
) -> Violation | None:
    """Refuse a write whose value a constant decides that neither request nor rules state."""
    queries = scene.compiled.queries
    chain = ancestry(queries, fact)
    amounts = amounts_meant(scene.policy.rules, Asking(scene.task.text))
    units = " ".join(str(abs(amount)) for amount in amounts)
    wide = replace(sources, also=(sources.policy, units))
    names = dict.fromkeys((*tool.arguments.model_fields, *tool.record_fields))
    loose = [
        name
        for name in names
        if name in (queries[fact].outputs or ())
        and not all(
            _may_decide(constant, wide, name, tool)
            for constant in trace(queries, chain, name, days=name == "date").constants
        )
    ]
    if not loose:
        return None
    return Violation(
        code=ViolationCode.WRITE_NOT_GROUNDED,
        message="a constant that neither the request nor a rule states decides a value",
        path=path,
        details={"arguments": list[JsonValue](loose)},
    )


_NEUTRAL: tuple[JsonValue, ...] = (0, "")
_PLAIN_FACTORS: tuple[JsonValue, ...] = (0, 1, -1, 100, 1000)
"""They change a sign, turn a share into percent, or read a figure in thousands."""
_PAGE_ENDING = ".md"


def _may_decide(constant: Constant, sources: Sources, argument: str, tool: Tool) -> bool:
    """Whether a constant may take part in a written value: where it is stated, or changes none."""
    value = constant.value
    if constant.part is Part.FACTOR:
        return value in _PLAIN_FACTORS or factor_is_stated(value, sources)
    if constant.part is Part.PIECE and isinstance(value, str):
        value = value.removesuffix(_PAGE_ENDING)
        if not any(char.isalnum() and char != "0" for char in value):
            return True
    if constant.part is Part.BOUND and value in SCALE:
        return True
    return value in _NEUTRAL or literal_is_stated(
        value, sources, argument=argument, free_text=tool.free_text
    )


_NAMED = (
    ("time_entries", "id"),
    *((table, name) for table in ("employees", "projects", "customers") for name in ("id", "name")),
)
"""Tables with the columns that say which record is meant."""
_KIND = re.compile(r"^[A-Za-z]+_(?=\w)")


def _invented_target(scene: Scene, fact: str, tool: Tool, path: str) -> Violation | None:
    """Refuse a write whose rows hang on an id or name that neither request nor wiki mentions.

    A proposer that sees no data cannot know it: somebody has put it in its mouth. The paths of
    pages it knows from its prompt; they are targets of writes to the wiki, else what is read.
    """
    known = scene.compiled.queries
    chain = ancestry(known, fact)
    literals = dict.fromkeys(text for item in chain for text in known[item].literals)
    asking = Asking(scene.task.text)
    strange = [text for text in literals if text and not _is_mentioned(text, asking)]
    if not strange:
        return None
    paths = set(scene.bench.column_values("wiki_pages", "path"))
    to_wiki = tool.operation is Operation.UPDATE_WIKI
    pages = [text for text in strange if to_wiki and text in paths]
    strange = [text for text in strange if not scene.bench.wiki_says(text)]
    stored = {value for place in _NAMED for value in scene.bench.column_values(*place)}
    found = [*pages, *(text for text in strange if text in stored)]
    if not found:
        return None
    return Violation(
        code=ViolationCode.WRITE_NOT_GROUNDED,
        message="what is to be changed is named in the plan, but not in the request",
        path=path,
        details={"names": len(found)},
    )


def _is_mentioned(text: str, asking: Asking) -> bool:
    """Whether the request holds a word of a name or id; the kind that an id begins with is none."""
    bare = _KIND.sub("", text)
    return asking.says(text) or asking.mentions(bare) or asking.holds_word_of(bare)


def _stored(scene: Scene, fact: str, columns: tuple[str, ...]) -> frozenset[tuple[str, str]]:
    """Return the stored values of the entity columns that ``columns`` are named like."""
    known = scene.compiled.queries
    chain = ancestry(known, fact)
    queries = [query for fact_id, query in known.items() if fact_id in chain]
    literals = {_as_number(text) for query in queries for text in query.literals}
    origins = sorted({origin for query in queries for origin in query.columns})
    return frozenset(
        (column, plain_value(value))
        for table, column in origins
        if column in columns
        for value in scene.bench.column_values(table, column)
        if plain_value(value) not in literals
    )


def _as_number(text: str) -> str:
    try:
        return plain_value(float(text))
    except ValueError:
        return text


def _grounds(call: APICall) -> list[str]:
    fact = each_fact(call.args)
    return [fact] if fact is not None else [call.id]
