"""``/b/BATTLE/SEAT/talk``: everything that was said to a seat, its notes, and the form to write."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Form, Header, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup

from grognard.locale import Name
from grognard.web.house import CallerIn, HouseIn, SeatIn
from grognard.web.store import Battle
from grognard.web.tables import NoSuchBattle
from grognard.web.talk.parts import talk_form
from grognard.web.talk.talking import forget_notes, messages, write
from grognard.web.templating import fragment, page

router = APIRouter()
A_PAGE = 200


@router.get("/b/{battle}/{seat}/talk", response_class=HTMLResponse)
def talk_page(
    request: Request, house: HouseIn, asking: CallerIn, sitting: SeatIn, before: datetime | None = None
) -> Response:
    """All talk, ``before`` a moment where there is much of it."""
    with house.store.reading() as db:
        row = db.get(Battle, sitting.battle)
    if row is None:
        raise NoSuchBattle(sitting.battle)
    told, older = messages(house, row.id, sitting.eyes, A_PAGE, before and before.replace(tzinfo=None))
    lines = fragment(
        "talk/lines.html",
        asking.lang,
        told=told,
        older=older,
        battle=row.id,
        notes=True,
        back=f"/b/{row.id}/{sitting.seat}/talk",
    )
    return page(
        request,
        "talk/talk.html",
        title=Name(**row.title),
        battle=row.id,
        seat=sitting.seat,
        lines=Markup(lines),  # made by a template of ours, which escapes
        form=Markup(talk_form(house, row.id, sitting.seat, asking.lang)),
        late=before is not None,
    )


@router.post("/b/{battle}/{seat}/talk")
def say_something(
    house: HouseIn,
    asking: CallerIn,
    sitting: SeatIn,
    channel: Annotated[str, Form()] = "",
    words: Annotated[str, Form()] = "",
    back: Annotated[str, Form()] = "",
    x_part: Annotated[str, Header()] = "",
) -> Response:
    """Write to a channel; a script hears 204."""
    write(house, sitting.battle, sitting.seat, asking.known(), channel, words)
    if x_part:
        return Response(status_code=204)
    rest = "" if back == "table" else "/talk"
    return RedirectResponse(f"/b/{sitting.battle}/{sitting.seat}{rest}", 303)


@router.post("/b/{battle}/{seat}/talk/forget")
def forget(house: HouseIn, sitting: SeatIn, note: Annotated[list[str] | None, Form()] = None) -> Response:
    """Delete notes of one's own."""
    forget_notes(house, sitting.battle, sitting.seat, note or ())
    return RedirectResponse(f"/b/{sitting.battle}/{sitting.seat}/talk", 303)
