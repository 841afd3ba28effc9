"""Words of sentences for people."""

__all__ = ["number"]


def number(count: int, thing: str) -> str:
    """Return a count with its noun: ``1 task``, ``2 tasks``."""
    return f"{count} {thing}{'' if count == 1 else 's'}"
