"""U12: users of tenants by Google's JavaScript SDK in Chromium, beside users of the project with the same addresses."""

from browser import CONFIG, started
from browser_page import OUT, POPUP, PROVIDER, Provider
from check import check

UP = "return describeCredential(await sdk.createUserWithEmailAndPassword(auth, ...args));"
IN = "return describeCredential(await sdk.signInWithEmailAndPassword(auth, ...args));"
LINK = "return describeCredential(await sdk.linkWithPopup(auth.currentUser, new sdk.OAuthProvider(args[0])));"
TENANT = "return (await auth.currentUser.getIdTokenResult(true)).claims.firebase.tenant ?? null;"
PEOPLE = ("ada@example.com", "correct horse")

with started() as browser:
    provider = Provider(browser)

    def enter(tenant):
        """Signs out, and goes to a tenant, or with None to the project."""
        browser.run("await sdk.signOut(auth); auth.tenantId = args[0];", tenant)

    # Passwords.
    enter("blue")
    blue = browser.run(UP, *PEOPLE)["user"]
    check("a user signs up in a tenant", blue["tenantId"] == "blue", blue)
    check("a refreshed token names the tenant", browser.run(TENANT) == "blue")
    browser.open()
    check("the user stays over a reload", browser.user() == blue, browser.user())
    check("and its refreshed token names the tenant", browser.run(TENANT) == "blue")
    browser.run("await auth.currentUser.reload();")
    check("the profile is that of the tenant", browser.user() == blue, browser.user())
    for tenant in (None, "red"):
        enter(tenant)
        code = browser.error(IN, *PEOPLE)
        check(f"the user does not sign in to {tenant or 'the project'}",
              code in ("auth/invalid-credential", "auth/user-not-found"), code)
    enter(None)
    own = browser.run(UP, *PEOPLE)["user"]
    check("the project has a user of its own with the address", own["uid"] != blue["uid"] and own["tenantId"] is None, own)
    check("whose token names no tenant", browser.run(TENANT) is None)
    enter("blue")
    check("a user signs in to the tenant", browser.run(IN, *PEOPLE)["user"] == blue)

    # A provider.
    enter("blue")
    person = ("ada-at-acme", "ada@acme.example")
    ada = provider.by_popup(POPUP, *person)
    check("a popup signs up in a tenant", ada["isNew"] and ada["user"]["tenantId"] == "blue", ada)
    check("by the provider", ada["user"]["providers"] == [PROVIDER], ada)
    check("the token names the tenant", browser.run(TENANT) == "blue")
    enter(None)
    other = provider.by_popup(POPUP, *person)
    check("a popup of the project signs up another user",
          other["isNew"] and other["user"]["uid"] != ada["user"]["uid"] and other["user"]["tenantId"] is None, other)
    enter("blue")
    again = provider.by_popup(POPUP, *person)
    check("a second popup of the tenant signs the same user in", again["user"]["uid"] == ada["user"]["uid"], again)

    # The app names the tenant as soon as it starts: the SDK compares it with that of the result.
    CONFIG["tenant"] = "blue"
    browser.run(OUT)
    browser.open()
    result = provider.by_redirect("await sdk.signInWithRedirect(auth, new sdk.OAuthProvider(args[0]));", *person)
    check("a redirect signs the same user in", result and result["user"]["uid"] == ada["user"]["uid"], result)
    check("the token of a redirect names the tenant", browser.run(TENANT) == "blue")

    # A guest of the tenant.
    browser.run(OUT)
    guest = browser.run("return describeCredential(await sdk.signInAnonymously(auth));")["user"]
    check("a guest is of the tenant", guest["tenantId"] == "blue" and guest["isAnonymous"], guest)
    linked = provider.by_popup(LINK, "grace-at-acme")["user"]
    check("and becomes a user of it", linked["uid"] == guest["uid"] and linked["tenantId"] == "blue", linked)
    check("the token of the new user names the tenant", browser.run(TENANT) == "blue")
