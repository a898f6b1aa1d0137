"""The umpire's desk."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi.responses import Response

from grognard.core.game import Game
from grognard.core.state import UMPIRE
from grognard.locale import say
from grognard.web.api import models, papers
from grognard.web.api.kit import UmpireIn, plain, room
from grognard.web.desk.glance import Deed, Open, asked_now, deeds, questions
from grognard.web.post import desk as clocks
from grognard.web.store import Battle

router = room("/battles/{battle}/umpire", "the umpire")
DONE = models.Done(done=True)


@router.get("/desk", response_model=papers.Desk)
def desk(here: UmpireIn) -> Response:
    """Everything open at a glance."""
    with here.house.tables.reading(here.battle) as table:
        moment, lines = table.moment(), list(table.game.record.lines)
    with here.house.store.reading() as db:
        status = db.get_one(Battle, here.battle).status
    return plain(
        {
            "status": status,
            "questions": [_question(one, here.lang) for one in questions(moment)],
            "deeds": [_deed(one, here.lang) for one in deeds(moment, lines)],
            "pieces": [_piece(msgspec.to_builtins(one)) for one in moment.state.pieces],
        }
    )


def _question(one: Open, lang: str) -> dict[str, Any]:
    asked = one.question
    return {
        "id": asked.id,
        "kind": asked.kind,
        "seat": asked.seat,
        "words": say(one.words, lang),
        "clauses": [],
        "secret": asked.secret,
        "answer": asked.answer,
    }


def _deed(one: Deed, lang: str) -> dict[str, Any]:
    return {"line": one.line, "seat": one.seat, "words": say(one.words, lang), "by": one.by}


def _piece(fields: dict[str, Any]) -> dict[str, Any]:
    return {"id": fields.pop("id"), "kind": str(fields.pop("piece", "")), "fields": fields}


@router.post("/answer")
def answer_for(here: UmpireIn, given: papers.AnswerFor) -> models.Done:
    """Answer for an absent seat."""

    def action(game: Game) -> None:
        asked = asked_now(game, given.question)
        if given.order:
            game.submit(asked.seat, asked.id, tuple(given.order), by=UMPIRE)
        else:
            game.take_default(asked)

    here.house.tables.act(here.battle, action, though_paused=True)
    return DONE


@router.post("/veto")
def veto(here: UmpireIn, given: papers.Veto) -> models.Done:
    """Give a waiting answer back; the seat alone hears why."""
    here.house.tables.act(
        here.battle, lambda game: game.veto(given.question, given.reason), though_paused=True
    )
    return DONE


@router.post("/rule")
def rule(here: UmpireIn, ruling: papers.Ruling) -> models.Done:
    """A ruling, which everybody hears who may."""
    changes = [(one.piece, one.field, one.value) for one in ruling.changes]
    here.house.tables.act(
        here.battle,
        lambda game: game.rule_by_umpire(ruling.reason, changes, ruling.scope),
        though_paused=True,
    )
    return DONE


@router.post("/roll-again")
def roll_again(here: UmpireIn, why: papers.Reasoned) -> models.Done:
    """The last dice are thrown anew."""
    here.house.tables.act(here.battle, lambda game: game.roll_again(why.reason), though_paused=True)
    return DONE


@router.post("/roll-back")
def roll_back(here: UmpireIn, back: papers.RollBack) -> models.Done:
    """The battle goes on before that line of the record."""
    here.house.tables.act(
        here.battle, lambda game: game.roll_back(back.line, back.reason), though_paused=True
    )
    return DONE


@router.post("/pause")
def pause(here: UmpireIn) -> models.Done:
    """Stop the battle and its clock."""
    clocks.freeze(here.house, here.battle)
    return DONE


@router.post("/go")
def go(here: UmpireIn) -> models.Done:
    """Let both go on."""
    clocks.thaw(here.house, here.battle)
    return DONE


@router.post("/end")
def end(here: UmpireIn, given: papers.End) -> models.Done:
    """End the battle."""
    here.house.tables.act(
        here.battle, lambda game: game.end(given.reason, tuple(given.winners)), though_paused=True
    )
    return DONE
