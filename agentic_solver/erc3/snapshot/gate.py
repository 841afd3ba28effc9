"""The second gate: DuckDB's own reading of the rendered text, walked against closed lists.

The first gate works on sqlglot's tree. Two parsers may differ, so what counts is checked again
on what the database itself will run: node kinds, tables, functions, column names.
"""

import json
import threading
from typing import Any

import duckdb

from agentic_solver.contracts.violations import ViolationCode as Code
from agentic_solver.erc3.snapshot.functions import (
    ALLOWED_FUNCTIONS,
    TABLE_FUNCTIONS,
    VOLATILE_NAMES,
)
from agentic_solver.erc3.snapshot.source import Refusal

__all__ = ["pass_gate", "serialized"]

_QUERY_NODES = frozenset({"SELECT_NODE", "SET_OPERATION_NODE", "CTE_NODE"})
_SOURCES = frozenset(
    {"BASE_TABLE", "SUBQUERY", "JOIN", "TABLE_FUNCTION", "EXPRESSION_LIST", "EMPTY"}
)
_CLASSES = frozenset(
    {
        "BETWEEN",
        "CASE",
        "CAST",
        "COLLATE",
        "COLUMN_REF",
        "COMPARISON",
        "CONJUNCTION",
        "CONSTANT",
        "FUNCTION",
        "OPERATOR",
        "STAR",
        "SUBQUERY",
        "TYPE",
        "WINDOW",
    }
)
_FORBIDDEN_TYPES = ("WITH TIME ZONE", "TIMESTAMPTZ", "TIMETZ", "GEOMETRY", "VARIANT", "ENUM")
_LOCK = (
    "PRAGMA disable_optimizer",  # nothing is run that could be optimized
    "SET threads=1",
    "SET memory_limit='256MB'",
    "SET max_expression_depth=250",
    "SET autoinstall_known_extensions=false",
    "SET autoload_known_extensions=false",
    "SET allow_community_extensions=false",
    "SET python_enable_replacements=false",
    "SET enable_external_access=false",
    "SET lock_configuration=true",
)
_QUESTION = "SELECT json_serialize_sql($1)"


class _Parser:
    """One locked, empty in-memory database that only parses; shared under a lock."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._question: duckdb.Statement | str = ""

    def serialize(self, sql: str) -> dict[str, Any]:
        with self._lock:
            if self._connection is None:
                self._connection = duckdb.connect(":memory:")
                for statement in _LOCK:
                    self._connection.execute(statement)
                (self._question,) = self._connection.extract_statements(_QUESTION)
            row = self._connection.execute(self._question, [sql]).fetchone()
        if row is None:
            raise Refusal(Code.SQL_SYNTAX, "The database could not read the query.")
        tree: dict[str, Any] = json.loads(row[0])
        return tree


_PARSER = _Parser()


def serialized(sql: str) -> dict[str, Any]:
    """Return DuckDB's syntax tree of ``sql`` as JSON data; ``error`` says whether it failed."""
    return _PARSER.serialize(sql)


def pass_gate(sql: str, *, tables: frozenset[str], names: frozenset[str]) -> None:
    """Check the rendered text.

    Args:
        sql: One SELECT as it will be run.
        tables: Lower-case names of all tables and CTEs that may be named.
        names: Lower-case names that the first gate resolved.

    Raises:
        Refusal: when the database reads anything beyond the closed lists.
    """
    tree = serialized(sql)
    if tree.get("error"):
        raise Refusal(
            Code.SQL_SYNTAX,
            "The database cannot read the query.",
            reason=str(tree.get("error_message", ""))[:300],
        )
    statements = tree["statements"]
    if len(statements) != 1:
        raise Refusal(Code.SQL_STATEMENT_FORBIDDEN, "Exactly one statement is allowed.")
    pending: list[Any] = [statements[0]]
    while pending:
        node = pending.pop()
        if isinstance(node, list):
            pending.extend(node)
        elif isinstance(node, dict):
            _check(node, tables, names)
            pending.extend(node.values())


def _check(node: dict[str, Any], tables: frozenset[str], names: frozenset[str]) -> None:
    kind = str(node.get("type", ""))
    if "cte_map" in node and kind not in _QUERY_NODES:
        raise Refusal(Code.SQL_STATEMENT_FORBIDDEN, "Only plain queries are allowed.", node=kind)
    if "sample" in node and (node["sample"] is not None or node.get("at_clause") is not None):
        raise Refusal(Code.SQL_CLAUSE_FORBIDDEN, "Samples and snapshots are not allowed.")
    if "sample" in node and "cte_map" not in node:
        _check_source(node, kind, tables)
    if "class" in node:
        _check_expression(node, names)


def _check_source(node: dict[str, Any], kind: str, tables: frozenset[str]) -> None:
    if kind not in _SOURCES:
        raise Refusal(Code.SQL_TABLE_FORBIDDEN, "This source is not allowed.", source=kind)
    if kind == "BASE_TABLE":
        path = node["qualified_name"]["path"]
        if len(path) != 1 or str(path[0]).lower() not in tables:
            raise Refusal(Code.SQL_TABLE_FORBIDDEN, "There is no such table.", table=".".join(path))
    if kind == "TABLE_FUNCTION":
        name = str(node["function"].get("function_name", "")).lower()
        if name not in TABLE_FUNCTIONS:
            raise Refusal(
                Code.SQL_FUNCTION_FORBIDDEN, "This table function is not allowed.", function=name
            )


def _check_expression(node: dict[str, Any], names: frozenset[str]) -> None:
    match node["class"]:
        case "FUNCTION" | "WINDOW":
            path = node["qualified_name"]["path"]
            if len(path) != 1 or str(path[0]).lower() not in ALLOWED_FUNCTIONS:
                raise Refusal(
                    Code.SQL_FUNCTION_FORBIDDEN,
                    "This function is not allowed.",
                    function=".".join(path),
                )
        case "COLUMN_REF":
            parts = [str(part).lower() for part in node["column_names"]]
            if len(parts) == 1 and parts[0] in VOLATILE_NAMES:
                raise Refusal(
                    Code.SQL_FUNCTION_FORBIDDEN,
                    "Clock and session are not readable.",
                    function=parts[0],
                )
            if not names.issuperset(parts):
                raise Refusal(
                    Code.SQL_CLAUSE_FORBIDDEN, "A name is used in a way that is not supported."
                )
        case "TYPE":
            name = str(node.get("type_name", "")).upper()
            if name.startswith(_FORBIDDEN_TYPES) or "TIME ZONE" in name:
                raise Refusal(
                    Code.SQL_CLAUSE_FORBIDDEN, "Values of this type are not supported.", type=name
                )
        case kind if kind not in _CLASSES:
            raise Refusal(Code.SQL_CLAUSE_FORBIDDEN, "This is not supported.", node=str(kind))
        case _:
            return
