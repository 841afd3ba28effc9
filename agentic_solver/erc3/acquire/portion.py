"""One portion through the guard engine: the model drafts, the rule check judges, once more."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from pydantic import JsonValue

from agentic_solver.contracts.rule import Rule, RuleKind, RuleSet
from agentic_solver.core import AgentDispatcher, AnalysisController, AnalysisControllerRequest
from agentic_solver.erc3.acquire.agent import ReadingAgent, ReadingInput
from agentic_solver.erc3.acquire.authority import opening_rule, unauthorised
from agentic_solver.erc3.acquire.change import Change, place_of
from agentic_solver.erc3.acquire.doubt import doubt_of, doubt_of_pages
from agentic_solver.erc3.acquire.voice import not_in_own_voice
from agentic_solver.erc3.acquire.wire import Cancellation, RuleDraft, RuleDrafts, rule_of
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
    cancelled: tuple[Cancellation, ...]
    """Rules known before that the pages take back."""
    fault: str
    """Why the portion could not be read; empty when it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sifted:
    drafts: RuleDrafts
    rules: tuple[Rule, ...]
    cancelled: tuple[Cancellation, ...]
    faults: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """Generator and guard of one portion."""

    pages: WikiPages
    agent: ReadingAgent
    paths: tuple[str, ...]
    known: tuple[Rule, ...]
    """Rules accepted before: their roles may be referred to, their ids are taken."""
    change: Change | None
    """How the wiki differs from an earlier revision, if one is known."""
    seen: dict[str, _Sifted] = field(default_factory=dict, compare=False, repr=False)
    """What came of each reply, by its text."""

    def generate(self, context: Context) -> JsonValue:
        """Return all drafts: those kept from the attempt before, and the new ones."""
        kept = RuleDrafts(rules=())
        complaints = ""
        if context.history:
            last = context.history[-1]
            before = self.sift(last.candidate.content)
            drafts, faults = before.drafts, before.faults
            kept = RuleDrafts(
                rules=tuple(draft for draft in drafts.rules if draft.id not in faults),
                cancels=tuple(item for item in drafts.cancels if _label(item) not in faults),
            )
            complaints = last.feedback
        controller = AnalysisController(
            AgentDispatcher(planner=self.agent, workers={}, critic=self.agent, max_retries=2)
        )
        response = controller.run(AnalysisControllerRequest(planner_input=self._asked(complaints)))
        new = _drafts(response.plan.model_dump(mode="json"))
        rules = _renamed(new.rules, {rule.id for rule in self.known})
        fresh = {draft.id for draft in rules}
        again = {item.rule for item in new.cancels}
        whole = RuleDrafts(
            rules=(*(draft for draft in kept.rules if draft.id not in fresh), *rules),
            cancels=(*(item for item in kept.cancels if item.rule not in again), *new.cancels),
        )
        return whole.to_json()

    def _asked(self, complaints: str) -> ReadingInput:
        roles = sorted({rule.role.name for rule in self.known if rule.role is not None})
        asked = ReadingInput(pages=self.paths, roles=tuple(roles), complaints=complaints)
        if self.change is None:
            return asked
        sections = (s for s in self.change.sections if not self.paths or s.page in self.paths)
        before = self.change.before(self.paths)
        return asked.model_copy(
            update={
                "changed": tuple(f"{section.page}#{section.anchor}" for section in sections),
                "before": tuple(f"{rule.id}: {rule.statement}" for rule in before),
                "kept": tuple(
                    f"{rule.id} ({rule.page}): {rule.statement}"
                    for rule in self._kept()
                    if bool(self.paths) or rule.role is not None
                ),
            }
        )

    def _kept(self) -> tuple[Rule, ...]:
        """Return the earlier rules that nobody has taken back yet."""
        known = {rule.id for rule in self.known}
        kept = () if self.change is None else self.change.kept
        return tuple(rule for rule in kept if rule.id in known)

    def judge(self, node: Node, context: Context) -> Judgement:
        """Accept drafts that all hold; otherwise say what is wrong with which.

        What is only doubtful is asked once and stands afterwards.
        """
        sifted = self.sift(node.content)
        faults = dict(sifted.faults)
        if not context.history:
            for draft in map(rule_of, sifted.drafts.rules):
                doubt = "" if isinstance(draft, str) else self._doubt(draft)
                if doubt and not isinstance(draft, str):
                    faults.setdefault(draft.id, (doubt,))
        if not faults:
            return accepted()
        return rejected("\n".join(f"{name}: {'; '.join(faults[name])}" for name in sorted(faults)))

    def _doubt(self, rule: Rule) -> str:
        return doubt_of(rule) or doubt_of_pages(rule, self.pages)

    def sift(self, content: JsonValue) -> _Sifted:
        """Split the drafts of a reply, which is judged, mended and used, once."""
        text = Document.of(content).text
        found = self.seen.get(text)
        if found is None:
            found = self.seen[text] = self._sift(RuleDrafts.model_validate_json(text))
        return found

    def _sift(self, drafts: RuleDrafts) -> _Sifted:
        """Split drafts into what is sound and faults by id."""
        faults: dict[str, tuple[str, ...]] = {}
        rules: list[Rule] = []
        for draft in drafts.rules:
            rule = rule_of(draft)
            if isinstance(rule, str):
                faults[draft.id] = (rule,)
                continue
            misplaced = self._misplaced(rule)
            if misplaced:
                faults[rule.id] = (misplaced,)
            elif not self._is_kept_anyway(rule):
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
        cancelled = []
        for item in drafts.cancels:
            wrong = self._unfounded(item)
            if wrong:
                faults[_label(item)] = (wrong,)
            else:
                cancelled.append(item)
        gone = {item.rule for item in cancelled}
        together = [*(rule for rule in self.known if rule.id not in gone), *rules]
        replacing = {item.page for item in cancelled}
        for rule in rules:
            added = () if self.change is None else self.change.added
            reason = unauthorised(rule, together, self.pages, replacing=replacing, added=added)
            if reason and rule.id not in faults:
                faults[rule.id] = (reason,)
        return _Sifted(
            drafts=drafts,
            rules=tuple(rule for rule in rules if rule.id not in faults),
            cancelled=tuple(cancelled),
            faults=faults,
        )

    def _misplaced(self, rule: Rule) -> str:
        if (rule.kind is RuleKind.ROLE) != (not self.paths):
            return "SHAPE: this step asks for other kinds of records"
        if self.paths and rule.page not in self.paths:
            return "CITATION: the page is not among the pages asked for"
        return ""

    def _is_kept_anyway(self, rule: Rule) -> bool:
        """Whether a rule cites a section whose rules are kept; that is no fault, it is ignored.

        A class of callers may have lost its sentence and be described elsewhere, unchanged.
        """
        if self.change is None or not self.paths or rule.page not in self.paths:
            return False
        # A quote that is nowhere is the rule check's to say, with a hint.
        if not self.pages.has_quote(rule.page, rule.anchor, rule.quote):
            return False
        place = place_of(self.pages, rule.page, rule.anchor, rule.quote)
        return not self.change.is_changed(place)

    def _unfounded(self, item: Cancellation) -> str:
        """Return what is wrong with a cancellation, or nothing."""
        if self.change is None or item.rule not in {rule.id for rule in self._kept()}:
            return "REFERENCE: no rule that is kept has this id"
        anchor = item.anchor.lstrip("#")
        if not self.pages.has_quote(item.page, anchor, item.quote):
            return f"QUOTE: the quote is not verbatim under {item.page}#{anchor}"
        if not self.change.is_changed(place_of(self.pages, item.page, anchor, item.quote)):
            return "CITATION: that section has not changed, so it takes nothing back"
        if opening_rule(item.page, self.known, added=self.change.added) is not None:
            return "AUTHORITY: everybody may edit this page, so that it takes nothing back"
        shown = not_in_own_voice(self.pages, item.page, anchor, item.quote, examples=True)
        return f"AUTHORITY: {shown}, so that it takes nothing back" if shown else ""


def _label(item: Cancellation) -> str:
    return f"cancels {item.rule}"


def _drafts(content: JsonValue) -> RuleDrafts:
    return RuleDrafts.model_validate_json(Document.of(content).text)


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
    change: Change | None = None,
) -> PortionResult:
    """Read a portion of the pages; no paths asks for the roles of the whole wiki.

    Records that are still wrong after ``r_max`` repairs are dropped and reported. With a
    ``change`` only the changed sections are asked for.
    """
    reading = _Reading(pages=pages, agent=agent, paths=paths, known=known, change=change)
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
        return PortionResult(rules=(), dropped=(), cancelled=(), fault=record.why)
    sifted = reading.sift(drafted[-1].content)
    dropped = tuple(
        Dropped(rule_id=name, reasons=reasons) for name, reasons in sorted(sifted.faults.items())
    )
    return PortionResult(rules=sifted.rules, dropped=dropped, cancelled=sifted.cancelled, fault="")


def _is_reply(content: JsonValue) -> bool:
    return isinstance(content, dict) and "rules" in content
