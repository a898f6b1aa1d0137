"""The doctrine: the thirteen points of chapter What a sensible player does, from views alone."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.core.dice import Fast
from grognard.rulebooks.feudal import doctrine_melee
from grognard.rulebooks.feudal.attack import figures, table_of
from grognard.rulebooks.feudal.doctrine import answer
from grognard.rulebooks.feudal.doctrine_melee import Staff, line_holds
from grognard.rulebooks.feudal.doctrine_odds import FIRST_MELEE, Scene
from grognard.rulebooks.feudal.doctrine_tactical import points
from grognard.rulebooks.feudal.model import Commander, Stall
from tests.rulebooks.feudal.scenes import BOOK, Played, army, effect, play, scene
from tests.rulebooks.feudal.scenes import Scene as Stage

LINE: dict[str, Any] = {"posture": "in_melee"}


def think(done: Played, question_id: str) -> str:
    """What the doctrine answers to an open question, in words."""
    question = done.question(question_id)
    view = done.view(question.seat)
    options = BOOK.decisions[question.kind].options(view, question)
    order = BOOK.doctrine(view, question, options, random.Random(1))
    assert order in options
    return " ".join(map(str, order))


def asked(here: Stage, kind: str) -> Played:
    """The scene played to the first question of that kind, with the defaults of the rules."""
    return play(here, until=kind)


def all_answers(done: Played, kind: str) -> dict[str, str]:
    """Army -> the doctrine's answer to every open question of that kind."""
    return {name.split(":")[1]: think(done, name) for name in done.questions(kind)}


# --- 1: expected damage --------------------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["dealt", "mirrored"])
def test_1_expected_damage_is_that_of_the_rules_for_every_pair_of_grades(option: str) -> None:
    """The short way (columns of the table added to one clash) gives what the rules give, die by die."""
    for mine, theirs in product(range(-2, 3), repeat=2):
        here = scene(
            army("a", "knights", 30, strategy=mine, conditions=["mud"], **LINE),
            army("b", "spearmen", 60, side="blue", strategy=theirs, conditions=["palisade"], **LINE),
            at="melee 1",
            options={"strategy_damage": option},
        )
        view = here.view("red")
        truth = table_of(view.setup, figures(view.setup, view.bearer("a"), view.bearer("b"), FIRST_MELEE))
        staff = Scene(view)
        want = sum(throw.meaning.damage for throw in truth.throws) / 20
        assert staff.shapes.mean(staff.blow("a", "b", mine, theirs)) == want


def test_1_shots_are_reckoned_with_the_guard_of_whoever_is_in_melee() -> None:
    """Worked example 31: archers S 3 at a Bugurt S 3 in melee, later ranged pass: mean 5.25."""
    here = scene(
        army("a", "archers", 50), army("b", strength=3, side="blue", strategy="bugurt", **LINE), at="ranged 2"
    )
    staff = Scene(here.view("red"))
    assert staff.shapes.mean(staff.shot("a", "b")) == 5.25


# --- 2, 3, 10, 11: grades ------------------------------------------------------------------------------------


def grade_of(here: Stage, army_id: str = "a") -> str:
    return think(asked(here, "strategy"), f"strategy:{army_id}")


def test_2_between_equals_bugurt() -> None:
    assert grade_of(scene(army("a", **LINE), army("b", side="blue", **LINE), at="melee 1")) == "bugurt"


def test_2_with_twice_the_strength_never_bugurt() -> None:
    here = scene(army("a", men=500, **LINE), army("b", men=60, side="blue", **LINE), at="melee 1")
    assert grade_of(here) in ("standard", "aggressive")


def test_2_against_a_careful_enemy_far_stronger_defensive() -> None:
    careful = army("b", strength=9, side="blue", strategy="defensive", **LINE)
    assert grade_of(scene(army("a", strength=3, **LINE), careful, at="melee 2")) == "defensive"


def test_2_against_a_bold_enemy_far_stronger_bugurt_all_the_same() -> None:
    bold = army("b", strength=9, side="blue", strategy="bugurt", **LINE)
    assert grade_of(scene(army("a", strength=5, **LINE), bold, at="melee 2")) == "bugurt"


@pytest.mark.parametrize(
    ("seen", "want"), [(None, "standard"), ("cautious", "cautious"), ("bugurt", "aggressive")]
)
def test_2_among_three_sides_as_bold_as_the_most_careful_of_the_others(seen: str | None, want: str) -> None:
    here = scene(
        army("a", **LINE),
        army("b", side="blue", strategy=seen, **LINE),
        army("c", side="green", strategy="aggressive" if seen else None, **LINE),
        at="melee 2" if seen else "melee 1",
    )
    assert grade_of(here) == want


def test_2_numbers_of_a_secret_army_are_guessed_from_its_row() -> None:
    here = scene(army("a"), army("b", men=499, side="blue", hp=27), at="melee 1", npc=["blue"])
    staff = Scene(here.view("red"))
    assert staff.sheet("b").strength == 5
    assert staff.army("b").hp == 27


def test_3_no_check_is_risked_where_the_free_step_is_nearly_as_good() -> None:
    """Morale 0: one chance in twenty of a leap to Bugurt, so the free step towards it."""
    here = scene(
        army("a", strategy="standard", **LINE),
        army("b", side="blue", strategy="standard", **LINE),
        at="melee 2",
    )
    assert grade_of(here) == "aggressive"


def test_3_with_a_strategist_two_grades_are_free() -> None:
    leader = {"commander": 3, "features": ["strategist"]}
    here = scene(
        army("a", strategy="standard", **leader, **LINE),  # type: ignore[arg-type]
        army("b", side="blue", strategy="standard", **LINE),
        at="melee 2",
    )
    assert grade_of(here) == "bugurt"


def test_10_an_army_at_its_rout_line_goes_a_grade_more_careful() -> None:
    enemy = army("b", side="blue", strategy="standard", hp=12, **LINE)
    steady = scene(army("a", hp=5, strategy="standard", commander=4, **LINE), enemy, at="melee 2")
    shaky = scene(army("a", hp=5, strategy="standard", **LINE), enemy, at="melee 2")
    order = ["defensive", "cautious", "standard", "aggressive", "bugurt"]
    assert order.index(grade_of(steady)) == order.index(grade_of(shaky)) + 1


def test_11_a_stalled_army_goes_as_far_towards_defensive_as_is_free() -> None:
    stalled = army("a", strategy="bugurt", stalled=Stall("melee", 1), **LINE)
    here = scene(stalled, army("c"), army("b", side="blue", strategy="bugurt", **LINE), at="melee 2")
    done = asked(here, "strategy")
    assert think(done, "strategy:a") == "aggressive"
    assert think(done, "strategy:c") == "bugurt"


# --- 4, 5, 13: targets ---------------------------------------------------------------------------------------


def targets(here: Stage) -> dict[str, str]:
    return all_answers(asked(here, "melee_order"), "melee_order")


def reds(number: int, **now: Any) -> list[Any]:
    return [army(f"a{n}", strategy="standard", **{**LINE, **now}) for n in range(number)]


def blue(name: str, **now: Any) -> Any:
    return army(name, side="blue", **{"strategy": "standard", **LINE, **now})


def test_4_first_whom_this_pass_can_annihilate() -> None:
    here = scene(*reds(2), blue("weak", hp=5, strength=3), blue("strong", strength=9), at="melee 2")
    orders = targets(here)
    assert {orders["a0"], orders["a1"]} == {"attack weak"}


def test_4_then_whom_it_can_bring_down_to_the_rout_line() -> None:
    here = scene(*reds(2), blue("shaken", hp=9), blue("fresh", strength=6), at="melee 2")
    assert targets(here)["a0"] == "attack shaken"


def test_4_blows_are_concentrated_and_what_is_over_goes_to_the_next() -> None:
    here = scene(*reds(6), blue("weak", hp=4), blue("other", strength=4), at="melee 2")
    aims = [order for one, order in targets(here).items() if one.startswith("a")]
    assert set(aims) == {"attack weak", "attack other"}
    assert aims.count("attack weak") == 3


def test_4_allies_plan_as_one_side() -> None:
    armies = [army(f"a{n}", seat=f"seat{n}", strategy="standard", **LINE) for n in range(3)]
    here = scene(*armies, blue("weak", hp=1), blue("other"), at="melee 2")
    aims = {order for one, order in targets(here).items() if one.startswith("a")}
    assert aims == {"attack weak", "attack other"}


def test_5_never_a_target_that_needs_a_natural_20_if_another_is_easy() -> None:
    castle = blue("castle", hp=1, conditions=["castle", "magic_wall"], strategy="defensive")
    assert targets(scene(*reds(1), castle, blue("open"), at="melee 2"))["a0"] == "attack open"


def test_4_nobody_attacks_behind_a_screen_and_no_more_than_find_room() -> None:
    narrow = blue("narrow", conditions=["defile"], hp=1)
    here = scene(*reds(2), narrow, blue("bows", posture="standoff", missiles=3), at="melee 2")
    aims = [order for one, order in targets(here).items() if one.startswith("a")]
    assert sorted(aims) == ["attack narrow", "hold"]


def three_sides(**weak: Any) -> Stage:
    return scene(
        army("a", strategy="standard", **LINE),
        blue("small", **weak),
        army("big", men=500, side="green", strategy="standard", **LINE),
        at="melee 2",
    )


def test_13_among_three_the_side_with_most_hp() -> None:
    assert targets(three_sides())["a"] == "attack big"


def test_13_but_no_finishing_blow_is_left_undone() -> None:
    assert targets(three_sides(hp=1))["a"] == "attack small"


# --- 6, 7: the ranged phase ----------------------------------------------------------------------------------


def ranged(*armies: Any, at: str = "ranged 1", **more: Any) -> dict[str, str]:
    return all_answers(asked(scene(*armies, at=at, **more), "ranged_order"), "ranged_order")


def test_6_shooters_shoot_first_and_hold_while_the_line_is_as_strong() -> None:
    orders = ranged(army("bows", "archers"), army("line"), army("b", side="blue"))
    assert orders["bows"] == "b hold"


def test_6_an_outnumbered_line_calls_its_shooters_in() -> None:
    orders = ranged(army("bows", "archers"), army("line", men=60), army("b", side="blue"))
    assert orders["bows"] == "b advance"


def test_6_a_line_in_works_holds_though_it_is_outnumbered() -> None:
    weak = army("line", men=60, conditions=["palisade"])
    here = scene(weak, army("bows", "archers"), army("b", side="blue"), at="ranged 1")
    assert line_holds(Scene(here.view("red")))
    bare = scene(army("line", men=60), army("bows", "archers"), army("b", side="blue"), at="ranged 1")
    assert not line_holds(Scene(bare.view("red")))


def test_6_the_easiest_target_is_the_one_without_cover() -> None:
    orders = ranged(
        army("bows", "archers", men=50),
        army("line"),
        army("walled", side="blue", conditions=["palisade"]),
        army("open", side="blue"),
    )
    assert orders["bows"].startswith("open ")


def test_6_without_missiles_a_shooter_joins_the_line() -> None:
    orders = ranged(army("bows", "archers", missiles=1), army("line"), army("b", side="blue"))
    assert orders["bows"] == "b advance"


@pytest.mark.parametrize(
    ("works", "enemy", "want"),
    [
        ([], "archers", "advance"),
        (["wagons"], "archers", "advance"),
        (["palisade"], "archers", "hold"),
        (["high_ground"], "warriors", "hold"),
        ([], "warriors", "advance"),
    ],
)
def test_7_others_close_with_shooters_and_let_the_rest_come_to_their_hill(
    works: list[str], enemy: str, want: str
) -> None:
    assert ranged(army("a", conditions=works), army("b", enemy, side="blue"))["a"] == f"none {want}"


# --- 8: artefacts --------------------------------------------------------------------------------------------


def artefact(*armies: Any, gift: str, **more: Any) -> str:
    here = scene(*armies, at="tactical", artefacts={"red": [gift]}, rounds=(), **more)
    return think(asked(here, "artefact"), "artefact")


def test_8_weather_is_cleared_for_ones_own_shooters_only() -> None:
    assert artefact(
        army("a", "archers"), army("b", side="blue"), gift="weather_clear", field=["downpour"]
    ) == ("use weather_clear")
    assert (
        artefact(army("a"), army("b", "archers", side="blue"), gift="weather_clear", field=["downpour"])
        == "pass"
    )


def test_8_rain_is_called_on_the_enemys_shooters() -> None:
    assert artefact(army("a"), army("b", "archers", side="blue"), gift="weather_rain") == "use weather_rain"


def test_8_the_mire_takes_the_strongest_enemy() -> None:
    foes = [army("weak", men=30, side="blue"), army("strong", men=500, side="blue")]
    assert artefact(army("a"), *foes, gift="mire_jar") == "use mire_jar strong"


def test_8_healing_from_half_hp_down() -> None:
    gift = "healing_cauldron"
    assert artefact(army("a", hp=20), army("b", side="blue"), gift=gift) == "pass"
    assert artefact(army("a", hp=12), army("b", side="blue"), gift=gift) == "use healing_cauldron a"


def test_8_walls_and_missiles_are_given_where_they_help_most() -> None:
    assert (
        artefact(army("a", men=30), army("c", men=500), army("b", side="blue"), gift="walls") == "use walls c"
    )
    assert artefact(
        army("a"), army("c", "archers", missiles=1), army("b", side="blue"), gift="endless_quiver"
    ) == ("use endless_quiver c")


# --- 9: tactics ----------------------------------------------------------------------------------------------

ALL = ["shield_wall", "spear_hedge", "onslaught", "volley_drill", "war_cries"]


@pytest.mark.parametrize(
    ("own", "enemy", "want"),
    [
        (
            army("a", "spearmen", men=150, tactics=ALL),
            army("b", "knights", men=30, side="blue"),
            "spear_hedge",
        ),
        (army("a", men=60, tactics=ALL), army("b", men=500, side="blue"), "shield_wall"),
        (army("a", men=500, tactics=ALL), army("b", men=60, side="blue"), "onslaught"),
        (army("a", "archers", men=150, tactics=["volley_drill"]), army("b", side="blue"), "volley_drill"),
        (army("a", tactics=["war_cries"]), army("b", side="blue"), "standard"),
    ],
)
def test_9_the_tactic_that_fits(own: Any, enemy: Any, want: str) -> None:
    assert think(asked(scene(own, enemy, at="tactical"), "tactic"), "tactic:a") == want


def test_9_a_change_is_tried_only_if_much_is_gained() -> None:
    bad = army("a", men=1000, tactic="last_ditch", tactics=["last_ditch"], **LINE)
    fair = army("a", men=1000, tactic="steady_ranks", tactics=["steady_ranks"], **LINE)
    enemy = army("b", men=60, side="blue", **LINE)
    assert (
        think(asked(scene(bad, enemy, at="melee 2"), "change_tactic"), "change_tactic:a") == "change standard"
    )
    assert think(asked(scene(fair, enemy, at="melee 2"), "change_tactic"), "change_tactic:a") == "keep"


def test_9_effects_are_worth_less_that_last_a_pass_or_need_the_right_enemy() -> None:
    assert points(effect("attack", 4)) == 4
    assert points(effect("attack", 4, vs=("mounted",))) == 2
    assert points(effect("attack", 3, tactic_pass=1)) == 1
    assert points(effect("damage_taken", 2)) == -2
    assert points(effect("no_attack", phase="ranged")) < 0


# --- 10, 12: leaving -----------------------------------------------------------------------------------------


def test_10_a_shaken_army_falls_back_behind_the_line_if_the_others_win_without_it() -> None:
    weak = [army("a", hp=3, strategy="standard", **LINE), *reds(3), blue("b", hp=9)]
    assert targets(scene(*weak, at="melee 2"))["a"] == "fall_back"


def test_10_from_horse_there_is_no_shelter_behind_the_line() -> None:
    weak = [army("a", hp=3, strategy="standard", **LINE), *reds(3)]
    horse = army("b", "knights", 30, side="blue", hp=9, strategy="standard", **LINE)
    assert targets(scene(*weak, horse, at="melee 2"))["a"] == "withdraw"


def test_10_else_it_stays() -> None:
    weak = [army("a", hp=3, strategy="standard", **LINE), *reds(1), blue("b")]
    assert targets(scene(*weak, at="melee 2"))["a"] == "attack b"


@pytest.mark.parametrize(("mine", "theirs", "want"), [(13, 20, "yes"), (13, 12, "no"), (14, 20, "no")])
def test_12_parting_is_offered_below_half_and_below_the_enemy(mine: int, theirs: int, want: str) -> None:
    here = scene(army("a", hp=mine, **LINE), army("b", hp=theirs, side="blue", **LINE), at="melee 1")
    assert think(asked(here, "parting"), "parting:red") == want


def test_12_everything_withdraws_from_a_lost_field() -> None:
    here = scene(
        army("a", hp=6, **LINE), army("c", hp=6), army("b", side="blue", men=500, **LINE), at="melee 1"
    )
    orders = targets(here)
    assert (orders["a"], orders["c"]) == ("withdraw", "withdraw")
    assert ranged(army("a", hp=6), army("b", side="blue"))["a"] == "none withdraw"


# --- the other questions -------------------------------------------------------------------------------------


def test_an_ambush_is_laid_for_whom_it_costs_most() -> None:
    hidden = army("a", conditions=["hidden"])
    here = scene(hidden, army("weak", men=30, side="blue"), army("far", men=5000, side="blue"), at="tactical")
    assert think(asked(here, "ambush"), "ambush:a") == "far"


def test_the_best_commander_free_is_taken() -> None:
    free = {"red": [Commander("Young", 1), Commander("Old", 4)]}
    here = scene(army("a", commander=None), army("b", side="blue"), commanders=free)
    assert think(asked(here, "commander"), "commander:a") == "Old"


def test_the_wounded_are_tended_where_that_is_worth_more_than_the_blow() -> None:
    surgeon: dict[str, Any] = {"features": ["surgeon"], "commander": 2, **LINE}
    idle = army("a", hp=10, strategy="standard", stalled=Stall("melee", 1), **surgeon)
    assert targets(scene(idle, *reds(2), blue("b"), at="melee 2"))["a"] == "tend"
    busy = army("a", hp=26, strategy="standard", **surgeon)
    assert targets(scene(busy, *reds(2), blue("b"), at="melee 2"))["a"] == "attack b"


def test_striking_back_goes_where_it_hurts_most() -> None:
    here = scene(
        army("a"),
        army("weak", men=30, side="blue", **LINE),
        army("strong", men=500, side="blue", **LINE),
        at="melee 1",
    )
    done = play(here, {"melee_order:weak": "attack a", "melee_order:strong": "attack a"}, until="strike_back")
    assert think(done, "strike_back:a") == "weak"


def test_questions_without_a_thought_get_the_default() -> None:
    here = scene(army("a"), army("b", side="blue"), at="tactical", options={"umpire": "human"})
    done = asked(here, "conditions")
    assert think(done, done.questions("conditions")[0]) == "auto"


# --- from the view alone -------------------------------------------------------------------------------------


def orders_of(view: Any, questions: Iterable[Any]) -> list[Any]:
    return [
        answer(view, question, BOOK.decisions[question.kind].options(view, question))
        for question in questions
    ]


@pytest.mark.clause("FE-NPC-01", "FE-SEQ-10")
def test_what_the_seat_cannot_see_changes_no_order() -> None:
    """An NPC army of 499 men with 20 HP looks like one of 150 with 14: the player's staff answers alike."""
    answers = []
    for men, hp in ((150, 14), (499, 20)):
        here = scene(
            army("a"),
            army("c", "archers"),
            army("b", side="blue", men=men, hp=hp),
            at="melee 1",
            npc=["blue"],
        )
        done = asked(here, "strategy")
        answers.append(orders_of(done.view("red"), [q for q in done.state.questions if q.seat == "red"]))
    assert answers[0] == answers[1]


def test_one_view_is_thought_about_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    first = Staff.__init__

    def counted(self: Staff, here: Scene) -> None:
        made.append(1)
        first(self, here)

    monkeypatch.setattr(doctrine_melee.Staff, "__init__", counted)
    done = asked(scene(*reds(5), blue("b"), at="melee 2"), "strategy")
    view = done.view("red")
    orders_of(view, [q for q in done.state.questions if q.seat == "red"])
    assert len(made) == 1
    orders_of(replace(view, waiting=()), [q for q in done.state.questions if q.seat == "red"])
    assert len(made) == 2


def test_the_features_and_tactics_of_the_aftermath_are_sensible() -> None:
    """A commander reaching level 5 takes what demands most of him; his men learn what does most."""
    leader: dict[str, Any] = {"commander": 4, "features": ["beloved"], **LINE}
    here = scene(
        army("a", men=500, strategy="standard", **leader),
        army("b", men=30, hp=1, side="blue", strategy="standard", **LINE),
        at="melee 2",
    )
    done = play(here, {"melee_order:a": "attack b"}, dice={"blow": 19, "learn": 20}, until="feature")
    assert think(done, "feature:a") in ("banner", "terrible_name")
    done = play(done, dice={"learn": 20}, until="learn")
    assert think(done, "learn:a") != "standard"


def test_the_same_battle_is_played_twice_alike() -> None:
    from grognard.players import DoctrinePlayer, play_out

    setup = BOOK.read_setup(BOOK.scenarios()["standard"])
    players = {seat.id: DoctrinePlayer() for seat in setup.seats}
    ends = {play_out(BOOK, setup, players, Fast(7)).digest() for _ in range(2)}
    assert len(ends) == 1
