"""The hundred ticks, with worked examples 18, 19 and 38 (chapters MOV, CHG and RET, motion part)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.rulebooks.fantasy.bodies import Body
from grognard.rulebooks.fantasy.model import Leg
from grognard.rulebooks.fantasy.ticks import Outcome, alone, reaches, run
from grognard.rulebooks.fantasy.tracks import lay
from grognard.space.measure import gap, overlap
from grognard.space.outline import Base, Edge
from tests.rulebooks.fantasy.blocks import (
    BRIDGE,
    BUILDING,
    HORSE,
    PLAIN,
    RIVER,
    WOOD,
    area,
    block,
    body,
    fwd,
    horse,
    table,
    wheel,
)


def ended(outcome: Outcome) -> dict[str, tuple[int, int, int]]:
    return {one: (went.block.front.x, went.block.front.y, went.spent) for one, went in outcome.went.items()}


# --- worked examples ---


@pytest.mark.clause("FA-MOV-04", "FA-MOV-05", "FA-MOV-08")
def test_two_bodies_of_horse_clash() -> None:
    """Example 18."""
    outcome = run(
        [
            body("a", "A", horse(50, 50), [], 15, on=True),
            body("b", "B", horse(50, 70, 180), [], 13, on=True),
        ],
        PLAIN,
    )
    (met,) = outcome.meetings
    assert (met.a, met.b, met.tick, met.gap, met.clash) == ("a", "b", 72, 120, True)
    assert ended(outcome) == {"a": (50_000, 60_650, 10_650), "b": (50_000, 60_770, 9230)}
    assert {went.halt for went in outcome.went.values()} == {"contact"}


@pytest.mark.clause("FA-MOV-09", "FA-MOV-05")
def test_no_clash_with_a_unit_that_holds() -> None:
    """Example 19."""
    outcome = run([body("a", "A", horse(50, 50), [], 14, on=True), body("b", "B", block(50, 62, 180))], PLAIN)
    (met,) = outcome.meetings
    assert (met.tick, met.moving, met.clash, met.gap) == (86, ("a",), False, 100)
    assert outcome.went["a"].spent == 11_900
    assert "b" not in outcome.went


@pytest.mark.clause("FA-MOV-05", "FA-MOV-06", "FA-MOV-07")
def test_who_follows_a_stopped_friend_waits_behind_him() -> None:
    """Example 38: A stops in tick 10, B behind it stands where it was after tick 9."""
    bodies = [
        body("a", "A", block(50, 50), [], 8, on=True, initiative=3),
        body("b", "A", block(50, 47.6), [], 8, on=True, initiative=4),
        body("e", "E", block(50, 50.805, 180)),
    ]
    outcome = run(bodies, PLAIN)
    assert outcome.meetings[0].tick == 10
    assert ended(outcome) == {"a": (50_000, 50_720, 720), "b": (50_000, 48_320, 720)}
    assert (outcome.went["b"].halt, outcome.went["b"].waited) == ("", 91)


# --- the ticks ---


@pytest.mark.clause("FA-MOV-04")
def test_difficult_ground_is_paid_double_in_every_tick() -> None:
    wood = table(area("wood", WOOD, (0, 52), (100, 52), (100, 60), (0, 60)))
    outcome = run([body("a", "A", block(50, 50), [fwd(8)], 8, land=wood)], wood)
    assert (outcome.went["a"].block.front.y, outcome.went["a"].gone) == (55_000, 5000)


@pytest.mark.clause("FA-MOV-02", "FA-MOV-04")
def test_a_path_that_is_too_long_ends_with_the_allowance() -> None:
    outcome = run([body("a", "A", block(50, 50), [fwd(1), wheel(90)], 4)], PLAIN)
    assert (outcome.went["a"].spent, outcome.went["a"].block.heading) == (4000, 205)


@pytest.mark.clause("FA-MOV-04")
def test_who_arrives_early_is_no_longer_in_motion() -> None:
    """A's path is done after tick 10; B runs into it standing."""
    bodies = [
        body("a", "A", block(50, 50), [fwd(0.4)], 4),
        body("b", "B", block(50, 56, 180), [], 10, on=True),
    ]
    (met,) = run(bodies, PLAIN).meetings
    assert met.moving == ("b",)


@pytest.mark.clause("FA-MOV-05", "FA-CHG-05")
def test_the_first_enemy_in_the_way_is_met() -> None:
    bodies = [
        body("a", "A", horse(50, 50), [], 18, on=True),
        body("b", "B", block(56, 57, 180)),
        body("c", "B", block(50, 62, 180)),
    ]
    (met,) = run(bodies, PLAIN).meetings
    assert {met.a, met.b} == {"a", "b"}


@pytest.mark.clause("FA-MOV-05")
def test_two_enemies_met_in_one_tick_are_two_contacts() -> None:
    bodies = [
        body("a", "A", horse(50, 50), [], 18, on=True),
        body("b", "B", block(45.9, 57, 180)),
        body("c", "B", block(54.1, 57, 180)),
    ]
    found = run(bodies, PLAIN).meetings
    assert [(met.a, met.b, met.tick) for met in found] == [
        ("a", "b", found[0].tick),
        ("a", "c", found[0].tick),
    ]


@pytest.mark.clause("FA-MOV-05")
def test_a_pair_in_contact_is_not_tested_before_it_has_parted() -> None:
    front, back = block(50, 50), block(50, 50, 180)
    away = body("a", "A", front.put(front.front), [], 0)
    leaving = body("b", "B", block(50, 52.4), [], 5, on=True)
    outcome = run([away, leaving, body("c", "C", back)], PLAIN, {("a", "b")})
    assert not outcome.meetings
    assert outcome.went["b"].spent == 5000


@pytest.mark.clause("FA-MOV-05")
def test_who_stands_in_contact_does_not_wheel_into_the_other() -> None:
    """B stands beside A; its rear comes out as it wheels to the right. An overlap is a contact, parted or not."""
    for legs, met in (([wheel(60)], 1), ([wheel(-60)], 0), ([fwd(5)], 0)):
        still, wheels = block(50, 50), block(58.005, 50)
        outcome = run([body("a", "A", still), body("b", "B", wheels, legs, 12)], PLAIN)
        assert len(outcome.meetings) == met
        assert not overlap(still.base, outcome.went["b"].block.base)


@pytest.mark.clause("FA-MOV-05")
def test_parted_they_may_meet_again() -> None:
    """B goes a tenth of a cell away from a long line, turns about and comes back."""
    line = body("a", "A", block(50, 50, models=60, files=30))
    back = body("b", "B", block(50, 52.4), [fwd(0.1), wheel(180), fwd(9)], 60)
    (met,) = run([line, back], PLAIN, {("a", "b")}).meetings
    assert met.moving == ("b",)


@pytest.mark.clause("FA-MOV-06", "FA-CHG-06")
def test_a_friend_in_the_way_is_waited_for() -> None:
    outcome = run([body("a", "A", block(50, 50), [], 8, on=True), body("b", "A", block(50, 55))], PLAIN)
    assert (outcome.went["a"].block.front.y, outcome.went["a"].halt) == (52_560, "")
    assert not outcome.meetings


@pytest.mark.clause("FA-MOV-06")
@pytest.mark.parametrize(("first", "second", "waits"), [(3, 4, "a"), (4, 3, "b"), (3, 3, "b")])
def test_of_two_friends_the_slower_waits_then_the_later_id(first: int, second: int, waits: str) -> None:
    bodies = [
        body("a", "A", block(50, 50), [fwd(8)], 8, initiative=first),
        body("b", "A", block(54, 54, 270), [fwd(8)], 8, initiative=second),
    ]
    went = run(bodies, PLAIN).went
    assert [one for one in went if went[one].waited] == [waits]


@pytest.mark.clause("FA-MOV-06", "FA-MOV-08")
def test_waiting_is_motion() -> None:
    """A waits behind its friend when B's charge reaches it: a clash."""
    bodies = [
        body("a", "A", block(50, 50), [], 8, on=True),
        body("f", "A", block(50, 52.4)),
        body("b", "B", horse(60, 47, 270), [], 12, on=True),
    ]
    (met,) = run(bodies, PLAIN).meetings
    assert met.clash
    assert run(bodies, PLAIN).went["a"].spent == 0


@pytest.mark.clause("FA-MOV-03", "FA-MOV-07", "FA-TER-04")
def test_closed_ground_stops_a_unit_that_would_overlap_it() -> None:
    land = table(area("house", BUILDING, (53, 53), (60, 53), (60, 60), (53, 60)))
    outcome = run([body("a", "A", block(50, 50), [fwd(8)], 8, land=land)], land)
    went = outcome.went["a"]
    assert (went.block.front.y, went.halt, went.ground) == (52_960, "ground", "house")
    beside = run([body("a", "A", block(49, 50), [fwd(8)], 8, land=land)], land)
    assert beside.went["a"].halt == ""
    assert beside.went["a"].spent == 8000


@pytest.mark.clause("FA-TER-04")
def test_a_column_crosses_by_the_bridge() -> None:
    river = area("river", RIVER, (0, 53), (100, 53), (100, 55), (0, 55))
    land = table(river, area("bridge", BRIDGE, (47, 52), (53, 52), (53, 56), (47, 56)))
    assert run([body("a", "A", horse(50, 50), [fwd(8)], 8, land=land)], land).went["a"].spent == 8000
    assert run([body("a", "A", block(50, 50), [fwd(8)], 8, land=land)], land).went["a"].halt == "ground"


@pytest.mark.clause("FA-MOV-07")
def test_a_charge_stops_at_the_table_edge() -> None:
    small = table(width=60, height=60)
    outcome = run([body("a", "A", horse(30, 50), [], 20, on=True, land=small)], small)
    assert (outcome.went["a"].block.front.y, outcome.went["a"].halt) == (60_000, "edge")


@pytest.mark.clause("FA-MOV-07")
def test_a_march_stops_before_a_wood() -> None:
    wood = table(area("wood", WOOD, (0, 52), (100, 52), (100, 60), (0, 60)))
    start = block(50, 50)
    outcome = run([Body("a", "A", start, lay(start, [fwd(8)], wood, march=True), 8000)], wood)
    assert (outcome.went["a"].block.front.y, outcome.went["a"].halt, outcome.went["a"].ground) == (
        52_000, "shut", "wood",
    )  # fmt: skip


@pytest.mark.clause("FA-CHG-07")
def test_a_charge_follows_its_path_when_the_target_goes_away() -> None:
    bodies = [
        body("a", "A", horse(50, 50), [], 15, on=True),
        body("b", "B", block(50, 58, 270), [fwd(8)], 8),
    ]
    outcome = run(bodies, PLAIN)
    assert len(outcome.meetings) == 1
    farther = [bodies[0], body("b", "B", horse(50, 60, 0), [fwd(16)], 16)]
    outcome = run(farther, PLAIN)
    assert not outcome.meetings
    assert outcome.went["a"].spent == 15_000


# --- retreats and pursuits ---


@pytest.mark.clause("FA-RET-05", "FA-MOV-07")
def test_a_retreat_passes_through_friends_and_goes_on_to_the_first_free_place() -> None:
    friend = body("f", "A", block(50, 44, 0))
    retreat = body("a", "A", block(50, 50, 180), [], 7, on=True, retreating=True)
    outcome = run([retreat, friend], PLAIN)
    assert outcome.went["a"].spent == 7000
    assert outcome.went["a"].block.base.edge_middle(Edge.REAR)[1] <= 41_600
    assert outcome.went["a"].block.front.y == 39_200
    assert not overlap(outcome.went["a"].block.base, friend.block.base)
    free = run([body("a", "A", block(50, 50, 180), [], 12, on=True, retreating=True), friend], PLAIN)
    assert free.went["a"].block.front.y == 38_000


@pytest.mark.clause("FA-RET-05")
def test_shut_ground_behind_the_friends_leaves_the_last_free_place() -> None:
    house = table(area("house", BUILDING, (0, 40), (100, 40), (100, 41), (0, 41)))
    retreat = body("a", "A", block(50, 50, 180), [], 7, on=True, retreating=True, land=house)
    friend = body("f", "A", block(50, 44, 0))
    outcome = run([retreat, friend], house)
    assert outcome.went["a"].block.front.y == 44_000
    assert not overlap(outcome.went["a"].block.base, friend.block.base)


@pytest.mark.clause("FA-RET-05", "FA-MOV-08")
@pytest.mark.parametrize("moving", [False, True])
def test_a_retreat_into_an_enemy_is_met(moving: bool) -> None:
    enemy = body("b", "B", block(50, 44, 0), [fwd(1)] if moving else None, 4)
    (met,) = run([body("a", "A", block(50, 50, 180), [], 9, on=True, retreating=True), enemy], PLAIN).meetings
    assert "a" in met.moving


@pytest.mark.clause("FA-RET-06")
def test_a_forced_retreat_leaves_the_table_and_an_ordered_one_stops() -> None:
    small = table(width=60, height=60)
    flight = body("a", "A", block(30, 4, 180), [], 9, on=True, retreating=True, leaves=True, land=small)
    assert run([flight], small).went["a"].halt == "left"
    ordered = body("a", "A", block(30, 4, 180), [], 9, on=True, retreating=True, land=small)
    went = run([ordered], small).went["a"]
    assert (went.halt, went.block.front.y) == ("edge", 40)


def _pursuit(fled: float, hunted: float, *more: Body) -> Outcome:
    retreat = body("r", "A", block(50, 50, 180), [], fled, on=True, retreating=True, leaves=True)
    hunter = body("h", "B", block(50, 52.4, 180), [], hunted, on=True, follows="r")
    return run([retreat, hunter, *more], PLAIN, {("h", "r")})


@pytest.mark.clause("FA-RET-07", "FA-RET-08")
@pytest.mark.parametrize(("fled", "hunted", "caught"), [(7, 8, True), (7, 7, True), (8, 7, False)])
def test_a_pursuer_who_rolls_as_much_catches(fled: float, hunted: float, caught: bool) -> None:
    outcome = _pursuit(fled, hunted)
    assert outcome.caught == ((("h", "r"),) if caught else ())
    assert outcome.went["r"].spent == 1000 * fled
    assert outcome.went["h"].spent == 1000 * min(fled, hunted)
    assert not outcome.meetings


@pytest.mark.clause("FA-RET-08")
def test_a_retreat_that_is_stopped_counts_as_far_as_it_went() -> None:
    wall = body("x", "B", block(50, 44, 0))
    outcome = _pursuit(9, 4, wall)
    assert outcome.went["r"].spent == 5940
    assert outcome.caught == ()
    outcome = _pursuit(9, 6, wall)
    assert outcome.caught == (("h", "r"),)
    assert outcome.went["h"].spent == 5940


@pytest.mark.clause("FA-RET-10")
def test_a_pursuer_who_meets_another_enemy_stops_there() -> None:
    other = body("s", "A", block(53.5, 46.5, 270, models=10, files=5))
    outcome = _pursuit(9, 12, other)
    assert outcome.caught == ()
    assert [(met.a, met.b, met.clash) for met in outcome.meetings] == [("h", "s", False)]


@pytest.mark.clause("FA-RET-07")
def test_nobody_catches_who_has_left_the_table() -> None:
    retreat = body("r", "A", block(50, 5, 180), [], 9, on=True, retreating=True, leaves=True)
    hunter = body("h", "B", block(50, 7.4, 180), [], 12, on=True, follows="r")
    assert run([retreat, hunter], PLAIN).caught == ()


# --- one alone ---


@pytest.mark.clause("FA-SHO-09")
def test_a_charger_alone_runs_until_it_would_touch_anything() -> None:
    bodies = [
        body("a", "A", horse(50, 50), [], 14, on=True),
        body("b", "B", block(50, 62, 180), [], 9, on=True),
    ]
    places = alone(bodies, "a", PLAIN)
    assert [place.front.y for place in (places[0], places[1], places[-1])] == [50_000, 50_140, 61_900]
    assert len(places) == 86


@pytest.mark.clause("FA-SHO-09")
def test_a_charger_alone_is_stopped_by_a_friend() -> None:
    bodies = [body("a", "A", horse(50, 50), [], 14, on=True), body("f", "A", block(50, 55))]
    assert alone(bodies, "a", PLAIN)[-1].front.y == 52_520


@pytest.mark.clause("FA-CHG-02")
def test_whether_a_charge_is_enough() -> None:
    enemy = body("b", "B", block(50, 62, 180))
    assert reaches([body("a", "A", horse(50, 50), [], 12, on=True), enemy], "a", PLAIN)
    assert not reaches([body("a", "A", horse(50, 50), [], 11, on=True), enemy], "a", PLAIN)


# --- properties ---

PLACES = st.tuples(
    st.integers(0, 3), st.integers(0, 3), st.integers(0, 3599), st.sampled_from((5, 10, 30)), st.booleans()
)
WAYS = st.lists(
    st.one_of(
        st.builds(Leg, st.just("fwd"), st.integers(100, 9000)),
        st.builds(Leg, st.just("wheel"), st.integers(-900, 900).filter(bool)),
    ),
    max_size=3,
)


@st.composite
def fields(draw: st.DrawFn) -> list[Body]:
    """Up to eight units on a grid that leaves room for each, and where they mean to go."""
    found: list[Body] = []
    for number, (column, line, heading, models, mounted) in enumerate(
        draw(st.lists(PLACES, min_size=2, max_size=8, unique_by=lambda one: one[:2]))
    ):
        x, y = 40_000 + 12_000 * column, 40_000 + 12_000 * line
        base = HORSE if mounted else (800, 800)
        start = block(0, 0, heading / 10, models=models, files=5 if mounted else 10, base=base)
        start = start.put(start.front.shifted((x, y)))
        legs = draw(st.none() | WAYS)
        most = draw(st.integers(1, 24)) * 1000
        track = None if legs is None else lay(start, legs, PLAIN, on=most)
        side, initiative = draw(st.sampled_from("AB")), draw(st.integers(2, 4))
        found.append(Body(f"u{number}", side, start, track, most, initiative))
    return found


@settings(max_examples=60)
@given(fields())
@pytest.mark.clause("FA-MOV-05", "FA-MOV-06", "FA-MOV-07")
def test_nobody_ends_on_another_and_all_who_touch_have_met(bodies: list[Body]) -> None:
    outcome = run(bodies, PLAIN)
    places = {
        one.id: outcome.went[one.id].block.base if one.id in outcome.went else one.block.base
        for one in bodies
    }
    started = {(a.id, b.id) for a in bodies for b in bodies if overlap(a.block.base, b.block.base)}
    met = {(one.a, one.b) for one in outcome.meetings}
    for a in bodies:
        for b in bodies:
            if a.id < b.id and (a.id, b.id) not in started:
                assert not overlap(places[a.id], places[b.id])
    for one in outcome.meetings:
        assert one.gap == gap(places[one.a], places[one.b])
        assert one.moving
    assert len(met) == len(outcome.meetings)


@settings(max_examples=40)
@given(fields(), st.randoms(use_true_random=False))
@pytest.mark.clause("FA-MOV-04", "FA-MOV-07", "FA-GEN-03")
def test_the_order_in_which_units_are_listed_means_nothing(bodies: list[Body], lot: object) -> None:
    other = list(bodies)
    lot.shuffle(other)  # type: ignore[attr-defined]
    assert run(bodies, PLAIN) == run(other, PLAIN)


@settings(max_examples=25)
@given(fields())
@pytest.mark.clause("FA-MOV-04", "FA-MOV-05")
def test_looking_at_every_pair_in_every_tick_finds_the_same(bodies: list[Body]) -> None:
    """Against a plain second implementation without any short cuts."""
    assert {(one.a, one.b, one.tick) for one in run(bodies, PLAIN).meetings} == plain_run(bodies)


def plain_run(bodies: Sequence[Body]) -> set[tuple[str, str, int]]:
    """Tick by tick, all pairs, as the clauses read: who met whom when."""
    plain = Plain(bodies)
    for tick in range(1, 101):
        plain.tick(tick)
    return plain.met


class Plain:
    """Ticks without any short cuts: everybody's pose is worked out anew, every pair is looked at."""

    def __init__(self, bodies: Sequence[Body]) -> None:
        self.units = sorted(bodies, key=lambda one: one.id)
        self.pairs = [(a, b) for a in self.units for b in self.units if a.id < b.id]
        self.done = {one.id: 0 for one in self.units}
        self.stopped: set[str] = set()
        self.met: set[tuple[str, str, int]] = set()
        at_first = [(a, b, a.block.base, b.block.base) for a, b in self.pairs]
        self.on = {(a.id, b.id) for a, b, one, two in at_first if overlap(one, two)}
        self.near = {(a.id, b.id) for a, b, one, two in at_first if a.side != b.side and gap(one, two) <= 10}

    def cost(self, one: Body, ticks: int) -> int:
        assert one.track is not None
        return min(one.allowance * 10 * ticks, one.track.cost, one.allowance * 1000)

    def base(self, one: Body, ticks: int) -> Base:
        if one.track is None:
            return one.block.base
        return one.block.put(one.track.front(self.cost(one, ticks))).base

    def is_moving(self, one: Body) -> bool:
        if one.track is None or one.id in self.stopped:
            return False
        return self.cost(one, self.done[one.id]) < self.cost(one, 1000)

    def meets(self, a: Body, b: Body, now: dict[str, Base]) -> bool:
        if (a.id, b.id) in self.on:
            return False
        if a.side == b.side or (a.id, b.id) in self.near:
            return overlap(now[a.id], now[b.id])
        return gap(now[a.id], now[b.id]) <= 10

    def tick(self, tick: int) -> None:
        moving = {one.id for one in self.units if self.is_moving(one)}
        going = set(moving)
        while True:
            now = {one.id: self.base(one, self.done[one.id] + (one.id in going)) for one in self.units}
            if self.wait(going, now):
                continue
            hits = self.hits(going, now)
            if not hits:
                break
            for hit in hits:
                self.met.add((*hit, tick))
                going -= set(hit)
                self.stopped |= set(hit) & moving
        for name in going:
            self.done[name] += 1
        self.part()

    def wait(self, going: set[str], now: dict[str, Base]) -> bool:
        """Friends in the way: the slower of two waits, or whoever moves."""
        found = False
        for a, b in self.pairs:
            both = going & {a.id, b.id}
            if a.side == b.side and both and self.meets(a, b, now):
                slow = a if len(both) == 2 and a.initiative < b.initiative else b
                slow = slow if len(both) == 2 else (a if a.id in both else b)
                going.discard(slow.id)
                now[slow.id] = self.base(slow, self.done[slow.id])
                found = True
        return found

    def hits(self, going: set[str], now: dict[str, Base]) -> list[tuple[str, str]]:
        foes = ((a, b) for a, b in self.pairs if a.side != b.side and going & {a.id, b.id})
        return [(a.id, b.id) for a, b in foes if self.meets(a, b, now)]

    def part(self) -> None:
        """Pairs that are free of each other now."""
        for a, b in self.pairs:
            one, two = self.base(a, self.done[a.id]), self.base(b, self.done[b.id])
            if not overlap(one, two):
                self.on.discard((a.id, b.id))
            if gap(one, two) > 50:
                self.near.discard((a.id, b.id))


@settings(max_examples=40)
@given(fields())
@pytest.mark.clause("FA-MOV-04", "FA-GEN-04")
def test_a_field_turned_about_gives_the_same(bodies: list[Body]) -> None:
    """By a half turn about the middle of the table, to the last thousandth."""
    here, there = (
        run([_straight_on(one, turn) for one in bodies], PLAIN) for turn in (0, 1800)
    )  # fmt: skip
    assert here.meetings == there.meetings
    for one, went in here.went.items():
        assert there.went[one].block.front == went.block.front.turned(1800, (100_000, 100_000))


def _straight_on(one: Body, turn: int) -> Body:
    start = one.block.put(one.block.front.turned(turn, (100_000, 100_000)))
    track = one.track and lay(start, [Leg("wheel", 300)], PLAIN, on=one.allowance)
    return Body(one.id, one.side, start, track, one.allowance, one.initiative)
