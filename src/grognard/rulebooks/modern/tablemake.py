"""From checked table files to the tables that the rules read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from grognard.core.rule import clause
from grognard.files import Option
from grognard.locale import Name
from grognard.rulebooks.modern.effects import ARMS, AnyEffect, Target
from grognard.rulebooks.modern.model import (
    Ability,
    Fort,
    GeneralAbility,
    GeneralCard,
    OperationCard,
    Parameters,
    Road,
    Score,
    Span,
    Tables,
    TerrainKind,
    UnitCard,
)
from grognard.rulebooks.modern.tablefile import (
    AbilityOfGeneral,
    BonusRow,
    CostsRow,
    GeneralRow,
    OperationRow,
    PercentRow,
    TablesFile,
    TerrainRow,
    UnitCardRow,
)
from grognard.rulebooks.writing import name_of

STOP = 2
"""Half hexes that must be left to enter terrain that stops (MO-MOVE-04)."""
S = TypeVar("S")


def tables(file: TablesFile, options: dict[str, Option]) -> Tables:
    weights = {row.id: row.weight for row in file.ability}
    return Tables(
        parameters=parameters(file),
        units={row.id: unit_card(row, weights, file.passenger_weight) for row in file.unit_card},
        abilities={row.id: Ability(row.id, name_of(row), row.weight, row.clause) for row in file.ability},
        terrain={row.id: terrain(row) for row in file.terrain},
        road=_road(file),
        fort=Fort(file.fort.max_level, file.fort.armour_per_level, tuple(file.fort.arms)),
        operations={row.id: operation(row) for row in file.kso_card},
        generals={row.id: general(row) for row in file.general_card},
        score=Score(**{**file.score.model_dump(), "point": file.score.point.model_dump()}),
        options=options,
    )


# --- numbers -----------------------------------------------------------------------------------------


@clause("MO-OPIN-02", "MO-UNIT-04")
def parameters(file: TablesFile) -> Parameters:
    arms = {arm: getattr(file.arm, arm) for arm in ARMS}
    return Parameters(
        deck_copies=file.cards.deck_copies,
        starting_draw=file.cards.starting_draw.model_dump(),
        credit_cost=file.cards.credit_cost.model_dump(),
        hold_turns=file.cards.hold_turns,
        request_notice_hours=file.times.request_notice_hours,
        hex_km=file.distance.hex_km,
        generals_per_side=_span(file.generals_per_side),
        turn_seconds=_span(file.times.turn_seconds),
        answer_seconds=_span(file.times.answer_seconds),
        conference_minutes=_span(file.times.conference_minutes),
        limits={key: _span(pair) for key, pair in file.limits.model_dump().items()},
        stealth_distance=file.distance.stealth,
        airborne_distance=file.distance.airborne,
        command_post=file.command_post.each,
        command_post_most=file.command_post.most,
        opinion=_percent(file.opinion),
        supply=_percent(file.supply),
        opinion_params=tuple(file.opinion.params),
        supply_params=tuple(file.supply.params),
        mines=_four(file.mines.at),
        arm_colours={arm: row.colour for arm, row in arms.items()},
        arm_letters={arm: Name(row.letter_en, row.letter_ru) for arm, row in arms.items()},
        arm_names={arm: name_of(row) for arm, row in arms.items()},
    )


def _span(pair: Sequence[int]) -> Span:
    return Span(pair[0], pair[1])


def _percent(row: PercentRow) -> Span:
    return Span(row.least, row.most, row.step)


def _four(values: Sequence[int]) -> tuple[int, int, int, int]:
    infantry, armour, aviation, fleet = values
    return infantry, armour, aviation, fleet


# --- units, terrain ----------------------------------------------------------------------------------


@clause("MO-ACAD-10")
def power_of(row: UnitCardRow, weights: Mapping[str, int], passenger_weight: int) -> int:
    """What a card is worth by its values, abilities and room for passengers."""
    values = row.speed + 2 * row.armour + row.sight + 2 * row.range + sum(row.attack)
    abilities = sum(weights.get(ability, 0) for ability in row.abilities)
    return values + abilities + passenger_weight * (row.carries.infantry + row.carries.armour)


def price_of(power: int) -> int:
    return 2 * power


@clause("MO-UNIT-03", "MO-UNIT-05")
def unit_card(row: UnitCardRow, weights: Mapping[str, int], passenger_weight: int) -> UnitCard:
    power = power_of(row, weights, passenger_weight)
    return UnitCard(
        number=row.id,
        name=name_of(row),
        arm=row.arm,
        statuses=row.statuses,
        speed=row.speed,
        armour=row.armour,
        sight=row.sight,
        range=row.range,
        attack=_four(row.attack),
        abilities=tuple(row.abilities),
        carries={arm: room for arm, room in row.carries.model_dump().items() if room},
        generation=row.generation,
        crew=row.crew,
        power=power,
        price=price_of(power),
    )


@clause("MO-TERR-01")
def terrain(row: TerrainRow) -> TerrainKind:
    return TerrainKind(
        id=row.id,
        symbol=row.symbol,
        name=name_of(row),
        cost=_costs(row.cost),
        stops=tuple(arm for arm, cost in row.cost.model_dump().items() if cost == "stop"),
        cost_with={ability: _costs(costs) for ability, costs in row.cost_with.items()},
        bridge_cost=_costs(row.bridge_cost),
        armour_bonus=_bonus(row.armour_bonus),
        sight_bonus=_bonus(row.sight_bonus),
        sight_set=_bonus(row.sight_set),
        range_set=_bonus(row.range_set),
        sight_kept_with=tuple(row.sight_kept_with),
        broken=row.broken,
        blocks_fire=row.blocks_fire,
        adjacent_only_as_target=row.adjacent_only_as_target,
        land=row.land,
    )


def _costs(row: CostsRow) -> dict[str, int]:
    """Without the arms that can't enter."""
    return {arm: STOP if cost == "stop" else cost for arm, cost in row.model_dump().items() if cost != "x"}


def _bonus(row: BonusRow) -> dict[str, int]:
    return row.model_dump(exclude_none=True)


def _road(file: TablesFile) -> Road:
    into = {terrain: _costs(costs) for terrain, costs in file.road.cost_into.items()}
    return Road(_costs(file.road.cost), into, tuple(file.road.cancels_armour_bonus_in))


# --- cards -------------------------------------------------------------------------------------------


@clause("MO-KSO-20")
def effect(row: Any) -> AnyEffect:
    """One word of the vocabulary with its parameters; the keys of files and structs are the same."""
    found: AnyEffect = msgspec.convert(row.model_dump(exclude_none=True), AnyEffect)
    return found


def operation(row: OperationRow) -> OperationCard:
    return OperationCard(
        id=row.id,
        name=name_of(row),
        tier=row.tier,
        kind=row.kind,
        target=msgspec.convert(row.target.model_dump(), Target),
        effects=tuple(effect(one) for one in row.effects),
        sudden=row.sudden,
        windows=tuple(row.windows),
    )


def general(row: GeneralRow) -> GeneralCard:
    ability = _ability(row.ability)
    return GeneralCard(row.id, name_of(row), row.command, row.kso_limit, row.kso_per_turn, ability)


@clause("MO-GNL-05")
def _ability(row: AbilityOfGeneral) -> GeneralAbility:
    effects = tuple(effect(one) for one in row.effects)
    target = msgspec.convert(row.target.model_dump(), Target) if row.target else untold(row)
    return GeneralAbility(name_of(row), row.use, row.when or "", target, effects)


@clause("MO-GNL-05")
def untold(row: AbilityOfGeneral) -> Target:
    """What an ability is aimed at that names no target: any hex, or one of the general's own units."""
    needed = [needs_target(one) for one in row.effects] if row.use != "passive" else []
    if "hex" in needed:
        return Target("hex")
    return Target("unit", "own") if "unit" in needed else Target()


def needs_target(row: Any) -> str:
    """``unit``, ``hex``, ``general`` or ``card``: what an effect must fall on; "" for one that needs nothing."""
    match row.op:
        case "modify" | "scale" | "set":
            return {"target": "unit", "enemy_within": "hex"}.get(row.scope, "")
        case "strike" | "heal" | "hide" | "relocate" | "extra_attack" | "attack_now" | "restrict":
            return "unit"
        case "build":
            return "" if row.trigger else "unit" if row.what == "fort" else "hex"
        case "demolish" | "reinforce":
            return "hex"
        case "reveal":
            return "hex" if row.radius >= 0 else ""
        case "hold":
            return "hex" if row.reset else "general"
        case "extra_moves" | "discard" | "peek" | "general" | "time" | "immune":
            return "general"
        case "cancel":
            return "card"
    return ""
