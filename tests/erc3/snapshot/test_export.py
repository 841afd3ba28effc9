"""A snapshot outlives its task as a file, when asked to."""

from pathlib import Path
from typing import Any

import duckdb
import pytest

from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.export import save_session
from agentic_solver.erc3.snapshot.session import Session
from agentic_solver.errors import WorkspaceError


@pytest.mark.requirement("S3-A3c")
def test_the_session_database_can_be_queried_after_the_run(
    session: Session, company: Any, tmp_path: Path
) -> None:
    assert Acquirer(session, company).ensure_all() is None
    path = tmp_path / "snapshot.duckdb"
    save_session(session, path)
    session.close()
    with duckdb.connect(str(path), read_only=True) as saved:
        sql = (
            "SELECT count(*), (SELECT count(*) FROM base.project_team), "
            "(SELECT sum(hours) FROM base.time_entries), "
            "(SELECT count(*) FROM base.snapshot_certificates) FROM base.employees"
        )
        people, seats, hours, certificates = saved.execute(sql).fetchall()[0]
    assert (people, seats) == (23, 36)
    assert float(hours) == pytest.approx(sum(one["hours"] for one in company.entries))
    assert certificates > 0


def test_an_existing_file_is_not_overwritten(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "snapshot.duckdb"
    path.write_text("precious")
    with pytest.raises(WorkspaceError):
        save_session(session, path)
    assert path.read_text() == "precious"
    with pytest.raises(WorkspaceError):
        save_session(session, tmp_path / "no" / "folder" / "x.duckdb")
