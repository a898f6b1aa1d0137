"""Awards that work once: a failed test or save is thrown again (FA-LEG-02)."""

from __future__ import annotations

from grognard.core.chance import at_least
from grognard.core.rule import clause
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.model import Character, Unit


@clause("FA-LEG-02")
def reroll_of(field: Field, unit: Unit, kind: str) -> tuple[str, str] | None:
    """(unit or character in it, award) that throws a failed test or save of this kind again."""
    bonuses = field.tables.bonuses
    pieces: tuple[Unit | Character, ...] = (unit, *field.characters_in(unit.id))
    for piece in pieces:
        for gift in piece.gifts:
            if bonuses[gift].effect == "reroll" and bonuses[gift].what == kind:
                return piece.id, gift
    return None


@clause("FA-LEG-02")
def use_up(battle: FantasyBattle, piece: str, gift: str) -> None:
    """An award works once."""
    held = battle.pieces[piece]
    assert isinstance(held, Unit | Character)
    battle.change(piece, gifts=tuple(one for one in held.gifts if one != gift))


@clause("FA-LEG-02")
def saved_again(battle: FantasyBattle, unit_id: str, need: int, failed: int) -> int:
    """How many of a unit's ``failed`` saves an award has turned: the first is thrown again, 1 or 0."""
    award = reroll_of(battle.field, battle.unit(unit_id), "save") if failed else None
    if award is None:
        return 0
    use_up(battle, *award)
    return int(battle.roll(at_least(6, need), "save", unit_id).meaning)
