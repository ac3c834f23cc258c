"""U6: a person who declines at a provider, by Google's JavaScript SDK in Chromium: a popup and a redirect."""

from browser import started, until
from check import check

PAGE = "const github = new sdk.GithubAuthProvider(); github.setCustomParameters(args[0]);"
DECLINES = {"login_hint": "declines"}

with started() as browser:
    guest = browser.run("return (await sdk.signInAnonymously(auth)).user.uid;")
    for function in ("signInWithPopup(auth, github)", "linkWithPopup(auth.currentUser, github)"):
        code = browser.error(f"{PAGE} await sdk.{function};", DECLINES)
        check(f"{function} ends with the word of the SDK", code == "auth/user-cancelled", code)
        check("the guest stays", browser.user()["uid"] == guest and browser.user()["providers"] == [], browser.user())
        browser.alone()

    browser.run(f"{PAGE} window.gone = true; window.leaving = sdk.signInWithRedirect(auth, github);", DECLINES)
    until("the app", lambda: browser.driver.execute_script("return location.origin + typeof gone;") == f"{browser.origin}undefined")
    browser.ready()
    code = browser.error("await sdk.getRedirectResult(auth);")
    check("a redirect ends with the word of the SDK", code == "auth/user-cancelled", code)
    check("the guest stays", browser.user()["uid"] == guest, browser.user())

    linked = browser.run(f"{PAGE} return describeCredential(await sdk.linkWithPopup(auth.currentUser, github));", {})
    check("a person who agrees then is linked", linked["user"]["uid"] == guest and linked["user"]["providers"] == ["github.com"],
          linked)
