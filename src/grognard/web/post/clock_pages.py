"""The page of a battle's clock: everybody reads it, host and umpire turn it."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from sqlalchemy import select

from grognard.core.state import UMPIRE
from grognard.locale import T, Text
from grognard.rulebooks import shelf
from grognard.web.house import Caller, CallerIn, House, HouseIn
from grognard.web.people import OBSERVER, Sitting, hosts
from grognard.web.people.names import sketch
from grognard.web.people.seats import HOST, NoEntry
from grognard.web.post import desk, jobs, orders
from grognard.web.post.clock import clock_of
from grognard.web.post.clock_form import CHOICES, filled_in, read_clock, zones
from grognard.web.post.live import due_words, is_live, name_of
from grognard.web.post.notices import WORK
from grognard.web.store import Battle, Seat
from grognard.web.tables import NoSuchBattle
from grognard.web.templating import page

router = APIRouter(prefix="/b/{battle}/clock")


def _chair(battle: str, asking: Caller) -> tuple[Sitting, bool]:
    """The seat from which the caller looks, and whether he may turn the clock."""
    mine = asking.sittings(battle)
    with asking.house.store.reading() as db:
        row, hosting = db.get(Battle, battle), hosts(db, asking.visitor, battle)
    if row is None:
        raise NoSuchBattle(battle)
    may = hosting or any(one.seat == UMPIRE for one in mine)
    if not mine and not may and not row.public:
        raise NoEntry(T("you hold no seat in this battle"))
    return (mine or [Sitting(battle, OBSERVER)])[0], may


def may_turn(battle: str, asking: CallerIn) -> None:
    """NoEntry unless the caller is host or umpire."""
    if not _chair(battle, asking)[1]:
        raise NoEntry(T("only the host and the umpire turn the clock"))


TURNS = [Depends(may_turn)]


class Row(NamedTuple):
    """A seat that is waited for, for the page."""

    seat: str
    name: Any
    due: Text | None
    machine: str
    late: bool
    left: str
    missed: int


class Trouble(NamedTuple):
    """A job whose last try went wrong; nothing of what it was about."""

    id: int
    what: Text
    who: Any
    why: Text
    failed: bool


@router.get("", response_class=HTMLResponse)
def clock_page(request: Request, battle: str, house: HouseIn, asking: CallerIn) -> Response:
    """Deadlines; for host and umpire what they may do about them, and what went wrong."""
    sitting, may = _chair(battle, asking)
    with house.store.reading() as db:
        found = db.get(Battle, battle)
        assert found is not None
        held = {one.seat: one for one in db.scalars(select(Seat).where(Seat.battle_id == battle))}
        troubles = jobs.troubles(db, battle) if may else []
    clock, names = clock_of(found.policy), sketch(house.store, battle)
    rows = [
        Row(
            one.seat,
            names.words(one.seat),
            due_words(clock, one) if one.due and one.left is None else None,
            orders.when(one.due) if one.left is None else "",
            one.due is not None and one.left is None and one.due < house.clock(),
            f"{one.left / 3600:.1f}" if one.left is not None and not name_of(one) else "",
            held[one.seat].missed,
        )
        for one in desk.rows_seen(house.store, found, {one.seat for one in asking.sittings(battle)})
    ]
    return page(
        request,
        "post/clock.html",
        battle=found,
        sitting=sitting,
        may=may,
        rule=clock,
        clock={**filled_in(clock), "live": is_live(found.policy)},
        has_clocks=shelf.book(found.book).has_clocks,
        zones=zones(),
        choices=CHOICES,
        rows=rows,
        absent=[(names.words(one.seat), one.missed) for one in held.values() if one.missed >= clock.after],
        troubles=[_trouble(house, battle, one) for one in troubles],
    )


def _trouble(house: House, battle: str, job: Any) -> Trouble:
    seat = str(job.facts.get("seat", ""))
    who = sketch(house.store, battle).words(seat) if seat and seat != HOST else T("host") if seat else ""
    return Trouble(job.id, WORK[job.kind], who, jobs.why(job), job.state == "failed")


async def fields(request: Request) -> dict[str, str]:
    """The fields of a form."""
    return {key: str(value) for key, value in (await request.form()).items()}


@router.post("", dependencies=TURNS)
def change(battle: str, house: HouseIn, form: Annotated[dict[str, str], Depends(fields)]) -> Response:
    """Another clock."""
    desk.set_clock(house, battle, read_clock(form), "clock_live" in form)
    return _back(battle)


@router.post("/pause", dependencies=TURNS)
def pause(battle: str, house: HouseIn) -> Response:
    """Stop the clock."""
    desk.freeze(house, battle)
    return _back(battle)


@router.post("/go", dependencies=TURNS)
def go(battle: str, house: HouseIn) -> Response:
    """Let it go on."""
    desk.thaw(house, battle)
    return _back(battle)


@router.post("/extend", dependencies=TURNS)
def extend(
    battle: str, house: HouseIn, hours: Annotated[float, Form()], seat: Annotated[str, Form()] = ""
) -> Response:
    """More time for a seat, or for all."""
    desk.extend(house, battle, hours, seat)
    return _back(battle)


@router.post("/close", dependencies=TURNS)
def close(battle: str, house: HouseIn, seat: Annotated[str, Form()]) -> Response:
    """Take the default of a seat that is late, where nothing else takes it."""
    desk.close_now(house, battle, seat)
    return _back(battle)


@router.post("/again", dependencies=TURNS)
def again(battle: str, house: HouseIn, job: Annotated[int, Form()]) -> Response:
    """Try a job again that went wrong."""
    with house.store.writing() as db:
        jobs.again(db, job, battle, house.clock())
    house.tables.changed(battle)
    return _back(battle)


def _back(battle: str) -> Response:
    return RedirectResponse(f"/b/{battle}/clock", 303)
