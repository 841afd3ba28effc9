"""Other worlds: the tables of a task with other numbers, days and texts, or with other rows.

A figure that a plan reads from the rows is another one in one of them; a figure that the rows
cancel out of is the same in all. Keys keep their values, so that joins still meet.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from types import MappingProxyType

from agentic_solver.contracts.plan import FactOutput
from agentic_solver.erc3.snapshot.columns import VIEWS
from agentic_solver.erc3.snapshot.failure import Failure
from agentic_solver.erc3.snapshot.query import CheckedQuery
from agentic_solver.erc3.snapshot.schema import BASE, FOUND, SHARED, WORKLOADS
from agentic_solver.erc3.snapshot.session import Session

__all__ = ["players"]

_KEYS = frozenset({"id", "employee", "project", "customer", "path"})
_KINDS = MappingProxyType(
    {"INTEGER": "number", "BIGINT": "number", "HUGEINT": "number", "DOUBLE": "number",
     "DECIMAL": "number", "DATE": "day", "VARCHAR": "text", "BOOLEAN": "truth"}
)  # fmt: skip
_ROW = '"number of the row"'
_Places = Mapping[str, tuple[str, tuple[tuple[str, str], ...]]]
"""Of each table the schema, and its columns with their types."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _World:
    """What the cells of a column become, ``{x}``, in row ``{n}`` of their table."""

    number: str = "{x}"
    day: str = "{x}"
    text: str = "{x}"
    truth: str = "{x}"
    rows: str = "true"
    """Which rows there are; of the caller there is always one."""
    copies: int = 1


_MORE, _LESS = "{x} + ceil({x} / 3.0) + 1 + {n} % 3", "{x} - ceil({x} / 3.0) - {n} % 2"
_LATER = "{x} + CAST(400 + {n} % 97 AS INTEGER)"
_LAST = r"regexp_replace({}, '[{}](\D|$)', '{}\1', 'g')"
_ENDING = f"replace({_LAST.format(_LAST.format('{x}', '0-6', '§'), '7-9', '3')}, '§', '7')"
"""Numbers in texts with another last digit: years stay years."""
_SHIFTED = "translate({x}, '0123456789', '1234567891')"
_SAME = _World()
_WORLDS = (
    _World(number=_MORE, rows="{n} % 2 = 1"),
    _World(number=_MORE, text=_SHIFTED, truth="NOT {x}"),
    _World(number=_MORE),
    _World(text=_ENDING),
    _World(number=_LESS),
    _World(rows="{n} % 2 = 1"),
    _World(rows="{n} % 2 = 0"),
    _World(rows="{n} % 4 < 2"),
    _World(rows="{n} % 4 > 1"),
    _World(copies=2),
    _World(day=_LATER),
    _World(text=_SHIFTED, truth="NOT {x}"),
    _World(text="{x} || chr(97 + CAST({n} % 23 AS INTEGER))"),
)
"""From what changes most figures to what changes a few."""


def players(
    session: Session, tables: Collection[str]
) -> Iterator[Callable[[Mapping[str, CheckedQuery]], FactOutput | None]]:
    """Yield what plays facts over ``tables``: as they are, then in each of the other worlds.

    It takes a fact after those that it reads, and gives its rows; None where it fails.
    """
    places = lru_cache(partial(_places, session, tables))
    for world in (_SAME, *_WORLDS):
        yield _Stage(session=session, world=world, tables=tables, places=places)


@dataclass(slots=True, kw_only=True)
class _Stage:
    """One world, built when the first fact is played in it; it holds until the next one is."""

    session: Session
    world: _World
    tables: Collection[str]
    places: Callable[[], _Places]
    is_built: bool = False
    kept: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Facts whose rows are there, with the names and queries that made them."""
    answers: dict[tuple[str, ...], FactOutput | None] = field(default_factory=dict)

    def __call__(self, chain: Mapping[str, CheckedQuery]) -> FactOutput | None:
        made = tuple(text for name, query in chain.items() for text in (name, query.sql))
        if made not in self.answers:
            self.answers[made] = self._play(chain)
        return self.answers[made]

    def _play(self, chain: Mapping[str, CheckedQuery]) -> FactOutput | None:
        if not self.is_built or any(query.derives for query in chain.values()):
            # what was derived before has to go
            _build(self.session, self.world, self.tables, self.places())
            self.is_built = True
            self.kept.clear()
        made: tuple[str, ...] = ()
        for place, (name, query) in enumerate(chain.items(), 1):
            made = (*made, name, query.sql)
            is_last = place == len(chain)
            if self.kept.get(name) == made and not is_last:
                continue
            output = self.session.run_fact(name, query, view="other", keep=not is_last)
            if isinstance(output, Failure):
                return None
            if is_last:
                return output
            self.kept[name] = made
        return None


def _places(session: Session, tables: Collection[str]) -> _Places:
    """Return where the rows of each table are that the caller sees, and its columns."""
    named = set(tables)
    for name in named & VIEWS.keys():
        named |= {table for origins in VIEWS[name].values() for table, _ in origins}
    return session.places_of(sorted(named - VIEWS.keys()), ("view_masked", BASE, SHARED, FOUND))


def _build(session: Session, world: _World, tables: Collection[str], places: _Places) -> None:
    """Build the view ``other``: what is there of ``tables``, as the caller sees it, in ``world``.

    Args:
        session: where the caller's own view was built, its tables are taken.
        world: what becomes of them.
        tables: entity tables, views, bind tables and those of finders.
        places: where their rows are.
    """
    schema = f"{session.catalog}.view_other"
    statements = [
        _create(f'{schema}."{table}"', f'{session.catalog}.{place}."{table}"', columns, world,
                is_small=place == FOUND, is_one=table == "me")
        for table, (place, columns) in places.items()
    ]  # fmt: skip
    if "workloads" in tables:
        statements.append(f"CREATE VIEW {schema}.workloads AS {WORKLOADS.format(schema=schema)}")
    session.build_view("other", statements)


def _create(
    name: str,
    source: str,
    columns: tuple[tuple[str, str], ...],
    world: _World,
    *,
    is_small: bool,
    is_one: bool,
) -> str:
    order = ", ".join(f'"{column}"' for column, _kind in columns)
    rows = f"SELECT *, row_number() OVER (ORDER BY {order}) AS {_ROW} FROM {source}"
    cells = ", ".join(_cell(column, kind, world) for column, kind in columns)
    where, copies = world.rows.format(n=_ROW), world.copies
    if is_one:
        where, copies = "true", 1
    elif is_small:  # what was looked up is still found
        where = f"({where} OR {_ROW} = 1)"
    times = f", range({copies})" if copies > 1 else ""
    return f"CREATE TABLE {name} AS SELECT {cells} FROM ({rows}) AS r{times} WHERE {where}"


def _cell(column: str, sql_type: str, world: _World) -> str:
    quoted = f'"{column}"'
    kind = _KINDS.get(sql_type.partition("(")[0])
    if column.lower() in _KEYS or kind is None:
        return f"r.{quoted}"
    form: str = getattr(world, kind)
    return f"CAST({form.format(x=f'r.{quoted}', n=_ROW)} AS {sql_type}) AS {quoted}"
