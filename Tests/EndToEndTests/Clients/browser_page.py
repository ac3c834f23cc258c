"""A person at the page of a provider: an emulator's page in its place, or an independent OpenID provider of a server."""

import os

IS_EMULATOR = "CARDEA_AT" not in os.environ
PROVIDER = "google.com" if IS_EMULATOR else "oidc.acme"
POPUP = "return describeCredential(await sdk.signInWithPopup(auth, new sdk.OAuthProvider(args[0])));"
OUT = "await sdk.signOut(auth);"


class Provider:
    def __init__(self, browser):
        self.browser = browser

    def choose(self, subject, email=None, is_verified=True):
        """Signs in at the page."""
        if IS_EMULATOR:
            self.browser.press("summary")
            form = "details form "
            self.browser.type(form + "input[name=sub]", subject)
            self.browser.type(form + "input[name=email]", email or "")
            if not is_verified:
                self.browser.press(form + "input[name=email_verified]")
            self.browser.press(form + "button")
        elif email:
            # The provider knows the address of this user, and verified it.
            self.browser.press(f"button[value='{subject}']")
        else:
            self.browser.type("input[name=sub]", subject)
            self.browser.press("button[type=submit]")

    def by_popup(self, script, subject, email=None, is_verified=True, provider=PROVIDER):
        """The result of a function that opens a popup."""
        self.browser.begin(script, provider)
        with self.browser.popup():
            self.choose(subject, email, is_verified)
        return self.browser.result()

    def by_redirect(self, script, subject, email=None):
        """The result after the browser has left the app and come back."""
        self.browser.run("window.leaving = (async (...args) => { %s })(...args);" % script, PROVIDER)
        self.choose(subject, email)
        self.browser.ready()
        return self.browser.run("return describeCredential(await sdk.getRedirectResult(auth));")

    def conflict(self, script, subject, email=None, is_verified=True):
        """The error of a popup, with the credential that the SDK finds in it."""
        caught = """
            try {
              return await (async (...args) => { %s })(...args);
            } catch (error) {
              window.credential = sdk.OAuthProvider.credentialFromError(error);
              return { ...describe(error), credential: window.credential && window.credential.toJSON() };
            }""" % script
        return self.by_popup(caught, subject, email, is_verified)
