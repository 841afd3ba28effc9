"""Who reads requests and wikis beside somebody's own proposer."""

from dataclasses import replace

import pytest

from agentic_solver.contracts.model import JsonObject
from agentic_solver.errors import NoRecordingError, SettingsError
from agentic_solver.harness.benchmark import Benchmark
from agentic_solver.harness.models import Own, open_models
from agentic_solver.harness.options import RunOptions
from agentic_solver.llm.first_answer import FirstAnswer
from agentic_solver.llm.model import Message, ModelRequest
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.settings import load_settings
from tests.playing import opened, recorded

OPTIONS = RunOptions(benchmark="erc3-dev", proposer="own:propose")
UNKNOWN = ModelRequest(
    model="m", messages=(Message(role="user", text="x"),), max_tokens=300, key="no/such/reading"
)


@pytest.fixture(scope="module")
def suite() -> Benchmark:
    return opened()


def propose(_request: object) -> JsonObject:
    return {}


OWN = Own(proposer=propose)


def test_the_recorded_readings_of_the_suite_read_and_else_nobody(suite: Benchmark) -> None:
    models = open_models(OPTIONS, suite, load_settings({}), OWN)
    assert models.planner.name == "own:propose"
    assert models.reader.name == recorded().name
    with pytest.raises(NoRecordingError):
        models.reader.complete(UNKNOWN)
    alone = open_models(OPTIONS, replace(suite, id="my-suite"), load_settings({}), OWN)
    with pytest.raises(NoRecordingError, match="name a reader with --reader-model, or set ANTH"):
        alone.reader.complete(UNKNOWN)


def test_a_live_model_reads_where_it_is_named_or_nothing_is_recorded(suite: Benchmark) -> None:
    settings = load_settings({"ANTHROPIC_API_KEY": "sk-of-nobody"})
    alone = open_models(OPTIONS, replace(suite, id="my-suite"), settings, OWN)
    assert alone.reader.name == settings.model
    named = open_models(replace(OPTIONS, reader_model="small"), suite, settings, OWN)
    assert named.reader.name == "small"
    with pytest.raises(SettingsError):
        open_models(replace(OPTIONS, reader_model="claude-opus-5-5"), suite,
                    load_settings({}), OWN)  # fmt: skip


def test_the_next_model_is_asked_for_what_is_not_recorded() -> None:
    last = ScriptedModel(["read"], name="live")
    first = recorded()
    both = FirstAnswer([first, last], unknown=str)
    assert both.complete(UNKNOWN).text == "read"
    assert (both.name, both.recordings) == (first.name, first)
    assert FirstAnswer([], unknown=str).name == "nobody"
    assert FirstAnswer([last, both], unknown=str).recordings == first
