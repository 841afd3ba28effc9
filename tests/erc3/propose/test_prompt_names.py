"""The prompt is about any company: nothing in it comes from a suite that it is measured on."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from agentic_solver.erc3.experience.distil import own_wordings
from agentic_solver.erc3.knowledge import describe_tables
from agentic_solver.erc3.propose.feedback import repair_text
from agentic_solver.erc3.propose.prompt import CallerContext, build_prompt
from agentic_solver.erc3.propose.reply import reply_schema
from agentic_solver.erc3.tools.catalog import load_catalog
from agentic_solver.twin.suite import Suite, builtin_suites, load_suite

REPO = Path(__file__).resolve().parents[3]
SHARED = REPO.parent / "shared" / "erc3" / "suites"
SEEDS = (0, 1)


@cache
def prompt_texts() -> dict[str, str]:
    """Return everything that some model is told whatever the company is, by source."""
    catalog = load_catalog(REPO / "tools")
    prompt = build_prompt(
        tables=describe_tables(),
        writes=tuple(catalog.signatures(writes=True)),
        policy="",
        wiki="",
        experience=tuple(sorted(own_wordings(catalog))),
        caller=CallerContext(
            is_public=True, department="", location="", roles=(), today="2030-01-01"
        ),
        task_text="",
    )
    told = {block.name: block.text for block in prompt.blocks}
    reading = REPO / "agentic_solver" / "erc3" / "acquire" / "prompt.py"
    return told | {
        "user": prompt.user,
        "schema": str(reply_schema()),
        "repair": repair_text(""),
        "reading": reading.read_text(encoding="utf-8"),
        "seeds": (REPO / "experience" / "seed.yaml").read_text(encoding="utf-8"),
    }


def names_of(suite: Suite) -> Iterator[tuple[str, str]]:
    """Yield what a suite calls its companies, people, projects and tasks."""
    for name, world in suite.worlds.items():
        yield "company", name
        for person in world.employees:
            words = person.name.split()
            yield "person", person.id
            yield "person", person.name
            yield "person", " ".join(reversed(words))
            yield "person", person.email
        for customer in world.customers:
            yield "company", customer.id
            yield "company", customer.name
            yield "person", customer.primary_contact_name
        for project in world.projects:
            yield "project", project.id
            yield "project", project.name
    for task in suite.tasks:
        yield "task", task.text


def found_in(suite: Suite) -> list[str]:
    found = []
    texts = {source: f" {plain(text)} " for source, text in prompt_texts().items()}
    for kind, name in dict.fromkeys(names_of(suite)):
        told = plain(name)
        found += [
            f"{source} names the {kind} {name!r}"
            for source, text in texts.items()
            if told and f" {told} " in text
        ]
    # The id of a task is made of common words: it counts as it is written.
    ids = [task.id for task in suite.tasks if re.search(r"[\W_]", task.id)]
    return found + [
        f"{source} names the task {task}"
        for task in ids
        for source, text in prompt_texts().items()
        if task in text
    ]


def plain(text: str) -> str:
    """Return a text as its words, casefolded: no mark hides a name."""
    return " ".join(re.findall(r"\w+", text.casefold()))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", sorted(builtin_suites()))
def test_the_prompt_names_nothing_of_a_built_in_suite(name: str, seed: int) -> None:
    assert found_in(load_suite(builtin_suites()[name], seed=seed)) == []


@pytest.mark.parametrize(
    "path",
    sorted(path.parent for path in SHARED.glob("*/suite.yaml")) if SHARED.is_dir() else [],
    ids=lambda path: path.name,
)
def test_the_prompt_names_nothing_of_a_suite_beside_the_repository(path: Path) -> None:
    assert found_in(load_suite(path)) == []


def test_the_search_finds_a_name_however_it_is_written() -> None:
    """Otherwise the tests above could not fail."""
    texts = prompt_texts()
    assert {"contract", "reading", "seeds", "experience"} <= texts.keys()
    suite = load_suite(builtin_suites()["erc3-dev"])
    names = {plain(name) for _, name in names_of(suite)}
    person = next(iter(suite.worlds.values())).employees[0]
    assert plain(f"{person.name.upper()}!") in names
    assert plain(person.name) not in plain(texts["contract"])
    assert f" {plain('Dachsanierung')} " in plain(texts["contract"])
