"""security 39: google-auth with its cache of keys accepts each token while a key is rotated.

The server, the command line and this script share a clock, which this script sets (libfaketime).
"""

import os
import subprocess

import cachecontrol
import requests
from check import BASE, check, toolkit
from google.auth.transport import requests as transport
from google.oauth2 import id_token

CERTIFICATES = f"{BASE}/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"
COOKIES = f"{BASE}/identitytoolkit/v3/relyingparty/publicKeys"
CARDEA, DATA, CLOCK = (os.environ[name] for name in ["CARDEA", "DATA", "FAKETIME_TIMESTAMP_FILE"])


def set_clock(seconds):
    with open(CLOCK + ".new", "w") as file:
        file.write(f"+{seconds}")
    os.replace(CLOCK + ".new", CLOCK)


def run(*arguments):
    return subprocess.run([CARDEA, *arguments, "--data", DATA], check=True, capture_output=True, text=True)


# Each verifier has a cache of its own, which was filled at another time before the rotation.
verifiers = [transport.Request(cachecontrol.CacheControl(requests.Session())) for _ in range(3)]
credential = run("administrator", "create", "ci", "--project", "default").stdout.strip()
account = {"email": "ada@example.com", "password": "correct horse", "returnSecureToken": True}
toolkit("signUp", **account)
seen = set()


def verify(second):
    """A new token, and a session cookie for it, are accepted by each verifier."""
    set_clock(second)
    _, signed_in = toolkit("signInWithPassword", **account)
    cookie = requests.post(
        f"{BASE}/v1/projects/default:createSessionCookie",
        json={"idToken": signed_in["idToken"], "validDuration": "3600"},
        headers={"Authorization": f"Bearer {credential}"},
        timeout=120,
    ).json()["sessionCookie"]
    seen.add(signed_in["idToken"].split(".")[0])
    for index, verifier in enumerate(verifiers):
        if index * 140 > second:
            continue
        for token, keys in [(signed_in["idToken"], CERTIFICATES), (cookie, COOKIES)]:
            claims = id_token.verify_token(token, verifier, "default", certs_url=keys)
            check(f"second {second}: verifier {index} accepts the token", claims["email"] == account["email"])


for second in [0, 140, 280]:
    verify(second)
output = run("keys", "rotate").stdout
check("the command says when the key signs", "It signs new tokens from" in output, output)
check("the key is announced", " announced " in run("keys", "list").stdout)
for second in range(285, 1000, 45):
    verify(second)
check("the new key signs in the end", len(seen) == 2, seen)
check("the new key is active", " active " in run("keys", "list").stdout)
