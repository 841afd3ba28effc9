"""The domain ready to run: its agents in a dispatcher, its tools in a registry."""

from agentic_solver.arithmetic.agent import (
    AddSubWorker,
    ArithmeticCritic,
    ArithmeticPlanner,
    MulWorker,
)
from agentic_solver.arithmetic.schema import AddArgs, ArithmeticDispatcher, MulArgs, SubArgs
from agentic_solver.core import ToolRegistry

__all__ = ["build_dispatcher", "build_tools"]


def build_dispatcher(*, max_retries: int = 3) -> ArithmeticDispatcher:
    """Return a dispatcher with the built-in agents."""
    return ArithmeticDispatcher(
        planner=ArithmeticPlanner(),
        workers={"worker_addsub": AddSubWorker(), "worker_mul": MulWorker()},
        critic=ArithmeticCritic(),
        max_retries=max_retries,
    )


def build_tools() -> ToolRegistry:
    """Return a registry with ``add``, ``sub`` and ``mul``."""
    tools = ToolRegistry()
    tools.register("add", "Returns a + b.", _add, AddArgs)
    tools.register("sub", "Returns a - b.", _sub, SubArgs)
    tools.register("mul", "Returns a * b.", _mul, MulArgs)
    return tools


def _add(args: AddArgs) -> int:
    return args.a + args.b


def _sub(args: SubArgs) -> int:
    return args.a - args.b


def _mul(args: MulArgs) -> int:
    return args.a * args.b
