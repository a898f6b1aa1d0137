"""The doctrine: points of the chapter What a sensible player does, from views alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.core.dice import Fast
from grognard.core.state import UMPIRE, Question, State
from grognard.locale import Name
from grognard.players import DoctrinePlayer, Player, RandomPlayer, play_out
from grognard.rulebooks.fantasy import doctrine, refusals
from grognard.rulebooks.fantasy.charging import _passes_at, charge_wheel
from grognard.rulebooks.fantasy.doctrine_magic import cast_dice, dispel_dice
from grognard.rulebooks.fantasy.doctrine_move import Lanes
from grognard.rulebooks.fantasy.doctrine_odds import contact_of, round_of
from grognard.rulebooks.fantasy.doctrine_place import arrives, dangers_to, may_come_to, meets, moved, post_of
from grognard.rulebooks.fantasy.doctrine_scene import Scene, scene_of
from grognard.rulebooks.fantasy.model import Character, SpellInForce, Thing, Unit, UnitOrder
from grognard.rulebooks.fantasy.paths import end
from grognard.rulebooks.fantasy.regiment import block_of
from grognard.rulebooks.fantasy.setup import Army, FantasySetup, Objective
from grognard.space.outline import Edge
from tests.rulebooks.fantasy.scenes import BOOK, contact, field_of, fwd, hero, setup_of, state_of, unit, wheel

NORTH, EAST, SOUTH, WEST = 0, 90, 180, 270


def planned(setup: FantasySetup, state: State[Thing]) -> Scene:
    """The plan of side ``c``, who is asked for its orders."""
    asked = replace(state, questions=(Question("order", "c", ("c1",), secret=True),))
    scene = scene_of(BOOK.view(setup, asked, "c").field)
    doctrine.plan(scene)
    return scene


def thoughts(units: Iterable[Unit], *more: Thing, heroes: Iterable[Character] = (), **facts: Any) -> Scene:
    """What side ``c`` thinks of a position; the rules must take all its orders."""
    setup = setup_of(units, heroes, **facts)
    scene = planned(setup, state_of(setup, *more))
    for unit_id, order in scene.orders.items():
        assert refusals.why_not(scene.field, unit_id, order) is None, (unit_id, order)
    return scene


def orders(units: Iterable[Unit], *more: Thing, **facts: Any) -> dict[str, UnitOrder]:
    return thoughts(units, *more, **facts).orders


# --- what it reckons with ------------------------------------------------------------------------------------


@pytest.mark.clause("FA-GEN-05")
def test_enemies_are_taken_to_be_as_the_book_prints_them() -> None:
    """A view has guesses of the numbers of orcs; the doctrine reckons with T 4."""
    scene = thoughts([unit("c1", "spearmen", 20, (20, 8)), unit("h1", "orcs", 20, (20, 40), SOUTH)])
    assert scene.field.stats("h1").T == 3
    assert scene.guess.stats("h1").T == 4


@pytest.mark.clause("FA-CR-05", "FA-MEL-06")
def test_a_flank_promises_more_than_the_front() -> None:
    knights, pikes = unit("c1", "knights", 10, (20, 8), files=5), unit("h1", "pikemen", 40, (20, 18), SOUTH)
    scene = thoughts([knights, pikes])
    front, flank = (
        round_of(scene.guess, [contact_of(scene, knights, pikes, edge)]) for edge in (Edge.FRONT, Edge.LEFT)
    )
    assert flank.result > front.result + 2
    assert flank.taken < front.taken


@pytest.mark.clause("FA-MOV-03", "FA-UNIT-07")
def test_places_reckoned_in_strokes_are_those_of_the_rules() -> None:
    one = unit("c1", "spearmen", 30, (20, 8), 30)
    field = field_of(setup_of([one, unit("h1", "orcs", 20, (20, 40), SOUTH)]))
    there = moved(post_of(one), 25, 3)
    exact = end(field, "c1", (wheel(25), fwd(3)))
    assert there.cx == pytest.approx(exact.at[0] / 1000, abs=0.01)
    assert there.cy == pytest.approx(exact.at[1] / 1000, abs=0.01)


@pytest.mark.clause("FA-CHG-01")
def test_the_chance_of_a_charge_is_that_of_its_dice() -> None:
    one, other = unit("c1", "spearmen", 20, (20, 8)), unit("h1", "orcs", 20, (20, 19), SOUTH)
    gap, edge = meets(post_of(one), post_of(other))
    assert (gap, edge) == (11.0, Edge.FRONT)
    assert arrives(post_of(one), 4, post_of(other), gap) == pytest.approx(21 / 36)


@pytest.mark.clause("FA-CHG-04")
@pytest.mark.parametrize("at", [(31, 20), (12.5, 17), (20, 30), (35, 9), (20.3, 9)])
def test_the_wheel_of_a_charge_is_the_best_of_all_degrees(at: tuple[float, float]) -> None:
    block, point = block_of(unit("c1", "spearmen", 30, (20, 8), 17)), (int(at[0] * 1000), int(at[1] * 1000))
    every = (turn for degrees in range(91) for turn in (degrees, -degrees))
    assert charge_wheel(block, point) == min(every, key=lambda turn: _passes_at(block, turn, point))


def crowd() -> Scene:
    places = [((14, 10), 20), ((20, 8), 0), ((26, 11), 340), ((22, 15), 30), ((33, 9), 300)]
    own = [unit(f"c{n}", "spearmen", 20, at, heading) for n, (at, heading) in enumerate(places, 1)]
    enemies = [unit(f"h{n}", "orcs", 20, (8 + 9 * n, 18 + 5 * n), SOUTH) for n in range(1, 5)]
    return thoughts([*own, *enemies])


@pytest.mark.clause("FA-MOV-06")
def test_what_shuts_a_way_shuts_all_longer_ones() -> None:
    scene = crowd()
    for one in scene.own:
        lanes = Lanes(scene, one)
        for turn in (0, 350, -350, 900):
            for length in (3000, 500, 8000, 1000, 5000, 600):
                way = scene.way(one, turn, length)
                shut = scene.crosses(one, way) or scene.is_barred(one, way)
                assert lanes.is_free(turn, length) is not shut, (one.id, turn, length)


@pytest.mark.clause("FA-CHG-01")
def test_nobody_is_left_out_who_could_be_charged_from_somewhere() -> None:
    scene = crowd()
    for one in scene.own:
        here, reach = post_of(one), scene.move(one) + 12
        for foe in dangers_to(scene, one):
            ways = [
                (turn, 2 * scene.move(one) * part / 4) for turn in range(-90, 91, 15) for part in range(5)
            ]
            could = any(meets(moved(here, turn, far), foe.post)[0] <= reach for turn, far in ways)
            assert may_come_to(scene, one, foe) or not could, (one.id, foe.unit.id)


# --- points 2, 12 and 13: in melee ------------------------------------------------------------------------------


def in_contact(profile: str, models: int, enemy: str, many: int, **more: Any) -> tuple[Unit, Unit, Thing]:
    one = unit("c1", profile, models, (30, 20), **more)
    other = unit("h1", enemy, many, (30, 20), SOUTH)
    return one, other, contact(one, other)


@pytest.mark.clause("FA-ORD-10")
def test_2_who_is_winning_fights_on_and_pursues() -> None:
    one, other, touch = in_contact("great_swords", 30, "goblins", 20)
    assert orders([one, other], touch)["c1"] == UnitOrder("attack")


@pytest.mark.clause("FA-ORD-08")
def test_2_who_is_sure_to_break_draws_back_if_it_may() -> None:
    one, other, touch = in_contact("archers", 20, "trolls", 9)
    assert orders([one, other], touch)["c1"].word == "retreat"
    dead, trolls, met = in_contact("skeleton_warriors", 20, "trolls", 9)
    assert orders([dead, trolls], met)["c1"].word == "hold"


@pytest.mark.clause("FA-RET-07")
def test_13_nobody_pursues_into_the_flank_of_fresh_horse() -> None:
    one, other, touch = in_contact("great_swords", 30, "goblins", 20)
    horse = unit("h2", "wolf_riders", 10, (44, 27), WEST, files=5)
    assert orders([one, other, horse], touch)["c1"] == UnitOrder("attack", pursue=False)


@pytest.mark.clause("FA-MEL-12")
def test_12_the_better_character_challenges_and_the_weaker_declines() -> None:
    one, other, touch = in_contact("great_swords", 30, "goblins", 30)
    strong = [hero("lord", "general", one), hero("shm", "shaman", other)]
    assert orders([one, other], touch, heroes=strong)["c1"].challenge == ("lord",)
    weak = [hero("priest", "mage", one), hero("boss", "warlord", other)]
    order = orders([one, other], touch, heroes=weak)["c1"]
    assert (order.challenge, order.accept) == ((), ())


# --- points 3 to 5: charges --------------------------------------------------------------------------------------


@pytest.mark.clause("FA-CHG-12", "FA-ORD-04")
def test_3_a_good_charge_in_reach_is_made() -> None:
    units = [unit("c1", "knights", 10, (20, 8), files=5), unit("h1", "goblins", 20, (20, 20), SOUTH)]
    assert orders(units)["c1"] == UnitOrder("attack", ("h1",))
    far = [units[0], unit("h1", "goblins", 20, (20, 28), SOUTH)]
    assert orders(far)["c1"].word != "attack"


@pytest.mark.clause("FA-WPN-08")
def test_3_horse_never_charges_three_ranks_of_pikes_in_front_alone() -> None:
    knights = unit("c1", "knights", 10, (20, 8), files=5)
    front = orders([knights, unit("h1", "pikemen", 30, (20, 20), SOUTH)])
    flank = orders([knights, unit("h1", "pikemen", 30, (20, 20), EAST)])
    assert front["c1"].word != "attack"
    assert flank["c1"] == UnitOrder("attack", ("h1",))


@pytest.mark.clause("FA-CR-05")
def test_4_a_near_flank_is_taken_before_a_front() -> None:
    knights = unit("c1", "knights", 10, (20, 8), files=5)
    units = [knights, unit("h1", "orcs", 20, (14, 19), SOUTH), unit("h2", "orcs", 20, (27, 19), EAST)]
    assert orders(units)["c1"].targets[0] == "h2"


@pytest.mark.clause("FA-CHG-06")
def test_3_nobody_charges_through_a_friend() -> None:
    units = [unit("c1", "knights", 10, (20, 8), files=5), unit("h1", "goblins", 20, (20, 20), SOUTH)]
    between = unit("c2", "militia", 10, (20, 11))
    assert orders([*units, between])["c1"].word != "attack"


@pytest.mark.clause("FA-CR-01", "FA-ORD-04")
def test_5_two_who_are_too_weak_alone_charge_together() -> None:
    one, other = unit("c1", "spearmen", 20, (18, 12)), unit("c2", "knights", 5, (30, 24), WEST, files=5)
    enemy = unit("h1", "orcs", 40, (18, 20), SOUTH)
    both = orders([one, other, enemy])
    assert (both["c1"].targets[:1], both["c2"].targets[:1]) == (("h1",), ("h1",))
    assert orders([one, enemy])["c1"].word != "attack"


# --- points 6 to 8 --------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-ORD-09", "FA-UNIT-05")
def test_6_foot_turn_to_horse_that_could_come_into_their_flank() -> None:
    units = [unit("c1", "pikemen", 30, (20, 20)), unit("h1", "knights", 10, (35, 19), WEST, files=5)]
    order = orders(units)["c1"]
    assert order.word == "reform"
    assert abs((order.heading or 0) - 900) < 150


@pytest.mark.clause("FA-UNIT-09")
def test_6_a_column_becomes_a_line_when_an_enemy_is_near() -> None:
    column = unit("c1", "militia", 30, (20, 8), files=5, formation="column")
    near = orders([column, unit("h1", "trolls", 9, (20, 22), SOUTH)])["c1"]
    assert (near.word, near.files, near.formation) == ("reform", 10, "line")
    assert orders([column, unit("h1", "trolls", 9, (20, 40), SOUTH)])["c1"].word == "march"


@pytest.mark.clause("FA-ORD-05", "FA-ORD-06")
def test_7_shooters_choose_where_kills_and_leadership_count_most() -> None:
    archers = unit("c1", "archers", 20, (30, 8))
    units = [
        archers,
        unit("h1", "pikemen", 30, (22, 34), SOUTH),
        unit("h2", "knights", 10, (38, 34), SOUTH, files=5),
    ]
    order = orders(units)["c1"]
    assert (order.word, order.targets[0]) == ("stand_and_shoot", "h1")


@pytest.mark.clause("FA-SHO-09")
def test_7_who_can_charge_them_is_shot_at_first() -> None:
    archers = unit("c1", "archers", 20, (30, 8))
    units = [
        archers,
        unit("h1", "goblins", 30, (22, 34), SOUTH),
        unit("h2", "knights", 10, (38, 21), SOUTH, files=5),
    ]
    order = orders(units)["c1"]
    assert (order.targets[0], order.if_charged) == ("h2", "stand_and_shoot")


@pytest.mark.clause("FA-ORD-02")
def test_7_shooters_never_march_near_horse() -> None:
    """Their crossbows are jammed by the reloading; nobody to shoot at behind them."""
    units = [
        unit("c1", "crossbowmen", 12, (30, 8), files=6, reload=1),
        unit("h1", "knights", 10, (30, 22), SOUTH, files=5),
    ]
    assert orders(units)["c1"].word != "march"


@pytest.mark.clause("FA-ORD-11")
def test_8_light_troops_go_back_before_horse_that_would_ride_them_down() -> None:
    light = unit("c1", "skirmishers", 12, (30, 8), files=6)
    assert orders([light, unit("h1", "knights", 10, (30, 22), SOUTH, files=5)])["c1"].if_charged == "retreat"
    foot = orders([light, unit("h1", "goblins", 20, (30, 18), SOUTH)])["c1"]
    assert foot.if_charged == "stand_and_shoot"


# --- points 9 to 11 --------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-WM-07")
def test_9_a_cannon_is_laid_on_the_deepest_unit() -> None:
    gun = unit("c1", "cannon", 3, (30, 6))
    units = [gun, unit("h1", "orcs", 20, (24, 38), SOUTH), unit("h2", "orcs", 40, (36, 38), SOUTH)]
    assert orders(units)["c1"].targets == ("h2",)


@pytest.mark.clause("FA-WM-02")
def test_9_the_only_infantry_by_a_gun_stays_there() -> None:
    gun, by = unit("c1", "cannon", 3, (30, 6)), unit("c2", "militia", 20, (36, 6))
    enemy = unit("h1", "orcs", 40, (36, 40), SOUTH)
    assert orders([gun, by, enemy])["c2"].word == "hold"
    assert orders([by, enemy])["c2"].word == "march"


@pytest.mark.clause("FA-MAG-08", "FA-MAG-09", "FA-MAG-13")
def test_10_dice_are_as_many_as_are_likely_to_do_it() -> None:
    """A junior's 7 needs two dice (13/18), a 9 three; a senior's 12 four; nobody takes five."""
    assert [cast_dice(1, 7), cast_dice(1, 9), cast_dice(2, 12)] == [2, 3, 4]
    assert cast_dice(0, 16) == 0
    assert [dispel_dice(1, 8), dispel_dice(1, 9), dispel_dice(2, 20)] == [2, 3, 0]


@pytest.mark.clause("FA-MAG-15")
def test_10_what_lasts_for_the_battle_is_dispelled_first() -> None:
    own, enemy = unit("c1", "jaegers", 8, (30, 8), files=4), unit("h1", "orcs", 30, (30, 24), SOUTH)
    mage = hero("m", "mage", own, level=2, path="flame", spells=("flame_1",))
    force = SpellInForce(
        "spell_1", "earth_5", "shm", "h", "", 30_000, 15_000, total=9, fresh=False, due=False
    )
    casts = orders([own, enemy], force, heroes=[mage])["c1"].casts
    assert [(one.spell, one.targets) for one in casts] == [
        ("break_enchantment", ("spell_1",)),
        ("flame_1", ("h1",)),
    ]


@pytest.mark.clause("FA-MAG-16")
def test_10_those_in_melee_are_blessed() -> None:
    one, other, touch = in_contact("great_swords", 20, "orcs", 20)
    own = unit("c2", "archers", 20, (20, 14))
    mage = hero("m", "mage", own, level=2, path="flame", spells=("flame_2",))
    casts = orders([one, other, own], touch, heroes=[mage])["c2"].casts
    assert [(one.spell, one.targets[0]) for one in casts] == [("flame_2", "c1")]


@pytest.mark.clause("FA-CMD-04")
def test_11_a_general_waits_for_turn_3_unless_he_leads_the_best_unit() -> None:
    from grognard.rulebooks.fantasy.model import TURN, Turn

    own = unit("c1", "knights", 10, (20, 8), files=5)
    units = [own, unit("c2", "pikemen", 40, (40, 8)), unit("h1", "goblins", 20, (20, 20), SOUTH)]
    general = [hero("lord", "general", own)]
    setup = setup_of(units, general, armies={"c": Army("c", general="lord")})
    found = []
    for turn in (1, 3):
        state = state_of(setup, turn=Turn(TURN, number=turn, phase="orders"))
        found.append(planned(setup, state).orders["c1"].word == "attack")
    assert found == [False, True]


# --- points 14 and 15 -------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-LD-02")
def test_14_a_spent_unit_goes_back() -> None:
    spent = unit("c1", "swordsmen", 6, (20, 8), start_models=20)
    assert orders([spent, unit("h1", "goblins", 20, (20, 16), SOUTH)])["c1"].word == "retreat"
    assert orders([spent, unit("h1", "goblins", 20, (20, 40), SOUTH)])["c1"].word == "hold"


@pytest.mark.clause("FA-VIC-04")
def test_15_an_objective_that_nobody_holds_is_marched_for() -> None:
    village = Objective(
        "v", Name("village"), ((8000, 16000), (14000, 16000), (14000, 22000), (8000, 22000)), 15
    )
    units = [unit("c1", "swordsmen", 20, (11, 8)), unit("h1", "orcs", 20, (60, 44), SOUTH)]
    order = orders(units, objectives=[village])["c1"]
    assert order.word == "march"
    assert end(field_of(setup_of(units)), "c1", order.path).at[1] > 14_000


@pytest.mark.clause("FA-MOV-06")
def test_15_two_who_go_on_do_not_come_in_each_others_way() -> None:
    units = [
        unit("c1", "orcs", 20, (20, 28), SOUTH),
        unit("c2", "wolf_riders", 5, (26, 28), SOUTH, files=5),
        unit("h1", "archers", 20, (12, 7)),
    ]
    scene = thoughts(units)
    assert not set(scene.ways) - {"c1", "c2"}
    one, other = scene.ways["c1"], scene.ways["c2"]
    assert not any(one.meets(base) for base in other.bases) or abs(one.heading - other.heading) <= 300


# --- before the battle ------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-GEN-10")
def test_horse_is_deployed_on_the_wing() -> None:
    zone = ((1000, 1000), (71_000, 1000), (71_000, 16_000), (1000, 16_000))
    units = [
        unit("c1", "swordsmen", 20, (10, 10)),
        unit("c2", "swordsmen", 20, (22, 10)),
        unit("c3", "knights", 5, (34, 10), files=5),
        unit("c4", "spearmen", 20, (46, 10)),
        unit("c5", "spearmen", 20, (58, 10)),
        unit("h1", "orcs", 40, (34, 40), SOUTH),
    ]
    setup = setup_of(units, armies={"c": Army("c", zone=zone)})
    question = Question("deploy", "c", ("c",), secret=True)
    view = BOOK.view(setup, replace(state_of(setup), questions=(question,)), "c")
    answer = doctrine.answer(view, question)
    assert BOOK.decisions["deploy"].check(view, question, answer) == answer
    x = dict(zip(answer[1::6], answer[2::6], strict=True))["c3"]
    assert x in (10_000, 58_000)


@pytest.mark.clause("FA-LEG-01")
def test_the_award_goes_to_the_best_it_fits() -> None:
    units = [unit("c1", "militia", 20, (20, 8)), unit("c2", "knights", 10, (40, 8), files=5)]
    setup = setup_of([*units, unit("h1", "orcs", 40, (34, 40), SOUTH)])
    question = Question("legend_bonus", "c", ("c",))
    view = BOOK.view(setup, replace(state_of(setup), questions=(question,)), "c")
    answer = doctrine.answer(view, question)
    assert answer in BOOK.decisions["legend_bonus"].options(view, question)
    assert answer[2] in ("c1", "c2")


@pytest.mark.clause("FA-RET-04")
def test_whoever_runs_is_to_rally() -> None:
    own = unit("c1", "swordsmen", 20, (20, 8), retreating=True)
    question = Question("order", "c", ("c1",), secret=True)
    setup = setup_of([own, unit("h1", "orcs", 20, (34, 40), SOUTH)], [hero("kn", "captain", own)])
    view = BOOK.view(setup, replace(state_of(setup), questions=(question,)), "c")
    assert doctrine.answer(view, question) == ("rally",)


@pytest.mark.clause("FA-GEN-10")
def test_what_the_game_master_is_asked_is_left_to_the_rules() -> None:
    setup = setup_of([unit("c1", "swordsmen", 20, (20, 8)), unit("h1", "orcs", 20, (34, 40), SOUTH)])
    question = Question("confirm", UMPIRE)
    view = BOOK.view(setup, replace(state_of(setup), questions=(question,)), UMPIRE)
    assert doctrine.answer(view, question) == ("confirm",)


# --- battles ------------------------------------------------------------------------------------------------------


def won(name: str, seeds: Iterable[int]) -> Counter[str]:
    """Side -> battles that its doctrine won against a random player."""
    setup = BOOK.read_setup(BOOK.scenarios()[name])
    found: Counter[str] = Counter()
    for seed in seeds:
        for side in setup.sides:
            players: dict[str, Player] = {
                seat.id: DoctrinePlayer() if seat.side == side.id else RandomPlayer() for seat in setup.seats
            }
            outcome = play_out(BOOK, setup, players, Fast(seed), seed=seed).outcome
            found[side.id] += outcome is not None and outcome.winners == (side.id,)
    return found


@pytest.mark.slow
def test_it_beats_random_players() -> None:
    assert won("standard", range(1, 4)).total() >= 5


@pytest.mark.slow
def test_it_answers_alike_whatever_is_asked_first() -> None:
    """The plan of a side doesn't hang on the order of the questions."""
    setup = BOOK.read_setup(BOOK.scenarios()["skirmish"])
    ends = [
        play_out(BOOK, setup, {seat.id: DoctrinePlayer() for seat in setup.seats}, Fast(3), seed=seed)
        for seed in (1, 2)
    ]
    assert ends[0].pieces == ends[1].pieces


def test_secrets_of_the_enemy_change_nothing() -> None:
    """Neither his orders nor his exact numbers within a rank bear on the plan."""
    units = [unit("c1", "knights", 10, (20, 8), files=5), unit("h1", "goblins", 20, (20, 20), SOUTH)]
    other = replace(units[1], models=13, order=UnitOrder("retreat"), pool=0)
    assert orders(units) == orders([units[0], other])
