"""The closing report: who won and why, losses, turning points, points, every unit in a table, luck, the course."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from grognard.core.game import Heard
from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.pike_and_shot.events import BattleBegan, TurnStarted
from grognard.rulebooks.pike_and_shot.report_luck import luck_blocks
from grognard.rulebooks.pike_and_shot.report_tally import (
    DESTROYED,
    GONE,
    HOME,
    ROUTING,
    STANDING,
    Tally,
    UnitCount,
    shock,
)
from grognard.rulebooks.pike_and_shot.sheets import strength_of
from grognard.rulebooks.pike_and_shot.victory import losses
from grognard.rulebooks.pike_and_shot.view import PikeView
from grognard.rulebooks.pike_and_shot.words import lines
from grognard.rulebooks.pike_and_shot.words_after import cause_words, end_words
from grognard.rulebooks.pike_and_shot.words_names import Names, strength
from grognard.rulebooks.pike_and_shot.words_turn import fell_words
from grognard.rulebooks.reports import ending, subtitle, turning_points
from grognard.show.model import (
    Block,
    Column,
    Content,
    Heading,
    Line,
    Number,
    Paragraph,
    Report,
    Strong,
    Table,
)

OUTCOMES: Mapping[str, Text] = {
    STANDING: T("in order"),
    ROUTING: T("routing"),
    DESTROYED: T("perished"),
    GONE: T("ran off the table"),
    HOME: T("went home with loot"),
}


def report(view: PikeView, heard: Sequence[Heard]) -> Report:
    """Of a battle, or of as much of it as has been heard; nothing in it that the seat may not know."""
    events = [one.event for one in heard]
    tally = Tally.of(view, events)
    result, over = ending(tally.names, events, end_words(tally.names, tally.end) if tally.end else None)
    blocks = (
        Paragraph(result),
        Paragraph(T("Turns: {turns} of {last}", turns=tally.turn, last=view.setup.turns)),
        *side_blocks(view, tally),
        *turning_blocks(tally),
        *score_blocks(tally),
        *unit_blocks(tally),
        *luck_blocks(view, events),
        *_course(view, heard),
    )
    return Report(view.setup.name, blocks, subtitle(over))


# --- the sides ---


@clause("PS-VIC-02", "PS-VIC-05", "PS-BASE-04")
def side_blocks(view: PikeView, tally: Tally) -> Iterator[Block]:
    """Bases, men and guns lost, what counts against the limit at which the army breaks, points."""
    columns = (
        Column(T("Side")),
        Column(T("Bases lost"), "right"),
        Column(T("Men lost"), "right"),
        Column(T("Guns lost"), "right"),
        Column(T("Routing or gone"), "right"),
        Column(T("Lost fraction"), "right"),
        Column(T("Breaks at"), "right"),
        Column(T("Commanders lost"), "right"),
        Column(T("Points"), "right"),
    )
    rows = tuple(_side_row(view, tally, side.id) for side in view.setup.sides)
    yield Table(columns, rows, T("Losses"))


def _side_row(view: PikeView, tally: Tally, side: str) -> tuple[Content, ...]:
    names, units = tally.names, tally.side(side)
    sheets = [one for one in view.setup.sheets.values() if one.side == side]
    men, guns = strength_of(names, [base for sheet in sheets for base in sheet.bases])
    away = sum(one.outcome in (ROUTING, GONE) for one in units)
    fallen = [one for one in tally.fallen if names.setup.commanders[one.commander].side == side]
    points = sum(one.vp for _, one in tally.scored if one.side == side)
    return (
        names.side(side),
        _of(sum(one.start - one.bases for one in units), sum(one.start for one in units)),
        _of(sum(one.men for one in units), men),
        _of(sum(one.guns for one in units), guns),
        _of(away, len(units)),
        _fraction(view, side),
        Number(int(view.setup.options["army_break"]), unit="%"),
        Number(sum(one.how != "left" for one in fallen)),
        Number(points),
    )


def _of(lost: int, whole: int) -> Content:
    return T("{lost} of {whole}", lost=Number(lost), whole=Number(whole)) if whole else "–"


@clause("PS-VIC-02", "PS-FOG-01")
def _fraction(view: PikeView, side: str) -> Content:
    """As the position has it; in full fog an enemy's is not known while the battle goes on."""
    hidden = view.setup.options["fog"] == "full" and view.outcome is None and view.side not in ("", side)
    return "?" if hidden else Number(losses(view.field, side).hundredths, unit="%")


# --- turning points ---


def turning_blocks(tally: Tally) -> Iterator[Block]:
    """First rout, first commander lost, first unit destroyed, the largest impact, the deadliest volley."""
    yield from turning_points(_turning(tally))


def _turning(tally: Tally) -> Iterator[Line]:
    names, points = tally.names, tally.turning
    if points.first_rout:
        turn, rout = points.first_rout
        words = T("First rout, turn {turn}: {unit}", turn=turn, unit=names.unit(rout.unit))
        yield Line(words, ("PS-ROUT-01",), side=names.side_at(rout.unit))
    if points.first_fallen:
        turn, fell = points.first_fallen
        words = T("First commander lost, turn {turn}: {what}", turn=turn, what=fell_words(names, fell))
        yield Line(words, ("PS-CMD-03",), side=names.side_at(fell.commander))
    if points.first_destroyed:
        turn, gone = points.first_destroyed
        words = T("First unit destroyed, turn {turn}: {unit}", turn=turn, unit=names.unit(gone.unit))
        yield Line(words, ("PS-BASE-10",), side=names.side_at(gone.unit))
    yield from _blows(tally)


def _blows(tally: Tally) -> Iterator[Line]:
    names, points = tally.names, tally.turning
    if points.impact:
        turn, fight = points.impact
        facts = {
            "turn": turn,
            "unit": names.unit(fight.roller.unit),
            "own": strength(fight.roller.strength),
            "enemy": names.unit(fight.other.unit),
            "theirs": strength(fight.other.strength),
            "dp": Number(shock(fight)),
        }
        words = T(
            "Largest impact, turn {turn}: {unit} ({own}) on {enemy} ({theirs}), DP {dp} in all", **facts
        )
        yield Line(words, ("PS-IMPACT-01",), side=names.side_at(fight.roller.unit))
    if points.volley:
        turn, shot = points.volley
        words = T(
            "Deadliest volley, turn {turn}: {unit} at {target}, DP {dp}",
            turn=turn,
            unit=names.unit(shot.shooter),
            target=names.unit(shot.target),
            dp=Number(shot.dp),
        )
        yield Line(words, ("PS-SHOT-04",), side=names.side_at(shot.shooter))


# --- points ---


@clause("PS-VIC-01", "PS-VIC-07")
def score_blocks(tally: Tally) -> Iterator[Block]:
    """Points by condition, in the order in which they were scored."""
    if not tally.scored:
        return
    names = tally.names
    columns = (
        Column(T("Side")),
        Column(T("Condition")),
        Column(T("For")),
        Column(T("Turn"), "right"),
        Column(T("Points"), "right"),
    )
    rows: list[tuple[Content, ...]] = [
        (
            names.side(one.side),
            names.condition(one.side, one.condition),
            cause_words(names, one.cause) if one.cause else "",
            Number(turn),
            Number(one.vp),
        )
        for turn, one in tally.scored
    ]
    for side in names.setup.sides:
        total = sum(one.vp for _, one in tally.scored if one.side == side.id)
        rows.append((names.side(side.id), Strong(T("in all")), "", "", Number(total)))
    yield Table(columns, tuple(rows), T("Points by condition"))


# --- units ---


def unit_blocks(tally: Tally) -> Iterator[Block]:
    """One table a side: bases and men lost, disorder by cause, what the unit dealt, how it ended."""
    names = tally.names
    heads: tuple[Text, ...] = (
        T("Men lost"),
        T("DP from fire"),
        T("from combat"),
        T("from marching"),
        T("from fear"),
        T("restored"),
        T("DP left"),
        T("Volleys"),
        T("DP dealt by fire"),
        T("DP dealt in combat"),
        T("Routs"),
    )
    columns = (
        Column(T("Unit")),
        Column(T("Bases"), "right"),
        *(Column(head, "right") for head in heads),
        Column(T("Outcome")),
    )
    yield Heading(1, T("The units"), "units")
    for side in names.setup.sides:
        units = [(one, count) for one, count in tally.units.items() if count.side == side.id]
        if units:
            yield Table(
                columns, tuple(_unit_row(names, one, count) for one, count in units), names.side(side.id)
            )


def _unit_row(names: Names, unit: str, count: UnitCount) -> tuple[Content, ...]:
    bases: Content = Number(count.start)
    if count.bases != count.start:
        bases = (Number(count.start), " → ", Number(count.bases))
    figures = (
        count.men,
        count.fire,
        count.combat,
        count.marching,
        count.fear,
        -count.restored,
        count.dp,
        count.volleys,
        count.fire_dealt,
        count.combat_dealt,
        count.routs,
    )
    return (names.unit(unit), bases, *map(Number, figures), OUTCOMES[count.outcome])


# --- the course ---


def _course(view: PikeView, heard: Sequence[Heard]) -> Iterator[Block]:
    """The chronicle from the first turn on."""
    course = [one for one in heard if not isinstance(one.event, BattleBegan)]
    if any(isinstance(one.event, TurnStarted) for one in course):
        yield Heading(1, T("The course of the battle"), "course")
        yield from lines(view, course)
