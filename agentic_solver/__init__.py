"""agentic_solver: a model proposes one plan, deterministic code executes and validates it."""

__version__ = "0.1.0"
