"""The form of a value in a message: right and written otherwise."""

import re
from collections.abc import Iterator
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

from agentic_solver.erc3.experience.cause import DECIMALS, Form, Written
from agentic_solver.erc3.experience.check_line import Wish
from agentic_solver.harness.graded_answer import TEXT, GradedAnswer, records

__all__ = ["names_of_links", "stands", "written"]

_DAY_FIRST = re.compile(r"(\d\d)\.(\d\d)\.(\d{4})")
_YEAR_FIRST = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_FIGURE = re.compile(r"\d+(?:\.(\d+))?")
_LARGEST = Decimal(10) ** 18
_FIGURES = re.compile(r"(?<![\w.,])\d+(?:\.\d+)?(?![\w]|[.,]\d)")


def written(wrong: GradedAnswer) -> Iterator[tuple[Written, tuple[Wish, ...]]]:
    """Yield forms in which the missed texts stand in the message already."""
    texts = {wish.values[0]: wish for wish in wrong.wishes if wish.about == TEXT}
    if not texts:
        return
    linked = {values[1] for values in wrong.links}
    names, message = names_of_links(wrong), wrong.response.message
    forms = {
        Form.DAY_FIRST: [t for t in texts if _turned(t, _DAY_FIRST, "-") in message],
        Form.YEAR_FIRST: [t for t in texts if _turned(t, _YEAR_FIRST, ".") in message],
        Form.DECIMAL_COMMA: [t for t in texts if re.fullmatch(r"\d+,\d+", t)
                             and t.replace(",", ".") in message],
        Form.DECIMAL_POINT: [t for t in texts if re.fullmatch(r"\d+\.\d+", t)
                             and t.replace(".", ",") in message],
        Form.ID: [text for text in texts if text in linked],
        Form.NAME: [text for text in texts if text in names],
        **_rounded(wrong, texts),
    }  # fmt: skip
    for form, met in forms.items():
        if met:
            yield Written(form=form), tuple(texts[text] for text in met)


def names_of_links(answer: GradedAnswer) -> set[str]:
    """Return the stored names of the linked records."""
    linked = {values[1] for values in answer.links}
    return {
        str(one["name"])
        for one in records(answer.calls)
        if one.get("id") in linked and one.get("name")
    }


def _turned(text: str, form: re.Pattern[str], sign: str) -> str:
    """Return a date with its parts the other way round; a text that no message holds if none."""
    match = form.fullmatch(text)
    return sign.join(reversed(match.groups())) if match else "\0"


def _rounded(wrong: GradedAnswer, texts: dict[str, Wish]) -> dict[Form, list[str]]:
    """Return the missed figures that stand in the message with other decimals.

    Nothing where figures of one message would need different numbers of them.
    """
    shown = _FIGURES.findall(wrong.response.message)
    known = [Decimal(one) for one in shown]
    known += [
        Decimal(str(value))
        for fact in wrong.facts
        for row in fact.rows
        for value in row.values()
        if isinstance(value, int | float) and not isinstance(value, bool)
    ]
    met: dict[Form, list[str]] = {}
    for text in texts:
        match = _FIGURE.fullmatch(text)
        form = DECIMALS.get(len(match[1] or "")) if match else None
        if form is not None and any(
            _rounds(one, text) and any(_rounds(one, other) for other in shown) for one in known
        ):
            met.setdefault(form, []).append(text)
    return met if len(met) == 1 else {}


def _rounds(figure: Decimal, text: str) -> bool:
    """Whether a figure is a text once it is rounded to as many decimals, in one way or another."""
    if not figure.is_finite() or abs(figure) > _LARGEST:
        return False
    step = Decimal(1).scaleb(-len(text.partition(".")[2]))
    return Decimal(text) in {figure.quantize(step, one) for one in (ROUND_HALF_UP, ROUND_HALF_EVEN)}


def stands(text: str, message: str) -> bool:
    """Whether a text stands in a message as a whole word or number."""
    return re.search(rf"(?<![\w.]){re.escape(text)}(?!\w|[.,]\d)", message) is not None
