"""Proof bundles: who asked, which rules decided, how the predicate came out."""

from collections.abc import Sequence
from dataclasses import dataclass

from agentic_solver.contracts.rule import AccessPredicate, Proof, Rule
from agentic_solver.erc3.policy.clause import Caller
from agentic_solver.erc3.policy.subject import matches

__all__ = ["Standing", "build_proof"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A caller with the roles that the policy gives them."""

    caller: Caller
    roles: tuple[str, ...]
    external: bool

    def covered_by(self, access: AccessPredicate) -> bool:
        """Whether an access rule speaks of this caller."""
        return matches(
            access.subject,
            self.caller,
            frozenset(self.roles),
            external=self.external,
            allow=access.effect == "allow",
        )


def build_proof(standing: Standing, rules: Sequence[Rule], words: str, *, allow: bool) -> Proof:
    """Return the proof of one decision; equal decisions give equal proofs."""
    who = standing.caller.identity
    unique = {rule.id: rule for rule in rules}
    cited = [unique[rule_id] for rule_id in sorted(unique)][:64]
    return Proof(
        identity={
            "current_user": who.current_user,
            "is_public": who.is_public,
            "department": who.department,
            "location": who.location,
            "roles": list(standing.roles),
        },
        rule_ids=tuple(rule.id for rule in cited),
        citations=tuple(f"{rule.page}#{rule.anchor}" for rule in cited),
        predicate=words[:4_000],
        result="allow" if allow else "deny",
    )
