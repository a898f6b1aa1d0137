"""Rule books, their scenarios and their paragraphs. No token is needed."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Query
from fastapi.responses import Response

from grognard.core.errors import Refused
from grognard.core.state import Setup
from grognard.files import Problems
from grognard.locale import LANGUAGES, T
from grognard.rulebooks import shelf
from grognard.rulebooks.book import Book
from grognard.rulebooks.rules_text import Paragraph
from grognard.web.api import models
from grognard.web.api.kit import AskingIn, Missing, room
from grognard.web.lobby.cards import picture
from grognard.web.lobby.draft import ARMY, HOUSE, MAP, SCENARIO, TABLES, Draft, read, usual
from grognard.web.lobby.options import PREFIX, fields

router = room("", "books")
Id = Annotated[str, Path(max_length=60)]


def named(name: Any) -> models.Named:
    """A name in every language."""
    return models.Named(en=name.en, ru=name.ru)


def sides(setup: Setup) -> list[models.SideOfSetup]:
    return [models.SideOfSetup(id=one.id, name=named(one.name)) for one in setup.sides]


def seats(setup: Setup) -> list[models.SeatOfSetup]:
    return [models.SeatOfSetup(id=one.id, side=one.side, kind=one.kind) for one in setup.seats]


def _card(book: Book) -> models.BookCard:
    return models.BookCard(
        id=book.id, name=named(book.name), version=book.version, scenarios=list(book.scenarios())
    )


@router.get("/books")
def books() -> list[models.BookCard]:
    """All rule books on the shelf."""
    return [_card(one) for one in shelf.books()]


@router.get("/books/{book}")
def book(book: Id) -> models.BookCard:
    """One book with the ids of its scenarios."""
    return _card(shelf.book(book))


@router.get("/books/{book}/scenarios/{scenario}")
def scenario(book: Id, scenario: Id) -> models.Scenario:
    """A ready-made battle with its file."""
    found = shelf.book(book)
    path = found.scenarios().get(scenario)
    if path is None:
        raise Missing(T("the book '{book}' has no scenario '{scenario}'", book=book, scenario=scenario))
    setup: Any = found.read_setup(path)
    return models.Scenario(
        book=book,
        id=scenario,
        name=named(setup.name),
        sides=sides(setup),
        seats=seats(setup),
        text=path.read_text(encoding="utf-8"),
    )


@router.get(
    "/books/{book}/scenarios/{scenario}/picture.svg",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}},
)
def scenario_picture(asking: AskingIn, book: Id, scenario: Id) -> Response:
    """The table before the battle as everybody may see it."""
    found = picture(book, scenario, asking.lang)
    if found is None:
        raise Missing(T("the book '{book}' has no scenario '{scenario}'", book=book, scenario=scenario))
    return Response(found, media_type="image/svg+xml", headers={"Content-Encoding": "gzip"})


def setup_of(wanted: models.Setting) -> Any:
    """The setup; raises Problems. No file of this machine is read for it."""
    book = shelf.book(wanted.book)
    if wanted.scenario and wanted.scenario not in book.scenarios():
        facts = {"book": book.id, "scenario": wanted.scenario}
        raise Missing(T("the book '{book}' has no scenario '{scenario}'", **facts))
    texts = {SCENARIO: wanted.text, HOUSE: wanted.house_rules, TABLES: wanted.tables, MAP: wanted.map}
    armies = {f"{ARMY}{seat}": text for seat, text in wanted.armies.items()}
    form = {f"{PREFIX}{key}": str(value) for key, value in wanted.options.items()}
    unknown = set(wanted.options) - {one.id for one in fields(usual(book), {})}
    if unknown:
        raise Refused("", T("the book '{book}' has no option '{option}'", book=book.id, option=min(unknown)))
    return read(Draft(book, wanted.scenario, {**texts, **armies}, form))


@router.post("/check")
def check(asking: AskingIn, wanted: models.Setting) -> models.Checked:
    """Everything that is wrong with a battle's files."""
    try:
        setup_of(wanted)
    except Problems as error:
        faults = [
            models.Fault(
                line=one.line,
                column=one.column,
                message=one.message.say(asking.lang),
                clause=one.clause or "",
            )
            for one in error.problems
        ]
        return models.Checked(good=False, problems=faults)
    return models.Checked(good=True, problems=[])


def _paragraph(one: Paragraph) -> models.Paragraph:
    return models.Paragraph(clause=one.clause, chapter=one.chapter, text=one.text)


@router.get("/books/{book}/rules")
def rules(
    asking: AskingIn, book: Id, search: Annotated[str, Query(max_length=200)] = ""
) -> list[models.Paragraph]:
    """The printed rules paragraph by paragraph; ``search``: those with all of these words."""
    text = shelf.book(book).rules_text(asking.lang)
    found = text.search(search) if search.strip() else tuple(text.paragraphs.values())
    return [_paragraph(one) for one in found]


@router.get("/books/{book}/rules/{clause}")
def paragraph(asking: AskingIn, book: Id, clause: Id) -> models.Paragraph:
    """One paragraph, as every line of a log names it."""
    found = shelf.book(book).rules_text(asking.lang).paragraphs.get(clause)
    if found is None:
        raise Missing(T("the book '{book}' has no paragraph '{clause}'", book=book, clause=clause))
    return _paragraph(found)


@router.get("/languages")
def languages() -> list[str]:
    """Languages that ``?lang=`` may ask for."""
    return list(LANGUAGES)
