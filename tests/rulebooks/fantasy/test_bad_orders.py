"""Chapter Bad input, orders: every row of its table, the message as it is printed, in both languages."""

from __future__ import annotations

import pytest

from grognard.core import engine
from grognard.core.errors import Refused
from grognard.core.state import Order
from grognard.rulebooks.fantasy.model import SpellInForce
from tests.rulebooks.fantasy.scenes import BOOK, Scene, area, contact, hero, setup_of, unit

SPEARS = unit("c1", "spearmen", 20, (20, 10))
BOWS = unit("c2", "archers", 20, (40, 10))
HORSE = unit("c3", "light_horse", 10, (55, 10))
GUN = unit("c4", "cannon", 3, (65, 10))
BUSY = unit("c5", "spearmen", 20, (8, 20))
RUNNER = unit("c6", "militia", 20, (8, 6), 180, retreating=True)
TROLLS = unit("c7", "trolls", 6, (30, 10))
ORCS = unit("h1", "orcs", 20, (20, 22), 180)
WOLVES = unit("h2", "wolf_riders", 10, (40, 30), 180)
FAR = unit("h3", "goblins", 20, (60, 45), 180)
FOE = unit("h4", "orcs", 20, (8, 20), 180)
GONE = unit("h5", "orcs", 20, (50, 25), 180, status="destroyed")
LORD = hero("lord", "captain", RUNNER)
MAGUS = hero("magus", "mage", BOWS, level=1, path="flame", rank="wizard", spells=("flame_1", "flame_6"))
WOOD = area("w1", "wood", (15, 14), (25, 14), (25, 18), (15, 18))
UNITS = (SPEARS, BOWS, HORSE, GUN, BUSY, RUNNER, TROLLS, ORCS, WOLVES, FAR, FOE, GONE)


def scene() -> Scene:
    one = Scene(setup_of(UNITS, [LORD, MAGUS], terrain=[WOOD], junior_high_roll="keep"))
    pieces = {piece.id: piece for piece in one.state.pieces}
    pieces[MAGUS.id] = MAGUS
    met = contact(BUSY, FOE)
    spell = SpellInForce(
        "spell_1", "flame_2", "x", "h", "h1", undispellable=True, fresh=False, due=False, until=3
    )
    one.state = one.state.__class__(
        (*pieces.values(), met, spell), one.state.agenda, one.state.questions, one.state.outcome
    )
    return one


ENEMIES = "h1, h2, h3, h4"
BAD: list[tuple[str, Order, str]] = [
    # unknown order word
    ("c1", ("charge",), 'order "charge" unknown; choose march, move, attack, hold, stand_and_shoot, move_and_shoot, '
     "retreat, reform (FA-ORD-01)"),
    # paths
    ("c3", ("march", "fwd", 24000), "unit c3, order march: the path costs 24, the allowance is 16 (FA-ORD-02)"),
    ("c3", ("move", "fwd", 9400), "unit c3, order move: the path costs 9.4, the allowance is 8 (FA-ORD-03)"),
    ("c1", ("march", "fwd", 6000), "unit c1, order march: it enters wood at (20, 14); use move (FA-ORD-02)"),
    ("c1", ("move", "fwd", -1000),
     "unit c1, order move: segment 1: forward -1; a way forward is more than 0 (FA-MOV-02)"),
    ("c1", ("move", "fwd", 1000, "fwd", 0),
     "unit c1, order move: segment 2: forward 0; a way forward is more than 0 (FA-MOV-02)"),
    ("c1", ("move", "wheel", 1900), "unit c1, order move: segment 1: a wheel of 190 degrees; "
     "a wheel is of up to 180 degrees to either side, and not 0 (FA-MOV-02)"),
    ("c4", ("move", "wheel", 1800, "fwd", 2000), "unit c4, order move: the path costs"),
    ("c1", ("march",), "unit c1, order march: the order march needs a path (FA-MOV-02)"),
    # charges
    ("c1", ("attack", "target", "h1", "wheel", 300, "wheel", 300), "unit c1, order attack: the path has 2 wheels; "
     "a charge has one wheel of at most 90 degrees (FA-CHG-03)"),
    ("c1", ("attack", "target", "h1", "wheel", 1100), "unit c1, order attack: a wheel of 110 degrees; "
     "a charge has one wheel of at most 90 degrees (FA-CHG-03)"),
    ("c1", ("attack", "target", "h3"), "unit c1 is 47.424 from h3, highest charge 16; "
     "march nearer or name one of h4, h1 (FA-CHG-12)"),
    # targets
    ("c1", ("attack", "target", "c2"), "unit c1, order attack: target c2 is not an enemy on the table; "
     f"valid: {ENEMIES} (FA-ORD-04)"),
    ("c1", ("attack", "target", "c1"), "unit c1, order attack: target c1 is not an enemy on the table; "
     f"valid: {ENEMIES} (FA-ORD-04)"),
    ("c1", ("attack", "target", "h5"), "unit c1, order attack: target h5 is not an enemy on the table; "
     f"valid: {ENEMIES} (FA-ORD-04)"),
    ("c1", ("attack", "target", "h1", "target", "h2", "target", "h3", "target", "h4"),
     "unit c1, order attack: name at most 3 targets, each once (FA-ORD-04)"),
    # shooting
    ("c1", ("stand_and_shoot",), "unit c1, order stand_and_shoot: it has no missile weapon (FA-SHO-14)"),
    ("c2", ("move_and_shoot", "fwd", 1000),
     "unit c2, order move_and_shoot: it has no shooting on the move (FA-SHO-12)"),
    # reform
    ("c3", ("reform", "heading", 900),
     "unit c3, order reform: horse cannot reform; they wheel as they move (FA-UNIT-08)"),
    ("c1", ("reform", "files", 21), "unit c1, order reform: files 21 of 20 models (FA-ORD-09)"),
    ("c1", ("reform", "files", -1), "unit c1, order reform: files -1 of 20 models (FA-ORD-09)"),
    ("c1", ("reform", "files", 6, "formation", "wedge"),
     "unit c1, order reform: a wedge of 6 files; at most 5 (FA-UNIT-09)"),
    ("c7", ("reform", "files", 3, "formation", "wedge"),
     "unit c7, order reform: a wedge of 3 files; at most 2 (FA-UNIT-09)"),
    # in melee, in flight, machines
    ("c5", ("march", "fwd", 1000), "unit c5 is in melee; valid: attack, hold, retreat (FA-ORD-13)"),
    ("c5", ("reform", "heading", 900), "unit c5 is in melee; valid: attack, hold, retreat (FA-ORD-13)"),
    ("c6", ("hold",), "a unit in forced retreat takes no order; only rally (FA-ORD-13)"),
    ("c4", ("march", "fwd", 1000),
     "unit c4 is a machine: it cannot march; valid: move, hold, stand_and_shoot, retreat (FA-WM-01)"),
    ("c4", ("attack", "target", "h2"),
     "unit c4 is a machine: it cannot attack; valid: move, hold, stand_and_shoot, retreat (FA-WM-01)"),
    ("c4", ("hold", "if_charged", "retreat"), "unit c4 does not retreat when it is charged (FA-WM-01)"),
    # castings
    ("c2", ("hold", "cast", "magus", "wild_1", 2, 1, "at", "h2"), 'unit c2, order hold: he does not know the spell '
     '"Head Knock"; he knows Spark Dart, Break Enchantment (FA-MAG-08)'),
    ("c2", ("hold", "cast", "magus", "flame_6", 2, 1, "at", "h2"), "unit c2, order hold: spells of level 5 and 6 are "
     "for seniors; he knows Spark Dart, Break Enchantment (FA-MAG-05)"),
    ("c2", ("hold", "cast", "magus", "flame_1", 6, 1, "at", "h2"),
     "unit c2, order hold: 6 dice, 1 at least; 1 to 5 dice (FA-MAG-08)"),
    ("c2", ("hold", "cast", "magus", "flame_1", 2, 1, "at", "c1"),
     "unit c2, order hold: it needs an enemy unit on the table (FA-MAG-16)"),
    ("c2", ("hold", "cast", "magus", "flame_1", 2, 1, "at", "h3"), "unit c2, order hold: the target is "),
    ("c2", ("hold", "cast", "magus", "break_enchantment", 2, 1, "at", "spell_1"),
     "unit c2, order hold: that spell can't be dispelled (FA-MAG-11)"),
    ("c2", ("hold", "cast", "magus", "flame_1", 2, 1, "at", "h2", "cast", "magus", "flame_1", 2, 1, "at", "h2"),
     "unit c2, order hold: magus may try flame_1 once a turn (FA-MAG-08)"),
    ("c1", ("hold", "cast", "magus", "flame_1", 2, 1, "at", "h1"),
     "there is no wizard magus in unit c1 (FA-MAG-08)"),
    # duels: who stands in the unit may always be named, others not
    ("c2", ("hold", "challenge", "lord"), "there is no character lord in unit c2; valid: magus (FA-MEL-12)"),
]  # fmt: skip


@pytest.mark.clause(
    "FA-ORD-01", "FA-ORD-02", "FA-ORD-03", "FA-ORD-04", "FA-ORD-09", "FA-ORD-13", "FA-CHG-03", "FA-CHG-12",
    "FA-MOV-02", "FA-SHO-12", "FA-SHO-14", "FA-UNIT-08", "FA-UNIT-09", "FA-WM-01", "FA-MAG-05", "FA-MAG-08",
    "FA-MAG-16", "FA-MEL-12",
)  # fmt: skip
@pytest.mark.parametrize(("who", "order", "said"), BAD)
def test_the_message_names_thing_value_clause_and_what_is_valid(who: str, order: Order, said: str) -> None:
    found = scene().refused(who, *order)
    assert found.say().startswith(said)
    assert found.clause
    russian = found.say("ru")
    assert russian != found.say()
    assert found.clause in russian


@pytest.mark.clause("FA-ORD-01")
def test_one_bad_order_does_not_spoil_the_others() -> None:
    one = scene()
    one.refused("c1", "march", "fwd", 24000)
    one.answer("c2", "stand_and_shoot")
    assert one.question("c1").answer is None
    assert one.question("c2").answer == ("stand_and_shoot",)


@pytest.mark.clause("FA-ORD-01")
def test_an_order_of_another_seat_is_refused() -> None:
    one = scene()
    question = one.question("h1")
    with pytest.raises(Refused, match="belongs to seat 'h'"):
        engine.check(BOOK, one.setup, one.state, "c", question.id, ("hold",))
