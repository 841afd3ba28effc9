"""Write sets: merged where they replace one record, each with a key of its own."""

from dataclasses import replace

from agentic_solver.contracts.plan import APICall
from agentic_solver.contracts.rule import Allowed, Operation, Proof
from agentic_solver.erc3.execute.writing import (
    Planned,
    ResolvedWrite,
    merge_writes,
    resolve_ids,
)
from agentic_solver.erc3.tools.facade import (
    Affected,
    LinkKind,
    PlannedWrite,
    Postcondition,
)

ALLOWED = Allowed(proof=Proof(identity={}, rule_ids=(), predicate="p", result="allow"))


def change(employee: str, **changes: int | str) -> PlannedWrite:
    return PlannedWrite(
        operation=Operation.UPDATE_SALARY,
        route="/employees/update",
        body={"employee": employee, "salary": 1, "notes": "old", **changes},
        changes=dict(changes),
        merge_key=f"employee:{employee}",
        targets={"employee": employee, **changes},
        affected=(Affected(kind=LinkKind.EMPLOYEE, id=employee),),
        postcondition=Postcondition(
            route="/employees/get", body={"id": employee}, key="employee", expected=dict(changes)
        ),
    )


def entry(hours: int) -> PlannedWrite:
    return PlannedWrite(
        operation=Operation.LOG_TIME, route="/time/log", body={"hours": hours}, changes={}
    )


def planned(name: str, tool: str, write: PlannedWrite) -> Planned:
    call = APICall(id=name.partition("#")[0], tool=tool, args={"$each": "f1"})
    return Planned(id=name, call=call, place=int(call.id[1:]) - 1, write=write)


def resolve(*writes: Planned, number: int = 1) -> tuple[ResolvedWrite, ...]:
    verdicts = {one.id: ALLOWED for one in writes}
    return resolve_ids(writes, task_id="t1", reaction_id=number, verdicts=verdicts)


def test_changes_of_one_record_become_one_write_at_the_first_place() -> None:
    merged = merge_writes(
        [
            planned("w1", "set_salary", change("ann", salary=5)),
            planned("w2", "set_salary", change("bob", salary=6)),
            planned("w3", "set_notes", change("ann", notes="new")),
        ]
    )
    assert [(one.id, one.write.body["employee"]) for one in merged] == [
        ("w1", "ann"),
        ("w2", "bob"),
    ]
    first = merged[0].write
    assert first.body == {"employee": "ann", "salary": 5, "notes": "new"}
    assert first.changes == {"salary": 5, "notes": "new"}
    assert first.postcondition is not None
    assert first.postcondition.expected == {"salary": 5, "notes": "new"}
    assert len(first.affected) == 1


def test_writes_that_add_are_never_merged() -> None:
    merged = merge_writes(
        [planned("w1#0", "log_time", entry(1)), planned("w1#1", "log_time", entry(1))]
    )
    assert len(merged) == 2


def test_a_write_that_changes_nothing_is_left_out() -> None:
    same = PlannedWrite(
        operation=Operation.UPDATE_WIKI, route="/r", body={}, changes={}, no_op=True
    )
    assert merge_writes([planned("w1", "t", same)]) == []


def test_what_follows_a_write_that_changes_nothing_is_kept() -> None:
    same = PlannedWrite(
        operation=Operation.UPDATE_WIKI, route="/r", body={}, changes={}, no_op=True
    )
    kept = merge_writes(
        [
            planned("w1#0", "t", same),
            planned("w1#1", "log_time", entry(1)),
            planned("w1#2", "t", same),
        ]
    )
    assert [one.id for one in kept] == ["w1#1"]


def test_a_merged_write_touches_what_each_of_them_touches() -> None:
    other = Affected(kind=LinkKind.EMPLOYEE, id="bob")
    second = replace(change("ann", notes="new"), affected=(other,))
    (merged,) = merge_writes(
        [planned("w1", "t", change("ann", salary=5)), planned("w2", "t", second)]
    )
    assert {item.id for item in merged.write.affected} == {"ann", "bob"}


def test_equal_payloads_have_different_keys_and_the_round_changes_the_attempt_only() -> None:
    first = resolve(planned("w1#0", "log_time", entry(1)), planned("w1#1", "log_time", entry(1)))
    again = resolve(planned("w1#0", "log_time", entry(1)), planned("w1#1", "log_time", entry(1)))
    later = resolve(
        planned("w1#0", "log_time", entry(1)), planned("w1#1", "log_time", entry(1)), number=2
    )
    keys = [item.write_key for item in first]
    assert len(set(keys)) == 2
    assert [item.write_key for item in again] == [item.write_key for item in later] == keys
    assert [i.attempt_id for i in first] == [i.attempt_id for i in again]
    assert all(a.attempt_id != b.attempt_id for a, b in zip(first, later, strict=True))


def test_another_payload_is_another_effect() -> None:
    assert (
        resolve(planned("w1", "t", entry(1)))[0].write_key
        != resolve(planned("w1", "t", entry(2)))[0].write_key
    )
