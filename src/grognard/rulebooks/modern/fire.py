"""Fire: shots in the attack phase and out of turn (chapter Fire)."""

from __future__ import annotations

from grognard.core.rule import clause, rule
from grognard.core.state import Arg
from grognard.rulebooks.modern.battle import Eye, ModernBattle
from grognard.rulebooks.modern.events import Shot, ShotDeclared
from grognard.rulebooks.modern.hits import UNTOLD, Blow, armour_told, blow, sum_told, take
from grognard.rulebooks.modern.lines import attack_on, shots, why_not_at
from grognard.rulebooks.modern.model import Hit, Unit
from grognard.rulebooks.modern.passing import TIME_UP, time_up
from grognard.rulebooks.modern.visibility import look
from grognard.rulebooks.modern.windows import offer

DECLARED = "enemy_attack_declared"
VOID = "void"
"""Result of a shot that a card has made impossible after it was declared."""


# --- a shot ----------------------------------------------------------------------------------------------


@rule("MO-FIRE-01")
def fire(battle: ModernBattle, seat: str, shooter_id: Arg, hex: Arg) -> None:
    """A shot is declared; the target's side has a window, then its result."""
    unit = battle.unit(str(shooter_id))
    battle.change(unit.id, attacks=unit.attacks + 1)
    declare_shot(battle, unit.id, int(hex))


@clause("MO-FIRE-01", "MO-KSO-12", "MO-VIS-03")
def declare_shot(battle: ModernBattle, shooter_id: str, hex: int) -> None:
    """Who fires at whom is known to all, and a stealthy firer is stealthy no more."""
    battle.change(shooter_id, exposed=True)
    shooter, target = battle.unit(shooter_id), battle.field.at(hex)
    assert target is not None
    target_id, far = target.id, battle.field.grid.distance(shooter.hex, hex)
    battle.tell_each(lambda eye: ShotDeclared(eye.counter(shooter_id), eye.counter(target_id), far))
    battle.then(offer, DECLARED, target.side, shooter.hex, hex, shot_falls, shooter_id, target_id, look)


@rule("MO-FIRE-03", "MO-FIRE-04", "MO-FIRE-05", "MO-FIRE-10", "MO-FIRE-12")
def shot_falls(battle: ModernBattle, shooter_id: str, target_id: str) -> None:
    """The attack, as it is now, adds to the target's sum. Nobody fires back."""
    shooter, target = battle.unit(shooter_id), battle.unit(target_id)
    if not _still_possible(battle, shooter, target):
        tell_void(battle, shooter_id, target_id)
        return
    hit = Hit(shooter_id, attack_on(battle.field, shooter, target), shooter.known)
    far = battle.field.grid.distance(shooter.hex, target.hex)

    def words(eye: Eye, blow: Blow, result: str) -> Shot:
        attack = hit.value if eye.knows(shooter) else UNTOLD
        counters = eye.counter(shooter_id), eye.counter(target_id)
        return Shot(*counters, far, attack, *armour_told(eye, blow), *sum_told(battle, eye, blow), result)

    take(battle, blow(battle, target_id, hit), words)


@clause("MO-FIRE-02")
def _still_possible(battle: ModernBattle, shooter: Unit, target: Unit) -> bool:
    """A card may have destroyed, moved or blinded somebody since the shot was declared."""
    if shooter.status != "map" or target.status != "map":
        return False
    return why_not_at(battle.field, shooter, target.hex) is None


def tell_void(battle: ModernBattle, shooter_id: str, target_id: str) -> None:
    none = (UNTOLD, UNTOLD, (), UNTOLD, UNTOLD)
    far = battle.field.grid.distance(battle.unit(shooter_id).hex, battle.unit(target_id).hex)
    battle.tell_each(lambda eye: Shot(eye.counter(shooter_id), eye.counter(target_id), far, *none, VOID))


# --- out of turn -----------------------------------------------------------------------------------------


@rule("MO-KSO-20", "MO-TURN-11")
def attack_now(battle: ModernBattle, seat: str, shooter_id: str) -> None:
    """The unit makes one legal shot at once: its general is asked at what. It may have gone or have no target any
    more; then nothing happens."""
    unit = battle.unit(shooter_id)
    if unit.status == "map" and shots(battle.field, unit, out_of_turn=True):
        battle.ask("shot", unit.general, shooter_id, then=shot_chosen)


@rule("MO-KSO-20", "MO-TURN-06")
def shot_chosen(battle: ModernBattle, shooter_id: str, verb: Arg, *words: Arg) -> None:
    """It doesn't use the shot of its own attack phase."""
    if verb == "fire":
        declare_shot(battle, shooter_id, int(words[0]))
    elif verb == TIME_UP:
        time_up(battle, int(words[0]))
