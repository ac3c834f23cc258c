"""U6, U8, U15, U16: providers by Google's JavaScript SDK in Chromium: popups, redirects, links, conflicts, guests.

In an emulator its own page stands in for the provider; a server has an independent OpenID provider.
"""

from browser import started
from browser_page import OUT, POPUP, PROVIDER, Provider
from check import check

LINK_POPUP = "return describeCredential(await sdk.linkWithPopup(auth.currentUser, new sdk.OAuthProvider(args[0])));"
AGAIN_POPUP = """return describeCredential(
    await sdk.reauthenticateWithPopup(auth.currentUser, new sdk.OAuthProvider(args[0])));"""
GUEST = "return describeCredential(await sdk.signInAnonymously(auth));"

with started() as browser:
    provider = Provider(browser)
    # A popup (U6).
    ada = provider.by_popup(POPUP, "ada-at-acme", "ada@acme.example")
    uid = ada["user"]["uid"]
    check("a popup signs in (U6)", ada["isNew"] and ada["user"]["email"] == "ada@acme.example", ada)
    check("by the provider", ada["provider"] == PROVIDER and ada["user"]["providers"] == [PROVIDER], ada)
    browser.alone()
    browser.open()
    check("the user stays over a reload", browser.user()["uid"] == uid)
    check("the user authenticates again by a popup",
          provider.by_popup(AGAIN_POPUP, "ada-at-acme", "ada@acme.example")["operation"] == "reauthenticate")
    mismatch = provider.conflict(AGAIN_POPUP, "somebody-else")
    check("as another user of the provider the user does not", mismatch["code"] == "auth/user-mismatch", mismatch)
    browser.run(OUT)
    check("a second popup signs the same user in",
          provider.by_popup(POPUP, "ada-at-acme", "ada@acme.example")["user"]["uid"] == uid)
    browser.run(OUT)

    # A closed popup, and a person who says no.
    browser.begin("try { await sdk.signInWithPopup(auth, new sdk.OAuthProvider(args[0])); } catch (error) { return error.code; }",
                  PROVIDER)
    with browser.popup():
        browser.element("form")
        browser.driver.close()
    code = browser.result()
    check("a closed popup ends the sign-in", code == "auth/popup-closed-by-user", code)

    # A redirect in place of the app (U6).
    result = provider.by_redirect("await sdk.signInWithRedirect(auth, new sdk.OAuthProvider(args[0]));", "ada-at-acme", "ada@acme.example")
    check("a redirect signs the same user in (U6)", result["user"]["uid"] == uid and not result["isNew"], result)
    check("the app comes back to where it was", browser.driver.current_url == browser.origin + "/", browser.driver.current_url)
    check("a result is given once", browser.run("return await sdk.getRedirectResult(auth);") is None)
    browser.open()
    check("and not again after a reload", browser.run("return await sdk.getRedirectResult(auth);") is None)
    check("the user stays", browser.user()["uid"] == uid)
    browser.run(OUT)

    # A guest becomes a user of the provider, and keeps the ID (U8).
    guest = browser.run(GUEST)["user"]["uid"]
    linked = provider.by_popup(LINK_POPUP, "grace-at-acme")
    check("a guest becomes a user by a popup and keeps the ID (U8)",
          linked["user"]["uid"] == guest and not linked["user"]["isAnonymous"], linked)
    code = browser.error("""await sdk.linkWithCredential(
        auth.currentUser, new sdk.OAuthProvider(args[0]).credential({ idToken: 'any' }));""", PROVIDER)
    check("a provider is linked once", code == "auth/provider-already-linked", code)
    browser.run(OUT)
    guest = browser.run(GUEST)["user"]["uid"]
    linked = provider.by_redirect("await sdk.linkWithRedirect(auth.currentUser, new sdk.OAuthProvider(args[0]));", "alan-at-acme")
    check("a guest becomes a user by a redirect and keeps the ID (U8)",
          linked["operation"] == "link" and linked["user"]["uid"] == guest, linked)
    browser.run(OUT)

    # The account at the provider belongs to another user: both sides for the app to merge (U8, U16).
    guest = browser.run(GUEST)["user"]["uid"]
    error = provider.conflict(LINK_POPUP, "ada-at-acme", "ada@acme.example")
    check("an account at a provider belongs to one user (U16)", error["code"] == "auth/credential-already-in-use", error)
    check("the error names the address", error["email"] == "ada@acme.example", error)
    check("the guest stays, with the data of the app", browser.user()["uid"] == guest, browser.user())
    check("the error has a credential (U16)", error["credential"] and error["credential"]["providerId"] == PROVIDER, error)
    switched = browser.run("return describeCredential(await sdk.signInWithCredential(auth, window.credential));")
    check("the credential signs the other user in without the provider", switched["user"]["uid"] == uid, switched)

    # A password beside the provider, and away with the provider.
    browser.run("""await sdk.linkWithCredential(
        auth.currentUser, sdk.EmailAuthProvider.credential('ada@acme.example', 'correct horse'));""")
    check("a user has two sign-in methods", browser.user()["providers"] == sorted([PROVIDER, "password"]), browser.user())
    browser.run("await sdk.unlink(auth.currentUser, args[0]);", PROVIDER)
    check("a user removes the provider", browser.user()["providers"] == ["password"], browser.user())
    browser.open()
    check("and is a user with a password after a reload", browser.user()["uid"] == uid)
    provider.by_popup(LINK_POPUP, "ada-at-acme", "ada@acme.example")
    check("and links the provider again", browser.user()["providers"] == sorted([PROVIDER, "password"]), browser.user())
