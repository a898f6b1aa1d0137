"""What a hand on the picture may mean: a drag or click as orders, likeliest first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from grognard.core.game import Heard
from grognard.core.state import Order, Question
from grognard.rulebooks.meanings import legal
from grognard.rulebooks.pike_and_shot import aim_places, aim_steps, reactions
from grognard.rulebooks.pike_and_shot.aim_steps import HERE
from grognard.rulebooks.pike_and_shot.decisions import DECISIONS
from grognard.rulebooks.pike_and_shot.field import Field
from grognard.rulebooks.pike_and_shot.model import Commander, Unit
from grognard.rulebooks.pike_and_shot.paper import paper
from grognard.rulebooks.pike_and_shot.seeing import apart
from grognard.rulebooks.pike_and_shot.shooting import longest_range
from grognard.rulebooks.pike_and_shot.standing import beside, in_contact
from grognard.rulebooks.pike_and_shot.touch import touched
from grognard.rulebooks.pike_and_shot.view import PikeView
from grognard.space.outline import Edge
from grognard.space.pose import Point, between2, distance
from grognard.space.sine import TURN

if TYPE_CHECKING:
    from grognard.rulebooks.book import Drag

SNAP = 700
"""A place this near to one on the list is taken for it first."""
Aimed = Iterable[Order]


class Hand(msgspec.Struct, frozen=True):
    """A drag or click over the table: ``piece`` "" for a click; ``at`` in thousandths, ``heading`` in tenths; ids that
    the view doesn't hold are ""."""

    view: PikeView
    question: Question
    piece: str
    at: Point
    heading: int | None
    target: str
    draft: Order

    @property
    def field(self) -> Field:
        return self.view.field

    @property
    def listed(self) -> tuple[Order, ...]:
        return DECISIONS[self.question.kind].options(self.view, self.question)

    def about(self, at: int = 0) -> str:
        return str(self.question.about[at])

    def unit(self, name: str) -> Unit | None:
        """A unit that stands on the table."""
        found = self.field.pieces.get(name)
        return found if isinstance(found, Unit) and found.status == "ready" else None

    def commander(self, name: str) -> Commander | None:
        found = self.field.pieces.get(name)
        return found if isinstance(found, Commander) else None

    def is_own(self, name: str) -> bool:
        setup = self.field.setup
        found = setup.sheets.get(name) or setup.commanders.get(name)
        return found is not None and found.side == setup.side_of(self.question.seat)

    def naming(self, *names: str) -> Iterator[Order]:
        """Orders on the list that name all these ids."""
        return (order for order in self.listed if all(name in order for name in names))

    def snapped(self, places: Iterable[Point]) -> list[Point]:
        """Places on the list near to the hand, the nearest first, and where it is itself."""
        near = [place for place in places if between2(place, self.at) <= SNAP * SNAP]
        return [*sorted(set(near), key=lambda place: between2(place, self.at)), self.at]


def aim(
    view: PikeView, question: Question, drag: Drag, lang: str = "en", heard: Sequence[Heard] = ()
) -> tuple[Order, ...]:
    """Orders that a drag or click may mean, likeliest first; all pass the check, or the nearest one that does not
    stands alone."""
    at = paper(view, lang, heard).to_table(drag.x, drag.y)
    heading = None if drag.heading is None else round(drag.heading * 10) % TURN
    known = view.field.pieces
    piece, target = (name if name in known else "" for name in (drag.piece, drag.target))
    if piece == target and piece and _stays(view.field, piece, at, heading):
        piece = ""
    target = "" if target == piece else target
    hand = Hand(view, question, piece, at, heading, target, drag.draft)
    nearest = bool(hand.piece or hand.target)
    return legal(DECISIONS[question.kind], view, question, _AIMS[question.kind](hand), nearest)


def _stays(field: Field, piece: str, at: Point, heading: int | None) -> bool:
    """A piece put down where it was: as good as a click."""
    here = field.pieces[piece]
    if isinstance(here, Unit) and here.bases:
        return heading is None and distance(here.block.at, at) <= HERE
    return isinstance(here, Commander) and distance((here.x, here.y), at) <= HERE


# --- cards and command points ---


def _card(hand: Hand) -> Aimed:
    me = hand.about()
    if not hand.piece:
        return _card_click(hand, me)
    if hand.unit(hand.piece):
        return [("activate", hand.piece), *(hand.naming(hand.piece, hand.target) if hand.target else ())]
    return _ride(hand, me) if hand.piece == me else _subordinate(hand)


def _card_click(hand: Hand, me: str) -> Iterator[Order]:
    """A unit acts, a commander is called, the one whose card it is may do what names nobody else."""
    target = hand.target
    if not target:
        yield from aim_places.ways_to_go(hand, me)
    elif target == me:
        yield from (one for one in hand.listed if one[0] in ("coordinate", "end", "go"))
    elif hand.unit(target):
        if hand.is_own(target):
            yield "activate", target
        yield from hand.naming(target)
    elif hand.is_own(target):
        yield "command", target
        yield from hand.naming(target)


def _ride(hand: Hand, me: str) -> Iterator[Order]:
    """The commander himself is led somewhere."""
    commander, unit = hand.field.commander(me), hand.unit(hand.target)
    if unit is not None and hand.is_own(unit.id):
        if in_contact(hand.field, commander, unit):
            yield "attach", unit.id
            yield from hand.naming(unit.id)
        yield "go", *beside(hand.field, commander, unit)
    elif hand.commander(hand.target) and hand.is_own(hand.target):
        yield from hand.naming(hand.target)
        yield "pass", hand.target, 1
    yield from aim_places.ways_to_go(hand, me)


def _subordinate(hand: Hand) -> Iterator[Order]:
    """Another commander is led somewhere: an order to him, or a new man in his place."""
    other = hand.piece
    if not hand.is_own(other) or hand.commander(other) is None:
        return
    if hand.target:
        yield from hand.naming(other, hand.target)
    flags = [(int(o[3]), int(o[4])) for o in hand.naming(other) if o[0] == "order"]
    for place in hand.snapped(flags):
        yield from (("order", other, stance, *place) for stance in aim_places.stances(hand, other, place))


# --- impulses ---


def _use(hand: Hand) -> Aimed:
    unit, me = hand.field.unit(hand.about()), hand.about(1)
    target = hand.unit(hand.target)
    if hand.piece == me or (not hand.piece and hand.target == me):
        return _use_cp(hand, me)
    if hand.piece and hand.piece != unit.id:
        return ()
    if target is not None and not hand.is_own(target.id):
        return _use_on(hand, unit, target)
    if hand.target == unit.id:
        return [*(one for one in hand.listed if one[0] not in ("shoot", "stop")), ("stop",)]
    return [("move",)]


def _use_cp(hand: Hand, me: str) -> Iterator[Order]:
    if not hand.piece:
        yield from (one for one in hand.listed if one[0] == "cp")
    else:
        yield from (("cp", *one) for one in _ride(hand, me) if one[0] in ("go", "attach"))


def _use_on(hand: Hand, unit: Unit, target: Unit) -> Iterator[Order]:
    """Against an enemy: dragged there it charges, pointed at him it shoots; one too far away is gone towards."""
    far, field = apart(unit, target), hand.field
    if target.id in touched(field, unit):
        yield ("fight",)
        return
    moves = max(field.parameters.movement[str(field.option("movement"))].points.values())
    rides, shoots = far <= moves * field.move(unit), far <= longest_range(field, unit)
    orders: list[Order] = [("charge",), ("shoot", target.id)]
    if not hand.piece or (shoots and not rides):
        orders.reverse()
    yield from orders
    if hand.piece and not rides and not shoots:
        yield ("move",)


def _step(hand: Hand) -> Aimed:
    unit = hand.field.unit(hand.about())
    if hand.piece not in ("", unit.id):
        return ()
    if not hand.piece and hand.target == unit.id:
        return [*(one for one in hand.listed if one != ("stop",)), ("stop",)]
    goal = hand.unit(hand.target)
    at = hand.at if goal is None or goal.id == unit.id else goal.block.at
    return aim_steps.steps_to(hand.field, unit, hand.listed, at, hand.heading, goal is not None)


# --- reactions and close combat ---

ONTO = (reactions.COUNTER, reactions.RIDE, reactions.STAND_AND_SHOOT, reactions.SHOOT, reactions.MIXED)
STAY = (reactions.STAND_AND_SHOOT, reactions.SHOOT, reactions.BRACE, reactions.MIXED, reactions.REFORM)
AWAY = (reactions.EVADE, reactions.REFORM)
LIKELY = {
    ONTO[0]: (reactions.RIDE, reactions.COUNTER),
    STAY[0]: (reactions.SHOOT, reactions.STAND_AND_SHOOT),
    AWAY[0]: (reactions.EVADE, reactions.EVADE),
}
"""What is refused, against others and against a charge, where nothing can be done."""


def _react(hand: Hand) -> Iterator[Order]:
    """A unit led upon the enemy charges or shoots, led away it evades; pointed at, it stands."""
    _, trigger, _, _, _, *actors = map(str, hand.question.about)
    unit, actor = hand.piece or hand.target, hand.target if hand.target in actors else ""
    if not hand.piece and actor:
        yield from (one for one in hand.naming(actor))
        yield ("pass",)
        return
    piece = hand.unit(unit)
    if piece is None or not hand.is_own(unit):
        return
    wanted: tuple[str, ...] = STAY
    if hand.piece:
        foe = hand.field.unit(actor or actors[0]).block.at
        closer = actor or distance(hand.at, foe) < distance(piece.block.at, foe)
        wanted = ONTO if closer else AWAY
    able = list(hand.naming(unit, actor) if actor else hand.naming(unit))
    yield from sorted(able, key=lambda one: wanted.index(str(one[0])) if one[0] in wanted else len(wanted))
    yield LIKELY[wanted[0]][trigger == reactions.CHARGE], unit, actor or actors[0]


def _reply(hand: Hand) -> Iterator[Order]:
    own, roller = hand.about(), hand.about(1)
    if {hand.piece, hand.target} & {own, roller}:
        yield ("reply",)
        yield ("pass",)


def _enemy(hand: Hand) -> Aimed:
    """Whom it fights: the enemy pointed at, or any of the list."""
    if hand.target == hand.about():
        return hand.listed
    return [(hand.target,)] if hand.unit(hand.target) else ()


def _loss(hand: Hand) -> Aimed:
    """The base pointed at, and the end nearer to the hand."""
    unit = hand.field.unit(hand.about())
    if hand.about() not in (hand.piece, hand.target):
        return ()
    base = min(unit.bases, key=lambda one: between2((one.x, one.y), hand.at))
    middle = unit.block
    first, second = middle.edge_middle(Edge.LEFT), middle.edge_middle(Edge.RIGHT)
    end = "left" if between2(first, hand.at) < between2(second, hand.at) else "right"
    return sorted(hand.listed, key=lambda one: (one[0] != base.type, one[1:] not in ((), (end,))))


def _successor(hand: Hand) -> Aimed:
    if hand.target == hand.about():
        return hand.listed
    return [(hand.target,)] if hand.commander(hand.target) else ()


_AIMS: dict[str, Callable[[Hand], Aimed]] = {
    "card": _card,
    "use": _use,
    "step": _step,
    "react": _react,
    "reply": _reply,
    "fight_next": _enemy,
    "face": _enemy,
    "loss": _loss,
    "deploy": aim_places.deploy,
    "initial_order": aim_places.initial_order,
    "successor": _successor,
}
