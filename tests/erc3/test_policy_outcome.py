"""Outcome selection, links and message form."""

import itertools
from dataclasses import replace

import pytest

from agentic_solver.contracts.plan import LinkKind, Outcome
from agentic_solver.erc3.policy import (
    DECISION_TABLE,
    Evidence,
    Policy,
    admissible_outcomes,
    forced_message,
    forced_outcome,
    format_decision_table,
    links_allowed,
)

FLAGS = ("denied", "broken", "ambiguous", "unsupported", "empty", "writes_planned")


@pytest.mark.requirement("S3-4.2i")
@pytest.mark.parametrize(
    ("evidence", "outcomes"),
    [
        (Evidence(denied=True), ["denied_security"]),
        (Evidence(denied=True, broken=True, ambiguous=True), ["denied_security"]),
        (Evidence(broken=True, ambiguous=True), ["error_internal"]),
        (Evidence(broken=True, deny_rules=("r",)), ["error_internal", "denied_security"]),
        (Evidence(unsupported=True), ["none_unsupported", "none_clarification_needed"]),
        (Evidence(ambiguous=True, empty=True), ["none_clarification_needed"]),
        (Evidence(writes_planned=True), ["ok_answer"]),
        (Evidence(writes_planned=True, ambiguous=True), ["none_clarification_needed"]),
        (Evidence(writes_applied=True, denied=True), ["ok_answer"]),
        (
            Evidence(empty=True),
            ["ok_not_found", "ok_answer", "none_clarification_needed", "none_unsupported"],
        ),
        (
            Evidence(),
            ["ok_answer", "ok_not_found", "none_clarification_needed", "none_unsupported"],
        ),
    ],
)
def test_the_first_row_that_applies_decides(evidence: Evidence, outcomes: list[str]) -> None:
    assert list(admissible_outcomes(evidence)) == outcomes


@pytest.mark.requirement("S3-4.2i")
def test_the_table_is_total_and_printable() -> None:
    for values in itertools.product((False, True), repeat=len(FLAGS)):
        flags = dict(zip(FLAGS, values, strict=True))
        assert admissible_outcomes(replace(Evidence(), **flags))  # type: ignore[arg-type]
    lines = format_decision_table().splitlines()
    assert len(lines) == len(DECISION_TABLE) + 1
    for row, line in zip(DECISION_TABLE, lines[1:], strict=True):
        assert row.when in line
        assert all(outcome in line for outcome in row.outcomes)


def test_a_refusal_without_a_cited_rule_is_not_admissible() -> None:
    assert Outcome.DENIED_SECURITY not in admissible_outcomes(Evidence(empty=True))
    assert Outcome.DENIED_SECURITY in admissible_outcomes(Evidence(empty=True, deny_rules=("r",)))


@pytest.mark.requirement("S3-A1i")
@pytest.mark.parametrize("outcome", Outcome)
def test_only_refusals_and_faults_carry_no_links(outcome: Outcome) -> None:
    none = outcome in (Outcome.DENIED_SECURITY, Outcome.ERROR_INTERNAL)
    expected = () if none else tuple(LinkKind)
    assert links_allowed(outcome) == expected


@pytest.mark.parametrize(
    ("evidence", "outcome"),
    [
        (Evidence(denied=True, broken=True), Outcome.DENIED_SECURITY),
        (Evidence(ambiguous=True), Outcome.NONE_CLARIFICATION_NEEDED),
        (Evidence(ambiguous=True, broken=True), Outcome.ERROR_INTERNAL),
        (Evidence(empty=True), Outcome.ERROR_INTERNAL),
        (Evidence(writes_applied=True), Outcome.OK_ANSWER),
    ],
)
def test_exhaustion_has_a_safe_outcome(evidence: Evidence, outcome: Outcome) -> None:
    assert forced_outcome(evidence) is outcome
    assert outcome in admissible_outcomes(evidence) or outcome is Outcome.ERROR_INTERNAL
    assert forced_message(outcome).endswith(".")


@pytest.mark.requirement("S3-4.2j")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Is Rome a site? Answer yes or no.", ("Yes", "No")),
        ("Rome? (YES/NO)", ("Yes", "No")),
        ('Say only "Yes" or "No"', ("Yes", "No")),
        ("Haben wir ein Büro in Rom? Antworte mit Ja oder Nein!", ("Ja", "Nein")),
        ("Abbiamo una sede? Sì o no", ("Sì", "No")),
        ("¿Tenemos oficina? Sí/No", ("Sí", "No")),
        ("Sind Sie dort tätig? Nein/Ja", ("Ja", "Nein")),
        ("Rome OR Oslo? Answer Yes if either site is there, or No", ("Yes", "No")),
        ("Reply with yes if it is so, otherwise no.", ("Yes", "No")),
        ("She said yes. Or no one asked.", None),
        ("Possui-lo? si/no", ("Sì", "No")),
        ("Har vi et kontor? Ja/Nej", ("Ja", "Nej")),
        ("Есть офис? Да или нет", ("Да", "Нет")),
        ("我们有吗?回答是或否", ("是", "否")),
        ("Who says yes to everything or nothing?", None),
        ("Do we have a site in Rome?", None),
        ("Eyes/nose of the exhibit", None),
    ],
)
def test_a_bare_yes_or_no_is_recognised(text: str, words: tuple[str, str] | None) -> None:
    assert Policy.format_rules(text).exact_one_of == (words or ())
