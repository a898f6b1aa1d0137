"""The lobby: scenarios of every book on the shelf, one click from a battle; one's own battles; new battles."""

from fastapi import APIRouter

from grognard.web.lobby import new, pages
from grognard.web.lobby.cards import warm

router = APIRouter()
router.include_router(pages.router)
router.include_router(new.router)

__all__ = ["router", "warm"]
