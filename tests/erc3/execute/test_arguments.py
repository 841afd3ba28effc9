"""Arguments: the value grammar of calls and the rows of facts become validated tool arguments."""

import json

import pytest
from pydantic import JsonValue

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import APICall, FactOutput
from agentic_solver.contracts.violations import Violation, ViolationCode
from agentic_solver.erc3.execute.arguments import (
    Invocation,
    each_fact,
    referenced_binds,
    referenced_facts,
    resolve_arguments,
)
from agentic_solver.erc3.tools.facade import (
    Level,
    Operation,
    PlannedWrite,
    Reader,
    ToolArguments,
    writes,
)


class Record(ToolArguments):
    name: str
    level: Level


@writes(Operation.LOG_TIME, calls=())
def plain(
    _reader: Reader, employee: str, hours: float, notes: str = ""
) -> tuple[PlannedWrite, ...]:
    """Log hours."""
    del employee, hours, notes
    return ()


@writes(Operation.UPDATE_SKILLS, calls=())
def many(_reader: Reader, employee: str, skills: tuple[Record, ...]) -> tuple[PlannedWrite, ...]:
    """Set levels."""
    del employee, skills
    return ()


PLAIN, MANY = plain, many


def fact(columns: tuple[str, ...], *rows: tuple[JsonValue, ...]) -> FactOutput:
    return FactOutput(columns=columns, rows=rows, digest="a" * 64)


FACTS = {
    "one": fact(("employee", "hours"), ("ann", 2.5)),
    "two": fact(("employee", "hours"), ("ann", 2), ("bob", 3)),
    "none": fact(("employee", "hours")),
    "spare": fact(("employee", "hours", "label"), ("ann", 2, "x")),
    "wrong": fact(("employee", "hours"), ("ann", "many")),
    "nulls": fact(("employee", "hours", "notes"), ("ann", 1, None)),
    "levels": fact(
        ("employee", "name", "level"), ("ann", "a", 1), ("bob", "a", 2), ("ann", "b", 3)
    ),
    "high": fact(("employee", "name", "level"), ("ann", "a", 11)),
}
BINDS: dict[str, JsonValue] = {"b": {"rows": [{"id": "ann"}, {"id": "bob"}], "n": 4}}


def resolved(args: JsonObject, *, many: bool = False, spare: tuple[str, ...] = ()) -> object:
    call = APICall(id="w1", tool="t", args=args)
    tool = MANY if many else PLAIN
    return resolve_arguments(call, tool, FACTS, BINDS, path="/p", spare_columns=frozenset(spare))


def given(item: Invocation) -> JsonObject:
    return dict(json.loads(item.arguments.model_dump_json(exclude_none=True)))


def values(args: JsonObject, *, many: bool = False) -> list[tuple[str, JsonObject]]:
    found = resolved(args, many=many)
    assert isinstance(found, tuple)
    assert all(isinstance(item, Invocation) for item in found)
    return [(item.id, given(item)) for item in found]


def code(args: JsonObject, *, many: bool = False) -> ViolationCode:
    found = resolved(args, many=many)
    assert isinstance(found, Violation)
    assert found.path == "/p"
    return found.code


@pytest.mark.parametrize(
    "args",
    [
        {"employee": "ann", "hours": 2.5},
        {
            "employee": {"$fact": "one", "col": "employee"},
            "hours": {"$fact": "one", "col": "hours"},
        },
        {"employee": {"$ref": "b", "path": "/rows/0/id"}, "hours": 2.5},
    ],
)
def test_literals_cells_and_pointers_give_the_same_invocation(args: JsonObject) -> None:
    assert values(args) == [("w1", {"employee": "ann", "hours": 2.5, "notes": ""})]


def test_each_row_is_one_invocation_with_an_ordinal_id() -> None:
    found = values({"$each": "two"})
    assert [name for name, _ in found] == ["w1#0", "w1#1"]
    assert [args["employee"] for _, args in found] == ["ann", "bob"]
    assert [name for name, _ in values({"$each": "one"})] == ["w1"]
    assert values({"$each": "none"}) == []


def test_rows_of_one_target_join_into_one_list_of_records() -> None:
    assert [args for _, args in values({"$each": "levels"}, many=True)] == [
        {"employee": "ann", "skills": [{"name": "a", "level": 1}, {"name": "b", "level": 3}]},
        {"employee": "bob", "skills": [{"name": "a", "level": 2}]},
    ]


def test_all_rows_of_a_fact_can_be_one_argument() -> None:
    rows = fact(("name", "level"), ("a", 1), ("b", 2))
    call = APICall(id="w1", tool="many", args={"employee": "ann", "skills": {"$rows": "rows"}})
    found = resolve_arguments(call, MANY, {"rows": rows}, {}, path="/p")
    assert isinstance(found, tuple)
    assert given(found[0])["skills"] == [
        {"level": 1, "name": "a"},
        {"level": 2, "name": "b"},
    ]


def test_null_means_not_given() -> None:
    assert values({"$each": "nulls"}) == [("w1", {"employee": "ann", "hours": 1.0, "notes": ""})]


@pytest.mark.requirement("S3-B2d")
@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ({"employee": {"$fact": "two", "col": "employee"}, "hours": 1}, "REFERENCE_CARDINALITY"),
        ({"employee": {"$fact": "none", "col": "employee"}, "hours": 1}, "REFERENCE_CARDINALITY"),
        ({"employee": {"$fact": "one", "col": "salary"}, "hours": 1}, "REFERENCE_CARDINALITY"),
        ({"employee": {"$ref": "b", "path": "/rows/9/id"}, "hours": 1}, "REFERENCE_CARDINALITY"),
        ({"employee": {"$ref": "b", "path": "/rows/2/id"}, "hours": 1}, "REFERENCE_CARDINALITY"),
        ({"employee": {"$ref": "b", "path": "/rows/x/id"}, "hours": 1}, "REFERENCE_CARDINALITY"),
        ({"employee": {"$ref": "b", "path": "/n/x"}, "hours": 1}, "REFERENCE_CARDINALITY"),
        ({"employee": "ann"}, "TOOL_ARGUMENTS"),
        ({"employee": 3, "hours": 1}, "TOOL_ARGUMENTS"),
        ({"employee": "ann", "hours": "1"}, "TOOL_ARGUMENTS"),
        ({"employee": "ann", "hours": 1, "salary": 1}, "TOOL_ARGUMENTS"),
        ({"$each": "wrong"}, "TOOL_ARGUMENTS"),
        ({"$each": "spare"}, "TOOL_ARGUMENTS"),
        ({"$each": "levels"}, "TOOL_ARGUMENTS"),
    ],
)
def test_what_does_not_fit_is_refused(args: JsonObject, expected: str) -> None:
    assert code(args) == expected


def test_level_above_ten_is_refused() -> None:
    assert code({"$each": "high"}, many=True) == "TOOL_ARGUMENTS"


def test_a_column_that_something_else_reads_need_not_be_an_argument() -> None:
    assert isinstance(resolved({"$each": "spare"}, spare=("label",)), tuple)


def test_problems_name_arguments_and_types_but_no_values() -> None:
    found = resolved({"$each": "wrong"})
    assert isinstance(found, Violation)
    assert "hours" in str(found.details)
    assert "many" not in found.model_dump_json()


def test_references_are_found_at_any_depth_in_order() -> None:
    args: JsonObject = {
        "a": [{"$fact": "f2", "col": "x"}, {"$rows": "f1"}],
        "b": {"c": {"$ref": "bind", "path": ""}, "d": {"$fact": "f2", "col": "y"}},
    }
    assert referenced_facts(args) == ("f2", "f1")
    assert referenced_binds(args) == ("bind",)
    assert referenced_facts({"$each": "f"}) == ("f",)
    assert each_fact({"$each": "f"}) == "f"
    assert each_fact({"$each": "f", "x": 1}) is None
    assert each_fact({"$each": 3}) is None


@pytest.mark.parametrize(
    "reference",
    [
        {"$fact": 5, "col": "hours"},
        {"$fact": "unheard", "col": "hours"},
        {"$fact": ["one"]},
        {"$rows": ["two"]},
        {"$ref": 5},
        {"$ref": None, "path": "/n"},
        {"$unheard": "one"},
        {"$ref": "b", "path": "/rows/\u00b2"},
        {"$ref": "b", "path": "/rows/" + "9" * 5_000},
    ],
)
def test_a_reference_to_nothing_is_told_in_every_shape(reference: JsonObject) -> None:
    args: JsonObject = {"employee": "ann", "hours": reference}
    assert code(args) is ViolationCode.REFERENCE_CARDINALITY
