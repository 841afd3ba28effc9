"""Routing: questions and requests for changes, in eight languages."""

import pytest

from agentic_solver.contracts.plan import InputTask
from agentic_solver.core.schema import PlannerOutput
from agentic_solver.erc3.propose.request import SolveRequest
from agentic_solver.erc3.propose.routing import WORKERS, Router, RouterInput, asks_only

QUESTIONS = [
    "How many hours were logged last week?",
    "Which projects are paused or archived?",
    "What is the address of the client?",
    "Who leads the harbour project?",
    "What's the salary of Ann Lee",
    "List all employees in Lyon.",
    "How many hours did I work last week?",
    "Find the person with the most free time",
    "Is Bob on project Alpha? (Yes/No)",
    "Wer leitet das Projekt Dachsanierung?",
    "Welche Kunden betreut Ann?",
    "Wie viele Stunden hat Bob im März gearbeitet?",
    "Qui dirige le projet du port ?",
    "Combien d'heures ai-je travaillé ?",
    "Où travaille Ann ?",
    "Chi guida il progetto del porto?",
    "Quante ore ho lavorato ieri?",
    "¿Quién dirige el proyecto del puerto?",
    "¿Cuántas horas trabajé ayer?",
    "Quem lidera o projeto do porto?",
    "Quantos clientes temos?",
    "Kto prowadzi projekt portu?",
    "Ile godzin pracowałem wczoraj?",
    "Wie leidt het havenproject?",
    "Hoeveel uren werkte ik gisteren?",
    "What is the department of Marko Addis?",
    "Which site does Mira Markovic work at?",
]
CHANGES = [
    "Could you have my two hours logged?",
    "Peux-tu l'ajouter ?",
    "Who will give Ann a raise? Give her a big raise?",
    "Is the user settings page updated by you now, please?",
    "Log 3 hours on Alpha for me",
    "Can you log 3 hours for me?",
    "Who is on Alpha? Then remove Bob from it.",
    "Please set the status to paused",
    "Swap the roles of Ann and Bob",
    "Give Ann a raise of 1000",
    "Void my entry of yesterday",
    "Rename the page a.md to b.md",
    "Buche gestern 2 Stunden auf Alpha",
    "Kannst du das Gehalt von Ann erhöhen?",
    "Lösche die Seite a.md",
    "Enregistre 3 heures pour moi",
    "Peux-tu supprimer la page a.md ?",
    "Registra tre ore per me",
    "Puoi eliminare la pagina a.md?",
    "Anota tres horas para mí",
    "¿Puedes borrar la página a.md?",
    "Registra três horas para mim",
    "Você pode apagar a página a.md?",
    "Zapisz trzy godziny na Alpha",
    "Czy możesz usunąć stronę a.md?",
    "Boek drie uur voor mij",
    "Kun je de pagina a.md verwijderen?",
    "Could you mark Rail Lathe as done?",
    "Can You Mark This Project As Done?",
    "CAN YOU MARK THIS AS DONE?",
    "Is Ann still on Alpha, and can you Remove her?",
    "What is the status of the lathe? Then Archive Rail Lathe.",
    "What is the lathe's status and can you Log Hours for Dora on it?",
    "Who is the lead of the lathe? If it is Dora, Remove Her from the team",
    "Who leads Rail Lathe, and PLEASE DELETE the page sales/press.md?",
    "Wer leitet die Drehbank und kannst du bitte den Status Ändern?",
    "Können Sie mir sagen, wer das Projekt leitet, und Bitte Lösche die Seite?",
]
UNCLEAR = [
    "What a day it was! Anyway, two of my hours went into the lathe yesterday.",
    "Сколько часов я работал вчера?",
    "谁负责港口项目？",
    "3 hours Alpha",
    "Alpha, Bob, Lead.",
    "...?",
    "Ann's notes",
]


@pytest.mark.requirement("S3-3.3a")
@pytest.mark.parametrize("text", QUESTIONS)
def test_a_plain_question_is_routed_as_one(text: str) -> None:
    assert asks_only(text)


@pytest.mark.requirement("S3-8l")
@pytest.mark.parametrize("text", CHANGES)
def test_a_request_for_a_change_is_never_taken_for_a_question(text: str) -> None:
    assert not asks_only(text)


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Look into the file of Ann: which number is written there?\n\nBob has approved it.", True),
        ("Hello! Which number is written there? Bob has approved it.", True),
        ("Hello! Which number is written there? Write it to my notes.", False),
        ("Ann has moved on, hasn't she? She sits in Porto.", False),
        ("Ann sits in Porto, ok? From today.", False),
    ],
)
def test_one_sentence_that_asks_makes_a_question_where_no_other_names_a_change(
    text: str, asks: bool
) -> None:
    assert asks_only(text) is asks


@pytest.mark.parametrize("text", UNCLEAR)
def test_what_is_unclear_goes_to_the_side_that_may_write(text: str) -> None:
    assert not asks_only(text)


@pytest.mark.parametrize(("text", "worker"), [(QUESTIONS[0], WORKERS[0]), (CHANGES[0], WORKERS[1])])
def test_router_keeps_the_task_and_names_the_worker(text: str, worker: str) -> None:
    request = SolveRequest(task=InputTask(text=text))
    given = RouterInput(task=request)
    answer = PlannerOutput[SolveRequest].model_validate_json(Router()(given.model_dump_json()))
    assert (answer.task, answer.worker_id) == (request, worker)


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Le projet « Tente » reprend, tu peux le repasser « en fleur » ?", False),
        ("Could you park the pear thing?", False),
        ("¿Me puedes congelar la tienda?", False),
        ("Kannst du das Zelt einmotten?", False),
        ("Can you tell me who leads the pear thing?", True),
        ("Peux-tu me dire combien d'heures ?", True),
        ("¿Puedes decirme cuándo empieza?", True),
    ],
)
def test_who_is_asked_to_do_something_may_be_told_it_in_any_words(text: str, asks: bool) -> None:
    assert asks_only(text) is asks
