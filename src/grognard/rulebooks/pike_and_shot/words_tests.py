"""Tests of two dice in words: which dice were kept and dropped and why, every modifier, the total, the band."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.pike_and_shot.events import Tested
from grognard.rulebooks.pike_and_shot.rolls import PANIC
from grognard.rulebooks.pike_and_shot.words_names import BANDS, Names
from grognard.show.model import Content, Detail, Die, Number

if TYPE_CHECKING:
    from collections.abc import Iterator

KINDS: Mapping[str, Text] = {
    "move": T("movement test"),
    "shoot": T("shooting test"),
    "impact": T("impact test"),
    "melee": T("melee test"),
    PANIC: T("panic test"),
}
REASONS: Mapping[str, tuple[Text, str]] = {
    "mobile": (T("mobile troops"), "PS-MOVE-07"),
    "ponderous": (T("ponderous"), "PS-MOVE-07"),
    "first_volley": (T("first volley"), "PS-SHOT-05"),
    "ranged_in": (T("ranged in"), "PS-ART-01"),
    "smoke": (T("through smoke"), "PS-SHOT-06"),
    "cover": (T("target in cover"), "PS-SHOT-08"),
    "no_impulses": (T("the enemy has no impulses"), "PS-HTH-10"),
    "fight": (T("an impulse for close combat"), "PS-MELEE-03"),
    "reply": (T("the enemy replies"), "PS-MELEE-04"),
    "braced": (T("the enemy braced"), "PS-BRACE-01"),
    "obstacle": (T("a defended obstacle"), "PS-IMPACT-03"),
    "laager": (T("a laager"), "PS-FORM-05"),
    "commander": (T("a commander attached"), "PS-PANIC-03"),
    "inspiring": (T("an inspiring commander"), "PS-CMD-02"),
    "morale": (T("morale"), "PS-PANIC-03"),
    "steady": (T("steady"), "PS-PANIC-03"),
    "broken": (T("broken"), "PS-PANIC-03"),
}
"""Why a die is dropped, and the clause."""
MODIFIERS: Mapping[str, tuple[Text, str]] = {
    "disorder": (T("own disorder"), "PS-MOVE-02"),
    "enemy_disorder": (T("the enemy's disorder"), "PS-HTH-08"),
    "coordinated": (T("command points of a coordinated order"), "PS-COORD-02"),
    "reaction": (T("a reaction"), "PS-REACT-07"),
}
DISORDER: Mapping[str, str] = {"shoot": "PS-SHOT-03", "impact": "PS-HTH-08", "melee": "PS-HTH-08"}


def reason_words(reason: str) -> tuple[Content, str]:
    return REASONS.get(reason, (reason, ""))


def with_result(words: Content, test: Tested) -> Content:
    """The sentence, and behind it how the test went."""
    return (words, T(" ({total}, {band})", total=test.total, band=BANDS.get(test.band, test.band)))


@clause("PS-DICE-03", "PS-DICE-04", "PS-DICE-05")
def dropped(test: Tested) -> tuple[frozenset[int], frozenset[int]]:
    """Places in the row of dice that were dropped as the worst and as the best. In panic the highest is the worst."""
    rising = sorted(range(len(test.faces)), key=lambda at: (test.faces[at], -at))
    low, high = len(test.worst), len(test.best)
    if test.kind == PANIC:
        low, high = high, low
    lowest, highest = frozenset(rising[:low]), frozenset(rising[len(rising) - high :])
    return (highest, lowest) if test.kind == PANIC else (lowest, highest)


def test_dice(test: Tested) -> tuple[Die, ...]:
    worst, best = dropped(test)
    return tuple(Die(face, 6, dropped=at in worst or at in best) for at, face in enumerate(test.faces))


@clause("PS-DICE-01", "PS-DICE-03", "PS-DICE-06")
def test_items(names: Names, test: Tested) -> tuple[Detail, ...]:
    """The reckoning: dice kept, each die dropped with its reason, modifiers, total, band."""
    return tuple(_items(names, test))


def _items(names: Names, test: Tested) -> Iterator[Detail]:
    worst, best = dropped(test)
    kept = [face for at, face in enumerate(test.faces) if at not in worst | best]
    for places, reasons, words in (
        (worst, test.worst, T("dropped, the worst")),
        (best, test.best, T("dropped, the best")),
    ):
        faces = [test.faces[at] for at in sorted(places)]
        for face, reason in zip(faces, reasons, strict=False):
            why, where = reason_words(reason)
            yield Detail((words, T(": {why}", why=why)), T("[{face}]", face=face), where)
    yield Detail(T("two dice kept"), Number(sum(kept)), "PS-DICE-03")
    for item in test.modifiers:
        label, where = MODIFIERS.get(item.source, (item.source, ""))
        if item.source == "disorder":
            where = DISORDER.get(test.kind, "PS-ROUT-04" if item.value > 0 else where)
        yield Detail(label, item.value, where)
    yield Detail(T("total"), Number(test.total), "PS-DICE-06")
    yield Detail(T("result"), _band(names, test), "PS-DICE-02" if test.kind == PANIC else "PS-DICE-01")


def _band(names: Names, test: Tested) -> Content:
    """The band with its limits."""
    low, mid = names.tables.parameters.low_max, names.tables.parameters.mid_max
    low_is_good = test.kind == PANIC
    limits: dict[str, Content] = {
        "good" if low_is_good else "bad": T("{limit} or less", limit=low),
        "normal": T("{low} to {high}", low=low + 1, high=mid),
        "bad" if low_is_good else "good": T("{limit} or more", limit=mid + 1),
    }
    return T("{band}: {limits}", band=BANDS.get(test.band, test.band), limits=limits.get(test.band, ""))
