"""A rule on its own: what it says shows where no other rule decides alike.

In a whole policy a clause may change nothing because another rule, the baseline or the closed
world decides alike. Whether the clause itself works is seen beside the roles alone, in three
surroundings: *bare*, with the baseline only; *shut*, where everything that can be read is kept for
nobody, so that a permission shows; *open*, where everybody may do everything, so that a prohibition
shows. A role is seen by a permission for its members where everything is shut, and by a prohibition
for all others where everything is open.
"""

from collections.abc import Sequence

from agentic_solver.contracts.rule import (
    AccessPredicate,
    Operation,
    Rule,
    RuleKind,
    SubjectPredicate,
)
from agentic_solver.erc3.policy.quality.case import TruthTable
from agentic_solver.erc3.policy.vocabulary import FREE_TABLES, TABLES

__all__ = ["SHOWING", "surroundings"]

SHOWING = Operation.UPDATE_SALARY
"""The operation in which the members of a role show."""

_NOBODY = "Specimen Nobody"


def _made(name: str, access: AccessPredicate) -> Rule:
    return Rule(
        id=f"specimen-{name}",
        kind=RuleKind.ACCESS,
        page="specimen.md",
        anchor="",
        quote="made up",
        statement="Made up to let another rule show.",
        access=access,
    )


def _shut() -> Rule:
    tables = tuple(f"{table}.*" for table in TABLES if table not in FREE_TABLES)
    access = AccessPredicate(
        effect="allow",
        subject=SubjectPredicate(names=(_NOBODY,)),
        operations=(Operation.READ,),
        resources=(*tables, "wiki:"),
        exclusive=True,
    )
    return _made("shut", access)


def _opened(table: TruthTable) -> tuple[Rule, ...]:
    """Return permissions of everything for everybody; outsiders have to be named."""
    users = dict.fromkeys(setting.caller.user for setting in table.settings)
    subjects = {
        "visitors": SubjectPredicate(public=True),
        # More callers than one record holds are still named one by one.
        **{
            f"callers-{start}": SubjectPredicate(employee_ids=part)
            for start in range(0, len(users), 60)
            if (part := tuple(user for user in users if user)[start : start + 60])
        },
    }
    writes = tuple(operation for operation in Operation if operation is not Operation.READ)
    return tuple(
        _made(
            f"open-{name}-{'reads' if resources else 'writes'}",
            AccessPredicate(
                effect="allow", subject=subject, operations=operations, resources=resources
            ),
        )
        for name, subject in subjects.items()
        for operations, resources in (((Operation.READ,), ("*", "wiki:")), (writes, ()))
    )


def surroundings(rules: Sequence[Rule], rule: Rule, table: TruthTable) -> tuple[list[Rule], ...]:
    """Return the rule sets in which a rule shows: itself among the roles, and what is made up.

    Args:
        rules: the policy.
        rule: one of its access or role rules.
        table: the callers.
    """
    roles = [other for other in rules if other.role is not None]
    opened = list(_opened(table))
    if rule.role is None:
        return [*roles, rule], [*roles, _shut(), rule], [*roles, *opened, rule]
    name = rule.role.name
    members = AccessPredicate(
        effect="allow", subject=SubjectPredicate(roles=(name,)), operations=(SHOWING,)
    )
    others = AccessPredicate(
        effect="deny", subject=SubjectPredicate(not_roles=(name,)), operations=(SHOWING,)
    )
    return [*roles, _made("members", members)], [*roles, *opened, _made("others", others)]
