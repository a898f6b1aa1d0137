"""Scenes for tests of the feudal rules: a few armies, where the battle stands, dice by name, and who answers what.

A scene in four lines::

    here = scene(army("a", men=150), army("b", side="blue", men=60), at="melee 1", field=["rain"])
    done = play(here, {"melee_order:a": "attack b"}, dice={"blow:a": 17}, until="1.melee.2")
    assert done.army("b").hp == 7
    assert done.heard(Attacked)[0].total == 22

``scene`` without ``at`` is a battle that has not begun; ``at="melee 2"`` is the start of that pass (``play`` begins
with it, ``Scene.draft`` stands in the middle of it).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from msgspec.structs import replace

from grognard.core import engine
from grognard.core.chance import Chance, Throw
from grognard.core.dice import Scripted
from grognard.core.events import Event, Rolled
from grognard.core.state import UMPIRE, Arg, Order, Question, Seat, Side
from grognard.locale import Name
from grognard.rulebooks.feudal import muster
from grognard.rulebooks.feudal.attack import Figures, figures
from grognard.rulebooks.feudal.battle import FeudalBattle
from grognard.rulebooks.feudal.book import FeudalBook
from grognard.rulebooks.feudal.effects import total
from grognard.rulebooks.feudal.events import PassBegan
from grognard.rulebooks.feudal.files import ArmyData
from grognard.rulebooks.feudal.model import (
    FIELD,
    NAMELESS,
    Army,
    Commander,
    Condition,
    Effect,
    Feature,
    FeatureHeld,
    FeudalSetup,
    FeudalState,
    Field,
    InForce,
    Intent,
    Lord,
    RoundScript,
    Sheet,
    Tables,
    Tactic,
    Thing,
)
from grognard.rulebooks.feudal.morale import morale_parts
from grognard.rulebooks.feudal.setup import VERSION, sheet, start
from grognard.rulebooks.feudal.tables import load_tables, offered
from grognard.rulebooks.feudal.view import FeudalView

M = TypeVar("M")
E = TypeVar("E", bound=Event)
Orders = str | Sequence[Arg] | None
"""``"attack b"`` or ``("attack", "b")``; None is the default of the rules."""
GRADES = {"defensive": -2, "cautious": -1, "standard": 0, "aggressive": 1, "bugurt": 2}


# --- armies ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Spec:
    """An army of a scene: its file entry, its side, and how it stands now (fields of :class:`Army`)."""

    data: ArmyData
    side: str
    strength: int | None
    now: dict[str, Any]


def army(
    id: str,
    troop: str = "warriors",
    men: int = 150,
    *,
    side: str = "red",
    seat: str = "",
    oob: int = 0,
    strength: int | None = None,
    commander: Commander | int | None = NAMELESS,
    features: Sequence[str] = (),
    tactics: Sequence[str] = (),
    conditions: Sequence[str | InForce] = (),
    morale_record: int = 0,
    missiles: int | None = None,
    hp: int | None = None,
    strategy: str | int | None = None,
    **now: Any,
) -> Spec:
    """An army: 150 warriors of side red (Strength 5, HP 27) unless told otherwise.

    ``strength``: ordinary soldiers of just that Strength; ``commander``: a level or None (asked in setup);
    ``features``: his features (``old_hand:shield_wall`` with a choice); ``strategy``: a grade's id;
    ``now``: any other field of the piece, such as ``posture="in_melee"``, ``tactic="shield_wall"``.
    """
    held = tuple(FeatureHeld(*one.split(":")) for one in features)
    if isinstance(commander, int) or held:
        level = commander if isinstance(commander, int) else 1
        commander = Commander(f"leader of {id}", level, held)
    volleys = -1 if missiles is None else missiles
    plain = tuple(one for one in conditions if isinstance(one, str))
    data = ArmyData(
        id, oob, Name(id), seat or side, troop, men, tuple(tactics), commander, plain, morale_record, hp or 0,
        volleys, survivors=True,
    )  # fmt: skip
    grade = GRADES[strategy] if isinstance(strategy, str) else strategy
    if len(plain) < len(conditions):
        now["conditions"] = tuple(InForce(one) if isinstance(one, str) else one for one in conditions)
    if grade is not None:
        now["strategy"] = grade
    return Spec(data, side, strength, now)


def _sheet(spec: Spec, tables: Tables, oob: int) -> Sheet:
    data = spec.data
    troop = tables.troops[data.troop]
    hp = data.hp or muster.starting_hp(tables, troop, data.men)
    oob = data.oob or oob
    volleys = troop.missiles if data.missiles < 0 else data.missiles
    made = sheet(ArmyData(**{**data.__dict__, "hp": hp, "oob": oob, "missiles": volleys}), tables, spec.side)
    if spec.strength is None:
        return made
    full = spec.strength * 11 // 2
    values = {"strength": spec.strength, "attack": spec.strength, "defence": spec.strength + 10}
    return replace(made, hp_max=full, hp_start=data.hp or full, **values)


# --- tables of a test's own ------------------------------------------------------------------------------


def effect(kind: str, value: int | str | None = None, **filters: Any) -> Effect:
    """An effect with filters as in the files; Python's own words with a bar behind: ``pass_``, ``self_``, ``list_``."""
    return Effect(kind, value, **filters)


def tables_with(
    conditions: Mapping[str, Sequence[Effect]] = {},
    tactics: Mapping[str, Sequence[Effect]] = {},
    features: Mapping[str, Sequence[Effect]] = {},
    troops: Mapping[str, Sequence[Effect]] = {},
    **constants: Any,
) -> Tables:
    """The shipped tables with other effects on some entries, or new entries (new conditions: army, group state)."""
    base = load_tables()

    def changed(
        table: Mapping[str, Any], effects: Mapping[str, Sequence[Effect]], new: Callable[[str], Any]
    ) -> Any:
        made = {one: replace(table.get(one) or new(one), effects=tuple(own)) for one, own in effects.items()}
        return {**table, **made}

    return replace(
        base,
        conditions=changed(base.conditions, conditions, lambda i: Condition(i, Name(i), "army", "state", ())),
        tactics=changed(base.tactics, tactics, lambda i: Tactic(i, Name(i), (), ())),
        features=changed(base.features, features, lambda i: Feature(i, Name(i), 0, ())),
        troops=changed(base.troops, troops, lambda i: replace(base.troops["warriors"], id=i)),
        constants=replace(base.constants, **constants),
    )


# --- scenes ----------------------------------------------------------------------------------------------


class _Named(FeudalBattle):
    """Tells named dice what they're thrown for."""

    __slots__ = ()

    def roll(self, chance: Chance[M], purpose: str, who: str = "") -> Throw[M]:
        if isinstance(self.dice, Faces):
            self.dice.wanted = (purpose, who)
        return super().roll(chance, purpose, who)


class _Book(FeudalBook):
    battle = _Named


BOOK = _Book()


class Faces:
    """Dice by name: ``{"blow:a": 17, "rout": [3, 20], "": 10}``. The army's own name goes first, then the purpose,
    then ``""`` (10 if not given: between equals nothing happens); a list is used up from the front."""

    def __init__(self, faces: Mapping[str, int | Sequence[int]]) -> None:
        self.faces = {
            name: [face] * 9999 if isinstance(face, int) else list(face) for name, face in faces.items()
        }
        self.wanted = ("", "")

    def throw(self, chance: Chance[M]) -> Throw[M]:
        purpose, who = self.wanted
        names = (f"{purpose}:{who}", purpose, "")
        faces = next((self.faces[name] for name in names if self.faces.get(name)), [10] * chance.count)
        return chance.read([faces.pop(0) for _ in range(chance.count)])


DiceIn = int | Sequence[int] | Mapping[str, int | Sequence[int]]
"""One face for every die; faces in the order in which they fall (then all must be given); or faces by name."""


def dice_of(dice: DiceIn) -> Faces | Scripted:
    if isinstance(dice, Mapping):
        return Faces(dice)
    return Faces({"": dice}) if isinstance(dice, int) else Scripted(dice)


@dataclass(frozen=True)
class Scene:
    """Setup and position. ``state`` stands in the middle of its pass, ``first`` is the rule that begins it."""

    setup: FeudalSetup
    state: FeudalState
    first: str

    def draft(self, dice: DiceIn = 10, intents: Iterable[tuple[str, ...]] = ()) -> FeudalBattle:
        """A draft to call rules on; ``intents``: orders of this pass, such as ``("a", "attack", "b")``."""
        state = replace(self.state, agenda=())
        made = cast(FeudalBattle, BOOK.draft(self.setup, state, dice_of(dice)))
        made.change(FIELD, intents=tuple(Intent(*one) for one in intents))
        return made

    def figures(self, attacker: str, target: str) -> Figures:
        """Attack, Defence and damage of that attack in this pass."""
        draft = self.draft()
        return figures(draft.setup, draft.bearer(attacker), draft.bearer(target), draft.moment())

    def morale(self, army_id: str, check: str, intents: Iterable[tuple[str, ...]] = ()) -> int:
        """What a Morale check of that kind adds to the d20 now."""
        return total(morale_parts(self.draft(intents=intents), army_id, check))

    def view(self, seat: str) -> FeudalView:
        return BOOK.view(self.setup, self.state, seat)


def scene(
    *armies: Spec,
    at: str = "",
    round: int = 1,
    field: Sequence[str | InForce] = (),
    options: Mapping[str, str | int | bool] = {},
    artefacts: Mapping[str, Sequence[str]] = {},
    commanders: Mapping[str, Sequence[Commander]] = {},
    rounds: Sequence[RoundScript] = (),
    npc: Sequence[str] = (),
    shared_victory: Sequence[Sequence[str]] = (),
    tables: Tables | None = None,
    **stands: Any,
) -> Scene:
    """A battle with these armies; sides and seats come in the order in which armies name them.

    ``at``: ``""`` (not begun), ``"tactical"``, ``"ranged 1"``, ``"melee 2"`` ...; ``field``: field conditions in
    force; ``artefacts``, ``commanders``: by seat; ``npc``: seats of that kind; ``stands``: other fields of
    :class:`Field`, such as ``ranged=3`` (passes of the other kind that are over; else at most one).
    """
    tables = tables or load_tables()
    specs = {one.data.id: one for one in armies}
    setup = _setup(armies, tables, options, npc)
    setup = replace(
        setup,
        rounds=tuple(rounds),
        shared_victory=tuple(map(tuple, shared_victory)),
        artefacts={seat: tuple(own) for seat, own in artefacts.items()},
        free_commanders={seat: tuple(own) for seat, own in commanders.items()},
    )
    began = start(setup)
    pieces = [_placed(piece, specs, round, at, field, stands) for piece in began.pieces]
    if not at:
        return Scene(setup, FeudalState(tuple(pieces)), began.agenda[0][0])
    phase = at.split(maxsplit=1)[0]
    first = "begin_round" if phase == "tactical" else f"{phase}_pass"
    return Scene(setup, FeudalState(tuple(pieces)), f"sequence.{first}")


def _setup(
    armies: Sequence[Spec], tables: Tables, options: Mapping[str, str | int | bool], npc: Sequence[str]
) -> FeudalSetup:
    sheets = {one.data.id: _sheet(one, tables, at) for at, one in enumerate(armies, 1)}
    return FeudalSetup(
        book="feudal",
        version=VERSION,
        scenario="scene",
        name=Name("A scene"),
        sides=tuple(Side(one, Name(one)) for one in dict.fromkeys(a.side for a in armies)),
        seats=tuple(
            Seat(seat, side, "npc" if seat in npc else "player")
            for seat, side in dict.fromkeys((a.data.seat, a.side) for a in armies)
        ),
        options={**offered(tables).every({}, {}), **options},
        tables=tables,
        sheets=dict(sorted(sheets.items(), key=lambda one: one[1].oob)),
        artefacts={},
        free_commanders={},
    )


def _placed(
    piece: Thing,
    specs: Mapping[str, Spec],
    round: int,
    at: str,
    conditions: Sequence[str | InForce],
    more: Any,
) -> Thing:
    if isinstance(piece, Army):
        return replace(piece, **specs[piece.id].now)
    if isinstance(piece, Lord) or not at:
        return piece
    phase, _, number = at.partition(" ")
    passes = {"ranged": 0, "melee": 0}
    if number:
        passes = {"ranged": 1, "melee": int(phase == "ranged" and number != "1"), phase: int(number)}
    here = tuple(InForce(one) if isinstance(one, str) else one for one in conditions)
    return replace(piece, round=round, phase=phase, conditions=here, **{**passes, **more})


# --- playing ---------------------------------------------------------------------------------------------


@dataclass
class Played:
    """A battle played as far as it was asked for."""

    setup: FeudalSetup
    state: FeudalState
    told: list[Any] = field(default_factory=list)
    rolled: list[Rolled] = field(default_factory=list)
    asked: list[tuple[str, str]] = field(default_factory=list)
    """(turn, question id) of every question that was answered, in order."""

    def army(self, army_id: str) -> Army:
        return cast(Army, self.state.piece(army_id))

    @property
    def field(self) -> Field:
        return cast(Field, self.state.piece(FIELD))

    @property
    def passes(self) -> list[str]:
        """Phases and passes that have begun: ``1.tactical``, ``1.ranged.1`` ..."""
        begun = self.heard(PassBegan)
        return [f"{one.round}.{one.phase}" + (f".{one.number}" if one.number else "") for one in begun]

    def lord(self, seat: str) -> Lord:
        return cast(Lord, self.state.piece(f"seat:{seat}"))

    def view(self, seat: str) -> FeudalView:
        return BOOK.view(self.setup, self.state, seat)

    def heard(self, kind: type[E], seat: str = UMPIRE) -> list[E]:
        """Events of a kind as that seat hears them (the umpire hears everything)."""
        found = [told.heard_by(seat) for told in self.told]
        return [event for event in found if isinstance(event, kind)]

    def faces(self, purpose: str, who: str = "") -> list[int]:
        """Dice thrown for a purpose, of one army or of all."""
        return [
            f for one in self.rolled if one.purpose == purpose and who in ("", one.who) for f in one.faces
        ]

    # --- the questions that are open now ---

    def questions(self, kind: str = "") -> list[str]:
        return [q.id for q in self.state.questions if q.answer is None and kind in ("", q.kind)]

    def question(self, question_id: str) -> Question:
        found = [one for one in self.state.questions if question_id in _names(one)]
        return found[0] if found else engine.find(self.state, question_id)

    def options(self, question_id: str) -> list[str]:
        """What may be answered, in words: ``["attack b", "hold", ...]``."""
        question = self.question(question_id)
        found = BOOK.decisions[question.kind].options(self.view(question.seat), question)
        return [" ".join(map(str, order)) for order in found]

    def default(self, question_id: str) -> str:
        return " ".join(map(str, _default(self.setup, self.state, self.question(question_id))))

    def check(self, question_id: str, order: Orders, seat: str = "") -> Order:
        """Try an order (pytest.raises(Refused) around it for a bad one)."""
        seat = seat or self.question(question_id).seat
        full = self.question(question_id).id
        return engine.check(BOOK, self.setup, self.state, seat, full, _order(order or ""))


def play(
    here: Scene | Played,
    answers: Mapping[str, Any] = {},
    dice: DiceIn = 10,
    until: str = "",
    most: int = 2000,
) -> Played:
    """Play on; every question gets its default unless ``answers`` has its id or its kind.

    An answer is an :data:`Orders` (given each time it is asked) or a list of them, one each time (then defaults). Stops
    before the first question of turn ``until`` (``1.melee.2``), before a question of that id or kind, or at the end
    (an error if ``until`` never came: what leaves no choice isn't asked).
    """
    faces = dice_of(dice)
    left = {name: list(order) if isinstance(order, list) else order for name, order in answers.items()}
    if isinstance(here, Scene):
        done = Played(here.setup, here.state)
        draft = BOOK.draft(here.setup, _before(here), faces)
        draft.run()
        _take(done, engine.Step(draft.state(), tuple(draft.told), tuple(draft.rolled)))
    else:
        done = Played(here.setup, here.state, [*here.told], [*here.rolled], [*here.asked])
    for _ in range(most):
        if _reached(done, until):
            return done
        if not done.state.questions:
            assert not until, f"the battle ended before {until}"
            return done
        turn = BOOK.turn(done.state)
        given = {q.id: _answer(done, q, left) for q in done.state.questions if q.answer is None}
        done.asked += [(turn, one) for one in given]
        _take(done, engine.answer(BOOK, done.setup, done.state, given, faces))
    raise AssertionError(f"not at {until or 'the end'} after {most} steps")


def _before(here: Scene) -> FeudalState:
    """The position before its pass began: that pass is still to be counted."""
    place = cast(Field, here.state.piece(FIELD))
    if place.phase == "tactical":
        place = replace(place, round=place.round - 1)
    elif place.phase in ("ranged", "melee"):
        place = replace(place, **{place.phase: getattr(place, place.phase) - 1})
    pieces = tuple(place if piece.id == FIELD else piece for piece in here.state.pieces)
    return FeudalState(pieces, ((here.first, ()),))


def _take(done: Played, step: engine.Step) -> None:
    done.state = step.state
    done.told += step.told
    done.rolled += step.rolled


def _names(question: Question) -> tuple[str, ...]:
    """What a test may call it: ``strike_back:b:a``, ``strike_back:b``, ``strike_back``."""
    about = question.about[0] if question.about else question.seat
    return question.id, f"{question.kind}:{about}", question.kind


def _reached(done: Played, until: str) -> bool:
    return until in {BOOK.turn(done.state), *(name for one in done.state.questions for name in _names(one))}


def _answer(done: Played, question: Question, left: Mapping[str, Any]) -> Order:
    for name in _names(question):
        order = left.get(name)
        if isinstance(order, list):
            order = order.pop(0) if order else None
        if order is not None:
            return engine.check(BOOK, done.setup, done.state, question.seat, question.id, _order(order))
    return _default(done.setup, done.state, question)


def _default(setup: FeudalSetup, state: FeudalState, question: Question) -> Order:
    return BOOK.decisions[question.kind].default(BOOK.view(setup, state, question.seat), question)


def _order(order: str | Sequence[Arg]) -> Order:
    return tuple(order.split()) if isinstance(order, str) else tuple(order)
