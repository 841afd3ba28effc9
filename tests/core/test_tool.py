import inspect
from types import MappingProxyType
from typing import Any

import pytest
from pydantic import BaseModel

from agentic_solver.contracts.model import Contract
from agentic_solver.core import (
    ToolArgumentError,
    ToolRegistry,
    ToolSpec,
    ToolTakenError,
    UnknownToolError,
)


class Args(Contract):
    n: int
    tags: tuple[str, ...] = ()


class OtherArgs(Contract):
    n: int
    tags: tuple[str, ...] = ()


class Counter:
    def __init__(self, fault: Exception | None = None) -> None:
        self.seen: list[Args] = []
        self.fault = fault

    def __call__(self, args: Args) -> int:
        self.seen.append(args)
        if self.fault is not None:
            raise self.fault
        return args.n * 2


def registry_with(func: Counter) -> ToolRegistry:
    tools = ToolRegistry()
    tools.register("double", "Doubles.", func, Args)
    return tools


@pytest.mark.requirement("S1-7.1b")
def test_only_registered_tools_exist_and_names_are_taken_once() -> None:
    first, second = Counter(), Counter()
    tools = registry_with(first)
    with pytest.raises(UnknownToolError, match=r"no tool 'triple'; there are: double"):
        tools.call("triple", {"n": 1})
    with pytest.raises(UnknownToolError, match="no tool 'triple'"):
        tools.get("triple")
    with pytest.raises(ToolTakenError, match="double"):
        tools.register("double", "Another.", second, Args)
    assert tools.call("double", {"n": 2}) == 4
    assert (len(first.seen), len(second.seen)) == (1, 0)
    assert tools.names == ("double",)


def test_a_registered_tool_is_described_without_its_function() -> None:
    tools = registry_with(Counter())
    assert tools.get("double") == ToolSpec(name="double", description="Doubles.", arg_type=Args)
    assert not any(callable(getattr(tools.get("double"), name)) for name in ("name", "description"))
    assert not hasattr(tools.get("double"), "func")


WRONG_NUMBER: dict[str, Any] = {"n": "1"}
WRONG_TAGS: dict[str, Any] = {"n": 1, "tags": (3,)}
BROKEN_ARGUMENTS = [
    {"n": "1"},
    {"n": 1.0},
    {"n": True},
    {"n": None},
    {},
    {"n": 1, "m": 2},
    {"n": 1, "tags": "ab"},
    {"n": 1, "tags": [...]},
    {"n": 1, "tags": ["\ud800"]},
    [("n", 1)],
    "n",
    None,
    OtherArgs(n=1),
    Args.model_construct(**WRONG_NUMBER),
    Args.model_construct(**WRONG_TAGS),
]


@pytest.mark.requirement("S1-7.1c")
@pytest.mark.parametrize("arguments", BROKEN_ARGUMENTS, ids=repr)
def test_arguments_that_do_not_fit_never_reach_the_tool(arguments: Any) -> None:
    counter = Counter()
    with pytest.raises(ToolArgumentError, match="tool 'double' takes Args"):
        registry_with(counter).call("double", arguments)
    assert counter.seen == []


@pytest.mark.requirement("S1-7.1c")
@pytest.mark.parametrize("arguments", [{"n": "1"}, {"n": 1, "m": 2}])
def test_arguments_are_read_strictly_even_if_their_type_is_not(arguments: Any) -> None:
    class LooseArgs(BaseModel):
        n: int

    ran: list[LooseArgs] = []
    tools = ToolRegistry()
    tools.register("loose", "Takes anything.", ran.append, LooseArgs)
    with pytest.raises(ToolArgumentError, match="tool 'loose' takes LooseArgs"):
        tools.call("loose", arguments)
    assert ran == []
    tools.call("loose", {"n": 1})
    assert ran == [LooseArgs(n=1)]


def test_a_mapping_and_an_instance_are_both_read_anew() -> None:
    counter = Counter()
    tools = registry_with(counter)
    given = Args(n=3, tags=("x",))
    fields = MappingProxyType({"n": 3, "tags": ["x"]})
    assert tools.call("double", given) == tools.call("double", fields) == 6
    assert counter.seen == [given, given]
    assert counter.seen[0] is not given


@pytest.mark.requirement("S1-7.1d")
def test_a_call_runs_the_tool_once() -> None:
    counter = Counter()
    registry_with(counter).call("double", Args(n=1))
    assert len(counter.seen) == 1


@pytest.mark.requirement("S1-7.1d", "S1-10d")
def test_a_tool_that_raises_is_not_run_again() -> None:
    fault = OSError("disk full")
    counter = Counter(fault)
    with pytest.raises(OSError, match="disk full") as caught:
        registry_with(counter).call("double", Args(n=1))
    assert caught.value is fault
    assert len(counter.seen) == 1


@pytest.mark.requirement("S1-7.1e")
def test_the_documented_interface() -> None:
    def parameters(name: str) -> list[str]:
        return list(inspect.signature(getattr(ToolRegistry, name)).parameters)[1:]

    assert parameters("register") == ["name", "description", "func", "arg_type"]
    assert parameters("get") == ["name"]
    assert parameters("call") == ["name", "args"]
