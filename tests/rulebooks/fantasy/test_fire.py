"""Shooting and war machines as numbers (worked examples 7 to 10, 25, 26, 33, 35 in part)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.core.chance import Modifier, d
from grognard.rulebooks.fantasy.attacks import Attack, kills
from grognard.rulebooks.fantasy.fire import Conditions, eyes_of, rows, shot_items, shot_need, shots_each
from grognard.rulebooks.fantasy.ordnance import RankHit, ball, gun_die, on_crew, scatter
from grognard.rulebooks.fantasy.regiment import Block
from grognard.rulebooks.fantasy.tables import Dice
from grognard.space.pose import Pose
from tests.rulebooks.fantasy.branches import Hand, chances, scripted

MODS = {
    "long": -1,
    "moving": -1,
    "reaction": -1,
    "light_cover": -1,
    "hard_cover": -2,
    "hard_nut": -1,
    "light_infantry": -1,
    "multishot": -1,
    "indirect": -1,
    "cumbersome_moving": -1,
}


def need(bs: int, *rules: str, indirect: bool = False, natural: bool = True, **at: int) -> int:
    items = shot_items(MODS, rules, Conditions(**at), indirect=indirect)  # type: ignore[arg-type]
    return shot_need(7, bs, items, natural).need


def kill(attack: Attack) -> Fraction:
    """Chance that one such attack gets through."""
    return kills(attack)[1]


def mean(odds: dict[int, Fraction]) -> Fraction:
    return sum((number * part for number, part in odds.items()), Fraction(0))


# --- modifiers ---


@pytest.mark.clause("FA-SHO-01", "FA-SHO-03", "FA-WND-03")
def test_to_hit_by_skill_alone() -> None:
    assert [need(bs) for bs in range(1, 8)] == [6, 5, 4, 3, 2, 2, 2]
    assert need(7, natural=False) == 0
    assert need(2, natural=False, cover=2, long=True) == 8


@pytest.mark.clause("FA-SHO-02", "FA-SHO-03", "FA-SPC-02")
def test_thresholds_of_the_examples() -> None:
    assert need(4, "cumbersome", moving=True) == 5
    assert need(2, reaction=True, long=True, cover=1) == 6
    assert need(6) == 2
    items = shot_items(MODS, (), Conditions(reaction=True, long=True, cover=1))
    assert [(item.source, item.value) for item in items] == [
        ("long", -1),
        ("reaction", -1),
        ("light_cover", -1),
    ]


@pytest.mark.clause("FA-SPC-01", "FA-SHO-08", "FA-SPC-10", "FA-LOS-05", "FA-SHO-10")
def test_what_each_modifier_does() -> None:
    assert need(4, "quick_shot", moving=True, reaction=True) == 3
    assert need(4, "quick_shot", moving=True, multishot=True) == 4
    assert need(4, "cumbersome") == 3
    assert need(4, hard_nut=True, light_infantry=True) == 5
    assert need(4, cover=2) == 5
    assert need(4, indirect=True) == 4
    assert need(4, into_melee=True) == 4
    for add, least in ((-1, 4), (1, 2)):
        items = shot_items(MODS, (), Conditions(spells=(Modifier("shadow_3", add),)))
        assert (shot_need(7, 4, items).need, items[0].source) == (least, "shadow_3")


# --- numbers ---


def block(models: int, files: int) -> Block:
    return Block(Pose(0, 0), files, models, 800, 800)


@pytest.mark.clause("FA-SHO-07", "FA-SPC-05", "FA-LOS-03")
@pytest.mark.parametrize(
    ("models", "files", "rules", "still", "shots"),
    [
        (25, 10, ("volley",), True, 25),
        (25, 10, ("volley",), False, 10),
        (25, 10, ("caracole",), True, 20),
        (10, 5, ("caracole",), False, 10),
        (7, 10, ("caracole",), True, 7),
        (25, 10, ("caracole", "volley"), True, 25),
        (25, 10, ("caracole", "volley"), False, 20),
        (20, 10, (), True, 10),
    ],
)
def test_numbers_of_shots(models: int, files: int, rules: tuple[str, ...], still: bool, shots: int) -> None:
    unit = block(models, files)
    assert len(eyes_of(unit, rows(unit.ranks, rules, still))) == shots


@pytest.mark.clause("FA-LOS-03")
def test_a_centred_rank_looks_from_the_nearest_places() -> None:
    assert eyes_of(block(25, 10), 3)[20:] == [2, 3, 4, 5, 6]
    assert eyes_of(block(6, 4), 2)[4:] == [1, 2]
    assert eyes_of(block(7, 4), 2)[4:] == [0, 1, 2]


@pytest.mark.clause("FA-SHO-08")
def test_thrown_weapons() -> None:
    two = need(3, "quick_shot", multishot=True, moving=True)
    assert shots_each(2, single=False) * Fraction(7 - two, 6) == Fraction(2, 3)
    one = need(3, "quick_shot", moving=True)
    assert shots_each(2, single=True) * Fraction(7 - one, 6) == Fraction(1, 2)
    assert shots_each(1, single=False) == 1


# --- volleys ---


@pytest.mark.clause("FA-SHO-02", "FA-SHO-07", "FA-SHO-04")
def test_longbows_at_long_range() -> None:
    hit = need(3, "volley", "indirect", long=True)
    assert hit == 5
    assert kill(Attack(dice=((1, hit),), wound=4, save=6)) == Fraction(5, 36)
    odds = kills(Attack(dice=((25, hit),), wound=4, save=6))
    assert mean(dict(odds)) == Fraction(125, 36)
    assert float(sum(part for number, part in odds.items() if number >= 8)) == pytest.approx(
        0.016554, abs=5e-7
    )


@pytest.mark.clause("FA-SHO-09")
def test_arquebusiers_receive_knights() -> None:
    hit = need(3, "cumbersome", "caracole", reaction=True)
    attack = Attack(dice=((20, hit),), wound=2, save=0)
    assert kill(Attack(dice=((1, hit),), wound=2)) == Fraction(5, 18)
    assert mean(dict(kills(attack))) == Fraction(50, 9)
    three = 1 - sum(kills(attack)[number] for number in range(3))
    assert float(three) == pytest.approx(0.945141, abs=5e-7)


# --- war machines ---


def wounds_of(hand: Hand) -> int:
    return sum(one.wounds for one in ball(hand, "gun", ranks=3, wound=2, save=0, wounds=Dice(1)))


@pytest.mark.clause("FA-WM-07", "FA-WM-08", "FA-SPC-09", "FA-WND-11")
def test_a_ball_through_two_ranks() -> None:
    hand = scripted(2, 5, 5, 3, 4, 3)
    struck = ball(hand, "gun", ranks=3, wound=2, save=0, wounds=Dice(1))
    assert struck == (RankHit(2, 0, 5, 5), RankHit(3, 0, 4, 3))
    assert hand.purposes == ["wound", "wounds", "penetration"] * 2


@pytest.mark.clause("FA-WM-07", "FA-WM-08")
def test_chances_of_a_ball() -> None:
    odds = chances(wounds_of)
    assert mean(odds) == Fraction(455, 108)
    assert odds[0] == Fraction(229, 1944)
    assert sum(part for number, part in odds.items() if number >= 9) == Fraction(10625, 104976)


@pytest.mark.clause("FA-WM-07", "FA-WM-08", "FA-SPC-09")
def test_a_ball_that_fails_to_wound_may_still_go_through() -> None:
    hand = scripted(1, 6, 4, 5, 2, 6)
    struck = ball(hand, "gun", ranks=2, wound=2, save=5, wounds=Dice(1))
    assert struck == (RankHit(1, 0, 0, 6), RankHit(4, 5, 0, 2))
    stays = ball(scripted(6, 3), "gun", ranks=2, wound=2, save=0, wounds=Dice(1), goes_on=False)
    assert stays == (RankHit(6, 0, 3, 0),)


@pytest.mark.clause("FA-WM-04")
def test_misfires() -> None:
    table = ("explodes", "explodes", "jams", "jams", "lost", "lost")

    def shot(hand: Hand) -> str:
        fate = hand.roll(gun_die(4), "hit").meaning
        return table[hand.roll(d(6), "misfire").face - 1] if fate == "misfire" else fate

    odds = chances(shot)
    assert odds["explodes"] == Fraction(1, 18)
    assert 1 - (1 - odds["explodes"]) ** 2 == Fraction(35, 324)
    assert gun_die(2).read([1]).meaning == "misfire"
    assert [gun_die(4).read([face]).meaning for face in (2, 3, 4, 6)] == ["miss", "miss", "hit", "hit"]


@pytest.mark.clause("FA-WM-09")
def test_scatter() -> None:
    assert scatter(scripted(3, 4, 2), "gun", Dice(2)) == (7000, 1200)
    assert scatter(scripted(1, 1, 6), "gun", Dice(2)) == (2000, 0)


@pytest.mark.clause("FA-WM-10")
def test_shots_at_a_machine_strike_the_crew_on_a_five() -> None:
    assert on_crew(scripted(4, 5, 6, 1), "c5", 4) == 2
