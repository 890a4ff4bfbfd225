# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A page in headless Chromium, driven over its debugging pipe: what it says on its console, what JavaScript in it answers, how it looks.

    with Page("/tmp/report.html", 1280, 900) as page:
        page.ask("document.title")      # "fathom: 2 findings in out"
        page.screenshot()               # a PNG, as bytes
        page.complaints                 # errors, exceptions, warnings, requests for other files, and those that failed
"""
import base64
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time

# Chromium's own switches: no sandbox, which root has not; nothing of a desktop.
SWITCHES = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-pipe", "--no-first-run",
            "--disable-extensions", "--disable-background-networking"]


def find_chromium():
    """The browser's path, or None."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Page:
    patience = 60  # Seconds for one answer.

    def __init__(self, path, width, height, dark=False):
        self.url, self.size, self.dark = pathlib.Path(path).resolve().as_uri(), (width, height), dark
        self.complaints, self.loaded, self.last, self.buffer = [], False, 0, b""

    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_browser, self.pipe_out = os.pipe()
        self.pipe_in, from_browser = os.pipe()
        # Chromium reads from descriptor 3 and writes to 4.
        command = ["sh", "-c", f'exec "$0" "$@" 3<&{to_browser} 4>&{from_browser}', find_chromium(), *SWITCHES, f"--user-data-dir={self.profile.name}", "about:blank"]
        self.process = subprocess.Popen(command, pass_fds=(to_browser, from_browser), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        try:
            self.session = None
            target = next(each for each in self.send("Target.getTargets")["targetInfos"] if each["type"] == "page")
            self.session = self.send("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
            for domain in ("Page", "Runtime", "Log", "Network"):
                self.send(domain + ".enable")
            self.look(*self.size, dark=self.dark)
            self.send("Page.navigate", url=self.url)
            self.wait_until(lambda: self.loaded, "load the page")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.pipe_out)
        os.close(self.pipe_in)
        self.profile.cleanup()

    def look(self, width, height, dark=False):
        """Gives the window another size, and light or dark colours."""
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def ask(self, expression):
        """The value of an expression of JavaScript."""
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def screenshot(self):
        """All of the page, also what is below the window."""
        return base64.b64decode(self.send("Page.captureScreenshot", format="png", captureBeyondViewport=True)["data"])

    def send(self, method, **parameters):
        self.last += 1
        number, answers = self.last, []
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.pipe_out, json.dumps(message).encode() + b"\0")
        self.wait_until(lambda: answers, method, lambda received: answers.append(received) if received.get("id") == number else None)
        if "error" in answers[0]:
            raise RuntimeError(f"{method}: {answers[0]['error']['message']}")
        return answers[0]["result"]

    def wait_until(self, done, what, take=lambda received: None):
        deadline = time.monotonic() + self.patience
        while not done():
            if not select.select([self.pipe_in], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError(f"the browser did not {what} in {self.patience} s")
            chunk = os.read(self.pipe_in, 1 << 16)
            if not chunk:
                raise RuntimeError(f"the browser ended (exit {self.process.wait()})")
            *messages, self.buffer = (self.buffer + chunk).split(b"\0")
            for message in map(json.loads, messages):
                self.note(message)
                take(message)

    def note(self, message):
        method, parameters = message.get("method"), message.get("params", {})
        if method == "Page.loadEventFired":
            self.loaded = True
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(str(parameters["exceptionDetails"]))
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
            self.complaints.append(str(parameters["args"]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            self.complaints.append(parameters["entry"]["text"])
        elif method == "Network.requestWillBeSent" and not parameters["request"]["url"].startswith((self.url, "data:", "about:")):
            self.complaints.append("asks for " + parameters["request"]["url"])
        elif method == "Network.loadingFailed":
            self.complaints.append(parameters["errorText"])
