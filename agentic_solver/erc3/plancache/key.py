"""The key of kept plans: everything but its words that a plan depends on."""

from collections.abc import Sequence

from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.decision import Identity
from agentic_solver.erc3.propose.reply import reply_schema

__all__ = ["plan_key"]


def plan_key(
    *,
    benchmark: str,
    tables: str,
    policy: str,
    wiki: str,
    tools: str,
    identity: Identity,
    roles: Sequence[str],
) -> str:
    """Return the digest under which plans are kept.

    Args:
        benchmark: the benchmark's id.
        tables: the tables and finders as the model is told of them.
        policy: digest of the compiled policy.
        wiki: digest of the wiki: plans hold codes and numbers from it.
        tools: digest of the tool catalog.
        identity: the caller; only whether signed in counts here.
        roles: the policy's classes of the caller.
    """
    return content_id(
        {
            "benchmark": benchmark,
            "schema": content_id([tables, reply_schema()]),
            "policy": policy,
            "wiki": wiki,
            "tools": tools,
            "public": identity.is_public,
            "roles": sorted(roles),
        }
    )
