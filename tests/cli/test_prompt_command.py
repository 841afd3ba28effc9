"""``prompt``: the request of a task, block by block."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from agentic_solver.cli.app import app
from agentic_solver.erc3.propose.reader import reader_prompt
from agentic_solver.workspace import init_workspace


@pytest.fixture
def place(tmp_path: Path) -> Path:
    init_workspace(tmp_path / "place")
    return tmp_path / "place"


def prompt(place: Path, *arguments: str) -> Result:
    return CliRunner().invoke(app, ["prompt", *arguments, "--workspace", str(place)])


def test_stable_blocks_come_first_and_the_request_last(place: Path) -> None:
    done = prompt(place, "erc3-dev", "lead-of-project", "--json")
    assert done.exit_code == 0, done.output
    view = json.loads(done.output)
    names = [block["name"] for block in view["blocks"]]
    assert names == ["reply schema", "contract", "company", "rights", "request"]
    assert [block["cacheable"] for block in view["blocks"]] == [True, True, True, True, False]
    assert view["policy_known"]
    assert view["tokens_estimated"] == sum(block["tokens_estimated"] for block in view["blocks"])
    assert view["cacheable_share"] > 0.99


def test_stable_blocks_are_the_same_bytes_for_two_callers(place: Path) -> None:
    views = [
        json.loads(prompt(place, "erc3-dev", task, "--json").output)
        for task in ("lead-of-project", "role-by-surname", "visitor-site-yes")
    ]
    one, other, guest = ([block["digest"] for block in view["blocks"]] for view in views)
    assert one[:3] == other[:3]
    assert one[-1] != other[-1]
    # what rules give to colleagues is not told for a visitor
    assert guest[:2] == one[:2]
    assert guest[2] != one[2]


def test_one_block_is_printed_as_it_is_sent(place: Path) -> None:
    whole = json.loads(prompt(place, "erc3-dev", "lead-of-project", "--json").output)
    block = prompt(place, "erc3-dev", "lead-of-project", "--block", "company").output
    assert block == whole["blocks"][2]["text"] + "\n"
    counts = prompt(place, "erc3-dev", "lead-of-project", "--counts").output
    assert "=== company: about" in counts
    assert whole["blocks"][2]["text"] not in counts


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("erc3-dev", "no-such-task"), "has no task 'no-such-task'"),
        (("erc3-dev", "lead-of-project", "--block", "poem"), "there is no block 'poem'"),
        (("no-such-suite", "x"), "neither a built-in suite"),
    ],
)
def test_bad_input_is_one_sentence(place: Path, arguments: tuple[str, ...], said: str) -> None:
    done = prompt(place, *arguments)
    assert done.exit_code == 2
    assert said in done.stderr


def test_the_reader_is_told_its_instructions_and_the_request(place: Path) -> None:
    done = prompt(place, "erc3-dev", "lead-of-project", "--reader", "--json")
    assert done.exit_code == 0, done.output
    view = json.loads(done.output)
    assert [block["name"] for block in view["blocks"]] == ["reader", "request"]
    assert view["blocks"][0]["text"] == reader_prompt()
    assert view["blocks"][1]["text"] == "Who is in charge of the Tram Cab Simulator?"
    assert view["tokens_estimated"] == sum(block["tokens_estimated"] for block in view["blocks"])
    counts = prompt(place, "erc3-dev", "lead-of-project", "--reader", "--counts").output
    assert "=== reader: about " in counts
    assert reader_prompt()[:20] not in counts
