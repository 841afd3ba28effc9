"""Changes of wiki pages: ``systems/wiki.md`` has the rules."""

from agentic_solver.twin.drawing.draw import Draw, Drawn
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.drawing.writes import delete_page, rename_page, write_page
from agentic_solver.twin.entity import Employee
from agentic_solver.twin.suites.erc3_test.templates._house import House, linked

_FOLDERS = ("company/", "people/", "systems/", "clients/")
_TEXTS = (
    "The key of the cellar hangs behind the tuba.",
    "Ask for the second gate; the first one sings.",
    "No measurements on market days",
    "Bring ear plugs, and bring some for the client.",
    "Reports go out on Thursdays.",
)
_OLD_PAGES = {
    "tram_timetable": "# Trams of last winter\n\n- line 3 to the depot\n- line 7, never on time\n",
    "cake_debts": "# Who owes a cake\n\nNobody, since the bell broke.\n",
    "spare_phrases": "# Phrases nobody used\n\n- It hums, but kindly.\n- Louder than Sunday.\n",
}


def _old_page(draw: Draw, folder: str) -> tuple[str, str]:
    """Put a page into a folder; return its path and text."""
    stem = draw.pick(_OLD_PAGES)
    path, content = f"{folder}{stem}.md", _OLD_PAGES[stem]
    draw.scene.set_page(path, content)
    return path, content


def _editor(draw: Draw, path: str) -> Employee:
    """Let the owner of the folder of a page, or a partner, ask."""
    house = House(draw.scene)
    return draw.ask_as(draw.pick([house.owner(path), *house.of("Forte")]))


@template(family="wiki_write")
def editor_writes_a_page(draw: Draw) -> Drawn:
    """``systems/wiki.md``: owner and Forte create pages; quoted text is saved exactly like that."""
    path = f"{draw.pick(_FOLDERS)}{draw.pick(['roof_access', 'kitchen', 'parking'])}.md"
    editor = _editor(draw, path)
    text = draw.pick(_TEXTS)
    draw.say(
        {
            "en": [
                'Create the wiki page {path} with the text "{text}"',
                'We lack a page {path}. Its whole text is "{text}"; please save it.',
            ],
            "de": ['Leg im Wiki die Seite {path} an, mit genau diesem Text: "{text}"'],
            "fr": ['Crée la page {path} dans le wiki, avec le texte "{text}"'],
            "zh": ['请在维基中新建页面 {path}，内容为 "{text}"'],
        },
        path=path,
        text=text,
    )
    return draw.answer(
        "The page is there.",
        links=linked(wiki=path),
        writes=[write_page(editor.id, path, text)],
    )


@template(family="wiki_write")
def anybody_writes_in_scratch(draw: Draw) -> Drawn:
    """``systems/wiki.md``: in ``scratch/`` everybody signed in writes; saving replaces the page."""
    path, _ = _old_page(draw, "scratch/")
    me = draw.ask_as(draw.pick(House(draw.scene).of("Piano")))
    text = draw.pick(_TEXTS)
    draw.say(
        {
            "en": [
                'Replace everything on {path} by "{text}"',
                '{path} is of no use any more. Overwrite the whole page with "{text}"',
            ],
            "es": ['Sustituye todo el contenido de {path} por "{text}"'],
            "sv": ['Byt ut hela innehållet på {path} mot "{text}"'],
            "ja": ['{path} の内容をすべて "{text}" に置き換えてください。'],
        },
        path=path,
        text=text,
    )
    return draw.answer(
        "The page has the new text.",
        links=linked(wiki=path),
        writes=[write_page(me.id, path, text)],
    )


@template(family="wiki_write")
def anybody_adds_a_line(draw: Draw) -> Drawn:
    """``systems/wiki.md``: "add a line" keeps the page and puts the line at the end."""
    me = draw.ask_as(draw.pick(draw.scene.employees))
    path = f"scratch/{draw.pick(['lost_and_found', 'lunch_orders', 'borrowed_books'])}.md"
    old = "umbrella, blue\none glove\ncable of three metres\n"
    draw.scene.set_page(path, old)
    line = draw.pick(["thermos without lid", "tuning fork in A", "left boot, size 43"])
    draw.say(
        {
            "en": [
                'Add a line to {path}: "{line}"',
                'Put one more line on the page {path}, namely "{line}"',
            ],
            "de": ['Ergänze auf {path} eine Zeile: "{line}"'],
            "pl": ['Dopisz na stronie {path} wiersz "{line}"'],
            "nl": ['Zet er op {path} een regel bij: "{line}"'],
        },
        path=path,
        line=line,
    )
    write = write_page(me.id, path, f"{old}{line}\n", holds=f"{old}{line}")
    return draw.answer("The line is there.", links=linked(wiki=path), writes=[write])


@template(family="wiki_write")
def editor_deletes_a_page(draw: Draw) -> Drawn:
    """``rulebook/irreversible.md``: one named page outside ``rulebook/`` is deleted at once."""
    path, _ = _old_page(draw, draw.pick(_FOLDERS))
    editor = _editor(draw, path)
    draw.say(
        {
            "en": [
                "Delete the wiki page {path}.",
                "Nobody needs {path} any more, remove that page.",
            ],
            "it": ["Elimina la pagina {path} dal wiki."],
            "pt": ["Apaga a página {path} da wiki, já não serve."],
            "ja": ["ウィキのページ {path} を削除してください。"],
        },
        path=path,
    )
    return draw.answer("The page is gone.", writes=[delete_page(editor.id, path)])


@template(family="wiki_write")
def editor_renames_a_page(draw: Draw) -> Drawn:
    """``systems/wiki.md``: a page is renamed by copying its text and emptying the old page."""
    folder = draw.pick((*_FOLDERS, "scratch/"))
    path, content = _old_page(draw, folder)
    if folder == "scratch/":
        editor = draw.ask_as(draw.pick(draw.scene.employees))
    else:
        editor = _editor(draw, path)
    new = f"{folder}{draw.pick(['archive_2024', 'odds_and_ends', 'for_later'])}.md"
    draw.say(
        {
            "en": [
                "Rename the page {path} to {new}.",
                "The page {path} should be called {new} from now on.",
            ],
            "de": ["Benenne die Wiki-Seite {path} in {new} um."],
            "fr": ["Renomme la page {path} en {new}."],
            "sv": ["Sidan {path} ska heta {new}, döp om den."],
        },
        path=path,
        new=new,
    )
    return draw.answer("It is renamed.", writes=[rename_page(editor.id, path, new, content)])


@template(family="underspecified_change")
def page_about_a_client(draw: Draw) -> Drawn:
    """``clients/first_visit.md``: the file name of a page about a client is the client's id."""
    customer = draw.pick(draw.scene.customers)
    path = f"clients/{customer.id}.md"
    editor = _editor(draw, path)
    text = draw.pick(_TEXTS)
    draw.say(
        {
            "en": [
                'Make a wiki page about the client {client} with the text "{text}"',
                'Our client {client} has no page of its own in the wiki. Save one: "{text}"',
            ],
            "de": ['Leg die Wiki-Seite zum Kunden {client} an. Text: "{text}"'],
            "pt": ['Cria na wiki a página do cliente {client} com o texto "{text}"'],
        },
        client=draw.title(customer),
        text=text,
    )
    return draw.answer(
        "The page is there.",
        links=linked(wiki=path),
        writes=[write_page(editor.id, path, text)],
    )


@template(family="denied_write")
def stranger_edits_a_page(draw: Draw) -> Drawn:
    """``systems/wiki.md``: who is neither owner of the folder nor Forte is refused."""
    path = draw.pick(
        one for one in draw.scene.wiki.paths if one.startswith((*_FOLDERS, "rulebook/"))
    )
    house = House(draw.scene)
    owner = house.owner(path)
    draw.ask_as(draw.pick(one for one in house.of("Mezzo", "Piano") if one != owner))
    draw.say(
        {
            "en": [
                'Replace the page {path} by "{text}"',
                'Save "{text}" as the new text of {path}.',
            ],
            "es": ['Cambia el texto de la página {path} por "{text}"'],
            "it": ['Sostituisci il testo di {path} con "{text}"'],
            "pl": ['Zastąp treść strony {path} tekstem "{text}"'],
        },
        path=path,
        text=draw.pick(_TEXTS),
    )
    return draw.deny()


@template(family="denied_write")
def owner_deletes_a_page_of_the_rulebook(draw: Draw) -> Drawn:
    """``rulebook/irreversible.md``: pages of ``rulebook/`` are neither deleted nor renamed."""
    path = draw.pick(one for one in draw.scene.wiki.paths if one.startswith("rulebook/"))
    _editor(draw, path)
    if draw.rng.random() < 0.5:
        draw.say(
            {
                "en": ["Delete {path}, nobody reads it.", "The page {path} can go. Delete it."],
                "fr": ["Supprime la page {path} du wiki."],
                "nl": ["Verwijder de wikipagina {path}, alsjeblieft."],
            },
            path=path,
        )
    else:
        draw.say(
            {
                "en": ["Rename {path} to {new}.", "{path} deserves a better name: {new}."],
                "fr": ["Renomme la page {path} en {new}."],
                "nl": ["Hernoem de wikipagina {path} naar {new}."],
            },
            path=path,
            new=f"rulebook/{draw.pick(['score', 'libretto', 'overture'])}.md",
        )
    return draw.deny()
