"""The page of a battle as one seat sees it, its stream, and its earlier moments."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup

from grognard.locale import T, translate
from grognard.show.as_html import part
from grognard.web.battle.panel import may_answer, panel, seat_words
from grognard.web.battle.sight import Sight
from grognard.web.battle.svg import whole
from grognard.web.house import Caller, CallerIn, House, HouseIn, SeatIn
from grognard.web.live.hub import Audience, Frame
from grognard.web.live.stream import EventStream
from grognard.web.people import OBSERVER, Sitting
from grognard.web.templating import fragment, page

router = APIRouter()
WORDS = {
    "lost": T("The line is lost. Trying again …"),
    "back": T("The line is back."),
    "moment": T("Moment {step} of {last}"),
    "play": T("play"),
    "pause": T("pause"),
    "showing": T("Answers about {piece}"),
    "all": T("show all"),
    "none": T("no answer fits"),
    "selected": T("chosen: {piece}"),
    "failed": T("No answer came. Try again: an order that is sent twice counts once."),
}
"""What the script says."""


@router.get("/b/{battle}")
def door(battle: str, asking: CallerIn) -> Response:
    """To the caller's own seat, or to where one looks on."""
    mine = asking.sittings(battle)
    return RedirectResponse(f"/b/{battle}/{mine[0].seat if mine else OBSERVER}", 303)


@router.get("/b/{battle}/{seat}", response_class=HTMLResponse)
def battle_page(
    request: Request,
    house: HouseIn,
    asking: CallerIn,
    sitting: SeatIn,
    at: Annotated[int, Query(ge=0)] = 0,
    unit: str = "",
    q: str = "",
    tour: str = "",
) -> Response:
    """The whole page; the stream goes on from it. ``at``: an earlier moment, ``unit``: a piece to look at, ``q``: the
    question to show where several are open."""
    return whole_page(request, house, asking, sitting, at=at, unit=unit, q=q, tour=bool(tour))


def whole_page(
    request: Request,
    house: House,
    asking: Caller,
    sitting: Sitting,
    *,
    at: int = 0,
    q: str = "",
    unit: str = "",
    tour: bool = False,
    text: str = "",
    reading: str = "",
) -> HTMLResponse:
    """The page with what the reader has just written and how it was read."""
    audience = Audience(sitting.battle, sitting.eyes, asking.lang)
    frame = house.hub.drawn(audience)
    sight = house.scenes.sights.of(sitting.battle, sitting.eyes)
    shown: dict[str, Any] = dict(frame.parts)
    if at:
        shown.update(house.scenes.past(audience, at).parts, timeline=house.scenes.timeline(audience, at))
    elif q:
        shown["question"] = panel(sight, asking.lang, q)
    return page(
        request,
        "battle/page.html",
        sight=sight,
        seat=sitting.seat,
        seat_name=seat_words(sight, sitting.seat),
        seats=[(one.seat, seat_words(sight, one.seat)) for one in asking.sittings(sitting.battle)],
        frame=Frame(shown) if at or q else frame,
        picture=Markup(whole(shown["picture"])),  # drawn by the show kit, which escapes
        extras=house.scenes.extras,
        words={name: translate(words.source, asking.lang) for name, words in WORDS.items()},
        may_answer=may_answer(sight),
        past=at,
        unit=unit,
        tour=tour,
        text=text,
        reading=reading,
    )


@router.get("/b/{battle}/{seat}/stream")
async def stream(
    house: HouseIn,
    asking: CallerIn,
    sitting: SeatIn,
    frame: str = "",
    last_event_id: Annotated[str, Header()] = "",
) -> Response:
    """Server-sent events: what has changed since ``frame``, and then every change."""
    audience = Audience(sitting.battle, sitting.eyes, asking.lang)
    return EventStream(house.hub.stream(audience, last_event_id or frame))


@router.get("/b/{battle}/{seat}/now")
def now(house: HouseIn, asking: CallerIn, sitting: SeatIn) -> Response:
    """The present frame whole, for a window whose stream doesn't come through."""
    return _message(house.hub.drawn(Audience(sitting.battle, sitting.eyes, asking.lang)), None)


@router.get("/b/{battle}/{seat}/at/{step}")
def at_step(
    house: HouseIn,
    asking: CallerIn,
    sitting: SeatIn,
    step: int,
    since: Annotated[int, Query(ge=0)] = 0,
) -> Response:
    """The seat's moment number ``step`` as it saw it then; ``since``: what is other than at that moment."""
    audience = Audience(sitting.battle, sitting.eyes, asking.lang)
    before = house.scenes.past(audience, since) if since else None
    return _message(house.scenes.past(audience, step), before)


def _message(frame: Frame, before: Frame | None) -> Response:
    data = json.dumps(frame.since(before), ensure_ascii=False, separators=(",", ":"))
    return Response(data, media_type="application/json", headers={"Cache-Control": "no-store"})


@router.get("/b/{battle}/{seat}/question", response_class=HTMLResponse)
def question(house: HouseIn, asking: CallerIn, sitting: SeatIn, q: str = "") -> Response:
    """The panel with that question, as a part of the page."""
    return HTMLResponse(panel(house.scenes.sights.of(sitting.battle, sitting.eyes), asking.lang, q))


@router.get("/b/{battle}/{seat}/words", response_class=HTMLResponse)
def in_words(
    request: Request,
    house: HouseIn,
    asking: CallerIn,
    sitting: SeatIn,
    at: Annotated[int, Query(ge=0)] = 0,
    x_part: Annotated[str, Header()] = "",
) -> Response:
    """The table in words, for whoever doesn't look at the picture."""
    sight = _at(house, sitting, at)
    picture = sight.moment.book.picture(sight.view, (), asking.lang)
    sheets = [part(one, asking.lang, 0) for one in sight.moment.book.order_of_battle(sight.view)]
    parts: dict[str, Any] = {"words": picture.alt, "sheets": sheets}
    if x_part:
        return HTMLResponse(fragment("battle/in_words.html", asking.lang, **parts))
    return page(request, "battle/in_words_page.html", sight=sight, seat=sitting.seat, **parts)


@router.get("/b/{battle}/{seat}/sheets", response_class=HTMLResponse)
def order_sheets(
    request: Request, house: HouseIn, asking: CallerIn, sitting: SeatIn, at: Annotated[int, Query(ge=0)] = 0
) -> Response:
    """Paper for a real table, to be printed and written on: what the seat commands."""
    sight = _at(house, sitting, at)
    sheets = [part(one, asking.lang, 0) for one in sight.moment.book.order_sheets(sight.view)]
    return page(request, "battle/order_sheets_page.html", sight=sight, seat=sitting.seat, sheets=sheets)


@router.get("/b/{battle}/{seat}/log", response_class=HTMLResponse)
def whole_log(
    request: Request,
    house: HouseIn,
    asking: CallerIn,
    sitting: SeatIn,
    at: Annotated[int, Query(ge=0)] = 0,
    x_part: Annotated[str, Header()] = "",
) -> Response:
    """The whole log of the seat."""
    sight = _at(house, sitting, at)
    written = house.scenes.chronicle.written(sight, asking.lang)
    lines = [element for stretch in written for element in stretch.elements]
    if x_part:
        return HTMLResponse("".join(lines))
    return page(request, "battle/log_page.html", sight=sight, seat=sitting.seat, lines=lines)


def _at(house: House, sitting: Sitting, at: int) -> Sight:
    sights = house.scenes.sights
    return sights.past(sitting.battle, sitting.eyes, at) if at else sights.of(sitting.battle, sitting.eyes)
