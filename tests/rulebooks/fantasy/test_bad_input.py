"""Every complaint of chapter Bad input about a scenario, and that nothing else ever comes of one."""

from __future__ import annotations

import pytest

from grognard.files import Problems
from grognard.rulebooks.fantasy.files import SCENARIOS, read_setup
from tests.rulebooks.fantasy.written import GROUND, HEAD, NORTH, SOUTH, battle, refused, scenario


def test_the_scenario_is_sound_as_it_is() -> None:
    assert battle(scenario()).scenario == "x"


READY = "(Ready-made forces and scenarios)"
BAD_HEADS = [
    ("turns: 6", "turns: 0", f"1:50: turns must be at least 1, not 0 {READY}"),
    (", turns: 6", "", f"1:11: key 'turns' is missing {READY}"),
    ("turns: 6", "turns: 6, turn: 3", "unknown key 'turn'; did you mean 'turns'?"),
    ("table: [48, 36]", "table: [48]", "table must hold at least 2"),
    ("table: [48, 36]", "table: [48, 0]", "table must be"),
    ("table: [48, 36], ", "", f"1:11: give table: [width, height], or a map {READY}"),
    (
        "turns: 6",
        "turns: 6, options: {natural6: both}",
        "option natural6 = both; valid: each_roll, hit_is_wound (FA-WND-03)",
    ),
    (
        "turns: 6",
        "turns: 6, options: {natural: 6}",
        "unknown option 'natural'; did you mean 'natural6'? (Options)",
    ),
    ("turns: 6", "turns: 6, options: {beaten: 60}", "option beaten = 60; valid: 0.1 to 1 (FA-VIC-03)"),
    (
        "turns: 6",
        "turns: 6, options: {breakthrough: off}",
        "option breakthrough = off; valid: true, false (FA-CR-10)",
    ),
    ("id: x", "id: 5x", "id '5x' may hold only Latin letters, digits, _ and -, a letter first"),
]


@pytest.mark.parametrize(("was", "now", "said"), BAD_HEADS)
def test_a_bad_head(was: str, now: str, said: str) -> None:
    assert was in HEAD
    lines = refused(scenario(head=HEAD.replace(was, now, 1)))
    assert any(said in line for line in lines), lines


BAD_UNITS = [
    ("n: 20", "n: 0", "8:40: side 'n', unit 'n1': n must be at least 1, not 0 (FA-UNIT-03)"),
    ("n: 20, files: 10", "n: 20, files: 0", "unit 'n1': files must be at least 1, not 0 (FA-UNIT-03)"),
    (
        "profile: spearmen",
        "profile: spearman",
        "8:27: unit 'n1': unknown unit profile 'spearman'; did you mean 'spearmen'? (FA-GEN-05)",
    ),
    ("profile: spearmen", "profil: spearmen", "unknown key 'profil'; did you mean 'profile'?"),
    ("files: 10", "files: 6, formation: line", "unit 'n1': 6 files are no line; at least 10 (FA-UNIT-09)"),
    (
        "files: 10",
        "files: 10, formation: column",
        "unit 'n1': 10 files are no column; at most 9 (FA-UNIT-09)",
    ),
    ("files: 10", "files: 6, formation: wedge", "unit 'n1': 6 files are no wedge; at most 5 (FA-UNIT-09)"),
    (
        "n: 6, at",
        "n: 6, files: 4, formation: wedge, at",
        "unit 'n2': 4 files are no wedge; at most 3 (FA-UNIT-09)",
    ),
    (
        "files: 10",
        "files: 10, formation: square",
        "unknown formation 'square'; known: line, column, wedge (FA-UNIT-03)",
    ),
    ("n: 1,", "n: 3,", "unit 'n3': n 3; a war machine is one, its crew comes with it: n: 1 (FA-WM-01)"),
    ("n: 1,", "n: 1, formation: wedge,", "unit 'n3': a war machine has no formation (FA-UNIT-09)"),
    (
        "at: [14, 8]",
        "at: [2, 8]",
        "unit 'n1': at (2, 8) it reaches over the west edge of the table (FA-TER-01)",
    ),
    (
        "at: [14, 8]",
        "at: [14, 1]",
        "unit 'n1': at (14, 1) it reaches over the south edge of the table (FA-TER-01)",
    ),
    (
        "at: [14, 8]",
        "at: [42, 16]",
        "unit 'n1': at (42, 16) it stands in building 'mill', where nobody can (FA-MOV-03)",
    ),
    ("at: [14, 8]", "at: [24, 8]", "units 'n1' at (24, 8) and 'n2' at (26, 8) overlap (FA-TER-01)"),
    ("at: [14, 8]", "at: [14]", "unit 'n1': at must hold at least 2 (FA-UNIT-03)"),
    ("heading: 0, std", "heading: 360, std", "unit 'n1': heading must be"),
    ("std: true", "std: true, condition: sad", "unknown condition 'sad'; known: content, eager, neglected"),
    ("std: true", "std: true, bonus: charm", "unit 'n1': unknown legend bonus of units 'charm'"),
    ("seat: boris", "seat: clara", "unknown seat 'clara'; known: anna, boris (Model, seat)"),
    ("id: n2", "id: N1", "id 'N1' is used twice"),
    ("id: n2", "id: n1", "id 'n1' is used twice"),
    ("id: n2", "id: s1", "id 's1' is used twice"),
    ("id: n2", "id: spell_3", "id 'spell_3' is not free: choose another name (FA-GEN-11)"),
    ("id: n2", "id: turn", "id 'turn' is not free: choose another name (FA-GEN-11)"),
]


@pytest.mark.clause(
    "FA-GEN-05", "FA-GEN-11", "FA-UNIT-03", "FA-UNIT-09", "FA-WM-01", "FA-TER-01", "FA-MOV-03"
)
@pytest.mark.parametrize(("was", "now", "said"), BAD_UNITS)
def test_a_bad_unit(was: str, now: str, said: str) -> None:
    assert was in NORTH
    lines = refused(scenario(north=NORTH.replace(was, now, 1)))
    assert any(said in line for line in lines), lines


MAGE = "{id: mage, as: shaman, level: 1, path: wild}"
BAD_CHARACTERS = [
    (
        "as: shaman",
        "as: shamen",
        "character 'mage': unknown character 'shamen'; did you mean 'shaman'? (FA-CMD-01)",
    ),
    ("level: 1", "level: 3", "character 'mage': level 3; valid: 1, 2, 0 for no wizard (FA-MAG-01)"),
    ("level: 1", "level: -1", "character 'mage': level -1; valid: 1, 2, 0 for no wizard (FA-MAG-01)"),
    ("path: wild", "path: wind", "character 'mage': unknown path 'wind'; did you mean 'wild'? (FA-MAG-01)"),
    (
        ", path: wild",
        "",
        "a wizard of level 1 needs a path: flame, storm, earth, shadow, faith, bones, wild (FA-MAG-01)",
    ),
    ("level: 1, ", "", "character 'mage': a path without a level; give level: 1 or 2 (FA-MAG-01)"),
    ("level: 1", "level: 1, mount: cow", "character 'mage': unknown mount 'cow'"),
    ("level: 1", "level: 1, bonus: steel", "character 'mage': unknown legend bonus of characters 'steel'"),
    (
        "level: 1",
        "level: 1, rank: duke",
        "unknown rank 'duke'; known: captain, general, champion, wizard (FA-CMD-01)",
    ),
    ("as: shaman, ", "", "key 'as' is missing (FA-CMD-01)"),
    ("id: mage", "id: lord", "id 'lord' is used twice"),
]


@pytest.mark.clause("FA-CMD-01", "FA-MAG-01", "FA-LEG-01")
@pytest.mark.parametrize(("was", "now", "said"), BAD_CHARACTERS)
def test_a_bad_character(was: str, now: str, said: str) -> None:
    lines = refused(scenario(south=SOUTH.replace(MAGE, MAGE.replace(was, now, 1))))
    assert any(said in line for line in lines), lines


def test_a_spark_is_for_wizards() -> None:
    spark = SOUTH.replace(MAGE, MAGE.replace("level: 1", "level: 1, bonus: spark"))
    assert battle(scenario(south=spark)).characters[-1].gifts == ("spark",)
    lines = refused(scenario(north=NORTH.replace("as: captain", "as: captain, bonus: spark")))
    assert any("unknown legend bonus of characters 'spark'" in line for line in lines), lines


BAD_SIDES = [
    ("id: s\n", "id: n\n", "id 'n' is used twice (Model, side)"),
    ("en: South", "en: ''", "side 's': en must hold at least 1 (Model, side)"),
    ("    units:", "    general: boss\n    units:", "unknown character 'boss'"),
    ("    units:", "    seats: [anna]\n    units:", "seat 'anna' is there twice (Model, seat)"),
    (
        "    units:",
        "    seats: [umpire]\n    units:",
        "seat 'umpire' is not free: choose another name (Model, seat)",
    ),
    ("    units:", "    seats: []\n    units:", "seats must hold at least 1"),
    (
        "    units:",
        "    zone: [[0, 0], [5, 5]]\n    units:",
        "zone of side 's': a polygon needs at least 3 points, not 2",
    ),
    (
        "    units:",
        "    zone: [[0, 0], [50, 0], [5, 5]]\n    units:",
        "zone of side 's': reaches over the east edge",
    ),
    (
        "    units:",
        "    chars: [{as: captain, unit: s9}]\n    units:",
        "character 's9_captain': unknown unit 's9'; known: s1, s2 (FA-CMD-01)",
    ),
    (
        "    units:",
        "    chars: [{as: captain, unit: n1}]\n    units:",
        "character 'n1_captain': unit n1 is of side 'n' (FA-CMD-01)",
    ),
    ("    units:", "    chars: [{as: captain}]\n    units:", "key 'unit' is missing (FA-CMD-01)"),
    (
        "    units:",
        "    blocks: [{base: s, profile: orcs, n: 9, count: 2, at: [9, 9], step: 9, heading: 0}]\n    units:",
        "id 's1' is used twice",
    ),
    (
        "    units:",
        "    blocks: [{base: b, profile: orcs, n: 9, count: 0, at: [9, 9], step: 9, heading: 0}]\n    units:",
        "count must be at least 1, not 0",
    ),
]


@pytest.mark.parametrize(("was", "now", "said"), BAD_SIDES)
def test_a_bad_side(was: str, now: str, said: str) -> None:
    assert was in SOUTH
    lines = refused(scenario(south=SOUTH.replace(was, now, 1)))
    assert any(said in line for line in lines), lines


@pytest.mark.clause("FA-UNIT-03", "FA-CMD-04")
def test_a_side_needs_units_and_has_one_general() -> None:
    empty = "  - {id: s, en: South}\n"
    assert any("side 's' has no units (FA-UNIT-03)" in line for line in refused(scenario(south=empty)))
    assert any("a battle has two sides or more, not 1" in line for line in refused(scenario(south="")))
    second = NORTH.replace("chars: [captain]", "chars: [general]")
    lines = refused(scenario(north=second))
    assert lines == ["10:88: character 'n2_general': side 'n' has a general already, lord (FA-CMD-04)"]
    unnamed = second.replace("    general: lord\n", "")
    assert battle(scenario(north=unnamed)).armies["n"].general == "n2_general"


BAD_GROUND = [
    (
        "kind: wood",
        "kind: forest",
        "19:12: terrain '1': unknown terrain kind 'forest'; did you mean 'ford'? (FA-TER-01)",
    ),
    (
        "[[20, 14], [24, 14], [24, 18], [20, 18]]",
        "[[20, 14], [24, 14]]",
        "terrain '1': a polygon needs at least 3 points, not 2 (FA-TER-01)",
    ),
    (
        "[[20, 14], [24, 14], [24, 18], [20, 18]]",
        "[[20, 14], [24, 18], [24, 14], [20, 18]]",
        "edge 1 from (20, 14) to (24, 18) meets edge",
    ),
    (
        "line: [[2, 20], [8, 20]]",
        "poly: [[2, 20], [8, 20], [8, 22]]",
        "terrain 'fence': hedge is drawn with line (FA-TER-03)",
    ),
    (
        "line: [[2, 20], [8, 20]]",
        "line: [[2, 20], [2, 20]]",
        "terrain 'fence': a line needs at least 2 points (FA-TER-03)",
    ),
    (", line: [[2, 20], [8, 20]]", "", "terrain 'fence': give poly (an area) or line (FA-TER-01)"),
    ("id: mill", "id: fence", "terrain id 'fence' is used twice"),
    (
        "kind: building, poly",
        "kind: building, line",
        "terrain 'mill': building is drawn with poly (FA-TER-01)",
    ),
    ("points: 15", "points: -1", "points must be at least 0, not -1 (FA-VIC-04)"),
    (
        "points: 15",
        "points: 15, sides: [x]",
        "objective 'the crossing': unknown side 'x'; known: n, s (FA-VIC-04)",
    ),
    (
        "[26, 24], [22, 24]",
        "[26, 44], [22, 44]",
        "objective 'objective_1': reaches over the north edge of the table (FA-VIC-04)",
    ),
    (
        "[[22, 20], [26, 20], [26, 24], [22, 24]]",
        "[[22, 20], [26, 20]]",
        "a polygon needs at least 3 points, not 2 (FA-VIC-04)",
    ),
]


@pytest.mark.clause("FA-TER-01", "FA-TER-03", "FA-VIC-04")
@pytest.mark.parametrize(("was", "now", "said"), BAD_GROUND)
def test_bad_ground(was: str, now: str, said: str) -> None:
    assert was in GROUND
    lines = refused(scenario(ground=GROUND.replace(was, now, 1)))
    assert any(said in line for line in lines), lines


def test_everything_that_is_wrong_is_said_at_once() -> None:
    lines = refused(
        scenario(
            head=HEAD.replace("turns: 6", "turns: 6, options: {natural6: x}"),
            north=NORTH.replace("spearmen", "spearmin").replace("n: 6", "n: 0"),
            south=SOUTH.replace("path: wild", "path: tame").replace("at: [14, 28]", "at: [14, 36]"),
            ground=GROUND.replace("kind: wood", "kind: woods"),
            more="profile:\n  - {id: orcs, WS: 40}\n",
        )
    )
    assert [int(line.partition(":")[0]) for line in lines] == [1, 8, 10, 15, 17, 19, 25]


def test_units_of_a_profile_that_is_not_sound_are_not_unknown() -> None:
    own = "profile:\n  - {id: pikes, en: Pikes, kind: foot, role: foot, M: 11}\n"
    lines = refused(scenario(north=NORTH.replace("spearmen", "pikes"), more=own))
    assert lines
    assert not any("unknown unit profile" in line for line in lines), lines


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(Problems, match="no such file"):
        read_setup(SCENARIOS / "nowhere.yaml")
