"""A described clash: the rules of a round of melee, of a volley, of a casting or of a test, with nothing to decide.

The laboratory's small battle (``grognard odds``). Where the rules throw many dice in one call, one throw stands for
them here, whose chances come from the same rules branched (``attacks.kills``, ``prospects.ball_odds``).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import lcm

from grognard.core.chance import Chance, Draw, Throw
from grognard.core.rule import clause, rule
from grognard.rulebooks.fantasy import melee, sequence
from grognard.rulebooks.fantasy.aiming import aim, charges, is_moving
from grognard.rulebooks.fantasy.attacks import Attack, kills
from grognard.rulebooks.fantasy.battle import FantasyBattle
from grognard.rulebooks.fantasy.casting import cast_result, dispel_result, magic_dice
from grognard.rulebooks.fantasy.harming import attack_on, owe
from grognard.rulebooks.fantasy.machines import aimed_at, laid, misfire
from grognard.rulebooks.fantasy.melee import melee_of
from grognard.rulebooks.fantasy.ordnance import gun_die
from grognard.rulebooks.fantasy.prospects import Odds, ball_odds

END = "clash"


class Whole:
    """Many dice as one throw: numbers with their chances. As it were one die with as many sides as there are cases."""

    def __init__(self, odds: Odds) -> None:
        self.count = 1
        self.sides = self._total = lcm(*(share.denominator for share in odds.values()))
        self._branches = tuple((Throw((), n), int(share * self._total)) for n, share in sorted(odds.items()))

    @property
    def branches(self) -> tuple[tuple[Throw[int], int], ...]:
        return self._branches

    @property
    def total(self) -> int:
        return self._total

    def throw(self, draw: Draw) -> Throw[int]:
        """By lot: the place in all that may come."""
        at = draw(self._total)
        for throw, weight in self._branches:
            at -= weight
            if at <= 0:
                return throw
        raise AssertionError

    def read(self, faces: Sequence[int]) -> Throw[int]:
        raise ValueError(f"no faces: {list(faces)}")


@lru_cache(maxsize=256)
@clause("FA-WND-01")
def whole(attack: Attack) -> Chance[int]:
    return Whole(kills(attack))


# --- melee ------------------------------------------------------------------------------------------------


@rule("FA-MEL-01", "FA-MEL-02")
def clash_round(battle: FantasyBattle, rounds: int) -> None:
    """A round of the only melee, A1 to A7. ``rounds``: how many at most, 0: until somebody gives way."""
    for one in melee.begin(battle, clash=False):
        battle.then(sequence.a2, one, sequence.a3, one, clash_result, one, rounds)


@rule("FA-CR-01", "FA-CR-06")
def clash_given(battle: FantasyBattle, rounds: int, *caused: int) -> None:
    """The same with so many wounds caused by the first and by the second unit, and no blows."""
    for one in melee.begin(battle, clash=False):
        units = melee_of(battle, one).units
        pairs = tuple((units[at], units[1 - at], n) for at, n in enumerate(caused) if n)
        battle.change(one, caused=pairs)
        for _, struck, wounds in pairs:
            owe(battle, struck, wounds)
            melee.take_off(battle, struck)
        battle.then(clash_result, one, rounds)


@rule("FA-CR-06", "FA-CR-07", "FA-CR-10")
def clash_result(battle: FantasyBattle, melee_id: str, rounds: int) -> None:
    """Combat result, break tests, breakthrough, closing up."""
    battle.then(
        sequence.a4, melee_id, sequence.a5, melee_id, sequence.a6, melee_id, clash_on, melee_id, rounds
    )


@rule("FA-MEL-02", "FA-MEL-15")
def clash_on(battle: FantasyBattle, melee_id: str, rounds: int) -> None:
    """The next round, if there is one."""
    battle.then(sequence.a7, clash_next, rounds, *melee_of(battle, melee_id).winners)


@rule("FA-MEL-02")
def clash_next(battle: FantasyBattle, rounds: int, *winners: str) -> None:
    units = battle.field.units
    fighting = not any(one.inside for one in battle.field.contacts)
    over = rounds == 1 or any(unit.retreating for unit in units) or not battle.field.contacts
    if over or not fighting:
        battle.end(winners, f"{END}.melee")
    else:
        for contact in battle.field.contacts:
            battle.change(
                contact.id, round=1
            )  # any later round is like the second, so that odds come to an end
        battle.then(clash_round, max(rounds - 1, 0))


# --- shooting ---------------------------------------------------------------------------------------------


@rule("FA-SHO-01", "FA-SHO-02", "FA-SHO-13")
def clash_volley(battle: FantasyBattle, unit: str, target: str) -> None:
    """All shots of a volley at once, then casualties and the test for them."""
    field = battle.field
    reaction = charges(field, field.unit(target), unit)
    seen = aim(field, unit, target, moving=is_moving(field, unit), reaction=reaction)
    wounds = battle.roll(whole(attack_on(field, target, seen.blow, seen.dice)), "hit", unit).meaning
    owe(battle, target, wounds)
    battle.then(sequence.b6, sequence.swept, sequence.b7, clash_over, "shots")


@rule("FA-WM-04", "FA-WM-07")
def clash_ball(battle: FantasyBattle, gun: str, target: str) -> None:
    """A cannon's shot: the die to hit, then the ball through all ranks at once."""
    there = laid(battle.field, gun, target)
    assert there is not None
    shot = battle.roll(gun_die(aimed_at(there, gun, target, reaction=False)[1]), "hit", gun).meaning
    if shot == "misfire":
        misfire(battle, gun)
    elif shot == "hit":
        owe(battle, target, battle.roll(Whole(ball_odds(there, gun, target)), "wound", gun).meaning)
        battle.change(target, shelled=True)
    battle.then(sequence.b6, sequence.swept, sequence.b7, clash_over, "shots")


@rule("FA-WM-04", "FA-WM-09")
def clash_bomb(battle: FantasyBattle) -> None:
    """A mortar's shot, by the rules of the step."""
    battle.then(sequence.b5, sequence.b6, sequence.swept, sequence.b7, clash_over, "shots")


# --- magic and tests --------------------------------------------------------------------------------------


@rule("FA-MAG-09", "FA-MAG-10", "FA-MAG-11")
def clash_cast(battle: FantasyBattle, points: int, bonus: int, value: int) -> None:
    """A casting; how it came out is the reason why the clash is over."""
    result = cast_result(battle.roll(magic_dice(points), "cast").meaning, bonus, value)
    battle.end((), f"{END}.cast.{result}")


@rule("FA-MAG-13", "FA-MAG-14")
def clash_dispel(battle: FantasyBattle, points: int, bonus: int, against: int) -> None:
    result = dispel_result(battle.roll(magic_dice(points), "dispel").meaning, bonus, against)
    battle.end((), f"{END}.dispel.{result}")


@rule("FA-LD-01")
def clash_over(battle: FantasyBattle, kind: str) -> None:
    """There is no more to it. ``kind``: ``shots`` or ``test``."""
    battle.end((), f"{END}.{kind}")
