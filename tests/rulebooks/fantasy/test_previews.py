"""What is said of an order before it is given: costs, exact chances, risks; guessed where numbers are not known."""

from __future__ import annotations

import random
from time import process_time
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.core import engine
from grognard.core.book import Preview
from grognard.core.dice import Fast
from grognard.core.state import UMPIRE, Order
from grognard.players import RandomPlayer, play_out
from grognard.rulebooks.fantasy import previews
from grognard.rulebooks.fantasy.model import SpellInForce
from grognard.rulebooks.fantasy.orders import read
from grognard.space.outline import Edge
from tests.rulebooks.fantasy.scenes import BOOK, Scene, area, contact, hero, setup_of, tables, unit

KNIGHTS = unit("c1", "knights", 5, (20, 20))
MILITIA = unit("h1", "militia", 20, (20, 30), 180)


def preview(one: Scene, who: str, *order: Any, seat: str = "c") -> Preview:
    return previews.of_order(one.view(seat), who, read(order))


def said(found: Preview, lang: str = "en") -> list[str]:
    return [line.say(lang) for line in found.lines]


def chances(found: Preview) -> dict[str, float]:
    return {what.say(): share for what, share in found.chances}


def near(value: float) -> Any:
    return pytest.approx(value, abs=1e-6)


# --- charges ----------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-CHG-01", "FA-MEL-06", "FA-CR-06", "FA-LD-05", "FA-CR-10")
def test_a_charge() -> None:
    """Worked examples 14, 31 and 32, as the seat of the knights sees them; the militia is not at home."""
    one = Scene(setup_of((KNIGHTS, replace(MILITIA, y=34_000))))
    found = preview(one, "c1", "attack", "target", "h1")
    shares = chances(found)
    assert shares["the charge arrives"] == near(13 / 18)
    assert shares["the round is won"] == near(0.964810)
    assert 0 < shares["c1 Knights rides through"] < 0.001
    assert found.guessed
    lines = said(found)
    assert lines[:2] == ["14.0 cells to h1 Militia, 2d6 + 8", "it strikes h1 Militia: front"]
    assert "h1 Militia: 3.3 fall on average, as a rule 1 to 6" in lines
    assert "c1 Knights: 0.6 fall on average, as a rule 0 to 2" in lines
    assert lines[-1] == previews.GUESS.say()
    assert said(found, "ru")[0] == "h1 Ополчение: до цели 14,0 кл., бросок 2к6 + 8"


@pytest.mark.clause("FA-CHG-01", "FA-CHG-05")
def test_a_charge_that_cannot_come_home() -> None:
    wall = area("r", "river", (10, 26), (30, 26), (30, 24), (10, 24))
    one = Scene(setup_of((KNIGHTS, MILITIA), terrain=[wall]))
    assert chances(preview(one, "c1", "attack", "target", "h1")) == {"the charge arrives": 0.0}
    other = unit("h2", "orcs", 10, (20, 26), 180)
    stopped = preview(Scene(setup_of((KNIGHTS, MILITIA, other))), "c1", "attack", "target", "h1")
    assert "h2 Orcs is in the way" in said(stopped)
    assert chances(stopped)["the charge arrives"] == near(1)


@pytest.mark.clause("FA-SHO-09", "FA-UNIT-05", "FA-CHG-11")
def test_a_charge_at_shooters_from_a_hill_into_the_flank() -> None:
    bows = unit("h1", "crossbowmen", 12, (32, 24), 180, files=6)
    hill = area("k", "hill", (14, 22), (26, 22), (26, 12), (14, 12))
    one = Scene(setup_of((KNIGHTS, bows), terrain=[hill]))
    lines = said(preview(one, "c1", "attack", "target", "h1"))
    assert "it strikes h1 Crossbowmen: right flank" in lines
    assert not any("stands and shoots" in line for line in lines)  # they look elsewhere
    facing = Scene(setup_of((KNIGHTS, replace(bows, x=20_000, y=32_000))))
    shot = [line for line in said(preview(facing, "c1", "attack", "target", "h1")) if "shoots" in line]
    assert shot == ["if h1 Crossbowmen stands and shoots: 1.3 wounds on average"]


# --- melee ------------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-MEL-01", "FA-MEL-11", "FA-RET-07")
def test_a_melee() -> None:
    spears, orcs = unit("c1", "spearmen", 20, (20, 20)), unit("h1", "orcs", 20, (20, 20), 180)
    one = Scene(setup_of((spears, orcs)))
    one.state = replace(one.state, pieces=(*one.state.pieces, contact(spears, orcs)))
    fight = chances(preview(one, "c1", "hold"))
    assert fight["the round is won"] + fight["the round is lost"] < 1
    assert fight["h1 Orcs breaks"] > 0
    follow = chances(preview(one, "c1", "attack"))
    assert follow["h1 Orcs is caught if it breaks"] == near(721 / 1296)
    back = preview(one, "c1", "retreat")
    assert said(back)[0] == "it does not strike"
    assert chances(back)["h1 Orcs catches it"] == near(721 / 1296)
    assert "h1 Orcs: 0.0 fall on average" in said(back)


@pytest.mark.clause("FA-MEL-14")
def test_a_melee_of_too_many_is_reckoned_with_means(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.rulebooks.fantasy.rounds.foretell.__defaults__", (3,))
    spears, orcs = unit("c1", "spearmen", 20, (20, 20)), unit("h1", "orcs", 20, (20, 20), 180)
    one = Scene(setup_of((spears, orcs)))
    one.state = replace(one.state, pieces=(*one.state.pieces, contact(spears, orcs)))
    found = preview(one, "c1", "hold")
    assert said(found)[0] == "too many fight for exact chances; with averages:"
    assert found.guessed


# --- shots ------------------------------------------------------------------------------------------------


@pytest.mark.clause("FA-SHO-01", "FA-SHO-02", "FA-LD-03")
def test_a_volley() -> None:
    bows, foe = unit("c1", "crossbowmen", 20, (20, 10)), unit("h1", "skirmishers", 12, (20, 60), 180, files=6)
    found = preview(Scene(setup_of((bows, foe), size=(72, 72))), "c1", "stand_and_shoot", "target", "h1")
    lines = said(found)
    assert lines[0] == ("h1 Javelin skirmishers, 50.0 cells: shots 20, to hit 6+ "
                        "(long range −1, the target is light infantry −1)")  # fmt: skip
    assert lines[1].startswith("h1 Javelin skirmishers: 2.2 fall on average, as a rule ")
    assert set(chances(found)) == {"it must take a test for its losses", "h1 Javelin skirmishers breaks"}
    assert said(found, "ru")[0].endswith("(дальняя дистанция −1, цель — лёгкая пехота −1)")


@pytest.mark.clause("FA-WM-04", "FA-WM-07")
def test_a_cannon() -> None:
    gun, foe = unit("c1", "cannon", 3, (20, 10)), unit("h1", "great_swords", 30, (20, 30), 180)
    found = preview(Scene(setup_of((gun, foe))), "c1", "stand_and_shoot")
    assert chances(found) == {"it hits": near(1 / 2), "it misfires": near(1 / 6), "it blows up": near(1 / 18)}
    assert said(found)[1] == "h1 Great swords: 2.1 wounds on average"


# --- castings, ways, running -------------------------------------------------------------------------------


@pytest.mark.clause("FA-MAG-09", "FA-MAG-11", "FA-MAG-13")
def test_castings() -> None:
    bows = unit("c1", "archers", 20, (20, 10))
    orcs = unit("h1", "orcs", 20, (20, 22), 180)
    mage = hero("m", "mage", bows, level=2, path="flame", rank="wizard", spells=("flame_4",))
    one = Scene(setup_of((bows, orcs), [mage]))
    curse = SpellInForce("spell_1", "shadow_1", "x", "h", "c1", total=11, fresh=False, due=False, until=0)
    pieces = (mage if piece.id == "m" else piece for piece in one.state.pieces)
    one.state = replace(one.state, pieces=(*pieces, curse))
    found = preview(one, "c1", "hold", "cast", "m", "flame_4", 4, 1, "at", "h1",
                    "cast", "m", "break_enchantment", 3, 1, "at", "spell_1")  # fmt: skip
    name = tables().spells["flame_4"].name.en
    shares = chances(found)
    assert shares[f"{name}: cast"] == near(1121 / 1296)
    assert shares[f"{name}: doubled"] == near(7 / 432)
    assert shares[f"{name}: the wizard is barred"] == near(7 / 432)
    assert shares["Break Enchantment: dispels"] == near(5 / 8)
    assert any("wounds to be expected" in line for line in said(found))


@pytest.mark.clause("FA-MOV-02", "FA-CHG-12", "FA-UNIT-05")
def test_ways_and_who_may_charge() -> None:
    spears, wolves = unit("c1", "spearmen", 20, (20, 10)), unit("h1", "wolf_riders", 5, (34, 18), 270)
    one = Scene(setup_of((spears, wolves)))
    lines = said(preview(one, "c1", "march", "fwd", 6000))
    assert lines[0] == "costs 6 of 8"
    assert lines[1].startswith("h1 Wolf riders may charge it: right flank, ")
    assert said(preview(one, "c1", "reform", "heading", 900))[0].startswith("h1 Wolf riders may charge it: ")
    assert said(preview(one, "c1", "retreat")) == ["goes back 7.0 cells on average"]


@pytest.mark.clause("FA-RET-04")
def test_rallying() -> None:
    runner = unit("c1", "spearmen", 14, (20, 10), 180, start_models=30, retreating=True, broke=0)
    lord = hero("lord", "captain", runner)
    one = Scene(setup_of((runner, MILITIA), [lord]))
    found = preview(one, "c1", "rally", "heading", 0)
    assert chances(found) == {"it is rallied": near(5 / 12)}
    assert said(found)[0] == "Captain lord rallies it"
    assert chances(preview(one, "c1", "run")) == {}
    alone = Scene(setup_of((runner, MILITIA)))
    assert (
        said(previews.of_order(alone.view("c"), "c1", read(("rally",))))[0] == "nobody is there to rally it"
    )


# --- what is known ----------------------------------------------------------------------------------------


@pytest.mark.clause("FA-GEN-05")
def test_numbers_nobody_has_seen_are_those_of_the_book_and_the_umpire_has_the_true_ones() -> None:
    table = tables()
    strong = replace(table.profiles["militia"], stats=replace(table.profiles["militia"].stats, WS=9, T=8))
    weak = replace(table.profiles["knights"], stats=replace(table.profiles["knights"].stats, WS=1))
    own = replace(table, profiles={**table.profiles, "militia": strong, "knights": weak})
    one = Scene(setup_of((KNIGHTS, MILITIA), own_tables=own))
    field = previews.reckoned(one.view("c"))
    assert field.tables.profiles["militia"].stats == table.profiles["militia"].stats
    assert field.tables.profiles["knights"].stats.WS == 1
    truth = preview(one, "c1", "attack", "target", "h1", seat=UMPIRE)
    assert chances(truth)["the round is won"] < 0.5
    assert not truth.guessed


@pytest.mark.slow
def test_any_preview_of_a_battle_takes_less_than_30_ms() -> None:
    """Of every kind of order, with nothing known before; CPU time of 99 in a hundred, for neighbours take some too."""
    setup = BOOK.read_setup(BOOK.scenarios()["standard"])
    states = list[Any]()
    players = {seat.id: RandomPlayer() for seat in setup.seats}
    play_out(BOOK, setup, players, Fast(3), seed=3, watch=lambda step: states.append(step.state))
    rng, took, decision = random.Random(1), list[float](), BOOK.decisions["order"]
    for state in states[2::2]:
        for question in state.questions:
            view = BOOK.view(setup, state, question.seat)
            options: tuple[Order, ...] = decision.options(view, question)
            for order in rng.sample(options, min(3, len(options))):
                began = process_time()
                decision.preview(view, question, order)
                took.append(process_time() - began)
    assert len(took) > 200
    assert sorted(took)[len(took) * 99 // 100] < 0.03


def test_nothing_is_said_of_an_order_that_never_came() -> None:
    one = Scene(setup_of((KNIGHTS, MILITIA)))
    question = one.question("c1")
    view = one.view("c")
    assert BOOK.decisions["order"].preview(view, question, ("default",)) == Preview()
    checked = engine.check(BOOK, one.setup, one.state, "c", question.id, ("attack", "target", "h1"))
    assert BOOK.decisions["order"].preview(view, question, checked).chances


def test_edges_are_told_the_worse_first() -> None:
    assert sorted(previews.RANKED, key=previews.RANKED.__getitem__)[0] is Edge.REAR
