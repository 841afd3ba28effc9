"""Section by section: what an edited wiki keeps, asks for again, takes back, and reports."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from agentic_solver.contracts.rule import Rule, RuleSet
from agentic_solver.erc3.acquire import (
    Acquisition,
    Earlier,
    acquire_rules,
    carry_over_unchanged,
    format_delta,
)
from agentic_solver.erc3.acquire.change import Change
from agentic_solver.erc3.acquire.wire import Cancellation, RuleDraft, RuleDrafts
from agentic_solver.erc3.rules import load_rules, rules_path
from agentic_solver.erc3.wiki import WikiPages, read_folder
from agentic_solver.errors import ContractError, ModelUnavailableError
from agentic_solver.llm.model import ModelRequest
from agentic_solver.llm.scripted import ScriptedModel
from agentic_solver.twin.suite import find_suite
from tests.erc3.test_acquire import OWN, PAGES, PAY, STAFF, STRONG, draft, ids, read, reply, text_of

REPO = Path(__file__).resolve().parents[2]
NEW_PAGE = "company/merger.md"


def revision(name: str) -> WikiPages:
    return read_folder(find_suite("erc3-test") / "wikis" / name)


def drafted(rule: Rule) -> dict[str, object]:
    """A rule in the form in which a model writes it."""
    access, members = rule.access, rule.role.members if rule.role is not None else None
    subject = members or (access.subject if access is not None else None)
    fields: dict[str, object] = {"field": rule.field or "", "field_values": rule.values}
    if rule.role is not None:
        fields["role_name"] = rule.role.name
    if subject is not None:
        fields["caller"] = {None: "anyone", False: "signed_in", True: "public"}[subject.public]
        for name in ("roles", "not_roles", "names", "departments", "not_departments", "locations"):
            fields[name] = getattr(subject, name)
    if access is not None:
        fields |= {"effect": access.effect, "exclusive": access.exclusive}
        fields["aggregate"] = access.aggregate
        for name in ("operations", "resources", "relations", "requires", "unless"):
            fields[name] = getattr(access, name)
        for name, limits in (("values", access.values), ("current", access.current)):
            fields[name] = [{"name": key, "values": values} for key, values in limits.items()]
        fields["stated"] = [{"name": k, "values": [v]} for k, v in access.stated.items()]
    place = f"{rule.page}#{rule.anchor}"
    return draft(rule.id, rule.kind, place, rule.quote, rule.statement, *rule.families, **fields)


@pytest.fixture(scope="module")
def before() -> Earlier:
    pages = revision("fermata")
    return Earlier(pages=pages, ruleset=load_rules(rules_path(REPO / "rules", pages.sha1)))


@pytest.fixture(scope="module")
def after() -> tuple[WikiPages, dict[str, Rule]]:
    pages = revision("fermata_merged")
    ruleset = load_rules(rules_path(REPO / "rules", pages.sha1))
    return pages, {rule.id: rule for rule in ruleset.rules}


def answer(
    rules: dict[str, Rule], cancelled: Rule, quote: str, anchor: str
) -> Callable[[ModelRequest], str]:
    """A model that knows the rules of the second revision, and which old rule they override."""

    def reply_to(request: ModelRequest) -> str:
        if request.key.split("/")[-2] == "roles":
            return reply()
        drafts = [
            drafted(rule)
            for rule in rules.values()
            if rule.page == NEW_PAGE or rule.id in ("offices-list", "office-spelling")
        ]
        cancel = Cancellation(rule=cancelled.id, page=NEW_PAGE, anchor=f"#{anchor}", quote=quote)
        return json.dumps({"rules": drafts, "cancels": [cancel.to_json()]})

    return reply_to


@pytest.fixture(scope="module")
def merged(
    before: Earlier, after: tuple[WikiPages, dict[str, Rule]]
) -> tuple[Acquisition, ScriptedModel, Rule]:
    pages, rules = after
    overridden = next(
        rule
        for rule in before.ruleset.rules
        if rule.access is not None
        and "employees.salary" in rule.access.resources
        and "mezzo" in rule.access.subject.roles
    )
    quote = "Mezzo no longer read the salaries of their office."
    model = ScriptedModel(answer(rules, overridden, quote, "mezzo-loses-a-right"), name="m")
    return acquire_rules(pages, model, earlier=before), model, overridden


@pytest.mark.requirement("S3-6.1d")
def test_a_merger_changes_the_rules_of_its_page_and_those_it_overrides(
    before: Earlier,
    after: tuple[WikiPages, dict[str, Rule]],
    merged: tuple[Acquisition, ScriptedModel, Rule],
) -> None:
    found, model, overridden = merged
    old = {rule.id: rule for rule in before.ruleset.rules}
    now = {rule.id: rule for rule in found.ruleset.rules}
    assert (found.dropped, found.faults) == ((), ())
    assert {name for name in now if name not in old} == {
        name for name, rule in after[1].items() if rule.page == NEW_PAGE
    }
    assert [name for name in old if name not in now] == [overridden.id]
    assert [name for name in now if name in old and now[name] != old[name]] == ["offices-list"]
    assert len(model.requests) == 2
    assert [item.rule for item in found.cancelled] == [overridden.id]


def test_only_changed_sections_are_asked_for_and_the_whole_page_is_shown(
    merged: tuple[Acquisition, ScriptedModel, Rule], before: Earlier
) -> None:
    roles, pages = merged[1].requests
    assert "kind role only" in text_of(roles)
    text = text_of(pages)
    asked = text.partition("Before the change")[0]
    assert "- company/offices.md#our-offices" in asked
    assert "- company/offices.md#house-names" not in asked
    assert "- offices-list: " in text
    kept = text.partition("These rules of the other sections are kept")[2]
    assert "role-mezzo" in kept
    assert "- offices-list" not in kept
    shown = pages.system[1].text
    assert before.pages.pages["company/departments.md"].strip() in shown


def test_the_report_lists_what_became_of_each_rule(
    merged: tuple[Acquisition, ScriptedModel, Rule], after: tuple[WikiPages, dict[str, Rule]]
) -> None:
    found, _, overridden = merged
    text = format_delta(found, after[0])
    assert "changed rules: 1\n  offices-list\n" in text
    assert f"  visitor-sentence ({NEW_PAGE}#what-visitors-hear)" in text
    assert "dropped rules: 1\n" in text
    gone = f"  {overridden.id}: taken back by {NEW_PAGE}#mezzo-loses-a-right: Mezzo no longer"
    assert gone in text
    assert "kept rules: 196\n" in text
    assert "\n  role-staff\n" in text


TWO = WikiPages(
    {
        **PAGES.pages,
        "time.md": "# Hours\n\nEveryone books their own hours.\n\n## Levels\n\n"
        "A strong level is 7 or more.\n",
    }
)
LEVEL = {**STRONG, "anchor": "levels"}


@pytest.fixture
def known() -> Earlier:
    model = ScriptedModel([reply(STAFF), reply(PAY, OWN, LEVEL)], name="reader")
    return Earlier(pages=TWO, ruleset=acquire_rules(TWO, model).ruleset)


def edited(old: str, new: str, page: str = "time.md") -> WikiPages:
    assert old in TWO.pages[page]
    return WikiPages({**TWO.pages, page: TWO.pages[page].replace(old, new)})


def test_rules_of_unchanged_sections_of_a_changed_page_are_kept(known: Earlier) -> None:
    pages = edited("7 or more", "8 or more")
    again = {**LEVEL, "quote": "A strong level is 8 or more.", "statement": "Strong is 8 or more."}
    model = ScriptedModel([reply(again)])
    found = acquire_rules(pages, model, earlier=known)
    assert sorted(ids(found)) == ["own-time", "read-pay", "role-staff", "strong"]
    assert sorted(found.kept) == ["own-time", "read-pay", "role-staff"]
    assert "time.md#levels" in text_of(model.requests[0])
    assert "- time.md#hours" not in text_of(model.requests[0])
    assert "changed rules: 1\n  strong" in format_delta(found, pages)


def test_a_record_of_an_unchanged_section_is_ignored_without_another_request(
    known: Earlier,
) -> None:
    pages = edited("7 or more", "8 or more")
    again = {**OWN, "id": "own-again"}
    found = acquire_rules(pages, ScriptedModel([reply(again)]), earlier=known)
    assert "own-again" not in ids(found)
    assert (found.requests, found.dropped, found.faults) == (1, (), ())


def test_a_section_under_another_heading_is_read_again(known: Earlier) -> None:
    pages = edited("## Levels", "## Levels of old\n\n### Levels")
    change = Change(earlier=known, pages=pages)
    assert [section.anchor for section in change.sections] == ["levels-of-old", "levels"]


def test_a_page_that_only_lost_a_section_is_not_asked_for(known: Earlier) -> None:
    pages = edited("\n\n## Levels\n\nA strong level is 7 or more.", "")
    found = acquire_rules(pages, ScriptedModel([]), earlier=known)
    assert (found.requests, sorted(ids(found))) == (0, ["own-time", "read-pay", "role-staff"])
    assert "strong: time.md#levels no longer says it" in format_delta(found, pages)


@pytest.mark.parametrize(
    ("new", "asked"),
    [
        ("## Levels\n\nOf people in the Lab only a level of 8 counts.\n", True),
        ("## Levels\n\nThe laboratory is heated.\n", False),
    ],
)
def test_roles_are_read_again_where_a_section_names_what_makes_one(
    known: Earlier, new: str, asked: bool
) -> None:
    pages = edited("## Levels\n", new)
    assert Change(earlier=known, pages=pages).asks_for_roles is asked


def test_an_old_line_about_a_role_in_a_changed_section_asks_nobody(known: Earlier) -> None:
    with_lab = WikiPages({**TWO.pages, "z.md": "# Z\n\nBus 12 stops here.\n\nThe Lab is big.\n"})
    earlier = Earlier(pages=with_lab, ruleset=carry_over_unchanged(known, with_lab).ruleset)
    pages = WikiPages({**with_lab.pages, "z.md": with_lab.pages["z.md"].replace("12", "64")})
    change = Change(earlier=earlier, pages=pages)
    assert [section.anchor for section in change.sections] == ["z"]
    assert not change.asks_for_roles


def test_what_a_role_gains_is_added_and_the_rest_of_it_stays(known: Earlier) -> None:
    gained = "## Levels\n\nThe Attic is ours like the Lab.\n"
    pages = edited("## Levels\n", gained)
    more = {
        **STAFF, "id": "staff-attic", "page": "time.md", "anchor": "levels",
        "quote": "The Attic is ours like the Lab.", "statement": "Staff are in the Attic, too.",
        "departments": ["Attic"],
    }  # fmt: skip
    model = ScriptedModel([reply(more), reply(LEVEL)])
    found = acquire_rules(pages, model, earlier=known)
    assert sorted(ids(found)) == ["own-time", "read-pay", "role-staff", "staff-attic", "strong"]
    assert "only those that the changed sections below make necessary" in text_of(model.requests[0])


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"rule": "no-such-rule"}, "no rule that is kept has this id"),
        ({"quote": "Levels are gone."}, "the quote is not verbatim"),
        ({"anchor": "hours", "quote": "Everyone books their own hours."}, "has not changed"),
    ],
)
def test_a_rule_is_not_taken_back_without_a_sentence(
    known: Earlier, changes: dict[str, str], complaint: str
) -> None:
    pages = edited("7 or more", "8 or more")
    cited = {"page": "time.md", "anchor": "levels", "quote": "A strong level is 8 or more."}
    cancel = Cancellation.model_validate({"rule": "read-pay", **cited, **changes})
    text = RuleDrafts(rules=(), cancels=(cancel,)).to_json()
    model = ScriptedModel([json.dumps(text), reply()])
    found = acquire_rules(pages, model, earlier=known)
    assert "read-pay" in ids(found)
    assert complaint in text_of(model.requests[1])
    assert found.cancelled == ()


def test_without_a_model_what_opens_goes_with_its_section_and_what_closes_stays(
    known: Earlier,
) -> None:
    pages = WikiPages(
        {
            **TWO.pages,
            "time.md": TWO.pages["time.md"].replace("Everyone", "Until May holds: Everyone"),
            "pay.md": TWO.pages["pay.md"] + "\nAsk nicely.\n",
        }
    )
    found = carry_over_unchanged(known, pages)
    assert sorted(ids(found)) == ["read-pay", "role-staff", "strong"]
    assert found.ruleset.source.endswith("carried over")


def test_a_portion_that_fails_leaves_the_rules_that_stand(known: Earlier) -> None:
    pages = edited("A strong", "Long ago a strong")
    pages = WikiPages({**pages.pages, "z.md": "# Z\n\n" + "Everybody is kind. " * 600})
    model = ScriptedModel([reply(), ModelUnavailableError("overloaded")])
    found = acquire_rules(pages, model, earlier=known)
    assert len(found.faults) == 1
    assert sorted(ids(found)) == ["own-time", "read-pay", "role-staff"]


def test_models_write_records_that_older_recordings_lack_cancels_in() -> None:
    assert RuleDrafts.model_validate_json('{"rules": []}').cancels == ()
    assert set(RuleDraft.model_fields) == set(STAFF)


def test_a_whole_wiki_has_nothing_to_take_back() -> None:
    cancel = {"rule": "role-staff", "page": "pay.md", "anchor": "pay", "quote": "Only"}
    found, requests = read(reply(STAFF), json.dumps({"rules": [PAY], "cancels": [cancel]}), reply())
    assert ids(found) == ["role-staff", "read-pay"]
    assert "cancels role-staff: REFERENCE" in requests[2]


def test_a_change_is_of_the_pages_it_was_found_for() -> None:
    earlier = Earlier(
        pages=WikiPages({"a.md": "# A\nold\n"}),
        ruleset=RuleSet(wiki_sha1="0" * 40, source="none", rules=()),
    )
    new = WikiPages({"a.md": "# A\nnew\n"})
    found = Change.of(earlier, new)
    assert Change.of(found, new) is found
    with pytest.raises(ContractError, match="other pages"):
        Change.of(found, earlier.pages)
