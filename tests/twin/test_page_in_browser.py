"""The page of the twin in a real browser: it renews itself, and fits a phone."""

import json
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from agentic_solver.twin.app import serving
from agentic_solver.twin.platform import Twin
from agentic_solver.twin.suite import load_suite

pytestmark = pytest.mark.enable_socket
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_PHONE = {"width": 420, "height": 900, "deviceScaleFactor": 1, "mobile": True}


@pytest.fixture(scope="module")
def browser() -> Iterator[webdriver.Chrome]:
    binary = next(filter(None, map(shutil.which, _BROWSERS)), None)
    driver = shutil.which("chromedriver")
    if binary is None or driver is None:
        pytest.skip("no Chromium with its driver on this machine")
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                     "--no-proxy-server"):  # fmt: skip
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    chrome = webdriver.Chrome(options=options, service=Service(driver))
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", _PHONE)
    yield chrome
    chrome.quit()


def test_the_page_renews_itself_and_fits_a_phone(
    browser: webdriver.Chrome, make_suite: Any, task: Any
) -> None:
    twin = Twin(load_suite(make_suite(tasks=[task])))
    with serving(twin) as address:
        browser.get(f"{address}/")
        assert "No client has started" in browser.find_element(By.TAG_NAME, "main").text
        twin.handle("/sessions/start", json.dumps({"benchmark": "thornlight"}).encode())
        WebDriverWait(browser, 10).until(lambda page: page.find_elements(By.CSS_SELECTOR, "td"))
        assert "not begun" in browser.find_element(By.TAG_NAME, "main").text
        widths = "return document.documentElement.scrollWidth <= innerWidth"
        assert browser.execute_script(widths)
        browser.get(f"{address}/docs")
        assert browser.execute_script(widths)
        assert "/sessions/start" in browser.find_element(By.TAG_NAME, "main").text
        assert [one["message"] for one in browser.get_log("browser")] == []  # type: ignore[no-untyped-call]
