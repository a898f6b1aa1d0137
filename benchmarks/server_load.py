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


class Table:
    """A battle with all its people, each calling from an address of his own."""

    def __init__(self, client: httpx2.AsyncClient, number: int, made: dict[str, Any]) -> None:
        self.client, self.number, self.made = client, number, made
        self.busy = asyncio.Lock()

    @classmethod
    async def begin(cls, client: httpx2.AsyncClient, number: int) -> Table:
        body = {"book": BOOK, "scenario": SCENARIO, "public": True}
        answer = await client.post("/api/v1/battles", json=body, headers=cls._from(number, 0))
        answer.raise_for_status()
        return cls(client, number, answer.json())

    @staticmethod
    def _from(number: int, seat: int) -> dict[str, str]:
        return {"x-forwarded-for": f"10.{number // 250}.{number % 250}.{seat}"}

    def headers(self, seat: str) -> dict[str, str]:
        seats = list(self.made["seats"])
        token = self.made["seats"][seat]
        return {**self._from(self.number, seats.index(seat)), "authorization": f"Bearer {token}"}

    async def ready(self, rng: random.Random) -> tuple[str, dict[str, Any], dict[str, str]]:
        """An order that may be given now: where to, what, by whom."""
        base = f"/api/v1/battles/{self.made['battle']}"
        while True:
            seats = [one for one in self.made["seats"] if one != "umpire"]
            for seat in rng.sample(seats, len(seats)):
                headers, address = self.headers(seat), f"{base}/seats/{seat}"
                found = await self.client.get(f"{address}/questions?options=50", headers=headers)
                for question in (one for one in found.json() if one["answer"] is None):
                    order = rng.choice(question["options"])["order"]
                    body = {"orders": [{"question": question["id"], "order": order}]}
                    return f"{address}/orders", body, headers
            self.made = (await Table.begin(self.client, self.number)).made  # that one is over

    async def order(self, rng: random.Random) -> tuple[float, int]:
        """Give an order; seconds and status."""
        async with self.busy:
            address, body, headers = await self.ready(rng)
            key = {"idempotency-key": f"{rng.getrandbits(64):x}"}
            began = time.perf_counter()
            answer = await self.client.post(address, json=body, headers={**headers, **key})
            return time.perf_counter() - began, answer.status_code


async def orders(server: Server) -> None:
    limits = httpx2.Limits(max_connections=60, max_keepalive_connections=60)
    rng = random.Random(1)
    async with httpx2.AsyncClient(base_url=server.url, timeout=60, limits=limits) as client:
        await warmed(client)
        tables = [await Table.begin(client, number) for number in range(BATTLES)]
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


async def warmed(client: httpx2.AsyncClient) -> None:
    """Wait until the server has drawn what it draws in its first seconds."""
    for book in (await client.get("/api/v1/books")).json():
        for scenario in book["scenarios"]:
            await client.get(f"/scenarios/{book['id']}/{scenario}.svg")


async def viewers(server: Server) -> None:
    rng = random.Random(2)
    async with httpx2.AsyncClient(base_url=server.url, timeout=60) as client:
        await warmed(client)
        table = await Table.begin(client, 0)
        page = f"/b/{table.made['battle']}/observer"
        frame = (await client.get(f"{page}/now")).json()["to"]
        path = f"{page}/stream?frame={frame}"
        windows = [Window() for _ in range(VIEWERS)]
        tasks = [asyncio.create_task(one.watch(server, path, n)) for n, one in enumerate(windows)]
        await asyncio.gather(*(one.ready.wait() for one in windows))
        sent, cpu = [], server.cpu
        for _ in range(CHANGES):
            address, body, headers = await table.ready(rng)
            battle = table.made["battle"]
            before = len(windows[0].times)
            sent.append(began := time.perf_counter())
            (await client.post(address, json=body, headers=headers)).raise_for_status()
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
