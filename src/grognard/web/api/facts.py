"""What a seat sees, as facts: made from its sight alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from grognard.core.errors import Refused
from grognard.core.game import Heard
from grognard.core.state import Order, Question
from grognard.locale import say
from grognard.web.battle.panel import clauses_of, order_said, words_of
from grognard.web.battle.scene import Scenes
from grognard.web.battle.sight import Sight
from grognard.web.live.hub import Audience, Frame

FACTS = "facts"
"""In the place of an audience's language: programs that want facts, whose words are their own affair."""


def position(sight: Sight) -> dict[str, Any]:
    """Where the battle stands, as the seat may know it, and how many moments it has had."""
    moment = sight.moment
    return {
        "battle": moment.battle,
        "seat": sight.seat,
        "turn": moment.book.turn(moment.state),
        "moment": sight.step or sight.steps,
        "finished": moment.state.finished,
        "waiting_for": moment.book.waiting(sight.view),
        "undo_asked": moment.undo_asked,
    }


def question_facts(sight: Sight, question: Question, lang: str) -> dict[str, Any]:
    return {
        "id": question.id,
        "kind": question.kind,
        "words": words_of(sight, question).say(lang),
        "clauses": clauses_of(sight, question),
        "secret": question.secret,
        "answer": question.answer,
    }


def heard(sight: Sight) -> list[Heard]:
    """All that the seat has heard."""
    return sight.heard(sight.moment.log, 0)


# --- orders before they are given ---


def judged(sight: Sight, question: Question, order: Order, lang: str, ghost: bool = False) -> dict[str, Any]:
    """An order as the rules see it: its price and chances, or why it may not be given."""
    book = sight.moment.book
    decision = book.decisions[question.kind]
    try:
        taken = decision.check(sight.view, question, order)
    except Refused as error:
        return {
            "order": order,
            "words": order_said(sight, question, order, lang),
            "legal": False,
            "error": error.reason.say(lang),
            "clause": error.clause,
            "hint": error.hint.say(lang) if error.hint else "",
        }
    found = decision.preview(sight.view, question, taken)
    return {
        "order": taken,
        "words": book.order_words(sight.view, question, taken).say(lang),
        "legal": True,
        "lines": [say(one, lang) for one in found.lines],
        "chances": [{"words": say(words, lang), "chance": chance} for words, chance in found.chances],
        "guessed": found.guessed,
        "ghost": book.ghost(sight.view, question, taken, lang) if ghost else "",
    }


# --- the stream ---


class FactFrame(Frame):
    """What a program's stream shows: the position, the ids of open questions, and what was heard line by line."""

    def __init__(self, facts: dict[str, Any], lines: Sequence[Heard]) -> None:
        encode = msgspec.json.encode
        super().__init__(
            {"facts": encode(facts).decode(), "heard": tuple(encode(one).decode() for one in lines)}
        )

    def since(self, old: Frame | None) -> dict[str, object]:
        """``heard`` goes on after the first ``kept`` lines of what was heard before (an undo takes lines back)."""
        new, before = self.parts["heard"], old.parts.get("heard", ()) if old is not None else ()
        kept = 0
        for one, other in zip(new, before, strict=False):
            if one != other:
                break
            kept += 1
        facts: dict[str, object] = msgspec.json.decode(self.parts["facts"])  # type: ignore[arg-type]
        return {**facts, "kept": kept, "heard": [msgspec.json.decode(one) for one in new[kept:]]}


def frame_of(scenes: Scenes, audience: Audience) -> Frame:
    """A frame for the hub: facts for programs, the page's parts for people."""
    if audience.lang != FACTS:
        return scenes.frame(audience)
    sight = scenes.sights.of(audience.battle, audience.seat)
    questions = [{"id": one.id, "kind": one.kind, "secret": one.secret} for one in sight.asked]
    return FactFrame({**position(sight), "questions": questions}, heard(sight))
