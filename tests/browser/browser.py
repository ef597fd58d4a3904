# SPDX-License-Identifier: Apache-2.0
"""Chromium without a window, driven by its DevTools protocol over a pipe: nothing but Python's own library."""

import base64
import contextlib
import json
import os
import select
import shutil
import subprocess
import tempfile

NAMES = ("chromium", "chromium-browser", "google-chrome")


def program():
    """The browser's path, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Page:
    """A page that is open: what it logged, and what it asked for."""

    def __init__(self, browser, session):
        self._browser = browser
        self._session = session

    def call(self, method, **parameters):
        return self._browser.call(method, self._session, **parameters)

    def value(self, expression):
        """What a JavaScript expression gives."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise AssertionError(answer["exceptionDetails"])
        return answer["result"].get("value")

    def key(self, key):
        """Presses Enter or Escape."""
        number, text = {"Enter": (13, "\r"), "Escape": (27, "")}[key]
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=number,
                      text=text if kind == "keyDown" else "")

    def screenshot(self, path, whole=True):
        image = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        with open(path, "wb") as file:
            file.write(base64.b64decode(image["data"]))

    def messages(self):
        """What the console or the browser's log shows."""
        return [
            event for event in self._browser.events
            if event.get("method") in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")
        ]

    def requests(self):
        """The addresses that were asked for, without images in the page itself."""
        urls = [
            event["params"]["request"]["url"] for event in self._browser.events
            if event.get("method") == "Network.requestWillBeSent"
        ]
        return [url for url in urls if not url.startswith("data:")]


class Browser:
    """One process; use with `with`."""

    def __enter__(self):
        self._stack = contextlib.ExitStack()
        profile = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="tfrec_browser_", ignore_cleanup_errors=True))
        ours_in, self._write = os.pipe()
        self._read, ours_out = os.pipe()

        def as_three_and_four():
            first, second = os.dup(ours_in), os.dup(ours_out)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self._process = subprocess.Popen(
            [program(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
             "--no-first-run", "--disable-extensions", "--force-color-profile=srgb", "--remote-debugging-pipe",
             f"--user-data-dir={profile}", "about:blank"],
            close_fds=False, preexec_fn=as_three_and_four, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(ours_in)
        os.close(ours_out)
        self._stack.callback(self._end)
        self._number = 0
        self._buffer = b""
        self.events = []
        return self

    def __exit__(self, *_):
        self._stack.close()

    def _end(self):
        self._process.terminate()
        self._process.wait(30)
        os.close(self._write)
        os.close(self._read)

    def _message(self):
        while b"\0" not in self._buffer:
            if not select.select([self._read], [], [], 60)[0]:
                raise AssertionError("the browser does not answer")
            part = os.read(self._read, 1 << 20)
            if not part:
                raise AssertionError("the browser has ended")
            self._buffer += part
        message, self._buffer = self._buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, **parameters):
        self._number += 1
        request = {"id": self._number, "method": method, "params": parameters}
        if session:
            request["sessionId"] = session
        os.write(self._write, json.dumps(request).encode() + b"\0")
        while True:
            message = self._message()
            if message.get("id") == self._number:
                if "error" in message:
                    raise AssertionError(f"{method}: {message['error']}")
                return message["result"]
            if "method" in message:
                self.events.append(message)

    def open(self, path, width=1280, height=900, dark=False, scripts=True):
        """Opens a file and waits until it is loaded."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session)
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.call(f"{domain}.enable")
        self.events.clear()
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        page.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        page.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        page.call("Page.navigate", url=path.resolve().as_uri())
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._message())
        return page
