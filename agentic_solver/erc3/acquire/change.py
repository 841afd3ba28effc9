"""What changed between two revisions of a wiki: sections, and the rules that stand by them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from agentic_solver.contracts.rule import Rule, RuleSet
from agentic_solver.erc3.folding import fold_label
from agentic_solver.erc3.policy.subject import EXTERNAL, STAFF
from agentic_solver.erc3.wiki import Section, WikiPages
from agentic_solver.errors import ContractError

__all__ = ["Change", "Earlier", "changed_pages", "place_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """Rules of an earlier revision of the same wiki; what they cite unchanged is kept."""

    pages: WikiPages
    ruleset: RuleSet


def changed_pages(old: WikiPages, new: WikiPages) -> frozenset[str]:
    """Return the pages of ``new`` that are not, word for word, in ``old``."""
    return frozenset(path for path, text in new.pages.items() if old.pages.get(path) != text)


def _below(pages: WikiPages, page: str, anchor: str) -> Iterator[Section]:
    """Yield a section and its subsections."""
    own = pages.sections.get((page, anchor))
    begun = False
    for section in pages.sections_of(page) if own is not None else ():
        if section is own:
            begun = True
            yield section
        elif begun:
            if section.level <= section_level(own):
                return
            yield section


def section_level(section: Section | None) -> int:
    """Return the level of a section; text before any heading has no subsections."""
    return section.level if section is not None and section.level else 99


def place_of(pages: WikiPages, page: str, anchor: str, quote: str) -> Section | None:
    """Return the section that itself holds a quote, at or below its anchor.

    A quote that spans several sections stands in the one of its anchor.
    """
    own = pages.sections.get((page, anchor))
    found = (section for section in _below(pages, page, anchor) if pages.holds(section, quote))
    return next(found, own)


@dataclass(frozen=True, kw_only=True)
class Change:
    """How a wiki differs from an earlier revision of it."""

    earlier: Earlier
    pages: WikiPages

    @classmethod
    def of(cls, known: "Earlier | Change", pages: WikiPages) -> "Change":
        """Return the change from an earlier revision, or the one that was found already.

        Raises:
            ContractError: it was found for other pages.
        """
        if isinstance(known, Earlier):
            return cls(earlier=known, pages=pages)
        if known.pages.pages != pages.pages:
            raise ContractError("a change was found for other pages")
        return known

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The sections that are new, or differ by a letter or in the headings above them."""
        changed = changed_pages(self.earlier.pages, self.pages)
        return tuple(
            section
            for section in self.pages.sections.values()
            if section.page in changed and not self._same(section)
        )

    @cached_property
    def read_again(self) -> frozenset[str]:
        """Pages with such a section."""
        return frozenset(section.page for section in self.sections)

    @cached_property
    def added(self) -> frozenset[str]:
        """Pages that the earlier revision did not have."""
        return frozenset(path for path in self.pages.pages if path not in self.earlier.pages.pages)

    @cached_property
    def kept(self) -> tuple[Rule, ...]:
        """Earlier rules whose section is word for word what it was."""
        return tuple(rule for rule in self.earlier.ruleset.rules if self._keeps(rule))

    @cached_property
    def standing(self) -> tuple[Rule, ...]:
        """Earlier rules that can be trusted where nobody reads the changed sections.

        In a changed section what opens something is not trusted, as the words around its quote
        may limit it now; what closes something, and who a caller is, holds while the quote stands.
        """
        kept = {rule.id for rule in self.kept}
        return tuple(
            rule
            for rule in self.earlier.ruleset.rules
            if rule.id in kept
            or (_closes(rule) and self.pages.has_quote(rule.page, rule.anchor, rule.quote))
        )

    @cached_property
    def asks_for_roles(self) -> bool:
        """Whether the classes of callers have to be read again.

        So it is when a role lost its section, and when the lines that changed in a section speak
        of a role or of the departments and people that make one.
        """
        kept = {rule.id for rule in self.kept}
        roles = [rule for rule in self.earlier.ruleset.rules if rule.role is not None]
        if any(rule.id not in kept for rule in roles):
            return True
        words = {word for rule in roles for word in _role_words(rule)}
        return any(_speaks_of(self._new_lines(section), words) for section in self.sections)

    def _new_lines(self, section: Section) -> str:
        """Return the lines of a changed section that were not there, or are there no more."""
        was = self.earlier.pages.sections.get((section.page, section.anchor))
        now = section.content.splitlines()
        old = [] if was is None else was.content.splitlines()
        apart = (*(line for line in now if line not in old), *(x for x in old if x not in now))
        # Under another heading the same lines may mean something else.
        return "\n".join(apart or now)

    def is_changed(self, section: Section | None) -> bool:
        """Whether a section of the new revision is one of those that changed."""
        return section is not None and section in self.sections

    def before(self, paths: tuple[str, ...]) -> tuple[Rule, ...]:
        """Return the earlier rules of some pages that are not kept; no page: the roles."""
        kept = {rule.id for rule in self.kept}
        lost = (rule for rule in self.earlier.ruleset.rules if rule.id not in kept)
        if not paths:
            return tuple(rule for rule in lost if rule.role is not None)
        return tuple(rule for rule in lost if rule.role is None and rule.page in paths)

    def _same(self, section: Section) -> bool:
        was = self.earlier.pages.sections.get((section.page, section.anchor))
        return (
            was is not None
            and was.content.rstrip() == section.content.rstrip()
            and self.earlier.pages.headings(was) == self.pages.headings(section)
        )

    def _keeps(self, rule: Rule) -> bool:
        if not self.pages.has_quote(rule.page, rule.anchor, rule.quote):
            return False
        own = self.pages.sections[rule.page, rule.anchor]
        now = place_of(self.pages, rule.page, rule.anchor, rule.quote)
        if now is not own or self.pages.holds(own, rule.quote):
            return not self.is_changed(now)
        spanned = _below(self.pages, rule.page, rule.anchor)
        return not any(self.is_changed(section) for section in spanned)


def _closes(rule: Rule) -> bool:
    if rule.role is not None:
        return True
    return rule.access is not None and (rule.access.effect == "deny" or rule.access.exclusive)


def _role_words(rule: Rule) -> Iterator[str]:
    if rule.role is None:
        return
    members = rule.role.members
    if rule.role.name not in (STAFF, EXTERNAL):
        yield rule.role.name.replace("-", " ").replace("_", " ")
    yield from members.names
    yield from members.departments
    yield from members.not_departments


def _speaks_of(text: str, words: set[str]) -> bool:
    # Folded text is words with single spaces between them.
    folded = f" {fold_label(text)} "
    return any(f" {wanted} " in folded for word in words if (wanted := fold_label(word)))
