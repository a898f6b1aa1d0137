"""What each word of the vocabulary does when its card works (MO-KSO-20). Effects that last do nothing here: whoever
needs a value looks at the cards in play (``values``). A new word is a line in ``RUN``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.chance import Table
from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.modern import decks, ground
from grognard.rulebooks.modern import effects as fx
from grognard.rulebooks.modern.battle import ModernBattle
from grognard.rulebooks.modern.cards import cancel
from grognard.rulebooks.modern.effects import ARMS, AnyEffect
from grognard.rulebooks.modern.events import (
    ClockChanged,
    HandPeeked,
    HandSeen,
    Healed,
    MovesAdded,
    Reinforced,
    Relocated,
)
from grognard.rulebooks.modern.hits import enter, strike
from grognard.rulebooks.modern.model import Unit
from grognard.rulebooks.modern.values import is_immune, op
from grognard.rulebooks.modern.visibility import read


@dataclass(frozen=True)
class Running:
    """A card (or ability) that works now: whose, its id, at what."""

    battle: ModernBattle
    owner: str
    source: str
    targets: tuple[Arg, ...]

    @property
    def side(self) -> str:
        return self.battle.field.side_of(self.owner)

    def is_shut_out(self, seat: str, effect: AnyEffect) -> bool:
        """An enemy who is immune to this word."""
        field = self.battle.field
        return field.side_of(seat) != self.side and is_immune(field, seat, op(effect))

    def units(self, effect: AnyEffect) -> Iterator[Unit]:
        """The targets that are units on the map still."""
        for one in self.targets:
            unit = self.battle.pieces.get(str(one))
            if isinstance(unit, Unit) and unit.status == "map" and not self.is_shut_out(unit.general, effect):
                yield unit

    def hexes(self) -> Iterator[int]:
        return (one for one in self.targets if isinstance(one, int))

    def generals(self, effect: AnyEffect) -> Iterator[str]:
        for one in self.targets:
            if one in self.battle.setup.generals and not self.is_shut_out(str(one), effect):
                yield str(one)

    def pairs(self) -> Iterator[tuple[Arg, Arg]]:
        return zip(self.targets[::2], self.targets[1::2], strict=True)


@clause("MO-KSO-20")
def run_effects(
    battle: ModernBattle, owner: str, source: str, effects: tuple[AnyEffect, ...], targets: tuple[Arg, ...]
) -> None:
    """Every effect in the order of the card."""
    running = Running(battle, owner, source, targets)
    for effect in effects:
        run = RUN.get(type(effect))
        if run is not None:
            run(running, effect)


# --- on units --------------------------------------------------------------------------------------------


@clause("MO-KSO-21", "MO-FIRE-11")
def _strike(running: Running, effect: fx.Strike) -> None:
    for unit in list(running.units(effect)):
        value = effect.at[ARMS.index(running.battle.field.arm(unit))]
        if value:
            strike(running.battle, running.source, unit.id, value)


@clause("MO-KSO-20", "MO-UNIT-06")
def _heal(running: Running, effect: fx.Heal) -> None:
    for unit in list(running.units(effect)):
        lost = max(0, unit.lost - effect.statuses)
        if lost != unit.lost:
            running.battle.change(unit.id, lost=lost)
            running.battle.tell_each(lambda eye, one=unit.id, lost=lost: Healed(eye.counter(one), lost))  # type: ignore[misc]


@clause("MO-KSO-20")
def _relocate(running: Running, effect: fx.Relocate) -> None:
    for one, hex in running.pairs():
        unit = running.battle.unit(str(one))
        if running.is_shut_out(unit.general, effect) or running.battle.field.at(int(hex)) is not None:
            continue
        if not running.battle.field.can_stand(unit, int(hex)):
            continue
        running.battle.change(unit.id, hex=int(hex))
        running.battle.tell_each(lambda eye, unit=unit: Relocated(eye.counter(unit.id), unit.hex))  # type: ignore[misc]
        enter(running.battle, unit.id)


@clause("MO-KSO-20")
def _attack_now(running: Running, effect: fx.AttackNow) -> None:
    for unit in running.units(effect):
        running.battle.later("fire.attack_now", running.owner, unit.id)


@clause("MO-KSO-22", "MO-VIS-06")
def _reinforce(running: Running, effect: fx.Reinforce) -> None:
    for hex, one in running.pairs():
        unit = running.battle.unit(str(one))
        if unit.status == "reserve" and running.battle.field.at(int(hex)) is None:
            running.battle.change(unit.id, status="map", hex=int(hex), general=running.owner, known=False)
            running.battle.tell_each(lambda eye, unit=unit: Reinforced(running.owner, eye.counter(unit.id)))  # type: ignore[misc]
            enter(running.battle, unit.id)


# --- on hexes --------------------------------------------------------------------------------------------


@clause("MO-KSO-20", "MO-VIS-04")
def _reveal(running: Running, effect: fx.Reveal) -> None:
    """All of the map at once, or what stands near the target hexes."""
    field = running.battle.field
    area = field.grid.all if effect.radius < 0 else 0
    for hex in running.hexes():
        area |= field.grid.disc(hex, effect.radius)
    for unit in field.on_map:
        if unit.side != running.side and not unit.known and area >> unit.hex & 1:
            read(running.battle, running.side, unit.id)


@clause("MO-KSO-20", "MO-TERR-12")
def _build(running: Running, effect: fx.Build) -> None:
    battle = running.battle
    if effect.what == "fort":
        for unit in list(running.units(effect)):
            if battle.field.may_hold_fort(unit.hex):
                ground.change_fort(battle, running.source, unit.hex, effect.levels)
    for hex in running.hexes():
        if effect.what == "crossing" and battle.field.is_river(hex) and not battle.field.passages >> hex & 1:
            ground.lay_crossing(battle, running.source, hex)
        elif effect.what == "mines":
            ground.lay_mines(battle, running.source, running.side, hex)


@clause("MO-KSO-20", "MO-TERR-12", "MO-TERR-14")
def _demolish(running: Running, effect: fx.Demolish) -> None:
    battle = running.battle
    for hex in running.hexes():
        match effect.what:
            case "bridge":
                if battle.field.passages >> hex & 1 and battle.field.at(hex) is None:
                    ground.demolish(battle, running.source, hex)
            case "fort":
                ground.change_fort(battle, running.source, hex, -1)
            case "mines":
                ground.clear_mines(battle, running.source, hex)


@clause("MO-KSO-20", "MO-CP-02")
def _hold(running: Running, effect: fx.Hold) -> None:
    if effect.reset:
        for hex in running.hexes():
            ground.interrupt(running.battle, running.source, hex)


# --- on generals and cards -------------------------------------------------------------------------------


@clause("MO-KSO-20", "MO-GNL-02")
def _extra_moves(running: Running, effect: fx.ExtraMoves) -> None:
    for seat in running.generals(effect):
        more = running.battle.general(seat).extra_moves + effect.count
        running.battle.change(seat, extra_moves=more)
        running.battle.tell(MovesAdded(seat, effect.count))


@clause("MO-KSO-20", "MO-TURN-05")
def _time(running: Running, effect: fx.Time) -> None:
    for seat in running.generals(effect):
        if running.battle.option("turn_seconds"):
            more = running.battle.general(seat).seconds + effect.seconds
            running.battle.change(seat, seconds=more)
            running.battle.tell(ClockChanged(seat, effect.seconds))


@clause("MO-KSO-14", "MO-KSO-20")
def _cancel(running: Running, effect: fx.Cancel) -> None:
    for one in running.targets:
        cancel(running.battle, (running.owner, running.source), str(one))


@clause("MO-KSO-18", "MO-KSO-20")
def _draw(running: Running, effect: fx.Draw) -> None:
    """What finds the hand full is skipped."""
    for _ in range(effect.count):
        if decks.has_room(running.battle.field, running.owner):
            decks.draw(running.battle, running.owner, effect.tier, running.source)


@clause("MO-KSO-16", "MO-KSO-20")
def _discard(running: Running, effect: fx.Discard) -> None:
    for seat in running.generals(effect):
        for _ in range(effect.count):
            if effect.how == "choice":
                running.battle.then(ask_discard, seat, running.source)
            elif hand := running.battle.general(seat).hand:
                card = running.battle.roll(Table(hand), "discard", seat).meaning if len(hand) > 1 else hand[0]
                decks.shed(running.battle, seat, card, running.source)


@rule("MO-KSO-20")
def ask_discard(battle: ModernBattle, seat: str, source: str) -> None:
    """He chooses what to lose."""
    if battle.general(seat).hand:
        battle.ask("discard", seat, seat, source, then=discarded)


@rule("MO-KSO-16", "MO-KSO-20")
def discarded(battle: ModernBattle, seat: str, source: str, verb: Arg, card: Arg) -> None:
    decks.shed(battle, seat, str(card), source)


@clause("MO-KSO-20")
def _peek(running: Running, effect: fx.Peek) -> None:
    """The side of the player sees a hand as it is now; everybody sees that it does."""
    battle = running.battle
    for seat in running.generals(effect):
        seen = HandSeen(running.owner, seat, battle.general(seat).hand)
        own, short = battle.seats_of(running.side), HandPeeked(running.owner, seat)
        battle.tell_apart((seen, own), (short, None))


RUN: Mapping[type[Any], Callable[[Running, Any], None]] = {
    fx.Strike: _strike,
    fx.Heal: _heal,
    fx.Relocate: _relocate,
    fx.AttackNow: _attack_now,
    fx.Reinforce: _reinforce,
    fx.Reveal: _reveal,
    fx.Build: _build,
    fx.Demolish: _demolish,
    fx.Hold: _hold,
    fx.ExtraMoves: _extra_moves,
    fx.Time: _time,
    fx.Cancel: _cancel,
    fx.Draw: _draw,
    fx.Discard: _discard,
    fx.Peek: _peek,
}
"""Effects that do something at once."""
