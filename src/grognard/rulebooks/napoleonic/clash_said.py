"""What is counted of a described clash, in words."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.locale import T, Text
from grognard.rulebooks.napoleonic.model import NapoleonicSetup
from grognard.rulebooks.napoleonic.words_names import GONE_FATES
from grognard.rulebooks.napoleonic.words_rout import WAYS
from grognard.show.model import Words

MEASURES: Mapping[str, Text] = {
    "result": T("how it comes out"),
    "lost": T("figures lost"),
    "stopped": T("stopped by canister"),
    "silenced": T("silenced"),
    "obeys": T("obeys after a rout"),
    "run_down": T("figures lost in pursuit"),
    "prisoners": T("figures taken prisoner"),
    "colours": T("colours lost"),
    "fate": T("fate"),
}
"""Of a regiment, gun or person, whose id stands before them."""
PLACE, TURNS = T("the place"), T("turns")
RESULTS: Mapping[str, Text] = {
    "stands": T("stands"),
    "locked": T("locked in a firefight"),
    "withdraws": T("goes back to re-form"),
    "pushed": T("is pushed back"),
    "destroyed": T("destroyed to the last figure"),
}
OTHERS: Mapping[str, Text] = {
    "yes": T("yes"),
    "no": T("no"),
    "none": T("throws no die"),
    "unhurt": T("unhurt"),
    "stands": T("stands"),
    "burns": T("burns"),
    "destroyed": T("shot to pieces"),
}
ROUT = "rout_"


def measure_words(setup: NapoleonicSetup, name: str) -> Words:
    """``cuirassiers.lost`` and the like."""
    if name in ("place", "turns"):
        return PLACE if name == "place" else TURNS
    one, _, what = name.rpartition(".")
    who = {**setup.units, **setup.guns, **setup.persons}.get(one)
    return T("{who}: {what}", who=who.name if who else one, what=MEASURES.get(what, what))  # type: ignore[attr-defined]


def value_words(setup: NapoleonicSetup, name: str, value: str | int) -> Words:
    """One value of that measure; numbers as they are."""
    key, what = str(value), name.rpartition(".")[2]
    if what == "result" and key.startswith(ROUT):
        return T("routs, {way}", way=WAYS[key.removeprefix(ROUT)][0])
    if what == "result":
        return RESULTS[key]
    if what == "fate":
        fates = {one.id: one.name for one in setup.tables.fate.values()}
        if key in fates:
            return fates[key]
        return GONE_FATES.get(key, OTHERS["unhurt"])
    return OTHERS.get(key, key)
