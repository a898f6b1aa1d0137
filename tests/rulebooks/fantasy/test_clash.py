"""A clash in words: the worked examples of the rules from the command line, what is understood and what is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core.errors import Refused
from grognard.files import Problems
from grognard.lab.odds import Answer, absorb
from grognard.rulebooks.fantasy.clash_words import read
from grognard.rulebooks.fantasy.model import Contact, Unit
from grognard.rulebooks.fantasy.printed import load_tables
from grognard.space.outline import Edge
from tests.cli.running import ok, parsed, run
from tests.rulebooks.fantasy.scenes import BOOK

F = Fraction


def found(words: str, **options: Any) -> Answer:
    setup, state = BOOK.clash(words.split(), options)
    return absorb(BOOK, setup, state)


def chance(words: str, name: str, value: str | int = "yes", **options: Any) -> Any:
    return found(words, **options).of(name).get(value, 0)


def near(exact: Any, printed: float) -> bool:
    """As the rules print it, six digits."""
    return bool(abs(float(exact) - printed) < 1e-6)


def typed(*words: str, options: tuple[str, ...] = ()) -> Any:
    """Chances as the command line gives them."""
    made = parsed("odds", "fantasy", "clash", *words, *(one for key in options for one in ("--option", key)))
    return made["chances"]


# --- worked examples --------------------------------------------------------------------------------------


@pytest.mark.clause("FA-SHO-02", "FA-SHO-04", "FA-SHO-07")
def test_longbows_at_long_range() -> None:
    """7."""
    shots = found("25 archers BS=3 shoot 30 spearmen at 53.33 cells")
    assert shots.mean("spearmen.fallen") == F(125, 36)
    assert near(shots.chance(lambda one: int(one["spearmen.fallen"]) >= 8), 0.016554)


@pytest.mark.clause("FA-CR-01", "FA-CR-02", "FA-CR-03", "FA-CR-04", "FA-CR-05", "FA-LD-05")
def test_a_combat_result() -> None:
    """20."""
    words = "5 knights causes=4 charge 30 orcs causes=1 in the flank downhill with a standard"
    assert chance(words, "orcs.breaks", "no") == F(1, 36)
    assert chance(words, "orcs.breaks", "no", ranks_after=False) == F(1, 12)
    assert chance(words, "orcs.breaks", "no", break_modifier="none") == F(7, 12)
    assert chance(words, "winner", "a") == 1
    made = typed(*words.split(), options=("ranks_after=false",))
    assert made["orcs.breaks"]["no"]["exact"] == "1/12"


@pytest.mark.clause("FA-LD-02", "FA-LD-01")
@pytest.mark.parametrize(
    ("ld", "left", "passes"),
    [
        (5, 15, F(5, 18)),
        (5, 14, F(1, 12)),
        (7, 10, F(5, 18)),
        (7, 9, F(1, 12)),
        (8, 9, F(1, 6)),
        (10, 15, F(11, 12)),
    ],
)
def test_difficulty_by_losses(ld: int, left: int, passes: Fraction) -> None:
    """21."""
    assert chance(f"test Ld={ld} {left} of 30", "spearmen.breaks", "no") == passes
    assert chance(f"тест Ld={ld} {left} из 30", "spearmen.breaks", "no") == passes


@pytest.mark.clause("FA-LD-02")
def test_difficulty_by_losses_otherwise_read() -> None:
    assert chance("test Ld=7 19 of 30", "spearmen.breaks", "no", loss_steps="swapped") == F(5, 18)
    assert chance("test Ld=7 14 of 30", "spearmen.breaks", "no", loss_steps="literal") == F(5, 18)


@pytest.mark.clause("FA-LD-05")
def test_a_break_test() -> None:
    """22."""
    assert chance("test Ld=7 13 of 30 lost by 2", "spearmen.breaks", "no") == F(1, 12)
    assert chance("test Ld=7 30 of 30 lost by 2", "spearmen.breaks", "no") == F(5, 18)
    assert (
        typed("test", "Ld=7", "13", "of", "30", "lost", "by", "2")["spearmen.breaks"]["no"]["exact"] == "1/12"
    )


@pytest.mark.clause("FA-MEL-06", "FA-MEL-07")
def test_spears_before_swords() -> None:
    """23."""
    answer = found("20 spearmen fight 20 swordsmen")
    assert answer.mean("swordsmen.fallen") == F(10, 3)
    assert near(answer.mean("spearmen.fallen"), 125 / 36)


@pytest.mark.clause("FA-WPN-08", "FA-MEL-03", "FA-SPC-04")
def test_pikes_and_charging_knights() -> None:
    """24: the mean of the attacks, of which at most five can fall."""
    odds = found("5 knights charge 40 pikemen").of("knights.fallen")
    every = [F(1, 6) ** n * F(5, 6) ** (21 - n) for n in range(22)]
    assert odds[0] == every[0]
    assert max(odds) == 5


@pytest.mark.clause("FA-MAG-09", "FA-MAG-10", "FA-MAG-11")
@pytest.mark.parametrize(
    ("words", "name", "exact"),
    [
        ("junior casts level 1 with 2 dice", "cast", "13/18"),
        ("junior casts level 1 with 2 dice", "undispellable", "1/36"),
        ("junior casts level 1 with 3 dice", "cast", "197/216"),
        ("junior casts level 1 with 3 dice", "undispellable", "2/27"),
        ("junior casts level 3 with 3 dice", "cast", "89/108"),
        ("senior casts level 3 with 3 dice", "cast", "95/108"),
        ("senior casts level 4 with 4 dice", "cast", "1121/1296"),
        ("senior casts level 4 with 4 dice", "doubled", "7/432"),
        ("senior casts level 6 with 5 dice", "cast", "6245/7776"),
        ("старший маг читает заклинание 6 уровня на 5 кубах", "barred", "23/648"),
        ("senior dispels 11 with 3 dice", "dispelled", "5/8"),
        ("junior dispels 9 with 2 dice", "dispelled", "5/18"),
        ("младший рассеивает 9 на 2 кубах", "dispelled", "5/18"),
    ],
)
def test_castings_and_dispellings(words: str, name: str, exact: str) -> None:
    """29 and 30."""
    assert typed(*words.split())[name]["yes"]["exact"] == exact


@pytest.mark.clause("FA-CHG-01", "FA-MEL-06", "FA-CR-06", "FA-LD-05", "FA-CR-10")
def test_knights_charge_militia() -> None:
    """31 and 32."""
    made = typed("5", "knights", "charge", "20", "militia", "home")
    won = [made["winner"][one]["value"] for one in ("a", "draw", "b")]
    assert [near(*pair) for pair in zip(won, (0.964810, 0.022933, 0.012257), strict=True)] == [True] * 3
    assert near(made["militia.breaks"]["yes"]["value"], 0.842774)
    assert near(made["militia.split"]["yes"]["value"], 0.016889)
    other = typed("5", "knights", "charge", "20", "militia", "home", options=("ranks_after=false",))
    assert near(other["winner"]["a"]["value"], 0.906783)
    assert near(other["militia.breaks"]["yes"]["value"], 0.734490)
    assert near(other["militia.split"]["yes"]["value"], 0.039502)


@pytest.mark.clause("FA-SHO-09", "FA-LD-03")
def test_a_reaction() -> None:
    """33."""
    answer = found("20 arquebusiers 10 files shoot 10 knights at 20 m in reaction")
    assert near(answer.chance(lambda one: int(one["knights.fallen"]) >= 3), 0.945141)
    assert near(
        answer.chance(lambda one: one["knights.tests"] == "yes" or one["knights.fallen"] == 10), 0.945141
    )


# --- guns -------------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-WM-04", "FA-WM-07", "FA-WM-09")
def test_guns() -> None:
    """25 and 26: a hit through three ranks without a save, and what a misfire does."""
    answer = found("cannon shoots 30 spearmen armour=heavy at 20 cells")
    assert answer.of("cannon.misfire")["explodes"] == F(1, 18)
    assert answer.chance(lambda one: int(one["spearmen.fallen"]) >= 9) == F(1, 2) * F(10625, 104976)
    assert found("mortar shoots 30 spearmen at 30 cells").of("mortar.misfire")["jams"] == F(1, 18)


# --- what is understood -----------------------------------------------------------------------------------


def position(words: str) -> tuple[Unit, Unit, Contact]:
    _, state = BOOK.clash(words.split(), {})
    one, other, contact = state.pieces[:3]
    assert isinstance(one, Unit)
    assert isinstance(other, Unit)
    assert isinstance(contact, Contact)
    return one, other, contact


@pytest.mark.parametrize(
    "words",
    [
        "10 knights charge 30 spearmen standard in the left flank downhill",
        "10 Knights attack the left flank of 30 spearmen, standard, from a hill",
        "10 рыцарей атакуют 30 копейщиков со знаменем в левый фланг с холма",
        "рыцари 10 атакуют копейщиков 30, знамя, слева левый фланг, холм".replace("слева ", ""),
    ],
)
def test_the_same_in_other_words(words: str) -> None:
    one, other, contact = position(words)
    assert (one.id, one.models, other.id, other.models, other.standard) == (
        "knights",
        10,
        "spearmen",
        30,
        True,
    )
    assert contact.edge("spearmen") is Edge.LEFT
    assert (contact.charged, contact.downhill) == (("knights",), ("knights",))
    assert one.front == other.shape.edge_middle(Edge.LEFT)


def test_what_may_be_said_of_a_side() -> None:
    one, other, contact = position(
        "20 orcs 5 files column WS=5 fight 12 swordsmen start=30 captain shield=no"
    )
    setup, _ = BOOK.clash(["20 orcs WS=5 fight 12 swordsmen captain shield=no"], {})
    assert (one.files, one.formation, other.start_models, contact.charged) == (5, "column", 30, ())
    assert setup.tables.profiles["orcs"].stats.WS == 5
    assert not setup.tables.profiles["swordsmen"].shield
    assert [hero.profile for hero in setup.characters] == ["captain"]
    assert setup.name.say("ru") == "Орки 20 - Мечники 12"
    assert found("2 orcs fight 2 orcs").names[1:3] == ("orcs_1.fallen", "orcs_1.breaks")


def test_rounds_go_on_until_somebody_gives_way() -> None:
    once, twice, ever = (found("4 orcs fight 4 halberdiers", rounds=n) for n in (1, 2, 0))
    assert once.mean("orcs.fallen") < twice.mean("orcs.fallen") < ever.mean("orcs.fallen")
    assert ever.open == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("10 knights", "it is not said what is done; say it so"),
        ("10 knihgts charge 30 spearmen", "'knihgts' is not understood; did you mean 'knights'?"),
        ("10 charge 30 spearmen", "it is not said who fights"),
        ("10 knights WX=3 charge 30 spearmen", "'WX' is nothing that a side has"),
        ("10 knights WS=a charge 30 spearmen", "'WS' needs a whole number"),
        ("10 knights 5 orcs charge 30 spearmen", "'orcs': one unit a side"),
        ("10 orcs WS=5 fight 10 orcs", "both sides have that profile"),
        ("cannon charges 10 orcs", "a machine attacks nobody (FA-WM-01)"),
        ("10 archers shoot 10 orcs at 90 cells", "the target is 90 away, the range is 66.667 (FA-SHO-04)"),
        ("10 spearmen shoot 10 orcs", "it has no missile weapon (FA-SHO-14)"),
        ("senior casts with 3 dice", "which spell is not said"),
        ("senior casts level 3 with 6 dice", "6 dice; 1 to 5 (FA-MAG-08)"),
        ("senior dispels with 3 dice", "against what cast total is not said"),
    ],
)
def test_what_is_refused(words: str, said: str) -> None:
    with pytest.raises(Refused) as caught:
        BOOK.clash(words.split(), {})
    assert said in caught.value.say()
    made = run("odds", "fantasy", "clash", *words.split(), lang="ru")
    assert made.exit_code == 1


def test_files_and_options_are_checked_as_in_a_scenario() -> None:
    for words, options in (
        ("10 knights files=0 charge 30 spearmen", {}),
        ("10 orcs WS=12 fight 10 goblins", {}),
        ("10 orcs fight 10 goblins", {"natural6": "both"}),
        ("10 orcs fight 10 goblins", {"natural": "6"}),
    ):
        with pytest.raises(Problems):
            BOOK.clash(words.split(), options)
    with pytest.raises(Refused, match="rounds"):
        BOOK.clash(["10 orcs fight 10 goblins"], {"rounds": "many"})


PLAIN = """10 20 3 knights orcs archers cannon charge shoot fight cast dispel test flank rear downhill standard wedge
    column captain files=3 WS=4 WS=x start=9 causes=2 senior level dice 4 with at cells m of by lost 5 armour=heavy
    mortar moving reaction light cover home рыцарей атакуют на кубов =3 W= 0 trolls undead flame_1"""


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(PLAIN.split()), min_size=1, max_size=9), st.sampled_from((0, 1, "x", "2")))
def test_whatever_is_said_is_a_position_or_refused(words: list[str], rounds: Any) -> None:
    try:
        setup, state = BOOK.clash(words, {"rounds": rounds})
    except (Refused, Problems) as problem:
        refused = problem.say("ru")
    else:
        refused = ""
        assert state.agenda
        assert setup.scenario == "clash"
    assert "Traceback" not in refused


def test_a_formation_has_the_files_that_it_may_have() -> None:
    assert [position(f"20 orcs {how} fight 20 goblins")[0].files for how in ("wedge", "column", "line")] == [
        5,
        9,
        10,
    ]


def test_every_profile_can_be_named_in_both_languages() -> None:
    tables = load_tables()
    for row in tables.profiles.values():
        for name in (row.id, row.name.en, row.name.ru or ""):
            said = read([f"10 {name} fight 10 orcs"], tables)
            assert said.hosts[0].profile == row.id, name


def test_it_is_shown_in_words() -> None:
    shown = ok("odds", "fantasy", "clash", "10 рыцарей атакуют 30 копейщиков во фланг", lang="ru")
    assert "Копейщики: бежит" in shown
    assert "победитель" in shown
    assert "ничья" in shown
