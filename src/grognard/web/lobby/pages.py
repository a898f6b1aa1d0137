"""Pages of the lobby."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from grognard.core.errors import Refused
from grognard.core.state import UMPIRE
from grognard.locale import T
from grognard.rulebooks import shelf
from grognard.web.house import CallerIn, HouseIn
from grognard.web.people import sit_down
from grognard.web.people.seats import take_seat
from grognard.web.store import Battle
from grognard.web.tables import DEFAULT, PERSON
from grognard.web.templating import page

router = APIRouter()


@router.get("/", response_class=HTMLResponse)
def lobby(request: Request, asking: CallerIn) -> Response:
    """Scenarios to begin, and the caller's battles."""
    books = [
        (book, {key: book.read_setup(path) for key, path in book.scenarios().items()})
        for book in shelf.books()
    ]
    with asking.house.store.reading() as db:
        mine = [(one, db.get(Battle, one.battle)) for one in asking.sittings()]
    return page(request, "lobby/index.html", books=books, mine=mine)


@router.post("/battles")
def begin(
    house: HouseIn,
    asking: CallerIn,
    book: Annotated[str, Form()],
    scenario: Annotated[str, Form()],
    seat: Annotated[str, Form()] = "",
) -> Response:
    """Begin a shipped scenario against the computer: the caller holds ``seat`` (the first player's without it)."""
    found = shelf.book(book)
    path = found.scenarios().get(scenario)
    if path is None:
        raise Refused("", T("the book '{book}' has no scenario '{scenario}'", book=book, scenario=scenario))
    setup: Any = found.read_setup(path)
    players = [one.id for one in setup.seats if one.kind == "player"]
    seat = seat or players[0]
    holders = {one.id: "doctrine" for one in setup.seats} | {seat: PERSON, UMPIRE: DEFAULT}
    visitor = asking.known()
    battle = house.tables.create(found, setup, holders, host=visitor.id)
    with house.store.writing() as db:
        take_seat(db, house.settings.secret, battle, seat, visitor)
    return RedirectResponse(f"/b/{battle}/{seat}", 303)


@router.get("/join/{word}")
def join(word: str, house: HouseIn, asking: CallerIn) -> Response:
    """Take the seat that the link opens. The address with the link in it is left at once."""
    sitting = sit_down(house.store, house.settings.secret, word, asking.known())
    return RedirectResponse(f"/b/{sitting.battle}/{sitting.seat}", 303)
