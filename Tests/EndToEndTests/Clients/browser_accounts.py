"""U4, U6, U8, K1, K3: accounts by Google's JavaScript SDK in Chromium: password, persistence, guests, profile."""

from browser import started
from check import check

UP = "return describeCredential(await sdk.createUserWithEmailAndPassword(auth, ...args));"
IN = "return describeCredential(await sdk.signInWithEmailAndPassword(auth, ...args));"
GUEST = "return describeCredential(await sdk.signInAnonymously(auth));"
LINK = """return describeCredential(
    await sdk.linkWithCredential(auth.currentUser, sdk.EmailAuthProvider.credential(...args)));"""
OUT = "await sdk.signOut(auth);"
ADA, PASSWORD = "ada@example.com", "correct horse"

with started() as browser:
    check("nobody is signed in at first", browser.user() is None, browser.user())
    ada = browser.run(UP, ADA, PASSWORD)
    check("a user signs up with a password (K1)", ada["isNew"] and ada["user"]["email"] == ADA, ada)
    uid = ada["user"]["uid"]
    check("the SDK lists the password as the sign-in method", ada["user"]["providers"] == ["password"], ada)
    check("the listeners were told", browser.run("return [states.at(-1), tokens.at(-1)];") == [uid, uid])
    claims = browser.run("return (await auth.currentUser.getIdTokenResult()).claims;")
    check("the SDK reads the claims", claims["user_id"] == uid and claims["email"] == ADA, claims)

    browser.open("/other/page?a=b")
    check("the user stays signed in over a reload", browser.user()["uid"] == uid, browser.user())
    token = browser.run("return await auth.currentUser.getIdToken();")
    fresh = browser.run("return await auth.currentUser.getIdToken(true);")
    check("a forced refresh gets a new token (K2)", fresh and fresh != token)
    browser.run("await auth.currentUser.reload();")

    browser.run("await sdk.updateProfile(auth.currentUser, args[0]);", {"displayName": "Ada Lovelace"})
    check("a user changes the profile (U9)", browser.user()["displayName"] == "Ada Lovelace", browser.user())
    browser.run("await sdk.updatePassword(auth.currentUser, 'battery staple');")
    check("a new password keeps this browser signed in (U9)", browser.run("return await auth.currentUser.getIdToken(true);"))
    code = browser.error(UP, ADA, PASSWORD)
    check("an address is taken once", code == "auth/email-already-in-use", code)

    browser.run(OUT)
    check("sign-out ends the session", browser.user() is None)
    browser.open()
    check("the user stays signed out over a reload", browser.user() is None)
    code = browser.error(IN, ADA, PASSWORD)
    check("the former password is rejected", code in ("auth/invalid-credential", "auth/wrong-password"), code)
    code = browser.error(UP, "weak@example.com", "123")
    check("a weak password is rejected", code == "auth/weak-password", code)
    code = browser.error(UP, "no address", PASSWORD)
    check("a malformed address is rejected", code == "auth/invalid-email", code)

    # Persistence for one tab.
    browser.run("await sdk.setPersistence(auth, sdk.browserSessionPersistence);")
    check("the new password signs in", browser.run(IN, ADA, "battery staple")["user"]["uid"] == uid)
    tab = browser.driver.current_window_handle
    browser.open()
    check("a session of one tab stands a reload", browser.user()["uid"] == uid)
    browser.new_tab()
    check("and is unknown to another tab", browser.user() is None)
    browser.driver.close()
    browser.show(tab)

    # The older storage of browsers.
    browser.run("await sdk.setPersistence(auth, sdk.browserLocalPersistence);")
    browser.open()
    check("a session in the local storage stands a reload", browser.user()["uid"] == uid)
    browser.new_tab()
    check("and is known to another tab", browser.user()["uid"] == uid)
    browser.driver.close()
    browser.show(tab)
    browser.run("await sdk.setPersistence(auth, sdk.indexedDBLocalPersistence);")
    browser.run(OUT)

    # A guest becomes a user, and keeps the ID (U8).
    guest = browser.run(GUEST)
    check("a guest signs in (K3)", guest["user"]["isAnonymous"] and guest["isNew"], guest)
    check("a second sign-in is of the same guest", browser.run(GUEST)["user"]["uid"] == guest["user"]["uid"])
    browser.open()
    check("the guest stays over a reload", browser.user()["isAnonymous"], browser.user())
    linked = browser.run(LINK, "grace@example.com", PASSWORD)
    check("the guest gets a password and keeps the ID (U8)",
          linked["operation"] == "link" and linked["user"]["uid"] == guest["user"]["uid"], linked)
    check("and is no guest any more", not linked["user"]["isAnonymous"] and linked["user"]["providers"] == ["password"], linked)
    check("a token of the former guest is that of a user",
          browser.run("return (await auth.currentUser.getIdTokenResult(true)).claims.email;") == "grace@example.com")
    code = browser.error(LINK, "grace@example.com", PASSWORD)
    check("a second password is rejected by the SDK", code == "auth/provider-already-linked", code)
    browser.run(OUT)
    guest = browser.run(GUEST)
    code = browser.error(LINK, ADA, PASSWORD)
    check("a guest does not get the address of another user (U15)", code == "auth/email-already-in-use", code)
    check("and stays a guest", browser.user()["uid"] == guest["user"]["uid"] and browser.user()["isAnonymous"])
    browser.run("await sdk.deleteUser(auth.currentUser);")
    check("a guest deletes itself", browser.user() is None)

    # A user authenticates again, and removes the last sign-in method or the account.
    browser.run(IN, "grace@example.com", PASSWORD)
    again = """return describeCredential(await sdk.reauthenticateWithCredential(
        auth.currentUser, sdk.EmailAuthProvider.credential(...args)));"""
    check("a user authenticates again", browser.run(again, "grace@example.com", PASSWORD)["operation"] == "reauthenticate")
    code = browser.error(again, ADA, "battery staple")
    check("another user's credential does not", code == "auth/user-mismatch", code)
    code = browser.error(again, "grace@example.com", "wrong")
    check("nor does a wrong password", code in ("auth/invalid-credential", "auth/wrong-password"), code)
    browser.run("await sdk.deleteUser(auth.currentUser);")
    code = browser.error(IN, "grace@example.com", PASSWORD)
    check("a deleted user does not sign in", code in ("auth/invalid-credential", "auth/user-not-found"), code)
