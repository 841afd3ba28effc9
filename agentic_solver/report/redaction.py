"""A copy of a run that can be shared: what it did, without protected values.

Protected is what the policy's baseline protects (``vocabulary.PROTECTED``), and how to reach
somebody. A task whose plans touch any of it is *closed*: only what is known to be harmless stays,
by the name of the field. In every other task people get other names, and values that some answer
of the run gave as protected are left out wherever they stand. Files that are not known are not
copied, nor are wikis and rules: they name people whom no record tells from other words.
"""

import contextlib
import json
import re
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.policy.vocabulary import PROTECTED, TABLES
from agentic_solver.errors import UsageError, WorkspaceError
from agentic_solver.harness.begun import begun_at
from agentic_solver.harness.group import GROUP, read_group, runs_of
from agentic_solver.harness.recorded import RecordedRun, read_log, read_object, read_run
from agentic_solver.harness.run_folder import RunFolder
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.report.pseudonym import LEFT_OUT, Pseudonyms, parsed

__all__ = ["Redaction", "redact_group", "redact_run"]

_LOGS = ("calls.jsonl", "model.jsonl", "ledger.jsonl")
_FILES = (
    "task.json", "context.json", "response.json", "evaluation.json", "workflow.json",
    "telemetry.json", "times.json", "crash.json", "unsent.json", "experience.json",
)  # fmt: skip
_ROUND = ("plan.json", "decision.json")
_ENTRY = frozenset(TABLES["time_entries"])
_MASKED = frozenset(
    {column for table, columns in PROTECTED.items() for column in columns if table == "employees"}
    | {"email", "primary_contact_email", "content", "hours", "work_category"}
)
"""Fields that are left out wherever an answer or a request has them."""
_TOUCHES = re.compile(
    r"\b(?:" + "|".join(sorted({*PROTECTED["employees"], "time_entries", "hours"}))
    + r")\b|\b\w*time_?(?:entr|log)\w*|\blog_?time|(?<!\()\*",
    re.IGNORECASE,
)  # fmt: skip
"""What a plan says that may read or change something protected; a bare ``*`` may be anything."""
_HARMLESS = frozenset(
    {
        "accept", "attempt", "attempts", "benchmark", "bind", "cache_creation_tokens",
        "cache_read_tokens", "cached", "cause", "citations", "code", "column", "columns",
        "current_user", "declared", "department", "event", "expect", "fact", "forced_kind",
        "holds", "id", "input_tokens", "inputs", "is_public", "kind", "limit", "location",
        "model", "next_offset", "node", "offset", "ok", "operation", "outcome",
        "output_tokens", "path", "phase", "policy_known", "predicate", "result", "roles",
        "round", "rounds", "route", "rule_ids", "rules_ids", "score", "stage", "state",
        "status", "step", "stop_reason", "task", "task_id", "today", "tool", "total", "tries",
        "verdict", "when", "wiki_sha1",
    }
)  # fmt: skip
"""Fields of a closed task that stay (with other names for people)."""
_SQL_VALUE = re.compile(r"'(?:[^']|'')*'|\$\$.*?\$\$|(?<![\w.])\d+(?:\.\d+)?", re.DOTALL)
_RESULT_TEXTS = ("first_failed_check", "forced", "unread")


@dataclass(frozen=True, slots=True, kw_only=True)
class Redaction:
    """What was done."""

    files: int
    people: int
    closed: int


def redact_run(source: Path, target: Path) -> Redaction:
    """Write the copy into ``target``, whole or not at all.

    Raises:
        UsageError: the target exists.
        WorkspaceError: the run is broken, or the target cannot be written.
        ReplayError: files of the run contradict each other.
    """
    run = read_run(source)
    with _whole(target) as scratch:
        return _Copier(run).copy(RunFolder(scratch))


def redact_group(source: Path, target: Path) -> Redaction:
    """Write copies of a group's runs into ``target``, side by side with the group's folder.

    Each copy has other names of its own. What the runs tell together is left out: it cites plans.

    Raises:
        UsageError: the target exists.
        WorkspaceError: the group or a run is broken, or the target cannot be written.
        ReplayError: files of a run contradict each other.
    """
    group = read_group(source)
    with _whole(target) as scratch:
        copies = [redact_run(run, scratch / run.name) for run in runs_of(source)]
        place = scratch / source.resolve().name
        place.mkdir()
        TaskFolder(place).write(GROUP, group.to_json())
    return Redaction(
        files=1 + sum(one.files for one in copies),
        people=sum(one.people for one in copies),
        closed=sum(one.closed for one in copies),
    )


@contextlib.contextmanager
def _whole(target: Path) -> Iterator[Path]:
    """Give a folder to write into, which becomes ``target`` once all is written."""
    if target.exists():
        raise UsageError(f"{target} exists already: choose a folder that does not")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}."))
    except OSError as error:
        raise WorkspaceError(f"cannot write {target}: {error.strerror}") from error
    try:
        yield scratch
        scratch.chmod(0o755)
        scratch.replace(target)
    except OSError as error:
        raise WorkspaceError(f"cannot write {target}: {error.strerror}") from error
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _said(value: Any) -> Iterator[str]:
    """Yield the keys and texts of a plan."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _said(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _said(inner)
    elif isinstance(value, str):
        yield value


class _Copier:
    def __init__(self, run: RecordedRun) -> None:
        self._run = run
        self._names = Pseudonyms()
        self._tasks = run.finished_tasks()
        self._closed = {name for name, folder in self._tasks if self._learn(folder)}
        self._files = 0

    def _learn(self, folder: TaskFolder) -> bool:
        """Take in what a task's records tell of people; return whether the task is closed."""
        for _, line in read_log(folder.path / "calls.jsonl"):
            self._names.learn(line.get("body"))
            self._names.learn(parsed(str(line.get("text", ""))))
        touches = not folder.rounds()
        for number in folder.rounds():
            plan = read_object(folder, f"round-{number}/plan.json")
            self._names.learn(plan)
            touches = touches or any(_TOUCHES.search(text) for text in _said(plan))
        called = (str(line.get("path")) for _, line in read_log(folder.path / "calls.jsonl"))
        return touches or any(path.startswith("/time/") for path in called)

    def copy(self, target: RunFolder) -> Redaction:
        manifest = read_object(self._run.folder.files, "manifest.json")
        manifest.pop("options", None)  # paths of the one who ran it
        manifest["begun_at"] = begun_at(self._run.folder).isoformat()
        self._write(target.files, "manifest.json", {**manifest, "redacted": True})
        done = {name for name, _ in self._tasks}
        for _, event in read_log(self._run.folder.path / "events.jsonl"):
            if event.get("task") in done:
                kept = {key: value for key, value in event.items() if key != "files"}
                target.files.append("events.jsonl", kept)
        target.files.close()
        self._files += 1
        if self._run.folder.files.exists("summary.json"):
            summary = read_object(self._run.folder.files, "summary.json")
            self._write(target.files, "summary.json", self._summary(summary))
        for name, folder in self._tasks:
            self._task(folder, target.task(name), closed=name in self._closed)
        return Redaction(files=self._files, people=self._names.people, closed=len(self._closed))

    def _task(self, folder: TaskFolder, target: TaskFolder, *, closed: bool) -> None:
        rounds = [f"round-{number}/{name}" for number in folder.rounds() for name in _ROUND]
        for name in (*_FILES, *rounds):
            if not folder.exists(name):
                continue
            value = folder.read(name)
            if name == "telemetry.json" and isinstance(value, dict):
                self._write(target, name, self._result(value, closed=closed))
            else:
                self._write(target, name, self._clean(value, closed=closed))
        for name in _LOGS:
            lines = read_log(folder.path / name)
            for _, line in lines:
                target.append(name, self._line(line, closed=closed))
            self._files += bool(lines)
        target.close()

    def _write(self, folder: TaskFolder, name: str, value: object) -> None:
        folder.write(name, value)
        self._files += 1

    def _summary(self, summary: JsonObject) -> JsonObject:
        results = summary.get("results")
        cleaned: list[Any] = [
            self._result(one, closed=one.get("task") in self._closed)
            for one in (results if isinstance(results, list) else [])
            if isinstance(one, dict)
        ]
        folder = self._run.folder.path.name
        return {**summary, "results": cleaned, "run_dir": folder, "readings": []}

    def _result(self, result: JsonObject, *, closed: bool) -> JsonObject:
        """Return a line of the totals: its numbers stay, what it quotes is cleaned."""
        texts = {key: str(result.get(key, "")) for key in _RESULT_TEXTS}
        cleaned: dict[str, Any] = {
            key: text and (LEFT_OUT if closed else self._names.rewrite(text))
            for key, text in texts.items()
        }
        return {**result, **cleaned}

    def _line(self, line: JsonObject, *, closed: bool) -> Any:
        """Return a line of a log; the payload of an answer is JSON inside a text."""
        text = line.get("text")
        cleaned = self._clean(line, closed=closed)
        if isinstance(text, str) and "path" in line:
            payload = parsed(text)
            # Of an answer that is no JSON nobody can tell which part is protected.
            known = not isinstance(payload, str)
            kept = self._clean(payload, closed=closed) if known else LEFT_OUT
            cleaned["text"] = json.dumps(kept, ensure_ascii=False)
        return cleaned

    def _clean(self, value: Any, key: str = "", *, closed: bool) -> Any:
        if isinstance(value, dict):
            if "hours" in value and len(_ENTRY & value.keys()) > 1:
                return dict.fromkeys(value, LEFT_OUT)
            return {name: self._clean(inner, name, closed=closed) for name, inner in value.items()}
        if isinstance(value, list):
            return [self._clean(inner, key, closed=closed) for inner in value]
        if value is None or isinstance(value, bool):
            return value
        if closed and key == "query":
            return self._names.rewrite(_SQL_VALUE.sub("?", str(value)))
        if key in _MASKED or (closed and key not in _HARMLESS):
            return LEFT_OUT if value != "" else ""
        if isinstance(value, str):
            return self._names.rewrite(value)
        # A number of an open task may still be a salary that an answer gave.
        told = self._names.rewrite(str(value))
        return value if told == str(value) else LEFT_OUT
