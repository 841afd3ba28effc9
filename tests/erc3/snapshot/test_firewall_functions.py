"""Audit: every function of the installed DuckDB is either allowed or knowingly refused."""

from pathlib import Path

import duckdb

from agentic_solver.erc3.snapshot.functions import ALLOWED_FUNCTIONS, TABLE_FUNCTIONS

DENIED_FILE = Path(__file__).parent / "denied_functions.txt"
OUTSIDE = {"grouping"}
"""Reported by the parser although the catalog does not list it."""


def denied() -> set[str]:
    lines = DENIED_FILE.read_text(encoding="utf-8").splitlines()
    return {name for line in lines if not line.startswith("#") for name in line.split("\t")[:1]}


def installed() -> dict[str, set[str]]:
    """Return function name -> stabilities, for everything a query could call."""
    rows = duckdb.connect(":memory:").execute(
        "SELECT lower(function_name), function_type, stability FROM duckdb_functions()"
        # What depends on the zone of the session is stable: the engine sets and locks the zone.
        " WHERE NOT coalesce(stability = 'CONSISTENT_WITHIN_QUERY' AND list_has_any("
        "parameter_types, ['TIMESTAMP WITH TIME ZONE', 'TIMESTAMPTZ_NS']), false)"
    )
    found: dict[str, set[str]] = {}
    for name, kind, stability in rows.fetchall():
        if kind != "pragma":
            found.setdefault(name, set()).add(stability or kind)
    return found


def test_every_installed_function_is_allowed_or_denied() -> None:
    known = ALLOWED_FUNCTIONS | denied()
    assert sorted(set(installed()) - known) == []


def test_no_function_is_both_allowed_and_denied() -> None:
    assert sorted(ALLOWED_FUNCTIONS & denied()) == []


def test_allowed_functions_exist() -> None:
    assert sorted(ALLOWED_FUNCTIONS - set(installed()) - OUTSIDE) == []


def test_allowed_functions_are_never_volatile() -> None:
    unstable = {"VOLATILE", "CONSISTENT_WITHIN_QUERY"}
    catalog = installed()
    assert sorted(n for n in ALLOWED_FUNCTIONS if catalog.get(n, set()) & unstable) == []


def test_table_functions_are_the_reviewed_few() -> None:
    assert {"unnest", "range", "generate_series"} == TABLE_FUNCTIONS


def test_the_lists_were_reviewed_for_the_installed_version() -> None:
    header = DENIED_FILE.read_text(encoding="utf-8").splitlines()[0]
    installed_version = ".".join(duckdb.__version__.split(".")[:2])
    assert f"DuckDB {installed_version} " in header
