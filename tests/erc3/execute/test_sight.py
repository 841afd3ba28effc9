"""What of a read tool's result is emptied before anybody sees it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

import pytest
from pydantic import JsonValue

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.rule import Proof
from agentic_solver.erc3.execute.sight import Sight
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.policy.clause import Conditional, Hidden, ReadAccess, Visible
from agentic_solver.erc3.policy.runtime import Policy

PROOF = Proof(identity={}, rule_ids=(), predicate="one's own", result="allow")
OWN = Conditional(template="r.id = 'a'", needs=(), proof=PROOF)
HIDDEN = Hidden(proof=PROOF)


@dataclass(frozen=True)
class Rights:
    """Rights by table and column; what is not named is open."""

    closed: Mapping[tuple[str, str], ReadAccess]

    def read_access(self, _identity: Identity, _name: str, table: str, column: str) -> ReadAccess:
        return self.closed.get((table, column), Visible(proof=PROOF))


@dataclass(frozen=True)
class Rows:
    """Rows of which only some are visible, and those that were asked for."""

    visible: frozenset[tuple[str, str, str]]
    asked: list[tuple[str, str, str]] = field(default_factory=list)

    def row_is_visible(self, table: str, column: str, key: str, _access: Conditional) -> bool:
        self.asked.append((table, column, key))
        return (table, column, key) in self.visible


def shown(
    kind: str,
    result: JsonValue,
    closed: Mapping[tuple[str, str], ReadAccess],
    *visible: tuple[str, str, str],
) -> JsonValue:
    sight = Sight(
        cast(Policy, Rights(closed)),
        Identity(
            current_user="a",
            is_public=False,
            location="",
            department="",
            today="2025-01-01",
            wiki_sha1="0" * 40,
        ),
        "Ann",
        cast(Workbench, Rows(frozenset(visible))),
    )
    return sight.show(kind, result)


@pytest.mark.parametrize(
    ("kind", "record", "column", "row"),
    [
        ("employee", {"id": "a", "salary": 1}, ("employees", "salary"), ("employees", "id", "a")),
        (
            "employee",
            {"id": "a", "skills": [{"name": "rust", "level": 1}]},
            ("employee_skills", "level"),
            ("employee_skills", "employee", "a"),
        ),
        (
            "project",
            {"id": "p", "team": [{"employee": "a"}]},
            ("project_team", "employee"),
            ("project_team", "project", "p"),
        ),
        (
            "seats",
            {"project": "p", "employee": "a", "role": "QA"},
            ("project_team", "role"),
            ("project_team", "project", "p"),
        ),
        (
            "seats",
            {"project": "p", "employee": "a", "employee_name": "Ann"},
            ("employees", "name"),
            ("employees", "id", "a"),
        ),
        (
            "time_entries",
            {"id": "t", "employee": "a", "employee_name": "Ann"},
            ("employees", "name"),
            ("employees", "id", "a"),
        ),
        (
            "time_entries",
            {"id": "t", "notes": "quiet"},
            ("time_entries", "hours"),
            ("time_entries", "id", "t"),
        ),
        (
            "wiki_page",
            {"path": "x.md", "content": "quiet"},
            ("wiki_pages", "content"),
            ("wiki_pages", "path", "x.md"),
        ),
        (
            "wiki_page",
            {"file": "x.md", "content": "quiet"},
            ("wiki_pages", "content"),
            ("wiki_pages", "path", "x.md"),
        ),
    ],
)
def test_a_field_is_shown_where_the_row_that_it_comes_from_is_visible(
    kind: str,
    record: dict[str, JsonValue],
    column: tuple[str, str],
    row: tuple[str, str, str],
) -> None:
    name = list(record)[-1]
    closed = {column: OWN}
    assert shown(kind, [record], closed, row) == [record]
    for other in ((row[0], row[1], "z"), (row[0], "z", row[2]), ("z", *row[1:])):
        (found,) = cast(list[dict[str, JsonValue]], shown(kind, [record], closed, other))
        assert found[name] is None
    hidden = shown(kind, record, {column: HIDDEN}, row)
    assert cast(dict[str, JsonValue], hidden)[name] is None


def test_what_no_right_is_about_is_shown_as_it_is() -> None:
    assert shown("count", 7, {("employees", "salary"): HIDDEN}) == 7
    assert shown("employees", ["a"], {("employees", "salary"): HIDDEN}) == ["a"]
    nameless: JsonValue = {"salary": 1}
    assert shown("employee", nameless, {("employees", "salary"): OWN}) == {"salary": None}
