"""Volleys, smoke, artillery (chapter Shooting)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grognard.core.chance import d
from grognard.core.rule import clause, rule
from grognard.rulebooks.pike_and_shot.battle import PikeBattle
from grognard.rulebooks.pike_and_shot.events import SmokeCleared, SmokeLaid, Volley
from grognard.rulebooks.pike_and_shot.field import GUN, Field
from grognard.rulebooks.pike_and_shot.going import kind, terrain_at
from grognard.rulebooks.pike_and_shot.model import TURN, BaseType, Smoke, Unit
from grognard.rulebooks.pike_and_shot.morale import panic
from grognard.rulebooks.pike_and_shot.rolls import Roll, roll_of, rounded, throw
from grognard.rulebooks.pike_and_shot.seeing import FRONT_ZONE, Sight, eye, sight_limit, zone
from grognard.rulebooks.pike_and_shot.standing import reveal
from grognard.rulebooks.pike_and_shot.touch import touched
from grognard.space import outline
from grognard.space.arcs import surely_unseen
from grognard.space.measure import gap
from grognard.space.moves import in_front
from grognard.space.outline import Edge, Outline, boxes_near
from grognard.space.pose import Point, between2
from grognard.space.sight import beyond, spans


class Shot(NamedTuple):
    """A base that shoots: its slot, the range, its strength there (halves), and where it looks."""

    slot: int
    range: int
    strength: int
    mark: Point


class Aim(NamedTuple):
    """Everything about a volley but the dice."""

    shots: tuple[Shot, ...]
    smoke: bool
    cover: bool
    first: bool
    enfilade: bool

    @property
    def strength(self) -> int:
        return sum(shot.strength for shot in self.shots)


# --- who may shoot at whom ---


@clause("PS-SHOT-01", "PS-ART-03", "PS-MAN-07", "PS-FORM-01", "PS-IMP-05", "PS-ROUT-03")
def can_shoot(field: Field, unit: Unit) -> bool:
    """Not routing, not hanging, not in contact, and with a weapon in hand."""
    return (
        field.formation(unit).may_shoot
        and not unit.routing
        and any(field.type_of(base).max for base in unit.bases)
        and not touched(field, unit)
    )


@clause("PS-SHOT-01")
def may_be_shot(field: Field, target: Unit) -> bool:
    """No friend of the shooter is in contact with it."""
    return not touched(field, target)


def targets(field: Field, unit: Unit) -> list[str]:
    """Enemy units that at least one base can shoot at."""
    if not can_shoot(field, unit):
        return []
    reach = longest_range(field, unit)
    return [enemy.id for enemy in field.enemies(unit.id) if _is_target(field, unit, enemy, reach)]


def is_target(field: Field, unit: Unit, target: str) -> bool:
    """Whether it is among them."""
    enemy = next((one for one in field.enemies(unit.id) if one.id == target), None)
    return (
        enemy is not None
        and can_shoot(field, unit)
        and _is_target(field, unit, enemy, longest_range(field, unit))
    )


def _is_target(field: Field, unit: Unit, enemy: Unit, reach: int) -> bool:
    near = boxes_near(unit.box, enemy.box, reach)
    return near and may_be_shot(field, enemy) and can_hit(field, unit, enemy)


@clause("PS-SHOT-01")
def can_hit(field: Field, unit: Unit, target: Unit) -> bool:
    """At least one base has the target in range, zone and sight."""
    limit = sight_limit(field)
    key = "can_hit", unit.stand, field.formation(unit).id, target.stand, limit
    found: bool | None = field.still.get(key)
    if found is None:
        found = field.still[key] = _can_hit(field, unit, target)
    return found


def _can_hit(field: Field, unit: Unit, target: Unit) -> bool:
    if not boxes_near(unit.box, target.box, longest_range(field, unit)):
        return False
    sight = Sight(field, unit, target)
    found: bool | None = sight.known.get("hit")
    if found is None:
        found = sight.known["hit"] = next(iter(_shots(sight, but_pikes=False)), None) is not None
    return found


def longest_range(field: Field, unit: Unit) -> int:
    types = (field.type_of(base) for base in unit.bases)
    return max((one.max.range for one in types if one.max), default=0)


# --- the volley ---


@clause("PS-SHOT-01", "PS-SHOT-02", "PS-SHOT-05", "PS-SHOT-06", "PS-SHOT-08", "PS-ART-02", "PS-BRACE-02")
def aim(field: Field, unit: Unit, target: Unit, *, but_pikes: bool = False) -> Aim:
    """What a volley at a target would be; no shots where no base has it in range, zone and sight.

    ``but_pikes``: in a mixed unit whose pikes brace, the others shoot.
    """
    air = tuple(field.smoke), sight_limit(field)
    stance = unit.stand, field.formation(unit).id, unit.fired, but_pikes
    key = "aim", stance, target.stand, air
    found: Aim | None = field.still.get(key)
    if found is None:
        found = field.still[key] = _aim(field, unit, target, but_pikes)
    return found


def _aim(field: Field, unit: Unit, target: Unit, but_pikes: bool) -> Aim:
    shots, enfilade = shots_at(field, unit, target, but_pikes)
    if not shots:
        return Aim((), False, False, False, False)
    powder = any(field.type_of(unit.bases[shot.slot]).powder for shot in shots)
    return Aim(
        shots,
        _through_smoke(field, unit, shots),
        in_cover(field, target),
        powder and not unit.fired,
        enfilade,
    )


def shots_at(field: Field, unit: Unit, target: Unit, but_pikes: bool) -> tuple[tuple[Shot, ...], bool]:
    """Who shoots, from where to what, and whether in enfilade; kept as long as nothing between them stirs."""
    if not boxes_near(unit.box, target.box, longest_range(field, unit)):
        return (), False
    sight = Sight(field, unit, target)
    key = ("shots", but_pikes)
    found: tuple[tuple[Shot, ...], bool] | None = sight.known.get(key)
    if found is None:
        shots = tuple(_shots(sight, but_pikes))
        found = sight.known[key] = shots, _in_enfilade(field, unit, target, shots)
    return found


def _shots(sight: Sight, but_pikes: bool) -> Iterable[Shot]:
    field, unit, target = sight.field, sight.unit, sight.target
    for i, base in enumerate(unit.bases):
        weapon = field.type_of(base)
        if weapon.max is None or (but_pikes and field.is_pike(base)):
            continue
        if not boxes_near(base.shape.box, target.box, weapon.max.range):
            continue
        if surely_unseen(base.shape, sight.angles[i], target.box):
            continue
        found = _nearest_seen(sight, i, weapon.max.range)
        if found is not None:
            yield Shot(i, found[0], strength_at(weapon, found[0]), found[1])


@clause("PS-SHOT-02")
def _nearest_seen(sight: Sight, index: int, most: int) -> tuple[int, Point] | None:
    """Range to the nearest target base in zone and sight, from the front edge (outline with a wide zone)."""
    base = sight.unit.shapes[index]
    start = Outline(base.edge(Edge.FRONT)) if sight.angles[index] <= FRONT_ZONE else base
    near = [shape for shape in sight.target.shapes if boxes_near(base.box, shape.box, most)]
    best: tuple[int, Point] | None = None
    for shape in sorted(near, key=lambda shape: between2(base.at, shape.at)):
        reach = most if best is None else best[0]
        if between2(base.at, shape.at) > (reach + base.reach + shape.reach) ** 2:
            break
        far = gap(start, shape)
        if far <= most and (best is None or far < best[0]):
            mark = sight.seen(index, shape)
            best = best if mark is None else (far, mark)
    return best


@clause("PS-SHOT-02", "PS-ART-02")
def strength_at(weapon: BaseType, far: int) -> int:
    """Halves: effective strength up to the effective range, then the other; limits included."""
    if weapon.eff is not None and far <= weapon.eff.range:
        return weapon.eff.strength
    return weapon.max.strength if weapon.max is not None and far <= weapon.max.range else 0


@clause("PS-SHOT-06", "PS-SMOKE-03")
def _through_smoke(field: Field, unit: Unit, shots: tuple[Shot, ...]) -> bool:
    """At least half of the bases' lines of sight cross a smoke marker."""
    clouds = [one.shape for one in field.smoke]
    if not clouds:
        return False
    from_eye = [(_eye(field, unit, shot.slot), shot.mark) for shot in shots]
    through = sum(any(spans(start, mark, cloud) for cloud in clouds) for start, mark in from_eye)
    return 2 * through >= len(shots)


def _eye(field: Field, unit: Unit, index: int) -> Point:
    return eye(unit.shapes[index], zone(field, unit, index))


@clause("PS-SHOT-08", "PS-TERR-01")
def in_cover(field: Field, target: Unit) -> bool:
    """At least half of its bases' centres in cover terrain."""
    covered = sum(
        any(kind(field, one).cover for one in terrain_at(field.setup, (base.x, base.y)))
        for base in target.bases
    )
    return covered > 0 and 2 * covered >= len(target.bases)


@clause("PS-ART-02")
def _in_enfilade(field: Field, unit: Unit, target: Unit, shots: tuple[Shot, ...]) -> bool:
    """At least half of the shooting gun bases rake the target."""
    guns = [shot.slot for shot in shots if field.type_of(unit.bases[shot.slot]).arm == GUN]
    raking = sum(rakes(field, unit.shapes[i], target) for i in guns)
    return bool(guns) and 2 * raking >= len(guns)


@clause("PS-ART-02")
def rakes(field: Field, gun: outline.Base, target: Unit) -> bool:
    """The line from the gun through the target's middle crosses so many of its bases."""
    start = gun.edge_middle(Edge.FRONT)
    length = field.setup.width + field.setup.height
    end = beyond(start, target.centroid, length)
    crossed = sum(bool(spans(start, end, shape)) for shape in target.shapes)
    return crossed >= field.parameters.enfilade_bases


@clause("PS-ART-01")
def is_ranged_in(field: Field, unit: Unit, target: Unit) -> bool:
    """Artillery that shoots again at a unit none of whose bases has changed its pose since."""
    if unit.ranged_in is None or unit.ranged_in[0] != target.id or not field.has(unit, "artillery"):
        return False
    stood = {(base.x, base.y, base.heading) for base in unit.ranged_in[1]}
    return all((base.x, base.y, base.heading) in stood for base in target.bases)


@clause("PS-SHOT-03", "PS-SHOT-05", "PS-SHOT-06", "PS-SHOT-07", "PS-SHOT-08", "PS-ART-01", "PS-REACT-07")
def shot_roll(field: Field, unit: Unit, target: Unit, seen: Aim, *, cp: int = 0, penalty: int = 0) -> Roll:
    """The shooting test. Guns that are ranged in lose a die that drops the best, or else drop the worst."""
    worst: list[str | bool] = [seen.first and "first_volley"]
    best: list[str | bool] = [seen.smoke and "smoke", seen.cover and "cover"]
    if is_ranged_in(field, unit, target):
        if any(best):
            best.remove(next(one for one in best if one))
        else:
            worst.append("ranged_in")
    own = 0 if ignores_disorder(field, unit) else unit.dp
    return roll_of(field, "shoot", worst=worst, best=best, disorder=-own, coordinated=cp, reaction=-penalty)


@clause("PS-MOVE-07")
def ignores_disorder(field: Field, unit: Unit) -> bool:
    """Fanatics, with option ``fanatic_scope`` all, in every test of their own."""
    return field.option("fanatic_scope") == "all" and field.has(unit, "fanatic")


@clause("PS-SHOT-04", "PS-ART-02")
def volley_dp(field: Field, seen: Aim, band: str) -> int:
    """DP for the target: the whole strength, half of it rounded up, nothing; enfilade adds to a success."""
    factor = field.parameters.dp_factor[band]
    bonus = field.parameters.enfilade_dp if seen.enfilade and factor else 0
    return rounded(field, seen.strength * factor, 4) + bonus


@rule("PS-SHOT-01", "PS-SHOT-03", "PS-SHOT-09", "PS-PANIC-01")
def volley(battle: PikeBattle, shooter: str, target: str, penalty: int = 0) -> None:
    """All bases that can shoot do; the band of one test says how much of their strength tells."""
    fire(battle, shooter, target, aim(battle.field, battle.unit(shooter), battle.unit(target)), penalty)


def fire(battle: PikeBattle, shooter: str, target: str, seen: Aim, penalty: int = 0) -> None:
    """The volley as aimed, its smoke, and the target's test."""
    if not seen.shots:
        return
    reveal(battle, shooter)
    field = battle.field
    roll = shot_roll(field, battle.unit(shooter), battle.unit(target), seen, penalty=penalty)
    band = throw(battle, shooter, roll)
    if hit(battle, shooter, target, seen, band):
        battle.then(panic, target, "shooting")


@clause("PS-SHOT-04", "PS-SHOT-05", "PS-SHOT-10", "PS-RALLY-02", "PS-ART-01")
def hit(battle: PikeBattle, shooter: str, target: str, seen: Aim, band: str) -> int:
    """What a volley does, whatever its result: DP, under fire, the first volley spent, smoke."""
    dp = volley_dp(battle.field, seen, band)
    aimed_at = battle.unit(target)
    bases = tuple((shot.slot, shot.range, shot.strength) for shot in seen.shots)
    battle.tell_of(
        shooter, Volley(shooter, target, bases, seen.strength, seen.smoke, seen.first, seen.enfilade, dp)
    )
    battle.change(target, dp=aimed_at.dp + dp, under_fire=True)
    unit = battle.unit(shooter)
    gun = battle.field.has(unit, "artillery")
    ranged_in = (target, aimed_at.bases) if gun else None
    battle.change(shooter, fired=unit.fired or seen.first, ranged_in=ranged_in)
    lay_smoke(battle, shooter, [shot.slot for shot in seen.shots])
    return dp


# --- smoke ---


@clause("PS-SMOKE-01")
def lay_smoke(battle: PikeBattle, shooter: str, indexes: Iterable[int]) -> None:
    """Each powder base that shot leaves a marker before its front; it stays there."""
    unit, laid = battle.unit(shooter), []
    for i in indexes:
        if battle.field.type_of(unit.bases[i]).powder:
            number = battle.turn.smoke + 1
            cloud = in_front(unit.shapes[i], battle.parameters.smoke_depth)
            pose, name = cloud.pose, f"smoke:{number}"
            battle.place(
                Smoke(name, pose.x, pose.y, pose.heading, cloud.frontage, cloud.depth, battle.turn.number)
            )
            battle.change(TURN, smoke=number)
            laid.append(name)
    if laid:
        battle.tell_of(shooter, SmokeLaid(shooter, tuple(laid)))


@rule("PS-SMOKE-02", "PS-SMOKE-03")
def clear_smoke(battle: PikeBattle) -> None:
    """One d6 for each marker; those laid this turn too."""
    least = int(battle.option("smoke_test"))
    for marker in battle.field.smoke:
        die = battle.roll(d(6), "smoke", marker.id).face
        gone = die >= least
        if gone:
            battle.remove(marker.id)
        battle.tell(SmokeCleared(marker.id, die, gone))
