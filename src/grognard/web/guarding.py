"""Around every request: who may send it, what headers the answer carries, which cookie a new browser gets."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grognard.locale import T
from grognard.web.house import Caller, language_of
from grognard.web.people.visits import COOKIE, DAYS

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


def is_foreign(headers: Headers) -> bool:
    """Whether another site's page made the browser send this: browsers say so, other programs don't."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != headers.get("host")


class Guard:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, secure: bool) -> None:
        self.app, self.secure = app, secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        if scope["method"] not in SAFE and is_foreign(request.headers):
            words = T("this request came from a page of another site and was not carried out")
            await PlainTextResponse(words.say(language_of(request)), 403)(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                self._cookie(scope, headers)
            await send(message)

        await self.app(scope, receive, guarded)

    def _cookie(self, scope: Scope, headers: MutableHeaders) -> None:
        asking = scope.get("state", {}).get("caller")
        if isinstance(asking, Caller) and asking.visitor_made is not None:
            secure = "; Secure" if self.secure else ""
            token, age = asking.visitor_made.token, DAYS * 86_400
            cookie = f"{COOKIE}={token}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}"
            headers.append("Set-Cookie", cookie)
