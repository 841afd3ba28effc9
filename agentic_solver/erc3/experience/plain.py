"""The plain language of guidance: what a sentence may say, by its structure.

No list of forbidden wordings is ever long enough, so this one allows. A sentence is told if it is
one of two kinds, and if (nearly) all of its words are known:

- *mechanics*: how data are read, counted, compared, linked or written down. It speaks of no
  sensitive thing: no right, rule, check or approval, nobody who asks or is told, no secret, no
  change of a record, no outcome.
- *a safeguard*: it speaks of these, and its head tightens: it checks or asks, refuses, forbids an
  act from a closed list, or closes something to all but some.

Everything else is not told, whatever it means. The words are in
:mod:`agentic_solver.erc3.experience.vocabulary`.
"""

import re
from dataclasses import dataclass

from agentic_solver.erc3.experience.entity import is_common
from agentic_solver.erc3.experience.vocabulary import KINDS, PHRASES, is_neutral
from agentic_solver.erc3.folding import lower_line

__all__ = ["outside"]

_NAMED = re.compile(r"`[^`]*`")
_SENTENCE = re.compile(r"[.;:!?]+(?:\s+|$)|\s+-+\s+")
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+(?:st|nd|rd|th)?|[^\s\w]")
_NAME, _FIGURE, _ENDING = "name", "figure", "end"
_STRANGERS = 1
"""Words of a sentence that may be unknown."""
_SHORT = 5
"""A sentence of fewer words has none."""


def outside(text: str, *, vocabulary: frozenset[str]) -> str:
    """Return what takes a text out of the plain language; empty where it is within.

    Args:
        text: one line of guidance.
        vocabulary: words of the engine: tools, parameters, tables, columns, outcomes.
    """
    strangers: set[str] = set()
    for sentence in _sentences(text):
        read = _Sentence.read(sentence, vocabulary)
        strangers |= {*read.strangers}
        reason = read.reason or ("too many unknown words" if len(strangers) > _STRANGERS else "")
        if reason:
            return f"{reason}: {sentence.strip()!r}"
    return ""


def _sentences(text: str) -> list[str]:
    lower = lower_line(text)
    for phrase, plain in PHRASES:
        lower = phrase.sub(plain, lower)
    return [part for part in _SENTENCE.split(lower) if part.strip(" \"'()")]


@dataclass(frozen=True, slots=True)
class _Sentence:
    """One sentence as a line of words, each with its kinds: ``ask/tight never/not``."""

    line: str
    strangers: tuple[str, ...]
    size: int

    @classmethod
    def read(cls, text: str, vocabulary: frozenset[str]) -> "_Sentence":
        marked, strangers, size = [], [], 0
        for word in _WORD.findall(_outcomes(text)):
            if not word[0].isalnum():
                marked.append(",") if word in ",()" else None
                continue
            size += 1
            kinds = [kind for kind, pattern in KINDS.items() if pattern.fullmatch(word)]
            known = bool(kinds) or word[0].isdigit() or is_neutral(word) or is_common(word)
            if not known and word.removesuffix("'s") not in vocabulary:
                strangers.append(word)
            marked.append("/".join((word, *kinds)))
        return cls(" ".join(marked), tuple(strangers), size)

    def has(self, *kinds: str) -> bool:
        return any(re.search(rf"/{kind}\b", self.line) for kind in kinds)

    @property
    def reason(self) -> str:
        allowed = _STRANGERS if self.size >= _SHORT else 0
        if len(self.strangers) > allowed:
            return f"words that guidance does not have ({', '.join(self.strangers)})"
        if any(one.endswith("ly") for one in self.strangers):
            return f"a word that guidance does not have ({self.strangers[0]})"
        if _is_sensitive(self):
            if self.strangers and _at_head(self):
                return f"a word that guidance does not have ({self.strangers[0]})"
            return "" if _tightens(self) else "no plain safeguard"
        if self.strangers and _at_head(self):
            return f"a word that guidance does not have ({self.strangers[0]})"
        if self.strangers and not (_ANCHOR.search(self.line) and self._orders):
            return (
                f"a word that guidance does not have ({self.strangers[0]}), and no order about data"
            )
        return (
            ""
            if self._handles_data or _tightens(self)
            else "neither an order nor a statement about data"
        )

    @property
    def _orders(self) -> bool:
        return _ORDER.match(re.sub(r"/[a-z]+", "", _CONDITION.sub("", self.line))) is not None

    @property
    def _handles_data(self) -> bool:
        """Whether the verb is one of the closed lists; a heading needs none."""
        for clause in re.split(r" , ", _CONDITION.sub("", self.line)):
            plain = re.sub(r"/[a-z]+", "", clause).strip(" ,")
            if _ORDER.match(plain) or _STATEMENT.search(plain):
                return True
        return self.size < _SHORT and _ANCHOR.search(self.line) is not None


_ORDER = re.compile(
    r"(?:always |never |do not |don't |then |first |please |only |so |and |but |or |if |when "
    r"|where )*"
    r"(?:use|take|count|sum|add|total|list|sort|order|rank|group|join|compare|match|filter"
    r"|select|read"
    r"|look (?:up|at|into|for|in)|search|find|fetch|get|load|open|page|walk|scan|go through"
    r"|start|begin"
    r"|stop|end|keep|include|exclude|leave (?:out|away|them out|it out)|drop|ignore|skip"
    r"|deduplicate"
    r"|divide|multiply|subtract|average|round|convert|translate|write|give|name|state|say|report"
    r"|mention|link|cite|quote|show|put|place|format|spell|copy|split|cut|combine|merge|prefer"
    r"|choose"
    r"|pick|treat|set|pass|send|fill|replace|distinguish|tell|restrict|narrow|widen|limit|compute"
    r"|calculate|determine|derive|resolve|map|trim|identify|note|remember|return|answer|reply|work"
    r"|carry over|follow|apply|build|confuse|mix|store|spread|weight|stay|guess|assume|bring"
    r"|collect"
    r"|gather|check|see|separate|repeat|turn|try|rely|refer|describe|restate|prepare|write)\b"
)
_STATEMENT = re.compile(
    r"\b(?:is|are|was|were|has|have|holds?|contains?|counts?|comes?|means?|starts?|begins?"
    r"|ends?|runs?"
    r"|lies?|belongs?|includes?|excludes?|names?|lists?|needs?|takes?|gives?|carries|stays?"
    r"|remains?"
    r"|appears?|occurs?|exists?|equals?|depends?|follows?|replaces?|matche?s?|shares?|finds?|says"
    r"|states?|reads?|refers?|links?|tells?|shows?|uses?|returns?|may|can|must|should"
    r"|do|does|go|goes|sorts?|filters?|splits?|sums?|adds?|takes|restricts?|differs?|yields?)\b"
)
"""Verbs of orders and of statements about data."""
_ANCHOR = re.compile(
    r"\b(?:columns?|rows?|tables?|lists?|values?|figures?|numbers?|ids?|names?|dates?|days?|weeks?"
    r"|months?|years?|hours?|entry|entries|projects?|customers?|employees?|persons?|people|skills?"
    r"|wills?|levels?|roles?|seats?|slices?|workloads?|teams?|locations?|departments?|links?"
    r"|messages?|totals?|sums?|averages?|periods?|text)\b"
)
"""Things of data: where none is spoken of, every word has to be known."""


def _outcomes(text: str) -> str:
    """Replace what stands in backticks by a word for its kind."""
    return _NAMED.sub(lambda match: _kind_of_name(match.group()), text)


def _kind_of_name(name: str) -> str:
    if re.search(r"\b(?:denied_|none_clarification)", name):
        return "refusal"
    if re.search(r"\b(?:ok_answer|error_)", name):
        return "outcome"
    return "salary" if re.search(r"salary|notes", name) else "column"


def _at_head(one: _Sentence) -> bool:
    """Whether an unknown word stands where the verb of an order does."""
    clauses = [clause.strip() for clause in re.split(r",|\b(?:and|then|but|so|or)(?:/\w+)*\b",
                                                     one.line)]  # fmt: skip
    heads = [re.split(r"[ /]", clause, maxsplit=1)[0] for clause in clauses]
    return any(word in heads for word in one.strangers)


# what is sensitive ----------------------------------------------------------------------------

_ACTS_ON_DATA = (
    r"(?:may|can|could|should|sees?|reads?|gets?|knows?|changes?|edits?|logs?"
    r"|decides?|wants?|asks?|has|have|writes?|sets?|updates?|deletes?|approves?)"
)
_DET = r"(?:(?:a|an|the|every|each|all|any|some|other|this|that|their|its)(?:/\w+)* )*"
_SENSITIVE = tuple(
    re.compile(pattern)
    for pattern in (
        r"/(?:loose|guard|tight|someone|trust|urgent)\b",
        # people who act, or who are given something
        rf"/person(?:/\w+)* (?:\w+/ever )?{_ACTS_ON_DATA}\b(?! (?:the same|a|an|no|more|fewer"
        rf"|several|one|two|hold|have|appear|occur|share|belong|work|be (?:in|listed|on)))",
        rf"\b(?:let|lets|tell|tells|show|shows|give|gives|send"
        rf"|sends)(?:/\w+)* {_DET}\S+/person\b(?! (?:whose|with|who)\b)",
        # whatever may be done, but for what a record may be like
        r"\b(?:may|can|could)\b(?! (?:not\S* )?(?:hold|have|appear|occur|share|belong|name"
        r"|contain|include"
        r"|start|end|fall|span|lack|miss|differ|mean|carry|be (?:in|on|listed|found|read"
        r"|counted|linked"
        r"|made|used|compared|joined|summed|left|missing|empty|null|stored|spelled|named"
        r"|written|sorted"
        r"|the|an?|several|more|zero|shorter|longer|lower|higher|spelled)|\S+/several)\b)",
        r"\b(?:is|are|counts? as) (?:one|the same|an?|the) (?:\S+ )?(?:team\S*|group|unit)(?: |$)",
        # someone counts as something that has rights
        rf"\b(?:as|to be|like)(?:/\w+)* {_DET}\S+/rank\b",
        rf"\b(?:is|are|becomes?)(?:/\w+)* {_DET}(?:\w+ )?\S+/rank\b(?! (?:whose|in|with)\b)",
        # a secret that is told, a record that is changed
        r"/secret\b",
        r"(?:^|, |and |then |or |but )(?!write/)\S+/change\b(?! (?:of|in)\b)",
        r"\bwrite/\S+ (?:first|at once|now|it|them|to|into|(?:the|a) (?:change|status|hours"
        r"|entr|record"
        r"|salary|note|page|article|team))",
        r"\b(?:say|answer)\S* (?:yes|no/\S+)(?! (?:or|and|only|first)\b)",
        r"\byour own\b|\beach other\b",
        # a request as the one that decides
        r"/request\b(?! (?:names?|asks|does|uses|says|states|means|gives|speaks|mentions"
        r"|is about|otherwise)\b)"
        r"(?<!of the )",
        r"/outcome\b",
        # one of several that may be meant
        r"/several\b.*\b(?:match|matches|fit|fits|meant|named|called|candidates?|possible)\b.*"
        r"\b(?:take|pick|choose|use|settle)\b",
        r"\b(?:take|pick|choose|use|settle)\b.*\b(?:first|one|any|likelier"
        r"|likeliest)\b.*/several\b.*"
        r"\b(?:match|matches|fit|fits|meant|candidates?)\b",
        # the pages of a wiki that are not read
        r"/not\b.*\b(?:read|open|look|load)\b.*\b(?:wiki|page)\b",
        rf"/change\S* by {_DET}\S+/(?:person|someone)\b",
        r"\b(?:over|above|beats?|against|ahead of)\b.*\b(?:wiki|pages?)\b",
        # all, or at once, whatever it is
        r"\b(?:everything|all data|all that is known|(?:whole|full) record)\b.*\b(?:message"
        r"|reply|answer)\b",
        r"\bwithout(?:/\w+)* (?:(?:a|any|further|more|another|second) )*"
        r"(?:look|thought|reading|step|delay|turn|word)\b",
        # a write that is tried again, a role that reaches further
        r"\b(?:repeat|retry|redo|try|force|run|do|carry out|finish|complete)\S* (?:\S+ ){0,2}?"
        r"(?:write|change|update)\b",
        r"\b(?:seat|role)s?\b.*\b(?:carry|carries|covers?|extends?|reach|reaches|applies"
        r"|appl[yi])\b",
        r"\bbetter than (?:none|nothing|no)\b",
        r"(?:^|, |and |then )\S+/skip (?!(?:the )?(?:case|accents?|duplicates?|draft\S*|voided"
        r"|blanks?"
        r"|empty|spaces|archived|headings?|titles?|column)\b)",
        # orders without data
        r"^(?:always |then |first )?(?:answer|reply|respond|act|do|go|proceed|continue|help|accept"
        r"|give it|settle)\b(?!(?:/\w+)* (?:with|by|in the|in english|in one|not|column)\b)",
    )
)  # fmt: skip


def _is_sensitive(one: _Sentence) -> bool:
    line = re.sub(r"\b(?:of|in|by|from) the \w+/request\b", "of the text", one.line)
    return any(pattern.search(line) for pattern in _SENSITIVE)


# what tightens --------------------------------------------------------------------------------

_CONDITION = re.compile(
    r"^(?:if|when|whenever|where|wherever|once|for|before|as long as|in/?\w* doubt"
    r"|(?:rather|instead)\S* (?:than|of) \S+/(?:trust|act))\b[^,]*,\s*(?:then )?"
    r"|,?\s*\b(?:if|when|whenever|where|as long as|even if|because)\b[^,]*$"
)
_BY_RULE = re.compile(
    r",? not/\S+ even .*$|\bunless/\S+ (?:a|the) (?:\S*/guard|wiki|page)s?\S* "
    r"(?:names|allow\S*|permit\S*|grant\S*|says?\S*)\b.*$"
)
"""What follows and takes nothing back: an exception that a rule makes, or "not even"."""
_TAIL = re.compile(
    r"(?:,|\b(?:and|then|but|or|so)(?:/\w+)*)\s+(?:then |so |that )*(\w+)((?:/\w+)*)(.*)"
)
_MILD = re.compile(
    r"(?:ask|check|verify|confirm|refuse|deny|name|say|list|link|stop|wait|read|compare|look|report"
    r"|see|must|nothing|no|never|not|which|what|who|whom|whether|how|its|their|the|a|an|of|to|in"
    r"|for|those|by|with|one)$"
)
_CHECK = r"(?:check|verify|confirm|ask|clarify|establish|compare|look up|require)"
_REFUSE = r"(?:refuse|deny|reject|decline|(?:answer|reply)(?:/\w+)*(?: with)?(?: a)? refusal)"
_EXCEPTS = re.compile(r"/except\b|\b(?:less|rarely|instead)\b")
_BE = r"(?:is|are|be|stays?|remains?|gets?|becomes?)"
_CLOSED = (
    r"(?:refused|denied|rejected|confidential|hidden|closed|forbidden|secret|a/?\w* refusal"
    r"|asked back|checked first|verified first|confirmed first|not found)"
)


def _tightens(one: _Sentence) -> bool:
    main = _CONDITION.sub("", _CONDITION.sub("", _BY_RULE.sub("", one.line))).strip(" ,")
    if re.search(r"/(?:urgent|trust)\b", main) and not _refuses(main):
        return _forbids(main)
    return any(rule(main) for rule in (_forbids, _checks, _refuses, _closes, _needs))


def _forbids(main: str) -> bool:
    """Never do it, it is not done, nobody does it; the thing is on the closed list of acts."""
    match = re.search(
        r"^(?:(?P<nobody>(?:nobody|nothing|no one)/\S+|no/\S+ \S+)|(?P<order>never/\S+|do not/\S+"
        r"|do not/\S+|(?:do|must|may|can)(?:/\w+)* not/\S+|don't/\S+))\s+(?P<rest>.*)$"
        r"|^(?P<subject>.*?)\b(?P<be>is|are|may|must|can|does|do|be)(?:/\w+)* "
        r"(?P<neg>(?:never|not|nothing|no)/\S+)\s+(?P<done>.*)$"
        r"|^(?P<who>.*?)\b(?P<told>(?:(?:is|are)(?:/\w+)* (?:told|shown|given)|gets?|sees?"
        r"|learns?|receives?)\S*) (?:nothing|no)/\S+(?P<last>.*)$",
        main,
    )
    if match is None:
        return (
            re.match(r"(?:leave|keep) (?:\S+ ){0,3}?\S+/secret (?:\S+ ){0,4}?out\b", main)
            is not None
        )
    if match["told"]:
        spared = re.search(r"/(?:tight|guard)\b", match["who"] + match["last"])
        about = match["told"].startswith(("is", "are")) or _ANCHOR.search(match["last"])
        return spared is None and about is not None and _is_safe(match["last"])
    rest = match["rest"] if match["rest"] is not None else match["done"]
    if match["subject"] and re.search(r"/(?:tight|guard|not|except)\b", match["subject"]):
        return False
    rest = re.sub(r"^(?:\w+ ){0,3}?(?:is|are)(?:/\w+)* ", "", rest) if match["nobody"] else rest
    rest = re.sub(r"^(?:ever|yet|be)(?:/\w+)* ", "", rest)
    head, _, after = rest.partition(" ")
    guarded, _, _ = after.partition("without/without")
    kept = re.search(r"\b(?:without|unless|before|until)(?:/\w+)* .*/(?:tight|guard)\b", after)
    if re.search(r"/skip\b", head):
        return _is_safe(after)
    if match["nobody"] and not re.search(r"/(?:act|expose|change)\b", head):
        head = next(iter(re.findall(r"\S+/(?:act|expose|change)\b", rest)), "")
    if not re.search(r"/(?:act|expose|change|trust)\b", head):
        return False
    if kept:
        return not re.search(
            r"/(?:tight|guard)\b",
            guarded.split("/except")[0]
            if "/except" in guarded
            else re.split(r"\b(?:unless|before|until)\b", guarded)[0],
        )
    return not re.search(r"/(?:tight|guard|not)\b|\b(?:up|away)\b", after) and _is_safe(after)


def _checks(main: str) -> bool:
    if re.fullmatch(r"ask\S*", main):
        return True
    match = re.match(rf"(?:always |first |please |then )*{_CHECK}\b(?:/\w+)*\s+(?P<rest>.+)$", main)
    if match is None:
        return False
    rest = match["rest"]
    if re.match(r"(?:nothing|nobody|only|less|no)\b|to\b", rest):
        return False
    if re.search(r"\b(?:later|afterwards|after|their|own|once)\b|/(?:not|skip|loose)\b", rest):
        return False
    return _is_safe(rest)


def _refuses(main: str) -> bool:
    """An order to refuse, or a statement that something is refused or is closed."""
    if re.match(r"(?:a|the|every|each) refusal\S* (?:has|holds|carries|carry|names|links|tells)\S* "
                r"(?:no|nothing)/", main):  # fmt: skip
        return _is_safe(re.sub(r"/?\b(?:and|or) (?:\S+ )(?:no|nothing)/\S+", "", main), plain=True)
    order = re.match(rf"(?:always |then |first )*{_REFUSE}\b(?:/\w+)*\s*(?P<rest>.*)$", main)
    if order is not None:
        rest = order["rest"]
        rest = re.sub(r"^to (?=\S+/(?:expose|change|trust|skip)\b)", "", rest)
        return not re.match(r"(?:to|nothing|nobody|only|less|no)\b", rest) and _is_safe(rest)
    said = re.match(
        rf"(?P<subject>.+?)\b(?:{_BE}|means?|leads? to|ends? in)(?:/\w+)* (?:{_DET})"
        rf"(?:(?:answer|change|request)\S* )?(?:that )?(?:(?:the"
        rf"|a) \S+ is )?{_CLOSED}\b(?P<rest>.*)$",
        re.sub(r"/\w+", "", main),
    )
    if said is None:
        return False
    subject = re.split(r"\b(?:who|that|which|whose)\b", _marks(main, said["subject"]))[0]
    lacking = re.search(r"\b(?:without|missing|lacks?|lacking)\b", subject)
    if re.search(r"/(?:not|except|loose|skip)\b", subject) and not lacking:
        return False
    if re.search(r"/(?:tight|guard)\b", subject) and not lacking and "request" not in subject:
        return False
    return _is_safe(said["rest"], plain=True)


def _marks(main: str, words: str) -> str:
    """Return the part of a marked line that holds the first words of it."""
    return " ".join(main.split()[: len(words.split())])


def _closes(main: str) -> bool:
    """Only some may; something is only for some."""
    if re.search(r"/(?:tight|not|loose|skip)\b", main):
        return False
    return bool(
        re.match(r"only/\S+ (?:\S+ ){0,2}?\S*/(?:person|someone|rank)\b", main)
        or re.search(r"\b(?:is|are)(?:/\w+)* (?:(?:only/\S+ )?for|limited to|reserved for)\b.*"
                     r"/(?:person|rank|guard)\b", main)
    )  # fmt: skip


def _needs(main: str) -> bool:
    """Something needs a safeguard, or a safeguard has to be there."""
    if re.search(r"/(?:not|except|loose|skip|someone)\b", main.replace("/someone caller", "")):
        must = re.match(r"the caller\S* must be the \S+/rank (?:before|when)\b", main)
        return must is not None
    needed = r"[^,]*\b(?:needs?|requires?|must have)(?:/\w+)* (?:\S+ ){0,3}?\S+/guard\b"
    stands = r"(?:the|an?) \S+/guard (?:has to|have to|must) (?:be|stand)\b"
    return bool(re.match(rf"{needed}|{stands}", main))


def _is_safe(rest: str, *, plain: bool = False) -> bool:
    """Whether what follows a safeguard takes nothing of it back."""
    if _EXCEPTS.search(rest) or (
        plain and re.search(r"\b(?:only|unless|but|except|until)\b", rest)
    ):
        return False
    for tail in _TAIL.finditer(rest):
        word, kinds, behind = tail.groups()
        acts = re.search(r"/(?:expose|change|trust|loose|act)\b", kinds)
        if acts and not re.match(r"\s+(?:nothing|no)\b", behind) and not _MILD.match(word):
            return False
    return True
