"""The tables as shipped, and what a game master may and may not lay over them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard.files import Problems, read_yaml
from grognard.rulebooks.napoleonic import BOOK
from grognard.rulebooks.napoleonic.lineup import footprint
from grognard.rulebooks.napoleonic.tablemodel import Back, Tables
from grognard.rulebooks.napoleonic.tables import load_tables, read_tables
from grognard.rulebooks.napoleonic.templates import KINDS


def laid(text: str) -> Tables:
    return load_tables([read_yaml(text, "own.yaml")])


def refused(text: str) -> list[str]:
    with pytest.raises(Problems) as caught:
        laid(text)
    assert all(problem.say("ru") for problem in caught.value.problems)
    return caught.value.say().splitlines()


# --- as shipped ------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-GEN-01", "NA-OBS-01", "NA-OOB-06")
def test_how_many_there_are_of_each_all_named_in_both_languages() -> None:
    tables = load_tables()
    kinds: list[dict[Any, Any]] = [
        tables.arms,
        tables.statuses,
        tables.kinds,
        tables.obstacles,
        tables.fate,
        tables.ranks,
        tables.posts,
        tables.options,
    ]
    assert [len(rows) for rows in kinds] == [7, 9, 4, 17, 6, 6, 6, 21]
    named = [row for rows in kinds for row in rows.values()]
    values = [value for option in tables.options.values() for value in option.values]
    parts = [part for side in tables.after.values() for part in side]
    assert [row for row in [*named, *values, *parts] if not (row.name.en and row.name.ru)] == []


@pytest.mark.clause("NA-MOVE-03", "NA-MOVE-13", "NA-MOVE-14", "NA-MOVE-08")
def test_moves_are_thousandths_of_a_merka() -> None:
    tables = load_tables()
    moves = {arm.id: (arm.move, arm.straight_attack) for arm in tables.arms.values()}
    assert moves == {
        "foot": (1000, 0),
        "heavy_horse": (2000, 0),
        "horse": (2000, 0),
        "light_horse_regular": (2000, 3000),
        "light_horse_irregular": (3000, 0),
        "foot_gun": (1000, 0),
        "horse_gun": (2000, 0),
    }
    assert [tables.kinds[one].move for one in ("march_column", "open_order", "line")] == [1500, 1500, 0]
    assert (tables.distances.near_horse_move, tables.distances.enemy_horse_irregular) == (500, 3000)


@pytest.mark.clause("NA-SKIR-02", "NA-UNIT-07", "NA-ART-08")
@pytest.mark.parametrize(
    ("branch", "kind", "figures", "size"),
    [
        ("foot", "line", 10, (500, 200)),
        ("foot", "line", 11, (600, 200)),
        ("foot", "line", 1, (200, 200)),
        ("horse", "line", 5, (625, 200)),
        ("horse", "line", 1, (200, 200)),
        ("foot", "march_column", 11, (200, 600)),
        ("foot", "open_order", 4, (2000, 100)),
        ("horse", "dismounted", 5, (300, 200)),
        ("gun", "line", 0, (300, 300)),
    ],
)
def test_footprints(branch: Any, kind: str, figures: int, size: tuple[int, int]) -> None:
    assert footprint(load_tables(), branch, kind, figures) == size


@pytest.mark.clause(
    "NA-OBS-02", "NA-OBS-03", "NA-OBS-04", "NA-OBS-05", "NA-OBS-06", "NA-OBS-07", "NA-OBS-08", "NA-OBS-14"
)
def test_obstacles() -> None:
    rows = load_tables().obstacles
    assert (rows["hill"].delay, rows["hill"].uphill_only, rows["hill"].fv) == (
        500,
        True,
        {"foot": -1, "horse": 0},
    )
    assert {key for key, row in rows.items() if row.one_unit} == {"village", "town_block", "bridge", "ford"}
    assert {key for key, row in rows.items() if row.narrow} - {"defile"} == {
        "village",
        "town_block",
        "bridge",
        "ford",
    }
    lines = {"stream", "ravine", "fence", "field_work", "stone_barrier", "fortress_wall"}
    assert {key for key, row in rows.items() if row.one_turn} == lines
    assert {key for key, row in rows.items() if row.who == "foot"} == lines - {"stream"}
    assert [rows[one].minus("foot", dismounted=True) for one in ("bush", "wood", "village")] == [-2, -2, -1]
    assert (rows["wood"].minus("foot"), rows["wood"].max_move, rows["guns_or_train"].delay) == (-1, 500, 500)
    assert rows["fortress_wall"].minus("foot") == -2


@pytest.mark.clause("NA-OBS-07", "NA-OBS-12", "NA-OBS-13")
def test_who_may_enter() -> None:
    rows = load_tables().obstacles
    assert [rows["wood"].open_to(one) for one in ("foot", "horse", "gun")] == [True, False, False]
    assert rows["wood"].open_to("horse", dismounted=True)
    assert not rows["ravine"].open_to("horse", dismounted=True)
    assert not any(rows[one].open_to("foot") for one in ("river", "water"))
    assert all(rows[one].open_to("gun") for one in ("bridge", "ford", "stream", "hill"))


@pytest.mark.clause("NA-CAS-01", "NA-CAS-03", "NA-CAS-04")
def test_casualties() -> None:
    table = load_tables().casualties
    ball = [[table.column("ball", row, branch) for row in range(7)] for branch in ("foot", "horse", "gun")]
    canister = [
        [table.column("canister", row, branch) for row in range(7)] for branch in ("foot", "horse", "gun")
    ]
    assert ball == [[0, 0, 0, 1, 1, 2, 2], [0, 0, 0, 0, 0, 1, 1], [0, 0, 0, 0, 0, 1, 1]]
    assert canister == [[0, 0, 1, 1, 2, 2, 3], [0, 0, 0, 1, 1, 2, 2], [0, 0, 0, 1, 1, 2, 2]]
    assert (table.canister_stops_foot, table.canister_stops_horse, table.canister_silences) == (
        True,
        True,
        True,
    )


@pytest.mark.clause("NA-FATE-02")
def test_fates() -> None:
    fates = load_tables().fate
    assert [(one.id, one.returns) for one in fates.values()] == [
        ("killed", "never"),
        ("badly_wounded", "end_of_war"),
        ("wounded", "7_days"),
        ("lightly_wounded", "next_day"),
        ("shaken", "after_1_turn"),
        ("shielded", "stays"),
    ]
    assert list(fates) == [1, 2, 3, 4, 5, 6]


@pytest.mark.clause(
    "NA-CC-06", "NA-CC-20", "NA-CC-22", "NA-CC-23", "NA-CC-30", "NA-CC-31", "NA-CC-32", "NA-CC-33"
)
def test_the_three_tables_of_close_combat() -> None:
    tables = load_tables()
    results = {
        clash: [tables.outcome(clash, difference).result for difference in (0, 2, 3, 4, 5, 11)]
        for clash in ("foot_foot", "horse_horse", "horse_foot")
    }
    assert results == {
        "foot_foot": ["locked", "locked", "pushed", "pushed", "rout", "rout"],
        "horse_horse": ["parted", "parted", "pushed", "pushed", "rout", "rout"],
        "horse_foot": ["repulsed", "repulsed", "pushed", "pushed", "rout", "rout"],
    }
    foot = tables.outcome("foot_foot", 3)
    assert (foot.back, foot.follow, foot.next_turn, foot.no_relief) == (
        {"foot": Back(moves=500)},
        {"foot": 500},
        -1,
        ("foot",),
    )
    parted = tables.outcome("horse_horse", 0)
    assert (parted.both, parted.back, parted.no_attack) == (True, {"horse": Back(moves=500)}, True)
    mixed = tables.outcome("horse_foot", 4)
    assert mixed.back == {"horse": Back(moves=1000), "foot": Back(length=250)}
    assert (mixed.follow, mixed.reforms, mixed.no_relief) == ({"foot": 250}, ("horse",), ("foot",))
    routs = [tables.outcome(clash, 5) for clash in tables.clashes]  # type: ignore[arg-type]
    assert {(one.winner_battle, one.loser_battle) for one in routs} == {(1, -2)}


@pytest.mark.clause("NA-MOD-02", "NA-MOD-08", "NA-MOD-13", "NA-MOD-20", "NA-UNIT-04")
def test_fighting_values() -> None:
    tables = load_tables()
    assert {key: status.fv for key, status in tables.statuses.items()} == {
        "line": 0,
        "recruit": -1,
        "militia": -1,
        "cossack": -1,
        "mameluke": -1,
        "other_age": -1,
        "guard": 1,
        "elite": 1,
        "old_guard": 2,
    }
    assert {key for key, status in tables.statuses.items() if status.elite} == {"guard", "elite", "old_guard"}
    numbers = tables.modifiers
    assert (
        numbers.min_foot,
        numbers.missing_foot_figure,
        numbers.min_horse,
        numbers.missing_horse_figure,
    ) == (
        6,
        -1,
        3,
        -2,
    )
    assert (numbers.has_routed, numbers.rear, numbers.heavy_horse_standing, numbers.has_routed_enemy) == (
        -2,
        -2,
        0,
        1,
    )


@pytest.mark.clause("NA-CMD-01", "NA-CMD-15", "NA-OOB-06", "NA-FATE-01")
def test_posts() -> None:
    posts = load_tables().posts
    assert {key: post.radius for key, post in posts.items()} == {
        "army_commander": 5000,
        "corps_commander": 3000,
        "chief_of_staff": 3000,
        "division_commander": 1000,
        "artillery_chief": 1000,
        "aide": 1000,
    }
    assert {key: post.may_replace for key, post in posts.items()} == {
        "army_commander": (),
        "corps_commander": ("army_commander",),
        "chief_of_staff": ("corps_commander",),
        "division_commander": ("corps_commander",),
        "artillery_chief": ("corps_commander", "division_commander"),
        "aide": ("division_commander", "artillery_chief"),
    }
    assert [key for key, post in posts.items() if post.staff] == ["chief_of_staff", "aide"]


@pytest.mark.clause("NA-PURS-03", "NA-PURS-06", "NA-PURS-07", "NA-ROUT-09")
def test_pursuit() -> None:
    pursuit = load_tables().pursuit
    assert pursuit.order == ("casualties", "prisoners", "colours", "persons", "recapture")
    assert [row[0] for row in pursuit.casualties] == [0, 0, 0, 1, 1, 2, 2]
    assert (
        [row[1] for row in pursuit.prisoners]
        == [row[2] for row in pursuit.prisoners]
        == [0, 0, 0, 0, 0, 1, 1]
    )
    assert (pursuit.dash, pursuit.later, pursuit.obeys, pursuit.unruly) == (1500, 1000, 1000, 1500)


@pytest.mark.clause("NA-END-04", "NA-END-05", "NA-CAMP-01")
def test_what_becomes_of_losses() -> None:
    tables = load_tables()
    split = {side: [(one.quarters, one.returns) for one in parts] for side, parts in tables.after.items()}
    assert split == {
        "winner": [(1, "never"), (1, "end_of_war"), (1, "7_days"), (1, "next_day")],
        "loser": [(2, "never"), (1, "end_of_war"), (1, "7_days")],
    }
    assert tables.return_days == {"next_day": 1, "7_days": 7}


@pytest.mark.clause("NA-UNIT-01", "NA-UNIT-02", "NA-ART-02", "NA-ART-04")
def test_scale_and_angles() -> None:
    tables = load_tables()
    assert (tables.scale.turn_minutes, tables.scale.figure_men, tables.scale.gun_model_guns) == (20, 150, 24)
    assert (tables.angles.sector, tables.angles.pivot_minus_one, tables.angles.pivot_half) == (225, 225, 450)


# --- options ---------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-OBS-08")
def test_a_fortress_wall_of_three() -> None:
    assert read_tables().under({"fortress_wall": -3}).obstacles["fortress_wall"].minus("foot") == -3


@pytest.mark.clause("NA-ART-01")
def test_canister_is_half_of_ball() -> None:
    printed, longer = load_tables().distances, read_tables().under({"ball_range": 2.5}).distances
    assert (printed.ball_range, printed.canister_range) == (2000, 1000)
    assert (longer.ball_range, longer.canister_range) == (2500, 1250)


@pytest.mark.clause("NA-CMD-10")
def test_how_far_a_general_rides() -> None:
    assert read_tables().under({"person_move": 3}).distances.person_move == 3000


@pytest.mark.clause("NA-OOB-08")
def test_what_a_chief_of_artillery_gives_by_rank() -> None:
    printed, by_rank = load_tables().posts, read_tables().under({"staff_bonus": "by_rank"}).posts
    assert (printed["artillery_chief"].bonus, by_rank["artillery_chief"].bonus) == ((0, 1, 1), (0, 0, 1))
    assert printed["artillery_chief"].bonus_at_gun == by_rank["artillery_chief"].bonus_at_gun == (0, 0, 0)
    assert printed["chief_of_staff"] == by_rank["chief_of_staff"]


# --- what may be laid over -------------------------------------------------------------------------------


@pytest.mark.clause("NA-GEN-01")
def test_changing_a_table_needs_no_code() -> None:
    tables = laid(
        "status:\n  - {id: veteran, en: veterans, fv: 1}\n  - remove: [mameluke]\n"
        "obstacle:\n  - {id: vineyard, en: vineyard, shape: area, who: all, delay: 0.25, fv: {horse: -2}}\n"
        "modifiers: {rear: -3}\ndistances: {contagion: 0.4}\n"
        "casualties: {close_or_ball: [[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0],[1,1,1]]}\n"
    )
    assert (tables.statuses["veteran"].fv, "mameluke" in tables.statuses) == (1, False)
    assert (tables.obstacles["vineyard"].delay, tables.obstacles["vineyard"].minus("horse")) == (250, -2)
    assert (tables.modifiers.rear, tables.distances.contagion, tables.modifiers.flank) == (-3, 400, -1)
    assert tables.casualties.column("ball", 6, "horse") == 1


BAD_TABLES = [
    (
        "arm:\n  - {id: foot, mover: 1}",
        "own.yaml:2:16: arm 'foot': unknown key 'mover'; did you mean 'move'?",
    ),
    ("arm:\n  - {id: foot, move: 0}", "arm 'foot': move must be at least 0.0, not 0 (NA-MOVE-03)"),
    (
        "arm:\n  - {id: camel, en: c, branch: horse, move: 2.0}",
        "unknown arm 'camel'; known: foot, heavy_horse",
    ),
    ("arm:\n  - remove: [horse]", "the rules need 'horse'; it cannot be struck"),
    ("arm:\n  - remove: [hors]", "unknown id 'hors'; did you mean 'horse'?"),
    ("status:\n  - {id: line, fv: 12}", "status 'line': fv must be at most 9, not 12 (NA-MOD-02)"),
    (
        "obstacle:\n  - {id: wood, who: dwarfs}",
        "obstacle 'wood': unknown who 'dwarfs'; known: all, foot, foot_or_dismounted, none (NA-OBS-01)",
    ),
    ("obstacle:\n  - {id: wood, max_move: 0.12345}", "0.12345 has more than three decimals"),
    ("footprint:\n  foot: {ranks: 0}", "give ranks or files (Model)"),
    ("casualties:\n  canister: [[1, 2, 3]]", "canister must hold at least 7 (NA-CAS-01)"),
    ("fate:\n  - remove: [shaken]", "the fate die has 6 faces, not 5 (NA-FATE-02)"),
    (
        "close_combat:\n  foot_foot: [{difference: [0, 2], result: locked}, {difference: [4], result: rout}]",
        "row 2 begins at 4, not at 3 (NA-CC-06)",
    ),
    (
        "close_combat:\n  foot_foot: [{difference: [0, 4], result: locked}]",
        "own.yaml:2:14: the last row must be open: [5] (NA-CC-06)",
    ),
    (
        "close_combat:\n  foot_foot: [{difference: [0], result: locked, back: {foot: {moves: 1, length: 1}}}]",
        "give one of moves, length (NA-CC-35)",
    ),
    ("modifiers: {flank: minus}", "flank must be a whole number, not the text 'minus' (NA-MOD-01)"),
    (
        "post:\n  - {id: aide, may_replace: [general]}",
        "post 'aide': unknown post 'general'; known: army_commander",
    ),
    (
        "post:\n  - {id: aide, ranks: [coronel]}",
        "post 'aide': unknown rank 'coronel'; did you mean 'colonel'?",
    ),
    ("post:\n  - {id: aide, bonus: [0, 1]}", "post 'aide': bonus: 2 for 1 ranks (NA-OOB-08)"),
    (
        "post:\n  - {id: aide, ranks: [colonel, field_officer], bonus: [0, 0]}",
        "post 'aide': ranks stand from junior to senior (NA-OOB-06)",
    ),
    (
        "distances: {battery_interval_max: 0.3}",
        "battery_interval_max is below battery_interval_min (NA-ART-08)",
    ),
    ("angles: {pivot_half: 10}", "pivot_half is below pivot_minus_one (NA-ART-04)"),
    ("angles: {pivot_half: 45.05}", "45.05 has more than one decimal"),
    ("limits: {normal_foot: [14, 10]}", "from 14 to 10 is no span"),
    (
        "after_battle:\n  loser:\n    - {id: wounded, quarters: 2}",
        "loser: 5 quarters; they must be 4 (NA-END-04)",
    ),
    (
        "option:\n  - {id: half_die, default: third}",
        "half_die = 'third'; one of round_down, round_up, half_losses (NA-ART-06)",
    ),
    ("option:\n  - {id: ticks, default: 5}", "ticks = '5'; 10 to 100 (NA-MOVE-20)"),
    (
        "option:\n  - {id: half_dice, kind: choice, default: x, clauses: [], en: x}",
        "unknown option 'half_dice'; did you mean 'half_die'?",
    ),
    (
        "option:\n  - {id: fog, values: [{value: none, en: none}]}",
        "the values of option fog are fixed by the rules",
    ),
]


@pytest.mark.clause("NA-GEN-01")
@pytest.mark.parametrize(("text", "said"), BAD_TABLES)
def test_a_bad_table(text: str, said: str) -> None:
    lines = refused(text)
    assert any(said in line for line in lines), lines


def test_all_problems_of_a_file_at_once() -> None:
    lines = refused("modifiers: {flank: x}\nangles: {pivot_half: 10}\noption:\n  - {id: ticks, default: 5}\n")
    assert [line.split(":")[1] for line in lines] == ["1", "2", "4"]


# --- files to start from ---------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_template_is_a_sound_file(kind: str, lang: str, tmp_path: Path) -> None:
    text = BOOK.template(kind, lang)
    assert "{{" not in text
    path = tmp_path / f"{kind}.yaml"
    path.write_text(text, encoding="utf-8")
    assert BOOK.check_file(path).say(lang)
