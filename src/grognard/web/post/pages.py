"""The page of a seat that plays by post: what is asked, until when, and a field for the post."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from grognard.core.errors import GrognardError, Refused
from grognard.core.state import UMPIRE
from grognard.web.battle.wording import Wording
from grognard.web.house import CallerIn, House, HouseIn, SeatIn, caller
from grognard.web.people import Sitting
from grognard.web.post import orders
from grognard.web.post.clock import moment_words
from grognard.web.post.desk import (
    check_in_time,
    check_not_missed,
    clock_for,
    come_back,
    nothing_asked,
    open_row,
)
from grognard.web.post.orders import ReadBack
from grognard.web.store import Battle, Seat
from grognard.web.tables import PERSON, NoSuchBattle
from grognard.web.templating import page

router = APIRouter()


@router.get("/b/{battle}/{seat}/post", response_class=HTMLResponse)
def post_page(
    request: Request,
    house: HouseIn,
    asking: CallerIn,
    sitting: SeatIn,
    given: Annotated[str, Query(max_length=400)] = "",
) -> Response:
    """What is asked, until when, and where to paste the orders. ``given``: lines of the record whose receipts are
    shown."""
    return _page(request, house, sitting, "", None, [int(one) for one in given.split(",") if one.isdecimal()])


@router.post("/b/{battle}/{seat}/post", response_class=HTMLResponse)
def read_page(
    request: Request,
    house: HouseIn,
    asking: CallerIn,
    sitting: SeatIn,
    post: Annotated[str, Form()] = "",
) -> Response:
    """The post read back. Nothing counts yet."""
    try:
        found = _read(house, sitting, post, asking.lang)
    except Refused as refusal:
        return _page(request, house, sitting, post, None, [], refusal)
    return _page(request, house, sitting, post, found, [])


def _read(house: House, sitting: Sitting, post: str, lang: str) -> ReadBack:
    """The post as it is understood now; Refused where no order of it could count."""
    check_in_time(house, sitting.battle, sitting.seat)
    with house.tables.reading(sitting.battle) as table:
        moment = table.moment()
    found = orders.read_post(moment, sitting.eyes, post, lang)
    if not any(one.seat == sitting.seat for one in moment.state.questions):
        raise nothing_asked(house, sitting.battle, sitting.seat)
    return found


def _page(
    request: Request,
    house: House,
    sitting: Sitting,
    post: str,
    found: ReadBack | None,
    given: list[int],
    refusal: GrognardError | None = None,
) -> Response:
    with house.tables.reading(sitting.battle) as table:
        moment, lines = table.moment(), tuple(table.game.record.lines)
    seat, clock = sitting.seat, clock_for(house, sitting.battle)
    row = open_row(house.store, sitting.battle, seat)
    with house.store.reading() as db:
        held, battle = db.get(Seat, (sitting.battle, seat)), db.get(Battle, sitting.battle)
    is_player = any(one.id == seat for one in moment.setup.seats) or seat == UMPIRE
    due = row.due if row is not None and row.left is None else None
    wording = Wording(moment.book, moment.view(sitting.eyes))
    return page(
        request,
        "post/page.html",
        200 if refusal is None else 409,
        refusal=refusal.say(caller(request).lang) if refusal else "",
        moment=moment,
        sitting=sitting,
        post=post,
        found=found,
        row=row,
        due=due,
        due_words=moment_words(clock, due) if due else None,
        due_machine=orders.when(due),
        clock=clock,
        paused=battle is not None and battle.status == "paused",
        taken_over=held is not None and held.holder != PERSON and held.missed > 0,
        missed=held.missed if held is not None else 0,
        open=orders.silences(moment, moment.asked(seat)) if is_player else [],
        waits=orders.waiting_answers(moment, seat) if is_player else [],
        receipts=[
            (one, wording.said(seat, one.question, one.order)) for one in orders.receipts(lines, seat, given)
        ],
        is_late=due is not None and house.clock() > due,
    )


@router.post("/b/{battle}/{seat}/post/confirm")
def confirm(
    request: Request,
    house: HouseIn,
    asking: CallerIn,
    sitting: SeatIn,
    version: Annotated[int, Form()],
    given: Annotated[list[str] | None, Form()] = None,
    post: Annotated[str, Form()] = "",
) -> Response:
    """The confirmed orders count, all of them or none; where none does, the writer has his post back."""
    try:
        check_in_time(house, sitting.battle, sitting.seat)
        wanted = orders.from_form(given or [])
        receipts = house.tables.act(
            sitting.battle, lambda game: orders.confirm(game, sitting.seat, wanted, version)
        )
    except NoSuchBattle:
        raise
    except GrognardError as refusal:
        return _page(
            request, house, sitting, post, _read_again(house, sitting, post, asking.lang), [], refusal
        )
    numbers = ",".join(str(one.line) for one in receipts)
    return RedirectResponse(f"/b/{sitting.battle}/{sitting.seat}/post?given={numbers}", 303)


def _read_again(house: House, sitting: Sitting, post: str, lang: str) -> ReadBack | None:
    """The post against what is asked now, as far as there is any sense in that."""
    try:
        return _read(house, sitting, post, lang) if post.strip() else None
    except Refused:
        return None


@router.post("/b/{battle}/{seat}/post/back")
def take_back(house: HouseIn, sitting: SeatIn) -> Response:
    """Take back the last order that still waits for the others."""
    check_not_missed(house, sitting.battle, sitting.seat)
    house.tables.act(sitting.battle, lambda game: orders.take_back(game, sitting.seat))
    return RedirectResponse(f"/b/{sitting.battle}/{sitting.seat}/post", 303)


@router.post("/b/{battle}/{seat}/post/return")
def return_(house: HouseIn, sitting: SeatIn) -> Response:
    """Take the seat back from the computer that took it over because of missed deadlines."""
    come_back(house, sitting.battle, sitting.seat)
    return RedirectResponse(f"/b/{sitting.battle}/{sitting.seat}/post", 303)
