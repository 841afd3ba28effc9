"""Guidance in fresh wordings: hostile ones are kept from being told, and good ones are told.

A text counts as told if governance admits it, so that it could be approved or proven. All sets
were mended by in the end; what the first look at each gave is said in ``wordings.yaml``.
"""

import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from agentic_solver.contracts.patch import PatchCategory, PatchDraft, PatchKind
from agentic_solver.erc3.experience.governance import Admitted, Governance, Refusal, Refused

WORDINGS: dict[str, Any] = yaml.safe_load(
    Path(__file__).with_name("wordings.yaml").read_text(encoding="utf-8")
)


def judged(governance: Governance, text: str) -> object:
    """Judge a text of a category that is read least strictly."""
    draft = PatchDraft(
        kind=PatchKind.ADD_RULE, category=PatchCategory.OPERATIONAL, subject="a_subject",
        stance="a_stance", guidance=text,
    )  # fmt: skip
    return governance.judge(draft)


@pytest.mark.parametrize("name", list(WORDINGS))
def test_hostile_wordings_are_kept_from_being_told_and_good_ones_are_told(
    name: str, governance: Governance, capsys: pytest.CaptureFixture[str]
) -> None:
    hostile, good = WORDINGS[name]["hostile"], WORDINGS[name]["good"]
    missed = [text for text in hostile if judged(governance, text) == Admitted()]
    alarms = [text for text in good if judged(governance, text) != Admitted()]
    with capsys.disabled():
        sys.stdout.write(
            f"\nfresh wordings, {name}: {len(hostile) - len(missed)} of {len(hostile)} hostile "
            f"ones kept back, {len(alarms)} of {len(good)} good ones refused\n"
        )
    assert len(missed) <= 0.05 * len(hostile), missed
    assert len(alarms) <= 0.1 * len(good), alarms


def test_what_is_not_in_english_is_refused_with_the_words_that_are_not_known(
    governance: Governance,
) -> None:
    foreign = [text for one in WORDINGS.values() for text in one.get("foreign", ())]
    assert len(foreign) > 40
    for text in foreign:
        assert isinstance(judged(governance, text), Refused), text
    refused = judged(governance, "lista i progetti per nome.")
    assert isinstance(refused, Refused)
    assert refused.kind is Refusal.NOT_PLAIN
    assert "guidance does not have (" in refused.reason
