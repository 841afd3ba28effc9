"""What the twin shows in a browser: its sessions and tasks as they stand, and its routes.

Two pages without anything from elsewhere. What clients named (sessions, architectures) is data.
"""

import base64
import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agentic_solver.contracts.model import JsonObject
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.running import Task
from agentic_solver.twin.session import Session

if TYPE_CHECKING:
    import jinja2

__all__ = ["page_policy", "render_routes", "render_state"]

_COMPANY = "/{benchmark}/{task_id}"
_STATES = {
    "new": "not begun", "in_progress": "running", "completed": "done", "failed": "given up",
}  # fmt: skip


@cache
def page_policy() -> str:
    """Return the Content-Security-Policy of both pages: their own style and script, no more."""
    style, script = (_digest(_asset(name)) for name in ("page.css", "page.js"))
    return (
        f"default-src 'none'; style-src '{style}'; script-src '{script}'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'"
    )


def render_state(twin: Twin) -> str:
    """Return the page of what was played so far; it renews itself while it is open."""
    groups = [_of_session(session) for session in twin.sessions]
    single = twin.single_tasks
    if single:
        ended = [task.score for task in single if task.score >= 0]
        score = sum(ended) / len(ended) if ended else None
        groups.append(_group("Single tasks", (), single, "open", score))
    return _render("state.html.j2", suite=twin.suite, groups=groups[::-1])


def render_routes(document: JsonObject) -> str:
    """Return the page of the routes in an OpenAPI document of :func:`describe_api`."""
    routes = list(_routes(document))
    return _render(
        "routes.html.j2",
        title=_inner(document, "info").get("title"),
        sections=[
            ("Sessions and tasks", [one for one in routes if not one["path"].startswith(_COMPANY)]),
            ("The company of a task", [one for one in routes if one["path"].startswith(_COMPANY)]),
        ],
    )


def _of_session(session: Session) -> dict[str, Any]:
    asked = session.request
    about = (asked.name, asked.architecture, asked.workspace, *asked.flags)
    score = session.score if any(task.score >= 0 for task in session.tasks) else None
    return _group(f"Session {session.id}", about, session.tasks, session.status, score)


def _group(
    title: str, about: Sequence[str], tasks: Sequence[Task], status: str, score: float | None
) -> dict[str, Any]:
    ended = [task for task in tasks if task.score >= 0]
    return {
        "title": title,
        "about": " · ".join(text for text in about if text),
        "status": status,
        "score": score,
        "right": sum(task.score >= 1 for task in ended),
        "ended": len(ended),
        "running": sum(task.status == "in_progress" for task in tasks),
        "tasks": [_row(task) for task in tasks],
    }


def _row(task: Task) -> dict[str, Any]:
    return {
        "id": task.spec.id,
        "text": task.text,
        "state": _STATES[task.status],
        "calls": task.call_count,
        "score": task.score if task.score >= 0 else None,
        "reason": task.reason,
    }


def _routes(document: JsonObject) -> Iterator[dict[str, Any]]:
    for path, item in _inner(document, "paths").items():
        operation = _inner(item if isinstance(item, dict) else {}, "post")
        takes = _schema(operation, "requestBody")
        answers = _inner(operation, "responses")
        gives = _schema(answers, "200")
        yield {
            "path": path,
            "text": operation.get("summary"),
            "takes": _fields(takes),
            "gives": _fields(gives),
        }


def _schema(holder: JsonObject, name: str) -> JsonObject:
    content = _inner(_inner(holder, name), "content")
    return _inner(_inner(content, "application/json"), "schema")


def _fields(schema: JsonObject) -> list[tuple[str, str]]:
    return [
        (name, _type(field if isinstance(field, dict) else {}))
        for name, field in _inner(schema, "properties").items()
    ]


def _type(field: JsonObject) -> str:
    kind = field.get("type")
    named = " or ".join(str(one) for one in kind if one != "null") if isinstance(kind, list) else ""
    if "enum" in field and isinstance(field["enum"], list):
        return " | ".join(str(value) for value in field["enum"] if value is not None)
    if isinstance(field.get("items"), dict):
        return f"list of {_type(_inner(field, 'items'))}"
    if isinstance(field.get("properties"), dict):
        return "{" + ", ".join(_inner(field, "properties")) + "}"
    return named or str(kind or "value")


def _inner(data: JsonObject, key: str) -> JsonObject:
    value = data.get(key)
    return value if isinstance(value, dict) else {}


@cache
def _templates() -> "jinja2.Environment":
    # Only a page needs it, and an import takes as long as a hundred calls.
    import jinja2  # noqa: PLC0415

    return jinja2.Environment(
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        loader=jinja2.FileSystemLoader(Path(__file__).parent / "pages"),
    )


def _render(name: str, **values: Any) -> str:
    style, script = _asset("page.css"), _asset("page.js")
    return _templates().get_template(name).render(style=style, script=script, **values)


@cache
def _asset(name: str) -> str:
    return (Path(__file__).parent / "pages" / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
