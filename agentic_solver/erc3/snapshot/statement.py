"""The text of a plan query: size limits, one statement, and what it derives.

Three forms are read: a query, ``CREATE TEMP TABLE derived_x AS <query>`` and
``INSERT INTO derived_x <query>``. The latter two are never run as written: the harness makes
the table around the query that passed.
"""

import logging
import re
from collections.abc import Collection
from dataclasses import dataclass

from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.tokenizer_core import Token, TokenType

from agentic_solver.contracts.violations import ViolationCode as Code
from agentic_solver.erc3.snapshot.parsing import DUCKDB, parse_tokens
from agentic_solver.erc3.snapshot.query import SqlLimits
from agentic_solver.erc3.snapshot.source import Refusal

__all__ = ["Statement", "parse_statement"]

# What the parser cannot read is refused here with a violation; it need not be told on stderr.
logging.getLogger("sqlglot").setLevel(logging.CRITICAL)

_DERIVED = re.compile(r"derived_[a-z0-9_]{1,40}")
_STARTS = frozenset({"SELECT", "WITH", "FROM", "VALUES", "CREATE", "INSERT", "("})
_OPENING = frozenset({TokenType.L_PAREN, TokenType.L_BRACKET, TokenType.L_BRACE})
_CLOSING = frozenset({TokenType.R_PAREN, TokenType.R_BRACKET, TokenType.R_BRACE})
_TEXTS = frozenset({TokenType.STRING, TokenType.RAW_STRING, TokenType.HEREDOC_STRING})


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A parsed plan query."""

    query: exp.Expr
    derives: str | None
    appends: bool
    literals: tuple[str, ...]


def parse_statement(sql: str, *, facts: Collection[str], limits: SqlLimits) -> Statement:
    """Return the one query in ``sql``.

    Raises:
        Refusal: when the text is too large, cannot be read, or is another kind of statement.
    """
    tokens = _tokens(sql, limits)
    try:
        trees = parse_tokens(tokens, sql)
    except SqlglotError as error:
        raise Refusal(
            Code.SQL_SYNTAX, "The query cannot be parsed.", reason=_reason(error)
        ) from error
    except RecursionError as error:
        raise Refusal(Code.SQL_TOO_COMPLEX, "The query is nested too deeply.") from error
    if len(trees) != 1 or trees[0] is None:
        raise Refusal(Code.SQL_STATEMENT_FORBIDDEN, "Exactly one statement is allowed.")
    query, derives, appends = _unwrap(trees[0], facts)
    return Statement(
        query=query,
        derives=derives,
        appends=appends,
        literals=tuple(
            token.text
            for token in tokens
            if token.token_type in _TEXTS or token.token_type is TokenType.NUMBER
        ),
    )


def _reason(error: SqlglotError) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", str(error)).splitlines()[0][:200]


def _tokens(sql: str, limits: SqlLimits) -> list[Token]:
    if len(sql) > limits.chars:
        raise Refusal(Code.SQL_TOO_COMPLEX, "The query is too long.", limit=limits.chars)
    if any(ord(char) < 32 and char not in "\t\n\r" for char in sql):
        raise Refusal(Code.SQL_SYNTAX, "The query holds control characters.")
    try:
        tokens = list(DUCKDB.tokenize(sql))
    except SqlglotError as error:
        raise Refusal(
            Code.SQL_SYNTAX, "The query cannot be read.", reason=_reason(error)
        ) from error
    while tokens and tokens[-1].token_type is TokenType.SEMICOLON:
        tokens.pop()
    if not tokens:
        raise Refusal(Code.SQL_SYNTAX, "The query is empty.")
    if tokens[0].text.upper() not in _STARTS or tokens[0].token_type in _TEXTS:
        raise Refusal(Code.SQL_STATEMENT_FORBIDDEN, "Only queries and derived tables are allowed.")
    if any(token.token_type is TokenType.SEMICOLON for token in tokens):
        raise Refusal(Code.SQL_STATEMENT_FORBIDDEN, "Exactly one statement is allowed.")
    _check_size(tokens, limits)
    return tokens


def _check_size(tokens: list[Token], limits: SqlLimits) -> None:
    if len(tokens) > limits.tokens:
        raise Refusal(Code.SQL_TOO_COMPLEX, "The query is too long.", limit=limits.tokens)
    depth = 0
    for token in tokens:
        if token.token_type in _OPENING:
            depth += 1
        elif token.token_type in _CLOSING:
            depth -= 1
        if depth > limits.depth:
            raise Refusal(
                Code.SQL_TOO_COMPLEX, "The query is nested too deeply.", limit=limits.depth
            )
        if token.token_type in _TEXTS and len(token.text) > limits.literal_chars:
            raise Refusal(
                Code.SQL_TOO_COMPLEX, "A text literal is too long.", limit=limits.literal_chars
            )


def _unwrap(parsed: exp.Expr, facts: Collection[str]) -> tuple[exp.Expr, str | None, bool]:
    match parsed:
        case exp.Create():
            return _created(parsed, facts)
        case exp.Insert():
            return _inserted(parsed, facts)
        case exp.Select() | exp.SetOperation() | exp.Subquery() | exp.Values():
            query = parsed
            while isinstance(query, exp.Subquery) and query.is_wrapper:
                query = query.this
            return query, None, False
        case _:
            raise Refusal(
                Code.SQL_STATEMENT_FORBIDDEN,
                "Only queries and derived tables are allowed.",
                statement=parsed.key,
            )


def _created(node: exp.Create, facts: Collection[str]) -> tuple[exp.Expr, str, bool]:
    properties = node.args.get("properties")
    kinds = [type(p) for p in properties.expressions] if properties is not None else []
    allowed = {"this", "kind", "expression", "properties"}
    more = any(value for part, value in node.args.items() if part not in allowed)
    if kinds != [exp.TemporaryProperty] or more:
        raise Refusal(
            Code.SQL_STATEMENT_FORBIDDEN, "Write CREATE TEMP TABLE derived_<name> AS <query>."
        )
    if str(node.args.get("kind")).upper() != "TABLE":
        raise Refusal(Code.SQL_STATEMENT_FORBIDDEN, "Only derived tables may be created.")
    name = _derived_name(node.this)
    if name in facts:
        raise Refusal(Code.SQL_TABLE_FORBIDDEN, "The derived table exists already.", table=name)
    return _query_of(node), name, False


def _inserted(node: exp.Insert, facts: Collection[str]) -> tuple[exp.Expr, str, bool]:
    allowed = {"this", "expression"}
    if any(value for part, value in node.args.items() if part not in allowed):
        raise Refusal(Code.SQL_STATEMENT_FORBIDDEN, "Write INSERT INTO derived_<name> <query>.")
    name = _derived_name(node.this)
    if name not in facts:
        raise Refusal(Code.SQL_TABLE_FORBIDDEN, "There is no such derived table.", table=name)
    return _query_of(node), name, True


def _derived_name(target: exp.Expr | None) -> str:
    if isinstance(target, exp.Table) and _DERIVED.fullmatch(target.name) is not None:
        more = target.args.get("db") or target.args.get("alias")  # no catalogue without a schema
        if not more:
            return target.name
    raise Refusal(
        Code.SQL_STATEMENT_FORBIDDEN,
        "Only tables named derived_<name>, without a column list, may be written.",
    )


def _query_of(node: exp.Expr) -> exp.Expr:
    query = node.args.get("expression")
    if not isinstance(query, (exp.Select, exp.SetOperation, exp.Subquery)):
        raise Refusal(Code.SQL_STATEMENT_FORBIDDEN, "A derived table needs a SELECT.")
    inner = query.pop()
    while isinstance(inner, exp.Subquery) and inner.is_wrapper:
        inner = inner.this
    return inner
