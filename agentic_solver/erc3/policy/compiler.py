"""The policy compiler: rules in, Python source out; equal rules give equal bytes."""

import keyword
import re
from collections.abc import Sequence
from itertools import groupby

from agentic_solver.contracts.canonical import content_id
from agentic_solver.contracts.rule import (
    AccessPredicate,
    Approval,
    Limit,
    Measure,
    Rule,
    RuleSet,
    SubjectPredicate,
)
from agentic_solver.erc3.policy.consumer import note_reasons
from agentic_solver.erc3.policy.docstring import cited, docstring_lines
from agentic_solver.erc3.policy.facade import __all__ as FACADE_NAMES  # noqa: N812
from agentic_solver.erc3.policy.redundant import without_redundancy

__all__ = ["compile_policy", "folded_rule", "policy_name"]

_WIDTH = 98


def policy_name(wiki_sha1: str) -> str:
    """Return the file name of the compiled policy of a wiki digest."""
    return f"wiki_{wiki_sha1[:8]}.py"


def folded_rule(rule: Rule) -> Rule:
    """Return a rule as the compiled module states it: white space folded, nothing said twice."""
    folded = {name: " ".join(getattr(rule, name).split()) for name in ("statement", "quote")}
    return without_redundancy(rule).model_copy(update=folded)


def _text(value: str) -> str:
    body = value.replace("\\", "\\\\").replace('"', '\\"')
    if body.isprintable():
        return f'"{body}"'
    visible = (c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in body)
    return '"' + "".join(visible) + '"'


def _tuple(values: Sequence[str]) -> str:
    inner = ", ".join(_text(value) for value in values)
    return f"({inner},)" if len(values) == 1 else f"({inner})"


def _named(label: str, values: Sequence[str], indent: str) -> str:
    """Return an argument that is a tuple; ``indent`` is that of the call it belongs to."""
    return _listed(label, [_text(value) for value in values], indent)


def _listed(label: str, parts: Sequence[str], indent: str) -> str:
    line = f"{label}=({', '.join(parts)}{',' if len(parts) == 1 else ''})"
    if len(indent) + len(line) + 5 <= _WIDTH:
        return line
    return f"{label}=(\n{_filled(parts, indent + ' ' * 8)}{indent}    )"


def _mapping(values: dict[str, tuple[str, ...]]) -> str:
    return "{" + ", ".join(f"{_text(key)}: {_tuple(values[key])}" for key in sorted(values)) + "}"


def _call(name: str, parts: Sequence[str], indent: str, before: str = "") -> str:
    """Return a call, on one line if it fits; ``before`` is what the line begins with."""
    line = f"{name}({', '.join(parts)})"
    if len(indent) + len(before) + len(line) <= _WIDTH:
        return line
    return f"{name}(\n{_filled(parts, indent + '    ')}{indent})"


def _filled(parts: Sequence[str], indent: str) -> str:
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(part) + 2 <= _WIDTH and "\n" not in lines[-1] + part:
            lines[-1] += f" {part},"
        else:
            lines.append(f"{indent}{part},")
    return "".join(line + "\n" for line in lines)


def _subject(subject: SubjectPredicate, indent: str) -> str:
    parts = [] if subject.public is None else [f"public={subject.public}"]
    for name in (
        "roles",
        "not_roles",
        "names",
        "employee_ids",
        "departments",
        "not_departments",
        "locations",
    ):
        values = getattr(subject, name)
        if values:
            parts.append(_named(name, values, indent))
    return _call("callers", parts, indent)


def _access(access: AccessPredicate, indent: str) -> str:
    parts = [_subject(access.subject, indent + "    "), _named("to", access.operations, indent)]
    lists = (
        ("of", access.resources),
        ("who", access.relations),
        ("who_all", access.requires),
        ("unless", access.unless),
    )
    parts.extend(_named(label, values, indent) for label, values in lists if values)
    limits = (("values", access.values), ("current", access.current))
    parts.extend(f"{label}={_mapping(values)}" for label, values in limits if values)
    if access.stated:
        stated = sorted(access.stated.items())
        pairs = ", ".join(f"{_text(name)}: {_text(field)}" for name, field in stated)
        parts.append(f"stated={{{pairs}}}")
    if access.approval is not None:
        parts.append(f"approval={_approval(access.approval, indent + '    ')}")
    if access.limits:
        parts.append(_listed("limits", [*map(_limit, access.limits)], indent))
    flags = (("exclusive", access.exclusive), ("aggregate", access.aggregate))
    parts.extend(f"{label}=True" for label, flag in flags if flag)
    return _call(access.effect, parts, indent, "return ")


def _approval(approval: Approval, indent: str) -> str:
    lists = (("by", approval.by), ("act", approval.act), ("never", approval.never))
    parts = [_named(label, words, indent) for label, words in lists if words]
    return _call("approval", parts, indent, "approval=")


def _limit(limit: Limit) -> str:
    bounds = {name: getattr(limit, name) for name in ("least", "above", "most", "below")}
    parts = [_text(limit.of)]
    parts += [_text(limit.measure)] if limit.measure is not Measure.VALUE else []
    parts += [f"{name}={_text(bound)}" for name, bound in bounds.items() if bound is not None]
    return f"limit({', '.join(parts)})"


def _predicate(rule: Rule) -> str:
    if rule.role is not None:
        parts = [_text(rule.role.name), _subject(rule.role.members, "        ")]
        return _call("role", parts, "    ", "return ")
    if rule.access is not None:
        return _access(rule.access, "    ")
    if rule.unit is not None:
        return _call("unit", [_text(rule.unit.term), _text(rule.unit.amount)], "    ", "return ")
    return "note()"


def _function_name(rule: Rule, taken: set[str]) -> str:
    name = re.sub(r"[^a-z0-9]+", "_", rule.id).strip("_")
    while keyword.iskeyword(name) or name in taken:
        name += "_rule"
    taken.add(name)
    return name


def _docstring(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')


def _function(rule: Rule, name: str) -> str:
    head = [_text(rule.id), _text(rule.kind), *map(_text, rule.families)]
    if rule.field is not None:
        head.append(f"field={_text(rule.field)}")
    if rule.values:
        head.append(_named("values", rule.values, ""))
    body = "\n".join(f"    {line}".rstrip() for line in docstring_lines(rule)).lstrip()
    return (
        f"@{_call('clause', head, '')}\n"
        f"def {name}():\n"
        f'    """{_opened(_docstring(body))}\n'
        f'    """\n'
        f"    return {_predicate(rule)}\n"
    )


def _opened(body: str) -> str:
    return "\\" + body if body.startswith('"') else body


def _page_mark(page: str) -> str:
    return f"# {cited(page)} ".ljust(_WIDTH, "-") + "\n"


def compile_policy(ruleset: RuleSet) -> str:
    """Return the source of ``policy/wiki_<sha8>.py``, to be read beside the wiki.

    One function per rule, page by page: its docstring states the rule, cites page and anchor and
    quotes the page, its body is the predicate in the vocabulary of the facade. Rules without a
    consumer are left out; comments at the end name them.
    """
    notes = note_reasons(ruleset.rules)
    rules = sorted(
        (folded_rule(rule) for rule in ruleset.rules if rule.id not in notes),
        key=lambda rule: rule.page,
    )
    spared = {
        "unit": not any(rule.unit for rule in rules),
        "limit": not any(rule.access is not None and rule.access.limits for rule in rules),
        "approval": not any(rule.access is not None and rule.access.approval for rule in rules),
    }
    words = [name for name in FACADE_NAMES if not spared.get(name)]
    taken: set[str] = {"RULES", "WIKI_SHA1", *FACADE_NAMES}
    names = [_function_name(rule, taken) for rule in rules]
    origin = f"rules/{ruleset.wiki_sha1[:8]}.yaml, {_docstring(ruleset.source)}"
    functions: list[str] = []
    for page, group in groupby(zip(rules, names, strict=True), key=lambda pair: pair[0].page):
        functions += [_page_mark(page), *(_function(rule, name) for rule, name in group)]
    listing = _filled(names, "    ")
    header = (
        f'"""Policy of wiki {ruleset.wiki_sha1}, {len(rules)} rules.\n\n'
        f"Generated from {origin}, content\n{content_id(ruleset)}.\n"
        'Do not edit: change the rules and run `python -m agentic_solver compile`.\n"""\n\n'
        f"from agentic_solver.erc3.policy.facade import {', '.join(sorted(words))}\n\n"
        f"WIKI_SHA1 = {_text(ruleset.wiki_sha1)}\n"
    )
    tail = f"RULES = (\n{listing})\n" if names else "RULES = ()\n"
    if notes:
        listed = "".join(f"# - {rule_id}: {_comment(notes[rule_id])}\n" for rule_id in notes)
        tail += f"\n# Notes: rules without a consumer, which stay in the rule file only.\n{listed}"
    return "\n\n".join((header, *functions, tail))


def _comment(text: str) -> str:
    return " ".join(text.split())
