"""What people may do about clocks: other rooms of the web call these."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import bindparam, select

from grognard.core.errors import Refused
from grognard.core.state import UMPIRE
from grognard.locale import T
from grognard.web.post.clock import Clock, clock_of, moment_words
from grognard.web.post.live import name_of
from grognard.web.post.waiting import Desk
from grognard.web.store import Battle, Seat, Store, Waiting
from grognard.web.tables import PERSON, NoSuchBattle, Overtaken

if TYPE_CHECKING:
    from grognard.web.house import House


_CLOCK_RUNS = select(Waiting.id).where(
    Waiting.battle_id == bindparam("battle"), Waiting.seat == bindparam("seat"), Waiting.state == "open"
)
_LAST = (
    select(Waiting.state)
    .where(Waiting.battle_id == bindparam("battle"), Waiting.seat == bindparam("seat"))
    .order_by(Waiting.id.desc())
    .limit(1)
)


def check_in_time(house: House, battle: str, seat: str) -> None:
    """Refused if the seat's deadline has passed and the declared rule refuses what comes late. Call it before an
    order of a seat is carried out, from whatever window it comes."""
    if not house.store.ask(_CLOCK_RUNS, battle=battle, seat=seat):
        check_not_missed(house, battle, seat)
        return
    row = open_row(house.store, battle, seat)
    if row is None or row.due is None or row.left is not None:
        return
    clock = clock_for(house, battle)
    if name_of(row):
        _check_live(house, row.due)
        return
    last = row.closes or (None if clock.late == "open" else row.due)
    if last is not None and house.clock() > last:
        why = T("the deadline was {time}: what comes late is refused here", time=moment_words(clock, last))
        raise Overtaken("", why, T("the umpire can give more time"))


def _check_live(house: House, due: datetime) -> None:
    if house.clock() > due:
        raise _time_is_up()


def _time_is_up() -> Overtaken:
    return Overtaken("", T("your time on the clock is up; the rules' own answer counts"))


def check_not_missed(house: House, battle: str, seat: str) -> None:
    """Refused while the answer that the clock took for the seat waits for the others: whoever was late neither
    replaces it nor takes it back."""
    found = house.store.ask(_LAST, battle=battle, seat=seat)
    if not found or found[0][0] != "missed":
        return
    with house.tables.reading(battle) as table:
        answers = [one.answer for one in table.game.state.questions if one.seat == seat]
    if answers and None not in answers:
        raise nothing_asked(house, battle, seat)


def nothing_asked(house: House, battle: str, seat: str) -> Refused:
    """What somebody hears who sends orders when none are awaited of his seat, late as a rule."""
    last = (
        select(Waiting).where(Waiting.battle_id == battle, Waiting.seat == seat).order_by(Waiting.id.desc())
    )
    with house.store.reading() as db:
        row = db.scalar(last.limit(1))
    if row is None or row.state != "missed" or row.due is None:
        return Overtaken("", T("nothing is asked of this seat now"))
    if name_of(row):
        return _time_is_up()
    due = moment_words(clock_for(house, battle), row.due)
    why = T("the deadline was {time}: the rules' own answer has been taken", time=due)
    return Overtaken("", why, T("only the umpire can turn the battle back"))


def open_row(store: Store, battle: str, seat: str) -> Waiting | None:
    """The row of a seat that is waited for."""
    query = select(Waiting).where(Waiting.battle_id == battle, Waiting.seat == seat, Waiting.state == "open")
    with store.reading() as db:
        return db.scalar(query.order_by(Waiting.id).limit(1))


def rows(store: Store, battle: str) -> list[Waiting]:
    """All seats that are waited for now."""
    query = select(Waiting).where(Waiting.battle_id == battle, Waiting.state == "open").order_by(Waiting.id)
    with store.reading() as db:
        return list(db.scalars(query))


def rows_seen(store: Store, battle: Battle, seats: Collection[str]) -> list[Waiting]:
    """Of those that are waited for, the ones that whoever holds ``seats`` may know of: his own, what everybody sees,
    and all of them for the umpire."""
    known = {*seats, *battle.awaited.get("seen", [])}
    return [one for one in rows(store, battle.id) if UMPIRE in seats or one.seat in known]


def freeze(house: House, battle: str) -> None:
    """Pause the battle and stop its clock."""
    _pause(house, battle, stand=True)


def thaw(house: House, battle: str) -> None:
    """Go on, with what was left on the clock."""
    _pause(house, battle, stand=False)


def _pause(house: House, battle: str, stand: bool) -> None:
    with house.store.writing() as db:
        desk = _at(Desk.at(db, battle, house.clock()), battle)
        if desk.battle.status == "over":
            raise Refused("", T("the battle is over"))
        desk.battle.status = "paused" if stand else "running"
        if stand and desk.follow.frozen is None:
            desk.freeze()
        elif not stand and desk.follow.frozen is not None:
            desk.thaw()
    house.tables.changed(battle)


def _at(desk: Desk | None, battle: str) -> Desk:
    if desk is None:
        raise NoSuchBattle(battle)
    return desk


def extend(house: House, battle: str, hours: float, seat: str = "") -> None:
    """Give a seat (all that are waited for without one) some hours of running clock more."""
    if not 0 < hours <= 1000:
        raise Refused("", T("an extension is more than nothing and at most 1000 hours"))
    with house.store.writing() as db:
        desk = _at(Desk.at(db, battle, house.clock()), battle)
        for row in desk.open_rows():
            if seat in ("", row.seat):
                desk.extend(row, hours)
    house.tables.changed(battle)


def close_now(house: House, battle: str, seat: str) -> None:
    """Take the default of a seat whose deadline has passed, where only the host does."""
    with house.store.writing() as db:
        desk = _at(Desk.at(db, battle, house.clock()), battle)
        for row in desk.open_rows():
            if row.seat == seat and row.due is not None and row.due <= desk.now and row.left is None:
                row.closes = desk.now
                desk.put_deadline(row, desk.now)
    house.tables.changed(battle)


def set_clock(house: House, battle: str, clock: Clock, live: bool = False) -> None:
    """Another clock for a battle that goes on; ``live``: the rule book's own clocks run too."""
    with house.store.writing() as db:
        desk = _at(Desk.at(db, battle, house.clock()), battle)
        desk.battle.policy = {**desk.battle.policy, "clock": msgspec.to_builtins(clock)}
        desk.follow.active = True
        desk.let_run(live)
        desk.look_again()
        desk.change_clock(clock)
    house.tables.changed(battle)


def come_back(house: House, battle: str, seat: str) -> None:
    """Whoever sits in a seat that the computer took over because of missed deadlines takes it back."""
    with house.store.writing() as db:
        held = db.get(Seat, (battle, seat))
        if held is None or held.holder == PERSON or not held.missed:
            raise Refused("", T("nobody has taken this seat over because of missed deadlines"))
        held.holder, held.missed = PERSON, 0
        desk = _at(Desk.at(db, battle, house.clock()), battle)
        desk.look_again()
    house.tables.changed(battle)


def clock_for(house: House, battle: str) -> Clock:
    """The clock of a battle."""
    with house.store.reading() as db:
        row = db.get(Battle, battle)
        return clock_of(row.policy if row is not None else {})


def deadline(house: House, battle: str, seat: str) -> datetime | None:
    """The seat's deadline now; None where there is none or the clock stands still."""
    row = open_row(house.store, battle, seat)
    return row.due if row is not None and row.left is None else None
