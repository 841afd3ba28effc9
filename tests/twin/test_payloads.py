"""The twin against logged requests and answers of the real platform, where they are at hand."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from agentic_solver.twin.platform import Twin
from agentic_solver.twin.route import COMPANY_ROUTES
from agentic_solver.twin.suite import Suite, load_suite

SHARED = Path(__file__).parents[3] / "shared" / "erc3"

if not SHARED.is_dir():
    pytest.skip("no logged payloads here", allow_module_level=True)

SAMPLES: dict[str, dict[str, Any]] = {
    f"{path.stem}-{number}": {"route": content["route"], **sample}
    for path in sorted((SHARED / "payloads").glob("*.json"))
    for content in [json.loads(path.read_text(encoding="utf-8"))]
    for number, sample in enumerate(content["samples"])
}

GUEST = {"current_user": "", "is_public": True, "location": "", "department": ""}


@cache
def recorded_suites() -> dict[str, Suite]:
    """The recorded suites, world → suite."""
    folders = [path.parent for path in sorted((SHARED / "suites").glob("*/suite.yaml"))]
    return {world: suite for suite in map(load_suite, folders) for world in suite.worlds}


def play(sample: dict[str, Any], folder: Path) -> tuple[int, Any, list[str]]:
    """Send the request of a sample to a task made of its world, overlay and caller."""
    recorded = recorded_suites()[sample["world"]].path
    (folder / "wikis").symlink_to(recorded / "wikis")
    (folder / "worlds").mkdir()
    world = f"{sample['world']}.json"
    (folder / "worlds" / world).symlink_to(recorded / "worlds" / world)
    meta = {"name": "payloads", "description": "", "grading_version": 1}
    (folder / "suite.yaml").write_text(json.dumps(meta), encoding="utf-8")
    task = {
        "id": "sample",
        "family": "payload",
        "world": sample["world"],
        "overlay": sample.get("overlay", {}),
        "caller": sample.get("caller", GUEST),
        "text": "Send the request.",
        "expect": {"outcomes": ["ok_answer"]},
    }
    (folder / "tasks.jsonl").write_text(json.dumps(task), encoding="utf-8")
    twin = Twin(load_suite(folder))
    start = json.dumps({"benchmark": "payloads", "spec_id": "sample"}).encode()
    task_id = json.loads(twin.handle("/tasks/start", start).body)["task_id"]
    request = json.dumps(sample["request"], ensure_ascii=False).encode()
    reply = twin.handle(f"/erc3-dev/{task_id}{sample['route']}", request)
    events: list[str] = [event.name for event in twin.universe(task_id).events]
    return reply.status, json.loads(reply.body), events


def same_value_and_order(left: Any, right: Any) -> bool:
    """Equality that also sees the order of keys and the difference between 8 and 8.0."""
    return json.dumps(left, ensure_ascii=False) == json.dumps(right, ensure_ascii=False)


@pytest.mark.sampled(20)
@pytest.mark.parametrize("name", SAMPLES)
def test_logged_answer_is_given_again(name: str, tmp_path: Path) -> None:
    sample = SAMPLES[name]
    status, answer, events = play(sample, tmp_path)
    assert status == sample["status"]
    if sample["response"] is None:  # only the status was logged
        assert set(answer) == {"status", "error", "code"}
    else:
        assert same_value_and_order(answer, sample["response"])
    writes = status == 200 and sample["route"].endswith(("/update", "/log"))
    assert bool(events) == writes


def test_samples_cover_every_route() -> None:
    assert {sample["route"] for sample in SAMPLES.values()} == set(COMPANY_ROUTES)
