"""Talk, reports, dice and records."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import Enum
from typing import Annotated, Any

from fastapi import Path, Query, Request
from fastapi.responses import Response

from grognard.core.record import Revealed, Worded
from grognard.core.state import PUBLIC, UMPIRE
from grognard.locale import T, say
from grognard.rulebooks import shelf
from grognard.web.api import models, papers
from grognard.web.api.battle_routes import at
from grognard.web.api.kit import NOT_KEPT, AskingIn, HereIn, room
from grognard.web.dice.luck import luck
from grognard.web.dice.pages import is_fresh
from grognard.web.people import HOST, invite
from grognard.web.people.names import sketch
from grognard.web.people.seats import NoEntry
from grognard.web.post.report_pages import chronicle_for, image_addresses
from grognard.web.post.reports import FORMS, written
from grognard.web.record.armies import army_file, army_seats
from grognard.web.record.pages import aftermath_of, may_download, record_of
from grognard.web.record.reading import Judged, judge, read_record, resumed, seed_of
from grognard.web.tables import PERSON
from grognard.web.talk.talking import channel_words, forget_notes, messages, writable, write

router = room()
SEAT = "/battles/{battle}/seats/{seat}"
TALK: list[str | Enum] = ["talk"]
REPORTS: list[str | Enum] = ["reports"]
DICE: list[str | Enum] = ["dice"]
RECORDS: list[str | Enum] = ["records"]


# --- talk ---


@router.get(f"{SEAT}/talk", tags=TALK)
def talk(
    here: HereIn,
    before: Annotated[datetime | None, Query(description="only what was said before")] = None,
) -> papers.Talk:
    """The last 200 messages that the seat may read, its notes among them."""
    names = sketch(here.house.store, here.battle)
    earlier = before.replace(tzinfo=None) if before is not None else None
    told, older = messages(here.house, here.battle, here.sitting.eyes, 200, earlier)
    said = [
        papers.Message(
            id=one.id,
            kind=one.kind,
            seat=one.seat,
            called=one.called,
            words="\n".join(one.lines),
            at=at(one.at),
            mine=one.mine,
        )
        for one in told
    ]
    channels = [
        papers.Channel(channel=one, words=channel_words(names, here.seat, one).say(here.lang))
        for one in writable(names, here.seat)
    ]
    return papers.Talk(messages=said, older=older, channels=channels)


@router.post(f"{SEAT}/talk", tags=TALK)
def say_something(here: HereIn, saying: papers.Saying) -> models.Done:
    """Write to a channel."""
    write(here.house, here.battle, here.seat, here.caller.known(), saying.channel, saying.words)
    return models.Done(done=True)


@router.delete(f"{SEAT}/talk/{{note}}", tags=TALK)
def forget(here: HereIn, note: Annotated[str, Path(max_length=40)]) -> models.Done:
    """Delete a note of one's own."""
    forget_notes(here.house, here.battle, here.seat, [note])
    return models.Done(done=True)


# --- reports ---


@router.get(f"{SEAT}/reports", tags=REPORTS)
def reports(here: HereIn) -> papers.Reports:
    """Of what there are reports."""
    chronicle = chronicle_for(here.house, here.sitting, "")
    seats = [one.id for one in chronicle.moment.setup.seats] if here.sitting.is_umpire else []
    return papers.Reports(
        turns=[papers.Turn(number=one.number, name=one.name) for one in chronicle.turns],
        forms=list(FORMS),
        readers=list(dict.fromkeys((here.sitting.eyes, *seats, PUBLIC))),
    )


@router.get(f"{SEAT}/reports/{{turn}}", tags=REPORTS)
def report(
    request: Request,
    here: HereIn,
    turn: Annotated[str, Path(max_length=20, description="a turn's number, or ``all``")],
    form: Annotated[str, Query(max_length=20)] = "text",
    reader: Annotated[str, Query(max_length=60, alias="for")] = "",
    detail: Annotated[int, Query(ge=0, le=2)] = 1,
    pictures: bool = True,
    limit: Annotated[int, Query(ge=0, lt=2**31, description="characters in a post")] = 0,
) -> papers.ReportPosts:
    """The report of a turn, in the form of a board (``phpbb``, ``rusff`` ...), ``md``, ``html`` or ``text``."""
    chronicle, level = chronicle_for(here.house, here.sitting, reader), _level(detail)
    told = chronicle.report(turn, here.lang, pictures)
    boards = form not in ("html", "text")
    urls = image_addresses(request, here.house, chronicle, told, here.lang) if boards else []
    posts = written(told, form, here.lang, level, urls, limit)
    return papers.ReportPosts(form=form, reader=chronicle.eyes, posts=posts)


def _level(detail: int) -> Any:
    return detail


# --- dice ---


@router.get(f"{SEAT}/dice", tags=DICE)
def dice(here: HereIn) -> papers.Dice:
    """What was promised, what was revealed, and the luck that the seat has seen."""
    with here.house.tables.reading(here.battle) as table:
        moment, lines, header = table.moment(), list(table.game.record.lines), table.game.record.header
        words_count = here.seat in table.game.seats and is_fresh(table.game)
    entries = [line.entry for line in lines]
    shown = moment.book.lines(moment.view(here.sitting.eyes), moment.heard(here.sitting.eyes))
    return papers.Dice(
        dice=header.dice,
        commitment=header.commitment,
        links=header.links,
        words=[papers.Stirred(seat=one.seat, words=one.words) for one in entries if isinstance(one, Worded)],
        secrets=[
            papers.Secret(link=one.link, secret=one.secret) for one in entries if isinstance(one, Revealed)
        ],
        words_count=words_count,
        luck=[
            papers.Luck(
                side=one.side,
                sides=one.sides,
                thrown=one.thrown,
                mean=one.mean,
                expected=one.expected,
                spread=one.spread,
                faces=list(one.faces),
            )
            for one in luck(shown)
        ],
    )


@router.post(f"{SEAT}/dice", tags=DICE)
def add_words(here: HereIn, own: papers.OwnWords) -> models.Done:
    """Stir the seat's own words into the dice, before the first one falls."""
    here.house.tables.act(here.battle, lambda game: game.add_words(here.seat, own.words.strip()))
    return models.Done(done=True)


# --- records ---


@router.get(
    f"{SEAT}/record",
    tags=RECORDS,
    response_class=Response,
    responses={200: {"content": {"application/jsonl": {}}}},
)
def record(here: HereIn) -> Response:
    """The record's file: the umpire's, and everybody's when all is over."""
    moment, journal = record_of(here.house, here.sitting)
    if not may_download(moment, here.sitting):
        raise NoEntry(
            T("the record holds what is hidden: it is yours when the battle is over, the umpire's before")
        )
    return Response(journal.written(), media_type="application/jsonl", headers=NOT_KEPT)


@router.get(f"{SEAT}/armies", tags=RECORDS)
def armies(here: HereIn) -> list[papers.ArmyOf]:
    """Army files for the next battle that the seat may have: its side's, the umpire's all. None before the end."""
    with here.house.tables.reading(here.battle) as table:
        moment = table.moment()
    names = sketch(here.house.store, here.battle)
    return [
        papers.ArmyOf(seat=one.id, side=one.side, name=say(names.words(one.id), here.lang))
        for one in army_seats(moment, here.seat)
    ]


@router.get(
    f"{SEAT}/armies/{{of}}",
    tags=RECORDS,
    response_class=Response,
    responses={200: {"content": {"application/yaml": {}}}},
)
def army(here: HereIn, of: Annotated[str, Path(max_length=60, description="a seat")]) -> Response:
    """The army file of a seat after the battle."""
    with here.house.tables.reading(here.battle) as table:
        moment = table.moment()
    text = army_file(moment, here.seat, of, here.lang)
    return Response(text, media_type="application/yaml", headers=NOT_KEPT)


@router.get(
    f"{SEAT}/aftermath",
    tags=RECORDS,
    response_class=Response,
    responses={200: {"content": {"application/octet-stream": {}}}},
)
def aftermath(here: HereIn) -> Response:
    """The file of results that a battle hands on, where its book has one, for those who may know everything."""
    with here.house.tables.reading(here.battle) as table:
        moment = table.moment()
    text = aftermath_of(moment, here.sitting, here.lang)
    return Response(text, media_type="application/octet-stream", headers=NOT_KEPT)


@router.get(f"{SEAT}/record/verify", tags=RECORDS)
def verify(here: HereIn) -> papers.Judgement:
    """Whether everything is in order; how much there is of it only for those who may have the record."""
    moment, journal = record_of(here.house, here.sitting)
    judged = judge(journal)
    if may_download(moment, here.sitting):
        return _judgement(judged, here.lang)
    return papers.Judgement(good=judged.good, book=judged.book, title=judged.title)


def _judgement(judged: Judged, lang: str) -> papers.Judgement:
    wrong = judged.verdict.divergence
    second = judged.second
    return papers.Judgement(
        good=judged.good,
        book=judged.book,
        title=judged.title,
        lines=judged.verdict.lines,
        dice_checked=judged.verdict.dice_checked,
        finished=judged.verdict.finished,
        problem=wrong.say(lang) if wrong is not None else "",
        line=wrong.line if wrong is not None else 0,
        second=second[1] if second is not None else "",
    )


@router.post("/records/verify", tags=RECORDS)
def verify_upload(asking: AskingIn, upload: papers.Upload) -> papers.Judgement:
    """What verification says of a file; nothing is kept."""
    return _judgement(judge(read_record(upload.record.encode())), asking.lang)


@router.post("/records/continue", status_code=201, tags=RECORDS)
def go_on(asking: AskingIn, upload: papers.Upload) -> models.Made:
    """Put an uploaded battle on a table here; the answer holds a token for every seat."""
    house, journal = asking.house, read_record(upload.record.encode())
    seed = seed_of(journal, upload.seed.encode())
    game = resumed(journal, seed)
    holders: Mapping[str, str] = {one.id: PERSON for one in game.setup.seats} | {UMPIRE: PERSON}
    book = shelf.book(journal.header.book)
    host = asking.visitor.id if asking.visitor is not None else None
    battle = house.tables.keep(book, game, seed, holders, host=host)
    with house.store.writing() as db:
        words = {seat: invite(db, house.settings.secret, battle, seat) for seat in (*holders, HOST)}
    return models.Made(battle=battle, host=words.pop(HOST), seats=words)
