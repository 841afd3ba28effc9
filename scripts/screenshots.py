"""Takes the pictures of the documentation: docs/images/*.png, each under 150 KB.

    python scripts/screenshots.py [--into DIR]

Plays erc3-dev twice into a folder of its own: with its recorded plans, and with some of them
spoiled, so that there are failures of every kind to show. Chromium with its driver is needed, and
`selenium` from the extra dev. Sizes are fixed; times differ from one taking to the next.
"""

import argparse
import base64
import io
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait

from agentic_solver.cli.watching import LiveView
from agentic_solver.harness.models import builtin_recordings
from agentic_solver.harness.options import TaskResult
from agentic_solver.report.record import read_record

ROOT = Path(__file__).resolve().parents[1]
BENCHMARK = "erc3-dev"
LARGEST = 150_000
"""Bytes of a picture."""
EVERY = 4
"""One task in so many gets a spoiled plan."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")

Plan = dict[str, Any]


# --- a run with failures -----------------------------------------------------------------------


def _chatter(_plan: Plan) -> str:
    return "I am sorry, I would have to see the data first."


def _file(plan: Plan) -> str:
    plan["facts"] = [{"id": "file", "sql": "SELECT content FROM read_text('/etc/hostname')"}]
    return json.dumps(plan)


def _column(plan: Plan) -> str:
    plan["facts"].append({"id": "extra", "sql": "SELECT id, shoe_size FROM employees"})
    plan["cases"][-1]["message"] += " {extra.shoe_size}"
    return json.dumps(plan)


def _salaries(plan: Plan) -> str:
    plan["facts"] = [{"id": "pay", "sql": "SELECT id, name, salary FROM employees ORDER BY id"}]
    plan["writes"] = []
    plan["cases"] = [{"when": "", "outcome": "ok_answer", "message": "{pay.name}: {pay.salary}",
                      "links": [], "apply_writes": False}]  # fmt: skip
    return json.dumps(plan)


def _invention(plan: Plan) -> str:
    plan["cases"][-1]["message"] += " The budget is 48500 EUR."
    return json.dumps(plan)


def _no_links(plan: Plan) -> str:
    for case in plan["cases"]:
        case["links"] = []
    return json.dumps(plan)


def _give_up(plan: Plan) -> str:
    plan["writes"] = []
    plan["cases"] = [{"when": "", "outcome": "none_unsupported", "message": "I cannot do that.",
                      "links": [], "apply_writes": False}]  # fmt: skip
    return json.dumps(plan)


SPOILERS: tuple[Callable[[Plan], str], ...] = (
    _chatter, _file, _column, _salaries, _invention, _no_links, _give_up,
)  # fmt: skip


def spoil(target: Path) -> None:
    """Write the recordings with some spoiled; half of these are mended in the second round."""
    target.mkdir()
    first = [path for path in sorted(builtin_recordings(BENCHMARK).glob("*.json"))
             if json.loads(path.read_bytes())["key"].endswith("/r1")]  # fmt: skip
    chosen = {path.name: number for number, path in enumerate(first[::EVERY])}
    for path in sorted(builtin_recordings(BENCHMARK).glob("*.json")):
        record = json.loads(path.read_bytes())
        number = chosen.get(path.name)
        if number is None or "/acquire/" in record["key"]:
            shutil.copy(path, target)
            continue
        good = record["reply"]["text"]
        bad = SPOILERS[number % len(SPOILERS)](json.loads(good))
        again = good if number // len(SPOILERS) % 2 else bad
        first_key, second_key = record["key"], record["key"][:-1] + "2"
        replies = {first_key: bad, f"{first_key}/repair1": bad, second_key: again}
        for at, (key, text) in enumerate(replies.items()):
            told = {**record, "key": key, "reply": {**record["reply"], "text": text}}
            name = f"{path.stem}-{at}.json"
            (target / name).write_text(json.dumps(told), encoding="utf-8")


def command(*words: str | Path) -> None:
    """Run a command of ours; what it prints is shown only if it fails."""
    done = subprocess.run(
        [sys.executable, "-m", "agentic_solver", *map(str, words)],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))}: {done.stdout[-2_000:]}{done.stderr}")


# --- pictures ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """What is taken: a page at a size, after some steps."""

    name: str
    page: str
    """Its file and, after ``#``, the place in it."""
    width: int = 1200
    height: int = 800
    steps: str = ""
    """JavaScript."""


def pictures(followed: str) -> tuple[Picture, ...]:
    """Return what is taken of the pages; ``followed`` is the task of which the plan is shown."""
    return (
        Picture(name="summary", page="failing.html", height=900),
        Picture(
            name="failures", page="failing.html", height=640,
            steps="document.querySelector('[data-result=failed]').click(); scrollBy(0, -12);",
        ),
        Picture(
            name="task", page=f"failing.html#task/0/{followed}", height=900,
        ),
        Picture(
            name="violation", page=f"failing.html#task/0/{followed}", height=500,
            steps="[...document.querySelectorAll('#why .violation')].at(-1).click();",
        ),
        Picture(name="small", page="failing.html", width=390, height=800),
        Picture(name="small-comparison", page="both.html", width=420, height=900),
        Picture(
            name="difference", page=f"both.html#task/1/{followed}", width=1000, height=900,
            steps="document.querySelector('.other').scrollIntoView();",
        ),
        Picture(
            name="comparison", page="both.html", width=1000, height=1000,
            steps="document.querySelector('[data-differs]').click(); scrollTo(0, 0);",
        ),
    )  # fmt: skip


def live_view(results: list[TaskResult], running: list[str], total: int) -> str:
    """Return what the terminal shows in the middle of a run, as SVG."""
    console = Console(record=True, width=100, file=io.StringIO(), force_terminal=True)
    now = 0.0
    view = LiveView(console, clock=lambda: now)
    view.started(Path("runs/erc3-dev-002"), total)
    view.stop()
    for result in results:
        view.finished(result)
    for at, task in enumerate(running):
        now = 8.0 + at
        view.begun(task)
    now += 1.4
    console = Console(record=True, width=100, file=io.StringIO(), force_terminal=True)
    console.print(view.view())
    return console.export_svg(title="agentic-solver run erc3-dev")


@contextmanager
def browser() -> Iterator[webdriver.Chrome]:
    """Yield a headless Chromium."""
    binary = next(filter(None, map(shutil.which, BROWSERS)), None)
    driver = shutil.which("chromedriver")
    if binary is None or driver is None:
        raise SystemExit("no Chromium with its driver on this machine: install both")
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                     "--hide-scrollbars"):  # fmt: skip
        options.add_argument(argument)
    chrome = webdriver.Chrome(options=options, service=Service(driver))
    try:
        yield chrome
    finally:
        chrome.quit()


def take(chrome: webdriver.Chrome, folder: Path, picture: Picture, target: Path) -> None:
    """Open a page of a folder and write its picture."""
    size = {"width": picture.width, "height": picture.height, "deviceScaleFactor": 1,
            "mobile": False}  # fmt: skip
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    light = [{"name": "prefers-color-scheme", "value": "light"}]
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": light})
    chrome.get("about:blank")
    name, _, place = picture.page.partition("#")
    chrome.get((folder / name).as_uri() + (f"#{place}" if place else ""))
    ready = "return document.documentElement.dataset.ready === 'yes'"
    if place:
        ready += " && !document.getElementById('detail').hidden"
    if name.endswith(".html"):
        WebDriverWait(chrome, 30).until(lambda _: chrome.execute_script(ready))
    chrome.execute_script(picture.steps)
    data = chrome.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"]
    content = base64.b64decode(data)
    if len(content) > LARGEST:
        raise SystemExit(f"{target.name} has {len(content)} bytes, more than {LARGEST}")
    target.write_bytes(content)
    print(f"{target}: {picture.width} x {picture.height}, {len(content) // 1000} KB")


def main(into: Path) -> None:
    """Play, write the pages, and take the pictures."""
    into.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, browser() as chrome:
        folder = Path(scratch)
        spoil(folder / "recordings")
        place = folder / "place"
        command("init", place)
        command("run", BENCHMARK, "--proposer", "recorded", "--workspace", place)
        command("run", BENCHMARK, "--recordings", folder / "recordings", "--workspace", place)
        good, failing = (place / "runs" / f"{BENCHMARK}-00{number}" for number in (1, 2))
        of_place = ("--workspace", place, "--out")
        command("report", failing, *of_place, place / "failing.html")
        command("report", good, failing, *of_place, place / "both.html")

        results = [task.result for task in read_record(failing).tasks]
        unknown = "SQL_COLUMN_UNKNOWN"
        followed = next(one.task for one in results if unknown in one.forced)
        names = [one.task for one in results]
        half = len(results) // 2
        svg = live_view(results[:half], names[half : half + 4], len(results))
        width, height = map(round, map(float, svg.split('viewBox="0 0 ')[1].split('"')[0].split()))
        (place / "live.svg").write_text(svg, encoding="utf-8")
        terminal = Picture(name="live", page="live.svg", width=width, height=height)
        for picture in (*pictures(followed), terminal):
            take(chrome, place, picture, into / f"{picture.name}.png")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--into", type=Path, default=ROOT / "docs" / "images")
    main(parser.parse_args().into)
