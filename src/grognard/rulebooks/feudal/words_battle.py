"""The ranged and melee passes in words: moves, vetoes, attacks, stalls, losses, rout, leaving."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from zlib import crc32

from grognard.core.rule import clause
from grognard.locale import T, Text
from grognard.rulebooks.feudal.effects import total
from grognard.rulebooks.feudal.events import (
    Annihilated,
    Attacked,
    BecameStalled,
    DidNotAttack,
    Left,
    Lost,
    MissilesOut,
    Moved,
    Recovered,
    RoutTested,
    TargetChosenAnew,
    Tended,
    Vetoed,
)
from grognard.rulebooks.feudal.words_names import BANDS, Names, check_dice, with_check
from grognard.rulebooks.feudal.words_tactical import Telling, by_key, common_side
from grognard.show.model import Block, Detail, Die, Line, Number, listed

# --- moves and targets ---


def moved_all(telling: Telling, events: Sequence[Moved]) -> Iterator[Block]:
    """One line for all that do the same: whoever holds is worth no more."""
    names = telling.names
    for act, ids in by_key((one.act, one.army) for one in events).items():
        armies = names.armies(ids)
        words = {
            "advance": T("Forward into melee: {armies}", armies=armies),
            "charge": T("From standoff into melee: {armies}", armies=armies),
            "drawn_in": T("Drawn into the melee: {armies}", armies=armies),
        }.get(act, T("Holding: {armies}", armies=armies))
        yield Line(words, side=common_side(names, ids))


def vetoed(telling: Telling, event: Vetoed) -> Iterator[Block]:
    names = telling.names
    policy = next((one.name for one in names.tables.vetoes if one.id == event.policy), None)
    reason = policy or event.reason or T("the umpire forbids it")
    yield Line(
        T(
            "{army} may not attack {target}: {reason}",
            army=names.army(event.army),
            target=names.army(event.target),
            reason=reason,
        ),
        side=names.side_at(event.army),
    )


def target_chosen_anew(telling: Telling, event: TargetChosenAnew) -> Iterator[Block]:
    names = telling.names
    army = names.army(event.army)
    words = T("{army} attacked nobody instead", army=army)
    if event.target:
        words = T("{army} turned to {target}", army=army, target=names.army(event.target))
    yield Line(words, side=names.side_at(event.army), indent=1)


# --- attacks ---


@clause("FE-ATT-01", "FE-ATT-02", "FE-NPC-01", "FE-NPC-03")
def attacked(telling: Telling, event: Attacked) -> Iterator[Block]:
    """A shot, a blow or a pursuit attack, with every item of its sums that the viewer may know."""
    names = telling.names
    face = event.face
    yield Line(
        _attack_words(names, event),
        _attack_clauses(names, event),
        (*_attack_items(names, event), *_damage_items(names, event), *_missiles(event)),
        () if face is None else (Die(face, 20, natural=face in (1, 20)),),
        names.side_at(event.attacker),
    )


def _attack_words(names: Names, event: Attacked) -> Text:
    facts = {
        "army": names.army(event.attacker),
        "target": names.army(event.target),
        "how": _how(names, event),
    }
    if event.kind == "shot":
        return T("{army} shot at {target}: {how}", **facts)
    if event.kind == "pursuit":
        return T("{army} pursued {target}: {how}", **facts)
    return T("{army} struck at {target}: {how}", **facts)


def _how(names: Names, event: Attacked) -> tuple[Text, ...]:
    """Hit or miss, the totals, the damage: as much of it as is known."""
    hit = really_hit(names, event)
    known = T("a hit"), T("a miss")
    good, bad = (T("success"), T("failure")) if event.damage is None else known
    found = [good if hit else bad]
    if event.total is not None and event.goal is not None:
        found.append(T("{total} against Defence {goal}", total=event.total, goal=event.goal))
    elif event.total is not None:
        found.append(T("total {total}", total=event.total))
    if event.face == 20:
        found.append(T("a natural 20"))
    if event.face == 1:
        found.append(T("a natural 1"))
    if event.damage is not None and (hit or event.damage):
        found.append(T("damage {damage}", damage=event.damage))
    return tuple(found)


def really_hit(names: Names, event: Attacked) -> bool:
    """Under option ``natural_one_attack = miss`` a natural 1 misses whatever its total."""
    return event.hit and not (event.face == 1 and names.setup.options["natural_one_attack"] == "miss")


def _attack_clauses(names: Names, event: Attacked) -> tuple[str, ...]:
    found = [{"shot": "FE-RNG-03", "pursuit": "FE-ROUT-03"}.get(event.kind, "FE-ATT-01")]
    if not really_hit(names, event):
        found.append("FE-ATT-05" if event.face == 20 else "FE-ATT-02")
    elif event.damage is not None:
        found.append("FE-DMG-01")
    else:
        found.append("FE-NPC-01")
    if event.face == 1:
        found.append("FE-ATT-06")
    return tuple(found)


@clause("FE-ATT-01", "FE-ATT-03")
def _attack_items(names: Names, event: Attacked) -> tuple[Detail, ...]:
    details = names.items(event.attack)
    if event.total is not None:
        details += (Detail(T("total"), Number(event.total), "FE-ATT-01"),)
    details += names.items(event.defence)
    if event.goal is not None:
        details += (Detail(T("Defence of the target"), Number(event.goal), "FE-ATT-03"),)
    return details


@clause("FE-DMG-01", "FE-DMG-02", "FE-DMG-03", "FE-DMG-04", "FE-ATT-05")
def _damage_items(names: Names, event: Attacked) -> tuple[Detail, ...]:
    """From total - Defence to the damage, every step that changed it."""
    details: tuple[Detail, ...] = ()
    if event.damage is None:
        return ()
    if not really_hit(names, event):
        if event.damage:
            details = (Detail(T("natural 20 that does not exceed the Defence"), T("exactly 1"), "FE-ATT-05"),)
    elif event.total is not None and event.goal is not None and event.face is not None:
        details = _steps(names, event, event.total - event.goal)
    if really_hit(names, event) or event.damage:
        details += (Detail(T("damage"), Number(event.damage), "FE-DMG-01"),)
    return details


def _missiles(event: Attacked) -> tuple[Detail, ...]:
    if event.missiles_left is None:
        return ()
    return (Detail(T("missiles left"), Number(event.missiles_left), "FE-RNG-04"),)


def _steps(names: Names, event: Attacked, margin: int) -> tuple[Detail, ...]:
    details = [Detail(T("total above the Defence by"), Number(margin)), *names.items(event.extra)]
    damage = margin + total(event.extra)
    if damage < 0:
        damage = 0
        details.append(Detail(T("not below 0"), Number(0), "FE-DMG-02"))
    if event.halved:
        damage //= 2
        details.append(Detail(T("halved, rounded down"), Number(damage), "FE-DMG-04"))
    if damage < int(names.setup.options["min_hit_damage"]):
        damage = int(names.setup.options["min_hit_damage"])
        details.append(Detail(T("a hit takes at least"), Number(damage), "FE-DMG-02"))
    if event.face == 20 and damage < 1:
        details.append(Detail(T("a natural 20 takes at least"), Number(1), "FE-DMG-01"))
    return tuple(details)


def did_not_attack(telling: Telling, event: DidNotAttack) -> Iterator[Block]:
    why = {
        "order": T("as ordered"),
        "stalled": T("stalled"),
        "condition": T("conditions forbid it"),
    }.get(event.why, event.why)
    yield Line(
        T("{army} did not attack: {why}", army=telling.names.army(event.army), why=why),
        side=telling.names.side_at(event.army),
    )


# --- stalls ---

FLAVOURS = (
    T("the order was misread"),
    T("the mud held them fast"),
    T("feeble minds, slow legs"),
)


@clause("FE-ATT-06", "FE-ATT-07")
def became_stalled(telling: Telling, event: BecameStalled) -> Iterator[Block]:
    """The cause is a flavour only: one of three, always the same one for an army and a pass."""
    names = telling.names
    place = telling.place
    key = f"{event.army}/{place.round}/{place.phase}/{place.number}"
    why = FLAVOURS[crc32(key.encode()) % len(FLAVOURS)]
    until = T("no attack until its own next phase is over")
    if names.setup.options["stall"] == "literal":
        until = T("no attack in the next phase")
    yield Line(
        T("{army} stalled: {why}; {until}", army=names.army(event.army), why=why, until=until),
        side=names.side_at(event.army),
    )


def recovered(telling: Telling, event: Recovered) -> Iterator[Block]:
    yield Line(
        T("{army} stirred again", army=telling.names.army(event.army)),
        side=telling.names.side_at(event.army),
    )


# --- losses ---


@clause("FE-NPC-02")
def lost(telling: Telling, event: Lost) -> Iterator[Block]:
    """Hit points before and after, or only the band."""
    names = telling.names
    army, band = names.army(event.army), BANDS.get(event.band, event.band)
    words = T("{army} took losses: {band}", army=army, band=band)
    details: list[Detail] = []
    if event.before is not None and event.after is not None:
        words = T(
            "{army} lost hit points: {before} → {after} ({band})",
            army=army,
            before=event.before,
            after=event.after,
            band=band,
        )
        details.append(Detail(T("hit points before"), Number(event.before)))
    if event.damage:
        details.append(Detail(T("damage"), -event.damage, "FE-DMG-05"))
    if event.attrition:
        details.append(Detail(T("attrition"), -event.attrition, "FE-COND-11"))
    if event.after is not None:
        details.append(Detail(T("hit points after"), Number(event.after), "FE-GEN-05"))
    yield Line(words, details=tuple(details), side=names.side_at(event.army))


def annihilated(telling: Telling, event: Annihilated) -> Iterator[Block]:
    names = telling.names
    details: tuple[Detail, ...] = ()
    if event.by:
        details = (Detail(T("struck by"), listed(names.armies(event.by))),)
    yield Line(
        T("{army} perished to the last man", army=names.army(event.army)),
        details=details,
        side=names.side_at(event.army),
        indent=1,
    )


def tended(telling: Telling, event: Tended) -> Iterator[Block]:
    names = telling.names
    words = T("{army} tended its wounded", army=names.army(event.army))
    if event.before is not None and event.after is not None:
        words = T(
            "{army} tended its wounded: {before} → {after}",
            army=names.army(event.army),
            before=event.before,
            after=event.after,
        )
    yield Line(words, side=names.side_at(event.army))


# --- rout and leaving ---


def rout_tested(telling: Telling, event: RoutTested) -> Iterator[Block]:
    names = telling.names
    army = names.army(event.army)
    words = T("{army} held firm", army=army) if event.success else T("{army} broke", army=army)
    details: list[Detail] = []
    if event.hp is not None:
        details.append(Detail(T("hit points"), Number(event.hp)))
    if event.strength is not None:
        details.append(Detail(T("Strength"), Number(event.strength), "FE-ROUT-01"))
    yield Line(
        with_check(words, event.roll),
        details=(*details, *names.check(event.roll)),
        dice=check_dice(event.roll),
        side=names.side_at(event.army),
    )


def left(telling: Telling, event: Left) -> Iterator[Block]:
    names = telling.names
    army = names.army(event.army)
    words = {
        "routed": T("{army} fled the field", army=army),
        "withdrew": T("{army} left the field in good order", army=army),
        "fell_back": T("{army} fell back out of the melee", army=army),
    }.get(event.how, T("{army} tried to break off and could not", army=army))
    yield Line(
        with_check(words, event.roll),
        details=names.check(event.roll),
        dice=check_dice(event.roll),
        side=names.side_at(event.army),
    )


def missiles_out(telling: Telling, event: MissilesOut) -> Iterator[Block]:
    yield Line(
        T("{army} shot its last missiles", army=telling.names.army(event.army)),
        side=telling.names.side_at(event.army),
        indent=1,
    )
