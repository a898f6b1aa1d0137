"""What a search asks of the book: orders worth a thought, the worth of positions, positions to play on."""

from __future__ import annotations

import random

import pytest

from grognard.core.state import Outcome, State
from grognard.players.search import BEST
from grognard.rulebooks.modern.foresight import AIMS, PLACES
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
def test_at_the_end_the_verdict_counts_and_then_the_score() -> None:
    """Victories are worth more than anything before the end, a draw is worth less than an even battle."""
    there = scene("skirmish")

    def at_the_end(winner: str, level: str) -> float:
        winners = (winner,) if winner else ()
        there.state = State(there.state.pieces, (), (), Outcome(winners, f"rounds.{level}"))
        return worth(there, "west")

    verdicts = [("west", "major"), ("west", "minor"), ("", "draw"), ("east", "minor"), ("east", "major")]
    values = [at_the_end(*verdict) for verdict in verdicts]
    assert values == sorted(values, reverse=True)
    assert BEST <= values[0] <= 1
    assert values[2] < 0
    there.stand("west-1-02", "0605")
    better = [at_the_end(*verdict) for verdict in verdicts]
    assert all(new > old for new, old in zip(better, values, strict=True))


@pytest.mark.clause("MO-MOVE-01")
def test_a_few_hexes_of_each_unit_are_thought_about() -> None:
    there = scene("skirmish").turn_of("west-1", "movement")
    view, options = there.view("west-1"), there.options()
    ideas = BOOK.ideas(view, there.question, options)
    moves = [one for one in ideas if one[0] == "move"]
    assert set(ideas) <= set(options)
    assert ("end",) in ideas
    assert 0 < len(moves) <= 3 * PLACES < sum(one[0] == "move" for one in options)


@pytest.mark.clause("MO-KSO-06", "MO-KSO-13")
def test_cards_on_their_best_targets_and_nothing_that_comes_to_the_same() -> None:
    there = scene("skirmish").hand("west-1", "K16").hand("east-1", "K05").turn_of("west-1")
    ideas, options = BOOK.ideas(there.view("west-1"), there.question, there.options()), there.options()
    assert set(ideas) <= set(options)
    assert sum(one[0] == "play" for one in ideas) == AIMS < sum(one[0] == "play" for one in options)
    there.answer("play", "K16", there.hex("0503"))
    assert ("pass", "turn") in there.options()
    ideas = BOOK.ideas(there.view("east-1"), there.question, there.options())
    assert ("pass", "turn") not in ideas
    assert ("pass",) in ideas


@pytest.mark.clause("MO-END-03")
def test_the_nearer_the_end_the_more_a_small_lead_tells() -> None:
    worths = []
    for round in (1, 8):
        there = scene("skirmish").turn_of("west-1", round=round).stand("west-1-02", "0605")
        worths.append(worth(there, "west"))
    assert 0 < worths[0] < worths[1] < 0.85


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
    assert arrived is not None
    assert (arrived.general, there.field.arm(arrived)) == ("west-1", "infantry")
