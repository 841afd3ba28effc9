"""Syntax trees of queries that passed the firewall: parsed once, read by several."""

from functools import lru_cache

import sqlglot
from sqlglot import exp

__all__ = ["parsed"]


@lru_cache(maxsize=1024)
def parsed(sql: str) -> exp.Expr:
    """Return the tree of a rendered query; it is shared: nobody changes it."""
    return sqlglot.parse_one(sql, read="duckdb")
