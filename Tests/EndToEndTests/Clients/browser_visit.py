"""Opens a page in Debian's Chromium, which follows wherever it leads; ends when the browser is back at the app.

The providers of the tests are at `localhost` and the server is at 127.0.0.1: these are two sites for a browser.
"""

import sys
import tempfile

from browser import chromium, until
from check import check

with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory:
    driver = chromium(f"{directory}/profile")
    try:
        driver.get(sys.argv[1])
        until("the end of the sign-in", lambda: "You may close this page" in driver.page_source,
              lambda: (driver.current_url, driver.page_source[:2000]))
        cookies = driver.execute_cdp_cmd("Storage.getCookies", {})["cookies"]
        check("the browser keeps no cookie of the redirect", not cookies, cookies)
    finally:
        driver.quit()
