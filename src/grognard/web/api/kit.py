"""What the API's addresses share: who asks, from which seat, and errors as the description has them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request, Security
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.routing import APIRoute
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session
from starlette.exceptions import HTTPException

from grognard.core.errors import GrognardError, Refused
from grognard.core.state import UMPIRE
from grognard.files import Problems
from grognard.locale import T
from grognard.show.speech import clean
from grognard.web.api.models import Problem
from grognard.web.battle.sight import Sight
from grognard.web.failing import STATUS
from grognard.web.house import Caller, House, house_of, language_of, seated
from grognard.web.misread import not_understood
from grognard.web.people import Sitting, Visitor, find_visit, hosts
from grognard.web.people.seats import NoEntry, grant_seat, open_link, signed_link
from grognard.web.store import Battle, Grant, Link, Visit
from grognard.web.store.database import now
from grognard.web.tables import NoSuchBattle

PREFIX = "/api/v1"
BattleId = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{1,16}$", description="the battle's id")]
SeatId = Annotated[str, Path(pattern=r"^\w[\w.-]{0,59}$", description="the seat's id")]
At = Annotated[int, Query(ge=0, lt=2**31, description="an earlier moment of the seat, counted from 1")]
_BEARER = HTTPBearer(
    auto_error=False, description="the token of a seat (of its invitation), or of an account"
)
Bearer = Annotated[HTTPAuthorizationCredentials | None, Security(_BEARER)]


class Missing(GrognardError):
    """There is no such thing."""


class NoToken(GrognardError):
    """The request carries no token, or one that opens nothing (any more)."""


# --- errors ---


def failed(error: GrognardError | Problems, lang: str) -> Response:
    """An error as the description has it."""
    if isinstance(error, Problems):
        faults = [
            {
                "line": one.line,
                "column": one.column,
                "message": clean(one.message.say(lang)),
                "clause": one.clause or "",
            }
            for one in error.problems
        ]
        words = T("the file has {count} problems", count=len(faults)).say(lang)
        return JSONResponse({"error": words, "clause": "", "hint": "", "problems": faults}, 422)
    facts = {"error": error.say(lang), "clause": "", "hint": ""}
    if isinstance(error, Refused):
        hint = error.hint.say(lang) if error.hint else ""
        facts = {"error": error.reason.say(lang), "clause": error.clause, "hint": hint}
    shown = {key: "\n".join(map(clean, words.splitlines())) for key, words in facts.items()}
    if isinstance(error, NoToken):
        return JSONResponse({**shown, "problems": []}, 401, headers={"WWW-Authenticate": "Bearer"})
    if isinstance(error, Missing):
        return JSONResponse({**shown, "problems": []}, 404)
    status = next(status for kind, status in STATUS if isinstance(error, kind))
    return JSONResponse({**shown, "problems": []}, status)


class Clear(APIRoute):
    """A route whose errors are as the description has them."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()

        async def clear(request: Request) -> Response:
            try:
                return await handler(request)
            except (GrognardError, Problems) as error:
                return failed(error, language_of(request))
            except RequestValidationError as error:
                return failed(GrognardError(not_understood(error)), language_of(request))
            except HTTPException:  # all that the framework raises of itself here: a body that is no text
                return failed(GrognardError(T("the body is no JSON")), language_of(request))

        return clear


_MEANINGS = {
    401: "No token, or one that opens nothing (any more).",
    403: "The token does not open this.",
    404: "There is no such thing.",
    409: "The rules, or the state of the battle, forbid it; nothing has changed.",
    413: "The request is too large.",
    422: "The request is not understood.",
    429: "Too many requests.",
}
ERRORS: dict[int | str, dict[str, Any]] = {
    code: {"model": Problem, "description": words} for code, words in _MEANINGS.items()
}
"""What any address may answer besides what it is for."""


def room(prefix: str = "", *tags: str) -> APIRouter:
    """A router of the API."""
    return APIRouter(prefix=f"{PREFIX}{prefix}", route_class=Clear, responses=ERRORS, tags=[*tags])


# --- who asks ---


_BY_LINK = (
    select(Visit.id, Visit.account_id, Link.battle_id, Link.seat)
    .join(Grant, Grant.link_id == Link.id)
    .join(Visit, Visit.id == Grant.visit_id)
    .where(Link.id == bindparam("link"), ~Link.revoked, ~Link.hand_over, Visit.token == bindparam("token"))
)


def _visitor(house: House, token: str) -> tuple[Visitor, Sitting | None]:
    """Whoever carries that token: an account's browser, or somebody who came by the link to a seat; NoToken. A link
    that is used here for the first time counts as used, as if a browser had come by it."""
    if "." not in token:
        found = find_visit(house.store, token)
        if found is None:
            raise NoToken(T("this token opens nothing (any more)"))
        return found, None
    known = _known_by_link(house, token)
    if known is not None:
        return known
    with house.store.writing() as db:
        link = _link(db, house, token)
        if link.hand_over:
            raise NoEntry(T("by this link the seat changes hands: take it first (POST /api/v1/take)"))
        visitor = new_link_visitor(db, token)
        grant_seat(db, link, visitor)
    return visitor, Sitting(link.battle_id, link.seat)


def _known_by_link(house: House, token: str) -> tuple[Visitor, Sitting] | None:
    """Whoever has been here with the token of a seat that it still opens, found with one question."""
    link_id = signed_link(house.settings.secret, token)
    found = house.store.ask(_BY_LINK, link=link_id, token=_name(token)) if link_id else ()
    for visit, account, battle, seat in found:
        return Visitor(visit, account, ""), Sitting(battle, seat)
    return None


def _link(db: Session, house: House, token: str) -> Link:
    try:
        return open_link(db, house.settings.secret, token)
    except NoEntry as error:
        raise NoToken(error.message) from None


def _name(token: str) -> str:
    return hashlib.sha256(f"link {token}".encode()).hexdigest()


def link_visitor(db: Session, token: str) -> Visitor | None:
    """Whoever comes by a link without a browser, if he has been here."""
    row = db.execute(select(Visit.id, Visit.account_id).where(Visit.token == _name(token))).first()
    return Visitor(row[0], row[1], "") if row is not None else None


def new_link_visitor(db: Session, token: str) -> Visitor:
    """He is here for the first time."""
    found = link_visitor(db, token)
    if found is not None:
        return found
    row = Visit(token=_name(token), seen=now())
    db.add(row)
    db.flush()
    return Visitor(row.id, None, "")


def asking(request: Request, bearer: Bearer) -> Caller:
    """The caller by his token alone: cookies count for nothing here, so that no page can make a browser call."""
    house = house_of(request)
    token = bearer.credentials if bearer is not None else ""
    visitor, sitting = _visitor(house, token) if token else (None, None)
    found = Caller(house, language_of(request), "", visitor)
    request.state.caller, request.state.sitting = found, sitting
    return found


def known(request: Request, bearer: Bearer) -> Caller:
    """A caller with a token; NoToken."""
    found = asking(request, bearer)
    if found.visitor is None:
        raise NoToken(T("this needs a token: Authorization: Bearer TOKEN"))
    return found


@dataclass(frozen=True)
class Here:
    """A request from a seat."""

    house: House
    caller: Caller
    sitting: Sitting

    @property
    def lang(self) -> str:
        return self.caller.lang

    @property
    def battle(self) -> str:
        return self.sitting.battle

    @property
    def seat(self) -> str:
        return self.sitting.seat

    def sight(self, at: int = 0) -> Sight:
        """What the seat sees, now or at an earlier moment of its own."""
        sights = self.house.scenes.sights
        if at:
            return sights.past(self.battle, self.sitting.eyes, at)
        return sights.of(self.battle, self.sitting.eyes)


def at_seat(battle: BattleId, seat: SeatId, request: Request, bearer: Bearer) -> Here:
    """The seat in the address, if the token opens it; observers of a public battle need none."""
    caller = asking(request, bearer)
    if request.state.sitting == Sitting(battle, seat):
        return Here(caller.house, caller, request.state.sitting)
    try:
        return Here(caller.house, caller, seated(battle, seat, request))
    except NoEntry:
        if caller.visitor is None:
            raise NoToken(T("this needs a token: Authorization: Bearer TOKEN")) from None
        raise


def at_umpire(battle: BattleId, request: Request, bearer: Bearer) -> Here:
    """The umpire's chair."""
    return at_seat(battle, UMPIRE, request, bearer)


@dataclass(frozen=True)
class AtBattle:
    """A request of somebody who may at least look on."""

    house: House
    caller: Caller
    row: Battle

    @property
    def lang(self) -> str:
        return self.caller.lang


def at_battle(battle: BattleId, request: Request, bearer: Bearer) -> AtBattle:
    """The battle, for those who sit in it or set it up, and for all if it is public."""
    caller = asking(request, bearer)
    with caller.house.store.reading() as db:
        row = db.get(Battle, battle)
        hosting = hosts(db, caller.visitor, battle)
    if row is None:
        raise NoSuchBattle(battle)
    if not (row.public or hosting or caller.sittings(battle)):
        if caller.visitor is None:
            raise NoToken(T("this needs a token: Authorization: Bearer TOKEN"))
        raise NoEntry(T("this battle is not open to everybody"))
    return AtBattle(caller.house, caller, row)


HouseIn = Annotated[House, Depends(house_of)]
AskingIn = Annotated[Caller, Depends(asking)]
KnownIn = Annotated[Caller, Depends(known)]
HereIn = Annotated[Here, Depends(at_seat)]
UmpireIn = Annotated[Here, Depends(at_umpire)]
BattleIn = Annotated[AtBattle, Depends(at_battle)]
NOT_KEPT = {"Cache-Control": "no-store"}


def plain(value: object) -> Response:
    """Facts as they are, encoded once."""
    return Response(msgspec.json.encode(value, enc_hook=str), media_type="application/json", headers=NOT_KEPT)
