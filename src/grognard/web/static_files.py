"""Scripts, styles and fonts as files. Their addresses name their content, so that browsers keep them and still never
show an old one after an update."""

from __future__ import annotations

import hashlib
from pathlib import Path

from starlette.responses import Response
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


class Kept(StaticFiles):
    """A folder whose files are kept by browsers for ever where their address says which ones they are."""

    def get_path(self, scope: Scope) -> str:
        return super().get_path(scope).removeprefix(f"{VERSION}/")

    async def get_response(self, path: str, scope: Scope) -> Response:
        answer = await super().get_response(path, scope)
        is_named = f"/{VERSION}/" in scope["path"] or b"v=" in scope["query_string"]
        answer.headers["Cache-Control"] = FOR_EVER if is_named else ASK_FIRST
        return answer
