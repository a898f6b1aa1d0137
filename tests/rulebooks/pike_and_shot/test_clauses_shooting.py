"""Zones and lines of sight, volleys, smoke, artillery."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.core.errors import Refused
from grognard.rulebooks.pike_and_shot import cards, morale, movement, sequence, shooting
from grognard.rulebooks.pike_and_shot.events import Panicked, SmokeCleared, SmokeLaid, Tested, Volley
from grognard.rulebooks.pike_and_shot.seeing import Sight, in_zone_of, points_in_zone, sees
from tests.rulebooks.pike_and_shot.scenes import (
    BLUE,
    BRIGADE,
    RED,
    Scene,
    bases_at,
    box,
    cloud,
    mil,
    scene,
    unit,
)


def one(at: tuple[float, float, float] = (20, 20, 0), side: str = RED, name: str = "R", **more: Any) -> Any:
    """A unit of one base."""
    return unit(name, side, 1, at, **more)


def facing(*more: Any, far: float = 10, **setting: Any) -> Scene:
    """R looks north at B, one base each, so many inches before it."""
    return scene(one(), one((20, round(20 + far, 3), 180), BLUE, "B"), *more, **setting)


def seen(there: Scene) -> bool:
    return sees(there.field, there.unit("R"), there.unit("B"))


def shots(there: Scene, target: str = "B") -> list[tuple[int, int, float]]:
    """Slot, range in thousandths and strength of every base that would shoot."""
    found = shooting.aim(there.field, there.unit("R"), there.unit(target))
    return [(shot.slot, shot.range, shot.strength / 2) for shot in found.shots]


def roll(there: Scene, **more: int) -> Any:
    own, target = there.unit("R"), there.unit("B")
    return shooting.shot_roll(there.field, own, target, shooting.aim(there.field, own, target), **more)


# --- zones and lines ---------------------------------------------------------------------------------------


@pytest.mark.clause("PS-VIS-01", "PS-SHOT-02")
def test_zone_range_and_sight_are_worked_out_base_by_base() -> None:
    """B before the left end: only the end base has a corner of it within its 45 degrees."""
    there = scene(unit("R", at=(20, 20, 0)), one((11, 22.5, 180), BLUE, "B"))
    assert shots(there) == [(0, 3202, 2)]
    near = scene(unit("R", at=(20, 20, 0)), one((15, 22, 180), BLUE, "B"))
    assert shots(near) == [(0, 2000, 4), (1, 2000, 4), (2, 2828, 2)]


@pytest.mark.clause("PS-VIS-04")
def test_one_reference_point_in_the_zone_is_enough() -> None:
    """The limit of the zone runs from (21, 20) to the north-east; B's far left corner is at (23, 22 + d)."""
    for d, points in ((0.0, 1), (-0.001, 0)):
        there = scene(one(), one((24, 21 + d, 180), BLUE, "B"))
        base, target = there.unit("R").shapes[0], there.unit("B").shapes[0]
        assert points_in_zone(base, 900, target) == [(mil(23), mil(22))][:points]
        assert in_zone_of(there.field, there.unit("R"), there.unit("B")) is bool(points)


@pytest.mark.clause("PS-VIS-04")
def test_a_units_zone_is_the_union_of_its_bases_zones() -> None:
    two = scene(unit("R", bases=2, at=(20, 20, 0)), one((25, 21, 180), BLUE, "B"))
    assert in_zone_of(two.field, two.unit("R"), two.unit("B"))
    alone = scene(one((19, 20, 0)), one((25, 21, 180), BLUE, "B"))
    assert not in_zone_of(alone.field, alone.unit("R"), alone.unit("B"))
    pair = scene(one(), unit("B", BLUE, 2, (25, 21, 180)))
    assert in_zone_of(pair.field, pair.unit("R"), pair.unit("B"))


@pytest.mark.clause("PS-VIS-05")
@pytest.mark.parametrize(
    ("ground", "clear"),
    [
        ([("village", 23, 24)], False),
        ([("wood", 23, 25)], True),
        ([("wood", 23, 25.01)], False),
        ([("wood", 21, 22), ("wood", 25, 26)], True),
        ([("wood", 21, 22), ("wood", 25, 26.01)], False),
        ([("hill", 23, 24)], False),
        ([("hill", 15, 24)], True),
        ([("hill", 24, 33)], True),
        ([("marsh", 21, 29), ("ditch", 21, 29), ("camp", 21, 29), ("fieldwork", 21, 29)], True),
    ],
)
def test_ground_in_the_line(ground: list[tuple[str, float, float]], clear: bool) -> None:
    """Strips of ground across the table between R (20) and B (30): a village, over 2 inches of wood, a hill."""
    strips = [box(f"{kind}{i}", kind, 0, south, 72, north) for i, (kind, south, north) in enumerate(ground)]
    there = facing(terrain=strips)
    line = Sight(there.field, there.unit("R"), there.unit("B"))
    assert line.clear((mil(20), mil(20)), (mil(20), mil(30)), []) is clear
    if not clear:
        assert not seen(there)


@pytest.mark.clause("PS-VIS-05")
def test_a_touch_of_an_edge_or_corner_does_not_block() -> None:
    for west, clear in ((20, True), (19.99, False)):
        there = facing(terrain=[box("v", "village", west, 23, 30, 24)])
        line = Sight(there.field, there.unit("R"), there.unit("B"))
        assert line.clear((mil(20), mil(20)), (mil(20), mil(30)), []) is clear


@pytest.mark.clause("PS-VIS-05")
@pytest.mark.parametrize("side", [RED, BLUE])
def test_bases_of_other_units_block(side: str) -> None:
    assert seen(facing())
    assert not seen(facing(unit("X", side, 5, (20, 26, 0), base="pike")))
    assert seen(facing(unit("X", side, 5, (10, 26, 0), base="pike")))


@pytest.mark.clause("PS-VIS-05", "PS-FORM-04")
def test_bases_of_the_own_unit_block_but_in_a_formation_that_fires_by_ranks() -> None:
    for formation, slots in (("line", [0, 1]), ("caracole", [0, 1, 2, 3])):
        there = scene(
            unit("R", bases=4, base="reiter", files=2, formation=formation, at=(20, 20, 0)),
            unit("B", BLUE, 4, (20, 20.5, 180)),
        )
        assert [slot for slot, _, _ in shots(there)] == slots


@pytest.mark.clause("PS-VIS-05")
@pytest.mark.parametrize(("gap", "clear"), [(2.0, False), (2.01, True), (5, True)])
def test_from_above_a_base_hides_only_what_is_within_2_inches_behind_it(gap: float, clear: bool) -> None:
    hill = [box("h", "hill", 15, 15, 25, 21)]
    body = bases_at(["pike"], 20, 30 - gap)[0].shape
    there = facing(terrain=hill)
    line = Sight(there.field, there.unit("R"), there.unit("B"))
    assert line.clear((mil(20), mil(20)), (mil(20), mil(30)), [body]) is clear
    flat = facing()
    line = Sight(flat.field, flat.unit("R"), flat.unit("B"))
    assert not line.clear((mil(20), mil(20)), (mil(20), mil(30)), [body])


@pytest.mark.clause("PS-VIS-06")
def test_smoke_never_blocks_sight() -> None:
    there = facing(smoke=[cloud(f"smoke:{i}", 20, 21 + i, width=30) for i in range(1, 8)])
    assert seen(there)


@pytest.mark.clause("PS-VIS-06")
@pytest.mark.parametrize(
    ("turn", "far", "clear"),
    [(1, 12, True), (1, 12.01, False), (2, 8, True), (2, 8.01, False), (3, 40, True)],
)
def test_option_sight_limit_by_turn(turn: int, far: float, clear: bool) -> None:
    """``sight_limit_by_turn`` = [12, 8]: from the third turn on there is no limit."""
    there = facing(far=far, sight=[12, 8], turn=turn, size=(72, 72))
    assert seen(there) is clear


# --- a volley -----------------------------------------------------------------------------------------------


@pytest.mark.clause("PS-SHOT-01")
def test_every_base_with_a_weapon_shoots_at_one_target() -> None:
    there = scene(
        unit("R", bases=["musket", "pike", "musket"], at=(20, 20, 0)), unit("B", BLUE, 3, (20, 21, 180))
    )
    assert shots(there) == [(0, 1000, 4), (2, 1000, 4)]
    there.run(cards.play_card, "red_general").answer("activate", "R")
    assert ("shoot", "B") in there.options()
    for target in ("R", "nobody", "red_general"):
        with pytest.raises(Refused, match="PS-SHOT-01"):
            there.answer("shoot", target)


@pytest.mark.clause("PS-SHOT-01")
def test_a_target_that_fights_a_friend_is_no_target() -> None:
    there = scene(
        unit("R", bases=3, at=(20, 20, 0)),
        unit("B", BLUE, 3, (20, 25, 180)),
        unit("F", bases=1, base="pike", at=(22, 25, 0)),
    )
    assert shooting.targets(there.field, there.unit("R")) == []
    there.change("F", bases=bases_at(["pike"], 22, 24.9))
    assert shooting.targets(there.field, there.unit("R")) == ["B"]


@pytest.mark.clause("PS-SHOT-01", "PS-ART-03", "PS-IMP-05")
@pytest.mark.parametrize("base", ["musket", "field_gun"])
def test_nobody_shoots_while_in_contact(base: str) -> None:
    """Neither at the enemy he touches nor at another."""
    there = scene(
        unit("R", bases=2, base=base, at=(20, 20, 0)),
        unit("B", BLUE, 1, (19, 20, 180)),
        unit("X", BLUE, 1, (24, 24, 180)),
    )
    assert shooting.targets(there.field, there.unit("R")) == []
    there.run(cards.play_card, "red_general").answer("activate", "R")
    with pytest.raises(Refused, match="PS-IMP-05"):
        there.answer("shoot", "X")


@pytest.mark.clause("PS-SHOT-02")
@pytest.mark.parametrize(
    ("base", "ranges"),
    [
        ("musket", {2.0: 4, 2.001: 2, 6.0: 2, 6.001: None}),
        ("arquebus", {2.0: 3, 2.001: 1, 5.0: 1, 5.001: None}),
        ("cuirassier", {1.0: 2, 1.001: 1, 2.0: 1, 2.001: None}),
        ("field_gun", {10.0: 4, 10.001: 2, 20.0: 2, 20.001: None}),
    ],
)
def test_strength_by_range_with_its_limits_included(base: str, ranges: dict[float, int | None]) -> None:
    for far, strength in ranges.items():
        there = scene(one(base=base), one((20, round(20 + far, 3), 180), BLUE, "B"))
        assert shots(there) == ([] if strength is None else [(0, mil(far), strength)])


@pytest.mark.clause("PS-SHOT-02", "PS-VIS-03")
def test_with_a_wide_zone_the_range_is_from_the_outline() -> None:
    """Commanded shot see B beside them, 1.5 inches from their flank."""
    there = scene(one(base="commanded_shot"), one((22.5, 19.5, 270), BLUE, "B"))
    assert shots(there) == [(0, 1500, 4)]
    assert shots(scene(one(), one((22.5, 19.5, 270), BLUE, "B"))) == []


@pytest.mark.clause("PS-SHOT-03")
def test_modifiers_of_the_shooting_test() -> None:
    there = facing(far=4).change("R", dp=2, fired=True).change("B", dp=5)
    plain = roll(there)
    assert (plain.worst, plain.best, plain.bonus) == ((), (), -2)
    assert roll(there, cp=3).bonus == 1
    assert roll(there, penalty=1).bonus == -3


@pytest.mark.clause("PS-SHOT-04", "PS-SHOT-09", "PS-DICE-02")
@pytest.mark.parametrize(("dice", "dp"), [((6, 4), 6), ((5, 4), 3), ((3, 2), 3), ((2, 2), 0), ((1, 1), 0)])
def test_what_a_volley_does(dice: tuple[int, int], dp: int) -> None:
    """Strength 4 + 2 = 6; a target that takes nothing takes no test."""
    there = scene(
        unit("R", bases=2, at=(20, 20, 0), fired=True),
        unit("B", BLUE, ["pike"] * 9, (17.5, 22, 180), files=1, formation="column"),
    )
    assert [strength for _, _, strength in shots(there)] == [4, 2]
    there.run(shooting.volley, "R", "B", dice=(*dice, *((1, 1, 1) if dp else ())))
    assert there.heard(Volley)[0].dp == dp
    assert there.unit("B").dp == dp
    assert [event.cause for event in there.heard(Panicked)] == ["shooting"] * bool(dp)


@pytest.mark.clause("PS-SHOT-05")
def test_the_first_volley_is_spent_whatever_its_result_and_never_comes_back() -> None:
    there = facing(far=4)
    assert roll(there).worst == ("first_volley",)
    there.run(shooting.volley, "R", "B", dice=(1, 1, 1))
    assert there.unit("R").fired
    assert roll(there).worst == ()
    there.run(sequence.begin_turn, dice=(1,))
    assert there.unit("R").fired


@pytest.mark.clause("PS-SHOT-05", "PS-SMOKE-01")
def test_bows_have_no_first_volley_and_leave_no_smoke() -> None:
    there = scene(one(base="tatar_noble"), one((20, 24, 180), BLUE, "B"))
    assert roll(there).worst == ()
    there.run(shooting.volley, "R", "B", dice=(1, 1))
    assert not there.unit("R").fired
    assert there.field.smoke == []


@pytest.mark.clause("PS-SHOT-06", "PS-SHOT-07", "PS-SMOKE-03")
@pytest.mark.parametrize(
    ("clouds", "smoke"), [([14], False), ([14, 14, 14], False), ([14, 16], True), ([14, 16, 18, 20], True)]
)
def test_half_of_the_lines_through_smoke_cost_a_die(clouds: list[int], smoke: bool) -> None:
    """Four bases straight before four; clouds as wide as a base before some of them; many on a spot count once."""
    there = scene(
        unit("R", bases=4, at=(17, 20, 0)),
        unit("B", BLUE, 4, (17, 24, 180)),
        smoke=[cloud(f"smoke:{i}", x, 20.5, width=1.9) for i, x in enumerate(clouds, 1)],
    )
    assert len(shots(there)) == 4
    found = roll(there)
    assert (found.best, found.worst) == (("smoke",) if smoke else (), ("first_volley",))
    assert found.count == 3 + smoke


@pytest.mark.clause("PS-SHOT-08")
@pytest.mark.parametrize(
    ("kind", "covers"), [("wood", True), ("ditch", True), ("marsh", False), ("stream", False)]
)
@pytest.mark.parametrize(("east", "half"), [(20, True), (18, False)])
def test_half_of_the_target_in_cover_costs_a_die(kind: str, covers: bool, east: float, half: bool) -> None:
    """B's four centres are at 17, 19, 21, 23; the ground reaches to x = 20 or 18."""
    there = scene(
        unit("R", bases=4, at=(20, 20, 0), fired=True),
        unit("B", BLUE, 4, (20, 22, 180)),
        terrain=[box("g", kind, 10, 22.1, east, 23)],
    )
    assert roll(there).best == (("cover",) if covers and half else ())


@pytest.mark.clause("PS-SHOT-10", "PS-RALLY-02")
def test_under_fire_lasts_to_the_end_of_the_turn() -> None:
    there = facing(far=4).run(shooting.volley, "R", "B", dice=(1, 1, 1))
    assert there.unit("B").under_fire
    assert not there.unit("R").under_fire
    assert not there.run(sequence.begin_turn, dice=(1,)).unit("B").under_fire


# --- smoke ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("PS-SMOKE-01")
def test_each_powder_base_that_shot_leaves_a_marker_before_its_front() -> None:
    there = scene(
        unit("R", bases=["musket", "pike", "musket"], at=(20, 20, 90)), unit("B", BLUE, 1, (22, 22, 270))
    )
    there.run(shooting.volley, "R", "B", dice=(1, 1, 1))
    assert [(s.x, s.y, s.heading, s.frontage, s.depth) for s in there.field.smoke] == [
        (mil("20.5"), mil(22), 900, 2000, 1000),
        (mil("20.5"), mil(18), 900, 2000, 1000),
    ]
    assert there.heard(SmokeLaid)[0].markers == ("smoke:1", "smoke:2")


@pytest.mark.clause("PS-SMOKE-01", "PS-BASE-10")
def test_smoke_stays_when_its_base_goes_or_dies() -> None:
    there = facing(far=4).run(shooting.volley, "R", "B", dice=(1, 1, 1))
    before = there.field.smoke
    there.change("B", left=0).change("R", mode="move", mp=1).run(movement.steps, "R").answer("advance", 1000)
    assert there.field.smoke == before
    there.run(morale.destroy, "R")
    assert there.field.smoke == before
    assert "R" not in [own.id for own in there.field.units]


@pytest.mark.clause("PS-SMOKE-01")
def test_a_guns_smoke_is_as_wide_as_the_gun() -> None:
    there = scene(one(base="field_gun"), one((20, 25, 180), BLUE, "B"))
    there.run(shooting.volley, "R", "B", dice=(1, 1, 1))
    assert [(s.frontage, s.depth, s.y) for s in there.field.smoke] == [(1000, 1000, mil("20.5"))]


@pytest.mark.clause("PS-SMOKE-02")
@pytest.mark.parametrize("least", [2, 3, 4, 5, 6])
def test_option_smoke_test(least: int) -> None:
    """``smoke_test``: removed on so much or more."""
    for face in range(1, 7):
        there = scene(unit("R"), smoke=[cloud("smoke:1", 5, 5)], options={"smoke_test": least})
        there.run(shooting.clear_smoke, dice=(face,))
        assert (there.field.smoke == []) is (face >= least)
        assert there.heard(SmokeCleared)[0].die == face


@pytest.mark.clause("PS-SMOKE-02", "PS-SMOKE-03")
def test_each_marker_is_rolled_for_even_on_one_spot_and_in_the_turn_it_was_laid() -> None:
    there = scene(unit("R"), smoke=[cloud(f"smoke:{i}", 5, 5, turn=1) for i in (1, 2, 3)], turn=1)
    there.run(shooting.clear_smoke, dice=(4, 3, 6))
    assert [marker.id for marker in there.field.smoke] == ["smoke:2"]


# --- artillery ------------------------------------------------------------------------------------------------


def battery(target: Any, *more: Any, dice: tuple[int, ...] = (1, 1), **setting: Any) -> Scene:
    """R's two guns have fired at the target once, and their smoke has gone."""
    there = scene(unit("R", bases=2, base="field_gun", at=(20, 20, 0), fired=True), target, *more, **setting)
    return there.run(shooting.volley, "R", "B", dice=dice).run(shooting.clear_smoke, dice=(6, 6))


def fog(there: Scene, *clouds: Any) -> Scene:
    """The same with smoke markers."""
    there.state = msgspec.structs.replace(there.state, pieces=(*there.state.pieces, *clouds))
    return there


TARGET = unit("B", BLUE, 4, (20, 30, 180))


@pytest.mark.clause("PS-ART-01")
def test_guns_range_in_on_what_stands_still() -> None:
    assert roll(battery(TARGET)).worst == ("ranged_in",)
    assert roll(battery(TARGET).run(morale.lose_base, "B", "musket", "right")).worst == ("ranged_in",)
    assert roll(battery(TARGET).run(sequence.begin_turn, dice=(1,))).worst == ("ranged_in",)


@pytest.mark.clause("PS-ART-01")
def test_ranging_in_takes_a_die_away_before_it_adds_one() -> None:
    """Through smoke it becomes a plain test; through smoke at a target in cover one die is left."""
    drift = cloud("smoke:9", 20, 25, width=20)
    found = roll(fog(battery(TARGET), drift))
    assert (found.worst, found.best, found.count) == ((), (), 2)
    covered = battery(TARGET, terrain=[box("d", "ditch", 0, 29, 72, 32)], dice=(1, 1, 1))
    assert (len(roll(covered).worst), len(roll(covered).best)) == (0, 0)
    found = roll(fog(covered, drift))
    assert (len(found.worst), len(found.best)) == (0, 1)


@pytest.mark.clause("PS-ART-01")
def test_moving_turning_or_another_target_ends_it() -> None:
    moved = battery(TARGET).change("B", bases=bases_at(["musket"] * 4, 20, 30.001, 180))
    assert roll(moved).worst == ()
    turned = battery(TARGET).change("B", bases=bases_at(["musket"] * 4, 20, 30, 180.1))
    assert roll(turned).worst == ()
    other = battery(TARGET, one((26, 30, 180), BLUE, "X")).run(shooting.volley, "R", "X", dice=(1, 1))
    assert roll(other.run(shooting.clear_smoke, dice=(6, 6))).worst == ()
    shot = scene(
        unit("R", bases=2, at=(20, 20, 0), fired=True), unit("B", BLUE, 4, (20, 24, 180))
    ).run(shooting.volley, "R", "B", dice=(1, 1)).run(shooting.clear_smoke, dice=(6, 6))  # fmt: skip
    assert roll(shot).worst == ()


@pytest.mark.clause("PS-ART-02")
@pytest.mark.parametrize(
    ("guns", "target", "enfilade"),
    [
        ((20, 20, 0), unit("B", BLUE, 3, (20, 30, 180), files=1, formation="column"), True),
        ((20, 20, 0), unit("B", BLUE, 2, (20, 30, 180), files=1, formation="column"), False),
        ((20, 20, 0), unit("B", BLUE, 6, (20, 30, 180)), False),
        ((10, 30, 90), unit("B", BLUE, 3, (20, 30.5, 180)), True),
    ],
)
def test_enfilade_along_three_bases(guns: Any, target: Any, enfilade: bool) -> None:
    there = scene(one(guns, base="field_gun"), target)
    assert shooting.aim(there.field, there.unit("R"), there.unit("B")).enfilade is enfilade


@pytest.mark.clause("PS-ART-02")
@pytest.mark.parametrize(("dice", "dp"), [((6, 6, 1), 4 + 2), ((3, 4, 1), 2 + 2), ((1, 1, 1), 0)])
def test_enfilade_adds_two_to_a_success(dice: tuple[int, ...], dp: int) -> None:
    column = unit("B", BLUE, 9, (20, 28, 180), base="pike", files=1, formation="column")
    there = scene(one(base="field_gun"), column)
    there.run(shooting.volley, "R", "B", dice=(*dice, *((1, 1, 1) if dp else ())))
    assert there.heard(Volley)[0].dp == dp
    muskets = scene(one(), unit("B", BLUE, 9, (20, 24, 180), base="pike", files=1, formation="column"))
    assert not shooting.aim(muskets.field, muskets.unit("R"), muskets.unit("B")).enfilade


@pytest.mark.clause("PS-ART-02")
@pytest.mark.parametrize(("guns", "enfilade"), [(3, True), (4, True), (5, False)])
def test_half_of_the_guns_must_rake(guns: int, enfilade: bool) -> None:
    """On B's flank: the two guns at the left end have its line before them, the others shoot across."""
    there = scene(
        unit("R", bases=guns, base="field_gun", at=(20, 30 - (guns - 1) / 2, 90)),
        unit("B", BLUE, 3, (23.5, 29.5, 180)),
    )
    rakes = [shooting.rakes(there.field, shape, there.unit("B")) for shape in there.unit("R").shapes]
    assert rakes == [i < 2 for i in range(guns)]
    assert len(shots(there)) == guns
    assert shooting.aim(there.field, there.unit("R"), there.unit("B")).enfilade is enfilade


# --- options --------------------------------------------------------------------------------------------------


@pytest.mark.clause("PS-DICE-07", "PS-SHOT-04")
@pytest.mark.parametrize(("rounding", "dp"), [("up", 2), ("down", 1)])
def test_option_half_rounding_for_volleys(rounding: str, dp: int) -> None:
    """One arquebus near: strength 3, a normal result 1.5."""
    there = scene(
        one(base="arquebus", fired=True), unit("B", BLUE, BRIGADE, (20, 21, 180), files=3),
        options={"half_rounding": rounding},
    )  # fmt: skip
    there.run(shooting.volley, "R", "B", dice=(3, 4, 1, 1, 1))
    assert there.heard(Volley)[0].dp == dp


@pytest.mark.clause("PS-MOVE-07", "PS-SHOT-03")
@pytest.mark.parametrize(("scope", "bonus"), [("move", -3), ("all", 0)])
def test_option_fanatic_scope(scope: str, bonus: int) -> None:
    there = scene(
        one(traits=["fanatic"], dp=3), one((20, 24, 180), BLUE, "B"), options={"fanatic_scope": scope}
    )
    assert roll(there).bonus == bonus


@pytest.mark.clause("PS-SHOT-03")
def test_the_test_is_told_with_every_die_reason_and_modifier() -> None:
    there = facing(far=4).change("R", dp=1).run(shooting.volley, "R", "B", dice=(4, 1, 2, 1, 1))
    test = there.heard(Tested)[0]
    assert (test.faces, test.worst, test.total, test.band) == ((4, 1, 2), ("first_volley",), 5, "normal")
