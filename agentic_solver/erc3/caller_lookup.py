"""How predicates look up who asks, and how the lookup is answered before they run.

Policies know no caller when they are compiled, so that predicates ask the table ``me``. Each time
costs the database a join, which is more than the rest of most predicates.
"""

import re

__all__ = ["CALLER_ID", "with_caller"]

CALLER_ID = "(SELECT m.id FROM {me} m)"
"""The caller's id, as predicates and relations write it."""
_WRITTEN = re.compile(r"\(SELECT m\.id FROM (?:\w+\.)*me (?:AS )?m\)")


def with_caller(sql: str, caller: str) -> str:
    """Return SQL with the caller's id in place of its lookups; without one it stays as it is."""
    said = "'" + caller.replace("'", "''") + "'"
    return _WRITTEN.sub(lambda _found: said, sql) if caller else sql
