"""Chromium without a window, spoken to over a pipe in the protocol of its developer tools.

The protocol (https://chromedevtools.github.io/devtools-protocol/) is JSON with a zero byte after each
message, where Chromium is started with ``--remote-debugging-pipe``: it reads file 3 and writes file 4.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

__all__ = ["Browser", "chromium", "open_browser"]

_LAUNCH = """
import os, sys
read, write = (os.dup2(int(word), free) for word, free in zip(sys.argv[1:3], (30, 31)))
os.dup2(read, 3)
os.dup2(write, 4)
os.execvp(sys.argv[3], sys.argv[3:])
"""
"""Puts the pipes where the browser looks for them; far away first, so that neither replaces the other."""

_PATIENCE = 60.0
"""Seconds that an answer may take on a loaded machine."""


def chromium() -> str | None:
    """Return the browser of this machine, if it has one."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return os.environ.get("RULEPROOF_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


class Browser:
    """One page of a browser; ``log`` holds what it said on its console, in errors and in dialogs."""

    def __init__(self, read: int, write: int) -> None:
        self._read, self._write = read, write
        self._buffer = b""
        self._number = 0
        self._session = ""
        self._loaded = False
        self.log: list[str] = []
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._ask(f"{domain}.enable")
        self.requests: list[str] = []

    def open(self, address: str) -> None:
        """Open a page, also where only the part behind ``#`` differs, and wait until it is loaded."""
        for url in ("about:blank", address):
            self._loaded = False
            self.requests.clear()
            self._ask("Page.navigate", url=url)
            while not self._loaded:
                self._receive()

    def value(self, script: str) -> Any:
        """Return the value of an expression on the page."""
        answer = self._ask("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def wait_for(self, script: str) -> None:
        """Wait until an expression on the page is true."""
        until = time.monotonic() + _PATIENCE
        while not self.value(script):
            assert time.monotonic() < until, script

    def press(self, key: str) -> None:
        """Press a key, named as ``KeyboardEvent.key``."""
        text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        codes = {"Tab": 9, "Enter": 13, "ArrowLeft": 37, "ArrowRight": 39}
        code = {"windowsVirtualKeyCode": codes[key]} if key in codes else {}
        self._ask("Input.dispatchKeyEvent", type="keyDown", key=key, **text, **code)
        self._ask("Input.dispatchKeyEvent", type="keyUp", key=key, **code)

    def show_as(self, width: int, height: int, *, dark: bool = False, media: str = "screen") -> None:
        """Set the size of the page in pixels, its colours, and what it is shown on."""
        self._ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._ask("Emulation.setEmulatedMedia", media=media, features=[scheme])

    def screenshot(self, path: Path) -> bytes:
        """Save what is seen as a PNG file, and return it."""
        data = base64.b64decode(self._ask("Page.captureScreenshot", format="png")["data"])
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return data

    def close(self) -> None:
        """End the browser."""
        self._session = ""
        self._ask("Browser.close")

    def _ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode("ascii") + b"\0")
        wanted = self._number
        while True:
            answer = self._receive()
            if answer.get("id") == wanted:
                assert "error" not in answer, (method, answer)
                return dict(answer["result"])

    def _receive(self) -> dict[str, Any]:
        until = time.monotonic() + _PATIENCE
        while b"\0" not in self._buffer:
            part = os.read(self._read, 1 << 16)
            assert part, "the browser has ended"
            assert time.monotonic() < until, "the browser does not answer"
            self._buffer += part
        text, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        self._note(message.get("method", ""), message.get("params", {}))
        return message

    def _note(self, event: str, told: dict[str, Any]) -> None:
        if event == "Page.loadEventFired":
            self._loaded = True
        elif event == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"])
        elif event == "Page.javascriptDialogOpening":
            self.log.append(f"dialog: {told['message']}")
        elif event == "Log.entryAdded":
            self.log.append(f"{told['entry']['level']}: {told['entry']['text']}")
        elif event in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled"):
            self.log.append(f"{event}: {json.dumps(told)[:400]}")


@contextmanager
def open_browser(program: str, profile: Path) -> Iterator[Browser]:
    """Start a browser with a profile of its own, and end it at last."""
    its_input, our_output = os.pipe()
    our_input, its_output = os.pipe()

    process = subprocess.Popen(
        [
            *(sys.executable, "-c", _LAUNCH, str(its_input), str(its_output)),
            program,
            "--headless=new",
            "--remote-debugging-pipe",
            "--no-sandbox",  # a container has no right to make one
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--force-prefers-reduced-motion",
            f"--user-data-dir={profile}",
            "about:blank",
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=(its_input, its_output),
    )
    os.close(its_input)
    os.close(its_output)
    try:
        browser = Browser(our_input, our_output)
        try:
            yield browser
        finally:
            browser.close()
        process.wait(timeout=_PATIENCE)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        os.close(our_input)
        os.close(our_output)
