"""Plans and templates for tests; every name is made up here."""

import json
from typing import Any, Protocol

import pytest

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.plan import Outcome
from agentic_solver.erc3.plancache.expected import Expected
from agentic_solver.erc3.plancache.template import Template, make_template
from agentic_solver.erc3.propose.reply import PlanReply

OK_CASE = {
    "when": "",
    "outcome": "ok_answer",
    "message": "{a.x}",
    "links": [],
    "apply_writes": False,
}


class Planning(Protocol):
    """Makes a reply from its queries."""

    def __call__(self, *queries: str, **changes: Any) -> PlanReply: ...


class Making(Protocol):
    """Makes a template from a request and the queries of its plan."""

    def __call__(self, text: str, *queries: str, **changes: Any) -> Template: ...


def _plan(*queries: str, **changes: Any) -> PlanReply:
    fields = {
        "interpretation": {"reading": "", "entities": [], "dates": [], "wants_change": False},
        "facts": [{"id": chr(97 + n), "sql": sql} for n, sql in enumerate(queries)],
        "writes": [],
        "cases": [OK_CASE],
        "exact_message": [],
        "rules": [],
        **changes,
    }
    return PlanReply.model_validate_json(json.dumps(fields))


@pytest.fixture(scope="session")
def plan() -> Planning:
    return _plan


@pytest.fixture(scope="session")
def identity() -> Identity:
    return Identity(
        current_user="u_1",
        is_public=False,
        location="Fellbruck",
        department="Brass Shop",
        today="2031-05-06",
        wiki_sha1="0" * 40,
    )


@pytest.fixture(scope="session")
def template(identity: Identity) -> Making:
    """Make a template; ``rows`` says how many each fact had (1), ``case`` and ``outcome``."""

    def make(text: str, *queries: str, **changes: Any) -> Template:
        rows = changes.pop("rows", {chr(97 + n): 1 for n in range(len(queries))})
        outcome = changes.pop("outcome", Outcome.OK_ANSWER)
        expected = Expected(outcome=outcome, case=changes.pop("case", 0), rows=rows)
        made = make_template(text, _plan(*queries, **changes), expected, identity)
        assert made is not None
        return made

    return make
