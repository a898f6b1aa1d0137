"""What a search asks of the book: orders worth a thought, the worth of positions, positions to play on."""

from __future__ import annotations

import random

import pytest

from grognard.core.state import Outcome
from grognard.rulebooks.modern.foresight import PLACES
from tests.rulebooks.modern.scenes import BOOK, Scene, scene


def worth(there: Scene, side: str) -> float:
    return BOOK.worth(there.setup, there.state, side)


@pytest.mark.clause("MO-END-02", "MO-END-03")
def test_what_is_good_for_one_side_is_bad_for_the_other() -> None:
    there = scene("skirmish").turn_of("west-1")
    assert worth(there, "west") == pytest.approx(-worth(there, "east"))
    before = worth(there, "west")
    there.stand("west-1-02", "0605")
    assert before < worth(there, "west") < 1


@pytest.mark.clause("MO-END-03")
def test_at_the_end_the_verdict_counts() -> None:
    there = scene("skirmish")
    ends = {}
    for level in ("major", "minor"):
        there.state = there.state.__class__(there.state.pieces, (), (), Outcome(("west",), f"rounds.{level}"))
        ends[level] = (worth(there, "west"), worth(there, "east"))
    assert ends["major"] == (1.0, -1.0)
    assert 0 < ends["minor"][0] < 1
    there.state = there.state.__class__(there.state.pieces, (), (), Outcome((), "rounds.draw"))
    assert abs(worth(there, "west")) <= 0.1


@pytest.mark.clause("MO-MOVE-01")
def test_a_few_hexes_of_each_unit_are_thought_about() -> None:
    there = scene("skirmish").turn_of("west-1", "movement")
    view, options = there.view("west-1"), there.options()
    ideas = BOOK.ideas(view, there.question, options)
    moves = [one for one in ideas if one[0] == "move"]
    assert set(ideas) <= set(options)
    assert ("end",) in ideas
    assert 0 < len(moves) <= 3 * PLACES < sum(one[0] == "move" for one in options)


@pytest.mark.clause("MO-UNIT-01")
def test_imagined_counters_keep_their_names_when_others_stand_where_they_stood() -> None:
    """An enemy leaves his hex and an own unit comes there: no two pieces of the enemy's view may be called alike."""
    there = scene("skirmish").stand("east-1-01", "0608").turn_of("west-1", "movement")
    view = there.view("west-1")
    imagined = BOOK.imagine(view.setup, view, random.Random(3))
    there.state = imagined
    foe = next(piece for piece in imagined.pieces if getattr(piece, "hex", None) == there.hex("0608"))
    there.change(foe.id, hex=there.hex("0808")).stand("west-1-01", "0608")
    ids = [piece.id for piece in there.view("east-1").pieces]
    assert len(set(ids)) == len(ids)


@pytest.mark.clause("MO-KSO-22", "MO-UNIT-01")
def test_reserves_that_are_announced_come_on_in_imagined_positions_too() -> None:
    """Which unit an enemy's card brings on is his secret as long as it may be answered; one like it must come."""
    there = scene("skirmish").hand("west-1", "K18").hand("east-1", "K05").turn_of("west-1")
    spot = there.hex("0101")
    there.answer("play", "K18", spot, "west-r01")
    assert there.question.kind == "answer"
    view = there.view("east-1")
    there.state = BOOK.imagine(view.setup, view, random.Random(3))
    there.answer("pass")
    arrived = there.field.at(spot)
    assert arrived is not None and (arrived.general, there.field.arm(arrived)) == ("west-1", "infantry")
