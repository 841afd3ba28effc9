"""The page of a run in a real browser: what a person sees and does, without a network."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from agentic_solver.report.page import write_page
from agentic_solver.report.record import read_record

pytestmark = pytest.mark.enable_socket

HOSTILE = (
    "</script><img src=x onerror=\"document.title='owned'\"><b>bold</b> {{ 7*7 }} ${1} &amp; '\""
)
VIOLATION = {
    "code": "SQL_COLUMN_UNKNOWN",
    "message": "There is no such column.",
    "path": "/facts/0/query",
    "details": {"column": HOSTILE},
    "attempt_id": None,
}
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="module")
def browser() -> Iterator[webdriver.Chrome]:
    binary = next(filter(None, map(shutil.which, BROWSERS)), None)
    driver = shutil.which("chromedriver")
    if binary is None or driver is None:
        pytest.skip("no Chromium with its driver on this machine")
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                     "--window-size=1200,900"):  # fmt: skip
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    chrome = webdriver.Chrome(options=options, service=Service(driver))
    yield chrome
    chrome.quit()


@pytest.fixture(scope="module")
def page(
    make_run: Callable[..., Path], made: type, tmp_path_factory: pytest.TempPathFactory
) -> str:
    tasks = [
        made(task="crane-1"),
        made(task="crane-2", score=0.0, check=f"FAIL: {HOSTILE}", rounds=2, violation=VIOLATION),
        made(task="hours-1", text=HOSTILE, rows=[["p1", HOSTILE, 1]]),
        made(task="hours-2", score=None, text="How many hours?"),
    ]
    target = tmp_path_factory.mktemp("page") / "run.html"
    write_page(target, [read_record(make_run(tasks, name="first"))], target.parent)
    return target.as_uri()


def opened(browser: webdriver.Chrome, address: str) -> webdriver.Chrome:
    browser.get("about:blank")
    log(browser, "browser")
    log(browser, "performance")
    browser.get(address)
    ready = "return document.documentElement.dataset.ready"
    until(browser, lambda: browser.execute_script(ready))
    return browser


def log(browser: webdriver.Chrome, kind: str) -> list[dict[str, Any]]:
    return list(browser.get_log(kind))  # type: ignore[no-untyped-call]


def until(browser: webdriver.Chrome, holds: Callable[[], object]) -> None:
    """Wait until it holds. The page may draw anew between a look for an element and its use."""
    drawn_anew = (StaleElementReferenceException, NoSuchElementException)
    wait = WebDriverWait(browser, 20, poll_frequency=0.02, ignored_exceptions=drawn_anew)
    wait.until(lambda _: holds(), "the page did not get there")


def one(browser: webdriver.Chrome, selector: str) -> WebElement:
    return browser.find_element(By.CSS_SELECTOR, selector)


def do(browser: webdriver.Chrome, act: Callable[[], None]) -> None:
    def done() -> bool:
        act()
        return True

    until(browser, done)


def click(browser: webdriver.Chrome, selector: str) -> None:
    do(browser, lambda: one(browser, selector).click())


def shows(browser: webdriver.Chrome, selector: str, text: str) -> None:
    """Wait until the element shows exactly this text."""
    until(browser, lambda: one(browser, selector).text == text)


def focused(browser: webdriver.Chrome) -> WebElement:
    return browser.switch_to.active_element


def listed(browser: webdriver.Chrome) -> list[str]:
    # In one go: rows that are drawn anew between two calls are stale.
    script = "return [...document.querySelectorAll('#rows tr')].map((row) => row.dataset.task)"
    return list(browser.execute_script(script))


def lists(browser: webdriver.Chrome, *tasks: str) -> None:
    """Wait until the table holds exactly these rows; drawing may take a moment."""
    until(browser, lambda: listed(browser) == list(tasks))


def test_the_page_opens_without_asking_anybody_for_anything(
    browser: webdriver.Chrome, page: str
) -> None:
    opened(browser, page)
    messages = [json.loads(entry["message"])["message"] for entry in log(browser, "performance")]
    asked = [message["params"]["request"]["url"] for message in messages
             if message["method"] == "Network.requestWillBeSent"]  # fmt: skip
    assert asked == [page]
    assert log(browser, "browser") == []
    refused = browser.execute_async_script(
        "const done = arguments[0]; const image = new Image(); image.src = 'http://127.0.0.1:9/x';"
        "document.addEventListener('securitypolicyviolation', (e) => done(e.effectiveDirective));"
    )
    assert refused == "img-src"


def test_search_and_filters_choose_the_rows(browser: webdriver.Chrome, page: str) -> None:
    opened(browser, page)
    lists(browser, "crane-1", "crane-2", "hours-1", "hours-2")
    one(browser, "body").send_keys("/")
    focused(browser).send_keys("HOW many")
    lists(browser, "hours-2")
    click(browser, "button[type=reset]")
    until(browser, lambda: len(listed(browser)) == 4)
    for value, expected in (("passed", ["crane-1", "hours-1"]), ("failed", ["crane-2"]),
                            ("ungraded", ["hours-2"])):  # fmt: skip
        click(browser, f"input[value={value}] + span")
        lists(browser, *expected)
    click(browser, "button[type=reset]")
    until(browser, lambda: len(listed(browser)) == 4)
    one(browser, "#code").send_keys("SQL_COLUMN_UNKNOWN")
    lists(browser, "crane-2")
    shows(browser, "#count", "1 of 4 tasks")
    click(browser, "button[type=reset]")
    click(browser, "button[data-family=crane]")
    lists(browser, "crane-1", "crane-2")


def test_a_click_on_a_column_sorts_by_it(browser: webdriver.Chrome, page: str) -> None:
    opened(browser, page)
    head = "th[data-column=score]"
    click(browser, f"{head} button")
    lists(browser, "hours-2", "crane-2", "crane-1", "hours-1")
    until(browser, lambda: one(browser, head).get_attribute("aria-sort") == "ascending")
    click(browser, f"{head} button")
    until(browser, lambda: listed(browser)[-1] == "hours-2")


def test_three_clicks_lead_from_the_table_to_the_violated_part_of_the_plan(
    browser: webdriver.Chrome, page: str
) -> None:
    opened(browser, page)
    click(browser, "input[value=failed] + span")
    click(browser, "#rows tr a")
    until(browser, lambda: one(browser, "#detail").is_displayed())
    named = "return [...document.querySelectorAll('#why .violation')].map((b) => b.textContent)"
    wanted = ["SQL_SYNTAX", "SQL_COLUMN_UNKNOWN"]
    until(browser, lambda: browser.execute_script(named) == wanted)
    violations = "#why .violation"
    until(browser, lambda: len(browser.find_elements(By.CSS_SELECTOR, violations)) == len(wanted))
    browser.find_elements(By.CSS_SELECTOR, violations)[1].click()
    until(browser, lambda: "level > 2" in one(browser, ".hit").text)
    until(browser, lambda: focused(browser) == one(browser, ".hit"))


def test_a_task_shows_rounds_facts_proofs_response_and_grade(
    browser: webdriver.Chrome, page: str
) -> None:
    opened(browser, f"{page}#task/0/crane-2")
    until(browser, lambda: one(browser, "#detail").is_displayed())
    text = one(browser, "#detail").get_attribute("textContent") or ""
    for shown in ("Pay is between a person and the people team.", "people/pay.md#who-may-look",
                  "It is Ada Quell.", "holds: minimality", f"FAIL: {HOSTILE}",
                  "p9, Docks, Quay"):  # fmt: skip
        assert shown in text
    plus = [line.text for line in browser.find_elements(By.CSS_SELECTOR, ".diff .plus")]
    assert [line for line in plus if "level > 2" in line]


def test_why_shows_the_case_the_rule_and_each_failure_once(
    browser: webdriver.Chrome, make_run: Callable[..., Path], made: type, tmp_path: Path
) -> None:
    check = "FAIL: expected outcome 'ok_not_found', got 'ok_answer'"
    run = make_run([made(task="a", score=0.0, check=check)], name="why")
    target = tmp_path / "why.html"
    write_page(target, [read_record(run)], tmp_path)
    opened(browser, f"{target.as_uri()}#task/0/a")
    until(browser, lambda: one(browser, "#detail").is_displayed())
    assert one(browser, "#decided p").text == "Answered by case 2 of 2, otherwise: ok_answer"
    shows(
        browser,
        ".case.chosen",
        "→ otherwise: ok_answer\nIt is {who.name}.\nlinks employee from who.id",
    )
    sides = [cell.text for cell in browser.find_elements(By.CSS_SELECTOR, ".sides td")]
    assert sides == ["outcome", "ok_not_found", "ok_answer"]
    assert (one(browser, "#detail").get_attribute("textContent") or "").count(check) == 0
    assert one(browser, "#round-1 .badge").text == "accepted"
    bars = browser.find_elements(By.CSS_SELECTOR, ".times .bar")
    assert len(bars) == 5


def test_rounds_come_in_their_order(browser: webdriver.Chrome, page: str) -> None:
    opened(browser, f"{page}#task/0/crane-2")
    until(browser, lambda: one(browser, "#detail").is_displayed())
    heads = [
        head.text for head in browser.find_elements(By.CSS_SELECTOR, "section[id^=round] > h3")
    ]
    assert [head.split()[1] for head in heads] == ["1", "2"]
    assert "rejected" in heads[0]
    assert len(browser.find_elements(By.CSS_SELECTOR, ".violation")) == 2


def test_hostile_texts_stay_texts(browser: webdriver.Chrome, page: str) -> None:
    opened(browser, page)
    click(browser, "[data-task=hours-1] a")
    until(browser, lambda: one(browser, "#detail").is_displayed())
    shows(browser, ".request-text", HOSTILE)
    until(browser, lambda: HOSTILE in one(browser, "#response").text)
    assert browser.find_elements(By.CSS_SELECTOR, "img, #detail b") == []
    assert browser.title == "Report of first-001"


def test_the_keyboard_alone_leads_through_the_page(browser: webdriver.Chrome, page: str) -> None:
    opened(browser, page)
    do(browser, lambda: one(browser, "#rows tr a").send_keys(Keys.ENTER))
    until(browser, lambda: focused(browser) == one(browser, "#detail"))
    do(browser, lambda: focused(browser).send_keys("j"))
    until(browser, lambda: one(browser, "#detail h2").text.startswith("crane-2"))
    do(browser, lambda: focused(browser).send_keys(Keys.ESCAPE))
    until(browser, lambda: one(browser, "#overview").is_displayed())
    until(browser, lambda: focused(browser).text == "crane-2")


@pytest.fixture(scope="module")
def pages(
    page: str, make_run: Callable[..., Path], made: type, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    """One run, one with long names, two compared, and one that has no task."""
    long = "a-name-that-" + "goes_on_and_" * 6 + "on"
    folder = tmp_path_factory.mktemp("pages")
    tasks = [
        made(task=f"{long}-{number}", score=0.0, check="FAIL: " + "x" * 90) for number in (1, 2)
    ]
    first, second = make_run(tasks, name=long), make_run(tasks[:1], name="other")
    shown = {"long": [first], "two": [first, second], "none": [make_run([], name="empty")]}
    addresses = {"one": page}
    for name, runs in shown.items():
        write_page(folder / f"{name}.html", [read_record(run) for run in runs], folder)
        addresses[name] = (folder / f"{name}.html").as_uri()
    return addresses | {"task": f"{page}#task/0/crane-2"}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("where", ["one", "task", "long", "two", "none"])
@pytest.mark.parametrize("width", [360, 414, 600, 640, 768, 900, 1280])
def test_no_width_needs_sideways_scrolling(
    browser: webdriver.Chrome, pages: dict[str, str], where: str, width: int
) -> None:
    # 640 is also what a zoom of 200 % leaves of 1280.
    size = {"width": width, "height": 700, "deviceScaleFactor": 2, "mobile": width < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        opened(browser, pages[where])
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width
        lost = (
            "return [...document.querySelectorAll('body *')].filter((one) => !one.closest('.wide')"
            " && one.getClientRects().length && !one.closest('.hidden, .skip')"
            " && one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.outerHTML)"
        )
        assert browser.execute_script(lost) == []
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_arrow_keys_lead_from_row_to_row(browser: webdriver.Chrome, page: str) -> None:
    opened(browser, page)
    do(browser, lambda: one(browser, "body").send_keys("j"))
    until(browser, lambda: focused(browser).text == "crane-1")
    do(browser, lambda: focused(browser).send_keys(Keys.ARROW_DOWN))
    until(browser, lambda: focused(browser).text == "crane-2")
    do(browser, lambda: focused(browser).send_keys("k"))
    until(browser, lambda: focused(browser).text == "crane-1")
    outline = "return getComputedStyle(document.activeElement).outlineStyle"
    assert browser.execute_script(outline) == "solid"


def test_cards_of_a_small_screen_are_sorted_by_a_choice(
    browser: webdriver.Chrome, page: str
) -> None:
    size = {"width": 414, "height": 800, "deviceScaleFactor": 2, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        opened(browser, page)
        assert not one(browser, "th[data-column=score]").is_displayed()
        one(browser, "#sort").send_keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
        lists(browser, "hours-2", "hours-1", "crane-2", "crane-1")
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_figures_lead_to_the_tasks_that_they_count(browser: webdriver.Chrome, page: str) -> None:
    opened(browser, page)
    click(browser, "button[data-result=failed]")
    lists(browser, "crane-2")


def test_two_runs_are_compared_task_by_task(
    browser: webdriver.Chrome, make_run: Callable[..., Path], made: type, tmp_path: Path
) -> None:
    first = make_run([made(task="a"), made(task="b")], name="before")
    second = make_run([made(task="a"), made(task="b", score=0.0, check="FAIL: no")], name="after")
    target = tmp_path / "both.html"
    write_page(target, [read_record(first), read_record(second)], tmp_path)
    opened(browser, target.as_uri())
    shown = one(browser, "#verdict").text
    assert shown == "The difference does not exceed the noise: 0 gained, 1 lost, exact p = 1."
    click(browser, "#differs")
    lists(browser, "b")
    until(browser, lambda: "1 → 0" in one(browser, "#rows tr").text)
    assert "FAIL: no" in one(browser, "#rows tr .why").text
    click(browser, "#rows tr a")
    until(browser, lambda: "FAIL: no" in one(browser, "#detail").text)
    until(browser, lambda: "score 1 → 0" in one(browser, ".other").text)
    do(browser, lambda: browser.find_element(By.PARTIAL_LINK_TEXT, "before-001").click())
    until(browser, lambda: "FAIL: no" not in one(browser, "#detail").text)


@pytest.mark.slow
def test_a_thousand_tasks_are_there_and_found(
    browser: webdriver.Chrome, make_run: Callable[..., Path], made: type, tmp_path: Path
) -> None:
    tasks = [made(task=f"kind{number % 40}-{number}", text=f"Number {number}?")
             for number in range(1_000)]  # fmt: skip
    target = tmp_path / "many.html"
    write_page(target, [read_record(make_run(tasks, name="many"))], tmp_path)
    assert target.stat().st_size < 2_000_000
    opened(browser, target.as_uri())
    shows(browser, "#count", "1000 of 1000 tasks, the first 200 shown")
    one(browser, "#search").send_keys("number 987?")
    lists(browser, "kind27-987")
    click(browser, "#rows tr a")
    until(browser, lambda: one(browser, "#detail").is_displayed())
    shows(browser, ".request-text", "Number 987?")
