"""Governance: which drafts are stored, and which of those are kept out of every prompt."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from agentic_solver.contracts.patch import ANY, PatchDraft, PatchKind
from agentic_solver.contracts.plan import LinkKind, Outcome
from agentic_solver.erc3.experience.distil import own_wordings
from agentic_solver.erc3.experience.entity import entity_data
from agentic_solver.erc3.experience.family import FAMILIES
from agentic_solver.erc3.experience.plain import outside
from agentic_solver.erc3.experience.relaxation import protection, relaxation
from agentic_solver.erc3.knowledge import describe_tables
from agentic_solver.erc3.tools.catalog import Catalog
from agentic_solver.erc3.tools.facade import Tool

__all__ = ["Admitted", "Governance", "Known", "Quarantined", "Refusal", "Refused"]


class Refusal(StrEnum):
    """Why a draft is not stored."""

    ENTITY_DATA = "entity_data"
    UNKNOWN_TOOL = "unknown_tool"
    UNKNOWN_PARAMETER = "unknown_parameter"
    UNKNOWN_FAMILY = "unknown_family"
    NOT_PLAIN = "not_plain"
    """It is outside the plain language of guidance, so that nobody can say what it asks for."""
    MISFIT = "misfit"
    """It removes or merges what is not there."""
    REFUTED = "refuted"
    """A task was against it: it is not proposed again from the same cause."""


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

    kind: Refusal
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What the store holds of an intent, whatever its scope."""

    guidance: str
    """The wording that is told."""
    quarantine: str = ""
    """Name of the rule that it hit; empty where it was let through."""


class Governance:
    """Judges drafts; the same draft always gets the same judgement."""

    def __init__(
        self, catalog: Catalog, *, secrets: tuple[str, ...] = (), names: Iterable[str] = ()
    ) -> None:
        """Take what guidance is judged by.

        Args:
            catalog: the tools that exist.
            secrets: literal values that must not be stored.
            names: tools beside the catalog that guidance may name.
        """
        self._catalog = catalog
        self._secrets = secrets
        self._vocabulary = _vocabulary(catalog) | frozenset(names)
        self._own = own_wordings(catalog)

    def judge(
        self, draft: PatchDraft, known: Known | None = None, *, approved: bool = False
    ) -> Admitted | Quarantined | Refused:
        """Return the judgement; unknown tools and entity data come before everything else.

        Args:
            draft: what is proposed.
            known: what the store holds of this intent, if it does.
            approved: a person has read it; that lets a protection be removed, and nothing else.
        """
        refused = self._unknown_tool(draft) or _unknown_family(draft) or self._entity_data(draft)
        if refused is not None:
            return refused
        if draft.kind is PatchKind.REMOVE_RULE:
            # Taking advice out of the prompt relaxes only where the advice protects something.
            protects = known is not None and not known.quarantine
            if not approved and protects and protection(draft, known.guidance if known else ""):
                return Quarantined(rule=REMOVES_PROTECTION)
            return Admitted()
        rule = self.relaxes(draft, known)
        if rule:
            return Quarantined(rule=rule)
        return self.not_plain(draft) or Admitted()

    def not_plain(self, draft: PatchDraft) -> Refused | None:
        """Refuse what the plain language does not hold; the engine's own texts are as they are."""
        if draft.guidance in self._own:
            return None
        found = outside(draft.guidance, vocabulary=self._vocabulary)
        if not found:
            return None
        reason = (
            "guidance says in plain English how data are read, counted, linked or written down, or "
            f"it checks, asks, refuses or forbids; here is {found}"
        )
        return Refused(kind=Refusal.NOT_PLAIN, reason=reason)

    @staticmethod
    def relaxes(draft: PatchDraft, known: Known | None = None) -> str:
        """Return the name of the rule that the wording hits, or an empty text."""
        if known is not None and known.quarantine:
            return known.quarantine
        return relaxation(draft, restates=known is not None) or ""

    def _entity_data(self, draft: PatchDraft) -> Refused | None:
        for part in (draft.guidance, *self._keys(draft)):
            found = entity_data(part, vocabulary=self._vocabulary, secrets=self._secrets)
            if found:
                reason = f"experience holds no entity data, but there is {found}"
                return Refused(kind=Refusal.ENTITY_DATA, reason=reason)
        if any(_FIGURE_KEY.search(key) for key in (draft.subject, draft.stance)):
            reason = "experience holds no entity data, but a key looks like an id"
            return Refused(kind=Refusal.ENTITY_DATA, reason=reason)
        return None

    def _keys(self, draft: PatchDraft) -> tuple[str, ...]:
        keys = (draft.subject, draft.stance, draft.scope.caller, draft.scope.family)
        provenance = (draft.provenance.run, draft.provenance.task)
        if any(value in self._secrets for value in provenance):
            return (*keys, *provenance)
        return tuple(key.replace("_", " ") for key in keys)

    def _unknown_tool(self, draft: PatchDraft) -> Refused | None:
        """Look at the tool of the patch, then at what its text names in backticks."""
        if draft.tool:
            tool = self._catalog.get(draft.tool)
            if tool is None:
                reason = f"there is no tool {draft.tool!r}"
                return Refused(kind=Refusal.UNKNOWN_TOOL, reason=reason)
            missing = self._missing_parameter(draft, tool)
            if missing:
                return Refused(kind=Refusal.UNKNOWN_PARAMETER, reason=missing)
        for named in _NAMED.findall(draft.guidance):
            if named not in self._vocabulary:
                reason = f"there is no tool {named!r}"
                return Refused(kind=Refusal.UNKNOWN_TOOL, reason=reason)
        return None

    @staticmethod
    def _missing_parameter(draft: PatchDraft, tool: Tool) -> str | None:
        if draft.parameter and draft.parameter not in tool.arguments.model_fields:
            known = ", ".join(tool.arguments.model_fields) or "none"
            return f"the tool {draft.tool!r} has no parameter {draft.parameter!r}; it has {known}"
        return None


def _unknown_family(draft: PatchDraft) -> Refused | None:
    if draft.scope.family in (ANY, *FAMILIES):
        return None
    known = ", ".join(sorted(FAMILIES))
    reason = f"there is no family {draft.scope.family!r} of requests; there are {known}"
    return Refused(kind=Refusal.UNKNOWN_FAMILY, reason=reason)


_NAMED = re.compile(r"`([a-z][a-z0-9_]*)(?:\([^`]*\))?`")
_FIGURE_KEY = re.compile(r"\d{4}|\d_\d{3}(?:_|$)|(?:^|_)0\d")
REMOVES_PROTECTION = "removes_protection"


def _vocabulary(catalog: Catalog) -> frozenset[str]:
    """Every identifier that guidance may name: tools, arguments, tables, columns, outcomes."""
    words = set(re.findall(r"[a-z0-9_]+", describe_tables().lower()))
    for tool in catalog.tools.values():
        words |= {tool.name, tool.operation.value, *tool.arguments.model_fields}
        # Arguments that are rows have columns of their own, told in the signature.
    for line in (*catalog.signatures(writes=True), *catalog.signatures(writes=False)):
        words |= set(re.findall(r"[a-z0-9_]+", line.partition("): ")[0]))
    words |= {outcome.value for outcome in Outcome} | {kind.value for kind in LinkKind}
    words |= {f"find_{kind}" for kind in _FOUND}
    # Whole figures are not words, whatever text they stand in.
    return frozenset(word for word in words if not word.isdigit())


_FOUND = ("employee", "customer", "project", "skill", "will", "location", "department")
