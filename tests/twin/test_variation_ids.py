"""Other ids: a bijection that leaves no old id anywhere outside of the wiki."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentic_solver.twin.entity import Customer, Employee, Project, Seat, TimeEntry
from agentic_solver.twin.expectation import OUTCOMES, Change, Expectation, LinkRule, MessageRule
from agentic_solver.twin.suite import Suite, builtin_suites, load_suite
from agentic_solver.twin.task import Caller, Overlay, TaskSpec
from agentic_solver.twin.variation.ids import IdReplacer, choose_ids, vary_ids
from agentic_solver.twin.wikipages import WikiPages
from agentic_solver.twin.world import World
from tests.twin.test_drawing import make

IDS = st.lists(
    st.from_regex(r"(person|kw|x)[_.-]?[a-z0-9]{1,3}([-_. ][a-z0-9]{1,2})?", fullmatch=True),
    min_size=7, max_size=7, unique=True,
)  # fmt: skip


def toy(ids: list[str], told: str) -> Suite:
    """Return a suite of two people, two projects and three customers, one of them no record."""
    ann, bob, kite, boat, shop, port, house = ids

    def person(one: str) -> Employee:
        return Employee(
            id=one, name="N N", email=f"{one.replace(' ', '')}@toy.example", salary=1,
            notes=f"see {bob}, and ({kite}).", location="Ulm", department="Tools",
            skills=(), wills=(),
        )  # fmt: skip

    def client(one: str) -> Customer:
        return Customer(
            id=one, name="Shop", brief="", location="", primary_contact_name="",
            primary_contact_email="", deal_phase="idea", high_level_status=f"{ann}'s",
            account_manager=bob,
        )  # fmt: skip

    def project(one: str, customer: str) -> Project:
        team = (Seat(employee=ann, time_slice=0.5, role="Lead"),)
        return Project(
            id=one, name="P", description=f'"{boat}"', customer=customer, status="active", team=team
        )

    entry = TimeEntry(
        id="te_001", employee=ann, customer=shop, project=kite, date="2025-01-01", hours=1,
        work_category="w", notes="", billable=True, status="draft",
    )  # fmt: skip
    world = World(
        wiki="toy", today="2025-01-02", employees=(person(ann), person(bob)),
        projects=(project(kite, shop), project(boat, house)),
        customers=(client(shop), client(port)), time_entries=(entry,),
    )  # fmt: skip
    task = TaskSpec(
        id="t", family="f", world="toy",
        overlay=Overlay(
            employees={ann: {"notes": f"for {bob}"}},
            projects={kite: {"team": [{"employee": bob, "time_slice": 0.1, "role": "QA"}]}},
            time_entries=(entry.model_copy(update={"id": "te_002"}),),
            wiki={f"new/{shop}.md": f"about {shop}"},
        ),
        caller=Caller(current_user=ann, is_public=False, location="Ulm", department="Tools"),
        text=f"Is {kite} of {shop}?", paraphrases=(f"{boat}!",), wordings={"en": (f"{port}?",)},
        expect=Expectation(
            outcomes=OUTCOMES,  # type: ignore[arg-type]
            links={"employee": LinkRule(contain=(ann,), tolerate=(bob,)),
                   "project": LinkRule(forbid="any")},
            message=MessageRule(contains=(f"{ann}@toy.example",), excludes=(port,)),
            changes=(Change(event="ProjectTeamUpdated",
                            where={"id": kite, "team": [{"employee": ann}]}),),
        ),
    )  # fmt: skip
    return Suite(
        path=Path(), name="toy", description="", grading_version=1, page_limit=5,
        require_usage=False, wikis={"toy": WikiPages({"index.md": f"An id is {told}."})},
        worlds={"toy": world}, tasks=(task,),
    )  # fmt: skip


def values(value: Any) -> list[str]:
    """Return all texts of JSON data, keys of overlays included."""
    if isinstance(value, Mapping):
        return [text for key, item in value.items() for text in (key, *values(item))]
    if isinstance(value, list | tuple):
        return [text for item in value for text in values(item)]
    return [value] if isinstance(value, str) else []


def texts_of(suite: Suite) -> list[str]:
    found = [text for world in suite.worlds.values() for text in values(world.to_json())]
    found += [text for task in suite.tasks for text in values(task.to_json())]
    for drawn in suite.drawn.values():
        found += [drawn.reference.message, *(one for _, one in drawn.reference.links)]
        found += [text for call in drawn.reference.calls for text in values(call.body)]
    return found


def left_over(suite: Suite, ids: Mapping[str, str]) -> list[str]:
    """Return the texts in which an old id still stands as a word of its own."""
    # Part of a longer local part of an e-mail address, or of a longer id, is no id.
    longest_first = sorted(ids, key=len, reverse=True)
    pattern = re.compile("|".join(rf"(?<![\w.-]){re.escape(i)}(?![\w-])" for i in longest_first))
    return [text for text in texts_of(suite) if ids and pattern.search(text)]


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(ids=IDS, seed=st.integers(0, 9), stays=st.booleans())
def test_ids_are_a_bijection_and_no_old_one_is_left(ids: list[str], seed: int, stays: bool) -> None:
    suite = toy(ids, told=ids[1] if stays else "nothing")
    mapping = choose_ids(suite, seed)
    kept = set(ids) - set(mapping)
    assert len(set(mapping.values())) == len(mapping)
    assert not set(mapping.values()) & set(ids)
    assert (ids[1] in kept) == stays
    assert not stays or kept >= {ids[1]}
    varied = vary_ids(suite, seed)
    assert left_over(varied, mapping) == []
    assert varied.wikis["toy"].sha1 == suite.wikis["toy"].sha1
    back = IdReplacer({new: old for old, new in mapping.items()})
    assert [back(text) for text in texts_of(varied)] == texts_of(suite)


@pytest.mark.parametrize("seed", [0, 1])
def test_erc3_dev_has_no_old_id_left(seed: int) -> None:
    suite = load_suite(builtin_suites()["erc3-dev"])
    mapping = choose_ids(suite, seed)
    # An example of the registry page, a client of a page, and the house's own customer.
    assert not {"kw_017", "cust_saale_mining", "cust_kittiwake_inhouse"} & set(mapping)
    assert len(mapping) == 36 + 19 + 14 - 2
    varied = vary_ids(suite, seed)
    assert left_over(varied, mapping) == []
    world = varied.worlds["kittiwake"]
    assert {e.id for e in world.time_entries} == {
        e.id for e in suite.worlds["kittiwake"].time_entries
    }
    assert all(re.fullmatch(r"person_[0-9a-f]{4}|kw_017", p.id) for p in world.employees)
    assert world.employees[0].email == f"{world.employees[0].id}@kittiwake.example"


def test_solutions_of_drawn_tasks_follow(tmp_path: Path) -> None:
    suite = make(tmp_path / "toy")
    mapping = choose_ids(suite, 4)
    varied = vary_ids(suite, 4)
    assert left_over(varied, mapping) == []
    call = varied.drawn["pause"].reference.calls[0]
    assert call.body["id"] == mapping["proj_kite"]
    assert varied.drawn["pause"].spec.expect.changes[0].where["id"] == mapping["proj_kite"]  # type: ignore[union-attr]


def test_new_ids_are_of_another_shape_than_all_old_ones() -> None:
    ids = ["person_1", "person_2", "work_1", "p-2", "account_1", "party_1", "c"]
    mapping = choose_ids(toy(ids, told="nothing"), 0)
    assert mapping["person_1"].startswith("member_")
    assert mapping["work_1"].startswith("venture_")
    assert mapping["account_1"].startswith("buyer_")


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("kw_1", "NEW"),
        ("kw_1, (kw_1) kw_1's", "NEW, (NEW) NEW's"),
        ("kw_10 xkw_1 kw_1x", "kw_10 xkw_1 kw_1x"),
        ("kw_1@a.example", "NEW@a.example"),
        ("mail kw_1@a.example.", "mail NEW@a.example."),
        ("kw_1.old@a.example, x@kw_1.example", "kw_1.old@a.example, x@kw_1.example"),
        ("clients/kw_1.md", "clients/NEW.md"),
        ("a-b and a-b-c", "ODD and ODD-c"),
    ],
)
def test_ids_are_whole_words_and_whole_local_parts(text: str, after: str) -> None:
    assert IdReplacer({"kw_1": "NEW", "a-b": "ODD"})(text) == after
