"""Tasks about dates: today, other days counted from it, and their formats."""

from datetime import timedelta

from agentic_solver.twin.drawing.draw import Draw, Drawn
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.suites.erc3_test.templates._reading import (
    asker,
    day_of,
    dotted,
    is_merged,
)
from agentic_solver.twin.suites.erc3_test.templates._words import WEEKDAYS


@template(family="date_question")
def date_of_today(draw: Draw) -> Drawn:
    """`rulebook/answers.md`: dates are written day, month, year, with dots."""
    asker(draw)
    draw.say(
        {
            "en": ["What is today's date?", "Which date do I put on my report today?"],
            "de": ["Welches Datum haben wir heute?"],
            "es": ["¿Qué fecha es hoy?"],
            "ja": ["今日は何日ですか。日付を教えてください。"],
        }
    )
    today = dotted(day_of(draw))
    return draw.answer(f"{today}", contains=[today])


@template(family="date_question")
def date_in_another_format(draw: Draw) -> Drawn:
    """`rulebook/answers.md`: house format, unless the request asks for another one."""
    asker(draw)
    draw.say(
        {
            "en": [
                "Today's date as YYYY-MM-DD, please.",
                "For a file name I need the date of today in the form year-month-day with dashes "
                "(YYYY-MM-DD).",
            ],
            "pt": ["Diz-me a data de hoje no formato AAAA-MM-DD (ano, mês, dia, com hífenes)."],
            "pl": ["Podaj dzisiejszą datę w formacie RRRR-MM-DD."],
        }
    )
    return draw.answer(draw.scene.today, contains=[draw.scene.today])


@template(family="time_zone_week")
def date_of_the_last_weekday(draw: Draw) -> Drawn:
    """`rulebook/answers.md`: "last Tuesday" is the most recent Tuesday before today."""
    number = draw.rng.randrange(5)
    day = day_of(draw, (day_of(draw).weekday() - number - 1) % 7 + 1)
    asker(draw)
    draw.say(
        {
            "en": [
                "What date was last {en}?",
                "I forgot to write down the date: last {en}, which day of the month was that? "
                "The full date, please.",
            ],
            "de": ["Welches Datum hatten wir letzten {de}?"],
            "fr": ["{fr} dernier, c'était quelle date ? Donne-la en entier."],
            "sv": ["Vilket datum var det i {sv}?"],
        },
        **{language: days[number] for language, days in WEEKDAYS.items()},
    )
    return draw.answer(dotted(day), contains=[dotted(day)])


@template(family="time_zone_week")
def day_before_yesterday_over_a_month(draw: Draw) -> Drawn:
    """`rulebook/answers.md`: "yesterday" and the like count from today's date."""
    following = (day_of(draw).replace(day=1) + timedelta(days=32)).replace(day=1)
    today = following + timedelta(days=draw.rng.randrange(2))
    draw.need(is_merged(draw) or today.month < 7, "the merger is there")
    draw.scene.set_today(today.isoformat())
    asker(draw)
    day = today - timedelta(days=2)
    draw.say(
        {
            "en": [
                "What was the date the day before yesterday?",
                "My last measurement was the day before yesterday. Which date is that?",
            ],
            "de": ["Welches Datum war vorgestern?"],
            "nl": ["Welke datum was het eergisteren?"],
            "it": ["Che data era l'altro ieri?"],
        }
    )
    return draw.answer(dotted(day), contains=[dotted(day)])
