"""Doctrine, points 9 to 12: which card is played, on what, which one answers, and what credits buy.

Cards are judged by their effects, so those of a game master's own file are played as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_

from grognard.core.rule import clause
from grognard.core.state import Arg, Order, Question
from grognard.rulebooks.modern import effects as fx
from grognard.rulebooks.modern import targets
from grognard.rulebooks.modern.decisions_base import why_not_now
from grognard.rulebooks.modern.decks import has_room
from grognard.rulebooks.modern.doctrine_fire import best_single, shots_left
from grognard.rulebooks.modern.doctrine_move import kill_plan
from grognard.rulebooks.modern.doctrine_scene import Scene
from grognard.rulebooks.modern.effects import ARMS, AnyEffect
from grognard.rulebooks.modern.model import OperationCard, Played, Unit
from grognard.rulebooks.modern.own_turn import may_use_ability
from grognard.rulebooks.modern.points import buyable
from grognard.rulebooks.modern.targets import Aim, cancels_card
from grognard.rulebooks.modern.values import HUNDRED, command, op, turns_to_hold
from grognard.space.hex_grid import hex_set

END: Order = ("end",)
DEAR = 60
"""A price from which a unit is healed (point 10)."""
MOST_TRIED = 40
SOON = 2
"""Turns that one waits for the next credit (point 9)."""


# --- one's own turn --------------------------------------------------------------------------------------


def kso(scene: Scene, seat: str) -> Order:
    """The card or ability that does most now; none if none does anything (point 10)."""
    found = [*_abilities(scene, seat), *_plays(scene, seat)]
    gain, order = max(found, key=lambda one: one[0], default=(0.0, END))
    return order if gain > 0 else END


@clause("MO-KSO-06", "MO-GNL-04")
def _plays(scene: Scene, seat: str) -> Iterator[tuple[float, Order]]:
    for card_id in dict.fromkeys(scene.field.general(seat).hand):
        if why_not_now(scene.field, seat, card_id) is None:
            card = scene.field.tables.operations[card_id]
            if not card.sudden:
                best = best_aim(scene, targets.of_card(card, seat))
                if best is not None:
                    yield best[0], ("play", card_id, *best[1])


@clause("MO-GNL-05")
def _abilities(scene: Scene, seat: str) -> Iterator[tuple[float, Order]]:
    if may_use_ability(scene.field, seat):
        best = best_aim(scene, targets.of_ability(scene.field, seat))
        if best is not None:
            yield best[0], ("ability", *best[1])


def ability(scene: Scene, seat: str) -> Order:
    """The ability of a general at the start of movement or attack, where it does something."""
    found = max(_abilities(scene, seat), key=lambda one: one[0], default=(0.0, ()))
    return found[1] if found[0] > 0 else ()


def best_aim(scene: Scene, aim: Aim) -> tuple[float, Order] | None:
    """The best legal targets, and what they are worth."""
    if aim.target.what == "none":
        return _all_worth(scene, aim, ()), ()
    singles = list(targets.sensible(scene.known, aim))[:MOST_TRIED]
    rated = sorted(((_all_worth(scene, aim, one), one) for one in singles), key=lambda one: -one[0])
    if not rated or rated[0][0] <= 0:
        return None
    most = 1 if targets.in_pairs(aim.effects) else aim.target.max
    some = [one for one in rated[:most] if one[0] > 0]
    return sum(one[0] for one in some), tuple(word for one in some for word in one[1])


def rated(scene: Scene, aim: Aim, words: Order) -> float:
    """What targets are worth together, one or several of them."""
    if aim.target.what == "none":
        return _all_worth(scene, aim, ())
    step = 2 if targets.in_pairs(aim.effects) else 1
    return sum(_all_worth(scene, aim, words[at : at + step]) for at in range(0, len(words), step))


def _all_worth(scene: Scene, aim: Aim, words: Order) -> float:
    return sum(worth(scene, aim, effect, words) for effect in aim.effects)


def worth(scene: Scene, aim: Aim, effect: AnyEffect, words: Order) -> float:
    """About how many points of score an effect on that wins."""
    match effect:
        case fx.Heal():
            return _heal(scene, _unit(scene, words))
        case fx.Strike():
            return _strike(scene, aim, effect, _unit(scene, words))
        case fx.Reinforce():
            return _reinforce(scene, words)
        case fx.Reveal():
            return _reveal(scene, effect.radius, words)
        case fx.Build():
            return _build(scene, effect.what, words)
        case fx.ExtraMoves():
            return _extra_moves(scene, aim)
        case fx.ExtraAttack():
            unit = _unit(scene, words)
            return 0.8 if unit is not None and _has_targets(scene, aim, unit) else 0.0
        case fx.Lasting():
            return _lasting(scene, aim, effect, words)
    return OTHERS.get(op(effect), 0.0)


OTHERS = {"general": 1.5, "discard": 0.6, "peek": 0.2, "draw": 0.4, "time": 0.1, "restrict": 0.5, "hold": 0.5}
"""Effects that are worth about the same whenever they are had."""


def _unit(scene: Scene, words: Order) -> Unit | None:
    word = words[0] if words else None
    if isinstance(word, int):
        return scene.field.at(word)
    found = scene.field.pieces.get(word) if isinstance(word, str) else None
    return found if isinstance(found, Unit) else None


@clause("MO-KSO-25")
def _heal(scene: Scene, unit: Unit | None) -> float:
    """Who has one status left and is dear (point 10)."""
    if unit is None or not unit.lost:
        return 0.0
    last = scene.left(unit) == 1
    return (0.2 + last) * scene.price(unit) / HUNDRED if scene.price(unit) >= DEAR else 0.1


@clause("MO-KSO-21")
def _strike(scene: Scene, aim: Aim, effect: fx.Strike, unit: Unit | None) -> float:
    """Only where it completes a sum: alone, or before the attack with fire that could be brought (point 10)."""
    if unit is None:
        return 0.0
    strike = effect.at[ARMS.index(scene.field.arm(unit))]
    need = scene.armour(unit, unit.hex) - unit.fire_sum
    won = 1 + scene.price(unit) / HUNDRED + 2 * (scene.left(unit) == 1)
    if strike >= need:
        return won
    more = _fire_on(scene, aim.seat, unit) if scene.field.clock.phase == "kso1" else 0
    return won - 0.5 if strike + more >= need > more else 0.0


def _fire_on(scene: Scene, seat: str, foe: Unit) -> int:
    """The fire that a general could bring on an enemy in this turn."""
    units = [one for one in scene.field.units if one.general == seat]
    plan = kill_plan(scene, seat, units, command(scene.field, seat))
    return sum(one.attack for one in plan.chances.get(foe.id, ()))


@clause("MO-KSO-22")
def _reinforce(scene: Scene, words: Order) -> float:
    """At once: the dearest, near the points."""
    unit = scene.field.unit(str(words[1]))
    hex = int(words[0])
    far = min((scene.grid.distance(hex, point.hex) for point in scene.field.points), default=0)
    return 2 + scene.price(unit) / HUNDRED - 0.02 * far - scene.loss(unit, hex)


@clause("MO-VIS-04")
def _reveal(scene: Scene, radius: int, words: Order) -> float:
    unread = hex_set(foe.hex for foe in scene.foes if scene.known.unit(foe.id).number < 0)
    if radius < 0:
        return 0.15 * unread.bit_count()
    return 0.15 * (unread & scene.grid.disc(int(words[0]), radius)).bit_count()


def _build(scene: Scene, what: str, words: Order) -> float:
    if what == "fort":
        unit = _unit(scene, words)
        point = scene.holders.get(unit.id) if unit is not None else None
        there = unit is not None and point is not None and point.hex == unit.hex
        return 0.6 + scene.loss(unit, unit.hex) / 4 if unit is not None and there else 0.0
    if what == "mines" and scene.field.clock.phase == "kso2":
        hex = int(words[0])
        wanted = any(point.hex == hex for point in scene.field.points)
        return 0.4 if wanted and not _is_near(scene, hex) else 0.0
    return 0.0


def _is_near(scene: Scene, hex: int) -> bool:
    """An own unit may want to go there soon."""
    return any(scene.turns(unit, unit.hex, hex) <= 2 for unit in scene.own)


@clause("MO-GNL-02")
def _extra_moves(scene: Scene, aim: Aim) -> float:
    seat = aim.seat
    idle = len(scene.field.of_general(seat)) - command(scene.field, seat)
    return 0.3 if scene.field.clock.phase == "kso1" and idle > 1 else 0.0


def _has_targets(scene: Scene, aim: Aim, unit: Unit) -> bool:
    """Before the attack somebody is near whom it could hurt."""
    before = scene.field.clock.phase == "kso1" and unit.general == aim.seat
    return before and any(
        scene.attack(unit, scene.field.arm(foe)) and scene.grid.distance(unit.hex, foe.hex) <= 4
        for foe in scene.foes
    )


def _lasting(scene: Scene, aim: Aim, effect: fx.Lasting, words: Order) -> float:
    """Better values for own units, worse ones for the enemy's, for as many as it covers."""
    helps = effect.scope.startswith("own") or (effect.scope == "target" and aim.target.side == "own")
    units = _covered(scene, aim, effect, words, scene.own if helps else scene.foes)
    early = scene.field.clock.phase in ("kso1", "movement")
    each = 0.12
    if effect.param.startswith("attack") and helps:
        units = [one for one in units if scene.field.clock.phase == "attack" or _has_targets(scene, aim, one)]
        each = 0.2
    elif effect.param == "speed" and helps and not early:
        return 0.0
    good = (isinstance(effect, fx.Modify) and effect.delta > 0) == helps or isinstance(effect, fx.Scale)
    return each * len(units) - 0.15 if good and units else 0.0


def _covered(scene: Scene, aim: Aim, effect: fx.Lasting, words: Order, units: Iterable[Unit]) -> list[Unit]:
    found = [one for one in units if not effect.arms or scene.field.arm(one) in effect.arms]
    if effect.scope == "target":
        return [one for one in found if one.id in words or one.hex in words]
    if effect.scope == "enemy_within":
        area = reduce(or_, (scene.grid.disc(int(word), effect.radius) for word in words), 0)
        return [one for one in found if area >> one.hex & 1]
    return [one for one in found if not aim.ability or one.general == aim.seat]


# --- windows ---------------------------------------------------------------------------------------------


def answer(scene: Scene, question: Question) -> Order:
    """A sudden card where it does much, or pass (points 11, 12)."""
    window, about, at, seat, _ = question.about
    found = [
        (gain, ("play", card.id, *words))
        for card in _sudden(scene, str(seat), str(window), about)
        for gain, words in _answers(scene, card, str(seat), str(window), about, at)
    ]
    gain, order = max(found, key=lambda one: one[0], default=(0.0, ("pass",)))
    return order if gain > 0 else ("pass",)


@clause("MO-KSO-12")
def _sudden(scene: Scene, seat: str, window: str, about: Arg) -> Iterator[OperationCard]:
    for card_id in dict.fromkeys(scene.field.general(seat).hand):
        if why_not_now(scene.field, seat, card_id, window, about) is None:
            yield scene.field.tables.operations[card_id]


def _answers(
    scene: Scene, card: OperationCard, seat: str, window: str, about: Arg, at: Arg
) -> Iterator[tuple[float, Order]]:
    aim = targets.of_card(card, seat, window, about)
    legal = list(targets.sensible(scene.known, aim)) if aim.target.what != "none" else [()]
    for words in legal:
        for effect in aim.effects:
            yield _answer_worth(scene, card, effect, words, (window, about, at)), words


def _answer_worth(
    scene: Scene, card: OperationCard, effect: AnyEffect, words: Order, moment: tuple[str, Arg, Arg]
) -> float:
    match effect:
        case fx.Cancel():
            piece = scene.field.pieces.get(str(words[0]))
            return _cancel(scene, card, piece) if isinstance(piece, Played) else 0.0
        case fx.Modify(param="armour", delta=delta):
            unit = _unit(scene, words)
            return _smoke(scene, unit, delta, moment) if unit is not None else 0.0
        case fx.Restrict():
            unit = _unit(scene, words)
            active = unit is not None and unit.general in scene.field.active
            return scene.price(unit) / HUNDRED - 0.4 if unit is not None and active else 0.0
        case fx.AttackNow():
            unit = _unit(scene, words)
            best = best_single(scene, unit) if unit is not None else None
            return best[0] - 0.9 if best else 0.0
    return 0.0


@clause("MO-KSO-14")
def _cancel(scene: Scene, card: OperationCard, piece: Played) -> float:
    """Strikes that would destroy, cards that stay, dear cards; nothing cheap with a dear one (point 11)."""
    other = scene.field.tables.operations.get(piece.card)
    if other is None or not any(
        isinstance(one, fx.Cancel) and cancels_card(scene.field, one, piece) for one in card.effects
    ):
        return 0.0
    if card.tier == "expensive" and other.tier == "cheap":
        return 0.0
    thrift = {"cheap": 0.2, "medium": 0.1}.get(card.tier, 0.0)
    if any(isinstance(one, fx.Strike) and _would_destroy(scene, one, piece) for one in other.effects):
        return 2 + thrift
    return 1 + thrift if other.kind == "S" or other.tier == "expensive" else 0.0


def _would_destroy(scene: Scene, strike: fx.Strike, piece: Played) -> bool:
    units = (scene.field.pieces.get(str(word)) for word in piece.targets)
    return any(
        isinstance(unit, Unit)
        and unit.side == scene.side
        and scene.left(unit) == 1
        and unit.fire_sum + strike.at[ARMS.index(scene.field.arm(unit))] >= scene.armour(unit, unit.hex)
        for unit in units
    )


@clause("MO-KSO-12", "MO-FIRE-10")
def _smoke(scene: Scene, unit: Unit, delta: int, moment: tuple[str, Arg, Arg]) -> float:
    """Where the fire that is declared and possible still is enough now and isn't with that much more armour
    (point 12)."""
    window, about, at = moment
    if window == "enemy_attack_declared" and unit.hex != at:
        return 0.0
    arm, armour = scene.field.arm(unit), scene.armour(unit, unit.hex)
    fire = unit.fire_sum
    for foe in scene.foes:
        fires = foe.hex == about or (
            foe.general in scene.field.active
            and shots_left(scene, foe) > 0
            and scene.grid.distance(foe.hex, unit.hex) <= _range(scene, foe, unit)
        )
        fire += scene.attack(foe, arm) if fires else 0
    return 0.5 + (scene.left(unit) == 1) if armour <= fire < armour + delta else 0.0


def _range(scene: Scene, foe: Unit, unit: Unit) -> int:
    return 1 if scene.is_sheltered(unit, unit.hex) else scene.field.card(foe).range


# --- credits ---------------------------------------------------------------------------------------------


@clause("MO-CP-04", "MO-KSO-18")
def exchange(scene: Scene, seat: str) -> Order:
    """A dear card, a medium one where no card cancels, else nothing while more is to come soon (point 9)."""
    wanted = [one for one in buyable(scene.field, seat) if one[0] == "voucher"]
    wanted += [("take", tier) for tier in _tiers(scene, seat) if ("take", tier) in buyable(scene.field, seat)]
    if not wanted:
        return END
    gone = "" if has_room(scene.field, seat) else cheapest(scene, scene.field.general(seat).hand)
    if gone and wanted[0][1] == "cheap":
        return END
    return *wanted[0], gone, _named(scene, wanted[0][1])


def _tiers(scene: Scene, seat: str) -> Iterator[str]:
    yield "expensive"
    general = scene.field.general(seat)
    if _saves(scene, seat):
        return
    hand = (scene.field.tables.operations[card] for card in general.hand)
    if not any(isinstance(one, fx.Cancel) for card in hand for one in card.effects):
        yield "medium"
    yield from ("cheap", "medium")


def _saves(scene: Scene, seat: str) -> bool:
    """The next payment is near, and credits are kept."""
    holder, needed = scene.field.holder(seat), turns_to_hold(scene.field, seat)
    left = (needed - point.run(holder) for point in scene.field.points if point.run(holder))
    return bool(scene.field.option("bank_credits")) and min(left, default=SOON + 1) <= SOON


def _named(scene: Scene, tier: str) -> str:
    if scene.field.option("card_award") != "choose":
        return ""
    return next(iter(scene.field.deck(tier).cards), "")


def cheapest(scene: Scene, hand: Iterable[str]) -> str:
    """What is discarded first: the cheapest card that isn't sudden (point 9)."""
    cards = (scene.field.tables.operations[one] for one in hand)
    tiers = ("cheap", "medium", "expensive")
    return min(cards, key=lambda card: (card.sudden, tiers.index(card.tier), card.id)).id
