"""The order of battle: the tree, links, what persons give, and what departs from the guides."""

from __future__ import annotations

import re

import pytest

from grognard.rulebooks.napoleonic.guides import departures
from grognard.rulebooks.napoleonic.limits import Roll, batteries, excesses, most_gunners
from grognard.rulebooks.napoleonic.order_of_battle import (
    Chain,
    Link,
    Strength,
    bonus,
    is_general,
    links,
    roll,
    tree,
)
from grognard.rulebooks.napoleonic.setup import read_setup, scenarios
from grognard.rulebooks.napoleonic.tables import load_tables, read_tables
from tests.rulebooks.napoleonic.written import FORMATIONS, PERSONS, UNITS, battle, scenario

STAFF = """\
  - {id: chief, en: Chief, rank: colonel, post: chief_of_staff, formation: vi, with: rb2}
  - {id: gunner, en: Gunner, rank: colonel, post: artillery_chief, formation: vi, with: rb2}
"""


# --- the tree --------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-OOB-01", "NA-OOB-03")
def test_the_tree_says_who_is_under_whom_and_how_strong() -> None:
    setup = battle(scenario(persons=PERSONS + STAFF))
    (top,) = tree(setup, "russian")
    assert [(depth, node.formation, node.commander) for depth, node in top.walk()] == [
        (0, "vi", "dokhturov"),
        (1, "r7", "kaptsevich"),
        (1, "kos", "platov"),
    ]
    assert (top.staff, top.guns, top.units) == (("chief", "gunner"), ("rb1", "rb2"), ())
    assert top.below[0].units == ("mosk", "pskov", "libau", "sofia")
    assert top.strength == Strength(4, 3, 45, 26, 2, 9)
    assert (top.strength.figures, top.below[1].strength.figures) == (80, 26)


@pytest.mark.clause("NA-OOB-05", "NA-UNIT-03")
def test_batteries_and_gunners() -> None:
    limits = load_tables().limits
    assert batteries([("a", "x"), ("b", ""), ("c", "x")]) == {"x": ("a", "c"), "b": ("b",)}
    assert [most_gunners(limits, guns) for guns in (1, 2, 3, 4, 5)] == [5, 9, 14, 18, 23]
    setup = battle(scenario())
    assert (roll(setup, "russian").batteries, roll(setup, "french").batteries) == (1, 1)


@pytest.mark.clause("NA-OOB-05")
def test_limits_by_the_worked_example() -> None:
    """180 figures: 4 guns; 20 regiments and 2 batteries: 11 generals; 18 elite figures."""
    limits = load_tables().limits
    assert list(excesses(limits, Roll(20, 2, 4, 180, 18, 11))) == []
    assert [str(one) for one in excesses(limits, Roll(20, 2, 5, 180, 19, 12))] == [
        "5 guns for 180 figures; at most 4 (1 for each 40)",
        "12 generals for 22 units; at most 11",
        "19 elite figures of 180 = 10.5 %; at most 18",
    ]


# --- links -----------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-CMD-01", "NA-CMD-02", "NA-CMD-04")
def test_links_go_up_to_the_highest_commander_and_no_further() -> None:
    setup = battle(scenario())
    assert set(links(setup, "russian")) == {
        Link("kaptsevich", "dokhturov", 3000),
        Link("platov", "dokhturov", 3000),
        *(Link(unit, "kaptsevich", 1000) for unit in ("mosk", "pskov", "libau", "sofia")),
        *(Link(unit, "platov", 1000) for unit in ("ataman", "ilov", "kut")),
        Link("rb1", "dokhturov", 1000),
        Link("rb2", "dokhturov", 1000),
    }
    assert set(links(setup, "french")) == {
        Link(unit, "delzons", 1000) for unit in ("f84", "f92", "f8l", "fb1")
    }


@pytest.mark.clause("NA-CMD-02", "NA-CMD-03")
def test_guns_obey_their_chief_of_artillery_and_staff_has_no_links() -> None:
    setup = battle(scenario(persons=PERSONS + STAFF))
    found = links(setup, "russian")
    assert {link.upper for link in found if link.lower in ("rb1", "rb2")} == {"gunner"}
    assert Link("gunner", "dokhturov", 3000, (("chief", 3000),)) in found
    assert not any(link.lower == "chief" for link in found)
    covering = Chain.printed(setup).gun("mosk", "vi")
    assert covering == Link("mosk", "gunner", 1000)


@pytest.mark.clause("NA-CMD-03")
def test_staff_extends_the_reach_of_its_chief() -> None:
    staff = STAFF + "  - {id: aide, en: Aide, rank: field_officer, post: aide, formation: vi, with: mosk}\n"
    chain = Chain.printed(battle(scenario(persons=PERSONS + staff)))
    assert chain.person("kaptsevich", "division_commander", "r7") == Link(
        "kaptsevich", "dokhturov", 3000, (("chief", 3000),)
    )
    assert chain.regiment("mosk", "r7") == Link("mosk", "kaptsevich", 1000, (("aide", 1000),))
    assert chain.gun("rb1", "vi") == Link("rb1", "gunner", 1000, (("aide", 1000),))
    alone = Chain.printed(battle(scenario(persons=PERSONS + staff.splitlines(keepends=True)[2])))
    assert alone.gun("rb1", "vi") == Link("rb1", "dokhturov", 1000)


@pytest.mark.clause("NA-CMD-15")
def test_who_may_replace_whom() -> None:
    staff = STAFF + "  - {id: aide, en: Aide, rank: field_officer, post: aide, formation: vi, with: mosk}\n"
    chain = Chain.printed(battle(scenario(persons=PERSONS + staff)))
    assert chain.candidates("vi", "corps_commander") == ("chief", "kaptsevich", "platov", "gunner")
    assert chain.candidates("r7", "division_commander") == ("gunner", "aide")
    assert chain.candidates("vi", "artillery_chief") == ("aide",)
    assert chain.candidates("d13", "division_commander") == ()


@pytest.mark.clause("NA-CMD-15")
def test_an_armys_chief_of_staff_may_take_any_corps_and_a_corps_commander_the_army() -> None:
    chain = Chain.printed(read_setup(scenarios()["standard"]))
    assert chain.candidates("vi", "corps_commander") == (
        "ermolov",
        "kaptsevich",
        "tsybulsky",
        "dorokhov",
        "kosten",
    )
    assert chain.candidates("army", "army_commander") == ("dokhturov", "raevsky")


@pytest.mark.clause("NA-CMD-01", "NA-CMD-02")
def test_what_stands_directly_under_an_army_has_its_radius() -> None:
    formations = FORMATIONS.replace("level: corps", "level: army")
    persons = PERSONS.replace("post: corps_commander", "post: army_commander")
    found = links(battle(scenario(formations=formations, persons=persons)), "russian")
    assert {link.radius for link in found if link.lower in ("kaptsevich", "platov")} == {5000}


@pytest.mark.clause("NA-OOB-02", "NA-CMD-02")
def test_a_brigade_inside_a_division_needs_no_general_of_its_own() -> None:
    formations = FORMATIONS + "  - {id: lead, en: 1st brigade, level: brigade, parent: r7}\n"
    units = UNITS.replace("formation: r7", "formation: lead", 2)
    setup = battle(scenario(formations=formations, units=units))
    assert Link("mosk", "kaptsevich", 1000) in links(setup, "russian")
    assert Chain.printed(setup).own_leader("lead") == ""
    assert [str(one) for one in departures(setup) if "'lead'" in str(one)] == []


# --- what persons give -----------------------------------------------------------------------------------


@pytest.mark.clause("NA-OOB-07", "NA-OOB-08", "NA-OOB-10")
@pytest.mark.parametrize(
    ("post", "rank", "gives"),
    [
        ("army_commander", "marshal", 2),
        ("corps_commander", "lieutenant_general", 1),
        ("division_commander", "major_general", 1),
        ("aide", "field_officer", 0),
        ("chief_of_staff", "colonel", 0),
        ("chief_of_staff", "major_general", 1),
        ("artillery_chief", "colonel", 0),
        ("artillery_chief", "major_general", 1),
    ],
)
def test_bonus(post: str, rank: str, gives: int) -> None:
    tables = load_tables()
    assert (bonus(tables, post, rank), is_general(tables, post, rank)) == (gives, gives > 0)


@pytest.mark.clause("NA-OOB-08")
def test_a_chief_of_artillery_by_the_worked_example() -> None:
    """A major general gives 0 with his gun, +1 with a regiment that covers it; by_rank gives 0 with either."""
    tables, by_rank = load_tables(), read_tables().under({"staff_bonus": "by_rank"})
    assert bonus(tables, "artillery_chief", "major_general", at_gun=True) == 0
    assert bonus(tables, "artillery_chief", "major_general") == 1
    ranks = ("colonel", "major_general", "lieutenant_general")
    assert [bonus(by_rank, "artillery_chief", rank) for rank in ranks] == [0, 0, 1]


@pytest.mark.clause("NA-OOB-06")
def test_a_rank_that_is_not_listed_counts_as_the_nearest_and_is_remarked_on() -> None:
    tables = load_tables()
    assert bonus(tables, "chief_of_staff", "field_officer") == bonus(tables, "chief_of_staff", "colonel") == 0
    assert bonus(tables, "division_commander", "marshal") == 1
    setup = battle(scenario(persons=PERSONS.replace("rank: major_general", "rank: full_general", 1)))
    said = "person 'kaptsevich': full general as division commander; listed ranks major general, lieutenant general"
    assert [str(one) for one in departures(setup) if "NA-OOB-06" in str(one)] == [f"{said} (NA-OOB-06)"]


# --- guides ----------------------------------------------------------------------------------------------


@pytest.mark.clause("NA-OOB-01", "NA-UNIT-03")
def test_departures_from_the_guides_are_remarks() -> None:
    setup = battle(scenario())
    assert [str(one) for one in departures(setup)] == [
        "unit 'libau': 8 figures; normal for foot 10-14 (NA-UNIT-03)",
        "unit 'kut': 14 figures; normal for medium horse 4-6 (NA-UNIT-03)",
        "formation 'vi': divisions of foot: 1; usually 2-3 (NA-OOB-01)",
        "formation 'kos': regiments: 3; usually 2 (NA-OOB-01)",
    ]
    assert all(one.say("ru") for one in departures(setup))


@pytest.mark.clause("NA-OOB-01")
def test_a_corps_of_horse_alone() -> None:
    """Two divisions or brigades of horse are usual, one is not."""
    units = re.sub(
        r"formation: r7, arm: foot,( status: guard,)? figures: \d+",
        "formation: r7, arm: horse, figures: 5",
        UNITS,
    )
    limits = {"oob_limits": "off"}
    two = [str(one) for one in departures(battle(scenario(units=units), options=limits))]
    assert not any("divisions" in one for one in two)
    units = units.replace("formation: kos", "formation: r7")
    one = [str(one) for one in departures(battle(scenario(units=units), options=limits))]
    assert "formation 'vi': divisions of horse: 1; usually 2-3 (NA-OOB-01)" in one
