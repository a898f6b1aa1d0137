"""What a hand on the picture may mean: a drag or click as orders, likeliest first.

A unit led somewhere moves there, led onto an enemy it attacks, led back it withdraws, turned on the spot it turns; an
enemy that is pointed at is attacked, shot at, struck or pursued; a person's unit led onto another sends him there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from grognard.core.game import Heard
from grognard.core.rule import clause
from grognard.core.state import Order, Question
from grognard.rulebooks.meanings import legal
from grognard.rulebooks.napoleonic import aim_ways, deployment, refusals
from grognard.rulebooks.napoleonic.allowance import allowance
from grognard.rulebooks.napoleonic.decisions import DECISIONS
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import Body, Gun, Terrain, Wagon
from grognard.rulebooks.napoleonic.paper import paper
from grognard.rulebooks.napoleonic.picture_reach import stands_with
from grognard.rulebooks.napoleonic.tracks import written
from grognard.rulebooks.napoleonic.view import NapoleonicView
from grognard.space.outline import holds, segment_gap2
from grognard.space.pose import Point, Pose, distance, local, step, turn_to
from grognard.space.sine import TURN

if TYPE_CHECKING:
    from grognard.rulebooks.book import Drag

RINGS = (0, 50, 100, 200, 300, 500)
"""A body that can't be set up where it was put is set up so far beside it, if it can."""
NEAR_LINE = 120
"""So near to a line of terrain (thousandths) the hand means the line."""
Aimed = Iterable[Order]


class Hand(msgspec.Struct, frozen=True):
    """A drag or click over the table: ``piece`` "" for a click; ``at`` in thousandths, ``heading`` in tenths; ids that
    are nothing on the table of the view are ""."""

    view: NapoleonicView
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
    def about(self) -> str:
        return str(self.question.about[0]) if self.question.about else ""

    @property
    def listed(self) -> tuple[Order, ...]:
        found: tuple[Order, ...] = DECISIONS[self.question.kind].options(self.view, self.question)
        return found

    @property
    def side(self) -> str:
        return self.view.setup.side_of(self.question.seat)

    def is_foe(self, one: str) -> bool:
        """Whether it is the enemy's, or held by him."""
        body = self.field.find(one) if one else None
        if body is None:
            return False
        return (body.owner if isinstance(body, Gun | Wagon) else body.side) != self.side

    def terrain(self) -> Iterator[Terrain]:
        """What lies under the hand."""
        for one in self.field.terrains:
            near = any(segment_gap2(self.at, a, b)[0] <= NEAR_LINE**2 * segment_gap2(self.at, a, b)[1]
                       for a, b in zip(one.points, one.points[1:], strict=False)) if one.line else False  # fmt: skip
            if near or (not one.line and any(holds(shape, self.at) for shape in one.shapes)):
                yield one


def aim(
    view: NapoleonicView, question: Question, drag: Drag, lang: str = "en", heard: Sequence[Heard] = ()
) -> tuple[Order, ...]:
    """Orders that a drag or click may mean, likeliest first; all pass the check, or the nearest one that does not
    stands alone."""
    if question.kind not in _AIMS:
        return ()
    at = paper(view, lang).to_table(drag.x, drag.y)
    heading = None if drag.heading is None else round(drag.heading) * 10 % TURN
    piece, target = (stands_with(view.field, name) for name in (drag.piece, drag.target))
    if piece and heading is None and distance(view.field.body(piece).pose.at, at) <= aim_ways.HERE:
        piece, target = "", piece
    target = "" if target == piece else target
    hand = Hand(view, question, piece, at, heading, target, drag.draft)
    nearest = bool(hand.piece or hand.target)
    return legal(DECISIONS[question.kind], view, question, _AIMS[question.kind](hand), nearest)


# --- orders ------------------------------------------------------------------------------------------


@clause("NA-MOVE-01")
def _order(hand: Hand) -> Aimed:
    body = hand.field.body(hand.about)
    if hand.piece not in ("", body.id):
        return ()
    return _led(hand, body) if hand.piece else _clicked(hand, body)


@clause("NA-MOVE-02", "NA-MOVE-06")
def _led(hand: Hand, body: Body) -> Iterator[Order]:
    if hand.is_foe(hand.target):
        yield "attack", hand.target
    elif hand.target:
        yield from _with_friend(hand, body)
    if distance(body.pose.at, hand.at) <= aim_ways.HERE:
        yield from _turned(hand, body)
        return
    yield from _crossings(hand, body)
    yield from _ways(hand, body, hand.at)


@clause("NA-MOVE-05")
def _turned(hand: Hand, body: Body) -> Iterator[Order]:
    """On the spot."""
    if hand.heading is None:
        return
    if abs(abs(turn_to(body.heading, hand.heading)) - TURN // 2) <= 150:
        yield ("about_face",)
    for verb in _movers(hand.field, body):
        most = allowance(hand.field, body, (verb,))
        poses = aim_ways.within(body, (Pose(body.x, body.y, hand.heading),), most)
        if poses:
            yield verb, *written(poses)


def _movers(field: Field, body: Body) -> list[str]:
    """Verbs of moves, the shorter of a gun first: it may fire then."""
    verbs = ("move_half", "move_full") if isinstance(body, Gun) else ("move",)
    free = [verb for verb in verbs if refusals.why_not(field, body, verb) is None]
    return free or [verbs[-1]]


@clause("NA-MOVE-04", "NA-MOVE-10", "NA-MOVE-12", "NA-ART-09")
def _ways(hand: Hand, body: Body, at: Point) -> Iterator[Order]:
    """Moves to a place, as far as they go; backwards withdrawals first, which may be all that is allowed."""
    ahead = local(body.pose, at)[1]
    retreats = list(_withdrawals(hand, body, at))
    if ahead < 0 and hand.heading is None:
        yield from retreats
    whole: list[Order] = []
    short: list[Order] = []
    for verb in _movers(hand.field, body):
        most = allowance(hand.field, body, (verb,))
        place = aim_ways.neat(at, body.pose.at, most)
        for poses in aim_ways.ways(body, place, hand.heading):
            gone = aim_ways.within(body, poses, most)
            if gone:
                (whole if gone == poses else short).append((verb, *written(gone)))
    short = short[::-1] if isinstance(body, Gun) else short
    yield from whole
    yield from sorted(short, key=lambda order: order[-1] != hand.heading)
    yield from retreats


def _withdrawals(hand: Hand, body: Body, at: Point) -> Iterator[Order]:
    verbs = [verb for verb in refusals.all_verbs(body) if verb.startswith("withdraw")]
    for cut in (False, True):
        for verb in verbs:
            if refusals.why_not(hand.field, body, verb) is not None:
                continue
            most = allowance(hand.field, body, (verb,))
            for poses in aim_ways.back(body, aim_ways.neat(at, body.pose.at, most)):
                gone = aim_ways.within(body, poses, most, about=True)
                if gone and (gone != poses) == cut and gone[-1].at != body.pose.at:
                    yield verb, *written(gone)


@clause("NA-OBS-09")
def _crossings(hand: Hand, body: Body) -> Iterator[Order]:
    """Led over a line that takes a turn and at which it stands, it crosses."""
    if isinstance(body, Wagon):
        return
    for order in hand.listed:
        if order[0] == "cross":
            middle = body.pose.at
            place = next(one for one in hand.field.terrains if one.id == order[1])
            if _beyond(place, middle, hand.at):
                yield order


def _beyond(place: Terrain, start: Point, end: Point) -> bool:
    """Whether the way from one point to another crosses a line, or ends in an area."""
    if not place.line:
        return any(holds(shape, end) for shape in place.shapes)

    def left(a: Point, b: Point, c: Point) -> bool:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0

    legs = zip(place.points, place.points[1:], strict=False)
    return any(
        left(a, b, start) != left(a, b, end) and left(start, end, a) != left(start, end, b) for a, b in legs
    )


@clause("NA-MOVE-06", "NA-UNIT-08", "NA-ART-15")
def _clicked(hand: Hand, body: Body) -> Iterator[Order]:
    """On itself: what it does where it stands. On an enemy: attack; on a friend: what they do together; on bare ground:
    there it goes."""
    if hand.target == body.id:
        yield from (order for order in hand.listed if not _goes(order))
    elif hand.is_foe(hand.target):
        yield "attack", hand.target
    elif hand.target:
        yield from _with_friend(hand, body)
        yield from _ways(hand, body, hand.field.body(hand.target).pose.at)
    else:
        crossed = {one.id for one in hand.terrain()}
        yield from (order for order in hand.listed if order[0] == "cross" and order[1] in crossed)
        yield from _ways(hand, body, hand.at)


def _goes(order: Order) -> bool:
    return order[0] in ("move", "move_half", "move_full", "withdraw_half", "withdraw_full", "attack", "cross")


@clause("NA-UNIT-09", "NA-ART-15", "NA-TROPH-03")
def _with_friend(hand: Hand, body: Body) -> Iterator[Order]:
    """Reunite, exchange crews, lead away."""
    for order in hand.listed:
        if order[0] in ("rejoin", "swap_crew", "escort") and hand.target in order[1:]:
            yield order


# --- fire and close combat ---------------------------------------------------------------------------


@clause("NA-ART-03", "NA-SKIR-03")
def _fire(hand: Hand) -> Aimed:
    """At what is pointed at, an enemy or a place; on itself it holds its fire."""
    if hand.piece not in ("", hand.about):
        return []
    if hand.target == hand.about:
        return [("hold",), *hand.listed]
    names = {hand.target} if hand.target else set()
    names |= {one.id for one in hand.terrain()}
    shots = [order for order in hand.listed if len(order) > 1 and order[1] in names]
    if hand.question.kind == "skirmish" and hand.is_foe(hand.target):
        shots.append(("fire",))
    if not shots and hand.is_foe(hand.target) and hand.question.kind == "fire":
        shots.append(("ball", hand.target, 0))
    return shots


@clause("NA-CC-02", "NA-CC-05")
def _strike(hand: Hand) -> Aimed:
    """Whom it strikes; else on whom its losses fall. On itself: nobody."""
    if hand.piece not in ("", hand.about):
        return []
    if hand.target == hand.about:
        return [("none",)]
    if not hand.is_foe(hand.target):
        return []
    return [("strike", hand.target), ("none", hand.target)]


@clause("NA-CC-22", "NA-CC-32")
def _follow(hand: Hand) -> Aimed:
    """As far as it was led; on itself it stays."""
    body = hand.field.body(hand.about)
    if hand.piece not in ("", body.id):
        return []
    if hand.target == body.id:
        return [("stay",)]
    most = int(hand.question.about[2])
    far = most if hand.target else min(round(distance(body.pose.at, hand.at), -1), most)
    return [("follow", far), ("follow", most)]


@clause("NA-PURS-03")
def _named(hand: Hand) -> Aimed:
    """Orders on the list that name what is pointed at; on the unit itself those that name nobody."""
    if hand.target == hand.about:
        return [order for order in hand.listed if len(order) == 1]
    return [order for order in hand.listed if hand.target and hand.target in order]


# --- persons and links -------------------------------------------------------------------------------


@clause("NA-CMD-10", "NA-CMD-16")
def _persons(hand: Hand) -> Aimed:
    """The persons of a unit that is led onto another ride there; a click on a unit: whatever concerns it or them."""
    draft = hand.draft if hand.draft[:1] == ("persons",) else ("persons",)
    if hand.piece and hand.target:
        men = _men(hand, hand.piece)
        moves: list[Order] = [("join", man, hand.target) for man in men]
        everybody = tuple(word for move in moves for word in move)
        single = [(*_without(draft, move[1]), *move) for move in moves]
        return [*single, ("persons", *everybody)] if len(moves) > 1 else single
    names = {hand.target, *_men(hand, hand.target)} if hand.target else set()
    return [order for order in hand.listed if names & set(order)]


def _men(hand: Hand, one: str) -> list[str]:
    return [man.id for man in hand.field.persons_at(one) if man.side == hand.side]


def _without(draft: Order, who: object) -> Order:
    """A draft without what it says of a person's ride."""
    words = list(draft)
    for at in range(1, len(words) - 2):
        if words[at] == "join" and words[at + 1] == who:
            return (*words[:at], *words[at + 3 :])
    return tuple(words)


@clause("NA-CMD-15", "NA-CMD-16", "NA-CMD-18")
def _replacement(hand: Hand) -> Aimed:
    """Somebody who stands where it was clicked gets the post, or tries for it as a junior."""
    men = _men(hand, hand.target) if hand.target else []
    named = [order for order in hand.listed if set(men) & set(order)]
    return [*named, *(("juniors", man) for man in men)]


@clause("NA-CMD-07")
def _initiative(hand: Hand) -> Aimed:
    """A click on a unit with a broken link: it rolls too, or no more."""
    if hand.piece or not hand.target:
        return []
    draft = hand.draft if hand.draft[:1] == ("roll",) else hand.listed[0]
    names = [hand.target, *_men(hand, hand.target)]
    toggled = []
    for one in names:
        rest = tuple(word for word in draft if word != one)
        toggled.append(rest if one in draft else (*draft[:1], one, *draft[1:]))
    return toggled


# --- before the battle -------------------------------------------------------------------------------


@clause("NA-SEQ-07")
def _deploy(hand: Hand) -> Iterator[Order]:
    """The unit stands where it was put, or beside it where it can't, the others as in the draft."""
    field, seat = hand.field, hand.question.seat
    own = {body.id for body in deployment.of_seat(field, seat)}
    if hand.piece not in own:
        yield from hand.listed[:1] if hand.target in own else ()
        return
    places = dict(deployment.read(hand.draft) or {})
    body = field.body(hand.piece)
    before = places.get(body.id, body.pose)
    heading = before.heading if hand.heading is None else hand.heading
    for far in RINGS:
        for direction in range(0, TURN, TURN // 8) if far else (0,):
            east, north = step(direction, far)
            x, y = round(hand.at[0] + east, -1), round(hand.at[1] + north, -1)
            moved = {**places, body.id: Pose(x, y, heading)}
            yield (
                "deploy",
                *(word for one, pose in moved.items() for word in (one, pose.x, pose.y, pose.heading)),
            )


_AIMS: dict[str, Callable[[Hand], Aimed]] = {
    "order": _order,
    "deploy": _deploy,
    "fire": _fire,
    "skirmish": _fire,
    "strike": _strike,
    "follow": _follow,
    "pursue": _named,
    "persons": _persons,
    "initiative": _initiative,
    "replacement": _replacement,
}
