"""A battle on a floor: regiments that split and reunite, crews that change guns, posts that are taken, given back and
filled."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.rulebooks.napoleonic.test_companion import ARMIES, due, follow, last, left, wrong

POSTS = "battle quatre_bras\n"
"""A battle with a chain of command: Wellington, Orange (I Corps), Perponcher (2nd Netherlands Division, ad2)."""
BATTERY = ARMIES + "gun g4 red 3 with g1 = Fourth gun / Четвёртое орудие\n"

# --- parts ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-UNIT-08", "NA-CMD-21")
def test_a_regiment_splits_with_an_even_die() -> None:
    words = last("split b2 6 4: 4")
    assert "Gamma splits: Gamma (figures 6), Gamma part 2 (figures 4)" in words
    found = follow("split b2 4: 2")
    assert (left(found, "b2"), left(found, "b2.2")) == ("6 10 splits or reunites", "4 10 splits or reunites")
    assert "splits or reunites −1" in last("split b2 6 4: 4", "r1 > b2.2: 1 1")
    assert "splits or reunites" not in last("split b2 6 4: 4", "turn", "r1 > b2.2: 1 1")


@pytest.mark.clause("NA-UNIT-10")
def test_an_odd_die_wastes_nothing() -> None:
    found = follow("split b2 6 4: 3")
    assert left(found, "b2") == "10 10"
    assert "difference" in last("split b2 6 4: 3", "r1 > b2: 1 1")


@pytest.mark.clause("NA-UNIT-08", "NA-OOB-07")
def test_a_general_needs_no_die_and_stays_with_the_first_part() -> None:
    found = follow("split b1 5 5")
    assert left(found, "b1") == "5 10 splits or reunites, Boss (major general)"
    assert left(found, "b1.2") == "5 10 splits or reunites"


@pytest.mark.clause("NA-UNIT-09", "NA-UNIT-08")
def test_parts_reunite_and_keep_their_losses() -> None:
    lines = ("split b2 6 4: 4", "r1 > b2.2: 5 5", "turn")
    words = last(*lines, "reunite b2, b2.2: 2 6")
    assert "Gamma is whole again of Gamma, Gamma part 2: figures 8" in words
    found = follow(*lines, "reunite b2: b2.2 6, b2 4")
    assert left(found, "b2") == "8 10 splits or reunites"
    assert "whole again" not in last(*lines, "reunite b2, b2.2: 2 1")


@pytest.mark.clause("NA-UNIT-08", "NA-UNIT-09", "NA-UNIT-11", "NA-SEQ-01", "NA-CC-20")
@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (("split b2 6 3: 4",), "Gamma has 10 figures to divide"),
        (("split b2: 4",), "say the figures of each part: split odessa 6 6: 4 (NA-UNIT-08)"),
        (("split b2 6 4: 4", "split b2 3 3: 4"), "has split or reunited in this turn (NA-UNIT-08)"),
        (("r1 > b2: 3 3", "turn", "split b2 6 4: 4"), "locked in a firefight (NA-CC-20)"),
        (("r1 > b2: 3 3", "split b1 6 4"), "the fire of turn 1 has begun; write the line before"),
        (("state b2 without command", "split b2 5 5: 4"), "it is without command (NA-CMD-08)"),
        (("reunite b2: 4",), "remnants of different regiments never merge (NA-UNIT-11)"),
        (("split b2 6 4: 4", "turn", "reunite b2, b1: 4 4"), "Beta is no part of a regiment that was split"),
        (
            ("split rh 3 2: 4", "rh > b2: 1 1"),
            "may not attack now and strikes only who strikes it (NA-CC-04)",
        ),
    ],
)
def test_what_cant_be_parted(lines: Sequence[str], message: str) -> None:
    assert message in wrong(*lines)


@pytest.mark.clause("NA-CMD-11")
def test_nobody_splits_under_a_vacant_post() -> None:
    lost = ("turn 5", "state perponcher left the field", "turn", "split nassau2 1: 4")
    assert "Division has no general and takes no active part (NA-CMD-11)" in wrong(*lost, armies=POSTS)


def test_parts_in_russian_words() -> None:
    lines = ("разделение Гамма 6 4: 4", "потери b2.2 1", "ход", "воссоединение Гамма, Гамма часть 2: 2 6")
    assert left(follow(*lines), "b2") == "9 10 splits or reunites"
    assert "Гамма: снова вместе (Гамма, Гамма часть 2), солдатиков 9" in last(*lines, lang="ru")


# --- crews ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-ART-16")
def test_gunners_go_to_a_gun_of_their_battery_and_both_still_fire() -> None:
    found = follow("crew g1 > g4 2", armies=BATTERY)
    assert (left(found, "g1"), left(found, "g4")) == ("3 5", "5 3")
    assert left(follow("crew g1 > g4", armies=BATTERY), "g4") == "8 3"
    last("crew g1 > g4 2", "fire g1 at b2, ball: 1", "fire g4 at b2, ball: 1", armies=BATTERY)


@pytest.mark.clause("NA-ART-16", "NA-CMD-08")
@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (("crew g1 > g2 1",), "can't get gunners from Battery: only guns of one battery"),
        (("crew g1 > g4 6",), "Fourth gun can't take gunners so; choose at most Battery: 5 (NA-ART-16)"),
        (("crew g1 > g4 1.5",), "Fourth gun can't take gunners so; choose at most Battery: 5 (NA-ART-16)"),
        (("crew g1",), "say from which gun to which: crew bat1 > bat2 2 (NA-ART-16)"),
        (("crew r1 > g4 1",), "can't get gunners from Alpha"),
        (("state g4 without command", "crew g1 > g4 1"), "it is without command (NA-CMD-08)"),
    ],
)
def test_what_no_crew_does(lines: Sequence[str], message: str) -> None:
    assert message in wrong(*lines, armies=BATTERY)


# --- posts ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-CMD-16", "NA-CMD-20")
def test_a_senior_does_a_juniors_work_and_gives_it_back() -> None:
    there = ("turn 1", "join orange nassau2")
    assert "Prince of Orange (full general) takes over 2nd Netherlands Division" in last(
        *there, "take over orange > ad2", armies=POSTS
    )
    assert "gives 2nd Netherlands Division back" in last(
        *there, "take over orange > ad2", "turn", "give back orange", armies=POSTS
    )
    assert "does nobody else's work" in wrong("give back orange", armies=POSTS)
    assert "no superior of the commander" in wrong("take over perponcher > I Corps", armies=POSTS)
    assert "must be with a unit of Van Merlen's light horse" in wrong("take over orange > avm", armies=POSTS)
    assert "Wellington has not come yet (NA-SEQ-06)" in wrong("take over wellington > ad2", armies=POSTS)


@pytest.mark.clause("NA-CMD-11", "NA-CMD-15", "NA-CMD-16", "NA-CMD-18")
def test_a_vacant_post_is_asked_for_with_those_who_may_take_it() -> None:
    lost = ("turn 5", "state perponcher left the field")
    found = follow(*lost, armies=POSTS)
    assert due(found) == {"replace somerset > ad2: ": False}
    words = found.due[0].words.say()
    assert "2nd Netherlands Division is without a general" in words
    assert "Prince of Orange" in words
    assert "on his own initiative); inactive through turn 6" in last(
        *lost, "replace somerset > ad2: 4", armies=POSTS
    )
    assert due(follow(*lost, "replace somerset > ad2: 3", armies=POSTS)) == {
        "replace somerset > ad2: ": False
    }


@pytest.mark.clause("NA-CMD-16", "NA-CMD-17", "NA-CMD-12")
def test_a_senior_fills_the_post_himself_and_joins_in_the_next_turn() -> None:
    taken = ("turn 5", "state perponcher left the field", "replace orange > ad2, in person")
    assert "(a senior in person); inactive through turn 6" in last(*taken, armies=POSTS)
    stays = (*taken, "turn")
    away = ("turn 5", "join orange nl6h", *taken[1:], "turn")
    only = follow("turn 1", "state perponcher left the field", armies=POSTS, lang="ru")
    assert due(only) == {"замена orange > ad2, лично": False}
    assert due(follow(*stays, armies=POSTS)) == {}
    assert due(follow(*away, armies=POSTS)) == {"join orange ": False}
    assert due(follow(*away, "join orange nassau2", armies=POSTS)) == {}
    assert due(follow(*away, "turn", armies=POSTS)) == {}
    assert "(appointed)" in last(*stays, "replace somerset > ad2, appointed", armies=POSTS)
    assert "has a general" in wrong(*stays, "replace somerset > ad2: 4", armies=POSTS)


@pytest.mark.clause("NA-CMD-13", "NA-CMD-15", "NA-CMD-19")
@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            ("replace cooke > ad2: 4",),
            "Cooke has not come yet (NA-SEQ-06)",
        ),
        (
            ("replace picton > ad2: 4",),
            "Picton may not take 2nd Netherlands Division so; those may: Fitzroy Somerset (NA-CMD-15)",
        ),
        (("replace picton > ad2, in person",), "those may: Prince of Orange, Wellington (NA-CMD-16)"),
        (("replace somerset > ad2, given",), "only where nobody may replace its general (NA-CMD-19)"),
        (("replace ney > perponcher",), "'perponcher' is no formation of the army"),
        (("replace perponcher > ad2: 4",), "Perponcher is away (NA-FATE-02)"),
        (("replace somerset",), "say who takes which formation: replace platov > cavalry: 4 (NA-CMD-15)"),
    ],
)
def test_who_may_not_take_a_post(lines: Sequence[str], message: str) -> None:
    assert message in wrong("turn 5", "state perponcher left the field", *lines, armies=POSTS)
