"""The tables follow the entity models and the closed vocabulary."""

import pytest

from agentic_solver.erc3.entity import (
    CustomerBrief,
    EmployeeBrief,
    EmployeeHours,
    Entity,
    ProjectBrief,
    ProjectHours,
    Seat,
    SkillLevel,
    TimeEntry,
)
from agentic_solver.erc3.snapshot.columns import ENTITY_COLUMNS
from agentic_solver.erc3.snapshot.schema import COLUMN_TYPES, DETAIL_COLUMNS, template_ddl

_SQL = {"text": "VARCHAR", "date": "DATE", "bool": "BOOLEAN", "decimal": "NUMERIC(9, 4)"}


@pytest.mark.requirement("S3-A3k", "S3-C3a")
def test_tables_are_those_of_the_vocabulary_in_its_order() -> None:
    for table, columns in ENTITY_COLUMNS.items():
        assert tuple(COLUMN_TYPES[table]) == tuple(columns)
        for column, kind in columns.items():
            found = COLUMN_TYPES[table][column]
            assert found in {"BIGINT", "INTEGER"} if kind == "int" else found == _SQL[kind]


@pytest.mark.parametrize(
    ("table", "model", "beside"),
    [
        ("employee_skills", SkillLevel, {"employee"}),
        ("employee_wills", SkillLevel, {"employee"}),
        ("project_team", Seat, {"project"}),
        ("time_summary_by_employee", EmployeeHours, {"date_from", "date_to"}),
        ("time_summary_by_project", ProjectHours, {"date_from", "date_to"}),
    ],
)
def test_rows_of_a_table_are_an_entity_and_what_it_belongs_to(
    table: str, model: type[Entity], beside: set[str]
) -> None:
    assert set(COLUMN_TYPES[table]) == set(model.model_fields) | beside


@pytest.mark.parametrize(
    ("table", "model"),
    [
        ("employees", EmployeeBrief),
        ("customers", CustomerBrief),
        ("projects", ProjectBrief),
        ("time_entries", TimeEntry),
    ],
)
def test_brief_columns_are_the_fields_of_the_entity(table: str, model: type[Entity]) -> None:
    brief = [name for name in COLUMN_TYPES[table] if name not in DETAIL_COLUMNS.get(table, ())]
    assert brief == list(model.model_fields)


def test_detail_columns_exist() -> None:
    for table, columns in DETAIL_COLUMNS.items():
        assert columns <= set(COLUMN_TYPES[table])


def test_ddl_has_one_statement_per_table() -> None:
    created = [sql for sql in template_ddl() if sql.startswith("CREATE TABLE")]
    assert len(created) == len(COLUMN_TYPES)
