"""Before an order is given: prices and chances of answers, a hand on the picture, what a piece can reach."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, Response

from grognard.core.errors import Refused
from grognard.core.state import Order, Question
from grognard.locale import T
from grognard.rulebooks.book import Drag
from grognard.web.battle.panel import SHOWN, found, judged, preview
from grognard.web.battle.sight import Sight, times_answered
from grognard.web.house import CallerIn, HouseIn, SeatIn
from grognard.web.templating import fragment

router = APIRouter(prefix="/b/{battle}/{seat}")
FEW = 6
"""Meanings of a drag that are shown."""


Place = Annotated[float, msgspec.Meta(ge=-1e6, le=1e6)]
"""Somewhere on a picture or near it."""


class Previews(msgspec.Struct):
    """Answers whose price and chance are wanted."""

    question: str
    orders: list[list[str | int]]


class Aim(msgspec.Struct):
    """A hand on the picture; see ``Drag``. Without a question every open one is tried."""

    x: Place
    y: Place
    piece: str = ""
    heading: Place | None = None
    target: str = ""
    draft: list[str | int] = []
    question: str = ""


class Laid(msgspec.Struct):
    """An order to be laid on the table as a ghost."""

    question: str
    order: list[str | int]


def _read(body: bytes, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.DecodeError as error:
        raise Refused("", T("not understood: {why}", why=str(error))) from None


def _json(value: object) -> Response:
    return Response(msgspec.json.encode(value, enc_hook=str), media_type="application/json")


@router.post("/previews")
async def previews(request: Request, house: HouseIn, asking: CallerIn, sitting: SeatIn) -> Response:
    """Price and chance of several answers, in their order; none for a question that is answered meanwhile."""
    wanted: Previews = _read(await request.body(), Previews)

    def made() -> list[dict[str, str]]:
        sight = house.scenes.sights.of(sitting.battle, sitting.eyes)
        question = sight.find(wanted.question)
        if question is None:
            return []
        orders = [tuple(one) for one in wanted.orders[: 2 * SHOWN]]
        return [_price(sight, question, order, asking.lang) for order in orders]

    return _json(await run_in_threadpool(made))


def _price(sight: Sight, question: Question, order: Order, lang: str) -> dict[str, str]:
    try:
        taken = sight.moment.book.decisions[question.kind].check(sight.view, question, order)
    except Refused:
        return {"short": "", "html": ""}
    return preview(sight, question, taken, lang)


@router.get("/options", response_class=HTMLResponse)
def options(
    house: HouseIn,
    asking: CallerIn,
    sitting: SeatIn,
    q: str,
    words: Annotated[str, Query(max_length=200)] = "",
    unit: str = "",
) -> Response:
    """Answers with these words in them, or about that piece, as buttons; no content for a question that is answered
    meanwhile."""
    sight = house.scenes.sights.of(sitting.battle, sitting.eyes)
    question = sight.find(q)
    if question is None:
        return Response(status_code=204)
    hits = found(sight, question, words, unit, asking.lang)
    return HTMLResponse(fragment("battle/choices.html", asking.lang, choices=hits))


@router.post("/aim")
async def aim(request: Request, house: HouseIn, asking: CallerIn, sitting: SeatIn) -> Response:
    """What a drag or a click means: orders, each judged by the rules, and the first as a ghost."""
    hand: Aim = _read(await request.body(), Aim)

    def made() -> dict[str, object]:
        sight = house.scenes.sights.of(sitting.battle, sitting.eyes)
        drag = Drag(hand.piece, hand.x, hand.y, hand.heading, hand.target, tuple(hand.draft))
        return _meaning(sight, drag, hand.question, asking.lang)

    return _json(await run_in_threadpool(made))


def _meaning(sight: Sight, drag: Drag, question_id: str, lang: str) -> dict[str, object]:
    """The first question to which the drag is an answer; the one on the page is tried before the others."""
    book = sight.moment.book
    for question in sorted(sight.asked, key=lambda one: one.id != question_id):
        orders = book.aim(sight.view, question, drag, lang)
        if orders:
            return {
                "question": question.id,
                "occasion": times_answered(sight.course.lines, sight.seat, question.id),
                "orders": [judged(sight, question, one, lang) for one in orders[:FEW]],
                "ghost": _ghost(sight, question.id, orders[0], lang),
            }
    return {"question": "", "orders": [], "ghost": ""}


def _ghost(sight: Sight, question_id: str, order: Order, lang: str) -> str:
    return sight.moment.book.ghost(sight.view, sight.question(question_id), order, lang)


@router.post("/ghost")
async def ghost(request: Request, house: HouseIn, asking: CallerIn, sitting: SeatIn) -> Response:
    """An answer judged, and as it would lie on the table; nothing for a question that is answered meanwhile."""
    laid: Laid = _read(await request.body(), Laid)

    def made() -> dict[str, object]:
        sight = house.scenes.sights.of(sitting.battle, sitting.eyes)
        question = sight.find(laid.question)
        if question is None:
            return {"question": laid.question, "orders": [], "ghost": ""}
        order = tuple(laid.order)
        verdict = judged(sight, question, order, asking.lang)
        drawn = _ghost(sight, question.id, order, asking.lang) if verdict["legal"] else ""
        return {"question": question.id, "orders": [verdict], "ghost": drawn}

    return _json(await run_in_threadpool(made))


@router.get("/reach/{piece}", response_class=HTMLResponse)
def reach(
    house: HouseIn, asking: CallerIn, sitting: SeatIn, piece: str, at: Annotated[int, Query(ge=0)] = 0
) -> Response:
    """What a piece can reach, as a drawing to lay over the picture."""
    sights = house.scenes.sights
    sight = sights.past(sitting.battle, sitting.eyes, at) if at else sights.of(sitting.battle, sitting.eyes)
    return HTMLResponse(sight.moment.book.reach(sight.view, piece, asking.lang))
