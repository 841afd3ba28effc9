"""Who is busy and who is not."""

from decimal import Decimal

from agentic_solver.twin.drawing.draw import Draw, Drawn, exact
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.suites.erc3_prod.templates._people import (
    CONTRACT,
    ask_as_staff,
    contractors,
    everyday,
    highest,
    is_open,
    list_people,
    lowest,
    plain,
    staff,
    staff_at,
    workload,
)
from agentic_solver.twin.suites.erc3_prod.templates._people_words import (
    PLANTS,
    SITES,
    site_words,
    team_words,
)


@template(family="workload_ranking")
def busiest_of_all(draw: Draw) -> Drawn:
    """Project board: busiest is the highest workload; all people who share it are the answer."""
    found = highest(staff(draw), lambda one: workload(draw, one))
    ask_as_staff(draw, *found)
    draw.say(
        {
            "en": [
                "Who has the highest workload in the whole company?",
                "Name the busiest of our people, counted by time slices.",
                "Somebody here ought to get a cake for carrying the most project work of us all. "
                "Whose name goes on it? If it is a tie I bake more than one.",
            ],
            "de": [
                "Wer ist bei uns am stärksten ausgelastet?",
                "Bei wem ist die Summe der Zeitanteile in der ganzen Firma am höchsten?",
            ],
            "el": ["Ποιος έχει τον μεγαλύτερο φόρτο εργασίας σε όλη την εταιρεία;"],
            "lv": ["Kuram mūsu darbiniekam ir vislielākā noslodze?"],
        }
    )
    return list_people(draw, found)


@template(family="workload_ranking", copies=2)
def busiest_in_a_department(draw: Draw) -> Drawn:
    """Project board: for questions to the desk its sum counts, not that of the Monday round."""
    department = draw.pick(sorted({one.department for one in staff(draw)}))
    group = [one for one in staff(draw) if one.department == department]
    found = highest(group, lambda one: workload(draw, one))
    draw.need(workload(draw, found[0]) > 0, "nobody has anything to do")
    ask_as_staff(draw, *found)
    draw.say(
        {
            "en": [
                "Who in {team} is the busiest?",
                "Whoever has the highest workload in {team}: names, please, and all of "
                "them if several share it.",
                "We sat in the Monday round until the coffee was gone and could not agree who in "
                "{team} has most on the plate. Who has the highest workload?",
            ],
            "fr": [
                "Qui a la plus grande charge de travail dans le département {department} ?",
                "Au département {department}, qui est le plus chargé ?",
            ],
            "pt": ["Quem tem a maior carga de trabalho no departamento {department}?"],
            "ja": ["部署「{department}」で業務負荷が最も高いのは誰ですか?"],
        },
        **team_words(department),
    )
    return list_people(draw, found)


@template(family="workload_ranking")
def busiest_at_a_site(draw: Draw) -> Drawn:
    """Project board: all states but archived count towards the workload."""
    site = draw.pick(SITES)
    found = highest(staff_at(draw, site), lambda one: workload(draw, one))
    draw.need(workload(draw, found[0]) > 0, "nobody has anything to do")
    ask_as_staff(draw, *found)
    draw.say(
        {
            "en": [
                "Who has the highest workload {at_en}?",
                "Look at the people {at_en}: who is the busiest of them?",
                "I am sending a box of chocolate to whoever is most buried in project work "
                "{at_en}. Who gets it?",
            ],
            "es": ["¿Quién tiene la mayor carga de trabajo {at_es}?"],
            "da": ["Hvem har den største arbejdsbelastning {at_da}?"],
            "nl": ["Wie heeft het het drukst {at_nl}, gerekend naar de werklast?"],
            "it": ["Chi ha il carico di lavoro più alto {at_it}?"],
        },
        **site_words(site),
    )
    return list_people(draw, found)


@template(family="workload_ranking")
def least_busy_of_a_team(draw: Draw) -> Drawn:
    """Project board: least busy is the lowest workload; all people who share it."""
    project = draw.pick(one for one in draw.scene.projects if is_open(one) and len(one.team) > 2)
    team = draw.scene.members(project)
    draw.need(all(one.department != CONTRACT for one in team), "it is about staff")
    found = lowest(team, lambda one: workload(draw, one))
    ask_as_staff(draw, *team)
    draw.say(
        {
            "en": [
                "Who in the team of {project} has the lowest workload?",
                "Of the people who work on {project}, who is the least busy overall?",
                "We need somebody from {saying} who still has time to breathe. Counting all "
                "their work, who of that team has the least to do?",
            ],
            "de": ["Wer aus dem Team von {project} ist insgesamt am wenigsten ausgelastet?"],
            "sv": ["Vem i teamet för {project} har lägst arbetsbelastning totalt?"],
            "it": ["Chi, nel gruppo di {project}, ha in tutto il carico di lavoro più basso?"],
        },
        project=draw.title(project),
        saying=everyday(draw, project),
    )
    return list_people(draw, found)


@template(family="workload_ranking", copies=2)
def nothing_to_do(draw: Draw) -> Drawn:
    """Project board: a person without a seat in a project that is not archived has workload 0."""
    site = draw.pick(PLANTS)
    department = draw.pick(sorted({one.department for one in staff_at(draw, site)}))
    group = [one for one in staff_at(draw, site) if one.department == department]
    found = [one for one in group if workload(draw, one) == 0]
    ask_as_staff(draw, *found)
    draw.say(
        {
            "en": [
                "Who of {team} {at_en} has a workload of 0?",
                "List everybody in {team} {at_en} without any project work that counts "
                "towards the workload.",
                "The fence {at_en} wants painting and I will not ask people who have projects. "
                "Who of {team} there has a workload of nothing at all?",
            ],
            "de": ["Wer von {department} {at_de} hat die Auslastung 0?"],
            "fr": ["Qui, parmi {department} {at_fr}, a une charge de travail nulle ?"],
            "es": ["¿Quiénes de {department} {at_es} tienen una carga de trabajo de 0?"],
        },
        **team_words(department),
        **site_words(site),
    )
    return list_people(draw, found)


@template(family="workload_ranking")
def more_than_a_week_has(draw: Draw) -> Drawn:
    """Project board: the workload is the sum of the time slices; an empty list is not found."""
    groups = [None, *SITES]
    site = draw.pick(groups)
    limit = draw.pick(["0.8", "1"]) if site is None else draw.pick(["0.4", "0.5"])
    people = staff(draw) if site is None else staff_at(draw, site)
    found = [one for one in people if workload(draw, one) > Decimal(limit)]
    ask_as_staff(draw, *found)
    where = {
        "en": "in the whole company", "de": "in der ganzen Firma", "fr": "dans toute l’entreprise",
        "da": "i hele firmaet",
    }  # fmt: skip
    words = {f"at_{code}": text for code, text in where.items()}
    draw.say(
        {
            "en": [
                "Who has a workload of more than {limit} {at_en}?",
                "I want the names of all our people {at_en} whose workload is above {limit}.",
                "The doctor says we overdo it. Whose workload {at_en} goes beyond {limit}? "
                "Exactly {limit} is fine with her.",
            ],
            "de": ["Wessen Auslastung liegt {at_de} über {limit}?"],
            "fr": ["Qui a une charge de travail supérieure à {limit} {at_fr} ?"],
            "da": ["Hvem har en arbejdsbelastning på mere end {limit} {at_da}?"],
        },
        limit=limit,
        **(words if site is None else site_words(site)),
    )
    return list_people(draw, found)


@template(family="workload_ranking")
def workload_of_a_person(draw: Draw) -> Drawn:
    """Project board: archived projects do not count; amounts are plain digits with a point."""
    person = draw.pick(one for one in staff(draw) if draw.scene.load(one.id) > 0)
    load = workload(draw, person)
    draw.need(load % 1 != 0, "a whole number is in every text")
    ask_as_staff(draw, person)
    draw.say(
        {
            "en": [
                "What is the workload of {name}?",
                "Add up the workload of {name} for me and give me the number.",
                "{name} groaned at me on the stairs this morning. Is it that bad? Tell me the "
                "workload as a number, with a point and no percent.",
            ],
            "de": ["Welche Auslastung hat {name}? Bitte als Zahl, mit Punkt."],
            "nl": ["Wat is de werklast van {name}, als getal met een punt?"],
            "zh": ["{name} 目前的工作负荷是多少?请用带小数点的数字回答。"],
        },
        name=draw.name(person),
    )
    number = plain(load)
    return draw.answer(number, contains=[number], links={"employee": exact(person.id)})


@template(family="workload_ranking")
def contractor_asks_for_a_ranking(draw: Draw) -> Drawn:
    """Contract partners: they do not read workloads and rankings."""
    draw.ask_as(draw.pick(contractors(draw)))
    site = draw.pick(SITES)
    draw.say(
        {
            "en": [
                "Who is the busiest of your people {at_en}?",
                "Which colleague {at_en} has the lowest workload?",
                "I would like to bother whoever has the most time on their hands {at_en}. Who "
                "is the least busy there?",
            ],
            "de": ["Wer hat {at_de} am meisten zu tun?"],
            "it": ["Chi ha il carico di lavoro più basso {at_it}?"],
            "da": ["Hvem har mest at lave {at_da}, regnet efter arbejdsbelastning?"],
        },
        **site_words(site),
    )
    return draw.deny()
