"""One portion through the guard engine: the model drafts, the rule check judges, once more."""

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import JsonValue

from agentic_solver.contracts.rule import Rule, RuleKind, RuleSet
from agentic_solver.core import AgentDispatcher, AnalysisController, AnalysisControllerRequest
from agentic_solver.erc3.acquire.agent import ReadingAgent, ReadingInput
from agentic_solver.erc3.acquire.wire import RuleDraft, RuleDrafts, rule_of
from agentic_solver.erc3.rulecheck import validate_rules
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.guard.action import ActionPair
from agentic_solver.guard.context import Context
from agentic_solver.guard.document import Document
from agentic_solver.guard.engine import run
from agentic_solver.guard.repository import Node, Repository
from agentic_solver.guard.state import Satisfied
from agentic_solver.guard.verdict import Judgement, accepted, rejected
from agentic_solver.guard.workflow import Step, Workflow

__all__ = ["Dropped", "PortionResult", "read_portion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """A record that stayed wrong, and why."""

    rule_id: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PortionResult:
    """What came of a portion."""

    rules: tuple[Rule, ...]
    dropped: tuple[Dropped, ...]
    fault: str
    """Why the portion could not be read; empty when it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sifted:
    rules: tuple[Rule, ...]
    faults: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """Generator and guard of one portion."""

    pages: WikiPages
    agent: ReadingAgent
    paths: tuple[str, ...]
    known: tuple[Rule, ...]
    """Rules accepted before: their roles may be referred to, their ids are taken."""

    def generate(self, context: Context) -> JsonValue:
        """Return all drafts: those kept from the attempt before, and the new ones."""
        kept: list[RuleDraft] = []
        complaints = ""
        if context.history:
            last = context.history[-1]
            drafts = _drafts(last.candidate.content)
            faults = self.sift(drafts).faults
            kept = [draft for draft in drafts if draft.id not in faults]
            complaints = last.feedback
        controller = AnalysisController(
            AgentDispatcher(planner=self.agent, workers={}, critic=self.agent, max_retries=2)
        )
        roles = sorted({rule.role.name for rule in self.known if rule.role is not None})
        asked = ReadingInput(pages=self.paths, roles=tuple(roles), complaints=complaints)
        response = controller.run(AnalysisControllerRequest(planner_input=asked))
        new = _renamed(
            _drafts(response.plan.model_dump(mode="json")), {rule.id for rule in self.known}
        )
        fresh = {draft.id for draft in new}
        rules = [*(draft for draft in kept if draft.id not in fresh), *new]
        return {"rules": [draft.to_json() for draft in rules]}

    def judge(self, node: Node, context: Context) -> Judgement:
        """Accept drafts that all hold; otherwise say what is wrong with which."""
        del context
        faults = self.sift(_drafts(node.content)).faults
        if not faults:
            return accepted()
        return rejected("\n".join(f"{name}: {'; '.join(faults[name])}" for name in sorted(faults)))

    def sift(self, drafts: Iterable[RuleDraft]) -> _Sifted:
        """Split drafts into sound rules and faults by id."""
        faults: dict[str, tuple[str, ...]] = {}
        rules: list[Rule] = []
        for draft in drafts:
            rule = rule_of(draft)
            if isinstance(rule, str):
                faults[draft.id] = (rule,)
                continue
            misplaced = self._misplaced(rule)
            if misplaced:
                faults[rule.id] = (misplaced,)
            else:
                rules.append(rule)
        ruleset = RuleSet(
            wiki_sha1=self.pages.sha1, source="draft", rules=(*self.known, *rules)[:1_000]
        )
        known = {rule.id for rule in self.known}
        for problem in validate_rules(ruleset, self.pages):
            if problem.severity == "error" and problem.rule_id not in known - {
                rule.id for rule in rules
            }:
                reasons = faults.get(problem.rule_id, ())
                faults[problem.rule_id] = (*reasons, f"{problem.code}: {problem.message}")
        return _Sifted(rules=tuple(r for r in rules if r.id not in faults), faults=faults)

    def _misplaced(self, rule: Rule) -> str:
        if (rule.kind is RuleKind.ROLE) != (not self.paths):
            return "SHAPE: this step asks for other kinds of records"
        if self.paths and rule.page not in self.paths:
            return "CITATION: the page is not among the pages asked for"
        return ""


def _drafts(content: JsonValue) -> tuple[RuleDraft, ...]:
    return RuleDrafts.model_validate_json(Document.of(content).text).rules


def _renamed(drafts: Iterable[RuleDraft], taken: set[str]) -> tuple[RuleDraft, ...]:
    """Return drafts under ids that no rule of another portion has."""
    result = []
    for draft in drafts:
        name, count = draft.id, 1
        while name in taken:
            count += 1
            name = f"{draft.id[:76]}-{count}"
        result.append(draft.model_copy(update={"id": name}))
    return tuple(result)


def read_portion(
    pages: WikiPages,
    agent: ReadingAgent,
    paths: tuple[str, ...],
    known: tuple[Rule, ...],
    *,
    r_max: int,
) -> PortionResult:
    """Read a portion of the pages; no paths asks for the roles of the whole wiki.

    Records that are still wrong after ``r_max`` repairs are dropped and reported.
    """
    reading = _Reading(pages=pages, agent=agent, paths=paths, known=known)
    step = Step(
        id="extract",
        guard="g_rules",
        pair=ActionPair(precondition=Satisfied(), generator=reading.generate, guard=reading.judge),
        r_max=r_max,
        specification=Document.of({"pages": list(paths)}),
        stagnation_limit=2,
    )
    workflow = Workflow(
        steps=(step,), constraints=Document.of({"wiki": pages.sha1}), goal=Satisfied("g_rules")
    )
    repository = Repository()
    record = run(workflow, repository)
    drafted = [entry.node for entry in repository.entries() if _is_reply(entry.node.content)]
    if not drafted:
        return PortionResult(rules=(), dropped=(), fault=record.reason)
    sifted = reading.sift(_drafts(drafted[-1].content))
    dropped = tuple(
        Dropped(rule_id=name, reasons=reasons) for name, reasons in sorted(sifted.faults.items())
    )
    return PortionResult(rules=sifted.rules, dropped=dropped, fault="")


def _is_reply(content: JsonValue) -> bool:
    return isinstance(content, dict) and "rules" in content
