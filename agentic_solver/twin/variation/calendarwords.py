"""Whether a text tells a day, a month or a year in another way than YYYY-MM-DD.

Rather too often than too seldom: a task that is thought to tell one keeps its dates, which costs
nothing but some variety. Weeks and weekdays do not count, since they move with the days.
"""

import re
from functools import cache

__all__ = ["ISO_DATE", "tells_otherwise"]

ISO_DATE = re.compile(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)")

_YEAR = r"(?<!\d)(?:19|20)\d\d(?!\d)"
_DAY, _MONTH = r"(?:0?[1-9]|[12]\d|3[01])", r"(?:0?[1-9]|1[0-2])"
_NUMBERS = (
    _YEAR,
    rf"(?<![\d.]){_DAY}\. ?{_MONTH}\.",
    rf"(?<![\d/]){_DAY}/{_DAY}(?![\d/])",
    rf"(?<!\d){_DAY}[-./]{_MONTH}[-./]\d{{2}}(?!\d)",
    rf"(?<!\d){_DAY}(?:st|nd|rd|th|er|º|ª)\b",  # codespell:ignore
    rf"\b(?:am|vom|bis|zum|den|do|od|dnia|le|du|el|il|op|på|на|до)\s+{_DAY}\b",
    r"[月年号]",
)

# Months by language; a name that several languages share stands once.
_MONTHS = (
    "january february april june july august september october november december "
    "januar jänner februar märz maerz juni juli oktober dezember "  # codespell:ignore
    "janvier février fevrier mars avril juin juillet août aout septembre octobre novembre décembre "
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre dicembre "
    "enero febrero abril mayo junio julio septiembre setiembre octubre noviembre diciembre "
    "janeiro fevereiro março maio junho julho setembro outubro novembro dezembro "
    "januari februari maart mei augustus maj augusti marts avgust avgusta marec marca "
    "leden ledna únor února březen března duben dubna květen května červen června červenec "
    "července srpen srpna září říjen října prosinec prosince listopadu "
    "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık"
)
_STEMS = (
    "stycz lutego lutym luty marcu kwietni kwiecień maja maju czerwc czerwiec lipca lipcu lipiec "
    "sierp wrześ październik listopad grudzień grudni "
    "januarj februarj siječ velja ožuj travnj svibnj lipnj srpnj kolovoz rujn rujan studen "
    "январ феврал март апрел мая мае июн июл август сентябр октябр ноябр декабр "
    "ιανου φεβρου μάρτι μαρτί απρίλ απριλ μάιο μαΐου μαΐο ιούνι ιουνί ιούλι ιουλί αύγουστ αυγούστ "
    "σεπτέμβ σεπτεμβ οκτώβ οκτωβ νοέμβ νοεμβ δεκέμβ δεκεμβ μήνα μήνες μηνών μηνός έτος έτους "
    "τρίμην τριμήν "
    "janvār februār martā aprīl maijā jūnij jūlij august septembr oktobr novembr "
    "decembr mēnes ceturksn gadā gada"
)
# Too short to mean a month by themselves: only beside a number.
_SHORT = (
    "jan feb mar apr may jun jul aug sep sept oct nov dec mär mrz mai okt dez janv févr avr juil "
    "déc gen mag giu lug ago set ott dic ene abr fev out sty lut kwi cze lip wrz paź lis gru "
    "marta maija "  # Latvian, and names of people
    "sie"  # codespell:ignore
)
_SPANS = (
    "month months monthly quarter quarters year years "
    "monat monats monate monaten quartal quartals jahr jahres jahre jahren "
    "mois trimestre année années meses año años mese mesi anno anni mês ano anos "
    "maand maanden kwartaal jaar miesiąc miesiąca miesiącu miesięcy kwartał kwartale roku lata "
    "měsíc měsíce měsíci čtvrtletí mesec meseca mesecu leto leta letu mjesec mjeseca godina "
    "månad månaden måned måneden kvartal kvartalet kvartalen år året "
    "ay ayın yıl yılı месяц месяца месяце году год"
)
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth"
)
# Only after "am", "vom" and the like: they are common words otherwise.
_GERMAN_ORDINALS = (
    "ersten zweiten dritten vierten fünften sechsten siebten siebenten achten neunten zehnten "
    "elften zwölften"
)


def _any_of(words: str) -> str:
    return "|".join(sorted(words.split(), key=len, reverse=True))


@cache
def _telling() -> re.Pattern[str]:
    """Return the pattern; few runs need it, and it takes a tenth of a second to compile."""
    return re.compile(
        "|".join(
            (
                *_NUMBERS,
                rf"\b(?:{_any_of(_MONTHS)})\b",
                rf"\b(?:{_any_of(_STEMS)})",
                r"\b\w+kuu(?:n|ta|ssa|sta|hun)?\b",  # every Finnish month
                r"\b(?:este|ese|del|al|el) mes\b",  # French "mes" is no month
                rf"\b\d{{1,2}}\.?\s*(?:{_any_of(_SHORT)})\b",
                rf"\b(?:{_any_of(_SHORT)})\.?\s*\d",
                rf"\b(?:{_any_of(_SPANS)})\b",
                rf"\b(?:on|until|till|since|from|by|before|after|of) the (?:twenty[- ]|thirty[- ])?"
                rf"(?:{_any_of(_ORDINALS)})\b",
                rf"\b(?:am|vom|zum|seit dem|bis zum) (?:{_any_of(_GERMAN_ORDINALS)})\b",
                r"\b\w*(?:zehnten|zwanzigsten|dreißigsten)\b",
                r"\b(?:le premier|il primo|el primero|o primeiro)\b",
            )
        ),
        re.IGNORECASE,
    )


# "May" and "March" are months with a capital only, even where they begin a sentence.
_CAPITAL = re.compile(r"\b(?:May|March)\b")


def tells_otherwise(text: str) -> bool:
    """Whether a text tells a date otherwise than by YYYY-MM-DD."""
    rest = ISO_DATE.sub(" ", text)
    return bool(_telling().search(rest) or _CAPITAL.search(rest))
