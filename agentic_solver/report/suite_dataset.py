"""The tasks of a suite as a folder that Hugging Face's ``datasets.load_dataset`` opens."""

import json
import tempfile
from pathlib import Path
from typing import Any

from agentic_solver.contracts.model import JsonObject
from agentic_solver.errors import UsageError, WorkspaceError
from agentic_solver.report.target import target_of
from agentic_solver.twin.suite import Suite
from agentic_solver.twin.task import TaskSpec

__all__ = ["export_dataset"]

_FILE = "data/test.parquet"
_CARD = """\
---
pretty_name: {title}
size_categories:
- {size}
task_categories:
- question-answering
tags:
- agents
- tool-use
- synthetic
configs:
- config_name: default
  data_files:
  - split: test
    path: {file}
---

# {name}

{description}

{tasks} tasks of the suite `{name}` (grading version {grading}, seed {seed}). A task is one request
of one caller to a company that is reached through an API; it is graded by what was answered, linked
and changed. The company itself is not in these files: it is served by the suite's twin.

| column | meaning |
|---|---|
| `id`, `family` | name of the task, and of its kind |
| `text`, `paraphrases` | the request, and other wordings of it |
| `wordings` | wordings by language: JSON |
| `world`, `wiki` | the company, and its wiki |
| `caller`, `is_public`, `location`, `department` | who asks; missing if unknown |
| `outcomes` | codes of which one is right |
| `expected` | what the grader wants, with links, texts and changes: JSON |
| `overlay` | what is changed in the company before the task begins: JSON |
| `suite`, `grading_version`, `seed` | where the task comes from |

To play them: `agentic-solver run {name} --seed {seed}`, or serve the company for an agent of your
own with `agentic-solver twin serve --suite {name} --seed {seed}`.
"""
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"))


def export_dataset(suite: Suite, target: Path, *, seed: int) -> None:
    """Write the tasks of a suite as Parquet, with a card, into a new folder.

    Raises:
        UsageError: ``target`` exists and is not an empty folder.
        WorkspaceError: it cannot be written; nothing is left behind then.
    """
    import pyarrow as pa  # noqa: PLC0415 - only this export needs it
    import pyarrow.parquet as pq  # noqa: PLC0415

    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise UsageError(f"{target} is there already: name a folder that is empty or not there")
    rows = [_row(task, suite, seed) for task in suite.tasks]
    table = pa.Table.from_pylist(rows, schema=_columns(pa))
    try:
        with tempfile.TemporaryDirectory(prefix=".", dir=target.absolute().parent) as scratch:
            made = Path(scratch) / "dataset"
            (made / _FILE).parent.mkdir(parents=True)
            pq.write_table(table, made / _FILE)
            (made / "README.md").write_text(_card(suite, seed), encoding="utf-8")
            made.replace(target)
    except OSError as error:
        raise WorkspaceError(f"cannot write {target}: {error.strerror or error}") from error


def _columns(pa: Any) -> Any:
    """Return the columns with their types, the same for every suite."""
    texts = ("id", "family", "text")
    more = ("wordings", "world", "wiki", "caller")
    last = ("location", "department", "expected", "overlay", "suite")
    return pa.schema(
        [
            *((name, pa.string()) for name in texts),
            ("paraphrases", pa.list_(pa.string())),
            *((name, pa.string()) for name in more),
            ("is_public", pa.bool_()),
            ("outcomes", pa.list_(pa.string())),
            *((name, pa.string()) for name in last),
            ("grading_version", pa.int64()),
            ("seed", pa.int64()),
        ]
    )


def _row(task: TaskSpec, suite: Suite, seed: int) -> JsonObject:
    asks: JsonObject = {} if task.caller is None else task.caller.to_json()
    return {
        "id": task.id,
        "family": task.family,
        "text": task.wording(seed),
        "paraphrases": [one for one in (task.text, *task.paraphrases) if one != task.wording(seed)],
        "wordings": json.dumps(task.wordings, ensure_ascii=False, sort_keys=True),
        "world": task.world,
        "wiki": suite.worlds[task.world].wiki,
        "caller": asks.get("current_user"),
        **{name: asks.get(name) for name in ("is_public", "location", "department")},
        "outcomes": list(task.expect.outcomes),
        "expected": target_of(task),
        "overlay": json.dumps(
            task.overlay.model_dump(mode="json", exclude_defaults=True),
            ensure_ascii=False, sort_keys=True,
        ),
        "suite": suite.name,
        "grading_version": suite.grading_version,
        "seed": seed,
    }  # fmt: skip


def _card(suite: Suite, seed: int) -> str:
    count = len(suite.tasks)
    return _CARD.format(
        title=json.dumps(f"Tasks of {suite.name}"),
        size=next((name for most, name in _SIZES if count < most), "100K<n<1M"),
        file=_FILE,
        name=suite.name,
        description=suite.description.strip(),
        tasks=count,
        grading=suite.grading_version,
        seed=seed,
    )
