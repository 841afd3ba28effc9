"""agentic_solver: a model proposes one plan, deterministic code executes and validates it.

    import agentic_solver as a

    run = a.run("erc3-dev", proposer=my_function, workers=4)

What is public stands in ``__all__`` and is imported when it is used (docs/python.md).
"""

import importlib
import sys
from types import ModuleType

TYPE_CHECKING = False  # typing itself would be most of the time that this import takes
if TYPE_CHECKING:
    from typing import Any

    from agentic_solver.api import (
        AgenticSolverError,
        Comparison,
        ModelReply,
        Plan,
        PlanRequest,
        PromptBlock,
        ReadRequest,
        Round,
        Run,
        ServedTwin,
        Task,
        Usage,
        compare,
        load,
        run,
        solve,
        twin,
    )

__all__ = [
    "AgenticSolverError",
    "Comparison",
    "ModelReply",
    "Plan",
    "PlanRequest",
    "PromptBlock",
    "ReadRequest",
    "Round",
    "Run",
    "ServedTwin",
    "Task",
    "Usage",
    "__version__",
    "compare",
    "load",
    "run",
    "solve",
    "twin",
]

__version__ = "0.1.0"
_API = "agentic_solver.api"


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


if not TYPE_CHECKING:  # a type checker knows the names above, and that there are no others

    def __getattr__(name: str) -> "Any":
        if name == "twin":  # the package of that name, which is called as well
            return importlib.import_module("agentic_solver.twin")
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(importlib.import_module(_API), name)


class _CalledPackage(ModuleType):
    """The subpackage ``twin``: ``twin(suite)`` serves one."""

    def __call__(self, *args: "Any", **options: "Any") -> "Any":
        return importlib.import_module(_API).twin(*args, **options)


class _Package(ModuleType):
    """This package: the import of a subpackage puts it in the place of a function."""

    def __setattr__(self, name: str, value: object) -> None:
        if name == "twin" and isinstance(value, ModuleType):
            value.__class__ = _CalledPackage
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
