"""The capability catalog: versioned by content, complete for every tool of the facade."""

from pathlib import Path
from typing import Any

import pytest

from agentic_solver.contracts.reaction.capability import (
    AffordanceCapability,
    CapabilityCatalog,
    RequestedResources,
    make_catalog,
)
from agentic_solver.erc3.tools.catalog import load_catalog
from agentic_solver.erc3.tools.facade import Operation, Tool

TOOLS = Path(__file__).parents[3] / "tools"


def _capability(tool: Tool) -> AffordanceCapability:
    return AffordanceCapability(
        affordance_key=tool.name,
        allowed_capability_handles=(tool.operation.value,),
        payload_schema=tool.arguments.model_json_schema(),
        max_payload_bytes=1_000_000,
        default_resources=RequestedResources(),
    )


def _affordance(**changes: Any) -> AffordanceCapability:
    fields: dict[str, Any] = {
        "affordance_key": "list_hours",
        "allowed_capability_handles": ("read",),
        "payload_schema": {"type": "object"},
        "max_payload_bytes": 100,
        "default_resources": RequestedResources(),
    }
    return AffordanceCapability(**{**fields, **changes})


@pytest.mark.requirement("S4-4b")
def test_every_tool_of_the_facade_has_all_five_parts() -> None:
    tools = load_catalog(TOOLS).tools.values()
    catalog = make_catalog(_capability(tool) for tool in tools)
    assert len(catalog.affordances) == len(tools) > 0
    for affordance in catalog.affordances:
        dump = affordance.to_json()
        assert set(dump) == {
            "affordance_key",
            "allowed_capability_handles",
            "payload_schema",
            "max_payload_bytes",
            "default_resources",
        }
        assert all(dump.values())
        assert set(affordance.allowed_capability_handles) <= {o.value for o in Operation}


@pytest.mark.requirement("S4-4a")
def test_version_changes_with_every_part_of_every_affordance() -> None:
    other = _affordance(affordance_key="other")
    variants = [
        _affordance(),
        _affordance(payload_schema={"type": "object", "required": ["day"]}),
        _affordance(allowed_capability_handles=("read", "log_time")),
        _affordance(max_payload_bytes=101),
        _affordance(default_resources=RequestedResources(api_calls=2)),
        _affordance(affordance_key="renamed"),
    ]
    versions = [make_catalog([variant, other]).version for variant in variants]
    assert len(set(versions)) == len(variants)
    assert make_catalog([other, _affordance()]).version == versions[0]


@pytest.mark.requirement("S4-4a")
def test_catalog_prints_version_and_affordances() -> None:
    catalog = make_catalog([_affordance()])
    assert set(catalog.to_json()) == {"version", "affordances"}
    assert CapabilityCatalog.model_validate_json(catalog.model_dump_json()) == catalog


def test_find_needs_the_exact_key() -> None:
    catalog = make_catalog([_affordance()])
    assert catalog.find("list_hours") == _affordance()
    assert catalog.find("LIST_HOURS") is None
