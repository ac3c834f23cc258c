"""Security 5, 16: the pages for Google's JavaScript SDK in Chromium, for an app whose origin the project does not list."""

import urllib.parse

from browser import CONFIG, started, until
from check import BASE, check


def handler(browser, **items):
    query = {"apiKey": CONFIG["app"]["apiKey"], "appName": "[DEFAULT]", "authType": "signInViaRedirect",
             "providerId": "oidc.acme", "eventId": "1", "v": "11.3.1", "redirectUrl": browser.origin + "/", **items}
    return f"{BASE}/__/auth/handler?{urllib.parse.urlencode(query)}"


with started() as browser:
    # The frame is not shown, so the SDK never gets as far as a popup.
    frame = f"{BASE}/__/auth/iframe?apiKey={CONFIG['app']['apiKey']}&appName=%5BDEFAULT%5D"
    shown = browser.run("""
        const frame = document.createElement('iframe');
        const loaded = new Promise(resolve => frame.addEventListener('load', resolve));
        frame.src = args[0];
        document.body.appendChild(frame);
        await loaded;
        let reply = null;
        addEventListener('message', event => { reply = event.data; });
        frame.contentWindow.postMessage({ gapi: 'request', id: 1, name: '_ping', message: {} }, '*');
        await new Promise(resolve => setTimeout(resolve, 1000));
        return reply;""", frame)
    check("the frame is not shown in the app", shown is None, shown)
    blocked = [line for line in browser.console() if "frame-ancestors" in line]
    check("because of its policy", blocked, browser.console())

    # A redirect that would lead to the app.
    browser.driver.get(handler(browser))
    text = browser.element("main").text
    check("the handler leads to no unlisted origin (security 5)", "continueOrigins" in text, text)
    check("and begins nothing", browser.driver.current_url.startswith(f"{BASE}/__/auth/handler"), browser.driver.current_url)

    # A response that this browser has not asked for.
    browser.driver.get(f"{BASE}/__/auth/handler?code=stolen&state=unknown")
    text = until("the notice", lambda: browser.element("main").text)
    check("a response to no redirect signs nobody in (security 16)", "not signed in" in text, text)
