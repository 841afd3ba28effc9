"""The usage that a platform is told of: one line a model and task, and one for a new wiki."""

from agentic_solver.erc3.platform import PlatformClient
from agentic_solver.harness.options import Reading
from agentic_solver.harness.task_kit import TaskKit
from agentic_solver.harness.telemetry import Stopwatch
from agentic_solver.llm.model import Usage

__all__ = ["tell_usage"]


def tell_usage(
    platform: PlatformClient,
    task_id: str,
    watch: Stopwatch,
    kit: TaskKit,
    readings: tuple[Reading, ...],
) -> None:
    """Tell a platform what the models of a task have used; a reader of its own apart.

    Raises:
        PlatformError: it does not take it.
    """
    model = kit.model_settings.model
    for reading in (reading for reading in readings if reading.model_calls):
        platform.log_llm(
            task_id,
            "the rules of a new wiki",
            model=model,
            duration_sec=round(watch.reading_s, 3),
            prompt_tokens=reading.input_tokens,
            cached_prompt_tokens=reading.cached_tokens,
            completion_tokens=reading.output_tokens,
        )
    apart = bool(watch.reader_calls) and kit.reader_settings.model != model
    read = watch.reader_usage if apart else Usage()
    if apart:
        platform.log_llm(
            task_id,
            "what the request asks to be changed",
            model=kit.reader_settings.model,
            duration_sec=round(watch.reader_s, 3),
            prompt_tokens=read.prompt_tokens,
            cached_prompt_tokens=read.cache_read_tokens,
            completion_tokens=read.output_tokens,
        )
    # Also when no model was needed: the platform wants usage, and zero tokens is the truth.
    platform.log_llm(
        task_id,
        ("turns of an agent" if kit.steps else "plan")
        if watch.model_calls > watch.reader_calls
        else "no model call was needed",
        model=model,
        duration_sec=round(watch.model_s - (watch.reader_s if apart else 0), 3),
        prompt_tokens=watch.usage.prompt_tokens - read.prompt_tokens,
        cached_prompt_tokens=watch.usage.cache_read_tokens - read.cache_read_tokens,
        completion_tokens=watch.usage.output_tokens - read.output_tokens,
    )
