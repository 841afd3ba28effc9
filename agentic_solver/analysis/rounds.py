"""One round of a run folder: the decision, reduced to what a statistic needs."""

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from agentic_solver.analysis.record import Finding, RoundRecord, Ruling
from agentic_solver.errors import WorkspaceError

__all__ = ["CLOSED_WORLD", "findings_of_reply", "read_round"]

CLOSED_WORLD = "no rule matched"
"""Stands for a rule where something was denied because nothing allowed it."""

_CALL = re.compile(r"/execution_trace/calls/(\d+)")
_FINDER = re.compile(r"find_[a-z_]+(?=\s*\()")
_IDENTITY = "whoami"
_DETAIL_CHARS = 120
Remember = Callable[[Sequence[Mapping[str, Any]]], None]


def read_round(
    number: int, folder: str, note_calls: Remember, shared: dict[Any, Any]
) -> RoundRecord:
    """Return the round in ``folder``.

    Args:
        number: of the round.
        folder: path of ``round-<n>``.
        note_calls: is told the call records of the decision.
        shared: equal values are kept once.

    Raises:
        WorkspaceError: decision or plan are missing or broken; names the file.
    """
    path = f"{folder}/decision.json"
    try:
        data = Path(path).read_bytes()
        decision = from_json(data)
        note_calls(decision["calls"])
        executed = decision.get("executed")
        plan = executed if executed is not None else _plan(folder)
        return RoundRecord(
            number=number,
            verdict=_one(shared, decision["verdict"]),
            stage=_one(shared, decision["stage"]),
            plan_id=decision["plan_id"],
            digest=hashlib.sha256(data).hexdigest(),
            findings=tuple(_findings(decision["violations"], plan)),
            rulings=_one(shared, tuple(dict.fromkeys(_rulings(decision["proofs"])))),
            tools=_one(shared, tuple(dict.fromkeys(_tools(plan)))),
        )
    except OSError as error:
        raise WorkspaceError(f"cannot read {error.filename}: {error.strerror}") from error
    except ValueError as error:
        raise WorkspaceError(f"{path} is not JSON: {error}") from error
    except (KeyError, TypeError, AttributeError) as error:
        raise WorkspaceError(f"{path} is no decision of this engine's form: {error!r}") from error


def _one(shared: dict[Any, Any], value: Any) -> Any:
    return shared.setdefault(value, value)


def _plan(folder: str) -> Mapping[str, Any]:
    plan = from_json(Path(f"{folder}/plan.json").read_bytes())["plan"]
    if not isinstance(plan, dict):
        raise TypeError("plan.json holds no plan")
    return plan


def _tools(plan: Mapping[str, Any]) -> Iterator[str]:
    for call in plan["execution_trace"]["calls"]:
        if call["tool"] != _IDENTITY:
            yield str(call["tool"])
    for fact in plan["facts"]:
        yield from _FINDER.findall(str(fact["query"]))


def _rulings(proofs: Sequence[Mapping[str, Any]]) -> Iterator[Ruling]:
    for proof in proofs:
        result = str(proof["result"])
        rules = proof["rule_ids"]
        if not rules:
            words = str(proof["predicate"])
            name = words if words.startswith("baseline") else CLOSED_WORLD
            yield Ruling(name, result, "")
        cited = list(proof.get("citations") or ())
        for index, rule in enumerate(rules):
            yield Ruling(str(rule), result, str(cited[index]) if index < len(cited) else "")


def _findings(
    violations: Sequence[Mapping[str, Any]], plan: Mapping[str, Any]
) -> Iterator[Finding]:
    for violation in violations:
        path = str(violation["path"])
        yield Finding(
            str(violation["code"]), path, _place(path, plan), _words(violation.get("details"))
        )


def _place(path: str, plan: Mapping[str, Any]) -> str:
    """Return what stands at a place of the plan: a tool, the SQL, or the response."""
    if path.startswith("/facts"):
        return "sql"
    if path.startswith("/response_template"):
        return "response"
    match = _CALL.match(path)
    calls = plan["execution_trace"]["calls"]
    if match and int(match[1]) < len(calls):
        return str(calls[int(match[1])]["tool"])
    return "plan"


def _words(details: Mapping[str, Any] | None) -> str:
    """Return typed context as words; lists (what is known, what was seen) say too much."""
    if not details:
        return ""
    plain = {k: v for k, v in details.items() if isinstance(v, (str, int, float, bool))}
    return ", ".join(f"{key} {plain[key]}" for key in sorted(plain))[:_DETAIL_CHARS]


def findings_of_reply(workflow: Mapping[str, Any]) -> tuple[Finding, ...]:
    """Return what the workflow says of replies that were no plan.

    Feedback that is no list of violations (a model without an answer) is left to ``forced``.
    """
    found: list[Finding] = []
    for event in workflow.get("events") or ():
        text = event.get("feedback") if event.get("phase") == "sensing" else ""
        if not text:
            continue
        try:
            violations = from_json(text)["violations"]
        except (ValueError, KeyError, TypeError):
            continue
        found += [
            Finding(str(one["code"]), str(one["path"]), "plan", "")
            for one in violations
            if one["code"] == "MODEL_REPLY"
        ]
    return tuple(found)
