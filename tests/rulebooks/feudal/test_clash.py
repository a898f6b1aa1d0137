"""A clash in words: what is understood, what is refused and why, and that it's fought by the rules."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.core.dice import Scripted
from grognard.core.errors import Refused
from grognard.lab.odds import absorb
from grognard.rulebooks.feudal import BOOK
from grognard.rulebooks.feudal.events import Annihilated, Attacked, BattleEnded, Lost
from grognard.rulebooks.feudal.model import Army, Commander, FeatureHeld, Field, InForce


def armies(*words: str, **options: Any) -> list[Army]:
    _, state = BOOK.clash(words, options)
    return [piece for piece in state.pieces if isinstance(piece, Army)]


def field(*words: str) -> Field:
    return next(piece for piece in BOOK.clash(words, {})[1].pieces if isinstance(piece, Field))


def test_an_army_is_troop_men_and_what_makes_it_special() -> None:
    setup, state = BOOK.clash(
        ["warriors 150 bugurt high_ground", "vs", "knights 15 lance_charge aggressive"], {}
    )
    mine, theirs = (setup.sheets[one] for one in ("warriors", "knights"))
    assert (mine.men, mine.strength, mine.hp_max, mine.side) == (150, 5, 27, "a")
    assert (theirs.men, theirs.strength, theirs.side) == (15, 3, "b")
    one, other = armies("warriors 150 bugurt high_ground vs knights 15 lance_charge aggressive")
    assert (one.strategy, one.conditions, one.last_target) == (2, (InForce("high_ground"),), "knights")
    assert (other.strategy, other.tactic, other.last_target) == (1, "lance_charge", "warriors")
    assert one.posture == other.posture == "in_melee"
    assert setup.name.say("ru") == "Воины 150 против Рыцари 15"
    assert state.agenda


@pytest.mark.parametrize(
    "words",
    [
        "Warriors 150 Bugurt higher ground vs Knights 15 Lance charge",
        "150 warriors strategy=bugurt condition=high-ground against 15 knights tactic=lance_charge",
        "Воины 150, бугурт, возвышенность против Рыцари 15 таранный удар",
        "воины людей=150 стратегия=бугурт".replace("стратегия", "strategy")
        + " возвышенность vs knights 15 lance charge",
    ],
)
def test_the_same_in_other_words(words: str) -> None:
    assert armies(words) == armies("warriors 150 bugurt high_ground vs knights 15 lance_charge")


def test_numbers() -> None:
    one, other = armies("warriors 150 hp=9 morale=+2 vs archers 50 missiles=0 level=3")
    assert (one.hp, one.morale_record) == (9, 2)
    assert (other.missiles, other.commander.level) == (0, 3)
    setup, _ = BOOK.clash(["warriors strength=4 vs warriors 30"], {})
    sheet = setup.sheets["warriors_1"]
    assert (sheet.strength, sheet.hp_max, sheet.attack, sheet.defence) == (4, 22, 4, 14)


def test_several_on_one_and_whom_they_strike() -> None:
    found = armies("warriors 150 + archers 60+militia 200 vs knights 15 + knights 30")
    assert [one.id for one in found] == ["warriors", "archers", "militia", "knights_1", "knights_2"]
    assert [one.last_target for one in found] == [
        "knights_1",
        "knights_2",
        "knights_2",
        "warriors",
        "archers",
    ]
    assert armies("warriors 150 vs knights 15 + knights 30 at=1")[0].last_target == "knights_1"
    assert armies("warriors 150 at=2 vs knights 15 + knights 30")[0].last_target == "knights_2"


def test_features_make_a_commander_good_enough_for_them() -> None:
    one, other = armies("warriors 150 beloved banner vs warriors 150 level=6 old_hand shield_wall")
    assert one.commander == Commander(
        "Warriors", 5, (FeatureHeld("beloved"), FeatureHeld("banner")), ru="Воины"
    )
    assert other.commander.features == (FeatureHeld("old_hand", "shield_wall"),)


def test_the_sky_is_over_everybody() -> None:
    assert field("warriors 150 fog vs knights 15 rain").conditions == (InForce("fog"), InForce("rain"))
    assert armies("warriors 150 fog vs knights 15")[0].conditions == ()


def test_a_ready_force_is_an_army() -> None:
    one = armies("half-hundred vs knights 15")[0]
    assert (one.id, one.men) == ("warriors", 60)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("warriors 150", "a clash needs two sides; write: warriors 150 vs knights 15 (FE-MULTI-01)"),
        ("warriors 150 vs", "an army is missing; write: warriors 150 vs knights 15"),
        (
            "warrors 150 vs knights 15",
            "'warrors' is no troop type, strategy, tactic, condition or feature; did you mean 'warriors'?",
        ),
        (
            "рыцри 15 vs knights 15",
            "'рыцри' is no troop type, strategy, tactic, condition or feature; did you mean 'рыцари'?",
        ),
        (
            "warriors 150 tactic=shield_wal vs knights 15",
            "unknown tactic 'shield_wal'; did you mean 'shield_wall'?",
        ),
        (
            "warriors 150 hpp=3 vs knights 15",
            "'hpp' is no troop type, strategy, tactic, condition or feature; did you mean 'hp'?",
        ),
        ("warriors 150 hp=x vs knights 15", "'hp=' needs a whole number"),
        ("warriors 150 60 vs knights 15", "'warriors 150 60' has two numbers for men"),
        ("warriors vs knights 15", "'warriors': how many men?; at least 30 (FE-SIZE-06)"),
        ("warriors 9 vs knights 15", "9 Warriors are too few; at least 30 (FE-SIZE-06)"),
        ("150 bugurt vs knights 15", "'150 bugurt' names no troop type; e.g. warriors 150 (FE-SIZE-12)"),
        (
            "warriors knights 15 vs knights 15",
            "'warriors knights 15' names two troop types; put + between (FE-SIZE-12)",
        ),
        (
            "warriors 150 lance_charge vs knights 15",
            "Warriors can't take tactic Lance charge; it needs mounted (FE-TAC-04)",
        ),
        ("warriors 150 hp=28 vs knights 15", "'warriors 150 hp=28' can't have 28 HP; 1 to 27 (FE-ARMY-01)"),
        ("warriors strength=0 vs knights 15", "Strength is at least 1 (FE-SIZE-04)"),
        ("warriors 150 level=1 banner vs knights 15", "level 1 is too low; at least 5 (FE-CMD-06)"),
        ("warriors 150 at=2 vs knights 15", "there is no army 2 to strike at; 1 to 1 (FE-MULTI-02)"),
    ],
)
def test_what_is_refused(words: str, message: str) -> None:
    with pytest.raises(Refused) as refused:
        BOOK.clash([words], {})
    assert str(refused.value) == message
    assert refused.value.say("ru") != message


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rut": "never"}, "unknown option 'rut'; did you mean 'rout'?"),
        ({"rout": "nevr"}, "option rout='nevr'; choose strength, half, never (FE-ROUT-01)"),
        ({"passes": "-1"}, "passes: 0 (to the end) or how many, not '-1'"),
    ],
)
def test_options_are_checked(options: dict[str, Any], message: str) -> None:
    with pytest.raises(Refused) as refused:
        BOOK.clash(["warriors 30 vs warriors 30"], options)
    assert str(refused.value) == message


def test_options_may_be_written_out() -> None:
    setup, _ = BOOK.clash(["warriors 30 vs warriors 30"], {"min_hit_damage": "1", "npc_secrecy": "false"})
    assert (setup.options["min_hit_damage"], setup.options["npc_secrecy"]) == (1, False)


# --- how it is fought ---


def fight(words: str, faces: list[int], **options: Any) -> Any:
    setup, state = BOOK.clash([words], options)
    draft = BOOK.draft(setup, state, Scripted(faces))
    draft.run()
    return draft


@pytest.mark.clause("FE-ATT-04", "FE-ATT-06", "FE-ATT-07", "FE-END-01")
def test_a_duel_told() -> None:
    """The first is stalled by its 1 and misses the second pass, in which it falls."""
    draft = fight("warriors 50 hp=2 vs warriors 150", [1, 5, 12, 20], rout="never")
    told = [one.heard_by("umpire") for one in draft.told]
    blows = [(one.attacker, one.face, one.damage) for one in told if isinstance(one, Attacked)]
    assert blows == [("warriors_1", 1, 0), ("warriors_2", 5, 0), ("warriors_2", 12, 4)]
    assert [one.army for one in told if isinstance(one, Lost)] == ["warriors_1"]
    assert next(one for one in told if isinstance(one, Annihilated)).by == ("warriors_2",)
    assert told[-1] == BattleEnded(("b",), "victory", 1)
    assert len(draft.rolled) == 3


@pytest.mark.clause("FE-MULTI-02", "FE-END-01")
def test_whoever_loses_his_opponent_turns_on_the_next() -> None:
    """Pass 1: the first knights fall; pass 2: their conqueror strikes at the others."""
    draft = fight(
        "warriors 150 + militia 200 vs knights 15 hp=1 + knights 30",
        [20, 1, 1, 1, 20, 20, 20, 20],
        rout="never",
        passes=2,
    )
    told = [one.heard_by("umpire") for one in draft.told]
    targets = [one.target for one in told if isinstance(one, Attacked) and one.attacker == "warriors"]
    assert targets == ["knights_1", "knights_2"]


@pytest.mark.clause("FE-VETO-03")
def test_there_is_no_room_for_all_in_a_defile() -> None:
    setup, state = BOOK.clash(
        ["warriors 150 + warriors 50 vs militia 200 defile"], {"passes": 1, "rout": "never"}
    )
    answer = absorb(BOOK, setup, state)
    alone = absorb(BOOK, *BOOK.clash(["warriors 150 vs militia 200 defile"], {"passes": 1, "rout": "never"}))
    assert answer.of("militia.hp") == alone.of("militia.hp")


@pytest.mark.clause("FE-COND-10")
def test_what_forbids_attacks_forbids_them_here() -> None:
    answer = absorb(BOOK, *BOOK.clash(["warriors 30 feigned_flight vs warriors 30"], {"passes": 1}))
    assert answer.of("warriors_2.hp") == {5: Fraction(1)}


@pytest.mark.clause("FE-COND-11")
def test_attrition_counts_in_every_pass() -> None:
    draft = fight("warriors 50 sandstorm vs warriors 50", [2, 2], passes=1)
    assert [draft.army(one).hp for one in ("warriors_1", "warriors_2")] == [15, 15]


@pytest.mark.clause("FE-ROUT-01", "FE-ROUT-03", "FE-ROUT-04")
def test_rout_and_pursuit() -> None:
    """12 + 5 against 13 is 4 damage: 3 of 16 HP left, at its Strength: it routs on a 2, and is pursued."""
    draft = fight("warriors 150 vs warriors 50 hp=7", [12, 2, 2, 2])
    told = [type(one.heard_by("umpire")).__name__ for one in draft.told]
    assert told == ["Attacked", "Attacked", "Lost", "RoutTested", "Attacked", "Left", "BattleEnded"]
    assert draft.outcome.winners == ("a",)
    assert draft.army("warriors_2").status == "routed"


@pytest.mark.clause("FE-ATT-04")
def test_two_in_one_call_or_blow_by_blow_is_the_same() -> None:
    """A third army that can neither strike nor be struck at makes the pass go over the agenda."""
    for words in (
        "warriors 50 bugurt{0} vs warriors 50",
        "knights 15 lance_charge{0} vs spearmen 30 high_ground",
    ):
        for options in ({"rout": "never"}, {}, {"stall": "literal", "pursuit": "none"}):
            more = {**options, "passes": 1}
            two = absorb(BOOK, *BOOK.clash([words.format("")], more))
            idle = " + militia 200 feigned_flight" if "vs" in words else ""
            three = absorb(BOOK, *BOOK.clash([words.format(idle)], more))
            name = next(name for name in two.names if name.endswith("2.hp") or name == "spearmen.hp")
            same = name if name in three.names else "warriors_2.hp"
            assert two.of(name) == three.of(same)


ALIKE = [
    ("warriors 60 vs knights 15", ["Warriors 60", "Knights 15"], ["Воины 60", "Рыцари 15"]),
    ("warriors 60 bugurt vs warriors 90", ["Warriors 60", "Warriors 90"], ["Воины 60", "Воины 90"]),
    (
        "warriors 60 high_ground vs warriors 60 swamp",
        ["A: Warriors 60 (higher ground)", "B: Warriors 60 (stuck in a swamp)"],
        ["A: Воины 60 (возвышенность)", "B: Воины 60 (увяз в болоте)"],
    ),
    ("warriors 60 vs warriors 60", ["A: Warriors 60", "B: Warriors 60"], ["A: Воины 60", "B: Воины 60"]),
    (
        "warriors 60 bugurt hp=9 steadfast + knights 15 vs warriors 60 bugurt fog",
        ["A1: Warriors 60 (steadfast, HP 9)", "Knights 15", "B: Warriors 60"],
        ["A1: Воины 60 (стойкий, ХП 9)", "Рыцари 15", "B: Воины 60"],
    ),
]


@pytest.mark.parametrize(("words", "english", "russian"), ALIKE)
def test_armies_of_one_kind_are_told_apart(words: str, english: list[str], russian: list[str]) -> None:
    """By a letter, and by what was said of one and not of the other; the sky is over all."""
    setup, _ = BOOK.clash(words.split(), {})
    assert [sheet.name.say("en") for sheet in setup.sheets.values()] == english
    assert [sheet.name.say("ru") for sheet in setup.sheets.values()] == russian
    assert len({side.name for side in setup.sides}) == len(setup.sides)


def test_numbers_that_differ_stand_in_the_name() -> None:
    words = "archers 60 level=2 morale=1 missiles=3 strength=4 vs archers 60"
    setup, _ = BOOK.clash(words.split(), {})
    name = setup.sheets["archers_1"].name
    assert name.en == ("A: Archers 60 (strength 4, commander of level 2, morale record 1, missiles 3)")
    assert name.ru == "A: Лучники 60 (сила 4, командир уровня 2, счёт морали 1, залпов 3)"
