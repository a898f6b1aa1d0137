"""From checked table files to the tables that the rules read, under the options of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.core.rule import clause
from grognard.rulebooks.fantasy import spellmake
from grognard.rulebooks.fantasy.tablefile import (
    CharacterRow,
    LegendBonusRow,
    MeleeWeaponRow,
    MissileWeaponRow,
    MountRow,
    ProfileRow,
    TablesFile,
    TerrainKindRow,
    TriggerRow,
    TroopRow,
    effect_of,
)
from grognard.rulebooks.fantasy.tables import (
    STATS,
    Armour,
    BaseRow,
    CombatResult,
    FormationRow,
    Fraction,
    LegendBonus,
    LossStep,
    MeleeHit,
    MeleeWeapon,
    MissileWeapon,
    Mount,
    Profile,
    Stats,
    Tables,
    TerrainKind,
    Trigger,
    Victory,
    WizardLevel,
)
from grognard.rulebooks.fantasy.writing import dice, ratio
from grognard.rulebooks.writing import name_of
from grognard.space.pose import nearest, thousandths

Options = Mapping[str, Any]


@clause("FA-WND-01", "FA-SHO-01", "FA-MEL-09", "FA-WND-04", "FA-CR-01")
def tables(file: TablesFile, options: Options) -> Tables:
    """``options``: every option with its value, as files write them."""
    return Tables(
        wound=tuple(tuple(row) for row in file.wound.model_dump().values()),
        melee_hit=MeleeHit(**file.melee_hit.model_dump()),
        shoot=file.shoot.target_number,
        shoot_mods=file.shoot.modifiers.model_dump(),
        armour=Armour(**file.armour.model_dump()),
        combat_result=CombatResult(**file.combat_result.model_dump()),
        bases=_bases(file),
        formations=_formations(file),
        terrain={row.id: _terrain(row) for row in file.terrain},
        melee={row.id: _melee(row) for row in file.melee_weapon},
        missile={row.id: _missile(file, options, row) for row in file.missile_weapon},
        misfire=tuple(file.misfire),
        victory=_victory(file),
        loss_steps=_loss_steps(file),
        triggers={key: _trigger(row) for key, row in file.trigger},
        conditions={key: row.ld for key, row in file.condition},
        bonuses={row.id: _bonus(row) for row in file.legend_bonus},
        cast_value=_cast_values(file),
        wizards=_wizards(file),
        spells=spellmake.spells(file),
        paths={row.id: spellmake.path(row) for row in file.path},
        profiles={row.id: profile(row) for row in file.profile},
        mounts={row.id: _mount(row) for row in file.mount},
        characters={row.id: character(row) for row in file.character},
        special_rules={row.id: name_of(row) for row in file.special_rule},
    )


# --- troops ------------------------------------------------------------------------------------------


@clause("FA-GEN-09", "FA-MNT-02")
def _stats(row: TroopRow) -> Stats:
    return Stats(**{key: getattr(row, key) for key in STATS})


@clause("FA-GEN-05", "FA-UNIT-01", "FA-RET-01")
def profile(row: ProfileRow) -> Profile:
    rolled = dice(row.retreat_dice)
    assert rolled is not None
    return Profile(
        **_troop(row),
        kind=row.kind,
        role=row.role,
        base=(thousandths(row.base.w), thousandths(row.base.d)) if row.base else None,
        retreat_dice=rolled,
        crew=row.crew or 0,
        machine_T=row.machine_T or 0,
        machine_W=row.machine_W or 0,
    )


@clause("FA-CMD-01", "FA-CMD-04")
def character(row: CharacterRow) -> Profile:
    """Kind and role are those of the unit that he joins."""
    return Profile(**_troop(row), kind="foot", role="foot", rank=row.rank)


def _troop(row: TroopRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "name": name_of(row),
        "stats": _stats(row),
        "weapon": row.melee,
        "armour": row.armour,
        "shield": row.shield,
        "barding": row.barding,
        "missile": row.missile or "",
        "mount": row.mount or "",
        "rules": tuple(row.rules),
    }


@clause("FA-MNT-01", "FA-MNT-04")
def _mount(row: MountRow) -> Mount:
    return Mount(name=name_of(row), **row.model_dump(exclude={"en", "ru"}))


@clause("FA-UNIT-01", "FA-UNIT-02")
def _bases(file: TablesFile) -> dict[str, BaseRow]:
    return {
        kind: BaseRow(thousandths(row.w), thousandths(row.d), row.full_rank, row.files)
        for kind, row in file.base
    }


@clause("FA-UNIT-09")
def _formations(file: TablesFile) -> dict[str, FormationRow]:
    return {
        key: FormationRow(key, name_of(row), row.least or "", row.most or "", row.lane)
        for key, row in file.formation
    }


# --- weapons, ground -----------------------------------------------------------------------------------


@clause(
    "FA-WPN-02", "FA-WPN-03", "FA-WPN-04", "FA-WPN-05", "FA-WPN-06", "FA-WPN-07", "FA-WPN-08", "FA-WPN-09"
)
def _melee(row: MeleeWeaponRow) -> MeleeWeapon:
    return MeleeWeapon(
        id=row.id,
        name=name_of(row),
        reach=row.reach,
        hands=row.hands,
        strength=row.S,
        strength_first=row.S_first,
        attacks=row.A,
        initiative=row.I,
        enemy_hit=row.enemy_hit,
        support=row.support,
        ap=row.ap,
        killing_blow=row.killing_blow or "",
    )


@clause("FA-SHO-04", "FA-SHO-05", "FA-SHO-08", "FA-SPC-03", "FA-WPN-12")
def _missile(file: TablesFile, options: Options, row: MissileWeaponRow) -> MissileWeapon:
    """Ranges in thousandths of a cell, under options ``range_unit``, ``long_range`` and ``crossbow_rate``."""
    unit: Fraction = _ratio(getattr(file.range_unit, options["range_unit"]))
    aimed = options["long_range"] == "aimed"
    printed = _in_cells(row.range, unit)
    numbers = {rule[:-1]: int(rule[-1]) for rule in row.rules if rule[-1].isdigit()}
    rules = tuple(rule for rule in row.rules if not rule[-1].isdigit())
    slow = row.id == "crossbow" and options["crossbow_rate"] == "slow" and "slow_reload" not in rules
    return MissileWeapon(
        id=row.id,
        name=name_of(row),
        range=_in_cells(row.range, unit, 2) if aimed else printed,
        long=printed if aimed else _in_cells(row.range, unit, 1, 2),
        strength=0 if row.S == "user" else row.S,
        min_range=_in_cells(row.min_range, unit),
        ap=row.ap + numbers.get("ap", 0),
        multishot=numbers.get("multishot", 1),
        wounds=dice(row.wounds) if row.wounds else None,
        radius=thousandths(row.radius),
        scatter=dice(row.scatter) if row.scatter else None,
        rules=(*rules, "slow_reload") if slow else rules,
    )


def _in_cells(length: float, unit: Fraction, times: int = 1, over: int = 1) -> int:
    """A printed range in thousandths of a cell, to the nearest."""
    return nearest(thousandths(length) * unit[0] * times, unit[1] * over)


@clause("FA-TER-01", "FA-TER-03", "FA-TER-04", "FA-MOV-03")
def _terrain(row: TerrainKindRow) -> TerrainKind:
    return TerrainKind(
        id=row.id,
        name=name_of(row),
        cost=thousandths(row.cost) // 10,
        cover=row.cover,
        los=row.los,
        deep=thousandths(row.deep),
        march=row.march,
        line=row.line,
        cross=thousandths(row.cross),
    )


# --- numbers -----------------------------------------------------------------------------------------


def _ratio(text: str) -> Fraction:
    found = ratio(text)
    assert found is not None
    return found


@clause("FA-VIC-02", "FA-VIC-03")
def _victory(file: TablesFile) -> Victory:
    row = file.victory
    return Victory(
        worth=file.worth.model_dump(),
        beaten=hundredths(row.beaten),
        general_dead=row.general_dead,
        draw_below=row.draw_below,
        minor_below=row.minor_below,
    )


@clause("FA-LD-02")
def _loss_steps(file: TablesFile) -> tuple[LossStep, ...]:
    """The harder step first."""
    steps = file.loss_steps
    return tuple(
        LossStep(_ratio(row.lost), _ratio(row.factor)) for row in (steps.third_left, steps.half_left)
    )


@clause("FA-LD-03")
def _trigger(row: TriggerRow) -> Trigger:
    return Trigger(row.active, _ratio(row.fraction), thousandths(row.radius))


@clause("FA-LEG-01", "FA-LEG-02")
def _bonus(row: LegendBonusRow) -> LegendBonus:
    [(effect, value)] = effect_of(row.effect)
    if isinstance(value, str):
        return LegendBonus(row.id, name_of(row), row.of, effect, 1, value)
    return LegendBonus(row.id, name_of(row), row.of, effect, value)


@clause("FA-MAG-06")
def _cast_values(file: TablesFile) -> dict[int, int]:
    return dict(enumerate(file.cast_value, 1))


@clause("FA-MAG-01", "FA-MAG-02", "FA-MAG-05", "FA-MAG-07")
def _wizards(file: TablesFile) -> dict[int, WizardLevel]:
    return {
        row.level: WizardLevel(name_of(row), row.bonus, row.points, row.spells, row.max_level)
        for _, row in file.wizard
    }


def hundredths(share: float) -> int:
    return thousandths(share) // 10
