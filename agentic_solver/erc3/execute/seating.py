"""Seats of teams: each that comes, goes or changes is compared with what the request says."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.erc3.execute.wish import NO_VALUE, Value, Wish, is_derived, number, stated
from agentic_solver.erc3.policy.vocabulary import ENUMS
from agentic_solver.erc3.tools.facade import PlannedWrite

__all__ = ["seated"]

_ROLES = ENUMS["project_team.role"]


_LEAD = "Lead"


_Seats = Mapping[str, tuple[tuple[str, Decimal], ...]]
"""Employee → role and time slice of the seats."""


def seated(write: PlannedWrite, wish: Wish) -> Value:
    """Every seat that comes, goes or changes is compared with what the request says of it."""
    project = str(write.targets.get("project"))
    before, after = _by_employee(wish.team(project)), _by_employee(write.changes.get("team"))
    traded = _are_traded(before, after, wish)
    for person in {**before, **after}:
        kept, given = list(before.get(person, ())), list(after.get(person, ()))
        gone = [seat for seat in kept if seat not in given]
        come = [seat for seat in given if seat not in kept]
        if gone and not come and not (wish.asking.removes or traded):
            return Value(against=NO_VALUE)
        if not traded and not all(_is_seat_told(seat, gone, wish) for seat in come):
            return Value(against=NO_VALUE)
    figures = [number(seat.get("time_slice")) for seat in _seats(write.changes.get("team"))]
    roles = {str(seat.get("role")) for seat in _seats(write.changes.get("team"))}
    told = stated(wish, *(number for number in figures if number is not None))
    told = told or any(wish.asking.says(role) for role in roles)
    # project and people together can hardly be named for anything else
    return Value(told=told or wish.meant.names_seats(write))


def _by_employee(team: JsonValue) -> _Seats:
    found: dict[str, tuple[tuple[str, Decimal], ...]] = {}
    for seat in _seats(team):
        place = (str(seat.get("role")), number(seat.get("time_slice")) or Decimal(0))
        person = str(seat.get("employee"))
        found[person] = (*found.get(person, ()), place)
    return found


def _are_traded(before: _Seats, after: _Seats, wish: Wish) -> bool:
    """Whether people whom the request names have nothing but each other's seats, shares or roles.

    In a trade between teams a seat goes to somebody who comes.
    """
    changed = [who for who in {**before, **after} if before.get(who) != after.get(who)]
    old = [seat for who in changed for seat in before.get(who, ())]
    new = [seat for who in changed for seat in after.get(who, ())]
    named = wish.meant.named("employee") | {wish.meant.me}
    return (
        len(old) == len(new)
        and named.issuperset(changed)
        and all(
            sorted(side) == sorted(other)
            for side, other in zip(zip(*old, strict=True), zip(*new, strict=True), strict=True)
        )
    )


def _is_seat_told(
    seat: tuple[str, Decimal], gone: Sequence[tuple[str, Decimal]], wish: Wish
) -> bool:
    """Whether the role and the share of a seat are those of before, or the request states them."""
    role, share = seat
    old_role, old_share = gone[0] if gone else ("", None)
    spoken = any(wish.asking.mentions(name) for name in _ROLES)
    role_told = role == old_role or wish.asking.mentions(role)
    if not role_told and (gone or spoken or role == _LEAD):
        return False
    if share == old_share or stated(wish, share) or wish.says("time_slice", float(share)):
        return True
    if old_share is not None and stated(wish, share - old_share):
        return True
    return is_derived(wish, "time_slice", "", figures=True)


def _seats(team: JsonValue) -> list[JsonObject]:
    return [seat for seat in team if isinstance(seat, dict)] if isinstance(team, list) else []
