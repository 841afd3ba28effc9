"""How a query picks some records of many: by what is stored, or by the place of a key alone."""

import pytest
from sqlglot import exp

from agentic_solver.erc3.execute.picking import is_key, picks_by_key

_PEOPLE = "SELECT id, salary FROM employees"


@pytest.mark.parametrize(
    ("sql", "by_key"),
    [
        (f"{_PEOPLE} LIMIT 1", True),
        (f"{_PEOPLE} ORDER BY id LIMIT 1", True),
        (f"{_PEOPLE} ORDER BY salary, id LIMIT 1", False),
        (f"{_PEOPLE} ORDER BY id", False),
        (f"{_PEOPLE} QUALIFY row_number() OVER () = 1", True),
        (f"{_PEOPLE} QUALIFY row_number() OVER (ORDER BY id) = 1", True),
        (f"{_PEOPLE} QUALIFY row_number() OVER (ORDER BY salary DESC) = 1", False),
        ("SELECT salary FROM employees LIMIT 1", False),
        ("SELECT min(id) AS id FROM employees", True),
        ("SELECT min(salary) AS salary FROM employees", False),
        ("SELECT min('id') AS v FROM employees", False),
    ],
)
def test_a_record_that_only_its_key_puts_first_is_picked_by_it(sql: str, by_key: bool) -> None:
    assert picks_by_key(sql) is by_key


def test_a_text_that_reads_like_a_key_is_none() -> None:
    key, text = exp.Select().select("e.Id", "'id'").selects
    assert is_key(key)
    assert not is_key(text)
    assert not is_key(None)
