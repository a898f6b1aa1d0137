"""Step 1.4: who may have an order, and which."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.errors import Refused
from grognard.core.state import Order
from grognard.rulebooks.napoleonic import refusals, sequence
from grognard.rulebooks.napoleonic.events import OrderRevealed
from grognard.rulebooks.napoleonic.model import Lock, Rout
from tests.rulebooks.napoleonic.scenes import BLUE, RED, Scene, gun, man, scene, unit, wagon


def one_unit(**now: Any) -> Scene:
    return scene(unit("a", **now), unit("b", BLUE, at=(3, 9, 180)), turn=4)


def verbs(one: Scene, name: str = "a") -> tuple[str, ...]:
    return tuple(refusals.verbs(one.field, one.field.body(name)))


def refused(one: Scene, name: str, *order: str | int) -> str:
    with pytest.raises(Refused) as error:
        refusals.check_order(one.field, one.field.body(name), order)
    return error.value.clause


@pytest.mark.clause("NA-MOVE-01", "NA-SEQ-07")
def test_a_unit_holds_by_default() -> None:
    one = one_unit().run(sequence.ask_orders)
    assert one.default("a") == ("hold",)
    assert one.question("a").secret
    assert {("about_face",), ("form", "march_column"), ("form", "open_order"), ("split", 5, 5)} <= set(
        one.options("a")
    )


@pytest.mark.clause("NA-MOVE-01")
def test_orders_are_shown_when_all_are_in() -> None:
    one = one_unit().run(sequence.ask_orders).answer("a", "about_face")
    assert not one.heard(OrderRevealed)
    assert not one.view(BLUE).answers
    one.answer("b", "hold").run(sequence.reveal)
    assert [(event.unit, event.order) for event in one.heard(OrderRevealed)] == [
        ("a", ("about_face",)),
        ("b", ("hold",)),
    ]


@pytest.mark.clause("NA-MOVE-18", "NA-ROUT-11", "NA-PURS-02")
@pytest.mark.parametrize(
    "now",
    [{"standing": "fleeing", "rout": Rout(3, 1, "1", 0)}, {"standing": "rallied"}, {"pursued": 3}],
)
def test_who_flees_rests_or_waits_in_the_rear_has_no_order(now: dict[str, Any]) -> None:
    one = one_unit(**now)
    assert [body.id for body in refusals.may_be_ordered(one.field)] == ["b"]


@pytest.mark.clause("NA-MOVE-18", "NA-PURS-04")
def test_an_unruly_pursuer_must_reform_in_its_next_free_turn() -> None:
    one = one_unit(unruly=3, pursued=2)
    assert verbs(one) == ("reform",)
    assert refused(one, "a", "hold") == "NA-MOVE-18"
    assert "reform" not in verbs(one_unit())


@pytest.mark.clause("NA-CC-20")
def test_a_locked_unit_holds_or_withdraws() -> None:
    one = one_unit(locks=(Lock("b", 3),))
    assert verbs(one) == ("hold", "withdraw_half", "withdraw_full")
    assert refused(one, "a", "attack", "b") == "NA-CC-20"


@pytest.mark.clause("NA-CC-22")
def test_pushed_foot_leaves_the_fight_only_by_withdrawing() -> None:
    assert {"hold", "attack", "withdraw_half"} <= set(verbs(one_unit(pushed=4)))
    assert refused(one_unit(pushed=4), "a", "move", 3000, 3500, 0) == "NA-CC-22"


@pytest.mark.clause("NA-CC-30", "NA-MOVE-18")
def test_who_has_parted_may_not_attack_in_the_next_turn() -> None:
    assert refused(one_unit(arm="horse", no_attack=4, reforming=4), "a", "attack", "b") == "NA-CC-30"
    assert "attack" in verbs(one_unit(arm="horse", no_attack=3, reforming=4))


@pytest.mark.clause("NA-MOVE-13", "NA-MOVE-14", "NA-UNIT-07", "NA-SKIR-01")
@pytest.mark.parametrize(
    ("arm", "kind", "forms"),
    [
        ("foot", "line", ("march_column", "open_order")),
        ("foot", "march_column", ("line",)),
        ("foot", "open_order", ("line",)),
        ("horse", "line", ()),
        ("light_horse_regular", "line", ("dismounted",)),
        ("light_horse_irregular", "dismounted", ("mounted",)),
    ],
)
def test_who_may_form_into_what(arm: str, kind: str, forms: tuple[str, ...]) -> None:
    one = one_unit(arm=arm, kind=kind)
    assert refusals.forms(one.field, one.unit("a")) == forms
    assert refused(one, "a", "form", kind) in ("NA-MOVE-01", "NA-MOVE-13")


@pytest.mark.clause("NA-UNIT-08", "NA-UNIT-09", "NA-UNIT-11")
@pytest.mark.parametrize(
    "order", [("split", 10), ("split", 5, 4), ("split", 10, 0), ("split", 11, -1), ("split", "5", "5")]
)
def test_a_split_divides_all_figures(order: Order) -> None:
    one = one_unit()
    refusals.check_order(one.field, one.unit("a"), ("split", 3, 3, 4))
    assert refused(one, "a", *order) == "NA-UNIT-08"


@pytest.mark.clause("NA-UNIT-09", "NA-UNIT-11")
def test_only_parts_of_one_regiment_rejoin_and_only_within_half_a_merka() -> None:
    def parts(gap: float, sheet: str) -> Scene:
        one = scene(unit("a"), unit("a.2", at=(3.5 + gap, 3, 0)), man("he", "a"), man("she", "a.2"))
        return one.change("a.2", sheet=sheet)

    refusals.check_order(parts(0.5, "a").field, parts(0.5, "a").unit("a"), ("rejoin", "a"))
    assert refused(parts(0.501, "a"), "a", "rejoin", "a") == "NA-UNIT-09"
    assert refused(parts(0.5, "a.2"), "a", "rejoin", "a") == "NA-UNIT-09"


@pytest.mark.clause("NA-MOVE-01", "NA-ART-15", "NA-ART-16")
def test_guns_have_orders_of_their_own_and_none_without_gunners() -> None:
    one = scene(gun("g", at=(3, 3, 0), battery="x"), gun("h", at=(4, 3, 0), battery="x", crew=0))
    assert verbs(one, "g") == ("hold", "move_half", "move_full", "withdraw_half", "withdraw_full")
    assert verbs(one, "h") == ("hold", "swap_crew")
    assert refused(one, "h", "move_half", 3000, 3000, 0) == "NA-ART-15"
    assert refused(one, "g", "attack", "b") == "NA-MOVE-01"


@pytest.mark.clause("NA-ART-16", "NA-TROPH-02")
def test_crews_are_exchanged_within_a_battery_that_stayed_together() -> None:
    one = scene(
        gun("g", at=(3, 3, 0), crew=4, battery="x"),
        gun("h", at=(4, 3, 0), crew=1, battery="x"),
        gun("else", at=(6, 3, 0), battery="y"),
    )
    assert refusals.crews(one.field, one.gun("h")) == [("g", 4)]
    refusals.check_order(one.field, one.gun("h"), ("swap_crew", "g", 4))
    assert refused(one, "h", "swap_crew", "g", 5) == "NA-ART-16"
    assert refused(one, "h", "swap_crew", "else", 1) == "NA-ART-16"
    for words in ((), (3,), ("g",), (3, "g"), ("g", "h"), ("g", 1, 1)):
        assert refused(one, "h", "swap_crew", *words) == "NA-ART-16"
    assert not refusals.crews(one.change("g", together=False).field, one.gun("h"))


@pytest.mark.clause("NA-TROPH-02")
def test_the_crew_of_a_lost_gun_fills_another_up_to_five_when_it_has_come_round() -> None:
    one = scene(
        gun("g", at=(3, 3, 0), crew=0, battery="x", owner=BLUE, captured=3, spare=4, spare_from=8),
        gun("h", at=(4, 3, 0), crew=3, battery="x"),
        turn=7,
    )
    assert not refusals.crews(one.field, one.gun("h"))
    assert refusals.crews(one.change("clock", turn=8).field, one.gun("h")) == [("g", 2)]
    assert [body.id for body in refusals.may_be_ordered(one.field)] == ["h"]


@pytest.mark.clause("NA-MOVE-01")
def test_wagons_hold_or_move_and_no_order_is_nonsense() -> None:
    one = scene(unit("a"), wagon("w", RED, (6, 3, 0)))
    assert verbs(one, "w") == ("hold", "move")
    for order in ((), ("dance",), ("hold", 1), ("form",), ("about_face", "a")):
        with pytest.raises(Refused):
            refusals.check_order(one.field, one.unit("a"), order)


@pytest.mark.clause("NA-PURS-13", "NA-PURS-02")
def test_who_obeyed_and_stayed_has_its_orders_and_who_pursued_has_none() -> None:
    assert "attack" in verbs(one_unit(has_routed_enemy=True, bonus_from=4))
    assert not one_unit(pursued=3).run(sequence.ask_orders).field.unit("a").order
    assert [question.about for question in one_unit(pursued=3).run(sequence.ask_orders).open] == [("b",)]
    assert "attack" in verbs(one_unit(pursued=2))
