"""The prompt: fixed order, stable blocks first, nobody's data."""

from agentic_solver.contracts.decision import Identity
from agentic_solver.erc3.knowledge import describe_tables
from agentic_solver.erc3.policy.outcome import BASELINE_REFUSALS
from agentic_solver.erc3.propose.prompt import CallerContext, Prompt, build_prompt

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
    assert "- employees(id " in text
    assert "- workloads(" in text
    assert text == describe_tables()
