"""U12 U13: Google's Admin SDK without its emulator switch, against `cardea serve` under Google's host names.

The SDK has the addresses of Google's hosts in its code. This program gives these names the address of the server, as a line
in /etc/hosts or a name server does, and trusts the server's certificate. The SDK is unmodified.
"""

import datetime
import os

import google_hosts  # noqa: F401
from check import BASE, check

KEY = os.environ["CARDEA_API_KEY"]

import firebase_admin  # noqa: E402
import google.auth.transport.requests  # noqa: E402
import requests  # noqa: E402
from firebase_admin import auth, credentials  # noqa: E402
from google.oauth2 import service_account  # noqa: E402

firebase_admin.initialize_app(credentials.Certificate(os.environ["KEY_FILE"]))

# User management with an access token that the SDK gets for the key.
user = auth.create_user(email="ada@example.com", password="correct horse")
check("create_user works by the JWT-bearer grant (U12)", auth.get_user(user.uid).email == "ada@example.com")
auth.update_user(user.uid, display_name="Ada", email_verified=True)
auth.set_custom_user_claims(user.uid, {"role": "admin", "plan": "free"})
check("list_users finds the user", [one.uid for one in auth.list_users().iterate_all()] == [user.uid])

# A sign-in by a custom token, over REST.
token = auth.create_custom_token(user.uid, {"plan": "gold"}).decode()
answer = requests.post(
    "https://identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken",
    params={"key": KEY},
    json={"token": token, "returnSecureToken": True},
    timeout=30,
)
signed_in = answer.json()
check("the custom token signs in (U6)", answer.status_code == 200 and not signed_in["isNewUser"], signed_in)
claims = auth.verify_id_token(signed_in["idToken"], check_revoked=True)
check("the SDK verifies the signature of the ID token (U13)", claims["uid"] == user.uid, claims)
check("developer claims win over custom claims", claims["plan"] == "gold" and claims["role"] == "admin", claims)
check("the provider is custom", claims["firebase"]["sign_in_provider"] == "custom", claims)

answer = requests.post(
    "https://securetoken.googleapis.com/v1/token",
    params={"key": KEY},
    data={"grant_type": "refresh_token", "refresh_token": signed_in["refreshToken"]},
    timeout=30,
)
claims = auth.verify_id_token(answer.json()["id_token"])
check("developer claims survive a refresh", claims["plan"] == "gold", claims)

# Session cookies.
cookie = auth.create_session_cookie(answer.json()["id_token"], datetime.timedelta(days=14))
claims = auth.verify_session_cookie(cookie, check_revoked=True)
check("the SDK verifies the signature of the session cookie", claims["uid"] == user.uid, claims)
try:
    auth.verify_id_token(cookie)
    check("a cookie is no ID token", False)
except auth.InvalidIdTokenError:
    check("a cookie is no ID token", True)
tampered = cookie[:-8] + ("AAAAAAAA" if not cookie.endswith("AAAAAAAA") else "BBBBBBBB")
try:
    auth.verify_session_cookie(tampered)
    check("a forged cookie is rejected", False)
except auth.InvalidSessionCookieError:
    check("a forged cookie is rejected", True)

auth.update_user(user.uid, disabled=True)
try:
    auth.verify_session_cookie(cookie, check_revoked=True)
    check("the cookie of a disabled user is rejected", False)
except auth.UserDisabledError:
    check("the cookie of a disabled user is rejected", True)

# google-auth alone, with the address that the key file names.
key = service_account.Credentials.from_service_account_file(os.environ["KEY_FILE"], scopes=["any"])
key.refresh(google.auth.transport.requests.Request())
answer = requests.get(
    f"{BASE}/v1/projects/default/accounts:batchGet",
    headers={"authorization": f"Bearer {key.token}"},
    timeout=30,
)
check("google-auth's token opens the operations of administrators", answer.status_code == 200, answer.text)
check("it expires within an hour", not key.expired and key.expiry is not None)

auth.delete_user(user.uid)
check("delete_user works", not list(auth.list_users().iterate_all()))
