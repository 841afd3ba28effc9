"""Settings of erc3-dev for the attack, and a policy that lets everything pass."""

from collections.abc import Callable

import pytest

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import Allowed, Denied, Operation, Proof
from agentic_solver.erc3.execute.intent import AgainstReading, taken_as_asked
from agentic_solver.erc3.policy.clause import ReadAccess, Visible
from agentic_solver.erc3.policy.loader import load_policy
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.policy.write import Holds
from agentic_solver.erc3.tools.catalog import load_catalog
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.recorded_reading import recorded_readings
from agentic_solver.redteam.stand import Setting
from agentic_solver.twin.suite import Suite, find_suite, load_suite
from agentic_solver.workspace import Workspace, find_workspace

PROOF = Proof(identity={}, rule_ids=(), citations=(), predicate="lax", result="allow")


class LaxPolicy(Policy):
    """The same rules, and nobody who asks them."""

    def read_access(
        self, identity: Identity, caller_name: str, table: str, column: str, *,
        aggregated: bool = False,
    ) -> ReadAccess:  # fmt: skip
        return Visible(proof=PROOF)

    def authorize(
        self, identity: Identity, caller_name: str, operation: Operation, args: JsonObject,
        holds: Holds, *, current: JsonObject | None = None,
    ) -> Allowed | Denied:  # fmt: skip
        return Allowed(proof=PROOF)

    def never_allows(
        self, identity: Identity, caller_name: str, operation: Operation
    ) -> Denied | None:
        return None


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every change pass for one that the request asks for."""
    monkeypatch.setattr(AgainstReading, "__call__", lambda _self, writes: taken_as_asked(writes))


@pytest.fixture(scope="session")
def dev_suite() -> Suite:
    return load_suite(find_suite("erc3-dev"))


@pytest.fixture(scope="session")
def workspace() -> Workspace:
    return find_workspace(None, None)


@pytest.fixture(scope="session")
def setting(dev_suite: Suite, workspace: Workspace) -> Callable[..., Setting]:
    """Return the setting of a task; ``lax``: under the policy that lets everything pass."""
    catalog = load_catalog(workspace.tools)
    policies = [load_policy(path) for path in sorted(workspace.policy.glob("wiki_*.py"))]
    readings = recorded_readings(builtin_recordings("erc3-dev"))

    def make(task: str, *, lax: bool = False) -> Setting:
        kind = LaxPolicy if lax else Policy
        return Setting(
            suite=dev_suite,
            spec=next(spec for spec in dev_suite.tasks if spec.id == task),
            catalog=catalog,
            policies={p.wiki_sha1: kind(wiki_sha1=p.wiki_sha1, rules=p.rules) for p in policies},
            rules={p.wiki_sha1: p.rules for p in policies},
            readings=readings,
        )

    return make
