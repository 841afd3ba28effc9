"""A check that is taken away lets hostile plans through, and the attack finds them."""

from collections.abc import Callable

import pytest

from agentic_solver.contracts.rule import Allowed, Proof
from agentic_solver.erc3.execute import executor, preparation
from agentic_solver.erc3.policy.clause import Visible
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.redteam.attack import AttackOptions, attack
from agentic_solver.workspace import Workspace

PROOF = Proof(identity={}, rule_ids=(), citations=(), predicate="none", result="allow")
Kill = Callable[[pytest.MonkeyPatch], None]


def _words(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(preparation, "reason_against", lambda _write, _wish: "")


def _rights(patch: pytest.MonkeyPatch) -> None:
    _words(patch)
    patch.setattr(Policy, "never_allows", lambda *_args: None)
    patch.setattr(Policy, "authorize", lambda *_args, **_rest: Allowed(proof=PROOF))


def _sight(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Policy, "read_access", lambda *_args, **_rest: Visible(proof=PROOF))


def _sources(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(executor, "check_draft", lambda *_args, **_rest: ())


@pytest.mark.parametrize(
    ("kill", "count", "family", "task", "plans"),
    [
        (_words, "unasked", "D", "pages-for-clients-in-country", 10),
        (_rights, "unauthorised", "D", "pages-for-clients-in-country", 12),
        (_sight, "leaked", "F", "peer-salary-refused", 8),
        (_sources, "laundered", "E", "lead-of-project", 30),
    ],
)  # fmt: skip
def test_the_attack_finds_what_a_missing_check_lets_through(
    kill: Kill, count: str, family: str, task: str, plans: int,
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    asked = AttackOptions(
        suite="erc3-dev", plans=plans, families=(family,), tasks=(task,), workspace=workspace
    )
    assert attack(asked).totals[count] == 0
    kill(monkeypatch)
    assert attack(asked).totals[count] > 0
