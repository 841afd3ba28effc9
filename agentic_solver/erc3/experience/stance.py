"""How two stances on one subject relate: said again, refined, or contradicted.

Only one stance is ever told on a subject, so nothing depends on this for safety; it decides what
a reader is told of the loser, and it counts contradictions apart from refinements. Keys are read
as words. Two stances refine each other when they share a word that the subject does not say
already, and nothing opposes them: a negation on one side, "only" against "or", words that are
opposites, the same steps in another order, lists with other members. A stance that says "it
depends" refines any other.
"""

import re
from collections.abc import Set
from enum import StrEnum

__all__ = ["Relation", "relate"]


class Relation(StrEnum):
    """What a later stance does to an earlier one on the same subject."""

    RESTATES = "restates"
    REFINES = "refines"
    CONTRADICTS = "contradicts"


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_FUNCTION = _words(
    """a an and any as at be by exactly first for from if in is it last least more most needed no
    none not of on once one only or per single than that the then to unless until when with without
    do does may must all always never higher highest lower lowest larger smaller before after
    array call list method param status tool update use
    """
)
_NEGATIONS = _words("no not never without none cannot unsupported forbidden denied omit exclude")
_OPPOSITES = tuple(
    _words(pair)
    for pair in (
        "higher lower", "highest lowest", "higher lowest", "highest lower", "first last",
        "newest oldest", "latest earliest", "more fewer", "more less", "largest smallest",
        "min max", "ascending descending",
        "include exclude", "before after", "always never", "all none", "required optional",
        "allowed denied", "supported unsupported",
    )
)  # fmt: skip
_DEPENDS = _words("depends depending conditional contextual")
_PROHIBITS = _words("never omit avoid")
_ABSENT = _words("null missing without absent unavailable lacks lacking")
_HOLDERS = _words(
    """admin admins all any anyone caller callers department director directors employee employees
    everybody everyone executive executives external guest guests head heads hr individual lead
    leadership leads manager managers member members owner own public senior staff team user users
    visitor visitors
    """
)
_STEP = re.compile(r"_then_|_first$|_first_")


def relate(subject: str, earlier: str, later: str) -> Relation:
    """Return how ``later`` relates to ``earlier``; all three are normalised keys."""
    if earlier == later:
        return Relation.RESTATES
    one, two = earlier.split("_"), later.split("_")
    if _DEPENDS & {one[0], two[0]} or (_ABSENT & {*one} and _ABSENT & {*two}):
        return Relation.REFINES
    if _opposed(one, two):
        return Relation.CONTRADICTS
    known = {_stem(word) for word in subject.split("_")}
    for prohibition, other in ((one, two), (two, one)):
        if prohibition[0] in _PROHIBITS:
            return _against(prohibition, other, known)
    if _STEP.search(earlier) and _STEP.search(later):
        return Relation.CONTRADICTS if _reordered(earlier, later) else Relation.REFINES
    if _members(one) and _members(two):
        return Relation.CONTRADICTS  # a list is exact: other members, another claim
    said = _content(one, known), _content(two, known)
    return _by_words(*said, known, _negated(one), _negated(two))


def _against(prohibition: list[str], other: list[str], known: set[str]) -> Relation:
    """A prohibition contradicts only what asserts the forbidden thing."""
    forbidden = _content(prohibition[1:])
    forbidden = (forbidden - known) or forbidden
    asserted = _content(other) - _negated(other)
    return Relation.CONTRADICTS if forbidden & asserted else Relation.REFINES


def _by_words(
    one: set[str], two: set[str], known: set[str], not_one: set[str], not_two: set[str]
) -> Relation:
    if bool(one - known) is not bool(two - known):
        return Relation.REFINES  # one of them says nothing that the subject does not say
    shared = (one & two) - known
    agreed = {word for word in shared if (word in not_one) is (word in not_two)}
    return Relation.REFINES if agreed else Relation.CONTRADICTS


def _content(words: list[str], known: Set[str] = frozenset()) -> set[str]:
    """Return stems of the words that carry meaning.

    Of "thousands of euros" only the first part counts, unless the subject says it already.
    """
    said = [_stem(word) for word in words if word not in _FUNCTION]
    if "of" not in words[1:]:
        return set(said)
    head = {_stem(word) for word in words[: words.index("of", 1)] if word not in _FUNCTION}
    return head if head - known else set(said)


def _stem(word: str) -> str:
    for ending in ("ies", "ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending) + ("y" if ending == "ies" else "")
    return word


def _opposed(one: list[str], two: list[str]) -> bool:
    left, right = set(one), set(two)
    for pair in _OPPOSITES:
        if pair & left and pair & right and pair & left != pair & right:
            return True
    if "always" in left ^ right and "only" in left ^ right and not ({"always", "only"} <= left):
        return True  # "always" against "only if", "only for"
    return _narrows(one, two) or _narrows(two, one)


def _narrows(closed: list[str], wide: list[str]) -> bool:
    """Whether one is a closed list and the other a wider one: "only" against "or"."""
    if not _closes(closed) or _closes(wide):
        return False
    if "then" in wide or "freely" in wide:
        return True
    if _alternatives(wide) and _alternatives(wide) <= {*closed}:
        return False  # the same list, said more strictly
    # of things a narrower list is a refinement; of holders of a right it is another claim
    return bool({"or", "and"} & set(wide) and _HOLDERS & {*closed, *wide})


def _closes(words: list[str]) -> bool:
    """Whether a stance is closed by "only"; "only if" is a condition."""
    return any(word == "only" and words[at + 1 : at + 2] != ["if"] for at, word in enumerate(words))


def _alternatives(words: list[str]) -> set[str]:
    """Return the words on both sides of each "or" and "and"."""
    joints = [at for at, word in enumerate(words) if word in ("or", "and")]
    return {word for at in joints for word in (*words[at - 1 : at], *words[at + 1 : at + 2])}


def _members(words: list[str]) -> bool:
    """Whether a stance is a list: "this or that", "this and that"."""
    return any(word in ("and", "or") for word in words[1:-1]) and not _closes(words)


def _negated(words: list[str]) -> set[str]:
    """Return the stems that stand behind a negation; "no" holds for one word only."""
    negated: set[str] = set()
    for at, word in enumerate(words):
        if word in _NEGATIONS:
            behind = words[at + 1 : at + 2] if word == "no" else words[at + 1 :]
            negated |= {_stem(item) for item in behind}
    return negated


def _reordered(earlier: str, later: str) -> bool:
    """Whether both do the same two steps, the other way round."""
    steps = [re.split(r"_then_|_first_|_first$", text) for text in (earlier, later)]
    heads = [_content(part[0].split("_")) for part in steps]
    tails = [_content("_".join(part[1:]).split("_")) for part in steps]
    return bool(heads[0] & tails[1]) and not heads[0] & heads[1]
