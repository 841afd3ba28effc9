"""Conditions of response cases: a closed grammar over the row counts of facts."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from agentic_solver.contracts.plan import FactOutput

__all__ = ["Condition", "Test", "parse_condition"]

_TEST = re.compile(r"^([a-z][a-z0-9_]{0,40})\.(none|one|some|many|true|false)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Test:
    """One test: how many rows a fact has, or what its single boolean says."""

    __test__ = False  # the name is the grammar's; pytest must not collect it

    fact: str
    state: Literal["none", "one", "some", "many", "true", "false"]

    def holds(self, output: FactOutput) -> bool:
        count = len(output.rows)
        match self.state:
            case "none":
                return count == 0
            case "one":
                return count == 1
            case "some":
                return count >= 1
            case "many":
                return count >= 2
            case "true":
                return count == 1 and output.rows[0][0] is True
            case "false":
                return count == 1 and output.rows[0][0] is False


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """A conjunction of tests; empty always holds."""

    tests: tuple[Test, ...]

    def holds(self, facts: Mapping[str, FactOutput]) -> bool:
        return all(test.holds(facts[test.fact]) for test in self.tests)


def parse_condition(text: str) -> Condition | str:
    """Return the condition, or one sentence saying what is wrong with ``text``."""
    tests: list[Test] = []
    for part in text.split(" and ") if text.strip() else []:
        match = _TEST.match(part.strip())
        if match is None:
            return (
                "a condition joins tests such as 'fact.none', 'fact.one', 'fact.some', "
                "'fact.many', 'fact.true', 'fact.false' with ' and '"
            )
        tests.append(Test(fact=match[1], state=match[2]))  # type: ignore[arg-type]
    return Condition(tests=tuple(tests))
