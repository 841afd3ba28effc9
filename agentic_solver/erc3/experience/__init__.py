"""Experience: what earlier tasks taught, kept as typed patches that only ever become prompt text.

    ``ExperienceStore``   the patches of a workspace, numbered, with an append-only log
    ``Governance``        what may be stored at all, and what is stored but never read
    ``Guidance``          the active patches, frozen for a run: text for a reader's context

Nothing that decides imports this package: the validator cannot see experience.
"""

from agentic_solver.erc3.experience.audit import Arrival, Finding, audit
from agentic_solver.erc3.experience.distil import (
    Diagnosis,
    Fault,
    GradeFault,
    distil,
    own_wordings,
    read_grade,
)
from agentic_solver.erc3.experience.governance import (
    Governance,
    Known,
    Quarantined,
    Refusal,
    Refused,
)
from agentic_solver.erc3.experience.guidance import Guidance, ReaderContext
from agentic_solver.erc3.experience.seed import open_store, read_drafts, read_experience
from agentic_solver.erc3.experience.standing import Entry
from agentic_solver.erc3.experience.store import Added, ExperienceStore, active_guidance

__all__ = [
    "Added",
    "Arrival",
    "Diagnosis",
    "Entry",
    "ExperienceStore",
    "Fault",
    "Finding",
    "Governance",
    "GradeFault",
    "Guidance",
    "Known",
    "Quarantined",
    "ReaderContext",
    "Refusal",
    "Refused",
    "active_guidance",
    "audit",
    "distil",
    "open_store",
    "own_wordings",
    "read_drafts",
    "read_experience",
    "read_grade",
]
