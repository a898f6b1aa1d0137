"""Doctrine: what has changed between two positions of a battle, and so what has to be thought anew."""

from __future__ import annotations

from grognard.rulebooks.pike_and_shot.field import Field, stands_as
from grognard.rulebooks.pike_and_shot.model import Commander, Smoke, Thing, Turn, Unit


class Changes:
    """What differs from one position to another, as one side sees them.

    ``units``: those that differ in anything, as they are now; ``moved``: of them, those that take other ground.
    ``posts``: a commander differs; ``tally``: what conditions of victory look at does. ``lie``: all that a thought
    about a unit hangs on, besides itself and its commanders, is the same: enemies as they are and who leads them,
    where friends stand, the orders of all commanders, smoke, how the battle stands and how late it is.
    """

    def __init__(self, field: Field, side: str) -> None:
        self.units: dict[str, Unit] = {}
        self.moved: set[str] = set()
        self.posts = self.tally = self.smoke = False
        self.lie = True
        self._field, self._side = field, side

    def note(self, before: Thing, now: Thing) -> None:
        """A piece that differs."""
        if isinstance(now, Unit) and isinstance(before, Unit):
            self._note_unit(before, now)
        elif isinstance(now, Commander) and isinstance(before, Commander):
            self.posts = True
            self.lie = self.lie and before.order == now.order and not self._leads_enemies(before, now)
        elif isinstance(now, Turn) and isinstance(before, Turn):
            self.tally = self.tally or (before.scores, before.happened) != (now.scores, now.happened)
            self.lie = self.lie and not self.tally and before.number == now.number
        elif isinstance(now, Smoke):
            self.smoke, self.lie = True, False
        else:
            self.tally, self.lie = True, False

    def _note_unit(self, before: Unit, now: Unit) -> None:
        self.units[now.id] = now
        if not stands_as(now, before):
            self.moved.add(now.id)
        self.tally = self.tally or _counts(before) != _counts(now)
        own = self._field.side(now.id) == self._side
        self.lie = self.lie and own and _lies(before) == _lies(now)

    def _leads_enemies(self, *posts: Commander) -> bool:
        return self._field.post(posts[0].id).side != self._side and any(one.attached for one in posts)


def _counts(unit: Unit) -> tuple[object, ...]:
    """What is counted of a unit."""
    return unit.status, unit.routing, unit.loot, len(unit.bases)


def _lies(unit: Unit) -> tuple[object, ...]:
    """What others care about in a friend."""
    return unit.bases, unit.formation, unit.hanging is None, unit.status, unit.routing, unit.loot


def changes(before: Field, now: Field, side: str) -> Changes | None:
    """What differs; None where the two have not the same pieces (smoke apart), or are of other battles."""
    if before.setup is not now.setup:
        return None
    found, old, new = Changes(now, side), before.pieces, now.pieces
    pairs = [(was, piece) for was, piece in zip(old.values(), new.values(), strict=False) if was is not piece]
    if len(old) != len(new) or any(was.id != piece.id for was, piece in pairs):
        single = [(old.get(one) or new[one]) for one in old.keys() ^ new.keys()]
        if not all(isinstance(piece, Smoke) for piece in single):
            return None
        pairs = [(old[one], piece) for one, piece in new.items() if one in old and old[one] is not piece]
        pairs += [(piece, piece) for piece in single]
    for was, piece in pairs:
        found.note(was, piece)
    return found
