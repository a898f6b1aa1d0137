"""A battle that was played on the table, told again as the ledger of one on a floor: who struck whom, every die, and
what only a map could say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from grognard.core.events import Event
from grognard.rulebooks.napoleonic import events as told
from grognard.rulebooks.napoleonic.book import BOOK
from grognard.rulebooks.napoleonic.words_names import name_of

SIDES = {"front": "front", "left": "left flank", "right": "right flank", "rear": "rear"}


class Ledger:
    """Lines for the events of a battle, turn by turn."""

    def __init__(self, scenario: str) -> None:
        self.lines = [f"battle {scenario}"]
        self.setup = BOOK.read_setup(BOOK.scenarios()[scenario])
        self.orders: dict[str, tuple[Any, ...]] = {}
        self.turn: list[Event] = []
        self.fated: set[str] = set()
        self.tried: dict[str, int] = {}

    @classmethod
    def of(cls, scenario: str, events: Sequence[Event]) -> Ledger:
        ledger = cls(scenario)
        for event in events:
            if isinstance(event, told.TurnStarted):
                ledger.close()
                ledger.lines.append(f"turn {event.turn}")
            ledger.turn.append(event)
        ledger.close()
        return ledger

    def close(self) -> None:
        """Lines of a turn, in the order of its phases."""
        events, self.turn = self.turn, []
        fight = next(
            (at for at, one in enumerate(events) if isinstance(one, told.StrikeDeclared)), len(events)
        )
        before, combat = events[:fight], events[fight:]
        self.orders = {one.unit: one.order for one in before if isinstance(one, told.OrderRevealed)}
        self.tried = {
            one.lower: one.die for one in before if isinstance(one, told.InitiativeRolled) and not one.upper
        }
        self.fated = set()
        for at, event in enumerate(before):
            self.lines += self._moved(event)
            self.lines += self._posts(event)
            self.lines += self._fired(before[at:], event)
            if isinstance(event, told.Routed | told.RoutersPass | told.NeighbourBack):
                self.lines += self._after(before[at:], event)
        self.fated = set()
        if combat:
            self.lines += self._fight(combat)
            for at, event in enumerate(combat):
                self.lines += self._after(combat[at:], event)
                self.lines += self._posts(event)
            self.lines += [
                f"state {one.unit} left the field" for one in combat if isinstance(one, told.LeftField)
            ]

    # --- movement and fire ---

    def named(self, formation: str) -> str:
        """By its name: the id of the I Corps is an English word."""
        return name_of(self.setup, formation).en

    def _tries(self, *units: str) -> str:
        """Dice by which they may split or reunite."""
        dice = [f"{one} {self.tried[one]}" for one in units if one in self.tried]
        return f": {', '.join(dice)}" if dice else ""

    def _moved(self, event: Event) -> Iterator[str]:
        match event:
            case told.PersonMoved():
                yield f"join {event.person} > {event.after}"
            case told.Split():
                figures = " ".join(str(count) for _, count in event.parts)
                yield f"split {event.unit} {figures}{self._tries(event.unit)}"
            case told.Rejoined():
                yield f"reunite {', '.join(event.parts)}{self._tries(*event.parts)}"
            case told.CrewChanged():
                yield f"crew {event.before} > {event.after} {event.gunners}"
            case told.Formed():
                yield f"state {event.unit}, {event.kind.replace('_', ' ').replace('line', 'in line')}"
            case told.LockEnded(why="withdrawal"):
                yield f"state {event.units[0]} apart"
            case told.LeftField():
                yield f"state {event.unit} left the field"
            case told.ReturnedToBattle(reason="battle_line"):
                yield f"state {event.unit} back in the battle"
            case _:
                return

    def _posts(self, event: Event) -> Iterator[str]:
        """Posts that are taken over or filled, with their dice."""
        match event:
            case told.PostTaken(given_back=True):
                yield f"give back {event.person}"
            case told.PostTaken():
                yield f"take over {event.person} > {self.named(event.formation)}"
            case told.ReplacementRolled():
                yield f"replace {event.person} > {self.named(event.formation)}: {event.die}"
            case told.Replaced(how="senior" | "appointed" | "given"):
                how = event.how.replace("senior", "in person")
                yield f"replace {event.person} > {self.named(event.formation)}, {how}"
            case _:
                return

    def _fired(self, rest: Sequence[Event], event: Event) -> Iterator[str]:
        if isinstance(event, told.Shot):
            strength = {"full": "", "minus_one": ", die minus one", "half": ", half die"}[event.strength]
            yield f"fire {event.gun} at {event.target}, {event.ammunition}{strength}: {event.die}"
        elif isinstance(event, told.SkirmishFire):
            dice = " ".join(map(str, event.dice))
            yield f"fire {event.unit} at {event.target}, skirmishers {len(event.dice)}: {dice}"
        elif isinstance(event, told.PersonHit):
            yield from self._fate(rest)

    def _fate(self, rest: Sequence[Event]) -> Iterator[str]:
        """All dice of one unit in a phase make one line, told with the first of them."""
        first = rest[0]
        assert isinstance(first, told.PersonHit)
        if first.unit not in self.fated:
            self.fated.add(first.unit)
            run = [one for one in rest if isinstance(one, told.PersonHit) and one.unit == first.unit]
            yield f"fate {first.unit}: {', '.join(f'{one.person} {one.die}' for one in run)}"

    # --- close combat ---

    def _fight(self, combat: Sequence[Event]) -> Iterator[str]:
        strikes = [one for one in combat if isinstance(one, told.StrikeDeclared)]
        dice = [one for one in combat if isinstance(one, told.CombatDie)]
        fights = [one for one in combat if isinstance(one, told.Fight)]
        for one in dict.fromkeys(die.on for die in dice if die.why == "non_resisting"):
            yield f"state {one}, withdraws"
        parts = [self._strike(one, strikes, dice, fights) for one in strikes]
        strikers = {one.striker for one in strikes}
        charging = [one for one in dict.fromkeys(each.target for each in strikes) if one not in strikers]
        parts += [
            f"{one} attacks{self._past(one, fights)}"
            for one in charging
            if self.orders.get(one, ())[:1] == ("attack",)
        ]
        for fight in fights:
            for (unit, enemy), items in zip((fight.units, fight.units[::-1]), fight.modifiers, strict=True):
                taken = [item.value for item in items if item.source == "obstacle"]
                parts += [f"{unit} obstacle {-value} against {enemy}" for value in taken]
        parts += [
            f"{one.unit} {'onto an obstacle' if one.way == '3' else 'narrow place'}"
            for one in combat
            if isinstance(one, told.Routed) and one.way in ("3", "4")
        ]
        yield f"fight {', '.join(dict.fromkeys(parts))}: {', '.join(f'{one.unit} {one.die}' for one in dice)}"

    def _strike(
        self,
        one: told.StrikeDeclared,
        strikes: Sequence[told.StrikeDeclared],
        dice: Sequence[told.CombatDie],
        fights: Sequence[told.Fight],
    ) -> str:
        words = f"{one.striker} > {one.target} {SIDES[one.flank]}"
        answers = any(each.striker == one.target and each.target == one.striker for each in strikes)
        if answers and self.orders.get(one.striker, ())[:1] != ("attack",):
            words += " standing"
        words += self._past(one.striker, fights)
        order = self.orders.get(one.striker, ())
        lances = self._has("lances", one.striker, fights)
        if order[:1] == ("attack",) and order[1] != one.target and not lances:
            words += " other target"
        strikers = {each.striker for each in strikes}
        if one.target not in strikers and (one.target, one.striker) in {
            (each.unit, each.on) for each in dice
        }:
            words += " losses here"
        return words

    @staticmethod
    def _past(who: str, fights: Sequence[told.Fight]) -> str:
        """Whether it rode past a front, as its fights say."""
        return " past a front" if Ledger._has("passed_front", who, fights) else ""

    @staticmethod
    def _has(source: str, who: str, fights: Sequence[told.Fight]) -> bool:
        items = [one for fight in fights for unit, own in zip(fight.units, fight.modifiers, strict=True)
                 if unit == who for one in own]  # fmt: skip
        return any(one.source == source for one in items)

    def _after(self, rest: Sequence[Event], event: Event) -> Iterator[str]:
        match event:
            case told.PersonHit():
                yield from self._fate(rest)
            case told.Routed(way="contagion"):
                yield f"rout {event.unit}, carried away"
            case told.RoutersPass() if event.result != "routs":
                yield f"in the way {event.routed} > {event.unit}" + (f": {event.die}" if event.die else "")
            case told.NeighbourBack():
                yield f"neighbour {event.unit} of {event.routed}"
            case told.FollowedUp():
                yield (
                    f"follow {event.unit} {event.distance / 1000}" if event.distance else f"stay {event.unit}"
                )
            case told.Obedience():
                yield f"obedience {event.unit}: {event.die}"
            case told.Pursuit():
                yield self._pursuit(rest, event)
            case told.GunCaptured() | told.GunRetaken():
                yield f"capture {event.gun} > {event.unit}: {self._taken(rest)}"
            case told.PersonRefuge(unit=unit) if unit:
                yield f"join {event.person} > {unit}"
            case told.PersonRefuge(captured_by=captor) if captor:
                yield f"capture {event.person} > {captor}"
            case told.PersonRefuge():
                yield f"state {event.person} left the field"
            case told.ReturnedToBattle(reason="battle_line"):
                yield f"state {event.unit} back in the battle"
            case _:
                return

    @staticmethod
    def _taken(rest: Sequence[Event]) -> str:
        """Dice for the persons with the gun that the first event takes."""
        after = rest[1:]
        others = (at for at, one in enumerate(after) if isinstance(one, told.GunCaptured | told.GunRetaken))
        own = after[: next(others, len(after))]
        return " ".join(str(face) for one in own if isinstance(one, told.PersonTaken) for face in one.dice)

    @staticmethod
    def _pursuit(rest: Sequence[Event], pursuit: told.Pursuit) -> str:
        dice = [
            face
            for one in rest
            if isinstance(one, told.PursuitRoll)
            and (one.pursuer, one.routed if one.step != "recapture" else pursuit.routed)
            == (pursuit.unit, pursuit.routed)
            for face in one.dice
        ]
        return f"pursue {pursuit.unit} > {pursuit.routed}: {' '.join(map(str, dice))}"
