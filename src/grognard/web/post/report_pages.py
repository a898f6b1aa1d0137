"""Pages of reports, and the pictures that boards fetch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal
from urllib.parse import quote, urlsplit

from fastapi import APIRouter, Depends, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from grognard.core.state import PUBLIC
from grognard.locale import LANGUAGES, T
from grognard.web.house import CallerIn, House, HouseIn, SeatIn
from grognard.web.people import OBSERVER, Sitting
from grognard.web.people.seats import NoEntry
from grognard.web.post.images import addresses, as_png, drawn
from grognard.web.post.reports import FORMS, WHOLE, Chronicle, Told, reader_words, written
from grognard.web.templating import page

router = APIRouter()
KEPT = 400 * 86_400
"""Seconds for which a browser remembers the board."""
DETAILS: Mapping[str, Literal[0, 1, 2]] = {"0": 0, "1": 1, "2": 2}
OPEN = {
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Cache-Control": "public, max-age=31536000, immutable",
}
"""Boards may show the picture; it never changes."""


def chronicle_for(house: House, sitting: Sitting, wanted: str) -> Chronicle:
    """The battle for the reader that the sitting may write for: itself and the public; the umpire for all seats."""
    with house.tables.reading(sitting.battle) as table:
        moment, lines = table.moment(), tuple(table.game.record.lines)
    seats = tuple(one.id for one in moment.setup.seats)
    allowed = (sitting.eyes, PUBLIC, *(seats if sitting.is_umpire else ()))
    eyes = wanted or sitting.eyes
    if eyes not in allowed:
        raise NoEntry(T("this report is for another seat"))
    return Chronicle(moment, lines, eyes)


@router.get("/b/{battle}/{seat}/reports")
def newest(house: HouseIn, sitting: SeatIn) -> Response:
    """To the report of the last finished turn."""
    with house.tables.reading(sitting.battle) as table:
        moment, lines = table.moment(), tuple(table.game.record.lines)
    turns = Chronicle(moment, lines, sitting.eyes).turns
    number = turns[-1].number if turns and not moment.state.finished else WHOLE
    return RedirectResponse(f"/b/{sitting.battle}/{sitting.seat}/reports/{number}", 303)


@dataclass(frozen=True)
class How:
    """How a report is to be written: for which board (``form``), for whom (``reader``: a seat, "" oneself), in which
    ``tongue``, how much is told, the longest post (``limit`` characters, "" what is usual)."""

    form: str
    reader: str
    detail: Literal[0, 1, 2]
    tongue: str
    limit: str
    pictures: bool


def how(
    request: Request,
    asking: CallerIn,
    form: Annotated[str, Query(max_length=20)] = "",
    reader: Annotated[str, Query(max_length=60, alias="for")] = "",
    detail: Annotated[Literal["0", "1", "2"], Query()] = "1",
    tongue: Annotated[str, Query(max_length=5)] = "",
    limit: Annotated[str, Query(max_length=7)] = "",
    pictures: Annotated[str, Query(max_length=5)] = "yes",
) -> How:
    """As the address says; the board as last time where it says none."""
    board = next((one for one in (form, request.cookies.get("board", "")) if one in FORMS), "phpbb")
    lang = tongue if tongue in LANGUAGES else asking.lang
    return How(board, reader, DETAILS[detail], lang, limit, pictures == "yes")


HowIn = Annotated[How, Depends(how)]


@router.get("/b/{battle}/{seat}/reports/{turn}", response_class=HTMLResponse)
def report_page(
    request: Request, house: HouseIn, sitting: SeatIn, turn: str, how: HowIn, raw: bool = False
) -> Response:
    """The report as it can be pasted into a post; ``raw``: as a file."""
    chronicle = chronicle_for(house, sitting, how.reader)
    told = chronicle.report(turn, how.tongue, how.pictures)
    images = image_addresses(request, house, chronicle, told, how.tongue)
    posts = _posts(told, how, images)
    if raw:
        return _file(posts, how.form, turn)
    answer = page(
        request,
        "post/report.html",
        chronicle=chronicle,
        sitting=sitting,
        turn=turn,
        forms=FORMS,
        how=how,
        reader=how.reader or sitting.eyes,
        readers=_readers(chronicle, sitting),
        posts=posts,
        images=[urlsplit(one).path for one in images],
        raw=_raw(request),
    )
    secure = house.settings.secure
    answer.set_cookie("board", how.form, KEPT, httponly=True, samesite="lax", secure=secure)
    return answer


def _raw(request: Request) -> str:
    url = request.url.include_query_params(raw="true")
    return f"{url.path}?{url.query}"


def _posts(told: Told, how: How, images: list[str]) -> list[str]:
    limit = int(how.limit) if how.limit.isdecimal() else 0
    urls = [] if how.form in ("html", "text") else images
    return written(told, how.form, how.tongue, how.detail, urls, limit)


def image_addresses(request: Request, house: House, chronicle: Chronicle, told: Told, lang: str) -> list[str]:
    """Where the report's pictures lie, for all the world."""
    base = house.settings.address or str(request.base_url).rstrip("/")
    return [f"{base}/img/{key}.png" for key in addresses(house, chronicle, told.pictures, lang)]


def _readers(chronicle: Chronicle, sitting: Sitting) -> list[tuple[str, Any]]:
    """For whom a report may be written from here."""
    seats = [one.id for one in chronicle.moment.setup.seats] if sitting.is_umpire else []
    own = [] if sitting.seat == OBSERVER else [sitting.eyes]
    return [(one, reader_words(chronicle.moment, one)) for one in dict.fromkeys([*own, *seats, PUBLIC])]


def _file(posts: list[str], form: str, turn: str) -> Response:
    kinds = {"html": ("text/html", "html"), "md": ("text/markdown", "md")}
    media, suffix = kinds.get(form, ("text/plain", "txt"))
    name = quote(f"report-{turn}.{suffix}")
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response("\n".join(posts), media_type=f"{media}; charset=utf-8", headers=headers)


@router.get("/img/{name}")
def image(house: HouseIn, name: str) -> Response:
    """A picture for a board: ``ID.png`` or ``ID.svg``."""
    key, _, kind = name.partition(".")
    svg = drawn(house, key) if kind in ("png", "svg") else None
    if svg is None:
        raise HTTPException(404)
    if kind == "svg":
        return Response(svg, media_type="image/svg+xml", headers=OPEN)
    return Response(as_png(svg), media_type="image/png", headers=OPEN)
