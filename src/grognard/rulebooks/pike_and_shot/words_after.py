"""Panic, losses, rout, dismay, points, the end, and what the table itself tells, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.chronicle import TableWords
from grognard.rulebooks.pike_and_shot.events import (
    BaseLost,
    Destroyed,
    Dismay,
    GameEnded,
    ObjectiveSacked,
    ObjectiveTaken,
    Panicked,
    Rallied,
    Routed,
    RunThrough,
    Scored,
    Tested,
)
from grognard.rulebooks.pike_and_shot.hand_words import WORDS
from grognard.rulebooks.pike_and_shot.model import Panic
from grognard.rulebooks.pike_and_shot.order_words import order_words, question_words
from grognard.rulebooks.pike_and_shot.words_names import BANDS, COHESION, Names, more_dp
from grognard.rulebooks.pike_and_shot.words_tests import test_dice, test_items, with_result
from grognard.rulebooks.pike_and_shot.words_turn import Telling
from grognard.show.model import Block, Content, Detail, Die, Line, Number

CAUSES: Mapping[str, Text] = {
    "shooting": T("under fire"),
    "impact": T("after the impact"),
    "melee": T("after the melee"),
    "rout": T("on the run"),
    "run_through": T("run through by friends"),
}

# --- panic and losses ---


@clause("PS-PANIC-01", "PS-PANIC-02", "PS-PANIC-05")
def panicked(telling: Telling, event: Panicked, test: Tested | None) -> Iterator[Block]:
    """The class of cohesion, the test, and what it costs."""
    names = telling.names
    facts = {
        "unit": names.unit(event.unit),
        "cause": CAUSES.get(event.cause, event.cause),
        "cohesion": COHESION.get(event.cohesion, event.cohesion),
    }
    words: Content = T("{unit}, panic test {cause}, {cohesion}", **facts)
    if test is not None:
        words = with_result(words, test)
    result = panic_result(names, event)
    words = (words, ": ", more_dp(result.dp) if result.dp else T("no harm"))
    if result.bases:
        words = (words, ", ", T("bases lost {bases}", bases=Number(result.bases)))
    details = (
        Detail(T("bases"), Number(event.bases), "PS-PANIC-02"),
        Detail(T("DP before the test"), Number(event.dp), "PS-PANIC-02"),
        Detail(T("cohesion"), facts["cohesion"], "PS-PANIC-02"),
        *(test_items(names, test) if test else (Detail(T("result"), BANDS.get(event.band, event.band)),)),
        *((Detail(T("DP of the test"), more_dp(result.dp), "PS-PANIC-05"),) if result.dp else ()),
    )
    yield Line(words, (), details, test_dice(test) if test else (), names.side_at(event.unit), 2)


@clause("PS-PANIC-05")
def panic_result(names: Names, event: Panicked) -> Panic:
    """What the result does, by the table in force."""
    tables = names.tables.parameters.panic
    by_cause = names.setup.options["panic_tables"] == "by_cause"
    table = tables.get(event.cause, tables["single"]) if by_cause else tables["single"]
    return table.get(event.band, Panic(0, 0))


@clause("PS-PANIC-07", "PS-BASE-04")
def base_lost(telling: Telling, event: BaseLost) -> Iterator[Block]:
    names = telling.names
    facts = {
        "unit": names.unit(event.unit),
        "base": names.base(event.type),
        "left": Number(event.left),
    }
    words = T("{unit} lost a base ({base}); bases left: {left}", **facts)
    details = (Detail(T("men"), Number(event.men), "PS-BASE-04"),) if event.men else ()
    yield Line(words, details=details, side=names.side_at(event.unit), indent=3)


@clause("PS-ROUT-01", "PS-ROUT-02")
def routed(telling: Telling, event: Routed) -> Iterator[Block]:
    names = telling.names
    yield Line(
        T("{unit} broke and ran!", unit=names.unit(event.unit)), side=names.side_at(event.unit), indent=2
    )


def rallied(telling: Telling, event: Rallied) -> Iterator[Block]:
    names = telling.names
    yield Line(T("{unit} rallied", unit=names.unit(event.unit)), side=names.side_at(event.unit), indent=2)


def destroyed(telling: Telling, event: Destroyed) -> Iterator[Block]:
    names = telling.names
    words = T("{unit} perished", unit=names.unit(event.unit))
    yield Line(words, side=names.side_at(event.unit), indent=2)


@clause("PS-ROUT-09")
def run_through(telling: Telling, event: RunThrough) -> Iterator[Block]:
    names = telling.names
    words = T(
        "{router} ran through {unit}: {dp}",
        router=names.unit(event.router),
        unit=names.unit(event.unit),
        dp=more_dp(event.bases),
    )
    details = (Detail(T("bases that ran through it"), Number(event.bases), "PS-ROUT-09"),)
    yield Line(words, details=details, side=names.side_at(event.unit), indent=2)


@clause("PS-DISMAY-01", "PS-DISMAY-02")
def dismayed(telling: Telling, events: Sequence[Dismay]) -> Iterator[Block]:
    """One line for all friends who see it."""
    names = telling.names
    hurt = tuple(T("{unit} {dp}", unit=names.unit(one.unit), dp=more_dp(one.dp)) for one in events)
    words = T("Dismay at the rout: {units}", units=hurt)
    if events[0].cause == "destroyed":
        words = T("Dismay at the end of a unit: {units}", units=hurt)
    details = tuple(
        Detail(
            (names.unit(one.unit), ", ", T("near, d3") if one.die else T("seen from afar")),
            more_dp(one.dp),
            "PS-DISMAY-01",
        )
        for one in events
    )
    dice = tuple(Die(one.die) for one in events if one.die)
    yield Line(words, (), details, dice, names.side_at(events[0].unit), 3)


# --- objectives, points, the end ---


@clause("PS-VIC-03")
def objective_taken(telling: Telling, event: ObjectiveTaken) -> Iterator[Block]:
    names = telling.names
    words = T(
        "Objective taken by {side}: {objective}",
        objective=names.place(event.objective),
        side=names.side(event.side),
    )
    yield Line(words, side=names.colour(event.side))


@clause("PS-VIC-04")
def objective_sacked(telling: Telling, event: ObjectiveSacked) -> Iterator[Block]:
    names = telling.names
    words = T(
        "{unit} sacked {objective} and carried off loot",
        objective=names.place(event.objective),
        unit=names.unit(event.unit),
    )
    yield Line(words, side=names.side_at(event.unit))


@clause("PS-VIC-01", "PS-VIC-07")
def scored(telling: Telling, event: Scored) -> Iterator[Block]:
    names = telling.names
    words: Content = T(
        "{side}: victory points {vp}, {condition}",
        side=names.side(event.side),
        vp=Number(event.vp, signed=True),
        condition=names.condition(event.side, event.condition),
    )
    if event.cause:
        words = (words, T(" ({cause})", cause=cause_words(names, event.cause)))
    yield Line(words, side=names.colour(event.side))


def cause_words(names: Names, cause: str) -> Content:
    """A unit, commander or objective that points were scored for."""
    return names.place(cause) if cause in names.setup.objectives else names.piece(cause)


@clause("PS-VIC-05")
def game_ended(telling: Telling, event: GameEnded) -> Iterator[Block]:
    names = telling.names
    yield Line(end_words(names, event))
    for side, total in event.totals:
        bases, men = next(((b, m) for who, b, m in event.losses if who == side), (0, 0))
        words = T(
            "{side}: victory points {total}; bases lost {bases}, men {men}",
            side=names.side(side),
            total=Number(total),
            bases=Number(bases),
            men=Number(men),
        )
        yield Line(words, side=names.colour(side), indent=1)


REASONS: Mapping[str, Text] = {
    "no_units": T("one side has no troops left"),
    "army_broken": T("an army has broken"),
    "last_turn": T("night falls"),
}


def end_words(names: Names, event: GameEnded) -> Text:
    """Who won, by how much, and why it is over."""
    why = REASONS.get(event.reason, event.reason)
    if not event.winners:
        return T("The battle is over ({why}): a draw", why=why)
    winners = tuple(names.side(one) for one in event.winners)
    if event.margin == "decisive":
        return T("The battle is over ({why}): decisive victory of {winners}", why=why, winners=winners)
    return T("The battle is over ({why}): marginal victory of {winners}", why=why, winners=winners)


# --- the table ---


TABLE = TableWords[Telling](
    WORDS, lambda telling, piece: telling.names.piece(piece), question_words, order_words
)
"""What the table itself tells."""
