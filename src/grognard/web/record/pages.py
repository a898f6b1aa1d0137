"""``/b/BATTLE/SEAT/record`` and ``/record``: download, verify, upload, continue."""

from __future__ import annotations

import json
from typing import Annotated

from fastapi import APIRouter, File, Path, Request, UploadFile
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from grognard.core.record import Journal
from grognard.core.state import PUBLIC, UMPIRE
from grognard.locale import T
from grognard.rulebooks import shelf
from grognard.web.house import CallerIn, House, HouseIn, SeatIn
from grognard.web.moment import Moment
from grognard.web.people import OBSERVER, Sitting
from grognard.web.people.names import sketch
from grognard.web.people.seats import NoEntry, take_seat
from grognard.web.record.armies import army_file, army_file_name, army_seats
from grognard.web.record.reading import Judged, judge, read_record, resumed, seed_of
from grognard.web.store import Battle
from grognard.web.tables import PERSON
from grognard.web.templating import page

router = APIRouter()


def may_download(moment: Moment, sitting: Sitting) -> bool:
    """A record holds everything: it is the umpire's, and theirs to whom all is open when all is over."""
    return moment.eyes(sitting.eyes) == UMPIRE


def record_of(house: House, sitting: Sitting) -> tuple[Moment, Journal]:
    """The record as it stands, to be read without holding anybody up."""
    with house.tables.reading(sitting.battle) as table:
        moment, lines = table.moment(), list(table.game.record.lines)
    journal = Journal()
    journal.lines = lines
    return moment, journal


@router.get("/b/{battle}/{seat}/record", response_class=HTMLResponse)
def record_page(request: Request, house: HouseIn, sitting: SeatIn, verify: bool = False) -> Response:
    """What the record is, and what may be done with it. Its length and its seal depend on what is hidden."""
    moment, journal = record_of(house, sitting)
    names = sketch(house.store, sitting.battle)
    return page(
        request,
        "record/page.html",
        moment=moment,
        sitting=sitting,
        mine=may_download(moment, sitting),
        armies=[(one.id, names.words(one.id)) for one in army_seats(moment, sitting.seat)],
        aftermath=moment.book.aftermath_name if moment.state.finished else "",
        judged=judge(journal) if verify else None,
    )


@router.get("/b/{battle}/{seat}/battle.jsonl")
def download(house: HouseIn, sitting: SeatIn) -> Response:
    """The record's file; NoEntry while it holds what the seat must not know."""
    with house.tables.reading(sitting.battle) as table:
        moment, data = table.moment(), table.game.record.written()
    if not may_download(moment, sitting):
        raise NoEntry(
            T("the record holds what is hidden: it is yours when the battle is over, the umpire's before")
        )
    return _file(data, "application/jsonl", "battle.jsonl")


@router.get("/b/{battle}/{seat}/aftermath")
def download_aftermath(house: HouseIn, asking: CallerIn, sitting: SeatIn) -> Response:
    """The file that a battle hands on when it is over; NoEntry for those who may not know everything."""
    with house.tables.reading(sitting.battle) as table:
        moment = table.moment()
    text = aftermath_of(moment, sitting, asking.lang)
    return _file(text.encode(), "application/octet-stream", moment.book.aftermath_name)


def aftermath_of(moment: Moment, sitting: Sitting, lang: str) -> str:
    """The file that a battle hands on; NoEntry for those who may not know everything."""
    if not may_download(moment, sitting):
        raise NoEntry(T("the file names every survivor: it is not for those who may not know all"))
    return moment.book.aftermath(moment.setup, moment.state, moment.heard(PUBLIC), lang)


@router.get("/b/{battle}/{seat}/armies/{of}")
def download_army(
    house: HouseIn, asking: CallerIn, sitting: SeatIn, of: Annotated[str, Path(max_length=60)]
) -> Response:
    """The army file of a seat, with which its forces march to the next battle."""
    with house.tables.reading(sitting.battle) as table:
        moment = table.moment()
    text = army_file(moment, sitting.seat, of, asking.lang)
    return _file(text.encode(), "application/octet-stream", army_file_name(of))


@router.get("/b/{battle}/{seat}/battle.jsonl.seed")
def download_seed(house: HouseIn, sitting: SeatIn) -> Response:
    """The seed file with which the umpire goes on elsewhere."""
    if not sitting.is_umpire:
        raise NoEntry(T("the seed is the umpire's"))
    with house.store.reading() as db:
        row = db.get(Battle, sitting.battle)
    seed = "" if row is None else row.seed.hex()
    return _file(json.dumps({"seed": seed, "seats": {}}).encode(), "application/json", "battle.jsonl.seed")


def _file(data: bytes, kind: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(data, media_type=kind, headers=headers)


@router.get("/record", response_class=HTMLResponse)
def upload_page(request: Request) -> Response:
    """Where a record may be brought."""
    return page(request, "record/upload.html", judged=None, mine=True)


@router.post("/record/verify", response_class=HTMLResponse)
def verify_upload(request: Request, record: Annotated[UploadFile, File()]) -> Response:
    """What verification says of a file; nothing is kept."""
    judged: Judged = judge(read_record(record.file.read()))
    return page(request, "record/upload.html", judged=judged, mine=True)


@router.post("/record/continue")
def go_on(
    house: HouseIn,
    asking: CallerIn,
    record: Annotated[UploadFile, File()],
    seed: Annotated[UploadFile | None, File()] = None,
) -> Response:
    """Put an uploaded battle on a table here: the caller is its umpire and invites the others."""
    journal = read_record(record.file.read())
    game = resumed(journal, found := seed_of(journal, seed.file.read() if seed is not None else b""))
    visitor = asking.known()
    holders = {one.id: PERSON for one in game.setup.seats} | {UMPIRE: PERSON}
    battle = house.tables.keep(shelf.book(journal.header.book), game, found, holders, host=visitor.id)
    with house.store.writing() as db:
        take_seat(db, house.settings.secret, battle, UMPIRE, visitor)
    return RedirectResponse(f"/b/{battle}/{OBSERVER if game.state.finished else UMPIRE}", 303)
