"""Playing a case: the engine of today decides a recorded task again, offline.

Where today's engine sends a change that was never recorded, the task is played a second time as a
dry run: every check holds or does not, and nothing has to answer the change.
"""

import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from agentic_solver.analysis.case import Behaviour, CaseRound, CaseWrite, RegressionCase
from agentic_solver.analysis.purpose import WRITE_ROUTES
from agentic_solver.analysis.reading import load_document
from agentic_solver.contracts.canonical import canonical_json
from agentic_solver.contracts.decision import AgentResponse
from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.propose.worker import ModelSettings
from agentic_solver.erc3.retry import RetryRule
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.erc3.transport import TransportReply
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.errors import ReplayError, TransportError, WorkspaceError
from agentic_solver.harness.company import Company, make_company
from agentic_solver.harness.exchange import MODEL_LOG, read_replies
from agentic_solver.harness.run_folder import TaskFolder
from agentic_solver.harness.task_run import TaskInput, TaskKit, solve_task
from agentic_solver.llm.scripted import ScriptedModel

__all__ = ["RESPOND", "Played", "behaviour_of", "play_case"]

RESPOND = "/respond"
"""The one request that a case answers without a record."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """How a case came out today."""

    behaviour: Behaviour
    used: tuple[int, ...]
    """Which recorded calls were asked for, ascending."""
    lack: str
    """The first request that the case has no answer to; empty if it has all."""
    dry: bool
    """Whether changes were only checked, because no recorded answer fits them."""


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
            raise WorkspaceError(f"a call of the case has neither answer nor fault: POST {path}")
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
    case: RegressionCase, *, wiki: WikiPages | None, policy: Policy | None, catalog: Catalog
) -> Played:
    """Decide a case with the engine of today.

    Raises:
        WorkspaceError: a record of the case is broken.
    """
    tape, behaviour = _play(case, wiki, policy, catalog, dry_run=case.dry_run)
    dry = tape.lacks_write and not case.dry_run
    if dry:
        tape, behaviour = _play(case, wiki, policy, catalog, dry_run=True)
    return Played(behaviour=behaviour, used=tuple(sorted(tape.used)), lack=tape.lack, dry=dry)


def _play(
    case: RegressionCase,
    wiki: WikiPages | None,
    policy: Policy | None,
    catalog: Catalog,
    *,
    dry_run: bool,
) -> tuple[_Tape, Behaviour]:
    tape = _Tape(case.calls)
    with tempfile.TemporaryDirectory() as scratch:
        again = TaskFolder(Path(scratch) / "again")
        given = TaskFolder(Path(scratch) / "given")
        for reply in case.replies:
            given.append(MODEL_LOG, reply)
        given.close()
        kit = _kit(case, _Shelf(wiki, policy), catalog)
        try:
            solution = solve_task(
                TaskInput(
                    spec_id=case.task,
                    benchmark=case.benchmark,
                    text=case.text,
                    prefix="",
                    recorded_as=case.recorded_as,
                ),
                replace(kit, dry_run=dry_run),
                transport=tape,
                model=ScriptedModel(list(read_replies(given.path / MODEL_LOG)), name="the case"),
                folder=again,
                fetch_wiki=lambda _sha1: wiki or WikiPages({}),
            )
            crash, forced = "", solution.forced
        except WorkspaceError:
            raise
        except Exception as error:  # as at the task boundary of a run: a crash is a behaviour
            if str(error) == "Query interrupted":  # DuckDB's form of Ctrl-C
                raise KeyboardInterrupt from error
            crash, forced = type(error).__name__, True
        finally:
            again.close()
        return tape, behaviour_of(again, forced=forced, crash=crash)


def _kit(case: RegressionCase, shelf: _Shelf, catalog: Catalog) -> TaskKit:
    return TaskKit(
        shelf=shelf,
        catalog=catalog,
        model_settings=ModelSettings(
            model=case.source.model, max_tokens=case.max_tokens, effort=case.effort
        ),
        rounds=case.rounds,
        dry_run=case.dry_run,
        snapshot=case.snapshot,
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
