"""Army files after a battle: the next battle runs from them; merging, drafts and hunger between battles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec.structs import replace

from grognard.core.errors import Refused
from grognard.core.game import Game
from grognard.core.state import UMPIRE
from grognard.files import Problems
from grognard.rulebooks.feudal import muster
from grognard.rulebooks.feudal.events import CommanderFate
from grognard.rulebooks.feudal.files import read_army_file
from grognard.rulebooks.feudal.model import Army, Commander, FeatureHeld, FeudalState
from grognard.rulebooks.feudal.roster import draft, merge, read, roster, unpaid
from grognard.rulebooks.feudal.tables import load_tables
from tests.rulebooks.feudal.battles import BOOK, BROD, begun, brod, played, shipped

TABLES = load_tables()


def file_of(game: Game, seat: str, lang: str = "en") -> str:
    return BOOK.roster(game.setup, game.state, seat, lang)


def ended(**armies: dict[str, Any]) -> Game:
    """The battle at the ford over, with these fields of these armies set by hand."""
    game = played(brod(), 1)
    pieces = tuple(replace(one, **armies.get(one.id, {})) for one in game.state.pieces)
    game.state = replace(game.state, pieces=pieces)
    return game


def army(text: str, army_id: str) -> dict[str, Any]:
    return next(one for one in yaml.safe_load(text)["army"] if one["id"] == army_id)


# --- after a battle ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_the_file_says_what_is_left(seed: int) -> None:
    setup = shipped("standard")
    game = played(setup, seed)
    for seat in ("lord_a", "lord_b", "duke"):
        state: FeudalState = game.state
        own = [one for one in state.pieces if isinstance(one, Army) and setup.sheets[one.id].seat == seat]
        text = file_of(game, seat)
        file = read(text, TABLES)
        men = {row["id"]: row["men"] for row in [*file.army, *file.remnants]}
        assert men == {one.id: one.men for one in own if one.men}
        if not file.army:
            continue
        found = read_army_file(text, None, TABLES)
        assert found.artefacts == setup.artefacts[seat]
        for data in found.armies:
            piece = next(one for one in own if one.id == data.id)
            assert (data.men, data.tactics, data.morale_record) == (
                piece.men, piece.tactics, piece.morale_record,
            )  # fmt: skip
            assert (data.commander or Commander()) == piece.commander
            assert data.name == setup.sheets[data.id].name
            troop = TABLES.troops[data.troop]
            assert data.missiles == troop.missiles
            assert data.survivors == muster.short_handed(TABLES, troop, data.men)


def test_the_next_battle_runs_from_it(tmp_path: Path) -> None:
    first = played(brod(), 4)
    rosters = {}
    for seat in ("count", "duke"):
        rosters[seat] = tmp_path / f"{seat}.yaml"
        rosters[seat].write_text(file_of(first, seat), encoding="utf-8")
    setup = BOOK.read_setup(BROD, "brod.yaml", rosters=rosters)
    men = {one.id: one.men for one in first.view(UMPIRE).armies.values() if one.men}
    assert {one: sheet.men for one, sheet in setup.sheets.items()}.items() <= men.items()
    assert len(setup.sheets) >= 2
    assert played(setup, 5).state.finished


def test_a_short_handed_army_is_marked_and_a_remnant_left_out() -> None:
    game = ended(
        bows={"men": 20, "status": "ready"}, levy={"men": 9, "status": "routed"}, heavies={"men": 40, "hp": 5}
    )
    text = file_of(game, "count")
    assert army(text, "bows")["survivors"] is True
    assert "survivors" not in army(text, "heavies")
    assert [row["id"] for row in read(text, TABLES).remnants] == ["levy"]
    assert "levy" not in [one.id for one in read_army_file(text, None, TABLES).armies]
    assert "# remnants:\n# - id: levy\n" in text


@pytest.mark.clause("FE-AFT-08")
@pytest.mark.parametrize("fate", ["killed", "captured", "escaped"])
def test_the_commander_of_a_destroyed_army(fate: str) -> None:
    orm = Commander("Orm", 4, (FeatureHeld("old_hand", "shield_wall"),), lord=True, extra_features=1)
    game = ended(
        knights={"men": 0, "hp": 0, "status": "destroyed", "fate": fate, "commander": orm},
        bows={"men": 60, "status": "ready"},
    )
    text = file_of(game, "count", "ru")
    free = yaml.safe_load(text).get("commanders", [])
    assert "# потерян: Рыцари графа" in text
    if fate == "escaped":
        assert free == [
            {
                "name": "Orm",
                "level": 4,
                "features": [{"id": "old_hand", "choice": "shield_wall"}],
                "extra_features": 1,
                "lord": True,
            }
        ]
    else:
        assert free == []
        assert f"# Orm: {'погиб' if fate == 'killed' else 'взят в плен'}" in text


@pytest.mark.clause("FE-AFT-08")
def test_the_fate_that_was_told_stands_in_the_state() -> None:
    told = {}
    for seed in range(12):
        game = played(brod(), seed)
        for one in game.events(UMPIRE):
            if isinstance(one.event, CommanderFate):
                told[one.event.fate] = one.event.army
                assert game.view(UMPIRE).armies[one.event.army].fate == one.event.fate
    assert told


def test_there_is_no_file_before_the_end() -> None:
    game = begun(brod())
    with pytest.raises(Refused, match="not over yet"):
        roster(brod(), game.state, "count")


# --- between battles ---------------------------------------------------------------------------------

OWN = """\
# The count's men, as I keep them.
army:
  - {id: bows, troop: archers, men: 60, tactics: [volley_drill, loose_order], morale_record: 2,
     commander: {name: Hild, level: 1, features: [beloved]}}
  - {id: young, troop: archers, men: 30, tactics: [loose_order, steady_ranks], morale_record: -1, hp: 3,
     commander: {name: Orm, level: 1, features: [forager]}}
  - {id: watch, force: company}
  - {id: few, troop: archers, men: 20, survivors: true}
artefacts: [walls]

# a note
# remnants:
# - id: last
#   troop: archers
#   men: 4
"""


@pytest.mark.clause("FE-SIZE-09")
def test_two_armies_merge() -> None:
    file = read(merge(OWN, TABLES, "bows", "young"), TABLES)
    assert [row["id"] for row in file.army] == ["bows", "watch", "few"]
    assert file.army[0] == {
        "id": "bows",
        "troop": "archers",
        "men": 90,
        "tactics": ["loose_order"],
        "morale_record": -1,
        "commander": {"name": "Hild", "level": 1, "features": ["beloved"]},
    }
    assert [one["name"] for one in file.commanders] == ["Orm"]
    assert file.head == ["# The count's men, as I keep them."]
    assert file.artefacts == ["walls"]


@pytest.mark.clause("FE-SIZE-09")
def test_the_other_commander_may_stay() -> None:
    file = read(merge(OWN, TABLES, "bows", "young", commander="Orm"), TABLES)
    assert file.army[0]["commander"]["name"] == "Orm"
    assert [one["name"] for one in file.commanders] == ["Hild"]
    led = read(merge(OWN, TABLES, "few", "young"), TABLES)
    assert led.find("few")["commander"]["name"] == "Orm"
    assert led.commanders == []


@pytest.mark.clause("FE-SIZE-09", "FE-SIZE-11")
def test_a_remnant_goes_up_in_an_army_or_becomes_one() -> None:
    up = read(merge(OWN, TABLES, "few", "last"), TABLES)
    assert (up.find("few")["men"], up.find("few")["survivors"], up.remnants) == (24, True, [])
    whole = read(merge(OWN, TABLES, "last", "bows"), TABLES)
    assert [row["id"] for row in whole.army] == ["young", "watch", "few", "last"]
    assert (whole.find("last")["men"], "survivors" in whole.find("last")) == (64, False)


@pytest.mark.parametrize(
    ("into", "other", "commander", "why"),
    [
        ("bows", "watch", "", "different troop types"),
        ("bows", "bows", "", "can't merge with itself"),
        ("bows", "ghosts", "", "there is no army 'ghosts'"),
        ("bows", "young", "Varr", "commands neither"),
    ],
)
@pytest.mark.clause("FE-SIZE-09")
def test_what_cannot_merge(into: str, other: str, commander: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        merge(OWN, TABLES, into, other, commander)


@pytest.mark.clause("FE-SIZE-10", "FE-SIZE-11")
def test_drafts() -> None:
    filled = read(draft(OWN, TABLES, "few", 30), TABLES)
    assert (filled.find("few")["men"], "survivors" in filled.find("few")) == (50, False)
    saved = read(draft(OWN, TABLES, "last", 12, least="one"), TABLES)
    assert (saved.find("last")["men"], saved.find("last")["survivors"], saved.remnants) == (16, True, [])
    hurt = read(draft(OWN, TABLES, "young", 30), TABLES)
    assert "hp" not in hurt.find("young")
    company = read(draft(OWN, TABLES, "watch", 40), TABLES)
    assert company.find("watch") == {"id": "watch", "troop": "warriors", "men": 190}
    with pytest.raises(Refused, match="a draft of 29 is too small"):
        draft(OWN, TABLES, "few", 29)


@pytest.mark.clause("FE-AFT-07")
def test_unpaid_armies_go_hungry() -> None:
    once = unpaid(OWN, TABLES, ["bows", "watch"])
    twice = unpaid(once, TABLES, ["bows"])
    file = read(twice, TABLES)
    assert (file.find("bows")["conditions"], "morale_record" in file.find("bows")) == (["hungry"], False)
    assert (file.find("watch")["conditions"], file.find("watch")["morale_record"]) == (["hungry"], -1)
    assert "conditions" not in file.find("young")
    low = unpaid(OWN.replace("morale_record: -1", "morale_record: -4"), TABLES, ["young"])
    assert read(low, TABLES).find("young")["morale_record"] == -4


def test_a_bad_file_is_refused_with_its_problems() -> None:
    with pytest.raises(Problems, match="volley"):
        merge(OWN.replace("volley_drill", "volley"), TABLES, "bows", "young")
    with pytest.raises(Problems, match=r"text:15:10: .*few"):
        merge(OWN.replace("#   men: 4", "#   men: few"), TABLES, "bows", "young")
    with pytest.raises(Problems, match=r"text:14:5: .*hats.*FE-SIZE-11"):
        merge(OWN.replace("# - id: last", "# - id: last\n#   hats: 4"), TABLES, "bows", "young")
    with pytest.raises(Problems, match=r"text:13:5: a remnant needs a known troop"):
        merge(OWN.replace("#   troop: archers", "#   troop: gnomes"), TABLES, "bows", "young")
