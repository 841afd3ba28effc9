"""Plots as inline SVG: rows of a share with its interval, and bars. No script, no font, no file.

Colours are CSS classes of the page, so that light and dark need no second drawing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

__all__ = ["Bar", "ShareRow", "bars", "share_rows"]

_WIDTH = 760
_LABELS = 260
_ROW = 22
_RIGHT = 90
_LABEL_CHARS = 38


@dataclass(frozen=True, slots=True)
class ShareRow:
    """One share between 0 and 1 and what bounds it; several marks share a row's label."""

    label: str
    share: float
    low: float
    high: float
    text: str
    """Stands at the right end."""
    style: str = "a"
    """CSS class of the mark: ``a`` or ``b``."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of parts that stand behind each other."""

    label: str
    parts: tuple[tuple[str, float], ...]
    """CSS class and length of each part."""
    text: str


def share_rows(rows: Sequence[ShareRow], title: str) -> Markup:
    """Return a plot of shares with intervals: one row each, on one axis from 0 to 1."""
    span = _WIDTH - _LABELS - _RIGHT
    parts = [
        Markup('<line class="grid" x1="{0}" x2="{0}" y1="0" y2="{1}"/>').format(
            _number(_LABELS + span * tick / 4), _ROW * len(rows)
        )
        for tick in range(5)
    ]
    for index, row in enumerate(rows):
        middle = _ROW * index + _ROW / 2
        left, right = _LABELS + span * row.low, _LABELS + span * row.high
        parts.append(
            Markup(
                '<g class="{style}"><title>{hint}</title>{label}'
                '<line class="range" x1="{left}" x2="{right}" y1="{y}" y2="{y}"/>'
                '<circle cx="{x}" cy="{y}" r="4"/>{text}</g>'
            ).format(
                style=row.style,
                hint=f"{row.label}: {row.share:.3f} ({row.low:.3f} to {row.high:.3f})",
                label=_label(row.label, middle),
                left=_number(left),
                right=_number(right),
                x=_number(_LABELS + span * row.share),
                y=_number(middle),
                text=_text(row.text, middle),
            )
        )
    return _drawing(parts, len(rows), title)


def bars(rows: Sequence[Bar], title: str) -> Markup:
    """Return a plot of bars, the longest as wide as the plot."""
    span = _WIDTH - _LABELS - _RIGHT
    longest = max((sum(length for _, length in row.parts) for row in rows), default=0.0) or 1.0
    parts = []
    for index, row in enumerate(rows):
        top, at = _ROW * index, float(_LABELS)
        drawn = []
        for style, length in row.parts:
            width = span * length / longest
            drawn.append(
                Markup('<rect class="{}" x="{}" y="{}" width="{}" height="{}"/>').format(
                    style, _number(at), top + 4, _number(width), _ROW - 8
                )
            )
            at += width
        parts.append(
            Markup("<g>{}{}{}</g>").format(
                _label(row.label, top + _ROW / 2),
                Markup("").join(drawn),
                _text(row.text, top + _ROW / 2),
            )
        )
    return _drawing(parts, len(rows), title)


def _drawing(parts: Sequence[Markup], rows: int, title: str) -> Markup:
    return Markup('<svg viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>').format(
        _WIDTH, _ROW * max(1, rows), escape(title), Markup("").join(parts)
    )


def _label(text: str, y: float) -> Markup:
    shown = text if len(text) <= _LABEL_CHARS else f"{text[: _LABEL_CHARS - 1]}…"
    return Markup('<text class="label" x="{}" y="{}">{}</text>').format(
        _LABELS - 10, _number(y + 4), shown
    )


def _text(text: str, y: float) -> Markup:
    return Markup('<text x="{}" y="{}">{}</text>').format(_WIDTH - _RIGHT + 8, _number(y + 4), text)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
