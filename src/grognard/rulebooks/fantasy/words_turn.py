"""The battle, its turns, orders, and the end of turns in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.fantasy import events as told
from grognard.rulebooks.fantasy.view import FantasyView
from grognard.rulebooks.fantasy.words_names import ORDER_CLAUSES, ORDERS, PHASES, Names, dice, point
from grognard.show.model import (
    Block,
    Column,
    Content,
    Detail,
    Heading,
    Line,
    Number,
    Paragraph,
    Table,
    listed,
)
from grognard.show.tabletop.figures import degrees


class Telling:
    """What a chronicle has to remember while it goes on: the turn, who is running, how far those went of whom more is
    told in the next line, and how many effects of a spell have been told."""

    def __init__(self, view: FantasyView) -> None:
        self.view = view
        self.names = Names(view)
        self.turn = 0
        self.running: set[str] = set()
        self.went: dict[str, told.Moved] = {}
        self.effects: Counter[tuple[str, str]] = Counter()


# --- before the battle -----------------------------------------------------------------------------------


@clause("FA-GEN-05", "FA-GEN-02")
def battle_opened(telling: Telling, event: told.BattleOpened) -> Iterator[Block]:
    names, setup = telling.names, telling.names.setup
    yield Heading(1, setup.name, "start")
    if setup.notes.en:
        yield Paragraph(setup.notes)
    yield Line(T("The battle begins; turns at most: {turns}", turns=setup.turns), ("FA-VIC-01",))
    yield _armies(names)
    for profile, field, before, after in event.changes:
        row = names.tables.profiles.get(profile) or names.tables.characters.get(profile)
        facts = {"profile": row.name if row else profile, "field": field, "before": before, "after": after}
        yield Line(T("The game master changes {profile}: {field} {before} → {after}", **facts))


@clause("FA-GEN-02", "FA-UNIT-03")
def _armies(names: Names) -> Table:
    """How many stand on each side, to the nearest rank where the seat knows no better."""
    columns = (
        Column(T("Side")),
        Column(T("Units"), "right"),
        Column(T("Models"), "right"),
        Column(T("Characters"), "right"),
        Column(T("Home ground")),
    )
    rows: list[tuple[Content, ...]] = []
    for side in names.setup.sides:
        units = [unit for unit in names.setup.units if unit.side == side.id]
        heroes = sum(one.side == side.id for one in names.setup.characters)
        home: Content = T("yes") if names.setup.armies[side.id].home_ground else ""
        models = Number(sum(unit.start_models for unit in units))
        rows.append((names.side(side.id), Number(len(units)), models, Number(heroes), home))
    return Table(columns, tuple(rows), T("Armies"))


@clause("FA-LEG-01")
def legend_named(telling: Telling, event: told.LegendNamed) -> Iterator[Block]:
    names = telling.names
    if not event.seat:
        yield Line(T("No legend is the best: nobody wrote one"))
        return
    yield Line(T("The best legend: {seat}", seat=names.strong(event.seat)), side=names.at(event.seat))
    legend = names.setup.descriptions.get(event.seat)
    if legend:
        yield Paragraph(legend)


@clause("FA-LEG-01")
def bonus_taken(telling: Telling, event: told.BonusTaken) -> Iterator[Block]:
    names = telling.names
    facts = {"piece": names.piece(event.piece), "bonus": names.bonus(event.bonus)}
    yield Line(T("Award for {piece}: {bonus}", **facts), side=names.at(event.seat))


@clause("FA-MAG-03", "FA-MAG-04")
def spells_learnt(telling: Telling, event: told.SpellsLearnt) -> Iterator[Block]:
    names = telling.names
    spells = tuple(names.spell(one) for one in event.spells)
    yield Line(
        T("{wizard} knows {spells}", wizard=names.hero(event.wizard), spells=spells),
        dice=dice(event.rolled),
        side=names.at(event.wizard),
    )


@clause("FA-GEN-10", "FA-UNIT-09")
def deployed(telling: Telling, event: told.Deployed) -> Iterator[Block]:
    names = telling.names
    details = tuple(
        Detail(names.unit(unit), (point((pose.x, pose.y)), ", ", degrees(pose.heading)))
        for unit, pose in zip(event.units, event.poses, strict=False)
    )
    words = T("{seat} deployed, units: {count}", seat=names.strong(event.seat), count=len(event.units))
    yield Line(words, details=details, side=names.at(event.seat))


# --- turns -----------------------------------------------------------------------------------------------


def turn_started(telling: Telling, event: told.TurnStarted) -> Iterator[Block]:
    telling.turn = event.number
    last = telling.names.setup.turns
    yield Heading(1, T("Turn {turn} of {last}", turn=event.number, last=last), f"t{event.number}")


def phase_began(telling: Telling, event: told.PhaseBegan) -> Iterator[Block]:
    words = PHASES.get(event.phase, event.phase)
    yield Heading(2, words, f"t{telling.turn}{event.phase.lower()}")


@clause("FA-GEN-03", "FA-ORD-12")
def orders_read(telling: Telling, event: told.OrdersRead) -> Iterator[Block]:
    """Side by side, the units under each order word; then who had none in time."""
    names = telling.names
    yield Heading(2, T("Orders"), f"t{telling.turn}o")
    if event.on_time:
        seats = tuple(names.strong(seat) for seat in event.on_time)
        yield Line(T("In time with all orders: {seats}", seats=seats), ("FA-ORD-12",))
    for side in names.setup.sides:
        own = [unit for unit, _ in event.orders if names.side_of(unit) == side.id]
        for word, units in _by_word(telling, event, own).items():
            facts = {"order": ORDERS.get(word, _RUNNING), "units": names.units(units)}
            clauses = (ORDER_CLAUSES.get(word, "FA-RET-03"),)
            yield Line(Text("{order}: {units}", facts), clauses, side=names.colour(side.id))
    for word, units in _by_word(telling, event, event.defaulted).items():
        facts = {"units": names.units(units), "order": ORDERS.get(word, _RUNNING)}
        yield Line(T("No order came for {units}; the rules say: {order}", **facts), ("FA-ORD-12",))


_RUNNING = T("in flight")


def _by_word(telling: Telling, event: told.OrdersRead, those: Collection[str]) -> dict[str, list[str]]:
    """Order word -> those of its units, in the order of the list of words; those who run under ``""``."""
    found: dict[str, list[str]] = {word: [] for word in (*ORDERS, "")}
    for unit, word in event.orders:
        if unit in those:
            found[word if unit not in telling.running and word in ORDERS else ""].append(unit)
    return {word: units for word, units in found.items() if units}


REPLACED: Mapping[str, tuple[Text, str]] = {
    "charged": (T("it is charged"), "FA-ORD-11"),
    "forbidden": (T("a spell forbids it"), "FA-ORD-14"),
    "target_gone": (T("its target is gone"), "FA-ORD-04"),
    "retreating": (T("it is running"), "FA-ORD-13"),
    "out_of_reach": (T("the target is out of reach"), "FA-CHG-12"),
}


@clause("FA-ORD-11", "FA-ORD-14")
def order_replaced(telling: Telling, event: told.OrderReplaced) -> Iterator[Block]:
    names = telling.names
    why, where = REPLACED.get(event.why, (Text("{why}", {"why": event.why}), "FA-ORD-14"))
    facts = {
        "unit": names.unit(event.unit),
        "before": ORDERS.get(event.before, event.before),
        "after": ORDERS.get(event.after, event.after),
        "why": why,
    }
    words = T("{unit}, ordered to {before}: {after}, for {why}", **facts)
    yield Line(words, (where,), side=names.at(event.unit))


# --- the end of a turn -----------------------------------------------------------------------------------


@clause("FA-VIC-03", "FA-VIC-04")
def turn_ended(telling: Telling, event: told.TurnEnded) -> Iterator[Block]:
    names = telling.names
    yield Heading(3, T("End of turn {turn}", turn=event.number))
    shares = [(names.side(side), " ", Number(share, unit="%")) for side, share in event.strengths]
    yield Line((T("Still in the fight: "), listed(shares)), ("FA-VIC-03",))
    for objective, holder in event.objectives:
        name = names.objective(objective)
        if holder:
            words = T("{objective}: in the hands of {side}", objective=name, side=names.side(holder))
        else:
            words = T("{objective}: in nobody's hands", objective=name)
        yield Line(words, ("FA-VIC-04",), side=names.colour(holder))


# --- who is gone -----------------------------------------------------------------------------------------

LOST: Mapping[str, tuple[Text, str]] = {
    "destroyed": (T("{unit} was destroyed"), "FA-GEN-08"),
    "left": (T("{unit} left the table"), "FA-RET-06"),
    "crew": (T("{unit} lost its crew"), "FA-WM-02"),
    "engine": (T("the engine of {unit} was broken"), "FA-WM-10"),
    "exploded": (T("{unit} blew up"), "FA-WM-05"),
    "abandoned": (T("the crew of {unit} abandoned its engine"), "FA-WM-01"),
}


@clause("FA-GEN-08")
def unit_lost(telling: Telling, event: told.UnitLost) -> Iterator[Block]:
    names = telling.names
    telling.running.discard(event.unit)
    words, where = LOST.get(event.how, (T("{unit} was lost"), "FA-GEN-08"))
    said = Text(words.source, {"unit": names.unit(event.unit)})
    yield Line(said, (where,), side=names.at(event.unit))


@clause("FA-CMD-05")
def standard_lost(telling: Telling, event: told.StandardLost) -> Iterator[Block]:
    names = telling.names
    words = T("{unit} lost its standard", unit=names.unit(event.unit))
    if event.to:
        facts = {"unit": names.unit(event.unit), "enemy": names.unit(event.to)}
        words = T("{unit} lost its standard to {enemy}", **facts)
    yield Line(words, side=names.at(event.unit), indent=1)
