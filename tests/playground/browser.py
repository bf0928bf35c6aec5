"""A headless Chromium that a test drives through pipes, with the DevTools protocol. It has no network."""
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


def find_browser():
    """Returns the path of a browser, or None if none is installed."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Browser:
    def __init__(self, program):
        self.folder = tempfile.mkdtemp(prefix="modecheck-browser-")
        to_read, self.to = os.pipe()
        self.answers, to_write = os.pipe()
        # The browser reads and writes the protocol on its descriptors 3 and 4.
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{to_read} 4>&{to_write}', "bash", program, "--headless", "--no-sandbox",
             "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={self.folder}",
             "--remote-debugging-pipe", "about:blank"],
            pass_fds=(to_read, to_write), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.pending = b""
        self.count = 0
        self.events = []
        self.session = None
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network"):
            self.send(f"{domain}.enable")

    def close(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def receive(self, seconds=60):
        end = time.monotonic() + seconds
        while b"\0" not in self.pending:
            ready, _, _ = select.select([self.answers], [], [], max(0, end - time.monotonic()))
            part = os.read(self.answers, 1 << 20) if ready else b""
            if not part:
                raise RuntimeError("the browser does not answer")
            self.pending += part
        message, _, self.pending = self.pending.partition(b"\0")
        return json.loads(message)

    def send(self, method, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def open(self, address):
        # Load an empty page first: the browser would not reload the page if only the fragment of its address
        # changed.
        self.send("Page.navigate", url="about:blank")
        self.send("Page.navigate", url=address)

    def evaluate(self, expression):
        result = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait_for(self, expression, seconds=60):
        end = time.monotonic() + seconds
        while not self.evaluate(expression):
            if time.monotonic() > end:
                raise RuntimeError(f"this did not become true: {expression}")
            time.sleep(0.05)

    def press(self, key):
        for kind in ("keyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=key, code=key)

    def resize(self, width, height=900, dark=False):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.send("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def errors(self):
        """Returns what the page threw, logged as an error or requested from the network."""
        out = []
        for event in self.events:
            parameters = event.get("params", {})
            if event.get("method") == "Runtime.exceptionThrown":
                details = parameters["exceptionDetails"]
                out.append(details.get("exception", {}).get("description") or details["text"])
            elif event.get("method") == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "assert"):
                out.append(f"console: {parameters['args']}")
            elif event.get("method") == "Network.requestWillBeSent":
                address = parameters["request"]["url"]
                if not address.startswith(("file:", "data:", "about:")):
                    out.append(f"the page asks for {address}")
        return out
