"""The report of a turn or a battle: who won and why, losses, turning points, the story regiment by regiment, every unit
in a table, luck, the order of battle, the course."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from grognard.core.game import Heard
from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.fantasy.events import BattleOpened, TurnStarted
from grognard.rulebooks.fantasy.report_luck import luck_blocks
from grognard.rulebooks.fantasy.report_story import story_blocks
from grognard.rulebooks.fantasy.report_tally import RUNNING, STANDING, Tally, UnitCount
from grognard.rulebooks.fantasy.sheets import order_of_battle
from grognard.rulebooks.fantasy.view import FantasyView
from grognard.rulebooks.fantasy.words import lines
from grognard.rulebooks.fantasy.words_after import end_words, score_table
from grognard.rulebooks.fantasy.words_fight import is_general
from grognard.rulebooks.fantasy.words_names import Names
from grognard.rulebooks.reports import ending, subtitle, turning_points
from grognard.show.model import Block, Column, Content, Heading, Line, Number, Paragraph, Report, Table

OUTCOMES: Mapping[str, Text] = {
    STANDING: T("in order"),
    RUNNING: T("in flight"),
    "destroyed": T("destroyed"),
    "left": T("off the table"),
    "merged": T("part of another unit"),
}


def report(view: FantasyView, heard: Sequence[Heard]) -> Report:
    """Of a battle, or of as much of it as has been heard; nothing in it that the seat may not know."""
    events = [one.event for one in heard]
    tally = Tally.of(view, events)
    result, over = ending(tally.names, events, end_words(tally.names, tally.end) if tally.end else None)
    blocks = (
        *_result(view, tally, result),
        *side_blocks(view, tally),
        *turning_blocks(tally),
        *story_blocks(view, events),
        *unit_blocks(view, tally),
        *luck_blocks(view, events),
        Heading(1, T("The forces"), "forces"),
        *order_of_battle(view),
        *_course(view, heard),
    )
    return Report(view.setup.name, blocks, subtitle(over))


def _result(view: FantasyView, tally: Tally, result: Text) -> Iterator[Block]:
    """Who won and why, the turns, the score."""
    yield Paragraph(result)
    turn = view.field.turn.number
    yield Paragraph(T("Turns: {turns} of {last}", turns=turn, last=view.setup.turns))
    if tally.end is not None:
        yield score_table(tally.names, tally.end.scores)


# --- the sides -------------------------------------------------------------------------------------------


@clause("FA-VIC-02", "FA-VIC-03", "FA-WND-08")
def side_blocks(view: FantasyView, tally: Tally) -> Iterator[Block]:
    """Who fell to what, units and characters lost, what is still in the fight."""
    heads: tuple[Text, ...] = (
        T("Fallen in melee"),
        T("to shots and spells"),
        T("crumbled"),
        T("in all"),
        T("Units lost"),
        T("Units in flight"),
        T("Characters dead"),
        T("Standards lost"),
        T("Spells cast"),
        T("Still in the fight"),
    )
    columns = (Column(T("Side")), *(Column(head, "right") for head in heads))
    rows = tuple(_side_row(tally, side.id) for side in view.setup.sides)
    yield Heading(1, T("Losses"), "losses")
    yield Table(columns, rows, T("Losses"))


def _side_row(tally: Tally, side: str) -> tuple[Content, ...]:
    names = tally.names
    units = [count for _, count in tally.side(side)]
    dead = sum(names.side_of(one.character) == side for one in tally.dead)
    tried, done = tally.casts.get(side, (0, 0))
    share = tally.strengths.get(side)
    figures = (
        sum(one.melee for one in units),
        sum(one.shot for one in units),
        sum(one.crumbled for one in units),
        sum(one.fallen for one in units),
        sum(one.outcome in ("destroyed", "left") for one in units),
        sum(one.outcome == RUNNING for one in units),
        dead,
        tally.standards.get(side, 0),
    )
    spells: Content = T("{done} of {tried}", done=Number(done), tried=Number(tried)) if tried else "–"
    left: Content = Number(share, unit="%") if share is not None else "–"
    return (names.side(side), *map(Number, figures), spells, left)


# --- turning points --------------------------------------------------------------------------------------


def turning_blocks(tally: Tally) -> Iterator[Block]:
    """First rout, first unit lost, commanders killed, units ridden through, the deadliest blow, volley and ball."""
    yield from turning_points(_turning(tally))


def _turning(tally: Tally) -> Iterator[Line]:
    names, points = tally.names, tally.turning
    if points.first_rout:
        turn, rout = points.first_rout
        words = T("First to run, turn {turn}: {unit}", turn=turn, unit=names.unit(rout.unit))
        yield Line(words, ("FA-LD-08",), side=names.at(rout.unit))
    if points.first_lost:
        turn, gone = points.first_lost
        words = T("First unit lost, turn {turn}: {unit}", turn=turn, unit=names.unit(gone.unit))
        yield Line(words, ("FA-GEN-08",), side=names.at(gone.unit))
    for turn, dead in points.generals:
        facts = {"turn": turn, "hero": names.hero(dead.character)}
        words = T("A commander killed, turn {turn}: {hero}", **facts)
        if is_general(names, dead.character):
            words = T("The general killed, turn {turn}: {hero}", **facts)
        yield Line(words, ("FA-LD-03",), side=names.at(dead.character))
    for turn, split in points.splits:
        facts = {"turn": turn, "unit": names.unit(split.by), "enemy": names.unit(split.unit)}
        yield Line(T("Ridden through, turn {turn}: {unit} through {enemy}", **facts), ("FA-CR-10",),
                   side=names.at(split.by))  # fmt: skip
    yield from _deadliest(tally)


def _deadliest(tally: Tally) -> Iterator[Line]:
    names, points = tally.names, tally.turning
    if points.blow:
        turn, blow = points.blow
        facts = {"turn": turn, "unit": names.unit(blow.unit), "enemy": names.unit(blow.target)}
        words = T("Deadliest blows, turn {turn}: {unit} on {enemy}, fallen {count}",
                  count=Number(blow.fallen), **facts)  # fmt: skip
        yield Line(words, ("FA-MEL-06",), side=names.at(blow.unit))
    if points.volley:
        turn, shot = points.volley
        facts = {"turn": turn, "unit": names.unit(shot.unit), "enemy": names.unit(shot.target)}
        words = T("Deadliest volley, turn {turn}: {unit} at {enemy}, wounds {count}",
                  count=Number(shot.unsaved), **facts)  # fmt: skip
        yield Line(words, ("FA-SHO-13",), side=names.at(shot.unit))
    if points.ball:
        turn, ball = points.ball
        facts = {"turn": turn, "unit": names.unit(ball.machine), "enemy": names.unit(ball.target)}
        words = T("Best ball, turn {turn}: {unit} at {enemy}, wounds {count}",
                  count=Number(ball.wounds), **facts)  # fmt: skip
        yield Line(words, ("FA-WM-07",), side=names.at(ball.machine))


# --- units -----------------------------------------------------------------------------------------------


def unit_blocks(view: FantasyView, tally: Tally) -> Iterator[Block]:
    """One table a side: who fell to what, what the unit did, its tests, how it ended."""
    heads: tuple[Text, ...] = (
        T("At start"),
        T("Fallen in melee"),
        T("to shots and spells"),
        T("crumbled"),
        T("Felled in melee"),
        T("Volleys"),
        T("wounds by them"),
        T("Charges"),
        T("that arrived"),
        T("Tests passed"),
        T("failed"),
    )
    columns = (Column(T("Unit")), *(Column(head, "right") for head in heads), Column(T("Outcome")))
    yield Heading(1, T("The units"), "units")
    starts = {unit.id: unit.start_models for unit in (*view.field.all_units, *view.setup.units)}
    for side in view.setup.sides:
        rows = tuple(
            _unit_row(tally.names, one, starts.get(one, 0), count) for one, count in tally.side(side.id)
        )
        if rows:
            yield Table(columns, rows, tally.names.side(side.id))


def _unit_row(names: Names, unit: str, start: int, count: UnitCount) -> tuple[Content, ...]:
    figures = (
        start,
        count.melee,
        count.shot,
        count.crumbled,
        count.felled,
        count.volleys,
        count.wounds_shot,
        count.charges,
        count.reached,
        count.passed,
        count.failed,
    )
    return (names.unit(unit), *map(Number, figures), OUTCOMES[count.outcome])


# --- the course ------------------------------------------------------------------------------------------


def _course(view: FantasyView, heard: Sequence[Heard]) -> Iterator[Block]:
    """The chronicle, die by die, from the first turn on."""
    course = [one for one in heard if not isinstance(one.event, BattleOpened)]
    if any(isinstance(one.event, TurnStarted) for one in course):
        yield Heading(1, T("The course of the battle"), "course")
        yield from lines(view, course)
