"""Dice of guns and skirmishers read on the table, with the worked examples of the specification."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from grognard.rulebooks.napoleonic.fire_table import (
    Ammunition,
    HalfDie,
    Hit,
    Strength,
    blow,
    place_hit,
    row,
    shot,
    shots,
    silent_through,
    skirmish_hits,
    stopped_to_rout,
    strength,
    twice_running,
)
from grognard.rulebooks.napoleonic.tablemodel import BRANCHES, Branch
from grognard.rulebooks.napoleonic.tables import load_tables

TABLES = load_tables()
FACES = range(1, 7)
FOOT_GUN = 1000
HALVES: tuple[HalfDie, ...] = ("round_down", "round_up", "half_losses")


def mean(
    target: Branch, ammunition: Ammunition, strength: Strength, half_die: HalfDie = "round_down"
) -> Fraction:
    die = shots(TABLES, target, ammunition, strength, half_die)
    return Fraction(sum(throw.meaning.losses * weight for throw, weight in die.branches), die.total)


def chance(dice: int, what: Callable[[tuple[int, ...]], bool]) -> Fraction:
    return Fraction(sum(what(faces) for faces in product(FACES, repeat=dice)), 6**dice)


@pytest.mark.clause("NA-ART-04", "NA-ART-02")
@pytest.mark.parametrize(
    ("off_axis", "expected"), [(200, "full"), (300, "minus_one"), (500, "half"), (675, "half"), (700, None)]
)
def test_the_pivot_that_a_target_needs_weakens_the_shot(off_axis: int, expected: Strength | None) -> None:
    """Worked example 11: the sector reaches 22.5 degrees, the rest is pivot."""
    assert strength(TABLES, max(off_axis - TABLES.angles.sector, 0), 0, FOOT_GUN) == expected


@pytest.mark.clause("NA-ART-04")
def test_limits_of_pivot_and_move_are_inclusive() -> None:
    assert [strength(TABLES, pivot, 0, FOOT_GUN) for pivot in (225, -225, 226, 450, 451)] == [
        "minus_one",
        "minus_one",
        "half",
        "half",
        None,
    ]
    assert [strength(TABLES, 0, moved, 2000) for moved in (0, 1, 1000, 1001)] == [
        "full",
        "half",
        "half",
        None,
    ]


@pytest.mark.clause("NA-ART-05", "NA-ART-09")
def test_penalties_of_move_and_pivot_do_not_add_up() -> None:
    assert strength(TABLES, 100, 500, FOOT_GUN) == "half"
    assert strength(TABLES, 450, 500, FOOT_GUN) == "half"
    assert strength(TABLES, 451, 500, FOOT_GUN) is None


@pytest.mark.clause("NA-ART-05")
@pytest.mark.parametrize("half_die", HALVES)
def test_half_a_die_never_costs_more_than_the_die_minus_one(half_die: HalfDie) -> None:
    ways: list[tuple[Branch, Ammunition]] = [(one, what) for one in BRANCHES for what in ("ball", "canister")]
    for face, (target, what) in product(FACES, ways):
        half = shot(TABLES, face, target, what, "half", half_die)
        less = shot(TABLES, face, target, what, "minus_one", half_die)
        assert half.losses <= less.losses


@pytest.mark.clause("NA-ART-06")
def test_rows_of_weaker_shots() -> None:
    assert [row(face, "full") for face in FACES] == [1, 2, 3, 4, 5, 6]
    assert [row(face, "minus_one") for face in FACES] == [0, 1, 2, 3, 4, 5]
    assert [row(face, "half") for face in FACES] == [0, 1, 1, 2, 2, 3]
    assert [row(face, "half", "round_up") for face in FACES] == [1, 1, 2, 2, 3, 3]
    assert [row(face, "half", "half_losses") for face in FACES] == [1, 2, 3, 4, 5, 6]


@pytest.mark.clause("NA-ART-06", "NA-CAS-01", "NA-CAS-03", "NA-GEN-02")
def test_expected_losses_of_one_shot() -> None:
    """Worked example 7."""
    strengths: tuple[Strength, ...] = ("full", "minus_one", "half")
    expected: dict[tuple[Branch, Ammunition], list[Fraction]] = {
        ("foot", "ball"): [Fraction(1), Fraction(2, 3), Fraction(1, 6)],
        ("horse", "ball"): [Fraction(1, 3), Fraction(1, 6), Fraction(0)],
        ("foot", "canister"): [Fraction(3, 2), Fraction(1), Fraction(1, 2)],
        ("horse", "canister"): [Fraction(1), Fraction(2, 3), Fraction(1, 6)],
    }
    for (target, ammunition), means in expected.items():
        assert [mean(target, ammunition, weak) for weak in strengths] == means
    assert mean("foot", "ball", "half", "round_up") == Fraction(1, 3)
    assert mean("foot", "canister", "half", "round_up") == Fraction(2, 3)


@pytest.mark.clause("NA-ART-06", "NA-ART-10", "NA-CAS-04")
def test_half_a_shot_at_a_gun() -> None:
    """Worked example 8: row 3 costs a gunner, and the natural 6 silences."""
    assert shot(TABLES, 6, "gun", "canister", "half") == Hit(losses=1, silenced=True, fate=True)
    assert shot(TABLES, 5, "gun", "canister", "half") == Hit()


@pytest.mark.clause("NA-ART-10")
@pytest.mark.parametrize("half_die", HALVES)
def test_only_a_natural_six_silences_a_gun_and_every_one_does(half_die: HalfDie) -> None:
    for weak in ("full", "minus_one", "half"):
        for face in FACES:
            assert shot(TABLES, face, "gun", "ball", weak, half_die).silenced == (face == 6)
    assert not shot(TABLES, 6, "foot", "ball").silenced


@pytest.mark.clause("NA-ART-17", "NA-CAS-04")
def test_a_stop_needs_row_six_and_so_a_full_die() -> None:
    assert [shot(TABLES, face, "horse", "canister").stopped for face in FACES] == [False] * 5 + [True]
    assert shot(TABLES, 6, "foot", "canister") == Hit(losses=3, stopped=True, fate=True)
    assert not shot(TABLES, 6, "foot", "canister", "minus_one").stopped
    assert shot(TABLES, 6, "foot", "canister", "half", "half_losses") == Hit(losses=1, fate=True)
    assert not shot(TABLES, 6, "foot", "ball").stopped
    assert not shot(TABLES, 6, "gun", "canister").stopped


@pytest.mark.clause("NA-CAS-02", "NA-ART-19", "NA-MOVE-11")
def test_a_die_of_close_combat_reads_the_ball_block_by_its_face() -> None:
    assert [blow(TABLES, face, "foot").losses for face in FACES] == [0, 0, 1, 1, 2, 2]
    assert [blow(TABLES, face, "horse").losses for face in FACES] == [0, 0, 0, 0, 1, 1]
    assert blow(TABLES, 6, "gun") == Hit(losses=1, silenced=True, fate=True)


@pytest.mark.clause("NA-CC-20")
def test_three_turns_of_firefight() -> None:
    """Worked example 14."""
    lost = [blow(TABLES, face, "foot").losses for face in FACES]
    assert chance(3, lambda faces: sum(lost[face - 1] for face in faces) >= 3) == Fraction(17, 27)


@pytest.mark.clause("NA-ART-11", "NA-ROUT-02")
def test_counter_battery() -> None:
    """Worked example 9: a six among two dice, in each of two turns."""

    def silenced(faces: tuple[int, ...]) -> bool:
        return any(shot(TABLES, face, "gun", "ball").silenced for face in faces)

    def routs(faces: tuple[int, ...]) -> bool:
        first, second = silenced(faces[:2]), silenced(faces[2:])
        return second and twice_running(3 if first else 0, 4)

    assert chance(4, routs) == Fraction(121, 1296)
    assert not twice_running(2, 4)


@pytest.mark.clause("NA-ART-10")
def test_silence_lasts_as_long_as_the_option_says() -> None:
    assert [silent_through(5, turns) for turns in (1, 2, 3)] == [6, 7, 8]


@pytest.mark.clause("NA-ROUT-07")
@pytest.mark.parametrize(
    ("guns", "expected"), [(2, Fraction(1, 36)), (3, Fraction(2, 27)), (4, Fraction(19, 144))]
)
def test_way_six_by_one_turn_of_canister(guns: int, expected: Fraction) -> None:
    """Worked example 10."""

    def routs(faces: tuple[int, ...]) -> bool:
        return stopped_to_rout(sum(shot(TABLES, face, "foot", "canister").stopped for face in faces), 0)

    assert chance(guns, routs) == expected


@pytest.mark.clause("NA-ROUT-07")
def test_way_six_over_two_turns_needs_a_stop_in_each() -> None:
    assert stopped_to_rout(1, 1)
    assert not stopped_to_rout(0, 2)
    assert not stopped_to_rout(1, 0)


@pytest.mark.clause("NA-SKIR-03")
def test_skirmishers() -> None:
    """Worked example 13: four figures in range."""
    assert chance(4, lambda faces: skirmish_hits(faces).losses > 0) == Fraction(671, 1296)
    total = sum(skirmish_hits(faces).losses for faces in product(FACES, repeat=4))
    assert Fraction(total, 6**4) == Fraction(2, 3)
    assert skirmish_hits([6, 2, 6]) == Hit(losses=2, fate=True)
    assert skirmish_hits([5, 5]) == Hit()


@pytest.mark.clause("NA-FATE-01", "NA-FATE-02")
def test_persons_under_fire() -> None:
    """Worked example 12: one die at a unit with one person."""
    calls = Fraction(sum(blow(TABLES, face, "foot").fate for face in FACES), 6)
    returns = [TABLES.fate[face].returns for face in FACES]
    away = Fraction(sum(one != "stays" for one in returns), 6)
    out = Fraction(sum(one not in ("stays", "after_1_turn") for one in returns), 6)
    assert (calls * out, calls * away) == (Fraction(1, 9), Fraction(5, 36))
    assert (1 - away) ** 2 == Fraction(1, 36)


@pytest.mark.clause("NA-ART-12", "NA-ART-13", "NA-ART-14", "NA-FATE-05")
def test_a_full_six_burns_buildings_and_destroys_bridges_and_works() -> None:
    done = {kind: place_hit(TABLES.obstacles[kind], 6, "full") for kind in TABLES.obstacles}
    assert {kind for kind, what in done.items() if what == "burns"} == {"village", "town_block"}
    assert {kind for kind, what in done.items() if what == "destroyed"} == {"bridge", "field_work"}
    assert place_hit(TABLES.obstacles["village"], 5, "full") == ""
    assert place_hit(TABLES.obstacles["bridge"], 6, "minus_one") == ""
