"""Every complaint of chapter Bad input about a scenario, and that nothing else ever comes of one."""

from __future__ import annotations

import pytest

from tests.rulebooks.pike_and_shot.written import HEAD, POSTS, UNITS, battle, refused, scenario

BAD_UNITS = [
    (
        "id: S2, command: Gustaf, entry: horse, at: [30, 10, 0]",
        "12:23: unit 'S2': unknown commander 'Gustaf'; did you mean 'Gustav'? (PS-TURN-04)",
    ),
    (
        "id: S2, command: Gustav, entry: hors, at: [30, 10, 0]",
        "12:38: unit 'S2': army list 'swedish': unknown unit 'hors'; did you mean 'horse'? (PS-VIC-06)",
    ),
    (
        "id: S2, command: Gustav, entry: horse, army: swedes, at: [30, 10, 0]",
        "12:51: unit 'S2': unknown army list 'swedes'; did you mean 'swedish'? (PS-VIC-06)",
    ),
    (
        "id: S2, command: Gustav, at: [30, 10, 0], bases: [pike], quality: good",
        "12:5: unit 'S2': give an entry of the army list, or files, formation, morale (Model, unit)",
    ),
    (
        "id: S2, command: Gustav, entry: horse, at: [30, 10, 0], files: 7",
        "12:69: unit 'S2': 7 files of 6 bases (Model, unit)",
    ),
    (
        "id: S2, command: Gustav, entry: horse, at: [30, 10, 0], bases: [pike, shot]",
        "12:69: unit 'S2': unknown base type 'shot'; known: pike, musket",
    ),
    (
        "id: S2, command: Gustav, entry: horse, at: [30, 10, 0], formation: tercio",
        "12:73: unit 'S2': tercio needs 25% of its bases to be pikes; 0 of 6 are (PS-FORM-03)",
    ),
    (
        "id: S2, command: Gustav, entry: horse, at: [30, 10, 0], formation: lime",
        "12:73: unit 'S2': unknown formation 'lime'; did you mean 'line'? (PS-FORM-01)",
    ),
    (
        "id: S2, command: Gustav, entry: horse, at: [30, 10, 0], traits: [fanatical]",
        "12:70: unit 'S2': unknown trait 'fanatical'; did you mean 'fanatic'? (PS-BASE-11)",
    ),
    (
        "id: S2, command: Gustav, entry: horse, at: [30, 10, 0], quality: veteran",
        "unit 'S2': unknown quality 'veteran'; known: bad, normal, good (Model, unit)",
    ),
    (
        "id: S2, command: Gustav, entry: horse, at: [30, 10, 0], bases: []",
        "unit 'S2': bases must hold at least 1 (Model, unit)",
    ),
    (
        "id: S2, command: Gustav, entry: horse",
        "12:5: unit 'S2': key 'at' is missing: only sides with a zone (deploy) do without (PS-DEP-01)",
    ),
    (
        "id: S2, command: Gustav, entry: horse, at: [46, 10, 0]",
        "12:49: unit 'S2': base 3 at (48, 9.5) reaches over the east edge of the table (PS-BASE-09)",
    ),
    (
        "id: S2, command: Gustav, entry: horse, at: [14, 9, 0]",
        "12:49: units 'S1' and 'S2' overlap: base 6 at (12, 8.5) and base 1 at (12, 8.5) (PS-BASE-09)",
    ),
    (
        "id: S2, command: Gustav, entry: horse, at: [30, 10, 0], turn: 7",
        "12:68: unit 'S2': turn 7 is after the last, 6 (PS-DEP-02)",
    ),
    ("id: s1, command: Gustav, entry: horse, at: [30, 10, 0]", "12:10: id 's1' is used twice"),
    ("id: HOLK, command: Gustav, entry: horse, at: [30, 10, 0]", "12:10: id 'HOLK' is used twice"),
    ("id: turn, command: Gustav, entry: horse, at: [30, 10, 0]", "12:10: id 'turn' is used twice"),
    ("id: 2S, command: Gustav, entry: horse, at: [30, 10, 0]", "a letter first"),
    (
        "id: S2, command: Gustav, entri: horse, at: [30, 10, 0]",
        "unit 'S2': unknown key 'entri'; did you mean 'entry'? (Model, unit)",
    ),
]


@pytest.mark.clause(
    "PS-TURN-04", "PS-VIC-06", "PS-FORM-01", "PS-BASE-09", "PS-BASE-11", "PS-DEP-01", "PS-DEP-02"
)
@pytest.mark.parametrize(("keys", "said"), BAD_UNITS)
def test_a_bad_unit(keys: str, said: str) -> None:
    lines = refused(scenario(keys))
    assert any(said in line for line in lines), lines


def test_units_of_different_turns_may_take_the_same_place() -> None:
    text = scenario("id: S2, command: Gustav, entry: horse, at: [14, 9, 0], turn: 2")
    assert battle(text).sheets["S2"].turn == 2


BAD_POSTS = [
    (
        "side: swe, level",
        "side: sve, level",
        "6:24: commander 'Gustav': unknown side 'sve'; did you mean 'swe'? (PS-CMD-01)",
    ),
    ("level: brigade, at: [10, 5]", "level: squad, at: [10, 5]", "unknown level 'squad'; known: brigade"),
    (
        "level: brigade, at: [10, 5]",
        "level: brigade, cp: 10, at: [10, 5]",
        "commander 'Gustav': cp must be at most 9, not 10 (PS-CMD-01)",
    ),
    (
        "under: Holk",
        "under: Hulk",
        "8:67: commander 'Isolani': unknown commander 'Hulk'; did you mean 'Holk'? (PS-CMD-01)",
    ),
    (
        "under: Holk",
        "under: Gustav",
        "commander 'Isolani': 'Gustav' is of side 'swe' (PS-CMD-01)",
    ),
    (
        "level: division",
        "level: brigade",
        "commander 'Isolani': a brigade commander cannot be under 'Holk', a brigade commander (PS-CMD-01)",
    ),
    (
        "seat: count",
        "under: Isolani",
        "7:65: commander 'Holk': is his own superior, through 'Isolani' (PS-CMD-01)",
    ),
    (
        "seat: count",
        "seat: king",
        "7:64: commander 'Holk': unknown seat 'king'; known: duke, count (Model, seat)",
    ),
    ("seat: count", "profile: brave", "commander 'Holk': unknown profile 'brave'; known: wavering"),
    (
        "seat: count",
        "order: {stance: hold, flag: [1, 1]}",
        "commander 'Holk': only a commander with a superior has an order (PS-ORD-01)",
    ),
    (
        "under: Holk",
        "under: Holk, order: {stance: charge, flag: [1, 1]}",
        "commander 'Isolani': unknown stance 'charge'; known: attack, hold, withdraw (PS-ORD-03)",
    ),
    (
        "under: Holk",
        "under: Holk, order: {flag: [1, 60]}",
        "commander 'Isolani': flag (1, 60) is off the table of 48 x 36 inches (PS-ORD-01)",
    ),
    (
        "at: [10, 30]",
        "at: [10, 40]",
        "7:48: commander 'Holk': (10, 40) is off the table of 48 x 36 inches (PS-BASE-09)",
    ),
    (
        "at: [10, 30]",
        "at: [10, 30], turn: 2",
        "unit 'I1': comes in turn 0, before its commander 'Holk' in turn 2 (PS-DEP-02)",
    ),
    ("id: Isolani", "id: Gustav", "8:10: id 'Gustav' is used twice"),
]


@pytest.mark.clause("PS-CMD-01", "PS-CMD-02", "PS-ORD-01", "PS-ORD-03", "PS-DEP-02")
@pytest.mark.parametrize(("was", "now", "said"), BAD_POSTS)
def test_a_bad_commander(was: str, now: str, said: str) -> None:
    lines = refused(scenario(posts=POSTS.replace(was, now, 1)))
    assert any(said in line for line in lines), lines


BAD_HEADS = [
    ("turns: 6", "turns: 0", "1:33: turns must be at least 1, not 0 (Ready-made forces and scenarios)"),
    ("turns: 6, ", "", "1:11: key 'turns' is missing (Ready-made forces and scenarios)"),
    (", table: [48, 36]", "", "1:11: give table: [width, height], or a map"),
    ("turns: 6", "turns: 6, option: {}", "unknown key 'option'; did you mean 'options'?"),
    (
        "turns: 6",
        "turns: 6, options: {fogg: full}",
        "1:46: unknown option 'fogg'; did you mean 'fog'?",
    ),
    (
        "turns: 6",
        "turns: 6, options: {fog: thick}",
        "1:51: option fog='thick'; choose orders, open, full (PS-FOG-01)",
    ),
    (
        "turns: 6",
        "turns: 6, options: {army_break: 0.3}",
        "option army_break='0.3'; choose 0.4 to 0.75 (PS-VIC-05)",
    ),
    ("turns: 6", "turns: 6, options: {depth_bonus: true}", "option depth_bonus='true'; choose on, off"),
    (
        "army: swedish",
        "army: swedes",
        "3:21: side 'swe': unknown army list 'swedes'; did you mean 'swedish'? (PS-VIC-06)",
    ),
    ("edge: south", "edge: down", "side 'swe': unknown edge 'down'; known: north, east, south, west"),
    (
        "edge: south",
        "edge: south, victory: polsh",
        "unknown victory table 'polsh'; did you mean 'polish'? (PS-VIC-01)",
    ),
    ("[king]", "[umpire]", "3:51: seat 'umpire' is not free: choose another name (Model, seat)"),
    ("[king]", "[duke]", "4:83: seat 'duke' is there twice (Model, seat)"),
    ("[king]", "[]", "side 'swe': seats must hold at least 1 (Model, side)"),
    (
        "edge: south",
        "edge: south, deploy: [0, 0, 60, 9]",
        "3:51: side 'swe': (60, 9) is off the table of 48 x 36 inches (PS-DEP-01)",
    ),
    (
        "edge: south",
        "edge: south, deploy: [9, 0, 9, 9]",
        "side 'swe': deploy is [west, south, east, north], not 9.0, 0.0, 9.0, 9.0 (PS-DEP-01)",
    ),
    (
        "edge: south",
        "edge: south, deploy: [0, 0, 9, 9]",
        "10:51: unit 'S1': side 'swe' deploys in its zone; leave at out (PS-DEP-01)",
    ),
    ("scenario:", "scenery:", "1:1: key 'scenario' is missing"),
]


@pytest.mark.clause("PS-VIC-01", "PS-VIC-05", "PS-FOG-01", "PS-DEP-01")
@pytest.mark.parametrize(("was", "now", "said"), BAD_HEADS)
def test_a_bad_head_or_side(was: str, now: str, said: str) -> None:
    lines = refused(scenario(head=HEAD.replace(was, now, 1)))
    assert any(said in line for line in lines), lines


def test_a_battle_has_two_sides_with_units() -> None:
    third = HEAD + "  - {id: pol, army: polish, edge: east, seats: [hetman]}\n"
    assert refused(scenario(head=third)) == [
        "2:1: a battle has two sides, not 3 (Model, side)",
        "5:5: side 'pol' has no units (Model, side)",
    ]


@pytest.mark.clause("PS-DEP-01")
def test_a_unit_must_go_into_its_zone() -> None:
    head = HEAD.replace("edge: south", "edge: south, deploy: [2, 0, 40, 2]")
    posts = POSTS.replace("brigade, at: [10, 5]", "brigade")
    units = UNITS.replace("brigade, at: [10, 10, 0]", "brigade")
    assert refused(scenario(head=head, posts=posts, units=units)) == [
        "10:5: unit 'S1': (6, 3) inches do not go into the zone of side 'swe', (38, 2) inches (PS-DEP-01)"
    ]


@pytest.mark.clause("PS-TERR-01", "PS-TERR-02", "PS-VIC-03")
@pytest.mark.parametrize(
    ("ground", "said"),
    [
        (
            "terrain: [{id: a, kind: wod, poly: [[1, 1], [2, 1], [2, 2]]}]",
            "12:25: terrain 'a': unknown terrain kind 'wod'; did you mean 'wood'? (PS-TERR-01)",
        ),
        (
            "terrain: [{id: a, kind: wood, poly: [[1, 1], [2, 1]]}]",
            "12:37: terrain 'a': a polygon needs at least 3 points, not 2 (PS-TERR-01)",
        ),
        (
            "terrain: [{id: a, kind: wood, poly: [[0, 0], [4, 4], [4, 0], [0, 4]]}]",
            "terrain 'a': edge 1 from (0, 0) to (4, 4) meets edge 3 from (4, 0) to (0, 4) (PS-TERR-01)",
        ),
        (
            "terrain: [{id: a, kind: wood, poly: [[1, 1], [2, 1], [2, 2]]}, "
            "{id: a, kind: hill, poly: [[1, 1], [2, 1], [2, 2]]}]",
            "12:69: terrain id 'a' is used twice",
        ),
        (
            "terrain: [{id: lake, kind: river, poly: [[8, 9], [9, 9], [9, 10]]}]",
            "10:51: unit 'S1': base at (8, 9.5) cannot stand in River 'lake' (PS-TERR-02)",
        ),
        (
            "objective: [{id: a, at: [50, 1], radius: 3}]",
            "12:13: objective 'a': (50, 1) is off the table of 48 x 36 inches (PS-VIC-03)",
        ),
        ("objective: [{id: a, at: [5, 1], radius: 0}]", "objective 'a': radius must be at least"),
        (
            "objective: [{id: a, at: [5, 1], radius: 3}, {id: a, at: [5, 1], radius: 3}]",
            "12:45: objective id 'a' is used twice",
        ),
    ],
)
def test_bad_ground(ground: str, said: str) -> None:
    lines = refused(f"{scenario()}{ground}\n")
    assert any(said in line for line in lines), lines


@pytest.mark.clause("PS-TERR-02")
def test_guns_cannot_stand_in_a_wood_and_others_can() -> None:
    wood = "terrain: [{id: oaks, kind: wood, poly: [[26, 6], [44, 6], [44, 12], [26, 12]]}]\n"
    guns, horse = (
        scenario(f"id: S2, command: Gustav, entry: {entry}, at: [30, 10, 0]") + wood
        for entry in ("heavy_guns", "horse")
    )
    assert refused(guns) == ["12:54: unit 'S2': base at (29.5, 9) cannot stand in Wood 'oaks' (PS-TERR-02)"]
    assert battle(horse).terrain[0].kind == "wood"


def test_all_problems_of_a_file_at_once_in_file_order() -> None:
    text = scenario(
        "id: S2, command: Gustaf, entry: horse, at: [30, 10, 0]",
        "id: S3, command: Gustav, entry: hors, at: [40, 10, 0], file: 3",
        head=HEAD.replace("turns: 6", "turns: 6, options: {fog: thick}"),
        posts=POSTS.replace("under: Holk", "under: Hulk"),
    )
    assert [line.split(": ")[0] for line in refused(text)] == ["1:51", "8:67", "12:23", "13:38", "13:61"]
