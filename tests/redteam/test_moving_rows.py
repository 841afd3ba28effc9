"""Rows that move between two pages make a fact fail that the answer names."""

from agentic_solver.contracts.plan import InputTask
from agentic_solver.erc3.policy.loader import load_policy
from agentic_solver.erc3.tools.catalog import load_catalog
from agentic_solver.redteam.judge import Judge
from agentic_solver.redteam.shot import Shot, answer, forge
from agentic_solver.redteam.stand import Setting
from agentic_solver.redteam.verdict import Halt
from agentic_solver.twin.fault import Fault
from agentic_solver.twin.suite import find_suite, load_suite
from agentic_solver.workspace import Workspace

FACTS = (
    ("project", "SELECT id, name FROM find_project('Nacelle rescue kits')"),
    (
        "report",
        "SELECT coalesce(sum(t.hours), 0) AS total FROM time_entries t "
        "WHERE t.project IN (SELECT id FROM project) AND t.status <> 'voided' "
        "AND t.date BETWEEN DATE '2025-08-06' AND DATE '2025-09-02'",
    ),
)
CASES = (
    answer("Which one? {project.name}", when="project.many", outcome="none_clarification_needed"),
    answer("{project.name}: {report.total} hours"),
)


def test_a_fact_that_fails_while_rows_move_is_no_crash(workspace: Workspace) -> None:
    suite = load_suite(find_suite("erc3-prod"))
    spec = next(spec for spec in suite.tasks if spec.id == "report-on-a-project")
    policies = map(load_policy, sorted(workspace.policy.glob("wiki_*.py")))
    setting = Setting(
        suite=suite,
        spec=spec,
        catalog=load_catalog(workspace.tools),
        policies={policy.wiki_sha1: policy for policy in policies},
        rules={},
    )
    task = InputTask(text=spec.text, task_id=spec.id, benchmark=suite.name)
    document = forge(task, facts=FACTS, cases=CASES)
    judge = Judge(setting)
    try:
        for faults, halt in (
            ((), Halt.ANSWERED),
            ((Fault(route="*", kind="missing_rows", after=1),), Halt.DRY),
        ):
            verdict = judge.judge(Shot(kind="rows move", document=document, faults=faults))
            assert (verdict.findings, verdict.halt) == ((), halt)
    finally:
        judge.close()
