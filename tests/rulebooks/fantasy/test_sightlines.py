"""Lines of sight model by model, cover, blasts, with worked examples 12 and 35 (LOS, FA-SHO-11, FA-WM-09, TER)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.rulebooks.fantasy.ground import Land, Piece
from grognard.rulebooks.fantasy.regiment import Block, block_of, eyes, places
from grognard.rulebooks.fantasy.seeing import (
    Seen,
    cover,
    in_blast,
    ranks_from,
    seers,
    sees_from,
)
from grognard.rulebooks.fantasy.sightlines import (
    DIRECT,
    NONE,
    OVER,
    Screen,
    any_sight,
    look,
    scene,
    sights,
    within_circle,
)
from grognard.rulebooks.fantasy.sightlines import cover as cover_from
from grognard.rulebooks.fantasy.tables import TerrainKind
from grognard.space.outline import Edge
from grognard.space.pose import Pose, between2, step
from tests.rulebooks.fantasy.blocks import (
    BUILDING,
    BUSH,
    FOG,
    HILL,
    PLAIN,
    WALL,
    WOOD,
    area,
    block,
    table,
)
from tests.rulebooks.fantasy.scenes import area as terrain
from tests.rulebooks.fantasy.scenes import field_of, setup_of, unit

SHOOTERS = block(50, 50, models=10)
TARGET = block(50, 70, 180, models=10)


def seen(
    shooters: Block, target: Block, land: Land = PLAIN, *others: Screen, over_friends: bool = False
) -> tuple[int, ...]:
    return sights(shooters, scene(shooters.base, target.base, others, land), over_friends=over_friends)


@pytest.mark.clause("FA-LOS-01", "FA-LOS-02", "FA-LOS-04")
def test_three_of_ten_stand_behind_the_corner_of_a_house() -> None:
    """Example 12."""
    house = table(area("house", BUILDING, (40, 50.3), (48.6, 50.3), (48.6, 52), (40, 52)))
    found = seen(SHOOTERS, block(62, 62, 225, models=10), house)
    assert found == (NONE,) * 3 + (DIRECT,) * 7


@pytest.mark.clause("FA-LOS-01")
def test_only_what_lies_in_the_front_arc_is_seen() -> None:
    beside = block(70, 51, 180, models=10)
    assert set(seen(SHOOTERS, beside)) == {NONE}
    assert set(seen(SHOOTERS, block(50, 40, models=10))) == {NONE}
    corner = seen(SHOOTERS, block(62, 63, 180, models=10))
    assert corner == (DIRECT,) * 10
    assert seen(SHOOTERS, block(62, 55, 180, models=10)) == (NONE,) * 8 + (DIRECT,) * 2


@pytest.mark.clause("FA-LOS-04")
@pytest.mark.parametrize(
    ("row", "deep", "clear"),
    [
        (WOOD, 2.0, True),
        (WOOD, 2.1, False),
        (BUILDING, 0.1, False),
        (FOG, 0.1, False),
        (HILL, 0.1, False),
        (BUSH, 9.0, True),
    ],
)
def test_what_ground_hides(row: TerrainKind, deep: float, clear: bool) -> None:
    land = table(area("it", row, (0, 60), (100, 60), (100, 60 + deep), (0, 60 + deep)))
    assert any(seen(SHOOTERS, block(50, 75, 180, models=1, files=1), land)) is clear


@pytest.mark.clause("FA-LOS-04")
def test_a_line_that_only_touches_is_not_blocked() -> None:
    lone, mark = block(50, 50, models=1), block(50, 70, 180, models=1)
    wall = table(area("it", BUILDING, (50, 60), (60, 60), (60, 61), (50, 61)))
    assert seen(lone, mark, wall) == (DIRECT,)


@pytest.mark.clause("FA-LOS-04", "FA-TER-02")
def test_a_hill_hides_what_is_behind_it_but_not_who_stands_on_it() -> None:
    hill = table(area("hill", HILL, (40, 66), (60, 66), (60, 76), (40, 76)))
    assert set(seen(SHOOTERS, TARGET, hill)) == {DIRECT}
    assert set(seen(SHOOTERS, block(50, 80, 180, models=10), hill)) == {NONE}


@pytest.mark.clause("FA-LOS-04", "FA-LOS-05")
def test_units_block_friends_and_enemies_alike() -> None:
    between = block(50, 60, models=40, files=40).base
    assert set(seen(SHOOTERS, TARGET, PLAIN, Screen(between, friend=True))) == {NONE}
    assert set(seen(SHOOTERS, TARGET, PLAIN, Screen(between, friend=False))) == {NONE}


@pytest.mark.clause("FA-LOS-05")
def test_bows_shoot_over_friends_but_not_over_enemies() -> None:
    friend = Screen(block(47, 60, models=10).base, friend=True)
    found = seen(SHOOTERS, block(47, 70, 180, models=5, files=5), PLAIN, friend, over_friends=True)
    assert set(found) == {OVER, DIRECT}
    assert found[0] == OVER
    assert found[-1] == DIRECT
    enemy = Screen(block(50, 65, models=40, files=40).base)
    assert set(seen(SHOOTERS, TARGET, PLAIN, friend, enemy, over_friends=True)) == {NONE}


@pytest.mark.clause("FA-LOS-04", "FA-TER-02")
def test_from_a_hill_they_see_over_units_that_stand_lower() -> None:
    hill = table(area("hill", HILL, (40, 40), (60, 40), (60, 52), (40, 52)))
    between = block(50, 60, models=40, files=40).base
    assert set(seen(SHOOTERS, TARGET, hill, Screen(between))) == {DIRECT}
    assert set(seen(SHOOTERS, TARGET, hill, Screen(between, high=True))) == {NONE}
    assert set(seen(TARGET, SHOOTERS, hill, Screen(between, friend=True))) == {DIRECT}


@given(st.integers(0, 3), st.integers(-9000, 9000), st.integers(2000, 20_000), st.integers(-6000, 6000))
@pytest.mark.clause("FA-LOS-01")
def test_sight_turned_by_right_angles_is_the_same(quarter: int, aside: int, far: int, screen: int) -> None:
    blocks = [
        block(0, 0, models=10),
        block(aside / 1000, 21 + far / 1000, 180),
        block(screen / 1000, 9, models=7),
    ]
    turned = [one.put(one.front.turned(900 * quarter, (0, 0))) for one in blocks]
    found, other = (seen(a, b, PLAIN, Screen(c.base)) for a, b, c in (blocks, turned))
    assert found == other


# --- cover ---


@pytest.mark.clause("FA-SHO-11")
def test_cover_where_the_target_stands_and_close_before_it() -> None:
    bush = table(area("bush", BUSH, (40, 68), (60, 68), (60, 75), (40, 75)))
    assert cover_from((50_000, 50_000), TARGET.base, bush) == 1
    before = table(area("bush", BUSH, (40, 66), (60, 66), (60, 68), (40, 68)))
    assert cover_from((50_000, 50_000), TARGET.base, before) == 1
    far = table(area("bush", BUSH, (40, 60), (60, 60), (60, 67.9), (40, 67.9)))
    assert cover_from((50_000, 50_000), TARGET.base, far) == 0
    assert cover_from((50_000, 90_000), TARGET.base, before) == 0


@pytest.mark.clause("FA-SHO-11")
def test_the_worse_cover_counts() -> None:
    bush = area("bush", BUSH, (40, 66), (60, 66), (60, 75), (40, 75))
    wall = Piece("wall", WALL, None, ((40_000, 69_000), (60_000, 69_000)))
    assert cover_from((50_000, 50_000), TARGET.base, table(bush, wall)) == 2


@pytest.mark.clause("FA-SHO-11", "FA-TER-03")
def test_a_wall_covers_from_the_other_side() -> None:
    wall = table(Piece("wall", WALL, None, ((40_000, 68_500), (60_000, 68_500))))
    assert cover_from((50_000, 50_000), TARGET.base, wall) == 2
    assert cover_from((50_000, 90_000), TARGET.base, wall) == 0
    far = table(Piece("wall", WALL, None, ((40_000, 67_900), (60_000, 67_900))))
    assert cover_from((50_000, 50_000), TARGET.base, far) == 0


@pytest.mark.clause("FA-TER-03")
def test_a_front_up_against_the_end_of_a_wall_is_behind_it() -> None:
    """The line to the centre passes beside the wall, the left half of the front is at it."""
    wall = table(Piece("wall", WALL, None, ((51_000, 69_600), (60_000, 69_600))))
    assert cover_from((50_000, 50_000), TARGET.base, wall) == 2
    farther = table(Piece("wall", WALL, None, ((51_000, 69_400), (60_000, 69_400))))
    assert cover_from((50_000, 50_000), TARGET.base, farther) == 0


# --- bombs ---


@pytest.mark.clause("FA-WM-09")
def test_models_under_a_bomb() -> None:
    """Example 35."""
    foot = block(50, 50)
    assert within_circle(foot, foot.centre, 1500) == 12
    assert within_circle(foot, (53_600, 48_800), 1500) == 6
    assert within_circle(foot, (60_000, 48_800), 1500) == 0


@given(st.integers(0, 3599), st.integers(-6000, 6000), st.integers(-6000, 6000), st.integers(0, 5000))
@pytest.mark.clause("FA-WM-09")
def test_models_in_a_circle_as_their_centres_lie(heading: int, x: int, y: int, radius: int) -> None:
    foot = unit("c1", "swordsmen", 27, (30, 30), heading / 10)
    field, point, ranks = field_of(setup_of([foot])), (30_000 + x, 30_000 + y), block_of(foot)
    steps = [step(foot.heading, ahead, right, over=2) for right, ahead in places(ranks)]
    sure, maybe = (
        sum(between2((x, y), one) <= max(0, radius + slack) ** 2 for one in steps) for slack in (-3, 3)
    )
    assert sure <= in_blast(field, "c1", point, radius) <= maybe


# --- asked of the pieces ---


PLACE = st.integers(-14, 14)
OTHER = st.tuples(PLACE, PLACE, st.integers(0, 359), st.integers(1, 12), st.booleans())


@pytest.mark.clause("FA-LOS-01", "FA-LOS-04", "FA-LOS-05")
@given(
    PLACE, st.integers(0, 359), st.integers(3, 12), st.lists(OTHER, max_size=4), PLACE, PLACE, st.booleans()
)
def test_each_of_a_row_sees_what_it_would_see_alone(
    right: int,
    turn: int,
    files: int,
    others: list[tuple[int, int, int, int, bool]],
    x: int,
    y: int,
    over_friends: bool,
) -> None:
    """Nobody is passed over who sees something."""
    shooters, target = (
        block(50, 50, models=files, files=files),
        block(50 + right, 68, turn, models=9, files=4),
    )
    screens = [
        Screen(block(50 + e, 59 + n, way, models=2 * m, files=m).base, own) for e, n, way, m, own in others
    ]
    corners = (48 + x, 60 + y), (56 + x, 60 + y), (56 + x, 64 + y), (48 + x, 64 + y)
    ground = table(
        area("wood", WOOD, *corners), area("house", BUILDING, (60, 55), (62, 55), (62, 58), (60, 58))
    )
    view = scene(shooters.base, target.base, screens, ground)
    alone = tuple(look(Pose(*eye), view, over_friends=over_friends) for eye in eyes(shooters))
    assert sights(shooters, view, over_friends=over_friends) == alone
    assert any_sight(shooters, view, over_friends=over_friends) == any(alone)


@pytest.mark.clause("FA-LOS-03", "FA-SHO-16")
def test_rear_ranks_use_the_sight_of_their_front_place() -> None:
    """Example 12 in two ranks: three files do not see, and the seven men of the last rank stand in the middle."""
    house = terrain("house", "building", (20, 20.3), (28.6, 20.3), (28.6, 22), (20, 22))
    foe = unit("h1", "orcs", 10, (42, 32), 225)
    field = field_of(setup_of([unit("c1", "crossbowmen", 17, (30, 20)), foe], terrain=[house]))
    assert seers(field, "c1", "h1", 1) == Seen(7, 0)
    assert seers(field, "c1", "h1", 2) == Seen(7 + 5, 0)
    assert seers(field, "c1", "h1", 9) == seers(field, "c1", "h1", 2)


@pytest.mark.clause("FA-LOS-05")
def test_those_who_see_over_friends_are_counted_apart() -> None:
    friend = unit("c2", "swordsmen", 40, (30, 25), files=40)
    field = field_of(
        setup_of([unit("c1", "archers", 20, (30, 20)), friend, unit("h1", "orcs", 10, (30, 35), 180)])
    )
    assert seers(field, "c1", "h1", 2) == Seen(0, 20)
    assert not sees_from(field, "c1", "h1")
    assert sees_from(field, "c2", "h1")


@pytest.mark.clause("FA-SHO-11", "FA-WM-07")
def test_cover_and_rows_of_pieces() -> None:
    bush = terrain("bush", "bush", (20, 33), (40, 33), (40, 36), (20, 36))
    units = [unit("c1", "archers", 20, (30, 20)), unit("h1", "orcs", 13, (30, 35), 180, files=5)]
    field = field_of(setup_of(units, terrain=[bush]))
    assert (cover(field, "c1", "h1"), cover(field, "h1", "c1")) == (1, 0)
    assert ranks_from(field, "h1", Edge.REAR) == (3, 5, 5)
    assert ranks_from(field, "h1", Edge.LEFT) == (2, 3, 3, 3, 2)
