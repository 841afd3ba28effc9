"""The scanner for entity data: guidance speaks of kinds of things, never of a thing.

Strict on purpose: a text that only looks like data is refused, and its writer says it otherwise.
What it finds, and what it lets pass:

- anything but plain ASCII letters, digits and punctuation (foreign letters hide names);
- e-mail addresses, web addresses, currency signs;
- figures of four digits or more, however they are grouped, and words for large sums;
- words that mix letters and digits (ids), unless they are ordinals;
- words with underscores or inner dots, unless the engine knows them (tools, tables, columns);
- capitalised words, unless they are in the short list below; the first word of a sentence
  passes only if it is a common opening word;
- the literal values that the caller of the scanner knows to be confidential.

A name in lower case that nobody listed is not found; such text is harmless to the decision, and
whoever distils from a task passes that task's values as ``secrets``.
"""

import re
import unicodedata
from collections.abc import Iterator

from agentic_solver.erc3.experience.vocabulary import is_neutral

__all__ = ["entity_data", "is_common"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_CAPITALISED = _words(
    """
    API CEO CFO CRM CTO DDL HR HTTP ID IDs ISO JSON OK QA SQL UTC
    Designer Engineer Lead Manager Ops Other English Markdown
    Monday Tuesday Wednesday Thursday Friday Saturday Sunday I
    """
)
_OPENING = _words(
    """
    a about accept access across act salaries salary
    active add after again against aggregate all allow almost
    already also always an and another answer answers any anybody anyone apply approvals are
    around as ask asked at avoid bare based be because been before begin best better between
    both build but by call callers can cannot carry change changes check choose cite
    clarifications clarify combine combined company compare compute confirm consider contact
    copy correct count create current customer customers data date dates decide deduplicate
    default define delete denial denials deny departments derive describe detail details
    directly do does don't draft drop during each either employee employees empty end ensure
    entities error errors even every everybody everyone everything exactly example examples
    exclude executives expect explain external fail fetch few fields fifth files fill filter
    final find finish first five fix follow for formatting found four fourth from full generally
    get give given greet group guests handle has have help hold how human if ignore in include
    individual insert inspect instead internal into is it its join keep key keyword large last
    later leave length let level limit link links list lists load log logging look lookups low
    make many map match matches may members mention merge merged messages missing more most move
    name names narrow need neither never new next no nobody none nor not note notes nothing now
    number of off omit on once one only open operations optional or order other otherwise our
    outcome output outside over page pages parameters partial pass pay people per permission
    permissions phrase pick plan plans policies policy prefer present process project projects
    prompt provide public put quarantine queries query question questions quote re-read read
    reads recheck recommend record refer refusals refuse refused reject rely remember remove
    rename repeat replace report request requests require required resolve respond responses
    result results retry return rights round rows rule rulebook rules same save say search
    second select send separate set short shorten shortened should show similar since single
    sixth skill skills skip some sort start state status statuses still stop store strict sum
    sums support take tasks team tell ten than that the their them then there these they thing
    third this those three tie ties time to tool tools top totals translate treat try twelve
    twice two under unless unsure until up update use users using usually validate values verify
    visitor visitors void wait warn was we website what when whenever where whether which while
    who whoever whole whose why wiki with within without word words work workload workloads
    write writes wrong yes you your zero
    automatically bypass circumvent disable disclose invoice order override proceed waive
    rather
    absorb action adapt adjust advice aggregate amount arrow assign assume attach avoid balance
    ban board bound break bring call capital careful case catch cause centre chain choice claim
    class classification clause clean clear coach code collapse collect column comment company
    comparison complex composite condition conflict consult contain context continue contract
    contradict convert corporate count cover criterion cut decimal dedupe depend describe
    description detect determine differ direct disappear document documentation duplicate
    earlier edit employee enter entry equal escape estimate every exception exclude execute
    extra extract fact fallback field figure final flag fold forget former free full further
    gain go gone grade group guest guide half hard hide hint identify implement imply improve
    individual inform input insist instruction interpret intersection introduce invent item
    join key know label language later lead leadership learn least less line logic loop lose
    lower main mandatory mean measure member membership message method middle minimal mistake
    mix modify month my neutral new note notice notify number object observe offer office old
    operation option own owner pair paragraph parse passage pattern pause payload person pitch
    place plain point position possible precise prepare presence present prevent previous print
    prior private procedure promise proof prove punctuation purpose qualify quiet range rank
    rare rate raw re reach reason recent recommendation redo reduce refine region related
    relation remain repair repeat reread reserve resolution responsible rest restate restore
    restrict retire return reuse reveal review rewrite right role rollback root route row run
    safe safety sample scale scan scope section see seem sentence share short sign simple size
    skip slow solve sort source speak special spell split standard step store strict string
    subject substitute suggest summary superlative support surface swap switch system table
    target task team template term text therefore threshold tiebreak timesheet title together
    token total touch trace track translate trap trust turn two type typical unify unique unit
    unknown update usage useful vague value variant verdict version view visible void want warn
    weak week well widen wording worked working year
    """
)
_SMALL = _words(
    """
    the of to is are be been was were do does not no never if it its they them their there this
    that these those who whom whose what which when where while than then as at by for from in into
    on out over up with without and or but so only also even any every each all both one two more
    most much many few own other another he she his her you your we our i an a may can must should
    would could will has have had
    """
)
_ENDINGS = (
    ("", ""), ("s", ""), ("es", ""), ("ies", "y"), ("d", ""), ("ed", ""), ("ied", "y"), ("ed", "e"),
    ("ing", ""), ("ing", "e"), ("ly", ""), ("n", ""), ("en", "e"),
)  # fmt: skip
"""How an opening word may be inflected: its ending, and what stands there in the list."""
_MAGNITUDES = _words("thousand thousands lakh million millions billion billions bn mio")
_ORDINAL = re.compile(r"\d{1,3}(?:st|n[d]|rd|th)")
_ADDRESS = re.compile(r"\S@\S")
_WEB = re.compile(r"://|\bwww\.", re.IGNORECASE)
_FIGURE = re.compile(r"\d(?:[ ,.'_/:-]?\d){3,}")
_SCALED = re.compile(r"\d\s*(?:k|m|eur|usd|gbp|chf)\b", re.IGNORECASE)
_MONEY = re.compile(r"\$")
_MIXED = re.compile(r"[a-z]\d|\d[a-z]|[a-z][-:#/]\d", re.IGNORECASE)
_TOKEN = re.compile(r"[A-Za-z0-9_]+(?:[.'#:/-][A-Za-z0-9_]+)*")
_SENTENCE = re.compile(r"(?:^|[.!?:;]\s+|^[-*]\s+)[\s\"'(`*-]*$")
_TYPOGRAPHY = str.maketrans(
    {"–": "-", "—": "-", "’": "'", "‘": "'", "“": '"', "”": '"', "…": ".", "→": ">"}
)


def entity_data(
    text: str, *, vocabulary: frozenset[str], secrets: tuple[str, ...] = ()
) -> str | None:
    """Return what in ``text`` looks like data of an entity, or None.

    Args:
        text: one line of guidance, or the words of a key.
        vocabulary: lower-case words with underscores that belong to the engine.
        secrets: literal values that must not occur, compared without case.
    """
    folded = text.casefold()
    for secret in secrets:
        if _contains(folded, secret.casefold().strip()):
            return "a value of the company's data"
    plain = unicodedata.normalize("NFC", text).translate(_TYPOGRAPHY)
    for finding in _findings(plain, vocabulary):
        return finding
    return None


def is_common(word: str) -> bool:
    """Whether a lower-case word is one that guidance often uses."""
    return word in _SMALL or _opens(word)


def _contains(text: str, secret: str) -> bool:
    """A secret counts as a whole word; a very short one says nothing."""
    if len(secret) < 3:
        return False
    return re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", text) is not None


_PATTERNS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"[^ -~]"), "a sign outside plain English text"),
    (_ADDRESS, "an e-mail address"),
    (_WEB, "a web address"),
    (_MONEY, "a sum of money"),
    (_FIGURE, "a figure of four digits or more"),
    (_SCALED, "a sum or a figure with a unit"),
)


def _findings(text: str, vocabulary: frozenset[str]) -> Iterator[str]:
    for pattern, what in _PATTERNS:
        if pattern.search(text):
            yield what
    for match in _TOKEN.finditer(text):
        opens = _SENTENCE.search(text[: match.start()]) is not None
        finding = _token(match.group(), vocabulary, opens=opens)
        if finding:
            yield f"{finding}: {match.group()!r}"


def _token(token: str, vocabulary: frozenset[str], *, opens: bool) -> str | None:
    if _ORDINAL.fullmatch(token.lower()) or token.lower() in vocabulary:
        return None
    if _MIXED.search(token):
        return "what looks like an id"
    parts = re.split(r"[.#:/-]", token.removesuffix("'s"))
    if "." in token and not all(part.lower() in vocabulary for part in parts):
        return "an unknown reference"
    for index, part in enumerate(parts):
        if "_" in part and part.lower() not in vocabulary:
            return "an unknown identifier"
        if part.lower() in _MAGNITUDES:
            return "a word for a large sum"
        opening = opens and index == 0
        if part[:1].isupper() and not _may_be_capital(part, token, opening=opening):
            return "what looks like a name"
    return None


def _may_be_capital(part: str, token: str, *, opening: bool) -> bool:
    if part in _CAPITALISED:
        return True
    if not opening or (len(part) > 1 and not part[1:].islower()):
        return False
    return _opens(part.lower()) or token.lower() in _OPENING or is_neutral(part.lower())


def _opens(word: str) -> bool:
    """Whether a word, or what it is a form of, is a common opening word."""
    for ending, replaced in _ENDINGS:
        if not word.endswith(ending):
            continue
        base = word.removesuffix(ending) + replaced
        if base in _OPENING:
            return True
        # a doubled consonant: dropped, stopping
        if ending in ("ed", "ing") and base[-1:] == base[-2:-1] and base[:-1] in _OPENING:
            return True
    return False
