"""What skills, wishes and weekdays are called in the languages of the requests."""

__all__ = ["SKILLS", "WEEKDAYS", "WISHES", "skill_words", "wish_words"]

_LANGUAGES = ("en", "de", "fr", "es", "nl")

# One line: id | en | de | fr | es | nl, as they stand within a sentence.
_SKILLS = """
sk_bell | bells and organs | Glocken und Orgeln | cloches et orgues | campanas y órganos | klokken en orgels
sk_court | expert opinions for courts | Gerichtsgutachten | expertises judiciaires | peritajes judiciales | gerechtelijke expertises
sk_field | field measurement | Feldmessungen | mesures sur le terrain | mediciones de campo | veldmetingen
sk_hall | concert hall acoustics | Konzertsaalakustik | acoustique des salles de concert | acústica de salas de conciertos | concertzaalakoestiek
sk_model | sound propagation modelling | Modellierung der Schallausbreitung | modélisation de la propagation du son | modelización de la propagación del sonido | modellering van geluidsvoortplanting
sk_rail | road and rail noise | Straßen- und Schienenlärm | bruit routier et ferroviaire | ruido de carreteras y ferrocarriles | weg- en spoorlawaai
sk_tremor | vibration of floors and footbridges | Schwingungen von Decken und Fußgängerbrücken | vibrations des planchers et des passerelles | vibraciones de forjados y pasarelas | trillingen van vloeren en voetgangersbruggen
sk_wind | wind turbine noise | Lärm von Windrädern | bruit des éoliennes | ruido de aerogeneradores | windturbinegeluid
"""  # noqa: E501 - a table

_WISHES = """
wi_abroad | jobs abroad | Aufträge im Ausland | missions à l'étranger | trabajos en el extranjero | opdrachten in het buitenland
wi_conduct | leading projects | Projektleitung | direction de projets | dirigir proyectos | projecten leiden
wi_night | night measurements | Nachtmessungen | mesures de nuit | mediciones nocturnas | nachtmetingen
wi_podium | speaking at conferences | Vorträge auf Tagungen | interventions dans des congrès | ponencias en congresos | spreken op congressen
wi_tutor | mentoring newcomers | Betreuung von Neulingen | accompagnement des nouveaux | tutelar a los recién llegados | begeleiden van nieuwkomers
"""  # noqa: E501 - a table


def _parse(table: str) -> dict[str, dict[str, str]]:
    rows = [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]
    return {row[0]: dict(zip(_LANGUAGES, row[1:], strict=True)) for row in rows}


SKILLS = _parse(_SKILLS)
"""Skill → language → words."""

WISHES = _parse(_WISHES)
"""Wish → language → words."""

WEEKDAYS = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday"),
    "de": ("Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag"),
    "fr": ("lundi", "mardi", "mercredi", "jeudi", "vendredi"),
    "nl": ("maandag", "dinsdag", "woensdag", "donderdag", "vrijdag"),
    "sv": ("måndags", "tisdags", "onsdags", "torsdags", "fredags"),
}
"""Language → working days; the Swedish ones as they stand after ``i``."""


def skill_words(skill: str) -> dict[str, str]:
    """Return the fields ``skill_en``, ``skill_de`` and so on of a sentence."""
    return {f"skill_{language}": words for language, words in SKILLS[skill].items()}


def wish_words(wish: str) -> dict[str, str]:
    """Return the fields ``wish_en``, ``wish_de`` and so on of a sentence."""
    return {f"wish_{language}": words for language, words in WISHES[wish].items()}
