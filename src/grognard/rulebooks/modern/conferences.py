"""Conferences (MO-RES-02, MO-RES-03). A general hands a proposal in at any of his decisions of a turn; in its reserve
phase the first general of each side answers."""

from __future__ import annotations

from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.modern.battle import ModernBattle
from grognard.rulebooks.modern.events import Conference
from grognard.rulebooks.modern.field import Field
from grognard.rulebooks.modern.victory import finish

KINDS = ("generals", "press", "armistice")


@clause("MO-RES-03")
def may_propose(field: Field, seat: str) -> bool:
    """One proposal a general and turn."""
    return not field.general(seat).proposed and not field.general(seat).gone


@clause("MO-RES-02", "MO-RES-03")
def propose(battle: ModernBattle, seat: str, kind: str, minutes: int) -> None:
    """It waits for the reserve phase; nobody hears of it before."""
    battle.change(seat, proposed=True, proposal=(kind, minutes))


@clause("MO-RES-02")
def voices(field: Field, seat: str) -> list[str]:
    """Whose yes is needed: the first general of each side who is left, without the proposer."""
    firsts = [
        next((one.id for one in field.generals_of(side.id) if not one.gone), "") for side in field.setup.sides
    ]
    return [one for one in firsts if one and one != seat]


@rule("MO-RES-02", "MO-RES-03")
def conferences(battle: ModernBattle) -> None:
    """All proposals of this turn, one after another."""
    for seat in battle.setup.generals:
        kind, minutes = battle.general(seat).proposal
        if kind:
            battle.change(seat, proposal=("", 0))
            if not battle.general(seat).gone:
                battle.tell(Conference(kind, minutes, seat, "proposed"))
                battle.then(next_voice, seat, kind, minutes, ",".join(voices(battle.field, seat)))


@rule("MO-RES-02")
def next_voice(battle: ModernBattle, seat: str, kind: str, minutes: int, left: str) -> None:
    """The next first general is asked; when all have agreed the conference is held, the clock stands."""
    if not left:
        battle.tell(Conference(kind, minutes, seat, "accepted"))
        if kind == "armistice":
            finish(battle, "armistice")
        return
    one, _, rest = left.partition(",")
    battle.ask("conference", one, seat, kind, minutes, rest, then=voiced)


@rule("MO-RES-02")
def voiced(battle: ModernBattle, seat: str, kind: str, minutes: int, left: str, answer: Arg) -> None:
    """Silence is a refusal."""
    if answer == "accept":
        battle.then(next_voice, seat, kind, minutes, left)
    else:
        battle.tell(Conference(kind, minutes, seat, "refused"))
