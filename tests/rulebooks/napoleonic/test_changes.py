"""Parts, formations, crews, escorts: what orders change besides places."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.core.state import Order
from grognard.rulebooks.napoleonic import changes, lineup
from grognard.rulebooks.napoleonic.events import CrewChanged, Escorted, Formed, Rejoined, Split
from grognard.rulebooks.napoleonic.model import Ledger
from grognard.space.measure import gap, overlap
from grognard.space.outline import Base
from grognard.space.pose import Pose
from tests.rulebooks.napoleonic.marching import at, march, to
from tests.rulebooks.napoleonic.scenes import BLUE, PRINTED, RED, Scene, box, gun, man, scene, unit

FAR = unit("far", BLUE, at=(10, 11, 180))


# --- split ---------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-UNIT-08", "NA-SKIR-01")
def test_a_unit_splits_into_parts_with_a_minus() -> None:
    one = scene(unit("a", recruits=4, colours=2), FAR, turn=3).change("a", ledger=Ledger(fire=1))
    one = march(one, a=("split", 6, 3, 1))
    field = one.field
    parts = [field.unit(name) for name in ("a", "a.2", "a.3")]
    assert [part.figures for part in parts] == [6, 3, 1]
    assert [part.split_malus for part in parts] == [3, 3, 3]
    assert [part.colours for part in parts] == [2, 0, 0]
    assert [part.ledger.fire for part in parts] == [1, 0, 0]
    assert sum(part.recruits for part in parts) == 4
    assert [(man.at, man.id) for man in field.persons_at("a")] == [("a", "red_general")]
    assert {field.unit_sheet(part).id for part in parts} == {"a"}
    assert one.heard(Split)[0].parts == (("a", 6), ("a.2", 3), ("a.3", 1))
    whole = Base(Pose(3000, 3000, 0), 500, 200)
    assert all(gap(whole, part.shape) <= 3 for part in parts)
    assert not any(overlap(p.shape, q.shape) for p in parts for q in parts if p is not q)


@pytest.mark.clause("NA-UNIT-08")
@given(
    numbers=st.lists(st.integers(1, 6), min_size=2, max_size=6),
    heading=st.integers(0, 3599),
    branch=st.sampled_from(["foot", "horse"]),
)
def test_parts_stand_side_by_side_within_or_touching_the_old_place(
    numbers: list[int], heading: int, branch: Any
) -> None:
    tables = PRINTED.under({})
    whole = Base(Pose(5000, 5000, heading), *lineup.footprint(tables, branch, "line", sum(numbers)))
    sizes = [lineup.footprint(tables, branch, "line", number) for number in numbers]
    bases = changes.part_places(whole, sizes)
    assert [(base.frontage, base.depth) for base in bases] == sizes
    assert not any(overlap(p, q) for i, p in enumerate(bases) for q in bases[:i])
    assert all(gap(whole, base) <= 4 for base in bases)


@pytest.mark.clause("NA-UNIT-08", "NA-MOVE-16")
def test_a_unit_that_has_no_room_does_not_split() -> None:
    """Three parts of one figure stand in three rows, and behind there is somebody."""
    specs = unit("a", figures=3), unit("c", at=(3, 2.8, 0), figures=3)
    assert not march(scene(*specs, FAR), a=("split", 1, 1, 1)).heard(Split)
    assert march(scene(specs[0], FAR), a=("split", 1, 1, 1)).heard(Split)


# --- rejoin ---------------------------------------------------------------------------------------------


def parts(**more: Any) -> Scene:
    """Two parts of one regiment side by side."""
    one = scene(unit("a", figures=10), FAR, turn=3)
    one = march(one, a=("split", 6, 4))
    one.change("a.2", has_routed=True, has_routed_enemy=True, ledger=Ledger(combat=2), **more)
    return one


@pytest.mark.clause("NA-UNIT-09", "NA-UNIT-11")
def test_parts_reunite_with_their_worst_flags() -> None:
    one = parts()
    one.change("red_general", at="a.2")
    one = march(one, **{"a": ("rejoin", "a"), "a.2": ("rejoin", "a")})
    whole, part = one.unit("a"), one.unit("a.2")
    assert (whole.figures, whole.frontage, whole.ledger.combat, whole.split_malus) == (10, 500, 2, 3)
    assert (whole.has_routed, whole.has_routed_enemy) == (True, False)
    assert (part.standing, part.figures, part.ledger) == ("gone", 0, Ledger())
    assert one.person("red_general").at == "a"
    assert one.heard(Rejoined)[0].parts == ("a", "a.2")


@pytest.mark.clause("NA-UNIT-09")
def test_both_must_want_it_and_be_near() -> None:
    alone = march(parts(), a=("rejoin", "a"))
    assert alone.unit("a").figures == 6
    far = parts(y=3800)
    far = march(far, **{"a": ("rejoin", "a"), "a.2": ("rejoin", "a")})
    assert far.unit("a").figures == 6
    near = parts(y=3600)
    near = march(near, **{"a": ("rejoin", "a"), "a.2": ("rejoin", "a")})
    assert near.unit("a").figures == 10


# --- formations -------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-MOVE-13", "NA-MOVE-14", "NA-UNIT-07")
@pytest.mark.parametrize(
    ("arm", "before", "word", "after", "size"),
    [
        ("foot", "line", "march_column", "march_column", (200, 500)),
        ("foot", "march_column", "line", "line", (500, 200)),
        ("foot", "line", "open_order", "open_order", (5000, 100)),
        ("light_horse_regular", "line", "dismounted", "dismounted", (500, 200)),
        ("light_horse_regular", "dismounted", "mounted", "line", (1250, 200)),
    ],
)
def test_a_new_formation_takes_effect_at_the_end_of_the_turn(
    arm: str, before: str, word: str, after: str, size: tuple[int, int]
) -> None:
    one = march(scene(unit("a", arm=arm, kind=before), FAR), a=("form", word))
    assert one.unit("a").kind == before
    one.do(changes.form_up)
    assert one.unit("a").kind == after
    assert (one.unit("a").frontage, one.unit("a").depth) == size
    assert [event.kind for event in one.heard(Formed)] == [after]


@pytest.mark.clause("NA-MOVE-13", "NA-MOVE-16")
def test_who_was_moved_or_has_no_room_keeps_its_formation() -> None:
    pushed = march(scene(unit("a"), FAR), a=("form", "march_column")).change("a", y=2500)
    assert pushed.do(changes.form_up).unit("a").kind == "line"
    crowded = march(scene(unit("a"), unit("c", at=(3.6, 3, 0)), FAR), a=("form", "open_order"))
    assert crowded.do(changes.form_up).unit("a").kind == "line"
    wood = scene(
        unit("a", arm="light_horse_regular", kind="dismounted", figures=4),
        FAR,
        terrain=[box("w", "wood", 2, 2, 4, 4)],
    )
    wood = march(wood, a=("form", "mounted"))
    assert wood.do(changes.form_up).unit("a").kind == "dismounted"


# --- guns -----------------------------------------------------------------------------------------------


def battery(**two: Any) -> Scene:
    return scene(
        gun("g", crew=1, battery="b"),
        gun("h", at=(3.6, 3, 0), crew=5, battery="b", **two),
        FAR,
        unit("a", at=(8, 3, 0)),
    )


@pytest.mark.clause("NA-ART-16")
def test_guns_of_a_battery_exchange_crew() -> None:
    one = march(battery(), g=("swap_crew", "h", 3))
    assert (one.gun("g").crew, one.gun("h").crew) == (4, 2)
    assert one.heard(CrewChanged) == [CrewChanged("h", "g", 3)]
    gone = march(battery().change("h", crew=2), g=("swap_crew", "h", 3))
    assert (gone.gun("g").crew, gone.gun("h").crew) == (3, 0)


@pytest.mark.clause("NA-TROPH-02")
def test_the_crew_of_a_lost_gun_serves_another() -> None:
    one = battery(owner=BLUE, spare=4, spare_from=1).change("h", crew=0)
    one = march(one, g=("swap_crew", "h", 3))
    assert (one.gun("g").crew, one.gun("h").spare) == (4, 1)


@pytest.mark.clause("NA-ART-16")
def test_guns_that_part_are_together_no_more() -> None:
    assert march(battery()).gun("g").together
    apart = march(battery().change("h", x=4100))
    assert not apart.gun("g").together
    assert not march(apart.change("h", x=3600)).gun("g").together


@pytest.mark.clause("NA-TROPH-03")
def test_an_escort_takes_the_gun_to_the_rear() -> None:
    taken: dict[str, Any] = {"owner": RED, "captured": 1}
    one = scene(
        unit("a", arm="horse", figures=4, at=(3, 2.2, 0)),
        gun("g", BLUE, at=(3, 2.6, 180), **taken),
        FAR,
        turn=5,
    )
    escort: Order = ("escort", "g")
    one = march(one, a=escort)
    assert at(one, "a")[2] == 1800
    assert 1600 < at(one, "a")[1] < 1800
    assert one.field.gap(one.unit("a"), one.gun("g")) <= 3
    assert at(one, "g")[1] > at(one, "a")[1]
    assert (one.unit("a").escorts, one.gun("g").escort) == ("g", "a")
    one = march(march(one, a=escort), a=escort)
    assert (one.gun("g").standing, one.unit("a").standing, one.unit("a").escorts) == ("gone", "ready", "")
    assert one.heard(Escorted)[-1].safe


@pytest.mark.clause("NA-TROPH-03")
def test_an_escort_that_does_otherwise_leaves_the_gun() -> None:
    taken: dict[str, Any] = {"owner": RED, "captured": 1, "escort": "a"}
    one = scene(unit("a", escorts="g"), gun("g", BLUE, at=(3, 2.6, 180), **taken), FAR, turn=5)
    one = march(one, a=to("move", (3, 3.5, 0)))
    assert (one.unit("a").escorts, one.gun("g").escort) == ("", "")


@pytest.mark.clause("NA-CC-22")
def test_a_follow_up_is_paid_once() -> None:
    assert march(scene(unit("a", paid=400), FAR)).unit("a").paid == 0


def test_persons_stay_with_the_named_part() -> None:
    one = scene(unit("a"), man("x", "a", post="aide", rank="field_officer"), FAR)
    assert march(one, a=("split", 5, 5)).person("x").at == "a"
