"""Causes that no other rows are behind: what is linked beside an answer, and how figures stand."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from agentic_solver.contracts.decision import AgentResponse
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import LinkKind, Outcome
from agentic_solver.erc3.experience.cause import Cause, Form, Found, Written
from agentic_solver.erc3.experience.check_line import Wish
from agentic_solver.erc3.experience.store import ExperienceStore
from agentic_solver.harness.beside import beside
from agentic_solver.harness.explained import Explained, why_not
from agentic_solver.harness.graded_answer import ExecutedFact, GradedAnswer
from agentic_solver.harness.written import written
from agentic_solver.llm.model import ModelReply, ModelRequest
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.workspace import Workspace
from tests.harness.learning.test_conventions import plan_of
from tests.playing import play
from tests.script import load_script


def answered(
    *wishes: Wish, message: str = "None.", outcome: str = "ok_not_found", links: str = "",
    rows: tuple[JsonObject, ...] = (), query: str = "SELECT id FROM find_project('x')",
) -> GradedAnswer:  # fmt: skip
    """An answer with one fact; ``links`` are ids of projects."""
    linked = [{"kind": "project", "id": one} for one in links.split()]
    response = {"message": message, "outcome": outcome, "links": linked}
    return GradedAnswer(
        response=AgentResponse.model_validate_json(json.dumps(response)),
        wishes=wishes,
        calls=(),
        caller="",
        reply={},
        facts=(ExecutedFact(id="p", query=query, rows=rows),),
    )


def causes_of(answer: GradedAnswer) -> list[Cause]:
    return [cause for cause, _wishes in beside(answer)]


def missed(*ids: str) -> tuple[Wish, ...]:
    return tuple(Wish("link", ("project", one)) for one in ids)


@pytest.mark.parametrize(
    "outcome", ["ok_not_found", "none_clarification_needed", "none_unsupported", "ok_answer"]
)
def test_what_a_finder_found_is_missed_in_any_outcome_that_may_have_links(outcome: str) -> None:
    rows: tuple[JsonObject, ...] = ({"id": "p1"}, {"id": "p2"})
    found = Found(outcome=Outcome(outcome), kind=LinkKind.PROJECT, linked=True)
    assert causes_of(answered(*missed("p1", "p2"), outcome=outcome, rows=rows)) == [found]
    assert causes_of(answered(*missed("p2"), outcome=outcome, rows=rows, links="p1")) == [found]


def test_links_that_no_finder_leads_to_have_no_such_cause() -> None:
    rows: tuple[JsonObject, ...] = ({"id": "p1"}, {"id": "p2"})
    assert causes_of(answered(*missed("p9"), rows=rows)) == []
    assert causes_of(answered(*missed("p1"), rows=rows)) == []  # why this one and not the other?
    assert causes_of(answered(*missed("p1"), rows=rows, outcome="denied_security")) == []
    listed = "SELECT id FROM projects WHERE status = 'active'"
    assert causes_of(answered(*missed("p1", "p2"), rows=rows, query=listed)) == []


def test_links_that_are_not_wanted_with_an_outcome() -> None:
    surplus = Wish("no link", ("project", "p1"))
    answer = answered(surplus, rows=({"id": "p1"},), links="p1")
    left_out = Found(outcome=Outcome.OK_NOT_FOUND, kind=LinkKind.PROJECT, linked=False)
    assert causes_of(answer) == [left_out]


@pytest.mark.parametrize(
    ("message", "wanted", "form"),
    [
        ("12.5 hours", "12.50", Form.TWO_DECIMALS),
        ("12.4966 hours", "12.5", Form.ONE_DECIMAL),
        ("12.5 hours", "12.497", Form.THREE_DECIMALS),  # the fact knows it better than the message
        ("12.5 hours", "12", Form.WHOLE),
        ("12,5 hours", "12.5", Form.DECIMAL_POINT),
        ("12.5 hours", "12,5", Form.DECIMAL_COMMA),
        ("on 2026-03-01", "01.03.2026", Form.DAY_FIRST),
        ("on 01.03.2026", "2026-03-01", Form.YEAR_FIRST),
    ],
)
def test_a_figure_or_a_date_in_another_form(message: str, wanted: str, form: Form) -> None:
    wish = Wish("text", (wanted,))
    answer = answered(wish, message=message, outcome="ok_answer", rows=({"said": 12.4966},))
    assert list(written(answer)) == [(Written(form=form), (wish,))]


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("7 hours", ("12.5",)),  # another figure
        ("some hours", ("12.5",)),  # none at all
        ("12.4966 and 3.25", ("12.50", "3.3")),  # each with other decimals
        ("12.4966 hours", ("12.4",)),  # cut off, not rounded
    ],
)
def test_what_is_no_matter_of_decimals(message: str, wanted: tuple[str, ...]) -> None:
    wishes = [Wish("text", (one,)) for one in wanted]
    answer = answered(*wishes, message=message, outcome="ok_answer", rows=({"said": 12.4966},))
    assert list(written(answer)) == []


def unlinked(request: ModelRequest) -> ModelReply:
    """Look people up and link nobody, unless the prompt says so."""
    task = request.key.split("/")[1]
    text = request.messages[0].text.partition("Request:\n")[2]
    plan = plan_of(task, text, "")
    told = "links each employee that a finder found" in str(request.system)
    return ModelReply(text=json.dumps(plan if told else without_links(plan)))


def without_links(plan: dict[str, object]) -> dict[str, object]:
    cases = plan["cases"]
    assert isinstance(cases, list)
    return plan | {"cases": [case | {"links": []} for case in cases]}


def test_a_missed_link_to_what_was_looked_up_is_learnt_and_kept(
    place: Workspace,
    repo_root: Path,
    tmp_path: Path,
    open_experience: Callable[[], ExperienceStore],
) -> None:
    suite = load_script(repo_root / "benchmarks" / "learning.py").write_suite(tmp_path)
    tasks = ("mail-of-a-colleague-1", "mail-of-a-colleague-2", "mail-of-a-colleague-3")
    run = play(place, tasks, suite=str(suite), model=ScriptedModel(unlinked), experience="learn")
    assert [one.score == 1.0 for one in run.results] == [False, True, True]
    with open_experience() as store:
        (entry,) = store.entries()
    assert entry.patch.subject == "link_of_a_found_employee_with_ok_answer"
    assert (entry.status, entry.supported) == ("active", tasks[:2])


@pytest.mark.parametrize(
    "outcome", ["ok_not_found", "none_unsupported", "none_clarification_needed"]
)
def test_links_that_are_missing_are_proposed_whatever_was_found(outcome: str) -> None:
    (cause,) = causes_of(answered(*missed("p1"), outcome=outcome, rows=({"id": "p1"},)))
    assert why_not(Explained(cause=cause)) == ""
