"""The tables as shipped, and what a game master may and may not lay over them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.core.state import digest
from grognard.files import Problems, read_yaml
from grognard.rulebooks.pike_and_shot.model import Fire, Movement, Panic, Tables, VictoryTest
from grognard.rulebooks.pike_and_shot.tables import load_tables, read_tables
from tests.rulebooks.pike_and_shot.scenes import OPTIONS


def laid(*texts: str) -> Tables:
    return load_tables([read_yaml(text, f"own{n}.yaml") for n, text in enumerate(texts, 1)])


def refused(text: str) -> list[str]:
    with pytest.raises(Problems) as caught:
        laid(text)
    assert all(problem.say("ru") for problem in caught.value.problems)
    return caught.value.say().splitlines()


# --- as shipped ------------------------------------------------------------------------------------------


@pytest.mark.clause("PS-BASE-04", "PS-FORM-01", "PS-TERR-01", "PS-VIC-01", "PS-VIC-06")
def test_how_many_there_are_of_each() -> None:
    tables = load_tables()
    counts = {name: len(getattr(tables, name)) for name in Tables.__struct_fields__ if name != "parameters"}
    assert counts == {
        "bases": 26,
        "formations": 8,
        "terrain": 13,
        "profiles": 6,
        "armies": 6,
        "victory": 6,
        "margin": 3,
        "swaps": 2,
        "traits": 13,
        "options": 26,
        "figures": 5,
        "men_per_base": 3,
    }
    assert sum(len(army.units) for army in tables.armies.values()) == 45
    assert sum(len(table) for table in tables.victory.values()) == 18


def test_everything_is_named_in_both_languages() -> None:
    tables = load_tables()
    named: list[Any] = [
        *tables.bases.values(),
        *tables.formations.values(),
        *tables.traits.values(),
        *tables.terrain.values(),
        *tables.profiles,
        *tables.armies.values(),
        *(unit for army in tables.armies.values() for unit in army.units.values()),
        *(one for table in tables.victory.values() for one in table),
        *tables.options.values(),
        *(value for option in tables.options.values() for value in option.values),
    ]
    assert [row for row in named if not (row.name.en and row.name.ru)] == []


@pytest.mark.clause("PS-BASE-01", "PS-BASE-02", "PS-MOVE-01", "PS-SHOT-02", "PS-HTH-04")
def test_musketeers_and_heavy_guns_in_the_rules_own_units() -> None:
    tables = load_tables()
    musket, gun = tables.bases["musket"], tables.bases["heavy_gun"]
    assert (musket.move, musket.move_v1, musket.eff, musket.max) == (3000, 2000, Fire(8, 2000), Fire(4, 6000))
    assert (musket.att, musket.defence, musket.mel, musket.zone) == (1, 1, 1, 900)
    assert (musket.frontage, musket.depth, gun.frontage, gun.depth) == (2000, 1000, 1000, 2000)
    assert (tables.bases["pike"].defence, tables.bases["croat"].zone) == (3, 2700)


@pytest.mark.clause("PS-MOVE-01")
def test_the_moves_of_both_versions() -> None:
    bases = load_tables().bases.values()
    moves = {base.arm: (base.move, base.move_v1) for base in bases if base.id != "wagon"}
    assert moves == {"foot": (3000, 2000), "horse": (4500, 3000), "gun": (1500, 1000)}
    assert all(base.move * 2 == base.move_v1 * 3 for base in bases)


@pytest.mark.clause("PS-DICE-01", "PS-MOVE-03", "PS-MOVE-04", "PS-HTH-09", "PS-RALLY-01", "PS-PANIC-05")
def test_the_authors_numbers() -> None:
    numbers = load_tables().parameters
    assert (numbers.low_max, numbers.mid_max) == (4, 9)
    assert numbers.movement["zero_one_two"] == Movement({"bad": 0, "normal": 1, "good": 2})
    assert numbers.movement["one_two_three"] == Movement({"bad": 1, "normal": 2, "good": 3})
    assert numbers.dealt == {"bad": 1, "normal": 2, "good": 4}
    assert numbers.taken == {"bad": 4, "normal": 2, "good": 1}
    assert numbers.restore["normal"] == {"quiet": 2, "pressed": 1}
    assert numbers.panic["single"]["bad"] == Panic(1, 1)
    assert (numbers.flank_bonus, numbers.depth_max, numbers.brace_share) == (10, 2, 100)
    assert (numbers.dismay_seen, numbers.dismay_close) == ("1", "d3")


@pytest.mark.clause("PS-PANIC-02", "PS-BASE-02", "PS-ROUT-01", "PS-ROUT-11")
def test_options_choose_between_tables() -> None:
    numbers = load_tables().parameters
    assert (numbers.shaken_at, numbers.broken_at) == (100, 200)
    assert numbers.rout_on["shaken"] == ("normal", "bad")
    assert numbers.rout_on_mild["shaken"] == ("bad",)
    other = read_tables().under({"cohesion": "double_dp", "gun_base": "wide"})
    assert (other.parameters.shaken_at, other.parameters.broken_at) == (50, 100)
    assert other.bases["light_gun"].frontage == other.bases["light_gun"].depth == 2000
    assert other.bases["musket"] == load_tables().bases["musket"]


@pytest.mark.clause("PS-FORM-02", "PS-FORM-03", "PS-FORM-04", "PS-FORM-05")
def test_formations() -> None:
    formations = load_tables().formations
    tercio, line, column = formations["tercio"], formations["line"], formations["column"]
    assert (tercio.zone, tercio.min_bases, tercio.min_pike_share, tercio.flanks) == (2700, 6, 25, False)
    assert tercio.ponderous
    assert (line.zone, line.shape, line.min_files, line.max_ranks) == (0, "wide", 2, 3)
    assert (column.shape, column.max_files, column.road_bonus) == ("deep", 2, True)
    assert not formations["caracole"].own_bases_block
    assert formations["open"].max_gap == 1000
    assert formations["laager"].impact_enemy_die


@pytest.mark.clause("PS-TERR-01", "PS-TERR-02")
def test_terrain() -> None:
    terrain = load_tables().terrain
    wood = terrain["wood"]
    assert (wood.move, wood.rough, wood.cover, wood.defend, wood.los) == (50, True, True, False, "edge2")
    assert (wood.refuge, wood.horse, wood.guns) == (True, True, False)
    assert terrain["river"].impassable
    assert terrain["bridge"].column_only
    assert terrain["road"].column_move == 150
    assert (terrain["hill"].los, terrain["hill"].height) == ("height", 1)


@pytest.mark.clause("PS-CMD-02")
def test_a_profile_for_each_face_of_the_die() -> None:
    profiles = load_tables().profiles
    assert [(one.d6, one.id, one.cp) for one in profiles] == [
        (1, "wavering", -1),
        (2, "cautious", -1),
        (3, "steady", 0),
        (4, "steady", 0),
        (5, "able", 0),
        (6, "inspiring", 1),
    ]
    assert not profiles[0].may_coordinate
    assert (profiles[4].coordinated_in, profiles[5].panic_extra_worst) == (12000, 1)


@pytest.mark.clause("PS-VIC-01", "PS-VIC-05", "PS-VIC-07")
def test_victory_conditions() -> None:
    tables = load_tables()
    assert tables.victory["league"][0].test == VictoryTest("own_units_intact", at_least=66, template="tercio")
    assert tables.victory["muscovite"][1].test == VictoryTest("own_units_lost", at_most=0, trait="artillery")
    assert tables.victory["polish"][1].test == VictoryTest("own_bases_lost", below=34, base="hussar")
    assert [one.vp for one in tables.victory["tatar"]] == [4, 1, 4]
    assert tables.margin == {"draw": 2, "marginal": 6, "decisive": 999}


@pytest.mark.clause("PS-FORM-06")
def test_dragoons_swap_both_ways() -> None:
    assert load_tables().swaps == {"dragoon": "dragoon_mounted", "dragoon_mounted": "dragoon"}


def test_the_options_and_their_defaults() -> None:
    assert {key: option.default for key, option in load_tables().options.items()} == {
        "movement": "zero_one_two",
        "cp": "fixed",
        "gun_base": "narrow",
        "brace_effect": "both",
        "reaction_penalty": 0,
        "no_impulse_penalty": "die",
        "depth_bonus": "on",
        "rout_scale": "author",
        "half_rounding": "up",
        "stack_same_kind": "on",
        "fanatic_scope": "move",
        "nested_activation": "commander_only",
        "cp_distance_rounding": "up",
        "hanging": "keep",
        "cavalry_breakaway": "on",
        "orders": "flags",
        "commander_profiles": "fixed",
        "panic_tables": "single",
        "light_no_dismay": "on",
        "army_break": 0.5,
        "cohesion": "half_of_dp",
        "smoke_test": 4,
        "flank_halving": "off",
        "sight_limit_by_turn": (),
        "fog": "orders",
        "objectives": "open",
    }


def test_loading_twice_gives_the_same_tables() -> None:
    assert load_tables() is load_tables()
    assert digest(load_tables()) == digest(msgspec.convert(msgspec.to_builtins(load_tables()), Tables))


# --- laid over -------------------------------------------------------------------------------------------


def test_a_file_of_ones_own_changes_only_what_it_names(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(
        "base: [{id: levy, mel: 1}]\nclose_combat: {flank_attack_bonus: 3}\n"
        "army: [{id: tatar, unit: [{id: tumen, max: 20}]}]\n",
        encoding="utf-8",
    )
    tables, shipped = load_tables([own]), load_tables()
    assert (tables.bases["levy"].mel, tables.bases["levy"].defence) == (2, 1)
    assert (tables.parameters.flank_bonus, tables.parameters.depth_max) == (6, 2)
    assert (tables.armies["tatar"].units["tumen"].most, len(tables.armies["tatar"].units)) == (20, 5)
    assert tables.victory == shipped.victory


def test_rows_are_added_and_struck() -> None:
    tables = laid(
        "trait: [{id: drilled, en: drilled}]\nbase: [{id: halberd, traits: [drilled]}, {remove: [levy]}]\n"
        "army: [{id: muscovite, unit: [{remove: [levy]}]}]"
    )
    assert "levy" not in tables.bases
    assert tables.bases["halberd"].traits == ("drilled",)
    assert tables.traits["drilled"].name.say("ru") == "drilled"


def test_a_default_may_be_changed() -> None:
    assert laid("option: [{id: rout_scale, default: mild}]").options["rout_scale"].default == "mild"
    assert laid("option: [{id: cohesion, default: double_dp}]").parameters.shaken_at == 50


BASE = "base: [{id: x, en: X, arm: foot, move: 3, move_v1: 2, att: 1, def: 1, mel: 1, zone: 90, cost: 1%s}]"
UNIT = "{id: x, en: X, bases: [%s], files: %s, formation: %s, quality: good, morale: high, min: 0, max: 1}"


def unit(bases: str, files: int, formation: str) -> str:
    return f"army: [{{id: tatar, unit: [{UNIT % (bases, files, formation)}]}}]"


REFUSED = [
    # base types
    (
        "base: [{id: x, en: X, arm: foot, move_v1: 2, zone: 90, cost: 1}]",
        "base type 'x': key 'mel' is missing (Model, base type)",
    ),
    (
        "base: [{id: pike, att: 10}]",
        "own1.yaml:1:24: base type 'pike': att must be at most 9.0, not 10 (Model, base type)",
    ),
    (
        "base: [{id: pike, def: -1}]",
        "base type 'pike': def must be at least 0.0, not -1 (Model, base type)",
    ),
    (
        "base: [{id: pike, mel: 0.3}]",
        "own1.yaml:1:24: base type 'pike': strength 0.3 is no multiple of 0.5 (PS-HTH-04)",
    ),
    (
        "base: [{id: musket, eff: [4, 7]}]",
        "own1.yaml:1:8: base type 'musket': eff range 7 is above max range 6 (PS-SHOT-02)",
    ),
    (
        "base: [{id: musket, eff: [4.2, 2]}]",
        "base type 'musket': eff strength 4.2 is no number from 0 to 9 in steps of 0.5 (PS-SHOT-02)",
    ),
    ("base: [{id: musket, max: [2, 0]}]", "max range 0 is no length above 0 (PS-SHOT-02)"),
    (BASE % ", eff: [1, 1]", "base type 'x': who shoots has both eff and max, who does not has neither"),
    (
        "base: [{id: pike, zone: 180}]",
        "own1.yaml:1:25: base type 'pike': zone must be one of 90, 270, not 180 (Model, base type)",
    ),
    (
        "base: [{id: pike, traits: [pikes]}]",
        "own1.yaml:1:28: base type 'pike': unknown trait 'pikes'; did you mean 'pike'? (PS-BASE-11)",
    ),
    ("base: [{id: pike, arm: fot}]", "unknown arm 'fot'; did you mean 'foot'?"),
    ("base: [{id: Пика, en: X}]", "id 'Пика' may hold only Latin letters, digits and _, a letter first"),
    # formations, traits, terrain, profiles
    (
        "formation: [{id: line, min_ranks: 4}]",
        "own1.yaml:1:35: formation 'line': min_ranks 4 is above max_ranks 3 (PS-FORM-01)",
    ),
    (
        "formation: [{id: open, needs_trait: opn}]",
        "formation 'open': unknown trait 'opn'; did you mean 'open'?",
    ),
    ("formation: [{remove: [hanging]}]", "own1.yaml:1:1: the rules need 'hanging'; it cannot be struck"),
    ("trait: [{remove: [light]}]", "own1.yaml:1:1: the rules need 'light'; it cannot be struck"),
    (
        "trait: [{id: dismounts, swap: [dragoon, draguun]}]",
        "own1.yaml:1:41: trait 'dismounts': unknown base type 'draguun'; did you mean 'dragoon'? (PS-FORM-06)",
    ),
    ("terrain: [{id: wood, los: trees}]", "terrain 'wood': unknown los 'trees'; known: open, block"),
    ("terrain: [{id: wood, move: 0.333}]", "terrain 'wood': 0.333 has more than two decimals (PS-TERR-01)"),
    (
        "commander_profile: [{id: able, d6: [4, 5]}]",
        "own1.yaml:1:1: commander_profile must give every face of the d6 once (PS-CMD-02)",
    ),
    ("commander_profile: [{id: able, d6: [7]}]", "profile 'able': d6 must be at most 6, not 7 (PS-CMD-02)"),
    # parameters
    ("bands: {mid_max: 4}", "own1.yaml:1:18: mid_max 4 is not above low_max 4 (PS-DICE-01)"),
    (
        "cohesion: {half_of_dp: {broken_at: 1}}",
        "own1.yaml:1:36: broken_at 1 is not above shaken_at 1 (PS-PANIC-02)",
    ),
    (
        "rout_on: {shaken: [awful]}",
        "own1.yaml:1:20: unknown shaken 'awful'; known: bad, normal, good (PS-ROUT-01)",
    ),
    ("dismay: {seen: d12}", "own1.yaml:1:16: 'd12' is no amount of DP: write a number or d3 (PS-DISMAY-01)"),
    ("dismay: {exempt_traits: [lite]}", "unknown trait 'lite'; did you mean 'light'? (PS-DISMAY-03)"),
    ("close_combat: {dealt: {good: 1.7}}", "strength 1.7 is no multiple of 0.5 (PS-HTH-04)"),
    ("distance: {cp_step_in: 0}", "cp_step_in must be at least 0.0, not 0"),
    ("victory_margin: {draw: 9}", "victory.yaml:142:37: marginal 6 is not above draw 9 (PS-VIC-05)"),
    # armies
    (
        "army: [{id: tatar, victory: tatarr}]",
        "own1.yaml:1:29: army list 'tatar': unknown victory table 'tatarr'; did you mean 'tatar'? (PS-VIC-01)",
    ),
    (
        unit("tatar, tatarr", 2, "open"),
        "army list 'tatar', unit 'x': unknown base type 'tatarr'; did you mean 'tatar'? (Model, unit)",
    ),
    (unit("", 1, "line"), "army list 'tatar', unit 'x': bases must hold at least 1 (Model, unit)"),
    (unit(", ".join(["tatar"] * 17), 6, "open"), "unit 'x': bases may hold at most 16 (Model, unit)"),
    (unit("tatar, tatar", 3, "open"), "army list 'tatar', unit 'x': 3 files of 2 bases (Model, unit)"),
    (
        unit("tatar, tatar", 2, "opne"),
        "unit 'x': unknown formation 'opne'; did you mean 'open'? (PS-FORM-01)",
    ),
    (unit("tatar, tatar", 2, "hanging"), "hanging is set by the rules alone (PS-FORM-01)"),
    (unit("boyar, tatar", 2, "open"), "open needs bases with trait open; boyar has not (PS-FORM-05)"),
    (unit("musket, pike", 1, "line"), "line needs 2 files, not 1 (PS-FORM-02)"),
    (
        unit("pike, pike, pike, pike, pike", 2, "line"),
        "line has at least as many files as ranks, not 2 files and 3 ranks (PS-FORM-02)",
    ),
    (
        unit("pike, pike, pike, pike", 2, "column"),
        "column has more ranks than files, not 2 files and 2 ranks (PS-FORM-02)",
    ),
    (unit("pike, pike, pike", 3, "column"), "column has 2 files at most, not 3 (PS-FORM-02)"),
    (unit("pike, pike, pike", 3, "square"), "square needs 4 bases, not 3 (PS-FORM-03)"),
    (
        unit("musket, musket, pike, musket, musket, musket", 3, "tercio"),
        "tercio needs 25% of its bases to be pikes; 1 of 6 are (PS-FORM-03)",
    ),
    (unit("reiter, reiter", 2, "caracole"), "caracole needs 2 ranks, not 1 (PS-FORM-04)"),
    (
        "army: [{id: tatar, unit: [{id: tumen, quality: poor}]}]",
        "own1.yaml:1:48: army list 'tatar', unit 'tumen': unknown quality 'poor'; "
        "known: bad, normal, good (Model, unit)",
    ),
    (
        "army: [{id: tatar, unit: [{id: tumen, min: 17}]}]",
        "own1.yaml:1:44: army list 'tatar', unit 'tumen': min 17 is above max 16 (PS-VIC-06)",
    ),
    # victory
    (
        "victory: {tatar: [{id: sacked, test: {kind: sackd}}]}",
        "unknown kind 'sackd'; did you mean 'sacked'?",
    ),
    (
        "victory: {tatar: [{id: sacked, test: {kind: own_lost}}]}",
        "own1.yaml:1:38: condition 'sacked': own_lost is no event: when is once or end (PS-VIC-07)",
    ),
    (
        "victory: {tatar: [{id: small_losses, test: {at_most: 0.2}}]}",
        "condition 'small_losses': give one of at_least, at_most, below (PS-VIC-07)",
    ),
    (
        "victory: {league: [{id: tercios_stand, test: {template: tercios}}]}",
        "unknown unit 'tercios'; did you mean 'tercio'? (PS-VIC-07)",
    ),
    ("victory: {tatar: [{id: sacked, when: end}]}", "sacked counts events: when is once or each (PS-VIC-07)"),
    (
        "victory: {swedish: [{id: take_guns, test: {at_least: 2}}]}",
        "with when: each there is no at_least (PS-VIC-07)",
    ),
    # options
    (
        "option: [{id: rout_scale, default: soft}]",
        "own1.yaml:1:36: option rout_scale='soft'; choose author, mild",
    ),
    ("option: [{id: smoke_test, default: 7}]", "option smoke_test='7'; choose 2 to 6 (PS-SMOKE-02)"),
    ("option: [{id: army_break, default: 0.9}]", "option army_break='0.9'; choose 0.4 to 0.75 (PS-VIC-05)"),
    ("option: [{id: army_break, default: 0.555}]", "option army_break='0.555'; choose 0.4 to 0.75"),
    (
        "option: [{id: sight_limit_by_turn, default: 12}]",
        "option sight_limit_by_turn: give a list of lengths in inches, one a turn, such as [12, 12] (PS-VIS-06)",
    ),
    ("option: [{id: smoke_test, most: 9}]", "the values of option smoke_test are fixed by the rules"),
    ("option: [{remove: [fog]}]", "own1.yaml:1:1: the rules need 'fog'; it cannot be struck"),
    (
        "option: [{id: fug, kind: choice, default: x, clauses: [], en: x}]",
        "own1.yaml:1:15: unknown option 'fug'; did you mean 'fog'?",
    ),
    ("distances: {}", "own1.yaml:1:1: unknown key 'distances'; did you mean 'distance'?"),
]


@pytest.mark.clause("PS-DICE-01", "PS-HTH-04", "PS-FORM-01", "PS-FORM-02", "PS-FORM-03", "PS-FORM-04")
@pytest.mark.clause("PS-FORM-05", "PS-BASE-11", "PS-CMD-02", "PS-VIC-07", "PS-PANIC-02", "PS-ROUT-01")
@pytest.mark.parametrize(("text", "said"), REFUSED)
def test_what_is_refused(text: str, said: str) -> None:
    lines = refused(text)
    assert any(said in line for line in lines), lines


@pytest.mark.clause("PS-ROUT-01")
def test_a_panic_class_without_an_entry_is_named() -> None:
    own = read_yaml("rout_on: [bad]\n", "own.yaml")
    with pytest.raises(Problems, match=r"own.yaml:1:10: rout_on must be a mapping of keys, not a list"):
        load_tables([own])


def test_all_problems_at_once_each_in_its_file() -> None:
    lines = refused(
        "base: [{id: pike, zone: 180}]\nvictory_margin: {draw: 9}\noption: [{id: fog, default: thick}]\n"
    )
    assert [line.split(": ")[0] for line in lines] == [
        "own1.yaml:1:25",
        "own1.yaml:3:29",
        "victory.yaml:142:37",
    ]


def test_scenes_are_set_under_the_printed_defaults() -> None:
    for option in load_tables().options.values():
        if option.id == "sight_limit_by_turn":
            continue
        default = 50 if option.id == "army_break" else option.default
        assert OPTIONS[option.id] == default
    assert set(OPTIONS) == set(load_tables().options) - {"sight_limit_by_turn"}
