"""What a battle hands on: the result file for those who reckon the economy, and the facts of its short report."""

from __future__ import annotations

from typing import Any

import tomli_w

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.locale import T
from grognard.rulebooks.modern.effects import ARMS, Four
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.model import ModernSetup, ModernState, Unit
from grognard.rulebooks.modern.victory import REASONS, points_held, score


@clause("MO-REP-03")
def battle_result(setup: ModernSetup, state: ModernState, report: str = "", cycle: int = 0) -> str:
    """``battle_result.toml``: losses, outcome, points, survivors, and the ``report`` in words. The same battle gives
    the same bytes. Refused while the battle is on."""
    return tomli_w.dumps(result(setup, state, report, cycle), multiline_strings=True)


@clause("MO-REP-01", "MO-REP-02", "MO-REP-04")
def result(setup: ModernSetup, state: ModernState, report: str = "", cycle: int = 0) -> dict[str, Any]:
    """The same as plain data. Survivors are named by the ids of the scenario, with the statuses they have left."""
    if state.outcome is None:
        raise Refused("MO-REP-03", T("a battle has a result when it is over"))
    field = Field(setup, {piece.id: piece for piece in state.pieces})
    reason, _, level = state.outcome.reason.partition(".")
    return {
        "battle": setup.request.battle if setup.request else setup.scenario,
        "cycle": cycle,
        "rounds": field.clock.round,
        "reason": REASONS[reason],
        "winner": state.outcome.winners[0] if state.outcome.winners else "",
        "outcome": level or "minor",
        "report": report,
        "side": [_side(field, side.id) for side in setup.sides],
    }


@clause("MO-REP-02", "MO-REP-04", "MO-END-02")
def _side(field: Field, side: str) -> dict[str, Any]:
    found, tally = score(field, side), field.tally(side)
    left = [unit for unit in field.units if unit.side == side and unit.status != "destroyed"]
    return {
        "id": side,
        "score": {
            "points": found.points,
            "statuses": found.statuses,
            "destroyed": found.destroyed,
            "total": found.total,
        },
        "points_held": [sheet.id.removeprefix("point:") for sheet in points_held(field, side)],
        "destroyed": _by_arm(tally.destroyed),
        "statuses_lost": _by_arm(tally.lost),
        "units": [_survivor(field, unit) for unit in left],
    }


def _by_arm(four: Four) -> dict[str, int]:
    return dict(zip(ARMS, four, strict=True))


def _survivor(field: Field, unit: Unit) -> dict[str, Any]:
    return {"id": unit.id, "statuses": field.left(unit)}
