"""Answers of a seat: orders by button and in words, their receipts, and taking them back."""

from __future__ import annotations

import json
from typing import Annotated

from fastapi import APIRouter, Form, Header, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from grognard.core.errors import Refused
from grognard.core.game import Receipt
from grognard.core.state import Order
from grognard.locale import T
from grognard.orders import read
from grognard.web.battle import deeds
from grognard.web.battle.pages import whole_page
from grognard.web.battle.reading import shown_reading, suggestions
from grognard.web.battle.sight import read_order
from grognard.web.battle.wording import Wording
from grognard.web.house import CallerIn, HouseIn, SeatIn
from grognard.web.people import Sitting
from grognard.web.templating import fragment, page

router = APIRouter(prefix="/b/{battle}/{seat}")
LONG = 20_000
"""Letters of a post that is read; nobody's orders are longer."""
Part = Annotated[str, Header(alias="x-part")]


def _back(sitting: Sitting) -> Response:
    return RedirectResponse(f"/b/{sitting.battle}/{sitting.seat}", 303)


@router.post("/answer")
def answer(
    house: HouseIn,
    asking: CallerIn,
    sitting: SeatIn,
    question: Annotated[str, Form()],
    order: Annotated[str, Form()],
    occasion: Annotated[int | None, Form()] = None,
    part: Part = "",
) -> Response:
    """An order for an open question, as JSON; a script gets the receipt."""
    meant = {} if occasion is None else {question: occasion}
    receipts = deeds.give(house, sitting, {question: read_order(order)}, meant)
    return _receipts(receipts, asking.lang) if part else _back(sitting)


@router.post("/answers")
def answers(
    house: HouseIn,
    asking: CallerIn,
    sitting: SeatIn,
    given: Annotated[list[str] | None, Form()] = None,
    part: Part = "",
) -> Response:
    """Several answers at once, each as JSON ``["question", ["verb", ...], occasion]``: all count or none."""
    if not given:
        raise Refused("", T("no order is ticked"))
    read_ones = [_given(one) for one in given]
    orders = {question: order for question, order, _ in read_ones}
    occasions = {question: time for question, _, time in read_ones if time is not None}
    receipts = deeds.give(house, sitting, orders, occasions)
    return _receipts(receipts, asking.lang) if part else _back(sitting)


def _given(words: str) -> tuple[str, Order, int | None]:
    try:
        question, order, *occasion = json.loads(words)
        return str(question), read_order(json.dumps(order)), int(occasion[0]) if occasion else None
    except (ValueError, TypeError):
        raise Refused("", T("'{order}' is no order", order=words[:80])) from None


def _receipts(receipts: list[Receipt], lang: str) -> Response:
    return HTMLResponse(fragment("battle/receipt.html", lang, receipts=receipts))


@router.get("/receipts", response_class=HTMLResponse)
def receipts(
    request: Request, house: HouseIn, asking: CallerIn, sitting: SeatIn, part: Part = ""
) -> Response:
    """Every order of the seat so far with its seal and its salt: proof that none was changed or read early."""
    sight = house.scenes.sights.of(sitting.battle, sitting.eyes)
    wording = Wording(sight.moment.book, sight.view)
    rows = [
        (one, wording.said(one.seat, one.question, one.order))
        for one in deeds.receipts(sight.course.lines, sitting.seat)
    ]
    if part:
        return HTMLResponse(fragment("battle/receipts.html", asking.lang, rows=rows))
    return page(request, "battle/receipts_page.html", sight=sight, seat=sitting.seat, rows=rows)


# --- orders in words ---


@router.post("/read", response_class=HTMLResponse)
def read_words(
    request: Request,
    house: HouseIn,
    asking: CallerIn,
    sitting: SeatIn,
    text: Annotated[str, Form(max_length=LONG)] = "",
    part: Part = "",
) -> Response:
    """What was understood of a text, with every doubt. Nothing counts yet."""
    sight = house.scenes.sights.of(sitting.battle, sitting.eyes)
    asked = sight.asked_for(text)
    html = shown_reading(sight, read(text, asked, sight.vocabulary), asked, text, asking.lang)
    if part:
        return HTMLResponse(html)
    return whole_page(request, house, asking, sitting, text=text, reading=html)


@router.post("/suggest")
def suggest_words(
    house: HouseIn, asking: CallerIn, sitting: SeatIn, text: Annotated[str, Form(max_length=LONG)] = ""
) -> list[dict[str, str | int]]:
    """How the last line may go on."""
    return suggestions(house.scenes.sights.of(sitting.battle, sitting.eyes), text, asking.lang)


# --- taking back ---


@router.post("/undo")
def undo(house: HouseIn, sitting: SeatIn) -> Response:
    """Take the last answer back, or ask the others for it. Computer players never mind."""
    deeds.take_back(house, sitting)
    return _back(sitting)


@router.post("/undo/agree")
def agree(house: HouseIn, sitting: SeatIn) -> Response:
    """Agree to what another seat asks."""
    deeds.agree(house, sitting)
    return _back(sitting)


@router.post("/undo/refuse")
def refuse(house: HouseIn, sitting: SeatIn) -> Response:
    """Refuse it, or think better of one's own wish."""
    deeds.refuse(house, sitting)
    return _back(sitting)
