"""K2, K6: days of refreshes by Google's JavaScript SDK in Chromium, by the clock of the app, and by that of an emulator."""

import time

from browser import started
from browser_page import IS_EMULATOR
from check import call, check

HOUR = 3600
DAYS = 4
start = time.time()


def advance(browser, seconds):
    """Sets the clocks ahead of the start; a server has no clock that can be set."""
    if IS_EMULATOR:
        call("PUT", "/emulator/v1/clock", {"nowMs": int((start + seconds) * 1000)})
    browser.run("advance(args[0]);", int((start + seconds - time.time()) * 1000))


with started() as browser:
    uid = browser.run("""
        return (await sdk.createUserWithEmailAndPassword(auth, 'ada@example.com', 'correct horse')).user.uid;""")
    seen = {browser.run("return await auth.currentUser.getIdToken();")}
    for hour in range(1, DAYS * 24 + 1):
        advance(browser, hour * (HOUR + 60))
        claims = browser.run("return (await auth.currentUser.getIdTokenResult()).claims;")
        seen.add(browser.run("return await auth.currentUser.getIdToken();"))
        issued = start + hour * (HOUR + 60) - 60 if IS_EMULATOR else start - 60
        if claims["user_id"] != uid or claims["iat"] < issued:
            check(f"the token of hour {hour} is fresh (K2)", False, claims)
        if hour % 24 == 0:
            # The stored session is good as well.
            browser.open()
            advance(browser, hour * (HOUR + 60))
            browser.run("await auth.currentUser.reload();")
            check(f"the user is signed in after {hour // 24} days and a reload", browser.user()["uid"] == uid)
    check("each hour has a token of its own (K2)", len(seen) == DAYS * 24 + 1, len(seen))

    # Nobody opens the app for a week.
    advance(browser, (DAYS + 7) * 24 * HOUR)
    check("a refresh after a week works", browser.run("return !!await auth.currentUser.getIdToken();"))

    # A user whom an administrator disables: the SDK signs the user out.
    if IS_EMULATOR:
        code = browser.error("""
            const response = await fetch(
              `${settings.server}/identitytoolkit.googleapis.com/v1/projects/example/accounts:update`,
              {
                method: 'POST',
                headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
                body: JSON.stringify({ localId: auth.currentUser.uid, disableUser: true })
              }
            );
            if (!response.ok) throw new Error(await response.text());
            await auth.currentUser.getIdToken(true);""")
        check("a refresh of a disabled user is rejected", code == "auth/user-disabled", code)
        check("and the SDK signs out", browser.user() is None, browser.user())
