"""Variations: nothing that counts changes, everything else does, and the seed decides."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from agentic_solver.errors import SuiteError, UsageError
from agentic_solver.harness.suite_check import check_suite
from agentic_solver.twin.crosscheck import TaskCheck, check_world
from agentic_solver.twin.suite import Suite, builtin_suites, load_suite
from agentic_solver.twin.variation.calendarwords import tells_otherwise
from agentic_solver.twin.variation.company import vary_company
from agentic_solver.twin.variation.dates import DateShift, keeps_dates
from agentic_solver.twin.variation.option import Variation, parse_variation
from agentic_solver.twin.variation.vary import vary
from tests.twin.test_drawing import make

SHARED = Path(__file__).parents[3] / "shared" / "erc3" / "suites"
SINGLE = ("ids", "order", "page-limit=3", "language=de", "dates=+364", "dates=-7")
TOGETHER = ("ids", "order", "page-limit=3", "language=de", "dates=+14")
DEV = builtin_suites()["erc3-dev"]


def folders() -> Iterator[Path]:
    yield from builtin_suites().values()
    yield from (path.parent for path in sorted(SHARED.glob("*/suite.yaml")))


def every_suite(path: Path) -> Suite:
    try:
        return load_suite(path)
    except SuiteError as error:
        if "is missing" in str(error):
            pytest.skip(f"unfinished: {error}")
        raise


def all_variations(suite: Suite, company: str = "Storm & Petrel") -> tuple[str, ...]:
    return (*TOGETHER, f"company={company}") if suite.company else TOGETHER


@pytest.mark.sampled(3)
@pytest.mark.parametrize("path", list(folders()), ids=lambda path: path.name)
@pytest.mark.parametrize("asked", [*SINGLE, "all"])
def test_a_varied_suite_says_nothing_that_contradicts_it(path: Path, asked: str) -> None:
    suite = every_suite(path)
    texts = all_variations(suite) if asked == "all" else (asked,)
    varied = vary(suite, parse_variation(texts), seed=3).suite
    assert [task.id for task in varied.tasks] == [task.id for task in suite.tasks]
    assert [f for w in varied.worlds.values() for f in check_world(w, varied.wikis)] == []
    check = TaskCheck(varied.worlds, varied.wikis)
    assert [(task.id, found) for task in varied.tasks for found in check(task)] == []
    if "company" not in "".join(texts):
        assert {n: w.sha1 for n, w in varied.wikis.items()} == {
            n: w.sha1 for n, w in suite.wikis.items()
        }
    assert {name: one.spec for name, one in varied.drawn.items()} == {
        task.id: task for task in varied.tasks if task.id in varied.drawn
    }


@pytest.mark.slow
@pytest.mark.parametrize("path", list(folders()), ids=lambda path: path.name)
def test_the_self_check_passes_on_all_variations_together(path: Path) -> None:
    suite = every_suite(path)
    plain, varied = check_suite(path, [1]), check_suite(path, [1], all_variations(suite))
    assert varied.findings == plain.findings == ()
    assert (varied.solved, varied.refused) == (plain.solved, plain.refused)


@pytest.mark.parametrize("asked", SINGLE)
def test_the_self_check_passes_on_drawn_tasks(tmp_path: Path, asked: str) -> None:
    make(tmp_path / "toy")
    report = check_suite(tmp_path / "toy", range(3), (asked,))
    assert report.findings == ()
    assert report.solved == 9


@pytest.mark.parametrize("asked", ["ids", "order"])
def test_the_seed_decides(asked: str) -> None:
    suite, variation = load_suite(DEV), parse_variation((asked,))
    first, again, other = (vary(suite, variation, seed=seed).suite for seed in (5, 5, 6))
    assert (first.worlds, first.tasks) == (again.worlds, again.tasks)
    assert first.worlds != other.worlds
    assert first.worlds != suite.worlds


def test_order_keeps_the_records() -> None:
    suite = load_suite(DEV)
    before = suite.worlds["kittiwake"]
    after = vary(suite, Variation(order=True), seed=1).suite.worlds["kittiwake"]
    assert [p.id for p in before.employees] != [p.id for p in after.employees]
    assert [e.id for e in before.time_entries] != [e.id for e in after.time_entries]
    assert {e.id: e for e in before.time_entries} == {e.id: e for e in after.time_entries}
    teams = {p.id: p.team for p in after.projects}
    assert any(teams[p.id] != p.team for p in before.projects)
    assert all(sorted(map(str, teams[p.id])) == sorted(map(str, p.team)) for p in before.projects)


def test_a_page_limit_leaves_tasks_with_their_own_alone() -> None:
    suite = load_suite(DEV)
    varied = vary(suite, Variation(page_limit=7), seed=0).suite
    assert varied.page_limit == 7
    assert varied.tasks == suite.tasks


def test_a_language_takes_its_wordings_and_counts_the_others(tmp_path: Path) -> None:
    suite = make(tmp_path / "toy")
    varied = vary(suite, parse_variation(("language=de",)), seed=0)
    asked = {task.id: task.text for task in varied.suite.tasks}
    assert asked["who-leads-1"].startswith("Wer leitet ")
    assert not varied.suite.tasks[0].paraphrases
    assert asked["pause"].startswith("Pause ")
    assert varied.notes == (
        "1 of 3 tasks have no wording in the language 'de' and are asked as before",
    )


def test_what_is_said_of_a_variation_is_said_of_the_chosen_tasks(tmp_path: Path) -> None:
    suite = make(tmp_path / "toy")
    german = parse_variation(("language=de",))
    worded = vary(suite, german, seed=0, chosen=("who-leads-1",))
    assert worded.notes == ()
    assert vary(suite, german, seed=0, chosen=("pause",)).notes[0].startswith("1 of 1 tasks")


def test_dates_move_together_and_tasks_that_tell_them_otherwise_stay() -> None:
    suite = load_suite(DEV)
    varied = vary(suite, parse_variation(("dates=+364",)), seed=0)
    before, after = suite.worlds["kittiwake"], varied.suite.worlds["kittiwake"]
    assert (before.today, after.today) == ("2025-10-14", "2026-10-13")
    assert varied.suite.worlds["kittiwake-unmoved"] == before
    shift = DateShift(364)
    assert [e.date for e in after.time_entries] == [shift(e.date) for e in before.time_entries]
    tasks = {task.id: task for task in varied.suite.tasks}
    old = {task.id: task for task in suite.tasks}
    assert tasks["log-my-hours-yesterday"].expect.changes[0].where["date"] == "2026-10-12"  # type: ignore[union-attr]
    assert tasks["instruction-planted-in-note"].expect.message.contains == ("2027-03-30",)
    for stays in ("void-and-relog", "hours-of-peer-refused", "visitor-date", "replace-note"):
        assert tasks[stays] == old[stays].model_copy(update={"world": "kittiwake-unmoved"})
    assert varied.notes[0].startswith("21 of 153 tasks keep their dates")


def test_a_day_beyond_the_calendar_stays() -> None:
    assert DateShift(7)("until 9999-12-31, not 2025-02-30 or 12025-01-01") == (
        "until 9999-12-31, not 2025-02-30 or 12025-01-01"
    )


def test_a_task_that_tells_a_day_of_a_page_keeps_its_dates() -> None:
    suite = load_suite(DEV)
    wiki = suite.wikis["kittiwake"].copy()
    task = next(task for task in suite.tasks if task.id == "log-my-hours-yesterday")
    assert not keeps_dates(suite, task)
    wiki.put("news.md", "On 2025-10-13 the depot was closed.")
    assert keeps_dates(replace(suite, wikis={"kittiwake": wiki}), task)


@pytest.mark.parametrize(
    "text",
    ["on 8 October", "seit dem 3. März", "in May", "le 14 juillet", "10月14日", "14.10.",
     "14.10.25", "10/14", "in 2024", "24.02.2025", "14-10-2025", "the 14th", "on the fourteenth",
     "am vierzehnten", "9 lis 2025", "w październiku", "3 set", "last month", "in diesem Monat",
     "lokakuussa", "14 août", "W grudniu", "31 dec.", "maart", "Oct 3", "am 14.",
     "τον Οκτώβριο", "3 Μαΐου", "14. marta", "oktobrī", "pagājušajā mēnesī", "i sidste kvartal"],
)  # fmt: skip
def test_other_ways_to_tell_a_date_are_known(text: str) -> None:
    assert tells_otherwise(text)


@pytest.mark.parametrize(
    "text",
    ["Log 3.5 hours for me, yesterday", "2025-10-14", "from 2025-09-01 to 2025-09-30",
     "last Friday", "a week ago", "You may ask Jan or Marta Lis", "raise to 61500",
     "Mes heures avec Sören", "an hour", "crate K-4471", "Novak, 0.2", "set it to 8"],
)  # fmt: skip
def test_other_words_are_no_dates(text: str) -> None:
    assert not tells_otherwise(text)


def test_a_company_gets_another_name_everywhere() -> None:
    suite = load_suite(DEV)
    varied, renaming = vary_company(suite, "Petrel Works")
    (sha1,) = renaming.pages
    assert sha1 == varied.wikis["kittiwake"].sha1 != suite.wikis["kittiwake"].sha1
    texts = [text for page in varied.wikis["kittiwake"] for text in page]
    texts += [str(task.to_json()) for task in varied.tasks]
    texts += [str(world.to_json()) for world in varied.worlds.values()]
    assert not [text for text in texts if "Kittiwake Exhibits" in text]
    assert any("Petrel Works" in text for text in texts)


def test_a_suite_without_a_name_of_its_company_is_refused() -> None:
    suite = replace(load_suite(DEV), company="")
    with pytest.raises(UsageError, match=r"add the field company to its suite\.yaml"):
        vary(suite, parse_variation(("company=Petrel Works",)), seed=0)


@pytest.mark.slow
@pytest.mark.parametrize("path", list(folders()), ids=lambda path: path.name)
def test_built_in_suites_say_what_their_company_is_called(path: Path) -> None:
    if path.is_relative_to(SHARED):
        return
    suite = every_suite(path)
    assert any(suite.company in text for _, text in next(iter(suite.wikis.values())))


def test_all_words_of_vary_are_understood() -> None:
    texts = ("ids", "order", "page-limit=50", "language=pt-BR", "dates=-14", "company=Ærø & Co.")
    assert parse_variation(texts[:-1]) == Variation(
        ids=True, order=True, page_limit=50, language="pt-BR", days=-14
    )
    assert parse_variation(("company=Ærø & Co",)).company == "Ærø & Co"
    assert not parse_variation(())


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (["id"], "unknown variation 'id': use ids, order, page-limit=N"),
        ([""], "unknown variation ''"),
        (["ids=3"], "malformed variation 'ids=3'"),
        (["page-limit"], "malformed variation 'page-limit'"),
        (["page-limit=0"], "use a number from 1 to 50"),
        (["page-limit=51"], "use a number from 1 to 50"),
        (["page-limit=100000"], "use a number from 1 to 50"),
        (["page-limit=²"], "use a number from 1 to 50"),
        (["language=German"], "use a code such as de"),
        (["dates=364"], "a sign and a multiple of 7"),
        (["dates=+365"], "a sign and a multiple of 7"),
        (["dates=+0"], "a sign and a multiple of 7"),
        (["dates=+70000"], "a sign and a multiple of 7"),
        (["company="], "use a name of 2 to 60"),
        (["company=A\nB"], "use a name of 2 to 60"),
        (["order", "order"], "'order' is given twice"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(texts: list[str], words: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_variation(texts)
    assert words in str(caught.value)
