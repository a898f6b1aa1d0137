"""What a seat may do about its answers, from whatever window: the page and the API call these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.core.errors import Refused
from grognard.core.game import Game, Receipt, is_sealed, seal
from grognard.core.record import Answered, Line
from grognard.core.state import Order
from grognard.locale import T
from grognard.web.battle.sight import times_answered
from grognard.web.house import House
from grognard.web.people import Sitting
from grognard.web.people.seats import ONLOOKERS
from grognard.web.people.undo import easy_about_undo
from grognard.web.post.desk import check_in_time, check_not_missed
from grognard.web.tables import Overtaken


def give(
    house: House, sitting: Sitting, orders: Mapping[str, Order], occasions: Mapping[str, int] | None = None
) -> list[Receipt]:
    """Orders by question: all of them count or none. Refused for one that the rules forbid and for what comes too
    late. ``occasions``: which asking of each question is meant (``times_answered``), with a minus for an answer that
    takes the place of the sealed one given then; what belongs to an earlier asking is refused."""
    check_in_time(house, sitting.battle, sitting.seat)
    return house.tables.act(sitting.battle, lambda game: _submit(game, sitting.seat, orders, occasions or {}))


def _submit(
    game: Game, seat: str, orders: Mapping[str, Order], occasions: Mapping[str, int]
) -> list[Receipt]:
    sealed = {one.id for one in game.state.questions if is_sealed(one, seat)}
    for question, occasion in occasions.items():
        times = times_answered(game.record.lines, seat, question)
        if occasion != (-times if question in sealed else times):
            raise Overtaken("", T("this has been answered already; look at what is asked now"))
    return (
        game.submit_anew(orders, seat)
        if min(occasions.values(), default=0) < 0
        else game.submit_all(orders, seat)
    )


def receipts(lines: Sequence[Line], seat: str) -> list[Receipt]:
    """Every order of the seat with its seal and its salt, newest first: proof that none was changed or read early."""
    answers = ((line.n, line.entry) for line in reversed(lines) if isinstance(line.entry, Answered))
    return [receipt(n, entry) for n, entry in answers if entry.seat == seat]


def receipt(n: int, entry: Answered) -> Receipt:
    """The receipt of the answer in line ``n`` of the record."""
    sealed = seal(entry.salt, entry.seat, entry.question, entry.order)
    return Receipt(entry.seat, entry.question, entry.order, n, entry.salt, sealed)


def take_back(house: House, sitting: Sitting) -> bool:
    """Take the last answer back (True), or ask the others for it, as the host of the battle has decided."""
    check_not_missed(house, sitting.battle, sitting.seat)
    with house.store.reading() as db:
        easy = easy_about_undo(db, sitting.battle, sitting.seat)
    return house.tables.act(sitting.battle, lambda game: _undo(game, sitting.seat, easy))


def _undo(game: Game, seat: str, easy: Sequence[str]) -> bool:
    done = game.undo(seat)
    for one in easy:
        done = done or game.consent(one)
    return done


def agree(house: House, sitting: Sitting) -> bool:
    """Agree to what another seat asks; True when that was the last consent needed."""
    _not_from_the_gallery(sitting)
    return house.tables.act(sitting.battle, lambda game: _consent(game, sitting.seat))


def _consent(game: Game, seat: str) -> bool:
    if game.undo_asked == seat:
        raise Refused("", T("the others have to agree, not you"))
    return game.consent(seat)


def refuse(house: House, sitting: Sitting) -> None:
    """Refuse it, or think better of one's own wish."""
    _not_from_the_gallery(sitting)
    house.tables.act(sitting.battle, lambda game: game.drop_undo(sitting.seat))


def _not_from_the_gallery(sitting: Sitting) -> None:
    if sitting.seat in ONLOOKERS:
        raise Refused("", T("whoever looks on has no say in this"))
