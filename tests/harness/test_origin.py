"""Whom a run asks, and who wrote what it plays instead."""

from dataclasses import replace
from pathlib import Path

import pytest

from agentic_solver.harness.benchmark import open_benchmark
from agentic_solver.harness.models import builtin_recordings, origin_of, provider_name
from agentic_solver.harness.options import RunOptions
from agentic_solver.llm.provenance import UNKNOWN, load_provenance
from agentic_solver.settings import load_settings

RECORDED = RunOptions(benchmark="erc3-dev", proposer="recorded")


@pytest.mark.parametrize("suite", ["erc3-dev", "erc3-prod"])
def test_built_in_recordings_say_that_a_stand_in_wrote_them(suite: str) -> None:
    found = load_provenance(builtin_recordings(suite))
    assert found.tokens == "estimated"
    assert "stand-in" in found.how
    assert "language model that saw the prompt alone" in found.by


def test_what_plays_recordings_says_whose(tmp_path: Path) -> None:
    opened = open_benchmark("erc3-dev", "twin", load_settings({}), seed=0)
    shipped = load_provenance(builtin_recordings("erc3-dev"))
    assert origin_of(RECORDED, opened) == shipped
    assert origin_of(replace(RECORDED, recordings=str(tmp_path)), opened) == UNKNOWN
    assert origin_of(replace(RECORDED, proposer="openai"), opened) is None
    # Somebody's own planner is asked, and what was recorded reads the requests.
    own = replace(RECORDED, proposer="mine:plan")
    assert origin_of(own, opened) == shipped
    assert origin_of(replace(own, reader_model="small"), opened) is None


@pytest.mark.parametrize(
    ("proposer", "model", "environment", "name"),
    [
        ("anthropic", "", {}, "Anthropic"),
        ("react", "", {}, "Anthropic"),
        ("openai", "m", {}, "OpenAI"),
        ("pydantic-ai", "google:m", {}, "google"),
        ("mine:plan", "", {}, "mine:plan"),
        (
            "openai", "m", {"OPENAI_BASE_URL": "http://localhost:8000/v1"},
            "localhost:8000 in the place of OpenAI",
        ),
        (
            "anthropic", "", {"ANTHROPIC_BASE_URL": "http://localhost:9"},
            "localhost:9 in the place of Anthropic",
        ),
    ],
)  # fmt: skip
def test_a_live_run_says_whom_it_asks(
    proposer: str, model: str, environment: dict[str, str], name: str
) -> None:
    options = replace(RECORDED, proposer=proposer, model=model)
    assert provider_name(options, load_settings(environment)) == name
