"""What shots and spells would do, against the worked examples (7, 25, 29, 33)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.rulebooks.fantasy.prospects import (
    ball_odds,
    cast_odds,
    gun_harm,
    mean,
    mean_of,
    spell_harm,
    volley_odds,
)
from grognard.rulebooks.fantasy.tables import Dice
from tests.rulebooks.fantasy.scenes import area, field_of, hero, ordered, setup_of, tables, unit


@pytest.mark.clause("FA-SHO-01", "FA-SHO-02", "FA-WND-04")
def test_a_volley_of_arquebuses_at_charging_knights() -> None:
    guns = ordered(unit("c1", "arquebusiers", 20, (20, 10)), "stand_and_shoot")
    field = field_of(setup_of([guns, unit("h1", "knights", 10, (20, 23.333), 180)]))
    odds = volley_odds(field, "c1", "h1", reaction=True)
    assert mean(odds) == Fraction(50, 9)
    assert float(1 - odds[0] - odds[1] - odds[2]) == pytest.approx(0.945141, abs=5e-7)


def gunners(**more: Any) -> Any:
    gun = ordered(unit("c1", "cannon", 3, (20, 6)), "stand_and_shoot", "h1")
    return field_of(setup_of([gun, unit("h1", "great_swords", 30, (20, 30), 180)], **more))


@pytest.mark.clause("FA-WM-07", "FA-WM-08", "FA-WM-04")
def test_a_ball_through_three_ranks() -> None:
    odds = ball_odds(gunners(), "c1", "h1")
    assert mean(odds) == Fraction(455, 108)
    assert odds[0] == Fraction(229, 1944)
    assert sum(part for wounds, part in odds.items() if wounds >= 9) == Fraction(10625, 104976)
    assert gun_harm(gunners(), "c1", "h1") == {"h1": Fraction(455, 216)}


@pytest.mark.clause("FA-WM-09")
def test_a_bomb_harms_friends_too() -> None:
    gun = ordered(unit("c1", "mortar", 3, (20, 6)), "stand_and_shoot", "h1")
    friend = unit("c2", "spearmen", 20, (30, 28))
    field = field_of(setup_of([gun, friend, unit("h1", "great_swords", 30, (20, 30), 180)]))
    harm = gun_harm(field, "c1", "h1")
    hit = Fraction(1, 2) * 12 * Fraction(5, 6) * Fraction(5, 6)
    assert harm["h1"] > hit
    assert 0 < harm["c2"] < harm["h1"]
    wall = area("b", "building", (10, 20), (10, 24), (30, 24), (30, 20))
    assert gun_harm(gunners(terrain=[wall]), "c1", "h1") == {}


@pytest.mark.clause("FA-MAG-09", "FA-MAG-10", "FA-MAG-11")
def test_casting() -> None:
    odds = cast_odds(4, 2, 10)
    assert odds["cast"] + odds["undispellable"] + odds["doubled"] == Fraction(1121, 1296)
    assert odds["doubled"] == Fraction(7, 432)
    assert sum(odds.values()) == 1


@pytest.mark.clause("FA-MAG-20")
def test_what_spells_would_do() -> None:
    target = unit("h1", "orcs", 30, (20, 24), 180)
    field = field_of(
        setup_of([unit("c1", "spearmen", 20, (20, 10)), target], [hero("cap", "captain", target)])
    )
    spells = tables().spells
    assert spell_harm(field, spells["flame_4"], "h1") == {"h1": 7 * Fraction(1, 2)}
    assert spell_harm(field, spells["earth_6"], target.centre) == {"h1": 14 * Fraction(5, 6)}
    assert spell_harm(field, spells["bones_2"], "h1") == {"h1": Fraction(2)}
    assert spell_harm(field, spells["wild_1"], "cap") == {"cap": 2 * Fraction(2, 3) * Fraction(5, 6)}
    assert spell_harm(field, spells["shadow_2"], "h1") == {}
    assert [mean_of(Dice(2, 6, 8)), mean_of(Dice(0, 6, 4))] == [Fraction(15), Fraction(4)]
