"""Scenario, army and house-rules files: what they become, and every complaint of chapter Bad input about them."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.core.state import Seat, Side
from grognard.files import Problems, read_yaml
from grognard.locale import Name
from grognard.rulebooks.feudal.files import (
    SCENARIOS,
    ScenarioData,
    read_army_file,
    read_house_rules,
    read_scenario,
    with_roster,
)
from grognard.rulebooks.feudal.model import NAMELESS, Commander, FeatureHeld, RoundScript
from grognard.rulebooks.feudal.tables import load_tables

HEAD = """\
scenario: {id: x, en: X}
side: [{id: red}, {id: blue, en: Blue, ru: Синие}]
seat:
  - {id: duke, side: red, kind: player}
  - {id: earl, side: blue, kind: npc}
"""
BLUE = "  - {id: b, oob: 9, seat: earl, troop: warriors, men: 30}\n"


def scenario(*armies: str, head: str = HEAD, more: str = "") -> str:
    """A scenario with these armies of the duke (keys beside id, oob, seat) and one of the earl."""
    lines = [f"  - {{id: a{n}, oob: {n}, seat: duke, {keys}}}\n" for n, keys in enumerate(armies, 1)]
    return f"{head}army:\n{''.join(lines)}{BLUE}{more}"


def read(text: str) -> ScenarioData:
    return read_scenario(text, "x.yaml", load_tables())


def refused(text: str) -> list[str]:
    with pytest.raises(Problems) as caught:
        read(text)
    assert len(caught.value.say("ru").splitlines()) == len(caught.value.problems)
    return [line.removeprefix("x.yaml:") for line in caught.value.say().splitlines()]


# --- what files become -----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(SCENARIOS.glob("*.yaml")), ids=lambda path: path.stem)
def test_shipped_scenarios_are_sound(path: Path) -> None:
    found = read_scenario(path, path.name, load_tables())
    assert found.id == path.stem
    assert all(army.name.en and army.name.ru for army in found.armies)
    assert [army.oob for army in found.armies] == list(range(1, len(found.armies) + 1))


def test_how_many_armies_they_have() -> None:
    counts = {
        path.stem: len(read_scenario(path, None, load_tables()).armies) for path in SCENARIOS.glob("*.yaml")
    }
    assert counts == {"skirmish": 4, "standard": 9, "deathmatch": 9, "agincourt": 11, "grand": 120}


@pytest.mark.clause("FE-CMD-08", "FE-SIZE-11", "FE-MULTI-01")
def test_defaults() -> None:
    found = read(
        scenario("troop: archers, men: 18, survivors: true, commander: {name: Orm, features: [beloved]}")
    )
    army, other = found.armies
    assert (army.name, army.tactics, army.conditions, army.morale_record) == (
        Name("Archers", "Лучники"),
        (),
        (),
        0,
    )
    assert (army.hp, army.missiles) == (3, 6)
    assert army.commander == Commander("Orm", 1, (FeatureHeld("beloved"),))
    assert other.commander is None
    assert found.sides == (Side("red", Name("red")), Side("blue", Name("Blue", "Синие")))
    assert found.seats == (Seat("duke", "red", "player"), Seat("earl", "blue", "npc"))
    assert found.artefacts == {"duke": (), "earl": ()}
    assert (found.options["rout"], found.options["last_round"], found.rounds) == ("strength", 9, ())


def test_a_scenario_sets_options_and_house_rules_go_before_it() -> None:
    text = scenario(
        "troop: warriors, men: 30", head=HEAD.replace("en: X", "en: X, rout: half, nightfall: 12")
    )
    found = read_scenario(text, "x.yaml", load_tables(), options={"nightfall": 5})
    assert (found.options["rout"], found.options["nightfall"]) == ("half", 5)
    with pytest.raises(Problems, match=r"options:1:1: option nightfall='500'; choose 1 to 99"):
        read_scenario(text, "x.yaml", load_tables(), options={"nightfall": 500})


def test_a_ready_force_stands_for_troop_and_men() -> None:
    army = read(scenario("force: household_guard")).armies[0]
    assert (army.troop, army.men, army.hp) == ("household", 30, 22)


@pytest.mark.clause("FE-CMD-02")
def test_an_empty_commander_is_nameless_and_not_asked_for() -> None:
    assert read(scenario("troop: warriors, men: 30, commander: {}")).armies[0].commander == NAMELESS


def test_names_in_one_language_or_two() -> None:
    first, second, _ = read(
        scenario("force: company, name: Рота", "force: company, name: {en: Company, ru: Рота}")
    ).armies
    assert (first.name, second.name) == (Name("Рота"), Name("Company", "Рота"))


def test_a_block_makes_numbered_armies_after_the_others() -> None:
    block = (
        "block:\n  - {id: k, seat: duke, count: 3, force: lance, name: {en: 'Lance {n}', ru: 'Копьё {n}'},"
        " commander: {name: 'Sir {n}', features: [beloved]}}\n"
    )
    found = read(scenario("force: company", more=block))
    made = [army for army in found.armies if army.id.startswith("k_")]
    assert [(army.id, army.oob, army.name.ru) for army in made] == [
        ("k_1", 10, "Копьё 1"),
        ("k_2", 11, "Копьё 2"),
        ("k_3", 12, "Копьё 3"),
    ]
    assert [army.commander and army.commander.name for army in made] == ["Sir 1", "Sir 2", "Sir 3"]
    assert str(found.place("k_2")) == "x.yaml:10:5"


def test_rounds_are_sorted_and_may_leave_the_field_alone() -> None:
    more = "round:\n  - {number: 2, armies: {a1: [mud]}}\n  - {number: 1, field: [rain, day]}\n"
    assert read(scenario("force: company", more=more)).rounds == (
        RoundScript(1, ("rain", "day")),
        RoundScript(2, None, {"a1": ("mud",)}),
    )


def test_a_variant_states_only_what_differs() -> None:
    variant = "scenario: {rout: never}\narmy:\n  - {id: a1, force: company, conditions: [hidden]}\n  - {remove: [a2]}\n"
    text = scenario("force: company", "force: levy_30")
    found = read_scenario(text, "x.yaml", load_tables(), overlays=[variant])
    assert [army.id for army in found.armies] == ["a1", "b"]
    assert (found.armies[0].conditions, found.options["rout"]) == (("hidden",), "never")


def test_free_commanders_and_artefacts_of_a_seat() -> None:
    head = HEAD.replace(
        "kind: player",
        "kind: player, artefacts: [walls], commanders: [{name: Orm, level: 2, features: [surgeon]}]",
    )
    found = read(scenario("force: company", head=head))
    assert found.artefacts["duke"] == ("walls",)
    assert found.free_commanders["duke"] == (Commander("Orm", 2, (FeatureHeld("surgeon"),)),)


# --- bad input -------------------------------------------------------------------------------------------

BAD_ARMIES = [
    (
        "FE-SIZE-06",
        "troop: warriors, men: 25",
        "7:56: army 'a1': 25 warriors is below the recruit minimum 30",
    ),
    (
        "FE-SIZE-11",
        "troop: warriors, men: 12, survivors: true",
        "army 'a1': 12 men is a remnant; needs at least 15 of 30 to fight",
    ),
    (
        "FE-SIZE-12",
        "troop: pikes, men: 30",
        "7:41: army 'a1': unknown troop 'pikes'; known: warriors, militia",
    ),
    (
        "FE-TAC-09",
        "force: company, tactics: [onslought]",
        "unknown tactic 'onslought'; did you mean 'onslaught'?",
    ),
    (
        "FE-TAC-02",
        "force: company, tactics: [standard]",
        "army 'a1': every army knows Standard; leave it out",
    ),
    ("FE-TAC-01", "force: company, tactics: [onslaught, onslaught]", "army 'a1': 'onslaught' is named twice"),
    (
        "FE-COND-05",
        "force: company, conditions: [mudd]",
        "army 'a1': unknown condition 'mudd'; did you mean 'mud'?",
    ),
    ("FE-COND-03", "force: company, conditions: [rain]", "7:63: 'rain' is a field condition"),
    ("FE-COND-03", "force: company, conditions: [mud, swamp]", "7:68: 'mud' and 'swamp' are both footing"),
    ("FE-COND-03", "force: company, conditions: [weary, dread, weary]", "'weary' is named twice"),
    ("FE-MOR-03", "force: company, morale_record: 6", "7:65: morale_record 6 of 'a1' is outside -4..4"),
    ("FE-ARMY-01", "force: company, hp: 28", "army 'a1': 28 hit points; it has at most 27"),
    ("FE-ARMY-06", "force: company, missiles: 3", "army 'a1': Warriors have no missiles"),
    ("FE-CMD-02", "force: company, commander: {level: 3}", "a nameless commander has no level or features"),
    (
        "FE-CMD-02",
        "force: company, commander: {features: [beloved]}",
        "a nameless commander has no level or features",
    ),
    (
        "FE-CMD-05",
        "force: company, commander: {name: Orm, level: 4, features: [beloved, steadfast]}",
        "7:93: commander 'Orm' level 4 has 2 features, allowed 1; set extra_features = 1 if that is meant",
    ),
    (
        "FE-CMD-05",
        "force: company, commander: {name: Orm, level: 5, features: [beloved]}",
        "commander 'Orm' level 5: features due 2, given 1",
    ),
    (
        "FE-CMD-06",
        "force: company, commander: {name: Orm, level: 3, features: [banner]}",
        "7:94: feature 'banner' needs leadership 10, 'Orm' has 6",
    ),
    (
        "FE-CMD-06",
        "force: company, commander: {name: Orm, level: 5, features: [beloved, beloved]}",
        "commander 'Orm' has 'beloved' twice",
    ),
    (
        "FE-CMD-09",
        "force: company, commander: {name: Orm, features: [belovd]}",
        "commander 'Orm': unknown feature 'belovd'; did you mean 'beloved'?",
    ),
]


@pytest.mark.clause(
    "FE-SIZE-06",
    "FE-SIZE-11",
    "FE-SIZE-12",
    "FE-TAC-01",
    "FE-TAC-02",
    "FE-TAC-09",
    "FE-COND-03",
    "FE-COND-05",
)
@pytest.mark.clause(
    "FE-MOR-03", "FE-ARMY-01", "FE-ARMY-06", "FE-CMD-02", "FE-CMD-05", "FE-CMD-06", "FE-CMD-09"
)
@pytest.mark.parametrize(("clause", "keys", "said"), BAD_ARMIES)
def test_a_bad_army(clause: str, keys: str, said: str) -> None:
    (line,) = refused(scenario(keys))
    assert said in line
    assert line.endswith(f"({clause})")


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("men: 30", "army 'a1': key 'troop' is missing (Ready-made forces)"),
        ("troop: warriors", "army 'a1': key 'men' is missing (Ready-made forces)"),
        ("force: company, men: 30", "army 'a1': give either force, or troop and men (Ready-made forces)"),
        (
            "force: companies",
            "army 'a1': unknown force 'companies'; did you mean 'company'? (Ready-made forces)",
        ),
        ("force: company, hp: 0", "army 'a1': hp must be at least 1, not 0 (Ready-made forces)"),
        ("force: company, missile: 1", "army 'a1': unknown key 'missile'; did you mean 'missiles'?"),
        (
            "force: company, commander: {name: Orm, features: [old_hand]}",
            "feature 'old_hand' needs a choice (Ready-made forces)",
        ),
        (
            "force: company, commander: {name: Orm, features: [{id: old_hand, choice: standard}]}",
            "unknown tactic 'standard'; known: steady_ranks",
        ),
        (
            "force: company, commander: {name: Orm, features: [{id: beloved, choice: shield_wall}]}",
            "feature 'beloved' takes no choice (Ready-made forces)",
        ),
        (
            "force: company, commander: {name: Orm, features: [7]}",
            "army 'a1', feature 1: features must be a mapping of keys, not 7 (FE-CMD-06)",
        ),
    ],
)
def test_a_bad_key_of_an_army(keys: str, said: str) -> None:
    assert any(said in line for line in refused(scenario(keys)))


@pytest.mark.clause("FE-CMD-05")
def test_extra_features_are_the_umpires_gift() -> None:
    keys = (
        "force: company, commander: {name: Orm, level: 4, features: [beloved, steadfast], extra_features: 1}"
    )
    assert read(scenario(keys)).armies[0].commander == Commander(
        "Orm", 4, (FeatureHeld("beloved"), FeatureHeld("steadfast")), extra_features=1
    )


@pytest.mark.clause("FE-CMD-05")
def test_the_cadence_of_features_is_an_option() -> None:
    head = HEAD.replace("en: X", "en: X, feature_cadence: after5")
    keys = "force: company, commander: {name: Orm, level: 5, features: [beloved]}"
    assert read(scenario(keys, head=head)).options["feature_cadence"] == "after5"


@pytest.mark.clause("FE-GEN-03")
@pytest.mark.parametrize(
    ("oob", "said"),
    [
        ("oob: 9, ", "8:18: oob 9 is used by 'a' and 'b' (FE-GEN-03)"),
        ("oob: 0, ", "7:18: army 'a': oob 0 is below 1 (FE-GEN-03)"),
        ("", "7:5: army 'a': oob is missing, its number in the order of battle (FE-GEN-03)"),
    ],
)
def test_places_in_the_order_of_battle(oob: str, said: str) -> None:
    text = f"{HEAD}army:\n  - {{id: a, {oob}seat: duke, force: company}}\n{BLUE}"
    assert refused(text) == [said]


@pytest.mark.clause("FE-CMD-01")
def test_a_commander_leads_one_army() -> None:
    orm = "force: company, commander: {name: Orm, features: [beloved]}"
    assert refused(scenario(orm, orm)) == [
        "8:68: commander 'Orm' leads 'a1' and 'a2'; one army each (FE-CMD-01)"
    ]
    head = HEAD.replace("kind: npc", "kind: npc, commanders: [{name: Orm, features: [beloved]}]")
    assert refused(scenario(orm, head=head)) == [
        "7:68: commander 'Orm' is named among the free ones as well (FE-CMD-01)"
    ]


@pytest.mark.clause("FE-CMD-01")
def test_commanders_of_a_block_need_different_names() -> None:
    block = (
        "block: [{id: k, seat: duke, count: 2, force: lance, commander: {name: Sir, features: [beloved]}}]\n"
    )
    assert refused(scenario("force: company", more=block)) == [
        "9:71: commander 'Sir' leads 'k_1' and 'k_2'; one army each (FE-CMD-01)"
    ]


@pytest.mark.clause("FE-MULTI-01", "FE-GEN-06")
@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("{id: red}, ", "", "2:1: a battle needs two sides or more (FE-MULTI-01)"),
        ("{id: red}, ", "{id: red}, {id: green}, ", "2:19: side 'green' has no armies (FE-MULTI-01)"),
        (
            "side: blue",
            "side: bleu",
            "5:22: seat 'earl': unknown side 'bleu'; did you mean 'blue'? (FE-MULTI-01)",
        ),
        ("{id: earl", "{id: umpire", "5:10: seat 'umpire' is not free: choose another name (FE-MULTI-01)"),
        ("{id: earl", "{id: duke", "5:10: seat 'duke' is there twice (FE-MULTI-01)"),
        ("kind: npc", "kind: robot", "seat 'earl': unknown kind 'robot'; known: player, npc (FE-MULTI-01)"),
        (
            "kind: npc",
            "kind: npc, artefacts: [wals]",
            "unknown artefact 'wals'; did you mean 'walls'? (FE-ART-06)",
        ),
        ("kind: npc", "kind: npc, artefacts: [walls, walls]", "'walls' is named twice (FE-ART-01)"),
        ("kind: npc", "kind: npc, commanders: [{lord: true}]", "a free commander needs a name (FE-CMD-02)"),
        (
            "en: X",
            "en: X, rout: always",
            "1:32: option rout='always'; choose strength, half, never (FE-ROUT-01)",
        ),
        ("en: X", "en: X, nightfall: 0", "option nightfall='0'; choose 1 to 99 (FE-SEQ-09)"),
        ("en: X", "en: X, min_hit_damage: true", "option min_hit_damage='true'; choose 0, 1 (FE-DMG-02)"),
        (
            "en: X",
            "en: X, lastround: 3",
            "1:26: unknown key 'lastround'; did you mean 'last_round'?",
        ),
        ("en: X", "en: X, shared_victory: [[red, pink]]", "1:49: unknown side 'pink'"),
        ("scenario:", "scenery:", "1:1: key 'scenario' is missing (Ready-made forces)"),
    ],
)
def test_a_bad_head_side_or_seat(was: str, now: str, said: str) -> None:
    lines = refused(scenario("force: company", head=HEAD.replace(was, now)))
    assert any(said in line for line in lines), lines


def test_army_ids_are_unique_and_not_the_tables_own() -> None:
    text = f"{HEAD}army:\n  - {{id: field, oob: 1, seat: duke, force: company}}\n{BLUE}"
    assert refused(text) == ["7:10: army id 'field' is taken (FE-GEN-03)"]
    block = "block: [{id: a, seat: duke, count: 2, force: company}, {id: a, seat: duke, count: 1, force: company}]\n"
    assert refused(scenario("force: company", more=block)) == ["9:61: army id 'a_1' is taken (FE-GEN-03)"]


@pytest.mark.clause("FE-MULTI-01")
def test_an_army_needs_a_seat() -> None:
    text = scenario(
        "force: company", more="  - {id: c, oob: 10, seat: dkue, force: company}\n  - {id: d, oob: 11}\n"
    )
    assert refused(text) == [
        "9:28: army 'c': unknown seat 'dkue'; did you mean 'duke'? (FE-MULTI-01)",
        "10:5: army 'd': key 'seat' is missing (Ready-made forces)",
    ]


@pytest.mark.clause("FE-COND-01", "FE-COND-03")
@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("{number: 1, field: [mud]}", "'mud' is a condition of armies (FE-COND-03)"),
        ("{number: 1, field: [rain, snow]}", "'rain' and 'snow' are both sky (FE-COND-03)"),
        ("{number: 1, field: [drizzle]}", "round 1: unknown condition 'drizzle'"),
        ("{number: 1, armies: {a1: [rain]}}", "'rain' is a field condition (FE-COND-03)"),
        (
            "{number: 1, armies: {a7: [mud]}}",
            "9:30: round 1: unknown army 'a7'; known: a1, b (FE-COND-01)",
        ),
        ("{number: 1}, {number: 1}", "round 1 is scripted twice (FE-COND-01)"),
        ("{number: 0}", "round 1: number must be at least 1, not 0 (FE-COND-01)"),
    ],
)
def test_a_bad_round(entry: str, said: str) -> None:
    lines = refused(scenario("force: company", more=f"round: [{entry}]\n"))
    assert any(said in line for line in lines), lines


def test_all_problems_of_a_file_at_once_in_file_order() -> None:
    text = scenario(
        "troop: pikes, men: 30, onse: 1",
        "troop: warriors, men: 25",
        "force: company, hp: 0",
        head=HEAD.replace("en: X", "en: X, rout: always"),
        more="round: [{number: 0}, {number: 1, field: [mud]}]\n",
    )
    assert [line.split(": ")[0] for line in refused(text)] == [
        "1:32",
        "7:41",
        "7:57",
        "8:56",
        "9:54",
        "11:18",
        "11:42",
    ]


def test_in_russian() -> None:
    with pytest.raises(Problems) as caught:
        read(scenario("troop: warriors, men: 25"))
    assert (
        caught.value.say("ru")
        == "x.yaml:7:56: отряд «a1»: 25 (warriors) меньше минимума набора 30 (FE-SIZE-06)"
    )


# --- army and house-rules files --------------------------------------------------------------------------

ROSTER = """\
army:
  - {id: guard, force: household_guard, commander: {name: Orm, features: [beloved], lord: true}}
  - {id: bows, force: bow_half_hundred}
artefacts: [walls]
commanders: [{name: Ulf, features: [flexible]}]
"""


def test_a_seats_own_file_takes_the_place_of_its_armies() -> None:
    battle = read(scenario("force: company", "force: company"))
    found = with_roster(battle, "duke", read_army_file(ROSTER, "duke.yaml", load_tables()))
    assert [(army.id, army.oob, army.seat) for army in found.armies] == [
        ("b", 9, "earl"),
        ("guard", 10, "duke"),
        ("bows", 11, "duke"),
    ]
    assert found.artefacts["duke"] == ("walls",)
    assert found.free_commanders["duke"] == (Commander("Ulf", 1, (FeatureHeld("flexible"),)),)


def test_a_seats_own_file_must_fit_the_battle() -> None:
    battle = read(scenario("force: company", more="").replace("id: b,", "id: bows,"))
    roster = read_army_file(ROSTER, "duke.yaml", load_tables())
    with pytest.raises(Problems, match=r"duke.yaml:3:10: army id 'bows' is taken \(FE-GEN-03\)"):
        with_roster(battle, "duke", roster)
    led = battle.armies[-1]
    assert led.id == "bows"
    other = read(scenario("force: company", "force: company, commander: {name: Orm, features: [beloved]}"))
    with pytest.raises(Problems, match=r"duke.yaml:2:59: commander 'Orm' leads 'a2' and 'guard'"):
        with_roster(other, "earl", roster)


def test_a_bad_army_file_lists_all_its_problems() -> None:
    text = "army:\n  - {id: a, seat: duke, force: company}\n  - {id: b, force: copany}\n  - {id: b, force: company}\n"
    with pytest.raises(Problems) as caught:
        read_army_file(text + "artefacts: [wal]\n", "own.yaml", load_tables())
    assert caught.value.say().splitlines() == [
        "own.yaml:2:13: army 'a': unknown key 'seat'; known: id, troop, men, force, name, tactics, commander, "
        "conditions, morale_record, hp, missiles, survivors (Ready-made forces)",
        "own.yaml:3:20: army 'b': unknown force 'copany'; did you mean 'company'? (Ready-made forces)",
        "own.yaml:4:10: army id 'b' is taken (FE-GEN-03)",
        "own.yaml:5:13: unknown artefact 'wal'; did you mean 'walls'? (FE-ART-06)",
    ]


def test_house_rules(tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    file.write_text(
        "options: {rout: half, min_hit_damage: 1}\noverlays: [magic/own.yaml]\n", encoding="utf-8"
    )
    rules = read_house_rules(file, None, load_tables())
    assert rules.options == {"rout": "half", "min_hit_damage": 1}
    assert rules.overlays == (tmp_path / "magic" / "own.yaml",)


def test_bad_house_rules() -> None:
    with pytest.raises(Problems) as caught:
        read_house_rules(
            "options: {rout: always, ruot: half}\noverlays: own.yaml\n", "house.yaml", load_tables()
        )
    assert caught.value.say().splitlines() == [
        "house.yaml:1:17: option rout='always'; choose strength, half, never (FE-ROUT-01)",
        "house.yaml:1:25: unknown option 'ruot'; did you mean 'rout'?",
        "house.yaml:2:11: overlays must be a list, not the text 'own.yaml'",
    ]


def test_a_game_masters_tables_hold_for_the_scenario() -> None:
    own = load_tables(
        [read_yaml("troop: [{id: warriors, level: 2}]\nfeature: [{remove: [beloved]}]\n", "own.yaml")]
    )
    army = read_scenario(scenario("force: company"), "x.yaml", own).armies[0]
    assert army.hp == 33
    with pytest.raises(Problems, match="unknown feature 'beloved'"):
        read_scenario(scenario("force: company, commander: {name: Orm, features: [beloved]}"), "x.yaml", own)
