"""Answers of a seat: orders by button and in words, their receipts, and taking them back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated

from fastapi import APIRouter, Form, Header, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from sqlalchemy import select

from grognard.core.errors import Refused
from grognard.core.game import Game, Receipt, seal
from grognard.core.record import Answered
from grognard.core.state import UMPIRE, Order
from grognard.locale import T
from grognard.orders import read
from grognard.web.battle.pages import whole_page
from grognard.web.battle.reading import shown_reading, suggestions
from grognard.web.battle.sight import read_order
from grognard.web.house import CallerIn, HouseIn, SeatIn
from grognard.web.people import Sitting
from grognard.web.store import Seat
from grognard.web.tables import PERSON
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
    part: Part = "",
) -> Response:
    """An order for an open question, as JSON; a script gets the receipt."""
    given = read_order(order)
    receipt = house.tables.act(sitting.battle, lambda game: game.submit(sitting.seat, question, given))
    return _receipts([receipt], asking.lang) if part else _back(sitting)


@router.post("/answers")
def answers(
    house: HouseIn,
    asking: CallerIn,
    sitting: SeatIn,
    given: Annotated[list[str], Form()],
    part: Part = "",
) -> Response:
    """Several answers at once, each as JSON ``["question", ["verb", ...]]``: all of them count or none."""
    orders = dict(_pair(one) for one in given)
    receipts = house.tables.act(sitting.battle, lambda game: _submit(game, sitting.seat, orders))
    return _receipts(receipts, asking.lang) if part else _back(sitting)


def _submit(game: Game, seat: str, orders: Mapping[str, Order]) -> list[Receipt]:
    return game.submit_all(orders, seat)


def _pair(words: str) -> tuple[str, Order]:
    try:
        question, order = json.loads(words)
    except (ValueError, TypeError):
        raise Refused("", T("'{order}' is no order", order=words[:80])) from None
    return str(question), read_order(json.dumps(order))


def _receipts(receipts: list[Receipt], lang: str) -> Response:
    return HTMLResponse(fragment("battle/receipt.html", lang, receipts=receipts))


@router.get("/receipts", response_class=HTMLResponse)
def receipts(
    request: Request, house: HouseIn, asking: CallerIn, sitting: SeatIn, part: Part = ""
) -> Response:
    """Every order of the seat so far with its seal and its salt: proof that none was changed or read early."""
    sight = house.scenes.sights.of(sitting.battle, sitting.eyes)
    rows = [
        Receipt(
            entry.seat,
            entry.question,
            entry.order,
            line.n,
            entry.salt,
            seal(entry.salt, entry.seat, entry.question, entry.order),
        )
        for line in reversed(sight.course.lines)
        if isinstance(entry := line.entry, Answered) and entry.seat == sitting.seat
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
    with house.store.reading() as db:
        rows = db.scalars(select(Seat).where(Seat.battle_id == sitting.battle, Seat.holder != PERSON))
        easy = [one.seat for one in rows if one.seat not in (sitting.seat, UMPIRE)]
    house.tables.act(sitting.battle, lambda game: _undo(game, sitting.seat, easy))
    return _back(sitting)


def _undo(game: Game, seat: str, easy: Sequence[str]) -> bool:
    done = game.undo(seat)
    for one in easy:
        done = done or game.consent(one)
    return done


@router.post("/undo/agree")
def agree(house: HouseIn, sitting: SeatIn) -> Response:
    """Agree to what another seat asks."""
    house.tables.act(sitting.battle, lambda game: _consent(game, sitting.seat))
    return _back(sitting)


def _consent(game: Game, seat: str) -> bool:
    if game.undo_asked == seat:
        raise Refused("", T("the others have to agree, not you"))
    return game.consent(seat)


@router.post("/undo/refuse")
def refuse(house: HouseIn, sitting: SeatIn) -> Response:
    """Refuse it, or think better of one's own wish."""
    house.tables.act(sitting.battle, lambda game: game.drop_undo(sitting.seat))
    return _back(sitting)
