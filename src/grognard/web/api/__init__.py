"""``/api/v1``: everything that the pages can do, for programs."""

from fastapi import APIRouter

from grognard.web.api import (
    battle_routes,
    describing,
    order_routes,
    paper_routes,
    seat_routes,
    shelf_routes,
    umpire_routes,
)
from grognard.web.api.describing import PREFIX, described
from grognard.web.api.facts import frame_of
from grognard.web.api.kit import ERRORS

router = APIRouter(prefix=PREFIX, responses=ERRORS)
for room in (shelf_routes, battle_routes, order_routes, seat_routes, paper_routes, umpire_routes):
    router.include_router(room.router)
describing.describe(router)

__all__ = ["described", "frame_of", "router"]
