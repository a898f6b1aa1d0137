"""``/b/BATTLE/umpire/desk`` and what is done there. Everything is done by forms, and leads back to the desk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from grognard.core.errors import Refused
from grognard.core.game import Game
from grognard.core.state import UMPIRE, Piece
from grognard.locale import T
from grognard.web.battle.sight import read_order
from grognard.web.desk.glance import PieceRow, asked_now, changes, deeds, known, pieces, questions
from grognard.web.desk.typed import Entry, entries
from grognard.web.house import House, HouseIn, UmpireIn, caller
from grognard.web.moment import Moment
from grognard.web.people import Sitting
from grognard.web.people.names import sketch
from grognard.web.post import freeze, thaw
from grognard.web.store import Battle
from grognard.web.templating import page

router = APIRouter(prefix="/b/{battle}/umpire")
Words = Annotated[str, Form(max_length=2000)]
Short = Annotated[str, Form(max_length=200)]
Rows = Annotated[list[str] | None, Form()]


@router.get("/desk", response_class=HTMLResponse)
def desk(request: Request, house: HouseIn, sitting: UmpireIn, piece: str = "") -> Response:
    """The whole desk; ``piece`` is the one that is being looked at."""
    return _desk(request, house, sitting, piece)


def _desk(
    request: Request,
    house: House,
    sitting: Sitting,
    piece: str,
    refused: Refused | None = None,
    typed: Mapping[str, str] = {},
    said: Mapping[str, str] = {},
) -> Response:
    """``refused``: why a ruling was not made; ``typed``: what was to be changed; ``said``: its reason and scope."""
    with house.tables.reading(sitting.battle) as table:
        moment, lines = table.moment(), list(table.game.record.lines)
    with house.store.reading() as db:
        row = db.get_one(Battle, sitting.battle)
    rows, names = pieces(moment), sketch(house.store, sitting.battle)
    shown = next((one for one in moment.state.pieces if one.id == piece), None)
    return page(
        request,
        "desk/page.html",
        200 if refused is None else 409,
        moment=moment,
        sitting=sitting,
        battle=row,
        called=names.words,
        open=questions(moment),
        awaited=tuple(map(names.words, moment.waiting_for())),
        deeds=deeds(moment, lines),
        pieces=rows,
        shown=shown,
        entries=_entries(moment, shown, rows) if shown else (),
        refused=refused.say(caller(request).lang) if refused else "",
        typed=typed,
        said=said,
    )


def _entries(moment: Moment, shown: Piece, rows: Sequence[PieceRow]) -> tuple[Entry, ...]:
    names = {one.id: one.name for one in rows}
    allowed = known(moment.book, moment.setup, moment.state, shown, names)
    return entries(shown, moment.book.hand_words(), allowed)


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
    request: Request,
    house: HouseIn,
    sitting: UmpireIn,
    reason: Words = "",
    scope: Short = "",
    piece: Short = "",
    field: Rows = None,
    value: Rows = None,
    before: Rows = None,
) -> Response:
    """A ruling: in words alone (a condition, a verdict), or with changes of one piece: ``value`` as people type it, for
    each ``field``; what still is as it stood ``before`` is left alone."""

    def action(game: Game) -> None:
        found = changes(game, piece, field or [], value or [], before or []) if piece else []
        if piece and not found:
            raise Refused("", T("nothing was changed of this piece"))
        game.rule_by_umpire(reason, found, scope)

    try:
        house.tables.act(sitting.battle, action, though_paused=True)
    except Refused as refused:
        typed = dict(zip(field or [], value or [], strict=False))
        return _desk(request, house, sitting, piece, refused, typed, {"reason": reason, "scope": scope})
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
