"""Every complaint of chapter Bad input about a scenario, and that nothing else ever comes of one."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.files import Problems
from grognard.rulebooks.napoleonic.files import read_house_rules
from grognard.rulebooks.napoleonic.guides import departures
from grognard.rulebooks.napoleonic.order_of_battle import roll
from grognard.rulebooks.napoleonic.tables import read_tables
from tests.rulebooks.napoleonic.written import (
    FORMATIONS,
    GROUND,
    HEAD,
    PERSONS,
    UNITS,
    battle,
    refused,
    scenario,
)


def test_the_scenario_is_sound_as_it_is() -> None:
    assert battle(scenario()).scenario == "x"


def complains(lines: list[str], said: str) -> None:
    assert any(said in line for line in lines), lines


BAD_HEADS = [
    ("turns: 12", "turns: 0", "1:49: turns must be at least 1, not 0 (Ready-made forces and scenarios)"),
    ("turns: 12, ", "", "key 'turns' is missing"),
    ("turns: 12", "turn: 12", "unknown key 'turn'; did you mean 'turns'?"),
    ('"09:00"', '"9:00"', "start '9:00' is no time of day"),
    (
        "turns: 12",
        'turns: 12, date: "1812-13-01"',
        "date '1812-13-01' is no day; write it as 1812-09-07 (NA-CAMP-01)",
    ),
    ("table: [8, 6]", "map: x.tmj", "x.tmj"),
    (", table: [8, 6]", "", "give table: [width, height], or a map"),
    (
        "turns: 12",
        "turns: 12, options: {half_die: third}",
        "1:73: half_die = 'third'; one of round_down, round_up, half_losses (NA-ART-06)",
    ),
    (
        "turns: 12",
        "turns: 12, options: {half_dice: x}",
        "1:63: unknown option 'half_dice'; did you mean 'half_die'?",
    ),
    ("turns: 12", "turns: 12, options: {ticks: 7}", "ticks = '7'; 10 to 100 (NA-MOVE-20)"),
    ("turns: 12", "turns: 12, options: {ball_range: 0}", "ball_range = '0'; 0.1 to 100 (NA-ART-01)"),
    (
        "turns: 12",
        "turns: 12, options: {leaders_stack: 1}",
        "leaders_stack = '1'; one of false, true (NA-OOB-09)",
    ),
    ("rear: west", "rear: left", "unknown rear 'left'; known: north, east, south, west"),
    ("russian_1, russian_2", "umpire", "seat 'umpire' is not free: choose another name"),
    ("[russian_1, russian_2]", "[french_1]", "seat 'french_1' is there twice"),
    (
        "  - {id: russian, en: Russians, rear: east, seats: [russian_1, russian_2]}\n",
        "",
        "2:1: a battle has two sides, not 1",
    ),
    (
        "rear: west",
        "rear: west, zone: [0, 0, 0.9, 6]",
        "unit 'f84': at (1, 3) it is not within its zone (NA-SEQ-07)",
    ),
    (
        "rear: west",
        "rear: west, zone: [3, 0, 1, 6]",
        "zone is [west, south, east, north], not 3.0, 0.0, 1.0, 6.0",
    ),
]


@pytest.mark.clause("NA-ART-06", "NA-MOVE-20", "NA-SEQ-07", "NA-UNIT-01")
@pytest.mark.parametrize(("was", "now", "said"), BAD_HEADS)
def test_a_bad_head(was: str, now: str, said: str) -> None:
    assert was in HEAD
    complains(refused(scenario(head=HEAD.replace(was, now, 1))), said)


BAD_GROUNDS = [
    (
        "kind: wood",
        "kind: woods",
        "6:23: terrain 'grove': unknown kind of terrain 'woods'; did you mean 'wood'?",
    ),
    (
        "[[3, 0], [4, 0], [4, 1], [3, 1]]",
        "[[3, 0], [4, 0]]",
        "6:37: terrain 'grove': 2 points; wood needs at least 3 (Model, terrain)",
    ),
    ("[[3, 0], [4, 0], [4, 1], [3, 1]]", "[[3, 0], [4, 1], [4, 0], [3, 1]]", "terrain 'grove': edge 1"),
    ("[[4, 2], [4.5, 3]]", "[[4, 2], [4, 2]]", "terrain 'brook': 1 points; stream needs at least 2"),
    ("kind: wood,", "kind: wood, level: 1,", "terrain 'grove': only a hill has a level"),
    ("kind: wood,", "kind: hill,", "terrain 'grove': a hill needs a level of 1 or more (NA-OBS-02)"),
    ("id: brook", "id: grove", "terrain id 'grove' is used twice"),
    ("id: grove", "id: f84", "id 'f84' is used twice"),
    ("kind: wood", "kind: guns_or_train", "terrain 'grove': unknown kind of terrain 'guns_or_train'"),
    (
        "at: [4, 2.5]",
        "at: [4, 6.5]",
        "objective 'ford': (4, 6.5) is off the table of 8 x 6 merka (NA-END-08)",
    ),
    ("points: 3}", "points: 0}", "objective 'ford': points must be at least 1, not 0 (NA-END-08)"),
]


@pytest.mark.clause("NA-OBS-01", "NA-OBS-02", "NA-END-08")
@pytest.mark.parametrize(("was", "now", "said"), BAD_GROUNDS)
def test_bad_ground(was: str, now: str, said: str) -> None:
    assert was in GROUND
    complains(refused(scenario(ground=GROUND.replace(was, now, 1))), said)


BAD_FORMATIONS = [
    (
        "parent: vi}",
        "parent: vii}",
        "13:48: division 'r7': unknown higher formation 'vii'; did you mean 'vi'?",
    ),
    ("parent: vi}", "parent: r7}", "division 'r7': it is under itself, through 'r7' (NA-OOB-01)"),
    ("parent: vi}", "parent: kos}", "division 'r7': division under brigade 'kos': levels go down from army"),
    ("level: corps, side: russian", "level: corps", "corps 'vi': give its parent or its side (NA-OOB-01)"),
    ("side: russian", "side: russia", "corps 'vi': unknown side 'russia'; did you mean 'russian'?"),
    ("parent: vi}", "parent: vi, side: french}", "only the highest formation of a side names it"),
    ("turn: 3", "turn: 13", "brigade 'kos': turn 13 is after the last, 12 (NA-SEQ-06)"),
    ("seat: russian_2", "seat: french_1", "brigade 'kos': unknown seat 'french_1'"),
    (
        "level: division, side",
        "level: regiment, side",
        "unknown level 'regiment'; known: army, corps, division",
    ),
]


@pytest.mark.clause("NA-OOB-01", "NA-SEQ-06")
@pytest.mark.parametrize(("was", "now", "said"), BAD_FORMATIONS)
def test_a_bad_formation(was: str, now: str, said: str) -> None:
    assert was in FORMATIONS
    complains(refused(scenario(formations=FORMATIONS.replace(was, now, 1))), said)


BAD_PERSONS = [
    (
        "post: division_commander, formation: d13",
        "post: aide, formation: d13",
        "division 'd13': has no commander; give a person with post division_commander (NA-OOB-02)",
    ),
    (
        "post: division_commander, formation: d13",
        "post: chief_of_staff, formation: d13",
        "person 'delzons': chief_of_staff of division 'd13'; only field army, corps may have one (NA-OOB-03)",
    ),
    (
        "post: division_commander, formation: d13",
        "post: corps_commander, formation: d13",
        "person 'delzons': corps_commander of division 'd13'; only corps may have one (NA-OOB-02)",
    ),
    (
        "post: division_commander, formation: kos",
        "post: division_commander, formation: r7",
        "person 'platov': 'kaptsevich' is division_commander of 'r7' already (NA-OOB-03)",
    ),
    (
        "with: f84",
        "with: f48",
        "16:106: person 'delzons': unknown unit 'f48'; did you mean 'f8l'? (NA-OOB-04)",
    ),
    ("with: f84", "with: mosk", "person 'delzons': 'mosk' is of side 'russian' (NA-OOB-04)"),
    ("rank: full_general", "rank: general", "person 'dokhturov': unknown rank 'general'"),
    (
        "post: corps_commander",
        "post: corps_comander",
        "unknown post 'corps_comander'; did you mean 'corps_commander'?",
    ),
    ("formation: vi", "formation: iv", "person 'dokhturov': unknown higher formation 'iv'"),
    ("id: platov", "id: f84", "id 'f84' is used twice"),
    ("id: platov", "id: Clock", "id 'Clock' is used twice"),
]


@pytest.mark.clause("NA-OOB-02", "NA-OOB-03", "NA-OOB-04", "NA-OOB-06")
@pytest.mark.parametrize(("was", "now", "said"), BAD_PERSONS)
def test_a_bad_person(was: str, now: str, said: str) -> None:
    assert was in PERSONS
    complains(refused(scenario(persons=PERSONS.replace(was, now, 1))), said)


BAD_UNITS = [
    (
        "figures: 12",
        "figures: 0",
        "21:61: unit 'f84': figures = 0; give a whole number from 1 to 30 (NA-UNIT-03)",
    ),
    ("figures: 12", "figures: 31", "unit 'f84': figures = 31; give a whole number from 1 to 30 (NA-UNIT-03)"),
    ("figures: 12", "figures: 1.5", "unit 'f84': figures must be a whole number, not 1.5"),
    ("figures: 12, ", "", "21:5: unit 'f84': key 'figures' is missing (NA-UNIT-03)"),
    ("figures: 12", "crew: 5", "unit 'f84': only a gun has crew (Model, gun)"),
    ("figures: 12", "figures: 12, full: 11", "unit 'f84': full = 11; give a whole number from 12 to 30"),
    (
        "figures: 12",
        "figures: 12, recruits: 13",
        "unit 'f84': recruits = 13; give a whole number from 0 to 12",
    ),
    ("figures: 12", "figures: 12, colours: 5", "unit 'f84': colours = 5; give a whole number from 0 to 4"),
    ("figures: 12", "figures: 12, lances: true", "unit 'f84': only horse has lances (NA-MOD-05)"),
    ("figures: 12", "figures: 12, kind: dismounted", "unit 'f84': only light horse dismounts (NA-UNIT-07)"),
    (
        "figures: 12",
        "figures: 12, kind: square",
        "unit 'f84': unknown formation 'square'; known: line, march_column",
    ),
    ("lances: true", "kind: march_column", "unit 'ataman': march column is for foot only (NA-MOVE-13)"),
    (
        "arm: foot,",
        "arm: infantry,",
        "21:46: unit 'f84': unknown arm 'infantry'; known: foot, heavy_horse, horse, light_horse_regular, "
        "light_horse_irregular, foot_gun, horse_gun (Model, unit)",
    ),
    (
        "status: guard",
        "status: gard",
        "unit 'libau': unknown status 'gard'; did you mean 'guard'? (NA-MOD-02)",
    ),
    ("formation: d13", "formation: d14", "unit 'f84': unknown higher formation 'd14'; did you mean 'd13'?"),
    ("crew: 5, at: [1.5", "crew: 6, at: [1.5", "battery 'fb1': 6 gunners for 1 guns; at most 5 (NA-UNIT-03)"),
    (
        "crew: 4, at: [5.5",
        "crew: 6, at: [5.5",
        "32:62: battery 'rb': 11 gunners for 2 guns; at most 9 (NA-UNIT-03)",
    ),
    ("crew: 4", "crew: 12", "unit 'rb2': crew = 12; give a whole number from 0 to 9 (NA-UNIT-03)"),
    ("crew: 4", "figures: 4", "unit 'rb2': key 'crew' is missing (NA-UNIT-03)"),
    ("crew: 4", "crew: 4, kind: open_order", "unit 'rb2': guns stand in line"),
    ("crew: 4", "crew: 4, tired: true", "unit 'rb2': guns have no fighting value (NA-UNIT-04)"),
    (
        "formation: vi, arm: foot_gun, crew: 4",
        "formation: r7, arm: foot_gun, crew: 4",
        "guns are of several formations",
    ),
    (
        "at: [1, 3, 90]",
        "at: [0.05, 3, 90]",
        "unit 'f84': at (0.05, 3) it reaches over the west edge of the table",
    ),
    ("at: [1, 3, 90]", "at: [1, 2.5, 90]", "unit 'f92': it overlaps 'f84': (1, 2) and (1, 2.5) (NA-MOVE-16)"),
    (
        "at: [5.5, 2.4, 270]",
        "at: [5.5, 2.58, 270]",
        "33:69: guns 'rb1' and 'rb2': 0.42 merka between axes; at least 0.5 (NA-ART-08)",
    ),
    (
        "at: [5.5, 2.4, 270]",
        "at: [3.5, 0.5, 270]",
        "unit 'rb2': at (3.5, 0.5) it stands in wood 'grove', which is closed to it (NA-OBS-12)",
    ),
]


@pytest.mark.clause(
    "NA-UNIT-03", "NA-ART-08", "NA-OBS-12", "NA-MOVE-16", "NA-MOD-02", "NA-MOD-05", "NA-UNIT-07", "NA-UNIT-11"
)
@pytest.mark.parametrize(("was", "now", "said"), BAD_UNITS)
def test_a_bad_unit(was: str, now: str, said: str) -> None:
    assert was in UNITS
    complains(refused(scenario(units=UNITS.replace(was, now, 1))), said)


def test_guns_that_face_apart_may_stand_near() -> None:
    turned = UNITS.replace("at: [5.5, 2.4, 270]", "at: [5.5, 2.58, 180]")
    assert battle(scenario(units=turned)).guns["rb2"].heading == 1800


def test_a_unit_that_comes_later_may_come_where_others_stand_now() -> None:
    units = UNITS.replace("at: [7.5, 5, 270]", "at: [6, 4, 270]")
    assert battle(scenario(units=units)).units["ataman"].turn == 3


def test_on_a_bridge_nothing_is_closed() -> None:
    ground = GROUND.replace("kind: stream", "kind: river") + "\n"
    units = UNITS.replace("at: [1, 4, 90]", "at: [4.25, 2.5, 90]")
    complains(
        refused(scenario(ground=ground, units=units)), "unit 'f8l': at (4.25, 2.5) it stands in river 'brook'"
    )
    bridge = (
        "  - {id: bridge, kind: bridge, points: [[4, 2.3], [4.5, 2.3], [4.5, 2.7], [4, 2.7]]}\nobjective:"
    )
    assert (
        battle(scenario(ground=ground.replace("objective:", bridge, 1), units=units)).units["f8l"].x == 4250
    )


# --- limits of the order of battle -----------------------------------------------------------------------

BAD_ARMIES = [
    (
        "figures: 13",
        "figures: 12",
        "4:10: side 'russian': 2 guns for 79 figures; at most 1 (1 for each 40) (NA-OOB-05)",
    ),
    (
        "status: guard, figures: 8, at: [6, 2",
        "status: old_guard, figures: 9, at: [6, 2",
        "side 'russian': 9 elite figures of 81 = 11.1 %; at most 8 (NA-OOB-05)",
    ),
]


@pytest.mark.clause("NA-OOB-05")
@pytest.mark.parametrize(("was", "now", "said"), BAD_ARMIES)
def test_too_much_of_something(was: str, now: str, said: str) -> None:
    complains(refused(scenario(units=UNITS.replace(was, now, 1))), said)


STAFF = """\
  - {id: aide, en: Aide, rank: major_general, post: aide, formation: vi, with: rb1}
  - {id: chief, en: Chief, rank: major_general, post: chief_of_staff, formation: vi, with: rb1}
"""


@pytest.mark.clause("NA-OOB-05")
def test_too_many_generals() -> None:
    four = battle(scenario(persons=PERSONS + STAFF.splitlines(keepends=True)[0]))
    assert roll(four, "russian").generals == 4
    said = "side 'russian': 5 generals for 8 units; at most 4 (NA-OOB-05)"
    complains(refused(scenario(persons=PERSONS + STAFF)), said)


@pytest.mark.clause("NA-OOB-05")
@pytest.mark.parametrize("value", ["warn", "off"])
def test_limits_that_only_warn_or_are_off(value: str) -> None:
    setup = battle(scenario(persons=PERSONS + STAFF), options={"oob_limits": value})
    said = [str(one) for one in departures(setup) if "NA-OOB-05" in str(one)]
    assert said == (
        ["side 'russian': 5 generals for 8 units; at most 4 (NA-OOB-05)"] if value == "warn" else []
    )


def test_all_problems_at_once_in_the_order_of_the_file() -> None:
    text = scenario(
        ground=GROUND.replace("kind: wood", "kind: woods"),
        formations=FORMATIONS.replace("turn: 3", "turn: 99"),
        persons=PERSONS.replace("with: f84", "with: f48"),
        units=UNITS.replace("status: guard", "status: gard").replace("figures: 13", "figures: 0"),
    )
    assert [line.split(":")[0] for line in refused(text)] == ["6", "14", "16", "27", "28"]


# --- house rules -----------------------------------------------------------------------------------------


def test_house_rules_go_before_the_scenario(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("modifiers: {rear: -3}\n", encoding="utf-8")
    house = tmp_path / "house.yaml"
    house.write_text(
        "options: {lock_break: below_strength, ball_range: 3}\noverlays: [mine.yaml]\n", encoding="utf-8"
    )
    head = HEAD.replace("turns: 12", "turns: 12, options: {lock_break: fresh_forces, square: all_round}")
    setup = battle(scenario(head=head), house=house, options={"ticks": "40"})
    chosen = {key: setup.options[key] for key in ("lock_break", "square", "ball_range", "ticks", "half_die")}
    assert chosen == {
        "lock_break": "below_strength",
        "square": "all_round",
        "ball_range": 3000,
        "ticks": 40,
        "half_die": "round_down",
    }
    assert (setup.tables.modifiers.rear, setup.tables.distances.ball_range) == (-3, 3000)


def test_bad_house_rules(tmp_path: Path) -> None:
    with pytest.raises(Problems) as caught:
        read_house_rules("options: {square: round, squares: x}\noverlay: []\n", "h.yaml", read_tables())
    assert caught.value.say().splitlines() == [
        "h.yaml:1:19: square = 'round'; one of movement_only, all_round (NA-MOVE-09)",
        "h.yaml:1:26: unknown option 'squares'; did you mean 'square'?",
        "h.yaml:2:1: unknown key 'overlay'; did you mean 'overlays'?",
    ]


@pytest.mark.parametrize(
    ("key", "value"), [("leaders_stack", "on"), ("person_move", "2.5"), ("silence_turns", "3")]
)
def test_options_from_a_command_line_are_words(key: str, value: str) -> None:
    setup = battle(scenario(), options={key: value})
    assert setup.options[key] == {"leaders_stack": True, "person_move": 2500, "silence_turns": 3}[key]


def test_a_bad_option_from_a_command_line() -> None:
    complains(refused(scenario(), options={"ticks": "many"}), "ticks = 'many'; 10 to 100")
