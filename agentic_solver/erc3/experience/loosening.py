"""Whether a text loosens a safeguard, by the kinds of words in it.

What a patch could loosen is a closed list of things: checks and rights, refusals and questions
back, secrets, and what is believed. So a sentence is read by kinds of words (tables below), not by
phrases: it loosens where a kind that protects stands with a kind that takes away, and nothing in
the sentence turns that round. The tables hold beginnings of words; ``=`` ends a whole word, ``_``
is a space.
"""

import re
from functools import cache

__all__ = ["OPENS", "loosening"]

OPENS = "opens_to_people"
"""The rule that grants; what narrows a grant is known to the caller."""

_KINDS = {
    "guard": """
        permi permission authori approv approval check verif polic rule= rules= right= rights= guard
        restrict confirm access consent identit clearance confidential securit safeguard entitle
        refus denial denied deny
    """,
    "loosen": """
        skip omit bypass ignor disregard waiv relax= relaxed loosen circumvent overlook forgo forego
        suspend disabl do_without doing_without go_past get_past get_around work_around past_it=
        around_it= no_need need_not needn't unnecessar not_needed not_required no_point
        not_necessary dispense don't_bother do_not_bother exempt optional lifted
    """,
    "without": "without=",
    "missing": "lacks= lacking= missing=",
    "anyway": """
        anyway= regardless whatever_the even_though even_if although no_matter irrespective despite
        in_spite
    """,
    "refuse": """
        refus reject declin deny denies= denied denial turn_down turning turned_down say_no= object=
        question doubt hesitat look_into= looked_into= challenge ask= asking= ask_back query=
    """,
    "unsupported": "unsupported",
    "not": "not= no= never= don't= nobody= nothing= none= neither= nor= cannot= mustn't= no_one=",
    "closed": """
        only= unless= before= must= require owner= owners= whom_the_rules own= error
    """,
    "people": """
        anyone anybody everyone everybody whoever visitor guest outsider outside= public= stranger
        caller user= users= people= colleague staff= employee lead= leads= manager board= boss=
        executive director requester customer client partner intern= interns= contractor
    """,
    "grant": "may= can= allowed= permitted= welcome= entitled= free_to= fine_to= ok_to= okay= "
             "granted",
    "tell": "tell= telling reveal disclos give_out= given_out= giving_out hand_out= expose leak= "
            "communicat",
    "see": "see= read= look_at= learn_of access= data= information view=",
    "secret": """
        salar wage= wages= earn= earns= pay= payroll notes= confidential private personal= internal
        password what_others hours_of_others
    """,
    "believe": "trust believ accept assume presum take_the_word take_their_word",
    "claim": "caller user= says= said= claim role= agreed own_word their_word statement",
    "instead": "instead_of= rather_than= in_place_of another_outcome other_outcome bad_impression",
    "doubt": "in_doubt= when_unsure= unclear=",
    "yes": "answer= allow= grant= favour= favor= give_it= proceed= say_yes=",
    "demote": """
        a_recommendation a_suggestion outdated obsolete matters_more more_important less_important
        formality no_longer_appl no_longer_valid out_of_date as_good_as guideline_only
        bad_impression in_favour= in_favor=
    """,
    "worth": "rule= rules= polic denial refus check right= rights= approval permission visitor "
             "helpful",
    "later": "later= afterwards= after_the_fact= in_retrospect at_once= complains= straight_away",
}  # fmt: skip


@cache
def _pattern(kind: str) -> re.Pattern[str]:
    words = [word.replace("_", r"\s+(?:\w+\s+)??") for word in _KINDS[kind].split()]
    parts = sorted(
        rf"{word.removesuffix('=')}\b" if word.endswith("=") else rf"{word}\w*" for word in words
    )
    return re.compile(rf"(?<!\w)(?:{'|'.join(parts)})")


def loosening(text: str) -> str:
    """Return the name of the rule that a text hits; empty where it hits none."""
    plain = _plain(text)
    for sentence in re.split(r"[.;!?]\s*", plain):
        found = _Sentence(sentence)
        for name, holds in _RULES:
            if holds(found):
                return name
    return ""


_SAYS_NOTHING = re.compile(r"\byes[ -]or[ -]no\b|\bon (?:request|demand)\b")
"""Words that only look like a kind."""


def _plain(text: str) -> str:
    return _SAYS_NOTHING.sub("", text.lower().replace("\u2019", "'"))


_NEAR = 3
"""Words between two that belong together."""


class _Sentence:
    """One sentence and the kinds of words in it."""

    def __init__(self, text: str) -> None:
        self._text = text

    def has(self, *kinds: str) -> bool:
        """Whether every kind occurs."""
        return all(_pattern(kind).search(self._text) for kind in kinds)

    def follows(self, kind: str, after: str, reach: int = _NEAR) -> bool:
        """Whether a word of the kind stands shortly behind one of another, in the same clause."""
        return any(
            _pattern(kind).search(_first_words(clause[match.end() :], reach))
            for clause in re.split(r",|\s-+\s", self._text)
            for match in _pattern(after).finditer(clause)
        )

    def before(self, kind: str) -> "_Sentence":
        """Return the part before the first word of a kind."""
        match = _pattern(kind).search(self._text)
        return _Sentence(self._text[: match.start()] if match else self._text)

    def affirmed(self, kind: str) -> bool:
        """Whether the kind occurs, and not behind a negation."""
        return self.has(kind) and not self.follows(kind, "not")

    @property
    def protects(self) -> bool:
        """Whether something in the sentence refuses, forbids or closes."""
        return self.has("not") or self.has("closed") or self.affirmed("refuse")


def _first_words(text: str, number: int) -> str:
    return " ".join(text.split()[: number + 1])


def _skips(one: _Sentence) -> bool:
    return one.has("guard") and one.affirmed("loosen")


def _lacks(one: _Sentence) -> bool:
    lacks = (
        one.follows("guard", "without")
        or one.follows("guard", "missing", 1)
        or one.follows("missing", "guard", 1)
    )
    return lacks and not one.protects


def _anyway(one: _Sentence) -> bool:
    return one.has("anyway", "guard") and not one.before("anyway").protects


def _does_not_refuse(one: _Sentence) -> bool:
    return one.follows("refuse", "not") and not one.has("unsupported")


def _grants(one: _Sentence) -> bool:
    opens = one.has("grant", "see") or one.has("grant", "tell") or one.has("grant", "guard")
    return one.has("people") and opens and not one.protects


def _reveals(one: _Sentence) -> bool:
    return one.has("tell", "secret") and not one.protects


def _believes(one: _Sentence) -> bool:
    return one.affirmed("believe") and one.has("claim")


def _prefers(one: _Sentence) -> bool:
    return one.follows("refuse", "instead") and not one.follows("instead", "refuse", 8)


def _doubtful(one: _Sentence) -> bool:
    return one.has("doubt", "yes") and not one.affirmed("refuse")


def _demotes(one: _Sentence) -> bool:
    return one.has("demote", "worth")


def _later(one: _Sentence) -> bool:
    return one.has("later", "guard") and not one.protects


_RULES = (
    ("skips_a_safeguard", _skips),
    ("goes_without_a_safeguard", _lacks),
    ("goes_on_anyway", _anyway),
    ("does_not_refuse_or_ask", _does_not_refuse),
    (OPENS, _grants),
    ("gives_away_a_secret", _reveals),
    ("believes_a_claim", _believes),
    ("prefers_not_to_refuse", _prefers),
    ("answers_in_doubt", _doubtful),
    ("demotes_a_rule", _demotes),
    ("asks_afterwards", _later),
)
