"""Chapter Bad input, the rows about orders: each is refused with its clause and what would be valid; nothing changes
and the question stays open. (The rows about files are in test_files.)"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest

from grognard.core.errors import Refused
from grognard.core.game import Game
from grognard.core.state import State
from grognard.rulebooks.feudal.model import Stall
from tests.rulebooks.feudal.scenes import BOOK, Played, army, effect, play, scene, tables_with

LINE: dict[str, Any] = {"posture": "in_melee"}


class Row(NamedTuple):
    """``asked``: where the battle stands; the order, and the words that refuse it (a pattern)."""

    asked: Callable[[], Played]
    question: str
    order: str
    words: str


def at(
    question: str, *armies: Any, answers: Mapping[str, Any] | None = None, **setting: Any
) -> Callable[[], Played]:
    """The battle at the first such question."""

    def stand() -> Played:
        return play(scene(*armies, **setting), answers or {}, until=question)

    return stand


FOE = army("foe", side="blue")
FOE_IN_LINE = army("foe", side="blue", **LINE)
TACTIC = at(
    "tactic:a",
    army("a", "archers", tactics=["shield_wall", "foul_play", "lance_charge"], spent_tactics=("foul_play",)),
    FOE,
    at="tactical",
    round=2,
)
AMBUSHED = at("melee_order:a", army("a", tactics=["shield_wall"], conditions=["ambushed"]), FOE, at="melee 1")
CHANGE = at(
    "change_tactic:a",
    army("a", tactics=["shield_wall", "foul_play"], spent_tactics=("foul_play",), **LINE),
    FOE_IN_LINE,
    at="melee 2",
)
SHOOTER = army("a", "archers")
FRIENDS = (army("friend"), army("ally", seat="ally"), army("fled", side="blue", status="routed"))


def shot(a: Any, **setting: Any) -> Callable[[], Played]:
    return at("ranged_order:a", a, FOE, *FRIENDS, **{"at": "ranged 2", **setting})


def order(a: Any, **setting: Any) -> Callable[[], Played]:
    return at("melee_order:a", a, FOE_IN_LINE, *FRIENDS, **{"at": "melee 2", **setting})


TENDED = army("a", features=["surgeon"], tended=True, hp=9, **LINE)
VETOED = at(
    "second_choice",
    army("a", **LINE),
    FOE_IN_LINE,
    army("bows", "archers", side="blue"),
    army("third", side="blue"),
    at="melee 2",
    answers={"melee_order:a": "attack bows"},
)
HELD = {"red": ["walls", "mire_jar", "weather_clear"], "blue": ["fog_horn"]}
ARTEFACT = at("artefact:red", army("a"), FOE, artefacts=HELD)


def walls_used() -> Played:
    """Red has raised its walls, blue has passed, it is red's turn again."""
    used = play(scene(army("a"), FOE, artefacts=HELD), {"artefact:red": "use walls a"}, until="artefact:blue")
    return play(used, {"artefact:blue": "pass"}, until="artefact:red")


DUE = at(
    "feature:a",
    army("a", commander=4, features=["beloved"], **LINE),
    army("foe", side="blue", hp=1, **LINE),
    at="melee 1",
    answers={"melee_order:foe": "withdraw", "melee_order:a": "hold"},
)

ROWS = [
    # a tactic: unknown to the army, requirement not met, spent, no_tactic
    Row(TACTIC, "tactic:a", "onslaught",
        "'a' does not know 'onslaught'; it knows: standard, shield_wall, lance_charge, foul_play (FE-TAC-01)"),
    Row(TACTIC, "tactic:a", "lance_charge",
        "'a' does not meet the needs of 'lance_charge'; it can take: standard, shield_wall (FE-TAC-04)"),
    Row(TACTIC, "tactic:a", "foul_play",
        "'foul_play' is spent for this battle; it can take: standard, shield_wall (FE-TAC-07)"),
    Row(TACTIC, "tactic:a", "", "'a' does not know ''; it knows: standard, ... (FE-TAC-01)"),
    Row(CHANGE, "change_tactic:a", "change onslaught",
        "'a' does not know 'onslaught'; it knows: standard, shield_wall, foul_play (FE-TAC-01)"),
    Row(CHANGE, "change_tactic:a", "change foul_play", "'foul_play' is spent for this battle; ... (FE-TAC-07)"),
    Row(CHANGE, "change_tactic:a", "shield_wall",
        "'shield_wall' is not possible here; choose keep, change shield_wall (FE-TAC-05)"),
    # a shot: in melee, no missiles, stalled, no line
    Row(shot(army("a")), "ranged_order:a", "foe hold", "'a' cannot shoot: it has no missiles (FE-RNG-01)"),
    Row(shot(army("a", "archers", missiles=0)), "ranged_order:a", "foe hold",
        "'a' cannot shoot: no missiles left (FE-RNG-01)"),
    Row(shot(army("a", "archers", stalled=Stall("ranged", 1))), "ranged_order:a", "foe advance",
        "'a' cannot shoot: it is stalled (FE-ATT-07) (FE-RNG-01)"),
    Row(shot(SHOOTER, field=["gale"]), "ranged_order:a", "foe hold",
        "'a' cannot shoot: conditions forbid it (FE-COND-10) (FE-RNG-01)"),
    Row(shot(SHOOTER, at="ranged 1", round=2, options={"later_rounds": "first"}), "ranged_order:a", "foe hold",
        "'a' cannot shoot: this pass only closes the lines (FE-SEQ-11) (FE-RNG-01)"),
    Row(shot(SHOOTER), "ranged_order:a", "foe charge", "'foe charge' is not possible here; choose ... (FE-RNG-01)"),
    Row(shot(SHOOTER), "ranged_order:a", "foe", "'foe' is not possible here; choose none advance, ... (FE-RNG-01)"),
    # a target: friend, own army, off the field, unknown
    *(
        Row(shot(SHOOTER), "ranged_order:a", f"{target} hold",
            f"target '{target}' is not an enemy on the field; choose from: foe (FE-MULTI-02)")
        for target in ("friend", "ally", "a", "fled", "nobody")
    ),
    *(
        Row(order(army("a", **LINE)), "melee_order:a", f"attack {target}",
            f"target '{target}' is not an enemy on the field; choose from: foe (FE-MULTI-02)")
        for target in ("friend", "ally", "a", "fled", "nobody")
    ),
    # a vetoed target: the reason and the targets still allowed
    Row(VETOED, "second_choice", "bows",
        "target 'bows' is forbidden: the line in front covers them; choose from: foe, none (FE-VETO-01)"),
    Row(VETOED, "second_choice", "a", "target 'a' is not allowed; choose from: foe, none (FE-VETO-01)"),
    # a target in phase 1
    Row(TACTIC, "tactic:a", "shield_wall foe", "no targets in the tactical phase (FE-MULTI-03)"),
    # an attack by a stalled army, and by one that conditions forbid to
    Row(order(army("a", stalled=Stall("melee", 1), **LINE)), "melee_order:a", "attack foe",
        "'a' is stalled and may not attack until its next melee pass is over (FE-ATT-07)"),
    Row(order(army("a", conditions=["stunned"], **LINE),
              tables=tables_with(conditions={"stunned": [effect("no_attack", phase="melee")]})),
        "melee_order:a", "attack foe", "conditions forbid 'a' to attack (FE-COND-10)"),
    # a strategy: unknown grade
    Row(at("strategy:a", army("a"), FOE, at="melee 1"), "strategy:a", "berserk",
        "strategy 'berserk' unknown; choose defensive, cautious, standard, aggressive, bugurt (FE-STR-01)"),
    # an order: fall back from standoff, tend without the feature or twice, nonsense
    Row(order(army("a")), "melee_order:a", "fall_back",
        "'a' is in standoff; only an army in melee can fall back (FE-ROUT-06)"),
    Row(order(army("a", **LINE)), "melee_order:a", "tend",
        "'a' cannot tend its wounded: no surgeon, or done once already (FE-CMD-12)"),
    Row(order(TENDED), "melee_order:a", "tend",
        "'a' cannot tend its wounded: no surgeon, or done once already (FE-CMD-12)"),
    Row(order(army("a", **LINE)), "melee_order:a", "dance",
        "'dance' is not possible here; choose attack foe, hold, fall_back, withdraw (FE-MULTI-02)"),
    Row(order(army("a", **LINE)), "melee_order:a", "", "'' is not possible here; choose attack foe, ... (FE-MULTI-02)"),
    # an artefact: no charges, wrong kind of target, not the seat's
    Row(walls_used, "artefact:red", "use walls a", "artefact 'walls' has no charges left (FE-ART-03)"),
    Row(walls_used, "artefact:red", "use mire_jar a", "artefact 'mire_jar' can't be used so; targets: foe (FE-ART-06)"),
    Row(walls_used, "artefact:red", "use fog_horn",
        "this seat has no artefact 'fog_horn'; it has: walls, ... (FE-ART-01)"),
    Row(ARTEFACT, "artefact:red", "use walls foe", "artefact 'walls' can't be used so; targets: a (FE-ART-06)"),
    Row(ARTEFACT, "artefact:red", "use weather_clear", "artefact 'weather_clear' can't be used so; ... (FE-ART-06)"),
    # a feature: too little leadership, no choice, a choice that is no tactic, one that he has
    Row(DUE, "feature:a", "old_hand", "feature 'old_hand' needs a choice; choose steady_ranks, ... (FE-AFT-03)"),
    Row(DUE, "feature:a", "old_hand standard", "feature 'old_hand' needs a choice; choose ... (FE-AFT-03)"),
    Row(DUE, "feature:a", "beloved", "'beloved' is not possible here; choose flexible, ... (FE-AFT-03)"),
    Row(DUE, "feature:a", "invincible", "'invincible' is not possible here; choose flexible, ... (FE-AFT-03)"),
    # parting, striking back, ambush, commanders
    Row(at("parting:red", army("a"), FOE, at="ranged 1"), "parting:red", "maybe",
        "'maybe' is not possible here; choose no, yes (FE-PART-01)"),
    Row(at("strike_back", army("a"), FOE, army("c"), at="melee 1", answers={"melee_order:a": "attack foe"}),
        "strike_back:foe", "c", "target 'c' is not allowed; choose from: a, none (FE-MULTI-06)"),
    Row(at("ambush:a", army("a", conditions=["hidden"]), FOE), "ambush:a", "a",
        "'a' is not possible here; choose none, foe (FE-COND-09)"),
    Row(at("learn:a", army("a", **LINE), army("foe", side="blue", **LINE), at="melee 1",
                answers={"melee_order:foe": "withdraw", "melee_order:a": "hold"}, options={"tactic_gain": "always"}),
             "learn:a", "lance_charge", "'lance_charge' is not possible here; choose steady_ranks, ... (FE-AFT-04)"),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=[f"{row.question} {row.order}" for row in ROWS])
def test_a_bad_order_is_refused_with_clause_and_what_would_be_valid(row: Row) -> None:
    done = row.asked()
    game = _game(done)
    question = done.question(row.question)
    before: tuple[State[Any], int, int] = (game.state, len(game.journal.lines), len(game.log))
    with pytest.raises(Refused) as refused:
        game.submit(question.seat, question.id, tuple(row.order.split()))
    assert re.fullmatch(re.escape(row.words).replace(re.escape("..."), ".*"), refused.value.say())
    assert (game.state, len(game.journal.lines), len(game.log)) == before
    assert question in game.asked(question.seat)
    assert refused.value.say("ru") != refused.value.say("en")


def _game(done: Played) -> Game:
    """A game that stands there."""
    game = Game.new(BOOK, done.setup, seed=bytes(32))
    game.state = done.state
    return game


# --- seats ------------------------------------------------------------------------------------------------


@pytest.fixture
def game() -> Game:
    return _game(order(army("a", **LINE))())


def refused(game: Game, seat: str, question: str, *given: str) -> str:
    before = game.state
    with pytest.raises(Refused) as why:
        game.submit(seat, question, given)
    assert game.state is before
    return why.value.say()


def test_another_seats_army(game: Game) -> None:
    """Neither an enemy's nor an ally's."""
    assert refused(game, "red", "melee_order:foe", "hold") == "'melee_order:foe' belongs to seat 'blue'"
    assert refused(game, "red", "melee_order:ally", "hold") == "'melee_order:ally' belongs to seat 'ally'"
    assert refused(game, "blue", "melee_order:a", "hold") == "'melee_order:a' belongs to seat 'red'"


def test_a_seat_answers_twice(game: Game) -> None:
    game.submit("red", "melee_order:a", ("hold",))
    assert refused(game, "red", "melee_order:a", "withdraw") == "'melee_order:a' is already answered"


def test_what_is_not_asked(game: Game) -> None:
    """An artefact outside its step, a shot in a melee pass, an army that is gone."""
    for question, given in (
        ("artefact:red", "pass"),
        ("ranged_order:a", "none"),
        ("melee_order:fled", "hold"),
    ):
        assert refused(game, "red", question, given) == f"'{question}' is not asked now"


def test_one_bad_order_among_many_refuses_all(game: Game) -> None:
    before = game.state
    with pytest.raises(Refused, match="target 'ally' is not an enemy"):
        game.submit_all({"melee_order:friend": ("hold",), "melee_order:a": ("attack", "ally")}, "red")
    assert game.state is before


def test_armies_under_no_tactic_are_not_asked(game: Game) -> None:
    """``no_tactic`` leaves no choice: neither in phase 1 nor later is a tactic to be answered."""
    done = AMBUSHED()
    assert not [one for _, one in done.asked if one == "change_tactic:a"]
    assert (
        refused(_game(done), "red", "change_tactic:a", "change", "shield_wall")
        == "'change_tactic:a' is not asked now"
    )
