"""Checking one plan by hand: a fresh universe of one task, no session, no grading."""

import time

from agentic_solver.contracts.decision import Decision
from agentic_solver.contracts.plan import InputTask, Plan
from agentic_solver.erc3.client import Erc3Client
from agentic_solver.erc3.company import ClientApi
from agentic_solver.erc3.execute.executor import Executor
from agentic_solver.erc3.execute.ledger import Ledger
from agentic_solver.erc3.execute.workbench import Workbench, read_identity
from agentic_solver.erc3.platform import PlatformClient, sim_prefix
from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.session import Session
from agentic_solver.erc3.tools.catalog import load_catalog
from agentic_solver.errors import UsageError
from agentic_solver.harness.benchmark import open_benchmark
from agentic_solver.harness.company import CompanyShelf, fetch_wiki
from agentic_solver.settings import load_settings
from agentic_solver.workspace import Workspace

__all__ = ["check_plan_file"]


def check_plan_file(
    plan: Plan, suite: str, task: str, workspace: Workspace, *, commit: bool
) -> Decision:
    """Execute ``plan`` on ``task`` of ``suite`` in a twin of its own.

    Raises:
        UsageError: there is no such suite or task.
    """
    opened = open_benchmark(suite, "twin", load_settings({}), seed=0)
    platform = PlatformClient(opened.transport, account_key=opened.account_key, sleep=time.sleep)
    specs = {spec.id: spec for spec in platform.view_benchmark(opened.id).specs}
    if task not in specs:
        some = ", ".join(list(specs)[:8])
        raise UsageError(f"{suite} has no task {task!r}; it has {len(specs)} tasks: {some} ...")
    started = platform.start_new_task(opened.id, specs[task].wire_id)
    api = ClientApi(Erc3Client(opened.transport, sim_prefix(opened.id, started.task_id)))
    identity = read_identity(api)
    company = CompanyShelf(workspace).company(identity.wiki_sha1, lambda: fetch_wiki(api))
    with Session.open(identity) as session:
        bench = Workbench(
            api=api,
            session=session,
            acquirer=Acquirer(session, api, wiki=company.wiki, page_limit=api.client.page_limit),
            ledger=Ledger(),
            identity=identity,
            wiki=company.wiki,
        )
        executor = Executor(catalog=load_catalog(workspace.tools), policy=company.policy)
        request = InputTask(text=specs[task].task, task_id=task, benchmark=opened.id)
        return executor.execute_and_validate(request, plan, bench, force_dry_run=not commit)
