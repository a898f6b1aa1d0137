"""Reads what is said of a unit, word by word, into a draft of its order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import TypeVar, get_args

from grognard.core.rule import clause
from grognard.core.state import Arg
from grognard.locale import T
from grognard.orders.compass import HEADINGS
from grognard.orders.stretch import Keys, Stretch, Unclear
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import Character, FormationWord, Unit
from grognard.rulebooks.fantasy.order_draft import Choice, Draft, Spelling, degrees, of_its_path, whole
from grognard.rulebooks.fantasy.order_parts import REFUSE
from grognard.rulebooks.fantasy.orders import SHOOTERS
from grognard.rulebooks.fantasy.tables import BREAK_ENCHANTMENT
from grognard.space.pose import heading_to
from grognard.space.sine import TURN

C = TypeVar("C", bound=tuple[object, ...])
VERBS = ("march", "move", "attack", "hold", "shoot", "retreat", "reform")
UNITS_OF_LENGTH = {"n:cells": Decimal(1000), "n:steps": Decimal(1000) / 3, "n:metres": Decimal(2000) / 3}
"""Thousandths of a cell: three steps of a long bow's range are a cell (FA-SHO-05), a cell is 1.5 m (FA-GEN-01)."""
FAR = 20
"""A number without a measure after a retreat is a distance up to this, beyond it a heading."""
MEASURES = (*UNITS_OF_LENGTH, "n:degrees", "n:dice", "n:files")


class Parser(Stretch):
    """Reads the words of one stretch from the front. ``slot``: to what the next thing or number belongs."""

    def __init__(self, field: Field, unit_id: str, said: tuple[Keys, ...]) -> None:
        super().__init__(said)
        self.field, self.unit_id = field, unit_id
        self.unit: Unit = field.unit(unit_id)
        self.slot = ""
        self.hero: Choice = ()
        self.bare: Decimal | None = None
        self.found = Draft(doubts=self.doubts)

    def draft(self) -> Draft:
        while not self.over:
            if not any(step() for step in self._steps()):
                raise Unclear
        self._settle_turns()
        return self.found

    def _steps(self) -> tuple[Callable[[], bool], ...]:
        return (
            self._condition, self._standing, self._duel, self._spell, self._of_spell, self._number, self._wheel,
            self._forward, self._facing, self._shape, self._alone, self._verb, self._or, self._thing, self._idle,
        )  # fmt: skip

    # --- looking ---

    def units(self, keys: Keys) -> list[Unit]:
        pieces = (self.field.pieces.get(str(key)) for key in sorted(map(str, keys)))
        return [one for one in pieces if isinstance(one, Unit)]

    def enemies(self, keys: Keys) -> Choice:
        """Enemies that a word may mean, the nearest first."""
        foes = [unit for unit in self.units(keys) if unit.side != self.unit.side and unit.status == "ready"]
        return tuple(
            one.id for one in sorted(foes, key=lambda one: self.field.distance(self.unit_id, one.id))
        )

    def heroes(self, keys: Keys) -> Choice:
        """Characters of this unit that a word may mean."""
        return tuple(one.id for one in self.field.characters_in(self.unit_id) if one.id in keys)

    # --- standing instructions ---

    @clause("FA-ORD-10", "FA-ORD-11")
    def _condition(self) -> bool:
        """If attacked: retreat. The reaction follows, or stood before it."""
        condition = self.takes("if:charged", "if:")
        if not condition:
            return False
        named = self._whom_ever()
        if condition == "if:" and not self.takes("do:attack", "if:charged"):
            raise Unclear(T("a condition that nobody can give: only “if charged” can be ordered"))
        if self._whom_ever() or named:
            self.doubt(T("it reacts to whoever charges it"))
        told = list[str]()
        while verb := self.takes(*({"do:hold", "do:shoot", "do:retreat"} - set(told))):
            told.append(verb)
        if not told and self.found.verbs:
            told = [f"do:{self.found.verbs.pop()}"]
        self._react(told)
        self.slot = "reaction"
        return True

    def _whom_ever(self) -> bool:
        start = self.at
        while not self.over and self.number() is None and self.enemies(self.peek()):
            self.at += 1
        return self.at > start

    def _react(self, told: Sequence[str]) -> None:
        words = {"do:retreat": "retreat", "do:shoot": "stand_and_shoot", "do:hold": "hold"}
        known = [words[one] for one in told if one in words]
        if not known or len(known) < len(told):
            raise Unclear(T("if it is charged a unit holds, shoots or retreats"))
        reaction = next((one for one in ("retreat", "stand_and_shoot") if one in known), "hold")
        if reaction != "hold":
            self.found.attached += ["if_charged", reaction]
        elif not self.found.verbs:
            self.found.verbs.append("hold")

    @clause("FA-ORD-10")
    def _standing(self) -> bool:
        """Pursuit, shots, leaving the table."""
        told = self.takes("no:pursue", "do:pursue", "do:single", "do:multi", "do:leave")
        parts: dict[str, list[Arg]] = {
            "no:pursue": ["pursue", 0],
            "do:pursue": ["pursue", 1],
            "do:single": ["shots", "single"],
            "do:leave": ["leave", 1],
        }
        if told == "no:pursue":
            self.takes("do:pursue")  # «не увлекаться погоней»
        if told == "do:pursue" and self.takes("say:no", "say:yes") == "say:no":
            told = "no:pursue"
        if told:
            self.found.attached += parts.get(told, [])
            self.slot = "pursuit"
        return bool(told)

    @clause("FA-MEL-12", "FA-ORD-10")
    def _duel(self) -> bool:
        told = []
        while word := self.takes("no:accept", "do:accept", "do:challenge", "do:duel"):
            told.append(word)
        if not told:
            return False
        if self.takes("say:no", "say:yes") == "say:no":
            told = ["no:accept"]
        who = self.hero or self._next_heroes()
        if not who:
            raise Unclear(T("no character of unit {unit} is meant", unit=self.unit_id))
        self.found.duels += [(key, who) for key in _duel_words(told)]
        self.slot = "duel"
        return True

    def _next_heroes(self) -> Choice:
        """Those named next, or all of the unit."""
        named = self.heroes(self.peek())
        self.at += bool(named)
        return named or tuple(one.id for one in self.field.characters_in(self.unit_id))

    # --- spells ---

    @clause("FA-MAG-08")
    def _spell(self) -> bool:
        if self.slot == "spell" and self._is_dispelled():
            return False
        spell = next((str(key)[6:] for key in sorted(map(str, self.peek())) if key.startswith("spell:")), "")
        if not spell:
            return False
        here = tuple(one.id for one in self.field.characters_in(self.unit_id) if one.level)
        named = tuple(one for one in self.hero if one in here)
        wizards = named or here
        if not wizards:
            raise Unclear(T("there is no wizard in unit {unit}", unit=self.unit_id))
        wizards = of_its_path(self.field, self.unit_id, spell, wizards)
        self.at += 1
        self.found.spells.append(Spelling(spell, wizards))
        self.slot = "spell"
        return True

    def _is_dispelled(self) -> bool:
        """The word may be a spell in force that is to be dispelled."""
        last = self.found.spells[-1]
        return last.spell == BREAK_ENCHANTMENT and not last.targets and bool(self._forces(self.peek()))

    def _of_spell(self) -> bool:
        """Dice, the least number of them, a point."""
        if not self.found.spells:
            return False
        last = self.found.spells[-1]
        if self.takes("n:least"):
            last.least = int(self.take_number())
            self.takes("n:dice")
        elif self.takes("n:dice"):
            last.dice = int(self.take_number())
        elif self.sees("at:point") and self.number(1) is not None and self.number(2) is not None:
            self.at += 1
            self._point(last)
        elif self.slot == "spell" and self.takes("new"):
            last.targets.append((("new",),))
        else:
            return False
        self.slot = "spell"
        return True

    def _point(self, spelling: Spelling) -> None:
        x, y = (int(self.take_number() * 1000) for _ in range(2))
        spelling.targets.append((("point", x, y),))

    @clause("FA-MAG-16")
    def _aims(self, keys: Keys) -> tuple[Choice, ...]:
        """What a word may mean as the target of the spell that is being read, each as words of a flat order."""
        spell = self.field.tables.spells[self.found.spells[-1].spell]
        if spell.id == BREAK_ENCHANTMENT:
            return tuple(("at", one) for one in self._forces(keys))
        units = self.units(keys)
        own = [unit for unit in units if unit.side == self.unit.side]
        foes = [unit for unit in units if unit.side != self.unit.side]
        if spell.type == "area":
            return tuple(("point", *unit.centre) for unit in foes or own)
        if spell.type == "duel":
            pieces = (self.field.pieces.get(str(key)) for key in sorted(map(str, keys)))
            return tuple(
                ("at", one.id) for one in pieces if isinstance(one, Character) and one.side != self.unit.side
            )
        meant = (own or foes) if spell.type in ("blessing", "self") else (foes or own)
        return tuple(("at", unit.id) for unit in meant)

    def _forces(self, keys: Keys) -> list[str]:
        """Spells in force: by their number, by name, or all that lie on a unit."""
        names = set(map(str, keys))
        return [one.id for one in self.field.spells if names & {one.id, f"spell:{one.spell}", one.target}]

    # --- numbers, ways, headings ---

    def _number(self) -> bool:
        """A number that stands before its measure, or that belongs to what was said before it."""
        number = self.number()
        if number is None:
            return False
        self.at += 1
        measure = self.takes(*MEASURES)
        if measure == "n:dice" or (self.slot == "spell" and not measure):
            self._dice(number)
        elif measure == "n:files" or (not measure and self._is_files()):
            self.found.files = whole(number, 1)
            self.slot = "shape"
        elif measure == "n:degrees" and not self._before_turn():
            self._head_for(degrees(number))
        elif self._before_turn() and measure in ("", "n:degrees"):
            side = self._side()
            self.found.legs.append(("wheel", side * _tenths(number)))
        else:
            self._go(number, measure)
        return True

    def _is_files(self) -> bool:
        return self.slot == "shape" or "reform" in self.found.verbs

    def _before_turn(self) -> bool:
        return bool(self.sees("dir:right", "dir:left", "do:wheel"))

    def _side(self) -> int:
        side = 0
        while word := self.takes("dir:right", "dir:left", "do:wheel", "n:degrees"):
            side = {"dir:right": 1, "dir:left": -1}.get(word, side)
        if not side:
            raise Unclear(T("to which side it wheels is not said"))
        return side

    def _dice(self, number: Decimal) -> None:
        if not self.found.spells:
            raise Unclear
        self.found.spells[-1].dice = int(number)
        self.slot = "spell"

    @clause("FA-ORD-08")
    def _go(self, number: Decimal, measure: str) -> None:
        """So far forward; of a retreat the dice say how far."""
        if self.sees("dir:right", "dir:left"):
            raise Unclear(T("no unit moves sideways or backward"))
        if "retreat" in self.found.verbs and not self.takes("dir:forward"):
            if not measure and number > FAR:
                self._head_for(degrees(number))
                return
            self.doubt(T("how far it retreats the dice say"))
            return
        if not measure and not self.takes("dir:forward") and self.slot != "way":
            raise Unclear
        self.takes("dir:forward")
        self.found.legs.append(("fwd", whole(number, UNITS_OF_LENGTH.get(measure, Decimal(1000)))))
        self.slot = "way"

    @clause("FA-MOV-02")
    def _forward(self) -> bool:
        if not self.takes("dir:forward"):
            return False
        self.takes("do:full")
        number = self.number()
        if number is not None and not self._is_next_turn():
            self.at += 1
            measure = self.takes(*UNITS_OF_LENGTH)
            self.found.legs.append(("fwd", whole(number, UNITS_OF_LENGTH.get(measure, Decimal(1000)))))
        elif self.sees("do:attack") or "attack" in self.found.verbs:
            self.slot = self.slot or "attack"
            return True
        else:
            if not self.takes("do:full") and not self.sees("do:full", ahead=-1):
                self.doubt(T("how far is not said: as far as it can"))
            self.found.legs.append(("fwd", None))
        self.slot = "way"
        return True

    def _is_next_turn(self) -> bool:
        """The number belongs to the turn that follows: forward, 30 degrees right."""
        return bool(self.sees("n:degrees", ahead=1))

    @clause("FA-MOV-02", "FA-UNIT-07")
    def _wheel(self) -> bool:
        """A turn by so much to a side, about, to a heading or towards something."""
        if not self.sees("do:wheel", "dir:right", "dir:left", "dir:about"):
            return False
        side, angle, toward, facing = 0, None, None, False
        while not self.over:
            if angle is not None and (self.sees("do:wheel") or (side and self._before_turn())):
                break
            if word := self.takes("do:wheel", "dir:right", "dir:left", "dir:about", "n:degrees", "do:face"):
                side = {"dir:right": 1, "dir:left": -1}.get(word, side)
                facing |= word == "do:face"
                angle = TURN // 2 if word == "dir:about" else angle
            elif facing and angle is None and toward is None and self.number() is not None:
                toward = degrees(self.take_number())
            elif angle is None and toward is None and self._is_angle():
                angle = _tenths(self.take_number())
            elif angle is None and toward is None and (found := self._toward()) is not None:
                toward = found
            else:
                break
        self._add_turn(side, angle, toward)
        self.slot = "way"
        return True

    def _is_angle(self) -> bool:
        if self.number() is None:
            return False
        if self.sees(*UNITS_OF_LENGTH, ahead=1):
            raise Unclear(T("no unit moves sideways or backward"))
        return not (self.sees("dir:forward", ahead=1) and self.number(2) is None)

    def _add_turn(self, side: int, angle: int | None, toward: int | None) -> None:
        if toward is not None:
            self.found.legs.append(("heading", toward))
        elif angle == TURN // 2 and not side:
            self.found.legs.append(("heading", (self._pose_heading() + angle) % TURN))
        elif not side:
            raise Unclear(T("to which side it wheels is not said"))
        else:
            if angle is None:
                self.doubt(T("how far it wheels is not said: a right angle"))
            self.found.legs.append(("wheel", side * (TURN // 4 if angle is None else angle)))

    def _pose_heading(self) -> int:
        turned = sum(amount or 0 for kind, amount in self.found.legs if kind == "wheel")
        return (self.unit.heading + turned) % TURN

    def _toward(self) -> int | None:
        """A heading said by the compass or by a unit."""
        compass = self.takes(*HEADINGS)
        if compass:
            return HEADINGS[compass]
        if self.number() is not None:
            return None
        units = [unit for unit in self.units(self.peek()) if unit.id != self.unit_id]
        if not units:
            return None
        self.at += 1
        nearest = min(
            units, key=lambda one: (one.side == self.unit.side, self.field.distance(self.unit_id, one.id))
        )
        return heading_to(self.unit.centre, nearest.centre)

    @clause("FA-ORD-08", "FA-ORD-09")
    def _facing(self) -> bool:
        """A heading to take up: facing 90, фронтом на север, лицом к оркам, to the north."""
        said = self.takes("do:face")
        self.takes("do:wheel")
        known = self.found.verbs or self.found.legs or self.found.alone
        if not said and not (known and self.sees(*HEADINGS)):
            return False
        if self.takes("dir:about"):
            self._head_for((self.unit.heading + TURN // 2) % TURN)
            return True
        found = self._toward()
        if found is None:
            number = self.take_number()
            found = degrees(number)
            if not self.takes("n:degrees"):
                self.bare = number
        self._head_for(found)
        return True

    def _head_for(self, heading: int) -> None:
        """For a move it's a turn on the way; retreats, reforms and rallies end with it."""
        if set(self.found.verbs) & {"move", "march"} or (self.found.legs and not self.found.verbs):
            self.found.legs.append(("heading", heading))
            self.slot = "way"
        else:
            if self.found.heading not in (None, heading):
                self._was_frontage()
            self.found.heading = heading

    def _was_frontage(self) -> None:
        """«фронт 20, лицом на запад»: the first number was no heading."""
        if self.bare is None:
            raise Unclear(T("two headings in one"))
        self.found.files, self.bare = whole(self.bare, 1), None

    # --- shape ---

    @clause("FA-ORD-09", "FA-UNIT-09")
    def _shape(self) -> bool:
        self_said = self.takes("do:formation")
        words: tuple[FormationWord, ...] = get_args(FormationWord)
        form = next((one for one in words if f"form:{one}" in self.peek()), None)
        if form and not self._is_number_of_files():
            self.at += 1
            self.found.formation = form
            self.slot = "shape"
            return True
        if self.takes("n:files"):
            self.found.files = whole(self.take_number(), 1)
            self.takes("n:files")
            self.slot = "shape"
            return True
        return bool(self_said)

    def _is_number_of_files(self) -> bool:
        """«колонн 10»: the word for files that a number follows."""
        return bool(self.sees("n:files")) and self.number(1) is not None

    # --- order words ---

    def _alone(self) -> bool:
        told = self.takes("do:rally", "do:run", "do:default")
        if told:
            self.found.alone = told[3:]
            self.slot = "alone"
        return bool(told)

    def _verb(self) -> bool:
        told = self.takes(*(f"do:{one}" for one in VERBS), "do:hit")
        if not told:
            return False
        verb = self._hit() if told == "do:hit" else told[3:]
        self.found.verbs.append(verb)
        self.slot = "way" if verb in ("move", "march") else verb
        return True

    def _hit(self) -> str:
        """Guns and bows hit from afar, all others hand to hand."""
        shoots = self.field.profile(self.unit_id).role in SHOOTERS
        return "shoot" if shoots else "attack"

    def _or(self) -> bool:
        """Another target; another order is a doubt."""
        if not self.takes("sep:or"):
            return False
        another = self.sees(*(f"do:{one}" for one in VERBS))
        same = another and another[3:] in self.found.verbs
        if same:
            self.at += 1
        elif another and self.slot != "reaction":
            self.doubt(T("there is an “or” in it: the first was taken"))
            self.at = len(self.said)
        return True

    @clause("FA-ORD-04", "FA-ORD-06")
    def _thing(self) -> bool:
        """A target, a hero who is spoken of, the unit itself."""
        keys = self.peek()
        if self.slot == "spell" and (aims := self._aims(keys)):
            _aim_at(self.found.spells[-1].targets, aims)
            self.at += 1
            return True
        if heroes := self.heroes(keys):
            self.hero = heroes
            self.at += 1
            return True
        foes = self.enemies(keys)
        if self.slot in ("reaction", "duel", "pursuit") and (foes or self._is_strange_hero(keys)):
            if self.slot == "reaction":
                self.doubt(T("it reacts to whoever charges it"))
            self.at += 1
            return True
        if foes and self.slot == "way" and not set(self.found.verbs) & {"attack", "shoot"}:
            self._go_to(str(foes[0]))
            self.at += 1
            return True
        if foes:
            _aim_at(self.found.targets, foes[:1] if self.sees("at:nearest", ahead=-1) else foes)
            self.at += 1
            return True
        if self.unit_id in keys:
            self.at += 1
            return True
        if self.slot in ("attack", "shoot") and self.units(keys):
            why = T("unit {unit} is of your own side", unit=self.units(keys)[0].id)
            raise Unclear(why)
        return False

    @clause("FA-MOV-02")
    def _go_to(self, enemy: str) -> None:
        """Forward 4 towards the goblins: first a turn, then the way."""
        toward = ("heading", heading_to(self.unit.centre, self.field.unit(enemy).centre))
        legs = self.found.legs
        legs.insert(len(legs) - 1 if legs and legs[-1][0] == "fwd" else len(legs), toward)

    def _is_strange_hero(self, keys: Keys) -> bool:
        pieces = (self.field.pieces.get(str(key)) for key in keys)
        return any(isinstance(one, Character) and one.side != self.unit.side for one in pieces)

    def _idle(self) -> bool:
        """Words that add nothing where they stand, or little."""
        self.found.nearest |= bool(self.sees("at:nearest"))
        return bool(
            self.takes("do:via", "at:nearest", "do:cast", "do:full", "n:degrees", "at:point", "do:deploy")
        )

    # --- the end ---

    def _settle_turns(self) -> None:
        """A foot unit that only turns reforms; others wheel."""
        legs, found = self.found.legs, self.found
        if legs and set(found.verbs) & {"move", "march"} and all(kind == "heading" for kind, _ in legs):
            self.doubt(T("how far is not said: as far as it can"))
            legs.append(("fwd", None))
        only_turns = bool(legs) and all(kind == "heading" for kind, _ in legs)
        stands = not found.verbs or set(found.verbs) == {"reform"}
        if only_turns and stands and self.unit.kind in ("foot", "monster"):
            found.heading = legs[-1][1]
            found.legs = []
            found.verbs = ["reform"]
        turned = found.heading is not None or found.files or found.formation
        if turned and not found.verbs and not found.alone and not legs:
            found.verbs = ["reform"]


def _aim_at(choices: list[C], more: C) -> None:
    """Another target; «орков h2» is one, told more clearly."""
    both = tuple(one for one in more if choices and one in choices[-1])
    if both:
        choices[-1] = both  # type: ignore[assignment]
    else:
        choices.append(more)


def _duel_words(told: Sequence[str]) -> list[str]:
    if "no:accept" in told:
        return [REFUSE]
    challenges = "do:challenge" in told or "do:accept" not in told
    accepts = "do:accept" in told
    if accepts and challenges and told.index("do:accept") < told.index("do:challenge"):
        return ["accept"]  # accepts the challenge
    return ["challenge"] * challenges + ["accept"] * accepts


def _tenths(number: Decimal) -> int:
    return whole(number, 10)
