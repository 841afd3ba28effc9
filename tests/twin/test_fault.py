"""What a suite may say of a fault, and how it is told what it may not."""

import json
from typing import Any

import pytest

from agentic_solver.errors import SuiteError
from agentic_solver.twin.suite import load_suite


@pytest.mark.parametrize(
    ("fault", "field", "message"),
    [
        ({"kind": "status", "value": 200}, "value", "an HTTP status from 400"),
        ({"kind": "status", "value": "500"}, "value", "an HTTP status from 400"),
        ({"kind": "status", "value": {}}, "value", "the object of a status fault"),
        ({"kind": "status", "value": {"status": 500}}, "value", "the object of a status fault"),
        ({"kind": "status", "value": {"status": 200, "error": "x"}}, "value", "from 400 to 599"),
        ({"kind": "status", "value": {"status": True, "error": "x"}}, "value", "from 400 to 599"),
        ({"kind": "status", "value": {"status": 500, "error": 1}}, "value", "the object of"),
        ({"kind": "slow", "value": {}}, "value", "a number of seconds"),
        ({"kind": "timeout", "value": 3601}, "value", "a number of seconds"),
        ({"kind": "truncated", "value": {}}, "value", "the number of bytes"),
        ({"kind": "malformed", "value": {}}, "value", "the text that is sent"),
        ({"kind": "page_limit", "value": 2.5}, "value", "needs the limit"),
        ({"kind": "page_limit"}, "", "needs the limit"),
        ({"kind": "duplicate_rows", "value": 1}, "value", "has no value: remove it"),
        ({"kind": "missing_rows", "value": "x"}, "value", "has no value: remove it"),
        ({"kind": "injection"}, "", "needs the text to put in"),
        ({"kind": "injection", "value": " "}, "value", "needs the text to put in"),
        ({"kind": "injection", "value": 3}, "value", "needs the text to put in"),
        ({"kind": "missing_rows", "route": "/whoami"}, "", "needs a route with pages: use one of"),
        ({"kind": "status", "after": -1}, "after", "-1 does not fit"),
        ({"kind": "status", "after": None}, "after", "null does not fit"),
        ({"kind": "status", "after": "1"}, "after", '"1" does not fit'),
        ({"kind": "status", "before": 1}, "before", "there is no such field"),
    ],
)
def test_bad_faults_name_file_line_and_field(
    make_suite: Any, task: Any, fault: dict[str, Any], field: str, message: str
) -> None:
    line = {"route": "*", **fault}
    broken = {**task, "id": "second", "overlay": {"faults": [{"route": "*", "kind": "slow"}, line]}}
    folder = make_suite(tasks=[task, broken])
    with pytest.raises(SuiteError) as caught:
        load_suite(folder)
    text = str(caught.value)
    rows = (folder / "tasks.jsonl").read_text(encoding="utf-8").splitlines()
    head = f"{folder / 'tasks.jsonl'}, line 2, column "
    assert text.startswith(head)
    assert f"overlay.faults[1]{'.' if field in fault else ''}{field}" in text
    assert message in text
    if field:
        column = int(text.removeprefix(head).partition(":")[0])
        shown = json.dumps(fault[field], ensure_ascii=False)
        assert rows[1][column - 1 :].startswith(shown)
