"""``/health``: whether this process can do its work, for whoever keeps the server running."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from grognard import __version__
from grognard.web.house import HouseIn

router = APIRouter()


@router.get("/health")
def health(house: HouseIn) -> JSONResponse:
    """200 while the store answers, else 503; nothing about anybody's battles."""
    try:
        with house.store.reading() as db:
            db.execute(text("select 1"))
    except SQLAlchemyError:
        return JSONResponse({"status": "the store does not answer", "version": __version__}, 503)
    return JSONResponse({"status": "well", "version": __version__})
