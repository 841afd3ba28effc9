"""The bytes of the page: complete, closed to the outside, and proof against what runs hold."""

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Callable
from importlib.resources import files
from itertools import product
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentic_solver.cli.app import app
from agentic_solver.report.page import render_page
from agentic_solver.report.record import read_record

HOSTILE = "</script><script>alert(1)</script> {{ 7*7 }}"


@pytest.fixture
def run(make_run: Callable[..., Path], made: type) -> Path:
    return make_run([made(task="a-1", text=HOSTILE), made(task="a-2", score=0.0, check=HOSTILE)])


def unpacked(page: str, block: str) -> object:
    found = re.search(rf'<script type="text/plain" id="{block}">([^<]*)</script>', page)
    assert found is not None
    return json.loads(gzip.decompress(base64.b64decode(found[1])))


def test_scripts_and_styles_of_the_page_are_the_only_ones_that_its_policy_lets_run(
    run: Path,
) -> None:
    page = render_page([read_record(run)], run)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    for name, tag in (("script-src", "script"), ("style-src", "style")):
        text = page.split(f"<{tag}>")[1].split(f"</{tag}>")[0]
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        allowed = policy[1].replace("&#39;", "'").replace("&#43;", "+")
        assert f"{name} 'sha256-{digest}'" in allowed
    assert "default-src 'none'" in policy[1].replace("&#39;", "'")
    assert "unsafe" not in policy[1]
    assert not re.search(r"https?://", page)


def test_no_text_of_a_run_stands_in_the_page_unescaped(run: Path) -> None:
    page = render_page([read_record(run)], run)
    assert "alert(1)" not in page
    index = unpacked(page, "index")
    assert isinstance(index, dict)
    assert [row["text"] for row in index["rows"][0]] == [HOSTILE, "Who leads the harbour crane?"]


def test_the_page_says_who_wrote_recorded_replies(
    make_run: Callable[..., Path], made: type
) -> None:
    wrote = {"by": "<a stand-in>", "how": "by hand", "tokens": "estimated"}
    kept = make_run([made(task="a-1")], name="kept", recordings=wrote)
    live = make_run([made(task="a-1")], name="live")
    told = "replies by &lt;a stand-in&gt;, by hand; token counts are estimates"
    alone = render_page([read_record(kept)], kept)
    assert f"<dt>recorded</dt><dd>{told}</dd>" in alone
    assert "<dt>recorded</dt>" not in render_page([read_record(live)], live)
    both = render_page([read_record(kept), read_record(live)], kept)
    assert f'<th scope="row">recorded</th><td data-run="kept-001">{told}</td>' in both
    assert '<td data-run="live-001">live</td>' in both
    assert alone.count(" cached; estimated</dd>") == 1
    assert both.count(" out, estimated</td>") == 1


def test_names_in_the_static_part_are_escaped(make_run: Callable[..., Path], made: type) -> None:
    task = made(task="a-1")
    run = make_run([task], name="x", families={"a-1": "<img src=x>"}, model="<b>", proposer="p")
    page = render_page([read_record(run)], run)
    assert "<img" not in page
    assert "&lt;img src=x&gt;" in page
    assert "&lt;b&gt; (" in page


def test_equal_runs_give_equal_bytes(run: Path) -> None:
    assert render_page([read_record(run)], run) == render_page([read_record(run)], run)


def test_a_quote_is_shown_only_while_the_rules_are_those_of_the_run(
    make_run: Callable[..., Path], made: type, tmp_path: Path
) -> None:
    run = make_run([made(task="a")])
    own = next((run / "acquire").glob("*/*.yaml"))
    digest = hashlib.sha256(own.read_bytes()).hexdigest()
    own.rename(tmp_path / own.name)
    for known, expected in (({own.name: digest}, ["pay-is-private"]), ({own.name: "0" * 64}, [])):
        manifest = json.loads((run / "manifest.json").read_text())
        (run / "manifest.json").write_text(json.dumps({**manifest, "rules": known}))
        details = unpacked(render_page([read_record(run)], tmp_path), "detail-0-0")
        assert isinstance(details, list)
        assert list(details[0]["rules"]) == expected


def test_a_run_that_was_cut_off_says_how_far_it_came(run: Path) -> None:
    (run / "summary.json").unlink()
    events = (run / "events.jsonl").read_text().splitlines(keepends=True)
    (run / "events.jsonl").write_text("".join(events[:-1]))
    record = read_record(run)
    assert [task.result.task for task in record.tasks] == ["a-1"]
    assert record.gaps == (
        "The run has not come to its end: it was ended from outside, or still goes on.",
        "1 task was started and not finished.",
    )


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("manifest.json", "{", "manifest.json is not JSON"),
        ("tasks/a-1/telemetry.json", "[]", "telemetry.json holds no JSON object"),
        ("tasks/a-1/round-1/decision.json", "nonsense", "decision.json is not JSON"),
        ("events.jsonl", '{"event":"?"}\n', "unknown event"),
    ],
)
def test_a_broken_run_gets_one_sentence_and_no_page(
    run: Path, tmp_path: Path, name: str, text: str, told: str
) -> None:
    (run / name).write_text(text)
    target = tmp_path / "page.html"
    done = CliRunner().invoke(app, ["report", str(run), "--out", str(target)])
    assert done.exit_code == 2
    assert told in done.stderr
    assert done.stderr.count("\n") == 1
    assert not target.exists()


def test_a_folder_that_is_no_run_is_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["report", str(tmp_path)])
    assert done.exit_code == 2
    assert "is not a run folder" in done.stderr


def test_a_page_that_cannot_be_written_is_one_sentence(run: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = CliRunner().invoke(app, ["report", str(run), "--out", str(tmp_path / "file" / "x.html")])
    assert done.exit_code == 2
    assert "cannot write" in done.stderr
    missing = tmp_path / "nowhere" / "x.html"
    done = CliRunner().invoke(app, ["report", str(run), "--out", str(missing)])
    assert done.exit_code == 2
    assert f"the folder {missing.parent} does not exist: make it" in done.stderr
    assert not missing.parent.exists()


def test_runs_of_two_benchmarks_are_not_compared(
    make_run: Callable[..., Path], made: type, tmp_path: Path
) -> None:
    runs = [make_run([made(task="a-1")], name=name) for name in ("one", "two")]
    out = ["--out", str(tmp_path / "x.html")]
    done = CliRunner().invoke(app, ["report", *map(str, runs), *out])
    assert done.exit_code == 2
    assert "is a run of one, two-001 of two: a report compares runs of one benchmark" in done.stderr
    assert not list(tmp_path.iterdir())


def test_a_played_run_becomes_a_page(
    tmp_path: Path, repo_root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    place = ["--workspace", str(tmp_path / "place")]
    one_task = ["--proposer", "recorded", "--tasks", "lead-of-project"]
    run = tmp_path / "place" / "runs" / "erc3-dev-001"
    for words in (
        ["init", str(tmp_path / "place")],
        ["run", "erc3-dev", *one_task, *place],
        ["report", str(run), *place],
    ):
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 0, done.output
    page = (tmp_path / "erc3-dev-001.html").read_text()
    details = unpacked(page, "detail-0-0")
    assert isinstance(details, list)
    assert details[0]["task"] == "lead-of-project"
    assert details[0]["rounds"][0]["facts"][0]["rows"]
    assert "start and grading" in page
    assert "model and platform" not in page


def test_colours_can_be_read_on_every_ground_that_they_stand_on() -> None:
    style = (files("agentic_solver.report") / "page.css").read_text(encoding="utf-8")
    palettes = [dict(re.findall(r"--(\w+): (#\w+)", one))
                for one in re.findall(r":root \{(.*?)\}", style, re.DOTALL)[:2]]  # fmt: skip
    assert [len(palette) for palette in palettes] == [11, 11]
    for palette in palettes:
        for ink, ground in product(("ink", "soft", "accent", "good", "bad"), ("back", "card")):
            assert _contrast(palette[ink], palette[ground]) >= 4.5, (ink, ground)
        for ground in ("hit", "plus", "minus"):
            assert _contrast(palette["ink"], palette[ground]) >= 4.5, ground
            assert _contrast(palette["soft"], palette[ground]) >= 4.5, ground


def _contrast(one: str, other: str) -> float:
    """Return the ratio that WCAG 2 defines; text needs 4.5."""
    low, high = sorted(map(_luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    shares = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
