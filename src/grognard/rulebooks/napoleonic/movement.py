"""Step 1.5: withdrawals, all other moves, what takes effect at their end (chapter Movement)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from grognard.core.rule import clause, rule
from grognard.rulebooks.napoleonic import allowance, changes, crossing, moving
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle
from grognard.rulebooks.napoleonic.deployment import too_near
from grognard.rulebooks.napoleonic.events import LeftField, Moved, PlaceContested
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.hindrances import Land, flag, kind_of
from grognard.rulebooks.napoleonic.model import WORKS, Body, Gun, Trooper, Unit
from grognard.rulebooks.napoleonic.passing import note_passings
from grognard.rulebooks.napoleonic.relations import first_line
from grognard.rulebooks.napoleonic.ticks import Barred, Run, part_friends
from grognard.rulebooks.napoleonic.tracks import lay
from grognard.rulebooks.napoleonic.walkers import Walker
from grognard.space.arcs import front_strip
from grognard.space.measure import gap, overlap
from grognard.space.outline import Base
from grognard.space.pose import Pose, step

WITHDRAWALS = ("withdraw_half", "withdraw_full")
RELIEF = 4000
"""The strip before pushed foot is looked at no farther than this (NA-CC-22)."""

# --- the two passes ----------------------------------------------------------------------------------


@rule("NA-MOVE-21", "NA-SEQ-03", "NA-MOVE-10", "NA-ROUT-09", "NA-ROUT-13", "NA-UNIT-08", "NA-UNIT-09")
def withdrawals(battle: NapoleonicBattle) -> None:
    """The first pass: withdrawals of both sides, and later courses of those who flee."""
    for unit in battle.field.units:
        if unit.order[:1] == ("withdraw_full",) and field_stands_first(battle.field, unit):
            battle.change(unit.id, full_withdrawal=battle.turn)
    changes.split_and_rejoin(battle)
    _pass(battle, first=True)


@clause("NA-MOVE-10")
def field_stands_first(field: Field, unit: Unit) -> bool:
    """Whether a full withdrawal costs it its resistance: foot of the first line."""
    return field.is_foot(unit) and first_line(field, unit)


@rule("NA-MOVE-21", "NA-SEQ-03")
def moves(battle: NapoleonicBattle) -> None:
    """The second pass: everybody else."""
    _pass(battle, first=False)


@rule("NA-MOVE-07", "NA-MOVE-17", "NA-OBS-10", "NA-CC-21", "NA-ART-16", "NA-TROPH-03")
def settle(battle: NapoleonicBattle) -> None:
    """Attacks carried home, assailants, locks that ended by a withdrawal, crews, escorts."""
    changes.settle(battle)


@clause("NA-SEQ-03")
def privileged(field: Field) -> str:
    """Under option ``retreat_priority`` ``side``: the one side that withdraws with half of its units or more."""
    if field.option("retreat_priority") != "side":
        return ""
    sides = [side.id for side in field.setup.sides if _mostly_withdraws(field, side.id)]
    return sides[0] if len(sides) == 1 else ""


def _mostly_withdraws(field: Field, side: str) -> bool:
    able = [one for one in field.troopers if one.side == side and one.order]
    return bool(able) and 2 * sum(one.order[0] in WITHDRAWALS for one in able) >= len(able)


@clause("NA-SEQ-03", "NA-OBS-09", "NA-ROUT-09")
def goes_first(field: Field, body: Body, side: str) -> bool:
    """Whether a body moves in the first pass; ``side``: that of which all moves come first, if any. ``field``: with
    everybody where he stood when the turn began."""
    if body.standing == "fleeing" or (side and body.side == side):
        return True
    verb = body.order[0] if body.order else ""
    if verb == "cross" and not side:
        return crossing.leads_away(field, field.body(body.id))
    return verb in WITHDRAWALS


def _pass(battle: NapoleonicBattle, *, first: bool) -> None:
    field = battle.field
    begun = allowance.as_it_began(field)
    land = Land(field)
    side = privileged(begun)
    now = {one.id for one in field.bodies if goes_first(begun, one, side) == first}
    if not now:
        return
    walkers = [_walker(field, begun, one, one.id in now) for one in field.bodies]
    run = Run(walkers, land, int(field.option("ticks")))
    contests = run.run()
    crossed = crossing.cross(field, [one for one in field.bodies if one.id in now], walkers, land)
    later = {one.id for one in field.bodies if first and one.id not in now and _will_move(one)}
    part_friends(walkers, _Barred(field), later)
    for contest in contests:
        battle.tell(PlaceContested(contest.place, contest.units, contest.tick, contest.winner))
    if not first:
        note_passings(field, walkers)
    _carry_out(battle, walkers, now, crossed)
    taken = tuple(land.taken.items())
    if taken != battle.works.taken:
        battle.change(WORKS, taken=taken)


def _will_move(body: Body) -> bool:
    return body.order[:1] not in ((), ("hold",), ("reform",), ("form",), ("about_face",), ("swap_crew",))


# --- walkers -----------------------------------------------------------------------------------------


def _walker(field: Field, begun: Field, body: Body, moves_now: bool) -> Walker:
    if moves_now and body.standing == "fleeing":
        return _routers(field, body)
    if not moves_now:
        return _still(field, body)
    verb = str(body.order[0]) if body.order else "hold"
    most = allowance.allowance(begun, begun.body(body.id), body.order)
    kind = kind_of(field, body)
    if verb == "about_face":
        return Walker(body.id, flag(body), body.shape.put(body.pose.turned(1800)), kind)
    if verb == "attack":
        ways = moving.way_points(body.order)
        plain = field.plain_move(body)
        straight = plain if most > plain else 0
        return Walker(body.id, flag(body), body.shape, kind, allowance=most, target=str(body.order[1]), ways=ways,
                      straight=straight)  # fmt: skip
    track = moving.track(field, body, body.order)
    withdraws = verb in WITHDRAWALS
    leads = str(body.order[1]) if verb == "escort" else ""
    return Walker(
        body.id, flag(body), body.shape, kind, allowance=most, track=track, withdraws=withdraws, leads=leads
    )


@clause("NA-ROUT-09", "NA-ROUT-10", "NA-ROUT-13", "NA-ART-18")
def _routers(field: Field, body: Body) -> Walker:
    """Courses 2 and 3, and every later turn of one that is spent: straight to the rear edge."""
    rout = body.rout if isinstance(body, Trooper) else None
    most, track = 0, None
    if rout is not None and field.turn >= rout.turn + 2 and (rout.count > 1 or field.turn <= rout.turn + 3):
        most = field.own_move(body)
        way = step(moving.rear_heading(field, body), most)
        home = _facing_home(field, body)
        track = lay(body.shape.put(home), (home.shifted(way),))
    base = body.shape if track is None else body.shape.put(track.poses[0])
    return Walker(body.id, flag(body), base, kind_of(field, body), allowance=most, track=track, flees=True)


@clause("NA-ROUT-10", "NA-MOVE-22")
def _facing_home(field: Field, body: Body) -> Pose:
    """Turned to the rear edge; as it stood where it would turn onto an enemy."""
    home = Pose(body.x, body.y, moving.rear_heading(field, body))
    if home == body.pose:
        return home
    base = body.shape.put(home)
    foes = (one for one in field.bodies if flag(one) != flag(body))
    return body.pose if any(overlap(base, one.shape) for one in foes) else home


def _still(field: Field, body: Body) -> Walker:
    """One that stands in this pass; if it withdrew in the first, it may still have to make room."""
    walker = Walker(
        body.id,
        flag(body),
        body.shape,
        kind_of(field, body),
        withdraws=bool(body.order) and body.order[0] in WITHDRAWALS,
    )
    if body.moved and body.order and body.start is not None and body.standing == "ready":
        track = moving.track(
            field, replace(body, x=body.start[0], y=body.start[1], heading=body.start[2]), body.order
        )
        if track is not None and track.at(body.moved) == body.pose:
            ticks = int(field.option("ticks"))
            walker.costs = [body.moved * k // ticks for k in range(ticks + 1)]
            walker.poses = [track.at(cost) for cost in walker.costs]
            walker.start = walker.base.put(walker.poses[0])
            walker.moved, walker.halted = body.moved, ticks
    return walker


# --- friends -----------------------------------------------------------------------------------------


class _Barred(Barred):
    """Guns that would stand too near to each other; the relief of pushed foot."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.guns = {gun.id for gun in field.guns}
        turn = field.turn
        self.pushed = {
            one.id: one for one in field.units if one.pushed == turn and one.pushed_by and field.is_foot(one)
        }

    def concerns(self, one: Walker, other: Walker) -> bool:
        return other.id in self.pushed or (one.id in self.guns and other.id in self.guns)

    def __call__(self, one: Walker, base: Base, other: Walker) -> bool:
        pushed = self.pushed.get(other.id)
        if pushed is not None and _relieves(self.field, one, base, pushed):
            return True
        return _guns_too_near(self.field, one, base, other)


@clause("NA-ART-08")
def _guns_too_near(field: Field, one: Walker, base: Base, other: Walker) -> bool:
    gun, two = field.body(one.id), field.body(other.id)
    if not isinstance(gun, Gun) or not isinstance(two, Gun) or too_near(field, gun, two):
        return False
    return too_near(field, _at(gun, base), _at(two, other.base))


def _at(gun: Gun, base: Base) -> Gun:
    return replace(gun, x=base.pose.x, y=base.pose.y, heading=base.pose.heading)


@clause("NA-CC-22")
def _relieves(field: Field, one: Walker, base: Base, pushed: Unit) -> bool:
    """Whether a friend would end nearer to the enemy that pushed foot, within the strip of its frontage."""
    strip = front_strip(pushed.shape, RELIEF)
    if not overlap(base, strip):
        return False
    enemies = [enemy for by in pushed.pushed_by if (enemy := field.find(by)) is not None and enemy.on_table]
    return any(gap(base, enemy.shape) < field.gap(pushed, enemy) for enemy in enemies)


# --- carrying out ------------------------------------------------------------------------------------


def _carry_out(
    battle: NapoleonicBattle, walkers: Iterable[Walker], now: set[str], crossed: dict[str, Pose]
) -> None:
    field = battle.field
    done = list(_changes(field, walkers, now, crossed, battle.listening))
    for one, fields, _ in done:
        if fields:
            battle.change(one, **fields)
    for _, _, events in done:
        for event in events:
            battle.tell(event)


def _changes(
    field: Field, walkers: Iterable[Walker], now: set[str], crossed: dict[str, Pose], told: bool
) -> Iterator[tuple[str, dict[str, Any], list[Any]]]:
    """By id what changes, and what is told of it, if anybody listens (``told``)."""
    for one in sorted(walkers, key=lambda walker: walker.id):
        body = field.body(one.id)
        end = one.base.pose
        if one.id in crossed:
            yield one.id, *crossing.carried_out(field, body, end)
            continue
        moved = one.base is not body.shape and (end.x, end.y, end.heading) != (body.x, body.y, body.heading)
        if one.id not in now and not moved:
            continue
        fields: dict[str, Any] = {}
        if moved:
            fields = {"x": end.x, "y": end.y, "heading": end.heading, "moved": one.moved}
        if one.halt == "table":
            fields["standing"] = "gone"
        if isinstance(body, Unit):
            fields |= _unit_fields(field, body, one)
        yield one.id, fields, _events(field, body, one, moved) if told else []


def _unit_fields(field: Field, body: Unit, one: Walker) -> dict[str, Any]:
    found: dict[str, Any] = {"obstacle": crossing.worst_of(field, body, one)} if one.moved else {}
    return found | ({"passed_front": True} if one.passed_front else {})


def _events(field: Field, body: Body, one: Walker, moved: bool) -> list[Any]:
    why = one.halt if one.halt not in ("", "end") else "end"
    found: list[Any] = []
    if moved or why != "end":
        kind = "flight" if one.flees else "withdrawal" if one.withdraws else "order"
        ticks = one.last_step()
        end, start = one.base.pose, (body.x, body.y, body.heading)
        path = _path(one, ticks)
        found = [Moved(one.id, start, (end.x, end.y, end.heading), one.moved, ticks, why, kind, path, one.by)]
    if one.halt == "table":
        spent = isinstance(body, Trooper) and field.is_spent(body)
        found.append(LeftField(one.id, "spent" if spent else "flight" if one.flees else "order"))
    return found


def _path(one: Walker, ticks: int) -> tuple[tuple[int, int, int], ...]:
    """Where it stood after each leg, or, attacking, wherever it had turned."""
    if one.track is not None:
        poses = [
            pose
            for pose, cost in zip(one.track.poses[1:], one.track.costs[1:], strict=True)
            if cost < one.moved
        ]
    else:
        own = one.poses[: ticks + 1]
        poses = [b for a, b, c in zip(own, own[1:], own[2:], strict=False) if _bends(a, b, c)]
    poses = [*poses, one.base.pose]
    return tuple((pose.x, pose.y, pose.heading) for pose in poses)


def _bends(a: Pose, b: Pose, c: Pose) -> bool:
    return b.heading != a.heading or c.heading != b.heading
