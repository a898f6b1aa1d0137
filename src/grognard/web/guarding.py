"""Around every request: who may send it, what headers the answer carries, which cookie a new browser gets."""

from __future__ import annotations

import time
from urllib.parse import urlsplit

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grognard.locale import T, Text
from grognard.web.house import Caller, language_of
from grognard.web.pace import Pace
from grognard.web.people.visits import COOKIE, DAYS
from grognard.web.server.logs import shown_path
from grognard.web.settings import Settings

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'; manifest-src 'self'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""Scripts come from our own files only. Drawings carry a style element of their own, hence inline styles."""
SAFE = ("GET", "HEAD", "OPTIONS")
LARGE = T("this is too large")
OWN_NETWORK = (".localhost", ".local", ".lan", ".internal", ".home.arpa")
log = structlog.get_logger()


class TooLarge(Exception):
    """A body grew beyond what is taken."""


class Body:
    """A request's body, cut off where it grows too large whatever its header said. Whatever the application would
    answer then is not sent."""

    def __init__(self, receive: Receive, most: int) -> None:
        self.receive, self.left, self.too_large = receive, most, False

    async def __call__(self) -> Message:
        message = await self.receive()
        self.left -= len(message.get("body", b""))
        if self.left < 0:
            self.too_large = True
            raise TooLarge
        return message


def _answer(request: Request, status: int, words: Text) -> PlainTextResponse | JSONResponse:
    said = words.say(language_of(request))
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": said}, status)
    return PlainTextResponse(said, status)


def is_foreign(headers: Headers) -> bool:
    """Whether another site's page made the browser send this: browsers say so, other programs don't."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != headers.get("host")


def is_our_name(host: str, address: str) -> bool:
    """Whether the server may be called so: by number, by a name of one's own network, or as ``address`` has it. A
    page elsewhere that has its own name lead here (DNS rebinding) calls it by that name."""
    name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    is_number = ":" in name or name.replace(".", "").isdecimal()
    return is_number or "." not in name or name.endswith(OWN_NETWORK) or name == urlsplit(address).hostname


class Guard:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.secure, self.most = app, settings.secure, settings.upload_bytes
        self.address = settings.address
        self._pace = Pace(settings.requests_a_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0
        body = Body(receive, self.most)

        async def guarded(message: Message) -> None:
            nonlocal status
            if body.too_large and not status:
                return
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                self._cookie(scope, headers)
            await send(message)

        request = Request(scope)
        refused = self._refused(request)
        try:
            if refused is not None:
                await _answer(request, *refused)(scope, receive, guarded)
            else:
                await self.app(scope, body, guarded)
        except TooLarge:
            pass
        if body.too_large and not status:
            body.too_large = False
            await _answer(request, 413, LARGE)(scope, receive, guarded)
        ms = round((time.perf_counter() - began) * 1000)
        log.info("request", method=scope["method"], path=shown_path(scope["path"]), status=status, ms=ms)

    def _refused(self, request: Request) -> tuple[int, Text] | None:
        """Why the request goes no further."""
        who = request.client.host if request.client else ""
        if not self._pace.allows(who):
            return 429, T("too many requests; wait a moment")
        if not is_our_name(request.headers.get("host", ""), self.address):
            return 421, T("this server has another name; whoever runs it says which in GROGNARD_ADDRESS")
        if request.method not in SAFE and is_foreign(request.headers):
            return 403, T("this request came from a page of another site and was not carried out")
        length = request.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self.most:
            return 413, LARGE
        return None

    def _cookie(self, scope: Scope, headers: MutableHeaders) -> None:
        asking = scope.get("state", {}).get("caller")
        if isinstance(asking, Caller) and asking.visitor_made is not None:
            secure = "; Secure" if self.secure else ""
            token, age = asking.visitor_made.token, DAYS * 86_400
            cookie = f"{COOKIE}={token}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}"
            headers.append("Set-Cookie", cookie)
