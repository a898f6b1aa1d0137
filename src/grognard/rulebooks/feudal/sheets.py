"""Order of battle and army sheets (FE-ARMY-07), as the seat of a view knows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.core.chance import Modifier
from grognard.core.rule import clause
from grognard.core.state import UMPIRE
from grognard.locale import T
from grognard.rulebooks.feudal import effects, muster
from grognard.rulebooks.feudal.battle import moment_of
from grognard.rulebooks.feudal.effects import total
from grognard.rulebooks.feudal.model import Army
from grognard.rulebooks.feudal.morale import from_others, own_morale
from grognard.rulebooks.feudal.view import FeudalView, Seen
from grognard.rulebooks.feudal.words_names import BANDS, POSTURES, STATUSES, Names
from grognard.show.model import Block, Column, Content, Heading, Line, Number, Table, listed

UNKNOWN = "?"


def order_of_battle(view: FeudalView) -> tuple[Block, ...]:
    """A table of armies for each side, then the sheets of those whose numbers the seat knows."""
    names = Names(view)
    blocks: list[Block] = []
    for side in view.setup.sides:
        armies = [one for one in view.seen.values() if one.side == side.id]
        blocks += [Heading(2, names.side(side.id), f"side-{side.id}"), side_table(names, armies)]
    for one in view.armies:
        blocks += army_sheet(names, one)
    return tuple(blocks)


def side_table(names: Names, armies: Sequence[Seen]) -> Table:
    """One row an army, as it stands now."""
    return Table(
        (
            Column(T("No."), "right"),
            Column(T("Army")),
            Column(T("Row")),
            Column(T("Strength"), "right"),
            Column(T("HP"), "right"),
            Column(T("Missiles"), "right"),
            Column(T("Tactic")),
            Column(T("Strategy")),
            Column(T("Where")),
        ),
        tuple(_row(names, one) for one in armies),
    )


def _row(names: Names, seen: Seen) -> tuple[Content, ...]:
    known = seen.id in names.view.armies
    army, sheet = names.view.known(seen.id)
    hp: Content = f"{army.hp}/{sheet.hp_max}" if known else BANDS[seen.band]
    where: list[Content] = [STATUSES[seen.status] if seen.status != "ready" else POSTURES[seen.posture]]
    if seen.stalled:
        where.append(T("stalled"))
    return (
        Number(seen.oob),
        names.army(seen.id),
        seen.row,
        Number(sheet.strength) if known else UNKNOWN,
        hp,
        UNKNOWN if seen.missiles is None else Number(seen.missiles),
        names.tactic(seen.tactic),
        names.grade(seen.strategy),
        listed(where),
    )


def starting_table(names: Names) -> Table:
    """The order of battle as the armies came, from what the seat knows."""
    columns = (
        Column(T("No."), "right"),
        Column(T("Army")),
        Column(T("Troop type")),
        Column(T("Men"), "right"),
        Column(T("Row")),
        Column(T("Strength"), "right"),
        Column(T("HP"), "right"),
        Column(T("Commander")),
    )
    return Table(columns, tuple(_starting_row(names, one) for one in names.view.seen.values()))


def _starting_row(names: Names, seen: Seen) -> tuple[Content, ...]:
    sheet = names.setup.sheets.get(seen.id)
    known: tuple[Content, ...] = (UNKNOWN, seen.row, UNKNOWN, UNKNOWN)
    if sheet is not None:
        known = (Number(sheet.men), seen.row, Number(sheet.strength), Number(sheet.hp_start))
    return (
        Number(seen.oob),
        names.army(seen.id),
        names.troop(seen.troop),
        *known,
        seen.commander or T("nameless"),
    )


# --- the sheet of one army ---


@clause("FE-ARMY-07", "FE-CMD-03")
def army_sheet(names: Names, army_id: str) -> tuple[Block, ...]:
    """Name, troop, head-count, values, morale with its parts, tactics, consumption, commander.

    Of an army whose numbers the seat doesn't know only what everybody sees.
    """
    seen = names.view.seen[army_id]
    head = Heading(3, names.army(army_id), f"army-{army_id}")
    rows = _known_rows(names, army_id) if army_id in names.view.armies else _seen_rows(names, seen)
    table = Table((Column(), Column()), tuple((label, value) for label, value in rows))
    if army_id not in names.view.armies:
        return (head, table)
    morale = _morale(names, army_id)
    value = Number(total(morale), signed=True)
    return (head, table, Line(T("Morale: {value}", value=value), ("FE-MOR-01",), names.items(morale)))


def _known_rows(names: Names, army_id: str) -> Iterator[tuple[Content, Content]]:
    army, sheet = names.view.known(army_id)
    fogged = _fogged(names.view, names.view.seen[army_id])
    yield T("troop type"), names.troop(sheet.troop)
    troop = names.tables.troops[sheet.troop]
    row = muster.size_row(names.tables, troop, army.men).name
    yield T("men"), T("{men} ({row})", men=Number(army.men), row=row) if army.men else Number(0)
    yield T("Strength"), Number(sheet.strength)
    yield T("hit points"), f"{army.hp}/{sheet.hp_max}"
    yield T("Attack"), Number(sheet.attack)
    yield T("Defence"), Number(sheet.defence)
    missiles = names.view.seen[army_id].missiles
    yield T("missiles left"), UNKNOWN if missiles is None else Number(missiles)
    yield T("tactics seen") if fogged else T("tactics known"), _tactics(names, army)
    if army.men:
        yield T("consumption"), T("{pp} PP a fief turn", pp=muster.consumption(names.tables, army, troop))
    if army.conditions:
        yield T("conditions"), listed([names.condition(one.id) for one in army.conditions])
    yield from _commander_rows(names, army, fogged)


def _tactics(names: Names, army: Army) -> Content:
    found = [
        T("{tactic} (spent)", tactic=names.tactic(one)) if one in army.spent_tactics else names.tactic(one)
        for one in ("standard", *army.tactics)
    ]
    return listed(found)


@clause("FE-CMD-03")
def _commander_rows(names: Names, army: Army, fogged: bool) -> Iterator[tuple[Content, Content]]:
    who = army.commander
    if who.nameless:
        yield T("commander"), T("nameless")
        return
    yield T("commander"), who.called
    yield T("charisma"), Number(who.charisma)
    yield T("leadership"), Number(who.leadership)
    held = [names.feature(one.id, one.choice) for one in who.features]
    yield T("features seen") if fogged else T("features"), listed(held) if held else T("none")


def _seen_rows(names: Names, seen: Seen) -> Iterator[tuple[Content, Content]]:
    """What shows from outside: no number that could be reckoned with."""
    yield T("troop type"), names.troop(seen.troop)
    yield T("row"), seen.row
    yield T("state"), BANDS[seen.band]
    if seen.missiles is not None:
        yield T("missiles left"), Number(seen.missiles)
    if seen.conditions:
        yield T("conditions"), listed([names.condition(one.id) for one in seen.conditions])
    yield (
        T("commander"),
        T("{name}, level {level}", name=seen.commander, level=seen.level) if seen.level else T("nameless"),
    )


@clause("FE-MOR-01")
def _morale(names: Names, army_id: str) -> tuple[Modifier, ...]:
    """Morale as it counts in a check of any kind; what only one kind of check knows is left out."""
    view = names.view
    who = view.bearer(army_id)
    moment = moment_of(view.field)
    friends = [
        effects.bearer(view.setup.tables, view.armies[one.id], view.setup.sheets[one.id], view.field)
        for one in view.on_field(who.sheet.side)
        if one.id != army_id and one.id in view.armies
    ]
    own = own_morale(who, view.setup.tables.troops[who.sheet.troop].morale, "any", moment)
    return own + from_others(friends, (), "any", moment)


def _fogged(view: FeudalView, seen: Seen) -> bool:
    """The fog of intelligence hides what this enemy has not used yet."""
    open_now = view.seat == UMPIRE or view.outcome is not None
    return view.setup.options["fog"] == "intelligence" and not open_now and seen.side != view.side
