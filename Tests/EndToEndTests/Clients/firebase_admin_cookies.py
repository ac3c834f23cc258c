"""U13: custom tokens and session cookies by Google's own Admin SDK, against `cardea emulator`."""

import datetime
import os
import time
import urllib.parse

from check import BASE, PROJECT, check, refresh, toolkit

os.environ["FIREBASE_AUTH_EMULATOR_HOST"] = urllib.parse.urlparse(BASE).netloc

import firebase_admin  # noqa: E402
from firebase_admin import auth  # noqa: E402

firebase_admin.initialize_app(options={"projectId": PROJECT})

token = auth.create_custom_token("ada", {"plan": "gold"}).decode()
status, signed_in = toolkit("signInWithCustomToken", token=token, returnSecureToken=True)
check("the emulator accepts the SDK's unsigned custom token (U6)", status == 200 and signed_in["isNewUser"], signed_in)
claims = auth.verify_id_token(signed_in["idToken"], check_revoked=True)
check("the ID token has the developer claims", claims["uid"] == "ada" and claims["plan"] == "gold", claims)
check("the ID token has no signature, as SDKs expect of an emulator", signed_in["idToken"].endswith("."), signed_in)
status, refreshed = refresh(signed_in["refreshToken"])
check("they survive a refresh", auth.verify_id_token(refreshed["id_token"])["plan"] == "gold", refreshed)

cookie = auth.create_session_cookie(signed_in["idToken"], datetime.timedelta(days=5))
check("the cookie has no signature", cookie.endswith("."), cookie)
claims = auth.verify_session_cookie(cookie, check_revoked=True)
check("verify_session_cookie accepts the cookie", claims["uid"] == "ada" and claims["plan"] == "gold", claims)
check("it lives for five days", claims["exp"] - claims["iat"] == 5 * 86400, claims)
try:
    auth.verify_id_token(cookie)
    check("a cookie is no ID token", False)
except auth.InvalidIdTokenError:
    check("a cookie is no ID token", True)

# The SDK compares whole seconds.
time.sleep(1.1)
auth.revoke_refresh_tokens("ada")
try:
    auth.verify_session_cookie(cookie, check_revoked=True)
    check("the cookie of a revoked session is rejected", False)
except auth.RevokedSessionCookieError:
    check("the cookie of a revoked session is rejected", True)
