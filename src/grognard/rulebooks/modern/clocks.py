"""How long a question may stay open (MO-TURN-05). No clock is read here: the host has one, and answers with the
decision's default when it has run out (MO-TURN-07)."""

from __future__ import annotations

from grognard.core.rule import clause
from grognard.core.state import Question
from grognard.rulebooks.modern.field import Field

TURN, ANSWER, NONE = "turn", "answer", ""
OWN = ("kso", "movement", "attack", "exchange")


@clause("MO-TURN-05", "MO-TURN-07")
def clock_of(field: Field, question: Question) -> tuple[str, int]:
    """Which clock runs while a question is open, and its seconds: ``turn`` for all decisions of the active general
    in the turn that is on (``Clock.turn``) together; ``answer`` for this question alone; "" and 0 for none."""
    own = question.kind in OWN or (question.kind in ("answer", "shot") and question.seat in field.active)
    if own:
        seconds = field.clock.seconds
        return (TURN, seconds) if seconds else (NONE, 0)
    seconds = int(field.option("answer_seconds")) if field.clock.turn else 0
    return (ANSWER, seconds) if seconds else (NONE, 0)
