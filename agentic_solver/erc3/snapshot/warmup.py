"""Warm-up: what the first query of a process pays for, paid before the first task begins.

Loading the database engine, both SQL parsers and their tables takes a quarter of a second that
belongs to no task.
"""

from agentic_solver.contracts.decision import Identity
from agentic_solver.erc3.snapshot.firewall import check_query
from agentic_solver.erc3.snapshot.query import CheckedQuery
from agentic_solver.erc3.snapshot.session import Session

__all__ = ["warm_up"]

_NOBODY = Identity(
    current_user="", is_public=True, location="", department="", today="", wiki_sha1=""
)


def warm_up() -> None:
    """Check and run one query on a snapshot that is thrown away."""
    checked = check_query("SELECT id FROM me")
    if isinstance(checked, CheckedQuery):
        with Session.open(_NOBODY) as session:
            session.run_fact("nothing", checked)
