"""What a run is asked to do, and what it has done."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from agentic_solver.contracts.model import Contract
from agentic_solver.contracts.request_reading import ReadMode
from agentic_solver.erc3.propose.request import Feedback, LookEnd, SecondLook
from agentic_solver.erc3.snapshot.api import SnapshotMode
from agentic_solver.llm.model import Effort
from agentic_solver.settings import STEPS, WIDE

__all__ = [
    "FREE_OPTIONS",
    "PROVIDERS",
    "SHIPPED",
    "PlanCacheTotals",
    "Reading",
    "RecallStatus",
    "RetryCount",
    "RunOptions",
    "RunSummary",
    "SecondLookTotals",
    "TaskResult",
]

FREE_OPTIONS = frozenset(
    {"workers", "model_timeout_s", "record_to", "max_tasks", "max_tokens_total", "max_cost"}
    | {"max_time_s", "task_timeout_s", "backend", "scheduler", "command"}
)
"""Options that change no decision: a run may be resumed with others."""

RecallStatus = Literal["", "hit", "stray", "miss"]
"""Whether a kept plan gave the response (``hit``), was played in vain, or was missing."""
PROVIDERS = ("anthropic", "openai", "pydantic-ai")
"""Proposers that are live models."""
SHIPPED = (*PROVIDERS, "recorded", "react")
"""All that ship: live models, recorded plans, and a plain agent (``react``), which plans nothing
and writes directly. Any other name is that of somebody's own proposer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """Everything that shapes a run; recorded in its manifest."""

    benchmark: str
    command: Literal["run", "solve"] = "run"
    """What plays: the whole benchmark, or one sentence in its company."""
    tasks: tuple[str, ...] = ()
    """Spec ids to play; empty means all."""
    proposer: str = "recorded"
    """One of :data:`SHIPPED`, an entry point, or ``module:function``."""
    model: str = ""
    reader_model: str = ""
    """Name of the model that reads requests; empty means the planner's."""
    reader: str = ""
    """``module:function`` of somebody's own reader; empty means none."""
    effort: Effort | None = None
    temperature: Annotated[float | None, Field(ge=0, le=2)] = None
    max_tokens: Annotated[int, Field(ge=256)] = 16_000
    model_timeout_s: Annotated[float, Field(gt=0)] = 600.0
    recordings: str = ""
    """Folder of recordings for the recorded proposer; empty means those of the benchmark."""
    plans: str = ""
    """Folder of plans by hand, which are played as recorded ones; empty means none."""
    record_to: str = ""
    """Folder that receives the model's replies as recordings; empty means none."""
    match: Literal["exact", "task"] = "task"
    platform: str = "twin"
    rounds: Annotated[int, Field(ge=1, le=10)] = 2
    steps: Annotated[int, Field(ge=1, le=500)] = STEPS
    """Replies of the plain agent at most."""
    seed: Annotated[int, Field(ge=0)] = 0
    wide: Annotated[int, Field(ge=1)] = WIDE
    """More records than so many are changed only where a request asks for all of something."""
    read: ReadMode = "auto"
    """Which answers have their request read: ``always`` costs a small call a task."""
    dry_run: bool = False
    workers: Annotated[int, Field(ge=1, le=64)] = 1
    """Tasks at a time."""
    backend: Literal["local", "dask"] = "local"
    scheduler: str = ""
    """Address of a Dask scheduler; empty starts a cluster on this machine."""
    platform_concurrency: int = 4
    """Independent calls of one task that a platform behind HTTP gets at a time."""
    experience: Literal["off", "read", "learn"] = "off"
    """Whether the prompts tell what experience teaches, and whether the run adds to it."""
    acquire: Literal["auto", "off"] = "auto"
    """Whether a wiki without rules is read before its first task."""
    feedback: Feedback = "codes"
    """Whether a rejected round shows the model rows that its caller may see."""
    second_look: SecondLook = "auto"
    """What the model is told where a first answer is suspicious, so that it looks once more."""
    plan_cache: Literal["off", "read", "on"] = "off"
    """Whether plans that were right are used again, and whether the run adds to them."""
    keep_rules: bool = False
    """Whether rules that the run reads go into the workspace, too."""
    snapshot: SnapshotMode = "lazy"
    variation: tuple[str, ...] = ()
    """How the suite is varied, as ``--vary`` says it; empty means not at all."""
    max_tasks: int | None = None
    """How many tasks this process may play; None: all. The other limits likewise."""
    max_tokens_total: int | None = None
    max_cost: float | None = None
    max_time_s: float | None = None
    task_timeout_s: float | None = None
    """Seconds that one task may take."""

    @property
    def is_plain(self) -> bool:
        """Whether a plain agent plays."""
        return self.proposer == "react"

    @property
    def is_own(self) -> bool:
        """Whether the proposer is somebody's own."""
        return self.proposer not in SHIPPED

    @property
    def is_recorded(self) -> bool:
        """Whether recordings answer in place of a model."""
        return self.proposer == "recorded" or (self.is_plain and bool(self.recordings))

    @property
    def looks(self) -> SecondLook:
        """What a second look shows in this run: ``auto`` looks at rows, where a model answers.

        Recordings answer as they did: what they never saw they cannot look at.
        """
        if self.second_look != "auto":
            return self.second_look
        return "off" if self.is_recorded or self.is_plain else "rows"


class RetryCount(Contract):
    """How often something was asked again for one reason."""

    side: Literal["model", "platform"]
    place: str
    """The route; empty for the model."""
    reason: str
    times: int = Field(ge=1)


class TaskResult(Contract):
    """One line of the closing table."""

    task: str
    outcome: str
    score: float | None
    """None where the platform withholds it."""
    first_failed_check: str
    forced: str
    """Why the response was forced; empty otherwise."""
    unread: str = ""
    """Why nobody has read the request, where a change is asked back for that; else empty."""
    rounds: int = Field(ge=0)
    model_calls: int = Field(ge=0)
    """Calls of planner and reader; tokens and money are those of both, too."""
    model_faults: int = Field(default=0, ge=0)
    """Model calls without an answer."""
    reader_calls: int = Field(default=0, ge=0)
    """Those of the model calls that read the request; at most one."""
    reader_faults: int = Field(default=0, ge=0)
    input_tokens: int = Field(ge=0)
    cached_tokens: int = Field(ge=0)
    output_tokens: int = Field(ge=0)
    api_calls: int = Field(ge=0)
    overhead_ms: float
    """Wall time of the task less the time of the model and of the platform."""
    wall_s: float
    model_s: float | None = None
    """Seconds of waiting for the model, reading new rules included; None in older runs."""
    platform_s: float | None = None
    """Seconds of waiting for the platform; None in older runs."""
    cost: float | None = None
    """What its tokens cost; None where the prices are not known."""
    retries: tuple[RetryCount, ...] = ()
    plan_cache: RecallStatus = ""
    second_look: LookEnd = ""

    @property
    def unplanned(self) -> bool:
        """Whether the planner was asked, and never answered."""
        return 0 < self.model_calls - self.reader_calls == self.model_faults - self.reader_faults


class PlanCacheTotals(Contract):
    """What kept plans did for a run."""

    hits: int = Field(ge=0)
    """Tasks that a kept plan answered."""
    strays: int = Field(ge=0)
    """Tasks in which one was played, and another branch of it would have answered."""
    misses: int = Field(ge=0)
    score: float | None
    """Of the hits; None without a graded one."""
    wrong: tuple[str, ...] = ()
    """Hits that the platform found wrong."""


class SecondLookTotals(Contract):
    """What second looks did for a run."""

    looks: int = Field(ge=0)
    """Tasks in which one was taken."""
    changed: int = Field(ge=0)
    """Of them, those that another plan answered."""
    same: int = Field(ge=0)
    """Those in which the same plan came again; in the others none came that was accepted."""
    score: float | None
    """Of those that changed; None without a graded one."""


class Reading(Contract):
    """How the reading of one wiki ended."""

    wiki: str
    """Its digest."""
    status: Literal["read", "partly_read", "carried_over", "none"]
    """``carried_over``: no new rule was read, unchanged ones of the earlier revision hold.
    ``none``: only the baseline holds."""
    note: str
    """The same in one sentence."""
    earlier: str
    """Digest of the revision that it was compared with; empty if there was none."""
    asked: bool
    """Whether there was a model to ask; a recorded one may not know this wiki."""
    key: str
    """What the keys of the recordings begin with."""
    pages: tuple[str, ...] = ()
    """Pages that were read."""
    rules: int = 0
    kept: int = 0
    """Rules of the earlier revision among them."""
    dropped: int = 0
    """Records of the model that did not pass the checks, and earlier rules that did no longer."""
    model_calls: int = 0
    model_faults: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0


class RunSummary(Contract):
    """Totals of a run; the JSON document of ``run --json``."""

    benchmark: str
    tasks: int
    passed: int
    score: float | None
    """The mean over the tasks that have one; None if none has."""
    model_calls: int
    """Of planner, reader and the readings of wikis, as the tokens."""
    input_tokens: int
    cached_tokens: int
    output_tokens: int
    api_calls: int
    wall_s: float
    overhead_ms_p50: float
    overhead_ms_p95: float
    run_dir: str
    api_calls_mean: float = 0.0
    """API calls a task."""
    model_faults: int = 0
    """Model calls without an answer."""
    reader_calls: int = 0
    """Those of the model calls that read requests."""
    reader_calls_mean: float = 0.0
    """A task."""
    reader_faults: int = 0
    ungraded: int | None = None
    """Tasks without a score: withheld, or the platform was out of reach; None in older runs."""
    interrupted: bool = False
    """Whether Ctrl-C ended the run."""
    stopped: str = ""
    """Why the run ended before its last task, if the model or the platform was gone."""
    platform_gone: bool = False
    retries: tuple[RetryCount, ...] = ()
    """What was asked again in all tasks, and why."""
    limit: str = ""
    """Which limit ended the run before its last task."""
    cost: float | None = None
    """What the tokens of the tasks and readings cost; None where the prices are not known."""
    readings: tuple[Reading, ...] = ()
    """Wikis whose rules were read during the run; their model calls are in the totals."""
    plan_cache: PlanCacheTotals | None = None
    """None where no kept plans were looked for."""
    second_looks: SecondLookTotals | None = None
    """None where none was taken."""
    not_played: tuple[str, ...] = ()
    """Chosen tasks for which the folder of plans by hand has none."""
    results: tuple[TaskResult, ...] = ()

    @property
    def unplanned(self) -> bool:
        """Whether calls were made beside those of the reader, and none was answered."""
        return 0 < self.model_calls - self.reader_calls == self.model_faults - self.reader_faults
