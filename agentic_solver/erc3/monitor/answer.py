"""The answer of an agent, held against what its session was shown and what it has really done."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from agentic_solver.contracts.decision import AgentLink, AgentResponse
from agentic_solver.contracts.plan import LinkKind, Outcome
from agentic_solver.contracts.request_reading import RequestReading
from agentic_solver.contracts.rule import Proof
from agentic_solver.erc3.asked.compare import Difference
from agentic_solver.erc3.asked.schema import COLUMNS
from agentic_solver.erc3.execute.grounding import foreign_marks, holds_words
from agentic_solver.erc3.execute.intent import AgainstReading
from agentic_solver.erc3.execute.origin import Intended
from agentic_solver.erc3.execute.sufficiency import given_up
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.monitor.memory import Memory
from agentic_solver.erc3.monitor.reads import Lens
from agentic_solver.erc3.monitor.verdict import Ruling, Why
from agentic_solver.erc3.policy.outcome import Evidence, forced_message
from agentic_solver.erc3.policy.runtime import Policy

__all__ = ["Answers"]

_RECORDS: Mapping[LinkKind, tuple[str, str]] = MappingProxyType(
    {
        LinkKind.EMPLOYEE: ("/employees/get", "employee"),
        LinkKind.CUSTOMER: ("/customers/get", "company"),
        LinkKind.PROJECT: ("/projects/get", "project"),
    }
)
_MOST = 5
"""So many missing changes are named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """Judges the answers of one session."""

    bench: Workbench
    policy: Policy
    memory: Memory
    lens: Lens
    intent: AgainstReading

    def judge(
        self,
        response: AgentResponse,
        done: Sequence[Intended],
        held: Sequence[Ruling],
        *,
        was_held: bool,
    ) -> AgentResponse | Ruling:
        """Return the answer that may be sent, or why none may.

        Only an answer to a question keeps its words. Those beside changes that were made or held
        back could claim others, and those of an answer that gives up are held against nothing:
        what was done is told from the writes, a refusal from the rules, a question from what is
        open, and all else from the cells that the agent was shown.

        Args:
            response: as the agent gives it.
            done: the writes that have really been made.
            held: why calls of this session were refused or held back.
            was_held: whether a write is among them.
        """
        stopped = self._protected(response) or self._links(response, done)
        if stopped is not None:
            return stopped
        read: RequestReading | str = ""
        if not self.bench.identity.is_public:
            read = self.intent.reading()
        if response.outcome is not Outcome.OK_ANSWER:
            return self._gives_up(response, read, done, held)
        stopped = self._closed(read) or self._undone(read, done, was_held=was_held)
        if stopped is not None:
            return stopped
        if done:
            told = self.intent.told(self.intent.effects([one.write for one in done]))
            asks = not isinstance(read, str) and bool(read.asks)
            cells = self._cells(response.message, told) if asks else ()
            return response.model_copy(update={"message": "\n".join((told, *cells))})
        if was_held:
            return self._in_cells(response)
        return response

    # what any answer may hold --------------------------------------------------------------

    def _protected(self, response: AgentResponse) -> Ruling | None:
        stated = (self.intent.text, self.policy.wording)
        proof = self.memory.told(response.message, stated)
        if proof is not None:
            why = f"the answer tells a value that is closed to you: {self.lens.sentence(proof)}"
            return _stopped("protected", why, proof=proof)
        pages = tuple(self.bench.page(path) or "" for path in sorted(self.bench.paths()))
        marks = foreign_marks(response.message, (*stated, *pages, *self.memory.shown))
        if marks:
            why = "the answer holds an address, markup or an unseen character that nobody stated"
            return _stopped("protected", why)
        return None

    def _links(self, response: AgentResponse, done: Sequence[Intended]) -> Ruling | None:
        allowed = self.policy.links_allowed(response.outcome)
        touched = {(one.kind, one.id) for item in done for one in item.write.affected}
        for link in response.links:
            if link.kind not in allowed:
                return _stopped("link", f"an answer {response.outcome.value} has no links")
            if not self._is_there(link):
                return _stopped("link", f"there is no {link.kind.value} {link.id!r}: leave it out")
            proof = None if (link.kind, link.id) in touched else self._hides(link)
            if proof is not None:
                why = f"the link {link.id!r} is closed to you: {self.lens.sentence(proof)}"
                return _stopped("protected", why, proof=proof)
        return None

    def _is_there(self, link: AgentLink) -> bool:
        if link.kind in _RECORDS:
            route, field = _RECORDS[link.kind]
            return bool(self.bench.record(route, field, link.id))
        if link.kind is LinkKind.WIKI:
            return (
                link.id in self.bench.paths()
                or self.bench.find("/wiki/load", {"file": link.id}) is not None
            )
        return link.id in self.memory.shown or self.bench.wiki_says(link.id)

    def _hides(self, link: AgentLink) -> Proof | None:
        if link.kind not in _RECORDS:
            return None
        return self.lens.is_closed(((f"{link.kind.value}s", "id"),))

    # what an answer may say of changes -----------------------------------------------------

    def _gives_up(
        self,
        response: AgentResponse,
        read: RequestReading | str,
        done: Sequence[Intended],
        held: Sequence[Ruling],
    ) -> AgentResponse | Ruling:
        """Judge an answer that gives up: not what was carried out in full, nor what could be."""
        if done and not self.intent.so_far(done).missing:
            admissible = self.policy.admissible_outcomes(Evidence(writes_applied=True))
            told = self.intent.told(self.intent.effects([one.write for one in done]))
            names = " or ".join(one.value for one in admissible)
            return _stopped("claim", f"this was changed: {told}. So the outcome is {names}")
        is_flat = not self.memory.columns or response.outcome is Outcome.NONE_UNSUPPORTED
        if is_flat and not held:  # who has looked may have found what stands against it
            intent = self.intent
            why = given_up(response.outcome, read, intent.is_told, intent.is_allowed)
            if why:
                return _stopped("given_up", why)
        return response.model_copy(update={"message": self._words(response, read, held)})

    def _words(
        self, response: AgentResponse, read: RequestReading | str, held: Sequence[Ruling]
    ) -> str:
        """Return the message of an answer that gives up."""
        usual = forced_message(response.outcome)
        match response.outcome:
            case Outcome.DENIED_SECURITY:
                told = (one.message for one in reversed(held) if one.why == "policy")
                return next(told, usual)
            case Outcome.NONE_CLARIFICATION_NEEDED:
                asked = [one.question for one in reversed(held) if one.question]
                if asked:
                    return asked[0]
                question = "" if isinstance(read, str) else self.intent.question()
                cells = ", ".join(self._cells(response.message, ""))
                return question or (f"{cells}?" if cells else usual)
            case _:
                return usual

    def _closed(self, read: RequestReading | str) -> Ruling | None:
        """Stop an answer about something of which the caller was shown nothing."""
        for one in () if isinstance(read, str) else read.asks:
            columns = tuple(COLUMNS.get(one, ()))
            proof = self.lens.is_closed(columns) if columns else None
            if proof is not None and not self.memory.columns & set(columns):
                why = f"the request asks for what is closed to you: {self.lens.sentence(proof)}"
                return _stopped("policy", f"{why}. The outcome is denied_security", proof=proof)
        return None

    def _undone(
        self, read: RequestReading | str, done: Sequence[Intended], *, was_held: bool
    ) -> Ruling | None:
        """Stop an answer of a request for changes that are not made, or not as asked."""
        if self.bench.identity.is_public:
            return None
        if isinstance(read, str):
            why = f"it cannot be told what the request asks to be changed: {read}"
            return _stopped("open", why) if was_held else None
        if not any(one.standing in ("asked", "other") for one in read.changes):
            return None
        judged = self.intent.so_far(done)
        if judged.missing:
            return self._incomplete(judged.missing, done)
        if judged.violations:
            return _stopped("unasked", judged.violations[0].message)
        if judged.question:
            question = judged.question if done else self.intent.question()
            return _asking(_stopped("open", _ASK_BACK), question)
        return None

    def _incomplete(self, missing: Sequence[Difference], done: Sequence[Intended]) -> Ruling:
        effects = self.intent.effects([one.write for one in done])
        count = len(effects.changed) + len(effects.logged)
        told = self.intent.told(effects)
        left = [_named(one) for one in missing[:_MOST]]
        why = (
            f"{count + len(missing)} changes are asked for, {count} are done"
            f"{f' ({told})' if told else ''}; not done: {'; '.join(left)}"
        )
        return _asking(_stopped("incomplete", why), self.intent.question())

    # words -----------------------------------------------------------------------------------

    def _cells(self, message: str, told: str) -> tuple[str, ...]:
        """Return the cells that the agent was shown and that a message holds."""
        held = [one for one in self.memory.shown if holds_words(message, one)]
        return tuple(
            one
            for one in held
            if not holds_words(told, one)
            and not any(one != other and holds_words(other, one) for other in held)
        )

    def _in_cells(self, response: AgentResponse) -> AgentResponse | Ruling:
        """Leave out the words of an agent that has tried to change what it may not."""
        cells = self._cells(response.message, "")
        if not cells:
            return _stopped("claim", "nothing was changed, and the answer shows no value")
        return response.model_copy(update={"message": "\n".join(cells)})


_ASK_BACK = "the request does not settle what is to be changed: ask back"


def _asking(ruling: Ruling, question: str) -> Ruling:
    """Return a ruling with the question that would settle it."""
    return ruling.model_copy(update={"question": question})


def _named(one: Difference) -> str:
    return " ".join(filter(None, (one.record, one.column, one.wanted))) or one.why


def _stopped(why: Why, message: str, *, proof: Proof | None = None) -> Ruling:
    rules = () if proof is None else proof.rule_ids
    return Ruling(verdict="stopped", why=why, message=message, rules=rules)
