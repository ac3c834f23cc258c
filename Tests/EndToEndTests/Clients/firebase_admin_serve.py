"""U12 U13: Google's Admin SDK without its emulator switch, against `cardea serve` under Google's host names."""

import datetime
import os
import time
import urllib.parse

import google_hosts  # noqa: F401
from check import BASE, check

KEY = os.environ["CARDEA_API_KEY"]

import firebase_admin
import google.auth.transport.requests
import requests
from firebase_admin import auth, credentials, tenant_mgt
from google.oauth2 import service_account

firebase_admin.initialize_app(credentials.Certificate(os.environ["KEY_FILE"]))

# User management with an access token that the SDK gets for the key.
user = auth.create_user(email="ada@example.com", password="correct horse")
check("create_user works by the JWT-bearer grant (U12)", auth.get_user(user.uid).email == "ada@example.com")
auth.update_user(user.uid, display_name="Ada", email_verified=True)
auth.set_custom_user_claims(user.uid, {"role": "admin", "plan": "free"})
check("list_users finds the user", [one.uid for one in auth.list_users().iterate_all()] == [user.uid])

# A sign-in by a custom token, over REST.
token = auth.create_custom_token(user.uid, {"plan": "gold"}).decode()
response = requests.post(
    "https://identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken",
    params={"key": KEY},
    json={"token": token, "returnSecureToken": True},
    timeout=120,
)
signed_in = response.json()
check("the custom token signs in (U6)", response.status_code == 200 and not signed_in["isNewUser"], signed_in)
claims = auth.verify_id_token(signed_in["idToken"], check_revoked=True)
check("the SDK verifies the signature of the ID token (U13)", claims["uid"] == user.uid, claims)
check("developer claims win over custom claims", claims["plan"] == "gold" and claims["role"] == "admin", claims)
check("the provider is custom", claims["firebase"]["sign_in_provider"] == "custom", claims)

response = requests.post(
    "https://securetoken.googleapis.com/v1/token",
    params={"key": KEY},
    data={"grant_type": "refresh_token", "refresh_token": signed_in["refreshToken"]},
    timeout=120,
)
claims = auth.verify_id_token(response.json()["id_token"])
check("developer claims survive a refresh", claims["plan"] == "gold", claims)

# Session cookies.
cookie = auth.create_session_cookie(response.json()["id_token"], datetime.timedelta(days=14))
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

def call(operation, **body):
    """Calls an operation as an app does; returns status and response."""
    url = f"https://identitytoolkit.googleapis.com/v1/accounts:{operation}"
    response = requests.post(url, params={"key": KEY}, json=body, timeout=120)
    return response.status_code, response.json()


def code_of(link):
    """The code in a link."""
    return urllib.parse.parse_qs(urllib.parse.urlparse(link).query)["oobCode"][0]


def raises(error, function, *arguments, **named):
    """Whether a call of the SDK raises an error."""
    try:
        function(*arguments, **named)
    except error:
        return True
    return False


# Links: they begin with the server's address, and work once. The SDK compares times of revocation in whole seconds.
time.sleep(1.1)
link = auth.generate_password_reset_link("ada@example.com")
check("a link begins with the server's address (security 4)", link.startswith(f"{BASE}/auth/action?"), link)
status, reset = call("resetPassword", oobCode=code_of(link), newPassword="battery staple")
check("a link of the SDK resets the password (U14)", status == 200, reset)
status, reset = call("resetPassword", oobCode=code_of(link), newPassword="another horse")
check("it does so once (security 18)", reset["error"]["message"] == "INVALID_OOB_CODE", reset)
settings = auth.ActionCodeSettings(url="https://evil.example/")
check(
    "a link goes on to allowed origins only (security 5)",
    raises(firebase_admin.exceptions.FirebaseError, auth.generate_email_verification_link, "ada@example.com", settings),
)
check(
    "a reset ends sessions and cookies (security 9)",
    raises(auth.RevokedSessionCookieError, auth.verify_session_cookie, cookie, check_revoked=True),
)

# Revocation.
status, signed_in = call("signInWithPassword", email="ada@example.com", password="battery staple", returnSecureToken=True)
cookie = auth.create_session_cookie(signed_in["idToken"], datetime.timedelta(days=1))
check("an active session passes the check", auth.verify_id_token(signed_in["idToken"], check_revoked=True)["uid"] == user.uid)
time.sleep(1.1)
auth.revoke_refresh_tokens(user.uid)
check(
    "a revoked ID token is found (K5)",
    raises(auth.RevokedIdTokenError, auth.verify_id_token, signed_in["idToken"], check_revoked=True),
)
check(
    "the cookie of a revoked session is found",
    raises(auth.RevokedSessionCookieError, auth.verify_session_cookie, cookie, check_revoked=True),
)
status, rejected = call("lookup", idToken=signed_in["idToken"])
check("the server rejects it, too", rejected["error"]["message"] == "TOKEN_EXPIRED", rejected)
status, signed_in = call("signInWithPassword", email="ada@example.com", password="battery staple", returnSecureToken=True)
cookie = auth.create_session_cookie(signed_in["idToken"], datetime.timedelta(days=1))

# Tenants.
tenants = [tenant_mgt.create_tenant(name, allow_password_sign_up=True) for name in ("Blue", "Rose")]
clients = [tenant_mgt.auth_for_tenant(tenant.tenant_id) for tenant in tenants]
twins = [client.create_user(email="ada@example.com", password="correct horse") for client in clients]
check("two tenants have a user with one address (U18)", len({user.uid, twins[0].uid, twins[1].uid}) == 3)
status, in_tenant = call(
    "signInWithPassword",
    email="ada@example.com",
    password="correct horse",
    tenantId=tenants[0].tenant_id,
    returnSecureToken=True,
)
check("the token is signed and names the tenant", clients[0].verify_id_token(in_tenant["idToken"])["uid"] == twins[0].uid)
check(
    "another tenant rejects it (security 19)",
    raises(tenant_mgt.TenantIdMismatchError, clients[1].verify_id_token, in_tenant["idToken"]),
)
check("a tenant's user is not found elsewhere", raises(auth.UserNotFoundError, auth.get_user, twins[0].uid))
link = clients[0].generate_password_reset_link("ada@example.com")
status, rejected = call("resetPassword", oobCode=code_of(link), newPassword="battery staple", tenantId=tenants[1].tenant_id)
check("a tenant's link resets nothing in another (security 19)", rejected["error"]["message"] == "INVALID_OOB_CODE", rejected)
for tenant in tenants:
    tenant_mgt.delete_tenant(tenant.tenant_id)
status, rejected = call("lookup", idToken=in_tenant["idToken"])
check("a deleted tenant's tokens are rejected", status == 400, rejected)

auth.update_user(user.uid, disabled=True)
try:
    auth.verify_session_cookie(cookie, check_revoked=True)
    check("the cookie of a disabled user is rejected", False)
except auth.UserDisabledError:
    check("the cookie of a disabled user is rejected", True)

# google-auth alone, with the address that the key file names.
key = service_account.Credentials.from_service_account_file(os.environ["KEY_FILE"], scopes=["any"])
key.refresh(google.auth.transport.requests.Request())
response = requests.get(
    f"{BASE}/v1/projects/default/accounts:batchGet",
    headers={"authorization": f"Bearer {key.token}"},
    timeout=120,
)
check("google-auth's token opens the operations of administrators", response.status_code == 200, response.text)
check("it expires within an hour", not key.expired and key.expiry is not None)

auth.delete_user(user.uid)
check("delete_user works", not list(auth.list_users().iterate_all()))
