"""Invitations: whoever opens a link is told what it is and sits down by a button, so that programs which look at
links in messages take no seat."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from grognard.locale import Name
from grognard.show.speech import clean
from grognard.web.house import CallerIn, HouseIn
from grognard.web.people.names import sketch
from grognard.web.people.seats import holds, open_link, sit_down
from grognard.web.store import Battle, Seat
from grognard.web.tables import NoSuchBattle
from grognard.web.templating import page

router = APIRouter()
LONGEST_NAME = 60


@router.get("/join/{word}", response_class=HTMLResponse)
def invitation(request: Request, word: str, house: HouseIn, asking: CallerIn) -> Response:
    """What the link opens; who sits there already goes in at once."""
    with house.store.reading() as db:
        link = open_link(db, house.settings.secret, word)
        battle, seat = db.get(Battle, link.battle_id), db.get(Seat, (link.battle_id, link.seat))
        inside = asking.visitor is not None and holds(db, asking.visitor, link.battle_id, link.seat)
    if battle is None:
        raise NoSuchBattle(link.battle_id)
    if inside:
        return RedirectResponse(f"/b/{link.battle_id}/{link.seat}", 303)
    return page(
        request,
        "people/join.html",
        word=word,
        title=Name(**battle.title),
        seat=sketch(house.store, battle.id).words(link.seat),
        hand_over=link.hand_over,
        called=seat.called if seat else "",
    )


@router.post("/join/{word}")
def join(word: str, house: HouseIn, asking: CallerIn, called: Annotated[str, Form()] = "") -> Response:
    """Take the seat that the link opens. The address with the link in it is left at once."""
    name = clean(called).strip()[:LONGEST_NAME]
    sitting = sit_down(house.store, house.settings.secret, word, asking.known(), name)
    house.tables.changed(sitting.battle)
    return RedirectResponse(f"/b/{sitting.battle}/{sitting.seat}", 303)
