"""Chain of command: links, radii, staff, initiative, what the uncommanded may do."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.errors import Refused
from grognard.rulebooks.napoleonic import command, refusals
from grognard.rulebooks.napoleonic.events import InitiativeRolled
from tests.rulebooks.napoleonic.scenes import BLUE, RED, Scene, formation, gun, man, scene, unit

CORPS = (
    formation("army", RED, "army"),
    formation("corps", RED, "corps", "army"),
    formation("red_div", RED, "division", "corps"),
    formation("second", RED, "division", "corps"),
)


def corps(
    regiment: float = 0.6, general: float = 3.0, chief: float = 4.0, *more: Any, **options: Any
) -> Scene:
    """A regiment ``regiment`` from its division commander's, he ``general`` from the corps commander's, that one
    ``chief`` from the army commander's; gaps between footprints along one line."""
    wide = 0.5
    x1 = 0.25
    x2 = x1 + wide + regiment
    x3 = x2 + wide + general
    x4 = x3 + wide + chief
    return scene(
        unit("line", at=(x1, 2, 0)),
        unit("own", at=(x2, 2, 0)),
        unit("reserve", at=(x3, 2, 0), formation="corps"),
        unit("guard", at=(x4, 2, 0), formation="army"),
        unit("enemy", BLUE, at=(10, 11.5, 180)),
        man("div", "own"),
        man("cor", "reserve", post="corps_commander", rank="lieutenant_general", formation="corps"),
        man("arm", "guard", post="army_commander", rank="marshal", formation="army"),
        *more,
        formations=CORPS,
        size=(14, 12),
        generals=True,
        options=options,
    )


def held(one: Scene, lower: str) -> bool:
    return command.links(one.field, RED)[lower].held


@pytest.mark.clause("NA-CMD-01", "NA-CMD-02", "NA-CMD-05")
def test_radii_are_inclusive_and_one_three_and_five_merka() -> None:
    within = corps(1.0, 3.0, 5.0)
    assert {"line": True, "div": True, "cor": True}.items() <= {
        one: held(within, one) for one in ("line", "div", "cor")
    }.items()
    beyond = corps(1.001, 3.001, 5.001)
    assert not any(held(beyond, one) for one in ("line", "div", "cor"))
    assert command.links(beyond.field, RED)["line"].distance == 1001


@pytest.mark.clause("NA-CMD-04")
def test_the_highest_commander_on_the_table_hangs_on_nobody() -> None:
    one = corps()
    assert "arm" not in command.links(one.field, RED)
    one.change("arm", waiting=True)
    assert "cor" not in command.links(one.field, RED)


@pytest.mark.clause("NA-CMD-06", "NA-CMD-07")
def test_even_makes_a_link_good_for_all_below() -> None:
    one = corps(0.6, 3.4).run(command.ask)
    assert one.default("red") == ("roll", "div")
    one.answer("red", "roll", "div", dice=[4])
    assert one.unit("line").commanded
    assert one.person("div").commanded
    (rolled,) = one.heard(InitiativeRolled)
    assert (rolled.lower, rolled.upper, rolled.distance, rolled.radius, rolled.succeeded) == (
        "div",
        "cor",
        3400,
        3000,
        True,
    )
    odd = corps(0.6, 3.4).run(command.ask).answer("red", "roll", "div", dice=[3])
    assert not odd.unit("line").commanded
    assert odd.unit("reserve").commanded


@pytest.mark.clause("NA-CMD-06", "NA-CMD-07", "NA-CMD-21")
@pytest.mark.parametrize(
    ("dice", "line", "own"), [((2, 4), True, True), ((2, 3), False, False), ((1, 6), False, True)]
)
def test_worked_example_23(dice: tuple[int, int], line: bool, own: bool) -> None:
    """A general 3.4 from his corps commander, a regiment 1.2 from him, another beside him: 1/4 and 1/2.

    Dice fall by id: the person's first."""
    one = corps(1.2, 3.4).run(command.ask)
    assert set(one.default("red")[1:]) == {"div", "line"}
    one.answer("red", *one.default("red"), dice=dice)
    assert [roll.lower for roll in one.heard(InitiativeRolled)] == ["div", "line"]
    commanded = one.unit("line").commanded, one.unit("own").commanded
    assert commanded == (dice[0] % 2 == 0 and dice[1] % 2 == 0, dice[0] % 2 == 0)


@pytest.mark.clause("NA-CMD-07")
def test_who_is_in_range_of_an_uncommanded_superior_has_no_die() -> None:
    one = corps(0.6, 3.4).run(command.ask)
    with pytest.raises(Refused, match="'line' has no broken link"):
        one.check("red", "roll", "line")


@pytest.mark.clause("NA-CMD-03")
def test_chief_of_staff_and_aide_carry_the_reach_on() -> None:
    staff = man("staff", "own", post="chief_of_staff", rank="colonel", formation="corps")
    assert not held(corps(0.6, 3.4), "div")
    assert held(corps(0.6, 3.4, 4.0, staff), "div")
    aide = man("aide", "line", post="aide", rank="field_officer", formation="corps")
    assert not held(corps(1.2), "line")
    assert held(corps(1.2, 3.0, 4.0, aide), "line")


@pytest.mark.clause("NA-CMD-02")
def test_a_gun_hangs_on_the_chief_of_artillery_and_so_does_who_covers_guns() -> None:
    guns = gun("piece", at=(0.3, 3.5, 0), formation="corps")
    chief = man("art", "piece", post="artillery_chief", rank="colonel", formation="corps")
    plain, led = corps(0.6, 3.0, 4.0, guns), corps(0.6, 3.0, 4.0, guns, chief)
    assert command.links(plain.field, RED)["piece"].upper == "cor"
    assert not held(plain, "piece")
    assert command.links(led.field, RED)["piece"].upper == "art"
    assert held(led, "piece")
    led.change("own", covers="art")
    assert command.links(led.field, RED)["own"].upper == "art"


@pytest.mark.clause("NA-CMD-20")
def test_a_senior_in_a_juniors_place_breaks_the_links_at_his_own_level() -> None:
    near = unit("near", at=(2.5, 2.6, 0), formation="second")
    one = corps(0.6, 3.0, 4.0, near, man("two", "near", formation="second"))
    assert held(one, "two")
    one.change("cor", acting="red_div", at="own").change("div", fate="killed").change(
        "red_div", commander="", lost=1
    )
    links = command.links(one.field, RED)
    assert links["line"].upper == "cor"
    assert links["line"].held
    assert links["two"].upper == "cor"
    assert links["two"].distance < 3000
    assert not links["two"].held


@pytest.mark.clause("NA-CMD-16", "NA-CMD-20")
def test_links_are_measured_anew_when_a_senior_takes_over_and_gives_back_in_one_turn() -> None:
    one = corps(
        0.6,
        3.0,
        4.0,
        unit("near", at=(2.5, 2.6, 0), formation="second"),
        man("two", "near", formation="second"),
    )
    assert held(one, "two")
    one.change("cor", acting="red_div")
    assert not held(one, "two")
    one.change("cor", acting="")
    assert held(one, "two")


@pytest.mark.clause("NA-CMD-11", "NA-CMD-14")
def test_without_a_general_nothing_is_active_and_nobody_rolls() -> None:
    one = corps(1.2).change("div", fate="killed").change("red_div", commander="", lost=1)
    one.run(command.ask)
    assert "initiative" not in one.asked or "line" not in one.default("red")
    while one.open:
        one.answer_all()
    assert not one.unit("line").commanded
    assert not one.unit("own").commanded
    assert one.unit("reserve").commanded
    whole = corps().change("cor", fate="killed").change("corps", commander="", lost=1)
    assert not any(
        command.commanded_now(whole.field, set())[name] for name in ("line", "own", "reserve", "div")
    )
    assert command.commanded_now(whole.field, set())["guard"]


@pytest.mark.clause("NA-CMD-13")
def test_a_shaken_general_leaves_his_formation_inactive_while_he_is_away() -> None:
    one = corps().change("div", fate="shaken", back=3)
    assert one.field.is_inactive("red_div")
    one.change("cor", acting="red_div", at="own")
    assert not one.field.is_inactive("red_div")


@pytest.mark.clause("NA-CMD-09")
def test_pressure_is_a_loss_a_strike_or_an_enemy_within_his_own_move() -> None:
    near = scene(unit("a", at=(3, 3, 0)), unit("b", BLUE, at=(3, 4.2, 180)))
    assert command.under_pressure(near.field, near.unit("a"))
    far = scene(unit("a", at=(3, 3, 0)), unit("b", BLUE, at=(3, 4.201, 180)), turn=4)
    assert not command.under_pressure(far.field, far.unit("a"))
    horse = scene(unit("a", at=(3, 3, 0)), unit("b", BLUE, at=(3, 5.2, 180), arm="horse", figures=5))
    assert command.under_pressure(horse.field, horse.unit("a"))
    assert not command.under_pressure(horse.change("b", standing="fleeing").field, horse.unit("a"))
    far.change("a", pressed=3)
    assert command.under_pressure(far.field, far.unit("a"))


@pytest.mark.clause("NA-CMD-08", "NA-MOVE-02")
def test_the_uncommanded_hold_or_withdraw_under_pressure() -> None:
    one = scene(unit("a", at=(3, 3, 0), commanded=False), unit("b", BLUE, at=(3, 9, 180)))
    assert tuple(refusals.verbs(one.field, one.unit("a"))) == ("hold",)
    one.change("b", y=4200)
    assert tuple(refusals.verbs(one.field, one.unit("a"))) == ("hold", "withdraw_half", "withdraw_full")
    with pytest.raises(Refused, match="without command"):
        refusals.check_order(one.field, one.unit("a"), ("attack", "b"))


@pytest.mark.clause("NA-UNIT-08", "NA-UNIT-10", "NA-CMD-07")
def test_a_split_without_a_general_needs_an_even_die_and_wastes_nothing() -> None:
    made = scene(unit("a"), unit("c", at=(3, 3.5, 0)), unit("b", BLUE, at=(3, 9, 180))).run(command.ask)
    made.answer("red", "roll", "split", "c", dice=[6])
    assert made.unit("c").may_split == 1
    assert "split" in tuple(refusals.verbs(made.field, made.unit("c")))
    odd = scene(unit("a"), unit("c", at=(3, 3.5, 0)), unit("b", BLUE, at=(3, 9, 180))).run(command.ask)
    odd.answer("red", "roll", "split", "c", dice=[5])
    verbs = tuple(refusals.verbs(odd.field, odd.unit("c")))
    assert "split" not in verbs
    assert {"move", "attack"} <= set(verbs)
    assert "split" in tuple(refusals.verbs(odd.field, odd.unit("a"))), "its general stands with it"
