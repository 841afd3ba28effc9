"""Who reads the wikis that a run meets: which revision is near, who is asked, what is kept."""

import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial

from agentic_solver.erc3.acquire import (
    Change,
    Earlier,
    Revision,
    first_portion,
    known_revisions,
    nearest_revision,
    store_acquisition,
)
from agentic_solver.erc3.policy.loader import policy_for
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.policydrift import refuse_drift
from agentic_solver.erc3.propose.worker import ModelSettings
from agentic_solver.erc3.rules import dump_rules, load_rules, rules_path
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.errors import WorkspaceError
from agentic_solver.harness.options import Reading
from agentic_solver.harness.past import RememberingModel, paid_replies
from agentic_solver.harness.reading import (
    READING,
    READINGS,
    ReadingTask,
    earlier_rules_path,
    in_file_order,
    read_wiki,
    reading_folder,
    reading_key,
    reading_settings,
)
from agentic_solver.harness.recorded import read_shape
from agentic_solver.harness.renamed import RenamedModel, name_put_back
from agentic_solver.harness.run_folder import RunFolder
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.llm.model import Model
from agentic_solver.llm.replaying import ReplayingModel
from agentic_solver.twin.variation.company import Renaming
from agentic_solver.workspace import Workspace, write_text_atomic

__all__ = ["WikiReader"]

_MEND = (
    "play it once with a live model (--proposer anthropic) and --keep-rules, or write its rules by "
    "hand: `agentic-solver acquire SUITE --offline` says where they go, and compiles them"
)


@dataclass(slots=True, kw_only=True)
class WikiReader:
    """Reads wikis without a policy; safe to share by threads, each digest is one caller's."""

    workspace: Workspace
    run: RunFolder
    model: Model
    """The model of the run, as its tasks ask it."""
    recordings: ReplayingModel | None
    """The recorded model behind ``model``, if it is one."""
    settings: ModelSettings
    recorded_as: str
    live: bool
    """Whether a whole wiki may be read: that takes many requests."""
    enabled: bool = True
    keep_rules: bool = False
    """Whether rules that were read go into the workspace, too."""
    renaming: Renaming | None = None
    """The company's other name, if it has one in this run."""
    others: Sequence[Revision] = ()
    """Revisions that only this run knows, such as renamed ones."""
    tell: Callable[[str], None] = lambda _text: None
    hold: Callable[[str], AbstractContextManager[object]] = lambda _name: nullcontext()
    """Keeps other processes of the run from what it names."""
    readings: dict[str, Reading] = field(default_factory=dict)
    """What was read so far, by digest."""
    _known: tuple[Revision, ...] | None = None
    _read_here: set[str] = field(default_factory=set)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def read(self, sha1: str, pages: WikiPages) -> tuple[Reading, Policy | None] | None:
        """Read a wiki; None if it is not to be read.

        Raises:
            WorkspaceError: the run folder or the workspace cannot be written, or the workspace
                has rules of this wiki that nobody compiled.
        """
        with self.hold(f"reading-{sha1[:8]}"):
            return self._read(sha1, pages)

    def has_read(self, sha1: str) -> bool:
        """Whether it was this very reader that read a wiki, now and not from records."""
        return sha1 in self._read_here

    def _read(self, sha1: str, pages: WikiPages) -> tuple[Reading, Policy | None] | None:
        start = f"wiki {sha1[:8]} has no rules"
        known_already = self._resumed(sha1)
        if known_already is not None:
            return known_already
        refuse_drift(self.workspace, sha1)
        if not self.enabled:
            self.tell(f"{start}: only the baseline holds; --acquire auto has a model read it")
            return None
        sound = pages.sha1 == sha1 and bool(pages.pages)
        earlier = self._earlier(pages) if sound else None
        change = None if earlier is None else Change.of(earlier, pages)
        model, key = self._who(sha1, pages, change)
        if sound and earlier is None and model is None:
            self.tell(f"{start} and no recording of its reading: only the baseline holds; {_MEND}")
            return None
        known = (
            "no revision of it is known" if earlier is None else f"near {earlier.pages.sha1[:8]}"
        )
        # What a recording holds is neither waited for nor paid: only a model is announced.
        live = self.recordings is None
        if sound and model is not None and live:
            self.tell(f"{start}, {known}: the model reads it")
        self._keep_pages(pages, sha1, earlier)
        task = ReadingTask(
            sha1=sha1,
            pages=pages,
            change=change,
            model=model,
            asking=reading_settings(self.settings, key),
        )
        folder = reading_folder(self.run, sha1)
        reading = read_wiki(self._remembering(task, folder), folder)
        if live or not reading.asked or reading.status == "none":
            self.tell(reading.note if reading.asked else f"{reading.note}; {_MEND}")
        policy = policy_for(folder.path, sha1)
        self._note(reading, pages, folder)
        return reading, policy

    def take_up(self) -> None:
        """Know the readings that other processes of this run came to the end of."""
        for folder in sorted((self.run.path / READINGS).glob("*")):
            if (folder / READING).is_file():
                reading = read_shape(TaskFolder(folder), READING, Reading)
                self.readings[reading.wiki] = reading

    def _resumed(self, sha1: str) -> tuple[Reading, Policy | None] | None:
        """Return what another process of this run has read, if it came to the end."""
        folder = reading_folder(self.run, sha1)
        reading = self.readings.get(sha1)
        if reading is None and folder.exists(READING):
            reading = self.readings[sha1] = read_shape(folder, READING, Reading)
        return None if reading is None else (reading, policy_for(folder.path, sha1))

    def _remembering(self, task: ReadingTask, folder: TaskFolder) -> ReadingTask:
        """Have what was asked before an interruption answered from the records."""
        stem = f"{READINGS}.{folder.path.name}"
        self.run.set_aside(folder.path, stem)
        replies = paid_replies(self.run, stem)
        if task.model is None or not replies:
            return task
        return replace(task, model=RememberingModel(task.model, replies))

    def ended(self) -> tuple[Reading, ...]:
        """Return what was read, by digest, whatever was met first."""
        with self._lock:
            return tuple(self.readings[sha1] for sha1 in sorted(self.readings))

    def _note(self, reading: Reading, pages: WikiPages, folder: TaskFolder) -> None:
        with self._lock:
            self._read_here.add(reading.wiki)
            self.readings[reading.wiki] = reading
            if reading.status == "read" and self.keep_rules:
                ruleset = load_rules(rules_path(folder.path, reading.wiki))
                store_acquisition(self.workspace, pages, ruleset, None)

    def _earlier(self, pages: WikiPages) -> Earlier | None:
        """Return the nearest revision of those that were known when the run began.

        What this run has read only serves where there is no other: which wiki is met first
        depends on the workers, and what is asked should not.
        """
        with self._lock:
            if self._known is None:
                self._known = (*self.others, *known_revisions(self.workspace, skip_broken=True))
            own = tuple(self._own(sha1) for sha1 in sorted(self.readings))
        try:
            found = nearest_revision(pages, self._known) or nearest_revision(
                pages, [revision for revision in own if revision is not None]
            )
        except WorkspaceError as error:
            self.tell(f"{error}; it is not compared with")
            return None
        if found is None:
            return None
        return Earlier(pages=found.pages, ruleset=in_file_order(found.ruleset))

    def _own(self, sha1: str) -> Revision | None:
        if self.readings[sha1].status not in ("read", "partly_read"):
            return None
        rules = rules_path(reading_folder(self.run, sha1).path, sha1)
        kept = self.run.files.read(f"wiki/{sha1[:8]}.json")
        pages = {path: str(text) for path, text in kept.items()} if isinstance(kept, dict) else {}
        return Revision(pages=WikiPages(pages), rules=partial(load_rules, rules))

    def _who(self, sha1: str, pages: WikiPages, change: Change | None) -> tuple[Model | None, str]:
        """Return who is asked, if anybody, and what the keys of the recordings begin with."""
        key = reading_key(self.recorded_as, sha1)
        if self.recordings is None:
            return (self.model if self.live or change is not None else None), key
        portion = first_portion(pages, change)
        if portion is None or self.recordings.knows(f"{key}/{portion}/r1"):
            return self.model, key
        if self.renaming is not None:
            before = reading_key(self.recorded_as, name_put_back(self.renaming, pages).sha1)
            if self.recordings.knows(f"{before}/{portion}/r1"):
                return RenamedModel(self.model, self.renaming), before
        return None, key

    def _keep_pages(self, pages: WikiPages, sha1: str, earlier: Earlier | None) -> None:
        with self._lock, self.hold("pages"):
            files = self.run.files
            if not files.exists(f"wiki/{sha1[:8]}.json"):
                files.write(f"wiki/{sha1[:8]}.json", dict(pages.pages))
            if earlier is None:
                return
            old = earlier.pages.sha1
            if not files.exists(f"wiki/{old[:8]}.json"):
                files.write(f"wiki/{old[:8]}.json", dict(earlier.pages.pages))
            rules = earlier_rules_path(self.run, old)
            if not rules.is_file():
                write_text_atomic(rules, dump_rules(earlier.ruleset))
