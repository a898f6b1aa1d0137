"""What battles are counted by, in words: the names of measures and of their values."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.locale import Name, T, Text
from grognard.rulebooks.fantasy.setup import FantasySetup
from grognard.rulebooks.fantasy.words_after import GRADES, REASONS
from grognard.rulebooks.measures import OF_A_BATTLE, UNENDED, of_a_side, winner_words
from grognard.show.model import Words

BATTLE: Mapping[str, Text] = {
    **OF_A_BATTLE,
    "grade": T("how clear the victory is"),
}
EACH: Mapping[str, Text] = {
    "score": T("score"),
    "models": T("models left on the table"),
    "gone": T("share destroyed or in flight, %"),
    "held": T("objectives held"),
}
"""Of a side, whose id stands behind them."""
OF_A_PIECE: Mapping[str, Text] = {
    "fallen": T("fallen models"),
    "breaks": T("breaks and runs"),
    "tests": T("must take a test"),
    "split": T("is ridden through"),
    "falls": T("falls"),
    "misfire": T("misfire"),
}
"""Of a unit or a character of a described clash, whose id stands before them."""
MAGIC: Mapping[str, Text] = {
    "cast": T("cast"),
    "undispellable": T("cannot be dispelled"),
    "doubled": T("doubled effect"),
    "barred": T("the wizard is barred"),
    "dispelled": T("dispelled"),
}
SAID: Mapping[str, Text] = {
    "yes": T("yes"),
    "no": T("no"),
    "draw": T("draw"),
    "none": T("no misfire that does harm"),
    "jams": T("jams"),
    "explodes": T("explodes"),
}


def measure_words(setup: FantasySetup, name: str) -> Words:
    """``winner``, ``score_<side>`` and the like."""
    found = BATTLE.get(name) or of_a_side(setup, name, EACH) or MAGIC.get(name)
    if found is not None:
        return found
    piece, _, what = name.rpartition(".")
    if what in OF_A_PIECE:
        return T("{who}: {what}", who=_who(setup, piece), what=OF_A_PIECE[what])
    return name.replace("_", " ")


def _who(setup: FantasySetup, piece: str) -> Name | str:
    """A unit or character of a described clash."""
    for unit in setup.units:
        if unit.id == piece:
            name = setup.tables.profiles[unit.profile].name
            side = next(at for at, one in enumerate(setup.sides) if one.id == unit.side)
            number = f" {side + 1}" if piece != unit.profile else ""
            return Name(f"{name.en}{number}", f"{name.ru or name.en}{number}")
    heroes = (setup.tables.characters[one.profile].name for one in setup.characters if one.id == piece)
    return next(heroes, piece)


def value_words(setup: FantasySetup, name: str, value: str | int) -> Words:
    """One value of that measure; numbers as they are."""
    key = str(value)
    if name == "reason":
        return REASONS.get(key, UNENDED)
    if name == "grade":
        return GRADES.get(key, UNENDED)
    if key in SAID:
        return SAID[key]
    return winner_words(setup, key) if name == "winner" else key
