"""The page on which a seat says where it wants to be told what."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from sqlalchemy import ColumnElement, Select, func, or_, select
from sqlalchemy.orm import Session

from grognard.core.errors import Refused
from grognard.locale import T
from grognard.web.house import Caller, CallerIn, HouseIn, SeatIn
from grognard.web.people import Sitting
from grognard.web.post import jobs
from grognard.web.post.addresses import MEANS, checked, masked, offered
from grognard.web.post.notices import KINDS
from grognard.web.post.waiting import Desk
from grognard.web.store import Address, Grant, Job, Link
from grognard.web.templating import page

router = APIRouter(prefix="/b/{battle}/{seat}/notices")
MOST = 6
"""Addresses of one person in one seat."""
TESTS_AN_HOUR = 10
CHOICE = [kind for kind in KINDS if kind not in ("given_up", "trouble")]


def _mine(asking: Caller, sitting: Sitting) -> list[ColumnElement[bool]]:
    """The caller's own addresses in that seat."""
    return [Address.grant_id.in_(_grants(asking, sitting)), Address.seat == sitting.seat]


def _grants(asking: Caller, sitting: Sitting) -> Select[Any]:
    """The caller's rights to that seat."""
    visitor = asking.known()
    owner = or_(Grant.visit_id == visitor.id, Grant.account_id == (visitor.account or -1))
    query = select(Grant.id).join(Link, Link.id == Grant.link_id).order_by(Grant.id)
    return query.where(Link.battle_id == sitting.battle, Link.seat == sitting.seat, ~Link.revoked, owner)


@router.get("", response_class=HTMLResponse)
def notice_page(request: Request, house: HouseIn, asking: CallerIn, sitting: SeatIn) -> Response:
    """One's own addresses, and what became of the last notices."""
    with house.store.reading() as db:
        found = list(db.scalars(select(Address).where(*_mine(asking, sitting)).order_by(Address.id)))
        rows = [(one, masked(one.means, one.target), _last(db, one)) for one in found]
    return page(
        request,
        "post/notices.html",
        sitting=sitting,
        rows=rows,
        kinds={kind: KINDS[kind] for kind in CHOICE},
        means={one: MEANS[one] for one in offered(house.settings)},
        names=MEANS,
        why=jobs.why,
    )


def _last(db: Session, address: Address) -> Job | None:
    """The last notice to that address."""
    query = select(Job).where(Job.battle_id == address.battle_id, Job.kind == "send").order_by(Job.id.desc())
    return next((job for job in db.scalars(query.limit(200)) if job.facts["address"] == address.id), None)


@router.post("")
def add(
    house: HouseIn,
    asking: CallerIn,
    sitting: SeatIn,
    means: Annotated[str, Form()],
    target: Annotated[str, Form()],
    wanted: Annotated[list[str] | None, Form()] = None,
    after: Annotated[int, Form(ge=0, le=1440)] = 0,
) -> Response:
    """One more address."""
    target = checked(house.settings, means, target)
    with house.store.writing() as db:
        grant = db.scalar(_grants(asking, sitting))
        if grant is None:
            raise Refused("", T("notices are for those who hold a seat by invitation"))
        if (db.scalar(select(func.count(Address.id)).where(*_mine(asking, sitting))) or 0) >= MOST:
            raise Refused("", T("a seat has at most {count} addresses of one person", count=MOST))
        address = Address(
            battle_id=sitting.battle,
            seat=sitting.seat,
            grant_id=grant,
            means=means,
            target=target,
            kinds={"wanted": [one for one in CHOICE if one in (wanted or [])]},
            after=after,
            lang=asking.lang,
            made=house.clock(),
        )
        db.add(address)
        desk = Desk.at(db, sitting.battle, house.clock())
        assert desk is not None
        desk.notices_wanted()
    house.tables.changed(sitting.battle)
    return _back(sitting)


@router.post("/drop")
def drop(house: HouseIn, asking: CallerIn, sitting: SeatIn, address: Annotated[int, Form()]) -> Response:
    """Forget an address."""
    with house.store.writing() as db:
        found = db.scalar(select(Address).where(*_mine(asking, sitting), Address.id == address))
        if found is not None:
            db.delete(found)
    return _back(sitting)


@router.post("/test")
def test(house: HouseIn, asking: CallerIn, sitting: SeatIn, address: Annotated[int, Form()]) -> Response:
    """Send a notice on trial."""
    with house.store.writing() as db:
        found = db.scalar(select(Address).where(*_mine(asking, sitting), Address.id == address))
        if found is None:
            raise Refused("", T("that address is not there any more"))
        facts = {"kind": "test", "seat": sitting.seat, "address": found.id, "facts": {}}
        key = f"test:{found.id}:{house.clock():%Y%m%d%H}"
        tried = db.scalar(select(func.count(Job.id)).where(Job.key.startswith(f"send:{key}:"))) or 0
        if tried >= TESTS_AN_HOUR:
            raise Refused("", T("that is enough trials for this hour"))
        key = f"{key}:{secrets.token_hex(4)}"
        jobs.put(db, "send", key, house.clock(), house.clock(), sitting.battle, facts)
    house.tables.changed(sitting.battle)
    return _back(sitting)


def _back(sitting: Sitting) -> Response:
    return RedirectResponse(f"/b/{sitting.battle}/{sitting.seat}/notices", 303)
