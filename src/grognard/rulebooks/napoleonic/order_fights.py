"""Reads what is said to one unit in the fire and close-combat phases: shots, strikes, follow-ups, pursuits."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core.rule import clause
from grognard.core.state import Order, Question
from grognard.locale import T
from grognard.orders.stretch import Keys, Unclear
from grognard.rulebooks.napoleonic import aiming
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.order_draft import Heard, names_in
from grognard.rulebooks.napoleonic.order_motion import merka, tenths
from grognard.rulebooks.napoleonic.order_targets import Targets

SIDES = {"dir:right": 1, "dir:left": -1}
IDLE = ("n:merka", "n:degrees", "n:first", "do:wheel", "dir:forward", "n:point")


class Fighting(Heard):
    """A verb, whom, and a number."""

    def __init__(self, field: Field, question: Question, said: tuple[Keys, ...]) -> None:
        super().__init__(said)
        self.field, self.question = field, question
        self.body = field.body(str(question.about[0]))
        self.targets = Targets(field, self.body)
        self.verbs: list[str] = []
        self.named: list[Keys] = []
        self.pivot: int | None = None
        self.length: int | None = None
        self.side = 0

    def orders(self) -> list[Order]:
        """All that it may mean, likeliest first."""
        while not self.over:
            if not (self._verb() or self._number() or self._side() or self._name() or self.takes(*IDLE)):
                raise Unclear
        found = list(dict.fromkeys(self._orders()))
        if not found:
            raise Unclear
        return found

    def _verb(self) -> bool:
        keys = self.peek()
        found = [str(key) for key in keys if str(key).startswith("do:") and key != "do:wheel"]
        if not found:
            return False
        self.at += 1
        self.verbs += found
        return True

    def _number(self) -> bool:
        if self.number() is None or (self._is_name() and not self.side and self.question.kind != "follow"):
            return False
        number = self.take_number()
        self.takes("n:degrees", "n:merka")
        if self.question.kind == "fire":
            side = self.side or SIDES.get(self.takes(*SIDES), 0)
            if not side:
                raise Unclear(T("to which side it turns is not said"))
            self.pivot = side * tenths(number)
        else:
            self.length = merka(number)
        return True

    def _is_name(self) -> bool:
        return any(key in self.field.pieces for key in names_in(self.peek()))

    def _side(self) -> bool:
        side = self.takes(*SIDES)
        self.side = SIDES.get(side, self.side)
        return bool(side)

    def _name(self) -> bool:
        keys = self.peek()
        routed = self.question.kind == "pursue" and keys & set(self.question.about[2:])
        aimed = self.targets.enemies(keys)
        if not (routed or aimed.enemies or aimed.place):
            return False
        self.at += 1
        if aimed.why is not None and not self.named:
            self.doubt(aimed.why)
        self.named.append(keys)
        return True

    def _orders(self) -> Iterator[Order]:
        making = {"fire": self._shots, "skirmish": self._volleys, "strike": self._strikes, "follow": self._follows,
                  "pursue": self._pursues}  # fmt: skip
        yield from making[self.question.kind]()

    def _whom(self) -> tuple[str, ...]:
        return self.targets.enemies(self.named[0]).enemies if self.named else ()

    # --- fire --------------------------------------------------------------------------------------------

    @clause("NA-ART-03", "NA-ART-04", "NA-ART-05")
    def _shots(self) -> Iterator[Order]:
        if set(self.verbs) & {"do:nofire"} or (not self.verbs and not self.named):
            yield from self._silence()
            return
        shots = aiming.aims(self.field, self.field.gun(self.body.id))
        balls = [one for one in ("ball", "canister") if f"do:{one}" in self.verbs]
        if len(balls) > 1:
            raise Unclear(T("ball or canister, not both"))
        wanted = set(self._aimed_at())
        fitting = [one for one in shots if not wanted or one.target in wanted]
        fitting = [one for one in fitting if not balls or one.ammunition == balls[0]]
        if self.pivot is not None and wanted:
            kinds = balls or [one.ammunition for one in fitting[:1]] or ["ball"]
            yield from ((kinds[0], one, self.pivot) for one in sorted(wanted))
            return
        if not self.named:
            self.doubt(T("at whom it fires is not said: the nearest"))
            fitting = sorted(fitting, key=lambda one: (one.pivot != 0, one.distance, one.target))[:1]
        if not fitting and wanted:
            yield from ((balls[0] if balls else "ball", one, 0) for one in sorted(wanted))
            return
        if not fitting:
            raise Unclear(T("it has no target"))
        best = {one.target: one for one in reversed(fitting)}
        yield from ((one.ammunition, one.target, one.pivot) for one in best.values())

    def _aimed_at(self) -> Iterator[str]:
        """Enemies named, and bridges and works that can be shot at."""
        for keys in self.named[:1]:
            places = self.targets.places(keys)
            shots = {one.target for one in aiming.aims(self.field, self.field.gun(self.body.id))}
            at_places = [one for one in places if one in shots]
            yield from at_places or self.targets.enemies(keys).enemies or places

    def _silence(self) -> Iterator[Order]:
        if self.named or not self.verbs:
            raise Unclear
        yield ("hold",)

    @clause("NA-SKIR-03")
    def _volleys(self) -> Iterator[Order]:
        if "do:nofire" in self.verbs:
            yield ("hold",)
            return
        if not self.named:
            yield ("fire",)
        yield from (("fire", one) for one in self._whom())

    # --- close combat ------------------------------------------------------------------------------------

    @clause("NA-CC-02", "NA-CC-05")
    def _strikes(self) -> Iterator[Order]:
        nobody = set(self.verbs) & {"do:nostrike", "do:losses"}
        if nobody and not self.named:
            yield ("none",)
        elif nobody:
            yield from (("none", one) for one in self._whom())
        elif self.named:
            yield from (("strike", one) for one in self._whom())
        else:
            raise Unclear(T("whom it strikes is not said"))

    @clause("NA-CC-22", "NA-CC-32")
    def _follows(self) -> Iterator[Order]:
        if self._stays():
            yield ("stay",)
            return
        most = int(self.question.about[2])
        if self.length is None:
            self.doubt(T("how far is not said: as far as it may"))
        yield ("follow", most if self.length is None else self.length)

    def _stays(self) -> bool:
        return "do:stay" in self.verbs

    @clause("NA-PURS-03", "NA-PURS-04")
    def _pursues(self) -> Iterator[Order]:
        if self._stays():
            yield ("stay",)
            return
        routed = tuple(map(str, self.question.about[2:]))
        named = tuple(one for keys in self.named for one in names_in(keys) if one in routed)
        yield from (("pursue", one) for one in named or (() if self.named else routed))
