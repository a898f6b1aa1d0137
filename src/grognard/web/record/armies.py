"""What a battle leaves of the armies, as files with which they march to the next: a side's own, and the umpire's."""

from __future__ import annotations

import re

from grognard.core.errors import Refused
from grognard.core.state import UMPIRE, Seat
from grognard.locale import T
from grognard.web.moment import Moment
from grognard.web.people.seats import NoEntry


def army_seats(moment: Moment, seat: str) -> tuple[Seat, ...]:
    """Seats whose army files are open to that seat: those of its side, all to the umpire; none before the end."""
    if not (moment.book.has_army_files and moment.state.finished):
        return ()
    seats = moment.setup.seats
    sides = {one.side for one in seats if seat in (one.id, UMPIRE)}
    return tuple(one for one in seats if one.side in sides)


def army_file(moment: Moment, seat: str, of: str, lang: str) -> str:
    """The army file of the seat ``of`` after the battle. NoEntry for those to whom it does not belong, Refused while
    the battle is on and of a book without such files."""
    if not moment.book.has_army_files:
        raise moment.book.no_army_files()
    if not moment.state.finished:
        raise Refused("", T("the army files are made when the battle is over"))
    if of not in {one.id for one in army_seats(moment, seat)}:
        raise NoEntry(T("an army's file belongs to its side and to the umpire"))
    return moment.book.roster(moment.setup, moment.state, of, lang)


def army_file_name(of: str) -> str:
    """What the file is called where it is kept."""
    return f"army-{re.sub('[^A-Za-z0-9_-]', '_', of)}.yaml"
