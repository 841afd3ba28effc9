"""Tasks that write, rename or delete pages of the house wiki, and refusals of such."""

from dataclasses import replace

from agentic_solver.contracts.model import JsonObject
from agentic_solver.twin.drawing.draw import Draw, Drawn, contain
from agentic_solver.twin.drawing.reference import Write
from agentic_solver.twin.drawing.template import template
from agentic_solver.twin.drawing.writes import delete_page, rename_page, write_page
from agentic_solver.twin.expectation import Change
from agentic_solver.twin.suites.erc3_prod.templates._writing import (
    ACCOUNTS,
    BOARD,
    CONTRACT,
    LEDGER,
    PEOPLE,
    WORKSHOP,
    member_of,
    question_back,
    staff,
)

_STORES = "Shipping & Stores"
_SECTIONS = {"people": PEOPLE, "market": ACCOUNTS, "operations": _STORES, "systems": WORKSHOP}
_PLANTS = {
    "plants/aalborg.md": "Aalborg – Head Works",
    "plants/liepaja.md": "Liepāja – Rope Plant",
    "plants/volos.md": "Volos – Netting Plant",
}
_TEXTS = (
    "Lost: one left glove, size 9.",
    "Kettle descaled, cups counted.",
    "The key to the roof hangs behind the door.",
    "Mondays at nine: five minutes of silence.",
)
_LINES = (
    "Who takes the last cup makes the next pot.",
    "Wet coats hang in the corridor.",
    "Bicycles stay outside.",
)
_STEMS = ("gloves", "tea_round", "roof_key", "monday_minutes", "stair_light")


def _line_added(by: str, path: str, old: str, line: str) -> Write:
    """Add a line at the end; whether a line break closes the page is left open."""
    write = write_page(by, path, f"{old}{line}\n")
    where: JsonObject = {"path": path, "content": {"contains": f"{old}{line}"}}
    return replace(write, changes=(Change(event="WikiArticleUpdated", where=where),))


def _page(draw: Draw, path: str) -> str:
    content = draw.scene.wiki.get(path)
    draw.need(bool(content), f"no page {path}")
    return str(content)


def _done(path: str, draw: Draw, *writes: Write) -> Drawn:
    """End a change of a page: it links the page."""
    return draw.answer("Done.", links={"wiki": contain(path)}, writes=writes)


@template(family="wiki_write")
def owner_makes_a_page(draw: Draw) -> Drawn:
    """systems/house_wiki.md: owners write their section; quoted text is saved to the letter."""
    section = draw.pick((*_SECTIONS, "notebook"))
    people = staff(draw) if section == "notebook" else member_of(draw, _SECTIONS[section])
    caller = draw.ask_as(draw.pick(draw.pick((people, people, member_of(draw, BOARD)))))
    path, text = f"{section}/{draw.pick(_STEMS)}.md", draw.pick(_TEXTS)
    draw.say(
        {
            "en": [
                'Make a wiki page {path} with the text "{text}".',
                'Please create {path}. Its whole content: "{text}"',
                "Everybody keeps asking me the same thing, I can't hear it any more. Put it on a "
                'page {path}, word for word: "{text}"',
            ],
            "de": ['Leg die Wiki-Seite {path} mit diesem Text an: "{text}"'],
            "pl": ['Utwórz stronę wiki {path} o treści "{text}".'],
        },
        path=path,
        text=text,
    )
    return _done(path, draw, write_page(caller.id, path, text))


@template(family="wiki_write")
def line_for_a_page(draw: Draw) -> Drawn:
    """systems/house_wiki.md: to add a line, the old text stays and the line follows at the end."""
    pages = {
        "operations/dispatch.md": _STORES,
        "operations/planning_round.md": _STORES,
        "people/sample_profiles.md": PEOPLE,
        "market/clients_and_markets.md": ACCOUNTS,
        "systems/landscape.md": WORKSHOP,
        "systems/time_sheets.md": LEDGER,
    }
    path = draw.pick(pages)
    caller = draw.ask_as(draw.pick(member_of(draw, pages[path])))
    line = draw.pick(_LINES)
    draw.say(
        {
            "en": [
                'Add the line "{line}" at the end of {path}.',
                '{path} needs one more line, as the last one: "{line}"',
                "We voted on it, eleven to two, and the two were asleep. So this goes below "
                'everything else on the page {path}: "{line}"',
            ],
            "es": ['Añade al final de la página {path} esta línea: "{line}"'],
            "sv": ['Lägg till raden "{line}" sist på sidan {path}.'],
        },
        path=path,
        line=line,
    )
    return _done(path, draw, _line_added(caller.id, path, _page(draw, path), line))


@template(family="wiki_write")
def plant_page_is_kept_by_its_plant(draw: Draw) -> Drawn:
    """systems/house_wiki.md: each page of plants/ is edited by the staff recorded at the plant."""
    path = draw.pick(_PLANTS)
    own = draw.rng.random() < 0.5
    caller = draw.ask_as(
        draw.pick(
            one
            for one in staff(draw)
            if (one.location == _PLANTS[path]) == own and one.department != BOARD
        )
    )
    line = draw.pick(_LINES)
    draw.say(
        {
            "en": [
                'Put "{line}" as a new last line on the page {path}.',
                'Please add to {path}, at the very end: "{line}"',
                "My aunt says a rule is only a rule once it hangs on the wall. Our wall is the "
                'wiki, so add this line to {path}: "{line}"',
            ],
            "fr": ['Ajoute cette ligne à la fin de la page {path} : "{line}"'],
            "da": ['Tilføj linjen "{line}" nederst på siden {path}.'],
        },
        path=path,
        line=line,
    )
    if not own:
        return draw.deny()
    return _done(path, draw, _line_added(caller.id, path, _page(draw, path), line))


@template(family="wiki_write")
def notebook_page_is_deleted(draw: Draw) -> Drawn:
    """systems/house_wiki.md: all staff own the notebook; an empty text deletes a page."""
    caller = draw.ask_as(draw.pick(staff(draw)))
    path = f"notebook/{draw.pick(_STEMS)}.md"
    draw.scene.set_page(path, f"# For a while\n\n{draw.pick(_TEXTS)}\n")
    draw.say(
        {
            "en": [
                "Delete the wiki page {path}.",
                "{path} has served its purpose, please take it off the wiki.",
                "Spring cleaning, and I start with my conscience. The page {path} is nonsense: "
                "away with it.",
            ],
            "it": ["Elimina la pagina {path} dal wiki."],
            "lv": ["Lūdzu, izdzēs viki lapu {path}."],
        },
        path=path,
    )
    return draw.answer("It is deleted.", writes=[delete_page(caller.id, path)])


@template(family="rename_page")
def owner_renames_a_page(draw: Draw) -> Drawn:
    """systems/house_wiki.md: the text is copied unchanged, then the old page is emptied."""
    pages = {
        "operations/dispatch.md": _STORES,
        "operations/planning_round.md": _STORES,
        "people/sample_profiles.md": PEOPLE,
        "market/clients_and_markets.md": ACCOUNTS,
        "systems/tally_archive.md": WORKSHOP,
    }
    old = draw.pick(pages)
    caller = draw.ask_as(draw.pick(member_of(draw, draw.pick((pages[old], pages[old], BOARD)))))
    suffix = draw.pick(("reworked", "handbook", "for_everybody"))
    new = old.replace(".md", f"_{suffix}.md")
    draw.say(
        {
            "en": [
                "Rename the wiki page {old} to {new}.",
                "{old} should be called {new} from now on.",
                "Names matter, my old teacher used to say. The page {old} has the wrong one; the "
                "right one is {new}.",
            ],
            "nl": ["Hernoem de wikipagina {old} naar {new}."],
            "pt": ["Muda o nome da página {old} para {new}."],
            "ja": ["Wikiページ {old} の名前を {new} に変更してください。"],
        },
        old=old,
        new=new,
    )
    return _done(new, draw, rename_page(caller.id, old, new, _page(draw, old)))


@template(family="rename_page")
def page_moves_to_another_section(draw: Draw) -> Drawn:
    """systems/house_wiki.md: to rename a page one needs the right to write at both paths."""
    stem = draw.pick(_STEMS)
    home = draw.pick(("people", "market", "operations"))
    old, target = f"{home}/{stem}.md", draw.pick(("notebook", "notebook", "company", "plants"))
    new, content = f"{target}/{stem}.md", f"# A small matter\n\n{draw.pick(_TEXTS)}\n"
    draw.scene.set_page(old, content)
    caller = draw.ask_as(draw.pick(member_of(draw, _SECTIONS[home])))
    draw.say(
        {
            "en": [
                "Move the page {old} to {new}.",
                "Rename {old}: the new path is {new}, the text stays as it is.",
                "Whoever put that there was new, I suppose (it was me). The page {old} belongs at "
                "{new}. Could you move it?",
            ],
            "de": ["Verschieb die Seite {old} nach {new}."],
            "el": ["Μετακίνησε τη σελίδα {old} στη θέση {new}."],
        },
        old=old,
        new=new,
    )
    if target != "notebook":
        return draw.deny()
    return _done(new, draw, rename_page(caller.id, old, new, content))


@template(family="conflicting_request")
def page_deleted_and_kept(draw: Draw) -> Drawn:
    """systems/desk_assistant.md: after rights and means comes whether the request is clear."""
    draw.ask_as(draw.pick(staff(draw)))
    path = f"notebook/{draw.pick(_STEMS)}.md"
    draw.scene.set_page(path, f"# Both ways\n\n{draw.pick(_TEXTS)}\n")
    draw.say(
        {
            "en": [
                "Delete the page {path} and leave it on the wiki exactly as it is.",
                "The wiki page {path} is to be removed, and it must stay where it is, word for "
                "word.",
                "My left hand wants the page {path} gone from the wiki, my right hand wants it "
                "kept there unchanged. Please do justice to both.",
            ],
            "fr": ["Supprime la page {path} du wiki et garde-la telle quelle au même endroit."],
            "pl": ["Usuń z wiki stronę {path} i zostaw ją tam bez żadnych zmian."],
        },
        path=path,
    )
    return question_back(draw)


@template(family="denied_write")
def stranger_writes_a_page(draw: Draw) -> Drawn:
    """systems/house_wiki.md: everybody who is not named for a section is refused."""
    path = draw.pick(
        (
            "company/sites.md",
            "people/notes_and_moves.md",
            "market/clients_and_markets.md",
            "operations/dispatch.md",
            "systems/time_sheets.md",
            "notebook/gloves.md",
        )
    )
    owners = {path: _SECTIONS.get(path.split("/")[0]), "systems/time_sheets.md": LEDGER}
    # For the time sheets the Digital Workshop asks, for the notebook a contract partner.
    people = {
        "systems/time_sheets.md": member_of(draw, WORKSHOP),
        "notebook/gloves.md": member_of(draw, CONTRACT),
    }.get(path, [one for one in staff(draw) if one.department not in (BOARD, owners[path])])
    draw.ask_as(draw.pick(people))
    draw.say(
        {
            "en": [
                'Write "{text}" at the end of the wiki page {path}.',
                'The page {path} should also say "{text}". Please put it there.',
                "Just a tiny thing, it will not hurt anybody, and everyone on my floor agrees: "
                '"{text}" has to go on {path}.',
            ],
            "fr": ["Écris « {text} » à la fin de la page wiki {path}."],
            "sv": ['Skriv "{text}" sist på wikisidan {path}.'],
        },
        path=path,
        text=draw.pick(_TEXTS),
    )
    return draw.deny()


@template(family="denied_write")
def plant_staff_make_a_new_page(draw: Draw) -> Drawn:
    """systems/house_wiki.md: a new page in plants/ is made by the board alone."""
    path = f"plants/{draw.pick(_STEMS)}.md"
    sites = tuple(_PLANTS.values())
    draw.ask_as(
        draw.pick(one for one in staff(draw) if one.location in sites and one.department != BOARD)
    )
    draw.say(
        {
            "en": [
                'Create the wiki page {path} with the text "{text}".',
                'We at the plant want a page of our own, {path}, saying "{text}".',
                "The foreman is all for it and so is the cat. Start a page {path} for us; for "
                'now "{text}" will do.',
            ],
            "nl": ['Maak de wikipagina {path} aan met de tekst "{text}".'],
            "es": ['Crea la página {path} en el wiki con el texto "{text}".'],
        },
        path=path,
        text=draw.pick(_TEXTS),
    )
    return draw.deny()
