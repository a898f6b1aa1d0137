"""Attack pools in counts: faces that hit, wound and save, and exact chances (examples 1-6, 11, 13, 24)."""

from __future__ import annotations

import time
from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.rulebooks.fantasy.attacks import Attack, Harm, Losses, kills, losses, strike
from grognard.rulebooks.fantasy.needs import (
    clamped,
    items_of,
    melee_need,
    save_need,
    wound_need,
)
from grognard.rulebooks.fantasy.printed import load_tables
from tests.rulebooks.fantasy.branches import chances, scripted

TABLES = load_tables()
HIT = TABLES.melee_hit


def mean(odds: Mapping[int, Fraction]) -> Fraction:
    return sum((number * part for number, part in odds.items()), Fraction(0))


def save(armour: str, strength: int, piercing: int = 0, barding: int = 0, spells: int = 0) -> int:
    worn = items_of(armour=TABLES.armour.bonus[armour], barding=barding, spells=spells)
    return save_need(TABLES.armour, worn, strength, piercing)


# --- faces -----------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-WND-01", "FA-WND-02")
@pytest.mark.parametrize(
    ("strength", "toughness", "need"),
    [
        (4, 4, 4),
        (4, 3, 3),
        (6, 6, 4),
        (7, 7, 4),
        (8, 10, 6),
        (1, 10, 6),
        (10, 8, 2),
        (0, 1, 6),
        (3, 0, 2),
        (0, 0, 6),
    ],
)
def test_example_1_wound_table(strength: int, toughness: int, need: int) -> None:
    assert wound_need(TABLES, strength, toughness) == need


@pytest.mark.clause("FA-WND-01")
def test_every_entry_of_the_wound_table_is_what_its_proof_says() -> None:
    for strength in range(1, 11):
        for toughness in range(1, 11):
            assert wound_need(TABLES, strength, toughness) == clamped(4 + toughness - strength)


@pytest.mark.clause("FA-MEL-09")
@pytest.mark.parametrize(
    ("skill", "target", "need"),
    [(4, 3, 3), (3, 3, 4), (3, 5, 4), (3, 6, 5), (3, 7, 5), (0, 0, 4), (0, 1, 5)],
)
def test_example_2_melee_to_hit(skill: int, target: int, need: int) -> None:
    assert melee_need(HIT, skill, target) == need


@pytest.mark.clause("FA-MEL-09", "FA-WND-01", "FA-WND-04")
def test_example_3_one_attack() -> None:
    assert kills(Attack(((1, 4),), wound=wound_need(TABLES, 3, 3)))[1] == Fraction(1, 4)
    assert kills(Attack(((1, 4),), wound=4, save=save("heavy", 3)))[1] == Fraction(1, 8)


@pytest.mark.clause("FA-WPN-04", "FA-WND-05")
def test_example_4_halberd() -> None:
    assert save("medium", 4) == 6
    assert kills(Attack(((1, 4),), wound=wound_need(TABLES, 4, 3), save=6))[1] == Fraction(5, 18)


@pytest.mark.clause("FA-WPN-01", "FA-MEL-10")
def test_example_5_parry() -> None:
    assert melee_need(HIT, 5, 3) == 3
    assert melee_need(HIT, 5, 3, parried=True) == 4
    assert kills(Attack(((1, 4),), wound=wound_need(TABLES, 4, 3)))[1] == Fraction(1, 3)
    assert melee_need(HIT, 3, 6, parried=True) == melee_need(HIT, 3, 6), "5+ is no better than 4+"


@pytest.mark.clause("FA-WPN-02", "FA-MEL-10")
def test_example_6_flail_and_the_order_of_modifiers() -> None:
    eased = items_of(flail=1)
    assert melee_need(HIT, 3, 3, items=eased) == 3
    assert melee_need(HIT, 3, 3, items=eased, parried=True) == 4, "parry comes after the modifiers"
    assert melee_need(HIT, 3, 6, items=items_of(curse=-3)) == 6
    assert melee_need(HIT, 6, 3, items=items_of(zeal=4)) == 2


@pytest.mark.clause("FA-WND-04", "FA-WND-05", "FA-WND-06", "FA-SPC-03", "FA-MNT-06")
def test_example_11_saves() -> None:
    assert save("heavy", 5, piercing=2) == 0
    assert save("heavy", 4) == 5
    assert save("heavy", 10, barding=1) == 0
    assert save("heavy", 3, barding=1) == 3
    assert save("light", 3) == 6
    assert save("heavy", 3, piercing=1) == save("heavy", 4)


@pytest.mark.clause("FA-WND-06")
def test_no_bonus_is_no_save_and_a_natural_1_always_fails() -> None:
    assert save("none", 1) == 0
    assert save("light", 1, spells=-1) == 0
    assert save("heavy", 1, barding=1, spells=3) == 2


# --- pools -----------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-GEN-06", "FA-WND-04")
def test_all_to_hit_then_all_to_wound_then_all_saves() -> None:
    hand = scripted(4, 3, 6, 5, 1, 4, 5, 6, 2)
    done = strike(hand, Attack(((4, 4),), wound=4, save=5), "n1")
    assert hand.purposes == ["hit", "wound", "save"]
    assert done == Harm(attacks=4, hits=3, wounds=2, saved=1, unsaved=1)


@pytest.mark.clause("FA-GEN-06", "FA-WND-06")
def test_saves_that_cannot_be_made_are_not_thrown() -> None:
    hand = scripted(4, 6)
    assert strike(hand, Attack(((1, 4),), wound=4), "n1").unsaved == 1
    assert hand.purposes == ["hit", "wound"]


@pytest.mark.clause("FA-SPC-04")
def test_a_natural_6_to_wound_cancels_the_save() -> None:
    hand = scripted(6, 6, 6, 6, 4, 1, 6)
    done = strike(hand, Attack(((3, 4),), wound=4, save=4, killing="wound"), "n1")
    assert done == Harm(attacks=3, hits=3, wounds=2, saved=1, unsaved=1)


@pytest.mark.clause("FA-SPC-04")
def test_killing_blow_read_on_the_to_hit_die() -> None:
    """The wound is then thrown as usual: those of plain hits first."""
    hand = scripted(6, 4, 5, 4, 3, 4, 6)
    done = strike(hand, Attack(((3, 4),), wound=4, save=5, killing="hit"), "n1")
    assert hand.purposes == ["hit", "wound", "wound", "save"]
    assert done == Harm(attacks=3, hits=3, wounds=2, saved=1, unsaved=1)


@pytest.mark.clause("FA-WND-03")
def test_a_natural_6_to_hit_that_needs_no_wound_roll() -> None:
    hand = scripted(6, 4, 2)
    done = strike(hand, Attack(((2, 4),), wound=4, six_wounds=True), "n1")
    assert (done.hits, done.unsaved) == (2, 1)
    both = strike(scripted(6, 3), Attack(((2, 4),), wound=4, save=2, killing="hit", six_wounds=True), "n1")
    assert (both.wounds, both.saved, both.unsaved) == (1, 0, 1), "neither wound roll nor save"


@pytest.mark.clause("FA-WND-11")
def test_a_weapon_of_many_wounds_throws_a_die_for_each_unsaved_one() -> None:
    hand = scripted(4, 5, 4, 4, 1, 6, 5)
    done = strike(hand, Attack(((2, 4),), wound=4, save=6, many=True), "n1")
    assert (hand.purposes[-1], done.saved, done.unsaved) == ("wounds", 1, 5)


@pytest.mark.clause("FA-SPC-04", "FA-WND-05")
def test_example_24_kill_of_a_pike_on_a_barded_knight() -> None:
    need = save("heavy", 3, piercing=1, barding=1)
    assert need == 4
    assert kills(Attack(((1, 4),), wound=4, save=need, killing="wound"))[1] == Fraction(1, 6)
    assert kills(Attack(((1, 4),), wound=4, save=need))[1] == Fraction(1, 8)
    assert mean(kills(Attack(((21, 4),), wound=4, save=need, killing="wound"))) == Fraction(7, 2)


@settings(deadline=None, max_examples=40)
@given(
    st.builds(
        Attack,
        dice=st.lists(st.tuples(st.integers(0, 2), st.integers(1, 7)), max_size=2).map(tuple),
        auto=st.integers(0, 2),
        wound=st.sampled_from([0, 2, 4, 6]),
        save=st.sampled_from([0, 3, 6]),
        killing=st.sampled_from(["", "wound", "hit"]),
        six_wounds=st.booleans(),
        many=st.booleans(),
    )
)
def test_chances_are_those_of_the_dice_as_they_are_thrown(attack: Attack) -> None:
    assert dict(kills(attack)) == chances(lambda hand: strike(hand, attack, "n1").unsaved)


def test_chances_of_forty_attacks_take_no_time() -> None:
    attacks = [Attack(((40, 4),), wound=4, save=5, killing=one) for one in ("", "wound", "hit")]
    kills.cache_clear()
    began = time.process_time()
    found = [kills(attack) for attack in attacks]
    assert (time.process_time() - began) / len(attacks) < 0.02
    assert all(sum(one.values()) == 1 and len(one) == 41 for one in found)
    assert mean(found[0]) == 40 * Fraction(1, 4) * Fraction(2, 3)


# --- the pool of wounds ------------------------------------------------------------------------------------


@pytest.mark.clause("FA-WND-08", "FA-WND-09")
def test_example_13_wound_pool() -> None:
    assert losses(20, 0, 1, 9) == Losses(9, 0, 9)
    assert losses(4, 0, 3, 8) == Losses(2, 2, 8)
    assert losses(2, 2, 3, 1) == Losses(1, 0, 1)
    assert losses(10, 0, 1, 30) == Losses(10, 0, 10)


@pytest.mark.clause("FA-WND-09")
@given(st.integers(0, 20), st.integers(1, 5), st.integers(0, 4), st.integers(0, 60))
def test_no_more_is_lost_than_there_was(models: int, each: int, pool: int, wounds: int) -> None:
    pool = min(pool, each - 1) if models else 0
    lost = losses(models, pool, each, wounds)
    assert 0 <= lost.models <= models
    assert lost.taken == min(wounds, models * each - pool)
    assert (models - lost.models) * each - lost.pool == models * each - pool - lost.taken
