"""Battles: begun, found again, their seats, invitations and clocks."""

from __future__ import annotations

from datetime import datetime
from enum import Enum
from typing import Annotated, Any

import msgspec
from fastapi import Depends, Request
from sqlalchemy import select

from grognard.core.errors import Refused
from grognard.core.state import PUBLIC, UMPIRE
from grognard.locale import Name, T
from grognard.rulebooks import shelf
from grognard.web.accounts import keeping
from grognard.web.api import models, papers
from grognard.web.api.kit import (
    AskingIn,
    AtBattle,
    BattleIn,
    Bearer,
    HouseIn,
    KnownIn,
    NoToken,
    SeatId,
    link_visitor,
    new_link_visitor,
    room,
)
from grognard.web.api.shelf_routes import named, setup_of
from grognard.web.house import House
from grognard.web.lobby.mine import Row, check_pace, my_battles
from grognard.web.people import HOST, Visitor, invite, new_visit, sit_down
from grognard.web.people.names import sketch
from grognard.web.people.seating import HOLDERS, do, places
from grognard.web.post import desk
from grognard.web.post.clock import clock_of
from grognard.web.post.clock_form import PREFIX, filled_in, read_clock
from grognard.web.post.clock_pages import may_turn
from grognard.web.record.reading import REAL_DICE
from grognard.web.store import Seat

router = room()
PEOPLE: list[str | Enum] = ["people"]
BATTLES: list[str | Enum] = ["battles"]
CLOCK: list[str | Enum] = ["clock"]


# --- accounts ---


@router.post("/login", tags=PEOPLE)
def login(request: Request, house: HouseIn, who: models.Login) -> models.Token:
    """A token for an account: it opens all its seats. It counts as a browser that is logged in, and the account's
    page logs it out with the others."""
    address = request.client.host if request.client else ""
    account = keeping.log_in(house.store, who.name, who.password, address)
    visitor = new_visit(house.store)
    return models.Token(
        token=keeping.enter(house.store, visitor, account, house.settings.secret, False).token
    )


@router.post("/logout", tags=PEOPLE)
def logout(asking: KnownIn) -> models.Done:
    """The account's token opens nothing any more. (Tokens of seats are revoked with ``deeds``.)"""
    visitor = asking.visitor
    if visitor is None or visitor.account is None:
        raise Refused("", T("this token is no account's"))
    keeping.leave(asking.house.store, visitor)
    return models.Done(done=True)


# --- battles ---


@router.get("/battles", tags=BATTLES)
def battles(asking: KnownIn) -> list[models.Mine]:
    """Battles in which the caller sits or that he set up, those that wait for him first."""
    rows = my_battles(asking.house.store, asking.visitor, asking.sittings())
    return [_mine(one, asking.lang) for one in rows]


def _mine(row: Row, lang: str) -> models.Mine:
    return models.Mine(
        battle=row.id,
        title=row.title.say(lang),
        turn=row.turn,
        status=row.status,
        seats=[models.Chair(seat=seat, name=name.say(lang)) for seat, name in row.seats],
        my_move=row.my_move,
        due=at(row.due),
    )


def at(when: datetime | None) -> str:
    """A time of the store for programs."""
    return f"{when.isoformat(timespec='seconds')}Z" if when is not None else ""


@router.post("/battles", status_code=201, tags=BATTLES)
def begin(asking: AskingIn, wanted: models.NewBattle) -> models.Made:
    """Begin a battle. The answer holds a token for every seat; with an account's token the account is the host."""
    if wanted.dice == "typed":
        raise Refused("", REAL_DICE)
    house, setup = asking.house, setup_of(wanted)
    check_pace(house.store, asking.visitor)
    wrong = [one for one in wanted.holders.values() if one not in HOLDERS]
    if wrong or not set(wanted.holders) <= {UMPIRE, *(one.id for one in setup.seats)}:
        raise Refused("", T("'{holder}' cannot hold this seat", holder=", ".join(wrong or wanted.holders)))
    policy: dict[str, Any] = {"undo": wanted.undo}
    if wanted.clock:
        policy["clock"] = msgspec.to_builtins(read_clock(_form(wanted.clock)))
    battle = house.tables.create(
        shelf.book(wanted.book),
        setup,
        wanted.holders,
        host=asking.visitor.id if asking.visitor is not None else None,
        links=wanted.links,
        policy=policy,
        public=wanted.public,
    )
    with house.store.writing() as db:
        words = {
            seat: invite(db, house.settings.secret, battle, seat)
            for seat in (*(one.id for one in setup.seats), UMPIRE, HOST)
        }
    return models.Made(battle=battle, host=words.pop(HOST), seats=words)


@router.post("/take", tags=PEOPLE)
def take(house: HouseIn, bearer: Bearer, who: models.Called) -> models.Sitting:
    """Sit down in the seat that the token opens: from the computer, or, with a link by which the seat changes hands,
    from whoever held it."""
    token = bearer.credentials if bearer is not None else ""
    if "." not in token:
        raise NoToken(T("this needs the token of a seat"))
    with house.store.reading() as db:
        visitor = link_visitor(db, token)
    if visitor is None:
        visitor = _first_visit(house, token)
    found = sit_down(house.store, house.settings.secret, token, visitor, who.called)
    house.tables.changed(found.battle)
    return models.Sitting(battle=found.battle, seat=found.seat)


def _first_visit(house: House, token: str) -> Visitor:
    with house.store.writing() as db:
        return new_link_visitor(db, token)


@router.get("/battles/{battle}", tags=BATTLES)
def battle(here: BattleIn) -> models.BattleCard:
    """What everybody at the table knows."""
    sight = here.house.scenes.sights.of(here.row.id, PUBLIC)
    row, names = here.row, sketch(here.house.store, here.row.id)
    return models.BattleCard(
        battle=row.id,
        title=Name(**row.title).say(here.lang),
        book=row.book,
        scenario=row.scenario,
        status=row.status,  # type: ignore[arg-type]
        turn=row.turn,
        public=row.public,
        sides=[models.SideOfSetup(id=one.id, name=named(one.name)) for one in names.sides],
        seats=[models.SeatOfSetup(id=one.id, side=one.side, kind=one.kind) for one in names.seats],
        waiting_for=list(sight.moment.book.waiting(sight.view)),
    )


# --- seats ---


@router.get("/battles/{battle}/seats", tags=PEOPLE)
def seats(here: BattleIn) -> list[models.Place]:
    """Who sits where, and the links that the caller may see."""
    return [
        models.Place(
            seat=one.seat,
            name=one.name.say(here.lang),
            holder=one.holder,
            called=one.called,
            people=one.people,
            mine=one.mine,
            keys=[
                models.Key(id=key.id, token=key.word, hand_over=key.hand_over, used=key.used)
                for key in one.keys
            ],
        )
        for one in places(here.house, here.row.id, here.caller.visitor)
    ]


@router.post("/battles/{battle}/seats/{seat}/deeds", tags=PEOPLE)
def seat_deed(here: BattleIn, asking: KnownIn, seat: SeatId, deed: models.SeatDeed) -> list[models.Place]:
    """Invite, revoke, hand over, let the computer play; the seats as they are then."""
    do(here.house, here.row.id, asking.known(), deed.deed, seat, deed.words)
    return seats(here)


# --- the clock ---


def _form(fields: models.Fields) -> dict[str, str]:
    return {f"{PREFIX}{key}": f"{one:g}" if isinstance(one, float) else one for key, one in fields.items()}


@router.get("/battles/{battle}/clock", tags=CLOCK)
def clock(here: BattleIn) -> papers.ClockFace:
    """Deadlines."""
    house, battle_id = here.house, here.row.id
    with house.store.reading() as db:
        held = db.execute(select(Seat.seat, Seat.missed).where(Seat.battle_id == battle_id))
        missed = {row[0]: row[1] for row in held}
    rows = [
        papers.Awaited(
            seat=one.seat,
            due=at(one.due) if one.left is None else "",
            left=one.left,
            late=one.due is not None and one.left is None and one.due < house.clock(),
            missed=missed.get(one.seat, 0),
        )
        for one in desk.rows_seen(
            house.store, here.row, {one.seat for one in here.caller.sittings(battle_id)}
        )
    ]
    return papers.ClockFace(fields=filled_in(clock_of(here.row.policy)), awaited=rows)


def turning(here: BattleIn) -> AtBattle:
    """Host or umpire; NoEntry for others."""
    may_turn(here.row.id, here.caller)
    return here


TurningIn = Annotated[AtBattle, Depends(turning)]


def _again(here: AtBattle) -> papers.ClockFace:
    with here.house.store.reading() as db:
        return clock(AtBattle(here.house, here.caller, db.get_one(type(here.row), here.row.id)))


@router.put("/battles/{battle}/clock", tags=CLOCK)
def set_clock(here: TurningIn, wanted: papers.ClockFields) -> papers.ClockFace:
    """Another clock (host or umpire)."""
    desk.set_clock(here.house, here.row.id, read_clock(_form(wanted.fields)))
    return _again(here)


@router.post("/battles/{battle}/clock/pause", tags=CLOCK)
def pause(here: TurningIn) -> papers.ClockFace:
    """Stop the battle and its clock (host or umpire)."""
    desk.freeze(here.house, here.row.id)
    return _again(here)


@router.post("/battles/{battle}/clock/go", tags=CLOCK)
def go(here: TurningIn) -> papers.ClockFace:
    """Let both go on (host or umpire)."""
    desk.thaw(here.house, here.row.id)
    return _again(here)


@router.post("/battles/{battle}/clock/extend", tags=CLOCK)
def extend(here: TurningIn, more: papers.Extension) -> papers.ClockFace:
    """More time (host or umpire)."""
    desk.extend(here.house, here.row.id, more.hours, more.seat)
    return _again(here)


@router.post("/battles/{battle}/clock/close", tags=CLOCK)
def close(here: TurningIn, late: papers.OfSeat) -> papers.ClockFace:
    """Take the default of a seat that is late, where nothing else takes it (host or umpire)."""
    desk.close_now(here.house, here.row.id, late.seat)
    return _again(here)
