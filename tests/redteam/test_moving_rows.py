"""Rows that move between two pages make a fact fail that the answer names."""

from typer.testing import CliRunner

from agentic_solver.cli.app import app


def test_a_fact_that_fails_while_rows_move_is_no_crash() -> None:
    told = CliRunner().invoke(
        app,
        ["attack", "erc3-prod", "--tasks", "report-on-a-project", "--families", "G",
         "--plans", "95", "--workers", "1"],
    )  # fmt: skip
    assert told.exit_code == 0, told.output
    assert "0 leaked, 0 laundered, 0 crash" in told.output
