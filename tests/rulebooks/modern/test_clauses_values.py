"""Effective values (MO-GEN-07, MO-GEN-08), terrain in them, and numbers of generals."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.files import read_yaml
from grognard.rulebooks.modern import values
from grognard.rulebooks.modern.files import read_scenario
from grognard.rulebooks.modern.model import WORKS, ModernSetup
from grognard.rulebooks.modern.setup import make_setup
from grognard.rulebooks.modern.tables import read_tables
from tests.rulebooks.modern.scenes import BOOK, Scene, scene, shipped

TANK, RIFLES = "west-1-01", "west-1-02"
FOREST, ROADLESS_MOUNTAIN, TOWN, ROAD_MOUNTAIN = "0402", "0902", "0605", "0503"


def worth(one: Scene, unit: str, param: str) -> int:
    return values.value(one.field, one.unit(unit), param)


def fort(one: Scene, label: str, level: int) -> Scene:
    return one.place(one.field.works.with_fort(one.hex(label), level))


def own_cards(rows: str, name: str = "skirmish") -> ModernSetup:
    """A shipped scenario with more cards in the decks."""
    printed = read_tables([read_yaml(rows, "own.yaml")])
    return make_setup(read_scenario(BOOK.scenarios()[name], None, printed, options={}))


@pytest.mark.clause("MO-GEN-08", "MO-OPIN-02")
@pytest.mark.parametrize(
    ("param", "printed", "wanted"),
    [
        ("speed", 5, 4),
        ("armour", 8, 6),
        ("attack_infantry", 5, 4),
        ("attack_armour", 8, 6),
        ("attack_aviation", 1, 1),
        ("attack_fleet", 2, 1),
        ("sight", 3, 3),
        ("range", 3, 3),
    ],
)
def test_e21_opinion_and_supply_are_rounded_once(param: str, printed: int, wanted: int) -> None:
    one = scene()
    armies = {**one.setup.armies, "west": replace(one.setup.armies["west"], opinion=80)}
    one.setup = replace(one.setup, armies=armies)
    one.change(TANK, supply=90)
    assert values.printed(one.field, one.unit(TANK), param) == printed
    assert worth(one, TANK, param) == wanted


@pytest.mark.clause("MO-GEN-07", "MO-GEN-08")
def test_e20_nothing_falls_below_one() -> None:
    one = scene().stand(RIFLES, "0204", 12, supply=60)
    armies = {**one.setup.armies, "west": replace(one.setup.armies["west"], opinion=75)}
    one.setup = replace(one.setup, armies=armies)
    assert worth(one, RIFLES, "speed") == 1


@pytest.mark.clause("MO-TERR-04", "MO-TERR-06", "MO-TERR-12")
def test_e06_a_mountain_shelters_infantry_but_not_on_its_road() -> None:
    one = fort(scene("standard"), ROADLESS_MOUNTAIN, 2).stand("west-1-05", ROADLESS_MOUNTAIN)
    assert worth(one, "west-1-05", "armour") == 3 + 5 + 4
    assert worth(one, "west-1-05", "sight") == 3 + 1
    on_road = fort(scene("standard"), ROAD_MOUNTAIN, 2).stand("west-1-05", ROAD_MOUNTAIN)
    assert on_road.field.terrain(on_road.hex(ROAD_MOUNTAIN)).id == "mountain"
    assert worth(on_road, "west-1-05", "armour") == 3 + 4
    assert worth(on_road, "west-1-05", "sight") == 3 + 1


@pytest.mark.clause("MO-TERR-05", "MO-TERR-07", "MO-TERR-12")
def test_e05_e07_forest_settlement_and_forts() -> None:
    one = fort(fort(scene(), TOWN, 1), "0303", 3)
    one.stand(RIFLES, TOWN).stand(TANK, "0303", 16)
    assert worth(one, RIFLES, "armour") == 3 + 6 + 2
    assert worth(one, TANK, "armour") == 11 + 2 + 6
    assert worth(one.stand(TANK, "0304", 15), TANK, "armour") == 8 + 2


@pytest.mark.clause("MO-TERR-02", "MO-TERR-05", "MO-TERR-07", "MO-MOVE-12")
def test_who_sees_and_fires_how_far_from_forest_and_town() -> None:
    one = scene().stand(TANK, "0303")
    assert (worth(one, TANK, "sight"), worth(one, TANK, "range")) == (1, 1)
    one.stand(TANK, TOWN)
    assert (worth(one, TANK, "sight"), worth(one, TANK, "range")) == (1, 1)
    one.stand(RIFLES, TOWN)
    assert worth(one, RIFLES, "sight") == 3
    one.stand(RIFLES, "0303", 5)  # scouts are pathfinders
    assert worth(one, RIFLES, "sight") == 5
    one.stand(RIFLES, "0303", 32)
    assert (worth(one, RIFLES, "sight"), worth(one, RIFLES, "range")) == (4, 2)
    bound = scene(aviation_in_terrain="as_others").stand(RIFLES, "0303", 32)
    assert (worth(bound, RIFLES, "sight"), worth(bound, RIFLES, "range")) == (1, 1)
    assert worth(bound.stand(RIFLES, TOWN, 32), RIFLES, "sight") == 4


@pytest.mark.clause("MO-GEN-07", "MO-UNIT-12")
def test_a_printed_zero_stays_zero_but_for_a_set() -> None:
    one = scene().turn_of("west-1").stand(RIFLES, "0204", 19)
    one.in_play("K17", "west-1")
    assert worth(one, RIFLES, "attack_aviation") == 0
    assert worth(one, TANK, "attack_aviation") == 1 + 2
    rows = """\
kso_card:
  - {id: K40, tier: cheap, kind: T, en: X, ru: Х, target: {what: unit, side: own},
     effects: [{op: set, param: attack_aviation, value: 6}]}
"""
    made = scene(setup=own_cards(rows)).stand(RIFLES, "0204", 19)
    made.in_play("K40", "west-1", RIFLES)
    assert worth(made, RIFLES, "attack_aviation") == 6


@pytest.mark.clause("MO-GEN-08", "MO-KSO-26")
def test_scales_come_after_additions_and_sets_last() -> None:
    rows = """\
kso_card:
  - {id: K40, tier: cheap, kind: S, en: X, ru: Х, target: {what: none},
     effects: [{op: scale, param: speed, num: 1, den: 2, scope: own_all}]}
  - {id: K41, tier: cheap, kind: S, en: X, ru: Х, target: {what: none},
     effects: [{op: set, param: speed, value: 3, scope: own_all}]}
  - {id: K42, tier: cheap, kind: S, en: X, ru: Х, target: {what: none},
     effects: [{op: set, param: speed, value: 2, scope: own_all}]}
"""
    one = scene(setup=own_cards(rows)).turn_of("west-1")
    one.in_play("K02", "west-1", TANK).in_play("K40", "west-1")
    assert worth(one, TANK, "speed") == (5 + 2) // 2
    one.in_play("K41", "west-1")
    assert worth(one, TANK, "speed") == 3
    one.in_play("K42", "west-1")
    assert worth(one, TANK, "speed") == 2
    parts = values.worth(one.field, one.unit(TANK), "speed").parts
    assert [(part.source, part.value) for part in parts] == [
        ("printed", 5),
        ("K02", 2),
        ("K40", -4),
        ("K42", -1),
    ]


@pytest.mark.clause("MO-KSO-09")
def test_two_copies_of_a_card_do_not_add_up() -> None:
    one = scene().turn_of("west-1")
    one.in_play("K06", "west-1", TANK)
    piece = one.field.cards[0]
    one.place(replace(piece, id="card:9"))
    assert worth(one, TANK, "armour") == 8 + 3


@pytest.mark.clause("MO-KSO-26")
def test_scopes_cover_whoever_is_inside_now() -> None:
    one = scene().turn_of("west-1").in_play("K15", "west-1", one_hex := shipped().map.grid.at("0605"))
    enemy = "east-1-01"
    assert one.field.grid.distance(one.unit(enemy).hex, one_hex) > 4
    assert worth(one, enemy, "sight") == 3
    one.stand(enemy, "0905")
    assert worth(one, enemy, "sight") == 1
    assert worth(one, enemy, "range") == 2
    assert worth(one, TANK, "sight") == 3


@pytest.mark.clause("MO-GNL-05")
def test_passive_abilities_are_for_the_generals_own_units() -> None:
    one = scene("standard").stand("west-1-01", "0416", 42).stand("west-2-09", "0316")
    assert worth(one, "west-2-09", "range") == 4 + 1
    assert worth(one, "west-1-01", "range") == 4


@pytest.mark.clause("MO-GNL-05", "MO-KSO-26", "MO-MOVE-10")
def test_the_wall_is_for_infantry_that_has_not_moved() -> None:
    one = scene()
    assert worth(one, "east-1-02", "armour") == 3 + 1
    assert worth(one.change("east-1-02", moved=True), "east-1-02", "armour") == 3
    assert worth(one, "east-1-01", "armour") == 10


@pytest.mark.clause("MO-KSO-20")
def test_the_marshal_is_immune_to_restrictions_and_the_clock() -> None:
    one = scene("standard").turn_of("west-1")
    one.in_play("K20", "west-1", "east-1-01", "east-2-01")
    assert not values.is_restricted(one.field, one.unit("east-1-01"), "move")
    assert values.is_restricted(one.field, one.unit("east-2-01"), "move")
    assert not values.is_restricted(one.field, one.unit("east-2-01"), "attack")


@pytest.mark.clause("MO-GNL-02", "MO-GNL-07")
def test_command_with_posts_cards_and_limits() -> None:
    one = scene("standard").turn_of("east-1")
    assert values.command(one.field, "east-1") == 9 + 1
    one.new("east-1-11", "2201", 31)
    one.new("east-1-12", "2301", 31)
    assert values.command(one.field, "east-1") == 9 + 2
    one.in_play("K31", "east-1", "east-1")
    assert values.command(one.field, "east-1") == 12
    one.change("east-1", extra_moves=2)
    assert values.command(one.field, "east-1") == 14
    assert values.command(one.field, "west-1") == 6


@pytest.mark.clause("MO-GNL-07", "MO-GNL-03", "MO-GNL-04")
def test_numbers_of_generals_stay_within_their_limits() -> None:
    rows = """\
kso_card:
  - {id: K40, tier: cheap, kind: S, en: X, ru: Х, target: {what: general, side: any},
     effects: [{op: general, param: kso_per_turn, delta: -3}, {op: general, param: kso_limit, delta: 9}]}
"""
    one = scene(setup=own_cards(rows)).in_play("K40", "west-1", "east-1")
    assert values.cards_a_turn(one.field, "east-1") == 1
    assert values.hand_limit(one.field, "east-1") == 8
    assert values.hand_limit(one.field, "west-1") == 3


@pytest.mark.clause("MO-CP-03")
def test_the_economist_needs_four_turns() -> None:
    setup = shipped()
    generals = {**setup.generals, "west-1": replace(setup.generals["west-1"], card="G10")}
    one = scene(setup=replace(setup, generals=generals))
    assert values.turns_to_hold(one.field, "west-1") == 4
    assert values.turns_to_hold(one.field, "east-1") == 5


@pytest.mark.clause("MO-TERR-12")
def test_forts_shelter_either_side_but_no_aircraft() -> None:
    one = fort(scene(), "0604", 3)
    assert worth(one.stand(TANK, "0604"), TANK, "armour") == 8 + 6
    assert worth(one.stand(TANK, "0604", 32), TANK, "armour") == 5
    assert one.field.pieces[WORKS] is one.field.works


@pytest.mark.clause("MO-UNIT-07", "MO-GNL-06")
def test_a_lost_status_changes_nothing_and_generals_are_as_at_the_start() -> None:
    one = scene()
    params = ("speed", "armour", "sight", "range", "attack_infantry")
    before = [worth(one, TANK, param) for param in params]
    assert [worth(one.change(TANK, lost=1), TANK, param) for param in params] == before
    assert values.command(one.field, "west-1") == one.setup.tables.generals["G08"].command == 7


@pytest.mark.clause("MO-KSO-23", "MO-KSO-16")
def test_a_new_card_is_in_the_deck_at_once() -> None:
    rows = """\
kso_card:
  - {id: K40, tier: medium, kind: Q, en: X, ru: Х, target: {what: general, side: own},
     effects: [{op: draw, tier: cheap, count: 2}]}
"""
    one = scene(setup=own_cards(rows))
    assert "K40" in one.field.deck("medium").cards
    assert len(one.field.deck("medium").cards) == 12


@pytest.mark.clause("MO-MAP-01", "MO-MAP-02")
def test_e11_distances() -> None:
    grid = shipped("standard").map.grid
    assert grid.distance(grid.at("0307"), grid.at("2209")) == 19
    assert grid.distance(grid.at("0101"), grid.at("2418")) == 29
    assert [grid.label(hex) for hex in grid.neighbours[grid.at("0101")]] == ["0201", "0102"]
