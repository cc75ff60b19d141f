"""The server of the page: for browsers on this machine alone, and of these for whoever knows its address.

It listens on the loopback address. Every address below it begins with a random word, which other pages and
other users of the machine do not know; and a request must name this host, so that a name which leads here
(DNS rebinding) opens nothing.
"""

from __future__ import annotations

import hmac
import json
import secrets
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from checker.errors import UsageError
from checker.explorer.web.api import Api
from checker.explorer.web.page import Page
from checker.report.html.page import visible_data

__all__ = ["ExplorerServer"]

HOST = "127.0.0.1"
_LONGEST = 4 << 20
"""Bytes that a question may have."""

_SECONDS = 30.0
"""How long a connection may be silent."""


class ExplorerServer(ThreadingHTTPServer):
    """Serves the page of one game; ``address`` is where.

    Raises:
        UsageError: the port is taken.

    """

    daemon_threads = True
    block_on_close = False

    def __init__(self, api: Api, page: Page, port: int = 0) -> None:
        self.api = api
        self.page = page
        self.token = secrets.token_urlsafe(16)
        try:
            super().__init__((HOST, port), _Handler)
        except OSError as error:
            raise UsageError(
                f"port {port} cannot be used: {(error.strerror or str(error)).lower()}",
                hint="name another with --port N, or leave it out for a free one",
            ) from error

    @property
    def hosts(self) -> tuple[str, ...]:
        """What a request may call this host."""
        return f"{HOST}:{self.server_port}", f"localhost:{self.server_port}"

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://{HOST}:{self.server_port}/{self.token}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: a browser may leave at any time."""


class _Handler(BaseHTTPRequestHandler):
    server: ExplorerServer
    protocol_version = "HTTP/1.1"
    timeout = _SECONDS

    def do_GET(self) -> None:
        """Give the page."""
        rest = self._rest()
        if rest is None:
            return
        if rest == "":
            self._send(HTTPStatus.OK, "text/html; charset=utf-8", self.server.page.html.encode("utf-8"))
        else:
            self._refuse(HTTPStatus.NOT_FOUND, "There is no such page.")

    def do_POST(self) -> None:
        """Answer a question."""
        rest = self._rest()
        if rest is None:
            return
        given = self._given()
        if given is None:
            self._refuse(HTTPStatus.BAD_REQUEST, "A question is an object in JSON.")
            return
        answer = self.server.api.ask(rest.removeprefix("api/"), given) if rest.startswith("api/") else None
        if answer is None:
            self._refuse(HTTPStatus.NOT_FOUND, "There is no such question.")
            return
        text = json.dumps(visible_data(answer), ensure_ascii=True, allow_nan=False)
        self._send(HTTPStatus.OK, "application/json", text.encode("ascii"))

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def _rest(self) -> str | None:
        """Return what the address names below the page, or None after refusing whoever may not ask."""
        origin = self.headers.get("Origin")
        if self.headers.get("Host") not in self.server.hosts or (
            origin is not None and origin.removeprefix("http://") not in self.server.hosts
        ):
            self._refuse(HTTPStatus.FORBIDDEN, "This host is not called so.")
            return None
        token, _, rest = self.path.partition("?")[0].removeprefix("/").partition("/")
        if not hmac.compare_digest(token.encode("utf-8"), self.server.token.encode("ascii")):
            self._refuse(HTTPStatus.FORBIDDEN, "Open the whole address that ruleproof explore has printed.")
            return None
        return rest

    def _given(self) -> dict[str, Any] | None:
        length = self.headers.get("Content-Length", "")
        kind = self.headers.get("Content-Type", "").partition(";")[0].strip()
        if not length.isascii() or not length.isdecimal() or len(length) > 9 or int(length) > _LONGEST:
            self.close_connection = True
            return None
        data = self.rfile.read(int(length))
        if kind != "application/json":
            return None
        try:
            found = json.loads(data)
        except (ValueError, RecursionError):
            return None
        return found if isinstance(found, dict) else None

    def _refuse(self, status: HTTPStatus, why: str) -> None:
        self.close_connection = True
        self._send(status, "text/plain; charset=utf-8", f"{why}\n".encode())

    def _send(self, status: HTTPStatus, kind: str, body: bytes) -> None:
        self.send_response(status)
        for name, value in (
            ("Content-Type", kind),
            ("Content-Length", str(len(body))),
            ("Cache-Control", "no-store"),
            ("Content-Security-Policy", self.server.page.policy),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Referrer-Policy", "no-referrer"),
            ("X-Content-Type-Options", "nosniff"),
        ):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
