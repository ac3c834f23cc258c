"""U15: `allowDuplicateEmails` by Google's JavaScript SDK in Chromium: two providers have a user each with one address."""

from browser import started
from browser_page import IS_EMULATOR, OUT, POPUP, PROVIDER, Provider
from check import PROJECT, call, check

SECOND = "github.com" if IS_EMULATOR else "oidc.globex"
PERSON = ("ada-at-acme", "ada@acme.example")

if IS_EMULATOR:
    call("PATCH", f"/emulator/v1/projects/{PROJECT}/config", {"signIn": {"allowDuplicateEmails": True}})

with started() as browser:
    provider = Provider(browser)
    users = {}
    for name in (PROVIDER, SECOND):
        signed_in = provider.by_popup(POPUP, *PERSON, provider=name)
        user = users[name] = signed_in["user"]
        check(f"{name} signs up a user", signed_in["isNew"] and user["providers"] == [name], signed_in)
        check("the provider names the address", user["providerEmails"] == {name: PERSON[1]}, user)
        check("the user has none of its own", user["email"] is None, user)
        browser.run(OUT)
    check("they are two users", users[PROVIDER]["uid"] != users[SECOND]["uid"], users)
    uid = browser.run(
        "return (await sdk.createUserWithEmailAndPassword(auth, ...args)).user.uid;", PERSON[1], "correct horse")
    check("a user with a password may have the address too", uid not in [user["uid"] for user in users.values()], uid)
    browser.run(OUT)
    for name, user in users.items():
        again = provider.by_popup(POPUP, *PERSON, provider=name)
        check(f"{name} signs the same user in", again["user"]["uid"] == user["uid"] and not again["isNew"], again)
        browser.open()
        check("the user stays over a reload", browser.user()["uid"] == user["uid"], browser.user())
        browser.run(OUT)
