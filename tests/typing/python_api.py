"""Checked by mypy, not run: what a type checker knows of ``import agentic_solver as a``."""

from typing import assert_type

import agentic_solver as a


def propose(request: a.PlanRequest) -> dict[str, object]:
    return {"task": request.task}


async def propose_later(request: a.PlanRequest) -> str:
    return request.system


def use() -> None:
    run = a.run("erc3-dev", proposer=propose, tasks=["x"], workers=2, rounds=3)
    assert_type(run, a.Run)
    assert_type(run.score, float | None)
    assert_type(run.task("x").rounds[0].plan, a.Plan)
    assert_type(a.solve("x", suite="y", as_="guest", proposer=propose_later), a.Task)
    assert_type(a.compare(run, "runs/x"), a.Comparison)
    with a.twin("erc3-dev", port=0) as twin:
        assert_type(twin.address, str)
    a.run("erc3-dev", round=3)  # type: ignore[call-arg]
    a.rum  # type: ignore[attr-defined]  # noqa: B018
