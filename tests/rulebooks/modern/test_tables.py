"""The tables as shipped, and what a game master may and may not lay over them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard.files import Problems, read_yaml
from grognard.rulebooks.modern import BOOK
from grognard.rulebooks.modern.model import Tables
from grognard.rulebooks.modern.tables import load_tables
from grognard.rulebooks.modern.templates import KINDS


def laid(text: str) -> Tables:
    return load_tables([read_yaml(text, "own.yaml")])


def refused(text: str) -> list[str]:
    with pytest.raises(Problems) as caught:
        laid(text)
    assert all(problem.say("ru") for problem in caught.value.problems)
    return caught.value.say().splitlines()


# --- as shipped ------------------------------------------------------------------------------------------


@pytest.mark.clause("MO-UNIT-10", "MO-TERR-01", "MO-KSO-15", "MO-GNL-01")
def test_how_many_there_are_of_each_all_named_in_both_languages() -> None:
    tables = load_tables()
    kinds: list[dict[Any, Any]] = [
        tables.units,
        tables.abilities,
        tables.terrain,
        tables.operations,
        tables.generals,
        tables.options,
    ]
    assert [len(rows) for rows in kinds] == [45, 18, 6, 32, 10, 21]
    named = [row for rows in kinds for row in rows.values()]
    values = [value for option in tables.options.values() for value in option.values]
    abilities = [card.ability for card in tables.generals.values()]
    assert [row for row in [*named, *values, *abilities] if not (row.name.en and row.name.ru)] == []
    tiers = [card.tier for card in tables.operations.values()]
    assert [tiers.count(tier) for tier in ("cheap", "medium", "expensive")] == [10, 11, 11]
    assert sum(card.sudden for card in tables.operations.values()) == 6


@pytest.mark.clause("MO-UNIT-11", "MO-UNIT-02", "MO-UNIT-04", "MO-UNIT-05")
def test_the_authors_own_values() -> None:
    units = load_tables().units
    assert [units[2].attack[1], units[15].armour, units[16].armour, units[17].armour] == [8, 8, 11, 10]
    assert [units[19].attack[1], units[32].attack[1]] == [5, 6]
    arms = [card.arm for card in units.values()]
    assert [arms.count(arm) for arm in ("infantry", "armour", "aviation", "fleet")] == [14, 17, 8, 6]
    parameters = load_tables().parameters
    assert parameters.arm_colours == {
        "infantry": "green",
        "armour": "red",
        "aviation": "lightblue",
        "fleet": "blue",
    }
    assert [letter.say("ru") for letter in parameters.arm_letters.values()] == list("ПБАФ")


@pytest.mark.clause("MO-UNIT-06", "MO-TRAN-01")
def test_statuses_and_passengers_of_the_cards() -> None:
    units = load_tables().units.values()
    assert all(card.statuses == (1 if "airplane" in card.abilities else 2) for card in units)
    assert {arm for card in units for arm in card.carries} == {"infantry", "armour"}
    assert load_tables().units[38].carries == {"infantry": 3, "armour": 2}


@pytest.mark.clause("MO-TERR-04", "MO-TERR-05", "MO-TERR-07", "MO-TERR-09", "MO-MOVE-02", "MO-MOVE-12")
def test_terrain_in_half_hexes() -> None:
    tables = load_tables()
    mountain, forest = tables.terrain["mountain"], tables.terrain["forest"]
    assert (mountain.cost, mountain.armour_bonus) == ({"infantry": 4, "aviation": 2}, {"infantry": 5})
    assert mountain.cost_with == {"mountaineer": {"infantry": 2}}
    assert (forest.cost["armour"], forest.stops) == (2, ("armour",))
    assert forest.sight_kept_with == ("pathfinder",)
    assert tables.terrain["settlement"].cost == {"infantry": 2, "armour": 4, "aviation": 2}
    river = tables.terrain["river"]
    assert river.cost == {"aviation": 2}
    assert river.cost_with["river_navigation"] == {"fleet": 2}
    assert river.bridge_cost == {"infantry": 2, "armour": 2}
    assert tables.road.cost_into["settlement"] == {"infantry": 1, "armour": 2}
    assert set(tables.by_symbol()) == set(".MFS~R")


@pytest.mark.clause("MO-CP-03", "MO-CP-04", "MO-TERR-12", "MO-TERR-14", "MO-GNL-07", "MO-END-02")
def test_numbers_of_the_rules() -> None:
    tables = load_tables()
    numbers = tables.parameters
    assert (numbers.hold_turns, numbers.credit_cost) == (5, {"cheap": 1, "medium": 2, "expensive": 3})
    assert numbers.mines == (6, 10, 0, 8)
    assert (tables.fort.max_level, tables.fort.armour_per_level) == (3, 2)
    assert [numbers.limits["command"].keep(value) for value in (0, 7, 20)] == [1, 7, 12]
    assert tables.score.point == {"cheap": 3, "medium": 6, "expensive": 9}


# --- what may be laid over -------------------------------------------------------------------------------

RANGERS = (
    "unit_card:\n  - {id: 60, arm: infantry, en: Rangers, ru: Егеря, speed: 4, armour: 4, sight: 5, range: 2, "
    "attack: [4, 3, 0, 0], abilities: [stealth, pathfinder]}\n"
)


@pytest.mark.clause("MO-ACAD-10", "MO-UNIT-03")
def test_a_new_unit_card_is_two_lines_of_data() -> None:
    card = laid(RANGERS).units[60]
    assert (card.power, card.price, card.statuses) == (34, 68, 2)
    fewer = laid("unit_card:\n  - remove: [45]\n  - {id: 44, crew: none}\n").units
    assert (len(fewer), fewer[44].crew) == (44, "none")


BAD_UNITS = [
    (
        "armour: 4",
        "armour: 25",
        "own.yaml:2:71: unit card '60': armour must be at most 20, not 25 (MO-UNIT-05)",
    ),
    (
        "r]}",
        "r], power: 33}",
        "own.yaml:2:157: unit card '60': power 33 does not match the card: 34 (MO-ACAD-10)",
    ),
    ("r]}", "r], price: 70}", "price 70 does not match the card: 68 (MO-ACAD-10)"),
    ("pathfinder", "invisible", "unit card '60': unknown ability 'invisible'; known: amphibious"),
    (
        "arm: infantry",
        "arm: cavalry",
        "unknown arm 'cavalry'; known: infantry, armour, aviation, fleet (MO-UNIT-05)",
    ),
    ("[stealth", "[airplane", "unit card '60': statuses 2; an aeroplane has 1 (MO-UNIT-06)"),
    ("r]}", "r], statuses: 1}", "statuses 1; only an aeroplane (ability airplane) has 1 (MO-UNIT-06)"),
    ("r]}", "r], carries: {aviation: 1}}", "unknown key 'aviation'; known: infantry, armour (MO-TRAN-01)"),
    ("[4, 3, 0, 0]", "[1, 2, 3]", "attack must hold at least 4 (MO-UNIT-05)"),
    ("r]}", "r], hp: 3}", "unknown key 'hp'"),
    ("id: 60", "id: none", "id must be a whole number"),
    ("r]}", "r]}\n  - {id: 60, en: Twice, remove: []}", "unknown key 'remove'"),
]


@pytest.mark.clause("MO-UNIT-05", "MO-UNIT-06", "MO-UNIT-10", "MO-ACAD-10", "MO-TRAN-01")
@pytest.mark.parametrize(("was", "now", "said"), BAD_UNITS)
def test_a_bad_unit_card(was: str, now: str, said: str) -> None:
    lines = refused(RANGERS.replace(was, now, 1))
    assert any(said in line for line in lines), lines


@pytest.mark.clause("MO-UNIT-10", "MO-MAP-04", "MO-GNL-07")
def test_all_problems_at_once() -> None:
    lines = refused(
        "unit_card:\n  - {id: 50, arm: fleet, en: A, speed: 1, armour: 1, sight: 1, range: 1, attack: [1, 1, 1, 99]}\n"
        "ability:\n  - {id: flying, weight: 1, clause: MO-UNIT-10, en: Flying}\n"
        "terrain:\n  - {id: swamp, symbol: M, en: Swamp, cost: {infantry: 3}}\n"
        "general_card:\n  - {id: G01, kso_per_turn: 3}\n"
    )
    assert len(lines) == 4
    assert any(
        "general card 'G01': kso_per_turn must be at most 2, not 3 (MO-GNL-07)" in line for line in lines
    )
    assert any("unknown ability 'flying'" in line for line in lines)
    assert any("terrain 'swamp': symbol M is that of 'mountain' (MO-MAP-04)" in line for line in lines)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "option:\n  - {id: los_edge, default: maybe}\n",
            "option los_edge = maybe; valid: both, either, none",
        ),
        (
            "option:\n  - {id: fire_after_move, default: 'no'}\n",
            "option fire_after_move = no; valid: true, false",
        ),
        ("option:\n  - {id: turn_seconds, default: 240}\n", "turn_seconds 240; valid: 0 or 60 to 180"),
        ("option:\n  - {id: mine, kind: choice, default: a, clauses: [], en: A}\n", "unknown option 'mine'"),
        ("ability:\n  - remove: [radar]\n", "the rules need 'radar'; it cannot be struck"),
        ("score: {major: 3}\n", "major 3 is not above minor 3 (MO-END-03)"),
        ("limits: {command: [8, 12]}\n", "general card 'G01': command 6; valid: 8 to 12 (MO-GNL-07)"),
        (
            "terrain:\n  - {id: clear, cost: {infantry: slow}}\n",
            "cost slow: write half hexes, x (impassable) or stop",
        ),
        ("mines: {at: [1, 2, 3, 30]}\n", "at must be at most 20, not 30 (MO-TERR-14)"),
    ],
)
def test_other_bad_tables(text: str, said: str) -> None:
    lines = refused(text)
    assert any(said in line for line in lines), lines


# --- files to start from ---------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_file_to_start_from_is_in_order(kind: str, lang: str, tmp_path: Path) -> None:
    text = BOOK.template(kind, lang)
    assert "{{" not in text
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    what = {"scenario": "scenario", "rules": "house rules", "tables": "tables laid over"}
    assert BOOK.check_file(path).say().startswith(what[kind])


def test_a_file_of_no_kind(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("fish: 3\n", encoding="utf-8")
    with pytest.raises(Problems, match="this is no scenario"):
        BOOK.check_file(path)
