"""K1 K2 K14 X2: the OAuth endpoints with Authlib, and access tokens with PyJWT, against `cardea serve`."""

import jwt
import requests
from authlib.integrations.requests_client import OAuth2Session

from check import API_KEY, BASE, PROJECT, check, toolkit

status, new = toolkit("signUp", email="oauth@example.com", password="correct horse", returnSecureToken=True)
check("sign-up returns both tokens together (K1)", status == 200 and new["idToken"] and new["refreshToken"], new)

discovery = requests.get(f"{BASE}/{PROJECT}/.well-known/openid-configuration", timeout=120).json()
keys = jwt.PyJWKClient(discovery["jwks_uri"])


def verified(token, audience):
    key = keys.get_signing_key_from_jwt(token)
    return jwt.decode(token, key.key, algorithms=["ES256"], audience=audience, issuer=discovery["issuer"])


def is_rejected(token, audience):
    try:
        verified(token, audience)
    except jwt.InvalidAudienceError:
        return True
    return False


TOKEN_ENDPOINT = discovery["token_endpoint"]
API = discovery["issuer"]

check("any back end verifies the ID token (U13)", verified(new["idToken"], PROJECT)["sub"] == new["localId"])

session = OAuth2Session(
    client_id=API_KEY,
    token={"access_token": new["idToken"], "refresh_token": new["refreshToken"], "expires_in": 0},
    token_endpoint_auth_method="none",
)
first = session.refresh_token(TOKEN_ENDPOINT)
check("Authlib refreshes (X2)", first["access_token"] and first["refresh_token"] != new["refreshToken"], first)
claims = verified(first["access_token"], API)
check("an API verifies the access token (RFC 9068)", claims["sub"] == new["localId"] and claims["client_id"] == PROJECT, claims)
check("its type is at+jwt", jwt.get_unverified_header(first["access_token"])["typ"] == "at+jwt")
check("it has no address and no name", not {"email", "name", "firebase"} & set(claims), claims)
check("a back end that verifies ID tokens rejects it (security 14)", is_rejected(first["access_token"], PROJECT))
check("an API rejects an ID token (security 14)", is_rejected(new["idToken"], API))
status, response = toolkit("lookup", idToken=first["access_token"])
check("Identity Toolkit rejects it", status == 400 and response["error"]["message"] == "INVALID_ID_TOKEN", response)
second = session.refresh_token(TOKEN_ENDPOINT)
check("and refreshes again with the new token (K2)", second["refresh_token"] != first["refresh_token"])

response = requests.post(
    f"{BASE}/oauth2/token",
    data={"grant_type": "refresh_token", "refresh_token": new["refreshToken"], "client_id": API_KEY},
    # Without a key it could be a request of the same app that was overtaken within the grace.
    headers={"Idempotency-Key": "another holder"},
    timeout=120,
)
check("the first refresh token is dead (K2)", response.status_code == 400 and response.json()["error"] == "invalid_grant", response.text)
check("no cache keeps token responses", "no-store" in response.headers["cache-control"], response.headers)

response = requests.post(
    f"{BASE}/oauth2/token",
    data={"grant_type": "refresh_token", "refresh_token": second["refresh_token"], "client_id": API_KEY},
    timeout=120,
)
check("its reuse ended the session for both holders (X4)", response.status_code == 400, response.text)

status, other = toolkit("signInWithPassword", email="oauth@example.com", password="correct horse", returnSecureToken=True)
for _ in range(2):
    response = requests.post(
        f"{BASE}/oauth2/revoke",
        data={"token": other["refreshToken"], "token_type_hint": "refresh_token", "client_id": API_KEY},
        timeout=120,
    )
    check("revocation returns 200, also the second time (RFC 7009)", response.status_code == 200, response.text)
response = requests.post(
    f"{BASE}/oauth2/token",
    data={"grant_type": "refresh_token", "refresh_token": other["refreshToken"], "client_id": API_KEY},
    timeout=120,
)
check("a revoked token is rejected", response.status_code == 400 and response.json()["error"] == "invalid_grant", response.text)
