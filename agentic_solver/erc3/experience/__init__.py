"""Experience: what earlier tasks taught, kept as typed patches that only ever become prompt text.

    ``ExperienceStore``   the patches of a workspace, numbered, with an append-only log
    ``Governance``        what may be stored at all, and what is stored but never read
    ``Guidance``          the active patches, frozen for a run: text for a reader's context

Nothing that decides imports this package: the validator cannot see experience.
"""
