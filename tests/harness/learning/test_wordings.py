"""How things are looked for can be learnt: other wordings of what nothing is called."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from agentic_solver.analysis.convention import conventions
from agentic_solver.analysis.reading import load_run
from agentic_solver.contracts.patch import PatchCategory
from agentic_solver.erc3.experience.store import ExperienceStore
from agentic_solver.harness.benchmark import open_benchmark
from agentic_solver.harness.gate import Side
from agentic_solver.harness.influence import measure_influence, told_in
from agentic_solver.harness.options import RunOptions
from agentic_solver.harness.run_folder import RunFolder
from agentic_solver.llm.model import ModelReply, ModelRequest
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.settings import load_settings
from agentic_solver.workspace import Workspace
from tests.playing import play, recorded

BENCHMARK = "erc3-prod"

FINDER = re.compile(r"(find_[a-z]+\('(?:[^']|'')*')(?:, *'(?:[^']|'')*')+\)")
"""A finder call of several wordings; its first group has the first one."""


TASKS = ("busiest-in-a-department-1", "busiest-in-a-department-2")
"""Of one template, with a department that nobody calls by its name."""


@pytest.fixture
def literal() -> Callable[[], ScriptedModel]:
    """A proposer that looks for the words of the request alone, unless the prompt says more."""

    def make() -> ScriptedModel:
        inner = recorded(BENCHMARK)

        def answer(request: ModelRequest) -> ModelReply:
            reply = inner.complete(request)
            system = "\n".join(block.text for block in request.system)
            told = "Give each finder, after the phrase of the request, other wordings" in system
            text = reply.text if told else FINDER.sub(r"\1)", reply.text)
            return ModelReply(text=text, model=reply.model, usage=reply.usage)

        return ScriptedModel(answer)

    return make


@pytest.mark.requirement("S3-D1c")
def test_a_thing_that_is_not_found_teaches_to_look_for_it_in_other_words(
    place: Workspace,
    literal: Callable[[], ScriptedModel],
    open_experience: Callable[[], ExperienceStore],
) -> None:
    run = play(place, TASKS, suite=BENCHMARK, model=literal(), experience="learn")
    assert [one.score for one in run.results] == [0.0, 1.0]
    with open_experience() as store:
        (entry,) = store.entries()
    assert entry.patch.category is PatchCategory.ACQUISITION
    assert entry.patch.provenance.task == TASKS[0]

    # what the patch does to the plan's calls is shown by leaving it out
    told = told_in(RunFolder.open(Path(run.run_dir)), TASKS[1])
    with_it, without = measure_influence(
        told,
        RunOptions(benchmark=BENCHMARK, tasks=TASKS[1:]),
        workspace=place,
        open_side=lambda seed: Side(
            benchmark=open_benchmark(BENCHMARK, "twin", load_settings({}), seed=seed),
            model=literal(),
        ),
    )
    changes = without.changes(with_it)
    assert without.without == (entry.patch.id,)
    assert {"plan", "score 1.0 -> 0.0"} <= {*changes}
    calls = next(one for one in changes if one.startswith("calls "))
    assert re.match(r"calls \d+ -> \d+ \([-+] /", calls)


def test_the_proposal_of_an_analysis_names_the_fact_that_found_nothing(
    place: Workspace, literal: Callable[[], ScriptedModel]
) -> None:
    run = play(place, TASKS, suite=BENCHMARK, model=literal())
    (proposal,) = conventions(load_run(Path(run.run_dir)), place)
    assert "category: acquisition" in proposal.edit
    assert proposal.tasks == TASKS
    assert all(
        "looks for one wording and finds nothing; it wanted the outcome ok_answer" in line
        for line in proposal.evidence
    )
