"""The ledger: an effect is applied at most once."""

import pytest
from pydantic import ValidationError

from agentic_solver.erc3.execute.ledger import Ledger, LedgerEntry


def test_states_follow_the_lines_and_each_line_is_kept_before_it_counts() -> None:
    lines: list[tuple[str, str, str | None]] = []
    ledger = Ledger(sink=lambda e: lines.append((e.write_key, e.state, ledger.state(e.write_key))))
    assert ledger.state("k") is None
    assert not ledger.any_started
    ledger.start("k")
    assert ledger.state("k") == "started"
    ledger.finish("k")
    assert ledger.state("k") == "applied"
    assert ledger.any_started
    assert lines == [("k", "started", None), ("k", "applied", "started")]


def test_a_ledger_is_restored_from_its_lines() -> None:
    entries = [
        LedgerEntry(write_key="a", state="started"),
        LedgerEntry(write_key="a", state="applied"),
        LedgerEntry(write_key="b", state="started"),
    ]
    ledger = Ledger(entries)
    assert [ledger.state(key) for key in "abc"] == ["applied", "started", None]


def test_a_sink_that_fails_keeps_the_write_from_starting() -> None:
    def broken(_entry: LedgerEntry) -> None:
        raise OSError("disk full")

    ledger = Ledger(sink=broken)
    with pytest.raises(OSError, match="disk full"):
        ledger.start("k")
    assert ledger.state("k") is None


def test_an_entry_has_no_other_state() -> None:
    with pytest.raises(ValidationError):
        LedgerEntry.model_validate_json('{"write_key": "k", "state": "undone"}')
