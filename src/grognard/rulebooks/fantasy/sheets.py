"""The order of battle as a seat knows it, for reports and sheets beside the log."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from grognard.core.rule import clause
from grognard.core.state import UMPIRE
from grognard.locale import T, Text
from grognard.rulebooks.fantasy.model import Character, Unit
from grognard.rulebooks.fantasy.tables import Profile, Stats
from grognard.rulebooks.fantasy.view import FantasyView
from grognard.rulebooks.fantasy.words_names import RANKS, Names
from grognard.show.model import Block, Column, Content, Heading, Number, Table, listed

Row: TypeAlias = tuple[Content, ...]
GONE: dict[str, Text] = {
    "destroyed": T("destroyed"),
    "left": T("off the table"),
    "merged": T("part of another unit"),
}
ARMOURS: dict[str, Text] = {
    "none": T("no armour"),
    "light": T("light armour"),
    "medium": T("medium armour"),
    "heavy": T("heavy armour"),
}
_STATS = ("M", "WS", "BS", "S", "T", "W", "I", "A", "Ld")


def order_of_battle(view: FantasyView) -> tuple[Block, ...]:
    """For each side its units, its characters and its spells in force: of one's own everything, of others what stands
    on the table."""
    names = Names(view)
    blocks: list[Block] = []
    for side in view.setup.sides:
        blocks.append(Heading(2, names.side(side.id), f"side-{side.id}"))
        units = [unit for unit in view.field.all_units if unit.side == side.id]
        if units:
            blocks.append(Table(_UNITS, tuple(unit_row(names, unit) for unit in units)))
        heroes = [one for one in view.field.characters if one.side == side.id]
        if heroes:
            rows = tuple(hero_row(names, one) for one in heroes)
            blocks.append(Table(_HEROES, rows, T("Characters")))
        blocks += _spells(names, side.id)
    return tuple(blocks)


def knows(view: FantasyView, side: str) -> bool:
    """Whether the seat knows everything of that side's pieces."""
    return view.side in (UMPIRE, side)


# --- units -----------------------------------------------------------------------------------------------

_UNITS = (
    Column(T("Unit")),
    Column(T("Seat")),
    Column(T("Models"), "right"),
    Column(T("Files"), "right"),
    Column(T("Formation")),
    *(Column(stat, "right") for stat in _STATS),
    Column(T("Arms")),
    Column(T("Special rules")),
    Column(T("State")),
)


@clause("FA-GEN-05", "FA-UNIT-03", "FA-UNIT-09")
def unit_row(names: Names, unit: Unit) -> Row:
    field, known = names.field, knows(names.view, unit.side)
    formation = names.tables.formations[unit.formation].name if unit.kind != "machine" else ""
    files = Number(unit.files) if unit.kind != "machine" else ""
    stats = stat_cells(field.stats(unit.id)) if known else ("?",) * len(_STATS)
    profile = field.profile(unit.id)
    rules = sorted(field.rules(unit.id))
    return (
        names.unit(unit.id),
        names.strong(unit.seat),
        models(names, unit),
        files,
        formation,
        *stats,
        listed(list(_arms(names, profile))) if known else "?",
        listed([names.tables.special_rules.get(one, one) for one in rules]) if known else "?",
        listed(list(state(names, unit))),
    )


@clause("FA-UNIT-03")
def models(names: Names, unit: Unit) -> Text:
    """Exact of one's own, to the nearest rank of others."""
    facts = {"left": Number(unit.models), "all": Number(unit.start_models)}
    if knows(names.view, unit.side):
        return T("{left} of {all}", **facts)
    return T("about {left} of {all}", **facts)


def stat_cells(stats: Stats) -> Row:
    return tuple(Number(getattr(stats, stat)) for stat in _STATS)


@clause("FA-WPN-11", "FA-WPN-12", "FA-WND-06", "FA-MNT-06")
def _arms(names: Names, profile: Profile) -> Iterator[Content]:
    """Weapons, armour, shield, mount."""
    tables = names.tables
    yield tables.melee[profile.weapon].name
    if profile.missile:
        yield tables.missile[profile.missile].name
    yield ARMOURS.get(profile.armour, profile.armour)
    if profile.shield:
        yield T("shield")
    if profile.mount:
        yield tables.mounts[profile.mount].name
    if profile.barding:
        yield T("barding")


@clause("FA-RET-03", "FA-WM-03", "FA-WM-05", "FA-WM-06", "FA-WND-08", "FA-CMD-05")
def state(names: Names, unit: Unit) -> Iterator[Content]:
    """What holds of a unit now."""
    if unit.status != "ready":
        yield GONE[unit.status]
        return
    foes = names.field.foes(unit.id)
    if foes:
        yield T("in melee with {enemies}", enemies=names.units(foes))
    if unit.retreating:
        yield T("in flight since turn {turn}", turn=unit.broke)
    for words, holds in (
        (T("drawing back"), unit.withdrawing),
        (T("standard"), unit.standard),
        (T("the crew has lost heart"), unit.silenced > 0),
    ):
        if holds:
            yield words
    for words, count in (
        (T("jammed, turns {count}", count=unit.jammed), unit.jammed),
        (T("reloading, turns {count}", count=unit.reload), unit.reload),
        (T("wounds in the pool {count}", count=unit.pool), unit.pool),
        (T("engine {count}", count=unit.machine_wounds), unit.kind == "machine" and unit.machine_wounds),
    ):
        if count:
            yield words
    yield from (names.spell(one.spell) for one in names.field.spells_on(unit.id))
    yield from (names.bonus(gift) for gift in unit.gifts)


# --- characters ------------------------------------------------------------------------------------------

_HEROES = (
    Column(T("Character")),
    Column(T("Rank")),
    Column(T("With")),
    Column(T("Wounds left"), "right"),
    *(Column(stat, "right") for stat in _STATS),
    Column(T("Spells")),
    Column(T("State")),
)


@clause("FA-CMD-01", "FA-CMD-04", "FA-MAG-01", "FA-MAG-04")
def hero_row(names: Names, one: Character) -> Row:
    known = knows(names.view, one.side)
    stats = stat_cells(names.field.hero(one.id)) if known else ("?",) * len(_STATS)
    wounds: Content = Number(one.wounds) if known or not one.alive else "?"
    return (
        names.hero(one.id),
        listed(list(_rank(names, one))),
        names.unit(one.unit),
        wounds,
        *stats,
        listed([names.spell(spell) for spell in one.spells]),
        listed(list(hero_state(names, one))),
    )


def _rank(names: Names, one: Character) -> Iterator[Content]:
    """``wizard, senior, Path of Flame``; the path of an enemy once he has been seen to cast."""
    yield RANKS[one.rank]
    if one.level:
        yield names.tables.wizards[one.level].name
    if one.path:
        yield names.tables.paths[one.path].name


@clause("FA-MAG-10", "FA-CMD-03")
def hero_state(names: Names, one: Character) -> Iterator[Content]:
    if not one.alive:
        killed = (
            T("dead, killed by {enemy}", enemy=names.piece(one.killed_by)) if one.killed_by else T("dead")
        )
        yield killed
        return
    if one.barred:
        yield T("barred from magic")
    if one.points:
        yield T("magic points {count}", count=one.points)
    yield from (names.spell(force.spell) for force in names.field.spells_on(one.id))
    yield from (names.bonus(gift) for gift in one.gifts)


# --- spells ----------------------------------------------------------------------------------------------


@clause("FA-MAG-17", "FA-MAG-13")
def _spells(names: Names, side: str) -> Iterator[Block]:
    """Spells in force; all of them are open."""
    columns = (
        Column(T("Spell in force")),
        Column(T("Caster")),
        Column(T("On")),
        Column(T("Cast total"), "right"),
        Column(T("Until the end of turn"), "right"),
    )
    rows: list[Row] = []
    for one in names.field.spells:
        if one.side == side:
            target: Content = names.piece(one.target) if one.target else T("the ground")
            until: Content = Number(one.until) if one.until else T("dispelled")
            total: Content = Number(one.total)
            if one.undispellable:
                total = (total, " ", T("(cannot be dispelled)"))
            rows.append((names.spell(one.spell), names.hero(one.caster), target, total, until))
    if rows:
        yield Table(columns, tuple(rows), T("Spells in force"))
