"""What battles are counted by, in words: the names of measures and of their values."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.locale import Name, T, Text
from grognard.rulebooks.fantasy.setup import FantasySetup
from grognard.rulebooks.fantasy.words_after import GRADES, REASONS
from grognard.show.model import Words

BATTLE: Mapping[str, Text] = {
    "winner": T("winner"),
    "reason": T("how it ended"),
    "grade": T("how clear the victory is"),
    "turns": T("turns"),
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
NOBODY = T("no winner")
UNENDED = T("not over")


def measure_words(setup: FantasySetup, name: str) -> Words:
    """``winner``, ``score_<side>`` and the like."""
    if name in BATTLE:
        return BATTLE[name]
    for what, words in EACH.items():
        for side in setup.sides:
            if name == f"{what}_{side.id}":
                return T("{side}: {what}", side=side.name, what=words)
    if name in MAGIC:
        return MAGIC[name]
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
    if name == "winner":
        sides = {side.id: side.name for side in setup.sides}
        found = tuple(sides[one] for one in key.split("+") if one in sides)
        return Text("{winners}", {"winners": found}) if found else NOBODY
    return key
