"""The report of a turn or a battle: who won and why, strengths, losses, trophies, turning points, the story formation
by formation, persons, the ledger, who returns when, luck, the order of battle, the course."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.core.game import Heard
from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic.events import BattleBegan, Moved, OrderRevealed, TurnStarted
from grognard.rulebooks.napoleonic.report_losses import (
    breakdown_blocks,
    ledger_blocks,
    loss_blocks,
    person_blocks,
    trophy_blocks,
)
from grognard.rulebooks.napoleonic.report_luck import luck_blocks
from grognard.rulebooks.napoleonic.report_story import story_blocks
from grognard.rulebooks.napoleonic.report_tally import Tally
from grognard.rulebooks.napoleonic.sheets import army_table, order_of_battle
from grognard.rulebooks.napoleonic.upkeep import minutes
from grognard.rulebooks.napoleonic.view import NapoleonicView
from grognard.rulebooks.napoleonic.words import lines
from grognard.rulebooks.napoleonic.words_after import end_words, score_table
from grognard.rulebooks.napoleonic.words_names import clock, day
from grognard.rulebooks.napoleonic.words_rout import way_words
from grognard.rulebooks.reports import ending, subtitle, turning_points
from grognard.show.model import Block, Content, Heading, Line, Number, Paragraph, Report


def report(view: NapoleonicView, heard: Sequence[Heard]) -> Report:
    """Of a battle, or of as much of it as has been heard; nothing in it that the seat may not know."""
    events = [one.event for one in heard]
    tally = Tally.of(view, events)
    result, over = ending(tally.names, events, end_words(tally.names, tally.end) if tally.end else None)
    blocks = (
        *_result(view, tally, result),
        army_table(view),
        *loss_blocks(view, tally),
        *trophy_blocks(view, tally),
        *turning_blocks(tally),
        *story_blocks(view, events),
        *person_blocks(tally),
        *ledger_blocks(view, tally),
        *breakdown_blocks(view, tally),
        *luck_blocks(view, events),
        Heading(1, T("The forces"), "forces"),
        *order_of_battle(view),
        *_course(view, heard),
    )
    return Report(view.setup.name, blocks, subtitle(over))


@clause("NA-END-02", "NA-UNIT-01", "NA-END-08")
def _result(view: NapoleonicView, tally: Tally, result: Text) -> Iterator[Block]:
    """Who won and why; turns and clock; points."""
    yield Paragraph(result)
    turn, setup = view.field.turn, view.setup
    facts = {"turns": turn, "last": setup.turns, "clock": clock(minutes(setup, turn + 1))}
    if turn and setup.date:
        yield Paragraph(T("{day}, turns {turns} of {last}, until {clock}", day=day(setup.date), **facts))
    elif turn:
        yield Paragraph(T("Turns {turns} of {last}, until {clock}", **facts))
    if tally.end is not None and setup.objectives:
        yield score_table(tally.names, tally.end.score)


# --- turning points --------------------------------------------------------------------------------------


def turning_blocks(tally: Tally) -> Iterator[Block]:
    """First rout, the turn of most routs, generals, colours and guns lost, the clearest fight, the deadliest shot."""
    yield from turning_points(_turning(tally))


@clause("NA-ROUT-01", "NA-CMD-11", "NA-PURS-08", "NA-TROPH-02")
def _turning(tally: Tally) -> Iterator[Line]:
    names, points = tally.names, tally.turning
    if points.first_rout:
        turn, rout = points.first_rout
        facts = {"turn": turn, "unit": names.of(rout.unit), "way": way_words(rout.way)[0]}
        yield Line(
            T("First rout, turn {turn}: {unit} ({way})", **facts), ("NA-ROUT-01",), side=names.at(rout.unit)
        )
    if points.per_turn and (most := max(points.per_turn.values())) > 1:
        turn = min(one for one, count in points.per_turn.items() if count == most)
        yield Line(T("Most routs, turn {turn}: {count}", turn=turn, count=Number(most)), ("NA-ROUT-01",))
    yield from _generals(tally)
    for turn, captor, loser in points.colours:
        facts = {"turn": turn, "unit": names.of(captor), "enemy": names.of(loser)}
        words = T("A colour taken, turn {turn}: {unit} from {enemy}", **facts)
        yield Line(words, ("NA-PURS-08",), side=names.at(captor))
    for turn, taken in points.guns:
        facts = {"turn": turn, "unit": names.of(taken.unit), "gun": names.of(taken.gun)}
        yield Line(
            T("A gun taken, turn {turn}: {unit}, {gun}", **facts), ("NA-TROPH-02",), side=names.at(taken.unit)
        )
    yield from _clearest(tally)


@clause("NA-CMD-11")
def _generals(tally: Tally) -> Iterator[Line]:
    """A line for each side and turn that lost any."""
    names = tally.names
    lost: dict[tuple[int, str], list[Content]] = {}
    for turn, one in tally.generals_lost():
        words = Text(
            "{person} ({formation})", {"person": names.of(one.person), "formation": names.of(one.formation)}
        )
        lost.setdefault((turn, names.side_of(one.person)), []).append(words)
    for (turn, side), persons in lost.items():
        words = T("General lost, turn {turn}: {persons}", turn=turn, persons=tuple(persons))
        if len(persons) > 1:
            words = T("Generals lost, turn {turn}: {persons}", turn=turn, persons=tuple(persons))
        yield Line(words, ("NA-CMD-11",), side=names.at(side))


def _clearest(tally: Tally) -> Iterator[Line]:
    names, points = tally.names, tally.turning
    if points.fight:
        turn, fight = points.fight
        loser = next(one for one in fight.units if one != fight.winner)
        facts = {"turn": turn, "unit": names.of(fight.winner), "enemy": names.of(loser)}
        words = T("Clearest fight, turn {turn}: {unit} over {enemy}, difference {count}",
                  count=Number(fight.difference), **facts)  # fmt: skip
        yield Line(words, ("NA-CC-06",), side=names.at(fight.winner))
    if points.shot:
        turn, shot = points.shot
        facts = {"turn": turn, "unit": names.of(shot.gun), "enemy": names.of(shot.target)}
        words = T("Deadliest shot, turn {turn}: {unit} at {enemy}, hits {count}",
                  count=Number(shot.losses), **facts)  # fmt: skip
        yield Line(words, ("NA-CAS-03",), side=names.at(shot.gun))


# --- the course ------------------------------------------------------------------------------------------


def _course(view: NapoleonicView, heard: Sequence[Heard]) -> Iterator[Block]:
    """The chronicle, die by die, from the first turn on."""
    course = [one for one in _without_echoes(heard) if not isinstance(one.event, BattleBegan)]
    if any(isinstance(one.event, TurnStarted) for one in course):
        yield Heading(1, T("The course of the battle"), "course")
        yield Paragraph(T("Orders that were carried out to the letter are told by the moves alone."))
        yield from lines(view, course, brief=True)


@clause("NA-MOVE-04")
def _without_echoes(heard: Sequence[Heard]) -> Iterator[Heard]:
    """All but orders to go somewhere in one leg that were carried out to the letter: the way tells the same."""
    turn, turns, went = 0, list[int](), dict[tuple[int, str], Moved]()
    for one in heard:
        turn = one.event.turn if isinstance(one.event, TurnStarted) else turn
        turns.append(turn)
        if isinstance(one.event, Moved) and one.event.kind == "order":
            went[turn, one.event.unit] = one.event
    for one, now in zip(heard, turns, strict=True):
        order = one.event if isinstance(one.event, OrderRevealed) else None
        way = went.get((now, order.unit)) if order else None
        echo = order and way and way.why == "end" and order.order == ("move", *way.after)
        if not echo:
            yield one
