"""Spells in words, in both languages."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from grognard.locale import Text
from grognard.rulebooks.fantasy.model import Cast, SpellInForce
from grognard.rulebooks.fantasy.spell_words import cast_outlook, percent, spell_words
from tests.rulebooks.fantasy.scenes import field_of, hero, setup_of, tables, unit


def said(lines: tuple[Text, ...], lang: str = "en") -> list[str]:
    return [line.say(lang) for line in lines]


@pytest.mark.clause("FA-MAG-16", "FA-MAG-17", "FA-MAG-20")
def test_what_a_spell_is() -> None:
    spells = tables().spells
    assert said(spell_words(tables(), spells["faith_6"])) == [
        "Wrath from Above, level 6, casting value 12: at an enemy unit in sight, range 24, at once",
        "2d6 hits, strength 5, armour piercing 1",
    ]
    assert said(spell_words(tables(), spells["earth_2"]), "ru") == [
        "Цепкие корни, уровень 2, сложность 8: на вражеский отряд, дальность 18, до конца фазы Б следующего хода",
        "ему нельзя: маршировать, атаковать",
    ]
    assert said(spell_words(tables(), spells["shadow_6"]))[1:] == [
        "weapon skill (WS) −1",
        "a leadership test at −2, or it retreats",
    ]
    assert said(spell_words(tables(), spells["flame_5"]))[0].endswith("until it is dispelled")


def test_every_spell_has_words_in_russian() -> None:
    for spell in tables().spells.values():
        words = spell_words(tables(), spell)
        assert words
        for line in words:
            assert not re.search("[a-z]", re.sub(r"\d?d[36]|\(Ld\)", "", line.say("ru")))


@pytest.mark.clause("FA-MAG-08", "FA-MAG-09", "FA-MAG-16", "FA-MAG-13")
def test_what_a_casting_would_do() -> None:
    own, enemy = unit("c1", "spearmen", 20, (20, 10)), unit("h1", "orcs", 30, (20, 24), 180)
    mage = hero("mag", "mage", own, level=2, path="flame", spells=("flame_2", "flame_4", "flame_6"))
    curse = SpellInForce("spell_1", "shadow_1", "x", "h", "c1", total=11, until=3, fresh=False, due=False)
    field = field_of(setup_of([own, enemy], [mage]), curse)
    fire = Cast("mag", "flame_4", 4, 1, ("h1",))
    assert said(cast_outlook(field, fire)) == [
        "Ball of Fire at h1 Orcs, 4 dice: cast 86 %, barred 2 %",
        "h1 Orcs: 3.5 wounds to be expected",
    ]
    assert said(cast_outlook(field, Cast("mag", "flame_2", 2, 1, ("c1",))))[1:] == ["strength (S) +1"]
    rain = cast_outlook(field, Cast("mag", "flame_6", 5, 1, (enemy.centre,)))
    assert said(rain, "ru")[0] == "Дождь углей, цель точка 20, 25.2, кубиков 5: удастся 80 %, отлучение 4 %"
    lost = cast_outlook(field, Cast("mag", "flame_4", 4, 1, ("c1",)))
    assert said(lost)[0].startswith("Ball of Fire: no target is allowed now")
    breaking = Cast("mag", "break_enchantment", 3, 1, ("spell_1",))
    assert said(cast_outlook(field, breaking)) == ["Break Enchantment at Dim Eyes, 3 dice: dispelled 62 %"]


def test_percents_never_lie_about_certainty() -> None:
    shares = (Fraction(0), Fraction(1, 1000), Fraction(999, 1000), Fraction(1))
    assert [percent(one) for one in shares] == ["0 %", "1 %", "99 %", "100 %"]
