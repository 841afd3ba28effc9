"""Suites drawn from a seed: companies, templates, and what is wrong with either."""

from pathlib import Path

import pytest

from agentic_solver.errors import SuiteError
from agentic_solver.twin.drawing.mention import mention_thing, name_tokens, rivals
from agentic_solver.twin.entity import Customer
from agentic_solver.twin.suite import Suite, load_suite

META = "name: toy\ndescription: A toy.\ngrading_version: 1\n"
COMPANY = """
import random
from agentic_solver.twin.entity import Employee, Project, Seat
from agentic_solver.twin.world import World

NAMES = ("Ada Novák", "Bo Li", "Cy Dee", "Di Ek", "Ed Fox", "Flo Gil")


def company(seed):
    rng = random.Random(seed)
    people = tuple(
        Employee(id=f"p_{i}", name=name, email=f"p{i}@toy.example", salary=50_000, notes="",
                 location="Ulm", department="Tools", skills=(), wills=())
        for i, name in enumerate(NAMES)
    )
    lead, other = rng.sample([p.id for p in people], 2)
    team = (Seat(employee=lead, time_slice=0.5, role="Lead"),
            Seat(employee=other, time_slice=0.3, role="QA"))
    project = Project(id="proj_kite", name="Blue Kite", description="A kite.", customer="",
                      status="active", team=team)
    return World(wiki="toy", today="2025-03-01", employees=people, projects=(project,),
                 customers=(), time_entries=())
"""
TEMPLATES = """
from agentic_solver.twin.drawing.draw import contain
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.drawing.writes import update_status


@template(family="lookup_role", copies=2)
def who_leads(draw):
    project = draw.pick(draw.scene.projects)
    lead = draw.scene.lead(project)
    draw.ask_as(draw.pick(p for p in draw.scene.employees if p.id != lead.id))
    draw.say({"en": ["Who leads {project}?"], "de": ["Wer leitet {project}?"]},
             project=draw.title(project))
    return draw.answer(f"{lead.name} does.", links={"employee": contain(lead.id, tolerate=())},
                       contains=[lead.name], excludes=["perhaps"])


@template(family="project_write")
def pause(draw):
    project = draw.pick(draw.scene.projects)
    lead = draw.ask_as(draw.scene.lead(project))
    draw.say({"en": ["Pause {project}."]}, project=draw.title(project))
    return draw.answer("Paused.", writes=[update_status(lead.id, project, "paused")])
"""


def make(
    folder: Path, *, company: str = COMPANY, templates: str = TEMPLATES, seed: int = 0
) -> Suite:
    for name, text in (
        ("suite.yaml", META),
        ("wikis/toy/index.md", "# Toy\n"),
        ("worlds/toy.py", company),
        ("templates/all.py", templates),
    ):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return load_suite(folder, seed=seed)


def test_a_seed_decides_everything(tmp_path: Path) -> None:
    first, again = make(tmp_path / "a", seed=3), make(tmp_path / "b", seed=3)
    assert first.tasks == again.tasks
    assert first.worlds == again.worlds
    others = [make(tmp_path / "a", seed=seed) for seed in range(8)]
    assert len({str(suite.tasks) for suite in others}) > 1
    assert len({str(suite.worlds["toy"]) for suite in others}) > 1


def test_a_template_gives_its_copies_with_solution_and_wordings(tmp_path: Path) -> None:
    suite = make(tmp_path / "s")
    assert suite.is_drawn
    assert [task.id for task in suite.tasks] == ["who-leads-1", "who-leads-2", "pause"]
    task = suite.tasks[0]
    assert set(task.wordings) == {"en", "de"}
    assert {task.text, *task.paraphrases} == {s for group in task.wordings.values() for s in group}
    (link,) = suite.drawn["who-leads-1"].reference.links
    assert task.expect.links["employee"].contain == (link[1],)
    assert suite.drawn["pause"].reference.calls[0].route == "/projects/status/update"


@pytest.mark.parametrize(
    ("company", "templates", "words"),
    [
        ("def company(seed):\n    return 1 / 0\n", TEMPLATES, "line 2: company(0) raises Zero"),
        ("def company(seed):\n    return None\n", TEMPLATES, "company(0) returns no World"),
        ("x = 1\n", TEMPLATES, "there is no function company(seed)"),
        ("def company(:\n", TEMPLATES, "toy.py, line 1: SyntaxError"),
        (COMPANY.replace('wiki="toy"', 'wiki="boat"'), TEMPLATES, "wiki: there is no wiki 'boat'"),
        (COMPANY, TEMPLATES.replace("draw.pick(draw.scene.projects)", "draw.missing"),
         "all.py, line 9, template who-leads: it raises AttributeError"),
        (COMPANY, TEMPLATES.replace("lead = draw.scene.lead(project)", "draw.need(False, 'never')"),
         "none of 80 draws with seed 0 suits, the last one because: never"),
        (COMPANY, TEMPLATES.replace('family="project_write"', 'family="x", worlds=("moon",)'),
         "template pause: there is no world 'moon'"),
        (COMPANY, TEMPLATES.replace('contain(lead.id,', 'contain("p_99",'),
         "template who-leads: expect.links.employee.contain[0]: there is no employee 'p_99'"),
    ],
    ids=["raises", "no-world", "no-function", "syntax", "wiki", "template-raises", "no-draw",
         "world", "unknown-id"],
)  # fmt: skip
def test_what_is_wrong_is_named(tmp_path: Path, company: str, templates: str, words: str) -> None:
    with pytest.raises(SuiteError) as caught:
        make(tmp_path / "s", company=company, templates=templates)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_two_templates_of_one_name_are_refused(tmp_path: Path) -> None:
    make(tmp_path / "s")
    (tmp_path / "s" / "templates" / "more.py").write_text(TEMPLATES, encoding="utf-8")
    with pytest.raises(SuiteError, match=r"another template 'who-leads' in .*all.py"):
        load_suite(tmp_path / "s")


def test_a_name_that_could_mean_another_is_told() -> None:
    def customer(number: int, name: str) -> Customer:
        return Customer(
            id=f"c{number}", name=name, brief="", location="", primary_contact_name="",
            primary_contact_email="", deal_phase="idea", high_level_status="", account_manager="",
        )  # fmt: skip

    north, group, south = (
        customer(1, "Nord Käse"),
        customer(2, "Nord-Kase Gruppe"),
        customer(3, "S"),
    )
    assert name_tokens("Nord Käse") == {"nord", "kase"}
    assert rivals(mention_thing(north), (north, group, south)) == ("c2",)
    assert rivals(mention_thing(group), (north, group, south)) == ()
