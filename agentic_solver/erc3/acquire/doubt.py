"""Doubts: what is sound in form but is asked back once, because readers often get it wrong.

A record that comes back as it was stands: only the page can say, and code cannot read it.
"""

from agentic_solver.contracts.rule import AccessPredicate, Relation, Rule
from agentic_solver.erc3.acquire.authority import opening_rule
from agentic_solver.erc3.acquire.outline import signals
from agentic_solver.erc3.numeral import digits_of, spelled_numbers
from agentic_solver.erc3.policy.vocabulary import FIGURES
from agentic_solver.erc3.wiki import WikiPages

__all__ = ["doubt_of", "doubt_of_pages"]

_MOST_NAMED = 6

_CLOSE = frozenset(Relation) - {Relation.SELF, Relation.TARGET_ON_PROJECT}
"""Ways of having to do with a target that pages name one beside the other. The two others say
whose record it is, so that they go together with any of these."""


def doubt_of(rule: Rule) -> str:
    """Return what to ask about a rule; empty if nothing.

    Checks of a list, each of them enough by itself, are easily read as one condition: a right that
    wants several ways of having to do with the target at once is rare. And an amount or a day that
    stands in the sentence alone is one that code does not keep to.
    """
    access = rule.access
    if access is not None and _leaves_out_figures(rule.statement, access):
        return (
            "DOUBT: the statement names a figure or a day, and the record has no limits, so that "
            "no code keeps to it. If the right reaches so far, or from then on, put it into "
            "limits; if it is something else, write the record again as it is"
        )
    if access is None or access.effect != "allow":
        return ""
    if access.stated and access.approval is None:
        return (
            "DOUBT: the value has to be stated in a text, and the record names nobody who approves "
            "it, so that a wish or a budget with that figure is enough. If the page wants an "
            "approval, a decision or an agreement there, put who or what gives it into approvers; "
            "if the figure alone is enough, write the record again as it is"
        )
    wanted = [str(relation) for relation in access.requires if relation in _CLOSE]
    if not _CLOSE.isdisjoint(access.relations):
        wanted.insert(0, "one of the relations")
    if len(wanted) < 2:
        return ""
    return (
        f"DOUBT: the caller must meet {' and '.join(wanted)} at once. If the page gives the right "
        "to whoever meets one of them (several checks, sentences or levels, a list, an 'or'), put "
        "them into relations or write one record for each; if the quote itself joins them, write "
        "the record again as it is"
    )


def _leaves_out_figures(statement: str, access: AccessPredicate) -> bool:
    """Whether a rule about changes of amounts states one that no condition holds."""
    if access.limits or access.stated or FIGURES.keys().isdisjoint(access.operations):
        return False
    listed = [*access.values.values(), *access.current.values()]
    held = digits_of(" ".join(text for texts in listed for text in texts))
    return bool(digits_of(statement) - held or spelled_numbers(statement))


def doubt_of_pages(rule: Rule, pages: WikiPages) -> str:
    """Return what to ask about a rule that lets everybody edit pages; empty if nothing.

    A page that everybody may edit gives nobody a right: one sentence that is read too widely
    would take the rules of a whole folder away.
    """
    sounding = dict.fromkeys(signal.page for signal in signals(pages) if signal.words)
    opened = [path for path in sounding if opening_rule(path, (rule,)) is not None]
    if not opened:
        return ""
    more = f" and {len(opened) - _MOST_NAMED} more" if len(opened) > _MOST_NAMED else ""
    return (
        "DOUBT: by this record everybody may rewrite pages that sound like rules "
        f"({', '.join(opened[:_MOST_NAMED])}{more}), so that these give nobody a right. If only "
        'new pages are meant, write it again with values change ["create"]; if each of them is '
        "edited by somebody of its own, with resources or people that say so; if everybody may "
        "edit them, write it again as it is"
    )
