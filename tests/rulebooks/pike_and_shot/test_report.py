"""The closing report and the order of battle: counted from events alone, true to the position, nothing hidden."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.core.chance import Modifier
from grognard.core.events import Event
from grognard.core.game import Game
from grognard.core.state import UMPIRE
from grognard.rulebooks.pike_and_shot.events import (
    BaseLost,
    CommanderFell,
    Coordinated,
    Destroyed,
    Fought,
    GameEnded,
    Panicked,
    Routed,
    Scored,
    Struck,
    Tested,
    TurnStarted,
    Volley,
)
from grognard.rulebooks.pike_and_shot.model import Commander, Unit
from grognard.rulebooks.pike_and_shot.report import report, turning_blocks
from grognard.rulebooks.pike_and_shot.report_luck import BETTER, Lucks, kept_moments, row_moments
from grognard.rulebooks.pike_and_shot.report_tally import Tally
from grognard.rulebooks.pike_and_shot.rolls import PANIC
from grognard.rulebooks.pike_and_shot.sheets import order_of_battle, tree
from grognard.rulebooks.pike_and_shot.view import PikeView
from grognard.rulebooks.pike_and_shot.words_names import Names, degrees, inches, strength
from grognard.show.as_bbcode import bbcode
from grognard.show.as_html import page
from grognard.show.as_markdown import markdown
from grognard.show.as_text import text
from grognard.show.model import Heading, Line, Paragraph, Report, Table
from grognard.show.speech import plain
from tests.rulebooks.pike_and_shot.games import BOOK, begun, close, played, shipped, up_to

SETUP = close()
VIEW = BOOK.view(SETUP, BOOK.start(SETUP), UMPIRE)


def tally_of(game: Game, seat: str = UMPIRE) -> Tally:
    return Tally.of(game.view(seat), [one.event for one in game.events(seat)])


def rows(table: Table, lang: str = "en") -> list[list[str]]:
    return [[plain(cell, lang).replace("\N{NO-BREAK SPACE}", " ") for cell in row] for row in table.rows]


def tables(report: Report) -> dict[str, Table]:
    return {plain(one.caption, "en"): one for one in report.blocks if isinstance(one, Table)}


# --- counts ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_the_tally_says_what_the_position_says(seed: int) -> None:
    """Every point of disorder and every base is told of: the sums of events are the position."""
    game = played(close(), seed)
    tally = tally_of(game)
    units = [piece for piece in game.state.pieces if isinstance(piece, Unit)]
    assert units
    for unit in units:
        count = tally.units[unit.id]
        assert count.bases == len(unit.bases)
        if unit.status == "ready":
            assert count.dp == unit.dp
            assert count.dp == count.fire + count.combat + count.marching + count.fear - count.restored
            assert count.outcome == ("routing" if unit.routing else "standing")
        else:
            assert count.outcome in ("destroyed", "gone", "home")


@pytest.mark.parametrize("options", [{"movement": "one_two_three"}, {"panic_tables": "by_cause"}])
def test_the_tally_holds_under_options(options: dict[str, Any]) -> None:
    game = played(close(**options), 3)
    tally = tally_of(game)
    for unit in game.state.pieces:
        if isinstance(unit, Unit) and unit.status == "ready":
            assert tally.units[unit.id].dp == unit.dp


@pytest.mark.parametrize("seed", [0, 3])
def test_losses_are_those_of_the_end(seed: int) -> None:
    game = played(close(), seed)
    tally = tally_of(game)
    assert tally.end is not None
    for side, bases, men in tally.end.losses:
        units = tally.side(side)
        assert sum(one.start - one.bases for one in units) == bases
        assert sum(one.men for one in units) == men
    assert dict(tally.end.totals) == {
        side.id: sum(one.vp for _, one in tally.scored if one.side == side.id) for side in game.setup.sides
    }


def test_what_was_dealt_is_what_was_taken() -> None:
    for seed in (1, 4):
        counts = tally_of(played(close(), seed)).units.values()
        assert sum(one.fire_dealt for one in counts) == sum(one.fire for one in counts)
        assert sum(one.combat_dealt for one in counts) == sum(one.combat for one in counts)


# --- turning points ----------------------------------------------------------------------------------

ONE = Struck("I2", (0, 1, 2), (), 1, 0, 0, 10, 5)
OTHER = Struck("S1", (0, 1, 2), (4,), 2, 0, 0, 10, 5)


def test_turning_points() -> None:
    small = Fought(
        "impact", msgspec.structs.replace(ONE, dp=1), msgspec.structs.replace(OTHER, dp=2), "normal"
    )
    events: list[Event] = [
        TurnStarted(1),
        small,
        Volley("S1", "I1", ((0, 2000, 8),), 8, False, False, False, 4),
        TurnStarted(2),
        CommanderFell("Baner", "left", 0),
        Fought("impact", ONE, OTHER, "normal"),
        Routed("S1"),
        CommanderFell("Leslie", "killed", 1),
        TurnStarted(3),
        Routed("I1"),
        Destroyed("S1"),
        Volley("S2", "I1", ((0, 2000, 8),), 8, False, False, False, 3),
    ]
    said = [plain(one.words, "en") for one in turning_blocks(Tally.of(VIEW, events)) if isinstance(one, Line)]
    assert said == [
        "First rout, turn 2: S1 Swedish brigade",
        "First commander lost, turn 2: Alexander Leslie was killed",
        "First unit destroyed, turn 3: S1 Swedish brigade",
        "Largest impact, turn 2: I2 Cuirassiers (5) on S1 Swedish brigade (5), DP 10 in all",
        "Deadliest volley, turn 1: S1 Swedish brigade at I1 Foot regiment, DP 4",
    ]


# --- luck --------------------------------------------------------------------------------------------


def luck_of(*events: Event) -> Lucks:
    return Lucks(VIEW, events)


@pytest.mark.clause("PS-SHOT-04")
def test_expected_dp_of_a_volley() -> None:
    """EX-16, EX-22: strength 8, first volley: bad 11/216, normal 16/27, good 77/216; 0, 4 or 8 DP."""
    test = Tested("shoot", "S1", (6, 5, 3), ("first_volley",), (), (), 11, "good")
    fire = (
        luck_of(test, Volley("S1", "I1", ((0, 2000, 8), (1, 2000, 8)), 16, False, True, False, 8))
        .sides["swe"]
        .fire
    )
    mean = 4 * 16 / 27 + 8 * 77 / 216
    assert (fire.count, fire.got) == (1, 8)
    assert fire.mean == pytest.approx(mean)
    assert fire.variance == pytest.approx(16 * 16 / 27 + 64 * 77 / 216 - mean**2)


@pytest.mark.clause("PS-HTH-09")
def test_expected_outcome_of_an_impact() -> None:
    """EX-24: 5 against 5 at 2d6: +10 -3, +5 -5, +3 -10 in 1/6, 2/3, 1/6."""
    test = Tested("impact", "I2", (4, 3), (), (), (), 7, "normal")
    combat = luck_of(test, Fought("impact", ONE, OTHER, "normal")).sides["imp"].combat
    assert (combat.count, combat.got) == (1, 0)
    assert combat.mean == pytest.approx((7 - 7) / 6)
    assert combat.variance == pytest.approx(2 * 49 / 6)


@pytest.mark.clause("PS-ROUT-01", "PS-PANIC-02")
def test_expected_routs() -> None:
    """EX-19: 4 bases, bad morale, 2 DP: bad, and so rout, 31/216."""
    test = Tested(PANIC, "S4", (1, 3, 4, 6), ("steady",), ("morale",), (), 7, "normal")
    routs = luck_of(test, Panicked("S4", "shooting", 4, 2, "steady", "normal")).sides["swe"].routs
    assert (routs.count, routs.got) == (1, 0)
    assert routs.mean == pytest.approx(31 / 216)
    assert routs.variance == pytest.approx(31 / 216 * 185 / 216)


@pytest.mark.clause("PS-COORD-03")
def test_tests_on_one_row_of_dice_are_one_throw() -> None:
    """Two units that read the same two dice are lucky together: the spread is twice that of one."""
    tests = [Tested("move", one, (5, 5), (), (), (), 10, "good") for one in ("S1", "S2")]
    order = Coordinated("Leslie", "move", 1, ("S1", "S2"), (5, 5), (("S1", "good"), ("S2", "good")))
    together = luck_of(order, *tests).sides["swe"]
    alone = luck_of(tests[0]).sides["swe"]
    assert (together.points.count, together.points.got) == (2, 4)
    assert together.points.mean == pytest.approx(2 * alone.points.mean) == pytest.approx(2)
    assert together.points.variance == pytest.approx(4 * alone.points.variance) == pytest.approx(4 / 3)
    assert together.sums.count == alone.sums.count == 1


@given(st.integers(0, 2), st.integers(0, 2))
def test_moments_of_kept_dice(low: int, high: int) -> None:
    """Against full enumeration."""
    count = 2 + low + high
    sums = [sum(sorted(faces)[low : count - high]) for faces in product(range(1, 7), repeat=count)]
    mean = sum(sums) / len(sums)
    found = kept_moments(count, low, high)
    assert found[0] == pytest.approx(mean)
    assert found[1] == pytest.approx(sum((one - mean) ** 2 for one in sums) / len(sums))


def test_moments_of_a_row() -> None:
    """EX-14: mobile B and plain A with 2 CP and 1 DP on one row: both good 5/18."""
    a = Tested(
        "move", "S1", (4, 5), (), (), (Modifier("disorder", -1), Modifier("coordinated", 2)), 10, "good"
    )
    b = Tested("move", "S2", (4, 5, 6), ("mobile",), (), (Modifier("coordinated", 2),), 13, "good")
    both = {"good": 1.0, "normal": 0.0, "bad": 0.0}
    names = Names(VIEW)
    mean, variance = row_moments(names, [a, b], [both, both])
    share_a, share_b = 5 / 18, 49 / 72
    assert mean == pytest.approx(share_a + share_b)
    assert variance == pytest.approx(share_a + share_b + 2 * 5 / 18 - mean**2)


@pytest.mark.parametrize("seed", [2, 5])
def test_luck_counts_every_test(seed: int) -> None:
    game = played(close(), seed)
    events = [one.event for one in game.events(UMPIRE)]
    luck = Lucks(game.view(UMPIRE), events).sides.values()
    tests = [one for one in events if isinstance(one, Tested)]
    assert sum(one.results.count for one in luck) == len(tests)
    assert sum(one.results.got for one in luck) == sum(BETTER[one.band] for one in tests)
    assert sum(one.points.count for one in luck) == sum(one.kind == "move" for one in tests)
    assert sum(one.fire.got for one in luck) == sum(one.dp for one in events if isinstance(one, Volley))
    assert sum(one.routs.count for one in luck) == sum(isinstance(one, Panicked) for one in events)


@pytest.mark.parametrize("option", ["up", "down"])
def test_luck_reckons_with_the_rounding_of_the_rules(option: str) -> None:
    game = played(close(half_rounding=option), 4)
    events = [one.event for one in game.events(UMPIRE)]
    luck = Lucks(game.view(UMPIRE), events).sides.values()
    assert sum(one.fire.got for one in luck) == sum(one.dp for one in events if isinstance(one, Volley))
    fights = [one for one in events if isinstance(one, Fought)]
    assert sum(one.combat.got for one in luck) == sum(one.other.dp - one.roller.dp for one in fights)


# --- the report --------------------------------------------------------------------------------------


def test_the_report_has_what_the_rules_ask_for() -> None:
    """Each side's losses in bases and men, turning points, points by condition; units; luck; the course."""
    game = played(close(), 3)
    found = report(game.view(UMPIRE), game.events(UMPIRE))
    assert plain(found.subtitle, "en") == "After-action report"
    assert isinstance(found.blocks[0], Paragraph)
    assert plain(found.blocks[0].words, "ru").startswith("Бой окончен")
    assert {"Losses", "Points by condition", "Swedes", "Imperialists"} <= set(tables(found))
    heads = [plain(one.words, "en") for one in found.blocks if isinstance(one, Heading)]
    assert {"Turning points", "The units", "Luck", "The course of the battle", "Turn 1 of 5"} <= set(heads)


def test_a_row_of_losses_and_of_a_unit() -> None:
    heard: list[Event] = [
        TurnStarted(1),
        Volley("I1", "S1", ((0, 2000, 8),), 8, False, False, False, 4),
        Panicked("S1", "shooting", 9, 4, "steady", "bad"),
        BaseLost("S1", "musket", 200, 8),
        Routed("S1"),
        CommanderFell("Leslie", "killed", 1),
        Scored("imp", "break_enemy", "", 6),
        GameEnded(
            "army_broken", (("swe", 0), ("imp", 6)), "marginal", ("imp",), (("swe", 1, 200), ("imp", 0, 0))
        ),
    ]
    found = tables(BOOK.report(VIEW, [_heard(n, event) for n, event in enumerate(heard, 1)]))
    assert rows(found["Losses"])[0] == [
        "Swedes", "1 of 34", "200 of 5,100", "0 of 6", "1 of 6", "0 %", "50 %", "1", "0",
    ]  # fmt: skip
    assert rows(found["Swedes"])[0] == [
        "S1 Swedish brigade", "9 → 8", "200", "4", "0", "0", "1", "0", "5", "0", "0", "0", "1", "routing",
    ]  # fmt: skip
    assert rows(found["Swedes"], "ru")[0][0::13] == ["S1 Шведская бригада", "бежит"]
    assert rows(found["Points by condition"])[0][0::3] == ["Imperialists", "1"]


def _heard(number: int, event: Event) -> Any:
    from grognard.core.game import Heard

    return Heard(number, ("PS-X-01",), event)


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("seat", [UMPIRE, "swedish"])
def test_the_report_comes_out_in_every_form(seat: str, lang: str) -> None:
    game = played(close(), 1)
    found = BOOK.report(game.view(seat), game.events(seat))
    for form in (text, markdown, bbcode, page):
        said = form(found, lang)
        assert "{" not in said or form is page
        assert ("Удача" if lang == "ru" else "Luck") in said


def test_a_battle_that_goes_on_is_reported_so_far() -> None:
    game, question = up_to(close(), lambda one: one.kind == "react")
    found = BOOK.report(game.view(question.seat), game.events(question.seat))
    assert plain(found.subtitle, "en") == "Report so far"
    assert plain(found.blocks[0].words, "en") == "The battle goes on"  # type: ignore[union-attr]


def test_nothing_heard_is_a_report_too() -> None:
    assert text(BOOK.report(VIEW, []), "ru")


# --- order of battle ---------------------------------------------------------------------------------


def test_the_tree_of_command() -> None:
    setup = shipped("standard")
    view = BOOK.view(setup, BOOK.start(setup), "swedish")
    assert tree(view.field, "swe") == [
        "Gustavus",
        "Bernhard",
        "LeftHorse",
        "Brahe",
        "Knyphausen",
        "Stalhandske",
    ]
    blocks = order_of_battle(view)
    chain = next(one for one in blocks if isinstance(one, Table))
    found = rows(chain)
    assert [row[0] for row in found[:3]] == [
        "Gustavus Adolphus",
        "– Bernhard of Saxe-Weimar",
        "– – Left wing horse",
    ]
    assert found[0][1:3] == ["army commander", "4"]
    captions = [plain(one.caption, "en") for one in blocks if isinstance(one, Table)]
    assert "Under Nils Brahe" in captions
    under = next(
        one for one in blocks if isinstance(one, Table) and plain(one.caption, "en") == "Under Nils Brahe"
    )
    assert rows(under)[0] == [
        "SB1 Swedish brigade",
        "9: Musketeers 6, Pikemen 3",
        "Line",
        "well trained, in usual spirits",
        "0",
        "2",
        "in order",
    ]


@pytest.mark.clause("PS-FOG-01", "PS-FOG-02")
def test_orders_and_profiles_are_for_their_own_side() -> None:
    game, _ = up_to(close(commander_profiles="random"), lambda question: question.kind == "card")

    def chains(seat: str) -> list[list[str]]:
        found = [one for one in order_of_battle(game.view(seat)) if isinstance(one, Table)]
        return [row for one in found if plain(one.caption, "en") == "Chain of command" for row in rows(one)]

    unused = next(
        piece
        for piece in game.state.pieces
        if isinstance(piece, Commander)
        and piece.order
        and not piece.profile_shown
        and piece.id in ("Leslie", "Baner")
    )
    name = game.setup.commanders[unused.id].name.en  # type: ignore[attr-defined]

    def of(seat: str) -> list[str]:
        return next(row for row in chains(seat) if row[0].endswith(name))

    assert "" not in of("swedish")[3:5]
    assert of("imperial")[3:5] == ["", ""]
    assert of(UMPIRE) == of("swedish")


@pytest.mark.parametrize("seed", [1, 3])
def test_the_order_of_battle_of_every_moment_is_in_both_languages(seed: int) -> None:
    game = played(close(), seed)
    view: PikeView = game.view("swedish")
    for lang in ("en", "ru"):
        said = text(Report("x", tuple(BOOK.order_of_battle(view))), lang, 0, 200)
        assert "{" not in said
        assert "None" not in said
    assert begun(close()).view("imperial").side == "imp"


# --- figures -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "english", "russian"),
    [
        (inches(4500), "4.5 inches", "4,5 дюйма"),
        (degrees(450), "45 °", "45 °"),
        (degrees(137), "13.7 °", "13,7 °"),
        (strength(9), "4.5", "4,5"),
        (strength(10, signed=True), "+5", "+5"),
    ],
)
def test_figures(number: Any, english: str, russian: str) -> None:
    said = [plain(number, lang).replace("\N{NO-BREAK SPACE}", " ") for lang in ("en", "ru")]
    assert said == [english, russian]
