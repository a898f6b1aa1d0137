"""Nobody learns what he must not know (chapter What is hidden from whom).

Two positions that differ only in what a seat must not know look the same to it, in everything that it can be shown;
two battles that differ only so are heard the same, as long as nothing that it may know sets them apart.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, cast

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.core.errors import Refused
from grognard.core.events import Event
from grognard.core.game import Game, Heard
from grognard.core.state import Order, Question
from grognard.rulebooks.book import Drag, Strength
from grognard.rulebooks.feudal import events as told
from grognard.rulebooks.feudal.book import FeudalBook
from grognard.rulebooks.feudal.model import (
    Army,
    Commander,
    FeatureHeld,
    FeudalSetup,
    FeudalState,
    Lord,
    RoundScript,
    Sheet,
    Stall,
    Thing,
)
from grognard.rulebooks.feudal.picture import table_text
from grognard.rulebooks.feudal.view import FeudalView
from tests.rulebooks.feudal.battles import default, moments
from tests.rulebooks.feudal.scenes import Scene, army, play, scene

BOOK = FeudalBook()
VIEWERS = ("me", "ally", "hound", "foe", "orc")
"""A player, his allied player, the NPC on their side; an enemy player and an enemy NPC."""
NPC = ("hound", "orc")
SCENARIO = """\
scenario: {id: secrets, en: Secrets, last_round: 3}
side: [{id: red}, {id: blue}]
seat:
  - {id: me, side: red, kind: player, artefacts: [walls, weather_clear],
     commanders: [{name: Spare, level: 2, features: [beloved]}]}
  - {id: ally, side: red, kind: player, artefacts: [healing_cauldron]}
  - {id: hound, side: red, kind: npc, artefacts: [mire_jar]}
  - {id: foe, side: blue, kind: player, artefacts: [walls, weather_rain],
     commanders: [{name: Reserve, level: 1, features: [flexible]}]}
  - {id: orc, side: blue, kind: npc, artefacts: [fog_horn, dread_mask]}
army:
  - {id: m_line, oob: 1, seat: me, troop: warriors, men: 150, tactics: [shield_wall]}
  - {id: m_bows, oob: 2, seat: me, troop: archers, men: 60, tactics: [volley_drill]}
  - {id: a_horse, oob: 3, seat: ally, troop: knights, men: 30, tactics: [lance_charge],
     commander: {name: Orm, level: 2, features: [merciless]}, conditions: [hidden]}
  - {id: h_dogs, oob: 4, seat: hound, troop: militia, men: 200, commander: {name: Whelp, level: 1, features: [beloved]}}
  - {id: h_bows, oob: 5, seat: hound, troop: longbowmen, men: 60, tactics: [loose_order]}
  - {id: f_line, oob: 6, seat: foe, troop: veterans, men: 150, tactics: [onslaught, foul_play],
     commander: {name: Varr, level: 5, features: [bulwark, terrible_name]}}
  - {id: f_bows, oob: 7, seat: foe, troop: crossbowmen, men: 60, conditions: [palisade]}
  - {id: o_mob, oob: 8, seat: orc, troop: militia, men: 200, tactics: [war_cries], conditions: [hidden]}
  - {id: o_ogres, oob: 9, seat: orc, troop: ogres, men: 30, conditions: [defile],
     commander: {name: Gug, level: 4, features: [engineer]}}
  - {id: o_darts, oob: 10, seat: orc, troop: javelins, men: 60, tactics: [covering_bows]}
"""


def setup_with(**options: Any) -> FeudalSetup:
    return BOOK.read_setup(SCENARIO, "secrets.yaml", options=options)


# --- another world behind the same view -------------------------------------------------------------------


class Otherwise:
    """Changes whatever a seat must not know."""

    def __init__(self, setup: FeudalSetup, state: FeudalState, seat: str, rng: random.Random) -> None:
        self.setup, self.state, self.seat, self.rng = setup, state, seat, rng
        self.allies = setup.allies(seat)
        self.fog = setup.options["fog"] == "intelligence"
        self.sheets: dict[str, Sheet] = dict(setup.sheets)
        self.pieces: dict[str, Thing] = {piece.id: piece for piece in state.pieces}

    def world(self) -> tuple[FeudalSetup, FeudalState]:
        for one, sheet in self.setup.sheets.items():
            friend = sheet.seat in self.allies
            if sheet.seat in NPC and not (friend and self.seat in NPC):
                self._npc(one, sheet)
            if self.fog and not friend:
                self._fog(one)
        setup = self._setup()
        return setup, replace(
            self.state, pieces=tuple(self.pieces.values()), questions=tuple(self._questions())
        )

    def _npc(self, one: str, sheet: Sheet) -> None:
        """Numbers, record, what it has learned and what its commander can do: everything but its band and row."""
        army = cast(Army, self.pieces[one])
        strength = self.rng.randint(1, 20)
        full = strength * 11 // 2
        rows = self.setup.tables.size[self.setup.tables.troops[sheet.troop].table]
        top = [row.from_ for row in rows] + [99_999]
        at = next(n for n, row in enumerate(rows) if row.name == sheet.row)
        self.sheets[one] = replace(
            sheet,
            men=self.rng.randint(top[at], top[at + 1] - 1),
            strength=strength,
            hp_max=full,
            hp_start=self.rng.randint(1, full),
            attack=self.rng.randint(1, 30),
            defence=self.rng.randint(5, 40),
            missiles=self.rng.randint(0, 9),
            morale_record=self.rng.randint(-4, 4),
            tactics=self._tactics(),
            commander=None,
            conditions=(),
            short_handed=self.rng.random() < 0.5,
        )
        fitting = [
            hp
            for hp in range(full + 1)
            if looks(hp, strength, full) == looks(army.hp, sheet.strength, sheet.hp_max)
        ]
        self.pieces[one] = replace(
            army,
            hp=self.rng.choice(fitting),
            commander=self._gifted(army.commander, ()),
            tactic_pass=self.rng.randint(0, 3),
            stalled=army.stalled and Stall("melee", self.rng.randint(1, 9), self.rng.random() < 0.5),
            last_target=self.rng.choice(list(self.sheets)),
            tactics=self._tactics(),
            spent_tactics=() if army.tactic in army.spent_tactics else (*self._tactics(army.tactic),),
            tended=self.rng.random() < 0.5,
            morale_record=self.rng.randint(-4, 4),
            men=self.rng.randint(1, 500),
        )

    def _fog(self, one: str) -> None:
        """What an enemy has not used yet."""
        army = cast(Army, self.pieces[one])
        shown = army.shown
        tactics = [tactic for tactic in army.tactics if f"tactic:{tactic}" in shown]
        more = [tactic for tactic in self._tactics(*tactics) if f"tactic:{tactic}" not in shown]
        known = tuple(held for held in army.commander.features if f"feature:{held.id}" in shown)
        army = replace(
            army, tactics=(*tactics, *more), commander=self._gifted(army.commander, known), last_target=""
        )
        if "missiles:" not in shown:
            army = replace(army, missiles=self.rng.randint(0, 9))
        self.pieces[one] = army
        sheet = replace(
            self.sheets[one], tactics=self._tactics(), commander=None, missiles=self.rng.randint(0, 9)
        )
        self.sheets[one] = sheet

    def _tactics(self, *without: str) -> tuple[str, ...]:
        found = [one for one in self.setup.tables.tactics if one != "standard" and one not in without]
        return tuple(sorted(self.rng.sample(found, self.rng.randint(0, 3))))

    def _gifted(self, who: Commander, known: tuple[FeatureHeld, ...]) -> Commander:
        """The same name and level, other gifts than those that have shown."""
        if who.nameless:
            return who
        others = [one for one in self.setup.tables.features if one not in {held.id for held in known}]
        more = [
            FeatureHeld(one) for one in self.rng.sample(others, self.rng.randint(0, 3)) if one != "old_hand"
        ]
        return replace(who, features=(*known, *more), extra_features=self.rng.randint(0, 3))

    def _setup(self) -> FeudalSetup:
        """Other commanders in reserve, another script of rounds to come; in the fog other unused artefacts too."""
        artefacts = dict(self.setup.artefacts)
        free = dict(self.setup.free_commanders)
        for seat in self.setup.seats:
            if seat.id in self.allies:
                continue
            free[seat.id] = tuple(Commander(f"Unknown {n}", n) for n in range(1, self.rng.randint(1, 4)))
            lord = cast(Lord, self.pieces[f"seat:{seat.id}"])
            lord = replace(lord, commanders=free[seat.id], offers_parting=self.rng.random() < 0.5)
            if self.fog:
                used = {one: left for one, left in lord.artefacts if left < self._charges(seat.id, one)}
                more = self.rng.sample(
                    sorted(set(self.setup.tables.artefacts) - set(used)), self.rng.randint(0, 3)
                )
                artefacts[seat.id] = (*(one for one in artefacts[seat.id] if one in used), *more)
                unused = {one: self.setup.tables.artefacts[one].charges for one in more}
                lord = replace(lord, artefacts=tuple({**used, **unused}.items()))
            self.pieces[lord.id] = lord
        return replace(
            self.setup,
            sheets=self.sheets,
            artefacts=artefacts,
            free_commanders=free,
            rounds=(RoundScript(9, ("blizzard",)),) if self.rng.random() < 0.5 else (),
        )

    def _charges(self, seat: str, artefact: str) -> int:
        return self.setup.tables.artefacts[artefact].charges * self.setup.artefacts[seat].count(artefact)

    def _questions(self) -> Iterator[Question]:
        """Other answers in the sealed envelopes of the other side; and who is awaited may be asked something else."""
        for question in self.state.questions:
            if question.seat in self.allies:
                yield question
            elif question.answer is not None:
                view = BOOK.view(self.setup, self.state, question.seat)
                options = BOOK.decisions[question.kind].options(view, question)
                yield replace(question, answer=self.rng.choice(options))
            else:
                yield replace(question, kind=self.rng.choice(sorted(BOOK.decisions)))


def looks(hp: int, strength: int, full: int) -> str:
    """The band (FE-NPC-02), from the words of the clause."""
    if hp == 0:
        return "gone"
    if hp <= strength:
        return "wavering"
    if hp * 2 <= full:
        return "bloodied"
    return "fresh" if hp == full else "engaged"


# --- everything that a seat can be shown ------------------------------------------------------------------

BAD: tuple[Order, ...] = (
    (),
    ("nonsense",),
    ("onslaught",),
    ("shield_wall", "o_mob"),
    ("attack", "nobody"),
    ("attack", "m_line"),
    ("attack", "o_ogres"),
    ("change", "onslaught"),
    ("o_mob", "hold"),
    ("nobody", "hold"),
    ("tend",),
    ("fall_back",),
    ("use", "fog_horn"),
    ("use", "walls", "o_mob"),
    ("use", "mire_jar", "m_line"),
)


def shown(setup: FeudalSetup, state: FeudalState, seat: str, heard: list[Heard]) -> dict[str, Any]:
    """What windows get from the table and the book for that seat, in text or bytes."""
    view = BOOK.view(setup, state, seat)
    found: dict[str, Any] = {"view": msgspec.json.encode(view)}
    found["strengths"] = [_row(one) for one in BOOK.strengths(view)]
    found["agenda"] = [
        words if isinstance(words, str) else words.say("ru") for words in BOOK.agenda_words(view)
    ]
    found["reach"] = [BOOK.reach(view, one) for one in ("m_bows", "o_darts", "h_dogs")]
    for question in view.asked:
        found.update({f"{question.id} {what}": value for what, value in _answers(view, question)})
    found["waiting"] = view.waiting
    if heard:
        found.update(_words(view, heard))
    return found


def _answers(view: FeudalView, question: Question) -> Iterator[tuple[str, Any]]:
    decision = BOOK.decisions[question.kind]
    options = decision.options(view, question)
    yield "options", options
    yield "default", decision.default(view, question)
    yield "previews", [msgspec.json.encode(_plain(decision.preview(view, question, one))) for one in options]
    yield "refusals", [_refusal(view, question, order) for order in BAD]
    yield "ghosts", [BOOK.ghost(view, question, one) for one in options[-3:]]
    yield "hands", [BOOK.aim(view, question, drag) for drag in _hands(question)]


def _row(one: Strength) -> list[Any]:
    words = [words if isinstance(words, str) else words.say() for words in (one.name, one.kind, one.state)]
    return [one.id, words, one.side, one.pips, one.left, one.gone, one.under]


def _hands(question: Question) -> Iterator[Drag]:
    about = str(question.about[0]) if question.about else ""
    for piece, target in ((about, "o_ogres"), ("", "o_mob"), (about, ""), ("", about)):
        yield Drag(piece, 700, 400, None, target)


def _plain(preview: Any) -> list[Any]:
    return [
        [line.say() for line in preview.lines],
        [(what.say(), chance) for what, chance in preview.chances],
    ]


def _refusal(view: FeudalView, question: Question, order: Order) -> str:
    try:
        return str(BOOK.decisions[question.kind].check(view, question, order))
    except Refused as refused:
        return refused.say("ru")


def _words(view: FeudalView, heard: list[Heard]) -> dict[str, Any]:
    words: dict[str, Any] = {
        "lines": BOOK.lines(view, heard),
        "report": BOOK.report(view, heard),
        "order of battle": BOOK.order_of_battle(view),
        "picture": BOOK.picture(view, heard),
        "table": BOOK.table_text(view, heard),
    }
    for question in view.asked:
        words[f"{question.id} asked"] = BOOK.question_words(view, question).say()
        words[f"{question.id} doctrine"] = BOOK.doctrine(
            view, question, BOOK.decisions[question.kind].options(view, question), random.Random(0)
        )
    return words


FOGS = ("orders", "intelligence")
seeds = st.integers(0, 10_000)


def some_position(seed: int, fog: str) -> Game:
    """A moment of a battle played at random; in the middle of a step some have answered and some have not."""
    rng = random.Random(seed)
    at = rng.randint(0, 60)
    game: Game | None = None
    for n, game in enumerate(moments(setup_with(fog=fog), seed % 256)):
        if n >= at or game.state.outcome is not None:
            break
    assert game is not None
    for question in game.state.questions:
        if question.answer is None and rng.random() < 0.5 and len(game.waiting_for()) > 1:
            game.submit(question.seat, question.id, default(game, question))
    return game


@pytest.mark.clause("FE-NPC-01", "FE-NPC-02")
@pytest.mark.parametrize("fog", FOGS)
@pytest.mark.parametrize("seat", VIEWERS)
@given(seed=seeds)
@settings(max_examples=8)
def test_worlds_that_differ_in_secrets_look_the_same(seat: str, fog: str, seed: int) -> None:
    game = some_position(seed, fog)
    if game.state.outcome is not None:
        return
    rng = random.Random(f"{seed} {seat}")
    heard = game.events(seat) if seed % 5 == 0 else []
    real = cast(FeudalSetup, game.setup)
    here = shown(real, game.state, seat, heard)
    for _ in range(3):
        setup, state = Otherwise(real, game.state, seat, rng).world()
        there = shown(setup, state, seat, heard)
        assert [what for what in here if here[what] != there[what]] == []
        assert here.keys() == there.keys()


# --- two battles side by side -----------------------------------------------------------------------------


def other_npcs(setup: FeudalSetup, seat: str, rng: random.Random) -> FeudalSetup:
    """NPC armies that are a little stronger or weaker, with other records and gifts, all at full HP. (Whether they know
    a tactic shows in whether their seat is awaited.)"""
    sheets = dict(setup.sheets)
    for one, sheet in setup.sheets.items():
        if sheet.seat in NPC and not (sheet.seat in setup.allies(seat) and seat in NPC):
            strength = max(1, sheet.strength + rng.randint(-1, 1))
            full = strength * 11 // 2
            sheets[one] = replace(
                sheet,
                strength=strength,
                hp_max=full,
                hp_start=full,
                attack=strength + rng.randint(0, 1),
                defence=strength + 10 + rng.randint(-1, 1),
                morale_record=rng.randint(-2, 2),
                commander=sheet.commander and replace(sheet.commander, features=rng.choice(GIFTS)),
            )
    return replace(setup, sheets=sheets)


GIFTS = (
    (),
    (FeatureHeld("beloved"),),
    (FeatureHeld("forager"), FeatureHeld("steadfast")),
    (FeatureHeld("warlord"),),
)
PLAIN = {"tactic": ("standard",), "change_tactic": ("keep",)}


def lot(game: Game, question: Question, seed: int) -> Order:
    """An order drawn by the question's name alone; nothing that betrays what an army has learned."""
    rng = random.Random(f"{seed} {BOOK.turn(game.state)} {question.id}")
    return PLAIN.get(question.kind) or rng.choice([one for one in game.options(question) if one != ("tend",)])


def until_asked(game: Game, seat: str, seed: int) -> None:
    """All others answer until the seat is asked or the battle is decided."""
    while game.state.outcome is None and not game.asked(seat):
        question = next(one for one in game.state.questions if one.answer is None)
        game.submit(question.seat, question.id, lot(game, question, seed))


class May:
    """What a seat may know of an event, by the words of FE-NPC-01 to 03."""

    def __init__(self, game: Game, seat: str) -> None:
        self.setup = cast(FeudalSetup, game.setup)
        self.known = {
            one
            for one, sheet in self.setup.sheets.items()
            if sheet.seat not in NPC or (seat in NPC and sheet.seat in self.setup.allies(seat))
        }

    def know(self, game: Game) -> list[Any]:
        """All that was told, and how the armies look now."""
        facts = [fact for one in game.log if (fact := self.of(one.versions[0][0])) is not None]
        armies = {one: cast(Army, game.state.piece(one)) for one in self.setup.sheets}
        return [*facts, *(self._looks(one, army.hp) for one, army in armies.items())]

    def _looks(self, army: str, hp: int | None) -> str:
        sheet = self.setup.sheets[army]
        return looks(hp or 0, sheet.strength, sheet.hp_max)

    def of(self, event: Event) -> Any:
        match event:
            case told.Attacked():
                return self._attack(event)
            case told.AmbushTried():
                mine = (event.face, event.total) if event.army in self.known else ()
                return (
                    event.army,
                    event.target,
                    event.success,
                    mine,
                    event.target in self.known and event.defence,
                )
            case told.Lost(army=army) if army not in self.known:
                before, after = self._looks(army, event.before), self._looks(army, event.after)
                return (army, after) if before != after else None
            case told.TacticChanged() | told.StrategyChosen() if event.army not in self.known:
                return event.army, event.after, event.success
            case told.RoutTested() if event.army not in self.known:
                return event.army, event.success
            case told.Left() if event.army not in self.known:
                return event.army, event.how
            case told.Tended() if event.army not in self.known:
                return event.army, "tended"
        return event

    def _attack(self, event: told.Attacked) -> Any:
        attacker, target = event.attacker in self.known, event.target in self.known
        fact: tuple[Any, ...] = (event.kind, event.attacker, event.target, event.hit, event.missiles_left)
        if attacker:
            fact += (event.face, event.total, event.attack)
        if target:
            fact += (event.total, event.damage, event.defence, event.extra)
        return fact


@pytest.mark.clause("FE-NPC-01", "FE-NPC-02", "FE-NPC-03")
@pytest.mark.parametrize("seat", VIEWERS)
@given(seed=seeds)
@settings(max_examples=10)
def test_battles_that_differ_in_secrets_are_heard_the_same(seat: str, seed: int) -> None:
    """The same dice, the same orders, other NPCs: while all that the seat may know is the same, it hears and sees the
    same, and is asked the same."""
    rng = random.Random(seed)
    setup = setup_with()
    games = [
        Game.new(BOOK, one, seed=bytes([seed % 256]) * 32) for one in (setup, other_npcs(setup, seat, rng))
    ]
    while True:
        for game in games:
            until_asked(game, seat, seed)
        if any(game.state.outcome is not None for game in games):
            return
        one, two = games
        if May(one, seat).know(one) != May(two, seat).know(two):
            return
        assert one.events(seat) == two.events(seat)
        assert msgspec.json.encode(one.view(seat)) == msgspec.json.encode(two.view(seat))
        assert [q.id for q in one.asked(seat)] == [q.id for q in two.asked(seat)]
        question = one.asked(seat)[0]
        order = lot(one, question, seed)
        assert order == lot(two, question, seed)
        for game in games:
            game.submit(seat, question.id, order)


# --- in the fog of intelligence ---------------------------------------------------------------------------


def foggy(**now: Any) -> Scene:
    armies = (army("a"), army("foe", "archers", side="blue", **now))
    return scene(*armies, at="ranged 1", options={"fog": "intelligence"})


@pytest.mark.clause("FE-RNG-01")
@pytest.mark.parametrize("missiles", [0, 1])
def test_in_the_fog_a_silent_army_does_not_betray_its_volleys(missiles: int) -> None:
    """Only its own side hears why it didn't shoot."""
    here = foggy(missiles=missiles, stalled=Stall("ranged", 1))
    done = play(here, {"ranged_order": "none hold"}, until="1.ranged.2" if missiles else "1.melee.1")
    assert not done.heard(told.DidNotAttack, "red")
    assert bool(done.heard(told.DidNotAttack, "blue")) == bool(missiles)


def test_volleys_that_a_seat_does_not_know_are_called_unknown_in_words() -> None:
    here = foggy(missiles=4)
    assert "missiles: unknown" in table_text(here.view("red"))
    assert "снаряды: неизвестно" in table_text(here.view("red"), lang="ru")
    assert "missiles: 4 of 4" in table_text(here.view("blue"))


@pytest.mark.clause("FE-ART-02")
@pytest.mark.parametrize("fog", FOGS)
def test_in_the_fog_passing_does_not_betray_that_there_is_something_to_pass_with(fog: str) -> None:
    armies = (army("a"), army("b", side="blue"))
    here = scene(*armies, options={"fog": fog}, artefacts={"blue": ["walls"]})
    asked = play(here, until="artefact:blue")
    assert asked.view("red").waiting == (("blue",) if fog == "orders" else ())
    assert asked.view("blue").waiting == ("blue",)
    done = play(asked, until="1.ranged.1")
    assert bool(done.heard(told.ArtefactPassed, "red")) == (fog == "orders")
    assert done.heard(told.ArtefactPassed, "blue")
