"""The steps C4 to C9 on pieces: facing, motion, contacts, alignment, retreats, reforms, with worked example 39."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.core.dice import Scripted
from grognard.rulebooks.fantasy import alignment, charging, motion, reforming, retreats
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.events import (
    Aligned,
    Charged,
    Clashed,
    Moved,
    Pursued,
    Reformed,
    Retreated,
    StandardLost,
)
from grognard.rulebooks.fantasy.model import TURN, Contact, Melee, Motion, Turn, Unit, UnitOrder, melee_id
from grognard.rulebooks.fantasy.setup import Terrain
from grognard.space.measure import gap, overlap
from grognard.space.outline import Edge
from tests.rulebooks.fantasy.scenes import (
    area,
    contact,
    draft,
    fwd,
    hero,
    ordered,
    setup_of,
    shuffled,
    told,
    unit,
    wheel,
)


def movement(
    *units: Unit, dice: tuple[int, ...] = (), more: tuple[Any, ...] = (), **facts: Any
) -> FantasyBattle:
    """A draft that has gone through C2, C4, C5 and C6."""
    found = draft(setup_of(units, **facts), *more, dice=Scripted(dice))
    go(found)
    return found


def go(battle: FantasyBattle) -> None:
    for one in battle.field.units:
        charging.set_out(battle, one.id)
    retreats.face(battle)
    reforming.reform(battle)
    motion.run(battle)
    alignment.align(battle)


def only(battle: FantasyBattle) -> Contact:
    (found,) = battle.field.contacts
    return found


def place(battle: FantasyBattle, unit_id: str) -> tuple[int, int, int]:
    one = battle.unit(unit_id)
    return one.x, one.y, one.heading


# --- contacts ---


@pytest.mark.clause("FA-MOV-10", "FA-CR-02", "FA-MOV-09")
def test_marching_into_contact_is_no_charge() -> None:
    """Example 39."""
    spears = ordered(unit("c1", "spearmen", 20, (30, 24)), "march", path=(fwd(8),))
    found = movement(spears, ordered(unit("h1", "orcs", 20, (31, 30), 180), "hold"))
    made = only(found)
    assert (made.charged, made.clash, made.maker, made.round) == ((), False, "c1", 0)
    assert (made.edge_a, made.edge_b, made.overlap) == (Edge.FRONT, Edge.FRONT, 8000)
    assert place(found, "c1") == (31_000, 30_000, 0)


@pytest.mark.clause("FA-MOV-08", "FA-CHG-08", "FA-CR-02", "FA-CHG-01")
def test_two_charges_that_clash() -> None:
    """Example 18 on pieces: rolls of 7 and 5 and M 8; the shorter front aligns, of equal ones the later id."""
    one = ordered(unit("c1", "knights", 5, (30, 10)), "attack", "h1")
    other = ordered(unit("h1", "knights", 5, (30, 30), 180), "attack", "c1")
    found = movement(one, other, dice=(3, 4, 2, 3))
    made = only(found)
    assert (made.charged, made.clash, made.maker, made.tick) == (("c1", "h1"), True, "h1", 72)
    assert (place(found, "c1"), place(found, "h1")) == ((30_000, 20_650, 0), (30_000, 20_650, 1800))
    assert told(found, Clashed)[0].gone == (10_650, 9230)
    assert [event.clash for event in told(found, Charged)] == [True, True]


@pytest.mark.clause("FA-MOV-09", "FA-CHG-05")
def test_a_charge_on_who_stands_is_told_with_its_edge() -> None:
    horse = ordered(unit("c1", "knights", 5, (44, 28.8), 270), "attack", "h2")
    found = movement(horse, unit("h1", "orcs", 20, (30, 30)), unit("h2", "orcs", 20, (20, 30)), dice=(5, 5))
    (event,) = told(found, Charged)
    assert (event.aim, event.met, event.edge, event.clash) == ("h2", "h1", "right", False)
    assert only(found).edge("h1") is Edge.RIGHT
    (moved,) = told(found, Moved)
    assert (moved.stop, moved.at, moved.kind) == ("contact", "h1", "charge")
    assert told(found, Aligned)[0].overlap == 1600


@pytest.mark.clause("FA-UNIT-05")
def test_the_edge_is_told_by_where_both_stood_before_reforms() -> None:
    """The orcs turn to face the charge that is on its way: it strikes the flank that they had turned to it in C2."""
    horse = ordered(unit("c1", "knights", 5, (44, 28.8), 270), "attack", "h1")
    orcs = ordered(unit("h1", "orcs", 20, (30, 30)), "reform", heading=900, files=10)
    found = movement(horse, orcs, dice=(6, 6))
    assert place(found, "h1")[2] == 900
    assert only(found).edge("h1") is Edge.RIGHT
    assert found.unit("h1").stood == ()


@pytest.mark.clause("FA-CHG-11", "FA-TER-02")
@pytest.mark.parametrize(("at", "downhill"), [((30, 20), ("c1",)), ((30, 14), ())])
def test_downhill(at: tuple[float, float], downhill: tuple[str, ...]) -> None:
    hill = area("hill", "hill", (20, 18), (40, 18), (40, 22), (20, 22))
    charger = ordered(unit("c1", "knights", 5, at), "attack", "h1")
    found = movement(charger, unit("h1", "orcs", 20, (30, 30), 180), dice=(6, 6), terrain=[hill])
    assert only(found).downhill == downhill


@pytest.mark.clause("FA-CHG-11")
def test_not_downhill_on_who_stands_on_the_hill_too() -> None:
    hill = area("hill", "hill", (20, 18), (40, 18), (40, 36), (20, 36))
    charger = ordered(unit("c1", "knights", 5, (30, 20)), "attack", "h1")
    found = movement(charger, unit("h1", "orcs", 20, (30, 30), 180), dice=(6, 6), terrain=[hill])
    assert only(found).downhill == ()


@pytest.mark.clause("FA-TER-03")
def test_a_charge_over_a_wall() -> None:
    wall = Terrain("wall", "wall", line=((20_000, 29_900), (40_000, 29_900)))
    charger = ordered(unit("c1", "knights", 5, (30, 20)), "attack", "h1")
    found = movement(charger, unit("h1", "orcs", 20, (30, 30), 180), dice=(6, 6), terrain=[wall])
    assert only(found).over_wall
    assert only(found).charged == ("c1",)


@pytest.mark.clause("FA-CHG-09", "FA-CHG-08")
def test_of_two_in_one_tick_the_nearer_aligns_first() -> None:
    """Both would stand with the middle of the orcs' front before them; the later comes to stand beside."""
    orcs = unit("h1", "orcs", 20, (30, 30), 180)
    left = ordered(unit("c1", "knights", 5, (27.4, 21.98)), "attack", "h1", path=(fwd(1),))
    right = ordered(unit("c2", "knights", 5, (32.4, 22)), "attack", "h1", path=(fwd(1),))
    found = movement(orcs, left, right, dice=(3, 3, 3, 3))
    ticks = {one.id: (one.tick, one.gap) for one in found.field.contacts}
    assert ticks["contact:c2:h1"] < ticks["contact:c1:h1"]
    assert [event.unit for event in told(found, Aligned)] == ["c2", "c1"]
    assert not overlap(found.unit("c1").shape, found.unit("c2").shape)
    assert min(one.overlap for one in found.field.contacts) > 0


@pytest.mark.clause("FA-CHG-08")
def test_who_is_in_contact_already_never_moves() -> None:
    held, foe = unit("c1", "swordsmen", 20, (30, 30)), unit("h1", "orcs", 20, (30, 30), 180)
    second = ordered(unit("h2", "wolf_riders", 5, (45, 27), 270), "attack", "c1")
    found = movement(held, foe, second, more=(contact(held, foe),), dice=(6, 6))
    made = next(one for one in found.field.contacts if one.a == "c1" and one.b == "h2")
    assert (made.maker, made.edge("c1"), made.edge("h2")) == ("h2", Edge.RIGHT, Edge.FRONT)
    assert place(found, "c1") == (30_000, 30_000, 0)
    assert place(found, "h2")[::2] == (34_000, 2700)


@pytest.mark.clause("FA-CHG-08", "FA-MEL-15", "FA-MEL-16")
def test_two_who_may_not_move_stay_and_still_fight() -> None:
    """Both have been aligned with others already: one base counts, and closing up finds who made the contact."""
    one, other = unit("c1", "knights", 5, (30, 30)), unit("h1", "orcs", 20, (33, 30.005), 170)
    first, second = unit("h2", "orcs", 10, (27, 30), 180), unit("c2", "swordsmen", 10, (36, 29.4))
    links = contact(one, first), contact(second, other)
    fresh = contact(one, other, overlap=0, maker="", clash=True, round=0)
    found = draft(setup_of([one, other, first, second]), *links, fresh)
    alignment.align(found)
    made = next(link for link in found.field.contacts if link.id == fresh.id)
    assert (made.overlap, made.maker) == (800, "c1")
    melee = Melee("melee:c1", ("c1", "h1"), (fresh.id,), began=(("c1", 5, 0), ("h1", 20, 0)))
    found.place(melee)
    alignment.close_up(found)
    assert next(link for link in found.field.contacts if link.id == fresh.id).overlap == 800


# --- going back ---


@pytest.mark.clause("FA-RET-02", "FA-UNIT-08")
def test_a_broken_unit_flees_from_the_greatest_enemy_in_contact() -> None:
    fled = unit("h1", "orcs", 20, (30, 30), 180, retreating=True)
    one, other = unit("c1", "swordsmen", 20, (30, 30)), unit("c2", "swordsmen", 30, (34, 30.8), 270)
    more = contact(one, fled), contact(other, fled, (Edge.FRONT, Edge.LEFT))
    found = movement(fled, one, other, more=more, dice=(3, 3))
    assert place(found, "h1")[2] == 2700
    assert not found.field.contacts
    flight = told(found, Retreated)[0]
    assert (flight.forced, flight.heading, flight.distance) == (True, 2700, 6000)


@pytest.mark.clause("FA-RET-02", "FA-RET-03")
def test_a_broken_unit_out_of_contact_flees_from_the_nearest() -> None:
    fled = unit("h1", "orcs", 20, (30, 30), 180, retreating=True)
    units = fled, unit("c1", "swordsmen", 20, (30, 20)), unit("c2", "swordsmen", 20, (60, 31))
    found = movement(*units, dice=(3, 3))
    assert place(found, "h1")[2] == 0
    after = draft(found.setup, dice=Scripted((1, 1)))
    after.place(found.unit("h1"))
    go(after)
    assert told(after, Retreated)[0].distance == 2000


@pytest.mark.clause("FA-ORD-08", "FA-RET-06")
def test_an_ordered_retreat_goes_where_it_is_told_and_stops_at_the_edge() -> None:
    back = ordered(unit("c1", "swordsmen", 20, (30, 6)), "retreat", heading=1350)
    found = movement(back, unit("h1", "orcs", 20, (30, 20), 180), dice=(6, 6))
    assert place(found, "c1")[2] == 1350
    assert found.setup.table.holds(found.unit("c1").shape)
    assert not told(found, Retreated)[0].left
    off = ordered(unit("c1", "swordsmen", 20, (30, 4)), "retreat", heading=1800, leave=True)
    found = movement(off, unit("h1", "orcs", 20, (30, 20), 180), dice=(6, 6))
    assert told(found, Retreated)[0].left
    retreats.leave(found)
    assert found.unit("c1").status == "left"


@pytest.mark.clause("FA-ORD-11", "FA-ORD-08")
def test_who_draws_back_before_a_charge_goes_away_from_the_charger() -> None:
    order = UnitOrder("retreat", charger="h2")
    back = replace(unit("c1", "swordsmen", 20, (30, 24)), order=order)
    found = movement(
        back, unit("h1", "orcs", 20, (30, 30), 180), unit("h2", "orcs", 20, (50, 23.2), 270), dice=(2, 2)
    )
    assert place(found, "c1")[2] == 2700


@pytest.mark.clause("FA-RET-06", "FA-GEN-08")
def test_a_forced_retreat_over_the_edge_is_the_end() -> None:
    fled = unit("h1", "orcs", 20, (30, 44), 180, retreating=True)
    found = movement(fled, unit("c1", "swordsmen", 20, (30, 30)), dice=(6, 6))
    retreats.leave(found)
    assert found.unit("h1").status == "left"


@pytest.mark.clause("FA-LD-08", "FA-RET-01")
def test_who_breaks_in_c3_rolls_at_once_and_goes() -> None:
    charger = ordered(unit("c1", "knights", 5, (30, 20)), "attack", "h1")
    found = draft(setup_of([charger, unit("h1", "orcs", 20, (30, 36), 180)]), dice=Scripted((3, 4, 2, 2)))
    charging.set_out(found, "c1")
    found.change("c1", retreating=True)
    retreats.plan(found, ["c1"])
    retreats.face(found)
    motion.run(found)
    assert place(found, "c1") == (30_000, 14_000, 1800)
    assert [event.distance for event in told(found, Retreated)] == [4000]


# --- pursuit ---


def pursuit(*dice: int, fled: Any = None, **facts: Any) -> FantasyBattle:
    hunter = ordered(unit("c1", "swordsmen", 20, (30, 30)), "attack", "h1")
    prey = unit("h1", "orcs", 20, (30, 30), 180, retreating=True, **(fled or {}))
    return movement(hunter, prey, more=(contact(hunter, prey, round=2),), dice=dice, **facts)


@pytest.mark.clause("FA-RET-07", "FA-RET-08", "FA-RET-09")
def test_a_pursuer_catches_the_rear() -> None:
    found = pursuit(4, 4, 3, 4)
    made = only(found)
    assert (made.caught, made.edge("c1"), made.edge("h1"), made.round) == ("h1", Edge.FRONT, Edge.REAR, 0)
    assert (made.clash, made.charged, made.maker) == (False, (), "c1")
    assert gap(found.unit("c1").shape, found.unit("h1").shape) <= 2
    assert told(found, Pursued)[0].caught
    assert told(found, Retreated)[0].caught == "c1"
    assert found.unit("h1").retreating
    assert place(found, "h1") == (30_000, 38_600, 0)


@pytest.mark.clause("FA-CMD-05")
def test_a_caught_unit_loses_its_standard() -> None:
    found = pursuit(4, 4, 3, 4, fled={"standard": True})
    assert not found.unit("h1").standard
    assert told(found, StandardLost) == [StandardLost("h1", "c1")]
    assert pursuit(3, 3, 4, 4, fled={"standard": True}).unit("h1").standard


@pytest.mark.clause("FA-RET-07")
def test_a_pursuer_who_rolls_less_stays_behind() -> None:
    found = pursuit(3, 3, 4, 4)
    assert not found.field.contacts
    assert place(found, "c1") == (30_000, 36_000, 0)
    assert not told(found, Pursued)[0].caught


@pytest.mark.clause("FA-RET-10", "FA-MOV-09")
def test_a_pursuer_stops_at_a_fresh_enemy_who_stands() -> None:
    hunter = ordered(unit("c1", "swordsmen", 20, (30, 30)), "attack", "h1")
    prey = unit("h1", "orcs", 20, (30, 30), 180, retreating=True)
    fresh = unit("h2", "orcs", 10, (33.5, 34), 270, files=5)
    found = movement(hunter, prey, fresh, more=(contact(hunter, prey),), dice=(6, 6, 6, 5))
    made = only(found)
    assert ({made.a, made.b}, made.clash, made.caught) == ({"c1", "h2"}, False, "")


@pytest.mark.clause("FA-RET-11", "FA-LD-08")
def test_in_c8_only_those_go_who_broke_in_c7_and_their_pursuers() -> None:
    hunter = ordered(unit("c1", "swordsmen", 20, (30, 30)), "attack", "h1")
    prey = unit("h1", "orcs", 20, (30, 30), 180, retreating=True, retreat_after=True, broke=1)
    runner = unit("h2", "orcs", 20, (60, 30), 180, retreating=True)
    fresh = unit("h3", "orcs", 10, (33.5, 34), 270, files=5)
    setup = setup_of([hunter, prey, runner, fresh])
    found = draft(
        setup,
        contact(hunter, prey),
        dice=Scripted((4, 4, 3, 3)),
        turn=Turn(TURN, number=1, phase="C", step="C8"),
    )
    found.change("c1", motion=Motion("charge", (), 9000, "h1"))
    retreats.plan_late(found)
    assert [one.id for one in found.field.units if one.motion] == ["c1", "h1"]
    assert not found.unit("h1").retreat_after
    motion.run(found)
    alignment.align(found)
    made = only(found)
    assert ({made.a, made.b}, made.clash) == ({"c1", "h3"}, False)
    assert place(found, "h2") == (60_000, 30_000, 1800)


@pytest.mark.clause("FA-RET-11", "FA-MOV-08")
def test_a_meeting_in_c8_is_no_clash() -> None:
    prey = unit("h1", "orcs", 20, (30, 30), 180, retreating=True, retreat_after=True)
    other = unit("h2", "orcs", 20, (50, 30), 180, retreating=True, retreat_after=True)
    foes = unit("c1", "swordsmen", 20, (30, 30)), unit("c2", "swordsmen", 20, (30, 36), 180)
    found = draft(
        setup_of([prey, other, *foes]), contact(foes[0], prey), dice=Scripted((3, 3, 3, 3)),
        turn=Turn(TURN, number=1, phase="C", step="C8"),
    )  # fmt: skip
    retreats.plan_late(found)
    motion.run(found)
    made = only(found)
    assert ({made.a, made.b}, made.clash) == ({"c2", "h1"}, False)


# --- reforms ---


@pytest.mark.clause("FA-ORD-09", "FA-UNIT-08", "FA-UNIT-09")
def test_a_reform_turns_and_widens() -> None:
    found = movement(ordered(unit("c1", "swordsmen", 20, (30, 30)), "reform", heading=900, files=20))
    one = found.unit("c1")
    assert (one.centre, one.heading, one.files, one.formation) == ((30_000, 29_200), 900, 20, "line")
    found = movement(ordered(unit("c1", "swordsmen", 20, (30, 30)), "reform", files=4))
    assert (found.unit("c1").formation, found.unit("c1").ranks) == ("column", 5)
    assert told(found, Reformed)[0].files == 4
    wedge = ordered(unit("c1", "swordsmen", 20, (30, 30)), "reform", files=4, formation="wedge")
    assert movement(wedge).unit("c1").formation == "wedge"


@pytest.mark.clause("FA-UNIT-08", "FA-MNT-07")
def test_horse_do_not_reform() -> None:
    found = movement(ordered(unit("c1", "knights", 10, (30, 30)), "reform", heading=900))
    assert place(found, "c1") == (30_000, 30_000, 0)


@pytest.mark.clause("FA-ORD-09")
def test_who_has_no_room_stays_as_he_is() -> None:
    """c1 would stand on c2; c2 on the place that c1 keeps; c3 is free to turn."""
    units = [
        ordered(unit("c1", "swordsmen", 20, (30, 30)), "reform", heading=900),
        unit("c2", "swordsmen", 20, (30, 32)),
        ordered(unit("c3", "swordsmen", 20, (45, 30)), "reform", heading=900),
    ]
    found = movement(*units)
    assert [found.unit(one).heading for one in ("c1", "c2", "c3")] == [0, 0, 900]


@pytest.mark.clause("FA-ORD-09", "FA-GEN-04")
def test_two_who_would_reform_into_each_other() -> None:
    units = [
        ordered(unit("c1", "swordsmen", 20, (30, 30)), "reform", files=20),
        ordered(unit("c2", "swordsmen", 20, (39, 30)), "reform", files=20),
        ordered(unit("c3", "swordsmen", 20, (60, 30)), "reform", files=20),
    ]
    found = movement(*units)
    assert [found.unit(one).files for one in ("c1", "c2", "c3")] == [10, 10, 20]


@pytest.mark.clause("FA-ORD-09")
def test_two_parts_become_one() -> None:
    left = ordered(unit("c1", "swordsmen", 8, (27, 30), files=5, start_models=10), "reform", files=8)
    right = ordered(
        unit("c1_b", "swordsmen", 7, (33, 30), files=5, start_models=10, standard=True), "reform", files=8
    )
    found = movement(left, right, more=(hero("cap", "captain", right),))
    one = found.unit("c1")
    assert (one.models, one.start_models, one.standard, one.files) == (15, 20, True, 8)
    assert (one.centre, found.unit("c1_b").status) == ((30_000, 29_200), "merged")
    assert found.character("cap").unit == "c1"
    far = movement(replace(left, x=20_000), right)
    assert far.unit("c1_b").status == "ready"
    other = movement(replace(left, order=UnitOrder("reform", files=5)), right)
    assert other.unit("c1_b").status == "ready"


# --- closing up ---


def after_a_round(
    *units: Unit, links: tuple[Contact, ...], began: dict[str, int], **facts: Any
) -> FantasyBattle:
    """A draft in A7: how many each unit had before the round."""
    ids = tuple(one.id for one in units)
    before = tuple((one.id, began.get(one.id, one.models), 0) for one in units)
    melee = Melee(melee_id(ids), ids, tuple(link.id for link in links), began=before)
    found = draft(setup_of(units, **facts), *links, melee)
    alignment.close_up(found)
    return found


@pytest.mark.clause("FA-UNIT-04", "FA-MEL-15")
def test_in_a_rear_contact_the_front_goes_back() -> None:
    orcs, knights = unit("h1", "orcs", 20, (30, 30)), unit("c1", "knights", 5, (30, 27.6))
    link = contact(knights, orcs, (Edge.FRONT, Edge.REAR), overlap=5000)
    found = after_a_round(orcs, knights, links=(link,), began={"h1": 30})
    assert place(found, "h1") == (30_000, 29_200, 0)
    assert place(found, "c1") == (30_000, 27_600, 0)
    assert only(found).overlap == 5000


@pytest.mark.clause("FA-UNIT-04", "FA-MEL-15")
def test_in_front_the_casualties_leave_no_gap() -> None:
    orcs, knights = unit("h1", "orcs", 20, (30, 30), 180), unit("c1", "knights", 5, (30, 30))
    found = after_a_round(orcs, knights, links=(contact(knights, orcs, overlap=5000),), began={"h1": 30})
    assert (place(found, "h1"), place(found, "c1")) == ((30_000, 30_000, 1800), (30_000, 30_000, 0))


@pytest.mark.clause("FA-MEL-15")
def test_whoever_made_a_contact_closes_its_gaps() -> None:
    """The orcs' flank is a rank shorter: the knights stood at its rear end."""
    orcs, knights = unit("h1", "orcs", 10, (30, 30)), unit("c1", "knights", 5, (34, 26.9), 270)
    link = contact(knights, orcs, (Edge.FRONT, Edge.RIGHT), overlap=2000)
    found = after_a_round(orcs, knights, links=(link,), began={"h1": 30})
    assert place(found, "c1") == (34_000, 27_500, 2700)
    assert only(found).overlap == 800
    third = unit("c2", "knights", 5, (34.5, 32.4), 270)
    shut = after_a_round(orcs, knights, third, links=(link,), began={"h1": 30})
    assert place(shut, "c1") == (34_000, 26_900, 2700)
    assert next(one for one in shut.field.contacts).overlap == 800


# --- the order of the list means nothing ---

SPOTS = st.tuples(
    st.integers(0, 3), st.integers(0, 2), st.sampled_from(("orcs", "knights", "archers")), st.integers(0, 3)
)


@given(st.lists(SPOTS, min_size=2, max_size=6, unique_by=lambda one: one[:2]), st.integers(0, 99))
@pytest.mark.clause("FA-GEN-03", "FA-GEN-04", "FA-MOV-04")
def test_units_in_another_order_move_alike(spots: list[tuple[int, int, str, int]], seed: int) -> None:
    units = []
    for number, (column, line, profile, quarter) in enumerate(spots):
        side = "ch"[(column + line) % 2]
        one = unit(
            f"{side}{number}", profile, 5 * (1 + quarter), (12 + 14 * column, 10 + 13 * line), 90 * quarter
        )
        units.append(ordered(one, "march", path=(wheel(10 * quarter + 5), fwd(5))))
    here, there = movement(*units), movement(*shuffled(units, seed))
    assert {one.id: one for one in here.field.units} == {one.id: one for one in there.field.units}
    assert here.field.contacts == there.field.contacts
