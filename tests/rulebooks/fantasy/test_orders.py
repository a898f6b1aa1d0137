"""Orders: how they're written, what is refused, defaults, standing instructions, what counts in the end."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.core.errors import Refused
from grognard.core.state import Order
from grognard.rulebooks.fantasy import ordering, orders
from grognard.rulebooks.fantasy.events import OrderReplaced, OrdersRead
from grognard.rulebooks.fantasy.model import HOLD, WORDS, Cast, Leg, SpellInForce, Unit, UnitOrder
from tests.rulebooks.fantasy.scenes import (
    Scene,
    area,
    contact,
    draft,
    field_of,
    hero,
    ordered,
    setup_of,
    tables,
    told,
    unit,
)

SPEARS = unit("c1", "spearmen", 20, (20, 10))
BOWS = unit("c2", "archers", 20, (40, 10))
HORSE = unit("c3", "light_horse", 10, (55, 10))
GUN = unit("c4", "cannon", 3, (65, 10))
ORCS = unit("h1", "orcs", 20, (20, 22), 180)
WOLVES = unit("h2", "wolf_riders", 10, (40, 30), 180)
FAR = unit("h3", "goblins", 20, (60, 40), 180)
ALL = (SPEARS, BOWS, HORSE, GUN, ORCS, WOLVES, FAR)


def scene(*more: Unit, **facts: Any) -> Scene:
    return Scene(setup_of((*ALL, *more), **facts))


# --- one written form ---


def sheets() -> st.SearchStrategy[UnitOrder]:
    ids = st.lists(st.sampled_from(["h1", "h2", "h3"]), max_size=3, unique=True).map(tuple)
    legs = st.builds(Leg, st.sampled_from(["fwd", "wheel"]), st.integers(-1800, 8000))
    casts = st.builds(
        Cast,
        st.just("magus"),
        st.sampled_from(["flame_1", "break_enchantment"]),
        st.integers(1, 5),
        st.integers(1, 5),
        st.lists(st.one_of(st.just("h1"), st.just((1000, 2000))), max_size=2).map(tuple),
    )
    return st.builds(
        UnitOrder,
        st.sampled_from(WORDS),
        ids,
        st.lists(legs, max_size=3).map(tuple),
        heading=st.none() | st.integers(0, 3599),
        files=st.integers(0, 12),
        formation=st.sampled_from(["", "line", "column", "wedge"]),
        leave=st.booleans(),
        if_charged=st.sampled_from(["hold", "stand_and_shoot", "retreat"]),
        pursue=st.none() | st.booleans(),
        challenge=ids,
        accept=ids,
        shots=st.sampled_from(["multi", "single"]),
        casts=st.lists(casts, max_size=2).map(tuple),
    )


@pytest.mark.clause("FA-ORD-01", "FA-ORD-10", "FA-MAG-08")
@given(sheets())
def test_an_order_is_read_as_it_is_written(order: UnitOrder) -> None:
    assert orders.read(orders.flat(order)) == order


@pytest.mark.clause("FA-ORD-01", "FA-ORD-10")
@pytest.mark.parametrize(
    ("order", "clause"),
    [
        (("run",), ""),
        (("charge",), "FA-ORD-01"),
        ((), "FA-ORD-01"),
        (("hold", "gallop", 3), "FA-ORD-10"),
        (("march", "fwd"), "FA-ORD-10"),
        (("march", "fwd", "far"), "FA-ORD-10"),
        (("hold", "if_charged", "flee"), "FA-ORD-10"),
        (("hold", "at", "h1"), "FA-MAG-08"),
    ],
)
def test_what_cannot_be_read_is_refused(order: Order, clause: str) -> None:
    if clause:
        with pytest.raises(Refused) as found:
            orders.read(order)
        assert found.value.clause == clause
    else:
        assert not orders.read(order).rally


@pytest.mark.clause("FA-ORD-01", "FA-ORD-15", "FA-GEN-03")
def test_every_unit_is_asked_at_once_and_in_secret() -> None:
    one = scene()
    assert [q.about for q in one.state.questions] == [
        ("c1",),
        ("c2",),
        ("c3",),
        ("c4",),
        ("h1",),
        ("h2",),
        ("h3",),
    ]
    assert all(q.secret and q.kind == "order" for q in one.state.questions)
    one.answer("c1", "march", "fwd", 4000)
    assert one.unit("c1").order is None
    assert one.heard(OrdersRead) == []


@pytest.mark.clause("FA-ORD-01", "FA-ORD-13")
def test_all_options_pass_their_check() -> None:
    one = scene()
    for question in one.state.questions:
        options = one.options(question.id)
        assert options[0] == ("hold",)
        for order in options:
            assert one.check(question.id, *order) == order


# --- refusals ---

REFUSED: list[tuple[str, Order, str, str]] = [
    ("c1", ("march", "fwd", 9400), "FA-ORD-02", "8"),
    ("c1", ("move", "fwd", 4100), "FA-ORD-03", "4"),
    ("c1", ("march",), "FA-MOV-02", "path"),
    ("c1", ("hold", "fwd", 100), "FA-ORD-01", "path"),
    ("c1", ("march", "fwd", 0), "FA-MOV-02", ""),
    ("c1", ("move", "wheel", 1900), "FA-MOV-02", ""),
    ("c1", ("attack", "target", "h3"), "FA-CHG-12", "16"),
    ("c1", ("attack", "target", "c2"), "FA-ORD-04", "h1, h2"),
    ("c1", ("attack",), "FA-ORD-04", "h1"),
    ("c1", ("attack", "target", "h1", "target", "h1"), "FA-ORD-04", "3"),
    ("c1", ("attack", "target", "h1", "wheel", 300, "wheel", 100), "FA-CHG-03", "one wheel"),
    ("c1", ("attack", "target", "h1", "wheel", 1100), "FA-CHG-03", "110"),
    ("c1", ("stand_and_shoot",), "FA-SHO-14", "missile"),
    ("c2", ("move_and_shoot", "fwd", 4000), "FA-SHO-12", "on the move"),
    ("c1", ("reform", "files", 21), "FA-ORD-09", "20"),
    ("c1", ("reform", "files", 6, "formation", "wedge"), "FA-UNIT-09", "5"),
    ("c1", ("reform", "heading", 3600), "FA-MOV-02", "3599"),
    ("c3", ("reform", "heading", 900), "FA-UNIT-08", "horse"),
    ("c4", ("march", "fwd", 1000), "FA-WM-01", "move, hold, stand_and_shoot, retreat"),
    ("c4", ("attack", "target", "h1"), "FA-WM-01", ""),
    ("c4", ("hold", "if_charged", "retreat"), "FA-WM-01", ""),
    ("c1", ("hold", "challenge", "lord"), "FA-MEL-12", "lord"),
    ("c1", ("hold", "cast", "lord", "flame_1", 2, 1), "FA-MAG-08", "lord"),
    ("c1", ("rally",), "FA-ORD-01", "running"),
]


@pytest.mark.clause(
    "FA-ORD-01", "FA-ORD-02", "FA-ORD-03", "FA-ORD-04", "FA-ORD-09", "FA-WM-01", "FA-UNIT-08", "FA-MNT-07"
)
@pytest.mark.parametrize(("who", "order", "clause", "words"), REFUSED)
def test_refusals_name_the_clause_and_what_would_be_right(
    who: str, order: Order, clause: str, words: str
) -> None:
    found = scene().refused(who, *order)
    assert found.clause == clause
    assert words in found.say()


@pytest.mark.clause("FA-ORD-02", "FA-MOV-03")
def test_a_march_may_not_enter_a_wood_but_a_move_may() -> None:
    one = scene(terrain=[area("wood", "wood", (15, 12), (25, 12), (25, 16), (15, 16))])
    assert one.refused("c1", "march", "fwd", 8000).clause == "FA-ORD-02"
    assert one.check("c1", "move", "fwd", 3000) == ("move", "fwd", 3000)


@pytest.mark.clause("FA-ORD-13")
def test_engaged_units_attack_hold_or_retreat() -> None:
    near = replace(ORCS, y=10000, heading=1800)
    setup = setup_of((SPEARS, BOWS, near))
    field = field_of(setup, contact(SPEARS, near))
    for word in WORDS:
        found = refusal(field, "c1", UnitOrder(word))
        assert (found is None) == (word in ("attack", "hold", "retreat"))


def refusal(field: Any, unit_id: str, order: UnitOrder) -> Refused | None:
    from grognard.rulebooks.fantasy import refusals

    return refusals.why_not(field, unit_id, order)


@pytest.mark.clause("FA-ORD-13", "FA-RET-04")
def test_who_runs_is_asked_only_for_a_rally() -> None:
    running = replace(SPEARS, retreating=True)
    lone = Scene(setup_of((running, BOWS, ORCS)))
    assert all("c1" not in q.about for q in lone.state.questions)
    led = Scene(setup_of((running, BOWS, ORCS), [hero("cap", "captain", running)]))
    assert led.options("c1")[0] == ("rally",)
    assert led.check("c1", "rally", "heading", 900) == ("rally", "heading", 900)
    assert led.refused("c1", "hold").clause == "FA-ORD-13"
    assert led.refused("c1", "march", "fwd", 100).clause == "FA-ORD-13"


@pytest.mark.clause("FA-SPC-11")
def test_the_undead_march_only_behind_a_wizard_and_never_retreat() -> None:
    bones = unit("c9", "skeleton_warriors", 20, (30, 5))
    alone = Scene(setup_of((bones, ORCS)))
    assert alone.refused("c9", "march", "fwd", 8000).clause == "FA-SPC-11"
    assert alone.refused("c9", "retreat").clause == "FA-SPC-11"
    led = Scene(
        setup_of((bones, ORCS), [hero("nec", "necromancer", bones, level=1, path="bones", rank="wizard")])
    )
    assert led.check("c9", "march", "fwd", 8000)


# --- defaults ---


@pytest.mark.clause("FA-ORD-12", "FA-ORD-06", "FA-GEN-10")
def test_default_orders_by_role() -> None:
    one = scene()
    one.rest()
    (read,) = one.heard(OrdersRead)
    assert dict(read.orders) == {
        "c1": "hold",
        "c2": "stand_and_shoot",
        "c3": "hold",
        "c4": "stand_and_shoot",
        "h1": "hold",
        "h2": "hold",
        "h3": "hold",
    }
    assert read.on_time == ()
    assert read.defaulted == tuple(sorted(dict(read.orders)))


@pytest.mark.clause("FA-ORD-12", "FA-SHO-14")
def test_who_cannot_shoot_this_turn_stands_and_who_is_engaged_holds() -> None:
    near = replace(ORCS, x=40000, y=10000)
    reloading = replace(GUN, reload=1)
    field = field_of(setup_of((BOWS, near, reloading)), contact(BOWS, near))
    assert ordering.default(field, "c2").word == "hold"
    assert not ordering.default(field, "c2").pursues
    assert ordering.default(field, "c4").word == "hold"


@pytest.mark.clause("FA-ORD-12", "FA-ORD-15")
def test_seats_on_time_are_told_apart() -> None:
    one = scene()
    for who in ("c1", "c2", "c3", "c4"):
        one.answer(who, "hold")
    one.rest()
    (read,) = one.heard(OrdersRead)
    assert read.on_time == ("c",)
    assert read.defaulted == ("h1", "h2", "h3")


# --- standing instructions ---


def reacted(**more: Any) -> list[OrderReplaced]:
    """What becomes of archers that wolves attack, with these parts of their order."""
    bows = ordered(more.pop("bows", BOWS), "hold", **more)
    wolves = ordered(replace(WOLVES, y=20000), "attack", "c2")
    battle = draft(setup_of((SPEARS, bows, wolves)))
    ordering.react.fn(battle)
    return told(battle, OrderReplaced)


@pytest.mark.clause("FA-ORD-11")
def test_standing_instructions_replace_the_order_of_the_charged() -> None:
    assert reacted(if_charged="retreat") == [OrderReplaced("c2", "hold", "retreat", "charged")]
    assert reacted(if_charged="stand_and_shoot") == [
        OrderReplaced("c2", "hold", "stand_and_shoot", "charged")
    ]
    assert reacted() == []


@pytest.mark.clause("FA-ORD-11", "FA-WM-01")
def test_who_cannot_react_keeps_his_order() -> None:
    assert reacted(if_charged="stand_and_shoot", bows=replace(BOWS, reload=1)) == []
    gun = replace(GUN, id="c2", x=40000)
    assert reacted(if_charged="retreat", bows=gun) == []


@pytest.mark.clause("FA-ORD-11")
def test_only_the_first_target_reacts_to_the_nearest_charger_and_nothing_follows_from_it() -> None:
    near = ordered(replace(WOLVES, y=20000), "attack", "c2", "c1")
    far = ordered(replace(ORCS, x=45000, y=26000), "attack", "c2")
    spears = ordered(SPEARS, "hold", if_charged="retreat")
    bows = ordered(BOWS, "attack", "h2", if_charged="retreat")
    wolves_wait = replace(near, order=replace(near.order or HOLD, if_charged="retreat"))
    battle = draft(setup_of((spears, bows, wolves_wait, far)))
    ordering.react.fn(battle)
    assert orders.written(battle.unit("c2")).charger == "h2"
    assert orders.written(battle.unit("c2")).word == "retreat"
    assert orders.written(battle.unit("c1")).word == "hold"
    # the archers had written an attack on the wolves, which counts as written
    assert orders.written(battle.unit("h2")).word == "retreat"


# --- what counts ---


@pytest.mark.clause("FA-ORD-14", "FA-ORD-13", "FA-ORD-05")
def test_circumstances_overtake_an_order() -> None:
    march = ordered(SPEARS, "march", path=(Leg("fwd", 4000),))
    attack = ordered(SPEARS, "attack", "h1")
    near = replace(ORCS, y=10000)
    plain = field_of(setup_of((march, ORCS)))
    assert orders.effective(plain, "c1").word == "march"
    assert orders.effective(field_of(setup_of((replace(march, retreating=True), ORCS))), "c1") == HOLD
    fighting = field_of(setup_of((attack, near)), contact(attack, near))
    assert orders.effective(fighting, "c1").word == "hold"
    assert orders.effective(fighting, "c1").pursues
    back = ordered(SPEARS, "retreat")
    assert orders.effective(field_of(setup_of((back, near)), contact(back, near)), "c1").word == "retreat"


@pytest.mark.clause("FA-ORD-14", "FA-CHG-10")
@pytest.mark.parametrize(
    ("word", "left"), [("march", "hold"), ("attack", "hold"), ("move", "move"), ("reform", "reform")]
)
def test_a_spell_that_forbids_makes_an_order_hold(word: str, left: str) -> None:
    roots = SpellInForce("spell_1", "earth_2", "h", "h", "c1", fresh=False)
    field = field_of(setup_of((ordered(SPEARS, word, "h1"), ORCS)), roots)
    assert orders.effective(field, "c1").word == left


@pytest.mark.clause("FA-ORD-04")
def test_the_first_target_still_on_the_table_counts() -> None:
    gone = replace(ORCS, status="destroyed")
    field = field_of(setup_of((ordered(SPEARS, "attack", "h1", "h2"), gone, WOLVES)))
    assert orders.target(field, "c1") == "h2"
    field = field_of(setup_of((ordered(SPEARS, "attack", "h1"), gone, WOLVES)))
    assert orders.target(field, "c1") == ""


@pytest.mark.clause("FA-ORD-10")
def test_pursuit_is_part_of_an_attack_unless_it_says_otherwise() -> None:
    assert UnitOrder("attack").pursues
    assert not UnitOrder("hold").pursues
    assert not UnitOrder("attack", pursue=False).pursues
    assert UnitOrder("hold", pursue=True).pursues


@pytest.mark.clause("FA-GEN-09")
def test_characteristics_are_capped() -> None:
    blind = SpellInForce("spell_1", "shadow_1", "h", "h", "c2", fresh=False, doubled=True)
    field = field_of(setup_of((BOWS, ORCS)), blind)
    assert field.stats("c2").BS == 0
    assert refusal(field, "c2", UnitOrder("stand_and_shoot")) is not None
    weak = SpellInForce("spell_2", "shadow_4", "h", "h", "c1", fresh=False, doubled=True)
    again = SpellInForce("spell_3", "shadow_4", "h", "h", "c1", fresh=False)
    field = field_of(setup_of((SPEARS, ORCS)), weak, again)
    assert field.stats("c1").S == 1
    bright = SpellInForce("spell_4", "faith_5", "c", "c", "c1", fresh=False, doubled=True)
    assert field_of(setup_of((SPEARS, ORCS)), bright).stats("c1").Ld == min(
        10, tables().profiles["spearmen"].stats.Ld + 4
    )
