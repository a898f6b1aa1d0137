"""Reads what is said to a seat: where units stand, what persons do, for whom it throws, who takes a post, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from grognard.core.rule import clause
from grognard.core.state import Arg, Order
from grognard.locale import T
from grognard.orders.compass import heading_of
from grognard.orders.stretch import Keys, Unclear
from grognard.rulebooks.napoleonic import command, deployment, persons
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import Body, Person
from grognard.rulebooks.napoleonic.order_draft import Heard, names_in
from grognard.rulebooks.napoleonic.order_motion import merka, tenths
from grognard.space.sine import TURN

SINGLE: Mapping[str, Order] = {
    "do:remain": ("persons",),
    "do:norolls": ("roll",),
    "do:go_on": ("go_on",),
    "do:truce": ("truce",),
    "do:concede": ("concede",),
    "do:wait": ("wait",),
    "do:everyjunior": ("juniors",),
}
"""Words that are the whole order."""


class SeatOrder(Heard):
    """The words of one stretch that is said to a seat."""

    def __init__(self, field: Field, seat: str, said: tuple[Keys, ...]) -> None:
        super().__init__(said)
        self.field, self.seat = field, seat

    def orders(self, kind: str) -> list[Order]:
        reading: dict[str, Callable[[], Iterator[Order]]] = {
            "persons": self._persons, "initiative": self._rolls, "deploy": self._places, "replacement": self._post,
            "end": self._ending,
        }  # fmt: skip
        found = list(dict.fromkeys(reading[kind]()))
        if not found or not self.over:
            raise Unclear
        return found

    def _single(self, *concepts: str) -> Order | None:
        found = self.takes(*concepts)
        return SINGLE[found] if found and self.over else None

    # --- whom words mean ---------------------------------------------------------------------------------

    def _man(self, keys: Keys) -> str:
        """One's own person, "" if none."""
        own = [one.id for one in persons.of_seat(self.field, self.seat) if one.id in keys]
        return own[0] if len(own) == 1 else ""

    def _body(self, keys: Keys) -> str:
        own = [one.id for one in self._own() if one.id in keys]
        return own[0] if len(own) == 1 else ""

    def _own(self) -> list[Body]:
        side = self.field.setup.side_of(self.seat)
        return [one for one in self.field.bodies if one.side == side]

    # --- persons -----------------------------------------------------------------------------------------

    @clause("NA-CMD-10", "NA-CMD-16", "NA-CMD-20", "NA-CMD-02")
    def _persons(self) -> Iterator[Order]:
        if single := self._single("do:remain"):
            yield single
            return
        found: list[Arg] = []
        while not self.over:
            found += self._change()
        yield ("persons", *found)

    def _change(self) -> list[Arg]:
        keys = self.peek()
        before = self.takes("do:take", "do:join", "do:cover")
        keys = self.peek() if before else keys
        who = self._man(keys) or self._body(keys)
        if not who:
            raise Unclear(T("which of your persons is meant is not said"))
        self.at += 1
        verb = before or self.takes("do:take", "do:join", "do:giveback", "do:cover", "do:release")
        if verb == "do:giveback":
            return ["give", who]
        if verb == "do:release":
            return ["release", who]
        other = self.peek()
        self.at += 1
        if verb == "do:cover":
            return ["cover", who, self._named(self._man(other))]
        if verb == "do:take":
            return ["take", who, self._named(self._formation(other))]
        return ["join", who, self._named(self._unit_for(other))]

    def _named(self, found: str) -> str:
        if not found:
            raise Unclear(T("whom or what it is about is not clear"))
        return found

    def _unit_for(self, keys: Keys) -> str:
        """A unit, or the one with which the person called so stands."""
        if body := self._body(keys):
            return body
        man = self.field.pieces.get(self._man(keys))
        return man.at if isinstance(man, Person) else ""

    def _formation(self, keys: Keys) -> str:
        side = self.field.setup.side_of(self.seat)
        own = [
            one for one, sheet in self.field.setup.formations.items() if one in keys and sheet.side == side
        ]
        return own[0] if len(own) == 1 else ""

    # --- initiative --------------------------------------------------------------------------------------

    @clause("NA-CMD-07", "NA-UNIT-08")
    def _rolls(self) -> Iterator[Order]:
        if single := self._single("do:norolls"):
            yield single
            return
        links: list[str] = []
        splits: list[str] = []
        into, said = links, 0
        while not self.over:
            verb = self.takes("do:rollsplit", "do:roll")
            if verb:
                into, said = (splits if verb == "do:rollsplit" else links), 1
                continue
            into.append(self._roller(self.peek(), into is splits))
            self.at += 1
        if not said:
            raise Unclear
        yield self._rolled(links, splits)

    def _rolled(self, links: Sequence[str], splits: Sequence[str]) -> Order:
        if not links and not splits:
            links = command.broken(self.field, self.seat)
        return ("roll", *links, *((command.SPLIT, *splits) if splits else ()))

    def _roller(self, keys: Keys, split: bool) -> str:
        known = (
            command.may_try_split(self.field, self.seat) if split else command.broken(self.field, self.seat)
        )
        found = [one for one in known if one in keys] or [self._man(keys) or self._body(keys)]
        if len(found) != 1 or not found[0]:
            raise Unclear(T("whom or what it is about is not clear"))
        return found[0]

    # --- places ------------------------------------------------------------------------------------------

    @clause("NA-SEQ-07")
    def _places(self) -> Iterator[Order]:
        self.takes("do:deploy")
        if self.takes("at:listed"):
            yield ("deploy",)
            return
        rows: list[Arg] = []
        while not self.over:
            rows += self._row()
        if not rows:
            raise Unclear
        yield ("deploy", *rows)

    def _row(self) -> list[Arg]:
        """A unit's place; its heading is as now where none is said."""
        body = self.field.find(self._body(self.peek()))
        if body is None:
            raise Unclear(T("which of your units is meant is not clear"))
        self.at += 1
        while self.takes("do:deploy", "n:point", "do:move"):
            pass
        if self.number() is None or self.number(1) is None:
            raise Unclear(T("of a unit's place two numbers are to be said, x and y"))
        x, y = merka(self.take_number()), merka(self.take_number())
        return [body.id, x, y, self._heading(body.heading)]

    def _heading(self, now: int) -> int:
        self.takes("n:merka")
        if not self.takes("do:face"):
            return now
        compass = heading_of(self.peek())
        if compass is not None:
            self.at += 1
            return compass
        heading = tenths(self.take_number())
        self.takes("n:degrees")
        return heading % TURN

    # --- posts and the end -------------------------------------------------------------------------------

    @clause("NA-CMD-15", "NA-CMD-16", "NA-CMD-17", "NA-CMD-18", "NA-CMD-19")
    def _post(self) -> Iterator[Order]:
        if single := self._single("do:wait", "do:everyjunior"):
            yield single
            return
        verbs = {"do:juniors": "juniors", "do:senior": "senior", "do:appoint": "appoint", "do:giveit": "give"}
        said: list[str] = []
        names: list[str] = []
        while not self.over:
            found = [one for one in verbs if one in self.peek()]
            man = [one for one in names_in(self.peek()) if isinstance(self.field.pieces.get(one), Person)]
            if not found and len(man) != 1:
                raise Unclear
            said += [verbs[one] for one in found]
            names += man if not found else []
            self.at += 1
        if len(said) != 1 or not names:
            raise Unclear(T("who takes the post, and how, is not said"))
        yield (said[0], *names)

    @clause("NA-END-01")
    def _ending(self) -> Iterator[Order]:
        if single := self._single("do:truce", "do:concede", "do:go_on"):
            yield single


# --- what is said in several sentences ---------------------------------------------------------------------


@clause("NA-SEQ-07", "NA-CMD-10")
def together(kind: str, parts: Sequence[Order]) -> tuple[Order, bool]:
    """The places or changes of all parts; the last said of a unit or person counts."""
    if kind not in ("deploy", "persons"):
        return parts[-1], True
    known: dict[tuple[Arg, ...], Order] = {}
    put_aside = False
    for part in parts:
        rows = list(_rows(kind, part))
        put_aside = any(_key(kind, row) in known and known[_key(kind, row)] != row for row in rows)
        put_aside = put_aside or (not rows and bool(known))
        known = {**known, **{_key(kind, row): row for row in rows}} if rows else {}
    return (kind, *(word for row in known.values() for word in row)), put_aside


def _rows(kind: str, part: Order) -> Iterator[Order]:
    if kind == "deploy":
        yield from (part[at : at + deployment.PLACE] for at in range(1, len(part), deployment.PLACE))
        return
    for change in persons.read(part) or ():
        yield tuple(word for word in change if word)


def _key(kind: str, row: Order) -> tuple[Arg, ...]:
    return row[:1] if kind == "deploy" else row[:2]
