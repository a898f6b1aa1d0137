"""The page of a battle as one seat sees it, its stream, and its answers."""

from __future__ import annotations

import json
from typing import Annotated

from fastapi import APIRouter, Form, Header, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from markupsafe import Markup

from grognard.core.errors import Refused
from grognard.core.state import Order
from grognard.locale import T
from grognard.web.house import CallerIn, HouseIn, SeatIn
from grognard.web.live.hub import Audience
from grognard.web.people.seats import OBSERVER
from grognard.web.templating import page

router = APIRouter()
NO_BUFFER = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


@router.get("/b/{battle}")
def door(battle: str, asking: CallerIn) -> Response:
    """To the caller's own seat, or to where one looks on."""
    mine = asking.sittings(battle)
    return RedirectResponse(f"/b/{battle}/{mine[0].seat if mine else OBSERVER}", 303)


@router.get("/b/{battle}/{seat}", response_class=HTMLResponse)
def battle_page(request: Request, house: HouseIn, asking: CallerIn, sitting: SeatIn) -> Response:
    """The whole page; the stream goes on from it."""
    frame = house.hub.drawn(Audience(sitting.battle, sitting.eyes, asking.lang))
    with house.tables.reading(sitting.battle) as table:
        moment = table.moment()
    picture = Markup("".join((*frame.parts["picture"], "</svg>")))
    return page(request, "battle/page.html", moment=moment, seat=sitting.seat, frame=frame, picture=picture)


@router.get("/b/{battle}/{seat}/stream")
async def stream(
    house: HouseIn,
    asking: CallerIn,
    sitting: SeatIn,
    frame: str = "",
    last_event_id: Annotated[str, Header()] = "",
) -> StreamingResponse:
    """Server-sent events: what has changed since ``frame``, and then every change."""
    audience = Audience(sitting.battle, sitting.eyes, asking.lang)
    events = house.hub.stream(audience, last_event_id or frame)
    return StreamingResponse(events, media_type="text/event-stream", headers=NO_BUFFER)


@router.post("/b/{battle}/{seat}/answer")
def answer(
    house: HouseIn, sitting: SeatIn, question: Annotated[str, Form()], order: Annotated[str, Form()]
) -> Response:
    """An order for an open question, as JSON."""
    given = read_order(order)
    house.tables.act(sitting.battle, lambda game: game.submit(sitting.seat, question, given))
    return RedirectResponse(f"/b/{sitting.battle}/{sitting.seat}", 303)


def read_order(words: str) -> Order:
    """An order from JSON such as ``["attack", "d_knights"]``."""
    try:
        found = json.loads(words)
    except ValueError:
        found = None
    if not isinstance(found, list) or not found or not all(isinstance(one, str | int) for one in found):
        raise Refused("", T("'{order}' is no order", order=words[:80]), T('an order looks like ["hold"]'))
    return tuple(found)
