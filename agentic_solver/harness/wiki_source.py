"""Where wikis come from: the folder of a suite, or a platform that serves its companies."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agentic_solver.contracts.wording import instead
from agentic_solver.erc3.client import Erc3Client
from agentic_solver.erc3.company import ClientApi
from agentic_solver.erc3.platform import PlatformClient, sim_prefix
from agentic_solver.erc3.transport import Transport
from agentic_solver.erc3.wiki import WikiPages, read_folder
from agentic_solver.errors import ApiError, SuiteError, TransportError, UsageError
from agentic_solver.harness.company import fetch_wiki

__all__ = ["SourceWiki", "folder_wikis", "served_wikis"]

_TRIES = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceWiki:
    """One revision of a wiki."""

    name: str
    """Name of the folder, or the task that met it first."""
    pages: WikiPages


def folder_wikis(folder: Path, wiki: str | None = None) -> tuple[SourceWiki, ...]:
    """Return the wikis of a suite folder.

    Args:
        folder: the suite.
        wiki: only the one of this name.

    Raises:
        UsageError: there is no such wiki, or none at all.
        SuiteError: a folder cannot be read, or a wiki has no page.
        WorkspaceError: a page is not UTF-8 text.
    """
    root = folder / "wikis"
    try:
        folders = sorted(path for path in root.iterdir() if path.is_dir())
    except FileNotFoundError:
        folders = []
    except OSError as error:
        raise SuiteError(
            f"{root}: cannot be read: {error.strerror}: make it a readable folder"
        ) from error
    chosen = [path for path in folders if wiki is None or path.name == wiki]
    if not chosen:
        raise UsageError(f"{folder} has no wiki {wiki or 'at all'}")
    found = []
    for path in chosen:
        pages = read_folder(path)
        if not pages.pages:
            raise SuiteError(f"{path}: the wiki has no page: add one or remove the folder")
        found.append(SourceWiki(name=path.name, pages=pages))
    return tuple(found)


def served_wikis(
    address: str,
    transport: Transport,
    *,
    account_key: str,
    benchmark: str = "",
    tasks: Sequence[str] = (),
) -> tuple[SourceWiki, ...]:
    """Return the wikis that the companies of a platform have, each digest once.

    Every task is started, as its company is asked who the caller is; none is answered.

    Args:
        address: the platform, for messages.
        transport: reaches it.
        account_key: of the platform.
        benchmark: which one; may be left out if the platform has only one.
        tasks: ids of the tasks to look at; all if there are none.

    Raises:
        UsageError: there is no such benchmark or task, or a wiki without a page.
        PlatformError: the platform fails, is out of reach, or a wiki changes while it is read.
    """
    platform = PlatformClient(transport, account_key=account_key)
    try:
        chosen = benchmark or _only_one(address, platform)
        specs = platform.view_benchmark(chosen).specs
    except TransportError as error:
        raise TransportError(f"the platform at {address} is out of reach: {error}") from error
    except ApiError as error:
        raise UsageError(f"the platform at {address} has no benchmark {benchmark!r}") from error
    known = tuple(spec.id for spec in specs)
    for task in tasks:
        if task not in known:
            meant = instead(task, known, "task")
            raise UsageError(f"the benchmark {chosen} has no task {task!r}; {meant}")
    found: dict[str, SourceWiki] = {}
    for spec in specs:
        if tasks and spec.id not in tasks:
            continue
        started = platform.start_new_task(chosen, spec.wire_id)
        prefix = sim_prefix(chosen, started.task_id)
        sha1 = Erc3Client(transport, prefix).whoami().wiki_sha1
        if sha1 not in found:
            found[sha1] = SourceWiki(name=spec.id, pages=_whole(transport, prefix, spec.id))
    return tuple(found.values())


def _only_one(address: str, platform: PlatformClient) -> str:
    names = [brief.id for brief in platform.list_benchmarks()]
    if len(names) != 1:
        listed = ", ".join(names) or "none"
        raise UsageError(f"the platform at {address} has these benchmarks: {listed}: name one")
    return names[0]


def _whole(transport: Transport, prefix: str, task: str) -> WikiPages:
    """Fetch a wiki until its digest is the one announced: somebody may be editing it."""
    for _ in range(_TRIES):
        # A client answers what it was asked before from its cache: each try has its own.
        client = Erc3Client(transport, prefix)
        sha1 = client.whoami().wiki_sha1
        pages = fetch_wiki(ClientApi(client))
        if pages.sha1 == sha1:
            if not pages.pages:
                raise UsageError(f"the wiki of task {task} has no page: there is nothing to read")
            return pages
    raise TransportError(
        f"the wiki of task {task} changed {_TRIES} times while it was read: try again later"
    )
