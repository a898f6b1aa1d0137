"""The tables as shipped, and what a game master may and may not lay over them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.core.state import digest
from grognard.files import Problems, read_yaml
from grognard.locale import Name
from grognard.rulebooks.feudal import muster
from grognard.rulebooks.feudal.model import Effect, Fate, Share, SizeRow, Tables
from grognard.rulebooks.feudal.tables import load_tables


def laid(*texts: str) -> Tables:
    return load_tables([read_yaml(text, f"own{n}.yaml") for n, text in enumerate(texts, 1)])


def refused(text: str) -> list[str]:
    with pytest.raises(Problems) as caught:
        laid(text)
    assert all(problem.say("ru") for problem in caught.value.problems)
    return caught.value.say().splitlines()


# --- as shipped ------------------------------------------------------------------------------------------


def test_how_many_there_are_of_each() -> None:
    tables = load_tables()
    sized = [name for name in Tables.__struct_fields__ if name not in ("constants", "sky_drift")]
    counts = {name: len(getattr(tables, name)) for name in sized}
    assert counts == {
        "size": 2,
        "unit_strength": 10,
        "grades": 5,
        "troops": 16,
        "conditions": 42,
        "tactics": 16,
        "features": 19,
        "artefacts": 18,
        "aftermath": 5,
        "commander_fate": 3,
        "vetoes": 2,
        "options": 23,
        "forces": 12,
    }


def test_everything_is_named_in_both_languages() -> None:
    tables = load_tables()
    named: list[Any] = [
        *(row for rows in tables.size.values() for row in rows),
        *tables.grades.values(),
        *tables.troops.values(),
        *tables.conditions.values(),
        *tables.tactics.values(),
        *tables.features.values(),
        *tables.artefacts.values(),
        *tables.commander_fate,
        *tables.vetoes,
        *tables.options.values(),
        *(value for option in tables.options.values() for value in option.values),
        *tables.forces.values(),
    ]
    assert [row for row in named if not (row.name.en and row.name.ru)] == []


@pytest.mark.clause("FE-SIZE-02", "FE-SIZE-05", "FE-SIZE-07")
def test_the_size_tables() -> None:
    size = load_tables().size
    assert [(row.from_, row.bonus) for row in size["infantry"]] == [
        (1, -6), (5, -4), (10, -2), (30, 0), (50, 2), (150, 4), (500, 6), (1000, 8), (2500, 10), (5000, 12),
        (10000, 14),
    ]  # fmt: skip
    assert [(row.from_, row.bonus) for row in size["mounted"]] == [
        (1, -4), (5, -2), (15, 0), (30, 2), (75, 4), (200, 6), (500, 8), (1500, 10), (4000, 12),
    ]  # fmt: skip
    assert size["infantry"][5] == SizeRow(150, 4, Name("company", "рота"))


@pytest.mark.clause("FE-STR-01")
def test_the_five_grades() -> None:
    grades = load_tables().grades
    assert [(number, g.id, g.attack, g.defence, g.damage) for number, g in grades.items()] == [
        (-2, "defensive", -4, 4, -6),
        (-1, "cautious", -2, 2, -3),
        (0, "standard", 0, 0, 0),
        (1, "aggressive", 2, -2, 3),
        (2, "bugurt", 4, -4, 6),
    ]


@pytest.mark.clause("FE-TAC-02", "FE-TAC-09")
def test_standard_has_no_modifiers() -> None:
    standard = load_tables().tactics["standard"]
    assert (standard.effects, standard.needs, standard.once_per_battle) == ((), (), False)


@pytest.mark.clause("FE-ARMY-01", "FE-ARMY-02", "FE-ARMY-04", "FE-MOR-04", "FE-CMD-05", "FE-CMD-10")
def test_the_constants() -> None:
    constants = load_tables().constants
    assert (constants.hp_num, constants.hp_den, constants.defence_base) == (11, 2, 10)
    assert (constants.consumption_divisor, constants.consumption_min) == (2, 1)
    assert constants.short_handed_fraction == (1, 2)
    assert (constants.dc_tactic, constants.dc_strategy) == (15, 20)
    assert (constants.dc_rout, constants.dc_break_off, constants.dc_learn) == (15, 15, 15)
    assert (constants.feature_first, constants.feature_every, constants.wage_per_level) == (1, 5, 1)


def test_effects_keep_their_filters() -> None:
    tables = load_tables()
    charge = Effect("attack", 2, phase="melee", pass_="first")
    assert tables.troops["knights"].effects == (charge,)
    assert tables.conditions["true_sight"].effects == (
        Effect("ignore", list_=("light", "mist", "fog", "sandstorm")),
    )
    assert tables.tactics["feigned_flight"].effects[0] == Effect("no_attack", phase="melee", tactic_pass=1)
    assert tables.tactics["lance_charge"].effects[0] == Effect(
        "attack", 2, phase="melee", not_vs=("mounted",)
    )
    assert tables.conditions["mud"].effects[1] == Effect("attack", -1, phase="melee", self_=("mounted",))
    assert tables.features["old_hand"].effects == (Effect("lend_tactic", "$choice"),)
    assert tables.artefacts["healing_cauldron"].effects == (Effect("heal", "strength"),)


@pytest.mark.clause("FE-AFT-01", "FE-AFT-08", "FE-COND-08")
def test_after_the_battle() -> None:
    tables = load_tables()
    assert list(tables.aftermath) == ["victor", "parted", "withdrawn", "routed", "destroyed"]
    assert tables.aftermath["routed"] == Share(recover=(0, 1), scatter=(1, 4), morale=-1)
    assert tables.commander_fate[1] == Fate(5, 10, "captured", Name("captured", "взят в плен"))
    assert (tables.sky_drift.worse, tables.sky_drift.better) == ((1, 3), (18, 20))


@pytest.mark.clause("FE-VETO-05")
def test_the_vetoes() -> None:
    screen, crowded = load_tables().vetoes
    assert (screen.target_has, screen.target_side_has, screen.attacker_lacks) == (
        ("standoff",),
        ("in_melee",),
        ("mounted",),
    )
    assert crowded.over_max_attackers


@pytest.mark.clause("FE-SIZE-06", "FE-SIZE-08")
def test_ready_forces_may_be_recruited() -> None:
    tables = load_tables()
    for force in tables.forces.values():
        assert force.men >= muster.recruit_minimum(tables, tables.troops[force.troop])


def test_loading_twice_gives_the_same_tables() -> None:
    assert load_tables() is load_tables()
    assert digest(load_tables()) == digest(msgspec.convert(msgspec.to_builtins(load_tables()), Tables))


# --- laid over -------------------------------------------------------------------------------------------


def test_a_file_of_ones_own_changes_only_what_it_names(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(
        "troop: [{id: ogres, missiles: 1}]\nconstants: {morale: {dc_rout: 12}}\n", encoding="utf-8"
    )
    tables, shipped = load_tables([own]), load_tables()
    assert (tables.troops["ogres"].missiles, tables.troops["ogres"].level) == (1, 5)
    assert (tables.constants.dc_rout, tables.constants.dc_learn) == (12, 15)
    assert tables.tactics == shipped.tactics


def test_rows_are_added_and_struck() -> None:
    tables = laid(
        "tactic: [{id: rush, en: Rush, effects: [{kind: attack, value: 1}]}, {remove: [war_cries]}]"
    )
    assert "war_cries" not in tables.tactics
    assert tables.tactics["rush"].name.say("ru") == "Rush"


def test_a_default_may_be_changed() -> None:
    assert laid("option: [{id: rout, default: half}]").options["rout"].default == "half"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "tactic: [{id: x, en: X, effects: [{kind: attack, value: 1}, {kind: atack, value: 1}]}]",
            "own1.yaml:1:61: tactic 'x', effect 2: unknown kind 'atack'; did you mean 'attack'? "
            "(Model, effect vocabulary)",
        ),
        (
            "tactic: [{id: x, en: X, effects: [{kind: attack}]}]",
            "own1.yaml:1:35: tactic 'x', effect 1: key 'value' is missing (Model, effect vocabulary)",
        ),
        (
            "tactic: [{id: x, en: X, effects: [{kind: attack, value: 1, fase: melee}]}]",
            "own1.yaml:1:60: tactic 'x', effect 1: unknown key 'fase'; did you mean 'phase'? "
            "(Model, effect vocabulary)",
        ),
        (
            "tactic: [{id: x, en: X, effects: [{kind: no_attack, value: 1}]}]",
            "own1.yaml:1:53: tactic 'x', effect 1: unknown key 'value'; known: phase, pass, tactic_pass, self, "
            "not_self, vs, not_vs, kind (Model, effect vocabulary)",
        ),
        (
            "tactic: [{id: x, en: X, effects: [{kind: attack, value: 1, check: rout}]}]",
            "own1.yaml:1:60: tactic 'x', effect 1: unknown key 'check'; known: phase, pass, tactic_pass, self, "
            "not_self, vs, not_vs, kind, value (Model, effect vocabulary)",
        ),
        (
            "tactic: [{id: x, en: X, effects: [{kind: attack, value: 1, vs: [horse]}]}]",
            "unknown vs 'horse'; known: foot, mounted, heavy, light, spears, siege, beast, standoff, in_melee, shooter",
        ),
        (
            "tactic: [{id: x, en: X, effects: [{kind: set_field, value: rain}]}]",
            "tactic 'x', effect 1: unknown kind 'set_field'",
        ),
        ("tactic: [{id: Буря, en: X}]", "id 'Буря' may hold only small Latin letters, digits and _"),
        ("tactic: [{id: standard, needs: [foot]}]", "Standard has no effects and no needs (FE-TAC-02)"),
        (
            "condition: [{remove: [hidden]}]",
            "own1.yaml:1:1: the rules need 'hidden'; it cannot be struck",
        ),
        (
            "size: {infantry: [{from: 50, bonus: 0, en: a}, {from: 30, bonus: 1, en: b}]}",
            "own1.yaml:1:55: size table 'infantry': row 2 starts at 30, not above 50 (FE-SIZE-02)",
        ),
        (
            "size: {infantry: [{from: 1, bonus: 3, en: a}, {from: 30, bonus: 1, en: b}]}",
            "own1.yaml:1:65: size table 'infantry': row 2 has bonus 1, below 3 (FE-SIZE-02)",
        ),
        ("size: {mounted: []}", "own1.yaml:1:17: size table 'mounted' has no row (FE-SIZE-02)"),
        (
            "strategy: [{remove: [bugurt]}]",
            "own1.yaml:1:1: strategy table must hold the five grades (FE-STR-01)",
        ),
        (
            "strategy: [{id: bugurt, grade: 3}]",
            "own1.yaml:1:32: strategy 'bugurt': grade must be at most 2, not 3 (FE-STR-01)",
        ),
        (
            "troop: [{id: giants, level: 11}]",
            "own1.yaml:1:29: troop 'giants': table unit_strength has no level 11 (FE-SIZE-08)",
        ),
        (
            "size: {mounted: [{from: 1, bonus: -9, en: a}]}",
            "troop 'knights': no row of its size table gives Strength 1 (FE-SIZE-06)",
        ),
        (
            "force: [{id: company, troop: warrior}]",
            "own1.yaml:1:30: force 'company': unknown troop 'warrior'; did you mean 'warriors'?",
        ),
        (
            "feature: [{id: pathfinder, effects: [{kind: ignore, list: [footing, mudd]}]}]",
            "own1.yaml:1:69: feature 'pathfinder', effect 1: unknown condition 'mudd'; did you mean 'mud'?",
        ),
        (
            "feature: [{id: banner, effects: [{kind: lend_tactic, value: $choice}]}]",
            "own1.yaml:1:61: feature 'banner', effect 1: $choice needs a feature with choice: tactic",
        ),
        (
            "feature: [{id: banner, effects: [{kind: lend_tactic, value: shieldwall}]}]",
            "unknown tactic 'shieldwall'; did you mean 'shield_wall'?",
        ),
        (
            "feature: [{id: banner, effects: [{kind: attack, value: 1, tactic_pass: 1}]}]",
            "own1.yaml:1:59: feature 'banner', effect 1: tactic_pass is for tactics only",
        ),
        (
            "condition: [{id: rain, group: works}]",
            "own1.yaml:1:31: condition 'rain': group works is not for scope field (FE-COND-03)",
        ),
        (
            "artefact: [{id: fog_horn, effects: [{kind: set_field, value: mud}]}]",
            "artefact 'fog_horn', effect 1: unknown field condition 'mud'; known: clear, rain, downpour",
        ),
        (
            "artefact: [{id: walls, effects: [{kind: clear_army_group, value: sky}]}]",
            "artefact 'walls', effect 1: unknown army group 'sky'",
        ),
        (
            "artefact: [{id: walls, target: field}]",
            "artefacts.yaml:74:16: artefact 'walls', effect 1: set_army does not fit target field (FE-ART-06)",
        ),
        (
            "artefact: [{id: healing_cauldron, effects: [{kind: heal, value: lots}]}]",
            "heal takes strength, half_strength or a number above 0, not 'lots'",
        ),
        (
            "commander_fate: [{from: 1, to: 19, result: killed, en: x}]",
            "own1.yaml:1:1: commander_fate must give every result of 1d20 once, in order (FE-AFT-08)",
        ),
        ("sky_drift: {ladder: [clear, drizzle]}", "own1.yaml:1:29: unknown sky 'drizzle'"),
        ("sky_drift: {worse: [3, 1]}", "own1.yaml:1:20: from 3 to 1 is no span of the die (FE-COND-08)"),
        ("aftermath: {victor: {recover: [3, 2]}}", "1:31: [3, 2] is no share between 0 and 1 (FE-AFT-01)"),
        (
            "option: [{id: rout, default: always}]",
            "own1.yaml:1:30: option rout='always'; choose strength, half, never",
        ),
        ("option: [{id: npc_secrecy, default: yes}]", "option npc_secrecy='yes'; choose true, false"),
        ("option: [{id: nightfall, default: 100}]", "option nightfall='100'; choose 1 to 99"),
        ("option: [{id: nightfall, most: 1000}]", "the values of option nightfall are fixed by the rules"),
        ("option: [{remove: [fog]}]", "own1.yaml:1:1: the rules need 'fog'; it cannot be struck"),
        (
            "option: [{id: fug, kind: flag, default: true, clauses: [], en: x}]",
            "own1.yaml:1:15: unknown option 'fug'; did you mean 'fog'?",
        ),
        (
            "constants: {morale: {dc_ruot: 3}}",
            "own1.yaml:1:22: unknown key 'dc_ruot'; did you mean 'dc_rout'?",
        ),
        ("wether: {}", "own1.yaml:1:1: unknown key 'wether'"),
    ],
)
def test_what_is_refused(text: str, said: str) -> None:
    lines = refused(text)
    assert any(said in line for line in lines), lines


def test_all_problems_at_once_each_in_its_file() -> None:
    lines = refused(
        "tactic: [{id: x, en: X, effects: [{kind: atack}]}]\n"
        "artefact: [{id: walls, target: field}]\n"
        "option: [{id: rout, default: always}]\n"
    )
    assert [line.split(": ")[0] for line in lines] == [
        "artefacts.yaml:74:16",
        "own1.yaml:1:35",
        "own1.yaml:3:30",
    ]
