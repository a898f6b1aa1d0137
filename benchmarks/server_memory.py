"""Memory of a server while computers play battle after battle on it.

    python benchmarks/server_memory.py [--minutes 60]

Prints a JSON line a minute and the growth at the end: how much the second half of the time added for an hour. Four
battles of each rule book's smallest scenario are played at any time, one of each book watched by a window.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import httpx2
from server_load import Server, Window, served, tell, warmed

MINUTES = int(sys.argv[sys.argv.index("--minutes") + 1]) if "--minutes" in sys.argv else 60
AT_ONCE = 2
SCENARIO = "skirmish"


def resident(server: Server) -> float:
    """MB of memory that the server holds."""
    pages = int(Path(f"/proc/{server.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


class Board:
    """The battles that go on, and how many are over."""

    def __init__(self, client: httpx2.AsyncClient, server: Server) -> None:
        self.client, self.server = client, server
        self.over = 0

    async def play(self, book: dict[str, Any], number: int, watched: bool) -> None:
        """One battle after another of that book."""
        while True:
            made = await self._begin(book["id"], number)
            task = asyncio.create_task(self._watch(made, number)) if watched else None
            while not await self._is_over(made):
                await asyncio.sleep(2)
            self.over += 1
            if task is not None:
                task.cancel()

    async def _begin(self, book: str, number: int) -> dict[str, Any]:
        headers = {"x-forwarded-for": f"10.1.{number}.{self.over % 250}"}
        found = (await self.client.get(f"/api/v1/books/{book}/scenarios/{SCENARIO}", headers=headers)).json()
        holders = {one["id"]: "doctrine" for one in found["seats"]}
        body = {"book": book, "scenario": SCENARIO, "public": True, "holders": holders}
        made: dict[str, Any] = (await self.client.post("/api/v1/battles", json=body, headers=headers)).json()
        return made

    async def _is_over(self, made: dict[str, Any]) -> bool:
        answer = await self.client.get(f"/api/v1/battles/{made['battle']}")
        return bool(answer.raise_for_status().json()["status"] == "over")

    async def _watch(self, made: dict[str, Any], number: int) -> None:
        page = f"/b/{made['battle']}/observer"
        frame = (await self.client.get(f"{page}/now")).json()["to"]
        await Window().watch(self.server, f"{page}/stream?frame={frame}", number)


async def hour(server: Server) -> None:
    limits = httpx2.Limits(keepalive_expiry=2)  # sooner than the server closes what lies idle
    async with httpx2.AsyncClient(base_url=server.url, timeout=300, limits=limits) as client:
        await warmed(server)
        books = (await client.get("/api/v1/books")).json()
        board = Board(client, server)
        games = [
            asyncio.create_task(board.play(book, 10 * n + k, k == 0))
            for n, book in enumerate(books)
            for k in range(AT_ONCE)
        ]
        held: list[float] = []
        for minute in range(1, MINUTES + 1):
            await asyncio.sleep(60)
            held.append(resident(server))
            tell("grognard.server.memory", held[-1], "MB", f"after {minute} minutes", f"{board.over} over")
            failed = [one for one in games if one.done()]
            if failed:
                failed[0].result()
        half = len(held) // 2
        growth = (held[-1] - held[half]) * 60 / max(1, len(held) - 1 - half)
        tell("grognard.server.memory.growth", growth, "MB", "an hour, from the second half of the time")
        for game in games:
            game.cancel()


if __name__ == "__main__":
    with served() as server:
        asyncio.run(hour(server))
