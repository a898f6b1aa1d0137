"""A battle on a floor as the lines of its companion have it so far: pieces without places, dice that were thrown by
hand, and what is still owed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from grognard.core.chance import Chance, Throw
from grognard.core.dice import Verifiable
from grognard.core.errors import Refused
from grognard.core.events import Rolled, Told
from grognard.core.rule import clause
from grognard.core.state import UMPIRE, State
from grognard.locale import T, Text
from grognard.rulebooks.napoleonic import persons
from grognard.rulebooks.napoleonic.battle import NapoleonicBattle
from grognard.rulebooks.napoleonic.casualties import in_turn, strength, take_trophies, unlock
from grognard.rulebooks.napoleonic.companion_words import Bit, Faces, Line, one_of
from grognard.rulebooks.napoleonic.events import Destroyed, Routed
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import Body, Person, Thing, Trooper, Unit
from grognard.rulebooks.napoleonic.rout import Fallen, mark
from grognard.rulebooks.napoleonic.view import NapoleonicView, view
from grognard.rulebooks.napoleonic.words_names import Names, name_of
from grognard.show.model import Block
from grognard.show.model import Line as Row

What: TypeAlias = Literal["fate", "obey", "pursue", "follow", "refuge", "take", "pass", "rout", "lead"]
PROVISIONAL = 1
"""The face by which the program finds out how many dice a line asks for."""
FREE: tuple[What, ...] = ("follow", "pass", "rout", "take")
"""What nobody has to do."""


class Owed(msgspec.Struct, frozen=True):
    """Something that the rules ask for now: ``who`` does it, ``about`` whom; ``must``: he has no choice. ``count``: so
    many sixes, or so many thousandths to go."""

    what: What
    who: str
    about: str = ""
    must: bool = True
    count: int = 1


class Memory(msgspec.Struct, frozen=True):
    """What the lines of a turn have to know of each other. ``fire`` and ``combat``: the pieces as that phase began, by
    which its fire and fights are reckoned, because all of it is simultaneous; None before it. ``fought``, ``fired``:
    who has, in this turn. ``dice``: faces of its close combat. ``beaten``: who pushed a unit this turn, the highest
    result first; ``squares`` and ``narrow``: units that are in square, or in a narrow place, this turn; ``kept``: who
    has kept its ground in its fights; ``helped``: who is under command for this turn only, by its initiative."""

    fire: dict[str, Thing] | None = None
    combat: dict[str, Thing] | None = None
    fought: frozenset[str] = frozenset()
    fired: frozenset[str] = frozenset()
    dice: dict[str, int] = {}
    beaten: dict[str, tuple[str, ...]] = {}
    squares: frozenset[str] = frozenset()
    narrow: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()
    helped: frozenset[str] = frozenset()
    owed: tuple[Owed, ...] = ()


class Thrown:
    """The dice of one line: faces as written, or thrown by the program. ``missing``: whose die is not there yet."""

    def __init__(self, faces: Sequence[tuple[str, int]], rolls: Verifiable | None = None) -> None:
        self.left = list(faces)
        self.rolls = rolls
        self.missing: list[tuple[str, str]] = []

    def take(self, purpose: str, who: str) -> int:
        """The face of a die that is labelled so, else the next one without a label."""
        if self.rolls is not None:
            return self.rolls.die(6)
        for label in (who, ""):
            for at, (owner, face) in enumerate(self.left):
                if owner == label:
                    del self.left[at]
                    return face
        self.missing.append((purpose, who))
        return PROVISIONAL


class FloorBattle(NapoleonicBattle):
    """A position whose dice lie on a floor."""

    __slots__ = ("thrown",)
    thrown: Thrown

    def roll(self, chance: Chance[Any], purpose: str, who: str = "") -> Throw[Any]:
        throw = chance.read((self.thrown.take(purpose, who),))
        self.rolled.append(Rolled(purpose, who, chance.sides, throw.faces))
        return throw


class Floor:
    """The battle so far. ``out``: what the present line has told, events and rows in their order."""

    def __init__(self, book: Any, setup: Any, state: State[Any], seed: str = "") -> None:
        self.battle = FloorBattle(book, setup, state, Verifiable(bytes(32)))
        self.battle.thrown = Thrown(())
        self.memory = Memory()
        self.seed, self.lines = seed, dict[str, int]()
        self.out: list[Told | Block] = []
        self.heard: list[Told] = []

    def copy(self) -> Floor:
        """The same battle to go on from."""
        made = Floor(self.battle.book, self.setup, self.battle.state(), self.seed)
        made.memory, made.lines, made.heard = self.memory, dict(self.lines), list(self.heard)
        return made

    # --- looking ---

    @property
    def field(self) -> Field:
        return self.battle.field

    @property
    def setup(self) -> Any:
        return self.battle.setup

    def view(self) -> NapoleonicView:
        return view(self.setup, self.battle.state(), UMPIRE)

    @property
    def names(self) -> Names:
        return Names(self.view())

    def combat_field(self) -> Field:
        """As close combat began: what it did to units in this turn does not count in it yet (NA-SEQ-04, UNIT-05)."""
        if self.memory.combat is None:
            self.remember(combat=dict(self.battle.pieces))
        return Field(self.setup, self.memory.combat or {})

    def fire_field(self) -> Field:
        """As the fire began."""
        if self.memory.fire is None:
            self.remember(fire=dict(self.battle.pieces))
        return Field(self.setup, self.memory.fire or {})

    # --- names ---

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """Parts of regiments that were split: (id, regiment)."""
        units = (one for one in self.battle.pieces.values() if isinstance(one, Unit))
        return tuple((one.id, one.sheet) for one in units if one.id != one.sheet and one.standing != "gone")

    def _named(self, bit: Bit, fits: Callable[[str], bool], what: Text) -> str:
        known = {str(key): name_of(self.setup, str(key)) for key in bit.keys}
        return one_of(bit, fits, what, known)

    def body(self, bit: Bit) -> str:
        """A regiment, gun or wagon."""
        return self._named(
            bit, lambda one: isinstance(self.battle.pieces.get(one), Body), T("regiment or gun")
        )

    def unit(self, bit: Bit) -> str:
        return self._named(bit, lambda one: isinstance(self.battle.pieces.get(one), Unit), T("regiment"))

    def trooper(self, bit: Bit) -> str:
        return self._named(
            bit, lambda one: isinstance(self.battle.pieces.get(one), Trooper), T("regiment or gun")
        )

    def person(self, bit: Bit) -> str:
        return self._named(bit, lambda one: isinstance(self.battle.pieces.get(one), Person), T("person"))

    def is_person(self, bit: Bit) -> bool:
        return any(isinstance(self.battle.pieces.get(str(key)), Person) for key in bit.keys)

    # --- dice ---

    def dice_of(self, line: Line, text: str) -> Thrown:
        """The dice of a line; thrown ones come from the battle's words and the line itself, so that other lines may be
        put right without changing them."""
        if line.dice.rolled:
            key = f"{self.seed}\n{self.battle.turn}\n{text.strip().casefold()}"
            count = self.lines[key] = self.lines.get(key, 0) + 1
            return Thrown((), Verifiable(hashlib.sha256(f"{key}\n{count}".encode()).digest()))
        return Thrown([(self._label(bit), face) for bit, face in _faces(line.dice)])

    def _label(self, bit: Bit | None) -> str:
        if bit is None:
            return ""
        pieces = self.battle.pieces
        return self._named(
            bit, lambda one: isinstance(pieces.get(one), Body | Person), T("regiment, gun or person")
        )

    # --- changing ---

    def remember(self, **fields: Any) -> None:
        self.memory = replace(self.memory, **fields)

    def owe(self, *owed: Owed) -> None:
        self.remember(owed=(*self.memory.owed, *owed))

    def owing(self, what: str, who: str, about: str = "") -> Owed | None:
        fitting = (one for one in self.memory.owed if one.what == what and one.who == who)
        return next((one for one in fitting if about in ("", one.about)), None)

    def pay(self, owed: Owed | None) -> None:
        self.remember(owed=tuple(one for one in self.memory.owed if one != owed))

    def change_now(self, one: str, **fields: Any) -> None:
        """What the umpire says of a unit holds for the phase that is on too."""
        self.battle.change(one, **fields)
        for name in ("fire", "combat"):
            pieces = getattr(self.memory, name)
            if pieces is not None and one in pieces:
                self.remember(**{name: {**pieces, one: replace(pieces[one], **fields)}})

    def say(self, block: Block) -> None:
        """A row of the answer that is no event."""
        self.gather()
        self.out.append(block)

    def line(self, words: Text, *clauses: str, who: str = "", indent: int = 1) -> None:
        side = self.names.at(who) if who else None
        self.say(Row(words, clauses, side=side, indent=indent))

    def gather(self) -> None:
        """What the battle has told since the last time."""
        self.out += self.battle.told
        self.heard += self.battle.told
        self.battle.told = []


def _faces(dice: Faces) -> Iterator[tuple[Bit | None, int]]:
    yield from dice.faces


# --- what several chapters do ----------------------------------------------------------------------------


@clause("NA-FATE-01")
def owe_fates(floor: Floor, sixes: Sequence[str]) -> None:
    """Dice of fate for each six at a unit or gun where persons stand."""
    for one in dict.fromkeys(sixes):
        if not floor.field.persons_at(one):
            continue
        before = floor.owing("fate", one)
        floor.pay(before)
        floor.owe(Owed("fate", one, count=sixes.count(one) + (before.count if before else 0)))


@clause("NA-ROUT-08", "NA-ROUT-09", "NA-ROUT-19", "NA-ROUT-20")
def rout(floor: Floor, fallen: Fallen) -> None:
    """A unit or gun runs; where to is seen on the floor."""
    battle = floor.battle
    mark(battle, fallen)
    own = battle.field.own_move(battle.body(fallen.unit))
    dash = own * battle.tables.pursuit.dash // 1000
    battle.tell(Routed(fallen.unit, fallen.way, 0, dash, "", fallen.overthrowers))


@clause("NA-UNIT-06")
def bury(floor: Floor, last_hit: Callable[[Unit], str]) -> None:
    """Regiments without figures are no more; where their persons go the umpire says. ``last_hit``: who takes the
    colours, "" for nobody."""
    battle = floor.battle
    for unit in battle.field.in_order([one for one in battle.field.units if not one.figures]):
        if unit.standing == "fleeing" and _is_hunted(floor, unit.id):
            continue
        unlock(battle, unit.id, "destroyed")
        taker = last_hit(unit)
        battle.change(unit.id, standing="destroyed", **({"colours": 0} if taker else {}))
        battle.tell(Destroyed(unit.id, taker, unit.colours if taker else 0))
        if taker:
            take_trophies(battle, taker, unit.id, colours=unit.colours)
        for man in in_turn(battle.field, battle.field.persons_at(unit.id)):
            floor.owe(Owed("refuge", man.id, unit.id))


def _is_hunted(floor: Floor, one: str) -> bool:
    """Whether dice of a pursuit may still be thrown over it."""
    return any(owed.what in ("obey", "pursue") and one in owed.about.split() for owed in floor.memory.owed)


def check_there(floor: Floor, field: Field, one: str) -> Body:
    """The unit, if it stands on the table with somebody in its ranks."""
    body = field.body(one)
    named = floor.names.name(one)
    if not body.on_table:
        raise Refused("NA-UNIT-06", T("{unit} is not on the table", unit=named))
    if isinstance(body, Unit) and not strength(body):
        raise Refused("NA-UNIT-06", T("{unit} has no figures left", unit=named))
    return body


@clause("NA-UNIT-06")
def leave(floor: Floor, person: str) -> None:
    persons.fall(floor.battle, person, persons.LEFT)
