"""From checked table files to the tables that the rules read: whole numbers, names, options settled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from grognard.files import Option
from grognard.rulebooks.napoleonic.tablefile import (
    CasualtyTable,
    DistanceTable,
    ObstacleEntry,
    OutcomeRow,
    PostEntry,
    PursuitTable,
    TablesFile,
)
from grognard.rulebooks.napoleonic.tablemodel import (
    Angles,
    Arm,
    Back,
    Casualties,
    Distances,
    Fate,
    Footprint,
    Kind,
    Limits,
    Modifiers,
    Obstacle,
    Outcome,
    Part,
    Post,
    Pursuit,
    Rank,
    Scale,
    Status,
    Tables,
)
from grognard.rulebooks.tablefiles import converted, converted_named
from grognard.space.pose import nearest, tenths, thousandths

MOST = 999
"""Upper limit of an open difference."""
_SAME = {
    "battery_interval_min": "gun_interval",
    "battery_interval_max": "battery_gap",
    "rally_battle_line": "rally_line",
    "near_enemy_horse_foot": "near_horse_move",
    "train": "train_move",
}


def tables(file: TablesFile, options: Mapping[str, Option], chosen: Mapping[str, Any]) -> Tables:
    """Everything under these options; those that are numbers of tables are settled here."""
    wall, printed = chosen["fortress_wall"], options["fortress_wall"].default
    walls = {} if wall == printed else {"fortress_wall": {"foot": wall}}
    return Tables(
        arms={row.id: converted_named(row, Arm, "move", "straight_attack") for row in file.arm},
        statuses={row.id: converted_named(row, Status) for row in file.status},
        kinds={row.id: converted_named(row, Kind, "move") for row in file.formation_kind},
        footprints={key: converted(row, Footprint, "file", "rank") for key, row in file.footprint},
        obstacles={row.id: _obstacle(row, walls) for row in file.obstacle},
        casualties=_casualties(file.casualties),
        fate={face: converted_named(row, Fate) for face, row in enumerate(file.fate, 1)},
        clashes={key: tuple(_outcome(row) for row in rows) for key, rows in file.close_combat},
        modifiers=converted(file.modifiers, Modifiers),
        ranks={row.id: converted_named(row, Rank) for row in file.rank},
        posts={row.id: _post(row, chosen["staff_bonus"]) for row in file.post},
        distances=_distances(file.distances, chosen),
        angles=_angles(file),
        pursuit=_pursuit(file.pursuit),
        after={key: tuple(converted_named(row, Part) for row in rows) for key, rows in file.after_battle},
        limits=_limits(file),
        scale=converted(file.scale, Scale),
        return_days=file.return_days.model_dump(by_alias=True),
        options=dict(options),
    )


# --- obstacles, posts --------------------------------------------------------------------------------------


def _obstacle(row: ObstacleEntry, walls: Mapping[str, dict[str, int]]) -> Obstacle:
    fv = row.fv.model_dump(exclude_none=True) | walls.get(row.id, {})
    shape = "" if row.shape == "none" else row.shape
    return converted_named(row, Obstacle, "delay", "max_move", fv=fv, shape=shape)


def _post(row: PostEntry, staff_bonus: str) -> Post:
    by_rank = row.bonus_by_rank if staff_bonus == "by_rank" and row.bonus_by_rank else row.bonus
    return converted_named(row, Post, "radius", bonus=by_rank, bonus_at_gun=row.bonus_at_gun or by_rank)


# --- losses, close combat, pursuit -------------------------------------------------------------------------


def _casualties(table: CasualtyTable) -> Casualties:
    six = table.row_6
    return msgspec.convert(
        {
            "ball": table.close_or_ball,
            "canister": table.canister,
            "ball_silences": six.ball_silences_gun,
            "canister_silences": six.canister_silences_gun,
            "canister_stops_foot": six.canister_stops_foot,
            "canister_stops_horse": six.canister_stops_horse,
        },
        Casualties,
    )


def _outcome(row: OutcomeRow) -> Outcome:
    back = {key: Back(thousandths(one.moves), thousandths(one.length)) for key, one in row.back.items()}
    least, most = row.difference[0], row.difference[1] if len(row.difference) == 2 else MOST
    follow = {key: thousandths(length) for key, length in row.follow.items()}
    return converted(row, Outcome, least=least, most=most, back=back, follow=follow)


def _pursuit(table: PursuitTable) -> Pursuit:
    moves = {key: thousandths(value) for key, value in table.moves}
    return converted(table, Pursuit, **moves)


# --- parameters ------------------------------------------------------------------------------------------


def _distances(table: DistanceTable, chosen: Mapping[str, Any]) -> Distances:
    found = {_SAME.get(key, key): thousandths(value) for key, value in table}
    share = found.pop("canister_share")
    found.update(ball_range=chosen["ball_range"], person_move=chosen["person_move"])
    return Distances(canister_range=nearest(found["ball_range"] * share, 1000), **found)


def _angles(file: TablesFile) -> Angles:
    found = {key: tenths(value) for key, value in file.angles}
    return Angles(sector=found.pop("sector_half_angle"), **found)


def _limits(file: TablesFile) -> Limits:
    percent = nearest(thousandths(file.limits.elite_share), 10)
    return converted(file.limits, Limits, elite_percent=percent)
