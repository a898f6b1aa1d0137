"""The shipped tables of effects are the printed ones, entry by entry."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from grognard.rulebooks.feudal.model import Artefact, Condition, Effect, Feature, Tactic, Troop
from grognard.rulebooks.feudal.tables import load_tables

PRINTED: dict[str, dict[str, str]] = yaml.safe_load(
    (Path(__file__).parent / "printed_tables.yaml").read_text(encoding="utf-8")
)
SIGNED = ("attack", "defence", "damage", "morale", "side_morale", "enemy_morale", "pursuit_attack")


def line(one: Any) -> str:
    """An entry as a line of the printed tables."""
    return "; ".join([*facts(one), *map(effect_words, one.effects)])


def facts(one: Any) -> list[str]:
    match one:
        case Troop():
            morale = f"{one.morale:+}" if one.morale else "0"
            tags = "+".join(one.tags)
            return [f"level {one.level}", one.table, tags, f"missiles {one.missiles}", f"morale {morale}"]
        case Condition():
            lasts = [f"lasts {one.lasts}"] if one.lasts != "round" else []
            return [one.scope, one.group, *(["static"] if one.static else []), *lasts]
        case Tactic():
            needs = [f"needs {','.join(one.needs)}"] if one.needs else []
            return needs + (["once"] if one.once_per_battle else [])
        case Feature():
            return [f"leadership {one.leadership}", *([f"choice {one.choice}"] if one.choice else [])]
        case Artefact():
            return [one.target, f"charges {one.charges}"]
    raise AssertionError(one)


def effect_words(one: Effect) -> str:
    value = f"{one.value:+}" if one.kind in SIGNED else "" if one.value is None else str(one.value)
    filters = {
        "phase": one.phase if one.phase != "any" else "",
        "pass": one.pass_ if one.pass_ != "any" else "",
        "tactic_pass": str(one.tactic_pass or ""),
        "self": ",".join(one.self_),
        "not_self": ",".join(one.not_self),
        "vs": ",".join(one.vs),
        "not_vs": ",".join(one.not_vs),
        "check": one.check if one.check != "any" else "",
    }
    words = [one.kind, value, ",".join(one.list_), *(f"{key}={is_}" for key, is_ in filters.items() if is_)]
    return " ".join(filter(None, words))


@pytest.mark.clause("FE-COND-05", "FE-TAC-09", "FE-CMD-09", "FE-ART-06", "FE-TAC-02", "FE-SIZE-08")
@pytest.mark.parametrize("table", PRINTED)
def test_a_table_of_effects_is_the_printed_one(table: str) -> None:
    """The table is the complete list: every entry as printed, none more, in that order."""
    shipped = {one: line(entry) for one, entry in getattr(load_tables(), table).items()}
    assert shipped == PRINTED[table]
    assert list(shipped) == list(PRINTED[table])
