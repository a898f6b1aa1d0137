"""``/b/BATTLE/umpire/desk`` and what is done there. Everything is done by forms, and leads back to the desk."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from sqlalchemy import select

from grognard.core.game import Game
from grognard.core.state import UMPIRE
from grognard.web.battle.sight import read_order
from grognard.web.desk.glance import asked_now, deeds, pieces, questions, read_value
from grognard.web.house import HouseIn, UmpireIn
from grognard.web.people import Sitting
from grognard.web.people.names import sketch
from grognard.web.post import freeze, thaw
from grognard.web.store import Battle, Seat
from grognard.web.templating import page

router = APIRouter(prefix="/b/{battle}/umpire")
Words = Annotated[str, Form(max_length=2000)]
Short = Annotated[str, Form(max_length=200)]


@router.get("/desk", response_class=HTMLResponse)
def desk(request: Request, house: HouseIn, sitting: UmpireIn, piece: str = "") -> Response:
    """The whole desk; ``piece`` is the one that is being looked at."""
    with house.tables.reading(sitting.battle) as table:
        moment, lines = table.moment(), list(table.game.record.lines)
    with house.store.reading() as db:
        row = db.get_one(Battle, sitting.battle)
        holders = {one.seat: one for one in db.scalars(select(Seat).where(Seat.battle_id == sitting.battle))}
    rows, names = pieces(moment), sketch(house.store, sitting.battle)
    return page(
        request,
        "desk/page.html",
        moment=moment,
        sitting=sitting,
        battle=row,
        holders=holders,
        called=names.words,
        open=questions(moment),
        awaited=tuple(map(names.words, moment.waiting_for())),
        deeds=deeds(moment, lines),
        pieces=rows,
        shown=next((one for one in rows if one.id == piece), None),
    )


def _back(sitting: Sitting, anchor: str = "") -> Response:
    return RedirectResponse(f"/b/{sitting.battle}/umpire/desk{anchor}", 303)


@router.post("/answer-for")
def answer_for(
    house: HouseIn, sitting: UmpireIn, question: Short, order: Annotated[str, Form(max_length=2000)] = ""
) -> Response:
    """Answer for an absent seat; without an order the default of the rules counts."""

    def action(game: Game) -> None:
        asked = asked_now(game, question)
        if not order:
            game.take_default(asked)
            return
        game.submit(asked.seat, question, read_order(order), by=UMPIRE)

    house.tables.act(sitting.battle, action, though_paused=True)
    return _back(sitting, "#open")


@router.post("/veto")
def veto(house: HouseIn, sitting: UmpireIn, question: Short, reason: Words = "") -> Response:
    """Give a waiting answer back."""
    house.tables.act(sitting.battle, lambda game: game.veto(question, reason), though_paused=True)
    return _back(sitting, "#open")


@router.post("/rule")
def rule(
    house: HouseIn,
    sitting: UmpireIn,
    reason: Words = "",
    scope: Short = "",
    piece: Short = "",
    field: Short = "",
    value: Words = "",
) -> Response:
    """A ruling: in words alone (a condition, a verdict), or with a change of one piece."""
    changes = [(piece, field, read_value(value))] if piece else []
    house.tables.act(
        sitting.battle, lambda game: game.rule_by_umpire(reason, changes, scope), though_paused=True
    )
    return _back(sitting, f"?piece={piece}#pieces" if piece else "#rulings")


@router.post("/roll-again")
def roll_again(house: HouseIn, sitting: UmpireIn, reason: Words = "") -> Response:
    """The last dice are thrown anew."""
    house.tables.act(sitting.battle, lambda game: game.roll_again(reason), though_paused=True)
    return _back(sitting, "#course")


@router.post("/roll-back")
def roll_back(
    house: HouseIn, sitting: UmpireIn, line: Annotated[int, Form()], reason: Words = ""
) -> Response:
    """The battle goes on before that line."""
    house.tables.act(sitting.battle, lambda game: game.roll_back(line, reason), though_paused=True)
    return _back(sitting, "#course")


@router.post("/pause")
def pause(house: HouseIn, sitting: UmpireIn, on: Annotated[bool, Form()]) -> Response:
    """Stop the battle and its clock, or let both go on."""
    (freeze if on else thaw)(house, sitting.battle)
    return _back(sitting)


@router.post("/end")
def end(
    house: HouseIn, sitting: UmpireIn, reason: Words = "", winners: Annotated[list[str] | None, Form()] = None
) -> Response:
    """End the battle."""
    house.tables.act(sitting.battle, lambda game: game.end(reason, tuple(winners or ())), though_paused=True)
    return _back(sitting)
