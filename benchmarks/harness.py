"""The harness as a whole beside Inspect AI: samples a second and peak memory.

    python benchmarks/harness.py [REPEATS] [BENCHMARK]

Each repeat (default 3) plays BENCHMARK (default erc3-prod) from recorded plans with 8 workers in a
process of its own, and then has Inspect AI run as many samples in another: its mock model asks for
as many tool calls as the platform got, all of one sample in one message, and the tool returns at
once. Seconds are those of the run itself on either side, without the start-up of the program, but
with that of its worker processes. Memory is the peak of the sum over all processes of a side; pages
that they share are counted for each. Ours also plans, checks, computes, and keeps its evidence. The
last line is one JSON object; the Inspect side is null without the extra ``inspect``.
"""

import contextlib
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from agentic_solver.workspace import init_workspace

WORKERS = 8
LOOK_S = 0.1
PAGE = os.sysconf("SC_PAGE_SIZE")
_MIB = 1 << 20


def measured(command: list[str], out: Path) -> tuple[dict[str, Any], float]:
    """Run a command whose output ends in a JSON document; return that and its peak in MB."""
    peak = 0.0
    with out.open("w+", encoding="utf-8") as file:
        started = subprocess.Popen(command, stdout=file, stderr=subprocess.DEVNULL)
        while started.poll() is None:
            peak = max(peak, sum(map(memory_mb, family(started.pid))))
            time.sleep(LOOK_S)
        file.seek(0)
        text = file.read()
    if started.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {started.returncode}: {text[-400:]}")
    return json.loads(text[text.index("{") :]), peak


def family(pid: int) -> Iterator[int]:
    """Yield a process and what it has started, as far as they still run."""
    yield pid
    with contextlib.suppress(OSError):
        for children in Path(f"/proc/{pid}/task").glob("*/children"):
            for child in children.read_text(encoding="ascii").split():
                yield from family(int(child))


def memory_mb(pid: int) -> float:
    """Return the resident memory of a process in MB; 0 once it has ended."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return 0.0
    return int(pages) * PAGE / _MIB


def ours(benchmark: str, scratch: Path) -> tuple[dict[str, Any], float]:
    """Play the benchmark; return its totals and the peak of its memory."""
    command = [sys.executable, "-m", "agentic_solver", "run", benchmark, "--json",
               "--proposer", "recorded", "--workers", str(WORKERS),
               "--workspace", str(scratch / "place")]  # fmt: skip
    return measured(command, scratch / "out.json")


def theirs(calls: list[int], scratch: Path) -> tuple[dict[str, Any], float]:
    """Have Inspect run samples with so many tool calls each."""
    command = [sys.executable, __file__, "--inspect", json.dumps(calls), str(scratch / "logs")]
    return measured(command, scratch / "out.json")


def run_inspect(calls: list[int], logs: str) -> None:
    """Run Inspect in this process and print its seconds and the samples that came out right."""
    # Only this process needs it, and it takes seconds.
    from inspect_ai import Task, eval  # noqa: A004, PLC0415
    from inspect_ai.dataset import Sample  # noqa: PLC0415
    from inspect_ai.model import (  # noqa: PLC0415
        ChatMessageTool,
        ModelOutput,
        ModelUsage,
        get_model,
    )
    from inspect_ai.scorer import includes  # noqa: PLC0415
    from inspect_ai.solver import generate, use_tools  # noqa: PLC0415
    from inspect_ai.tool import Tool, ToolCall, tool  # noqa: PLC0415

    @tool
    def company() -> Tool:
        async def execute(route: str) -> str:
            """Ask the company.

            Args:
                route: what to ask.
            """
            return json.dumps({"route": route, "rows": []})

        return execute

    # With usage of its own, as the mock would count tokens with a file from the network.
    usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)

    def answer(messages: Any, *_rest: Any) -> ModelOutput:
        if isinstance(messages[-1], ChatMessageTool):
            output = ModelOutput.from_content("mockllm/model", "done")
            output.usage = usage
            return output
        wanted = int(messages[-1].text.split()[-2])
        output = ModelOutput.from_content("mockllm/model", "asking")
        output.usage = usage
        output.choices[0].message.tool_calls = [
            ToolCall(id=f"c{n}", function="company", arguments={"route": f"/r{n}"})
            for n in range(wanted)
        ]
        output.choices[0].stop_reason = "tool_calls"
        return output

    task = Task(
        dataset=[Sample(input=f"Please make {count} calls", target="done") for count in calls],
        solver=[use_tools(company()), generate()],
        scorer=includes(),
    )
    model = get_model("mockllm/model", custom_outputs=answer)
    started = time.perf_counter()
    log = eval(task, model, max_samples=WORKERS, display="none", log_dir=logs)[0]
    seconds = time.perf_counter() - started
    made = [m for s in log.samples or [] for m in s.messages if isinstance(m, ChatMessageTool)]
    right = sum(s.scores["includes"].value == "C" for s in log.samples or [] if s.scores)
    print(json.dumps({"wall_s": seconds, "tool_calls": len(made), "right": right}))


def main(repeats: int, benchmark: str) -> None:
    """Print both sides and their ratio."""
    has_inspect = importlib.util.find_spec("inspect_ai") is not None
    rates: dict[str, list[float]] = {"ours": [], "inspect": []}
    peaks: dict[str, list[float]] = {"ours": [], "inspect": []}
    figures: dict[str, Any] = {"benchmark": benchmark, "workers": WORKERS}
    # One folder for all repeats: on ext4 new files are slow for minutes where others were removed.
    with tempfile.TemporaryDirectory() as folder:
        for number in range(repeats):
            scratch = Path(folder) / str(number)
            init_workspace(scratch / "place")
            totals, peak = ours(benchmark, scratch)
            rates["ours"].append(totals["tasks"] / totals["wall_s"])
            peaks["ours"].append(peak)
            calls = [result["api_calls"] for result in totals["results"]]
            figures |= {"tasks": totals["tasks"], "right": totals["passed"], "calls": sum(calls)}
            if has_inspect:
                told, peak = theirs(calls, scratch)
                if (told["tool_calls"], told["right"]) != (sum(calls), len(calls)):
                    raise SystemExit(f"Inspect did not do the same work: {told}")
                rates["inspect"].append(len(calls) / told["wall_s"])
                peaks["inspect"].append(peak)
    for side, found in rates.items():
        figures[f"{side}_tasks_a_second"] = round(statistics.median(found), 1) if found else None
        figures[f"{side}_peak_mb"] = round(max(peaks[side])) if found else None
    pairs = [a / b for a, b in zip(rates["ours"], rates["inspect"], strict=False)]
    figures["over_inspect"] = round(statistics.median(pairs), 2) if pairs else None
    print(json.dumps(figures))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--inspect"]:
        run_inspect(json.loads(sys.argv[2]), sys.argv[3])
    else:
        given = sys.argv[1:]
        main(int(given[0]) if given else 3, given[1] if len(given) > 1 else "erc3-prod")
