"""Chapter Bad input, the rows about orders: each is refused with its clause and what would be valid; nothing changes
and the question stays open. (The rows about files are in test_bad_files.)"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from grognard.core import engine
from grognard.core.errors import Refused
from grognard.core.game import Game
from grognard.core.state import Order
from grognard.rulebooks.pike_and_shot import cards, combat, deployment, morale, movement, reactions
from tests.rulebooks.pike_and_shot.scenes import (
    BLUE,
    BOOK,
    BRIGADE,
    RED,
    Scene,
    box,
    commander,
    mil,
    scene,
    unit,
)

AWAY = unit("B", BLUE, at=(60, 44, 180))
HERE = commander("C", RED, (20, 18.5), under="red_general")
Stand = Callable[[], Scene]


class Row(NamedTuple):
    """Where the battle stands, the order, and the words that refuse it (``...``: anything)."""

    asked: Stand
    order: Order
    words: str


def squad(name: str = "R", at: Any = (20, 20, 0), **more: Any) -> Any:
    return unit(name, RED, 3, at, command="C", **more)


def card(*specs: Any, leader: Any = HERE, cp: int = 3, **more: Any) -> Stand:
    """C's card is in play."""
    return lambda: (
        scene(*specs, AWAY, commanders=[leader], **more).run(cards.play_card, "C").change("C", cp=cp)
    )


def general(*specs: Any, **more: Any) -> Stand:
    """The general's card; he stands 8.1 inches from C, his brigade commander, and D is C's own subordinate."""
    staff = [
        commander("red_general", RED, (20, 8), level="army"),
        commander("C", RED, (20, 17.6), under="red_general", **more.pop("now", {})),
        commander("D", RED, (40, 10), under="C"),
    ]
    deck = more.pop("deck", ["C", "D"])
    return lambda: scene(*specs, AWAY, commanders=staff, deck=deck, **more).run(
        cards.play_card, "red_general"
    )


def use(*specs: Any, left: int = 2, **more: Any) -> Stand:
    """R is being activated."""

    def stand() -> Scene:
        there = scene(*specs, commanders=[HERE], **more).run(cards.activate, "R", "C")
        return there.change("R", left=left)

    return stand


def step(*specs: Any, mode: str = "move", mp: int = 2, **more: Any) -> Stand:
    """R is in the middle of a move."""
    return lambda: scene(*specs, **more).change("R", mode=mode, mp=mp).run(movement.steps, "R")


def window(trigger: str, *reds: Any, at: Any = (20, 27, 180), **more: Any) -> Stand:
    """Blue horse charges, passes or has shot; red may react."""
    rider = unit("B", BLUE, 6, at, base="cuirassier", files=3, mode="charge", mp=2)

    def stand() -> Scene:
        target, length = ("R", 0) if trigger == "shot" else ("", 4500 if trigger == "charge" else 0)
        return scene(rider, *reds, **more).run(reactions.offer, trigger, target, length, "", "B")

    return stand


FIGHT = unit("F", BLUE, 3, (20, 20, 180))
CARD = card(
    squad(dp=2), squad("S", (40, 20, 0), dp=2, activated=True), squad("T", (48, 20, 0), dp=2, reacted=True),
    unit("G", RED, 3, (60, 20, 0)), unit("X", RED, 1, (66, 20, 0), status="destroyed"),
)  # fmt: skip
ROUTER = card(squad(routing=True, dp=3), squad("S", (40, 20, 0)))
ENGAGED = card(squad(dp=2), FIGHT)
USE = use(unit("R", RED, ["musket", "pike", "musket"], (20, 20, 0), dp=0), AWAY)
HIDDEN_BY_ITS_FRIEND = unit("N", BLUE, 3, (20, 24, 180))
SHOOT = use(
    unit("R", RED, ["musket", "pike", "musket"], (20, 20, 0)),
    AWAY, HIDDEN_BY_ITS_FRIEND, unit("H", BLUE, 1, (11, 20.5, 180)),
    terrain=[box("v", "village", 15, 21, 25, 22)],
)  # fmt: skip
IN_CONTACT = use(unit("R", RED, 3, (20, 20, 0)), FIGHT, unit("N", BLUE, 3, (30, 24, 180)))
STEP = step(unit("R", RED, 3, (20, 20, 0)), unit("S", RED, 3, (20, 23, 0)), AWAY)
NEAR = step(unit("R", RED, 3, (20, 20, 0)), unit("N", BLUE, 3, (20, 22, 180)))
FREE = step(unit("R", RED, BRIGADE, (20, 20, 0), files=3), AWAY)
GUNS = step(unit("R", RED, 2, (20, 20, 0), base="heavy_gun"), AWAY)
SQUARE = step(unit("R", RED, BRIGADE, (20, 20, 0), files=3, formation="square"), AWAY)
BRIGADE_R = unit("R", RED, BRIGADE, (20, 23, 0), files=3)
CHARGED = window("charge", BRIGADE_R, unit("S", RED, 3, (30, 23, 0)))
PASSED = window("pass", unit("R", RED, 3, (20, 23, 0), base="pike"), unit("S", RED, 3, (33, 25, 0), left=0))
SHOT = window("shot", unit("R", RED, 3, (20, 20, 0)))
MELEE: Stand = lambda: scene(unit("R", RED, 3, (20, 20, 0)), FIGHT).run(combat.melees, "R", "fight")  # noqa: E731
LOSS: Stand = lambda: scene(unit("R", RED, BRIGADE, files=3)).run(morale.base_is_lost, "R")  # noqa: E731
ORDERS: Stand = lambda: scene(squad(), AWAY, commanders=[HERE]).run(deployment.initial_orders)  # noqa: E731

ROWS = [
    # activate: not under the drawn commander, activated, reacted, destroyed, of another side
    Row(CARD, ("activate", "G"), "'G' can't be activated by 'C' now; choose R (PS-TURN-04)"),
    Row(CARD, ("activate", "S"), "'S' can't be activated by 'C' now; choose R (PS-TURN-05)"),
    Row(CARD, ("activate", "T"), "'T' can't be activated by 'C' now; choose R (PS-IMP-04)"),
    Row(CARD, ("activate", "X"), "'X' can't be activated by 'C' now; choose R (PS-TURN-04)"),
    Row(CARD, ("activate", "B"), "'B' can't be activated by 'C' now; choose R (PS-TURN-04)"),
    Row(CARD, ("activate", "nobody"), "'nobody' can't be activated by 'C' now; choose R (PS-TURN-04)"),
    Row(CARD, ("activate",), "'' can't be activated by 'C' now; choose R (PS-TURN-04)"),
    Row(CARD, ("dance",), "'dance' is not possible here (PS-TURN-03)"),
    Row(CARD, (), "'' is not possible here (PS-TURN-03)"),
    # end card: a routing unit not yet activated
    Row(ROUTER, ("end",), "routing units must run first: R (PS-ROUT-03)"),
    # impulse use: none left; shoot, restore order in contact; anything but move when routing
    Row(use(unit("R", RED, 3, (20, 20, 0)), AWAY, left=0), ("move",),
        "'R' has no impulse left; choose stop (PS-IMP-01)"),
    Row(IN_CONTACT, ("shoot", "F"),
        "'R' is in contact: it can only fight or move; choose stop, fight, move (PS-IMP-05)"),
    Row(IN_CONTACT, ("shoot", "N"), "'R' is in contact: ... (PS-IMP-05)"),
    Row(IN_CONTACT, ("restore",), "'R' is in contact: ... (PS-IMP-05)"),
    Row(USE, ("restore",), "'R' would lose no disorder; choose stop, move (PS-RALLY-01)"),
    Row(USE, ("charge",), "'R' can't charge anybody; choose stop, move (PS-ORD-03)"),
    Row(USE, ("fight",), "'fight' is no use of an impulse; choose stop, move (PS-IMP-01)"),
    Row(USE, (), "'' is no use of an impulse; choose stop, move (PS-IMP-01)"),
    # advance: s <= 0 or above the allowance; off the table; overlap; turn_only, square, hanging
    Row(STEP, ("advance", 0), "an advance of 0″ is not possible: the limit is 3″ (PS-MOVE-08)"),
    Row(STEP, ("advance", -500), "an advance of -0.5″ is not possible: the limit is 3″ (PS-MOVE-08)"),
    Row(STEP, ("advance", 3001), "an advance of 3.001″ is not possible: the limit is 3″ (PS-MOVE-08)"),
    Row(STEP, ("advance",), "an advance needs its length (PS-MOVE-08)"),
    Row(STEP, ("advance", "far"), "an advance needs its length (PS-MOVE-08)"),
    Row(STEP, ("advance", 2500), "'R' can go 2″ before it meets 'S' (PS-MOVE-11)"),
    Row(step(unit("R", RED, 3, (20, 47, 0)), AWAY), ("advance", 2000), "'R' would leave the table (PS-BASE-09)"),
    Row(step(unit("R", RED, 3, (20, 20, 0)), AWAY, terrain=[box("r", "river", 0, 21, 72, 23)]), ("advance", 2000),
        "'R' can go 1″ before it meets 'r' (PS-MOVE-11)"),
    Row(step(unit("R", RED, 2, (20, 20, 0), base="commanded_shot", formation="open"),
             unit("S", RED, 1, (20, 22, 0)), AWAY), ("advance", 1500), "'R' may not stop on 'S' (PS-MOVE-11)"),
    Row(GUNS, ("advance", 500), "'R' can only turn (PS-MOVE-07)"),
    Row(SQUARE, ("advance", 500), "'R' can't advance as it stands (PS-FORM-01)"),
    Row(STEP, ("go_on",), "'R' has no unfinished manoeuvre (PS-MAN-06)"),
    Row(STEP, ("jump",), "'jump' is no step (PS-MOVE-08)"),
    # manoeuvre plan
    Row(FREE, ("manoeuvre",), "there is no manoeuvre ''; choose turn, wheel, ... (PS-MAN-02)"),
    Row(FREE, ("manoeuvre", "somersault"), "there is no manoeuvre 'somersault'; choose turn, wheel, ... (PS-MAN-02)"),
    Row(FREE, ("manoeuvre", "custom", "line", 1, 2, 3), "a plan needs x, y and heading of 9 bases (PS-MAN-02)"),
    Row(FREE, ("manoeuvre", "custom"), "a plan needs x, y and heading of 9 bases (PS-MAN-02)"),
    Row(FREE, ("manoeuvre", "turn", 1801), "'1801' is not a number from -1800 to 1800 (PS-MAN-10)"),
    Row(FREE, ("manoeuvre", "wheel", "up", 450), "say left or right (PS-MAN-10)"),
    Row(FREE, ("manoeuvre", "wheel", "left", 901), "'901' is not a number from 1 to 900 (PS-MAN-10)"),
    Row(FREE, ("manoeuvre", "form", "line", 10), "'10' is not a number from 1 to 9 (PS-MAN-10)"),
    Row(FREE, ("manoeuvre", "form", "line", 3, 0, 0, 1), "the order must name each base once, from 0 to 8 (PS-MAN-10)"),
    Row(FREE, ("manoeuvre", "form", "line", 2), "2 files and 5 ranks make no line; ... (PS-FORM-01)"),
    Row(FREE, ("manoeuvre", "form", "laager", 3), "...laager; it can take: line, column, tercio, square (PS-FORM-01)"),
    Row(FREE, ("manoeuvre", "form", "phalanx", 3), "...phalanx; it can take: ... (PS-FORM-01)"),
    Row(FREE, ("manoeuvre", "form", "line", 3), "that plan changes nothing (PS-MAN-02)"),
    Row(FREE, ("manoeuvre", "swap"), "'R' can neither mount nor dismount (PS-FORM-06)"),
    Row(FREE, ("manoeuvre", "step_back", 30_000), "that plan leaves the table (PS-BASE-09)"),
    Row(GUNS, ("manoeuvre", "wheel", "left", 450),
        "'R' can only turn; choose turn, turn_about, quarter_turn (PS-MOVE-07)"),
    Row(step(unit("R", RED, 3, (20, 20, 0)), unit("S", RED, 3, (27, 20, 0)), AWAY),
        ("manoeuvre", "side_step", "right", 3000), "'R' would cross 'S' (PS-MAN-08)"),
    Row(step(unit("R", RED, 1, (20, 20, 0)), unit("N", BLUE, 1, (23.05, 20, 180))),
        ("manoeuvre", "side_step", "right", 1000), "'R' would end in contact with 'N': ... (PS-MOVE-12)"),
    Row(step(unit("R", RED, 5, (20, 20, 0), files=1, formation="column"), AWAY, options={"movement": "one_two_three"}),
        ("manoeuvre", "form", "line", 5), "'form' takes ... moves, 2 are left (PS-MV1-02)"),
    # contact: not by a move that is no charge
    Row(NEAR, ("advance", 2000),
        "'R' can go 1.9″ before it comes too near to an enemy; contact needs a charge (PS-MOVE-12)"),
    # target: own unit, none in range, zone or sight, in contact with a friend
    Row(USE, ("shoot", "R"),
        "'R' can't shoot at 'R': it is no enemy unit on the table; choose stop, move (PS-SHOT-01)"),
    Row(USE, ("shoot", "red_general"),
        "'R' can't shoot at 'red_general': it is no enemy unit on the table; ... (PS-SHOT-01)"),
    Row(USE, ("shoot",), "'R' can't shoot at '': it is no enemy unit on the table; ... (PS-SHOT-01)"),
    Row(USE, ("shoot", "B"), "'R' can't shoot at 'B': no weapon: base 2, out of range: base 1, 3; ... (PS-SHOT-01)"),
    Row(SHOOT, ("shoot", "N"),
        "'R' can't shoot at 'N': no weapon: base 2, no line of sight: base 1, 3; ... (PS-SHOT-01)"),
    Row(SHOOT, ("shoot", "H"),
        "'R' can't shoot at 'H': no weapon: base 2, out of range: base 3, not in the zone: base 1; ... (PS-SHOT-01)"),
    Row(use(unit("R", RED, 3, (20, 20, 0)), unit("N", BLUE, 3, (20, 24, 180)), unit("S", RED, 1, (22, 24, 0))),
        ("shoot", "N"), "'R' can't shoot at 'N': it is in contact with a friend; ... (PS-SHOT-01)"),
    # react: wrong trigger, not eligible, out of reach, bracing
    Row(CHARGED, ("shoot", "R", "B"), "'R' can't shoot: that is no answer to a charge; choose pass, ... (PS-REACT-05)"),
    Row(CHARGED, ("reform", "R", "B"), "'R' can't re-form: that is no answer to a charge; ... (PS-REACT-05)"),
    Row(CHARGED, ("brace", "S", "B"), "'S' can't brace: the enemy's move does not threaten it... (PS-REACT-05)"),
    Row(CHARGED, ("brace", "B", "B"), "'B' is no unit of 'red'; ... (PS-REACT-08)"),
    Row(CHARGED, ("brace", "R"), "'brace R' is no reaction to this; ... (PS-REACT-05)"),
    Row(CHARGED, ("brace", "R", "R"), "'brace R R' is no reaction to this; ... (PS-REACT-05)"),
    Row(CHARGED, (), "'' is no reaction to this; ... (PS-REACT-05)"),
    Row(window("charge", unit("R", RED, 3, (20, 23, 0))), ("mixed", "R", "B"),
        "'R' can't brace its pikes and fire its shot: it has no pikes; choose ... (PS-BRACE-02)"),
    Row(PASSED, ("brace", "R", "B"), "'R' can't brace: that is no answer to a unit that passes; ... (PS-REACT-05)"),
    Row(PASSED, ("counter_charge", "R", "B"), "'R' can't counter-charge: that is no answer to a unit that passes; ..."),
    Row(PASSED, ("reform", "S", "B"), "'S' can't re-form: it has no impulse left; ... (PS-REACT-03)"),
    Row(PASSED, ("shoot", "R", "B"), "'R' can't shoot: no weapon: base 1, 2, 3; ... (PS-SHOT-01)"),
    Row(window("pass", unit("R", RED, 3, (20, 23, 0)), unit("S", RED, 3, (33, 25, 0), routing=True, dp=9)),
        ("reform", "S", "B"), "'S' can't re-form: it is routing; ... (PS-REACT-03)"),
    Row(window("pass", unit("R", RED, 3, (20, 23, 0)), unit("S", RED, 3, (30, 24, 180))),
        ("reform", "S", "B"), "'S' can't re-form: the enemy is not in its zone of visibility; ... (PS-REACT-06)"),
    Row(window("pass", unit("R", RED, 3, (20, 23, 0)), unit("S", RED, 1, (20, 19.5, 0), base="heavy_gun", left=1)),
        ("reform", "S", "B"), "'S' can't re-form: it does not see the enemy; ... (PS-REACT-03)"),
    Row(window("pass", unit("R", RED, 3, (20, 23, 0)), unit("S", RED, 1, (28, 20, 0), base="field_gun", left=1)),
        ("evade", "S", "B"), "'S' can't evade: 8.322″ is out of its reach of 3″; ... (PS-REACT-04)"),
    Row(window("pass", unit("R", RED, 3, (20, 23, 0)), unit("S", RED, 1, (24, 24, 0), base="heavy_gun")),
        ("evade", "S", "B"), "'S' can't evade: it can't advance as it stands; ... (PS-REACT-03)"),
    Row(SHOT, ("shoot", "R", "B"), "'R' can't shoot: out of range: base 1, 2, 3; ... (PS-SHOT-01)"),
    Row(SHOT, ("stand_and_shoot", "R", "B"),
        "'R' can't stand and shoot: that is no answer to a volley; ... (PS-REACT-05)"),
    # reply, loss
    Row(MELEE, ("shoot",), "'shoot' is not possible here; choose pass, reply (PS-MELEE-04)"),
    Row(LOSS, ("hussar",), "'hussar' is not possible here; choose musket, pike (PS-PANIC-07)"),
    Row(LOSS, (), "'' is not possible here; choose musket, pike (PS-PANIC-07)"),
    # CP: not a whole number >= 1; more than left; not touched; not directly under; in contact; both kinds of order
    Row(CARD, ("coordinate", "move", 0, "R", "move"), "at least 1 command point must be spent, not 0 (PS-CP-01)"),
    Row(CARD, ("coordinate", "move", "two", "R", "move"),
        "name an action, command points and units; ... (PS-COORD-01)"),
    Row(CARD, ("coordinate", "move", 4, "R", "move"), "'C' has 3 command points left, not 4 (PS-CP-01)"),
    Row(card(squad(dp=2), cp=0), ("remove_dp", "R"), "'C' has 0 command points left, not 1 (PS-CP-01)"),
    Row(CARD, ("remove_dp", "S"), "'C' does not touch 'S' (PS-CP-04)"),
    Row(CARD, ("impulse", "S"), "'C' does not touch 'S' (PS-CP-04)"),
    Row(CARD, ("impulse", "nobody"), "there is no unit 'nobody' (PS-CP-07)"),
    Row(CARD, ("remove_dp",), "'remove_dp' needs 1 words more (PS-CP-02)"),
    Row(CARD, ("remove_dp", "G"), "'G' is not directly under 'C' (PS-CP-07)"),
    Row(ENGAGED, ("remove_dp", "R"), "'R' is in contact with the enemy and 'C' is not attached (PS-CP-13)"),
    Row(ENGAGED, ("impulse", "R"), "'R' is in contact with the enemy and 'C' is not attached (PS-CP-13)"),
    Row(ROUTER, ("impulse", "R"), "'R' is routing (PS-CP-05)"),
    Row(card(squad(), leader=commander("C", RED, (20, 18.5), under="red_general")), ("go", mil(20), mil(26.6)),
        "8.1″ is farther than 8″ (PS-CP-03)"),
    Row(CARD, ("go", mil(20)), "'go 20000' needs 2 words more (PS-CP-02)"),
    Row(card(squad(), leader=commander("C", RED, (20, 4), under="red_general")), ("go", mil(20), -1),
        "that is off the table (PS-CP-03)"),
    Row(CARD, ("attach", "S"), "'C' does not touch 'S' (PS-CP-03)"),
    # pass CP: activated already, not direct, too many
    Row(general(now={"activated": True}), ("pass", "C", 1), "'C' was activated already this turn (PS-CP-09)"),
    Row(general(deck=["D"]), ("pass", "C", 1), "'C' was activated already this turn (PS-CP-09)"),
    Row(general(), ("pass", "D", 1), "'D' is not directly under 'red_general' (PS-CP-10)"),
    Row(general(), ("pass", "C", 4), "'red_general' has 3 command points left, not 4 (PS-CP-01)"),
    Row(general(), ("pass", "C", 0), "at least 1 command point must be spent, not 0 (PS-CP-01)"),
    Row(general(), ("pass", "nobody", 1), "there is no commander 'nobody' (PS-CP-08)"),
    Row(general(), ("command", "D"), "'command D' is not possible here (PS-TURN-03)"),
    Row(general(now={"alive": False}), ("replace", "D", "R"), "there is no unit 'R' (PS-CP-07)"),
    Row(general(squad()), ("replace", "D", "R"), "'D' is not directly under 'red_general' (PS-CP-12)"),
    # coordinate: farther than 8 (the distance), engaged, reacted, routing
    Row(CARD, ("coordinate", "move", 1, "S", "move"), "'S' is ...″ away, not within 8″ (PS-COORD-01)"),
    Row(CARD, ("coordinate", "move", 1, "nobody", "move"), "there is no unit 'nobody' (PS-COORD-01)"),
    Row(CARD, ("coordinate", "move", 1, "G", "move"), "'G' is not directly under 'C' (PS-COORD-01)"),
    Row(CARD, ("coordinate", "move", 1, "R", "move", "R", "move"), "a unit is named twice (PS-COORD-01)"),
    Row(CARD, ("coordinate", "move", 1, "R"), "each unit needs a target, or move or charge (PS-COORD-06)"),
    Row(CARD, ("coordinate", "dance", 1, "R"), "name an action, ...; actions: move, shoot, restore (PS-COORD-01)"),
    Row(CARD, ("coordinate", "shoot", 1, "R", "B"), "'R' can't shoot at 'B': out of range: base 1, 2, 3 (PS-SHOT-01)"),
    Row(CARD, ("coordinate", "shoot", 1, "R", "S"),
        "'R' can't shoot at 'S': it is no enemy unit on the table (PS-SHOT-01)"),
    Row(ENGAGED, ("coordinate", "restore", 1, "R"), "'R' is routing, engaged, or has reacted this turn (PS-COORD-05)"),
    Row(ROUTER, ("coordinate", "restore", 1, "R"), "'R' is routing, engaged, or has reacted this turn (PS-COORD-05)"),
    Row(card(squad(reacted=True)), ("coordinate", "restore", 1, "R"),
        "'R' is routing, engaged, or has ... (PS-COORD-05)"),
    Row(card(squad(left=0)), ("coordinate", "restore", 1, "R"), "'R' has no impulse left (PS-COORD-01)"),
    # order: stance, flag off the table, army commander
    Row(ORDERS, ("storm", 1, 1), "'storm' is no stance; choose attack, hold, withdraw (PS-ORD-03)"),
    Row(ORDERS, ("attack", 72_001, 1), "the flag would stand off the table (PS-ORD-01)"),
    Row(ORDERS, ("attack",), "an order is a stance, x and y of the flag (PS-ORD-01)"),
    Row(ORDERS, ("attack", "here", "there"), "an order is a stance, x and y of the flag (PS-ORD-01)"),
    Row(general(), ("order", "red_general", "hold", 1, 1),
        "'red_general' is not directly under 'red_general' (PS-CP-10)"),
    Row(general(), ("order", "D", "hold", 1, 1), "'D' is not directly under 'red_general' (PS-CP-10)"),
    Row(general(), ("order", "C"), "'order C' needs 4 words more (PS-CP-02)"),
]  # fmt: skip


@pytest.mark.parametrize(
    "row", ROWS, ids=[f"{n} {' '.join(map(str, row.order))}" for n, row in enumerate(ROWS)]
)
def test_a_bad_order_is_refused_with_clause_and_what_would_be_valid(row: Row) -> None:
    there = row.asked()
    before, question = there.state, there.question
    with pytest.raises(Refused) as refused:
        engine.check(BOOK, there.setup, there.state, question.seat, question.id, row.order)
    said = refused.value.say()
    assert re.fullmatch(re.escape(row.words).replace(re.escape("..."), ".*"), said), said
    assert there.state is before
    assert refused.value.say("ru") != said


def test_orders_under_the_option_without_orders() -> None:
    there = general(options={"orders": "none"})()
    with pytest.raises(Refused, match="this battle is fought without orders"):
        there.answer("order", "C", "hold", 1, 1)


# --- seats --------------------------------------------------------------------------------------------------


@pytest.fixture
def game() -> Game:
    """A game that stands at C's card."""
    there = CARD()
    made = Game.new(BOOK, there.setup, seed=bytes(32))
    made.state = there.state
    return made


def refused(game: Game, seat: str, question: str, *given: str) -> str:
    before = (game.state, len(game.journal.lines), len(game.log))
    with pytest.raises(Refused) as why:
        game.submit(seat, question, given)
    assert (game.state, len(game.journal.lines), len(game.log)) == before
    return why.value.say()


def test_another_seats_question(game: Game) -> None:
    (question,) = game.asked(RED)
    assert refused(game, BLUE, question.id, "end") == f"'{question.id}' belongs to seat 'red'"


def test_what_is_not_asked(game: Game) -> None:
    assert refused(game, RED, "use:R:C", "move") == "'use:R:C' is not asked now"
    assert refused(game, RED, "", "end") == "'' is not asked now"


def test_one_bad_order_refuses_nothing_else(game: Game) -> None:
    (question,) = game.asked(RED)
    refused(game, RED, question.id, "activate", "G")
    game.submit(RED, question.id, ("activate", "R"))
    assert game.asked(RED)[0].kind == "use"
