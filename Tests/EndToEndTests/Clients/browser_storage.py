"""U6: popups by Google's JavaScript SDK in Chromium that gives no storage to frames of other sites, or to any page."""

from browser import started
from browser_page import OUT, POPUP, Provider
from check import check

# The name of the error that a page gets for its storage.
STORAGE = "try { return sessionStorage.length, 'available'; } catch (error) { return error.name; }"
BLOCKED = {
    "frames of other sites": {
        "profile.content_settings.exceptions.cookies": {"http://127.0.0.1:*,http://localhost:*": {"setting": 2}}
    },
    "every page": {"profile.default_content_setting_values.cookies": 2},
}

for who, preferences in BLOCKED.items():
    # The server is at `127.0.0.1`: another site.
    with started(host="localhost", preferences=preferences) as browser:
        own = browser.driver.execute_script(STORAGE)
        check(f"no storage for {who}: the app", (own == "SecurityError") == (who == "every page"), own)
        provider = Provider(browser)
        ada = provider.by_popup(POPUP, "ada-at-acme", "ada@acme.example")
        check(f"no storage for {who}: a popup signs in (U6)", ada["user"]["email"] == "ada@acme.example", ada)
        browser.alone()
        browser.driver.switch_to.frame(browser.driver.find_element("css selector", "iframe[src*='/auth/iframe']"))
        shown = browser.driver.execute_script(STORAGE)
        check(f"no storage for {who}: the frame has none", shown == "SecurityError", shown)
        browser.driver.switch_to.default_content()
        browser.run(OUT)
        code = browser.error("await sdk.getRedirectResult(auth);")
        check(f"no storage for {who}: the result of a redirect is no error", code is None, code)
        again = provider.by_popup(POPUP, "ada-at-acme", "ada@acme.example")
        check(f"no storage for {who}: a second popup signs the same user in",
              again["user"]["uid"] == ada["user"]["uid"], again)
