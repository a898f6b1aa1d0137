"""What orders change besides places: parts, formations, crews, escorts, and what a move ends or begins (chapter
Movement; NA-UNIT-08, 09)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.core.rule import clause
from grognard.rulebooks.napoleonic import persons
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle
from grognard.rulebooks.napoleonic.events import CrewChanged, Escorted, Formed, LockEnded, Rejoined, Split
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.hindrances import Land, effect, kind_of, land_of
from grognard.rulebooks.napoleonic.model import Body, Gun, KindId, Ledger, Unit
from grognard.rulebooks.napoleonic.relations import reaches
from grognard.space.measure import overlap
from grognard.space.outline import Base, Edge
from grognard.space.pose import Pose, step

HOLD = ("hold",)

# --- parts -------------------------------------------------------------------------------------------


@clause("NA-UNIT-08", "NA-UNIT-09", "NA-UNIT-11")
def split_and_rejoin(battle: NapoleonicBattle) -> None:
    """Step 1.5 begins: parts appear, parts reunite."""
    for unit in battle.field.in_order(battle.field.units):
        if unit.order[:1] == ("split",):
            _split(battle, unit)
    mains = [one for one in battle.field.in_order(battle.field.units) if one.order == ("rejoin", one.id)]
    for main in mains:
        _rejoin(battle, main)


def _split(battle: NapoleonicBattle, unit: Unit) -> None:
    field = battle.field
    numbers = [int(word) for word in unit.order[1:]]
    sizes = [field.footprint(unit, figures=number) for number in numbers]
    bases = part_places(unit.shape, sizes)
    others = [one for one in field.bodies if one.id != unit.id]
    if any(_is_new_overlap(unit.shape, base, one.shape) for base in bases for one in others):
        return
    if any(land_of(field).is_off(base.pose.at) for base in bases):
        return
    divide(battle, unit, numbers, bases)


@clause("NA-UNIT-08")
def divide(battle: NapoleonicBattle, unit: Unit, numbers: Sequence[int], bases: Sequence[Base]) -> None:
    """Parts of so many figures, each on its footprint; the first keeps the id, colours and persons."""
    names = (unit.id, *_free_names(battle.field, unit, len(numbers) - 1))
    recruits = _shared(unit.recruits, numbers)
    for k, (name, base) in enumerate(zip(names, bases, strict=True)):
        start = (base.pose.x, base.pose.y, base.pose.heading)
        changed: dict[str, Any] = {
            "x": base.pose.x, "y": base.pose.y, "start": start, "frontage": base.frontage, "depth": base.depth,
            "figures": numbers[k], "recruits": recruits[k], "split_malus": battle.turn,
        }  # fmt: skip
        if k == 0:
            battle.change(name, **changed)
        else:
            battle.place(
                replace(unit, id=name, **changed, colours=0, ledger=Ledger(), order=HOLD, escorts="", moved=0)
            )
    battle.tell(Split(unit.id, tuple(zip(names, numbers, strict=True))))


def _is_new_overlap(old: Base, new: Base, other: Base) -> bool:
    return overlap(new, other) and not overlap(old, other)


def _free_names(field: Field, unit: Unit, count: int) -> list[str]:
    free = (name for k in range(2, 1000) if (name := f"{unit.sheet}.{k}") not in field.pieces)
    return [next(free) for _ in range(count)]


def _shared(recruits: int, numbers: Sequence[int]) -> list[int]:
    """Recruits go with their figures, in proportion; what is left over stays with the first part."""
    total = sum(numbers)
    found = [recruits * number // total for number in numbers]
    found[0] += recruits - sum(found)
    return found


@clause("NA-UNIT-08")
def part_places(whole: Base, sizes: Sequence[tuple[int, int]]) -> list[Base]:
    """Where parts stand: side by side within or touching the old footprint, the first on the right; those for which
    there is no room stand in a row behind, then in one ahead."""
    rows: list[list[int]] = [[]]
    for k, (wide, _) in enumerate(sizes):
        row = rows[-1]
        if row and sum(sizes[i][0] for i in row) + wide > whole.frontage + wide // 2 and len(rows) < 3:
            rows.append([])
        rows[-1].append(k)
    found: dict[int, Base] = {}
    for number, row in enumerate(rows):
        aside = sum(sizes[i][0] for i in row)
        for i in row:
            wide, deep = sizes[i]
            right = aside // 2 - wide // 2
            aside -= 2 * wide
            ahead = (0, -(whole.depth + deep) // 2, (whole.depth + deep) // 2)[number]
            at = whole.pose.shifted(step(whole.heading, ahead, right))
            found[i] = Base(at, wide, deep)
    return [found[i] for i in range(len(sizes))]


@clause("NA-UNIT-09")
def _rejoin(battle: NapoleonicBattle, main: Unit) -> None:
    field = battle.field
    parts = [
        one
        for one in field.units_of(main.side)
        if one.sheet == main.sheet
        and one.id != main.id
        and one.order == ("rejoin", main.id)
        and field.within(one, main, field.distances.rejoin)
    ]
    if not parts:
        return
    frontage, depth = field.footprint(main, figures=sum(one.figures for one in (main, *parts)))
    base = Base(main.pose, frontage, depth)
    own = {main.id, *(one.id for one in parts)}
    if any(_is_new_overlap(main.shape, base, one.shape) for one in field.bodies if one.id not in own):
        return
    unite(battle, main, parts)


@clause("NA-UNIT-09")
def unite(battle: NapoleonicBattle, main: Unit, parts: Sequence[Unit]) -> None:
    """Other parts of a regiment go over into its main part, with colours, persons and the worst of their past."""
    all_parts = [main, *parts]
    figures = sum(one.figures for one in all_parts)
    frontage, depth = battle.field.footprint(main, figures=figures)
    for part in parts:
        persons.move_with(battle, part.id, main.id)
        battle.change(part.id, figures=0, recruits=0, colours=0, ledger=Ledger(), standing="gone")
    battle.change(
        main.id,
        figures=figures,
        frontage=frontage,
        depth=depth,
        recruits=sum(one.recruits for one in all_parts),
        colours=sum(one.colours for one in all_parts),
        ledger=_added(all_parts),
        has_routed=any(one.has_routed for one in all_parts),
        tired=any(one.tired for one in all_parts),
        split_malus=battle.turn,
    )
    battle.tell(Rejoined(main.id, tuple(one.id for one in all_parts), figures))


def _added(parts: Iterable[Unit]) -> Ledger:
    rows = [msgspec.structs.asdict(one.ledger) for one in parts]
    return Ledger(**{key: sum(row[key] for row in rows) for key in rows[0]})


# --- the end of the phase ------------------------------------------------------------------------------


def settle(battle: NapoleonicBattle) -> None:
    """What moves have brought about."""
    _swap_crews(battle)
    _escort(battle)
    _end_locks(battle)
    field = battle.field
    changed = {unit.id: _settled(field, unit) for unit in field.units}
    changed |= {
        gun.id: {"together": False} for gun in field.guns if gun.together and not _together(field, gun)
    }
    for one, fields in changed.items():
        if fields:
            battle.change(one, **fields)


@clause("NA-MOVE-07", "NA-CC-22", "NA-OBS-10")
def _settled(field: Field, unit: Unit) -> dict[str, Any]:
    fields: dict[str, Any] = {"paid": 0} if unit.paid else {}
    attacked = carried_home(field, unit)
    if attacked:
        fields["attacked"] = attacked
    assails = _assails(field, unit)
    if assails != unit.assails:
        fields["assails"] = assails
    return fields


@clause("NA-MOVE-07", "NA-MOVE-06")
def carried_home(field: Field, unit: Unit) -> str:
    """The target of its attack if it stands within reach before it, "" otherwise."""
    if unit.order[:1] != ("attack",) or unit.standing != "ready":
        return ""
    target = field.find(str(unit.order[1]))
    there = target is not None and target.on_table and reaches(field, unit, target)
    return target.id if target is not None and there else ""


@clause("NA-OBS-10")
def _assails(field: Field, unit: Unit) -> tuple[str, ...]:
    """Against whom it is the assailant: the near if it moved; else those it assailed before, if they stood as well."""
    limit = field.distances.close_combat
    if unit.moved:
        foes = (one for one in field.bodies if one.side != unit.side and field.within(unit, one, limit))
        return tuple(sorted(one.id for one in foes))
    before = [one for by in unit.assails if (one := field.find(by)) is not None and one.on_table]
    return tuple(one.id for one in before if not one.moved and field.within(unit, one, limit))


@clause("NA-CC-21", "NA-MOVE-10")
def _end_locks(battle: NapoleonicBattle) -> None:
    """A firefight ends when one of the two withdraws, or when they are apart."""
    field = battle.field
    limit = field.distances.close_combat
    over = [
        (unit.id, lock.enemy)
        for unit in field.units
        for lock in unit.locks
        if (unit.order[:1] in (("withdraw_half",), ("withdraw_full",)) and unit.moved)
        or not field.within(unit, field.body(lock.enemy), limit)
    ]
    for pair in sorted({(min(pair), max(pair)) for pair in over}):
        for one, other in (pair, pair[::-1]):
            locks = tuple(lock for lock in battle.unit(one).locks if lock.enemy != other)
            battle.change(one, locks=locks)
        battle.tell(LockEnded(pair, "withdrawal"))


# --- guns ----------------------------------------------------------------------------------------------


@clause("NA-ART-16", "NA-TROPH-02")
def _swap_crews(battle: NapoleonicBattle) -> None:
    """Gunners go to where they are wanted, as many as are left."""
    for gun in battle.field.in_order(battle.field.guns):
        if gun.order[:1] == ("swap_crew",):
            hand_over(battle, str(gun.order[1]), gun.id, int(gun.order[2]))


@clause("NA-ART-16", "NA-TROPH-02")
def hand_over(battle: NapoleonicBattle, giver: str, taker: str, wanted: int) -> None:
    """As many of the ``wanted`` gunners as there are go to another gun and as there is room for; those of a lost gun
    are its spare ones."""
    other, here = battle.gun(giver), battle.gun(taker)
    lost = other.owner != other.side or other.standing == "destroyed"
    room = battle.tables.limits.crew_gun - here.crew
    count = min(wanted, other.spare if lost else other.crew, room)
    if count > 0:
        left = {"spare": other.spare - count} if lost else {"crew": other.crew - count}
        battle.change(giver, **left)
        battle.change(taker, crew=here.crew + count)
        battle.tell(CrewChanged(giver, taker, count))


@clause("NA-ART-16")
def _together(field: Field, gun: Gun) -> bool:
    """Whether another gun of its battery stands side by side with it."""
    battery, limit = field.setup.guns[gun.sheet].battery, field.distances.battery_gap
    return any(
        other.id != gun.id
        and field.setup.guns[other.sheet].battery == battery
        and (other.x - gun.x) ** 2 + (other.y - gun.y) ** 2 <= limit * limit
        for other in field.guns
        if battery
    )


@clause("NA-TROPH-03")
def _escort(battle: NapoleonicBattle) -> None:
    """A captured gun goes behind its escort; it is safe when the escort touches its rear edge."""
    for unit in battle.field.in_order(battle.field.units):
        if unit.order[:1] != ("escort",):
            if unit.escorts:
                battle.change(unit.escorts, escort="")
                battle.change(unit.id, escorts="")
            continue
        gun = battle.field.find(str(unit.order[1]))
        if gun is None or not gun.on_table:
            continue
        at = behind(unit.shape, gun.shape)
        if any(_is_new_overlap(gun.shape, at, one.shape) for one in battle.field.bodies if one.id != gun.id):
            continue
        safe = _at_rear_edge(battle.field, unit)
        battle.change(gun.id, x=at.pose.x, y=at.pose.y, heading=at.pose.heading, escort=unit.id,
                      standing="gone" if safe else gun.standing)  # fmt: skip
        battle.change(unit.id, escorts="" if safe else gun.id)
        battle.tell(Escorted(gun.id, unit.id, (at.pose.x, at.pose.y, at.pose.heading), safe))


@clause("NA-TROPH-03")
def behind(unit: Base, gun: Base) -> Base:
    """Where a gun stands that follows a unit."""
    middle = unit.edge_middle(Edge.REAR)
    way = step(unit.heading, -(gun.depth + 2), over=2)
    return gun.put(Pose(middle[0] + way[0], middle[1] + way[1], unit.heading))


def _at_rear_edge(field: Field, unit: Unit) -> bool:
    west, south, east, north = unit.shape.box
    rear = field.setup.armies[unit.side].rear.value
    limits = {
        "north": field.setup.height - north,
        "east": field.setup.width - east,
        "south": south,
        "west": west,
    }
    return limits[rear] <= 0


# --- formations ----------------------------------------------------------------------------------------


@clause("NA-MOVE-13", "NA-MOVE-14", "NA-UNIT-07")
def form_up(battle: NapoleonicBattle) -> None:
    """Who formed and neither moved nor ran stands in the new way, where there is room for it."""
    for unit in battle.field.in_order(battle.field.units):
        if unit.order[:1] != ("form",) or unit.standing != "ready" or not unit.figures:
            continue
        kind: KindId = "line" if unit.order[1] == "mounted" else unit.order[1]  # type: ignore[assignment]
        frontage, depth = battle.field.footprint(unit, kind)
        if unit.start == (unit.x, unit.y, unit.heading) and _has_room(
            battle.field, unit, kind, frontage, depth
        ):
            battle.change(unit.id, kind=kind, frontage=frontage, depth=depth)
            battle.tell(Formed(unit.id, kind))


def _has_room(field: Field, unit: Unit, kind: KindId, frontage: int, depth: int) -> bool:
    base = Base(unit.pose, frontage, depth)
    if any(_is_new_overlap(unit.shape, base, one.shape) for one in _others(field, unit)):
        return False
    land, after = Land(field), kind_of(field, replace(unit, kind=kind))
    level = land.level(unit.pose.at)
    return not any(
        one.meets(base) and not one.bridges and effect(one, after, unit.id, level) == "stop"
        for one in land.near(base.box, unit.side, unit.id)
        if not one.meets(unit.shape) or (one.row and not one.row.open_to(after.branch, after.dismounted))
    )


def _others(field: Field, unit: Unit) -> Iterator[Body]:
    return (one for one in field.bodies if one.id != unit.id)
