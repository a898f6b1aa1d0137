"""Exact odds of a clash, from the very rules: dice that branch over what they mean, equal positions merged.

The way into contact is played on the whole table; then only those who fight are looked at, so that nothing is
thrown which has no part in how they come out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias, TypeGuard

from msgspec.structs import replace

from grognard.core.book import RuleBook
from grognard.core.branching import Branches, branch
from grognard.core.chance import Chance, Throw
from grognard.core.rule import Rule, rules_of
from grognard.core.state import Arg, Call, Order, Question, State
from grognard.rulebooks.pike_and_shot import charge, combat, impulses, morale, movement, reactions, steps
from grognard.rulebooks.pike_and_shot.battle import PikeBattle
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.model import TURN, PikeSetup, Thing, Unit
from grognard.rulebooks.pike_and_shot.rolls import Roll, odds
from grognard.rulebooks.pike_and_shot.shooting import shot_roll, volley_dp
from grognard.rulebooks.pike_and_shot.touch import opponents, pairs, touched

Pieces: TypeAlias = tuple[Thing, ...]
"""Those who fight, with the commanders attached to them."""
Spread: TypeAlias = dict[Pieces, float]
"""Chance of each position of theirs."""
Ends: TypeAlias = dict[str, Spread]
"""For each unit positions in which it is told right, whatever the others are."""
Loads: TypeAlias = tuple[tuple[int, float], ...]
"""DP that a unit may have more, each with its chance."""
AS_IT_IS: Loads = ((0, 1.0),)

HOLDS, SHAKEN, LOSES, ROUTS = "holds", "shaken", "loses_base", "routs"
"""How a unit may come out; of a unit that has lost a base and is shaken the loss is told, whoever is destroyed counts
with those who rout."""


# --- the very rules, without anybody to ask -----------------------------------------------------------


class Clash(PikeBattle):
    """A draft in which nobody is asked: choices that hardly matter are the default, and who can reply does."""

    __slots__ = ()

    def ask(self, kind: str, seat: str, *about: Arg, then: Rule[Any, ...], secret: bool = False) -> None:
        order = _usual(self.field, kind, about)
        self.questions.append(Question(kind, seat, about, then.name, secret, order))


class Approach(Clash):
    """The same on the whole table, where dismay of friends who watch is left out of account."""

    __slots__ = ()

    def roll(self, chance: Chance[Any], purpose: str, who: str = "") -> Throw[Any]:
        return chance.branches[0][0] if purpose == "dismay" else super().roll(chance, purpose, who)


def _usual(field: Field, kind: str, about: tuple[Arg, ...]) -> Order:
    unit = field.unit(str(about[0]))
    match kind:
        case "loss":
            return morale.losses(unit)[0]
        case "face":
            return (opponents(field, unit, int(about[1]))[0],)
        case "fight_next":
            return (unit.melee[0],)
    raise AssertionError(kind)


class ClashBook(RuleBook):
    battle = Clash
    rules = rules_of((charge, combat, impulses, morale, movement, reactions, steps))


class ApproachBook(ClashBook):
    battle = Approach


CLASH, APPROACH = ClashBook(), ApproachBook()
PASSED_OVER = (reactions.offer.name,)
"""Nobody else reacts."""
ENDS = (charge.strike.name, charge.charge_over.name, movement.steps.name, movement.after_step.name)
"""Calls before which the way into contact has come to its end; before the first of them in contact."""


# --- into contact ---------------------------------------------------------------------------------------


class Arrival(NamedTuple):
    """The table at the end of a charge, its chance, and who strikes ("": nobody)."""

    field: Field
    chance: float
    striker: str


def home(unit_id: str, length: int) -> Call:
    """A charge goes home along a step of that length."""
    return movement.complete_charge.name, (unit_id, length)


def reaction(seat: str, trigger: str, length: int, order: Order, *actors: str) -> Call:
    """A seat reacts as its order says."""
    return reactions.reacted.name, (seat, trigger, "", length, "", *actors, *order)


def arrivals(field: Field, *agenda: Call) -> Iterator[Arrival]:
    """Every way in which calls (the last one first) may end, each on the whole table."""
    waiting = {State(tuple(field.pieces.values()), agenda): 1.0}
    ways = _Ways(field.setup)
    while waiting:
        following: dict[State[Thing], float] = {}
        for state, chance in waiting.items():
            calls = tuple(one for one in state.agenda if one[0] not in PASSED_OVER)
            if not calls or calls[-1][0] in ENDS:
                yield _arrival(field.setup, state, calls, chance)
                continue
            for one, share in ways.after(replace(state, agenda=calls)):
                following[one] = following.get(one, 0.0) + chance * share
        waiting = following


class _Ways:
    """Calls on the whole table. The last of the way is the same whatever the charger's disorder."""

    def __init__(self, setup: PikeSetup) -> None:
        self.setup = setup
        self.known: dict[State[Thing], Branches] = {}

    def after(self, state: State[Thing]) -> Iterator[tuple[State[Thing], float]]:
        name, args = state.agenda[-1]
        if name != movement.complete_charge.name:
            after, total = branch(APPROACH, self.setup, state)
            yield from ((one, weight / total) for one, weight in after.items())
            return
        calm = replace(state, pieces=tuple(_without_dp(piece, str(args[0])) for piece in state.pieces))
        if calm not in self.known:
            self.known[calm] = branch(APPROACH, self.setup, calm)
        after, total = self.known[calm]
        for one, weight in after.items():
            pieces = tuple(map(_changed, state.pieces, calm.pieces, one.pieces))
            yield replace(one, pieces=pieces), weight / total


def _without_dp(piece: Thing, unit: str) -> Thing:
    return replace(piece, dp=0) if piece.id == unit and isinstance(piece, Unit) else piece


def _arrival(setup: PikeSetup, state: State[Thing], calls: tuple[Call, ...], chance: float) -> Arrival:
    strikes = bool(calls) and calls[-1][0] == charge.strike.name
    return Arrival(
        Field(setup, {piece.id: piece for piece in state.pieces}),
        chance,
        str(calls[-1][1][0]) if strikes else "",
    )


# --- those who fight ------------------------------------------------------------------------------------


def fighters(field: Field, unit_ids: Iterable[str]) -> Pieces:
    """These units and all that they touch, with the commanders attached to them."""
    found = dict.fromkeys(unit_ids)
    for one in tuple(found):
        if field.unit(one).status == "ready":
            found |= dict.fromkeys(touched(field, field.unit(one)))
    leaders = (leader.id for one in found for leader in field.attached_to(one))
    return tuple(field.pieces[one] for one in (*found, *leaders, TURN))


def loaded(arrived: Arrival, unit_ids: Sequence[str], loads: Loads) -> Spread:
    """Those who fight, where the first of them may have some DP more."""
    found: Spread = {}
    for dp, share in loads:
        pieces = _hurt(fighters(arrived.field, unit_ids), unit_ids[0], dp)
        found[pieces] = found.get(pieces, 0.0) + arrived.chance * share
    return found


def struck(field: Field, unit: Unit) -> tuple[str, ...]:
    """Whom a charger in contact strikes, in the order of the fights."""
    return tuple(one for one in touched(field, unit) if pairs(field, unit, field.unit(one)))


class Figures(NamedTuple):
    """What a fight hangs on but disorder: reasons of the test, and both strengths in halves."""

    roll: Roll
    mine: int
    theirs: int


class Fights:
    """Fights between a few units; what has been found out about one position serves the others like it."""

    def __init__(self, setup: PikeSetup) -> None:
        self.setup = setup
        self._figures: dict[Any, Figures | None] = {}
        self._tests: dict[State[Thing], tuple[tuple[Pieces, float], ...]] = {}

    @classmethod
    def of(cls, field: Field) -> Fights:
        """Those of a field, kept as long as it stands as it does."""
        found: Fights | None = field.kept.get("fights")
        if found is None:
            found = field.kept["fights"] = cls(field.setup)
        return found

    # --- one after another: what all of them are like then ---

    def impact(self, at: Mapping[Pieces, float], attacker: str, defender: str) -> Spread:
        """After the impact of one on another; where they don't touch nothing happens."""
        return self._fought(at, attacker, defender, "impact", False)

    def melee(self, at: Mapping[Pieces, float], unit: str, enemy: str, *, fights: bool) -> Spread:
        """After a melee in which the unit rolls; ``fights``: the impulse is used for close combat itself."""
        return self._fought(at, unit, enemy, "melee", fights)

    def _fought(self, at: Mapping[Pieces, float], unit: str, enemy: str, kind: str, fights: bool) -> Spread:
        found: Spread = {}
        for pieces, chance in at.items():
            for (taken, dealt), hurt, share in self._blows(pieces, unit, enemy, kind, fights):
                spread: Spread = {hurt: chance * share}
                spread = self.tested(spread, enemy, kind) if dealt else spread
                added(found, self.tested(spread, unit, kind) if taken else spread)
        return found

    # --- the last fight: only how each of the two comes out ---

    def last_impact(self, at: Mapping[Pieces, float], attacker: str, defender: str) -> Ends:
        """How attacker and defender come out of an impact that ends it."""
        return self._last(at, attacker, defender, "impact", False)

    def last_melee(self, at: Mapping[Pieces, float], unit: str, enemy: str, *, fights: bool) -> Ends:
        """The same for a melee."""
        return self._last(at, unit, enemy, "melee", fights)

    def _last(self, at: Mapping[Pieces, float], unit: str, enemy: str, kind: str, fights: bool) -> Ends:
        """Each tests on its own, so nobody need know with what the other came out of it."""
        quiet: dict[str, Spread] = {unit: {}, enemy: {}}
        shaken: dict[str, Spread] = {unit: {}, enemy: {}}
        for pieces, chance in at.items():
            for dp, hurt, share in self._blows(pieces, unit, enemy, kind, fights):
                for one, hit in zip((unit, enemy), dp, strict=True):
                    alone = self._alone(hurt, one)
                    into = (shaken if hit else quiet)[one]
                    into[alone] = into.get(alone, 0.0) + chance * share
        return {one: added(quiet[one], self.tested(shaken[one], one, kind)) for one in (unit, enemy)}

    def fight_on(self, at: Mapping[Pieces, float], unit: str, enemy: str) -> Ends:
        """How two come out of a melee with one more impulse of the unit, answered with one of the enemy, if they
        have any."""
        rest: Spread = {}
        begun: Spread = {}
        for pieces, chance in at.items():
            field = self._field(pieces)
            one, other = field.unit(unit), field.unit(enemy)
            if one.left and not one.routing and _both_stand(field, one, other):
                replies = other.left > 0 and not other.routing
                other = replace(self.spent(other), replied=True) if replies else other
                added(begun, {_put(pieces, self.spent(one), other): chance})
            else:
                added(rest, {pieces: chance})
        found = self.last_melee(begun, unit, enemy, fights=True)
        return {one: added(dict(rest), spread) for one, spread in found.items()}

    def stood(
        self, arrived: Arrival, before: Field, length: int, option: str, ids: tuple[str, str], loads: Loads
    ) -> Ends | None:
        """How a charger and the one it charges come out, if that one stands: shoots, braces or both. ``arrived``: in
        contact without it; ``before``: where the step of that length begins. None where the volley may change the
        way into contact."""
        charger, stander = ids
        reactor = self.spent(before.unit(stander))
        braced = {reactions.BRACE: "whole", reactions.MIXED: "part"}.get(option, "")
        stands = replace(reactor, reacted=True, braced=braced)
        at = {_put(pieces, stands): share for pieces, share in loaded(arrived, ids, loads).items()}
        if option != reactions.BRACE:
            at = self._volley(at, before, reactor, charger, length, option == reactions.MIXED)
        count = len(before.unit(charger).bases)
        meets: Spread = {}
        gone: Spread = {}
        for after, chance in at.items():
            unit = next(piece for piece in after if piece.id == charger)
            assert isinstance(unit, Unit)
            stops = unit.routing or unit.status != "ready"
            if not stops and len(unit.bases) < count:
                return None
            added(gone if stops else meets, {after: chance})
        ends = self.last_impact(meets, charger, stander)
        return {one: added(spread, gone) for one, spread in ends.items()}

    def _volley(
        self, at: Spread, before: Field, reactor: Unit, charger: str, length: int, but_pikes: bool
    ) -> Spread:
        """After the volley of one who stands, before contact."""
        target = before.unit(charger)
        seen = reactions.aim_at_charger(before, before.unit(reactor.id), target, length, but_pikes)
        penalty = int(before.option("reaction_penalty"))
        found: Spread = {}
        for band, share in odds(before, shot_roll(before, reactor, target, seen, penalty=penalty)).items():
            dp = volley_dp(before, seen, band)
            hurt = {_hurt(pieces, charger, dp): chance * share for pieces, chance in at.items()}
            added(found, self.tested(hurt, charger, "shooting") if dp else hurt)
        return found

    def spent(self, unit: Unit) -> Unit:
        """The unit with one more impulse spent."""
        dp = self.setup.tables.parameters.extra_impulse_dp if unit.used else 0
        return replace(unit, dp=unit.dp + dp, used=unit.used + 1, left=unit.left - 1)

    def _field(self, pieces: Pieces) -> Field:
        return Field(self.setup, {piece.id: piece for piece in pieces})

    # --- blows ---

    def _blows(
        self, pieces: Pieces, unit: str, enemy: str, kind: str, fights: bool
    ) -> Iterator[tuple[tuple[int, int], Pieces, float]]:
        """DP on both at once (taken by the roller, dealt by it), what they are like then, and its chance."""
        field = self._field(pieces)
        one, other = field.unit(unit), field.unit(enemy)
        known = self._known(pieces, one, other, kind, fights)
        if known is None:
            yield (0, 0), pieces, 1.0
            return
        roll = combat.fight_roll(field, kind, one, other, known.roll.worst, known.roll.best)
        for band, share in odds(field, roll).items():
            dp = combat.damage(field, known.mine, known.theirs, band)
            after = replace(other, dp=other.dp + dp[1], replied=False)
            yield dp, _put(pieces, replace(one, dp=one.dp + dp[0]), after), share

    def _known(self, pieces: Pieces, one: Unit, other: Unit, kind: str, fights: bool) -> Figures | None:
        """What the fight hangs on, whatever their disorder; None where they don't touch."""
        calm = tuple(replace(p, dp=0) if isinstance(p, Unit) and p.dp else p for p in pieces)
        key = (one.id, other.id, kind, fights, calm)
        if key not in self._figures:
            self._figures[key] = _figures(self._field(calm), one, other, kind, fights)
        return self._figures[key]

    # --- panic ---

    def tested(self, at: Mapping[Pieces, float], unit: str, cause: str) -> Spread:
        """After a panic test of one of them, with all that comes of it."""
        found: Spread = {}
        for pieces, chance in at.items():
            calm = self._calmed(pieces, unit)
            for after, share in self._panics(calm, unit, cause):
                key = tuple(map(_changed, pieces, calm, after))
                found[key] = found.get(key, 0.0) + chance * share
        return found

    def _calmed(self, pieces: Pieces, unit: str) -> Pieces:
        """All that a panic test of a unit hangs on: of enemies where they stand, of disorder its class."""
        side = self.setup.sheets[unit].side
        return tuple(
            _bare(piece) if self._is_enemy(piece, side) else self._calm(piece, piece.id == unit)
            for piece in pieces
        )

    def _calm(self, piece: Thing, tested: bool) -> Thing:
        if not isinstance(piece, Unit):
            return piece
        dp = _least_dp(self.setup, len(piece.bases), piece.dp) if tested else 0
        return replace(_bare(piece), dp=dp, routing=piece.routing, hanging=piece.hanging, loot=piece.loot)

    def _alone(self, pieces: Pieces, unit: str) -> Pieces:
        """Of a unit's enemies only where they stand."""
        side = self.setup.sheets[unit].side
        return tuple(_bare(piece) if self._is_enemy(piece, side) else piece for piece in pieces)

    def _is_enemy(self, piece: Thing, side: str) -> TypeGuard[Unit]:
        return isinstance(piece, Unit) and self.setup.sheets[piece.id].side != side

    def _panics(self, pieces: Pieces, unit: str, cause: str) -> tuple[tuple[Pieces, float], ...]:
        state: State[Thing] = State(pieces, ((morale.panic.name, (unit, cause)),))
        found = self._tests.get(state)
        if found is None:
            after, total = branch(CLASH, self.setup, state, calls=0)
            found = self._tests[state] = tuple((one.pieces, weight / total) for one, weight in after.items())
        return found


def _both_stand(field: Field, one: Unit, other: Unit) -> bool:
    return one.status == other.status == "ready" and other.id in touched(field, one)


def _figures(field: Field, one: Unit, other: Unit, kind: str, fights: bool) -> Figures | None:
    if not _both_stand(field, one, other):
        return None
    if kind == "impact":
        roll = combat.impact_roll(field, one, other)
        theirs = combat.strength(field, other, one, "defence")
        return Figures(roll, combat.strength(field, one, other, "attack").strength, theirs.strength)
    roll = combat.melee_roll(field, one, other, fights=fights)
    theirs = combat.strength(field, other, one, "melee")
    return Figures(roll, combat.strength(field, one, other, "melee").strength, theirs.strength)


@lru_cache(maxsize=1024)
def _least_dp(setup: PikeSetup, bases: int, dp: int) -> int:
    parameters = setup.tables.parameters
    state = morale.cohesion_of(parameters, bases, dp)
    return next(one for one in range(dp + 1) if morale.cohesion_of(parameters, bases, one) == state)


@lru_cache(maxsize=1024)
def _bare(unit: Unit) -> Unit:
    return Unit(unit.id, unit.bases, unit.files, unit.formation, status=unit.status)


def _changed(piece: Thing, before: Thing, after: Thing) -> Thing:
    """A piece to which happens what happened to one like it."""
    if after is before or after == before:
        return piece
    if not isinstance(piece, Unit) or not isinstance(after, Unit) or not isinstance(before, Unit):
        return after
    names = (one for one in Unit.__struct_fields__ if getattr(after, one) != getattr(before, one))
    new = {name: getattr(after, name) for name in names}
    if "dp" in new:
        new["dp"] = piece.dp + after.dp - before.dp
    return replace(piece, **new)


def _hurt(pieces: Pieces, unit: str, dp: int) -> Pieces:
    return tuple(
        replace(piece, dp=piece.dp + dp) if piece.id == unit and isinstance(piece, Unit) else piece
        for piece in pieces
    )


def _put(pieces: Pieces, *units: Unit) -> Pieces:
    by_id: dict[str, Thing] = {unit.id: unit for unit in units}
    return tuple(by_id.get(piece.id, piece) for piece in pieces)


def added(one: Spread, other: Mapping[Pieces, float], share: float = 1.0) -> Spread:
    """The first with the chances of the other, each times a share."""
    for pieces, chance in other.items():
        one[pieces] = one.get(pieces, 0.0) + chance * share
    return one


# --- how they come out ----------------------------------------------------------------------------------


def fates(setup: PikeSetup, at: Mapping[Pieces, float], before: Unit) -> dict[str, float]:
    """Chance of each way in which a unit comes out of it, as it was ``before``; in the order of the names above."""
    found = dict.fromkeys((HOLDS, SHAKEN, LOSES, ROUTS), 0.0)
    for pieces, chance in at.items():
        unit = next(piece for piece in pieces if piece.id == before.id)
        assert isinstance(unit, Unit)
        found[_fate(setup, unit, len(before.bases))] += chance
    return {fate: chance for fate, chance in found.items() if chance}


def _fate(setup: PikeSetup, unit: Unit, bases: int) -> str:
    if unit.routing or unit.status != "ready":
        return ROUTS
    if len(unit.bases) < bases:
        return LOSES
    state = morale.cohesion_of(setup.tables.parameters, len(unit.bases), unit.dp)
    return HOLDS if state == morale.STEADY else SHAKEN
