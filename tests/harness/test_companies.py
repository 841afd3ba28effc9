"""Companies by writers who have never seen the engine, with the replies of the models that played.

The rules of the wiki, the plans, readings and proofs were made before anything was mended by what
they show. The lists are strict: of a task that is mended the line goes.
"""

import json
import re
import shutil
import tarfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.workspace import init_workspace

COMPANIES = Path(__file__).parents[2] / "benchmarks" / "companies"
WRONG = {
    "bourdon": {
        "c13-page-line": "the plan builds the page in SQL that the firewall refuses",
        "c14-page-row": "the plan builds the page in SQL that the firewall refuses",
        "d06-no-such-member": "who is to leave a team without a seat in it: not found, not asked",
    },
    "kachlovna": {
        "resume-library": "whether a limit of load holds for a resumed project is read two ways",
    },
    "carnsore": {
        "vik-leave": "the figure follows from prose of a page that the planner does not see",
    },
    "perihel": {
        "b14-selin-wills": "the plan was told no way to take a wish off the list",
    },
}
"""Company → tasks that are wrong today → why."""


@pytest.mark.parametrize("name", [pytest.param("bourdon", marks=pytest.mark.slow), "perihel"])
def test_a_company_that_nobody_developed_against(name: str, tmp_path: Path) -> None:
    with tarfile.open(COMPANIES / f"{name}.tar.gz") as packed:
        packed.extractall(tmp_path, filter="data")
    company, place = tmp_path / name, tmp_path / "place"
    init_workspace(place)
    shutil.copytree(company / "workspace", place, dirs_exist_ok=True)
    common = ["--workspace", str(place)]
    runner = CliRunner()
    assert runner.invoke(app, ["compile", *common]).exit_code == 0
    done = runner.invoke(
        app,
        ["run", str(company / "suite"), "--proposer", "recorded", "--json", "--second-look", "rows",
         "--recordings", str(company / "recordings"), *common],
    )  # fmt: skip
    totals = json.loads(done.stdout)
    wrong = {one["task"] for one in totals["results"] if one["score"] != 1}
    assert wrong == WRONG[name].keys(), done.stderr
    written = [one for one in totals["results"] if one["task"] in wrong]
    assert "by a language model that saw the requests of the engine alone" in done.stderr
    changed = re.compile(r"found unexpected \d+ events")
    assert not any(changed.search(one["first_failed_check"]) for one in written)
