"""Step 1.2: who joins whom, seniors in juniors' places, covers; persons who fall and come back."""

from __future__ import annotations

import pytest

from grognard.core.errors import Refused
from grognard.rulebooks.napoleonic import persons
from grognard.rulebooks.napoleonic.events import CommandLost, PersonBack, PersonMoved, PostTaken
from grognard.rulebooks.napoleonic.model import Lock
from tests.rulebooks.napoleonic.scenes import BLUE, RED, Scene, formation, gun, man, scene, unit

CORPS = (formation("corps", RED, "corps"), formation("red_div", RED, "division", "corps"))


def two(far: float = 2.0) -> Scene:
    """A general with ``a``; ``b`` has its nearest point ``far`` merka away, ``c`` stands beside him."""
    return scene(
        unit("a", at=(3, 3, 0)),
        unit("b", at=(3.5 + far, 3, 0)),
        unit("c", at=(3, 3.5, 0)),
        unit("x", BLUE, at=(3, 9, 180)),
        man("he", "a"),
    ).run(persons.ask)


@pytest.mark.clause("NA-CMD-10", "NA-OOB-04", "NA-SEQ-07")
def test_a_person_rides_two_merka_at_most_and_stays_by_default() -> None:
    one = two()
    assert one.default(RED) == ("persons",)
    assert ("persons", "join", "he", "b") in one.options(RED)
    one.answer_all(red=("persons", "join", "he", "b"))
    assert one.person("he").at == "b"
    assert one.heard(PersonMoved) == [PersonMoved("he", "a", "b")]
    with pytest.raises(Refused, match="too far"):
        two(2.001).check(RED, "persons", "join", "he", "b")


@pytest.mark.clause("NA-CMD-10")
def test_not_across_an_enemy_nor_to_one() -> None:
    one = scene(
        unit("a", at=(3, 3, 0)),
        unit("b", at=(5, 3, 0)),
        unit("x", BLUE, at=(4, 3, 90)),
        man("he", "a"),
        unit("c", at=(3, 3.5, 0)),
    ).run(persons.ask)
    with pytest.raises(Refused, match="the enemy stands between"):
        one.check(RED, "persons", "join", "he", "b")
    with pytest.raises(Refused, match="no unit of his side"):
        one.check(RED, "persons", "join", "he", "x")


@pytest.mark.clause("NA-CMD-10", "NA-OOB-09")
def test_who_leaves_a_firefight_gives_his_bonus_to_nobody_this_turn() -> None:
    one = two().change("a", locks=(Lock("x", 1),)).change("x", locks=(Lock("a", 1),))
    one.answer_all(red=("persons", "join", "he", "b"))
    assert one.field.leader("b") == 0
    assert one.person("he").barred == 1
    one.change("clock", turn=2)
    assert one.field.leader("b") == 1
    locked = two().change("a", locks=(Lock("x", 1),)).change("b", standing="fleeing")
    with pytest.raises(Refused, match="only one that is neither"):
        locked.check(RED, "persons", "join", "he", "b")


@pytest.mark.clause("NA-OOB-08", "NA-OOB-09", "NA-MOD-04")
@pytest.mark.parametrize(("stack", "value"), [(False, 1), (True, 2)])
def test_of_several_persons_the_highest_counts_or_by_option_all(stack: bool, value: int) -> None:
    one = scene(
        unit("a"),
        man("he", "a"),
        man("staff", "a", post="chief_of_staff", rank="major_general", formation="corps"),
        formations=CORPS,
        options={"leaders_stack": stack},
    )
    assert one.field.leader("a") == value
    assert one.field.has_general("a")


def senior() -> Scene:
    return scene(
        unit("a", at=(3, 3, 0)),
        unit("own", at=(4, 3, 0), formation="corps"),
        man("div", "a"),
        man("cor", "own", post="corps_commander", rank="lieutenant_general", formation="corps"),
        formations=CORPS,
    )


@pytest.mark.clause("NA-CMD-16", "NA-CMD-20")
def test_a_senior_takes_over_and_gives_back() -> None:
    one = senior().run(persons.ask)
    with pytest.raises(Refused, match="must be with a unit"):
        one.check(RED, "persons", "take", "cor", "red_div")
    one.answer_all(red=("persons", "join", "cor", "a", "take", "cor", "red_div"))
    leader = one.field.in_charge("red_div")
    assert leader is not None
    assert leader.id == "cor"
    assert one.field.leader("a") == 1
    one.run(persons.ask).answer_all(red=("persons", "give", "cor"))
    leader = one.field.in_charge("red_div")
    assert leader is not None
    assert leader.id == "div"
    assert [event.given_back for event in one.heard(PostTaken)] == [False, True]


@pytest.mark.clause("NA-CMD-12", "NA-CMD-16")
def test_a_vacant_post_taken_in_person_costs_this_turn() -> None:
    one = senior().do(lambda battle: persons.fall(battle, "div", "killed"))
    assert one.heard(CommandLost) == [CommandLost("red_div", "div")]
    assert one.field.is_inactive("red_div")
    one.change("clock", turn=2).run(persons.ask)
    one.answer_all(red=("persons", "join", "cor", "a", "take", "cor", "red_div"))
    assert one.field.is_inactive("red_div")
    assert not one.change("clock", turn=3).field.is_inactive("red_div")


@pytest.mark.clause("NA-CMD-02")
def test_a_regiment_of_the_corps_is_told_off_to_cover_guns_and_released() -> None:
    one = scene(
        unit("a", at=(3, 3, 0)),
        unit("else", at=(6, 3, 0), formation="other"),
        gun("g", at=(4, 3, 0), formation="corps"),
        man("div", "a"),
        man("art", "g", post="artillery_chief", rank="colonel", formation="corps"),
        formations=(*CORPS, formation("other", RED, "division")),
    ).run(persons.ask)
    with pytest.raises(Refused, match="can't cover guns"):
        one.check(RED, "persons", "cover", "else", "art")
    one.answer_all(red=("persons", "cover", "a", "art"))
    assert one.unit("a").covers == "art"
    one.run(persons.ask).answer_all(red=("persons", "release", "a"))
    assert not one.unit("a").covers


@pytest.mark.clause("NA-CMD-13", "NA-FATE-02")
def test_a_shaken_general_is_back_two_turns_later() -> None:
    """Worked example 25: shaken in turn 5, absent in 6, back in step 1.1 of 7."""
    one = scene(unit("a"), man("he", "a"), turn=5).do(lambda battle: persons.fall(battle, "he", "shaken", 7))
    assert not one.heard(CommandLost)
    assert one.field.leader("a") == 0
    one.change("clock", turn=6).do(persons.come_back)
    assert one.field.is_inactive("red_div")
    one.change("clock", turn=7).do(persons.come_back)
    assert not one.field.is_inactive("red_div")
    assert one.heard(PersonBack) == [PersonBack("he", "a")]


@pytest.mark.clause("NA-MOVE-17")
def test_whose_unit_leaves_the_table_goes_with_it() -> None:
    one = scene(unit("a", standing="gone"), unit("b", at=(5, 3, 0)), man("he", "a")).do(
        persons.leave_with_units
    )
    assert one.person("he").fate == "left"
    assert one.heard(CommandLost)


def test_words_that_make_no_order_are_refused() -> None:
    for words in (("persons", "join", "he"), ("persons", "fly", "he", "b"), ("stay",)):
        with pytest.raises(Refused):
            two().check(RED, *words)
