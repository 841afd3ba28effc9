"""Seats in teams: who comes, who goes, with which role and share of time."""

import pytest
from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import Operation
from agentic_solver.erc3.asked.judged import Says
from tests.erc3.asked.conftest import Office, Open
from tests.readings import ME, change, everyone, named, where

LATHE, SCALE = (named(name, "project") for name in ("rail lathe", "clinic scale"))
CARLO, DORA, FINN, HUGO = (
    named(name) for name in ("Carlo Neri", "Dora Klein", "Finn Olsen", "Hugo Marin")
)
EMIL = named("Emil Novak")
TEAM = Operation.UPDATE_PROJECT_TEAM


def seat(employee: str, project: str = "pr_lathe", **rest: JsonValue) -> JsonObject:
    return {"project": project, "employee": employee, **rest}


def asked(*people: JsonObject, project: JsonObject = LATHE, **rest: JsonValue) -> JsonObject:
    return change("change_team", project, people=list(people), **rest)


def says(room: Office, wanted: JsonObject, *seats: JsonObject) -> Says:
    return room.says(wanted, room.writes("change_team", *seats) if seats else ())


ADDED = asked(FINN, field="seat", how="add", more={"role": "Engineer", "share": 0.5})
ROLE = asked(HUGO, field="role", value="Engineer")
SHARE = asked(HUGO, field="share", value=0.5)
GONE = asked(HUGO, field="seat", how="remove")


@pytest.mark.parametrize(
    ("wanted", "seats", "says_"),
    [
        # new members
        (ADDED, [seat("li_06", role="Engineer", time_slice=0.5)], Says.AGREES),
        (ADDED, [seat("li_06", role="Lead", time_slice=0.5)], Says.DIFFERS),
        (ADDED, [seat("li_06", role="Engineer", time_slice=0.25)], Says.DIFFERS),
        (ADDED, [seat("li_07", role="Engineer", time_slice=0.5)], Says.DIFFERS),
        (ADDED, [seat("li_06", "pr_scale", role="Engineer", time_slice=0.5)], Says.DIFFERS),
        (ADDED, [seat("li_06", role="Engineer", time_slice=0.5),
                 seat("li_07", role="Engineer", time_slice=0.5)], Says.DIFFERS),
        (ADDED, [seat("li_06", role="Engineer", time_slice=0.5), seat("li_08", remove=True)],
         Says.DIFFERS),
        (ADDED, [], Says.DIFFERS),
        (asked(FINN, field="seat", how="add", more={"role": "Engineer"}),
         [seat("li_06", role="Engineer", time_slice=0.5)], Says.OPEN),
        (asked(FINN, field="seat", how="add", more={"share": 0.5}),
         [seat("li_06", role="Lead", time_slice=0.5)], Says.OPEN),
        (asked(FINN, field="seat", how="add", value="Engineer", more={"share": 0.5}),
         [seat("li_06", role="Engineer", time_slice=0.5)], Says.AGREES),
        (asked(FINN, EMIL, field="seat", how="add", more={"role": "QA", "share": 0.1}),
         [seat("li_06", role="QA", time_slice=0.1), seat("li_05", role="QA", time_slice=0.1)],
         Says.AGREES),
        (asked(FINN, EMIL, field="seat", how="add", more={"role": "QA", "share": 0.1}),
         [seat("li_06", role="QA", time_slice=0.1)], Says.DIFFERS),
        # those who go
        (GONE, [seat("li_08", remove=True)], Says.AGREES),
        (GONE, [seat("li_04", remove=True)], Says.DIFFERS),
        (GONE, [seat("li_08", role="Other")], Says.DIFFERS),
        (GONE, [seat("li_08", remove=True), seat("li_04", remove=True)], Says.DIFFERS),
        (GONE, [], Says.DIFFERS),
        (asked(HUGO, field="seat", how="empty"), [seat("li_08", remove=True)], Says.AGREES),
        (asked(everyone(where("project", LATHE), except_=[CARLO]), field="seat", how="remove"),
         [seat("li_08", remove=True), seat("li_04", remove=True)], Says.AGREES),
        (asked(everyone(where("project", LATHE), except_=[CARLO]), field="seat", how="remove"),
         [seat("li_08", remove=True)], Says.DIFFERS),
        # roles
        (ROLE, [seat("li_08", role="Engineer")], Says.AGREES),
        (ROLE, [seat("li_08", role="Lead")], Says.DIFFERS),
        (ROLE, [seat("li_08", role="Engineer", time_slice=0.5)], Says.DIFFERS),
        (ROLE, [seat("li_08", remove=True)], Says.DIFFERS),
        (ROLE, [seat("li_04", role="Other")], Says.DIFFERS),
        (ROLE, [], Says.DIFFERS),
        (asked(HUGO, field="role", how="same_as", value={"of": DORA}),
         [seat("li_08", role="Engineer")], Says.AGREES),
        (asked(HUGO, field="role", how="same_as", value={"of": DORA}),
         [seat("li_08", role="Designer")], Says.DIFFERS),
        (asked(HUGO, field="role", how="same_as", value={"of": FINN}),
         [seat("li_08", role="Designer")], Says.OPEN),
        (asked(HUGO, field="role", value="Boss"), [seat("li_08", role="Lead")], Says.OPEN),
        # shares
        (SHARE, [seat("li_08", time_slice=0.5)], Says.AGREES),
        (SHARE, [seat("li_08", time_slice=0.25)], Says.DIFFERS),
        (SHARE, [seat("li_08", time_slice=0.51)], Says.DIFFERS),
        (SHARE, [seat("li_08", time_slice=0.5, role="Lead")], Says.DIFFERS),
        (SHARE, [seat("li_08", remove=True)], Says.DIFFERS),
        # half of what somebody else has
        (asked(DORA, field="share", how="multiply", value={"value": 0.5, "of": HUGO}),
         [seat("li_04", time_slice=0.125)], Says.AGREES),
        (asked(DORA, field="share", how="multiply", value={"value": 0.5, "of": HUGO}),
         [seat("li_04", time_slice=0.25)], Says.DIFFERS),
        (asked(DORA, field="share", how="multiply", value={"value": 0.5, "of": FINN}),
         [seat("li_04", time_slice=0.25)], Says.OPEN),
        (asked(HUGO, field="share", value=50), [seat("li_08", time_slice=0.5)], Says.AGREES),
        (asked(HUGO, field="share", value="0.5"), [seat("li_08", time_slice=0.5)], Says.AGREES),
        (asked(HUGO, field="share", value=50), [seat("li_08", time_slice=0.05)], Says.DIFFERS),
        (asked(HUGO, field="share", value={"value": 2, "per": "week"}),
         [seat("li_08", time_slice=0.4)], Says.AGREES),
        (asked(HUGO, field="share", value={"value": 2, "per": "week"}),
         [seat("li_08", time_slice=0.02)], Says.OPEN),
        (asked(HUGO, field="share", value={"value": 1, "per": "week"}),
         [seat("li_08", time_slice=0.2)], Says.AGREES),
        (asked(HUGO, field="share", how="add", value=0.25), [seat("li_08", time_slice=0.5)],
         Says.AGREES),
        (asked(HUGO, field="share", how="add", value=0.25), [seat("li_08", time_slice=0.75)],
         Says.DIFFERS),
        (asked(HUGO, field="share", how="subtract", value=0.05), [seat("li_08", time_slice=0.2)],
         Says.AGREES),
        (asked(HUGO, field="share", how="multiply", value=2), [seat("li_08", time_slice=0.5)],
         Says.AGREES),
        (asked(HUGO, field="share", how="multiply", value=2), [seat("li_08", time_slice=0.1)],
         Says.DIFFERS),
        (asked(HUGO, field="share", how="percent_up", value=20), [seat("li_08", time_slice=0.3)],
         Says.AGREES),
        (asked(HUGO, field="share", how="percent_down", value=20), [seat("li_08", time_slice=0.2)],
         Says.AGREES),
        (asked(HUGO, field="share", how="percent_down", value=20),
         [seat("li_08", time_slice=0.05)], Says.DIFFERS),
        (asked(HUGO, field="share", how="same_as", value={"of": DORA}),
         [seat("li_08", time_slice=0.5)], Says.AGREES),
        (asked(HUGO, field="share", how="same_as", value={"of": DORA}),
         [seat("li_08", time_slice=0.4)], Says.DIFFERS),
        (asked(HUGO, field="share", how="fill_to", value=0.9), [seat("li_08", time_slice=0.9)],
         Says.AGREES),
        (asked(CARLO, field="share", how="fill_to", value=0.85), [seat("li_03", time_slice=0.6)],
         Says.AGREES),
        (asked(CARLO, field="share", how="fill_to", value=0.85), [seat("li_03", time_slice=0.85)],
         Says.OPEN),  # of active projects alone: what the sum is over is not told
        (asked(CARLO, field="share", how="fill_to", value=0.85), [seat("li_03", time_slice=0.7)],
         Says.DIFFERS),
        (asked(HUGO, field="share", value="half"), [seat("li_08", time_slice=0.5)], Says.OPEN),
        (asked(HUGO, field="share"), [seat("li_08", time_slice=0.5)], Says.OPEN),
        (asked(ME, field="share", value=0.4), [seat("li_03", time_slice=0.4)], Says.AGREES),
        (asked(ME, field="share", value=0.4), [seat("li_08", time_slice=0.4)], Says.DIFFERS),
        (asked(HUGO, field="share", value=0.5, more={"role": "Ops"}),
         [seat("li_08", time_slice=0.5, role="Ops")], Says.AGREES),
        (asked(HUGO, field="share", value=0.5, more={"role": "Ops"}),
         [seat("li_08", time_slice=0.5)], Says.DIFFERS),
        # people among the targets, several projects, one of several of a name
        (change("change_team", LATHE, HUGO, field="role", value="Engineer"),
         [seat("li_08", role="Engineer")], Says.AGREES),
        (asked(named("Novak"), project=SCALE, field="role", value="QA"),
         [seat("li_09", "pr_scale", role="QA")], Says.OPEN),
        (asked(named("Nobody Atall"), field="role", value="QA"), [seat("li_08", role="Ops")],
         Says.DIFFERS),
        (change("change_team", people=[HUGO], field="role", value="Engineer"),
         [seat("li_08", role="Engineer")], Says.DIFFERS),
    ],
)  # fmt: skip
def test_a_seat_is_as_it_is_asked_for(
    wanted: JsonObject, seats: list[JsonObject], says_: Says, office: Open
) -> None:
    assert says(office(), wanted, *seats) is says_


def test_of_several_of_a_name_the_one_with_a_seat_is_meant(office: Open) -> None:
    wanted = asked(
        named("Novak"), field="role", value="QA", project=named("film cutter", "project")
    )
    room = office()
    assert says(room, wanted, seat("li_05", "pr_film", role="QA")) is Says.AGREES
    assert says(room, wanted, seat("li_09", "pr_film", role="QA", time_slice=0.1)) is Says.DIFFERS


NOVAK: JsonObject = named("Novak")
FILM = named("film cutter", "project")
"""Of two of the name, Emil has a seat there, Ines has none."""


@pytest.mark.parametrize(
    ("rest", "seats", "says_"),
    [
        # a share or a role that something is added to is that of somebody who is there
        ({"field": "share", "how": "add", "value": 0.25},
         [seat("li_05", "pr_film", time_slice=0.35)], Says.AGREES),
        ({"field": "share", "how": "add", "value": 0.25},
         [seat("li_09", "pr_film", role="QA", time_slice=0.25)], Says.DIFFERS),
        ({"field": "share", "how": "add", "value": 0.25}, [], Says.DIFFERS),
        ({"field": "role", "how": "add", "value": "QA"}, [seat("li_05", "pr_film", role="QA")],
         Says.AGREES),
        ({"field": "seat", "how": "remove"}, [seat("li_05", "pr_film", remove=True)], Says.AGREES),
        # who joins may be either of them
        ({"field": "seat", "how": "add", "more": {"role": "QA", "share": 0.1}},
         [seat("li_09", "pr_film", role="QA", time_slice=0.1)], Says.OPEN),
        ({"field": "seat", "how": "add", "more": {"role": "Lead", "share": 0.2}},
         [seat("li_05", "pr_film", role="Lead", time_slice=0.2)], Says.OPEN),
    ],
)  # fmt: skip
def test_of_several_of_a_name_the_one_whose_share_grows_is_the_one_with_a_seat(
    rest: dict[str, JsonValue], seats: list[JsonObject], says_: Says, office: Open
) -> None:
    assert says(office("li_05"), asked(NOVAK, project=FILM, **rest), *seats) is says_


def test_where_several_of_a_name_have_a_seat_none_is_meant(office: Open) -> None:
    wanted = asked(NOVAK, project=SCALE, field="share", how="add", value=0.1)
    assert says(office(), wanted, seat("li_05", "pr_scale", time_slice=0.5)) is Says.OPEN


SWAPPED_ROLES = [seat("li_04", role="QA"), seat("li_08", role="Engineer")]
SWAPPED_SHARES = [seat("li_04", time_slice=0.25), seat("li_08", time_slice=0.5)]
SWAPPED = [
    seat("li_04", role="QA", time_slice=0.25),
    seat("li_08", role="Engineer", time_slice=0.5),
]


@pytest.mark.parametrize(
    ("field", "seats", "says_"),
    [
        ("role", SWAPPED_ROLES, Says.AGREES),
        ("role", SWAPPED_ROLES[:1], Says.DIFFERS),
        ("role", SWAPPED, Says.DIFFERS),
        ("role", [SWAPPED_ROLES[0], seat("li_08", role="Lead")], Says.DIFFERS),
        ("share", SWAPPED_SHARES, Says.AGREES),
        ("share", SWAPPED_SHARES[1:], Says.DIFFERS),
        ("share", SWAPPED, Says.DIFFERS),
        ("seat", SWAPPED, Says.AGREES),
        ("seat", SWAPPED_ROLES, Says.DIFFERS),
        ("seat", [*SWAPPED, seat("li_03", time_slice=0.1)], Says.DIFFERS),
        ("role", [], Says.DIFFERS),
    ],
)
def test_in_one_team_each_gets_what_the_other_had(
    field: str, seats: list[JsonObject], says_: Says, office: Open
) -> None:
    assert says(office(), asked(DORA, HUGO, field=field, how="swap"), *seats) is says_


@pytest.mark.parametrize(
    ("people", "seats", "says_"),
    [
        ([DORA, named("Ines Novak")],
         [seat("li_04", remove=True), seat("li_09", role="Engineer", time_slice=0.5),
          seat("li_09", "pr_scale", remove=True),
          seat("li_04", "pr_scale", role="Engineer", time_slice=0.6)], Says.AGREES),
        ([DORA, named("Ines Novak")],
         [seat("li_04", remove=True), seat("li_09", role="Lead", time_slice=0.5),
          seat("li_09", "pr_scale", remove=True),
          seat("li_04", "pr_scale", role="Engineer", time_slice=0.6)], Says.DIFFERS),
        ([DORA, named("Ines Novak")],
         [seat("li_04", remove=True), seat("li_09", role="Engineer", time_slice=0.5),
          seat("li_09", "pr_scale", remove=True)], Says.OPEN),
        ([DORA, named("Ines Novak")], [seat("li_04", remove=True)], Says.DIFFERS),
        ([DORA], [seat("li_04", remove=True)], Says.OPEN),
    ],
)  # fmt: skip
def test_between_teams_each_takes_the_seat_of_the_other(
    people: list[JsonObject], seats: list[JsonObject], says_: Says, office: Open
) -> None:
    wanted = change("change_team", LATHE, SCALE, people=[*people], field="seat", how="swap")
    assert says(office(), wanted, *seats) is says_


def test_what_is_not_told_of_a_new_seat_is_open(office: Open) -> None:
    new = seat("li_06", role="Engineer", time_slice=0.2)
    assert says(office(), asked(FINN, field="seat", how="add"), new) is Says.OPEN


def test_what_a_unit_is_of_a_share_is_open(office: Open) -> None:
    wanted = asked(HUGO, field="share", value={"value": 3, "per": "day"})
    assert says(office(), wanted, seat("li_08", time_slice=0.375)) is Says.OPEN
    assert says(office(), wanted, seat("li_08", time_slice=0.6)) is Says.AGREES
    plain = asked(HUGO, field="share", value=0.3)
    assert says(office(), plain, seat("li_08", time_slice=0.375)) is Says.DIFFERS
