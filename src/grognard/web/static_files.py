"""Scripts, styles and fonts as files. Their addresses name their content, so that browsers keep them and still never
show an old one after an update."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parent / "static"
FONTS = Path(__file__).parent.parent / "show" / "fonts"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_FIRST = "no-cache"


def _named(folder: Path) -> str:
    """A name for everything in a folder."""
    found = hashlib.sha256()
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        found.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
    return f"v-{found.hexdigest()[:12]}"


VERSION = _named(STATIC)
ADDRESS = f"/static/{VERSION}"
"""Where templates take scripts and styles from. Scripts name each other relative to it."""


@cache
def _packed(file: Path) -> bytes:
    """A file compressed once, not for every visitor anew. (Shipped files don't change while the server runs.)"""
    return gzip.compress(file.read_bytes(), mtime=0)


def _may_be_packed(scope: Scope) -> bool:
    headers = Headers(scope=scope)
    return (
        scope["method"] == "GET" and "gzip" in headers.get("accept-encoding", "") and "range" not in headers
    )


def _about(answer: FileResponse) -> dict[str, str]:
    kept = {name: answer.headers[name] for name in ("content-type", "etag", "last-modified")}
    return {**kept, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}


class Kept(StaticFiles):
    """A folder whose files are kept by browsers for ever where their address says which ones they are."""

    def get_path(self, scope: Scope) -> str:
        return super().get_path(scope).removeprefix(f"{VERSION}/")

    async def get_response(self, path: str, scope: Scope) -> Response:
        answer = await super().get_response(path, scope)
        if isinstance(answer, FileResponse) and _may_be_packed(scope):
            answer = Response(await run_in_threadpool(_packed, Path(answer.path)), headers=_about(answer))
        is_named = f"/{VERSION}/" in scope["path"] or b"v=" in scope["query_string"]
        answer.headers["Cache-Control"] = FOR_EVER if is_named else ASK_FIRST
        return answer
