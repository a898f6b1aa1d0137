"""Reads what is said of a unit, gun or wagon in step 1.4, word by word, into its order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal

from grognard.core.rule import clause
from grognard.core.state import Order
from grognard.locale import T
from grognard.orders.compass import heading_of
from grognard.orders.stretch import Keys, Unclear
from grognard.rulebooks.napoleonic import refusals
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.model import Body, Gun, Unit
from grognard.rulebooks.napoleonic.order_draft import Heard
from grognard.rulebooks.napoleonic.order_motion import (
    Leg,
    costs_half,
    merka,
    tenths,
    verbs_of,
    way_of,
    withdrawal,
)
from grognard.rulebooks.napoleonic.order_targets import Targets
from grognard.rulebooks.napoleonic.words_names import name_of
from grognard.space.pose import heading_to
from grognard.space.sine import TURN

VERBS = (
    "attack",
    "withdraw",
    "move",
    "hold",
    "about",
    "cross",
    "split",
    "rejoin",
    "reform",
    "escort",
    "crew",
)
ALONE = {"hold": "hold", "about": "about_face", "reform": "reform"}
SIDES = {"dir:right": 1, "dir:left": -1}
QUARTER = 900
FAR = 10
"""A number without a measure after a turn to a side is a length up to this, beyond it an angle."""


class BodyOrder(Heard):
    """The words of one stretch. What has been said so far: verbs, legs, things, bare numbers."""

    def __init__(self, field: Field, body: Body, said: tuple[Keys, ...]) -> None:
        super().__init__(said)
        self.field, self.body = field, body
        self.targets = Targets(field, body)
        self.verbs: list[str] = []
        self.legs: list[Leg] = []
        self.named: list[Keys] = []
        self.form = ""
        self.share = ""
        self.numbers: list[Decimal] = []

    def orders(self) -> list[Order]:
        """All that it may mean, likeliest first."""
        while not self.over:
            if not any(step() for step in self._steps()):
                raise Unclear
        found = list(self._orders())
        if not found:
            raise Unclear
        return found

    def _steps(self) -> tuple[Callable[[], bool], ...]:
        return (self._later, self._facing, self._turn, self._ahead, self._figure, self._course, self._share,
                self._shape, self._verb, self._thing, self._idle)  # fmt: skip

    # --- words ---

    @clause("NA-MOVE-05")
    def _facing(self) -> bool:
        """Facing 90°, facing east, facing the village."""
        if not self.sees("do:face"):
            return False
        self.at += 1
        number = self.number()
        heading = heading_of(self.peek())
        if number is not None:
            self.at += 1
            self.takes("n:degrees")
            heading = tenths(number)
            if not 0 <= heading < TURN:
                raise Unclear(T("a heading is 0 to 359.9 degrees"))
        elif heading is not None:
            self.at += 1
        elif (place := self.targets.point(self.peek())) is not None:
            self.at += 1
            heading = heading_to(self.body.pose.at, place[0])
        else:
            return self._turn_only()
        self.legs.append(Leg("face", (heading,)))
        return True

    def _turn_only(self) -> bool:
        """Facing right."""
        side = self.takes(*SIDES, "dir:back")
        if not side:
            raise Unclear(T("which way it is to face is not said"))
        self.legs.append(Leg("turn", (SIDES.get(side, 2) * QUARTER,)))
        return True

    @clause("NA-MOVE-05")
    def _turn(self) -> bool:
        """Turn right 30°, 30° to the right, turn towards something."""
        wheels = bool(self.sees("do:wheel"))
        angle = self.number() is not None and self.sees("n:degrees", ahead=1) and self.sees(*SIDES, ahead=2)
        if not wheels and not angle:
            return False
        self.at += wheels
        number: Decimal | None = None
        side = ""
        while not self.over:
            if number is None and self.number() is not None:
                number = self.take_number()
            elif not side and self.sees(*SIDES, "dir:back", "do:about"):
                side = self.takes(*SIDES, "dir:back", "do:about")
            elif not self.takes("n:degrees"):
                break
        return self._turned(side, number)

    def _turned(self, side: str, number: Decimal | None) -> bool:
        if not side and number is None:
            compass = heading_of(self.peek())
            place = self.targets.point(self.peek()) if compass is None else None
            if compass is None and place is None:
                if self.sees("do:face"):
                    return True
                raise Unclear(T("to which side it turns is not said"))
            self.at += 1
            heading = compass if place is None else heading_to(self.body.pose.at, place[0])
            self.legs.append(Leg("face", (heading or 0,)))
            return True
        if not side:
            raise Unclear(T("to which side it turns is not said"))
        angle = QUARTER if number is None else tenths(number)
        self.legs.append(Leg("turn", (SIDES[side] * angle if side in SIDES else TURN // 2,)))
        return True

    @clause("NA-MOVE-04", "NA-MOVE-05")
    def _ahead(self) -> bool:
        """Forward 1.5, back 0.5 merka, 1 to the right."""
        side = self.takes("dir:forward", "dir:back", *SIDES)
        if not side:
            return False
        if side == "dir:back" and not self.verbs:
            self.verbs.append("withdraw")
        number = self.number()
        far: int | None = None
        if number is not None and self.number(1) is None:
            self.at += 1
            measure = self.takes("n:merka", "n:degrees")
            if side in SIDES and (measure == "n:degrees" or (not measure and number > FAR)):
                self.legs.append(Leg("turn", (SIDES[side] * tenths(number),)))
                return True
            far = merka(number)
        elif "attack" in self.verbs or self.sees("do:attack"):
            return True
        kinds = {"dir:forward": "ahead", "dir:back": "back", "dir:right": "right", "dir:left": "left"}
        self.legs.append(Leg(kinds[side], (), far))
        return True

    @clause("NA-MOVE-04")
    def _figure(self) -> bool:
        """A point, a length, or numbers that the verb wants."""
        number = self.number()
        if number is None:
            return False
        if set(self.verbs) & {"split", "crew"} or self.sees("do:crew", ahead=1):
            self.numbers.append(self.take_number())
            return True
        if self._names_enemy():
            return False
        self.take_number()
        if self.number() is not None:
            self.legs.append(Leg("to", (merka(number), merka(self.take_number()))))
            self.takes("n:merka")
            return True
        return self._length(number)

    def _names_enemy(self) -> bool:
        """Attack the 84th: a number that is a name."""
        return self.verbs[-1:] == ["attack"] and not self.named and bool(self.targets.bodies(self.peek()))

    def _length(self, number: Decimal) -> bool:
        measure = self.takes("n:merka")
        side = self.takes("dir:forward", "dir:back", *SIDES)
        compass = heading_of(self.peek())
        if compass is not None:
            self.at += 1
            self.legs.append(Leg("course", (compass,), merka(number)))
            return True
        place = self.targets.point(self.peek()) if not side else None
        if place is not None and "attack" not in self.verbs:
            self.at += 1
            self.legs.append(Leg("towards", (*place[0], place[1]), merka(number)))
            return True
        if not (measure or side or self.verbs):
            raise Unclear
        if side == "dir:back" and not self.verbs:
            self.verbs.append("withdraw")
        kinds = {"dir:back": "back", "dir:right": "right", "dir:left": "left"}
        self.legs.append(Leg(kinds.get(side, "ahead"), (), merka(number)))
        return True

    @clause("NA-MOVE-04")
    def _course(self) -> bool:
        compass = heading_of(self.peek())
        if compass is None:
            return False
        self.at += 1
        self.legs.append(Leg("course", (compass,), self._how_far()))
        return True

    def _how_far(self) -> int | None:
        if self.number() is None or self.number(1) is not None:
            return None
        far = merka(self.take_number())
        self.takes("n:merka")
        return far

    def _share(self) -> bool:
        found = self.takes("n:half", "n:full")
        self.share = found or self.share
        return bool(found)

    @clause("NA-MOVE-13", "NA-MOVE-14", "NA-UNIT-07", "NA-MOVE-09")
    def _shape(self) -> bool:
        keys = self.peek()
        forms = [str(key)[5:] for key in keys if str(key).startswith("form:")]
        if not forms or (self.verbs and self.targets.bodies(keys)):
            return False
        if forms[0] == "square":
            raise Unclear(T("a square is no order: near enemy horse foot moves in it by itself"))
        self.at += 1
        self.form = forms[0]
        return True

    def _later(self) -> bool:
        """What other phases ask about."""
        if self.sees("do:attack"):
            return False
        if self.sees("do:fire", "do:ball", "do:canister"):
            raise Unclear(T("at whom it fires is asked in the fire phase"))
        if self.sees("do:pursue"):
            raise Unclear(T("who pursues is asked when an enemy routs"))
        return False

    def _verb(self) -> bool:
        verb = self.takes(*(f"do:{one}" for one in VERBS))
        if verb:
            self.verbs.append(verb[3:])
        return bool(verb)

    @clause("NA-MOVE-06")
    def _thing(self) -> bool:
        keys = self.peek()
        nearest = "at:nearest" in keys
        if away := self.targets.away(keys):
            raise Unclear(T("{unit} is not on the table", unit=name_of(self.field.setup, away)))
        if not nearest and self.targets.point(keys) is None and not self.targets.crossed(keys):
            return self._self_named(keys)
        self.at += 1
        if nearest and not self.over and not self.sees(*(f"do:{one}" for one in VERBS)):
            keys = keys | self.peek()
            self.at += 1
        goes = not self.verbs or self.verbs[-1] in ("move", "withdraw")
        if goes and not nearest and (place := self.targets.point(keys)) is not None:
            self.legs.append(Leg("towards", (*place[0], place[1]), self._how_far()))
        self.named.append(keys)
        return True

    def _self_named(self, keys: Keys) -> bool:
        """The unit itself: reunite as the regiment."""
        if self.body.id not in keys:
            return False
        self.at += 1
        self.named.append(keys)
        return True

    def _idle(self) -> bool:
        return bool(self.takes("do:form", "do:via", "n:point", "n:merka", "n:degrees"))

    # --- the order ---

    @clause("NA-MOVE-01")
    def _orders(self) -> Iterator[Order]:
        verbs = self._settled()
        if self.form:
            yield from self._formed(verbs)
            return
        if len(verbs) > 1:
            raise Unclear(T("two orders in one"))
        verb = next(iter(verbs), "move" if self.legs or self.share else "")
        if not verb:
            raise Unclear
        if verb in ALONE:
            if self.legs or self.named:
                raise Unclear(T("two orders in one"))
            yield (ALONE[verb],)
            return
        making = {
            "attack": self._attacks,
            "move": self._moves,
            "withdraw": self._withdraws,
            "cross": self._crosses,
            "split": self._splits,
            "rejoin": self._rejoins,
            "escort": self._escorts,
            "crew": self._crews,
        }
        yield from making[verb]()

    def _settled(self) -> set[str]:
        """The verbs without those that another one holds."""
        verbs = set(self.verbs)
        for main in ("attack", "withdraw", "cross", "split", "rejoin", "escort", "crew"):
            if main in verbs:
                verbs -= {"move", "hold"} if main != "crew" else {"move"}
        return verbs

    @clause("NA-MOVE-13")
    def _formed(self, verbs: set[str]) -> Iterator[Order]:
        if verbs - {"reform", "hold"} or self.legs:
            raise Unclear(T("forming takes the whole turn: it can do nothing else"))
        yield ("form", self.form)

    @clause("NA-MOVE-06", "NA-MOVE-01")
    def _attacks(self) -> Iterator[Order]:
        points: list[int] = [word for leg in self.legs if leg.kind == "to" for word in leg.numbers]
        if any(leg.kind != "to" for leg in self.legs):
            raise Unclear(T("an attack goes to its target by itself; say way points as x and y"))
        if not self.named:
            raise Unclear(T("whom it attacks is not said"))
        aimed = self.targets.enemies(self.named[0])
        if aimed.why is not None:
            self.doubt(aimed.why)
        if not aimed.enemies and aimed.place:
            yield from self._walks(self.named[0])
            return
        if not aimed.enemies:
            raise Unclear(T("it can attack only an enemy"))
        for one in aimed.enemies:
            yield ("attack", one, *points)

    def _walks(self, keys: Keys) -> Iterator[Order]:
        """Nobody stands in the place that is attacked: it goes there."""
        place = self.targets.point(keys)
        assert place is not None
        self.doubt(T("no enemy stands there: it goes there"))
        self.legs = [Leg("towards", (*place[0], place[1]))]
        yield from self._moves()

    @clause("NA-MOVE-03", "NA-ART-09")
    def _moves(self) -> Iterator[Order]:
        if not self.legs:
            if not self.share:
                raise Unclear(T("where to is not said"))
            self.legs.append(Leg("ahead"))
        verbs = verbs_of(self.body, False)
        half = self.share == "n:half" or (
            not self.share and costs_half(self.field, self.body, self.legs, verbs)
        )
        if self.share == "n:half" and not isinstance(self.body, Gun):
            self._halve()
        verb = verbs[0] if half else verbs[1]
        yield self._whole(verb, way_of(self.field, self.body, verb, self.legs))

    def _halve(self) -> None:
        """Half a move of a regiment: its legs of no said length are half as long."""
        most = self.field.plain_move(self.body) // 2
        self.legs = [leg._replace(far=most) if leg.far is None and leg.kind in ("ahead", "course", "back") else leg
                     for leg in self.legs]  # fmt: skip

    @clause("NA-MOVE-12", "NA-MOVE-10")
    def _withdraws(self) -> Iterator[Order]:
        half, full = verbs_of(self.body, True)
        if not self.share and not self.legs:
            self.doubt(T("how far is not said: half a move"))
        fits = not self.legs or costs_half(self.field, self.body, self.legs, (half, full))
        verb = half if self.share == "n:half" or (not self.share and fits) else full
        yield self._whole(verb, withdrawal(self.field, self.body, verb, self.legs))

    def _whole(self, verb: str, numbers: tuple[int, ...]) -> Order:
        if not numbers:
            raise Unclear(T("it stands there already"))
        return (verb, *numbers)

    @clause("NA-OBS-09")
    def _crosses(self) -> Iterator[Order]:
        found = self.targets.crossed(self.named[0]) if self.named else ()
        if not found:
            raise Unclear(T("what it is to cross is not said"))
        yield from (("cross", one) for one in found)

    @clause("NA-UNIT-08")
    def _splits(self) -> Iterator[Order]:
        if not isinstance(self.body, Unit):
            raise Unclear(T("only a regiment can be split"))
        parts = [int(one) for one in self.numbers]
        if len(parts) < 2:
            half = self.body.figures // 2
            if parts not in ([], [2]):
                raise Unclear(T("give the figures of each part, at least 1, that with the colours first"))
            self.doubt(T("how many figures each part has is not said: halves"))
            parts = [self.body.figures - half, half]
        yield ("split", *parts)

    @clause("NA-UNIT-09")
    def _rejoins(self) -> Iterator[Order]:
        named = [one.id for keys in self.named for one in self.targets.bodies(keys)]
        whole = self.body.sheet
        named += [whole] if not named and whole in self.field.pieces else []
        if not named:
            raise Unclear(T("name the main part"))
        yield from (("rejoin", one) for one in dict.fromkeys(named))

    @clause("NA-TROPH-03")
    def _escorts(self) -> Iterator[Order]:
        named = [
            one.id for keys in self.named for one in self.targets.bodies(keys) if not isinstance(one, Unit)
        ]
        if not named:
            raise Unclear(T("what it escorts is not said"))
        yield from (("escort", one) for one in named)

    @clause("NA-ART-16")
    def _crews(self) -> Iterator[Order]:
        if not isinstance(self.body, Gun):
            raise Unclear(T("only a gun takes gunners"))
        named = [one.id for keys in self.named for one in self.targets.bodies(keys) if isinstance(one, Gun)]
        known = dict(refusals.crews(self.field, self.body))
        givers = [one for one in named if one != self.body.id] or list(known)[:1]
        if not givers:
            raise Unclear(T("no gun of its battery can give it gunners"))
        number = int(self.numbers[0]) if self.numbers else 1
        if not self.numbers:
            self.doubt(T("how many gunners is not said: one"))
        yield from (("swap_crew", one, number) for one in givers)
