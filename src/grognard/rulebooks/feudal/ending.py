"""Stalls, the end of the battle, parting and the next round (chapters Attack, Rout, leaving, end)."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.core.rule import clause, rule
from grognard.core.state import UMPIRE, Arg
from grognard.rulebooks.feudal.aftermath import aftermath
from grognard.rulebooks.feudal.battle import FeudalBattle
from grognard.rulebooks.feudal.concession import concede
from grognard.rulebooks.feudal.events import BattleEnded, Parted, PartingOffered, Recovered
from grognard.rulebooks.feudal.missiles import able_to_shoot
from grognard.rulebooks.feudal.model import FIELD, Army
from grognard.rulebooks.feudal.tactics import end_tactics

RANGED_PASSES = 40
"""Nightfall also comes after so many ranged passes in a round (FE-SEQ-09)."""


# --- stalls ---


@rule("FE-ATT-07")
def stalls_served(battle: FeudalBattle) -> None:
    """Start of a pass: is it the stalled army's own next one? Then the stall ends with it."""
    for army in battle.on_field():
        if army.stalled and is_own_pass(battle, army):
            battle.change(army.id, stalled=replace(army.stalled, serving=True))


@clause("FE-ATT-07")
def is_own_pass(battle: FeudalBattle, army: Army) -> bool:
    """A ranged pass if the army is able to shoot but for the stall, a melee pass if it isn't; ``literal``: any."""
    if battle.option("stall") == "literal":
        return True
    afar = (
        army.posture == "standoff" and army.missiles > 0
    )  # the dear question only where it can be answered yes
    shoots = afar and able_to_shoot(battle.setup, battle.bearer(army.id), battle.field)
    return shoots if battle.field.phase == "ranged" else not shoots


@rule("FE-ATT-07", "FE-ATT-08", "FE-SEQ-12")
def stalls_end(battle: FeudalBattle) -> None:
    """Stalls that end with this pass end; those born in it begin."""
    for army in battle.on_field():
        if army.stalled and army.stalled.serving:
            recover(battle, army.id)


@clause("FE-ATT-07")
def recover(battle: FeudalBattle, army_id: str) -> None:
    """A stall is over."""
    battle.place(replace(battle.army(army_id), stalled=None))
    if battle.listening:
        battle.tell(Recovered(army_id))


# --- offers and concessions ---


@rule("FE-PART-01", "FE-END-04")
def ask_parting(battle: FeudalBattle) -> None:
    """Each seat with armies on the field offers to part or not; here it may also concede."""
    if battle.option("parting") != "agreement":
        return
    seats = {battle.sheet(army.id).seat for army in battle.on_field()}
    for seat in battle.setup.seats:
        if seat.id in seats:
            battle.ask("parting", seat.id, seat.id, then=parting_answer, secret=True)


@rule("FE-PART-01", "FE-END-04")
def parting_answer(battle: FeudalBattle, seat: Arg, offer: Arg = "") -> None:
    lord = battle.lord(str(seat))
    if offer == "concede":
        concede(battle, str(seat))
    elif lord.offers_parting != (offer == "yes"):
        battle.change(lord.id, offers_parting=offer == "yes")


# --- end of pass ---


@rule("FE-END-01", "FE-END-02", "FE-END-03", "FE-SEQ-12")
def end_test(battle: FeudalBattle) -> None:
    """The battle ends as soon as at most one side has armies on the field (or one list of shared victory)."""
    sides = battle.sides_on_field()
    if len(sides) < 2:
        finish(battle, tuple(sides), "victory" if sides else "mutual_destruction")
        return
    for allied in battle.setup.shared_victory:
        if set(sides) <= set(allied):
            finish(battle, tuple(sides), "shared_victory")
            return


@clause("FE-TAC-06")
def finish(battle: FeudalBattle, winners: tuple[str, ...], reason: str) -> None:
    """The battle is over; only the aftermath is left to do."""
    battle.clear_agenda()
    end_tactics(battle)
    battle.end(winners, reason)
    battle.tell(BattleEnded(winners, reason, battle.field.round))
    battle.then(aftermath)


@rule("FE-PART-01", "FE-PART-03", "FE-SEQ-08", "FE-SEQ-09")
def parting_test(battle: FeudalBattle) -> None:
    """All sides offered, nobody does anything any more, or night falls: the sides part."""
    field = battle.field
    acted = field.moved or any(i.act in ("attack", "shoot", "strike_back") for i in field.intents)
    quiet = 0 if acted else field.quiet + 1
    battle.change(FIELD, quiet=quiet, moved=False, intents=())
    why = ""
    if _agreed(battle):
        why = "agreement"
    elif quiet >= 2:
        why = "quiet"
    elif field.melee >= int(battle.option("nightfall")) or field.ranged >= RANGED_PASSES:
        why = "nightfall"
    if why:
        part(battle, why)
    elif battle.option("umpire") == "human":
        battle.then(ask_decree)


def _agreed(battle: FeudalBattle) -> bool:
    """A side offers if all its seats with armies on the field do; told if some did."""
    offers: dict[str, bool] = {}
    for army in battle.on_field():
        sheet = battle.sheet(army.id)
        offers[sheet.side] = offers.get(sheet.side, True) and battle.lord(sheet.seat).offers_parting
    offering = tuple(side for side, yes in offers.items() if yes)
    if offering:
        battle.tell(PartingOffered(offering))
    for seat in battle.setup.seats:
        if battle.lord(seat.id).offers_parting:
            battle.change(f"seat:{seat.id}", offers_parting=False)
    return bool(offers) and all(offers.values())


@rule("FE-PART-03")
def ask_decree(battle: FeudalBattle) -> None:
    battle.ask("decree", UMPIRE, then=decreed)


@rule("FE-PART-03")
def decreed(battle: FeudalBattle, verdict: Arg, *reason: Arg) -> None:
    """The umpire parts the sides with a stated reason (dusk, truce, storm) or lets them go on."""
    if verdict == "part":
        part(battle, "umpire", " ".join(map(str, reason)))


@clause("FE-PART-02", "FE-END-05", "FE-SEQ-09", "FE-RNG-05")
def part(battle: FeudalBattle, why: str, reason: str = "") -> None:
    """Everything ends: tactics, strategies, stalls, postures. HP, missiles and spent tactics stay."""
    last = battle.field.round >= int(battle.option("last_round"))
    battle.tell(Parted(why, reason, 0 if last else battle.field.round + 1))
    reset(battle)
    battle.change(FIELD, phase="parted")
    if last:
        finish(battle, (), "parted")


@clause("FE-PART-02", "FE-TAC-06", "FE-ATT-08", "FE-STR-02", "FE-RNG-05")
def reset(battle: FeudalBattle) -> None:
    end_tactics(battle)
    keep = battle.option("strategy_reset") == "battle"
    for army in battle.on_field():
        battle.change(
            army.id,
            strategy=army.strategy if keep else None,
            stalled=None,
            posture="standoff",
            last_target="",
            missiles=resupplied(battle, army),
        )
    battle.change(FIELD, intents=(), hits=(), routing=(), quiet=0, moved=False)


@clause("FE-RNG-05")
def resupplied(battle: FeudalBattle, army: Army) -> int:
    """Volleys between rounds (option ``resupply``): none, half of the troop's full count, or all."""
    full = battle.tables.troops[battle.sheet(army.id).troop].missiles
    amount = {"none": 0, "half": full // 2, "full": full}[str(battle.option("resupply"))]
    return max(army.missiles, min(full, army.missiles + amount))
