"""Which model proposes: the live one, or recordings."""

from pathlib import Path

from agentic_solver.errors import SettingsError, UsageError
from agentic_solver.harness.options import RunOptions
from agentic_solver.llm.claude import ClaudeModel
from agentic_solver.llm.model import Model
from agentic_solver.llm.recording import RecordingModel
from agentic_solver.llm.replaying import ReplayingModel
from agentic_solver.settings import Settings

__all__ = ["builtin_recordings", "choose_proposer", "open_model"]


def builtin_recordings(benchmark: str) -> Path:
    """Return the folder of recordings that ships for a built-in benchmark (it may not exist)."""
    return Path(__file__).resolve().parent / "recordings" / benchmark


def choose_proposer(asked: str, settings: Settings) -> str:
    """Return the proposer: the one asked for, else the live model if a key is set.

    Raises:
        UsageError: an unknown proposer.
    """
    if asked in ("anthropic", "recorded"):
        return asked
    if asked:
        raise UsageError(f"unknown proposer {asked!r}: use anthropic or recorded")
    return "anthropic" if settings.has_anthropic_key else "recorded"


def open_model(options: RunOptions, benchmark: str, settings: Settings) -> Model:
    """Return the model of a run.

    Raises:
        SettingsError: the live model without a key.
        WorkspaceError: a folder of recordings that is missing or broken.
        UsageError: no recordings for this benchmark.
    """
    if options.proposer == "recorded":
        if options.recordings:
            return ReplayingModel.load(Path(options.recordings), match=options.match)
        folder = builtin_recordings(benchmark)
        if not folder.is_dir():
            raise UsageError(
                f"there are no recordings for {benchmark!r}: set ANTHROPIC_API_KEY and use "
                "--proposer anthropic, or name a folder with --recordings"
            )
        return ReplayingModel.load(folder, match=options.match)
    if not settings.has_anthropic_key:
        raise SettingsError(
            "the proposer anthropic needs a key: set ANTHROPIC_API_KEY, or use --proposer recorded"
        )
    live: Model = ClaudeModel(
        options.model or settings.model,
        api_key=settings.anthropic_api_key,
        base_url=settings.anthropic_base_url,
        timeout_s=options.model_timeout_s,
    )
    return RecordingModel(live, Path(options.record_to)) if options.record_to else live
