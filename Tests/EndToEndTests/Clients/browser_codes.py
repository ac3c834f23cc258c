"""K3, U6, U14: sign-in by links in e-mails and by text messages, by Google's JavaScript SDK in Chromium."""

import urllib.parse

from browser import started
from check import check
from codes_sent import link, text_code

SEND = "await sdk.sendSignInLinkToEmail(auth, args[0], { url: location.origin + '/in?from=mail', handleCodeInApp: true });"
BY_LINK = "return describeCredential(await sdk.signInWithEmailLink(auth, ...args));"
OUT = "await sdk.signOut(auth);"
PHONE = """
    window.verifier = new sdk.RecaptchaVerifier(auth, 'recaptcha', { size: 'invisible' });
    window.confirmation = await sdk.signInWithPhoneNumber(auth, args[0], window.verifier);"""
CONFIRM = "return describeCredential(await window.confirmation.confirm(args[0]));"
ADA, NUMBER = "ada@example.com", "+16505553434"

with started() as browser:
    # A link that opens the app (K3).
    browser.run(SEND, ADA)
    sent = link(ADA, "signIn")
    code = urllib.parse.parse_qs(urllib.parse.urlparse(sent).query)["oobCode"][0]
    check("the SDK knows the link", browser.run("return sdk.isSignInWithEmailLink(auth, args[0]);", sent), sent)
    browser.driver.get(sent)
    if not browser.driver.current_url.startswith(browser.origin):
        browser.press("a.primary")
    browser.ready()
    check("the link opens the app", "from=mail" in browser.driver.current_url, browser.driver.current_url)
    check("with its code", code in browser.driver.current_url, browser.driver.current_url)
    opened = browser.driver.current_url
    wrong = browser.error(BY_LINK, "other@example.com", opened)
    check("the link is of no use with another address (security 9)",
          wrong in ("auth/invalid-email", "auth/invalid-action-code"), wrong)
    ada = browser.run(BY_LINK, ADA, opened)
    check("the link signs in (K3)", ada["isNew"] and ada["user"]["emailVerified"], ada)
    check("by the method of links", ada["user"]["providers"] == ["password"], ada)
    again = browser.error(BY_LINK, ADA, opened)
    check("the link signs in once (security 18)", again == "auth/invalid-action-code", again)

    # A password for the same user.
    uid = ada["user"]["uid"]
    browser.run("await sdk.updatePassword(auth.currentUser, 'correct horse');")
    browser.run(OUT)
    browser.run("await sdk.sendPasswordResetEmail(auth, args[0]);", ADA)
    sent = link(ADA, "resetPassword")
    code = urllib.parse.parse_qs(urllib.parse.urlparse(sent).query)["oobCode"][0]
    check("the code names the address", browser.run("return await sdk.verifyPasswordResetCode(auth, args[0]);", code) == ADA)
    browser.run("await sdk.confirmPasswordReset(auth, ...args);", code, "battery staple")
    sign_in = "return describeCredential(await sdk.signInWithEmailAndPassword(auth, ...args));"
    check("the new password signs in (U14)", browser.run(sign_in, ADA, "battery staple")["user"]["uid"] == uid)
    used = browser.error("await sdk.confirmPasswordReset(auth, ...args);", code, "third password")
    check("the code resets once", used == "auth/invalid-action-code", used)

    # A new address, verified first.
    browser.run("await sdk.verifyBeforeUpdateEmail(auth.currentUser, args[0]);", "countess@example.com")
    sent = link("countess@example.com", "verifyAndChangeEmail")
    code = urllib.parse.parse_qs(urllib.parse.urlparse(sent).query)["oobCode"][0]
    browser.run("await sdk.applyActionCode(auth, args[0]);", code)
    check("the new address signs in (U14)",
          browser.run(sign_in, "countess@example.com", "battery staple")["user"]["uid"] == uid)

    # A number for the user, and a sign-in by it (U6).
    browser.run("""
        window.verifier = new sdk.RecaptchaVerifier(auth, 'recaptcha', { size: 'invisible' });
        window.confirmation = await sdk.linkWithPhoneNumber(auth.currentUser, args[0], window.verifier);""", NUMBER)
    linked = browser.run(CONFIRM, text_code(NUMBER))
    check("the user gets a number (U16)", linked["user"]["phoneNumber"] == NUMBER, linked)
    check("beside the password", linked["user"]["providers"] == ["password", "phone"], linked)
    browser.run(OUT)
    browser.run(PHONE, NUMBER)
    code = text_code(NUMBER, 2)
    wrong = browser.error(CONFIRM, "000000" if code != "000000" else "000001")
    check("a wrong code is rejected", wrong == "auth/invalid-verification-code", wrong)
    check("the number signs the same user in (U6)", browser.run(CONFIRM, code)["user"]["uid"] == uid)
    browser.open()
    check("and stays over a reload", browser.user()["phoneNumber"] == NUMBER, browser.user())
    browser.run(OUT)

    # The number of another user: the SDK gets what it needs to sign in instead (U16).
    guest = browser.run("return describeCredential(await sdk.signInAnonymously(auth));")
    browser.run("""
        window.verifier = new sdk.RecaptchaVerifier(auth, 'recaptcha', { size: 'invisible' });
        window.confirmation = await sdk.linkWithPhoneNumber(auth.currentUser, args[0], window.verifier);""", NUMBER)
    conflict = browser.run("""
        try {
          await window.confirmation.confirm(args[0]);
        } catch (error) {
          window.credential = sdk.PhoneAuthProvider.credentialFromError(error);
          return { ...describe(error), credential: !!window.credential };
        }""", text_code(NUMBER, 3))
    check("a number belongs to one user", conflict["code"] in ("auth/account-exists-with-different-credential",
          "auth/credential-already-in-use"), conflict)
    check("the guest stays", browser.user()["uid"] == guest["user"]["uid"], browser.user())
    check("the error has a credential to sign in by (U16)", conflict["credential"], conflict)
    switched = browser.run("return describeCredential(await sdk.signInWithCredential(auth, window.credential));")
    check("the credential signs the other user in", switched["user"]["uid"] == uid, switched)
    browser.run("await sdk.unlink(auth.currentUser, 'phone');")
    check("the user removes the number", browser.user()["providers"] == ["password"], browser.user())
    missing = browser.error("await sdk.unlink(auth.currentUser, 'phone');")
    check("a number is removed once", missing == "auth/no-such-provider", missing)
