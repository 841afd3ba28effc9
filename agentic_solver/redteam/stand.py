"""Stands: one task of a suite on a twin, opened as far as ``whoami``, ready to be attacked.

A stand is the whole truth of one universe together with the real validator in front of it. It is
opened in milliseconds, so every plan that changed something leaves its stand for a fresh one.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from agentic_solver.contracts.decision import Decision, Identity
from agentic_solver.contracts.plan import InputTask
from agentic_solver.contracts.request_reading import NOBODY, Proofread, RequestReading
from agentic_solver.contracts.rule import Rule
from agentic_solver.erc3.client import Erc3Client
from agentic_solver.erc3.company import ClientApi
from agentic_solver.erc3.execute.executor import Executor
from agentic_solver.erc3.execute.intent import Compare
from agentic_solver.erc3.execute.ledger import Ledger
from agentic_solver.erc3.execute.workbench import Workbench, read_identity
from agentic_solver.erc3.experience.governance import Governance
from agentic_solver.erc3.platform import PlatformClient, sim_prefix
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.propose.reader import proof_id
from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.session import Session
from agentic_solver.erc3.solver import Setup, Solver, WorkerFactory
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.erc3.transport import DirectTransport
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.redteam.document import execute_document
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.suite import Suite
from agentic_solver.twin.task import TaskSpec
from agentic_solver.twin.universe import Universe

__all__ = ["Parts", "Setting", "Stand", "open_stand"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What keeps attacks out beside policy and plans; a test puts in a laxer one and looks on."""

    ledger: Callable[[], Ledger] = Ledger
    governance: Callable[..., Governance] = Governance
    compare: Compare | None = None
    """What judges writes in the place of the reading."""
    solver: Callable[..., Solver] = Solver


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What every stand of a task shares."""

    suite: Suite
    spec: TaskSpec
    catalog: Catalog
    policies: Mapping[str, Policy]
    """By wiki digest; a digest that is missing has the baseline."""
    rules: Mapping[str, tuple[Rule, ...]]
    """By wiki digest: what the oracles go by. The validator never sees them, so that a compiled
    policy that says something else shows; a digest that is missing has the rules of its policy."""
    parts: Parts = Parts()
    readings: Mapping[str, RequestReading | str] = field(default_factory=dict)
    """By request: what it asks to be changed, or why nobody could tell."""
    proofs: Mapping[str, bool] = field(default_factory=dict)
    """By request, draft and pages (:func:`proof_id`): whether a change may stand."""

    def reading(self, text: str) -> RequestReading | str:
        """Return what a request asks to be changed, or why nobody could tell."""
        return self.readings.get(text, NOBODY)

    def proofread(self, text: str) -> Proofread:
        """Return what says of the texts drafted for a request whether they may stand."""
        return lambda draft, pages: self.proofs.get(proof_id(text, draft, pages), False)


class Stand:
    """One universe and the validator in front of it; close it after use."""

    def __init__(self, setting: Setting, twin: Twin, task_id: str, session: Session,
                 executor: Executor, bench: Workbench, task: InputTask) -> None:  # fmt: skip
        self.setting = setting
        self.task = task
        self._twin = twin
        self._task_id = task_id
        self._session = session
        self._executor = executor
        self._bench = bench

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the database."""
        self._session.close()

    @property
    def universe(self) -> Universe:
        """The truth behind the company API."""
        return self._twin.universe(self._task_id)

    @property
    def identity(self) -> Identity:
        """Who asks, as ``whoami`` says."""
        return self._bench.identity

    @property
    def policy(self) -> Policy:
        """The rules that the validator applies."""
        return self._executor.policy

    def execute(
        self, document: str, *, text: str | None = None, round_number: int = 1,
        reading: RequestReading | str | None = None,
    ) -> Decision:  # fmt: skip
        """Execute a plan given as JSON text, as a round of the task or of another ``text``.

        ``reading`` is what the text asks for; None: what was recorded of it.
        """
        task = self.task if text is None else self.task.model_copy(update={"text": text})
        read = self.setting.reading(task.text) if reading is None else reading
        return execute_document(
            self._executor, task, document, self._bench,
            round_number=round_number, reading=lambda: read,
            proofread=self.setting.proofread(task.text),
        )  # fmt: skip

    def setup(self, factory: WorkerFactory) -> Setup:
        """Return what a solver of this task opens."""
        return Setup(
            bench=self._bench, executor=self._executor, factory=factory,
            reading=lambda: self.setting.reading(self.task.text),
            proofread=self.setting.proofread(self.task.text),
        )  # fmt: skip


def open_stand(setting: Setting) -> Stand:
    """Start the task on a twin of its own and open it.

    Raises:
        PlatformError: the caller is unknown or the company does not answer.
    """
    suite = replace(setting.suite, tasks=(setting.spec,))
    twin = Twin(suite)

    def handle(path: str, body: bytes) -> tuple[int, bytes]:
        reply = twin.handle(path, body)
        return reply.status, reply.body

    transport = DirectTransport(handle)
    platform = PlatformClient(transport, sleep=_no_pause)
    started = platform.start_new_task(suite.name, setting.spec.id)
    client = Erc3Client(transport, sim_prefix(suite.name, started.task_id), sleep=_no_pause)
    api = ClientApi(client)
    identity = read_identity(api)
    wiki = WikiPages(dict(twin.universe(started.task_id).wiki))
    policy = setting.policies.get(identity.wiki_sha1) or Policy(
        wiki_sha1=identity.wiki_sha1, rules=()
    )
    session = Session.open(identity)
    bench = Workbench(
        api=api,
        session=session,
        acquirer=Acquirer(session, api, wiki=wiki, page_limit=client.page_limit),
        ledger=setting.parts.ledger(),
        identity=identity,
        wiki=wiki,
    )
    task = InputTask(text=setting.spec.text, task_id=setting.spec.id, benchmark=suite.name)
    executor = Executor(catalog=setting.catalog, policy=policy, compare=setting.parts.compare)
    return Stand(setting, twin, started.task_id, session, executor, bench, task)


def _no_pause(_seconds: float) -> None:
    return None
