"""Positions of two battles, and other worlds behind the same views: what the tests of secrets compare."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from grognard.core.dice import Fast
from grognard.core.events import Told
from grognard.core.state import PUBLIC, UMPIRE, Order, Question
from grognard.players import DoctrinePlayer, play_out
from grognard.rulebooks.book import Book
from grognard.rulebooks.napoleonic import aiming
from grognard.rulebooks.napoleonic.field import Field
from grognard.rulebooks.napoleonic.hindrances import flag
from grognard.rulebooks.napoleonic.model import (
    Body,
    Corridor,
    Formation,
    Fray,
    Gun,
    Ledger,
    NapoleonicSetup,
    NapoleonicState,
    Person,
    Rout,
    Thing,
    Unit,
    Works,
)
from tests.rulebooks.napoleonic.scenes import BOOK

SCENARIO = """\
scenario: {id: secrets, en: Secrets, start: "09:00", turns: 9, table: [7, 6.5]}
side:
  - {id: north, en: North, ru: Север, rear: north, seats: [anna, boris]}
  - {id: south, en: South, ru: Юг, rear: south, seats: [carl]}
terrain:
  - {id: hill, kind: hill, level: 1, points: [[2.4, 2.9], [4.6, 2.9], [4.6, 3.6], [2.4, 3.6]]}
  - {id: west_wood, kind: wood, points: [[0.2, 2.5], [2.2, 2.5], [2.2, 3.9], [0.2, 3.9]]}
  - {id: east_wood, kind: wood, points: [[4.9, 2.6], [6.3, 2.6], [6.3, 3.5], [4.9, 3.5]]}
  - {id: farm, kind: village, points: [[3.3, 1.6], [3.7, 1.6], [3.7, 1.9], [3.3, 1.9]]}
objective:
  - {id: top, en: The hill, at: [3.5, 3.2], radius: 0.5, points: 2}
formation:
  - {id: narmy, en: Army of the North, level: corps, side: north, seat: anna}
  - {id: n1, en: First division, level: division, parent: narmy, seat: anna}
  - {id: n2, en: Second division, level: division, parent: narmy, seat: boris}
  - {id: sarmy, en: Army of the South, level: corps, side: south, seat: carl}
  - {id: s1, en: Third division, level: division, parent: sarmy, seat: carl}
  - {id: s2, en: Fourth division, level: division, parent: sarmy, seat: carl}
  - {id: s3, en: Fifth division, level: division, parent: sarmy, seat: carl, turn: 3}
person:
  - {id: nora, en: Nora, rank: full_general, post: corps_commander, formation: narmy, with: na}
  - {id: nils, en: Nils, rank: major_general, post: division_commander, formation: n1, with: na}
  - {id: nina, en: Nina, rank: major_general, post: division_commander, formation: n2, with: nd}
  - {id: naide, en: Aide of the North, rank: field_officer, post: aide, formation: narmy, with: nb}
  - {id: saul, en: Saul, rank: full_general, post: corps_commander, formation: sarmy, with: sa}
  - {id: sven, en: Sven, rank: major_general, post: division_commander, formation: s1, with: sb}
  - {id: susi, en: Susi, rank: major_general, post: division_commander, formation: s2, with: sd}
  - {id: sten, en: Sten, rank: major_general, post: division_commander, formation: s3, with: sf}
unit:
  - {id: na, en: North guard, formation: n1, arm: foot, status: guard, figures: 11, at: [2.7, 4.6, 180]}
  - {id: nb, en: North line, formation: n1, arm: foot, figures: 12, recruits: 4, at: [3.6, 4.3, 180]}
  - {id: nc, en: North jagers, formation: n2, arm: foot, figures: 6, kind: open_order, at: [1.5, 3.6, 180]}
  - {id: nd, en: North horse, formation: n2, arm: heavy_horse, figures: 5, at: [4.7, 4.6, 180]}
  - {id: ne, en: North lancers, formation: n2, arm: light_horse_regular, lances: true, figures: 4, at: [6.4, 4.4, 180]}
  - {id: ng1, en: North gun 1, formation: n1, arm: foot_gun, crew: 5, battery: ngb, at: [3.1, 4.1, 180]}
  - {id: ng2, en: North gun 2, formation: n1, arm: foot_gun, crew: 4, battery: ngb, at: [4.2, 4.3, 180]}
  - {id: sa, en: South guard, formation: s1, arm: foot, status: guard, figures: 11, at: [2.9, 2.4, 0]}
  - {id: sb, en: South line, formation: s1, arm: foot, figures: 12, recruits: 6, at: [3.9, 2.4, 0]}
  - {id: sc, en: South militia, formation: s2, arm: foot, status: militia, figures: 10, at: [1.4, 2.2, 0]}
  - {id: sd, en: South horse, formation: s2, arm: heavy_horse, figures: 5, at: [5.5, 2.2, 0]}
  - {id: se, en: South hussars, formation: s2, arm: light_horse_regular, figures: 4, at: [6.6, 2.3, 0]}
  - {id: sf, en: South reserve, formation: s3, arm: foot, figures: 9, at: [3.5, 0.5, 0]}
  - {id: sg1, en: South gun 1, formation: s1, arm: foot_gun, crew: 5, battery: sgb, at: [3.4, 2.4, 0]}
  - {id: sg2, en: South gun 2, formation: s1, arm: foot_gun, crew: 4, battery: sgb, at: [4.5, 2.4, 0]}
wagon:
  - {id: nw, en: North train, formation: n1, at: [3.6, 5.6, 180]}
  - {id: sw, en: South train, formation: s1, at: [4.6, 0.9, 0]}
"""
VIEWERS = ("anna", "boris", "carl", PUBLIC)
"""A general, his ally, an enemy, and whoever looks on: observers and journalists see what the public sees."""
FOGS = ("open_table", "line_of_sight")
NEAR = 1000


@cache
def setup_with(fog: str) -> NapoleonicSetup:
    return BOOK.read_setup(SCENARIO, "secrets.yaml", options={"fog": fog, "oob_limits": "warn"})


class Eager:
    """By doctrine or by lot, as long as it goes on."""

    def answer(
        self, book: Book, view: Any, question: Question, options: Sequence[Order], rng: random.Random
    ) -> Order:
        if question.kind == "end":
            return ("go_on",)
        if rng.random() < 0.6:
            return DoctrinePlayer().answer(book, view, question, options, rng)
        return rng.choice(options)


@cache
def positions(fog: str) -> list[tuple[NapoleonicState, tuple[Told, ...]]]:
    """Every position of two battles in which somebody is asked, each with what was told on the way to it."""
    setup, found = setup_with(fog), list[tuple[NapoleonicState, tuple[Told, ...]]]()
    for seed in (1, 2):
        play_out(BOOK, setup, {seat.id: Eager() for seat in setup.seats}, Fast(seed), seed=seed, listening=True,
                 watch=lambda step: found.append((step.state, step.told)))  # fmt: skip
    return [(state, heard) for state, heard in found if state.outcome is None]


# --- another world behind the same view -------------------------------------------------------------------


class Otherwise:
    """Changes whatever a seat must not know. ``calm``: only so that nobody does anything else if all hold."""

    def __init__(
        self,
        setup: NapoleonicSetup,
        state: NapoleonicState,
        seat: str,
        rng: random.Random,
        calm: bool = False,
    ) -> None:
        self.setup, self.state, self.seat, self.rng, self.calm = setup, state, seat, rng, calm
        self.side = "" if seat == PUBLIC else setup.side_of(seat)
        self.fog = setup.options["fog"] == "line_of_sight"
        self.field = Field(setup, {piece.id: piece for piece in state.pieces})
        others = [one for one in state.pieces if isinstance(one, Body) and not self._owns(one)]
        self.unseen = [one for one in others if not (one.on_table and self._sees(one))]
        self.close = {one.id for one in others if one not in self.unseen and self._is_close(one)}
        self.distant = [one for one in others if one not in self.unseen and one.id not in self.close]

    def _owns(self, body: Body) -> bool:
        return bool(self.side) and flag(body) == self.side

    def _sees(self, body: Body) -> bool:
        return bool(self.side) and aiming.side_sees(self.field, self.side, body)

    def _is_close(self, body: Body) -> bool:
        return any(self.field.gap(one, body) <= NEAR for one in self.field.units_of(self.side))

    def world(self) -> tuple[NapoleonicSetup, NapoleonicState]:
        pieces = tuple(one for piece in self.state.pieces for one in self._pieces(piece))
        questions = tuple(map(self._question, self.state.questions))
        agenda = self.state.agenda[: self.rng.randint(0, len(self.state.agenda))]
        if self.calm:
            agenda, questions = self.state.agenda, self.state.questions
        other = replace(self.state, pieces=pieces, questions=questions, agenda=agenda)
        return self._setup() if self.fog and not self.calm else self.setup, other

    # --- pieces ---

    def _pieces(self, piece: Thing) -> Iterator[Thing]:
        if not self.fog:
            yield piece
            return
        match piece:
            case Body():
                yield self._body(piece)
            case Person() if piece.side != self.side and not self._meets(piece):
                yield piece if self.calm else self._person(piece)
            case Formation() if self.setup.formations[piece.id].side != self.side:
                yield piece if self.calm else self._formation(piece)
            case Corridor() if self.field.body(piece.unit).side != self.side and not self._finds(piece):
                yield from [piece] if self.calm else self.rng.choice([[], [self._strip(piece)]])
            case Works():
                hidden = [one.id for one in self.unseen if one.side != self.side]
                taken = tuple(one for one in piece.taken if one[1] not in hidden)
                yield replace(piece, taken=(*taken, ("farm", hidden[0]))) if hidden else piece
            case Fray():
                yield self._fray(piece)
            case _:
                yield piece

    def _body(self, body: Body) -> Any:
        if body in self.unseen:
            return self._hidden(body)
        if body in self.distant and body.side != self.side:
            return self._states(body)
        if body.id in self.close and body.side != self.side and not self.calm:
            start = (self.rng.randint(0, 7000), 100, 900)
            return replace(body, start=start, moved=self.rng.randint(0, 900))
        return body

    def _hidden(self, body: Body) -> Body:
        """Elsewhere, otherwise, or not there at all."""
        if self.calm and isinstance(body, Unit) and body.locks:
            return body  # whoever would go away from a firefight ends it
        if body.side == self.side:  # one's own gun, taken
            return replace(body, x=body.x + 1)
        for _ in range(4):
            x, y = self.rng.randint(200, self.setup.width), self.rng.randint(200, self.setup.height)
            there = replace(body, x=x, y=y, heading=self.rng.randint(0, 3599))
            if not self._is_seen_at(there):
                body = there
                break
        if self.calm:
            return self._states(body) if body.on_table else body
        standings = ["ready", "fleeing", "rallied", "gone", "destroyed", "waiting"]
        if self._is_seen_at(body):  # it isn't on the table, and was where now it would be seen
            standings = ["gone", "destroyed", "waiting"]
        return replace(self._states(body), standing=self.rng.choice(standings))

    def _is_seen_at(self, body: Body) -> bool:
        return bool(self.side) and aiming.side_sees(self.field.put(body), self.side, body)

    def _states(self, body: Body) -> Body:
        """What isn't seen from afar."""
        rng, turn = self.rng, self.field.turn
        common: dict[str, Any] = {"order": () if self.calm else rng.choice([(), ("hold",), ("about_face",)]),
                                  "moved": rng.randint(0, 900)}  # fmt: skip
        if isinstance(body, Unit | Gun):
            common |= {"pressed": rng.randint(0, 9), "rolled": turn, "has_routed": rng.random() < 0.5,
                       "commanded": rng.random() < 0.5, "ledger": Ledger(rng.randint(0, 5), 1, 2)}  # fmt: skip
        if not self.calm:
            common |= {"standing": rng.choice(["ready", "rallied"])} if body.standing == "ready" else {}
            common |= {"start": (rng.randint(0, 6000), 0, 0)}
        if isinstance(body, Gun):
            return replace(body, **common, crew=rng.randint(0, 5), silenced=rng.choice([0, turn]), spare=1,
                           spare_from=turn, together=rng.random() < 0.5)  # fmt: skip
        if isinstance(body, Unit):
            return replace(body, **common, **self._ranks(body), **self._troubles(turn))
        return replace(body, **common)

    def _ranks(self, unit: Unit) -> dict[str, int]:
        """Another number behind the same front; what isn't seen at all, any."""
        if unit in self.distant:
            return {
                "figures": max(unit.figures - self.rng.randint(0, 1), 1),
                "recruits": self.rng.randint(0, 3),
            }
        return {"figures": self.rng.randint(1, 12), "recruits": 1}

    def _troubles(self, turn: int) -> dict[str, Any]:
        rng = self.rng
        names = ["pushed", "reforming", "no_attack", "disordered", "unruly", "may_split", "paid", "resting",
                 "stopped", "split_malus", "full_withdrawal", "bonus_from"]  # fmt: skip
        more = {one: rng.choice([0, turn, turn + 1]) for one in names if not self.calm}
        return {**more, "has_routed_enemy": rng.random() < 0.5, "colours": rng.randint(0, 1),
                "tired": rng.random() < 0.5, "covers": "" if self.calm else rng.choice(["", "saul"]),
                "rout": None if self.calm else rng.choice([None, Rout(1, rng.randint(1, 2), "2", 0)])}  # fmt: skip

    def _meets(self, man: Person) -> bool:
        return (man.present and man.at in self.close) or self._holds(man.at)

    def _holds(self, one: str) -> bool:
        body = self.field.find(one)
        return body is not None and self._owns(body)

    def _person(self, man: Person) -> Person:
        rng = self.rng
        away = [one.id for one in (*self.unseen, *self.distant) if one.side == man.side]
        fate = rng.choice(["", "", "killed", "shaken", "captured"])
        return replace(man, at=rng.choice(away) if away else "", fate=fate, back=rng.randint(0, 9) if fate else 0,
                       acting=rng.choice(["", "s1", "n2"]), commanded=rng.random() < 0.5, since=rng.randint(0, 4),
                       rolled=rng.randint(0, 4), waiting=rng.random() < 0.3)  # fmt: skip

    def _formation(self, one: Formation) -> Formation:
        rng = self.rng
        men = [man.id for man in self.setup.persons.values() if man.side != self.side]
        commander = rng.choice(["", *men])
        return replace(one, commander=commander, lost=rng.randint(0, 4), inactive=rng.randint(0, 9))

    def _finds(self, corridor: Corridor) -> bool:
        return bool(self.side) and aiming.sees_ground(self.field, self.side, corridor.shape)

    def _strip(self, corridor: Corridor) -> Corridor:
        return replace(corridor, length=corridor.length + 5, until=9, open_to=("na",))

    def _fray(self, fray: Fray) -> Fray:
        if self.calm:
            return fray
        own = [
            one for one in self.state.pieces if isinstance(one, Body) and self.side in (one.side, flag(one))
        ]
        open_ = {one.id for one in own} | self.close
        seen = open_ | {one.id for one in self.distant}
        ran = tuple(one.id for one in self.unseen if one.side != self.side and self.rng.random() < 0.5)
        return replace(
            fray,
            figures=tuple((one, n if one in open_ else self.rng.randint(1, 12)) for one, n in fray.figures),
            leaders=tuple((one, n if one in open_ else 2) for one, n in fray.leaders),
            **{
                name: (*(one for one in getattr(fray, name) if one in seen), *ran)
                for name in ("routed", "pushed", "tested", "backed")
            },
        )

    # --- questions and setup ---

    def _question(self, question: Question) -> Question:
        """What others have written, and what who is awaited is asked."""
        if question.seat in (self.seat, UMPIRE):
            return question
        if question.answer is None:
            return replace(question, kind=self.rng.choice(["order", "fire", "end"]), about=("sc",))
        if self.side and self.setup.side_of(question.seat) == self.side:
            return question
        busy = any(one.answer is None for one in self.state.questions if one.seat == question.seat)
        if busy and self.rng.random() < 0.5:
            return replace(question, answer=None)
        return replace(
            question, answer=self.rng.choice([("hold",), ("move", 1000, 1000, 0), ("strike", "na")])
        )

    def _away(self) -> dict[str, int]:
        """Another place at the start, or later."""
        limits = {"x": 6000, "y": 6000, "turn": 4}
        return {name: self.rng.randint(0, most) for name, most in limits.items()}

    def _setup(self) -> NapoleonicSetup:
        rng, held = self.rng, {one.id for one in self.field.bodies if self._owns(one)}
        close = {self.field.body(one).sheet for one in self.close | held}

        def other(sheet: Any) -> Any:
            if sheet.side == self.side:
                return sheet
            more: dict[str, Any] = {}
            if sheet.id not in close and hasattr(sheet, "figures"):
                more = {"figures": rng.randint(1, 12), "full": 12, "recruits": rng.randint(0, 3), "tired": True,
                        "status": rng.choice(["guard", "line", "militia"]), "lances": rng.random() < 0.5}  # fmt: skip
            elif sheet.id not in close and hasattr(sheet, "crew"):
                more = {"crew": rng.randint(1, 5)}
            return replace(sheet, **self._away(), **more)

        own = self.side
        return replace(
            self.setup,
            units={key: other(one) for key, one in self.setup.units.items()},
            guns={key: other(one) for key, one in self.setup.guns.items()},
            wagons={key: other(one) for key, one in self.setup.wagons.items()},
            persons={
                key: one if one.side == own else replace(one, at=rng.choice(["sc", "sd", "na"]))
                for key, one in self.setup.persons.items()
            },
            formations={
                key: one if one.side == own else replace(one, turn=rng.randint(0, 5))
                for key, one in self.setup.formations.items()
            },
        )
