"""The bound on the parser's work: texts that can be read in very many ways are refused."""

import pytest

from agentic_solver.contracts.violations import ViolationCode
from agentic_solver.erc3.snapshot.firewall import check_query
from agentic_solver.erc3.snapshot.parsing import parsed
from agentic_solver.erc3.snapshot.query import CheckedQuery
from agentic_solver.erc3.snapshot.source import Refusal


def _nested(name: str, depth: int) -> str:
    return f"SELECT {f'{name}(' * depth}1{')' * depth} AS x"


def _bare_joins(kind: str, count: int) -> str:
    return "SELECT a.id FROM me a " + " ".join(f"{kind} JOIN me b{i}" for i in range(count))


@pytest.mark.parametrize("name", ["date", "timestamp", "decimal", "varchar", "struct", "time"])
def test_calls_whose_name_is_also_a_type_cannot_be_nested_without_end(name: str) -> None:
    refused = check_query(_nested(name, 30), path="/facts/0/query")
    assert isinstance(refused, tuple)
    assert [(v.code, v.path) for v in refused] == [
        (ViolationCode.SQL_TOO_COMPLEX, "/facts/0/query")
    ]


@pytest.mark.parametrize("kind", ["", "LEFT", "FULL OUTER"])
def test_joins_without_conditions_cannot_be_piled_up(kind: str) -> None:
    refused = check_query(_bare_joins(kind, 20))
    assert isinstance(refused, tuple)
    assert refused[0].code is ViolationCode.SQL_TOO_COMPLEX


def test_a_few_of_either_are_read() -> None:
    assert isinstance(check_query("SELECT date(date('2025-01-01')) AS x"), CheckedQuery)
    assert isinstance(check_query(_bare_joins("", 3)), CheckedQuery)


def test_many_joins_with_conditions_are_read() -> None:
    joins = " ".join(f"JOIN me b{i} ON b{i}.id = a.id" for i in range(20))
    assert isinstance(check_query(f"SELECT a.id FROM me a {joins}"), CheckedQuery)


def test_a_rendered_query_is_bounded_as_well() -> None:
    with pytest.raises(Refusal, match="too many ways"):
        parsed(_bare_joins("", 20))
