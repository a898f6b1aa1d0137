"""Orders of a seat: given once, read from words, taken back, proved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import Header

from grognard.core import game
from grognard.core.errors import Refused
from grognard.locale import T, say
from grognard.orders import suggest
from grognard.web.api import models
from grognard.web.api.battle_routes import at
from grognard.web.api.keys import give_once
from grognard.web.api.kit import HereIn, room
from grognard.web.battle import deeds
from grognard.web.post import orders as posts
from grognard.web.post.desk import deadline

router = room("/battles/{battle}/seats/{seat}", "orders")
KeyIn = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        max_length=80,
        pattern=r"^[\x21-\x7e]*$",
        description="the same key with the same orders gives the same receipts and changes nothing",
    ),
]


@router.post("/orders")
def give(here: HereIn, wanted: models.Orders, key: KeyIn = "") -> models.Receipts:
    """Give orders: all of them count or none."""
    orders = {one.question: tuple(one.order) for one in wanted.orders}
    if len(orders) != len(wanted.orders):
        raise Refused("", T("two orders were chosen for one question; choose one of them"))
    return _receipts(give_once(here.house, here.sitting, orders, key, wanted.version))


def _receipts(found: Sequence[game.Receipt]) -> models.Receipts:
    return models.Receipts(
        receipts=[
            models.Receipt(
                seat=one.seat,
                question=one.question,
                order=list(one.order),
                line=one.line,
                salt=one.salt,
                seal=one.seal,
            )
            for one in found
        ]
    )


@router.get("/receipts")
def receipts(here: HereIn) -> models.Receipts:
    """Every order of the seat so far, newest first."""
    return _receipts(deeds.receipts(here.sight().course.lines, here.seat))


@router.get("/deadline")
def due(here: HereIn) -> str:
    """Until when the seat may answer, "" where no clock runs."""
    return at(deadline(here.house, here.battle, here.seat))


# --- in words ---


@router.post("/read")
def read(here: HereIn, post: models.Post) -> models.Reading:
    """Orders in words, read back with every doubt. Nothing counts yet."""
    lang = here.lang
    found = posts.read_post(here.sight().moment, here.sitting.eyes, post.text, lang)
    return models.Reading(
        orders=[_understood(one, lang) for one in found.rows],
        doubts=[_doubt(one, lang) for one in found.doubts],
        replaced=found.replaced,
        silent=[
            models.Silence(question=one.question.say(lang), default=one.default.say(lang))
            for one in found.silent
        ],
        version=found.version,
    )


def _understood(row: posts.Row, lang: str) -> models.Understood:
    ((question, order),) = posts.from_form([row.given]).items()
    return models.Understood(
        question=question,
        order=list(order),
        words=row.words,
        sure=row.sure,
        remarks=[one.say(lang) for one in row.remarks],
        refused=row.refused,
    )


def _doubt(doubt: posts.Doubt, lang: str) -> models.Doubt:
    return models.Doubt(
        quoted=doubt.quoted,
        why=doubt.why.say(lang),
        meant=[_meant(say(words, lang), given) for words, given in doubt.meant],
    )


def _meant(words: str, given: str) -> models.Meant:
    if not given:
        return models.Meant(words=words)
    ((question, order),) = posts.from_form([given]).items()
    return models.Meant(words=words, question=question, order=list(order))


@router.post("/suggest")
def completions(here: HereIn, post: models.Post) -> list[models.Completion]:
    """How the last line may go on."""
    sight = here.sight()
    found = suggest(post.text, sight.asked_for(post.text), sight.vocabulary, here.lang)
    return [models.Completion(start=one.start, text=one.text) for one in found]


# --- taking back ---


@router.post("/undo")
def undo(here: HereIn) -> models.Done:
    """Take the last answer back, or ask the others for it."""
    return models.Done(done=deeds.take_back(here.house, here.sitting))


@router.post("/undo/agree")
def agree(here: HereIn) -> models.Done:
    """Agree to what another seat asks."""
    return models.Done(done=deeds.agree(here.house, here.sitting))


@router.post("/undo/refuse")
def refuse(here: HereIn) -> models.Done:
    """Refuse it, or think better of one's own wish."""
    deeds.refuse(here.house, here.sitting)
    return models.Done(done=True)
