"""One task of a suite, started by hand: a twin of its own, no session."""

import time
from dataclasses import dataclass

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.plan import InputTask
from agentic_solver.contracts.wording import instead
from agentic_solver.erc3.client import Erc3Client
from agentic_solver.erc3.company import ClientApi
from agentic_solver.erc3.execute.ledger import Ledger
from agentic_solver.erc3.execute.workbench import Workbench, read_identity
from agentic_solver.erc3.platform import PlatformClient, sim_prefix
from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.session import Session
from agentic_solver.errors import UsageError
from agentic_solver.harness.benchmark import Benchmark, open_benchmark
from agentic_solver.harness.company import Company, CompanyShelf, fetch_wiki
from agentic_solver.settings import load_settings
from agentic_solver.workspace import Workspace

__all__ = ["OpenedTask", "open_task", "start_task"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedTask:
    """A started task and what is known of its company and its caller."""

    benchmark: str
    """What the platform calls the suite."""
    spec_id: str
    task_id: str
    """What the platform calls the started task."""
    text: str
    platform: PlatformClient
    api: ClientApi
    identity: Identity
    company: Company

    def request(self) -> InputTask:
        """Return the request as a plan takes it on.

        Raises:
            ValidationError: it is empty or too long for a plan (``why_unread``).
        """
        return InputTask(text=self.text, task_id=self.spec_id, benchmark=self.benchmark)

    def workbench(self, session: Session) -> Workbench:
        """Return a bench over ``session`` for this task."""
        wiki = self.company.wiki
        limit = self.api.client.page_limit
        return Workbench(
            api=self.api,
            session=session,
            acquirer=Acquirer(session, self.api, wiki=wiki, page_limit=limit),
            ledger=Ledger(),
            identity=self.identity,
            wiki=wiki,
        )


def open_task(suite: str, task: str, workspace: Workspace, *, seed: int = 0) -> OpenedTask:
    """Start ``task`` of ``suite`` (a name or a folder) and read who asks.

    Raises:
        UsageError: there is no such suite or task.
    """
    opened = open_benchmark(suite, "twin", load_settings({}), seed=seed)
    return start_task(opened, task, CompanyShelf(workspace))


def start_task(opened: Benchmark, task: str, shelf: CompanyShelf) -> OpenedTask:
    """Start ``task`` of a benchmark and read who asks; ``shelf`` has what is known of companies.

    Raises:
        UsageError: there is no such task.
    """
    platform = PlatformClient(opened.transport, account_key=opened.account_key, sleep=time.sleep)
    specs = {spec.id: spec for spec in platform.view_benchmark(opened.id).specs}
    if task not in specs:
        raise UsageError(f"{opened.name} has no task {task!r}; {instead(task, specs, 'task')}")
    started = platform.start_new_task(opened.id, specs[task].wire_id)
    api = ClientApi(Erc3Client(opened.transport, sim_prefix(opened.id, started.task_id)))
    identity = read_identity(api)
    return OpenedTask(
        benchmark=opened.id,
        spec_id=task,
        task_id=started.task_id,
        platform=platform,
        text=specs[task].task,
        api=api,
        identity=identity,
        company=shelf.company(identity.wiki_sha1, lambda: fetch_wiki(api)),
    )
