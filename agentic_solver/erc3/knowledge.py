"""What the proposer is told of a company beside its rules: tables, outline and codes. No data."""

import re
from collections.abc import Collection

from agentic_solver.erc3.codetable import code_tables
from agentic_solver.erc3.folding import fold_label
from agentic_solver.erc3.snapshot.columns import ENTITY_COLUMNS, VIEWS
from agentic_solver.erc3.wiki import WikiPages

__all__ = ["describe_tables", "listed_codes", "wiki_codes", "wiki_outline"]

_MAX_CODES = 6_000
"""Characters of the list of codes; a wiki that lists more than this lists data."""

_NOTES = {
    "me": "the caller, one row (`id` empty for the public)",
    "employees": "`salary` and `notes` are confidential",
    "employee_skills": "one row a skill or will (interest, motivation); `name` is its stored id, "
    "level 1-10",
    "customers": "`account_manager` is an employee id",
    "projects": "`customer` is an id, in-house perhaps of no record; "
    "status: idea, exploring, active, paused, archived",
    "project_team": "one row a seat; role: Lead, Engineer, Designer, QA, Ops, Other; "
    "time_slice: share of a full-time job",
    "time_entries": "status: draft, submitted, approved, invoiced, voided",
    "wiki_pages": "`path`: 'folder/page.md'",
    "wiki_sections": "one row a heading; `content` starts with the heading line",
    "workloads": "every employee; number of projects and sum of time slices, of any status",
}


def describe_tables() -> str:
    """Return a line for tables of the same columns: these, and what one has to know.

    Of a column that is text the type is not said, of one of a view none.
    """
    alike: dict[tuple[str, ...], list[str]] = {}
    for table, columns in ENTITY_COLUMNS.items():
        listed = tuple(
            name if kind == "text" else f"{name} {kind}" for name, kind in columns.items()
        )
        alike.setdefault(listed, []).append(table)
    for view, view_columns in VIEWS.items():
        alike.setdefault(tuple(view_columns), []).append(view)
    return "\n".join(
        f"- {', '.join(tables)}({', '.join(listed)}){_note(tables[0])}"
        for listed, tables in alike.items()
    )


def _note(table: str) -> str:
    return f": {_NOTES[table]}" if table in _NOTES else ""


def wiki_outline(
    wiki: WikiPages, told: Collection[tuple[str, str]] = (), *, max_headings: int = 24
) -> str:
    """Return one line a folder, its pages with title and the anchors of their headings.

    Args:
        wiki: all pages.
        told: page and anchor of sections that the prompt has rules of; their headings, and titles
            that the path says, are left out.
        max_headings: so many of a page.
    """
    folders: dict[str, list[str]] = {}
    for path in wiki.pages:
        folder, slash, name = path.rpartition("/")
        anchors = [
            section.anchor
            for (page, anchor), section in wiki.sections.items()
            if page == path and section.level > 1 and (page, anchor) not in told
        ]
        title = wiki.title(path)
        said = "" if _words(title) <= _words(path) else f": {title}"
        listed = f" #{' #'.join(anchors[:max_headings])}" if anchors else ""
        folders.setdefault(f"{folder}{slash}", []).append(f"{name}{said}{listed}")
    return "\n".join(
        f"- {folder} {'; '.join(pages)}" if folder else f"- {'; '.join(pages)}"
        for folder, pages in folders.items()
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W_]+", fold_label(text)))


def wiki_codes(wiki: WikiPages) -> str:
    """Return the tables of the wiki that explain identifiers, one line a table; "" if none.

    Such a table has an identifier in the first cell of every row: skills with their labels, cost
    centres, categories. What is cut off is not said to be all.
    """
    lines = []
    for table in code_tables(wiki):
        said = "; ".join(f"{row[0]} = {', '.join(row[1:])}" for row in table.rows)
        lines.append(f"- {table.page}: {said}")
    listed = "\n".join(lines)
    return listed if len(listed) <= _MAX_CODES else f"{listed[:_MAX_CODES]} ..."


def listed_codes(wiki: WikiPages) -> tuple[frozenset[str], ...]:
    """Return the codes of each table that :func:`wiki_codes` lists whole."""
    if len(wiki_codes(wiki)) > _MAX_CODES:
        return ()
    return tuple(frozenset(row[0] for row in table.rows) for table in code_tables(wiki))
