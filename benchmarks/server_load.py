"""A real server under load, over sockets: many battles that take orders, and one battle that many watch.

    python benchmarks/server_load.py [--quick]

Prints JSON lines like the other benchmarks. Orders: 200 battles of three people each take 50 orders a second through
the API; every order is read up before (what is asked, what may be answered) as a program would. Viewers: 300 windows
watch one battle; the time runs from the moment an order is sent until a window has the change.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import msgspec

QUICK = "--quick" in sys.argv
BATTLES, ORDERS, A_SECOND = (20, 100, 50) if QUICK else (200, 1500, 50)
VIEWERS, CHANGES = (60, 10) if QUICK else (300, 30)
BOOK, SCENARIO = "feudal", "standard"


class Server(NamedTuple):
    """A server in a process of its own."""

    url: str
    pid: int

    @property
    def cpu(self) -> float:
        """Seconds of CPU so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def served() -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "GROGNARD_DATA": folder, "NO_COLOR": "1", "PYTHONUNBUFFERED": "1"}
        words = [sys.executable, "-m", "grognard.cli.main", "serve", "--port", "0", "--proxy"]
        with (Path(folder) / "log").open("w") as log:
            process = subprocess.Popen(words, env=env, stdout=subprocess.PIPE, stderr=log, text=True)
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        try:
            yield Server(found[0], process.pid)
        finally:
            process.terminate()
            process.wait(20)


def tell(key: str, value: float, unit: str, what: str, note: str = "") -> None:
    facts = {"key": key, "value": round(value, 4), "unit": unit, "what": what, "note": note}
    print(json.dumps(facts), flush=True)


def at(share: float, times: Sequence[float]) -> float:
    return statistics.quantiles(times, n=100)[round(share * 100) - 1]


class Line:
    """A kept connection that speaks just enough HTTP: a heavier client would take its time from the server, with
    which it shares the machine."""

    def __init__(self, server: Server, address: str) -> None:
        self.host, _, self.port = server.url.removeprefix("http://").partition(":")
        self.address = address
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        """Status and JSON of an answer."""
        sent = b"" if body is None else msgspec.json.encode(body)
        told = {
            "host": self.host,
            "x-forwarded-for": self.address,
            "content-length": str(len(sent)),
            **headers,
        }
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in told.items())
        wanted = f"{method} {path} HTTP/1.1\r\n{lines}content-type: application/json\r\n\r\n".encode() + sent
        try:
            return await self._answer(wanted)
        except (ConnectionError, asyncio.IncompleteReadError):  # the server closes what lies idle
            self._ends = None
            return await self._answer(wanted)

    async def _answer(self, wanted: bytes) -> tuple[int, Any]:
        if self._ends is None:
            self._ends = await asyncio.open_connection(self.host, int(self.port), limit=2**22)
        reader, writer = self._ends
        writer.write(wanted)
        head = await reader.readuntil(b"\r\n\r\n")
        size = re.search(rb"(?i)content-length: (\d+)", head)
        assert size is not None, head
        return int(head.split(b" ", 2)[1]), msgspec.json.decode(await reader.readexactly(int(size[1])))


class Table:
    """A battle with all its people, each calling from an address of his own."""

    def __init__(self, server: Server, number: int, made: dict[str, Any]) -> None:
        self.server, self.number, self.made = server, number, made
        self.busy = asyncio.Lock()
        seats = [one for one in made["seats"] if one != "umpire"]
        self.lines = {seat: self._line(server, number, n + 1) for n, seat in enumerate(seats)}

    @classmethod
    async def begin(cls, server: Server, number: int) -> Table:
        return cls(server, number, await cls._made(server, number))

    @classmethod
    async def _made(cls, server: Server, number: int) -> dict[str, Any]:
        body = {"book": BOOK, "scenario": SCENARIO, "public": True}
        status, found = await cls._line(server, number, 0).ask("POST", "/api/v1/battles", body)
        assert status < 300, found
        made: dict[str, Any] = found
        return made

    @staticmethod
    def _line(server: Server, number: int, seat: int) -> Line:
        return Line(server, f"10.{number // 250}.{number % 250}.{seat}")

    async def ask(
        self, seat: str, method: str, path: str, body: object = None, **headers: str
    ) -> tuple[int, Any]:
        address = f"/api/v1/battles/{self.made['battle']}/seats/{seat}/{path}"
        token = self.made["seats"][seat]
        return await self.lines[seat].ask(method, address, body, authorization=f"Bearer {token}", **headers)

    async def ready(self, rng: random.Random) -> tuple[str, dict[str, Any]]:
        """An order that may be given now: by whom, what."""
        while True:
            for seat in rng.sample(list(self.lines), len(self.lines)):
                _, found = await self.ask(seat, "GET", "questions?options=50")
                for question in (one for one in found if one["answer"] is None):
                    order = rng.choice(question["options"])["order"]
                    return seat, {"orders": [{"question": question["id"], "order": order}]}
            self.made = await self._made(self.server, self.number)  # that one is over

    async def order(self, rng: random.Random) -> tuple[float, int]:
        """Give an order; seconds and status."""
        async with self.busy:
            seat, body = await self.ready(rng)
            key = f"{rng.getrandbits(64):x}"
            began = time.perf_counter()
            status, _ = await self.ask(seat, "POST", "orders", body, idempotency_key=key)
            return time.perf_counter() - began, status


async def orders(server: Server) -> None:
    rng = random.Random(1)
    await warmed(server)
    tables = [await Table.begin(server, number) for number in range(BATTLES)]
    for table in tables:
        for seat in table.lines:
            await table.ask(seat, "GET", "questions")  # they have taken their seats
    cpu, began = server.cpu, time.perf_counter()
    tasks = []
    for n in range(ORDERS):
        await asyncio.sleep(max(0, began + n / A_SECOND - time.perf_counter()))
        tasks.append(asyncio.create_task(tables[n % BATTLES].order(rng)))
    done = await asyncio.gather(*tasks)
    took, spent = time.perf_counter() - began, server.cpu - cpu
    times, wrong = [one for one, _ in done], [code for _, code in done if code != 200]
    tell(
        "grognard.server.orders",
        ORDERS / took,
        "orders/s",
        f"{BATTLES} battles",
        f"{len(wrong)} errors {wrong[:5]}",
    )
    tell("grognard.server.order.p50", at(0.50, times), "s", "an order with its receipt")
    tell("grognard.server.order.p95", at(0.95, times), "s", "an order with its receipt")
    tell(
        "grognard.server.order.cpu", spent / ORDERS, "s", "CPU of the server for an order and its reading up"
    )


# --- viewers ---


class Window:
    """One stream of the battle page, read as cheaply as a client can."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.ready = asyncio.Event()

    async def watch(self, server: Server, path: str, number: int) -> None:
        host, _, port = server.url.removeprefix("http://").partition(":")
        reader, writer = await asyncio.open_connection(host, int(port), limit=2**22)
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\n"
            f"X-Forwarded-For: 10.9.{number // 250}.{number % 250}\r\n\r\n".encode()
        )
        try:
            while line := await reader.readline():
                if line.startswith(b"data: "):
                    self.times.append(time.perf_counter())
                elif line.startswith(b"retry: "):
                    self.ready.set()
        finally:
            writer.close()


async def warmed(server: Server) -> None:
    """Wait until the server has drawn what it draws in its first seconds."""
    async with httpx2.AsyncClient(base_url=server.url, timeout=60) as client:
        for book in (await client.get("/api/v1/books")).json():
            for scenario in book["scenarios"]:
                await client.get(f"/scenarios/{book['id']}/{scenario}.svg")


async def viewers(server: Server) -> None:
    rng = random.Random(2)
    await warmed(server)
    table = await Table.begin(server, 0)
    page = f"/b/{table.made['battle']}/observer"
    _, now = await Line(server, "10.8.0.1").ask("GET", f"{page}/now")
    windows = [Window() for _ in range(VIEWERS)]
    path = f"{page}/stream?frame={now['to']}"
    tasks = [asyncio.create_task(one.watch(server, path, n)) for n, one in enumerate(windows)]
    await asyncio.gather(*(one.ready.wait() for one in windows))
    sent, cpu = [], server.cpu
    for _ in range(CHANGES):
        seat, body = await table.ready(rng)
        battle = table.made["battle"]
        before = len(windows[0].times)
        sent.append(began := time.perf_counter())
        status, found = await table.ask(seat, "POST", "orders", body)
        assert status == 200, found
        await asyncio.sleep(1.0)
        if table.made["battle"] != battle:
            break
        if len(windows[0].times) == before:
            sent.remove(began)  # a sealed order: nobody is told
    spent = server.cpu - cpu
    for task in tasks:
        task.cancel()
    lags = [lag for one in windows for lag in _lags(one.times, sent)]
    late = f"{len(lags)} of {VIEWERS * len(sent)} arrived"
    tell("grognard.server.seen.p50", at(0.50, lags), "s", f"{VIEWERS} viewers see an order", late)
    tell("grognard.server.seen.p95", at(0.95, lags), "s", f"{VIEWERS} viewers see an order", late)
    tell(
        "grognard.server.seen.cpu",
        spent / max(1, len(sent)),
        "s",
        "CPU of the server for a change seen by all",
    )


def _lags(times: Sequence[float], sent: Sequence[float]) -> Iterator[float]:
    """How long after each order the window's first message came."""
    for began in sent:
        after = [one for one in times if began < one < began + 1.0]
        if after:
            yield after[0] - began


if __name__ == "__main__":
    for work in (orders, viewers):
        with served() as server:
            asyncio.run(work(server))
