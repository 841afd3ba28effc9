"""Playing a case: the engine of today decides a recorded task again, offline.

Where today's engine asks for what was never recorded, the records are no use any more. A task of a
suite that the local platform has is then played on that platform, from the recorded replies, and
graded. Elsewhere a change without an answer is played as a dry run: every check holds or does not,
and nothing has to answer the change. What is left is told as a lack.
"""

import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from agentic_solver.analysis.case import Behaviour, CaseRound, CaseWrite, RegressionCase
from agentic_solver.analysis.case_stage import Stages
from agentic_solver.analysis.purpose import WRITE_ROUTES
from agentic_solver.analysis.reading import load_document
from agentic_solver.contracts.canonical import canonical_json
from agentic_solver.contracts.decision import AgentResponse
from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.propose.reader import is_reading
from agentic_solver.erc3.propose.worker import ModelSettings
from agentic_solver.erc3.retry import RetryRule
from agentic_solver.erc3.tape import RecordingTransport
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.erc3.transport import Transport, TransportReply
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.errors import ModelError, ReplayError, TransportError, WorkspaceError
from agentic_solver.harness.company import Company, make_company
from agentic_solver.harness.exchange import MODEL_LOG, read_replies
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.task_folder import TaskFolder, safe_name
from agentic_solver.harness.task_kit import TaskInput, TaskKit
from agentic_solver.harness.task_run import solve_task
from agentic_solver.llm.model import Model, ModelReply
from agentic_solver.llm.recording import ModelRecord, load_records
from agentic_solver.llm.replaying import ReplayingModel
from agentic_solver.llm.scripted import ScriptedModel

__all__ = ["RESPOND", "Played", "behaviour_of", "play_case"]

RESPOND = "/respond"
"""The one request that a case answers without a record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """How a case came out today."""

    behaviour: Behaviour
    used: tuple[int, ...] = ()
    """Which recorded calls were asked for, ascending."""
    lack: str = ""
    """The first request that the case has no answer to; empty if it has all."""
    dry: bool = False
    """Whether changes were only checked, because no recorded answer fits them."""
    fresh: tuple[JsonObject, ...] | None = None
    """The calls, where the local platform answered them instead of the records."""
    score: float | None = None
    """What the local platform gave for it, if it was asked."""


class _Tape:
    """Answers from the calls of a case; a read may be repeated, the response always arrives."""

    def __init__(self, calls: Iterable[JsonObject]) -> None:
        self._left: dict[tuple[str, str], deque[tuple[int, JsonObject]]] = {}
        self._last: dict[tuple[str, str], JsonObject] = {}
        for number, call in enumerate(calls):
            key = (str(call.get("path")), canonical_json(call.get("body")))
            self._left.setdefault(key, deque()).append((number, call))
        self.used: set[int] = set()
        self.lack = ""
        self.lacks_write = False
        self.broken = ""
        """What is wrong with a record; the engine would answer it like a fault."""

    def post(self, path: str, body: JsonObject) -> TransportReply:
        key = (path, canonical_json(body))
        left = self._left.get(key)
        is_write = path in WRITE_ROUTES
        if left:
            number, call = left.popleft()
            self.used.add(number)
            self._last[key] = call
        elif path == RESPOND:
            return TransportReply(status=200, text="{}")
        elif key in self._last and not is_write:
            call = self._last[key]
        else:
            self.lacks_write = self.lacks_write or (is_write and not self.lack)
            self.lack = self.lack or f"POST {path} {key[1]}"
            raise ReplayError(f"the case has no answer to POST {path} {key[1]}")
        if "fault" in call:
            raise TransportError(str(call["fault"]))
        status, text = call.get("status"), call.get("text")
        if not isinstance(status, int) or not isinstance(text, str):
            self.broken = f"a call of the case has neither answer nor fault: POST {path}"
            raise ReplayError(self.broken)
        return TransportReply(status=status, text=text)


@dataclass(frozen=True, slots=True)
class _Shelf:
    """Knows one company."""

    wiki: WikiPages | None
    policy: Policy | None

    def company(self, sha1: str, fetch: Callable[[], WikiPages]) -> Company:
        del fetch
        if self.wiki is None or self.wiki.sha1 != sha1:
            raise WorkspaceError(f"the case has no wiki {sha1[:8]}")
        return make_company(sha1, self.wiki, self.policy)


def play_case(
    case: RegressionCase,
    *,
    wiki: WikiPages | None,
    policy: Policy | None,
    catalog: Catalog,
    stages: Stages | None = None,
) -> Played:
    """Decide a case with the engine of today.

    Args:
        case: what is decided.
        wiki: its pages, unless it never came to know any.
        policy: the policy that holds.
        catalog: tools of the workspace.
        stages: the local platform, to be asked for what the case lacks; None: it is not asked.

    Raises:
        WorkspaceError: a record of the case is broken.
    """
    tape = _Tape(case.calls)
    kit = _kit(case, _Shelf(wiki, policy), catalog)
    behaviour = _play(case, kit, tape, "")
    if tape.broken:
        raise WorkspaceError(tape.broken)
    if not tape.lack:
        return Played(behaviour=behaviour, used=tuple(sorted(tape.used)))
    stage = stages.open(case) if stages is not None else None
    if stage is not None:
        calls: list[JsonObject] = []
        transport = RecordingTransport(stage.transport, calls.append)
        behaviour = _play(case, kit, transport, stage.prefix)
        fresh = tuple(
            {**call, "path": str(call["path"]).removeprefix(stage.prefix)} for call in calls
        )
        return Played(behaviour=behaviour, fresh=fresh, score=stage.score())
    if not tape.lacks_write or case.dry_run:
        return Played(behaviour=behaviour, lack=tape.lack)
    tape = _Tape(case.calls)
    behaviour = _play(case, replace(kit, dry_run=True), tape, "")
    return Played(behaviour=behaviour, lack=tape.lack, dry=True)


def _play(case: RegressionCase, kit: TaskKit, transport: Transport, prefix: str) -> Behaviour:
    with tempfile.TemporaryDirectory() as scratch:
        again = TaskFolder(Path(scratch) / "again")
        model = ScriptedModel(_told(Path(scratch) / "plans", case.replies), name="the case")
        reader = _reader(case, Path(scratch) / "read")
        task = TaskInput(
            spec_id=case.task,
            benchmark=case.benchmark,
            text=case.text,
            prefix=prefix,
            recorded_as=case.recorded_as,
        )
        try:
            solution = solve_task(
                task, kit, transport=transport, model=model, reader=reader, folder=again,
                fetch_wiki=_no_wiki,
            )  # fmt: skip
            crash, forced = "", solution.forced
        except Exception as error:  # as at the task boundary of a run: a crash is a behaviour
            if str(error) == "Query interrupted":  # DuckDB's form of Ctrl-C
                raise KeyboardInterrupt from error
            crash, forced = type(error).__name__, True
        finally:
            again.close()
        return behaviour_of(again, forced=forced, crash=crash)


def _reader(case: RegressionCase, scratch: Path) -> Model:
    """Return what reads the request: as the run had it, else as the package has it recorded.

    A plan that was refused before anything was compared gets further once that is mended.
    """
    if case.reading is not None:
        return ScriptedModel(_told(scratch, (case.reading,)), name="the case")
    return ReplayingModel(_shipped(case.benchmark), match="task", name="the recordings")


@cache
def _shipped(benchmark: str) -> tuple[ModelRecord, ...]:
    """Return the readings that the package has of a benchmark; none of a suite of one's own."""
    folder = builtin_recordings(safe_name(benchmark))
    records = load_records(folder) if folder.is_dir() else ()
    return tuple(record for record in records if is_reading(record.key))


def _told(scratch: Path, answers: Sequence[JsonObject]) -> tuple[ModelReply | ModelError, ...]:
    folder = TaskFolder(scratch)
    for answer in answers:
        folder.append(MODEL_LOG, answer)
    folder.close()
    return tuple(read_replies(scratch / MODEL_LOG))


def _no_wiki(sha1: str) -> WikiPages:
    raise WorkspaceError(f"the case has no wiki {sha1[:8]}")


def _kit(case: RegressionCase, shelf: _Shelf, catalog: Catalog) -> TaskKit:
    asking = ModelSettings(model=case.source.model, max_tokens=case.max_tokens, effort=case.effort)
    return TaskKit(
        shelf=shelf,
        catalog=catalog,
        model_settings=asking,
        reader_settings=asking,
        rounds=case.rounds,
        dry_run=case.dry_run,
        snapshot=case.snapshot,
        second_look=case.second_look,
        retry=RetryRule(),
        sleep=lambda _seconds: None,
        guidance=lambda _context: case.lessons,
    )


def behaviour_of(folder: TaskFolder, *, forced: bool, crash: str) -> Behaviour:
    """Return what the evidence of a task says of the engine.

    Raises:
        WorkspaceError: a file is broken.
    """
    response = None
    # After a crash the response is the harness's, not the engine's.
    if not crash and folder.exists("response.json"):
        response = AgentResponse.model_validate_json(folder.text("response.json"))
    rounds = [
        _round(number, load_document(folder.path / f"round-{number}" / "decision.json"))
        for number in folder.rounds()
        if folder.exists(f"round-{number}/decision.json")
    ]
    return Behaviour(rounds=tuple(rounds), response=response, forced=forced, crash=crash)


def _round(number: int, decision: dict[str, Any]) -> CaseRound:
    executed = decision["executed"] or {"facts": ()}
    return CaseRound(
        number=number,
        plan_id=decision["plan_id"],
        verdict=decision["verdict"],
        stage=decision["stage"],
        violations=tuple((one["code"], one["path"]) for one in decision["violations"]),
        facts={fact["id"]: fact["output"]["digest"] for fact in _computed(executed["facts"])},
        writes=tuple(
            CaseWrite(
                tool=one["tool"],
                operation=one["operation"],
                payload=one["payload"],
                applied=one["applied"],
            )
            for one in decision["writes"]
        ),
    )


def _computed(facts: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [fact for fact in facts if fact["output"] is not None]
