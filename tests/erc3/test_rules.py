"""Rule files and the rule check."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from agentic_solver.contracts.rule import Rule, RuleSet
from agentic_solver.erc3.policy import compile_policy, load_policy, policy_name
from agentic_solver.erc3.rulecheck import validate_rules
from agentic_solver.erc3.rules import (
    dump_rules,
    load_rules,
    rule_files,
    save_rules,
    write_rules,
)
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.errors import WorkspaceError
from tests.examples import examples

PAGES = WikiPages(
    {
        "hr/pay.md": "# Pay\n\nOnly the HR Office may read salaries, and at most 3 of them.\n\n"
        "## Levels\n\nLevels are `draft`, `approved` and `locked`. Strong is 7 or more.\n",
        "people.md": "# People\n\nDepartments: HR Office, Lab. The owner is Ida Holm, in Rome.\n",
    }
)

PAY: dict[str, object] = {
    "id": "read-pay",
    "kind": "access",
    "page": "hr/pay.md",
    "anchor": "pay",
    "quote": "Only the HR Office may read salaries",
    "statement": "Salaries are read by the HR Office only.",
    "families": ["denied_read"],
    "access": {
        "effect": "allow",
        "subject": {"public": False, "roles": ["hr"]},
        "operations": ["read"],
        "resources": ["employees.salary"],
        "exclusive": True,
    },
}
ROLE: dict[str, object] = {
    "id": "role-hr",
    "kind": "role",
    "page": "people.md",
    "anchor": "people",
    "quote": "Departments: HR Office, Lab.",
    "statement": "HR is the HR Office.",
    "families": ["denied_read"],
    "role": {"name": "hr", "members": {"public": False, "departments": ["HR Office"]}},
}


def rules_of(*records: dict[str, object], sha1: str = PAGES.sha1) -> RuleSet:
    text = yaml.safe_dump(
        {"format": 1, "wiki_sha1": sha1, "source": "authored", "rules": list(records)}
    )
    return RuleSet.model_validate(yaml.safe_load(text), strict=False)


def complaints(*records: dict[str, object]) -> list[tuple[str, str, str]]:
    found = validate_rules(rules_of(*records), PAGES)
    return [(problem.rule_id, problem.code, problem.severity) for problem in found]


def test_sound_rules_have_no_problem() -> None:
    assert complaints(ROLE, PAY) == []


def access(**changes: object) -> dict[str, object]:
    base = PAY["access"]
    assert isinstance(base, dict)
    return {**PAY, "access": {**base, **changes}}


@pytest.mark.parametrize(
    "changes",
    [
        {"resources": ["time_entries.*"], "current": {"employee.department": ["Lab"]}},
        {"resources": ["projects.description"], "current": {"customer.deal_phase": ["idea"]}},
        {"resources": ["*"], "exclusive": False, "current": {"project.status": ["archived"]}},
        {"operations": ["log_time"], "exclusive": False, "resources": [],
         "current": {"employee.location": ["Rome"], "project.status": ["active"]}},
    ],
)  # fmt: skip
def test_attributes_of_what_a_record_is_about_are_known(changes: dict[str, object]) -> None:
    assert complaints(ROLE, access(**changes)) == []


def unit(**changes: object) -> dict[str, object]:
    said = {"term": changes.pop("term", "strong"), "amount": changes.pop("amount", "-7.0")}
    return {
        **PAY, "kind": "definition", "anchor": "levels", "quote": "Strong is 7 or more.",
        "statement": "Strong is 7.", "access": None, "field": "employee_skills.level",
        "unit": said, **changes,
    }  # fmt: skip


def test_a_unit_keeps_its_term_and_amount_through_compilation(tmp_path: Path) -> None:
    rules = rules_of(unit())
    assert complaints(unit()) == []
    path = tmp_path / policy_name(rules.wiki_sha1)
    path.write_text(compile_policy(rules), encoding="utf-8")
    assert load_policy(path).rules[0].unit == rules.rules[0].unit
    assert save_rules(tmp_path, rules).read_text(encoding="utf-8").count("unit:") == 1
    # a wiki without units has the module and the digest that it had before there were any
    assert "unit" not in compile_policy(rules_of(ROLE, PAY)).replace("units", "")
    assert "unit" not in rules_of(ROLE, PAY).model_dump_json()


@pytest.mark.parametrize(
    ("quote", "amount", "other"),
    [
        ("A watch is six hours.", "6", "8"),
        ("A watch is a quarter of an hour.", "0.25", "0.4"),
    ],
)
def test_the_amount_of_a_unit_may_be_spelled_in_the_quote(
    quote: str, amount: str, other: str
) -> None:
    pages = WikiPages({"hours.md": f"# Watches\n{quote}\n"})

    def found(amount: str) -> list[str]:
        record = unit(
            page="hours.md", quote=quote, anchor="watches", statement="A watch is so many hours.",
            field="time_entries.hours", term="watch", amount=amount,
        )  # fmt: skip
        rules = rules_of(record, sha1=pages.sha1)
        return [problem.code for problem in validate_rules(rules, pages)]

    assert found(amount) == []
    assert found(other) == ["NUMBER"]


WRITE = {"exclusive": False, "resources": []}


@pytest.mark.requirement("S3-4.2a", "S3-A1b", "S3-A1c", "S3-A1d", "S3-3.1a")
@pytest.mark.parametrize(
    ("record", "code"),
    [
        ({**PAY, "page": "hr/none.md"}, "CITATION"),
        ({**PAY, "anchor": "none"}, "CITATION"),
        ({**PAY, "anchor": "levels"}, "QUOTE"),
        ({**PAY, "quote": "Only the HR office may read salaries"}, "QUOTE"),
        ({**PAY, "quote": "Only the HR Office ... read salaries"}, "QUOTE"),
        ({**PAY, "statement": "At most 4 salaries."}, "NUMBER"),
        ({**PAY, "statement": "Others get denied_security."}, "NUMBER"),
        ({**PAY, "statement": "Two\nlines."}, "SHAPE"),
        ({**PAY, "families": []}, "FAMILY"),
        ({**PAY, "families": ["weather"]}, "FAMILY"),
        ({**PAY, "kind": "definition"}, "SHAPE"),
        ({**PAY, "kind": "role"}, "SHAPE"),
        ({**PAY, "field": "employees.shoe_size"}, "SYMBOL"),
        ({**PAY, "values": ["HR Office"]}, "SHAPE"),
        (access(resources=["employees.shoe_size"]), "SYMBOL"),
        (access(resources=["shoes.*"]), "SYMBOL"),
        (access(resources=["wiki:{me}"]), "SYMBOL"),
        (access(resources=[]), "SHAPE"),
        (access(resources=["*"]), "SHAPE"),
        (access(operations=["read", "log_time"]), "SHAPE"),
        (access(effect="deny"), "SHAPE"),
        (access(subject={}), "SHAPE"),
        (access(subject={"roles": ["cook"]}), "REFERENCE"),
        (access(subject={"departments": ["Kitchen"]}), "SYMBOL"),
        (access(subject={"names": ["Per Lind"]}), "SYMBOL"),
        (access(subject={"public": False, "locations": ["Oslo"]}), "SYMBOL"),
        (access(relations=["leads_project"]), "SHAPE"),
        (access(operations=["update_salary"], **WRITE, values={"hours": ["1"]}), "SYMBOL"),
        (access(operations=["log_time"], **WRITE, values={"status": ["locked"]}), "SYMBOL"),
        (access(operations=["log_time"], **WRITE, current={"colour": ["red"]}), "SYMBOL"),
        (access(current={"status": ["active"]}), "SYMBOL"),
        (access(current={"project.status": ["active"]}), "SYMBOL"),
        (access(current={"employee.salary": ["1"]}), "SYMBOL"),
        (access(operations=["update_salary"], **WRITE, current={"customer.name": ["A"]}), "SYMBOL"),
        (access(operations=["log_time"], **WRITE, current={"project.status": ["draft"]}), "SYMBOL"),
        (access(operations=["log_time"], **WRITE, current={"status": []}), "SHAPE"),
        (access(operations=["log_time"], **WRITE, current={"status": ["approved"]}), "SYMBOL"),
        (access(operations=["update_time"], **WRITE, current={"status": ["active"]}), "SYMBOL"),
        (access(operations=["update_notes"], **WRITE, current={"status": ["active"]}), "SYMBOL"),
        (access(operations=["log_time"], **WRITE, stated={"salary": "notes"}), "SYMBOL"),
        (access(operations=["update_salary"], **WRITE, stated={"salary": "diary"}), "SYMBOL"),
        (access(operations=["log_time"], exclusive=False, resources=["wiki:hr/"]), "SHAPE"),
        (access(operations=["update_wiki"], exclusive=False, resources=["hr/"]), "SYMBOL"),
        (unit(kind="process"), "SHAPE"),
        (unit(field="employees.name"), "SHAPE"),
        (unit(field=None), "SHAPE"),
        (unit(term="bonus"), "NUMBER"),
        (unit(amount="8"), "NUMBER"),
    ],
)
def test_what_does_not_hold_is_named(record: dict[str, object], code: str) -> None:
    assert ("read-pay", code, "error") in complaints(ROLE, record)


def test_a_quote_under_another_heading_is_pointed_to() -> None:
    problems = validate_rules(rules_of(ROLE, {**PAY, "anchor": "levels"}), PAGES)
    assert "it stands under 'pay'" in problems[0].message


@pytest.mark.requirement("S3-A1c")
@pytest.mark.parametrize(
    ("statement", "quote", "sound"),
    [
        ("Strong is seven or more.", "A strong level is 7 or more.", True),
        ("Strong is eight or more.", "A strong level is 7 or more.", False),
        ("Strong is seven or more.", "A strong level is seven or more.", True),
        ("Strong is six or more.", "A strong level is seven or more.", False),
        ("Strong is seven or more.", "Stark heißt sieben und mehr.", True),
        ("Strong is six or more.", "Stark heißt sieben und mehr.", False),
        ("Strong is six or more.", "Vahva on seitsemän tai enemmän.", False),
        ("Strong is six or more.", "He kaha te whitu, neke atu rānei.", True),
        ("Strong is 21 or more.", "Stark heißt einundzwanzig und mehr.", True),
        ("Strong is 20 or more.", "Stark heißt einundzwanzig und mehr.", False),
        ("At most one level counts.", "A strong level is 7 or more.", True),
    ],
)
def test_spelled_numbers_are_those_of_the_quote(statement: str, quote: str, sound: bool) -> None:
    pages = WikiPages({"p.md": f"# Levels\n\n{quote}\n"})
    level: dict[str, object] = {
        "id": "level",
        "kind": "definition",
        "page": "p.md",
        "anchor": "levels",
        "quote": quote,
        "statement": statement,
        "families": ["skills"],
    }
    rules = rules_of(level).model_copy(update={"wiki_sha1": pages.sha1})
    assert [problem.code for problem in validate_rules(rules, pages)] == (
        [] if sound else ["NUMBER"]
    )


@pytest.mark.requirement("S3-A1h")
def test_field_values_are_those_of_the_quote_and_of_the_system() -> None:
    field: dict[str, object] = {
        "id": "status",
        "kind": "field",
        "page": "hr/pay.md",
        "anchor": "levels",
        "quote": "Levels are `draft`, `approved` and `locked`.",
        "statement": "A time entry is draft or approved.",
        "families": ["time"],
        "field": "time_entries.status",
        "values": ["draft", "approved"],
    }
    assert complaints(field) == []
    assert complaints({**field, "values": ["draft", "locked"]}) == [("status", "SYMBOL", "error")]
    assert complaints({**field, "values": ["voided"]}) == [("status", "NUMBER", "error")]
    assert complaints({**field, "field": None, "values": []}) == [("status", "SHAPE", "error")]
    other = {**field, "id": "status-2", "values": ["draft"]}
    assert complaints(field, other) == [("status-2", "CONFLICT", "conflict")]


def test_duplicates_cycles_and_foreign_wikis_are_refused() -> None:
    assert ("role-hr", "DUPLICATE_ID", "error") in complaints(ROLE, PAY, ROLE)
    again = {
        **ROLE,
        "id": "role-core",
        "role": {"name": "core", "members": {"public": False, "not_roles": ["hr"]}},
    }
    looped = {**ROLE, "role": {"name": "hr", "members": {"roles": ["core"]}}}
    assert ("role-hr", "REFERENCE", "error") in complaints(looped, again, PAY)
    foreign = validate_rules(rules_of(ROLE, PAY, sha1="0" * 40), PAGES)
    assert [problem.code for problem in foreign] == ["WIKI_DIGEST"]


def test_opposite_rules_about_the_same_are_a_conflict() -> None:
    denied = access(effect="deny", exclusive=False)
    found = complaints(ROLE, PAY, {**denied, "id": "no-pay"})
    assert found == [("no-pay", "CONFLICT", "conflict")]
    conditional = access(effect="deny", exclusive=False, unless=["self"])
    assert complaints(ROLE, PAY, {**conditional, "id": "no-pay"}) == []


def test_rules_without_a_consumer_are_notes() -> None:
    assert complaints(ROLE) == [("role-hr", "UNUSED", "note")]
    spoken = {key: value for key, value in PAY.items() if key != "access"}
    assert ("read-pay", "UNUSED", "note") in complaints(ROLE, spoken)


def test_a_role_that_only_unused_roles_name_is_a_note_as_well() -> None:
    core: dict[str, object] = {
        **ROLE,
        "id": "role-core",
        "role": {"name": "core", "members": {"public": False, "roles": ["hr"]}},
    }
    assert complaints(ROLE, core) == [
        ("role-hr", "UNUSED", "note"),
        ("role-core", "UNUSED", "note"),
    ]
    assert complaints(ROLE, core, PAY) == [("role-core", "UNUSED", "note")]


def test_notes_stay_in_the_rule_file_and_out_of_the_policy(tmp_path: Path) -> None:
    """SIB-14: a rule without a consumer goes to the notes."""
    core: dict[str, object] = {
        **ROLE,
        "id": "role-core",
        "role": {"name": "core", "members": {"public": False, "roles": ["hr"]}},
    }
    source = compile_policy(rules_of(ROLE, core, PAY))
    path = tmp_path / policy_name(PAGES.sha1)
    path.write_text(source, encoding="utf-8")
    assert [rule.id for rule in load_policy(path).rules] == ["read-pay", "role-hr"]
    assert source.endswith("# - role-core: no rule speaks of the role 'core'\n")
    assert "# Notes" not in compile_policy(rules_of(ROLE, PAY))


def test_a_rule_file_reads_back_the_same(tmp_path: Path) -> None:
    ruleset = rules_of(PAY, ROLE)
    path = save_rules(tmp_path, ruleset)
    assert path.name == f"{PAGES.sha1[:8]}.yaml"
    assert rule_files(tmp_path) == (path,)
    assert load_rules(path) == ruleset
    assert dump_rules(load_rules(path)) == path.read_text(encoding="utf-8")


ODD = st.text("ab ée\u0301中–“'\"#:-*|>&%@`{}[],!?=~\\\n\t\x07\x85\xa0\u2028\ufeff😀", max_size=300)
SPECIAL = st.sampled_from(["null", "no", "~", "---", "...", "- a", ": b", " #c", "1.5", "=", "<<"])
TEXT = st.one_of(ODD, SPECIAL, st.text(st.characters(codec="utf-8"), max_size=120))
KEY = st.one_of(st.sampled_from(["status", "date", "null", "y"]), TEXT, st.just("k" * 140))


@given(quote=TEXT, statement=TEXT, source=TEXT, values=st.dictionaries(KEY, st.lists(TEXT)))
@settings(max_examples=examples(150), deadline=None)
def test_any_text_is_written_in_one_form_and_read_back_from_it(
    quote: str, statement: str, source: str, values: dict[str, list[str]]
) -> None:
    access = {**PAY["access"], "values": values}  # type: ignore[dict-item]
    record = {**PAY, "quote": f"q{quote}.."[:900], "statement": f"{statement}...", "access": access}
    rule = Rule.model_validate_json(json.dumps(record))
    one, two = rule.model_copy(update={"id": "first-one"}), rule.model_copy(update={"id": "last"})
    ruleset = RuleSet(wiki_sha1=PAGES.sha1, source=source[:200], rules=(one, rule, two))
    plain = json.loads(ruleset.model_dump_json(exclude_defaults=True))["rules"]
    lines = yaml.safe_dump(plain, sort_keys=False, allow_unicode=True, width=96)
    with TemporaryDirectory() as folder:
        read = write_rules(Path(folder), ruleset)
        (path,) = rule_files(Path(folder))
        assert path.read_bytes().decode().partition("rules:\n")[2] == lines
        assert read == load_rules(path)
        # The emitter folds a line at NEL, which is read as a space.
        assert read == ruleset or "\x85" in path.read_text(encoding="utf-8")


def test_rules_that_cannot_be_read_back_are_refused_by_name_and_record(tmp_path: Path) -> None:
    ruleset = rules_of(PAY, ROLE)
    broken = ruleset.rules[0].model_copy(update={"statement": ""})
    with pytest.raises(
        WorkspaceError, match=r"\.yaml, line \d+, column \d+: rule read-pay: statement"
    ):
        write_rules(tmp_path, ruleset.model_copy(update={"rules": (broken,)}))


HEAD = f"format: 1\nwiki_sha1: {PAGES.sha1}\nsource: authored\n"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("- 1\n", "is a mapping"),
        ("a: [\n", "cannot read"),
        (HEAD, "rules"),
        (HEAD + "rules: []\nextra: 1\n", "extra"),
        (HEAD + "rules:\n- id: abc\n", "rule abc: kind"),
        (HEAD + "rules:\n- kind: role\n", "rule number 1: id"),
        (HEAD + "rules: []\nsource: twice\n", "'source' is given twice"),
        (f"format: 1\nwiki_sha1: {'ab' * 20}\nsource: a\nrules: []\n", "does not fit"),
        (HEAD + "rules: [!!python/object:os.system {}]\n", "cannot read"),
        (HEAD + "rules:\n- {id: 2025-01-01}\n", "rule 2025-01-01"),
        (
            HEAD + "rules:\n- {id: abc, kind: access, page: a.md, anchor: b, quote: cccc, "
            "statement: dddd, "
            "access: {effect: allow, operations: [read],\n  subject: {department: HR}}}\n",
            r"line 6, column \d+: rule abc: access\.subject\.department: there is no such field: "
            r"use public, roles, not_roles, names, employee_ids, departments, ",
        ),
    ],
)
def test_a_broken_file_is_refused_by_name_and_record(
    tmp_path: Path, text: str, complaint: str
) -> None:
    path = tmp_path / f"{PAGES.sha1[:8]}.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(WorkspaceError, match=complaint) as caught:
        load_rules(path)
    assert str(path) in str(caught.value)


LIMITED = WikiPages(
    {
        "m.md": "# May\n\nLeads book up to 7.5 hours, raise pay by less than 10 %, give half "
        "seats, correct what is not older than two weeks, and do so from 1 March 2025 on. "
        "Nobody takes 3 steps at once, or cuts pay by a quarter. Until the end of May 2025 it is "
        "so. Spring begins on 20 March.\n",
    }
)


def limited(operation: str, *limits: dict[str, str], effect: str = "allow") -> list[str]:
    """Return what is wrong with a rule about an operation that has these limits."""
    quote = " ".join(LIMITED.pages["m.md"].split()[2:])
    record = {
        **PAY, "page": "m.md", "anchor": "may", "quote": quote,
        "statement": "Leads may do something.",
        "access": {
            "effect": effect, "subject": {"public": False}, "operations": [operation],
            "resources": ["employees.salary"] if operation == "read" else [],
            "limits": list(limits),
        },
    }  # fmt: skip
    rules = rules_of(record, sha1=LIMITED.sha1)
    return [problem.code for problem in validate_rules(rules, LIMITED)]


@pytest.mark.requirement("S3-A1c")
@pytest.mark.parametrize(
    ("operation", "limit"),
    [
        ("log_time", {"of": "hours", "most": "7.5"}),
        ("log_time", {"of": "date", "measure": "age", "most": "14"}),
        ("log_time", {"of": "date", "measure": "age", "most": "0"}),
        ("update_time", {"of": "date", "least": "2025-03-01"}),
        ("update_time", {"of": "hours", "measure": "present", "most": "7.5"}),
        ("update_salary", {"of": "salary", "measure": "percent", "above": "0", "below": "10"}),
        ("update_salary", {"of": "salary", "measure": "percent", "least": "-50", "most": "50"}),
        ("update_salary", {"of": "salary", "measure": "percent", "above": "-25", "below": "0"}),
        ("update_notes", {"of": "salary", "measure": "present", "below": "7.5"}),
        ("update_project_team", {"of": "team.time_slice", "most": "0.5"}),
        ("update_skills", {"of": "skills.level", "measure": "change", "least": "-3", "most": "3"}),
        ("update_location", {"of": "today", "least": "2025-03-01"}),
        ("read", {"of": "today", "least": "2025-03-01"}),
        ("read", {"of": "today", "most": "2025-05-31"}),
    ],
)
def test_a_limit_whose_figures_the_quote_states_is_sound(
    operation: str, limit: dict[str, str]
) -> None:
    assert limited(operation, limit) == []


@pytest.mark.requirement("S3-A1c", "S3-A1d")
@pytest.mark.parametrize(
    ("operation", "limit", "code"),
    [
        ("log_time", {"of": "hours", "most": "8"}, "NUMBER"),
        ("log_time", {"of": "date", "measure": "age", "most": "16"}, "NUMBER"),
        ("update_salary", {"of": "salary", "measure": "percent", "least": "20"}, "NUMBER"),
        ("update_location", {"of": "today", "least": "2025-04-01"}, "NUMBER"),
        ("update_location", {"of": "today", "most": "2025-05-30"}, "NUMBER"),
        ("update_location", {"of": "today", "least": "2026-03-20"}, "NUMBER"),
        ("log_time", {"of": "salary", "most": "7.5"}, "SYMBOL"),
        ("log_time", {"of": "hours", "measure": "change", "least": "0"}, "SYMBOL"),
        ("update_skills", {"of": "skills.colour", "most": "3"}, "SYMBOL"),
        ("update_time", {"of": "hours", "measure": "age", "most": "14"}, "SYMBOL"),
        ("update_notes", {"of": "hours", "measure": "present", "most": "3"}, "SYMBOL"),
        ("read", {"of": "salary", "measure": "present", "most": "3"}, "SYMBOL"),
        ("update_wiki", {"of": "today", "measure": "age", "most": "14"}, "SYMBOL"),
        ("log_time", {"of": "hours"}, "SHAPE"),
        ("log_time", {"of": "hours", "most": "7.5", "below": "7.5"}, "SHAPE"),
        ("log_time", {"of": "hours", "least": "7.5", "below": "7.5"}, "SHAPE"),
        ("log_time", {"of": "hours", "least": "2025-03-01"}, "SHAPE"),
        ("log_time", {"of": "date", "most": "14"}, "SHAPE"),
        # a cut without end would pass
        ("update_salary", {"of": "salary", "measure": "percent", "below": "10"}, "SHAPE"),
    ],
)
def test_a_limit_that_is_not_stated_or_makes_no_sense_is_named(
    operation: str, limit: dict[str, str], code: str
) -> None:
    assert code in limited(operation, limit)


def test_a_denial_may_be_open_on_one_side() -> None:
    limit = {"of": "skills.level", "measure": "change", "below": "-3"}
    assert limited("update_skills", limit, effect="deny") == []


def test_rules_without_limits_have_the_digest_that_they_had_before_there_were_any() -> None:
    assert "limits" not in rules_of(ROLE, PAY).model_dump_json()
    assert "limit" not in compile_policy(rules_of(ROLE, PAY))
