"""Mentions: the ways in which people write the name of a person or a thing.

A mention offers several forms; each wording of a request takes one. A mention that could mean
somebody else makes the task ambiguous, so every form is checked against the whole company.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from anyascii import anyascii

from agentic_solver.twin.entity import Customer, Employee, Project

__all__ = ["Mention", "mention_employee", "mention_thing", "name_tokens", "rivals"]

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """One thing of the company and how a request may name it."""

    kind: str
    id: str
    forms: tuple[str, ...]


@lru_cache(maxsize=4096)  # each mention is compared with all names of the company
def name_tokens(text: str) -> frozenset[str]:
    """Return the words of a name without case, accents and order."""
    return frozenset(word.lower() for word in _WORD.findall(anyascii(text)))


def mention_employee(employee: Employee, *, last_first: bool = True) -> Mention:
    """Name a person: as in the registry, family name first, without accents."""
    first, _, last = employee.name.partition(" ")
    forms = [employee.name]
    if last and last_first:
        forms.append(f"{last} {first}")
    plain = anyascii(employee.name)
    if plain != employee.name:
        forms.append(plain)
    return Mention(kind="employee", id=employee.id, forms=tuple(forms))


def mention_thing(record: Project | Customer, *others: str) -> Mention:
    """Name a project or a customer: as stored, in small letters, with hyphens; ``others`` too."""
    name = record.name
    hyphens = "-".join(name.split())
    forms = (name, name.lower(), hyphens, *others)
    kind = "project" if isinstance(record, Project) else "customer"
    return Mention(kind=kind, id=record.id, forms=tuple(dict.fromkeys(forms)))


def rivals(mention: Mention, records: Iterable[Employee | Project | Customer]) -> tuple[str, ...]:
    """Return the ids of others whose name holds all words of some form of the mention."""
    wanted = [name_tokens(form) for form in mention.forms]
    return tuple(
        record.id
        for record in records
        if record.id != mention.id
        and any(words and words <= name_tokens(record.name) for words in wanted)
    )
