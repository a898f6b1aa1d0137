"""The tables as shipped, and what a game master may and may not lay over them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard.files import Problems, read_yaml
from grognard.rulebooks.fantasy import BOOK
from grognard.rulebooks.fantasy.filekind import warnings
from grognard.rulebooks.fantasy.printed import Printed, load_tables, read_tables
from grognard.rulebooks.fantasy.setup import DEFAULTS
from grognard.rulebooks.fantasy.spellfile import VERBS
from grognard.rulebooks.fantasy.tablecheck import RULES
from grognard.rulebooks.fantasy.tables import (
    SKILLS,
    BaseRow,
    Blast,
    Dice,
    Grant,
    Hits,
    LossStep,
    StatChange,
    Stats,
    Summon,
    Tables,
)
from grognard.rulebooks.fantasy.templates import KINDS
from grognard.rulebooks.fantasy.writing import dice


def laid(text: str) -> Tables:
    return load_tables([read_yaml(text, "own.yaml")])


def refused(text: str) -> list[str]:
    with pytest.raises(Problems) as caught:
        laid(text)
    assert all(problem.say("ru") for problem in caught.value.problems)
    return caught.value.say().splitlines()


# --- as shipped ------------------------------------------------------------------------------------------


def test_how_many_there_are_of_each_all_named_in_both_languages() -> None:
    tables, file = load_tables(), read_tables().file
    kinds: list[dict[str, Any]] = [
        tables.profiles, tables.mounts, tables.characters, tables.melee, tables.missile, tables.terrain,
        tables.paths, tables.spells, tables.bonuses, read_tables().options, tables.formations,
    ]  # fmt: skip
    assert [len(rows) for rows in kinds] == [34, 6, 7, 9, 8, 14, 7, 43, 6, 33, 3]
    named = [row.name for rows in kinds for row in rows.values()]
    named += [value.name for option in read_tables().options.values() for value in option.values]
    named += [level.name for level in tables.wizards.values()]
    assert [name for name in named if not (name.en and name.ru)] == []
    rows = [*file.special_rule, *(row for _, row in file.condition)]
    assert [row for row in rows if not (row.en and row.ru)] == []
    assert {row.id for row in file.special_rule} == set(RULES)


@pytest.mark.clause("FA-WND-01")
def test_the_wound_table_is_the_formula() -> None:
    wound = load_tables().wound
    assert [list(row) for row in wound] == [
        [min(6, max(2, 4 + toughness - strength)) for toughness in range(1, 11)] for strength in range(1, 11)
    ]
    worked = {(4, 4): 4, (4, 3): 3, (6, 6): 4, (7, 7): 4, (8, 10): 6, (1, 10): 6, (10, 8): 2}
    assert {pair: wound[pair[0] - 1][pair[1] - 1] for pair in worked} == worked


@pytest.mark.clause("FA-UNIT-01", "FA-UNIT-02", "FA-UNIT-09")
def test_bases_full_ranks_and_formations() -> None:
    tables = load_tables()
    assert tables.bases == {
        "foot": BaseRow(800, 800, 10, 10),
        "horse": BaseRow(1000, 2000, 5, 5),
        "monster": BaseRow(1600, 1600, 3, 3),
        "machine": BaseRow(2000, 3000, 0, 1),
    }
    rows = {key: (row.least, row.most, row.lane) for key, row in tables.formations.items()}
    assert rows == {
        "line": ("full_rank", "", 2),
        "column": ("", "below_full_rank", 2),
        "wedge": ("", "half_rank", 1),
    }


@pytest.mark.clause("FA-SHO-02", "FA-WND-06", "FA-CR-01", "FA-CR-02", "FA-CR-03", "FA-CR-04", "FA-CR-05")
def test_modifiers_armour_and_points() -> None:
    tables = load_tables()
    assert tables.shoot == 7
    assert {key for key, value in tables.shoot_mods.items() if value != -1} == {"hard_cover"}
    assert (tables.shoot_mods["hard_cover"], len(tables.shoot_mods)) == (-2, 10)
    assert tables.armour.bonus == {"none": 0, "light": 1, "medium": 2, "heavy": 3}
    points = tables.combat_result
    assert (points.charge, points.charge_downhill, points.rank_max, points.flank, points.rear) == (
        1,
        2,
        3,
        2,
        3,
    )


@pytest.mark.clause("FA-SHO-04", "FA-SHO-05", "FA-WPN-12")
def test_ranges_in_cells() -> None:
    ranges = {key: (row.range, row.long) for key, row in load_tables().missile.items()}
    assert ranges == {
        "horse_bow": (33333, 16667),
        "long_bow": (66667, 33333),
        "crossbow": (80000, 40000),
        "arquebus": (33333, 16667),
        "pistol": (26667, 13333),
        "thrown": (6667, 3333),
        "cannon": (133333, 66667),
        "mortar": (133333, 66667),
    }
    mortar = load_tables().missile["mortar"]
    assert (mortar.min_range, mortar.radius, mortar.scatter) == (13333, 1500, Dice(2))


@pytest.mark.clause("FA-SHO-04", "FA-SHO-05", "FA-SHO-08")
def test_options_that_are_settled_in_the_tables() -> None:
    printed = read_tables()

    def bow(**options: Any) -> tuple[int, int, int]:
        row = printed.tables(options).missile["long_bow"]
        return row.range, row.long, printed.tables(options).missile["mortar"].min_range

    assert bow(range_unit="pace") == (33333, 16667, 6667)
    assert bow(range_unit="cell") == (100000, 50000, 20000)
    assert bow(long_range="aimed") == (133333, 66667, 13333)
    slow = printed.tables({"crossbow_rate": "slow"}).missile
    assert "slow_reload" in slow["crossbow"].rules
    assert "slow_reload" not in slow["arquebus"].rules
    assert "slow_reload" not in printed.tables().missile["crossbow"].rules


@pytest.mark.clause("FA-SHO-08", "FA-SPC-03", "FA-SHO-12", "FA-WND-11")
def test_rules_of_missile_weapons_become_numbers() -> None:
    missile = load_tables().missile
    assert {key: row.ap for key, row in missile.items() if row.ap} == {
        "arquebus": 2,
        "pistol": 1,
        "mortar": 1,
    }
    assert {key: row.multishot for key, row in missile.items() if row.multishot > 1} == {"thrown": 2}
    assert (missile["thrown"].strength, missile["cannon"].wounds) == (0, Dice(1))
    assert "shoot_on_move" in missile["horse_bow"].rules


@pytest.mark.clause(
    "FA-WPN-02", "FA-WPN-03", "FA-WPN-04", "FA-WPN-05", "FA-WPN-06", "FA-WPN-07", "FA-WPN-08", "FA-WPN-09"
)
def test_melee_weapons() -> None:
    melee = load_tables().melee
    assert [melee[one].reach for one in ("hand_weapon", "spear", "lance", "pike")] == [0, 1, 1, 2]
    assert (melee["flail"].strength, melee["flail"].enemy_hit) == (2, 1)
    assert (melee["two_handed"].strength, melee["two_handed"].initiative) == (2, -2)
    assert (melee["halberd"].strength, melee["paired"].attacks, melee["paired"].initiative) == (1, 1, 1)
    assert (melee["lance"].strength_first, melee["light_lance"].strength_first) == (2, 1)
    assert (melee["pike"].support, melee["pike"].ap, melee["spear"].support) == (3, 1, 2)
    assert melee["pike"].killing_blow == "charged_in_front_by_horse"
    both = {"flail", "two_handed", "halberd", "paired", "pike"}
    assert {key for key, row in melee.items() if row.hands == 2} == both


@pytest.mark.clause("FA-TER-01", "FA-TER-02", "FA-TER-03", "FA-TER-04", "FA-MOV-03")
def test_terrain() -> None:
    terrain = load_tables().terrain
    assert {key for key, row in terrain.items() if row.cost == 0} == {"river", "building", "cliff"}
    assert {key for key, row in terrain.items() if row.cost == 200} == {"wood", "marsh", "ford", "stream"}
    assert {key: row.cover for key, row in terrain.items() if row.cover} == {
        "bush": 1, "wood": 1, "building": 2, "wall": 2, "hedge": 1,
    }  # fmt: skip
    assert (terrain["wood"].los, terrain["wood"].deep, terrain["hill"].los) == ("deep", 2000, "hill")
    assert {key: row.cross for key, row in terrain.items() if row.line} == {"wall": 2000, "hedge": 2000}
    unmarched = {"wood", "marsh", "ford", "river", "building", "cliff"}
    assert {key for key, row in terrain.items() if not row.march} == unmarched


@pytest.mark.clause("FA-LD-02", "FA-LD-03", "FA-LEG-01", "FA-LEG-03", "FA-VIC-02", "FA-VIC-03", "FA-WM-04")
def test_leadership_awards_and_victory() -> None:
    tables = load_tables()
    assert tables.loss_steps == (LossStep((2, 3), (2, 1)), LossStep((1, 2), (4, 3)))
    assert {key for key, row in tables.triggers.items() if not row.on} == {"machine_hit", "friend_broken"}
    assert tables.triggers["heavy_losses"].fraction == (1, 4)
    assert tables.triggers["general_killed"].radius == 12000
    assert tables.conditions == {"neglected": -1, "content": 0, "eager": 1}
    effects = {key: (row.of, row.effect, row.amount, row.what) for key, row in tables.bonuses.items()}
    assert list(effects) == ["steel", "drill", "oath", "luck", "charm", "spark"]
    assert (effects["steel"], effects["luck"]) == (
        ("unit", "armour", 1, ""),
        ("character", "reroll", 1, "break"),
    )
    assert tables.victory.worth == {"foot": 1, "horse": 2, "monster": 4, "machine": 5}
    assert (tables.victory.beaten, tables.victory.draw_below, tables.victory.minor_below) == (60, 10, 25)
    assert tables.misfire == ("explodes", "explodes", "jams", "jams", "lost", "lost")


@pytest.mark.clause("FA-MAG-02", "FA-MAG-05", "FA-MAG-06")
def test_casting_values_and_wizards() -> None:
    tables = load_tables()
    assert tables.cast_value == {1: 7, 2: 8, 3: 9, 4: 10, 5: 11, 6: 12}
    levels = {key: (row.bonus, row.points, row.spells, row.max_level) for key, row in tables.wizards.items()}
    assert levels == {1: (1, 1, 1, 4), 2: (2, 2, 2, 6)}
    assert [row.name.say("ru") for row in tables.wizards.values()] == ["младший", "старший"]


@pytest.mark.clause("FA-MAG-03", "FA-MAG-04", "FA-MAG-16", "FA-MAG-17", "FA-MAG-20")
def test_paths_and_spells() -> None:
    tables = load_tables()
    for path in tables.paths.values():
        assert path.spells == tuple(f"{path.id}_{level}" for level in range(1, 7))
        assert [tables.spells[one].level for one in path.spells] == [1, 2, 3, 4, 5, 6]
    free = tables.spells["break_enchantment"]
    assert (free.type, free.level, free.path) == ("dispel", 0, "")
    ball, night, rise = (tables.spells[one] for one in ("flame_4", "shadow_6", "bones_6"))
    assert (ball.range, ball.duration, ball.effects) == (24000, 0, (Hits(Dice(2), 4),))
    assert night.effects[0] == StatChange("WS", -1)
    assert rise.effects == (Summon("skeleton_warriors", Dice(2, 6, 8), 10),)
    assert tables.spells["flame_6"].effects == (Blast(2500, 5),)
    assert tables.spells["bones_5"].effects == (Grant("killing_blow"),)
    assert tables.spells["flame_5"].duration == -1
    used = {effect["verb"] for path in read_tables().document.data["path"] for spell in path["spells"]
            for effect in spell["effects"]}  # fmt: skip
    assert used == set(VERBS)


@pytest.mark.clause("FA-GEN-09", "FA-MNT-01", "FA-MNT-04", "FA-RET-01", "FA-WM-01", "FA-CMD-04")
def test_profiles_mounts_and_characters() -> None:
    tables = load_tables()
    knights = tables.profiles["knights"]
    assert knights.stats == Stats(4, 4, 3, 3, 3, 1, 3, 1, 8)
    assert (knights.weapon, knights.armour, knights.shield, knights.barding, knights.mount, knights.rules) == (
        "lance", "heavy", True, True, "warhorse", ("ram_blow",),
    )  # fmt: skip
    fast = {key for key, row in tables.profiles.items() if row.retreat_dice == Dice(3)}
    assert fast == {"light_horse", "horse_archers", "wolf_riders"}
    cannon = tables.profiles["cannon"]
    assert (cannon.crew, cannon.machine_T, cannon.machine_W) == (3, 7, 3)
    assert {key for key, row in tables.mounts.items() if row.exotic} == {"wolf", "boar", "elephant"}
    ranks = {key: row.rank for key, row in tables.characters.items()}
    assert ranks["general"] == "general"
    assert {key for key, rank in ranks.items() if rank == "wizard"} == {"mage", "shaman", "necromancer"}
    assert list(warnings(tables)) == []


def test_every_option_has_the_default_of_the_rules() -> None:
    defaults = {key: option.default for key, option in read_tables().options.items()}
    assert {**defaults, "beaten": 60} == DEFAULTS
    assert defaults["beaten"] == 0.6


@pytest.mark.clause("FA-MAG-20")
@pytest.mark.parametrize(
    ("text", "found"),
    [("d6", Dice(1)), ("d3", Dice(1, 3)), ("2d6+8", Dice(2, 6, 8)), ("4", Dice(0, 6, 4)), ("2d8", None),
     ("d", None), ("", None), ("0d6", None), ("d6-1", None)],
)  # fmt: skip
def test_dice_texts(text: str, found: Dice | None) -> None:
    assert dice(text) == found


# --- what may be laid over -------------------------------------------------------------------------------

BEARS = (
    "profile:\n  - {id: bears, en: Bear riders, ru: Медвежьи всадники, kind: horse, role: horse, M: 4, WS: 4, BS: 2, "
    "S: 4, T: 3, W: 1, I: 3, A: 1, Ld: 7, melee: two_handed, armour: light, mount: bear, rules: [hard_nut]}\n"
    "mount:\n  - {id: bear, en: Bear, ru: Медведь, M: 6, WS: 3, S: 5, T: 4, W: 2, I: 2, A: 2, exotic: true}\n"
)


@pytest.mark.clause("FA-GEN-05", "FA-GEN-09")
def test_a_new_profile_is_data() -> None:
    tables = laid(BEARS)
    assert (tables.profiles["bears"].mount, tables.mounts["bear"].W) == ("bear", 2)
    fewer = laid("profile:\n  - remove: [zombies]\n  - {id: militia, Ld: 6}\n").profiles
    assert (len(fewer), fewer["militia"].stats.Ld, fewer["militia"].stats.WS) == (33, 6, 2)


@pytest.mark.clause("FA-MAG-16")
def test_one_spell_of_a_path_may_be_changed() -> None:
    spells = laid("path:\n  - id: flame\n    spells:\n      - {level: 4, range: 30}\n").spells
    assert (spells["flame_4"].range, spells["flame_4"].name.en, spells["flame_3"].range) == (
        30000,
        "Ball of Fire",
        18000,
    )


@pytest.mark.clause("FA-WPN-11")
def test_a_shield_that_gives_no_parry_is_pointed_out(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text("profile:\n  - {id: halberdiers, shield: true}\n", encoding="utf-8")
    found = BOOK.check_file(path)
    assert "unit profile halberdiers: with Halberd the shield gives no parry (FA-WPN-11)" in found.say()
    assert "щит" in found.say("ru")


BAD_PROFILES = [
    (
        "WS: 4",
        "WS: 12",
        "own.yaml:2:93: unit profile 'bears': WS = 12; valid: whole numbers from 0 to 10 (FA-GEN-09)",
    ),
    ("WS: 4", "WS: 2.5", "unit profile 'bears': WS = 2.5; valid: whole numbers from 0 to 10 (FA-GEN-09)"),
    ("W: 1", "W: 0", "unit profile 'bears': W = 0; valid: whole numbers from 1 to 10 (FA-GEN-09)"),
    ("WS: 4, ", "", "unit profile 'bears': key 'WS' is missing (FA-GEN-05)"),
    ("two_handed", "two_hand", "unknown melee weapon 'two_hand'; did you mean 'two_handed'? (FA-WPN-01)"),
    (
        "armour: light",
        "armour: mail",
        "unknown kind of armour 'mail'; known: none, light, medium, heavy (FA-WND-06)",
    ),
    (
        "armour: light",
        "missile: longbow",
        "unknown missile weapon 'longbow'; did you mean 'long_bow'? (FA-WPN-12)",
    ),
    (
        "hard_nut",
        "hard_nuts",
        "unit profile 'bears': unknown special rule 'hard_nuts'; did you mean 'hard_nut'?",
    ),
    ("hard_nut", "ap2", "unknown special rule 'ap2'"),
    ("mount: bear", "mount: beer", "unknown mount 'beer'; did you mean 'bear'? (FA-MNT-01)"),
    ("mount: bear, ", "", "unit profile 'bears': a horse unit needs a mount (FA-MNT-01)"),
    ("kind: horse", "kind: foot", "kind foot has no mount; write kind: horse (FA-MNT-01)"),
    (
        "kind: horse",
        "kind: cavalry",
        "unknown kind 'cavalry'; known: foot, horse, monster, machine (FA-GEN-05)",
    ),
    ("kind: horse, role: horse", "kind: machine, role: machine", "a war machine needs crew (FA-WM-01)"),
    ("role: horse", "role: machine", "kind horse with role machine; machines have both (FA-ORD-12)"),
    ("armour: light", "crew: 3", "crew is for war machines only (kind: machine) (FA-WM-01)"),
    ("armour: light", "retreat_dice: 2d8", "'2d8' are no dice; written like d6, d3, 2d6, 2d6+8 or 4"),
    ("armour: light", "hp: 3", "unit profile 'bears': unknown key 'hp'"),
    ("exotic: true", "exotic: 1", "mount 'bear': exotic must be true or false, not 1 (FA-MNT-01)"),
    ("id: bears", "id: b;ars", "id 'b;ars' may hold only Latin letters, digits, _ and -, a letter first"),
]


@pytest.mark.clause("FA-GEN-05", "FA-GEN-09", "FA-WPN-01", "FA-WPN-12", "FA-SPC-01", "FA-MNT-01", "FA-WM-01")
@pytest.mark.parametrize(("was", "now", "said"), BAD_PROFILES)
def test_a_bad_profile(was: str, now: str, said: str) -> None:
    assert was in BEARS
    lines = refused(BEARS.replace(was, now, 1))
    assert any(said in line for line in lines), lines


def frost(first: str = "{level: 1, en: A, type: missile, range: 24, duration: 0, effects: [{verb: hits, n: d6, S: 3}]}",
          levels: str = "23456") -> str:  # fmt: skip
    """A path of its own with that spell first."""
    others = "".join(
        f"      - {{level: {level}, en: B, type: curse, range: 9, duration: 1,\n"
        "         effects: [{verb: stat, stat: I, add: -1}]}\n"
        for level in levels
    )
    return f"path:\n  - id: frost\n    en: Frost\n    spells:\n      - {first}\n{others}"


BAD_SPELLS = [
    ("verb: hits", "verb: hit", "unknown verb 'hit'; did you mean 'hits'? (FA-MAG-20)"),
    (
        "verb: hits",
        "verb: fly",
        "unknown verb 'fly'; known: hits, blast, wounds, stat, armour, hit_mod, grant",
    ),
    ("S: 3", "s: 3", "unknown key 's'; did you mean 'S'? (FA-MAG-20)"),
    ("S: 3", "S: 13", "S must be at most 10, not 13 (FA-MAG-20)"),
    ("n: d6", "n: 6d", "'6d' are no dice; written like d6, d3, 2d6, 2d6+8 or 4 (FA-MAG-20)"),
    ("level: 1", "level: 7", "level must be at most 6, not 7 (FA-MAG-20)"),
    (
        "level: 1",
        "level: 2",
        "path frost has 6 spells, of levels 2, 2, 3, 4, 5, 6; valid: six, one of each level",
    ),
    ("type: missile", "type: ray", "unknown type 'ray'; known: missile, curse, blessing, area, self, duel"),
    (
        "type: missile",
        "type: area",
        "hits cannot be of a spell of type area; valid types: missile, curse, blessing",
    ),
    (
        "hits, n: d6, S: 3",
        "blast, radius: 2, S: 3",
        "blast cannot be of a spell of type missile; valid types: area",
    ),
    ("hits, n: d6, S: 3", "drain, n: d3", "drain cannot be of a spell of type missile; valid types: duel"),
    ("hits, n: d6, S: 3", "grant, rule: flying", "unknown special rule 'flying'"),
    (
        "hits, n: d6, S: 3",
        "forbid, actions: [sing]",
        "unknown actions 'sing'; known: march, move, attack, shoot",
    ),
    ("range: 24, ", "", "a spell of type missile needs a range above 0 (FA-MAG-16)"),
    ("duration: 0", "duration: long", "duration long; valid: turns, 0 at once, or battle (FA-MAG-17)"),
    ("level: 1", "id: frost_9, level: 1", "id 'frost_9'; the spell of level 1 is frost_1 (FA-MAG-16)"),
    (
        "type: missile, range: 24, duration: 0, effects: [{verb: hits, n: d6, S: 3}]",
        "type: area, range: 24, duration: 0, effects: [{verb: terrain, kind: snow, radius: 3}]",
        "unknown terrain kind 'snow'",
    ),
    (
        "type: missile, range: 24, duration: 0, effects: [{verb: hits, n: d6, S: 3}]",
        "type: area, range: 24, duration: 0, effects: [{verb: terrain, kind: wall, radius: 3}]",
        "wall is a line, not an area (FA-TER-03)",
    ),
    (
        "type: missile, range: 24, duration: 0, effects: [{verb: hits, n: d6, S: 3}]",
        "type: area, range: 24, duration: 0, effects: [{verb: summon, profile: skeletons, n: d6, files: 3}]",
        "unknown unit profile 'skeletons'; did you mean 'skeleton_warriors'? (FA-MAG-22)",
    ),
]


@pytest.mark.clause("FA-MAG-16", "FA-MAG-17", "FA-MAG-20", "FA-MAG-22")
@pytest.mark.parametrize(("was", "now", "said"), BAD_SPELLS)
def test_a_bad_spell(was: str, now: str, said: str) -> None:
    assert laid(frost()).paths["frost"].spells[5] == "frost_6"
    assert was in frost()
    lines = refused(frost().replace(was, now, 1))
    assert any(said in line for line in lines), lines


@pytest.mark.clause("FA-MAG-03")
def test_a_path_has_six_spells() -> None:
    lines = refused(frost(levels="2345"))
    assert "path frost has 5 spells, of levels 1, 2, 3, 4, 5; valid: six" in lines[0]
    assert lines[0].endswith("(FA-MAG-03)")


def test_all_problems_at_once() -> None:
    lines = refused(
        BEARS.replace("WS: 4", "WS: 11").replace("hard_nut", "hardnut")
        + frost().replace("n: d6", "n: 2d4")
        + "terrain:\n  - {id: snow, en: Snow, cost: 2, los: deep}\n"
        + "missile_weapon:\n  - {id: sling, en: Sling, range: 40, S: 3, rules: [ap0]}\n"
    )
    assert len(lines) == 4
    said = ["WS = 11", "'2d4' are no dice", "los deep needs a number of cells", "unknown special rule 'ap0'"]
    assert all(any(one in line for line in lines) for one in said), lines


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "option:\n  - {id: natural6, default: both}\n",
            "option natural6 = both; valid: each_roll, hit_is_wound",
        ),
        ("option:\n  - {id: beaten, default: 1.2}\n", "option beaten = 1.2; valid: 0.1 to 1 (FA-VIC-03)"),
        ("option:\n  - {id: melee_gap, default: 6}\n", "option melee_gap = 6; valid: 4, 5 (FA-MEL-09)"),
        ("option:\n  - {id: mine, kind: choice, default: a, clauses: [], en: A}\n", "unknown option 'mine'"),
        ("option:\n  - {id: natural6, values: []}\n", "the values of option natural6 are fixed by the rules"),
        ("option:\n  - remove: [natural6]\n", "the rules need 'natural6'; it cannot be struck"),
        ("special_rule:\n  - remove: [undead]\n", "the rules need 'undead'; it cannot be struck"),
        ("special_rule:\n  - {id: flying, en: Flying, clauses: []}\n", "unknown special rule 'flying'"),
        (
            "spell:\n  - remove: [break_enchantment]\n",
            "the rules need 'break_enchantment'; it cannot be struck",
        ),
        ("wound: {S4: [2, 2, 3]}\n", "own.yaml:1:13: S4 must hold at least 10 (FA-WND-01)"),
        ("wound: {S4: [2, 2, 3, 4, 5, 6, 6, 6, 6, 8]}\n", "must be at most 7, not 8 (FA-WND-01)"),
        ("range_unit: {metre: two}\n", "'two' is no fraction; written like 1/2 or 3 (FA-SHO-05)"),
        ("range_unit: {pace: 0}\n", "pace must be above 0 (FA-SHO-05)"),
        ("loss_steps: {half_left: {lost: 3/4}}\n", "third_left comes with fewer losses than half_left"),
        ("loss_steps: {half_left: {factor: 1/2}}\n", "factor must be at least 1, not 1/2 (FA-LD-02)"),
        ("victory: {minor_below: 5}\n", "minor_below 5 is less than draw_below 10 (FA-VIC-02)"),
        ("legend_bonus:\n  - {id: steel, effect: {WS: 1}}\n", "give exactly one effect, not 2; valid: M, WS"),
        ("terrain:\n  - {id: bush, cross: 1}\n", "cross is for lines (line: true) (FA-TER-03)"),
        ("misfire: [explodes, jams]\n", "misfire must hold at least 6"),
        ("base: {foot: {w: 0}}\n", "w must be"),
        ("profile:\n  - {id: a, en: A}\n  - {id: A, en: A}\n", "key 'kind' is missing"),
    ],
)
def test_other_bad_tables(text: str, said: str) -> None:
    lines = refused(text)
    assert any(said in line for line in lines), lines


def test_ids_are_told_apart_whatever_the_capitals() -> None:
    lines = refused("mount:\n  - {id: Wolf, en: W, M: 9, WS: 3, S: 3, T: 3, W: 1, I: 3, A: 1}\n")
    assert any("id 'Wolf' is used twice" in line for line in lines), lines


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


def test_tables_may_be_laid_on_each_other() -> None:
    first: Printed = read_tables([read_yaml("combat_result: {charge: 2}\n", "a.yaml")])
    both = first.under(read_yaml("combat_result: {flank: 3}\n", "b.yaml")).tables().combat_result
    assert (both.charge, both.flank, both.rear) == (2, 3, 3)
    assert set(SKILLS) < set(RULES)
