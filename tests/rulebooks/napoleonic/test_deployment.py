"""Step 0: deployment in zones."""

from __future__ import annotations

import pytest

from grognard.core.errors import Refused
from grognard.rulebooks.napoleonic import deployment
from grognard.rulebooks.napoleonic.events import Deployed, ObjectiveHeld
from tests.rulebooks.napoleonic.scenes import BLUE, RED, Scene, box, gun, man, objective, scene, unit

ZONE = (0.0, 0.0, 12.0, 4.0)


def start() -> Scene:
    return scene(
        unit("a", at=(3, 3, 0)),
        unit("c", at=(3, 3.5, 0)),
        unit("dr", at=(4, 3, 0), arm="horse", figures=4),
        gun("g", at=(2, 3, 0)),
        unit("b", BLUE, at=(3, 9, 180)),
        man("he", "a"),
        terrain=(box("wood", "wood", 3.5, 0, 5, 2),),
        objectives=(objective("hill", (3, 2)),),
        zones={RED: ZONE},
        turn=0,
    ).run(deployment.deploy)


@pytest.mark.clause("NA-SEQ-07")
def test_only_a_side_with_a_zone_deploys_and_by_default_as_printed() -> None:
    one = start()
    assert one.asked == ["deploy"]
    assert one.default(RED) == ("deploy",)
    one.answer_all()
    assert one.heard(Deployed)[0].places[0] == ("a", (3000, 3000, 0))


@pytest.mark.clause("NA-SEQ-07", "NA-END-08")
def test_units_stand_where_they_are_put() -> None:
    one = start().answer(RED, "deploy", "a", 3000, 2400, 900)
    assert (one.unit("a").y, one.unit("a").heading) == (2400, 900)
    assert one.heard(ObjectiveHeld) == [ObjectiveHeld("hill", RED, "")]


@pytest.mark.clause("NA-SEQ-07", "NA-ART-08", "NA-CMD-01", "NA-OBS-12", "NA-MOVE-16")
@pytest.mark.parametrize(
    ("order", "why"),
    [
        (("a", 3000, 3950, 0), "outside its zone"),
        (("a", 3000, 3500, 0), "overlaps"),
        (("dr", 4250, 1000, 0), "where it can't"),
        (("b", 3000, 3000, 0), "not yours"),
        (("c", 9000, 3500, 0), "out of reach"),
    ],
)
def test_bad_places_are_refused_with_the_reason(order: tuple[str, int, int, int], why: str) -> None:
    with pytest.raises(Refused, match=why):
        start().check(RED, "deploy", *order)


@pytest.mark.clause("NA-ART-08")
def test_two_guns_side_by_side_stand_half_a_merka_apart() -> None:
    one = scene(gun("g", at=(2, 3, 0)), gun("h", at=(2.5, 3, 0)))
    assert not deployment.too_near(one.field, one.gun("g"), one.gun("h"))
    one.change("h", x=2499)
    assert deployment.too_near(one.field, one.gun("g"), one.gun("h"))
    assert not deployment.too_near(one.field, one.gun("g"), one.change("h", heading=451).gun("h"))


def test_words_that_make_no_deployment_are_refused() -> None:
    for words in (("deploy", "a", 1), ("deploy", "a", 1, 2, 3600), ("put",), ("deploy", 1, 2, 3, 4)):
        with pytest.raises(Refused, match="say deploy"):
            start().check(RED, *words)
