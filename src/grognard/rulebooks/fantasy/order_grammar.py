"""The grammar of orders: what is said of a unit made into parts of its order.

Words that may mean several regiments stand as choices; of all orders that come out those are meant which the rules
take, where there are such.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

from grognard.core.errors import Refused
from grognard.core.rule import clause
from grognard.core.state import Arg, Order
from grognard.locale import T, Text
from grognard.orders import Said
from grognard.orders.model import Key
from grognard.orders.stretch import Keys, Unclear
from grognard.rulebooks.fantasy import charging, orders, paths, refusals
from grognard.rulebooks.fantasy.field import Field
from grognard.rulebooks.fantasy.magic import dice_for
from grognard.rulebooks.fantasy.model import Leg
from grognard.rulebooks.fantasy.order_draft import Choice, Draft, Spelling
from grognard.rulebooks.fantasy.order_parser import Parser
from grognard.rulebooks.fantasy.order_parts import MORE, PATH, joined
from grognard.rulebooks.fantasy.order_words import unit_order_words
from grognard.rulebooks.fantasy.regiment import fits, most_files
from grognard.space.pose import turn_to
from grognard.space.sine import TURN

MOST = 24
"""So many orders at most are made of words with several meanings."""


class UnitGrammar:
    """Orders for one unit."""

    def __init__(self, field: Field, unit_id: str, keys: frozenset[Key]) -> None:
        self.field, self.unit_id, self.keys = field, unit_id, keys
        self._read: dict[tuple[Keys, ...], tuple[Said, ...]] = {}
        self._joined: dict[tuple[Order, ...], tuple[Order, bool]] = {}

    def read(self, said: tuple[Keys, ...]) -> tuple[Said, ...]:
        if said not in self._read:
            try:
                draft = Parser(self.field, self.unit_id, said).draft()
                self._read[said] = self._meant(draft)
            except Unclear:
                self._read[said] = ()
        return self._read[said]

    def problem(self, said: tuple[Keys, ...]) -> Text | None:
        try:
            Parser(self.field, self.unit_id, said).draft()
        except Unclear as unclear:
            return unclear.why
        return None

    def _meant(self, draft: Draft) -> tuple[Said, ...]:
        """Of several meanings those that the rules take; where they take none, the first."""
        parts = list(dict.fromkeys(islice(_parts(self.field, self.unit_id, draft), MOST)))
        if len(parts) > 1:
            parts = [part for part in parts if self.allows(self.joined((part,))[0])] or parts[:1]
        return tuple(Said(part, tuple(draft.doubts)) for part in parts)

    def joined(self, parts: Sequence[Order]) -> tuple[Order, bool]:
        key = tuple(parts)
        if key not in self._joined:
            self._joined[key] = joined(self.field, self.unit_id, key)
        return self._joined[key]

    @clause("FA-ORD-01", "FA-ORD-13")
    def allows(self, order: Order) -> bool:
        if order == (orders.DEFAULT,):
            return True
        try:
            given = orders.read(order)
        except Refused:
            return False
        if self.field.unit(self.unit_id).retreating:
            return order[0] in (orders.RALLY, orders.RUN)
        running = order[0] in (orders.RALLY, orders.RUN)
        return not running and refusals.why_not(self.field, self.unit_id, given) is None

    def words(self, order: Order) -> Text:
        return unit_order_words(self.field, order)


# --- parts -----------------------------------------------------------------------------------------------


def _parts(field: Field, unit_id: str, draft: Draft) -> Iterator[Order]:
    """Every order that the draft may be, likeliest first."""
    if draft.alone:
        yield _alone_part(draft)
        return
    word = _word(draft, field.profile(unit_id).role in orders.SHOOTERS)
    body = (*_path(field, unit_id, draft, word), *_settings(field, unit_id, draft, word))
    duels = tuple(one for key, heroes in draft.duels for one in _of_all(key, heroes))
    spells = [_entries(field, one, draft) for one in draft.spells]
    for targets in product(*(draft.targets or _whom(field, unit_id, draft, word))):
        if len(set(targets)) < len(targets):
            continue
        named = tuple(word for one in targets for word in ("target", one))
        for entries in product(*spells):
            yield (word, *named, *body, *draft.attached, *duels, *(one for entry in entries for one in entry))


@clause("FA-ORD-04", "FA-CHG-12")
def _whom(field: Field, unit_id: str, draft: Draft, word: str) -> list[Choice]:
    """Whom a unit attacks that is told nobody: in melee whoever it fights, else an enemy within reach."""
    if word != "attack" or field.engaged(unit_id) or field.unit(unit_id).retreating:
        return []
    able = charging.in_reach(field, unit_id)
    if draft.nearest:
        nearest = field.nearest_enemy(unit_id)
        return [able[:1] or ((nearest.id,) if nearest else ())]
    if able:
        _note(draft, T("whom it attacks is not said"))
    return [able] if able else []


def _of_all(key: str, heroes: Choice) -> tuple[Arg, ...]:
    return tuple(word for hero in heroes for word in (key, hero))


def _alone_part(draft: Draft) -> Order:
    plain = not (draft.verbs or draft.targets or draft.legs or draft.attached or draft.duels or draft.spells)
    if not plain:
        raise Unclear
    if draft.alone == "rally" and draft.heading is not None:
        return (orders.RALLY, "heading", draft.heading)
    return ({"rally": orders.RALLY, "run": orders.RUN, "default": orders.DEFAULT}[draft.alone],)


@clause("FA-ORD-01")
def _word(draft: Draft, shoots: bool) -> str:
    """The order word that the verbs come to; guns and bows shoot at whoever is named."""
    verbs, moves = set(draft.verbs), bool(draft.legs)
    main = verbs & {"attack", "retreat", "reform"}
    if len(main) > 1 or (main and verbs & {"hold", "shoot"}):
        raise Unclear(T("two orders in one"))
    if main:
        if draft.targets and main != {"attack"}:
            raise Unclear
        return main.pop()
    if "shoot" in verbs:
        return "move_and_shoot" if verbs & {"move", "march"} or moves else "stand_and_shoot"
    if draft.targets and shoots and not moves:
        return "stand_and_shoot"
    if draft.targets:
        raise Unclear(
            T("what is to be done to {targets} is not said", targets=tuple(map(str, draft.targets[0])))
        )
    if "hold" in verbs:
        if moves or verbs & {"move", "march"}:
            raise Unclear(T("two orders in one"))
        return "hold"
    if verbs:
        return "march" if "march" in verbs else "move" if not moves else PATH
    if not (moves or draft.attached or draft.duels or draft.spells):
        raise Unclear
    return PATH if moves else MORE


@clause("FA-MOV-02", "FA-MOV-01")
def _path(field: Field, unit_id: str, draft: Draft, word: str) -> Iterator[Arg]:
    """Legs with turns to headings and ways "as far as it can" worked out."""
    legs: tuple[Leg, ...] = ()
    of = word if word in ("march", "move_and_shoot", "attack") else "move"
    for kind, amount in draft.legs:
        if kind == "heading":
            now = field.unit(unit_id).heading + sum(leg.amount for leg in legs if leg.kind == "wheel")
            turn = turn_to(now % TURN, amount or 0)
            legs = (*legs, Leg("wheel", turn)) if turn else legs
        elif amount is None:
            left = paths.most(field, unit_id, of) - paths.cost(field, unit_id, legs)
            legs = (*legs, Leg("fwd", left)) if left > 0 else legs
        else:
            legs = (*legs, Leg("fwd" if kind == "fwd" else "wheel", amount))
    for leg in legs:
        yield from (leg.kind, leg.amount)


@clause("FA-ORD-08", "FA-ORD-09", "FA-UNIT-09")
def _settings(field: Field, unit_id: str, draft: Draft, word: str) -> Iterator[Arg]:
    if word not in ("reform", "retreat") and (draft.heading is not None or draft.files or draft.formation):
        raise Unclear(T("a unit takes up a heading or a formation only by a reform"))
    if draft.heading is not None:
        yield from ("heading", draft.heading)
    files = draft.files or _usual_files(field, unit_id, draft)
    if files:
        yield from ("files", files)
    if draft.formation:
        yield from ("formation", draft.formation)


def _usual_files(field: Field, unit_id: str, draft: Draft) -> int:
    """The files of a formation that doesn't go with those of now; 0 where they go."""
    unit = field.unit(unit_id)
    row = field.tables.bases[unit.kind]
    if not draft.formation or fits(row, draft.formation, unit.files):
        return 0
    draft.doubts.append(T("how many files is not said: the usual number"))
    usual = {"line": row.full_rank, "column": row.full_rank // 2}
    return min(usual.get(draft.formation) or most_files(row, draft.formation) or 1, max(unit.models, 1))


@clause("FA-MAG-08")
def _entries(field: Field, spelling: Spelling, draft: Draft) -> list[Order]:
    """An entry of a wizard's list as parts of a flat order, one for each meaning."""
    found = []
    for wizard in spelling.wizards:
        dice = spelling.dice or dice_for(
            field, field.character(str(wizard)), field.tables.spells[spelling.spell]
        )
        if not spelling.dice:
            _note(draft, T("how many dice is not said: {dice}", dice=dice))
        head = ("cast", str(wizard), spelling.spell, dice, spelling.least or 1)
        for aims in product(*spelling.targets):
            if len(set(aims)) == len(aims):
                found.append((*head, *(word for aim in aims for word in aim)))
    return found


def _note(draft: Draft, why: Text) -> None:
    if why not in draft.doubts:
        draft.doubts.append(why)
