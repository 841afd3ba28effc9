"""One task of a foreign agent: every call is judged, sent on or not, and its answer cut."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from pydantic import ValidationError

from agentic_solver.contracts.decision import AgentResponse
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import Outcome
from agentic_solver.contracts.request_reading import Proofread, RequestReading
from agentic_solver.contracts.rule import Denied, Operation
from agentic_solver.core.reply import describe
from agentic_solver.erc3.execute.intent import AgainstReading
from agentic_solver.erc3.execute.origin import Intended
from agentic_solver.erc3.execute.permission import permit
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.monitor.answer import Answers
from agentic_solver.erc3.monitor.calls import AgentWrite, Before, Unfit, read_write
from agentic_solver.erc3.monitor.memory import Memory
from agentic_solver.erc3.monitor.origin import FromAgent
from agentic_solver.erc3.monitor.reads import Lens, Refused
from agentic_solver.erc3.monitor.verdict import Ruling
from agentic_solver.erc3.policy.outcome import forced_message
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.route import RESPOND, ROUTES
from agentic_solver.erc3.tools.facade import PlannedWrite
from agentic_solver.erc3.transport import TransportReply
from agentic_solver.erc3.wire import Effect
from agentic_solver.settings import WIDE

__all__ = ["Forward", "Judgement", "MonitoredSession"]

Forward = Callable[[JsonObject], TransportReply]
"""Sends a body to the route of the call; raises TransportError where no answer comes."""

_OK, _REFUSED, _HELD = 200, 403, 409
_SERVER = 500


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the agent gets, and what the evidence says."""

    reply: TransportReply
    ruling: Ruling


@dataclass(slots=True, kw_only=True)
class MonitoredSession:
    """Judges the calls of one task; one call at a time."""

    text: str
    """The request."""
    bench: Workbench
    policy: Policy
    reading: Callable[[], RequestReading | str]
    proofread: Proofread
    stops: int
    """After so many answers that were stopped the monitor answers itself."""
    wide: int = WIDE
    _memory: Memory = field(default_factory=Memory, init=False)
    _lens: Lens = field(init=False)
    _intent: AgainstReading = field(init=False)
    _net: dict[str, AgentWrite] = field(default_factory=dict, init=False)
    """The writes that were made: by record, the last one of each."""
    _held: list[Ruling] = field(default_factory=list, init=False)
    """Why calls were refused or held back."""
    _was_held: bool = field(default=False, init=False)
    """Whether a write is among them."""
    _stopped: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        name = self.bench.caller_name() if self.policy.asks_for_names else ""
        self._lens = Lens(self.policy, self.bench, name, self._memory)
        self._intent = AgainstReading(
            reading=self.reading,
            proofread=self.proofread,
            text=self.text,
            policy=self.policy,
            bench=self.bench,
            origin=FromAgent(self._memory),
            wide=self.wide,
        )

    def handle(self, route: str, body: JsonObject, forward: Forward) -> Judgement:
        """Judge one call, and send it on where it may be.

        Args:
            route: of the company API.
            body: as the agent sends it.
            forward: sends a body to this very route.

        Raises:
            TransportError: no usable answer came to the call or to one of the monitor's own.
            ApiError: the platform refuses a read that the monitor needs.
        """
        known = ROUTES.get(route)
        if known is None:
            return _refusal(404, Ruling(verdict="refused", why="unknown", message="not found"))
        if known is RESPOND:
            return self._respond(body, forward)
        if known.effect is Effect.WRITE:
            return self._write(route, body, forward)
        return self._read(route, body, forward)

    # reads -----------------------------------------------------------------------------------

    def _read(self, route: str, body: JsonObject, forward: Forward) -> Judgement:
        refused = self._lens.against_search(route, body)
        if refused is not None:
            return self._closed(refused)
        reply = forward(body)
        payload = _payload(reply)
        if payload is None:
            return Judgement(reply, Ruling(verdict="passed"))
        shown = self._lens.show(route, body, payload)
        if isinstance(shown, Refused):
            return self._closed(shown)
        withheld = shown.get("withheld")
        names = tuple(withheld) if isinstance(withheld, dict) else ()
        ruling = Ruling(verdict="cut" if shown != payload else "passed", withheld=names)
        return Judgement(_answer(reply.status, shown), ruling)

    def _closed(self, refused: Refused) -> Judgement:
        why = self._lens.sentence(refused.proof)
        ruling = Ruling(verdict="refused", why="policy", message=why, rules=refused.proof.rule_ids)
        self._held.append(ruling)
        return _refusal(_REFUSED, ruling)

    # writes ----------------------------------------------------------------------------------

    def _write(self, route: str, body: JsonObject, forward: Forward) -> Judgement:
        before = Before(
            bench=self.bench,
            sent={key: one.body for key, one in self._net.items()},
            hidden=self._lens.hidden,
        )
        found = read_write(route, body, before)
        if isinstance(found, Unfit):
            return _refusal(found.status, Ruling(verdict="held", why="form", message=found.why))
        key = found.key or f"new:{len(self._net)}"
        net = {**self._net, key: found}
        ruling = self._judge(net)
        if ruling is not None:
            self._held.append(ruling)
            self._was_held = True
            return _refusal(_REFUSED if ruling.verdict == "refused" else _HELD, ruling)
        reply = forward(found.body)
        if reply.status < 400 or reply.status >= _SERVER:  # where nobody knows, it may have arrived
            self._net = net
        payload = _payload(reply) or {}
        if route == "/time/log":
            self._lens.own.add(str(payload.get("id")))
        shown = payload
        if route == "/employees/update" and payload:
            seen = self._lens.show("/employees/get", found.body, payload)
            shown = {} if isinstance(seen, Refused) else seen
        sent = None if found.body == body else found.body
        told = _answer(reply.status, shown) if payload else reply
        return Judgement(told, Ruling(verdict="passed", sent=sent))

    def _judge(self, net: Mapping[str, AgentWrite]) -> Ruling | None:
        """Return why the last of the writes may not be made; None where it may."""
        intended = self._intended(net)
        if isinstance(intended, Denied):
            why = self._lens.sentence(intended.proof)
            unmet = f" ({'; '.join(intended.unmet)})" if intended.unmet else ""
            rules = intended.proof.rule_ids
            return Ruling(verdict="refused", why="policy", message=f"{why}{unmet}", rules=rules)
        if not any(one.writes for one in net.values()):
            return None
        judged = self._intent.so_far(intended)
        if judged.violations:
            first = judged.violations[0]
            about = ", ".join(f"{name} {value}" for name, value in first.details.items())
            message = f"not sent: {first.message}{f' ({about})' if about else ''}"
            return Ruling(verdict="held", why="unasked", message=message)
        if judged.question:
            read = self.reading()
            why = read if isinstance(read, str) else "the request does not settle this change"
            message = f"not sent: {why}; ask back: {judged.question}"
            return Ruling(verdict="held", why="open", message=message, question=judged.question)
        return None

    def _intended(self, net: Mapping[str, AgentWrite]) -> Sequence[Intended] | Denied:
        """Return the writes with what policy says of them, or what it denies."""
        writes = [write for one in net.values() for write in one.writes]
        caller = self.bench.identity
        name = self.bench.caller_name() if self.policy.asks_for_names else ""
        half = self._other_half(writes)
        asked = partial(
            permit, bench=self.bench, policy=self.policy, identity=caller, caller_name=name
        )
        verdicts = asked([*writes, *half])
        denied = next((one for one in verdicts if isinstance(one, Denied)), None)
        if denied is not None:
            return denied
        pairs = zip(writes, verdicts, strict=False)  # the other half is not among the writes
        return [Intended(write=write, verdict=verdict) for write, verdict in pairs]

    def _other_half(self, writes: Sequence[PlannedWrite]) -> list[PlannedWrite]:
        """Return the removal of a page that a copy of it makes a renaming, where that is asked.

        The wire has no renaming: an agent writes the new page first, and then empties the old.
        """
        read = self.reading() if any(_is_page(one) for one in writes) else ""
        renames = not isinstance(read, str) and any(
            one.act == "rename_page" and one.standing == "asked" for one in read.changes
        )
        if not renames:
            return []
        pages = [one for one in writes if _is_page(one)]
        texts = {str(one.changes["file"]): one.changes["content"] for one in pages}
        come = [text for path, text in texts.items() if text and self.bench.page(path) is None]
        gone = [
            path
            for path in sorted(self.bench.paths())
            if path not in texts and self.bench.page(path) in come
        ]
        return [_emptied(pages[0], path) for path in gone[: len(come)]]

    # the answer ------------------------------------------------------------------------------

    def _respond(self, body: JsonObject, forward: Forward) -> Judgement:
        given = {**body, "links": body.get("links") or []}
        try:
            response = AgentResponse.model_validate_json(json.dumps(given))
        except ValidationError as error:
            why = f"the answer has another form: {describe(error)}"
            return _refusal(400, Ruling(verdict="stopped", why="form", message=why))
        done = self._intended(self._net)
        if isinstance(done, Denied):  # it was allowed when it was made
            done = ()
        answers = Answers(
            bench=self.bench,
            policy=self.policy,
            memory=self._memory,
            lens=self._lens,
            intent=self._intent,
        )
        judged = answers.judge(response, done, self._held, was_held=self._was_held)
        if isinstance(judged, Ruling):
            self._stopped += 1
            if self._stopped < self.stops:
                return _refusal(_HELD, judged)
            return self._in_its_place(judged, forward)
        reply = forward(judged.to_json())
        sent = None if judged == response else judged.to_json()
        return Judgement(reply, Ruling(verdict="passed", sent=sent))

    def _in_its_place(self, last: Ruling, forward: Forward) -> Judgement:
        """Answer for an agent that could not: a question where there is one, else a refusal."""
        outcome = Outcome.NONE_CLARIFICATION_NEEDED
        if last.why in ("policy", "protected"):
            outcome = Outcome.DENIED_SECURITY
        asks = outcome is Outcome.NONE_CLARIFICATION_NEEDED and last.question
        message = last.question if asks else forced_message(outcome)
        sent = AgentResponse(message=message, outcome=outcome).to_json()
        reply = forward(sent)
        told = f"answered in your place after {self._stopped} stopped answers: {last.message}"
        ruling = last.model_copy(update={"verdict": "answered", "message": told, "sent": sent})
        return Judgement(_answer(reply.status, {**(_payload(reply) or {}), "guard": told}), ruling)


def _is_page(write: PlannedWrite) -> bool:
    return write.operation is Operation.UPDATE_WIKI


def _emptied(like: PlannedWrite, path: str) -> PlannedWrite:
    return PlannedWrite(
        operation=like.operation,
        route=like.route,
        body={"file": path, "content": ""},
        changes={"file": path, "content": ""},
        targets={"path": path},
    )


def _payload(reply: TransportReply) -> JsonObject | None:
    """Return the object of a good reply; None of any other."""
    if reply.status >= 400:
        return None
    try:
        found = json.loads(reply.text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _answer(status: int, payload: JsonObject) -> TransportReply:
    text = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
    return TransportReply(status=status, text=text)


def _refusal(status: int, ruling: Ruling) -> Judgement:
    """Answer in the error envelope of the wire: clients raise what it says."""
    envelope: JsonObject = {
        "status": status,
        "error": ruling.message,
        "code": f"guard_{ruling.why}",
    }
    return Judgement(_answer(status, envelope), ruling)
