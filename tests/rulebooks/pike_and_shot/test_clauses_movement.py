"""Bases, units, geometry; movement; terrain."""

from __future__ import annotations

import pytest

from grognard.core.errors import Refused
from grognard.rulebooks.pike_and_shot import going, movement, steps
from grognard.rulebooks.pike_and_shot.events import Advanced, LeftTable, StoodShort
from grognard.rulebooks.pike_and_shot.formations import anchor, ranks_of
from grognard.rulebooks.pike_and_shot.seeing import apart, near
from grognard.rulebooks.pike_and_shot.standing import in_contact
from grognard.rulebooks.pike_and_shot.touch import touched
from tests.rulebooks.pike_and_shot.scenes import (
    BLUE,
    BRIGADE,
    RED,
    TABLES,
    Scene,
    bases_at,
    box,
    commander,
    mil,
    scene,
    unit,
)

FAR = unit("B", BLUE, at=(60, 40, 180))


def moving(*specs: object, mode: str = "move", mp: int = 2, **more: object) -> Scene:
    """R in the middle of a move with points left."""
    there = scene(*specs, **more)  # type: ignore[arg-type]
    there.change("R", mode=mode, mp=mp)
    return there.run(movement.steps, "R")


# --- bases ---


@pytest.mark.clause("PS-BASE-01", "PS-BASE-02", "PS-BASE-03")
def test_sizes_of_bases_and_commanders() -> None:
    sizes = {name: (base.frontage, base.depth) for name, base in TABLES.bases.items()}
    assert sizes["musket"] == sizes["hussar"] == (2000, 1000)
    assert sizes["field_gun"] == (1000, 2000)
    wide = scene(unit("R"), options={"gun_base": "wide"}).setup.tables.bases["field_gun"]
    assert (wide.frontage, wide.depth) == (2000, 2000)
    there = scene(unit("R"), commanders=[commander("C", RED, (9, 9), under="red_general")])
    assert there.field.disc(there.commander("C")).radius == 500
    assert there.field.disc(there.commander("red_general")).radius == 1000


@pytest.mark.clause("PS-BASE-05", "PS-BASE-06")
def test_bases_fill_slots_behind_the_anchor() -> None:
    bases = bases_at(["pike"] * 5, 10, 10, 90, files=3)
    assert [(b.x, b.y) for b in bases] == [
        (9500, 12000),
        (9500, 10000),
        (9500, 8000),
        (8500, 12000),
        (8500, 10000),
    ]
    assert anchor(bases).at == (10000, 10000)
    assert ranks_of(bases) == ((0, 1, 2), (3, 4))
    front_left, front_right, *_ = bases[0].shape.ring
    assert (front_left, front_right) == ((10000, 13000), (10000, 11000))


@pytest.mark.clause("PS-BASE-07", "PS-BASE-08")
def test_distance_is_the_shortest_between_outlines() -> None:
    there = scene(unit("R", bases=1, at=(20, 20, 0)), unit("B", BLUE, 1, (23, 24, 180)))
    assert apart(there.unit("R"), there.unit("B")) == mil("4.123")
    assert near(there.unit("R"), there.unit("B"), mil("4.123"))
    assert not near(there.unit("R"), there.unit("B"), mil("4.122"))
    for gap, touch in (("0.05", ("B",)), ("0.051", ())):
        y = 20 + float(gap)
        there = scene(unit("R", bases=1, at=(20, 20, 0)), unit("B", BLUE, 1, (20, y, 180)))
        assert touched(there.field, there.unit("R")) == touch


@pytest.mark.clause("PS-BASE-11")
def test_traits_of_a_unit_from_its_bases_and_its_own() -> None:
    there = scene(
        unit("R", bases=["tatar", "pancerni"]),
        unit("S", bases=["field_gun", "light_gun"], at=(30, 10, 0)),
        unit("T", bases=["musket"], traits=["fanatic"], at=(40, 10, 0)),
        unit("U", bases=["musket", "cuirassier"], at=(50, 10, 0)),
    )
    has = there.field.has
    assert (has(there.unit("R"), "mobile"), has(there.unit("R"), "light")) == (True, False)
    assert has(there.unit("S"), "ponderous")
    assert has(there.unit("T"), "fanatic")
    assert [there.field.arm(there.unit(one)) for one in "RSU"] == ["horse", "gun", "foot"]


@pytest.mark.clause("PS-BASE-12")
def test_commanders_take_no_room_and_touch_what_they_lie_over() -> None:
    there = moving(
        unit("R", bases=1, at=(20, 20, 0)), commanders=[commander("C", RED, (20, 21.5), under="red_general")]
    )
    there.answer("advance", 3000).answer("stop")
    assert anchor(there.unit("R").bases).at == (mil(20), mil(23))
    assert (there.commander("C").x, there.commander("C").y) == (mil(20), mil("21.5"))
    assert in_contact(there.field, there.commander("C"), there.unit("R"))


# --- straight on ---


@pytest.mark.clause("PS-MOVE-01", "PS-MOVE-08")
def test_an_advance_slides_the_whole_unit_up_to_m() -> None:
    there = moving(unit("R", at=(20, 20, 0)))
    for length in (0, 3001, -5):
        with pytest.raises(Refused, match="PS-MOVE-08"):
            there.answer("advance", length)
    there.answer("advance", 2750)
    assert there.unit("R").bases[0].y == mil("22.25")
    horse = moving(unit("R", base="hussar", at=(20, 20, 0)))
    assert ("advance", 4500) in horse.options()
    mixed = scene(unit("R", bases=["hussar", "musket"]))
    assert mixed.field.move(mixed.unit("R")) == 3000
    old = scene(unit("R", base="hussar"), options={"movement": "one_two_three"})
    assert old.field.move(old.unit("R")) == 3000


@pytest.mark.clause("PS-MOVE-03", "PS-MOVE-09")
def test_points_need_not_all_be_spent() -> None:
    there = moving(unit("R", at=(20, 20, 0)), mp=2)
    there.answer("advance", 1000).answer("stop")
    assert there.unit("R").mp == 0


@pytest.mark.clause("PS-MOVE-07", "PS-FORM-03", "PS-FORM-05")
def test_who_may_not_advance() -> None:
    guns = moving(unit("R", bases=2, base="heavy_gun", at=(20, 20, 0)))
    with pytest.raises(Refused, match="PS-MOVE-07"):
        guns.answer("advance", 500)
    assert {order[1] for order in guns.options() if order[0] == "manoeuvre"} <= {
        "turn", "turn_about", "quarter_turn",
    }  # fmt: skip
    with pytest.raises(Refused, match="PS-MOVE-07"):
        guns.answer("manoeuvre", "wheel", "left", 450)
    square = moving(unit("R", bases=BRIGADE, files=3, formation="square", at=(20, 20, 0)))
    with pytest.raises(Refused, match="PS-FORM-01"):
        square.answer("advance", 500)
    laager = moving(unit("R", bases=4, base="wagon", formation="laager", at=(20, 20, 0)))
    with pytest.raises(Refused, match=r"PS-MOVE-07|PS-FORM-01"):
        laager.answer("advance", 500)


@pytest.mark.clause("PS-MOVE-07")
def test_dice_and_disorder_of_special_troops() -> None:
    def roll(**own: object) -> tuple[tuple[str, ...], tuple[str, ...], int]:
        there = scene(unit("R", dp=2, **own))  # type: ignore[arg-type]
        found = steps.move_roll(there.field, there.unit("R"))
        return found.worst, found.best, found.bonus

    assert roll(base="tatar") == (("mobile",), (), -2)
    assert roll(base="field_gun") == ((), ("ponderous",), -2)
    assert roll(bases=BRIGADE, files=3, formation="tercio") == ((), ("ponderous",), -2)
    assert roll(traits=["fanatic"]) == ((), (), 0)


# --- what is in the way ---


@pytest.mark.clause("PS-BASE-09", "PS-MOVE-11")
def test_units_table_edges_and_shut_ground_stop_an_advance() -> None:
    there = moving(unit("R", at=(20, 20, 0)), unit("S", at=(20, 23, 0)))
    assert ("advance", 2000) in there.options()
    with pytest.raises(Refused, match=r"PS-MOVE-11.*|meets 'S'"):
        there.answer("advance", 2100)
    edge = moving(unit("R", at=(20, 46, 0)))
    assert ("advance", 2000) in edge.options()
    with pytest.raises(Refused, match="PS-BASE-09"):
        edge.answer("advance", 2001)
    river = moving(unit("R", at=(20, 20, 0)), terrain=[box("r", "river", 0, 21, 72, 22)])
    assert ("advance", 1000) in river.options()
    with pytest.raises(Refused, match="PS-MOVE-11"):
        river.answer("advance", 1200)


@pytest.mark.clause("PS-MOVE-11")
def test_light_units_pass_friends_but_do_not_stop_on_them() -> None:
    there = moving(
        unit("R", bases=2, base="commanded_shot", formation="open", at=(20, 20, 0)),
        unit("S", bases=1, at=(20, 21.5, 0)),
    )
    with pytest.raises(Refused, match="PS-MOVE-11"):
        there.answer("advance", 1500)
    there.answer("advance", 3000)
    assert there.unit("R").bases[0].y == mil("22.5")


@pytest.mark.clause("PS-BASE-09", "PS-MOVE-12")
def test_without_a_charge_a_unit_keeps_a_tenth_of_an_inch() -> None:
    there = moving(unit("R", at=(20, 20, 0)), unit("B", BLUE, at=(20, 22, 180)))
    assert ("advance", 1900) in there.options()
    with pytest.raises(Refused, match="PS-MOVE-12"):
        there.answer("advance", 1901)


@pytest.mark.clause("PS-TERR-02", "PS-BASE-09")
def test_fords_and_bridges_lead_over_rivers() -> None:
    def river(formation: str, kind: str) -> bool:
        files = 1 if formation == "column" else 3
        there = scene(
            unit("R", bases=3, files=files, formation=formation, at=(20, 19, 0), mode="move", mp=1),
            terrain=[box("r", "river", 0, 20, 72, 21), box("x", kind, 10, 19, 30, 23)],
        )
        return steps.furthest(there.field, there.unit("R")).distance == 3000

    assert river("line", "ford")
    assert not river("line", "bridge")
    assert river("column", "bridge")
    guns = scene(
        unit("R", bases=1, base="field_gun", at=(20, 20, 0)), terrain=[box("w", "wood", 0, 21, 72, 30)]
    )
    assert [piece.id for piece in going.shut(guns.field, guns.unit("R"))] == ["w"]


# --- ground ---


@pytest.mark.clause("PS-MOVE-10", "PS-TERR-01", "PS-TERR-02")
def test_slow_ground_shortens_a_step_and_rough_ground_disorders() -> None:
    horse = unit("R", bases=3, base="cuirassier", at=(20, 20, 0))
    there = moving(horse, terrain=[box("w", "wood", 0, 20.5, 72, 30)])
    assert ("advance", 2250) in there.options()
    with pytest.raises(Refused, match="PS-MOVE-08"):
        there.answer("advance", 2300)
    there.answer("advance", 2250)
    assert there.unit("R").dp == 1
    there.answer("advance", 2250)
    assert there.unit("R").dp == 1
    short = moving(horse, terrain=[box("w", "wood", 0, 23, 72, 30)])
    assert ("advance", 3000) in short.options()
    short.answer("advance", 3000)
    assert short.unit("R").dp == 0
    loose = moving(
        unit("R", bases=2, base="croat", formation="open", at=(20, 20, 0)),
        terrain=[box("w", "wood", 0, 20.5, 72, 30)],
    )
    loose.answer("advance", 2250)
    assert loose.unit("R").dp == 0


@pytest.mark.clause("PS-FORM-02", "PS-MOVE-10")
def test_a_column_on_a_road_goes_half_as_far_again() -> None:
    road = [box("road", "road", 15, 0, 25, 48)]
    column = moving(unit("R", bases=3, files=1, formation="column", at=(20, 20, 0)), terrain=road)
    column.answer("advance", 4500)
    line = moving(unit("R", bases=3, at=(20, 20, 0)), terrain=road)
    with pytest.raises(Refused, match="PS-MOVE-08"):
        line.answer("advance", 3001)


# --- contact ---


@pytest.mark.clause("PS-MOVE-12", "PS-MOVE-13", "PS-MOVE-14", "PS-HTH-02")
def test_a_charger_conforms_and_strikes_and_its_move_is_over() -> None:
    there = moving(
        unit("R", bases=3, base="cuirassier", at=(20, 20, 20)),
        unit("B", BLUE, 3, (21, 23, 180), left=0),
        mode="charge",
    )
    there.answer("advance", 4500, dice=(3, 4, 1) + (1,) * 6)
    own = there.unit("R")
    assert touched(there.field, own) == ("B",)
    assert own.bases[0].heading == 0
    assert there.heard(Advanced)[-1].kind == "charge"
    assert own.mp == 0


@pytest.mark.clause("PS-MOVE-13")
def test_a_charger_that_cannot_conform_stops_short() -> None:
    there = moving(
        unit("R", bases=1, base="cuirassier", at=(20, 20, 0)),
        unit("B", BLUE, 1, (21.9, 22.5, 130), left=0),
        unit("S", RED, 1, (18.5, 23.0, 0)),
        mode="charge",
    )
    there.answer("advance", 4500)
    assert len(there.heard(StoodShort)) == 1
    assert touched(there.field, there.unit("R")) == ()
    assert apart(there.unit("R"), there.unit("B")) >= 100


@pytest.mark.clause("PS-MOVE-12")
def test_a_manoeuvre_never_makes_contact() -> None:
    there = moving(unit("R", bases=3, at=(20, 20, 0)), unit("B", BLUE, 1, (20, 22.0, 180)), mode="charge")
    with pytest.raises(Refused, match=r"PS-MOVE-12|PS-MAN-08"):
        there.answer("manoeuvre", "wheel", "left", 450)


@pytest.mark.clause("PS-MOVE-14")
def test_contact_made_by_no_step_takes_nothing_from_a_unit() -> None:
    there = scene(unit("R", bases=3, at=(20, 20, 0)), unit("B", BLUE, 3, (20, 20, 180)))
    assert there.unit("R").left == 2
    assert touched(there.field, there.unit("R")) == ("B",)


@pytest.mark.clause("PS-BASE-09", "PS-VIC-04")
def test_only_a_unit_with_loot_may_leave_by_its_own_edge() -> None:
    there = moving(unit("R", base="tatar", bases=3, at=(20, 2, 180), loot=True), FAR)
    there.answer("advance", 4500)
    assert there.unit("R").status == "gone"
    assert there.heard(LeftTable)[0].loot
    poor = moving(unit("R", base="tatar", bases=3, at=(20, 2, 180)), FAR)
    with pytest.raises(Refused, match="PS-BASE-09"):
        poor.answer("advance", 4500)


@pytest.mark.clause("PS-MOVE-04", "PS-MOVE-05")
def test_a_second_move_costs_one_point_or_two() -> None:
    for dice, dp in (((3, 4), 1), ((6, 6), 2)):
        there = scene(unit("R", used=1, left=1)).run(movement.move_impulse, "R", "move", dice=dice)
        assert there.unit("R").dp == dp
