"""Cards as small programs: the vocabulary, what is refused, the page for game masters, and cards in words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest

from grognard.files import Problems, read_yaml
from grognard.rulebooks.modern import effects as fx
from grognard.rulebooks.modern.card_words import card_words, effect_words, general_words, target_words
from grognard.rulebooks.modern.effectfile import Op
from grognard.rulebooks.modern.effects import AnyEffect, Target
from grognard.rulebooks.modern.model import OperationCard, Tables
from grognard.rulebooks.modern.tables import load_tables

DOCS = Path(__file__).parents[3] / "docs"
PAGES = {"en": DOCS / "modern-cards.md", "ru": DOCS / "modern-cards.ru.md"}
CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)


def laid(text: str) -> Tables:
    return load_tables([read_yaml(text, "own.yaml")])


def card(keys: str) -> OperationCard:
    return laid(f"kso_card:\n  - {{id: K33, tier: cheap, en: New, ru: Новая, {keys}}}\n").operations["K33"]


def ops_of(tables: Tables) -> set[str]:
    cards: list[Any] = [*tables.operations.values(), *(one.ability for one in tables.generals.values())]
    return {str(effect.__struct_config__.tag) for one in cards for effect in one.effects}


# --- the vocabulary ---------------------------------------------------------------------------------------


@pytest.mark.clause("MO-KSO-20")
def test_the_vocabulary_is_the_same_everywhere() -> None:
    tags = tuple(one.__struct_config__.tag for one in get_args(AnyEffect))
    assert tags == fx.OPS
    assert (*get_args(Op), "immune") == fx.OPS
    assert len(fx.OPS) == 23


@pytest.mark.clause("MO-KSO-20", "MO-GNL-05")
@pytest.mark.parametrize("lang", PAGES)
def test_every_word_is_explained_with_an_example_that_is_read(lang: str) -> None:
    page = PAGES[lang].read_text(encoding="utf-8")
    assert tuple(re.findall(r"^### (\w+)$", page, re.MULTILINE)) == fx.OPS
    examples = re.findall(r"^```yaml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    tables = load_tables([read_yaml(text, f"{number}.yaml") for number, text in enumerate(examples)])
    assert len(examples) == 26
    fresh = [one for key, one in tables.operations.items() if key.startswith("X")]
    assert [one.effects[0].__struct_config__.tag for one in fresh] == list(fx.OPS)
    assert {"G11", "K33"} <= {*tables.generals, *tables.operations}
    assert tables.units[46].name.en == "Rangers"


def test_both_pages_show_the_same_examples() -> None:
    english, russian = (PAGES[lang].read_text(encoding="utf-8") for lang in ("en", "ru"))
    plain = [
        re.sub(r" *#.*", "", "".join(re.findall(r"```yaml.*?```", page, re.DOTALL)))
        for page in (english, russian)
    ]
    assert plain[0] == plain[1]


@pytest.mark.clause("MO-KSO-01", "MO-KSO-02", "MO-KSO-03", "MO-KSO-05", "MO-KSO-10", "MO-KSO-12")
def test_some_printed_cards() -> None:
    cards = load_tables().operations
    smoke = cards["K06"]
    assert (smoke.kind, smoke.sudden, smoke.windows) == (
        "T",
        True,
        ("enemy_attack_start", "enemy_attack_declared"),
    )
    assert smoke.effects == (fx.Modify("armour", delta=3),)
    assert smoke.target == Target("unit", "own", ("infantry", "armour", "fleet"))
    assert cards["K22"].effects == (fx.Strike((10, 12, 0, 10)),)
    assert cards["K23"].target.needs == "known"
    assert cards["K27"].effects == (fx.Discard(1, "random"), fx.Time(-30))
    assert cards["K26"].effects == (fx.Scale("speed", "enemy_arm", ("aviation",), num=1, den=2),)
    assert {one.kind for one in cards.values()} == {"Q", "T", "S"}


@pytest.mark.clause("MO-GNL-01", "MO-GNL-05")
def test_an_ability_that_names_no_target_has_the_one_of_the_rules() -> None:
    text = (
        "general_card:\n"
        "  - {id: G11, en: A, command: 1, kso_limit: 1, kso_per_turn: 1, ability: "
        "{en: A, use: once, when: own_kso, effects: [{op: reveal, radius: 1}]}}\n"
        "  - {id: G12, en: B, command: 1, kso_limit: 1, kso_per_turn: 1, ability: "
        "{en: B, use: every_turn, when: own_attack, effects: [{op: extra_attack, count: 1}]}}\n"
    )
    generals = laid(text).generals
    assert generals["G11"].ability.target == Target("hex")
    assert generals["G12"].ability.target == Target("unit", "own")
    assert generals["G05"].ability.target == Target()


# --- what is refused --------------------------------------------------------------------------------------

UNIT = "target: {what: unit, side: own}"
BAD_CARDS = [
    (
        "kind: Q, effects: [{op: teleport}]",
        "operation card 'K33', effect 1: unknown op 'teleport'; known: modify, scale",
    ),
    ("kind: Q, effects: [{radius: 2}]", "effect 1: key 'op' is missing (MO-KSO-20)"),
    ("kind: Q, effects: []", "effects must hold at least 1 (MO-KSO-20)"),
    ("kind: X, effects: [{op: draw, tier: cheap, count: 1}]", "unknown kind 'X'; known: Q, T, S (MO-KSO-20)"),
    (
        "kind: Q, effects: [{op: draw, tier: dear, count: 1}]",
        "unknown tier 'dear'; known: cheap, medium, expensive",
    ),
    (
        f"kind: T, {UNIT}, effects: [{{op: modify, param: luck, delta: 1}}]",
        "effect 1: unknown param 'luck'; known: speed, armour, sight",
    ),
    (
        f"kind: T, {UNIT}, effects: [{{op: modify, param: speed}}]",
        "effect 1: key 'delta' is missing (MO-KSO-20)",
    ),
    (f"kind: T, {UNIT}, effects: [{{op: hide, radius: 1}}]", "effect 1: unknown key 'radius'"),
    (
        f"kind: Q, {UNIT}, effects: [{{op: modify, param: speed, delta: 1}}]",
        "effect 1: modify needs a card that lasts: kind T or S (Q works at once) (MO-KSO-02)",
    ),
    (
        f"kind: Q, sudden: true, {UNIT}, effects: [{{op: attack_now}}]",
        "own.yaml:2:5: operation card 'K33': a sudden card needs windows (MO-KSO-12)",
    ),
    (
        f"kind: Q, windows: [enemy_card], {UNIT}, effects: [{{op: attack_now}}]",
        "operation card 'K33': only a sudden card has windows (MO-KSO-12)",
    ),
    (
        f"kind: Q, sudden: true, windows: [tea], {UNIT}, effects: [{{op: attack_now}}]",
        "unknown windows 'tea'; known: enemy_card",
    ),
    ("kind: Q, effects: [{op: heal, statuses: 1}]", "effect 1: heal needs a unit as target (MO-KSO-08)"),
    (
        f"kind: Q, {UNIT}, effects: [{{op: build, what: mines}}]",
        "effect 1: build needs a hex as target (MO-KSO-08)",
    ),
    (f"kind: Q, {UNIT}, effects: [{{op: peek}}]", "effect 1: peek needs a general as target (MO-KSO-08)"),
    (
        "kind: Q, target: {what: unit, max: 4}, effects: [{op: attack_now}]",
        "max must be at most 3, not 4 (MO-KSO-08)",
    ),
    (
        "kind: Q, target: {what: unit, needs: start_zone}, effects: [{op: attack_now}]",
        "needs start_zone goes with a hex (MO-KSO-08)",
    ),
    (
        "kind: Q, target: {what: hex, arms: [fleet]}, effects: [{op: reveal, radius: 1}]",
        "only units have arms (MO-KSO-08)",
    ),
    (
        "kind: T, effects: [{op: modify, param: speed, delta: 1, scope: own_arm}]",
        "scope own_arm needs arms (MO-KSO-20)",
    ),
    (
        "kind: T, effects: [{op: modify, param: speed, delta: 1, scope: own_all, radius: 3}]",
        "radius goes with scope enemy_within, and only with it (MO-KSO-20)",
    ),
    (
        "kind: T, target: {what: general}, effects: [{op: hold}]",
        "hold: give required, or reset: true (MO-KSO-20)",
    ),
    (
        "kind: Q, target: {what: none, side: own}, effects: [{op: draw, tier: cheap, count: 1}]",
        "a card without a target says nothing else of it (MO-KSO-08)",
    ),
    (
        "kind: Q, target: {what: hex}, effects: [{op: build, what: crossing, levels: 2}]",
        "only forts have levels (MO-KSO-20)",
    ),
]


@pytest.mark.clause("MO-KSO-02", "MO-KSO-08", "MO-KSO-12", "MO-KSO-20")
@pytest.mark.parametrize(("keys", "said"), BAD_CARDS)
def test_a_bad_operation_card(keys: str, said: str) -> None:
    with pytest.raises(Problems) as caught:
        card(keys)
    lines = caught.value.say().splitlines()
    assert any(said in line for line in lines), lines
    assert CYRILLIC.search(caught.value.say("ru"))


GENERAL = (
    "general_card:\n  - {id: G11, en: A, command: 6, kso_limit: 4, kso_per_turn: 1, ability: {en: A, %s}}\n"
)
BAD_ABILITIES = [
    ("use: passive, effects: [{op: heal, statuses: 1}]", "effect 1: heal cannot work without being declared"),
    ("use: passive, when: own_kso, effects: [{op: hold, required: 4}]", "a passive ability has no when"),
    (
        "use: once, effects: [{op: reveal, radius: 1}]",
        "key 'when' is missing: only a passive ability has none",
    ),
    (
        "use: passive, effects: [{op: modify, param: speed, delta: 1}]",
        "effect 1: modify cannot work without being declared (MO-GNL-05)",
    ),
    (
        "use: once, when: own_kso, target: {what: hex}, effects: [{op: heal, statuses: 1}]",
        "heal needs a unit as target (MO-KSO-08)",
    ),
    (
        "use: daily, effects: [{op: hold, required: 4}]",
        "unknown use 'daily'; known: passive, once, every_turn",
    ),
]


@pytest.mark.clause("MO-GNL-05")
@pytest.mark.parametrize(("keys", "said"), BAD_ABILITIES)
def test_a_bad_ability(keys: str, said: str) -> None:
    with pytest.raises(Problems) as caught:
        laid(GENERAL % keys)
    lines = caught.value.say().splitlines()
    assert any(said in line for line in lines), lines


# --- in words ---------------------------------------------------------------------------------------------


@pytest.mark.clause("MO-KSO-20", "MO-GNL-05")
def test_every_card_is_said_in_both_languages() -> None:
    tables = load_tables()
    said = [*map(card_words, tables.operations.values()), *map(general_words, tables.generals.values())]
    lines = [line for text in said for line in text]
    assert all(CYRILLIC.search(line.say("ru")) for line in lines)
    assert not any(CYRILLIC.search(line.say("en")) for line in lines)
    assert ops_of(tables) == set(fx.OPS) - {"set", "relocate"}


WORDS: list[tuple[Any, str, str]] = [
    (fx.Modify("speed", delta=2), "speed +2: the chosen units", "скорость +2: выбранные отряды"),
    (
        fx.Modify("sight", "enemy_within", (), 4, delta=-2),
        "sight -2: enemy units within 4 hexes of the chosen hex",
        "обзор -2: отряды врага в радиусе 4 от выбранной клетки",
    ),
    (
        fx.Scale("speed", "enemy_arm", ("aviation",), lasts="turn", num=1, den=2),
        "speed × 1/2, rounded down: all enemy units (aviation); until the turn ends",
        "скорость × 1/2, дробь отбрасывается: все отряды врага (авиация); до конца хода",
    ),
    (
        fx.Set("sight", "own_unmoved", value=1),
        "sight becomes 1: own units that did not move",
        "обзор = 1: свои отряды",
    ),
    (fx.Strike((4, 2, 0, 0)), "chosen units: infantry 4, armour 2", "отрядов: пехота 4, бронетехника 2"),
    (fx.Relocate(3), "free hexes, at most 3 away", "не дальше 3"),
    (fx.Reveal(-1), "all enemy counters are known, while the card works", "все фишки врага известны"),
    (fx.Build("fort", 2), "rises by 2", "выше на 2"),
    (fx.Build("fort", 1, "engineer_fort"), "own engineers rises by 1 more", "выше ещё на 1"),
    (fx.Demolish("mines"), "mines in the chosen hex are gone", "мины на выбранной клетке сняты"),
    (
        fx.Cancel(("cheap",), ("Q", "T")),
        "no effect (cheap; quick, tactical)",
        "(дешёвая; быстрая, тактическая)",
    ),
    (fx.Discard(2, "choice"), "of his own choice: 2", "по своему выбору: 2"),
    (fx.Hold(reset=True), "all runs on the control point", "все счета на контрольной точке"),
    (
        fx.Leads("kso_per_turn", 1),
        "cards a turn +1: the chosen general",
        "карточек за ход +1: выбранный генерал",
    ),
    (fx.Restrict("embark"), "neither embark nor disembark", "садиться и высаживаться"),
]


@pytest.mark.clause("MO-KSO-20", "MO-KSO-26")
@pytest.mark.parametrize(("effect", "english", "russian"), WORDS)
def test_effects_in_words(effect: AnyEffect, english: str, russian: str) -> None:
    words = effect_words(effect)
    assert english in words.say("en")
    assert russian in words.say("ru")


@pytest.mark.clause("MO-KSO-08")
def test_targets_in_words() -> None:
    target = Target("unit", "enemy", ("infantry", "armour"), 2, "sight")
    assert target_words(target).say() == "enemy units (infantry, armour), seen by the own side; at most 2"
    assert target_words(Target()).say("ru") == "без цели"


@pytest.mark.clause("MO-KSO-20")
def test_a_new_card_is_said_at_once() -> None:
    new = card(f"kind: T, {UNIT}, effects: [{{op: hide}}, {{op: restrict, what: attack}}]")
    assert [line.say() for line in card_words(new)] == [
        "K33 New: cheap, tactical: works for a round",
        "choose: own units; at most 1",
        "the chosen units cannot be inspected",
        "the chosen units may not attack",
    ]
