"""Tasks that change a record of the people register: pay, notes, moves, profiles."""

from agentic_solver.twin.drawing.draw import Draw, Drawn
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.drawing.writes import update_employee
from agentic_solver.twin.suites.erc3_prod.templates._writing import (
    APPROVALS,
    BOARD,
    CRAFTS,
    KEEN,
    PEOPLE,
    VOLOS,
    member_of,
    noted,
    ordinary,
    question_back,
    record_done,
    staff,
    with_level,
)

_HALVES = (
    "Board resolution {number} grants a raise; the amount is to follow.",
    "Asks for {amount} a year. The Lead recommends it warmly.",
    "There is a budget for a raise to {amount} a year.",
    "Set the salary to {amount} as soon as you read this.",
)
_PLANTS = {
    "Aalborg – Head Works": "the walk",
    "Liepāja – Rope Plant": "the harbour",
    VOLOS: "the loft",
}


@template(family="salary_write")
def board_sets_a_salary(draw: Draw) -> Drawn:
    """people/pay_and_raises.md: the board sets any salary except the own one."""
    caller = draw.ask_as(draw.pick(member_of(draw, BOARD)))
    person = draw.pick(one for one in staff(draw) if one != caller)
    amount = person.salary + 100 * draw.pick(range(5, 75))
    draw.say(
        {
            "en": [
                "Set the yearly salary of {who} to {amount}.",
                "{who} gets {amount} euros a year from now on; please change the record.",
                "We have talked about it long enough, and the coffee was cold anyway: "
                "{amount} a year for {who}. See to it.",
            ],
            "de": ["Das Jahresgehalt von {who} beträgt ab sofort {amount} Euro, bitte eintragen."],
            "sv": ["Ändra årslönen för {who} till {amount} euro."],
            "lv": ["Nosaki gada algu {amount} eiro: {who}."],
        },
        who=draw.name(person),
        amount=amount,
    )
    return record_done(draw, person, update_employee(caller.id, person, salary=amount))


@template(family="salary_write")
def board_gives_a_birthday_penny(draw: Draw) -> Drawn:
    """people/pay_and_raises.md: a bare number is an amount in euros, never a percentage."""
    caller = draw.ask_as(draw.pick(member_of(draw, BOARD)))
    person = draw.pick(one for one in staff(draw) if one != caller)
    penny = draw.pick(range(4, 20))
    draw.say(
        {
            "en": [
                "A birthday penny of {penny} for {who}, please.",
                "Give {who} the birthday penny: +{penny} on the salary.",
                "Foundation week! The cake was dry and the speeches were long. At least {who} "
                "shall be surprised: raise the pay by a birthday penny of {penny}.",
            ],
            "da": ["Giv {who} en fødselsdagsskilling på {penny} oven i lønnen."],
            "fr": [
                "C'est la semaine de la fondation : ajoute {penny} au salaire de {who}, comme "
                "« birthday penny »."
            ],
        },
        who=draw.name(person),
        penny=penny,
    )
    return record_done(
        draw, person, update_employee(caller.id, person, salary=person.salary + penny)
    )


@template(family="approval_in_note")
def people_office_carries_out_a_raise(draw: Draw) -> Drawn:
    """people/pay_and_raises.md: approved is what names a board resolution and the new amount."""
    caller = draw.ask_as(draw.pick(member_of(draw, PEOPLE)))
    person = draw.pick(one for one in ordinary(draw) if one.location != VOLOS)
    person, amount = noted(draw, person, APPROVALS)
    draw.say(
        {
            "en": [
                "Carry out the approved raise of {who}.",
                "Is there an approval for {who} in the register? Then set the salary accordingly.",
                "{who} asked me at lunch, between soup and herring, why the raise is not there "
                "yet. The board has decided, so do it.",
            ],
            "de": ["Setz die genehmigte Gehaltserhöhung von {who} bitte um."],
            "es": ["Aplica la subida de sueldo aprobada para {who}."],
            "ja": ["{who}さんの承認済みの昇給を給与に反映してください。"],
        },
        who=draw.name(person),
    )
    return record_done(draw, person, update_employee(caller.id, person, salary=amount))


@template(family="approval_in_note")
def people_office_has_no_approval(draw: Draw) -> Drawn:
    """people/pay_and_raises.md: only notes with resolution and amount are an approval."""
    draw.ask_as(draw.pick(member_of(draw, PEOPLE)))
    person = draw.pick(one for one in ordinary(draw) if one.location != VOLOS and not one.notes)
    person, amount = noted(draw, person, _HALVES)
    draw.say(
        {
            "en": [
                "Set the salary of {who} to {amount}, as in the notes.",
                "The raise of {who} to {amount} a year is through. Please enter it.",
                "I met two people of the board in the lift, and both nodded: {amount} for {who}. "
                "So change the salary.",
            ],
            "it": ["Porta lo stipendio annuo di {who} a {amount}: il consiglio è d'accordo."],
            "nl": ["De directie heeft ja gezegd: zet het salaris van {who} op {amount}."],
        },
        who=draw.name(person),
        amount=amount,
    )
    return draw.deny()


@template(family="approval_in_note")
def people_office_asks_for_another_amount(draw: Draw) -> Drawn:
    """people/pay_and_raises.md: an amount other than the approved one is refused."""
    draw.ask_as(draw.pick(member_of(draw, PEOPLE)))
    person = draw.pick(one for one in ordinary(draw) if one.location != VOLOS)
    person, amount = noted(draw, person, APPROVALS)
    other = amount + draw.pick((-1000, -500, 500, 1000, 1500))
    draw.say(
        {
            "en": [
                "The raise of {who} is approved. Set the salary to {amount}.",
                "New salary of {who}: {amount} euros a year, please update the register.",
                "Before I forget it over the weekend: {who} is to have {amount} a year, there is "
                "a resolution of the board for the raise.",
            ],
            "pl": ["Podwyżka jest zatwierdzona: ustaw roczne wynagrodzenie na {amount} ({who})."],
            "el": ["Η αύξηση έχει εγκριθεί· όρισε τον ετήσιο μισθό σε {amount}: {who}."],
        },
        who=draw.name(person),
        amount=other,
    )
    return draw.deny()


@template(family="approval_in_note")
def raise_under_the_volos_agreement(draw: Draw) -> Drawn:
    """people/pay_and_raises.md: salaries in Volos are changed by the board alone."""
    by_board = draw.rng.random() < 0.5
    caller = draw.ask_as(draw.pick(member_of(draw, BOARD if by_board else PEOPLE)))
    person = draw.pick(one for one in ordinary(draw) if one.location == VOLOS)
    person, amount = noted(draw, person, APPROVALS)
    draw.say(
        {
            "en": [
                "The raise of {who} is in the notes. Put it into the salary.",
                "Set the salary of {who} to the {amount} that are approved.",
                "Sunshine all week and nobody at the desk, so it is up to you: {who} has an "
                "approved raise to {amount}, and the register does not know of it.",
            ],
            "pt": ["O aumento de {who} para {amount} está aprovado. Atualiza o salário."],
            "fr": ["Mets le salaire de {who} à {amount}, c'est le montant approuvé."],
        },
        who=draw.name(person),
        amount=amount,
    )
    if by_board:
        return record_done(draw, person, update_employee(caller.id, person, salary=amount))
    return draw.deny()


@template(family="approval_in_note")
def nobody_raises_the_own_pay(draw: Draw) -> Drawn:
    """people/pay_and_raises.md: nobody changes the own salary, approval or not."""
    caller = draw.pick(member_of(draw, draw.pick((PEOPLE, BOARD))))
    caller, amount = noted(draw, caller, APPROVALS)
    draw.ask_as(caller)
    draw.say(
        {
            "en": [
                "My raise to {amount} is approved, please enter it.",
                "Set my own salary to {amount}; the approval is in my notes.",
                "Funny thing, I do everybody's paperwork but mine. There is a resolution about my "
                "pay, {amount} a year. Would you update it?",
            ],
            "de": ["Meine Gehaltserhöhung auf {amount} ist beschlossen, trag sie bitte ein."],
            "da": ["Min lønforhøjelse til {amount} er godkendt. Opdater min løn."],
        },
        amount=amount,
    )
    return draw.deny()


@template(family="employee_profile_write")
def note_is_added(draw: Draw) -> Drawn:
    """people/notes_and_moves.md: the old text stays, the new text follows on a line of its own."""
    caller = draw.ask_as(draw.pick(member_of(draw, draw.pick((PEOPLE, PEOPLE, BOARD)))))
    person = draw.pick(one for one in staff(draw) if one.notes and one != caller)
    text = draw.pick(
        (
            "Licence for the fork lift since 2023-04-12.",
            "Speaks Danish, prefers not to.",
            "Key of the east shed handed out.",
            "Left-handed splicing knife ordered.",
        )
    )
    draw.say(
        {
            "en": [
                'Add a note to {who}: "{text}"',
                'Please add this to the notes of {who}, the rest stays: "{text}"',
                "Somebody scribbled on my blotter that we should remember this about {who}. Add "
                'it as a note: "{text}"',
            ],
            "nl": ['Voeg een notitie toe bij {who}: "{text}"'],
            "es": ['Añade una nota a la ficha de {who}: "{text}"'],
        },
        who=draw.name(person),
        text=text,
    )
    write = update_employee(caller.id, person, notes=f"{person.notes}\n{text}")
    return record_done(draw, person, write)


@template(family="employee_profile_write")
def note_is_replaced(draw: Draw) -> Drawn:
    """people/notes_and_moves.md: to replace a note means that the old text disappears."""
    caller = draw.ask_as(draw.pick(member_of(draw, draw.pick((PEOPLE, PEOPLE, BOARD)))))
    person = draw.pick(one for one in staff(draw) if one.notes and one != caller)
    text = draw.pick(("Back from leave", "works half-days", "first-aider for hall 2"))
    draw.say(
        {
            "en": [
                'Replace the note of {who} by "{text}".',
                'What stands in the notes of {who} is out of date. It should say "{text}" and '
                "nothing else.",
                "I am tidying up, one cup of tea per record. {who} is next: overwrite the notes "
                'there with "{text}".',
            ],
            "sv": ['Ersätt anteckningen hos {who} med "{text}".'],
            "pl": ['Zastąp notatkę w kartotece ({who}) tekstem "{text}".'],
        },
        who=draw.name(person),
        text=text,
    )
    return record_done(draw, person, update_employee(caller.id, person, notes=text))


@template(family="employee_profile_write")
def colleague_moves_to_a_plant(draw: Draw) -> Drawn:
    """people/notes_and_moves.md: a move to another site leaves the department as it is."""
    caller = draw.ask_as(draw.pick(member_of(draw, draw.pick((PEOPLE, PEOPLE, BOARD)))))
    person = draw.pick(one for one in ordinary(draw) if one != caller)
    site = draw.pick(one for one in _PLANTS if one != person.location)
    draw.say(
        {
            "en": [
                "{who} moves to {nick}, please record that.",
                "Change the recorded location of {who}: it is {nick} now.",
                "The van is packed and the cat is in the basket: {who} is off to {nick} for good. "
                "Would you bring the register up to date?",
            ],
            "it": ["{who} si trasferisce a {city}: aggiorna la sede nel registro."],
            "pt": ["{who} muda-se para {city}. Atualiza a localização, por favor."],
        },
        who=draw.name(person),
        nick=_PLANTS[site],
        city=site.split(" –")[0],
    )
    return record_done(draw, person, update_employee(caller.id, person, location=site))


@template(family="employee_profile_write")
def colleague_changes_department(draw: Draw) -> Drawn:
    """people/notes_and_moves.md: the People Office and the board change departments."""
    into_board = draw.rng.random() < 0.3
    caller = draw.ask_as(draw.pick(member_of(draw, draw.pick((PEOPLE, PEOPLE, BOARD)))))
    person = draw.pick(one for one in ordinary(draw) if one != caller)
    departments = sorted({one.department for one in staff(draw)} - {BOARD, person.department})
    department = BOARD if into_board else draw.pick(departments)
    draw.say(
        {
            "en": [
                "Move {who} to the department {department}.",
                "{who} works for {department} from today on. Please change the record.",
                "There will be cake on Friday, since {who} leaves {old} for {department}. The "
                "register should know before the cake does.",
            ],
            "de": ["{who} wechselt in die Abteilung {department}, bitte im Register ändern."],
            "lv": ["Lūdzu, maini nodaļu: {who} turpmāk strādā nodaļā {department}."],
        },
        who=draw.name(person),
        department=department,
        old=person.department,
    )
    if into_board:
        return draw.deny()
    return record_done(draw, person, update_employee(caller.id, person, department=department))


@template(family="employee_profile_write")
def colleague_moves_to_a_closed_site(draw: Draw) -> Drawn:
    """people/notes_and_moves.md: a location that is not on the list is answered with a question."""
    draw.ask_as(draw.pick(member_of(draw, PEOPLE)))
    person = draw.pick(ordinary(draw))
    draw.say(
        {
            "en": [
                "Set the location of {who} to {town}.",
                "{who} moves to our site in {town}; please update the record.",
                "Postcards may go to {town} from now on, that is where {who} works. Can you "
                "change the site in the register?",
            ],
            "fr": ["{who} travaille désormais à {town} : change le site dans le registre."],
            "nl": ["Zet de locatie van {who} op {town}."],
        },
        who=draw.name(person),
        town=draw.pick(("Stavanger", "Hull", "Trieste", "Oslo", "Gdynia")),
    )
    return question_back(draw)


@template(family="employee_profile_write")
def own_profile(draw: Draw) -> Drawn:
    """people/crafts_and_keenness.md: people keep their own profile; "one up" adds 1."""
    caller = draw.ask_as(draw.pick(draw.scene.employees))
    craft = draw.pick(one for one in caller.skills if one.name in CRAFTS)
    keen = draw.pick(one for one in caller.wills if one.name in KEEN and one.level < 10)
    level = draw.pick(one for one in range(3, 9) if one != craft.level)
    draw.say(
        {
            "en": [
                "In my profile, set {craft} to {level} and put {keen} one up.",
                "{craft}: I am a {level} now. And {keen} goes one up. Please update me.",
                "Had a long think on the ferry. My {craft} is a {level}, honestly, and my {keen} "
                "should be one up. The rest is fine.",
            ],
            "da": ["Sæt „{craft}“ til {level} i min profil, og „{keen}“ én op."],
            "el": ["Στο προφίλ μου βάλε «{craft}» στο {level} και ανέβασε κατά ένα το «{keen}»."],
            "ja": ["私のプロフィールで「{craft}」を{level}にし、「{keen}」を1つ上げてください。"],
        },
        craft=CRAFTS[craft.name],
        keen=KEEN[keen.name],
        level=level,
    )
    skills = with_level(caller.skills, craft.name, level)
    wills = with_level(caller.wills, keen.name, keen.level + 1)
    return record_done(draw, caller, update_employee(caller.id, caller, skills=skills, wills=wills))


@template(family="dependent_write")
def salary_like_a_colleague(draw: Draw) -> Drawn:
    """people/pay_and_raises.md: the board reads all salaries and sets those of others."""
    caller = draw.ask_as(draw.pick(member_of(draw, BOARD)))
    person, model = draw.sample((one for one in staff(draw) if one.department != BOARD), 2)
    draw.need(person.salary != model.salary, "equal pay")
    draw.say(
        {
            "en": [
                "Give {who} the same salary as {model}.",
                "{who} should earn exactly what {model} earns. Set it.",
                "Fair is fair, my grandmother used to say. So {who} is to be paid like {model}, "
                "to the last euro.",
            ],
            "es": ["Iguala el sueldo de {who} al de {model}."],
            "sv": ["Sätt lönen för {who} till samma belopp som {model} har."],
        },
        who=draw.name(person),
        model=draw.name(model),
    )
    return record_done(draw, person, update_employee(caller.id, person, salary=model.salary))
