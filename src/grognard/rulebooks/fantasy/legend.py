"""The best legend: the game master names a seat before the battle, and it chooses its award (chapter LEG)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.rule import clause, rule
from grognard.core.state import UMPIRE, Arg, Order
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.events import BonusTaken, LegendNamed
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import TURN, Character, Unit
from grognard.rulebooks.fantasy.tables import LegendBonus

NOBODY: Order = ("nobody",)


@rule("FA-LEG-01", "FA-GEN-10")
def name_best(battle: FantasyBattle) -> None:
    """If anybody has described himself and his troops, the game master says whose legend was best."""
    if battle.setup.descriptions:
        battle.ask("legend", UMPIRE, then=take_best)


@rule("FA-LEG-01")
def take_best(battle: FantasyBattle, word: str, seat: str = "") -> None:
    """The seat that was named chooses."""
    battle.change(TURN, legend=seat)
    battle.tell(LegendNamed(seat))
    if seat and next(awards(battle.field, seat), None):
        battle.ask("legend_bonus", seat, seat, then=take_bonus)


@rule("FA-LEG-01")
def take_bonus(battle: FantasyBattle, seat: str, word: str, bonus: str, piece: str) -> None:
    """One entry of the table goes to one unit or character. Only its own side learns which."""
    given = battle.piece(piece)
    assert isinstance(given, Unit | Character)
    battle.change(piece, gifts=(*given.gifts, bonus))
    battle.tell_side(battle.setup.side_of(seat), BonusTaken(seat, bonus, piece))


@clause("FA-LEG-01", "FA-GEN-10")
def awards(field: Field, seat: str) -> Iterator[tuple[Arg, ...]]:
    """Every entry with everything it may be given to: by entry in table order, then by unit and character id."""
    for row in field.tables.bonuses.values():
        every: tuple[Unit | Character, ...] = (*field.units, *field.characters)
        for one in every:
            if one.seat == seat and _fits(row, one):
                yield ("bonus", row.id, one.id)


def _fits(row: LegendBonus, one: Unit | Character) -> bool:
    if isinstance(one, Unit):
        return row.of == "unit"
    return row.of == "character" or (row.of == "wizard" and one.level > 0)
