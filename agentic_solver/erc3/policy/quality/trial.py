"""The trial: what the compiled policy and its SQL really answer to the cases of a truth table."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import duckdb
import pyarrow as pa

from agentic_solver.contracts.decision import Identity
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.rule import Allowed, Operation, Relation
from agentic_solver.erc3.policy.clause import Conditional, Hidden, ReadAccess, Visible
from agentic_solver.erc3.policy.quality.case import Case, Setting, TruthTable
from agentic_solver.erc3.policy.quality.specimen import Row
from agentic_solver.erc3.policy.relation import target_arguments
from agentic_solver.erc3.policy.runtime import Policy

__all__ = ["Answer", "Trial"]

_PARAMETERS = ("employee", "project", "customer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the policy says to a case."""

    allowed: bool
    cited: tuple[str, ...]
    """Rules that its proof cites; of a read: for the whole column, not for one row."""


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _arrow(rows: tuple[Row, ...]) -> pa.Table:
    """Return rows as a table of texts; a column that a row lacks is NULL there."""
    columns = dict.fromkeys(column for row in rows for column in row)
    return pa.table({name: pa.array([r.get(name) for r in rows], pa.string()) for name in columns})


class Trial:
    """Puts cases to a policy; one database for all companies of a truth table.

    A context manager: the database is in memory and closed at the end.
    """

    def __init__(self, table: TruthTable) -> None:
        self._table = table
        self._database = duckdb.connect(":memory:")
        self._identities: dict[tuple[int, str], Identity] = {}
        self._worlds: set[int] = set()
        self._rows: dict[tuple[int, str, str], frozenset[int]] = {}
        self._relations: dict[tuple[int, Relation, Operation], Mapping[str, bool]] = {}
        self._targets: dict[tuple[int, Operation], dict[str, JsonObject]] = {}
        for case in table.cases:
            if case.operation is not Operation.READ:
                key = (case.setting.number, case.operation)
                self._targets.setdefault(key, {}).setdefault(_key(case.args), case.args)

    def __enter__(self) -> "Trial":
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def _who(self, case: Case, policy: Policy) -> Identity:
        setting, key = case.setting, (case.setting.number, case.today)
        if key not in self._identities:
            self._identities[key] = setting.caller.identity(policy.wiki_sha1, case.today)
        return self._identities[key]

    def answers(self, policy: Policy, cases: Iterable[Case]) -> Iterator[Answer]:
        """Yield for each case what the policy says."""
        access: dict[tuple[int, str, str, bool, str], ReadAccess] = {}
        for case in cases:
            if case.operation is not Operation.READ:
                yield self._write(policy, case)
                continue
            key = (case.setting.number, case.table, case.column, case.aggregated, case.today)
            if key not in access:
                access[key] = policy.read_access(
                    self._who(case, policy),
                    case.setting.caller.name,
                    case.table,
                    case.column,
                    aggregated=case.aggregated,
                )
            proof = access[key].proof
            yield Answer(allowed=self._sees(case, access[key]), cited=proof.rule_ids)

    def _sees(self, case: Case, access: ReadAccess) -> bool:
        match access:
            case Visible():
                return True
            case Hidden():
                return False
            case Conditional():
                return case.row in self._visible(case.setting, case.table, access)

    def _visible(self, setting: Setting, table: str, access: Conditional) -> frozenset[int]:
        key = (setting.number, table, access.template)
        if key not in self._rows:
            world = self._world(setting)
            condition = access.qualified(f"{world}.")
            sql = f"SELECT r.rowid FROM {world}.{table} r WHERE coalesce(({condition}), false)"
            self._rows[key] = frozenset(row[0] for row in self._database.execute(sql).fetchall())
        return self._rows[key]

    def _write(self, policy: Policy, case: Case) -> Answer:
        def holds(relation: Relation, args: JsonObject) -> bool:
            return self._relation(case.setting, relation, case.operation)[_key(args)]

        verdict = policy.authorize(
            self._who(case, policy),
            case.setting.caller.name,
            case.operation,
            case.args,
            holds,
            current=case.current,
        )
        return Answer(allowed=isinstance(verdict, Allowed), cited=verdict.proof.rule_ids)

    def _relation(
        self, setting: Setting, relation: Relation, operation: Operation
    ) -> Mapping[str, bool]:
        """Return for each target of the operation whether the relation holds."""
        key = (setting.number, relation, operation)
        if key not in self._relations:
            self._relations[key] = self._ask(setting, relation, operation)
        return self._relations[key]

    def _ask(
        self, setting: Setting, relation: Relation, operation: Operation
    ) -> Mapping[str, bool]:
        targets = self._targets[setting.number, operation]
        query = Policy.relation_query(relation, operation)
        if query is None:
            return dict.fromkeys(targets, False)
        given = [target_arguments(query, args) for args in targets.values()]
        lines = (
            f"({number}, {', '.join(_text(values.get(name, '')) for name in _PARAMETERS)})"
            for number, values in enumerate(given)
        )
        sql = query.qualified(f"{self._world(setting)}.")
        for name in _PARAMETERS:
            sql = sql.replace(f"${name}", f"v.{name}")
        rows = self._database.execute(
            f"SELECT v.number, ({sql}) FROM (VALUES {', '.join(lines)}) "
            f"v(number, {', '.join(_PARAMETERS)}) ORDER BY v.number"
        ).fetchall()
        return {target: bool(row[1]) for target, row in zip(targets, rows, strict=True)}

    def _world(self, setting: Setting) -> str:
        """Return the schema of a company, made at the first use."""
        name = f"world{setting.number}"
        if setting.number not in self._worlds:
            self._worlds.add(setting.number)
            self._database.execute(f"CREATE SCHEMA {name}")
            for table, rows in setting.company.tables.items():
                self._database.register("incoming", _arrow(rows))
                self._database.execute(f"CREATE TABLE {name}.{table} AS SELECT * FROM incoming")
                self._database.unregister("incoming")
        return name


def _key(args: JsonObject) -> str:
    """Return what the args say of the target, as a key; asked values do not matter to it."""
    return "|".join(str(args.get(name, "")) for name in (*_PARAMETERS, "id", "file"))
