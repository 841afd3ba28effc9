"""The prompt: fixed order, stable blocks first, nobody's data."""

import json
import re
from pathlib import Path

from agentic_solver.contracts.decision import Identity
from agentic_solver.erc3.knowledge import describe_tables
from agentic_solver.erc3.policy.outcome import BASELINE_REFUSALS
from agentic_solver.erc3.propose.prompt import CallerContext, Prompt, build_prompt
from agentic_solver.erc3.propose.reply import PlanReply
from agentic_solver.erc3.snapshot.columns import ENTITY_COLUMNS
from agentic_solver.erc3.tools.catalog import load_catalog

IDENTITY = Identity(
    current_user="id_secret_1", is_public=False, location="Lyon", department="Finance",
    today="2025-03-31", wiki_sha1="ab" * 20,
)  # fmt: skip


def prompt(
    task: str = "Who?", identity: Identity = IDENTITY, experience: tuple[str, ...] = ()
) -> Prompt:
    return build_prompt(
        tables="TABLES-HERE",
        writes=("set_salary(employee: text) — Set.",),
        policy="rule-1: A rule.",
        wiki="- a.md: A page",
        experience=experience,
        caller=CallerContext.of(identity, ("staff",)),
        task_text=task,
    )


def test_blocks_stand_in_fixed_order_and_the_stable_ones_can_be_cached() -> None:
    blocks = prompt(experience=("Do this.",)).blocks
    assert [(b.name, b.cacheable) for b in blocks] == [
        ("contract", True),
        ("company", True),
        ("experience", False),
    ]
    assert "TABLES-HERE" in blocks[0].text
    assert "- set_salary(employee: text) — Set." in blocks[0].text
    assert "{tables}" not in blocks[0].text
    assert "{writes}" not in blocks[0].text
    assert "rule-1: A rule." in blocks[1].text
    assert "- Do this." in blocks[2].text


def test_another_task_or_caller_leaves_the_cached_blocks_byte_for_byte() -> None:
    other = IDENTITY.model_copy(update={"department": "Sales", "today": "2026-01-01"})
    digests = {
        tuple(block.digest for block in prompt(task, who).blocks)
        for task in ("Who?", "Log 3 hours")
        for who in (IDENTITY, other)
    }
    assert len(digests) == 1
    assert prompt("Who?").user != prompt("Log 3 hours").user


def test_caller_is_told_by_class_and_never_by_id() -> None:
    text = prompt().user
    assert "'Finance'" in text
    assert "staff" in text
    assert "2025-03-31" in text
    assert "id_secret_1" not in text
    visitor = IDENTITY.model_copy(update={"is_public": True})
    assert "public visitor" in prompt(identity=visitor).user


def test_every_id_that_a_refusal_may_cite_without_a_rule_is_told() -> None:
    contract = prompt().blocks[0].text
    assert [name for name in BASELINE_REFUSALS if f"- `{name}`:" not in contract] == []


def test_how_labels_are_read_is_told_where_the_wiki_explains_codes() -> None:
    codes = "- hr/skills.md: s-weld = Welding"
    made = build_prompt(
        tables="", writes=(), policy="", wiki="", codes=codes, experience=(),
        caller=CallerContext.of(IDENTITY, ()), task_text="x",
    )  # fmt: skip
    assert made.blocks[1].text.endswith(f"\n{codes}")
    assert "split_part(text, '|', 2)" in made.blocks[1].text
    assert "split_part" not in prompt().blocks[1].text


def test_without_rules_or_pages_the_block_says_so() -> None:
    made = build_prompt(
        tables="", writes=(), policy="", wiki="", experience=(),
        caller=CallerContext.of(IDENTITY, ()), task_text="x",
    )  # fmt: skip
    assert "(no rules known)" in made.blocks[1].text
    assert "(empty)" in made.blocks[1].text
    assert len(made.blocks) == 2


def test_table_description_names_columns_and_no_rows() -> None:
    text = describe_tables()
    assert "- employees(id, name, email, salary int, location, department, notes): " in text
    assert "- employee_skills, employee_wills(employee, name, level int): " in text
    assert "- workloads(" in text
    named = re.findall(r"\w+", text)
    columns = [name for table in ENTITY_COLUMNS.values() for name in table]
    assert [name for name in (*ENTITY_COLUMNS, *columns) if name not in named] == []
    assert text == describe_tables()


def test_the_contract_with_tables_and_tools_is_at_most_3500_tokens(repo_root: Path) -> None:
    """Four bytes a token; the same text for every company and caller."""
    made = build_prompt(
        tables=describe_tables(),
        writes=tuple(load_catalog(repo_root / "tools").signatures(writes=True)),
        policy="", wiki="", experience=(), caller=CallerContext.of(IDENTITY, ()), task_text="x",
    )  # fmt: skip
    contract = made.blocks[0]
    assert contract.name == "contract"
    assert len(contract.text.encode("utf-8")) <= 3_500 * 4


def test_the_example_of_the_contract_is_a_plan() -> None:
    contract = prompt().blocks[0].text
    begin = contract.index('{"interpretation"')
    reply, end = json.JSONDecoder().raw_decode(contract[begin:])
    plan = PlanReply.model_validate_json(json.dumps(reply))
    assert [case.outcome for case in plan.cases][-1] == "ok_answer"
    change = contract[begin + end :]
    (write,) = json.loads("[" + re.findall(r'"writes":\[(.*)\],', change)[0] + "]")
    assert write["span"] in change
    assert {write["rows"]} <= set(re.findall(r'"id":"(\w+)"', change))


def test_rights_stand_between_company_and_experience_and_can_be_cached() -> None:
    made = build_prompt(
        tables="", writes=(), policy="", wiki="", experience=("Do this.",), rights="a: Right.",
        closed="- update_salary: b", caller=CallerContext.of(IDENTITY, ()), task_text="x",
    )  # fmt: skip
    assert [block.name for block in made.blocks] == ["contract", "company", "rights", "experience"]
    rights = made.blocks[2]
    assert rights.cacheable
    assert "a: Right." in rights.text.splitlines()
    assert rights.text.endswith("\n- update_salary: b")
    assert "# Closed to this caller" in rights.text
    only = build_prompt(
        tables="", writes=(), policy="", wiki="", experience=(), rights="a: Right.",
        caller=CallerContext.of(IDENTITY, ()), task_text="x",
    )  # fmt: skip
    assert "# Closed" not in only.blocks[2].text
