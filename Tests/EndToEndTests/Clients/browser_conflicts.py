"""U15, U16: an address that a user has already, by Google's JavaScript SDK in Chromium: the user proves both, and links them."""

from browser import started, until
from browser_page import OUT, POPUP, PROVIDER, IS_EMULATOR, Provider
from check import check

ADDRESS, PASSWORD = "ada@acme.example", "correct horse"
IN = "return describeCredential(await sdk.signInWithEmailAndPassword(auth, ...args));"

with started() as browser:
    provider = Provider(browser)
    uid = browser.run("return (await sdk.createUserWithEmailAndPassword(auth, ...args)).user.uid;", ADDRESS, PASSWORD)
    browser.run(OUT)

    # The provider is no authority for the address, so the user of the password is asked first.
    error = provider.conflict(POPUP, "ada-at-acme", ADDRESS, is_verified=False)
    check("an address that another user has signs nobody in (U15)",
          error["code"] == "auth/account-exists-with-different-credential", error)
    check("nobody is signed in", browser.user() is None)
    check("the error names the address", error["email"] == ADDRESS, error)
    check("the error has the credential of the provider", error["credential"] and error["credential"]["providerId"] == PROVIDER,
          error)
    check("the password signs in", browser.run(IN, ADDRESS, PASSWORD)["user"]["uid"] == uid)
    linked = browser.run("return describeCredential(await sdk.linkWithCredential(auth.currentUser, window.credential));")
    check("the credential is linked without the provider (U16)",
          linked["user"]["uid"] == uid and linked["user"]["providers"] == sorted([PROVIDER, "password"]), linked)
    browser.run(OUT)
    again = provider.by_popup(POPUP, "ada-at-acme", ADDRESS, is_verified=False)
    check("the provider signs the same user in", again["user"]["uid"] == uid and not again["isNew"], again)

    # A person who says no at the provider. This provider leaves the state out, so the handler cannot tell the app.
    if not IS_EMULATOR:
        browser.run(OUT)
        browser.begin("""try { await sdk.signInWithPopup(auth, new sdk.OAuthProvider(args[0])); }
                         catch (error) { return error.code; }""", PROVIDER)
        with browser.popup():
            browser.press("button[value=deny]")
            until("the server's page", lambda: "/auth/handler/" in browser.driver.current_url)
            text = browser.element("main").text
            check("the page of the popup says that the person is not signed in", "not signed in" in text, text)
            browser.driver.close()
        code = browser.result()
        check("the SDK reports the closed popup", code == "auth/popup-closed-by-user", code)
        check("nobody is signed in", browser.user() is None)
