"""From checked table files to the tables that the rules read: whole numbers, names, options settled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from grognard.files import Option
from grognard.rulebooks.pike_and_shot.model import (
    ArmyList,
    BaseType,
    Entry,
    Figures,
    Fire,
    Formation,
    Movement,
    Panic,
    Parameters,
    Profile,
    Tables,
    TerrainKind,
    Trait,
    VictoryCondition,
    VictoryTest,
)
from grognard.rulebooks.pike_and_shot.tablefile import (
    BaseEntry,
    ConditionEntry,
    FormationEntry,
    MovementRow,
    PanicTable,
    ProfileEntry,
    ShareTest,
    TablesFile,
    TerrainEntry,
    UnitEntry,
)
from grognard.rulebooks.tablefiles import converted_named
from grognard.rulebooks.writing import name_of
from grognard.space.pose import nearest, tenths, thousandths

DECISIVE = 999


def tables(file: TablesFile, options: dict[str, Option], gun_base: str, cohesion: str) -> Tables:
    """Everything, under a value of each of the two options that choose between tables."""
    sizes = file.base_size.model_dump()
    if gun_base == "wide":
        sizes["gun"] = sizes["gun_wide"]
    return Tables(
        parameters=parameters(file, cohesion),
        bases={row.id: base_type(row, sizes[row.arm]) for row in file.base},
        formations={row.id: formation(row) for row in file.formation},
        terrain={row.id: _terrain(row) for row in file.terrain},
        profiles=_profiles(file.commander_profile),
        armies={row.id: _army(row) for row in file.army},
        victory={key: tuple(_condition(row) for row in rows) for key, rows in file.victory.items()},
        margin={**file.victory_margin.model_dump(), "decisive": DECISIVE},
        swaps=_swaps(file),
        traits={row.id: Trait(row.id, name_of(row)) for row in file.trait},
        options=options,
        figures=msgspec.convert(file.figures.model_dump(), dict[str, Figures]),
        men_per_base={arm: (low, high) for arm, (low, high) in file.men_per_base.model_dump().items()},
    )


def halves(strength: float) -> int:
    """A strength or factor in halves."""
    return int(strength * 2)


def hundredths(share: float) -> int:
    return nearest(round(share * 100_000), 1000)


# --- parameters ----------------------------------------------------------------------------------------


def parameters(file: TablesFile, cohesion: str) -> Parameters:
    return msgspec.convert(
        {
            **file.bands.model_dump(),
            **_distances(file),
            **file.impulses.model_dump(),
            "movement": {key: _movement(row) for key, row in file.movement},
            "restore": file.restore_order.model_dump(),
            **_command(file),
            **_shooting(file),
            **_combat(file),
            **_morale(file, cohesion),
        },
        Parameters,
    )


def _distances(file: TablesFile) -> dict[str, int]:
    found = {key.removesuffix("_in"): thousandths(value) for key, value in file.distance}
    found["contact_gap"] = found.pop("contact_gap_min")
    return found


def _movement(row: MovementRow) -> Movement:
    return Movement(row.points.model_dump(), row.good_dp, row.manoeuvre_cost, row.turn_cost_per_45deg)


def _command(file: TablesFile) -> dict[str, Any]:
    return {
        "cp": file.command.cp.model_dump(),
        "order_zone": thousandths(file.command.order_zone_radius_in),
        "commander_size": {level: thousandths(size) for level, size in file.command.base_diameter_in},
        "risk_loses_base": file.commander_risk.attached_unit_loses_base,
        "risk_destroyed": file.commander_risk.attached_unit_destroyed,
    }


def _shooting(file: TablesFile) -> dict[str, Any]:
    return {
        "dp_factor": {band: halves(factor) for band, factor in file.shooting.dp_factor},
        "enfilade_bases": file.shooting.enfilade_min_bases_crossed,
        "enfilade_dp": file.shooting.enfilade_bonus_dp,
        "smoke_depth": thousandths(file.shooting.smoke_depth_in),
    }


def _combat(file: TablesFile) -> dict[str, Any]:
    row = file.close_combat
    return {
        "dealt": {band: halves(factor) for band, factor in row.dealt},
        "taken": {band: halves(factor) for band, factor in row.taken},
        "contact_fraction": hundredths(row.contact_fraction),
        "support_edge": thousandths(row.support_edge_min_in),
        "depth_per_rank": halves(row.depth_bonus_per_rank),
        "depth_max": halves(row.depth_bonus_max),
        "flank_bonus": halves(row.flank_attack_bonus),
        "brace_defence": halves(row.brace_defence_bonus_per_base),
        "brace_share": hundredths(row.brace_die_min_share),
    }


def _morale(file: TablesFile, cohesion: str) -> dict[str, Any]:
    limits = getattr(file.cohesion, cohesion)
    return {
        "dismay_seen": str(file.dismay.seen),
        "dismay_close": str(file.dismay.seen_and_close),
        "dismay_exempt": tuple(file.dismay.exempt_traits),
        "panic": {cause: _panic(table) for cause, table in file.panic},
        "shaken_at": hundredths(limits.shaken_at),
        "broken_at": hundredths(limits.broken_at),
        "rout_on": file.rout_on.model_dump(),
        "rout_on_mild": file.rout_on_mild.model_dump(),
    }


def _panic(table: PanicTable) -> dict[str, Panic]:
    return {band: Panic(result.dp, result.bases) for band, result in table}


# --- bases, formations, terrain, commanders ------------------------------------------------------------


def base_type(row: BaseEntry, size: Sequence[float]) -> BaseType:
    return converted_named(
        row,
        BaseType,
        frontage=thousandths(size[0]),
        depth=thousandths(size[1]),
        move=thousandths(row.move),
        move_v1=thousandths(row.move_v1),
        eff=_fire(row.eff),
        max=_fire(row.max),
        att=halves(row.att),
        defence=halves(row.def_),
        mel=halves(row.mel),
        zone=tenths_of(row.zone),
    )


def tenths_of(zone: int | str) -> int:
    """A zone in tenths of a degree; 0 for each base's own."""
    return 0 if zone == "base" else tenths(zone)


def _fire(pair: Sequence[float] | None) -> Fire | None:
    return None if pair is None else Fire(halves(pair[0]), thousandths(pair[1]))


def formation(row: FormationEntry) -> Formation:
    return converted_named(
        row,
        Formation,
        zone=tenths_of(row.zone),
        min_pike_share=hundredths(row.min_pike_share),
        max_gap=thousandths(row.max_gap_in),
    )


def _terrain(row: TerrainEntry) -> TerrainKind:
    return converted_named(
        row, TerrainKind, move=hundredths(row.move), column_move=hundredths(row.column_move)
    )


def _profiles(rows: Sequence[ProfileEntry]) -> tuple[Profile, ...]:
    """One for each face of the die, in their order."""
    made = [
        converted_named(row, Profile, d6=face, coordinated_in=thousandths(row.coordinated_in))
        for row in rows
        for face in row.d6
    ]
    return tuple(sorted(made, key=lambda profile: profile.d6))


def _swaps(file: TablesFile) -> dict[str, str]:
    pairs = [row.swap for row in file.trait if row.swap]
    return {one: other for a, b in pairs for one, other in ((a, b), (b, a))}


# --- armies, victory, options --------------------------------------------------------------------------


def _army(row: Any) -> ArmyList:
    return ArmyList(row.id, name_of(row), row.victory, {unit.id: entry(unit) for unit in row.unit})


def entry(row: UnitEntry) -> Entry:
    return converted_named(row, Entry, least=row.min, most=row.max)


def _condition(row: ConditionEntry) -> VictoryCondition:
    return VictoryCondition(row.id, name_of(row), _test(row.test), row.when, row.vp)


def _test(row: Any) -> VictoryTest:
    """Fractions in hundredths, counts as they are."""
    fields = row.model_dump(exclude_none=True)
    if isinstance(row, ShareTest):
        bounds = {key: hundredths(fields[key]) for key in ("at_least", "at_most", "below") if key in fields}
        fields.update(bounds)
    return msgspec.convert(fields, VictoryTest)
