"""Debian's Chromium with an app that uses Google's JavaScript SDK, against a server.

The SDK gets its library for frames (gapi) from apis.google.com. Tests reach no such host, so Chromium is told to find it
here: `javascript/gapi.js` has the functions of it that the SDK and the server's frame call.
"""

import contextlib
import http.server
import json
import os
import pathlib
import shutil
import ssl
import subprocess
import tempfile
import threading
import time
import urllib.parse

from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    StaleElementReferenceException,
    WebDriverException,
)
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

OWN = pathlib.Path(__file__).parent / "javascript"
SDK = OWN.parents[3] / ".build/javascript/sdk.js"
PATIENCE = 120
# A page that leaves or still moves has had no effect of the action: it can be repeated.
MOVING = (ElementClickInterceptedException, ElementNotInteractableException, StaleElementReferenceException)
# The settings of the app: `/config.js`.
CONFIG = {}


class Handler(http.server.BaseHTTPRequestHandler):
    """Serves the app to every path, its scripts, and the library for frames."""

    def do_GET(self):
        path = urllib.parse.urlparse(self.path).path
        if path == "/config.js":
            kind, body = "text/javascript", f"const settings = {json.dumps(CONFIG)};".encode()
        elif path == "/sdk.js":
            kind, body = "text/javascript", SDK.read_bytes()
        elif path == "/app.js":
            kind, body = "text/javascript", (OWN / "app.js").read_bytes()
        elif path == "/js/api.js":
            kind, body = "text/javascript", (OWN / "gapi.js").read_bytes()
        else:
            kind, body = "text/html", (OWN / "app.html").read_bytes()
        self.send_response(200)
        self.send_header("content-type", f"{kind}; charset=utf-8")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


def serve(context=None):
    """Starts a server on a free port; returns the port."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def secured(directory):
    """Starts a server with a certificate that nobody else trusts; returns the port."""
    certificate, key = f"{directory}/certificate.pem", f"{directory}/key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=apis.google.com", "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return serve(context)


def chromium(profile, *arguments, preferences={}):
    """Starts Chromium with a profile, and with preferences of the person."""
    options = Options()
    options.add_experimental_option("prefs", preferences)
    options.binary_location = "/usr/bin/chromium"
    for argument in (
        "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run",
        "--ignore-certificate-errors", "--disable-background-networking", "--disable-component-update",
        f"--user-data-dir={profile}", "--lang=en", *arguments,
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))


class Failure(Exception):
    """An error of the SDK, with its code."""

    def __init__(self, error):
        super().__init__(json.dumps(error))
        self.code, self.data = error.get("code"), error


class Browser:
    """A browser with a profile of its own."""

    def __init__(self, server, api_key, app=None, at=None, direct=False, host="127.0.0.1", preferences={}):
        """Starts the browser, and opens the app.

        The app is at an `https` origin `app`, or at a free port of this machine, by the name `host`. The browser finds the
        server at the port `at`, if its URL is not the one. With `direct`, the app sets the server's host in place of
        `connectAuthEmulator`.
        """
        self.directory = tempfile.mkdtemp(prefix="browser")
        tls = secured(self.directory)
        self.origin = app or f"http://{host}:{serve()}"
        host = urllib.parse.urlparse(server).netloc
        CONFIG.update(server=server, direct=direct, app={"apiKey": api_key, "authDomain": host, "projectId": "example"})
        rules = [f"MAP apis.google.com:443 127.0.0.1:{tls}"]
        if app:
            rules.append(f"MAP {urllib.parse.urlparse(app).netloc}:443 127.0.0.1:{tls}")
        if at:
            rules.append(f"MAP {host}:443 127.0.0.1:{at}")
        self.driver = chromium(f"{self.directory}/profile", f"--host-resolver-rules={','.join(rules)}", preferences=preferences)
        self.driver.set_script_timeout(PATIENCE)
        self.open()

    def open(self, path="/"):
        self.driver.get(self.origin + path)
        self.ready()

    def ready(self):
        """Waits until the page of the app is there, and its SDK has read its storage."""
        loaded = "return location.origin === arguments[0] && document.readyState === 'complete';"
        until("the app", lambda: self.driver.execute_script(loaded, self.origin), lambda: self.driver.current_url)
        self.run("await auth.authStateReady();")

    def new_tab(self):
        self.driver.switch_to.new_window("tab")
        self.open()
        return self.driver.current_window_handle

    def show(self, tab):
        self.driver.switch_to.window(tab)

    def run(self, script, *arguments):
        """Runs an asynchronous function of the app; returns its result, or raises its error."""
        code = """
            const done = arguments[arguments.length - 1];
            const values = [...arguments].slice(0, -1);
            (async (...args) => { %s })(...values).then(
                value => done({ value }),
                error => done({ error: describe(error) })
            );""" % script
        result = self.driver.execute_async_script(code, *arguments)
        if "error" in result:
            raise Failure(result["error"])
        return result.get("value")

    def error(self, script, *arguments):
        """The code of the error of a function; None if it succeeds."""
        try:
            self.run(script, *arguments)
        except Failure as failure:
            return failure.code
        return None

    def user(self):
        return self.run("return describeUser(auth.currentUser);")

    @contextlib.contextmanager
    def popup(self):
        """The window that the app has opened; the window of the app is back afterwards."""
        app = self.driver.current_window_handle
        opened = until("a popup", lambda: [handle for handle in self.driver.window_handles if handle not in self.known])
        self.driver.switch_to.window(opened[0])
        yield
        self.driver.switch_to.window(app)

    def begin(self, script, *arguments):
        """Begins a function whose result `result` waits for."""
        self.known = self.driver.window_handles
        code = "window.pending = (async (...args) => { %s })(...args); window.pending.catch(() => {});" % script
        self.run(code, *arguments)

    def result(self):
        return self.run("return await window.pending;")

    def element(self, selector):
        def find():
            found = self.driver.find_elements(By.CSS_SELECTOR, selector)
            return found[0] if found and found[0].is_displayed() else None
        return until(f"the element {selector}", find, lambda: (self.driver.current_url, self.driver.page_source[:2000]))

    def act(self, selector, action):
        """Does something with an element, and again if the page changed before."""
        def attempt():
            try:
                action(self.element(selector))
                return True
            except MOVING:
                return False
        until(f"the element {selector} at rest", attempt)

    def press(self, selector):
        self.act(selector, lambda element: element.click())

    def type(self, selector, text):
        self.act(selector, lambda field: (field.clear(), field.send_keys(text)))

    def alone(self):
        """Waits until every popup is closed: the app gets its result a moment before."""
        until("the end of the popup", lambda: len(self.driver.window_handles) == 1)

    def console(self):
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def close(self):
        self.driver.quit()
        shutil.rmtree(self.directory, ignore_errors=True)


def until(what, condition, seen=lambda: None):
    """Waits for a condition; returns its value. A page that leaves meanwhile does not meet it."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with contextlib.suppress(WebDriverException):
            value = condition()
            if value:
                return value
        time.sleep(0.05)
    raise SystemExit(f"FAILED: waited for {what}; seen: {seen()!r}")


@contextlib.contextmanager
def started(**options):
    """A browser with the app, against the server of the environment."""
    browser = Browser(
        os.environ["CARDEA_URL"],
        os.environ["CARDEA_API_KEY"],
        app=os.environ.get("CARDEA_APP"),
        at=os.environ.get("CARDEA_AT"),
        direct="CARDEA_DIRECT" in os.environ,
        **options,
    )
    try:
        yield browser
    except BaseException:
        with contextlib.suppress(WebDriverException):
            print("at", browser.driver.current_url, "console:", *browser.console(), sep="\n")
        raise
    finally:
        browser.close()
