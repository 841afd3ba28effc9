"""The page of a run in a real browser: what a person sees and does, without a network."""

import json
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

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
    until(lambda: bool(browser.execute_script("return document.documentElement.dataset.ready")))
    return browser


def log(browser: webdriver.Chrome, kind: str) -> list[dict[str, Any]]:
    return list(browser.get_log(kind))  # type: ignore[no-untyped-call]


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < end, "the page did not get there"
        time.sleep(0.02)


def one(browser: webdriver.Chrome, selector: str) -> WebElement:
    return browser.find_element(By.CSS_SELECTOR, selector)


def listed(browser: webdriver.Chrome) -> list[str]:
    # In one go: rows that are drawn anew between two calls are stale.
    script = "return [...document.querySelectorAll('#rows tr')].map((row) => row.dataset.task)"
    return list(browser.execute_script(script))


def lists(browser: webdriver.Chrome, *tasks: str) -> None:
    """Wait until the table holds exactly these rows; drawing may take a moment."""
    until(lambda: listed(browser) == list(tasks))


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
    browser.switch_to.active_element.send_keys("HOW many")
    lists(browser, "hours-2")
    one(browser, "button[type=reset]").click()
    until(lambda: len(listed(browser)) == 4)
    for value, expected in (("passed", ["crane-1", "hours-1"]), ("failed", ["crane-2"]),
                            ("ungraded", ["hours-2"])):  # fmt: skip
        one(browser, f"input[value={value}] + span").click()
        lists(browser, *expected)
    one(browser, "button[type=reset]").click()
    until(lambda: len(listed(browser)) == 4)
    one(browser, "#code").send_keys("SQL_COLUMN_UNKNOWN")
    lists(browser, "crane-2")
    assert one(browser, "#count").text == "1 of 4 tasks"
    one(browser, "button[type=reset]").click()
    one(browser, "button[data-family=hours]").click()
    lists(browser, "hours-1", "hours-2")


def test_a_click_on_a_column_sorts_by_it(browser: webdriver.Chrome, page: str) -> None:
    opened(browser, page)
    head = one(browser, "th[data-column=score]")
    head.find_element(By.TAG_NAME, "button").click()
    lists(browser, "hours-2", "crane-2", "crane-1", "hours-1")
    assert head.get_attribute("aria-sort") == "ascending"
    head.find_element(By.TAG_NAME, "button").click()
    assert listed(browser)[-1] == "hours-2"


def test_three_clicks_lead_from_the_table_to_the_violated_part_of_the_plan(
    browser: webdriver.Chrome, page: str
) -> None:
    opened(browser, page)
    one(browser, "input[value=failed] + span").click()
    one(browser, "#rows tr a").click()
    until(lambda: one(browser, "#detail").is_displayed())
    buttons = browser.find_elements(By.CSS_SELECTOR, "#why .violation")
    assert [button.text for button in buttons] == ["SQL_SYNTAX", "SQL_COLUMN_UNKNOWN"]
    buttons[1].click()
    hit = one(browser, ".hit")
    assert hit.is_displayed()
    assert "level > 2" in hit.text
    assert browser.switch_to.active_element == hit


def test_a_task_shows_rounds_facts_proofs_response_and_grade(
    browser: webdriver.Chrome, page: str
) -> None:
    opened(browser, f"{page}#task/0/crane-2")
    until(lambda: one(browser, "#detail").is_displayed())
    text = one(browser, "#detail").get_attribute("textContent") or ""
    for shown in ("Pay is between a person and the people team.", "people/pay.md#who-may-look",
                  "It is Ada Quell.", "holds: minimality", f"FAIL: {HOSTILE}",
                  "p9, Docks, Quay"):  # fmt: skip
        assert shown in text
    plus = [line.text for line in browser.find_elements(By.CSS_SELECTOR, ".diff .plus")]
    assert [line for line in plus if "level > 2" in line]


def test_hostile_texts_stay_texts(browser: webdriver.Chrome, page: str) -> None:
    opened(browser, page)
    one(browser, "[data-task=hours-1] a").click()
    until(lambda: one(browser, "#detail").is_displayed())
    assert one(browser, ".request-text").text == HOSTILE
    assert HOSTILE in (one(browser, "#response").text)
    assert browser.find_elements(By.CSS_SELECTOR, "img, #detail b") == []
    assert browser.title == "Report of first-001"


def test_the_keyboard_alone_leads_through_the_page(browser: webdriver.Chrome, page: str) -> None:
    opened(browser, page)
    one(browser, "#rows tr a").send_keys(Keys.ENTER)
    until(lambda: one(browser, "#detail").is_displayed())
    assert browser.switch_to.active_element == one(browser, "#detail")
    browser.switch_to.active_element.send_keys("j")
    until(lambda: one(browser, "#detail h2").text.startswith("crane-2"))
    browser.switch_to.active_element.send_keys(Keys.ESCAPE)
    until(lambda: one(browser, "#overview").is_displayed())
    assert browser.switch_to.active_element.text == "crane-2"


@pytest.mark.parametrize("where", ["", "#task/0/crane-2"])
def test_a_phone_needs_no_sideways_scrolling(
    browser: webdriver.Chrome, page: str, where: str
) -> None:
    size = {"width": 360, "height": 700, "deviceScaleFactor": 2, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        opened(browser, page + where)
        width = browser.execute_script("return document.documentElement.scrollWidth")
        assert width <= size["width"]
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_two_runs_are_compared_task_by_task(
    browser: webdriver.Chrome, make_run: Callable[..., Path], made: type, tmp_path: Path
) -> None:
    first = make_run([made(task="a"), made(task="b")], name="before")
    second = make_run([made(task="a"), made(task="b", score=0.0, check="FAIL: no")], name="after")
    target = tmp_path / "both.html"
    write_page(target, [read_record(first), read_record(second)], tmp_path)
    opened(browser, target.as_uri())
    one(browser, "#differs").click()
    lists(browser, "b")
    assert "1 → 0" in one(browser, "#rows tr").text
    one(browser, "#rows tr a").click()
    until(lambda: one(browser, "#detail").is_displayed())
    browser.find_element(By.PARTIAL_LINK_TEXT, "after-001").click()
    until(lambda: "FAIL: no" in one(browser, "#detail").text)


def test_a_thousand_tasks_are_there_and_found(
    browser: webdriver.Chrome, make_run: Callable[..., Path], made: type, tmp_path: Path
) -> None:
    tasks = [made(task=f"kind{number % 40}-{number}", text=f"Number {number}?")
             for number in range(1_000)]  # fmt: skip
    target = tmp_path / "many.html"
    write_page(target, [read_record(make_run(tasks, name="many"))], tmp_path)
    assert target.stat().st_size < 2_000_000
    opened(browser, target.as_uri())
    assert one(browser, "#count").text == "1000 of 1000 tasks, the first 200 shown"
    one(browser, "#search").send_keys("number 987?")
    lists(browser, "kind27-987")
    one(browser, "#rows tr a").click()
    until(lambda: one(browser, "#detail").is_displayed())
    assert one(browser, ".request-text").text == "Number 987?"
