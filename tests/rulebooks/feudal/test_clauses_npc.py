"""Chapter NPCs: what each seat hears and sees of armies that the umpire or the computer plays."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.state import UMPIRE
from grognard.rulebooks.feudal.events import (
    AmbushTried,
    Attacked,
    Left,
    Lost,
    Reckoned,
    RoutTested,
    StrategyChosen,
    TacticChanged,
    Tended,
)
from tests.rulebooks.feudal.scenes import Played, Scene, Spec, army, play, scene

LINE: dict[str, Any] = {"posture": "in_melee"}


def table(*more: Spec, orc: dict[str, Any] | None = None, at: str = "melee 2", **setting: Any) -> Scene:
    """A player's army, the NPC's, a player allied with the NPC, and a second NPC side."""
    armies = (
        army("mine", seat="me", **LINE),
        army("orc", side="blue", seat="npc", **{**LINE, **(orc or {})}),
        army("friend", side="blue", seat="friend", **LINE),
        army("wolf", side="green", seat="beasts", **LINE),
        *more,
    )
    return scene(*armies, at=at, npc=["npc", "beasts"], **setting)


HOLD = {"melee_order": "hold"}


def strikes(attacker: str, target: str, face: int, here: Scene | None = None) -> Played:
    orders = {**HOLD, f"melee_order:{attacker}": f"attack {target}"}
    return play(here or table(), orders, {"blow": face, "rout": 20, "": 10}, until="1.melee.3")


def facts(event: Attacked) -> dict[str, Any]:
    """What the event says of the attack, without who and whom."""
    return {
        "face": event.face,
        "total": event.total,
        "attack": sum(part.value for part in event.attack) if event.attack else None,
        "goal": event.goal,
        "defence": sum(part.value for part in event.defence) if event.defence else None,
        "hit": event.hit,
        "damage": event.damage,
    }


ALL = {"face": 17, "total": 22, "attack": 5, "goal": 15, "defence": 15, "hit": True, "damage": 7}
NOTHING = {"face": None, "total": None, "attack": None, "goal": None, "defence": None, "damage": None}


@pytest.mark.clause("FE-NPC-01")
@pytest.mark.parametrize(("face", "hit"), [(17, True), (10, False), (20, True)])
def test_a_player_attacking_an_npc_hears_only_whether_it_succeeded(face: int, hit: bool) -> None:
    """His own d20, his own total, success or failure: no Defence, no damage."""
    (event,) = strikes("mine", "orc", face).heard(Attacked, "me")
    own = {"face": face, "total": face + 5, "attack": 5, "hit": hit}
    assert facts(event) == {**NOTHING, **own}
    assert (event.extra, event.halved) == ((), False)


@pytest.mark.clause("FE-NPC-01")
@pytest.mark.parametrize(
    ("seat", "heard"),
    [("npc", ALL), (UMPIRE, ALL), ("friend", {**NOTHING, "face": 17, "total": 22, "attack": 5, "hit": True})],
)
def test_the_npc_and_the_umpire_hear_all_of_it(seat: str, heard: dict[str, Any]) -> None:
    """A player allied with an NPC is a player still; between players all is open, so he hears the attacker's part."""
    (event,) = strikes("mine", "orc", 17).heard(Attacked, seat)
    assert facts(event) == heard


@pytest.mark.clause("FE-NPC-01", "FE-DMG-02")
@pytest.mark.parametrize("strategy", ["standard", "cautious"])
def test_a_success_does_not_betray_whether_it_hurt(strategy: str) -> None:
    """Roll 12 is 2 above the Defence; Cautious (-2 attack, -3 damage) hits with 13 for nothing. Not the first hit, so
    the band stays, and he hears the same."""
    here = table(orc={"hp": 20}, at="melee 2")
    armies = {"melee_order:mine": "attack orc", "strategy:mine": strategy}
    face = 12 if strategy == "standard" else 13
    done = play(here, {**HOLD, **armies}, {"blow": face}, until="1.melee.3")
    assert done.army("orc").hp == (18 if strategy == "standard" else 20)
    assert not done.heard(Lost, "me")
    assert [one.hit for one in done.heard(Attacked, "me")] == [True]


@pytest.mark.clause("FE-NPC-02")
@pytest.mark.parametrize(
    ("hp", "band"),
    [
        (27, "fresh"),
        (26, "engaged"),
        (14, "engaged"),
        (13, "bloodied"),
        (6, "bloodied"),
        (5, "wavering"),
        (1, "wavering"),
    ],
)
def test_bands(hp: int, band: str) -> None:
    """HP 27, Strength 5: fresh full; engaged more than half; bloodied half or less; wavering HP <= Strength."""
    assert table(orc={"hp": hp}).view("me").seen["orc"].band == band


@pytest.mark.clause("FE-NPC-02")
def test_the_lowest_band_that_fits_counts() -> None:
    """Strength 1, HP 1 of 5 is bloodied and wavering."""
    small = army("imp", men=30, hp=1, side="blue", seat="npc", **LINE)
    assert table(small).view("me").seen["imp"].band == "wavering"


@pytest.mark.clause("FE-NPC-02")
@pytest.mark.parametrize(
    ("hp", "face", "band"), [(27, 17, "engaged"), (15, 12, "bloodied"), (9, 14, "wavering"), (3, 18, "gone")]
)
def test_a_new_band_is_heard_without_numbers(hp: int, face: int, band: str) -> None:
    done = strikes("mine", "orc", face, table(orc={"hp": hp}))
    assert done.heard(Lost, "me") == [Lost("orc", None, None, None, None, band)]
    assert [one.before for one in done.heard(Lost, "npc")] == [hp]


@pytest.mark.clause("FE-NPC-02", "FE-NPC-01")
def test_no_number_of_an_npc_army_is_in_a_players_view() -> None:
    """Neither its sheet nor its state; its own seat sees both, its allied player neither."""
    here = table()
    for seat, knows in (("me", False), ("friend", False), ("npc", True), ("beasts", False), (UMPIRE, True)):
        view = here.view(seat)
        assert ("orc" in view.armies) == knows
        assert ("orc" in view.setup.sheets) == knows
        assert {"mine", "friend"} <= set(view.armies)


@pytest.mark.clause("FE-NPC-03")
@pytest.mark.parametrize("seat", ["me", "friend"])
def test_an_npcs_attack_on_a_player_shows_total_and_damage(seat: str) -> None:
    """In full but for the die and the parts of its total, which would tell its Attack."""
    (event,) = strikes("orc", "mine", 17).heard(Attacked, seat)
    assert facts(event) == {**ALL, "face": None, "attack": None}


@pytest.mark.clause("FE-NPC-03", "FE-NPC-01")
def test_npc_against_npc_players_hear_how_it_went() -> None:
    """Each NPC knows its own half."""
    done = strikes("wolf", "orc", 17)
    heard = {seat: facts(done.heard(Attacked, seat)[0]) for seat in ("me", "friend", "npc", "beasts", UMPIRE)}
    assert heard["me"] == heard["friend"] == {**NOTHING, "hit": True}
    assert heard["npc"] == {**ALL, "face": None, "attack": None}
    assert heard["beasts"] == {**NOTHING, "face": 17, "total": 22, "attack": 5, "hit": True}
    assert heard[UMPIRE] == ALL


@pytest.mark.clause("FE-NPC-03", "FE-ROUT-03")
def test_pursuit_is_told_as_an_attack() -> None:
    done = play(
        table(orc={"hp": 9}),
        {**HOLD, "melee_order:mine": "attack orc"},
        {"blow": 14, "rout": 1, "pursuit": 2},
        until="1.melee.3",
    )
    chase = done.heard(Attacked, "me")[1]
    assert (chase.kind, facts(chase)) == (
        "pursuit",
        {**NOTHING, "face": 2, "total": 7, "attack": 5, "hit": False},
    )


@pytest.mark.clause("FE-NPC-03", "FE-RNG-03")
def test_shots_are_told_as_attacks() -> None:
    armies = (army("bows", "archers", seat="me"), army("orc", "archers", side="blue", seat="npc"))
    orders = {"ranged_order:bows": "orc hold", "ranged_order:orc": "bows hold"}
    done = play(scene(*armies, at="ranged 1", npc=["npc"]), orders, {"shot": 17}, until="1.ranged.2")
    mine, theirs = done.heard(Attacked, "me")
    assert facts(mine) == {**NOTHING, "face": 17, "total": 22, "attack": 5, "hit": True}
    assert facts(theirs) == {**ALL, "face": None, "attack": None}


# --- morale, and all the rest that is not an attack ------------------------------------------------------


@pytest.mark.clause("FE-NPC-01", "FE-NPC-02")
def test_an_npcs_morale_is_never_heard() -> None:
    """A rout check, breaking off, changes of tactic and strategy: only what came of them."""
    orc = {"hp": 9, "tactics": ["shield_wall"], "strategy": "standard", "features": ["surgeon"]}
    orders = {**HOLD, "melee_order:mine": "attack orc", "change_tactic:orc": "change shield_wall"}
    orders |= {"strategy:orc": "bugurt", "melee_order:orc": "withdraw"}
    done = play(table(orc=orc), orders, {"blow": 12, "": 20}, until="1.melee.3")
    kinds: tuple[type[Any], ...] = (TacticChanged, StrategyChosen, RoutTested, Left)
    for kind in kinds:
        (full,), (seen,) = [
            [one for one in done.heard(kind, seat) if one.army == "orc"] for seat in ("npc", "me")
        ]
        assert full.roll is not None
        assert seen.roll is None
    assert [(one.hp, one.strength) for one in done.heard(RoutTested, "me")] == [(None, None)]


@pytest.mark.clause("FE-NPC-02", "FE-CMD-12")
def test_an_npc_tends_its_wounded() -> None:
    orders = {**HOLD, "melee_order:orc": "tend"}
    done = play(table(orc={"hp": 9, "features": ["surgeon"]}), orders, until="1.melee.3")
    assert done.heard(Tended, "me") == [Tended("orc", None, None)]
    assert done.heard(Tended, "npc") == [Tended("orc", 9, 14)]


@pytest.mark.clause("FE-NPC-01", "FE-COND-09")
@pytest.mark.parametrize(
    ("hidden", "target", "heard"),
    [("mine", "orc", (15, 20, None)), ("orc", "mine", (None, None, 15)), ("wolf", "orc", (None, None, None))],
)
def test_an_ambush_betrays_no_npc_number(hidden: str, target: str, heard: tuple[int | None, ...]) -> None:
    seats = {"mine": ("me", "red"), "orc": ("npc", "blue"), "wolf": ("beasts", "green")}
    armies = [
        army(one, seat=seat, side=side, conditions=["hidden"] if one == hidden else [])
        for one, (seat, side) in seats.items()
    ]
    here = scene(*armies, at="tactical", npc=["npc", "beasts"])
    done = play(here, {f"ambush:{hidden}": target}, {"ambush": 15}, until="1.ranged.1")
    (event,) = done.heard(AmbushTried, "me")
    assert (event.face, event.total, event.defence) == heard
    assert event.success


# --- the option, and the end -----------------------------------------------------------------------------


@pytest.mark.clause("FE-NPC-01", "FE-NPC-02", "FE-NPC-03")
def test_option_npc_secrecy_false_opens_all() -> None:
    here = table(orc={"hp": 20}, options={"npc_secrecy": False})
    (event,) = strikes("mine", "orc", 17, here).heard(Attacked, "me")
    assert facts(event) == ALL
    (event,) = strikes("orc", "mine", 17, here).heard(Attacked, "me")
    assert facts(event) == ALL
    assert here.view("me").armies["orc"].hp == 20
    assert [one.damage for one in strikes("mine", "orc", 17, here).heard(Lost, "me")] == [7]


@pytest.mark.clause("FE-NPC-01", "FE-NPC-02")
def test_all_is_opened_after_the_battle() -> None:
    """The after-action report has the numbers."""
    armies = (army("mine", seat="me", **LINE), army("orc", side="blue", seat="npc", hp=1, **LINE))
    here = scene(*armies, at="melee 1", npc=["npc"])
    assert "orc" not in here.view("me").armies
    done = play(here, {"melee_order:orc": "hold"}, {"blow": 15, "learn": 1})
    assert done.view("me").armies["orc"].hp == 0
    assert done.view("me").setup.sheets["orc"].strength == 5
    assert {one.army for one in done.heard(Reckoned, "me")} == {"mine", "orc"}
