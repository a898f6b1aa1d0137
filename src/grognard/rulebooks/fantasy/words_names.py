"""Names of things as one seat's view has them, and words of the rules' own lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grognard.core.rule import clause
from grognard.locale import Name, T, Text
from grognard.orders.wording import readable
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import Character, SpellInForce, Unit
from grognard.rulebooks.fantasy.view import FantasyView
from grognard.rulebooks.names import SideNames, named
from grognard.show.model import Content, Die, Number, Strong, Words
from grognard.show.tabletop.figures import length
from grognard.space.pose import Point

ORDERS: Mapping[str, Text] = {
    "march": T("march on"),
    "move": T("ordinary move"),
    "attack": T("attack"),
    "hold": T("hold position"),
    "stand_and_shoot": T("stand-and-shoot"),
    "move_and_shoot": T("move and shoot"),
    "retreat": T("retreat"),
    "reform": T("re-form"),
}
"""Order words, each as a command."""
ORDER_CLAUSES: Mapping[str, str] = {
    "march": "FA-ORD-02",
    "move": "FA-ORD-03",
    "attack": "FA-ORD-04",
    "hold": "FA-ORD-05",
    "stand_and_shoot": "FA-ORD-06",
    "move_and_shoot": "FA-ORD-07",
    "retreat": "FA-ORD-08",
    "reform": "FA-ORD-09",
}
RANKS: Mapping[str, Text] = {
    "captain": T("captain"),
    "general": T("general"),
    "champion": T("champion"),
    "wizard": T("wizard"),
}
KINDS: Mapping[str, Text] = {
    "foot": T("foot"),
    "horse": T("horse"),
    "monster": T("monsters"),
    "machine": T("war machine"),
}
PHASES: Mapping[str, Text] = {
    "A": T("Phase A: melee"),
    "B": T("Phase B: shooting and magic"),
    "C": T("Phase C: movement"),
}


def unit_name(field: Field, unit_id: str) -> Name:
    """``c8 Knights``; the id alone of what is no unit of the view."""
    unit = field.pieces.get(unit_id)
    if not isinstance(unit, Unit):
        return Name(unit_id, unit_id)
    name = readable(field.tables.profiles[unit.profile].name)
    return Name(f"{unit_id} {name.en}", f"{unit_id} {name.ru or name.en}")


@clause("FA-CMD-01")
def hero_name(field: Field, hero_id: str) -> Name:
    """``General lord``; of one who is called by his unit and his profile, ``Captain f1``."""
    hero = field.pieces.get(hero_id)
    if not isinstance(hero, Character):
        return Name(hero_id, hero_id)
    name = readable(field.tables.characters[hero.profile].name)
    own = hero_id.removesuffix(f"_{hero.profile}")
    return Name(f"{name.en} {own}", f"{name.ru or name.en} {own}")


def spell_name(field: Field, spell: str) -> Name:
    row = field.tables.spells.get(spell)
    return readable(row.name) if row else Name(spell, spell)


class Names(SideNames):
    """Words for the ids in events, as the seat of the view knows them; an id that it doesn't know stays an id."""

    def __init__(self, view: FantasyView) -> None:
        super().__init__(view.setup)
        self.view = view
        self.field = view.field
        self.setup = view.setup
        self.tables = view.setup.tables

    # --- sides and seats ---

    def side_of(self, who: str) -> str:
        """The side of a seat, a unit, a character or a spell in force, or a side itself; "" for others."""
        piece = self.field.pieces.get(who)
        if isinstance(piece, Unit | Character | SpellInForce) and who not in self._at:
            return piece.side
        return super().side_of(who)

    # --- pieces ---

    def unit(self, unit_id: str) -> Strong:
        return Strong(unit_name(self.field, unit_id), self.at(unit_id))

    def units(self, ids: Iterable[str]) -> tuple[Strong, ...]:
        return tuple(map(self.unit, ids))

    def hero(self, hero_id: str) -> Strong:
        return Strong(hero_name(self.field, hero_id), self.at(hero_id))

    def piece(self, piece_id: str) -> Strong:
        """A unit or a character."""
        is_hero = isinstance(self.field.pieces.get(piece_id), Character)
        return self.hero(piece_id) if is_hero else self.unit(piece_id)

    def spell(self, spell: str) -> Strong:
        return Strong(spell_name(self.field, spell))

    def ground(self, ground_id: str) -> Words:
        """A piece of terrain by its own name, or its kind."""
        for one in self.setup.terrain:
            if one.id == ground_id:
                return one.name or self.tables.terrain[one.kind].name
        kind = next((one.kind for one in self.field.grounds if one.id == ground_id), "")
        return self.tables.terrain[kind].name if kind else ground_id

    def objective(self, objective_id: str) -> Words:
        found = (one.name for one in self.setup.objectives if one.id == objective_id)
        return next(found, objective_id)

    def bonus(self, bonus: str) -> Words:
        return named(self.tables.bonuses, bonus)


# --- figures -------------------------------------------------------------------------------------------


def cells(thousandths: int) -> Number:
    """``13.33 cells``."""
    return length(thousandths, T("cells"))


def point(at: Point) -> Text:
    """``(20; 15.5)`` to a hundredth."""
    return T("({x}; {y})", x=length(at[0]), y=length(at[1]))


@clause("FA-GEN-06")
def dice(faces: Iterable[int], *, dropped: bool = False) -> tuple[Die, ...]:
    return tuple(Die(face, dropped=dropped) for face in faces)


def plus(face: int) -> Content:
    """Least face of a die: ``4+``; none is thrown or none does it: a dash."""
    return T("{face}+", face=face) if 1 <= face <= 6 else "–"
