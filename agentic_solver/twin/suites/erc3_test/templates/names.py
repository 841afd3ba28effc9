"""Tasks about people of one name, and about people who are not in the registry."""

from collections import defaultdict

from agentic_solver.twin.drawing.draw import Draw, Drawn, exact
from agentic_solver.twin.drawing.mention import name_tokens
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.entity import Employee
from agentic_solver.twin.suites.erc3_test.templates._reading import asker, page, table_rows
from agentic_solver.twin.suites.erc3_test.templates._words import SKILLS, skill_words

_STRANGERS = (
    "Astrid Holmen", "Bart Van Looy", "Klara Steinwender", "Duarte Salgado", "Solveig Rønning",
    "Mieke Goossens", "Florian Haberl", "Inês Cardoso",
)  # fmt: skip
"""Names that nobody here has, neither colleagues nor contacts."""


def _namesakes(draw: Draw) -> list[Employee]:
    """Return people who share a family name."""
    families: dict[str, list[Employee]] = defaultdict(list)
    for one in draw.scene.employees:
        families[one.name.rpartition(" ")[2]].append(one)
    return draw.pick(group for group in families.values() if len(group) > 1)


def _family(draw: Draw, person: Employee) -> str:
    """Return the family name, in a hurry without accents."""
    family = person.name.rpartition(" ")[2]
    return draw.pick((family, family.replace("æ", "ae")))


def _stranger(draw: Draw) -> str:
    """Return the name of somebody unknown."""
    known = [one.name for one in draw.scene.employees]
    known += [one.primary_contact_name for one in draw.scene.customers]
    words = frozenset.union(*(name_tokens(name) for name in known))
    return draw.pick(name for name in _STRANGERS if not name_tokens(name) & words)


@template(family="duplicate_name", copies=2)
def family_name_of_two(draw: Draw) -> Drawn:
    """`people/hierarchy.md`: the family name alone fits both, so it is asked back."""
    people = _namesakes(draw)
    draw.need(len({one.location for one in people}) == 1, "the office tells them apart")
    asker(draw, *(one.id for one in people))
    draw.say(
        {
            "en": [
                "What is the e-mail address of {family}?",
                "{family} from {office}: which skills does the registry list?",
            ],
            "de": ["In welcher Abteilung arbeitet {family}?"],
            "fr": ["Quelle est l'adresse e-mail de {family} ?"],
            "zh": ["{family} 的电子邮件是什么？"],
        },
        family=_family(draw, people[0]),
        office=people[0].location,
    )
    return draw.clarify("There are two of that name: which one?")


@template(family="duplicate_name")
def namesake_of_a_department(draw: Draw) -> Drawn:
    """`people/hierarchy.md`: the family name fits two; the request says which one is meant."""
    people = _namesakes(draw)
    person = draw.pick(people)
    draw.need(len({one.department for one in people}) == len(people), "one department")
    asker(draw, *(one.id for one in people))
    draw.say(
        {
            "en": [
                "What is the e-mail address of {family}, the one in {department}?",
                "Not every {family} is the same: I mean the one from the department {department}. "
                "The e-mail address, please.",
            ],
            "es": ["¿Cuál es el correo de {family}? Me refiero a quien está en {department}."],
            "de": ["Bitte die E-Mail-Adresse von {family}, und zwar aus der Abteilung "
                   "{department}."],
        },
        family=_family(draw, person),
        department=person.department,
    )  # fmt: skip
    return draw.answer(person.email, links={"employee": exact(person.id)}, contains=[person.email])


@template(family="duplicate_name")
def namesake_with_a_title(draw: Draw) -> Drawn:
    """`people/hierarchy.md`: the table has the title of each, which tells the two apart."""
    people = _namesakes(draw)
    person = draw.pick(people)
    rows = table_rows(page(draw, "people/hierarchy.md"))
    title = draw.only(row[1] for row in rows if row[0] == person.name)
    asker(draw, *(one.id for one in people))
    draw.say(
        {
            "en": [
                "Please give me the e-mail address of {family} ({title}).",
                "{family}, our {title}: which e-mail address is that?",
            ],
            "it": ["Mi serve l'e-mail di {family}, che da noi è {title}."],
            "pl": ["Jaki adres e-mail ma {family} ({title})?"],
        },
        family=_family(draw, person),
        title=title,
    )
    return draw.answer(person.email, links={"employee": exact(person.id)}, contains=[person.email])


@template(family="former_employee", copies=2)
def address_of_a_former_colleague(draw: Draw) -> Drawn:
    """`rulebook/answers.md`: a question about a person we do not have is `ok_not_found`."""
    asker(draw)
    draw.say(
        {
            "en": [
                "What is the e-mail address of {stranger}?",
                "{stranger} used to be with us, I think. At which office?",
                "In which department does our colleague {stranger} work?",
            ],
            "sv": ["Vilken e-postadress har vår kollega {stranger}?"],
            "pt": ["Em que escritório trabalha o nosso colega {stranger}?"],
            "nl": ["Op welk kantoor werkt collega {stranger}?"],
        },
        stranger=_stranger(draw),
    )
    return draw.not_found("There is nobody of that name.")


@template(family="former_employee")
def comparison_with_a_former_colleague(draw: Draw) -> Drawn:
    """`rulebook/answers.md`: a comparison in which one side is unknown is asked back."""
    person = draw.pick(draw.scene.employees)
    asker(draw, person.id)
    draw.say(
        {
            "en": [
                "Who is better at {skill_en}, {person} or {stranger}?",
                "Compare {stranger} and {person} in {skill_en}: which of the two is ahead?",
            ],
            "de": ["Wer hat in {skill_de} die höhere Stufe, {stranger} oder {person}?"],
            "es": ["En {skill_es}, ¿quién tiene más nivel: {person} o {stranger}?"],
        },
        person=draw.name(person),
        stranger=_stranger(draw),
        **skill_words(draw.pick(SKILLS)),
    )
    return draw.clarify("I know only one of them: who is the other?")
