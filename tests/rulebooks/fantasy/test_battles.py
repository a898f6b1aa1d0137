"""Whole battles by lot: everything that must always hold holds, and they come to an end."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.dice import Fast
from grognard.core.engine import Step
from grognard.players import RandomPlayer, play_out, referee
from grognard.rulebooks.fantasy.events import BattleOver
from grognard.rulebooks.fantasy.setup import DEFAULTS
from tests.rulebooks.fantasy.scenes import BOOK, hero, setup_of, unit

OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {
        "move_and_shoot": "move_then_shoot",
        "failed_charge": "higher_die",
        "charge_reach": "any",
        "fighting_ranks": "spear_only",
        "step_up": "at_once",
        "winds_per_side": True,
        "natural6": "hit_is_wound",
        "counter_new_spells": True,
        "rally_alone": True,
        "shoot_into_melee": True,
        "difficulty": "ld",
    },
    {
        "failed_charge": "move",
        "wheel_measure": "rear_centre",
        "natural_in_shooting": False,
        "melee_gap": 5,
        "ranks_after": False,
        "breakthrough": False,
        "commander_ld": True,
        "loss_steps": "swapped",
        "break_modifier": "none",
        "rally_timing": "same_turn",
        "ram_hit": "auto",
        "parry_with": "hand_weapon",
        "killing_blow_on": "hit",
        "junior_high_roll": "keep",
        "winds_remainder": "lost",
        "dispel_against": "value",
        "troop_condition": True,
        "beaten": 100,
    },
)
CLOSE = [
    unit("c1", "pikemen", 30, (12, 6), standard=True),
    unit("c2", "knights", 10, (22, 6)),
    unit("c3", "arquebusiers", 12, (30, 5), files=6),
    unit("c4", "cannon", 3, (36, 5)),
    unit("c5", "light_horse", 5, (5, 6)),
    unit("h1", "orcs", 30, (12, 18), 180, standard=True),
    unit("h2", "trolls", 6, (22, 18), 180),
    unit("h3", "skeleton_warriors", 20, (32, 18), 180),
    unit("h4", "wolf_riders", 10, (4, 19), 180),
    unit("h5", "goblin_archers", 20, (24, 23), 180),
]
HEROES = [
    hero("lord", "general", CLOSE[0]),
    hero("kn", "captain", CLOSE[1]),
    hero("magus", "mage", CLOSE[2], level=2, path="earth", rank="wizard"),
    hero("boss", "warlord", CLOSE[5], rank="general"),
    hero("nec", "necromancer", CLOSE[7], level=2, path="bones", rank="wizard"),
]


@pytest.mark.slow
@pytest.mark.clause("FA-GEN-03", "FA-GEN-04", "FA-VIC-01", "FA-GEN-08", "FA-MOV-05")
@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_battles_by_lot_keep_what_must_always_hold(number: int) -> None:
    setup = setup_of(CLOSE, HEROES, size=(42, 26), turns=5, **OPTIONS[number])
    assert set(OPTIONS[number]) <= set(DEFAULTS)
    for seed in range(4):
        steps: list[Step] = []
        problems: list[str] = []

        def watch(step: Step, steps: list[Step] = steps, problems: list[str] = problems) -> None:
            before = steps[-1].state if steps else BOOK.start(setup)
            problems.extend(BOOK.check_invariants(setup, before, step.state))
            steps.append(step)

        players = {seat.id: RandomPlayer() for seat in setup.seats}
        end = play_out(BOOK, setup, players, Fast(seed), seed=seed, listening=True, watch=watch)
        assert problems == []
        assert end.outcome is not None
        assert isinstance(steps[-1].told[-1].versions[0][0], BattleOver)
        assert BOOK.measures(setup, end)["turns"] in range(1, 6)


@pytest.mark.slow
@pytest.mark.clause("FA-ORD-01", "FA-GEN-06", "FA-GEN-11")
def test_the_referee_finds_nothing() -> None:
    """Options pass their checks, nonsense is refused, the record plays again to the same positions."""
    setup = BOOK.read_setup(BOOK.scenarios()["skirmish"])
    report = referee(BOOK, setup, {seat.id: RandomPlayer() for seat in setup.seats}, 2, sample=6)
    assert report.violations == ()
