"""Task families of a task set: what rules each needs by its name, and which has none."""

import pytest

from agentic_solver.contracts.rule import Rule, RuleKind, RuleSet
from agentic_solver.erc3.acquire.coverage import find_coverage
from agentic_solver.erc3.acquire.taskset import families_of, format_task_set
from agentic_solver.erc3.wiki import TaskSetMeta, WikiPages

PAGES = WikiPages({"p.md": "# Hours\n\nEverybody books hours.\n"})


@pytest.mark.parametrize(
    ("name", "families"),
    [
        ("lookup", ("lookup",)),
        ("customer_lookup", ("lookup",)),
        ("workload_ranking", ("aggregate",)),
        ("skill_will_threshold", ("aggregate", "skills")),
        ("time_logging", ("time",)),
        ("salary_write", ("employee_write",)),
        ("project_write", ("project_write",)),
        ("project_listing", ("listing",)),
        ("partly_permitted_read", ("denied_read",)),
        ("partly_permitted_write", ("denied_write",)),
        ("wiki-write", ("wiki",)),
        ("public_location_yesno", ("public_question", "response")),
        ("unsupported_request", ("response",)),
        ("riddle", ()),
    ],
)
def test_a_family_needs_what_its_name_speaks_of(name: str, families: tuple[str, ...]) -> None:
    assert families_of(name) == families


def hours(*families: str) -> RuleSet:
    rule = Rule(
        id="hours",
        kind=RuleKind.PROCESS,
        page="p.md",
        anchor="hours",
        quote="Everybody books hours.",
        statement="Everybody books hours.",
        families=families,
    )
    return RuleSet(wiki_sha1=PAGES.sha1, source="authored", rules=(rule,))


def test_families_of_tasks_without_a_rule_are_named() -> None:
    counts = {"time_logging": 3, "wiki_write": 2, "riddle": 1}
    tasks = TaskSetMeta(name="demo", tasks=6, families=counts)
    text = format_task_set(tasks, find_coverage(hours("time"), PAGES))
    assert text.splitlines() == [
        "task set demo: 6 tasks",
        "  riddle                      1  all rules",
        "  time_logging                3  time: 1 rules",
        "  wiki_write                  2  wiki: 0 rules",
        "task families of the set without a rule: wiki_write",
    ]
    none = hours().model_copy(update={"rules": ()})
    text = format_task_set(tasks, find_coverage(none, PAGES))
    assert text.endswith("without a rule: riddle, time_logging, wiki_write")
