"""security 28: Google's Admin SDK accepts the tokens that are issued while the emulator's clock is set.

With `check_revoked=True` this SDK compares `iat`, not `auth_time`, with the account's `validSince`. After the clock was set
back it rejects new tokens until the clock has passed `validSince`: the step of two seconds is waited out here.
"""

import os
import time
import urllib.parse

from check import BASE, PROJECT, call, check, refresh, toolkit

os.environ["FIREBASE_AUTH_EMULATOR_HOST"] = urllib.parse.urlparse(BASE).netloc

import firebase_admin  # noqa: E402
from firebase_admin import auth  # noqa: E402

firebase_admin.initialize_app(options={"projectId": PROJECT})


def set_clock(seconds):
    """Sets the clock to so many seconds from now; `None` lets it run."""
    call("PUT", "/emulator/v1/clock", {} if seconds is None else {"nowMs": int((time.time() + seconds) * 1000)})


def accepted(token):
    try:
        return auth.verify_id_token(token, check_revoked=checks_revocation, clock_skew_seconds=60)
    except Exception as error:
        return error


# An hour ahead and corrected; two seconds back; fifty minutes back, while the SDK's own clock still takes the tokens.
for name, first, second in [("ahead", 3600, None), ("ntp", None, -2), ("back", None, -3000)]:
    account = {"email": f"{name}@example.com", "password": "correct horse", "returnSecureToken": True}
    checks_revocation = name == "ntp"
    set_clock(first)
    status, signed_up = toolkit("signUp", **account)
    set_clock(second)
    status, signed_in = toolkit("signInWithPassword", **account)
    check(f"{name}: the right password is accepted", status == 200, signed_in)
    if checks_revocation:
        time.sleep(3)
        set_clock(second)
        status, signed_in = toolkit("signInWithPassword", **account)
    claims = accepted(signed_in["idToken"])
    check(f"{name}: the new token is accepted", isinstance(claims, dict), claims)
    status, refreshed = refresh(signed_up["refreshToken"])
    check(f"{name}: the session from before is refreshed", status == 200, refreshed)
    check(f"{name}: its token is accepted", isinstance(accepted(refreshed["id_token"]), dict), refreshed)

    status, changed = toolkit("update", idToken=signed_in["idToken"], password="battery staple", returnSecureToken=True)
    check(f"{name}: the password is changed", status == 200, changed)
    check(f"{name}: the token of the change is accepted", isinstance(accepted(changed["idToken"]), dict), changed)
    account["password"] = "battery staple"
    status, again = toolkit("signInWithPassword", **account)
    check(f"{name}: the new password is accepted", status == 200, again)
    check(f"{name}: its token is accepted", isinstance(accepted(again["idToken"]), dict), again)
    set_clock(None)
