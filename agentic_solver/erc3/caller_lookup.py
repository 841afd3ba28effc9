"""How predicates look up who asks, and how the lookup is answered before they run.

Policies know no caller when they are compiled, so that predicates ask the table ``me``. Each time
costs the database a join, which is more than the rest of most predicates.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

from agentic_solver.erc3.sqltext import quoted

__all__ = ["CALLER_ID", "with_caller"]

CALLER_ID = "(SELECT m.id FROM {me} m)"
"""The caller's id, as predicates and relations write it."""
_PARTS = re.compile(
    r"'(?:[^']|'')*'"
    r"|(?P<caller>\(SELECT m\.id FROM (?:\w+\.)*me (?:AS )?m\))"
    r"|\$(?P<name>\w+)"
)
"""Texts, which stay as they are; the lookup; a named parameter."""


def with_caller(sql: str, caller: str, values: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return SQL with the caller's id in place of its lookups; without one they stay.

    All is put in within one pass: neither an id nor a value is looked at for names again.

    Args:
        sql: of a policy.
        caller: the id; empty for the public.
        values: of the named parameters, such as ``$project``; others stay.
    """

    def said(part: re.Match[str]) -> str:
        if part["caller"] and caller:
            return quoted(caller)
        return quoted(values[part["name"]]) if part["name"] in values else part[0]

    return _PARTS.sub(said, sql)
