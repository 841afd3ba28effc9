"""Rule files: ``rules/<sha8>.yaml`` read strictly, written in one stable form."""

import json
import re
from collections.abc import Hashable
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args

import yaml
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from agentic_solver.contracts.rule import Rule, RuleSet
from agentic_solver.errors import WorkspaceError
from agentic_solver.position import locate_yaml
from agentic_solver.workspace import write_text_atomic

__all__ = ["dump_rules", "load_rules", "rule_files", "rules_path", "save_rules", "write_rules"]


try:
    # The parser in C reads the same language ten times as fast; not every build has it.
    from yaml import CSafeLoader as _SafeLoader
except ImportError:
    from yaml import SafeLoader as _SafeLoader  # type: ignore[assignment]

try:
    from yaml import CSafeDumper as _FastDumper
except ImportError:
    from yaml import SafeDumper as _FastDumper  # type: ignore[assignment]

_WRITTEN_ALIKE = re.compile(
    r"""(?: "[a-z_.]{1,60}": | "(?:[^"\\\U00010000-\U0010ffff] | \\["\\])*"(?!:) | [^"] )*+""",
    re.VERBOSE,
)
"""JSON of which both emitters of YAML make the same bytes, if all of it is printable: they differ
in how they fold text with escapes, and in keys that are empty or long."""


class _StrictLoader(_SafeLoader):
    """Safe YAML that refuses a key given twice and keeps dates as text."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        """Build a mapping; a repeated key is an error, not an override."""
        seen: set[str] = set()
        for key_node, _ in node.value:
            key = str(self.construct_object(key_node, deep=True))
            if key in seen:
                line = key_node.start_mark.line + 1
                raise yaml.YAMLError(f"line {line}: key {key!r} is given twice")
            seen.add(key)
        return super().construct_mapping(node, deep=deep)


def _as_text(loader: _SafeLoader, node: yaml.ScalarNode) -> Any:
    return loader.construct_scalar(node)


_StrictLoader.add_constructor("tag:yaml.org,2002:timestamp", _as_text)


def rules_path(folder: Path, wiki_sha1: str) -> Path:
    """Return the rule file of a wiki digest."""
    return folder / f"{wiki_sha1[:8]}.yaml"


def rule_files(folder: Path) -> tuple[Path, ...]:
    """Return the rule files of a workspace, by name."""
    return tuple(sorted(folder.glob("*.yaml")))


def _record_name(document: dict[str, Any], location: tuple[int | str, ...]) -> str:
    if len(location) < 2 or location[0] != "rules" or not isinstance(location[1], int):
        return ".".join(str(part) for part in location) or "file"
    record = document["rules"][location[1]]
    name = record.get("id") if isinstance(record, dict) else None
    rest = ".".join(str(part) for part in location[2:])
    return f"rule {name or f'number {location[1] + 1}'}{f': {rest}' if rest else ''}"


def _reason(fault: ErrorDetails) -> str:
    """Return what is wrong, with the names that fit where a name does not."""
    if fault["type"] != "extra_forbidden":
        return str(fault["msg"])
    known: tuple[str, ...] = ()
    inner: type[BaseModel] | None = RuleSet
    for part in fault["loc"]:
        if inner is not None and isinstance(part, str):
            known = tuple(inner.model_fields)
            inner = _model_in(inner.model_fields[part].annotation) if part in known else None
    return f"there is no such field: use {', '.join(known)}"


def _model_in(annotation: object) -> type[BaseModel] | None:
    """Return the model that an annotation names, alone or as items of a list."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for one in get_args(annotation) if (found := _model_in(one))), None)


def load_rules(path: Path) -> RuleSet:
    """Read a rule file.

    Raises:
        WorkspaceError: naming the file and the record, if it is not valid or its name does
            not fit the digest inside.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise WorkspaceError(f"cannot read {path}: {error}") from error
    return _parsed(text, path)


def _plain(text: str) -> Any:
    return yaml.load(text, Loader=_StrictLoader)  # noqa: S506 - a SafeLoader


@lru_cache(maxsize=8)
def _parsed(text: str, path: Path) -> RuleSet:
    """Return the rules of a text; a run compares and takes over those of one file."""
    try:
        document = _plain(text)
    except yaml.YAMLError as error:
        raise WorkspaceError(f"cannot read {path}: {error}") from error
    if not isinstance(document, dict):
        raise WorkspaceError(f"{path}: a rule file is a mapping")
    try:
        ruleset = RuleSet.model_validate_json(json.dumps(document))
    except ValidationError as error:
        first = error.errors()[0]
        where = _record_name(document, first["loc"])
        line, column = locate_yaml(text, first["loc"])
        place = f"{path}, line {line}, column {column}: {where}"
        raise WorkspaceError(f"{place}: {_reason(first)}") from error
    except (TypeError, ValueError) as error:
        raise WorkspaceError(f"{path}: not plain data: {error}") from error
    if path.stem != ruleset.wiki_sha1[:8]:
        raise WorkspaceError(f"{path}: the name does not fit wiki_sha1 {ruleset.wiki_sha1}")
    return ruleset


@lru_cache(maxsize=1024)
def _lines_of(record: str) -> str:
    """Return the lines of one rule, given as JSON: most rules of a revision stood in an earlier."""
    alike = record.isprintable() and _WRITTEN_ALIKE.fullmatch(record) is not None
    return _yaml([json.loads(record)], _FastDumper if alike else yaml.SafeDumper)


@lru_cache(maxsize=1024)
def _rule_of(lines: str) -> Rule:
    """Return the rule that is read from its lines."""
    (record,) = _plain(lines)
    return Rule.model_validate_json(json.dumps(record))


def _yaml(value: object, dumper: type[Any] = yaml.SafeDumper) -> str:
    text: str = yaml.dump(value, Dumper=dumper, sort_keys=False, allow_unicode=True, width=96)
    return text.rstrip("\n")


def dump_rules(ruleset: RuleSet) -> str:
    """Return the text of a rule file: rules by page, then in their order, defaults left out."""
    return _text(ruleset, _records(ruleset))


def _text(ruleset: RuleSet, records: list[str]) -> str:
    lines = [
        "# Rules of one wiki revision, each with its citation; the policy is compiled from them:",
        "# python -m agentic_solver compile",
        _head(ruleset),
        "rules:" if records else "rules: []",
        *records,
    ]
    return "\n".join(lines) + "\n"


def _head(ruleset: RuleSet) -> str:
    return _yaml({"format": 1, "wiki_sha1": ruleset.wiki_sha1, "source": ruleset.source})


def _records(ruleset: RuleSet) -> list[str]:
    """Return the lines of each rule, in the order of the file."""
    ordered = sorted(ruleset.rules, key=lambda rule: rule.page)
    return [_lines_of(rule.model_dump_json(exclude_defaults=True)) for rule in ordered]


def save_rules(folder: Path, ruleset: RuleSet) -> Path:
    """Write the rule file of a wiki digest and return its path.

    Raises:
        WorkspaceError: if it cannot be written.
    """
    path = rules_path(folder, ruleset.wiki_sha1)
    write_text_atomic(path, dump_rules(ruleset))
    return path


def write_rules(folder: Path, ruleset: RuleSet) -> RuleSet:
    """Write the rule file of a wiki digest and return its rules as they are read from it.

    They are those of :func:`load_rules`, read record by record: most were read before.

    Raises:
        WorkspaceError: if it cannot be written, or not be read again.
    """
    path = rules_path(folder, ruleset.wiki_sha1)
    records = _records(ruleset)
    write_text_atomic(path, _text(ruleset, records))
    try:
        head = _plain(_head(ruleset))
        rules = tuple(map(_rule_of, records))
        return RuleSet.model_validate({**head, "rules": rules})
    except (yaml.YAMLError, TypeError, ValueError):
        return load_rules(path)  # which says where and why
