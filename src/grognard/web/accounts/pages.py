"""``/account``: for those who want their battles in one place. Nobody needs one."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from sqlalchemy import func, select

from grognard.core.errors import GrognardError, Refused
from grognard.locale import T
from grognard.web.accounts import keeping, owning
from grognard.web.computers import PLAYERS
from grognard.web.house import Caller, CallerIn, HouseIn
from grognard.web.people import COOKIE, Visitor
from grognard.web.store import Account, Visit
from grognard.web.templating import page

router = APIRouter(prefix="/account")
STAND_IN = next(iter(PLAYERS))
"""The computer player that takes over the seats of somebody who leaves for good."""


@router.get("", response_class=HTMLResponse)
def account_page(request: Request, asking: CallerIn) -> Response:
    """The account of this browser, or the way in."""
    return _shown(request, asking)


def _shown(
    request: Request, asking: Caller, problem: GrognardError | None = None, code: int = 200, name: str = ""
) -> Response:
    visitor, store = asking.visitor, asking.house.store
    account, browsers = None, 0
    if visitor is not None and visitor.account is not None:
        with store.reading() as db:
            account = db.get(Account, visitor.account)
            mine = Visit.account_id == visitor.account
            browsers = db.scalar(select(func.count(Visit.id)).where(mine)) or 0
    return page(
        request,
        "accounts/account.html",
        code,
        account=account,
        browsers=browsers,
        unclaimed=keeping.unclaimed(store, visitor) if visitor else 0,
        problem=problem.say(asking.lang) if problem else "",
        tried=name,
        least=keeping.SHORTEST,
    )


def _account(asking: Caller) -> tuple[Visitor, int]:
    """The browser and the account it is logged in to; Refused if it is not."""
    if asking.visitor is None or asking.visitor.account is None:
        raise Refused("", T("you are not logged in"))
    return asking.visitor, asking.visitor.account


def _go(asking: Caller, visitor: Visitor, where: str = "/account") -> Response:
    """On, with the new cookie."""
    asking.visitor = asking.visitor_made = visitor
    return RedirectResponse(where, 303)


@router.post("/register")
def register(
    request: Request,
    house: HouseIn,
    asking: CallerIn,
    name: Annotated[str, Form()] = "",
    password: Annotated[str, Form()] = "",
    claim: Annotated[bool, Form()] = False,
) -> Response:
    """A new account, and this browser in it."""
    try:
        account = keeping.register(house.store, name, password)
    except Refused as problem:
        return _shown(request, asking, problem, 409, name)
    visitor = keeping.enter(house.store, asking.known(), account, house.settings.secret, claim)
    return _go(asking, visitor)


@router.post("/login")
def login(
    request: Request,
    house: HouseIn,
    asking: CallerIn,
    name: Annotated[str, Form()] = "",
    password: Annotated[str, Form()] = "",
    claim: Annotated[bool, Form()] = False,
) -> Response:
    """In, with a new cookie."""
    address = request.client.host if request.client else ""
    try:
        account = keeping.log_in(house.store, name, password, address)
    except (keeping.WrongPassword, keeping.TooManyTries) as problem:
        code = 429 if isinstance(problem, keeping.TooManyTries) else 403
        return _shown(request, asking, problem, code, name)
    visitor = keeping.enter(house.store, asking.known(), account, house.settings.secret, claim)
    return _go(asking, visitor, "/")


@router.post("/logout")
def logout(house: HouseIn, asking: CallerIn, everywhere: Annotated[bool, Form()] = False) -> Response:
    """Out: of this browser, or of all."""
    visitor, account = _account(asking)
    if everywhere:
        keeping.leave_everywhere(house.store, account)
    return _go(asking, keeping.leave(house.store, visitor))


@router.post("/password")
def change_password(
    request: Request,
    house: HouseIn,
    asking: CallerIn,
    old: Annotated[str, Form()] = "",
    password: Annotated[str, Form()] = "",
) -> Response:
    """Another password; all other browsers are logged out."""
    visitor, account = _account(asking)
    try:
        _check(request, house, account, old)
        keeping.set_password(house.store, account, password)
    except GrognardError as problem:
        return _shown(request, asking, problem, 409)
    keeping.leave_everywhere(house.store, account, but=visitor.id)
    return _go(asking, keeping.enter(house.store, visitor, account, house.settings.secret, False))


def _check(request: Request, house: HouseIn, account: int, password: str) -> None:
    """WrongPassword or TooManyTries unless that is the account's password."""
    with house.store.reading() as db:
        row = db.get(Account, account)
    keeping.log_in(
        house.store, row.name if row else "", password, request.client.host if request.client else ""
    )


@router.post("/claim")
def claim_battles(house: HouseIn, asking: CallerIn) -> Response:
    """The battles of this browser become the account's."""
    visitor, account = _account(asking)
    return _go(asking, keeping.enter(house.store, visitor, account, house.settings.secret, True))


@router.get("/data")
def download(house: HouseIn, asking: CallerIn) -> Response:
    """Everything that is kept about the caller, as JSON."""
    found = owning.my_data(house.store, asking.visitor) if asking.visitor else {}
    return Response(
        msgspec.json.format(msgspec.json.encode(found)),
        media_type="application/json",
        headers={
            "Content-Disposition": 'attachment; filename="grognard-my-data.json"',
            "Cache-Control": "no-store",
        },
    )


@router.post("/delete")
def delete_everything(
    request: Request,
    house: HouseIn,
    asking: CallerIn,
    sure: Annotated[bool, Form()] = False,
    password: Annotated[str, Form()] = "",
) -> Response:
    """The account, its browsers, and what they wrote are deleted; of a browser without account what it has."""
    visitor = asking.visitor
    try:
        if not sure:
            raise Refused("", T("say that you are sure: tick the box"))
        if visitor is not None and visitor.account is not None:
            _check(request, house, visitor.account, password)
    except GrognardError as problem:
        return _shown(request, asking, problem, 409)
    for battle in owning.forget(house.store, visitor, STAND_IN) if visitor else ():
        house.tables.changed(battle)
    answer = RedirectResponse("/", 303)
    answer.delete_cookie(COOKIE)
    return answer
