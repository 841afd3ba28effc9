"""The scanner for relaxations: guidance that asks to check less, to refuse less or to ask less.

It errs towards quarantine. Permission guidance is held to the strictest reading: it is let
through only where it restricts, because who may do what is the wiki's business, compiled into
policy. For everything else named English patterns decide. They say why a known relaxation is kept
from being told; that a new wording is, too, rests on the plain language, which allows rather than
forbids (:mod:`agentic_solver.erc3.experience.plain`).
"""

import re

from agentic_solver.contracts.patch import PatchCategory, PatchDraft
from agentic_solver.erc3.folding import lower_line

__all__ = ["GRANTS", "RELAXATIONS", "protection", "relaxation"]

_CHECK = (
    r"(?:permissions?|polic(?:y|ies)|rights?|rules?|checks?|guards?|guardrails?|authori[sz]ation|"
    r"access|approvals?|verification|validation|validator|restrictions?|safety|confirmation|"
    r"identity|rulebooks?|requirements?|signatures?|consent|clearance|confidentiality|"
    r"ledgers?|firewalls?|safeguards?)"
)
_BETWEEN = r"(?:\s+\S+){0,4}?\s+"
_NOT = r"(?:do not|don't|never|must not|should not|need not|no longer|not to|not|without|nor)"
_REFUSE = (
    r"(?:refus\w*|den(?:y|ies|ied|ying)|reject\w*|declin\w*|block\w*|"
    r"(?:ask(?:ing)?|asked(?! for\b))(?: back)?|question(?:ing|ed)?|"
    r"clarif\w*(?! (?:clause|section))|confirm(?:ing|ed|ation)?(?! that)|"
    r"verif\w*|check(?:ing|ed)?|hesitat\w*|"
    r"stop(?:ping)?(?! (?:at|early|before|until|after|when|reading|paging)\b))"
)
_HOLDERS = (
    r"(?:hr|human resources|executives?|leadership|managers?|leads?|directors?|admins?|"
    r"callers?|users?|visitors?|guests?|staff|employees?|department heads?|top managers?|"
    r"supervisors?|interns?|partners?|contractors?|freelancers?|deput(?:y|ies)|requesters?|"
    r"applicants?|colleagues?|seniors?)"
)
_ACTS = (
    r"(?:log|change|set|update|write|send|edit|delete|pay|raise|executed?|executes|proceed\w*|carr(?:y|ied)|"
    r"go(?:es)? on|gets?|directly|hours|logged)"
)


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text)


RELAXATIONS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "skip_check",
        _pattern(
            r"\b(?:ignor\w+|skip\w*|bypass\w*|overrid\w+|disregard\w*|omit\w*|waiv\w+|relax\w*|"
            r"loosen\w*|circumvent\w*|disable[sd]?|disabling|get around|work around|turn off|"
            rf"forget\w*|drop\w*|suspend\w*|switch off|leav\w+ out){_BETWEEN}?{_CHECK}\b"
        ),
    ),
    ("check_not_needed", _pattern(rf"\bno need\b|\bunnecessary\b|\bwithout (?:any |the )?"
                                  rf"(?:\S+ ){{0,2}}?{_CHECK}\b(?! has)|"
                                  r"\bwithout (?:the )?(?:former )?verify")),
    (
        "check_not_required",
        _pattern(
            rf"\b{_CHECK}\b(?:\s+\S+){{0,3}}?\s+(?:not|never|n't|no longer)\s+"
            r"(?:\S+\s+)?(?:needed|required|necessary|appl(?:y|ies)|matter)"
        ),
    ),
    ("check_later", _pattern(
        rf"\b(?:{_CHECK}|confirm\w*|check\w*|verif\w+|ask\w*|approv\w+)\b[^.;]*"
        r"\b(?:later|afterwards|after the fact|in retrospect|left for|can wait|postponed?)\b")),
    ("check_in_name_only", _pattern(
        r"\b(?:formality|benefit of the doubt|good faith|take \S+ word for it|"
        r"silence\b.*\bas|trusted (?:once|by default)|presum\w+ (?:allowed|approved))\b|"
        rf"\b{_CHECK}\b(?:\s+\S+){{0,3}}?\s+(?:lifted|suspended|dropped|gone|optional|obsolete)\b|"
        r"\bnothing else has to be (?:looked at|checked|asked)\b|"
        r"\b(?:approver|owner|deputy|director|manager|boss)'s word\b")),
    ("stop_refusing", _pattern(
        r"\bstop (?:refus|reject|deny|block|ask|check|verify|question|declin)\w*ing\b|"
        r"\bno reason to (?:turn down|refuse|reject|deny|decline|ask|check|doubt)\b|"
        r"\b(?:denials?|refusals?|rejections?)\b[^.;]*\bavoid\w*|"
        r"\bavoid\w*\s+(?:\S+\s+){0,2}?(?:denials?|refusals?|denying|refusing)\b|"
        r"\blet\b(?:\s+\S+){1,4}?\s+(?:through|pass)\b")),
    ("always_allow", _pattern(r"\b(?:always|freely|unconditionally|automatically)\s+"
                              r"(?:allow|permit|grant|approve|accept|trust)\w*\b")),
    ("do_not_refuse", _pattern(rf"\b{_NOT}\s+(?:[a-z]+\s+){{0,2}}?{_REFUSE}\b")),
    ("must_not_be_used_to_refuse", _pattern(r"\bnot be (?:used|a reason|grounds) to refuse\b")),
    ("refuse_only_if", _pattern(rf"\b(?:{_REFUSE})\s+only\s+(?:if|when|after)\b|"
                                r"\bonly clearly\b|\bbefore (?:refus|den)\w+|"
                                r"\bden(?:y|ies)\s+only\b")),
    ("proceed_anyway", _pattern(
        r"\b(?:regardless|even if (?:denied|forbidden|refused|not allowed))\b|"
        r"\b(?:do|go|proceed|execute|apply|write|change|pay|log) (?:it |on )?anyway\b|"
        r"\bno trap\b|\bgo ahead\b|\bjust (?:do|execute|run)\b|\bexecute without\b|"
        r"\bexactly (?:as|what) (?:worded|was|is|asked|stated)\b|"
        r"\bgo on when exactly one\b|\bproceed without\b|\bnow allows?\b")),
    ("pick_the_actionable", _pattern(
        rf"\bactionable\b.*\b{_ACTS}\b|\b(?:may|can|allowed to) act on\b.*\b(?:{_ACTS}|match)\b|"
        r"\b(?:take|choose|pick|use)\b.*\b(?:may|can|allowed to) act on\b|"
        r"\b(?:take|choose|pick|use)\b.*\bon which \S+ \S+ (?:may|can) act\b|"
        r"\bif exactly one\b.*\bcaller\b|\bexactly one (?:remains|has the caller)\b")),
    ("poses_as", _pattern(
        r"\b(?:treat|regard|count|see|take|handle)\w*\s+"
        r"(?!(?:\S+\s+){0,4}?(?:target|argument|parameter|field|column|value)s?\b)"
        r"(?:\S+\s+){1,5}?as\s+(?:\S+\s+){0,3}?"
        r"(?:hr|human resources|executives?|leadership|managers?|leads?|directors?|admins?|"
        r"administrators?|staff|employees?|insiders?|trusted)\b")),
    ("no_denial", _pattern(
        r"\b(?:never|not|don't|avoid|instead of|rather than|without)\b(?:\s+\S+){0,4}?\s+"
        r"denied_security\b")),
    ("unsafe_fallback", _pattern(
        r"\b(?:unsafe|unguarded|unchecked|raw|low[- ]level|without the (?:safety )?wrapper)\b"
        r".*\b(?:tool|call|variant|update|write|version|wrapper|fallback)\b|"
        r"\b(?:safe|guarded)\b.*\b(?:fails?|error|refuses?)\b.*\b(?:call|use|try|variant|other)\b|"
        r"\b(?:call|use|try)\b.*\b(?:unsafe|unguarded|raw)\b|\bsafe update, then\b|"
        r"\bplain (?:`|update|call|variant|write)")),
    ("open_to_all", _pattern(
        r"\b(?:everyone|everybody|anyone|anybody|all (?:callers|users|staff|employees)|"
        r"public callers?|external \w+|outsiders?)\s+(?:may|can|is allowed|"
        r"are allowed|are (?:now )?allowed|gets?|keep)\b(?!\s+(?:not|only|never|no|nothing))")),
    ("exempts", _pattern(r"\bexempt\w*|\bexcept\b[^.;]*\bwho (?:may|can)\b")),
    ("links_on_denial", _pattern(
        r"\blinks?\b(?:\s+\S+){0,3}?\s+(?:allowed|fine|ok|okay|welcome|permitted)\b.*"
        r"\b(?:den\w+|refus\w+)|\b(?:den\w+|refus\w+)\b.*\b(?:add|include|attach|give)\b.*"
        r"\blinks?\b")),
    ("answers_the_public", _pattern(
        r"\b(?:visitor|guest|public)\b.*\b(?:then (?:do )?answer|and answers?|both the)\b|"
        r"\bthen (?:do )?answer\b.*\b(?:visitor|guest|public)\b")),
    ("reveals", _pattern(r"(?<!never )(?<!not )(?<!don't )\b(?:reveal|disclose|expose|leak|show|"
                         r"share)\w*\s+(?:\S+\s+){0,3}?"
                         r"(?:salar(?:y|ies)|pay|confidential|notes|internal)\b")),
    ("shortens_documentation", _pattern(
        r"\blos(?:e|es|ing)\b.*\b(?:note|hint|clause|rule|requirement|line|warning)s?\b")),
)  # fmt: skip
"""Name and pattern, over lower-case text; the first that fits is the reason of the quarantine."""

GRANTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("grants_right", _pattern(
        rf"(?<!which the )(?<!what the )(?<!options the )(?<!entities the )(?<!that the )"
        rf"(?<!whether the )\b{_HOLDERS}\s+(?:\S+\s+){{0,2}}?"
        r"(?:may|can|are allowed|is allowed)\b(?!\s*(?:not|only|never|see empty|pick|tell))|"
        r"\b(?:entitled|cleared|authori[sz]ed) (?:to|for)\b(?! (?:only|nothing))|"
        r"\b(?:can|may) be granted\b|\bsee the same\b|\bopenly\b|\bsee all\b|"
        r"\bread and write freely\b|\bboth read and write\b|"
        r"\bfull access\b")),
)  # fmt: skip
"""Rights granted; asked of permission guidance, and of any other that speaks of who may what."""

_RESTRICTS = re.compile(
    r"\b(?:den(?:y|ies|ied|ial)|refus\w+|reject\w*|forbid\w*|never|no|nobody|must not|may not|"
    r"cannot|only|ask|confirm|check|verif\w+|require[sd]?|confidential|closed|hid(?:e|es|den)|stop|"
    r"limited|reserved|restricted|narrow\w*|without (?:telling|naming|saying)|privacy|ban|minimal|"
    r"secure|approval|approved|owners?)\b"
)
_NARROWED = re.compile(
    r"(?:^|[;,.] ?)only (?:the |a )?[^.;]*\bmay\b|\b(?:may|can)\b[^.;]{0,30}\bonly (?:their|its|the"
    r"|his|her)\b|"
    r"\b(?:limited to|reserved for|restricted to)\b|\b(?:verified|checked|confirmed) first\b|"
    r"\bnarrows?\b|\bno override\b|\b(?:stays?|remains?) (?:hidden|closed|confidential|secret)\b"
)
_DOUBLE_NEGATION = re.compile(
    r"\b(not|never|cannot|nobody|nothing|no \w+)\b([^.;,]{0,80}?)\bwithout\b"
)
_STRICTER_REPLY = re.compile(
    r"\b(?:answer\w*|outcome|leads?|treat\w*|counts?|gets?)\b.{0,40}\b(?:unsupported|denied|denial|"
    r"refusals?)\b"
)
_KEPT = re.compile(r"\b(?:never|not|don't)\s+(?:skip|ignore|bypass|omit|drop|forget|disregard)\b")
_ASKING_ONLY = re.compile(rf"\b{_NOT}\s+(?:[a-z]+\s+){{0,2}}?(?:refus|den|reject|declin|block)\w*")
_GRANTS = re.compile(
    r"\b(?:may|can|could|allow\w*|permit\w*|grant\w*|exempt\w*|open to|free to|entitled|accept\w*|"
    r"has access|have access|full access|regardless|govern\w*|hours for|for (?:a|any|every)\w* "
    r"member|lead(?:ership)?(?:'s)? (?:read|access)|keep\w* (?:read|wiki)|logging (?:a|hours)|"
    r"read-only)\b(?!\s*(?:not|only be|be derived))"
)


def relaxation(draft: PatchDraft, *, restates: bool = False) -> str | None:
    """Return the name of the rule that ``draft`` hits, or None.

    Args:
        draft: anything but a removal (see :func:`protection`).
        restates: its intent is known and was let through; the wording that is told is the known
            one, so only an outright relaxation counts, not a looser telling of who may what.
    """
    text = _plain(f"{draft.guidance} . {_words(draft.subject)} . {_words(draft.stance)}")
    for name, pattern in RELAXATIONS:
        if pattern.search(text) and not _is_stricter(name, text, draft.category):
            return name
    if restates or _NARROWED.search(text):
        return None
    for name, pattern in GRANTS:
        if pattern.search(text):
            return name
    if draft.category is PatchCategory.PERMISSION:
        guidance = _plain(draft.guidance)
        if _GRANTS.search(guidance):
            return "permission_grants"
        if not _RESTRICTS.search(guidance):
            return "permission_must_restrict"
    return None


def _words(key: str) -> str:
    return key.replace("_", " ")


def _plain(text: str) -> str:
    """Return ``text`` in lower case, without double negations: never skip, not ... without."""
    return _KEPT.sub("keep", _DOUBLE_NEGATION.sub(r"\1\2unless with", lower_line(text)))


def _is_stricter(name: str, text: str, category: PatchCategory) -> bool:
    """Whether what looks like a relaxation makes the answer only stricter."""
    if name == "do_not_refuse":
        # "answered as unsupported, not with a question": refused in place of asked
        return bool(_STRICTER_REPLY.search(text)) and not _ASKING_ONLY.search(text)
    # which entities a reply links changes nothing and grants nothing
    return name == "pick_the_actionable" and category is PatchCategory.RESPONSE_CONTRACT


_PROTECTS = re.compile(
    r"\b(?:never (?:delete|reveal|disclose|assume|guess|overwrite|send|tell|change)|"
    r"(?:not|no) (?:reveal|disclose|tell|action|change|write|access)|"
    r"den(?:y|ied|ial)|refus\w+|forbid\w*|forbidden|required|mandatory|validat\w+|verif\w+|"
    r"check|confirm\w*|ask|clarify|approval|confidential\w*|hid(?:e|es|den)|blocks?)\b"
)
_CLOSED_LIST = re.compile(r"\b(?:own|owners?|only)\b")
_KEPT_ELSEWHERE = re.compile(
    r"\b(?:already|moved|still|now (?:lives?|describes?|in)|covers?|left to|relies|remains?|"
    r"false|has it|mentions? (?:it|them))\b"
)
_GUARDED = frozenset(
    {
        PatchCategory.PROCESS, PatchCategory.PERMISSION, PatchCategory.DISAMBIGUATION,
        PatchCategory.TOOL_REQUIRED,
    }
)  # fmt: skip
_OF_A_WRITE = re.compile(r"\b(?:write|change|update|before)\b|\bdenied security\b")


def protection(draft: PatchDraft, known: str) -> bool:
    """Return whether removing an intent takes a protection away.

    Args:
        draft: the removal; its text may say that the protection stands elsewhere.
        known: guidance that is removed.
    """
    said = _plain(draft.guidance)
    if _KEPT_ELSEWHERE.search(said):
        return False
    stance = _words(draft.stance)
    if draft.category in _GUARDED:
        said = f"{said} . {_plain(known)}"
    elif not _OF_A_WRITE.search(f"{_words(draft.subject)} . {stance}"):
        return False
    if draft.category is PatchCategory.PERMISSION and _CLOSED_LIST.search(stance):
        return True
    return _PROTECTS.search(f"{stance} . {said}") is not None
