"""``/api/v1``: everything that the pages can do, for programs."""

from fastapi import APIRouter, FastAPI
from starlette.routing import Match
from starlette.types import Scope

from grognard.web.api import (
    battle_routes,
    describing,
    order_routes,
    paper_routes,
    seat_routes,
    shelf_routes,
    umpire_routes,
)
from grognard.web.api.describing import described
from grognard.web.api.facts import frame_of
from grognard.web.api.kit import PREFIX


class Api(APIRouter):
    """All addresses in one list, which nobody goes through who asks for something else."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        is_ours = scope["type"] == "http" and scope["path"].startswith(PREFIX)
        return super().matches(scope) if is_ours else (Match.NONE, {})


router = Api()
for one in (order_routes, seat_routes, paper_routes, umpire_routes, battle_routes, shelf_routes):
    router.routes += one.router.routes
describing.describe(router)


def warm(app: FastAPI) -> None:
    """Have the framework make ready for our addresses, which it else does while the first request waits."""
    nowhere = {"type": "http", "method": "GET", "path": f"{PREFIX}/-", "root_path": "", "headers": []}
    for route in app.routes:
        route.matches({**nowhere})


__all__ = ["described", "frame_of", "router", "warm"]
