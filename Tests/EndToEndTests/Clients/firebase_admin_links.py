"""U14, U6: links of Google's Admin SDK, against `cardea emulator`."""

import os
import urllib.parse

import requests
from check import BASE, PROJECT, check, refresh, toolkit

os.environ["FIREBASE_AUTH_EMULATOR_HOST"] = urllib.parse.urlparse(BASE).netloc

import firebase_admin  # noqa: E402
from firebase_admin import auth  # noqa: E402

firebase_admin.initialize_app(options={"projectId": PROJECT})
settings = auth.ActionCodeSettings(url="http://localhost:3000/after", handle_code_in_app=True)


def code_of(link):
    """The code in a link."""
    return urllib.parse.parse_qs(urllib.parse.urlparse(link).query)["oobCode"][0]


status, signed_up = toolkit("signUp", email="ada@example.com", password="correct horse", returnSecureToken=True)
uid = signed_up["localId"]

link = auth.generate_email_verification_link("ada@example.com", settings)
check("a link begins with the server's address (security 4)", link.startswith(BASE), link)
status, checked = toolkit("resetPassword", oobCode=code_of(link))
check("a code is checked", (status, checked["requestType"]) == (200, "VERIFY_EMAIL"), checked)
opened = requests.get(link, allow_redirects=False, timeout=120)
check("the link goes on to the app", (opened.status_code, opened.headers["location"]) == (303, settings.url), opened.text)
check("the address is verified (U14)", auth.get_user(uid).email_verified)
check("the link works once (security 18)", requests.get(link, allow_redirects=False, timeout=120).status_code == 400)

link = auth.generate_password_reset_link("ada@example.com")
status, reset = toolkit("resetPassword", oobCode=code_of(link), newPassword="another horse")
check("a reset returns the address", (status, reset["email"]) == (200, "ada@example.com"), reset)
status, rejected = refresh(signed_up["refreshToken"])
check("a reset ends all sessions (security 9)", status == 400, rejected)
status, signed_in = toolkit("signInWithPassword", email="ada@example.com", password="another horse")
check("the new password signs in", status == 200, signed_in)

try:
    auth.generate_password_reset_link("nobody@example.com")
    check("an administrator is told that there is no such user", False)
except auth.EmailNotFoundError:
    check("an administrator is told that there is no such user", True)

link = auth.generate_sign_in_with_email_link("ada@example.com", settings)
status, signed_in = toolkit("signInWithEmailLink", email="ada@example.com", oobCode=code_of(link))
check("a link signs in (U6)", status == 200 and signed_in["localId"] == uid and not signed_in["isNewUser"], signed_in)
claims = auth.verify_id_token(signed_in["idToken"])
check("the Admin SDK accepts the ID token", claims["email_verified"] and claims["firebase"]["sign_in_provider"] == "password", claims)

link = auth.generate_sign_in_with_email_link("new@example.com", settings)
status, created = toolkit("signInWithEmailLink", email="new@example.com", oobCode=code_of(link))
check("a link signs up", status == 200 and created["isNewUser"], created)

status, sent = toolkit("sendOobCode", requestType="VERIFY_AND_CHANGE_EMAIL", idToken=signed_in["idToken"], newEmail="ada@new.example")
check("a change of the address is sent", status == 200, sent)
codes = requests.get(f"{BASE}/emulator/v1/projects/{PROJECT}/oobCodes", timeout=120).json()["oobCodes"]
check("the emulator shows the code", codes[-1]["newEmail"] == "ada@new.example", codes)
requests.get(codes[-1]["oobLink"], timeout=120).raise_for_status()
check("the address is changed", auth.get_user(uid).email == "ada@new.example")
codes = requests.get(f"{BASE}/emulator/v1/projects/{PROJECT}/oobCodes", timeout=120).json()["oobCodes"]
check("the former owner can bring it back", codes[-1]["requestType"] == "RECOVER_EMAIL", codes)
requests.get(codes[-1]["oobLink"], timeout=120).raise_for_status()
check("the address is back", auth.get_user(uid).email == "ada@example.com")
