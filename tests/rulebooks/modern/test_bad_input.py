"""Every complaint of chapter Bad input about a scenario, and that nothing else ever comes of one."""

from __future__ import annotations

import pytest

from grognard.files import Problems
from grognard.rulebooks.modern.files import SCENARIOS
from grognard.rulebooks.modern.setup import read_setup
from tests.rulebooks.modern.written import EAST, HEAD, MAP, WEST, battle, refused, scenario


def test_the_scenario_is_sound_as_it_is() -> None:
    assert battle(scenario()).scenario == "x"


BAD_HEADS = [
    ("rounds: 6", "rounds: 0", "1:34: rounds must be at least 1, not 0 (Ready-made forces and scenarios)"),
    ("rounds: 6, ", "", "1:11: key 'rounds' is missing (Ready-made forces and scenarios)"),
    (
        "rounds: 6",
        "rounds: 6, turn_seconds: 240",
        "1:51: turn_seconds 240; valid: 0 or 60 to 180 (MO-TURN-05)",
    ),
    (
        "rounds: 6",
        "rounds: 6, options: {answer_seconds: 3}",
        "answer_seconds 3; valid: 0 or 5 to 300 (MO-TURN-05)",
    ),
    (
        "rounds: 6",
        "rounds: 6, options: {los_edge: maybe}",
        "1:57: option los_edge = maybe; valid: both, either, none (MO-LOS-04)",
    ),
    (
        "rounds: 6",
        "rounds: 6, options: {los_edges: both}",
        "1:47: unknown option 'los_edges'; did you mean 'los_edge'?",
    ),
    (
        "rounds: 6",
        "rounds: 6, options: {repeat_pay: on}",
        "option repeat_pay = on; valid: true, false (MO-CP-03)",
    ),
    ("[w-1, e-1]", "[w-1]", "turn_order leaves out e-1 (MO-TURN-02)"),
    ("[w-1, e-1]", "[w-1, e-1, w-1]", "turn_order names 'w-1' twice (MO-TURN-02)"),
    ("[w-1, e-1]", "[w-1, e-2]", "unknown seat 'e-2'; did you mean 'e-1'? (MO-TURN-02)"),
    ("rounds: 6", "rounds: 6, score_minor: 12", "major 10 is not above minor 12 (MO-END-03)"),
    ("rounds: 6", "rounds: 6, cols: 9", "1:43: cols 9; the grid has 8 (MO-MAP-04)"),
    ("rounds: 6", "rounds: 6, round: 3", "unknown key 'round'; did you mean 'rounds'?"),
]


@pytest.mark.clause("MO-TURN-02", "MO-TURN-05", "MO-LOS-04", "MO-END-03", "MO-CP-03")
@pytest.mark.parametrize(("was", "now", "said"), BAD_HEADS)
def test_a_bad_head(was: str, now: str, said: str) -> None:
    lines = refused(scenario(head=HEAD.replace(was, now, 1)))
    assert any(said in line for line in lines), lines


BAD_MAPS = [
    ("...RRS..", "...RRS.", "5:1: grid row 2 has 7 characters, row 1 has 8 (MO-MAP-04)"),
    ("...RRS..", "...RRX..", "5:1: grid row 2, column 6: 'X' is no terrain; valid: . M F S ~ R (MO-MAP-04)"),
    ('"0402", "0503"', '"0503"', "8:20: road 1: 0302 and 0503 are not adjacent (MO-MAP-05)"),
    (
        '"0302", "0402"',
        '"0902", "0402"',
        "road 1: 0902 is no hex of the map; valid: 0101 to 0804 (MO-MAP-05)",
    ),
    ('["0402"]', '["0202"]', "9:13: 0202 is clear ground, no river (MO-MAP-05)"),
    ('"0302", "0402"', '"0103", "0203"], ["0302", "0402"', "road 1: 0103 is water (MO-MAP-05)"),
    ('  bridges: ["0402"]', '  crossings: ["0402"]', "9:15: 0402 has a bridge already (MO-TERR-10)"),
    ('  bridges: ["0402"]', '  crossings: ["0101"]', "0101 is clear ground, no river (MO-TERR-10)"),
    ("level: 2", "level: 4", "10:32: fort in 0602: level 4; valid: 1 to 3 (MO-TERR-12)"),
    ('{hex: "0602", level', '{hex: "0502", level', "fort in 0502: river is no land (MO-TERR-12)"),
    ("level: 2}", 'level: 2}, {hex: "0602", level: 1}', "fort in 0602 is there twice (MO-TERR-12)"),
    (
        '{hex: "0602", kind',
        '{hex: "0103", kind',
        "control point 0103: water is impassable on land (MO-TERR-13)",
    ),
    (
        '{hex: "0602", kind',
        '{hex: "0904", kind',
        "0904 is no hex of the map; valid: 0101 to 0804 (MO-TERR-13)",
    ),
    ("yields: medium", "yields: gold", "unknown yields 'gold'; known: cheap, medium, expensive (MO-TERR-13)"),
    (
        "  bridges:",
        '  mines: [{hex: "0201", side: x}]\n  bridges:',
        "mines in 0201: unknown side 'x'; valid: w, e",
    ),
    (
        "  bridges:",
        '  mines: [{hex: "0201", side: e}, {hex: "0201", side: e}]\n  bridges:',
        "mines in 0201 are there twice (MO-TERR-14)",
    ),
    ("  bridges:", "  tiled: field.tmj\n  bridges:", "give a grid, or a tiled map (MO-MAP-04)"),
    ('hex: "0602", level', 'hex: "062", level', "hex '062' does not fit the pattern"),
]


@pytest.mark.clause("MO-MAP-04", "MO-MAP-05", "MO-TERR-10", "MO-TERR-12", "MO-TERR-13", "MO-TERR-14")
@pytest.mark.parametrize(("was", "now", "said"), BAD_MAPS)
def test_a_bad_map(was: str, now: str, said: str) -> None:
    assert was in MAP
    lines = refused(scenario(map=MAP.replace(was, now, 1)))
    assert any(said in line for line in lines), lines


def test_a_point_that_is_there_twice_and_a_grid_of_rows() -> None:
    rows = MAP.replace("grid: |\n    ....M..F", 'grid:\n    - "....M..F"').replace(
        "    ...RRS..", "    - ...RRS."
    )
    rows = rows.replace("    ~~.R....", "    - ~~.R....").replace("    ~~......", "    - ~~......")
    assert refused(scenario(map=rows))[0].startswith("5:7: grid row 2 has 7 characters")
    point = MAP.rpartition("[{")[2].rpartition("}]")[0]
    twice = MAP.rstrip("]\n") + ", {" + point + "}]\n"
    assert any("control point 0602 is there twice" in line for line in refused(scenario(map=twice)))


@pytest.mark.clause("MO-MAP-05")
def test_labels_may_lack_their_quotes() -> None:
    bare = MAP.replace('"', "")
    assert battle(scenario(map=bare)).map == battle(scenario()).map


GENERAL = '{seat: w-1, card: G08, units: ["15@0301", "1@0302"]}'
BAD_SIDES = [
    ("card: G08", "card: G18", "unknown general card 'G18'; did you mean 'G10'? (MO-GNL-01)"),
    ("card: G08", "card: G08, kso: [K99]", "unknown operation card 'K99'; did you mean 'K29'? (MO-KSO-01)"),
    (
        "card: G08",
        "card: G08, draw: {cheap: 4}",
        "w-1 starts with 4 cards; G08 holds at most 3 (MO-KSO-19)",
    ),
    (
        "card: G08",
        "card: G08, draw: {}, kso: [K01, K02, K03, K04]",
        "w-1 starts with 4 cards; G08 holds at most 3 (MO-KSO-19)",
    ),
    ("card: G08", "card: G08, draw: {}, kso: [K01, K01]", "K01: the decks hold 1 (MO-KSO-16)"),
    ("cols: [1, 3]", "cols: [1, 9]", "15:20: zone of w: cols 9 is off the map; valid: 1 to 8 (MO-TURN-08)"),
    ("rows: [1, 4]", "rows: [4, 1]", "from 4 to 1 is no span (MO-TURN-08)"),
    ('"15@0301"', '"15@0501"', "unit 15 cannot stand in mountain 0501 (MO-TURN-08)"),
    ('"15@0301"', '"15@0501"', "unit 15: 0501 is outside the start zone of w (MO-TURN-08)"),
    ('"15@0301"', '"15@0203"', "unit 15 cannot stand in water 0203 (MO-TURN-08)"),
    ('"15@0301"', '"15@0302"', "18:51: hex 0302 is taken by w-1-01 (MO-MAP-06)"),
    ('"15@0301"', '"15@0901"', "unit 15: 0901 is no hex of the map; valid: 0101 to 0804 (MO-TURN-08)"),
    ('"15@0301"', '"99@0301"', "18:40: unknown unit card 99; known: 1 to 45 (MO-UNIT-03)"),
    ('"15@0301"', '"15 at 0301"', "unit '15 at 0301'; write card@hex, such as 15@0205 (MO-TURN-08)"),
    ('"15@0301"', '{card: 35, hex: "0301", statuses: 2}', "unit 35 has 1 statuses, not 2 (MO-UNIT-06)"),
    ('"15@0301"', '{card: 15, hex: "0301", supply: 0}', "supply 0; valid: 1 to 100 (MO-GEN-08)"),
    ('"15@0301"', '{card: 15, hex: "0301", aboard: w-1-02}', "give hex or aboard, not both (MO-TURN-08)"),
    ('"1@0302"', "{card: 1, aboard: e-1-01}", "aboard: w has no unit e-1-01 (MO-TRAN-01)"),
    ('"1@0302"', "{card: 1, aboard: w-1-01}", "transport w-1-01 has room for 0 of infantry (MO-TRAN-01)"),
    ("reserve: [1]", 'reserve: ["1@0101"]', "a unit in reserve has no place (MO-TURN-08)"),
    (
        "reserve: [1]",
        "reserve: [1]\n    opinion_percent: 163",
        "opinion_percent 163; valid: 50 to 150 in steps of 5",
    ),
    (
        "reserve: [1]",
        "reserve: [1]\n    opinion_percent: 52",
        "opinion_percent 52; valid: 50 to 150 in steps of 5",
    ),
    (
        "reserve: [1]",
        "reserve: [1]\n    supply_percent: 101",
        "supply_percent 101; valid: 1 to 100 (MO-GEN-08)",
    ),
    ("seat: w-1", "seat: e-1", "seat 'e-1' is there twice (MO-SEAT-01)"),
    ("seat: w-1", "seat: umpire", "seat 'umpire' is not free: choose another name (MO-SEAT-01)"),
    ("id: w", "id: e", "id 'e' is used twice (MO-GEN-04)"),
    ('["15@0301", "1@0302"]', "[]", "side w has no units (MO-GEN-06)"),
    (f"      - {GENERAL}\n", "      []\n", "18:7: side w has 0 generals; valid: 1 to 3 (MO-GEN-04)"),
    ("en: West", "en: ''", "en must hold at least 1 (MO-GEN-04)"),
]


@pytest.mark.clause(
    "MO-GEN-04", "MO-SEAT-01", "MO-KSO-16", "MO-KSO-19", "MO-TURN-08", "MO-MAP-06", "MO-TRAN-01", "MO-OPIN-01"
)
@pytest.mark.parametrize(("was", "now", "said"), BAD_SIDES)
def test_a_bad_side(was: str, now: str, said: str) -> None:
    assert was in WEST
    lines = refused(scenario(west=WEST.replace(was, now, 1)))
    assert any(said in line for line in lines), lines


@pytest.mark.clause("MO-GEN-04")
def test_too_many_sides_and_too_many_generals() -> None:
    third = EAST.replace("id: e", "id: n").replace("e-1", "n-1")
    assert any("a battle has two sides, not 3 (MO-GEN-04)" in line for line in refused(scenario(more=third)))
    assert any("a battle has two sides, not 1" in line for line in refused(scenario(east="")))
    four = "".join(f"      - {{seat: w-{n}, card: G08, units: [1]}}\n" for n in (2, 3, 4))
    assert any(
        "side w has 4 generals; valid: 1 to 3 (MO-GEN-04)" in line
        for line in refused(scenario(west=WEST + four))
    )


REQUEST = (
    'request: {battle: b-003-1, filed_by: w, opponent: e, region: coast, filed_at: "2026-03-01 18:00"}\n'
)
BAD_REQUESTS = [
    (
        '18:00"',
        '18:00", start: "2026-03-02 05:59"',
        "battle b-003-1 may start at 2026-03-02 06:00, not before (MO-GEN-03)",
    ),
    ("opponent: e", "opponent: x", "unknown side 'x'; known: w, e (MO-GEN-02)"),
    ("opponent: e", "opponent: w", "a side makes no war on itself (MO-GEN-02)"),
    ("2026-03-01", "2026-02-30", "there is no time 2026-02-30 18:00 (MO-GEN-03)"),
    ('"2026-03-01 18:00"', '"yesterday"', "'yesterday' is no time; write YYYY-MM-DD HH:MM (MO-GEN-03)"),
    (", region: coast", "", "key 'region' is missing (MO-GEN-02)"),
]


@pytest.mark.clause("MO-GEN-02", "MO-GEN-03")
@pytest.mark.parametrize(("was", "now", "said"), BAD_REQUESTS)
def test_a_bad_request(was: str, now: str, said: str) -> None:
    assert battle(scenario(more=REQUEST)).request is not None
    lines = refused(scenario(more=REQUEST.replace(was, now, 1)))
    assert any(said in line for line in lines), lines


@pytest.mark.clause("MO-SEAT-01", "MO-SEAT-02")
@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("press: [{seat: press-1, side: w}]\n", "journalist 'press-1': the press is on no side (MO-SEAT-01)"),
        ("observer: [{seat: observer-1, side: x}]\n", "unknown side 'x'; known: w, e (MO-SEAT-02)"),
        ("press: [W-1]\n", "seat 'W-1' is there twice (MO-SEAT-01)"),
    ],
)
def test_bad_guests(more: str, said: str) -> None:
    lines = refused(scenario(more=more))
    assert any(said in line for line in lines), lines


def test_everything_that_is_wrong_is_said_at_once() -> None:
    text = scenario(
        head=HEAD.replace("rounds: 6", "rounds: 6, turn_seconds: 10"),
        map=MAP.replace("level: 2", "level: 9"),
        west=WEST.replace("15@0301", "15@0203"),
        east=EAST.replace("card: G09", "card: G0"),
    )
    lines = refused(text)
    assert len(lines) == 4
    assert [int(line.partition(":")[0]) for line in lines] == [1, 10, 18, 23]


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(Problems, match="no such file"):
        read_setup(SCENARIOS / "nowhere.yaml")
