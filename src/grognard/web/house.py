"""What all rooms of the war room share, and what a request brings with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, Request

from grognard.core.state import UMPIRE
from grognard.locale import LANGUAGES, T
from grognard.web.computers import Computers
from grognard.web.live.hub import Hub
from grognard.web.people import OBSERVER, Sitting, Visitor, find_visit, hosts, new_visit, sittings
from grognard.web.people.seats import NoEntry
from grognard.web.people.visits import COOKIE
from grognard.web.server.wire import Wire
from grognard.web.settings import Settings
from grognard.web.store import Battle, Store
from grognard.web.store.database import now
from grognard.web.tables import NoSuchBattle, Tables

if TYPE_CHECKING:
    from grognard.web.battle.scene import Scenes


@dataclass
class House:
    """One server process."""

    settings: Settings
    store: Store
    tables: Tables
    hub: Hub
    computers: Computers
    wire: Wire
    scenes: Scenes
    clock: Callable[[], datetime] = now
    """The present time as the store keeps it; tests turn it."""


def house_of(request: Request) -> House:
    found = request.app.state.house
    assert isinstance(found, House)
    return found


async def _house(request: Request) -> House:
    """The same for addresses: nothing in it waits, so no thread need be found for it."""
    return house_of(request)


@dataclass
class Caller:
    """Whoever asks: his language, and his browser if we know it. ``visitor_made`` is a browser that was first seen
    in this request: it gets a cookie with the answer."""

    house: House
    lang: str
    theme: str = ""
    visitor: Visitor | None = None
    visitor_made: Visitor | None = field(default=None)

    def known(self) -> Visitor:
        """The browser; one that is here for the first time is written down."""
        if self.visitor is None:
            self.visitor = self.visitor_made = new_visit(self.house.store)
        return self.visitor

    def sittings(self, battle: str | None = None) -> list[Sitting]:
        return sittings(self.house.store, self.visitor, battle) if self.visitor else []


def caller(request: Request) -> Caller:
    """Found once a request."""
    found = getattr(request.state, "caller", None)
    if not isinstance(found, Caller):
        house = house_of(request)
        visitor = find_visit(house.store, request.cookies.get(COOKIE, ""))
        found = Caller(house, language_of(request), request.cookies.get("theme", ""), visitor)
        request.state.caller = found
    return found


def language_of(request: Request) -> str:
    """``?lang=``, else what was chosen before, else what the browser asks for."""
    for wish in (request.query_params.get("lang"), request.cookies.get("lang")):
        if wish in LANGUAGES:
            return wish
    for wish in request.headers.get("accept-language", "").split(","):
        if wish.strip()[:2].lower() in LANGUAGES:
            return wish.strip()[:2].lower()
    return LANGUAGES[0]


def seated(battle: str, seat: str, request: Request) -> Sitting:
    """The caller's seat ``/b/BATTLE/SEAT``; NoEntry if it is not his. Anybody may look on where the host lets him."""
    asking = caller(request)
    mine = asking.sittings(battle)
    for one in mine:
        if one.seat == seat:
            return one
    with asking.house.store.reading() as db:
        row = db.get(Battle, battle)
        is_host = hosts(db, asking.visitor, battle)
    if row is None:
        raise NoSuchBattle(battle)
    if seat == OBSERVER and (row.public or mine or is_host):
        return Sitting(battle, seat)
    raise NoEntry(T("this seat is not yours; its holder or the host can invite you with a link"))


def umpiring(battle: str, request: Request) -> Sitting:
    """The umpire's chair of that battle, if it is the caller's."""
    return seated(battle, UMPIRE, request)


HouseIn = Annotated[House, Depends(_house)]
CallerIn = Annotated[Caller, Depends(caller)]
SeatIn = Annotated[Sitting, Depends(seated)]
UmpireIn = Annotated[Sitting, Depends(umpiring)]
