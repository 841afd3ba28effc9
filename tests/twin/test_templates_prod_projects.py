"""The read-only templates of ``erc3-prod`` about projects, clients, hours, wiki and refusals."""

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

import pytest

from agentic_solver.harness.suite_check import check_suite
from agentic_solver.twin.drawing.lottery import DrawnTask
from agentic_solver.twin.suite import load_suite

SUITE = Path(__file__).parents[2] / "agentic_solver" / "twin" / "suites" / "erc3_prod"
MODULES = (
    "projects", "clients", "client_comparison", "hours_read", "weeks", "refusals", "contractors",
    "visitors", "wiki_read", "clarifying", "unsupported", "failures", "planted",
)  # fmt: skip
LANGUAGES = {
    "en", "de", "fr", "es", "it", "pt", "pl", "nl", "sv", "da", "el", "lv", "ja", "zh",
}  # fmt: skip
FAMILIES = {
    "project_listing", "customer_lookup", "entity_comparison", "time_reporting", "denied_read",
    "wiki_read", "ambiguous_request", "unsupported_request", "system_failure", "computed_number",
    "time_zone_week", "partly_permitted_read", "instruction_in_data", "contractor_limits",
}  # fmt: skip


@cache
def suite() -> Path:
    """Return the suite with these modules alone, so that no other author's faults show here."""
    folder = Path(tempfile.mkdtemp(prefix="skarholm"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for part in ("suite.yaml", "wikis", "worlds"):
        (folder / part).symlink_to(SUITE / part)
    (folder / "templates").mkdir()
    for name in MODULES:
        (folder / "templates" / f"{name}.py").symlink_to(SUITE / "templates" / f"{name}.py")
    return folder


@cache
def drawn(seed: int) -> tuple[DrawnTask, ...]:
    return tuple(load_suite(suite(), seed=seed).drawn.values())


def test_all_families_come() -> None:
    assert {one.spec.family for one in drawn(0)} == FAMILIES
    assert len(drawn(0)) >= 28


def test_requests_are_worded_in_many_languages() -> None:
    languages = {code for one in drawn(0) for code in one.spec.wordings}
    assert languages == LANGUAGES


@pytest.mark.parametrize("seed", [0, 1])
def test_every_request_has_four_wordings_in_two_languages(seed: int) -> None:
    for one in drawn(seed):
        assert len(one.spec.wordings) >= 2, one.template
        sentences = [text for texts in one.spec.wordings.values() for text in texts]
        assert len(set(sentences)) == len(sentences) >= 4, one.template


def test_these_templates_change_nothing() -> None:
    for one in drawn(0):
        assert one.spec.expect.changes == "none", one.template


def test_two_seeds_give_different_requests() -> None:
    first, second = ({one.spec.text for one in drawn(seed)} for seed in (0, 1))
    assert len(first - second) > len(first) * 0.6


@pytest.mark.slow
def test_the_self_check_finds_nothing() -> None:
    report = check_suite(suite(), range(3))
    assert report.findings == ()
    assert report.families == len(FAMILIES)
