"""Names of months in the languages that people write requests in, from CLDR."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

__all__ = ["months_called"]

_LANGUAGES = (
    "ar bg bs ca cs da de el en es et eu fi fr ga gl he hr hu id is it lt lv mk mt nb nl pl pt ro "
    "ru sk sl sq sr sv tr uk vi"
)


def months_called(word: str) -> frozenset[int]:
    """Return the months (1 to 12) that a case-folded word is the full name of, in any case form.

    A name may be of several months: ``listopad`` is October in one language, November in another.
    """
    return _names().get(word, frozenset())


@cache
def _names() -> Mapping[str, frozenset[int]]:
    # Half a second at its first use, for the few requests that spell a month.
    from babel.dates import get_month_names  # noqa: PLC0415

    found: dict[str, set[int]] = {}
    for language in _LANGUAGES.split():
        for form in ("format", "stand-alone"):
            for month, name in get_month_names("wide", form, language).items():
                if name.isalpha():
                    found.setdefault(name.casefold(), set()).add(month)
    return MappingProxyType({name: frozenset(months) for name, months in found.items()})
