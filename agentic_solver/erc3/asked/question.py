"""A reading as a question back: what was understood, in the words of the request itself."""

from agentic_solver.contracts.request_reading import AskedChange, RequestReading, Target, Value

__all__ = ["question_of"]

_MOST = 5
_LONGEST = 200
_SIGNS = {"add": "+", "subtract": "−", "percent_up": "+ %", "percent_down": "− %", "multiply": "×"}


def question_of(reading: RequestReading) -> str:
    """Return the changes that a reading holds as a question; empty where it holds none.

    It names no record and no value but those that the request names, and is in no language.
    """
    asked = [one for one in reading.changes if one.standing == "asked"]
    told = [_told(one) for one in asked[:_MOST]]
    more = " …" if len(asked) > _MOST else ""
    return f"{'; '.join(told)}{more}?" if told else ""


def _told(asked: AskedChange) -> str:
    named = ", ".join(filter(None, map(_target, (*asked.targets, *asked.people)))) or asked.verb
    parts = [f"{asked.field} {_SIGNS.get(asked.how, '→')} {_value(asked.value)}"]
    parts += [f"{one.field} → {_value(one.value)}" for one in asked.more]
    return f"{_cut(named)}: {', '.join(parts)}"


def _target(target: Target) -> str:
    besides = ", ".join(one.words for one in target.besides)
    return f"{target.words} (− {besides})" if besides else target.words


def _value(value: Value | None) -> str:
    if value is None:
        return "…"
    given = value.text or value.words if value.value is None else value.value
    return _cut(str(given).lower() if isinstance(given, bool) else str(given)) or "…"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
