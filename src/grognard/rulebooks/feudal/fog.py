"""Option ``fog = intelligence``: what an army has used is known to all from then on (chapter What is hidden)."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.rulebooks.feudal.battle import FeudalBattle

SHOWN = ("feature", "tactic", "missiles")
"""Kinds of things that the fog of intelligence hides until they are used."""


def show(battle: FeudalBattle, army_id: str, sources: Iterable[str]) -> None:
    """The army has used these (ids of sources, such as ``feature:banner``); others than its own are passed over."""
    if battle.setup.options["fog"] != "intelligence":
        return
    army = battle.army(army_id)
    new = [one for one in sources if one.partition(":")[0] in SHOWN and one not in army.shown]
    if new:
        battle.change(army_id, shown=tuple(sorted({*army.shown, *new})))
