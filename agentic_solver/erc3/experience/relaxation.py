"""The scanner for relaxations: guidance that asks to check less, to refuse less or to ask less.

It errs towards quarantine. Permission guidance is held to the strictest reading: it is let
through only where it restricts, because who may do what is the wiki's business, compiled into
policy. For everything else a list of named patterns decides. The scanner is a second line: the
validator does not read experience, so what slips through is still only advice.
"""

import re

from agentic_solver.contracts.patch import PatchCategory, PatchDraft

__all__ = ["RELAXATIONS", "relaxation"]

_CHECK = (
    r"(?:permissions?|polic(?:y|ies)|rights?|rules?|checks?|guards?|guardrails?|authori[sz]ation|"
    r"access|approvals?|verification|validation|validator|restrictions?|safety|confirmation|"
    r"identity|rulebooks?)"
)
_BETWEEN = r"(?:\s+\S+){0,4}?\s+"
_NOT = r"(?:do not|don't|never|must not|should not|need not|no longer|not to|not|without)"
_REFUSE = (
    r"(?:refus\w*|den(?:y|ies|ied|ying)|reject\w*|decline\w*|block\w*|ask(?:ing|ed)?(?: back)?|"
    r"question(?:ing|ed)?|clarif\w*|confirm(?:ing|ed|ation)?|verif\w*|check(?:ing|ed)?|"
    r"stop(?:ping)?|hesitat\w*)"
)


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text)


RELAXATIONS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "skip_check",
        _pattern(
            r"\b(?:ignor\w+|skip\w*|bypass\w*|overrid\w+|disregard\w*|omit\w*|waiv\w+|relax\w*|"
            r"loosen\w*|circumvent\w*|disable[sd]?|disabling|get around|work around|turn off|"
            rf"drop\w*|forget\w*|los(?:e|es|ing)){_BETWEEN}?{_CHECK}\b"
        ),
    ),
    ("check_not_needed", _pattern(rf"\bno need\b|\bunnecessary\b|\bwithout (?:any )?{_CHECK}\b")),
    (
        "check_not_required",
        _pattern(
            rf"\b{_CHECK}\b(?:\s+\S+){{0,3}}?\s+(?:not|never|n't|no longer)\s+"
            r"(?:\S+\s+)?(?:needed|required|necessary|appl(?:y|ies)|matter)"
        ),
    ),
    ("always_allow", _pattern(r"\b(?:always|freely|unconditionally|automatically)\s+"
                              r"(?:allow|permit|grant|approve|accept|trust)\w*\b")),
    ("do_not_refuse", _pattern(rf"\b{_NOT}\s+(?:[a-z]+\s+){{0,2}}?{_REFUSE}\b")),
    ("must_not_be_used_to_refuse", _pattern(r"\bnot be (?:used|a reason|grounds) to refuse\b")),
    ("refuse_only_if", _pattern(rf"\b(?:{_REFUSE})\s+only\s+(?:if|when|after)\b|"
                                r"\bonly clearly\b|\bbefore (?:refus|den)\w+.*\balso accept\b")),
    ("proceed_anyway", _pattern(
        r"\b(?:anyway|regardless|even if (?:denied|forbidden|refused|not allowed))\b|"
        r"\bno trap\b|\bgo (?:ahead|on)\b|\bjust (?:do|execute|run)\b|\bat once\b|"
        r"\bexactly (?:as|what) (?:worded|was|is|asked|stated)\b|"
        r"\bproceed without\b|\bnow allows?\b")),
    ("pick_the_actionable", _pattern(
        r"\bactionable\b|\b(?:may|can|allowed to) act on\b|"
        r"\bif exactly one\b.*\bcaller\b|\bexactly one (?:remains|has the caller)\b")),
    ("poses_as", _pattern(
        r"\b(?:treat|regard|count|see|take|handle)\w*\s+(?:\S+\s+){1,5}?as\s+(?:\S+\s+){0,3}?"
        r"(?:hr|human resources|executives?|leadership|managers?|leads?|directors?|admins?|"
        r"administrators?|staff|employees?|insiders?|trusted)\b")),
    ("no_denial", _pattern(
        r"\b(?:never|not|don't|avoid|instead of|rather than|without)\b(?:\s+\S+){0,4}?\s+"
        r"denied_security\b")),
    ("unsafe_fallback", _pattern(
        r"\b(?:unsafe|unguarded|unchecked|raw|plain|low[- ]level|without the (?:safety )?wrapper)\b"
        r".*\b(?:tool|call|variant|update|write|version|wrapper)\b|\bsafe\b.*\bfails?\b|"
        r"\bfails?\b.*\b(?:unsafe|unguarded|raw|plain|fallback)\b|\bfall(?:s|ing)? ?back\b")),
    ("open_to_all", _pattern(
        r"\b(?:everyone|everybody|anyone|anybody|all (?:callers|users|staff|employees)|guests?|"
        r"visitors?|public(?: callers?)?|external \w+|outsiders?)\s+(?:may|can|is allowed|"
        r"are allowed|are (?:now )?allowed|gets?|keep)\b")),
    ("grants_right", _pattern(
        r"\b(?:hr|human resources|executives?|leadership|managers?|leads?|directors?|admins?|"
        r"callers?|users?|visitors?|guests?|staff|employees?|department heads?)\s+(?:\S+\s+){0,2}?"
        r"(?:may|can|are allowed|is allowed)\b(?!\s*not)|"
        r"\bexempt\w*|\bsee all\b|\bread and write\b|\bfull access\b")),
    ("links_on_denial", _pattern(
        r"\blinks?\b(?:\s+\S+){0,3}?\s+(?:allowed|fine|ok|okay|welcome|permitted)\b.*"
        r"\b(?:den\w+|refus\w+)|\b(?:den\w+|refus\w+)\b.*\b(?:add|include|attach|give)\b.*"
        r"\blinks?\b")),
    ("answers_the_public", _pattern(
        r"\b(?:visitor|guest|public)\b.*\b(?:then (?:do )?answer|and answers?|both the)\b")),
    ("reveals", _pattern(r"\b(?:reveal|disclose|expose|show|share|leak)\w*\s+(?:\S+\s+){0,3}?"
                         r"(?:salar(?:y|ies)|pay|confidential|notes|internal)\b")),
    ("shortens_documentation", _pattern(
        r"\b(?:los(?:e|es|ing)|drop\w*|remov\w+)\b.*\b(?:note|hint|clause|rule|requirement)s?\b")),
)  # fmt: skip
"""Name and pattern, over lower-case text; the first that fits is the reason of the quarantine."""

_RESTRICTS = re.compile(
    r"\b(?:den(?:y|ies|ied)|refuse[sd]?|reject\w*|forbid\w*|never|no|nobody|must not|may not|"
    r"cannot|only|ask|confirm|check|verify|require[sd]?|confidential|closed|hidden|stop)\b"
)
_GRANTS = re.compile(
    r"\b(?:may|can|could|allow\w*|permit\w*|grant\w*|exempt\w*|open to|free to|entitled|accept\w*|"
    r"has access|have access|full access|regardless|govern\w*|hours for|for (?:a|any|every)\w* "
    r"member|lead(?:ership)?(?:'s)? (?:read|access)|keep\w* read)\b(?!\s*(?:not|only be))"
)


def relaxation(draft: PatchDraft) -> str | None:
    """Return the name of the rule that ``draft`` hits, or None."""
    words = f"{draft.subject} {draft.stance}".replace("_", " ")
    text = " ".join(f"{draft.guidance} . {words}".lower().replace("’", "'").split())
    for name, pattern in RELAXATIONS:
        if pattern.search(text):
            return name
    if draft.category is PatchCategory.PERMISSION:
        guidance = draft.guidance.lower()
        if _GRANTS.search(guidance):
            return "permission_grants"
        if not _RESTRICTS.search(guidance):
            return "permission_must_restrict"
    return None
