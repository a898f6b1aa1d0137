"""``/b/BATTLE/SEAT/seats``: who sits where, invitations, hand-over."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from grognard.core.state import UMPIRE
from grognard.locale import Name
from grognard.web.computers import PLAYERS
from grognard.web.house import Caller, CallerIn, HouseIn, SeatIn
from grognard.web.people.seating import HOLDERS, do, may_invite, places
from grognard.web.store import Battle
from grognard.web.tables import NoSuchBattle
from grognard.web.templating import page

router = APIRouter()


@router.get("/b/{battle}/{seat}/seats", response_class=HTMLResponse)
def seats_page(request: Request, house: HouseIn, asking: CallerIn, sitting: SeatIn) -> Response:
    """All seats, and what the caller may do about them."""
    with house.store.reading() as db:
        row = db.get(Battle, sitting.battle)
        inviting = may_invite(db, asking.visitor, sitting.battle)
    if row is None:
        raise NoSuchBattle(sitting.battle)
    return page(
        request,
        "people/seats.html",
        battle=row.id,
        title=Name(**row.title),
        seat=sitting.seat,
        places=places(house, row.id, asking.visitor),
        inviting=inviting,
        public=row.public,
        holders=HOLDERS,
        computers=tuple(PLAYERS),
        umpire=UMPIRE,
        address=f"{_origin(request, asking)}/join/",
    )


def _origin(request: Request, asking: Caller) -> str:
    """How the world calls this server."""
    return asking.house.settings.address or f"{request.url.scheme}://{request.url.netloc}"


@router.post("/b/{battle}/{seat}/seats")
def change_seats(
    house: HouseIn,
    asking: CallerIn,
    sitting: SeatIn,
    deed: Annotated[str, Form()],
    target: Annotated[str, Form()],
    words: Annotated[str, Form()] = "",
) -> Response:
    """One deed (see ``seating.DEEDS``) about the seat ``target``."""
    do(house, sitting.battle, asking.known(), deed, target, words)
    return RedirectResponse(f"/b/{sitting.battle}/{sitting.seat}/seats#seat-{target}", 303)
