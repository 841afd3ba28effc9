"""Policy: what a company allows, compiled from cited rules; deterministic and without a model.

    ``Policy``                      pure functions over the rules of one wiki digest
    ``load_policy``, ``compile_policy``  the generated module ``policy/wiki_<sha8>.py``
    ``Evidence``, ``DECISION_TABLE``     outcome selection

The baseline, where no rule speaks: writes need an allow rule; ``employees.salary``,
``employees.notes`` and the time entries of other people need one too; the public caller reads
``me`` and the wiki only (only those pages that a rule allows it, once one does); so does an
external caller (signed in, but outside the role ``staff`` where the wiki defines it), who also
sees what is about themselves; staff read everything else.
"""

from agentic_solver.erc3.policy.clause import Conditional, Hidden, ReadAccess, Visible
from agentic_solver.erc3.policy.compiler import compile_policy, policy_name
from agentic_solver.erc3.policy.loader import load_policy, policy_for
from agentic_solver.erc3.policy.outcome import (
    DECISION_TABLE,
    Evidence,
    OutcomeRow,
    admissible_outcomes,
    forced_message,
    forced_outcome,
    format_decision_table,
    links_allowed,
)
from agentic_solver.erc3.policy.relation import RelationQuery, relation_query, target_arguments
from agentic_solver.erc3.policy.runtime import Policy
from agentic_solver.erc3.policy.write import Holds

__all__ = [
    "DECISION_TABLE",
    "Conditional",
    "Evidence",
    "Hidden",
    "Holds",
    "OutcomeRow",
    "Policy",
    "ReadAccess",
    "RelationQuery",
    "Visible",
    "admissible_outcomes",
    "compile_policy",
    "forced_message",
    "forced_outcome",
    "format_decision_table",
    "links_allowed",
    "load_policy",
    "policy_for",
    "policy_name",
    "relation_query",
    "target_arguments",
]
