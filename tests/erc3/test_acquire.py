"""Acquisition with a scripted model: roles first, portions, one repair, an honest report."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agentic_solver.contracts.rule import Limit, Operation
from agentic_solver.erc3.acquire import (
    Acquisition,
    Earlier,
    acquire_rules,
    carry_over,
    find_earlier,
    format_report,
    store_acquisition,
)
from agentic_solver.erc3.acquire.outline import format_outline, portions, signals
from agentic_solver.erc3.acquire.wire import RuleDraft, drafts_schema
from agentic_solver.erc3.policy import policy_for
from agentic_solver.erc3.policy.vocabulary import FAMILIES
from agentic_solver.erc3.policydrift import drifted_files
from agentic_solver.erc3.wiki import TaskSetMeta, WikiPages, read_folder, read_mirror
from agentic_solver.errors import ModelError, ModelUnavailableError, WorkspaceError
from agentic_solver.llm.model import ModelRequest, Usage
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.settings import Prices
from agentic_solver.workspace import FOLDERS, Workspace

RECORDED = Path(__file__).resolve().parents[2].parent / "shared" / "erc3" / "suites"

PAGES = WikiPages(
    {
        "pay.md": "# Pay\n\nOnly the HR Office may read salaries.\n",
        "people.md": "# People\n\nOur departments are HR Office and Lab.\n\n## Love\n\nWe care.\n",
        "time.md": "# Hours\n\nEveryone books their own hours. A strong level is 7 or more.\n",
    }
)


def draft(
    record: str, kind: str, place: str, quote: str, statement: str, *families: str, **fields: object
) -> dict[str, object]:
    """Return a rule record as the model writes it; ``place`` is page#anchor."""
    empty: dict[str, object] = {
        name: "" if str(field.annotation) in ("<class 'str'>",) else []
        for name, field in RuleDraft.model_fields.items()
    }
    flags = {"exclusive": False, "aggregate": False, "effect": "none", "caller": "anyone"}
    page, _, anchor = place.partition("#")
    cited = {"page": page, "anchor": anchor, "quote": quote, "statement": statement}
    return {**empty, **flags, "id": record, "kind": kind, **cited, "families": families, **fields}


STAFF = draft(
    "role-staff", "role", "people.md#people",
    "Our departments are HR Office and Lab.", "Staff are in HR Office or Lab.", "denied_read",
    role_name="staff", caller="signed_in", departments=["HR Office", "Lab"],
)  # fmt: skip
PAY = draft(
    "read-pay", "access", "pay.md##pay",  # models write the hash of an anchor, too
    "Only the HR Office may read salaries.", "Salaries are read by the HR Office only.",
    "denied_read", effect="allow", caller="signed_in", departments=["HR Office"],
    operations=["read"], resources=["employees.salary"], exclusive=True,
)  # fmt: skip
OWN = draft(
    "own-time", "access", "time.md#hours",
    "Everyone books their own hours.", "Everyone books their own hours.", "time",
    effect="allow", caller="signed_in", operations=["log_time"], relations=["self"],
)  # fmt: skip
STRONG = draft(
    "strong", "definition", "time.md#hours",
    "A strong level is 7 or more.", "Strong is level 7 or more.", "skills",
)  # fmt: skip


def reply(*drafts: dict[str, object]) -> str:
    return json.dumps({"rules": list(drafts)})


def read(*replies: str | ModelError) -> tuple[Acquisition, list[str]]:
    """Read the wiki with a model that answers so; return what came of it, and each request."""
    model = ScriptedModel(replies, name="reader")
    found = acquire_rules(PAGES, model)
    return found, [text_of(request) for request in model.requests]


def ids(found: Acquisition) -> list[str]:
    return [rule.id for rule in found.ruleset.rules]


def text_of(request: ModelRequest) -> str:
    return request.messages[0].text


def test_roles_are_read_first_then_the_pages() -> None:
    model = ScriptedModel([reply(STAFF), reply(PAY, OWN, STRONG)], name="reader")
    found = acquire_rules(PAGES, model)
    assert ids(found) == ["role-staff", "read-pay", "own-time", "strong"]
    assert found.ruleset.source == "extracted by reader"
    assert found.dropped == ()
    assert found.requests == 2
    first, second = model.requests
    assert "kind role only" in text_of(first)
    assert "Roles that are defined: staff." in text_of(second)
    assert all(
        "Only the HR Office may read" in request.system[1].text for request in model.requests
    )


def test_a_rejected_record_is_shown_its_faults_and_repaired() -> None:
    wrong = {**STRONG, "quote": "Strong is 7."}
    found, requests = read(reply(STAFF), reply(PAY, OWN, wrong), reply(STRONG))
    assert ids(found) == ["role-staff", "read-pay", "own-time", "strong"]
    assert "strong: QUOTE" in requests[2]
    assert "read-pay:" not in requests[2]


def test_what_stays_wrong_is_dropped_with_the_reason() -> None:
    wrong = {**STRONG, "statement": "Strong is 8 or more."}
    found, _ = read(reply(STAFF), reply(PAY, wrong), reply(wrong))
    assert ids(found) == ["role-staff", "read-pay"]
    assert [item.rule_id for item in found.dropped] == ["strong"]
    report = format_report(found, PAGES)
    assert "strong: NUMBER: the statement names 8, the quote does not" in report


def test_amounts_are_read_and_older_replies_have_none() -> None:
    limits = [
        {"of": "hours", "measure": "value", "least": "", "above": "0", "most": "", "below": "7"}
    ]
    strong = {**draft(
        "weak-only", "access", "time.md#hours", "A strong level is 7 or more.",
        "Skills are booked below 7.", "time", effect="allow", caller="signed_in",
        operations=["log_time"],
    ), "limits": limits}  # fmt: skip
    older = {name: value for name, value in OWN.items() if name != "limits"}
    found, _ = read(reply(STAFF), reply(strong, older))
    access, own = (rule.access for rule in found.ruleset.rules[1:])
    assert access is not None
    assert own is not None
    assert access.limits == (Limit(of="hours", above="0", below="7"),)
    assert own.limits == ()


def test_a_figure_that_is_no_limit_is_asked_back_once() -> None:
    def seven(**fields: object) -> dict[str, object]:
        return draft(
            "seven", "access", "time.md#hours", "A strong level is 7 or more.",
            "Levels up to 7 are changed by everybody.", "skills", effect="allow",
            caller="signed_in", operations=["update_skills"], relations=["self"], **fields,
        )  # fmt: skip

    bound = {"of": "skills.level", "measure": "value", "least": "", "above": "", "below": ""}
    limited = seven(limits=[{**bound, "most": "7"}])
    for again, limits in ((limited, 1), (seven(), 0)):
        found, requests = read(reply(STAFF), reply(seven()), reply(again))
        assert "seven: DOUBT: the statement names a figure" in requests[2]
        access = found.ruleset.rules[1].access
        assert access is not None
        assert len(access.limits) == limits
    _, requests = read(reply(STAFF), reply(limited))
    assert len(requests) == 2


def booking(record: str, **limits: list[str]) -> dict[str, object]:
    """Return a right to book hours under conditions that the page does not join."""
    return draft(
        record, "access", "time.md#hours",
        "Everyone books their own hours.", "Leads book hours on their site.", "time",
        effect="allow", caller="signed_in", operations=["log_time"], **limits,
    )  # fmt: skip


@pytest.mark.parametrize(
    "limits",
    [
        {"requires": ["same_location", "leads_project"]},
        {"relations": ["leads_project", "manages_customer"], "requires": ["same_department"]},
    ],
)
def test_several_conditions_at_once_are_asked_back_and_may_be_split(
    limits: dict[str, list[str]],
) -> None:
    one, other = booking("site", relations=["same_location"]), booking("lead", requires=["self"])
    doubtful = booking("site", **limits)
    found, requests = read(reply(STAFF), reply(doubtful), reply(one, other))
    assert ids(found) == ["role-staff", "site", "lead"]
    assert found.ruleset.rules[1].access is not None
    assert found.ruleset.rules[1].access.requires == ()
    assert "site: DOUBT" in requests[2]
    assert list(limits.values())[-1][0] in requests[2]


@pytest.mark.parametrize("again", [reply(), reply(booking("site", requires=["same_location"]))])
def test_what_is_doubtful_is_asked_once_and_stands(again: str) -> None:
    doubtful = booking("site", requires=["same_location", "leads_project"])
    found, requests = read(reply(STAFF), reply(PAY, doubtful), again)
    assert ids(found) == ["role-staff", "read-pay", "site"]
    assert found.dropped == ()
    assert len(requests) == 3


@pytest.mark.parametrize(
    ("effect", "requires"),
    [
        ("allow", ["leads_project", "target_on_project"]),
        ("allow", ["self", "on_project"]),
        ("deny", ["same_location", "leads_project"]),
    ],
)
def test_conditions_that_go_together_are_not_asked_back(effect: str, requires: list[str]) -> None:
    plain = {**booking("site", requires=requires), "effect": effect}
    found, requests = read(reply(STAFF), reply(plain))
    assert ids(found) == ["role-staff", "site"]
    assert len(requests) == 2


def test_a_reply_that_is_no_json_is_asked_for_again_with_the_error() -> None:
    found, requests = read(reply(STAFF), "Sure! Here you go", reply(PAY))
    assert ids(found) == ["role-staff", "read-pay"]
    assert "could not be read" in requests[2]


def test_misplaced_records_do_not_pass() -> None:
    found, _ = read(reply(STAFF, PAY), reply(), reply(STAFF, OWN), reply())
    assert ids(found) == ["role-staff", "own-time"]


def test_a_portion_that_fails_is_reported_and_the_others_stand() -> None:
    found, _ = read(reply(STAFF), ModelUnavailableError("overloaded"))
    assert ids(found) == ["role-staff"]
    assert len(found.faults) == 1
    assert "overloaded" in found.faults[0]


def test_without_any_reply_there_is_no_acquisition() -> None:
    model = ScriptedModel(lambda _: ModelUnavailableError("no network"))
    with pytest.raises(ModelUnavailableError, match="no network"):
        acquire_rules(PAGES, model)


def test_ids_taken_by_another_portion_are_renamed() -> None:
    found, _ = read(reply(STAFF), reply({**STRONG, "id": "role-staff"}))
    assert ids(found) == ["role-staff", "role-staff-2"]


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    for name in FOLDERS:
        (tmp_path / name).mkdir()
    return Workspace(tmp_path)


@pytest.mark.requirement("S3-2.1a", "S3-A1a", "S3-3.1c")
def test_mirror_rules_and_policy_are_stored_and_reported(workspace: Workspace) -> None:
    found, _ = read(reply(STAFF), reply(PAY, OWN, STRONG))
    tasks = TaskSetMeta(name="demo", tasks=3, families={"time": 2, "wiki": 1})
    stored = store_acquisition(workspace, PAGES, found.ruleset, tasks)
    assert read_mirror(stored.mirror)[0].pages == PAGES.pages
    policy = policy_for(workspace.policy, PAGES.sha1)
    assert policy is not None
    assert [rule.id for rule in policy.query("salaries")] == ["read-pay"]
    assert drifted_files(workspace) == ()
    report = format_report(found, PAGES, tasks)
    for path in PAGES.pages:
        assert f"\n  {path}" in report
    assert re.search(r"policy text \d+ bytes, wiki \d+ bytes", report)
    assert "task set demo: 3 tasks" in report
    assert re.search(r"access\s+2\n", report)


@pytest.mark.requirement("S3-A1a", "S3-A1b")
def test_the_report_has_matrix_sizes_and_cost() -> None:
    """SIB-16: the report covers every task family and names those without a rule."""
    found, _ = read(reply(STAFF), reply(PAY, OWN, STRONG))
    report = format_report(found, PAGES)
    for rule in found.ruleset.rules:
        marks = ["x" if family in rule.families else "." for family in FAMILIES]
        line = rf"^  {rule.id} +{rule.kind} +{' +'.join(map(re.escape, marks))}$"
        assert rule.families
        assert re.search(line, report, re.MULTILINE), rule.id
    served = {family for rule in found.ruleset.rules for family in rule.families}
    missing = ", ".join(family for family in FAMILIES if family not in served)
    assert f"task families without a rule: {missing}\n" in report
    assert re.search(r"^  pay\.md +\d+ +\d+ +1$", report, re.MULTILINE)
    assert re.search(r"cost of the extraction: 2 requests, \d+\+\d+ tokens\n", report)


def test_the_cost_is_money_where_prices_are_set() -> None:
    found, _ = read(reply(STAFF), reply(PAY))
    usage = Usage(
        input_tokens=1_000_000,
        output_tokens=100_000,
        cache_read_tokens=2_000_000,
        cache_creation_tokens=400_000,
    )
    prices = Prices(input=3, output=15, cache_read=0.3, cache_write=3.75)
    report = format_report(replace(found, usage=usage), PAGES, prices=prices)
    assert "requests, 3400000+100000 tokens, 6.6000 in money" in report


def test_the_packaged_template_is_not_written(tmp_path: Path) -> None:
    found, _ = read(reply(STAFF), reply(PAY))
    with pytest.raises(WorkspaceError, match="template"):
        store_acquisition(Workspace(tmp_path, readonly=True), PAGES, found.ruleset, None)


def test_only_changed_pages_of_a_known_wiki_are_read_again(workspace: Workspace) -> None:
    before, _ = read(reply(STAFF), reply(PAY, OWN, STRONG))
    store_acquisition(workspace, PAGES, before.ruleset, None)
    edited = WikiPages({**PAGES.pages, "time.md": "# Hours\n\nA strong level is 8 or more.\n"})
    earlier = find_earlier(workspace, edited)
    assert earlier is not None
    assert earlier.pages.sha1 == PAGES.sha1
    new = {**STRONG, "quote": "A strong level is 8 or more.", "statement": "Strong is 8 or more."}
    again = ScriptedModel([reply(new)])
    found = acquire_rules(edited, again, earlier=earlier)
    assert found.read == ("time.md",)
    assert found.kept == ("read-pay", "role-staff")
    assert sorted(ids(found)) == ["read-pay", "role-staff", "strong"]
    assert "for these pages only" in text_of(again.requests[0])


def test_roles_are_read_again_when_a_page_that_defines_one_changed() -> None:
    before, _ = read(reply(STAFF), reply(PAY))
    earlier = Earlier(pages=PAGES, ruleset=before.ruleset)
    edited = WikiPages({**PAGES.pages, "people.md": "# People\n\nOur departments are HR Office.\n"})
    role = {**STAFF, "quote": "Our departments are HR Office.", "departments": ["HR Office"]}
    again = ScriptedModel([reply({**role, "statement": "Staff is the HR Office."}), reply()])
    found = acquire_rules(edited, again, earlier=earlier)
    assert sorted(ids(found)) == ["read-pay", "role-staff"]


def test_another_company_is_no_earlier_revision(workspace: Workspace) -> None:
    before, _ = read(reply(STAFF), reply(PAY))
    store_acquisition(workspace, PAGES, before.ruleset, None)
    assert find_earlier(workspace, WikiPages({"pay.md": "# Other"})) is None
    assert find_earlier(workspace, PAGES) is None


def test_rules_are_carried_over_without_a_model() -> None:
    before, _ = read(reply(STAFF), reply(PAY, OWN))
    edited = WikiPages({**PAGES.pages, "time.md": "# Hours\n\nNothing.\n"})
    found = carry_over(before.ruleset, edited)
    assert found.ruleset.wiki_sha1 == edited.sha1
    assert ids(found) == ["role-staff", "read-pay"]
    assert [item.rule_id for item in found.dropped] == ["own-time"]


def walk(schema: Any) -> list[dict[str, Any]]:
    found = []
    if isinstance(schema, dict):
        found.append(schema)
        for value in schema.values():
            found += walk(value)
    return found


def test_the_reply_schema_is_closed_and_flat() -> None:
    objects = [part for part in walk(drafts_schema()) if part.get("type") == "object"]
    assert objects
    for part in objects:
        assert part["additionalProperties"] is False
        assert part["required"] == list(part["properties"])
    text = json.dumps(drafts_schema())
    assert not any(word in text for word in ("anyOf", "oneOf", "$ref", "minimum", "maxLength"))
    assert set(objects[1]["properties"]) == set(RuleDraft.model_fields)
    operations = objects[1]["properties"]["operations"]["items"]["enum"]
    assert operations == [operation.value for operation in Operation]


def test_the_outline_marks_sections_that_sound_like_rules() -> None:
    counts = {(signal.page, signal.anchor): signal.words for signal in signals(PAGES)}
    assert counts[("pay.md", "pay")] == 2
    assert counts[("people.md", "love")] == 0
    assert "pay.md\n  * #pay" in format_outline(PAGES)
    assert "    #love" in format_outline(PAGES)


@pytest.mark.skipif(not RECORDED.is_dir(), reason="recorded suites are not here")
def test_a_usual_wiki_takes_about_six_to_ten_requests() -> None:
    for folder in sorted(RECORDED.glob("*/wikis/*")):
        pages = read_folder(folder)
        groups = portions(pages)
        assert 6 <= len(groups) + 1 <= 11
        assert [path for group in groups for path in group] == list(pages.pages)
