"""A real PostgreSQL of the tests' own, gone afterwards."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

USER = "postgres"


def program(name: str) -> str:
    """PostgreSQL's program of that name; Debian keeps them off the path."""
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    found = shutil.which(name) or next(map(str, places), None)
    assert found is not None, "PostgreSQL is missing: ./check installs it where it may (Debian: postgresql)"
    return found


def run(*command: str) -> None:
    """Run it as somebody whom PostgreSQL serves: it refuses to work for root."""
    change = ("runuser", "-u", USER, "--") if os.geteuid() == 0 else ()
    done = subprocess.run([*change, *command], cwd="/", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@contextmanager
def cluster() -> Iterator[str]:
    """The address of a server's folder of sockets."""
    folder = Path(tempfile.mkdtemp(prefix="grognard-pg-"))
    if os.geteuid() == 0:
        shutil.chown(folder, USER)
    data = str(folder / "data")
    try:
        run(program("initdb"), "-D", data, "-U", USER, "-A", "trust", "-N", "-E", "UTF8", "--locale=C.UTF-8")
        options = (
            f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off -c max_connections=200"
        )
        run(program("pg_ctl"), "-D", data, "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield str(folder)
        finally:
            run(program("pg_ctl"), "-D", data, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def database(sockets: str) -> Iterator[str]:
    """The URL of a fresh database."""
    name = f"t{secrets.token_hex(6)}"
    with psycopg.connect(host=sockets, user=USER, dbname=USER, autocommit=True) as line:
        line.execute(f"create database {name}".encode())
        try:
            yield f"postgresql://{USER}@/{name}?host={sockets}"
        finally:
            line.execute(f"drop database {name} with (force)".encode())
