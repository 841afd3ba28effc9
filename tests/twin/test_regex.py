"""Patterns in the syntax of the server."""

import string
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentic_solver.twin.regex import RegexError, compile_go


@pytest.mark.parametrize(
    ("pattern", "found", "not_found"),
    [
        ("time.?logging|track", ["time logging", "tracks"], ["Time logging"]),
        ("(?i)straße", ["STRAßE"], ["strasse"]),
        (r"\d+", ["a1"], ["٣"]),
        (r"^\w+$", ["a_1"], ["é"]),
        (r"\bpay\b", ["a pay."], ["payer"]),
        (r"x\b", ["xé"], ["xy"]),
        (r"[[:alpha:]]+[[:^digit:]]$", ["ab", "aé"], ["a1", "1"]),
        (r"[\d\s-]{3}", ["1 -", "1-1"], ["ab"]),
        (r"[^\W]", ["a"], ["-é"]),
        (r"a{,2}", ["a{,2}"], ["aa"]),
        (r"a{2,}b{1}", ["aab"], ["ab"]),
        (r"\Qa.b\E+", ["a.bb"], ["axb"]),
        (r"\Qa|b", ["a|b"], ["a"]),
        (r"a(?i)b|c", ["aB", "C"], ["AB"]),
        (r"(a(?i)b)c", ["aBc"], ["aBC"]),
        (r"(?i:a)b(?-i:C)", ["AbC"], ["abc"]),
        (r"(?i)a(?-i)b", ["Ab"], ["aB"]),
        (r"(?P<x>a)(?<y>b)", ["ab"], ["a"]),
        (r"\Aab\z", ["ab"], ["ab "]),
        (r"\x41\x{e9}\101\x2e", ["AéA."], ["Aé"]),
        (r"\p{Lu}\pL\P{L}", ["Éé1"], ["éÉ1"]),
        (r"[\p{Lu}]{2}", ["ÉA"], ["Éa"]),
        (r"[]a]b", ["]b", "ab"], ["b"]),
        (r"[a&&b||c~~e[f]", ["&", "|", "~", "["], ["-"]),
        (r"[a\-z]", ["-"], ["b"]),
        (r"[a-]", ["-"], ["b"]),
        (r"(?:a|b)??c", ["c"], ["d"]),
        (r"(?s)a.b", ["a b"], ["ab"]),
        ("", [""], []),
        ("a b #c", ["a b #c"], ["ab"]),
        (r"100\% —", ["100% —"], ["100"]),
    ],
)
def test_pattern_means_what_the_server_means(
    pattern: str, found: list[str], not_found: list[str]
) -> None:
    compiled = compile_go(pattern)
    assert [line for line in found if not compiled.search(line)] == []
    assert [line for line in not_found if compiled.search(line)] == []


def test_ungreedy_flag_swaps_greed() -> None:
    def first(pattern: str) -> str:
        match = compile_go(pattern).search("aaa")
        assert match is not None
        return match[0]

    assert first("(?U)a+") == first("a+?") == "a"
    assert first("(?U)a+?") == first("a+") == "aaa"


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("a (", "missing closing ): `a (`"),
        ("a)b", "unexpected ): `a)b`"),
        ("*a", "missing argument to repetition operator: `*`"),
        ("a|+?", "missing argument to repetition operator: `+?`"),
        ("(?:?)", "missing argument to repetition operator: `?`"),
        ("a**", "invalid nested repetition operator: `**`"),
        ("a*+b", "invalid nested repetition operator: `*+`"),
        ("a{2}{3}", "invalid nested repetition operator: `{2}{3}`"),
        ("x[abc", "missing closing ]: `[abc`"),
        ("x[", "missing closing ]: `[`"),
        ("[a-", "missing closing ]: `[a-`"),
        ("[z-a]", "invalid character class range: `z-a`"),
        ("[[:word", "missing closing ]: `[[:word`"),
        ("[[:frog:]]", "invalid character class range: `[:frog:]`"),
        (r"\p{Frog}", r"invalid character class range: `\p{Frog}`"),
        (r"\p", r"invalid character class range: `\p`"),
        ("a\\", "trailing backslash at end of expression: ``"),
        (r"\1", r"invalid escape sequence: `\1`"),
        (r"\Z", r"invalid escape sequence: `\Z`"),
        (r"\é", r"invalid escape sequence: `\é`"),
        (r"\x{110000}", r"invalid escape sequence: `\x{110000`"),
        (r"[\b]", r"invalid escape sequence: `\b`"),
        ("a{1001}", "invalid repeat count: `{1001}`"),
        ("a{3,2}", "invalid repeat count: `{3,2}`"),
        ("(?=a)", "invalid or unsupported Perl syntax: `(?=`"),
        ("a(?!b)", "invalid or unsupported Perl syntax: `(?!`"),
        ("(?<=a)b", "invalid or unsupported Perl syntax: `(?<=`"),
        ("(?<!a)b", "invalid or unsupported Perl syntax: `(?<!`"),
        ("(?>a)", "invalid or unsupported Perl syntax: `(?>`"),
        ("(?#a)", "invalid or unsupported Perl syntax: `(?#`"),
        ("(?x)a", "invalid or unsupported Perl syntax: `(?x`"),
        ("(?P=n)", "invalid or unsupported Perl syntax: `(?P`"),
        ("(?P<n-m>a)", "invalid named capture: `(?P<n-m>`"),
    ],
)
def test_refusals_use_the_words_of_the_server(pattern: str, message: str) -> None:
    with pytest.raises(RegexError) as caught:
        compile_go(pattern)
    assert str(caught.value) == message


def test_a_script_is_known() -> None:
    assert compile_go(r"\p{Greek}+").search("a λόγος")
    assert not compile_go(r"\p{Greek}").search("logos")


def test_half_a_character_is_searched_for_as_the_server_reads_it() -> None:
    """JSON may hold half of a surrogate pair; Go reads it as U+FFFD."""
    assert compile_go("a\ud800").search("a\ufffd")
    assert compile_go("a.b").search("a\ud800b")


@given(
    st.text(
        alphabet=string.ascii_letters + string.digits + r"\()[]{}*+?|^$.-:,<>=!&~ é", max_size=12
    )
)
@settings(derandomize=True, deadline=None, max_examples=500)
def test_any_pattern_compiles_or_is_refused(pattern: str) -> None:
    with suppress(RegexError):
        assert compile_go(pattern) is compile_go(pattern)


@given(st.text(max_size=20))
@settings(derandomize=True, deadline=None, max_examples=100)
def test_quoted_text_finds_itself(text: str) -> None:
    if r"\E" not in text and "\n" not in text:
        assert compile_go(rf"\Q{text}\E").search(f"..{text}..")
