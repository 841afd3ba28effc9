"""The validator cannot see experience: not by import, and not by what it decides."""

import ast
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agentic_solver.contracts.decision import Decision
from agentic_solver.contracts.plan import LinkKind, LinkSource, Outcome, Plan
from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.testing import Desk, build_plan, case, fact, write_call

Open = Callable[..., Desk]

_LINK = LinkSource(kind=LinkKind.EMPLOYEE, fact="who")
_SEALED = ("erc3.execute", "erc3.policy", "erc3.snapshot", "contracts", "guard", "core", "llm")


def _imports(root: Path) -> dict[str, set[str]]:
    """Return every module of the engine with the modules that it imports."""
    graph: dict[str, set[str]] = {}
    for path in sorted((root / "agentic_solver").rglob("*.py")):
        name = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        found: set[str] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
        graph[name] = found
    return graph


@pytest.mark.requirement("S3-10a", "S3-6.2b")
def test_no_way_of_imports_leads_from_what_decides_to_experience(repo_root: Path) -> None:
    graph = _imports(repo_root)
    assert "agentic_solver.erc3.experience.store" in graph
    starts = [
        name for name in graph if name.startswith(tuple(f"agentic_solver.{s}" for s in _SEALED))
    ]
    assert "agentic_solver.erc3.execute.executor" in starts
    seen, pending = set(starts), list(starts)
    while pending:
        for target in sorted(graph[pending.pop()] & graph.keys() - seen):
            seen.add(target)
            pending.append(target)
    assert [name for name in sorted(seen) if ".experience" in name] == []
    # the same walk does find it from the harness: the test can fail
    assert any(".experience" in name for name in graph["agentic_solver.harness.runner"])


def decided(decision: Decision) -> dict[str, object]:
    content = decision.to_json()
    del content["experience"]
    return content


def plans() -> dict[str, tuple[str, str, Plan]]:
    """Return caller, request and plan: one that is right, and three that must not pass."""
    salary = "What does Dora Klein earn?"
    change = "Set the salary of Dora Klein to 500000"
    who = fact("who", "SELECT id, name FROM find_employee('Dora Klein')")
    pay = fact("pay", "SELECT salary FROM employees JOIN who ON who.id = employees.id", "who")
    rows = fact("rows", "SELECT id AS employee, 500000 AS salary FROM who", "who")
    return {
        "right": ("li_01", salary, build_plan(
            salary, facts=(who, pay),
            cases=(case(message="{pay.salary}"),))),
        "denied read": ("li_07", salary, build_plan(
            salary, facts=(who, pay),
            cases=(case(message="{pay.salary}"),))),
        "links on a refusal": ("li_07", salary, build_plan(
            salary, facts=(who, pay),
            cases=(case(Outcome.DENIED_SECURITY, "No.", links=(_LINK,)),))),
        "denied write": ("li_07", change, build_plan(
            change, facts=(who, rows),
            calls=(write_call("w1", "set_salary", "rows"),), spans={"w1": change},
            cases=(case(message="Done.", writes=True),))),
    }  # fmt: skip


_ID = st.integers(min_value=1, max_value=9_999).map(lambda number: f"patch-{number}")


@pytest.mark.requirement("S3-10a", "S3-10.3b", "S3-10.3c", "S3-10.3d")
@pytest.mark.parametrize("name", list(plans()))
@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(active=st.lists(_ID, max_size=20, unique=True).map(tuple))
def test_whatever_is_active_the_decision_is_the_same(
    name: str, active: tuple[str, ...], larch: Open
) -> None:
    user, text, plan = plans()[name]
    without = larch(user, text)
    plain = without.execute(plan)
    desk = larch(user, text)
    decision = desk.execute(plan, experience=active)
    assert decision.experience == active
    assert decided(decision) == decided(plain)
    outcome = decision.response.outcome if decision.response else None
    if name == "right":
        assert outcome is Outcome.OK_ANSWER
    else:
        assert outcome in (None, Outcome.DENIED_SECURITY)
        assert desk.writes == ()
    if name == "links on a refusal":
        assert [one.code for one in decision.violations] == [ViolationCode.TEMPLATE_OUTCOME]
