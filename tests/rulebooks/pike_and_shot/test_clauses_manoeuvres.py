"""Manoeuvres in both versions; formations."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.errors import Refused
from grognard.rulebooks.pike_and_shot import impulses, morale, movement, plans, reactions, shooting, steps
from grognard.rulebooks.pike_and_shot.events import Hangs, ManoeuvreDone, ManoeuvreOpened
from grognard.rulebooks.pike_and_shot.formations import anchor, fits, left_in, ranks_of
from grognard.rulebooks.pike_and_shot.model import Hanging
from grognard.rulebooks.pike_and_shot.seeing import zone
from grognard.rulebooks.pike_and_shot.touch import depth, supporting, touched
from tests.rulebooks.pike_and_shot.scenes import (
    BLUE,
    BRIGADE,
    RED,
    TABLES,
    Scene,
    bases_at,
    box,
    mil,
    scene,
    unit,
)


def moving(*specs: Any, mode: str = "move", mp: int = 2, **more: Any) -> Scene:
    return scene(*specs, **more).change("R", mode=mode, mp=mp).run(movement.steps, "R")


def plan(there: Scene, *words: str | int) -> plans.Plan:
    return plans.plan_of(there.field, there.unit("R"), words)


# --- opening and shifting ---


@pytest.mark.clause("PS-MAN-01", "PS-MAN-03", "PS-MAN-05")
def test_opening_costs_a_point_and_moves_nothing_the_next_shifts() -> None:
    there = moving(unit("R", bases=3, at=(20, 20, 0)))
    before = there.unit("R").bases
    there.answer("manoeuvre", "turn_about")
    assert {base.heading for base in there.unit("R").bases} == {0}
    assert sorted(there.unit("R").bases, key=hash) == sorted(before, key=hash)
    assert there.unit("R").mp == 1
    there.answer("go_on")
    assert {base.heading for base in there.unit("R").bases} == {1800}
    assert there.unit("R").hanging is None
    assert there.heard(ManoeuvreOpened)[0].needed == 2
    assert there.heard(ManoeuvreDone)[0].plan == "turn_about"


@pytest.mark.clause("PS-MAN-06")
def test_an_unfinished_manoeuvre_hangs_and_is_carried_on_without_paying_again() -> None:
    there = moving(unit("R", bases=5, base="pike", at=(20, 20, 0), files=1, formation="column"), mp=2)
    there.answer("manoeuvre", "form", "line", 5, 4, 2, 0, 1, 3).answer("go_on")
    there.run(steps.end_move, "R")
    assert [hanging.spent for hanging in [there.unit("R").hanging] if hanging] == [3000]
    assert len(there.heard(Hangs)) == 1
    there.run(movement.test_and_go, "R", "move", dice=(3, 4)).answer("go_on")
    assert there.unit("R").hanging is None
    assert there.unit("R").formation == "line"
    assert len(ranks_of(there.unit("R").bases)) == 1


@pytest.mark.clause("PS-MAN-06")
def test_with_the_option_repay_the_opening_is_due_in_each_impulse() -> None:
    there = moving(
        unit("R", bases=5, base="pike", at=(20, 20, 0), files=1, formation="column"),
        options={"hanging": "repay"},
    )
    there.answer("manoeuvre", "form", "line", 5).answer("go_on").run(steps.end_move, "R")
    there.run(movement.test_and_go, "R", "move", dice=(6, 6)).answer("go_on")
    hanging = there.unit("R").hanging
    assert hanging is not None
    assert (hanging.spent, hanging.paid) == (3000, True)


@pytest.mark.clause("PS-MAN-06")
def test_a_new_manoeuvre_may_be_opened_from_where_the_bases_stand() -> None:
    there = moving(unit("R", bases=5, base="pike", at=(20, 20, 0), files=1, formation="column"), mp=3)
    there.answer("manoeuvre", "form", "line", 5).answer("go_on").answer("manoeuvre", "form", "column", 1)
    hanging = there.unit("R").hanging
    assert hanging is not None
    assert (hanging.formation, hanging.spent) == ("column", -1)


def hung(**more: Any) -> Scene:
    """A brigade hanging in the middle of an about-face, in contact with blue before it if wished."""
    there = scene(unit("R", bases=BRIGADE, files=3, at=(20, 20, 0)), **more)
    own = there.unit("R")
    turned = plans.plan_of(there.field, own, ("turn_about",))
    return there.change("R", hanging=Hanging("turn_about", own.bases, turned.goal, 3, "line"))


@pytest.mark.clause("PS-MAN-07", "PS-REACT-03")
def test_a_hanging_unit_neither_advances_nor_shoots_nor_braces() -> None:
    there = hung()
    own = there.unit("R")
    assert not steps.may_advance(there.field, own)
    assert not shooting.can_shoot(there.field, own)
    assert not there.field.formation(own).may_brace
    assert zone(there.field, own, 0) == 900
    enemy = scene(
        unit("R", bases=BRIGADE, files=3, at=(20, 20, 0)),
        unit("B", BLUE, 3, (20, 20, 180), base="cuirassier"),
    )
    assert depth(enemy.field, enemy.unit("R"), enemy.unit("B")) > 0
    enemy.change("R", hanging=own.hanging)
    assert depth(enemy.field, enemy.unit("R"), enemy.unit("B")) == 0
    assert supporting(enemy.field, enemy.unit("R"), enemy.unit("B")) == ()
    with pytest.raises(Refused, match="PS-MAN-07"):
        steps.check_advance(there.field, own, 1000)


# --- plans ---


@pytest.mark.clause("PS-MAN-02", "PS-MAN-10")
def test_turns_and_wheels_are_rigid() -> None:
    there = scene(unit("R", bases=3, at=(20, 20, 0)))
    turned = plan(there, "turn", 900).goal
    assert [(b.x, b.y) for b in turned] == [(20000, 21500), (20000, 19500), (20000, 17500)]
    right = plan(there, "wheel", "right", 900).goal
    assert [(b.x, b.y) for b in right] == [(22500, 25000), (22500, 23000), (22500, 21000)]
    left = plan(there, "wheel", "left", 900).goal
    assert [(b.x, b.y) for b in left] == [(17500, 21000), (17500, 23000), (17500, 25000)]


@pytest.mark.clause("PS-MAN-10", "PS-MAN-11")
def test_turning_about_and_to_a_flank_count_ranks_anew() -> None:
    there = scene(unit("R", bases=["musket", "pike", "pike", "musket"], files=2, at=(20, 20, 0)))
    about = plan(there, "turn_about")
    assert [base.type for base in about.goal] == ["musket", "pike", "pike", "musket"]
    assert (about.goal[0].x, about.goal[0].y) == (21000, 18500)
    there = scene(unit("R", bases=["musket", "pike", "halberd", "strelets"], files=4, at=(20, 20, 0)))
    right = plan(there, "quarter_turn", "right")
    assert [base.type for base in right.goal] == ["strelets", "halberd", "pike", "musket"]
    assert right.formation == "column"
    assert {base.heading for base in right.goal} == {900}
    assert sum(base.x for base in right.goal) == 4 * 20000
    assert sum(base.y for base in right.goal) == 4 * 19500
    left = plan(there, "quarter_turn", "left")
    assert [base.type for base in left.goal] == ["musket", "pike", "halberd", "strelets"]


@pytest.mark.clause("PS-MAN-10")
def test_shifts_and_forming_at_the_same_anchor() -> None:
    there = scene(unit("R", bases=4, at=(20, 20, 0)))
    assert plan(there, "side_step", "left", 1500).goal[0].x == there.unit("R").bases[0].x - 1500
    assert plan(there, "step_back", 2000).goal[0].y == there.unit("R").bases[0].y - 2000
    formed = plan(there, "form", "column", 1)
    assert anchor(formed.goal) == anchor(there.unit("R").bases)
    assert formed.files == 1


@pytest.mark.clause("PS-FORM-06", "PS-MAN-10")
def test_dragoons_mount_with_two_points_on_the_spot() -> None:
    there = moving(unit("R", bases=2, base="dragoon", at=(20, 20, 0)))
    there.answer("manoeuvre", "swap").answer("go_on")
    assert [base.type for base in there.unit("R").bases] == ["dragoon_mounted"] * 2
    assert there.unit("R").bases[0].y == mil("19.5")
    foot = moving(unit("R", at=(20, 20, 0)))
    with pytest.raises(Refused, match="PS-FORM-06"):
        foot.answer("manoeuvre", "swap")


@pytest.mark.clause("PS-MAN-02", "PS-FORM-01", "PS-FORM-05")
def test_a_custom_plan_must_be_a_formation() -> None:
    there = moving(unit("R", bases=2, base="tatar", formation="open", at=(20, 20, 0)))
    gap = (18500, 20500, 0, 21500, 20500, 0)
    there.answer("manoeuvre", "custom", "open", *gap)
    assert there.unit("R").hanging is not None
    for wrong in ((18000, 20500, 0, 21600, 20500, 0), (19000, 20500, 0, 20000, 20500, 0), (1, 2, 3)):
        with pytest.raises(Refused, match=r"PS-FORM-01|PS-MAN-02"):
            moving(unit("R", bases=2, base="tatar", formation="open", at=(20, 20, 0))).answer(
                "manoeuvre", "custom", "open", *wrong
            )
    with pytest.raises(Refused, match="PS-FORM-01"):
        there.answer("manoeuvre", "custom", "phalanx", *gap)


@pytest.mark.clause("PS-MAN-08")
def test_bases_pass_through_their_own_but_cross_nobody_else() -> None:
    there = moving(unit("R", bases=3, at=(20, 20, 0)), unit("S", bases=1, at=(24.5, 20.5, 0)))
    with pytest.raises(Refused, match="PS-MAN-08"):
        there.answer("manoeuvre", "side_step", "right", 5000)
    there.answer("manoeuvre", "turn_about")
    shut = moving(unit("R", bases=3, at=(20, 20, 0)), terrain=[box("r", "river", 0, 16, 72, 17)])
    with pytest.raises(Refused, match="PS-MAN-08"):
        shut.answer("manoeuvre", "step_back", 4000)


@pytest.mark.clause("PS-MAN-09", "PS-MELEE-02")
def test_horse_breaks_away_without_paying_the_opening() -> None:
    def leaving(base: str, **options: Any) -> Scene:
        return moving(
            unit("R", bases=2, base=base, at=(20, 20, 0)), unit("B", BLUE, 2, (20, 20, 180)),
            mode="leave", mp=1, options=options,
        )  # fmt: skip

    there = leaving("cuirassier").answer("manoeuvre", "step_back", 4000)
    assert touched(there.field, there.unit("R")) == ()
    assert there.heard(ManoeuvreOpened)[0].free
    near = leaving("cuirassier").answer("manoeuvre", "step_back", 90)
    assert not near.heard(ManoeuvreOpened)[0].free
    foot = leaving("pike").answer("manoeuvre", "step_back", 3000)
    assert touched(foot.field, foot.unit("R")) == ("B",)
    off = leaving("cuirassier", cavalry_breakaway="off").answer("manoeuvre", "step_back", 4000)
    assert touched(off.field, off.unit("R")) == ("B",)


@pytest.mark.clause("PS-MAN-11")
def test_a_manoeuvre_keeps_the_bases_and_losses_keep_the_plan_in_step() -> None:
    there = hung()
    there.run(morale.lose_base, "R", "pike")
    hanging = there.unit("R").hanging
    assert hanging is not None
    assert len(there.unit("R").bases) == len(hanging.start) == len(hanging.goal) == 8
    assert sorted(b.type for b in hanging.goal) == ["musket"] * 6 + ["pike"] * 2


# --- the first version ---


def first(*specs: Any, mp: int = 3) -> Scene:
    return moving(*specs, mp=mp, options={"movement": "one_two_three"})


@pytest.mark.clause("PS-MV1-01")
def test_in_the_first_version_turns_are_paid_by_45_degrees_and_done_at_once() -> None:
    there = first(unit("R", base="cuirassier", bases=3, at=(20, 20, 0)))
    there.answer("manoeuvre", "turn", 900)
    assert {base.heading for base in there.unit("R").bases} == {900}
    assert there.unit("R").mp == 1
    one = first(unit("R", base="cuirassier", bases=3, at=(20, 20, 0)), mp=1)
    one.answer("manoeuvre", "wheel", "right", 450)
    assert one.unit("R").mp == 0


@pytest.mark.clause("PS-MV1-02")
def test_in_the_first_version_nothing_hangs() -> None:
    there = first(unit("R", bases=5, base="pike", files=1, formation="column", at=(20, 20, 0)), mp=2)
    with pytest.raises(Refused, match="PS-MV1-02"):
        there.answer("manoeuvre", "form", "line", 5)
    rich = first(unit("R", bases=5, base="pike", files=1, formation="column", at=(20, 20, 0)), mp=4)
    rich.answer("manoeuvre", "form", "line", 5, 4, 2, 0, 1, 3)
    assert rich.unit("R").hanging is None
    assert rich.unit("R").mp == 1


@pytest.mark.clause("PS-MV1-03")
def test_in_the_first_version_a_bad_result_allows_one_thing() -> None:
    there = scene(unit("R", at=(20, 20, 0)), options={"movement": "one_two_three"})
    there.run(movement.test_and_go, "R", "move", dice=(1, 2))
    assert there.unit("R").mp == 1


# --- formations ---


@pytest.mark.clause("PS-FORM-01", "PS-FORM-02", "PS-FORM-03", "PS-FORM-04", "PS-FORM-05")
@pytest.mark.parametrize(
    ("name", "types", "ranks", "files", "good"),
    [
        ("line", ["pike"] * 9, 3, 3, True),
        ("line", ["pike"] * 8, 4, 2, False),
        ("line", ["pike"] * 2, 2, 1, False),
        ("line", ["pike"], 1, 1, True),
        ("column", ["pike"] * 4, 2, 2, False),
        ("column", ["pike"] * 5, 3, 2, True),
        ("column", ["pike"] * 12, 4, 3, False),
        ("tercio", BRIGADE, 3, 3, True),
        ("tercio", ["pike"] * 5, 2, 3, False),
        ("tercio", ["musket"] * 6, 2, 3, False),
        ("square", ["pike", "musket", "musket", "musket"], 2, 2, True),
        ("square", ["musket"] * 4, 2, 2, False),
        ("caracole", ["reiter"] * 4, 2, 2, True),
        ("caracole", ["reiter"] * 4, 1, 4, False),
        ("caracole", ["cuirassier"] * 4, 2, 2, False),
        ("open", ["tatar"] * 3, 1, 3, True),
        ("open", ["musket"] * 3, 1, 3, False),
        ("laager", ["wagon"] * 3, 1, 3, True),
        ("hanging", ["pike"] * 3, 1, 3, False),
    ],
)
def test_limits_of_formations(name: str, types: list[str], ranks: int, files: int, good: bool) -> None:
    bases = bases_at(types, 20, 20, files=files)
    assert fits(TABLES, TABLES.formations[name], bases, ranks, files) is good


@pytest.mark.clause("PS-FORM-03", "PS-FORM-04", "PS-FORM-05", "PS-VIS-03")
def test_zones_of_formations() -> None:
    for types, files, name, angle in (
        (BRIGADE, 3, "tercio", 2700),
        (BRIGADE, 3, "line", 900),
        (["reiter"] * 4, 2, "caracole", 2700),
        (["reiter"] * 4, 2, "line", 900),
        (["commanded_shot"] * 2, 2, "line", 2700),
    ):
        there = scene(unit("R", bases=types, files=files, formation=name))
        assert zone(there.field, there.unit("R"), 0) == angle
        routing = there.change("R", routing=True)
        own = TABLES.bases[types[0]].zone
        assert zone(routing.field, routing.unit("R"), 0) == own


@pytest.mark.clause("PS-FORM-07")
def test_losses_may_take_a_formation_away() -> None:
    there = scene(unit("R", bases=["pike", "pike", "musket", "musket", "musket", "musket"], files=3,
                       formation="tercio"))  # fmt: skip
    own = there.unit("R")
    assert left_in(there.field, own, own.bases[:5]) == ("line", 3)
    thin = scene(unit("R", bases=3, files=3))
    assert left_in(thin.field, thin.unit("R"), thin.unit("R").bases[:2]) == ("line", 2)
    deep = scene(unit("R", bases=BRIGADE, files=2, formation="tercio"))
    assert left_in(deep.field, deep.unit("R"), deep.unit("R").bases[:5]) == ("column", 2)


@pytest.mark.clause("PS-REACT-09", "PS-REACT-05")
def test_re_forming_as_a_reaction_leads_only_into_a_manoeuvre() -> None:
    there = scene(unit("R", RED, 3, (20, 20, 0)), unit("B", BLUE, 3, (20, 26, 180), base="pike"))
    there.run(reactions.offer, "pass", "", 0, "", "R").answer("reform", "B", "R", dice=(6, 5))
    assert {order[0] for order in there.options()} == {"stop", "manoeuvre"}
    there.answer("manoeuvre", "turn_about").answer("go_on")
    assert {base.heading for base in there.unit("B").bases} == {0}
    assert there.unit("B").dp == 1


@pytest.mark.clause("PS-MOVE-06")
def test_routers_settle_their_quality_too() -> None:
    there = scene(unit("R", quality="bad", routing=True, move_impulses=1, raw_move_dp=1, dp=3))
    assert there.run(impulses.settle_quality, "R").unit("R").dp == 4


@pytest.mark.clause("PS-MAN-02", "PS-MAN-06")
def test_words_too_many_are_refused_and_turning_alike_does_not_end_a_hanging() -> None:
    there = moving(unit("R", bases=5, base="pike", at=(20, 20, 0), files=1, formation="column"), mp=3)
    with pytest.raises(Refused, match="PS-MAN-02"):
        there.answer("manoeuvre", "turn", 450, 450)
    there.answer("manoeuvre", "form", "line", 5).answer("go_on")
    with pytest.raises(Refused, match="PS-FORM-01"):
        there.answer("manoeuvre", "step_back", 1000)


@pytest.mark.clause("PS-MAN-05", "PS-MOVE-10")
def test_bad_ground_on_the_way_makes_a_plan_dearer() -> None:
    def needed(*terrain: Any) -> int:
        there = moving(unit("R", bases=3, base="cuirassier", at=(20, 20, 0)), terrain=terrain)
        there.answer("manoeuvre", "turn", 900)
        return there.heard(ManoeuvreOpened)[0].needed

    assert needed() == 2
    assert needed(box("w", "wood", 0, 0, 72, 48)) == 3
    assert needed(box("w", "wood", 40, 0, 72, 48)) == 2
