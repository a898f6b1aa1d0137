"""Pages of the lobby."""

from __future__ import annotations

import gzip
import hashlib
from typing import Annotated, Any

from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from grognard.core.errors import Refused
from grognard.core.state import UMPIRE
from grognard.locale import LANGUAGES, T
from grognard.rulebooks import shelf
from grognard.web.house import CallerIn, HouseIn
from grognard.web.lobby.cards import cards, corners, picture
from grognard.web.lobby.mine import MANY, check_pace, my_battles, open_battles
from grognard.web.people.seats import take_seat
from grognard.web.tables import DEFAULT, PERSON
from grognard.web.templating import page

router = APIRouter()


@router.get("/", response_class=HTMLResponse)
def lobby(request: Request, house: HouseIn, asking: CallerIn, all: str = "") -> Response:
    """Scenarios to begin, and the caller's battles."""
    sittings = asking.sittings()
    books = [(book, cards(book.id)) for book in shelf.books()]
    rows = my_battles(house.store, asking.visitor, sittings)
    return page(
        request,
        "lobby/index.html",
        books=books,
        first=min((card for _, found in books for card in found), key=lambda card: card.weight, default=None),
        mine=rows if all else rows[:MANY],
        more=0 if all else max(0, len(rows) - MANY),
        watched=open_battles(house.store, sittings),
    )


@router.get("/scenarios/{book}/{scenario}.svg")
def small_picture(request: Request, book: str, scenario: str, lang: str = "en") -> Response:
    """The table of a ready-made scenario before the battle."""
    found = picture(book, scenario, lang if lang in LANGUAGES else "en")
    if found is None:
        raise HTTPException(404)
    tag = f'"{hashlib.sha256(found).hexdigest()[:16]}"'
    headers = {"Cache-Control": "max-age=3600", "ETag": tag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(found), media_type="image/svg+xml", headers=headers)
    return Response(found, media_type="image/svg+xml", headers={**headers, "Content-Encoding": "gzip"})


@router.post("/battles")
def begin(
    house: HouseIn,
    asking: CallerIn,
    book: Annotated[str, Form()],
    scenario: Annotated[str, Form()],
    seat: Annotated[str, Form()] = "",
    tour: Annotated[str, Form()] = "",
) -> Response:
    """Begin a shipped scenario against the computer: the caller holds ``seat`` (the first side's without it).
    ``tour``: he is led through his first turn."""
    check_pace(house.store, asking.visitor)
    found = shelf.book(book)
    path = found.scenarios().get(scenario)
    if path is None:
        raise Refused("", T("the book '{book}' has no scenario '{scenario}'", book=book, scenario=scenario))
    setup: Any = found.read_setup(path)
    seat = seat or corners(setup)[0].seat
    if seat not in [one.id for one in setup.seats]:
        raise Refused("", T("the scenario '{scenario}' has no seat '{seat}'", scenario=scenario, seat=seat))
    holders = {one.id: "doctrine" for one in setup.seats} | {seat: PERSON, UMPIRE: DEFAULT}
    visitor = asking.known()
    battle = house.tables.create(found, setup, holders, host=visitor.id)
    with house.store.writing() as db:
        take_seat(db, house.settings.secret, battle, seat, visitor)
    return RedirectResponse(f"/b/{battle}/{seat}{'?tour=1' if tour else ''}", 303)
