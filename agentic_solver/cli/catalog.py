"""Every command with its one line of help, known without importing any of them.

A command's module takes up to seconds to import (database, SDK), so the help is answered from
this table; a test compares it with what the modules themselves say.
"""

from dataclasses import dataclass

__all__ = ["COMMANDS", "SETTABLE", "Entry"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One command: where it lives, and what it does in one line."""

    help: str
    """First line of the docstring of the module's ``command``, or the help of its ``app``."""
    is_group: bool = False
    """The module exports ``app`` with sub commands, not ``command``."""
    takes_negatives: bool = False
    """Words like ``-3`` are arguments, not options."""


COMMANDS: dict[str, Entry] = {
    "run": Entry(help="Play a benchmark and print the score of every task."),
    "bench": Entry(
        help="Have an agent of your own play a suite, task by task, and print its score."
    ),
    "solve": Entry(
        help="Solve one sentence in the company of a suite, and show how the answer came about."
    ),
    "prompt": Entry(help="Print the prompt of a task, block by block, with token counts."),
    "replay": Entry(help="Re-validate a run offline; exit 1 at the first byte that differs."),
    "analyze": Entry(
        help="Understand a run after it ended: failures, figures, comparison, proposals, "
        "regressions."
    ),
    "regress": Entry(
        help="Play kept failures again, offline; exit 1 if any of them behaves otherwise."
    ),
    "report": Entry(
        help="Write one self-contained HTML page that shows a run, or compares several."
    ),
    "runs": Entry(
        help="Recorded runs: list and verify them, export them, and write copies to share.",
        is_group=True,
    ),
    "check": Entry(help="Execute a hand-written plan on a task of a suite and print the decision."),
    "attack": Entry(
        help="Attack the validator with hostile plans; exit 1 if anything got through."
    ),
    "audit": Entry(
        help="Decide a run again with other hidden values; exit 1 if an answer differs."
    ),
    "compile": Entry(
        help="Compile rules/*.yaml into policy/*.py; with --check only say what has drifted."
    ),
    "acquire": Entry(
        help="Have a model read the wikis of a suite or platform into wiki/, rules/ and policy/."
    ),
    "policy": Entry(
        help="Compiled policies: test every clause, and report what they cover.", is_group=True
    ),
    "experience": Entry(
        help="What the workspace has learnt: list, learn, add, judge, reject, roll back patches.",
        is_group=True,
    ),
    "suite": Entry(
        help="Suites: list their tasks, check them, and begin one of your own.", is_group=True
    ),
    "schema": Entry(
        help="Print the JSON Schema of a plan, rule file, suite, task or world, for editors."
    ),
    "twin": Entry(help="The local platform: a suite served over HTTP.", is_group=True),
    "guard": Entry(
        help="Guard a platform: agents call this address, and what they may not do is not sent on."
    ),
    "settings": Entry(
        help="Print the options that the workspace or the environment sets, and where each is."
    ),
    "init": Entry(help="Unpack a fresh workspace into an empty folder."),
    "arithmetic": Entry(
        help="Compute with two integers and print the controller's response as JSON.",
        takes_negatives=True,
    ),
}
"""In the order of the help; the module of ``name`` is ``agentic_solver.cli.name``."""

SETTABLE = (("run",), ("bench",), ("solve",), ("acquire",), ("guard",), ("twin", "serve"))
"""Commands whose options a workspace or the environment may set, in words."""
