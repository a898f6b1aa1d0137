"""The battle page: the picture, the question, the log, live."""

from fastapi import APIRouter

from grognard.web.battle import aiming, answering, pages

router = APIRouter()
for room in (pages, answering, aiming):
    router.include_router(room.router)

__all__ = ["router"]
