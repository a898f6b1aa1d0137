"""The application: rooms put together."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.telemetry import TelemetryConfig

from grognard import __version__
from grognard.web import (
    accounts,
    api,
    battle,
    companion,
    desk,
    dice,
    lobby,
    muster,
    post,
    record,
    rules,
    talk,
    templating,
)
from grognard.web.battle.scene import Scenes
from grognard.web.computers import Computers
from grognard.web.failing import answer_errors
from grognard.web.guarding import Guard
from grognard.web.house import House
from grognard.web.live.hub import Hub
from grognard.web.people import join, look, seats_page
from grognard.web.post import pill
from grognard.web.server import health
from grognard.web.server.leaving import when_told_to_stop
from grognard.web.server.wire import EVERYTHING, Wire
from grognard.web.settings import Settings
from grognard.web.static_files import FONTS, STATIC, Kept
from grognard.web.store import Store
from grognard.web.tables import Tables

ROOMS = (
    api,
    desk,
    health,
    lobby,
    look,
    join,
    seats_page,
    talk,
    accounts,
    rules,
    muster,
    companion,
    dice,
    record,
    post,
    battle,
)
"""Their addresses; the API's first, since others don't go through them; the battle's own last, since they take any
seat's name."""

SILENT: TelemetryConfig = {"tracing": False, "metrics": False, "logs": False}
"""Nobody listens to the framework's own measures, which are taken with every request."""


def open_house(settings: Settings) -> House:
    """Store, tables, streams and computer players of one process; nothing runs yet."""
    store = Store(settings.database)
    store.make_tables()
    tables = Tables(store, settings.kept_tables)
    scenes = Scenes(tables)
    hub = Hub(lambda audience: api.frame_of(scenes, audience))
    wire = Wire(store, lambda battle: hub.changed_all() if battle == EVERYTHING else tables.wake(battle))
    tables.announce = wire.tell
    return House(settings, store, tables, hub, Computers(tables), wire, scenes)


def create_app(settings: Settings | None = None) -> FastAPI:
    """The war room as an ASGI application; settings from the environment where none are given."""
    settings = settings or Settings.from_environment()
    house = open_house(settings)
    desk.stand_on_the_battle_page(house)
    pill.stand_on_the_battle_page(house)
    talk.stand_on_the_battle_page(house)
    jobs = post.JobRunner(house)

    @asynccontextmanager
    async def running(_: FastAPI) -> AsyncIterator[None]:
        house.hub.start()
        when_told_to_stop(house.hub.leave)
        house.tables.watch(house.hub.changed)
        house.wire.start()
        house.computers.start()
        jobs.start()
        templating.warm()
        lobby.warm(settings.cache)
        if settings.cache is not None:  # a server that people use
            threading.Thread(target=api.warm, args=(app,), name="api", daemon=True).start()
        yield
        jobs.stop()
        house.computers.stop()
        house.wire.stop()
        await house.hub.stop()
        house.store.close()

    app = FastAPI(title="grognard", version=__version__, lifespan=running, openapi_url=None, telemetry=SILENT)
    app.state.house = house
    app.add_middleware(GZipMiddleware, minimum_size=2000, compresslevel=5)
    app.add_middleware(Guard, settings=settings)
    answer_errors(app)
    app.mount("/static", Kept(directory=STATIC), name="static")
    app.mount("/fonts", Kept(directory=FONTS), name="fonts")
    for room in ROOMS:
        app.include_router(room.router)
    return app
