"""What a run does not import before its first task: see benchmarks/startup.py for the time."""

import subprocess
import sys

HEAVY = ("anthropic", "httpx2", "numpy", "openai", "pandas", "sqlalchemy", "sqlmodel", "tenacity")


def test_a_run_begins_without_the_libraries_that_it_may_never_need() -> None:
    asked = (
        "import sys, agentic_solver.cli.playing;"
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True
    )  # fmt: skip
    assert done.stdout.strip() == "[]"
