"""Who may shoot, and what a volley would be but for its dice (chapter SHO)."""

from __future__ import annotations

from typing import NamedTuple

from grognard.core.chance import Modifier
from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.locale import T
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.fire import Conditions, rows, shot_items, shot_need, shots_each
from grognard.rulebooks.fantasy.harming import Blow
from grognard.rulebooks.fantasy.model import Unit
from grognard.rulebooks.fantasy.orders import does, target, written
from grognard.rulebooks.fantasy.regiment import rank_sizes
from grognard.rulebooks.fantasy.seeing import any_sees, block, cover, seers
from grognard.rulebooks.fantasy.tables import MissileWeapon

ON_THE_MOVE = frozenset({"shoot_on_move", "quick_shot"})


# --- who may shoot ---


@clause("FA-SHO-06", "FA-SHO-14", "FA-GEN-09", "FA-SPC-06", "FA-WM-03", "FA-WM-05", "FA-WM-06", "FA-RET-03")
def may_shoot(field: Field, unit_id: str) -> Refused | None:
    """Why a unit can't shoot now whatever it is ordered, None if it can."""
    unit = field.unit(unit_id)
    if weapon_of(field, unit_id) is None:
        return Refused("FA-SHO-14", T("it has no missile weapon"))
    if not field.stats(unit_id).BS:
        return Refused("FA-GEN-09", T("it has BS 0"))
    if unit.retreating or unit.withdrawing:
        return Refused("FA-SHO-06", T("it is retreating"))
    if field.engaged(unit_id):
        return Refused("FA-SHO-06", T("it is in melee"))
    if unit.silenced > 0:
        return Refused("FA-WM-03", T("its crew has lost its head and does not shoot this time"))
    if unit.jammed > 0:
        return Refused("FA-WM-05", T("it is jammed"))
    if unit.reload > 0:
        return Refused("FA-SPC-06", T("it is reloading"))
    return Refused("FA-SHO-06", T("a spell forbids it")) if "shoot" in field.forbidden(unit_id) else None


@clause("FA-WPN-12", "FA-WM-10")
def weapon_of(field: Field, unit_id: str) -> MissileWeapon | None:
    """What the rank and file shoot with; a crew without its engine has nothing."""
    unit = field.unit(unit_id)
    lost = field.profile(unit_id).kind == "machine" and unit.kind != "machine"
    return None if lost or not unit.models else field.missile(unit_id)


@clause("FA-SHO-12", "FA-SPC-01", "FA-SPC-02")
def shoots_on_the_move(field: Field, unit_id: str) -> bool:
    """Leave to move and shoot: the special rule, of the unit or of its weapon, or quick shot."""
    return bool(ON_THE_MOVE & rules(field, unit_id))


def rules(field: Field, unit_id: str) -> frozenset[str]:
    """Special rules of a unit and of its missile weapon together."""
    weapon = field.missile(unit_id)
    return field.rules(unit_id).union(weapon.rules) if weapon and weapon.rules else field.rules(unit_id)


# --- the shot ---


class Aim(NamedTuple):
    """A volley but for its dice: ``direct`` and ``indirect`` shots with what they need, ``unseen`` models."""

    distance: int
    direct: int
    indirect: int
    unseen: int
    items: tuple[Modifier, ...]
    need: int
    need_indirect: int
    blow: Blow

    @property
    def shots(self) -> int:
        return self.direct + self.indirect

    @property
    def dice(self) -> tuple[tuple[int, int], ...]:
        """To-hit dice as an Attack has them."""
        return tuple(one for one in ((self.direct, self.need), (self.indirect, self.need_indirect)) if one[0])


@clause("FA-LOS-01", "FA-LOS-05")
def has_shots(field: Field, unit_id: str, target_id: str) -> bool:
    """Anybody sees the target: a volley at it would have shots. Asked of many targets, aimed at are few."""
    return any_sees(field, unit_id, target_id, over_friends="indirect" in rules(field, unit_id))


@clause("FA-SHO-02", "FA-SHO-04", "FA-SHO-07", "FA-SHO-16", "FA-LOS-02", "FA-LOS-03", "FA-LOS-05")
def aim(field: Field, unit_id: str, target_id: str, *, moving: bool = False, reaction: bool = False) -> Aim:
    """What a volley at a target would be; no shots where nobody sees it. Range is measured once for the unit."""
    key = ("aim", unit_id, target_id, moving, reaction)
    found: Aim | None = field.kept.get(key)
    if found is None:
        found = field.kept[key] = _aim(field, unit_id, target_id, moving, reaction)
    return found


def _aim(field: Field, unit_id: str, target_id: str, moving: bool, reaction: bool) -> Aim:
    unit, weapon = field.unit(unit_id), field.tables.missile[field.profile(unit_id).missile]
    has, here = rules(field, unit_id), block(field, unit_id)
    shooting = rows(here.ranks, has, still=not moving)
    seen = seers(field, unit_id, target_id, shooting, over_friends="indirect" in has)
    single = written(unit).shots == "single"
    each = shots_each(weapon.multishot, single)
    over = seen.indirect
    at = conditions(field, unit_id, target_id, moving=moving, reaction=reaction)
    at = at._replace(multishot=each > 1)
    items = shot_items(field.tables.shoot_mods, has, at)
    return Aim(
        field.distance(unit_id, target_id),
        seen.models * each,
        over * each,
        sum(rank_sizes(here)[:shooting]) - seen.models - over,
        items,
        need(field, unit_id, items),
        need(field, unit_id, shot_items(field.tables.shoot_mods, has, at, indirect=True)),
        blow_of(field, unit_id, weapon),
    )


@clause("FA-SHO-02", "FA-SHO-04", "FA-SHO-10", "FA-SHO-11", "FA-SPC-10", "FA-MAG-20")
def conditions(
    field: Field, unit_id: str, target_id: str, *, moving: bool = False, reaction: bool = False
) -> Conditions:
    """What bears on a shot, number of shots apart."""
    weapon = field.tables.missile[field.profile(unit_id).missile]
    its = field.rules(target_id)
    return Conditions(
        long=field.distance(unit_id, target_id) > weapon.long,
        moving=moving,
        reaction=reaction,
        cover=cover(field, unit_id, target_id),
        hard_nut="hard_nut" in its,
        light_infantry="light_infantry" in its,
        into_melee=field.engaged(target_id),
        spells=(*field.hit_items(unit_id, "shoot"), *field.hit_items(target_id, "shot_at")),
    )


@clause("FA-SHO-01", "FA-SHO-03")
def need(field: Field, unit_id: str, items: tuple[Modifier, ...]) -> int:
    """Least face that hits."""
    natural = bool(field.option("natural_in_shooting"))
    return shot_need(field.tables.shoot, field.stats(unit_id).BS, items, natural).need


@clause("FA-WPN-12", "FA-SPC-03")
def blow_of(field: Field, unit_id: str, weapon: MissileWeapon) -> Blow:
    """What a hit of a weapon does; thrown ones have the thrower's strength."""
    return Blow(weapon.strength or field.stats(unit_id).S, weapon.ap, wounds=weapon.wounds)


@clause("FA-SHO-09", "FA-ORD-04", "FA-ORD-11")
def charges(field: Field, enemy: Unit, unit_id: str) -> bool:
    """An enemy attacks this turn, and the unit is the first target still on the table."""
    free = not field.engaged(enemy.id) and does(field, enemy.id, "attack")
    return free and target(field, enemy.id) == unit_id


def charger_of(field: Field, unit_id: str) -> str:
    """The nearest enemy that charges a unit this turn, or ""."""
    found = [enemy for enemy in field.enemies(unit_id) if charges(field, enemy, unit_id)]
    return min(((field.distance(unit_id, one.id), one.id) for one in found), default=(0, ""))[1]


def is_moving(field: Field, unit_id: str) -> bool:
    """It shoots on the move."""
    return does(field, unit_id, "move_and_shoot")


@clause("FA-SPC-06", "FA-WM-06")
def spend(battle: FantasyBattle, unit_id: str) -> None:
    """It has shot this turn; slow reload leaves out the next."""
    slow = "slow_reload" in rules(battle.field, unit_id)
    battle.change(unit_id, shot=True, held=False, reload=2 if slow else 0)
