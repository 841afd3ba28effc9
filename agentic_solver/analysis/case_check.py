"""Checking cases: what today's engine does otherwise, and what that means."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from agentic_solver.analysis.case import (
    Behaviour,
    CaseRound,
    RegressionCase,
    case_paths,
    case_policy,
    case_wiki,
    read_case,
)
from agentic_solver.analysis.case_play import RESPOND, Played, play_case
from agentic_solver.analysis.case_stage import Stages
from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.decision import AgentResponse
from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.experience.check_line import Wish, wishes_of
from agentic_solver.erc3.policy.loader import policy_for
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.tools.catalog import Catalog, load_catalog
from agentic_solver.errors import UsageError, WorkspaceError
from agentic_solver.harness.finished import PASSED
from agentic_solver.harness.task_folder import pretty
from agentic_solver.settings import read_environment
from agentic_solver.workspace import Workspace, find_workspace, write_text_atomic

__all__ = ["CaseReport", "accept_case", "check_case", "check_folder"]

_SHOWN = 300
Status = Literal["recurs", "mended", "holds", "changed", "stale"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseReport:
    """How a case stands today."""

    path: Path
    case: RegressionCase
    status: Status
    """``recurs``: an open failure, exactly as recorded. ``mended``: what the grader missed is
    there now. ``holds``: as it has to stay. ``changed``: otherwise than recorded, and nothing says
    that it is right. ``stale``: today's engine asks the company for what the case does not hold."""
    changes: tuple[str, ...]
    """What differs from the record, one sentence each."""
    behaviour: Behaviour
    calls: tuple[JsonObject, ...] | None = None
    """The calls that go with the behaviour, where they are not those of the case."""

    @property
    def passed(self) -> bool:
        """Whether nothing changed, or only for the better."""
        return self.status in ("recurs", "mended", "holds")

    @property
    def mended(self) -> bool:
        """Whether there is no failure any more; an open one that recurs is a failure."""
        return self.status in ("mended", "holds")

    @property
    def text(self) -> str:
        """The report in one line and one more for each change."""
        head = f"{self.path.stem}: {self.status} ({', '.join(self.case.failures)})"
        return "\n".join((head, *(f"  {change}" for change in self.changes)))


def check_folder(
    folder: Path, workspace: Workspace, suites: Sequence[Path] = ()
) -> Iterator[CaseReport]:
    """Yield a report for each case of a folder.

    Args:
        folder: holds the cases.
        workspace: whose tools and policies count.
        suites: folders of suites, besides the built-in ones, that answer what cases lack.

    Raises:
        WorkspaceError: the folder is missing, or a case or what belongs to it is broken.
        UsageError: the folder holds no case.
    """
    paths = case_paths(folder)
    if not paths:
        raise UsageError(f"{folder} holds no case: `analyze RUN --emit-regressions` writes them")
    catalog, stages = load_catalog(workspace.tools), Stages(suites)
    for path in paths:
        yield _check(path, workspace, catalog, stages)


def check_case(path: Path, workspace: Workspace | None = None) -> CaseReport:
    """Return how one case stands.

    Args:
        path: file of the case.
        workspace: whose tools and policies count; the one that a command would find if left out.

    Raises:
        WorkspaceError: the case or what belongs to it is broken.
    """
    place = workspace or find_workspace(None, read_environment().workspace)
    return _check(path, place, load_catalog(place.tools), Stages())


def accept_case(report: CaseReport) -> None:
    """Keep today's behaviour as the one that has to stay.

    Raises:
        UsageError: the case is stale, so that today's behaviour is not known.
        WorkspaceError: the case cannot be written.
    """
    if report.status == "stale":
        raise UsageError(
            f"{report.path} is stale and cannot be accepted: play its task again, and emit"
        )
    kept = {"calls": report.calls} if report.calls is not None else {}
    case = report.case.model_copy(update={"state": "held", "behaviour": report.behaviour, **kept})
    write_text_atomic(report.path, pretty(case.to_json()))


def _check(path: Path, workspace: Workspace, catalog: Catalog, stages: Stages) -> CaseReport:
    case = read_case(path)
    recorded = case_policy(path.parent, case)
    policy, is_other = _today(case, recorded, workspace)
    wiki = case_wiki(path.parent, case.wiki) if case.wiki else None
    try:
        played = play_case(case, wiki=wiki, policy=policy, catalog=catalog, stages=stages)
    except WorkspaceError as error:
        raise WorkspaceError(f"{path}: {error}") from error
    changes = list(_changes(case.behaviour, played.behaviour))
    status = _status(case, played, changed=bool(changes))
    if status == "stale":
        # What came of a request without an answer says nothing.
        changes = [f"the case has no answer to {played.lack[:_SHOWN]}: play its task again"]
    elif changes:
        changes += _remarks(case, played)
        if is_other:
            before = play_case(case, wiki=wiki, policy=recorded, catalog=catalog)
            if before.behaviour == case.behaviour:
                changes.append("the policy did it: with the recorded one nothing changes")
    if changes and case.source.tools not in (None, catalog.digest):
        changes.append("tools/*.py are others than the run had")
    fresh = played.fresh
    return CaseReport(
        path=path,
        case=case,
        status=status,
        changes=tuple(changes),
        behaviour=played.behaviour,
        calls=None if fresh is None else tuple(c for c in fresh if c["path"] != RESPOND),
    )


def _remarks(case: RegressionCase, played: Played) -> Iterator[str]:
    if played.fresh is not None:
        score = "no score" if played.score is None else f"{played.score:g}"
        yield (
            "it asks the company for more than was recorded: played on the local "
            f"{case.benchmark}, which gives it {score}"
        )
    if played.dry:
        yield "it changes the company otherwise than recorded; the change was only checked"


def _today(
    case: RegressionCase, recorded: Policy | None, workspace: Workspace
) -> tuple[Policy | None, bool]:
    """Return the policy that counts: the workspace's if it knows the wiki, else the recorded."""
    found = policy_for(workspace.policy, case.wiki) if case.wiki else None
    if found is None:
        return recorded, False
    return found, content_id([rule.to_json() for rule in found.rules]) != case.policy_digest


def _status(case: RegressionCase, played: Played, *, changed: bool) -> Status:
    now = played.behaviour
    if not changed and not played.lack:
        return "recurs" if case.state == "open" else "holds"
    if played.lack:
        return "stale"
    if case.state == "held" or now.crash:
        return "changed"
    if played.score is not None:
        return "mended" if played.score >= PASSED else "changed"
    wishes = wishes_of(case.checks)
    if case.checks and len(wishes) == 0:
        return "changed"  # the grader said something that cannot be tested here
    accepted = bool(now.rounds) and not now.forced
    return "mended" if accepted and all(_granted(wish, now) for wish in wishes) else "changed"


def _granted(wish: Wish, now: Behaviour) -> bool:
    response = now.response
    if response is None:
        return False
    links = {(link.kind.value, link.id) for link in response.links}
    played = [one for one in now.rounds if one.verdict == "accept"]
    writes = played[-1].writes if played else ()
    match wish.about:
        case "outcome":
            return response.outcome.value in wish.values
        case "link":
            return wish.values in links
        case "no link":
            return wish.values not in links if wish.values else not links
        case "text":
            return wish.values[0] in response.message
        case "no text":
            return wish.values[0] not in response.message
        case "write":
            return bool(writes)  # which event a change causes, only a platform says
        case _:
            return not writes


def _changes(before: Behaviour, now: Behaviour) -> Iterator[str]:
    if before.crash != now.crash:
        yield f"fault: {before.crash or 'none'} → {now.crash or 'none'}"
    for index in range(max(len(before.rounds), len(now.rounds))):
        old = before.rounds[index] if index < len(before.rounds) else None
        new = now.rounds[index] if index < len(now.rounds) else None
        yield from _round_changes(index + 1, old, new)
    if before.forced != now.forced:
        yield "a plan is accepted now" if before.forced else "no plan is accepted any more"
    yield from _response_changes(before.response, now.response)


def _round_changes(number: int, old: CaseRound | None, new: CaseRound | None) -> Iterator[str]:
    start = f"round {number}:"
    if old is None or new is None:
        yield f"{start} {'came to be' if old is None else 'is gone'}"
        return
    if old.plan_id != new.plan_id:
        yield f"{start} the same reply is read as another plan"
    if (old.verdict, old.stage) != (new.verdict, new.stage):
        yield f"{start} {old.verdict} in stage {old.stage} → {new.verdict} in stage {new.stage}"
    for code, place in old.violations:
        if (code, place) not in new.violations:
            yield f"{start} no {code} at {place or 'the plan'} any more"
    for code, place in new.violations:
        if (code, place) not in old.violations:
            yield f"{start} new {code} at {place or 'the plan'}"
    for fact in {**old.facts, **new.facts}:
        if old.facts.get(fact) != new.facts.get(fact):
            gone = "is not computed any more" if fact not in new.facts else "has other rows"
            yield f"{start} fact {fact} {gone if fact in old.facts else 'is computed now'}"
    if old.writes != new.writes:
        yield f"{start} changes: {_written(old)} → {_written(new)}"


def _written(one: CaseRound) -> str:
    return ", ".join(write.tool for write in one.writes) or "none"


def _response_changes(old: AgentResponse | None, new: AgentResponse | None) -> Iterator[str]:
    if old is None or new is None:
        if old is not new:
            yield f"response: {'none' if old is None else old.outcome.value} → " + (
                "none" if new is None else new.outcome.value
            )
        return
    if old.outcome != new.outcome:
        yield f"outcome: {old.outcome.value} → {new.outcome.value}"
    gone = [link for link in old.links if link not in new.links]
    came = [link for link in new.links if link not in old.links]
    for word, links in (("gone", gone), ("new", came)):
        if links:
            yield f"links {word}: {', '.join(f'{link.kind.value} {link.id}' for link in links)}"
    if old.message != new.message:
        yield "the message is another"
    elif not gone and not came and old.links != new.links:
        yield "the links have another order"
