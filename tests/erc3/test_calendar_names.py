"""The names of months and weekdays in the package are those of CLDR."""

from pathlib import Path

from agentic_solver.erc3.words import calendar
from tests.script import load_script

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "calendar_names.py"


def test_the_module_is_what_the_script_writes() -> None:
    script = load_script(SCRIPT)
    assert script.source() == Path(calendar.__file__).read_text(encoding="utf-8")


def test_there_are_twelve_months_in_order() -> None:
    assert [names.split().count(name) for names, name in zip(calendar.MONTHS, (
        "january", "februar", "marzo", "avril", "maggio", "junho", "lipca", "sierpnia",
        "september", "oktober", "november", "grudnia",
    ), strict=True)] == [1] * 12  # fmt: skip
