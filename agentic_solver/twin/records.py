"""The records of one universe: those of the world, with what was changed or added put over them.

The world's records are shared and never copied. They may be a plain tuple or a sequence that
makes its records when they are asked for, so that a company of a million people takes no memory.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Generic, Protocol, TypeVar, overload

__all__ = ["LazyRecords", "Record", "Records", "is_lazy"]


class Record(Protocol):
    """Anything with an id."""

    @property
    def id(self) -> str: ...


RecordT = TypeVar("RecordT", bound=Record)
RecordT_co = TypeVar("RecordT_co", bound=Record, covariant=True)


class LazyRecords(Protocol[RecordT_co]):
    """A sequence that knows the place of an id without looking through itself."""

    def place(self, record_id: str) -> int | None:
        """Return where the record of an id stands, None where there is none."""

    def __len__(self) -> int: ...

    def __getitem__(self, place: int) -> RecordT_co: ...


def is_lazy(records: object) -> bool:
    """Whether records are made when they are asked for.

    Every task asks it four times, and the full look at a protocol takes 30 µs.
    """
    return hasattr(records, "place")


class _Rows(Sequence[RecordT], Generic[RecordT]):
    """Records in their order; a slice makes only what is in it."""

    def __init__(self, records: "Records[RecordT]") -> None:
        self._records = records

    def __len__(self) -> int:
        return len(self._records)

    @overload
    def __getitem__(self, place: int) -> RecordT: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[RecordT]: ...

    def __getitem__(self, place: int | slice) -> RecordT | Sequence[RecordT]:
        if isinstance(place, slice):
            return [self._records.at(i) for i in range(*place.indices(len(self)))]
        return self._records.at(range(len(self))[place])

    def __iter__(self) -> Iterator[RecordT]:
        return self._records.each()


class Records(Mapping[str, RecordT], Generic[RecordT]):
    """Records by id, in their order; the base is not touched."""

    def __init__(self, base: Sequence[RecordT], changed: Mapping[str, RecordT] | None = None):
        self._base = base
        self._places: dict[str, int] | None = None
        if not is_lazy(base):
            self._places = {record.id: place for place, record in enumerate(base)}
        self._changed = dict(changed or {})
        self._added: dict[str, RecordT] = {}

    def _place(self, record_id: str) -> int | None:
        if self._places is not None:
            return self._places.get(record_id)
        return self._base.place(record_id)  # type: ignore[attr-defined, no-any-return]

    def __getitem__(self, record_id: str) -> RecordT:
        if record_id in self._changed:
            return self._changed[record_id]
        if record_id in self._added:
            return self._added[record_id]
        place = self._place(record_id)
        if place is None:
            raise KeyError(record_id)
        return self._base[place]

    def __contains__(self, record_id: object) -> bool:
        return isinstance(record_id, str) and (
            record_id in self._added or self._place(record_id) is not None
        )

    def __len__(self) -> int:
        return len(self._base) + len(self._added)

    def __iter__(self) -> Iterator[str]:
        return (record.id for record in self.each())

    def put(self, record: RecordT) -> None:
        """Replace the record of an id, or add it at the end."""
        known = self._place(record.id) is not None
        (self._changed if known else self._added)[record.id] = record

    def at(self, place: int) -> RecordT:
        """Return the record at a place, from 0."""
        if place >= len(self._base):
            return tuple(self._added.values())[place - len(self._base)]
        record = self._base[place]
        return self._changed.get(record.id, record) if self._changed else record

    def each(self) -> Iterator[RecordT]:
        """Yield all records in order."""
        changed = self._changed
        for place in range(len(self._base)):
            record = self._base[place]
            yield changed.get(record.id, record) if changed else record
        yield from self._added.values()

    def highest(self, pattern: re.Pattern[str]) -> int:
        """Return the highest number that ``pattern`` finds in an id; 0 for none.

        Lazy records are numbered in their order, so that only the last one is looked at.
        """
        lazy = self._places is None
        base: Iterable[str] = [r.id for r in self._base[-1:]] if lazy else self._places or ()
        ids = (*base, *self._added)
        return max((int(found[1]) for one in ids if (found := pattern.match(one))), default=0)

    @property
    def rows(self) -> Sequence[RecordT]:
        """The records as a sequence that can be sliced."""
        return _Rows(self)
