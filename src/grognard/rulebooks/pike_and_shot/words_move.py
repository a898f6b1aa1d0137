"""Units on the move in words: activation, impulses, movement tests, steps, manoeuvres, restoring order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.pike_and_shot.events import (
    Activated,
    Advanced,
    Hangs,
    ImpulseUsed,
    LeftTable,
    ManoeuvreDone,
    ManoeuvreOpened,
    ManoeuvreProgress,
    QualityAdjusted,
    Restored,
    RoughGround,
    StoodShort,
    Stopped,
    Tested,
    UnitSeen,
)
from grognard.rulebooks.pike_and_shot.model import Bases
from grognard.rulebooks.pike_and_shot.words_names import (
    PLANS,
    QUALITIES,
    Names,
    degrees,
    inches,
    more_dp,
    spot,
)
from grognard.rulebooks.pike_and_shot.words_tests import KINDS, test_dice, test_items, with_result
from grognard.rulebooks.pike_and_shot.words_turn import Telling
from grognard.show.model import Block, Content, Detail, Line, Number, listed

# --- activation ---


@clause("PS-TURN-05")
def activated(telling: Telling, event: Activated) -> Iterator[Block]:
    names = telling.names
    words = T(
        "{unit} to act: impulses {impulses}, DP {dp}",
        unit=names.unit(event.unit),
        impulses=Number(event.impulses),
        dp=Number(event.dp),
    )
    yield Line(words, side=names.side_at(event.unit))


IMPULSES: Mapping[str, Text] = {
    "restore": T("{unit}, impulse {number}: restoring order"),
    "move": T("{unit}, impulse {number}: move"),
    "charge": T("{unit}, impulse {number}: charge"),
    "shoot": T("{unit}, impulse {number}: fire"),
    "fight": T("{unit}, impulse {number}: close combat"),
    "rout": T("{unit}, impulse {number}: flight"),
    "reaction": T("{unit}, impulse {number}: reaction"),
    "reply": T("{unit}, impulse {number}: reply"),
}


@clause("PS-IMP-01", "PS-IMP-02")
def impulses_used(telling: Telling, events: Sequence[ImpulseUsed]) -> Iterator[Block]:
    """One line for units that use the same impulse alike."""
    names, first = telling.names, events[0]
    facts = {"unit": names.units(one.unit for one in events), "number": Number(first.number)}
    words: Content = Text(IMPULSES.get(first.use, T("{unit}, impulse {number}")).source, facts)
    if first.hung:
        words = (words, ", ", more_dp(first.hung))
    yield Line(words, details=hung_items(first), side=names.side_at(first.unit), indent=1)


@clause("PS-IMP-02")
def hung_items(event: ImpulseUsed) -> tuple[Detail, ...]:
    """What the second and every later impulse hangs."""
    if not event.hung:
        return ()
    return (Detail(T("the second and every later impulse"), more_dp(event.hung), "PS-IMP-02"),)


@clause("PS-IMP-03")
def stopped(telling: Telling, event: Stopped) -> Iterator[Block]:
    names = telling.names
    who = names.unit(event.unit)
    words = T("{unit}: its activation is over", unit=who)
    if event.kept:
        words = T("{unit} stopped; impulses kept for reactions: {kept}", unit=who, kept=Number(event.kept))
    yield Line(words, side=names.side_at(event.unit), indent=1)


@clause("PS-RALLY-01", "PS-RALLY-02")
def restored(telling: Telling, event: Restored) -> Iterator[Block]:
    names = telling.names
    words = T("{unit} restored order: {dp}", unit=names.unit(event.unit), dp=more_dp(-event.removed))
    if not event.removed:
        words = T("{unit} could not restore order", unit=names.unit(event.unit))
    where = T("quiet") if event.quiet else T("under fire or with enemies near")
    details = (
        Detail(QUALITIES.get(event.quality, event.quality), where, "PS-RALLY-01"),
        Detail(T("disorder removed"), -event.removed),
    )
    yield Line(words, details=details, side=names.side_at(event.unit), indent=2)


# --- tests ---


@clause("PS-MOVE-02", "PS-MOVE-03", "PS-MOVE-04")
def tested(telling: Telling, event: Tested) -> Iterator[Block]:
    """A movement test with what it brings; any other test that stands alone."""
    names = telling.names
    kind = KINDS.get(event.kind, event.kind)
    words = with_result(T("{unit}: {test}", unit=names.unit(event.unit), test=kind), event)
    details = test_items(names, event)
    if event.kind == "move":
        points, hung = move_result(names, event.band)
        words = (words, T(": move points {points}", points=Number(points)))
        details += (Detail(T("move points"), Number(points), "PS-MOVE-03"),)
        if hung:
            words = (words, ", ", more_dp(hung))
            details += (Detail(T("a good result disorders"), more_dp(hung), "PS-MOVE-04"),)
    yield Line(words, (), details, test_dice(event), names.side_at(event.unit), 2)


@clause("PS-MOVE-03", "PS-MOVE-04")
def move_result(names: Names, band: str) -> tuple[int, int]:
    """Move points and DP of a movement test."""
    table = names.tables.parameters.movement[str(names.setup.options["movement"])]
    return table.points.get(band, 0), table.good_dp if band == "good" else 0


# --- steps ---

WAYS: Mapping[str, Text] = {
    "advance": T("{unit} advanced {distance}"),
    "charge": T("{unit} charged {distance}"),
    "counter_charge": T("{unit} counter-charged {distance}"),
    "reaction_charge": T("{unit} charged out {distance}"),
    "evade": T("{unit} evaded {distance}"),
    "rout": T("{unit} ran {distance}"),
}


@clause("PS-MOVE-08", "PS-MOVE-10")
def advanced(telling: Telling, event: Advanced) -> Iterator[Block]:
    names = telling.names
    facts = {"unit": names.unit(event.unit), "distance": inches(event.distance)}
    details = [
        Detail(T("allowance"), inches(event.allowance), "PS-MOVE-08"),
        *_from_to(event.before, event.after),
    ]
    if event.terrain:
        ground = listed(tuple(dict.fromkeys(map(names.ground, event.terrain))))
        details.append(Detail(T("ground"), ground, "PS-MOVE-10"))
    words = Text(WAYS.get(event.kind, WAYS["advance"]).source, facts)
    yield Line(words, details=tuple(details), side=names.side_at(event.unit), indent=2)


def _from_to(before: Bases, after: Bases) -> Iterator[Detail]:
    """The first base of the front rank before and after."""
    if before and after:
        a, b = before[0], after[0]
        yield Detail(T("first base"), (spot(a.x, a.y), " → ", spot(b.x, b.y)))
        if a.heading != b.heading:
            yield Detail(T("heading"), (degrees(a.heading), " → ", degrees(b.heading)))


@clause("PS-MAN-01", "PS-MAN-04", "PS-MAN-05")
def manoeuvre_opened(telling: Telling, event: ManoeuvreOpened) -> Iterator[Block]:
    names = telling.names
    words = T(
        "{unit} began a manoeuvre: {plan}; move points needed in all: {needed}",
        unit=names.unit(event.unit),
        plan=PLANS.get(event.plan, event.plan),
        needed=Number(event.needed),
    )
    details = [Detail(T("longest way of a base"), inches(event.travel), "PS-MAN-04")]
    if event.free:
        details.append(Detail(T("opening"), T("costs nothing"), "PS-MAN-09"))
    yield Line(words, details=tuple(details), side=names.side_at(event.unit), indent=2)


@clause("PS-MAN-05")
def manoeuvre_progress(telling: Telling, event: ManoeuvreProgress) -> Iterator[Block]:
    names = telling.names
    least = min(event.shares, default=100)
    words = T(
        "{unit} shifted bases: the last has done {share} of its way",
        unit=names.unit(event.unit),
        share=Number(least, unit="%"),
    )
    details = [
        Detail(T("allowance spent on shifting so far"), inches(event.spent), "PS-MAN-05"),
        *_from_to(event.before, event.after),
    ]
    if least < 100:
        shares = listed([Number(share, unit="%") for share in event.shares])
        details.append(Detail(T("share of each base"), shares, "PS-MAN-05"))
    yield Line(words, details=tuple(details), side=names.side_at(event.unit), indent=2)


def manoeuvre_done(telling: Telling, event: ManoeuvreDone) -> Iterator[Block]:
    names = telling.names
    words = T(
        "{unit} completed a manoeuvre: {plan}; formation now: {formation}",
        unit=names.unit(event.unit),
        plan=PLANS.get(event.plan, event.plan),
        formation=names.formation(event.formation),
    )
    yield Line(
        words,
        details=tuple(_from_to(event.before, event.after)),
        side=names.side_at(event.unit),
        indent=2,
    )


@clause("PS-MAN-06")
def hangs(telling: Telling, event: Hangs) -> Iterator[Block]:
    names = telling.names
    words = T("{unit} hung in an unfinished manoeuvre", unit=names.unit(event.unit))
    yield Line(words, side=names.side_at(event.unit), indent=2)


@clause("PS-MOVE-06")
def quality_adjusted(telling: Telling, event: QualityAdjusted) -> Iterator[Block]:
    names = telling.names
    who = names.unit(event.unit)
    facts = {"unit": who, "change": more_dp(event.change), "dp": Number(event.dp)}
    words = T("{unit} paid for bad training: {change}, DP now {dp}", **facts)
    if event.change < 0:
        words = T("{unit} kept in ranks by good training: {change}, DP now {dp}", **facts)
    details = (
        Detail(T("movement disorder of the turn so far"), Number(event.raw), "PS-MOVE-06"),
        Detail(T("settled now"), event.change, "PS-MOVE-06"),
        Detail(T("DP after it, never below 0"), Number(event.dp)),
    )
    yield Line(words, details=details, side=names.side_at(event.unit), indent=1)


@clause("PS-MOVE-10")
def rough_ground(telling: Telling, event: RoughGround) -> Iterator[Block]:
    names = telling.names
    words = T(
        "{unit} entered rough ground ({ground}): {hung}, DP now {dp}",
        unit=names.unit(event.unit),
        ground=names.ground(event.terrain),
        hung=more_dp(1),
        dp=Number(event.dp),
    )
    yield Line(words, side=names.side_at(event.unit), indent=2)


@clause("PS-MOVE-13")
def stood_short(telling: Telling, event: StoodShort) -> Iterator[Block]:
    names = telling.names
    words = T(
        "{unit} could not come to grips with {target} and stopped short",
        unit=names.unit(event.unit),
        target=names.unit(event.target),
    )
    yield Line(words, side=names.side_at(event.unit), indent=2)


@clause("PS-ROUT-08", "PS-VIC-04")
def left_table(telling: Telling, event: LeftTable) -> Iterator[Block]:
    names = telling.names
    who = names.unit(event.unit)
    words = T("{unit} ran off the table", unit=who)
    if event.loot:
        words = T("{unit} went home with loot", unit=who)
    yield Line(words, side=names.side_at(event.unit), indent=1)


@clause("PS-FOG-01")
def unit_seen(telling: Telling, event: UnitSeen) -> Iterator[Block]:
    names = telling.names
    yield Line(T("{unit} came into view", unit=names.unit(event.unit)), side=names.side_at(event.unit))
