"""Governance: which drafts are stored, and which of those are kept out of every prompt."""

import re
from dataclasses import dataclass

from agentic_solver.contracts.patch import PatchDraft, PatchKind
from agentic_solver.contracts.plan import LinkKind, Outcome
from agentic_solver.erc3.experience.entity import entity_data
from agentic_solver.erc3.experience.relaxation import relaxation
from agentic_solver.erc3.knowledge import describe_tables
from agentic_solver.erc3.tools.catalog import Catalog

__all__ = ["Admitted", "Governance", "Quarantined", "Refused"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Admitted:
    """The draft may be read once it is proven or approved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quarantined:
    """The draft is stored and never read."""

    rule: str
    """Name of the rule that it hits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """The draft is not stored at all."""

    reason: str


class Governance:
    """Judges drafts; the same draft always gets the same judgement."""

    def __init__(self, catalog: Catalog, *, secrets: tuple[str, ...] = ()) -> None:
        """Take the tools that exist, and literal values that must not be stored."""
        self._catalog = catalog
        self._secrets = secrets
        self._vocabulary = _vocabulary(catalog)

    def judge(self, draft: PatchDraft) -> Admitted | Quarantined | Refused:
        """Return the judgement; entity data and unknown tools come before everything else."""
        for part in (draft.guidance, *self._keys(draft)):
            found = entity_data(part, vocabulary=self._vocabulary, secrets=self._secrets)
            if found:
                return Refused(reason=f"experience holds no entity data, but there is {found}")
        if any(re.search(r"\d{3}", key) for key in (draft.subject, draft.stance)):
            return Refused(reason="experience holds no entity data, but a key looks like an id")
        missing = self._missing_tool(draft)
        if missing:
            return Refused(reason=missing)
        # A removal takes text out of the prompt: there is nothing that it could relax.
        rule = None if draft.kind is PatchKind.REMOVE_RULE else relaxation(draft)
        return Admitted() if rule is None else Quarantined(rule=rule)

    def _keys(self, draft: PatchDraft) -> tuple[str, ...]:
        keys = (draft.subject, draft.stance, draft.scope.caller, draft.scope.family)
        provenance = (draft.provenance.run, draft.provenance.task)
        if any(value in self._secrets for value in provenance):
            return (*keys, *provenance)
        return tuple(key.replace("_", " ") for key in keys)

    def _missing_tool(self, draft: PatchDraft) -> str | None:
        if not draft.tool:
            return None
        tool = self._catalog.get(draft.tool)
        if tool is None:
            return f"there is no tool {draft.tool!r}"
        if draft.parameter and draft.parameter not in tool.arguments.model_fields:
            known = ", ".join(tool.arguments.model_fields) or "none"
            return f"the tool {draft.tool!r} has no parameter {draft.parameter!r}; it has {known}"
        return None


def _vocabulary(catalog: Catalog) -> frozenset[str]:
    """Every identifier that guidance may name: tools, arguments, tables, columns, outcomes."""
    words = set(re.findall(r"[a-z0-9_]+", describe_tables().lower()))
    for tool in catalog.tools.values():
        words |= {tool.name, tool.operation.value, *tool.arguments.model_fields}
        # Arguments that are rows have columns of their own, told in the signature.
    for line in (*catalog.signatures(writes=True), *catalog.signatures(writes=False)):
        words |= set(re.findall(r"[a-z0-9_]+", line.partition(" — ")[0]))
    words |= {outcome.value for outcome in Outcome} | {kind.value for kind in LinkKind}
    words |= {f"find_{kind}" for kind in _FOUND}
    # Whole figures are not words, whatever text they stand in.
    return frozenset(word for word in words if not word.isdigit())


_FOUND = ("employee", "customer", "project", "skill", "will", "location", "department")
