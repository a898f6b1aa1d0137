"""Step 3.5: what the comparisons do to units, and who may follow."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.errors import Refused
from grognard.rulebooks.napoleonic import footing, outcomes
from grognard.rulebooks.napoleonic.events import FollowedUp, Parted, Pushed, Reforming, Repulsed, Routed
from grognard.rulebooks.napoleonic.model import Lock
from tests.rulebooks.napoleonic.fights import SOUTH, begin, facing, fight, rout_of
from tests.rulebooks.napoleonic.scenes import BLUE, RED, Scene, box, unit

HORSE: dict[str, Any] = {"arm": "horse", "figures": 5}


def place(made: Scene, name: str) -> tuple[int, int, int]:
    one = made.unit(name)
    return one.x, one.y, one.heading


# --- foot against foot -------------------------------------------------------------------------------


@pytest.mark.clause("NA-CC-22", "NA-CC-09", "NA-CC-10", "NA-MOD-10")
def test_pushed_foot_goes_back_half_a_move_with_its_front_to_the_enemy() -> None:
    made = facing()
    fight(made, (5, 2), a="b")
    assert place(made, "b") == (6000, 7100, 1800)
    assert (made.unit("b").pushed, made.unit("b").push_turn, made.unit("b").pushed_by) == (2, 1, ("a",))
    assert made.heard(Pushed) == [Pushed("b", 500, 0, ("a",))]


@pytest.mark.clause("NA-CC-22", "NA-CC-32")
def test_the_winner_follows_on_account_of_its_next_turn() -> None:
    """Worked example 34."""
    made = facing()
    fight(made, (5, 2), a="b")
    made.run(outcomes.ask_follow)
    assert made.question().about == ("a", "b", 500)
    assert made.default() == ("stay",)
    made.answer("a", "follow", 400)
    assert place(made, "a") == (6000, 6400, 0)
    assert made.unit("a").paid == 400
    assert made.heard(FollowedUp) == [FollowedUp("a", "b", 400)]


@pytest.mark.clause("NA-CC-22")
def test_nobody_follows_farther_than_the_table_gives() -> None:
    made = facing()
    fight(made, (5, 2), a="b")
    made.run(outcomes.ask_follow)
    with pytest.raises(Refused, match="NA-CC-22"):
        made.check("a", "follow", 501)
    made.answer("a", "stay")
    assert (place(made, "a"), made.unit("a").paid) == ((6000, 6000, 0), 0)


@pytest.mark.clause("NA-CMD-08", "NA-ART-17", "NA-CC-08")
@pytest.mark.parametrize("now", [{"commanded": False}, {"stopped": 1}])
def test_without_command_or_stopped_by_canister_nobody_follows(now: dict[str, Any]) -> None:
    made = facing(now, {})
    fight(made, (6, 2 if "stopped" in now else 3), a="b", b="a")
    made.run(outcomes.ask_follow)
    assert made.heard(Pushed)
    assert made.asked == []


@pytest.mark.clause("NA-CC-08", "NA-CC-22")
def test_who_is_locked_with_another_may_not_follow() -> None:
    other = unit("c", BLUE, (6.5, 6.6, SOUTH), status="guard")
    made = facing({}, {}, other)
    fight(made, (5, 2, 4), a="b", b="a", c="a")
    assert made.unit("a").locks
    made.run(outcomes.ask_follow)
    assert made.asked == []


@pytest.mark.clause("NA-CC-23", "NA-ROUT-01", "NA-ROUT-19", "NA-PURS-12")
def test_a_difference_of_five_is_a_rout() -> None:
    made = facing()
    fight(made, (6, 1), a="b")
    routed = made.unit("b")
    assert (routed.standing, routed.has_routed) == ("fleeing", True)
    assert routed.rout is not None
    assert (routed.rout.way, routed.rout.count, routed.rout.overthrowers) == ("1", 1, ("a",))
    assert place(made, "b") == (6000, 8100, 0)
    assert [one.distance for one in made.heard(Routed)] == [1500]


@pytest.mark.clause("NA-CC-20", "NA-CC-36")
def test_two_that_push_a_unit_push_it_once_and_farthest() -> None:
    made = facing({}, {}, unit("c", RED, (6.5, 6.1, 0)))
    fight(made, (4, 4, 2), a="b", c="b", b="a")
    assert place(made, "b") == (6000, 7100, 1800)
    assert [one.unit for one in made.heard(Pushed)] == ["b"]


# --- horse -------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-CC-30", "NA-CC-34", "NA-CC-35")
def test_even_horse_parts_and_may_not_attack_next_turn() -> None:
    made = facing({**HORSE, "attacked": "b"}, {**HORSE, "arm": "light_horse_irregular"})
    fight(made, (3, 2), a="b")
    assert (place(made, "a")[1], place(made, "b")[1]) == (5000, 8100)
    for name in "ab":
        assert (made.unit(name).reforming, made.unit(name).no_attack) == (2, 2)
    assert {one.unit for one in made.heard(Parted)} == {"a", "b"}


@pytest.mark.clause("NA-CC-30", "NA-CC-34")
def test_horse_that_pushes_horse_re_forms_in_place() -> None:
    made = facing({**HORSE, "attacked": "b"}, HORSE)
    fight(made, (4, 2), a="b")
    assert (place(made, "a"), place(made, "b")) == ((6000, 6000, 0), (6000, 8600, 1800))
    assert (made.unit("a").reforming, made.unit("a").no_attack) == (2, 0)
    assert made.heard(Reforming) == [Reforming("a", 2)]
    made.run(outcomes.ask_follow)
    assert made.asked == []


@pytest.mark.clause("NA-CC-31", "NA-CC-34")
@pytest.mark.parametrize("faces", [(4, 3), (3, 4)])
def test_horse_is_repulsed_by_foot_whoever_is_higher(faces: tuple[int, int]) -> None:
    made = facing({**HORSE, "attacked": "b"})
    fight(made, faces, a="b")
    assert (place(made, "a")[1], place(made, "b")[1]) == (5000, 6600)
    assert (made.unit("a").reforming, made.unit("a").no_attack) == (2, 0)
    assert [one.unit for one in made.heard(Repulsed)] == ["a"]


@pytest.mark.clause("NA-CC-32", "NA-CC-22")
def test_foot_that_pushes_horse_may_step_forward_for_nothing() -> None:
    made = facing({**HORSE, "attacked": "b"})
    fight(made, (2, 5), a="b")
    assert place(made, "a")[1] == 4000
    made.run(outcomes.ask_follow)
    assert made.question().about == ("b", "a", 250)
    made.answer("b", "follow", 250)
    assert (place(made, "b")[1], made.unit("b").paid) == (6350, 0)


@pytest.mark.clause("NA-CC-32")
def test_foot_pushed_by_horse_goes_back_a_quarter_and_the_horse_re_forms() -> None:
    made = facing({**HORSE, "attacked": "b"})
    fight(made, (5, 2), a="b")
    assert (place(made, "b")[1], made.unit("b").pushed) == (6850, 2)
    assert made.unit("a").reforming == 2


# --- ways 2 to 5 -------------------------------------------------------------------------------------


@pytest.mark.clause("NA-ROUT-02", "NA-MOD-10")
def test_two_pushes_running_are_a_rout() -> None:
    """Worked example 18: the push of the turn before takes one from the second die."""
    made = facing({}, {"push_turn": 1, "pushed": 2}, turn=2)
    fight(made, (4, 2), a="b")
    assert rout_of(made, "b").way == "2"
    assert rout_of(made, "b").overthrowers == ("a",)
    made = facing({}, {"push_turn": 1}, turn=3)
    fight(made, (5, 2), a="b")
    assert made.unit("b").standing == "ready"


@pytest.mark.clause("NA-ROUT-03", "NA-ROUT-04")
def test_a_push_onto_an_obstacle_is_a_rout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(footing, "onto_obstacle", lambda field, unit, heading: "brook")
    made = facing()
    fight(made, (5, 2), a="b")
    assert rout_of(made, "b").way == "3"


@pytest.mark.clause("NA-ROUT-05")
def test_a_push_out_of_a_narrow_place_is_a_rout() -> None:
    made = facing(terrain=[box("v", "defile", 5.7, 6.6, 6.3, 7)])
    fight(made, (5, 2), a="b")
    assert rout_of(made, "b").way == "4"


@pytest.mark.clause("NA-ROUT-06")
def test_a_push_in_the_turn_of_a_stop_is_a_rout() -> None:
    made = facing({}, {"stopped": 1, "stops": 1})
    fight(made, (4, 2), a="b")
    assert rout_of(made, "b").way == "5"


# --- several enemies, and those who are no more ------------------------------------------------------


@pytest.mark.clause("NA-ROUT-08", "NA-CC-09", "NA-ROUT-10")
def test_no_way_out() -> None:
    """Worked example 36: towards the second enemy, up to him."""
    behind = unit("c", RED, (6, 6, 0))
    made = facing({"at": (6, 7.2, 180)}, {"at": (6, 6.6, 0)}, behind)
    fight(made, (6, 6, 1), a="b", c="b", b="a")
    assert made.unit("b").heading == 1800
    assert 0 <= made.field.gap(made.unit("b"), made.unit("c")) <= 20


@pytest.mark.clause("NA-UNIT-06", "NA-CC-21")
def test_who_has_no_figures_left_and_did_not_rout_is_removed() -> None:
    made = facing({}, {"figures": 2, "status": "old_guard"})
    fight(made, (6, 6), a="b")
    lost = made.unit("b")
    assert (lost.standing, lost.figures, lost.colours) == ("destroyed", 0, 0)
    assert made.field.camp(RED).colours == 1
    assert not made.unit("a").locks


@pytest.mark.clause("NA-UNIT-06", "NA-ROUT-15")
def test_who_routs_with_its_last_figures_still_leaves_a_corridor() -> None:
    made = facing({}, {"figures": 1})
    fight(made, (6, 6), a="b")
    assert (made.unit("b").figures, made.unit("b").standing) == (0, "fleeing")
    assert [one.unit for one in made.field.corridors] == ["b"]
    assert made.unit("b").colours == 1


@pytest.mark.clause("NA-CC-08", "NA-PURS-01")
def test_a_new_fight_forgets_the_last_one() -> None:
    made = facing()
    fight(made, (5, 2), a="b")
    begin(made, 2)
    assert made.field.fray.strikes == ()


@pytest.mark.clause("NA-CC-20")
def test_locks_are_kept_while_the_firefight_goes_on() -> None:
    made = facing({"locks": (Lock("b", 1),)}, {"locks": (Lock("a", 1),)}, turn=3)
    fight(made, (1, 2), a="b", b="a")
    assert made.unit("a").locks == (Lock("b", 1),)
