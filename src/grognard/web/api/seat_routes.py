"""What a seat sees: position, picture, log, questions, the past, and the stream."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import Header, Query
from fastapi.responses import Response

from grognard.core.game import Heard
from grognard.core.state import Order, Question
from grognard.locale import say
from grognard.rulebooks.book import Drag
from grognard.show.as_text import text
from grognard.show.model import Report
from grognard.show.png import png
from grognard.web.api import models
from grognard.web.api.facts import FACTS, heard, judged, position, question_facts
from grognard.web.api.kit import At, Here, HereIn, plain, room
from grognard.web.battle.panel import found
from grognard.web.battle.sight import Sight, read_order
from grognard.web.live.hub import Audience
from grognard.web.live.stream import EventStream

router = room("/battles/{battle}/seats/{seat}", "a seat's eyes")
WIDEST = 2000
MANY = 200
"""Options in one answer."""


@router.get("/view", response_model=models.Sight)
def view(here: HereIn, at: At = 0) -> Response:
    """The position as the seat knows it."""
    sight = here.sight(at)
    return plain({**position(sight), "seat": here.seat, "view": sight.view})


@router.get("/picture.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
def picture_svg(here: HereIn, at: At = 0) -> Response:
    """The table as the seat sees it. Pieces are ``<g data-unit="ID">``."""
    return Response(_svg(here, at), media_type="image/svg+xml")


@router.get("/picture.png", response_class=Response, responses={200: {"content": {"image/png": {}}}})
def picture_png(here: HereIn, at: At = 0, width: Annotated[int, Query(ge=100, le=WIDEST)] = 1000) -> Response:
    """The same in pixels."""
    return Response(png(_svg(here, at), width), media_type="image/png")


def _svg(here: Here, at: int) -> str:
    sight = here.sight(at)
    return sight.moment.book.picture(sight.view, (), here.lang).svg


@router.get("/words")
def in_words(here: HereIn, at: At = 0) -> models.InWords:
    """The table and the armies in words."""
    sight = here.sight(at)
    picture = sight.moment.book.picture(sight.view, (), here.lang)
    sheets = text(Report("", tuple(sight.moment.book.order_of_battle(sight.view))), here.lang)
    return models.InWords(words=say(picture.alt, here.lang), sheets=sheets)


@router.get("/sheets")
def order_sheets(here: HereIn, at: At = 0) -> models.OrderSheets:
    """What the seat commands, with room to write its orders."""
    sight = here.sight(at)
    return models.OrderSheets(
        sheets=text(Report("", tuple(sight.moment.book.order_sheets(sight.view))), here.lang)
    )


Since = Annotated[int, Query(ge=0, lt=2**31, description="the number of a line; what came after it")]


@router.get("/log", response_model=models.Log)
def log(here: HereIn, since: Since = 0, at: At = 0) -> Response:
    """What the seat has heard, as facts."""
    lines = heard(here.sight(at))
    return plain({"last": len(lines), "heard": lines[since:]})


@router.get("/chronicle")
def chronicle(
    here: HereIn, since: Since = 0, at: At = 0, detail: Annotated[int, Query(ge=0, le=2)] = 1
) -> models.Said:
    """The same in words: ``detail`` 0 the story, 1 with clauses, 2 with dice and modifiers."""
    sight = here.sight(at)
    return models.Said(text=_told(sight, heard(sight)[since:], here.lang, detail))


def _told(sight: Sight, lines: list[Heard], lang: str, detail: Any) -> str:
    blocks = tuple(sight.moment.book.lines(sight.view, lines)) if lines else ()
    return text(Report("", blocks), lang, detail).strip()


@router.get("/agenda")
def agenda(here: HereIn) -> list[str]:
    """What comes next, as far as the seat may know."""
    sight = here.sight()
    return [say(one, here.lang) for one in sight.moment.book.agenda_words(sight.view)]


@router.get("/strengths")
def strengths(here: HereIn, at: At = 0) -> list[models.Strength]:
    """The order of battle."""
    sight, lang = here.sight(at), here.lang
    return [
        models.Strength(
            id=one.id,
            name=say(one.name, lang),
            side=one.side,
            kind=say(one.kind, lang),
            state=say(one.state, lang),
            pips=one.pips,
            left=one.left,
            gone=one.gone,
            under=one.under,
        )
        for one in sight.moment.book.strengths(sight.view)
    ]


@router.get("/reach/{piece}", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
def reach(here: HereIn, piece: str, at: At = 0) -> Response:
    """What a piece can reach, as SVG to lay over the picture ("" for nothing)."""
    sight = here.sight(at)
    return Response(sight.moment.book.reach(sight.view, piece, here.lang), media_type="image/svg+xml")


# --- questions ---


@router.get("/questions", response_model=list[models.Question])
def questions(
    here: HereIn, options: Annotated[int, Query(ge=0, le=MANY, description="so many answers of each")] = 0
) -> Response:
    """Open questions, and those that the seat has answered while others have not."""
    sight = here.sight()
    facts = [question_facts(sight, one, here.lang) for one in (*sight.asked, *sight.answered)]
    for one, asked in zip(facts, sight.asked if options else (), strict=False):
        orders = sight.options(asked)
        one["options"] = _rows(sight, asked, orders[:options], here.lang)
        one["more"] = max(0, len(orders) - options)
    return plain(facts)


def _rows(sight: Sight, asked: Question, orders: Sequence[Order], lang: str) -> list[dict[str, Any]]:
    words = sight.moment.book.order_words
    return [{"order": one, "words": words(sight.view, asked, one).say(lang)} for one in orders]


@router.get("/questions/{question}", response_model=models.Options)
def options(
    here: HereIn,
    question: str,
    words: Annotated[str, Query(max_length=200, description="words that the order has in it")] = "",
    unit: Annotated[str, Query(max_length=200, description="a piece that the order is about")] = "",
    start: Annotated[int, Query(ge=0, lt=2**31)] = 0,
) -> Response:
    """An open question with its answers, up to 200 from ``start`` on."""
    sight, lang = here.sight(), here.lang
    asked = sight.question(question)
    if words:
        orders = [read_order(one.order) for one in found(sight, asked, words, unit, lang)]
    else:
        orders = [one for one in sight.options(asked) if not unit or unit in one]
    rows = _rows(sight, asked, orders[start : start + MANY], lang)
    more = max(0, len(orders) - start - MANY)
    return plain({"question": question_facts(sight, asked, lang), "options": rows, "more": more})


@router.post("/judge", response_model=models.Verdicts)
def judge(here: HereIn, wanted: models.Wanted) -> Response:
    """Orders before they are given: legal or why not, price, chances."""
    sight = here.sight()
    asked = sight.question(wanted.question)
    verdicts = [judged(sight, asked, tuple(one), here.lang, wanted.ghost) for one in wanted.orders]
    return plain({"question": asked.id, "orders": verdicts})


@router.post("/aim", response_model=models.Verdicts)
def aim(here: HereIn, hand: models.Hand) -> Response:
    """What a drag or a click on the picture may mean, likeliest first, each judged; the first with its ghost."""
    sight, lang = here.sight(), here.lang
    drag = Drag(hand.piece, hand.x, hand.y, hand.heading, hand.target, tuple(hand.draft))
    for asked in sorted(sight.asked, key=lambda one: one.id != hand.question):
        orders = sight.moment.book.aim(sight.view, asked, drag, lang)
        if orders:
            rows = [judged(sight, asked, one, lang, at == 0) for at, one in enumerate(orders[:6])]
            return plain({"question": asked.id, "orders": rows})
    return plain({"question": "", "orders": []})


# --- the stream ---


@router.get(
    "/stream",
    response_class=Response,
    responses={
        200: {"content": {"text/event-stream": {}}, "description": "Server-sent events; see the page."}
    },
)
async def stream(here: HereIn, last_event_id: Annotated[str, Header(max_length=40)] = "") -> Response:
    """Facts as they change: position, ids of open questions, and new lines of the log (after the first ``kept``)."""
    audience = Audience(here.battle, here.sitting.eyes, FACTS)
    return EventStream(here.house.hub.stream(audience, last_event_id))
