"""The store of kept plans: one SQLite file, written by several processes at once."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import ValidationError
from sqlalchemy import update
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, col, func, select

from agentic_solver.contracts.canonical import canonical_json
from agentic_solver.erc3.experience.table import open_engine
from agentic_solver.erc3.folding import fold_space
from agentic_solver.erc3.plancache.binding import Refused, bind, rebind
from agentic_solver.erc3.plancache.recall import Hit, Miss, Situation
from agentic_solver.erc3.plancache.table import PlanRow, create_tables
from agentic_solver.erc3.plancache.template import Template
from agentic_solver.errors import WorkspaceError

__all__ = ["PlanStore"]

NO_TEMPLATE = "no template has this shape"


class PlanStore:
    """The kept plans of a workspace.

    Args of the constructor: the file; None keeps everything in memory.
    """

    def __init__(self, path: Path | None) -> None:
        """Open or create the store.

        Raises:
            WorkspaceError: the file cannot be opened or is no store.
        """
        self._place = "the plan cache in memory" if path is None else f"the plan cache {path}"
        self._engine = open_engine("" if path is None else str(path))
        self._lock = threading.Lock()
        self._parsed: dict[int, Template | None] = {}
        with self._faults():
            create_tables(self._engine, str(path))

    def close(self) -> None:
        self._engine.dispose()

    def recall(self, text: str, situation: Situation) -> Hit | Miss:
        """Return the plan for a request, if exactly one kept plan is for it.

        Several templates that come to the same plan are as good as one.
        """
        hits: list[Hit] = []
        refused = ""
        for number, template in self._templates(fold_space(text), situation):
            values = bind(template, text)
            if isinstance(values, Refused):
                refused = refused or str(values)
            elif values is not None:
                hits.append(
                    Hit(
                        key=situation.key,
                        number=number,
                        template=template.id,
                        values=values,
                        reply=rebind(template, values),
                        expected=template.expected,
                    )
                )
        if refused:
            return Miss(key=situation.key, reason=refused)
        if not hits:
            return Miss(key=situation.key, reason=NO_TEMPLATE)
        first = hits[0]
        if any((one.reply, one.expected) != (first.reply, first.expected) for one in hits[1:]):
            return Miss(
                key=situation.key,
                reason="several templates have this shape and differ in their plans",
            )
        return first

    def add(self, template: Template, key: str, *, run: str, task: str) -> bool:
        """Keep a template unless its shape is kept already; return whether it is new."""
        bound = (template.today, template.department, template.location)
        shape = canonical_json([template.shape, *bound])
        with self._transaction() as session:
            same = select(PlanRow).where(PlanRow.key == key, PlanRow.shape == shape)
            if session.exec(same).first() is not None:
                return False
            content = canonical_json(template)
            session.add(PlanRow(key=key, shape=shape, content=content, run=run, task=task))
            return True

    def judge(self, number: int, *, right: bool) -> None:
        """Count how a hit was graded."""
        change = {"right": PlanRow.right + 1} if right else {"wrong": PlanRow.wrong + 1}
        with self._transaction() as session:
            session.exec(update(PlanRow).where(col(PlanRow.number) == number).values(**change))

    def size(self) -> int:
        """Return how many templates are kept."""
        with self._transaction() as session:
            return session.exec(select(func.count()).select_from(PlanRow)).one()

    def _templates(self, request: str, situation: Situation) -> Iterator[tuple[int, Template]]:
        """Yield what may be the request: of its key, not struck out, with its first words."""
        with self._transaction() as session:
            chosen = select(PlanRow.number).where(PlanRow.key == situation.key, PlanRow.wrong == 0)
            numbers = [n or 0 for n in session.exec(chosen.order_by(col(PlanRow.number))).all()]
            # Contents never change: only what others have added since is read.
            new = [number for number in numbers if number not in self._parsed]
            if new:
                rows = select(PlanRow).where(col(PlanRow.number).in_(new))
                for row in session.exec(rows).all():
                    self._parse(row)
        for number in numbers:
            template = self._parsed[number]
            if template is not None and _is_for(template, request, situation):
                yield number, template

    def _parse(self, row: PlanRow) -> None:
        """Keep the template of a row; one that is none (any more) is as good as missing."""
        try:
            self._parsed[row.number or 0] = Template.model_validate_json(row.content)
        except ValidationError:
            self._parsed[row.number or 0] = None

    @contextmanager
    def _transaction(self) -> Iterator[Session]:
        with self._lock, self._faults(), Session(self._engine) as session, session.begin():
            yield session

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as error:
            cause = getattr(error, "orig", None) or error
            raise WorkspaceError(f"{self._place} cannot be used: {cause}") from error


def _is_for(template: Template, request: str, situation: Situation) -> bool:
    first = template.pieces[0] if template.pieces else None
    if first is None or (first.slot < 0 and not request.startswith(first.text)):
        return False
    return all(
        bound in ("", real)
        for bound, real in (
            (template.today, situation.today),
            (template.department, situation.department),
            (template.location, situation.location),
        )
    )
