"""U6 U12: Pyrebase4, a client SDK of another author, against `cardea serve` under Google's host names."""

import json
import os

import google_hosts  # noqa: F401
import pyrebase
import requests
from check import API_KEY, check

firebase = pyrebase.initialize_app(
    {
        "apiKey": API_KEY,
        "authDomain": "app.example",
        "databaseURL": "https://app.example",
        "storageBucket": "app.example",
        "serviceAccount": os.environ["KEY_FILE"],
    }
)
auth = firebase.auth()


def code_of(error):
    """The code in the error of an SDK call."""
    return json.loads(error.strerror)["error"]["message"]


def rejected(call, *arguments):
    """The code of the error that a call raises; None if it succeeds."""
    try:
        call(*arguments)
    except requests.exceptions.HTTPError as error:
        return code_of(error)
    return None


user = auth.create_user_with_email_and_password("grace@example.com", "correct horse")
check("a user signs up (K1)", user["idToken"] and user["refreshToken"], user)
check("an address is taken once", rejected(auth.create_user_with_email_and_password, "grace@example.com", "correct horse") == "EMAIL_EXISTS")
weak = rejected(auth.create_user_with_email_and_password, "weak@example.com", "short")
check("a weak password is rejected", weak.startswith("WEAK_PASSWORD"), weak)

signed_in = auth.sign_in_with_email_and_password("grace@example.com", "correct horse")
check("the user signs in (K1)", signed_in["localId"] == user["localId"], signed_in)
wrong = rejected(auth.sign_in_with_email_and_password, "grace@example.com", "wrong")
check("a wrong password is rejected", wrong == "INVALID_LOGIN_CREDENTIALS", wrong)

refreshed = auth.refresh(signed_in["refreshToken"])
check("a refresh gives new tokens (K2)", refreshed["userId"] == user["localId"] and refreshed["refreshToken"], refreshed)
info = auth.get_account_info(refreshed["idToken"])["users"][0]
check("a look-up finds the user (U1)", info["email"] == "grace@example.com" and not info["emailVerified"], info)

changed = auth.change_password(refreshed["idToken"], "battery staple")
check("a new password gives new tokens (U9)", changed["idToken"] and changed["refreshToken"], changed)
ended = rejected(auth.refresh, refreshed["refreshToken"])
check("the former session has ended (U9)", ended == "TOKEN_EXPIRED", ended)
ended = rejected(auth.get_account_info, refreshed["idToken"])
check("the former ID token has ended (U9)", ended == "TOKEN_EXPIRED", ended)

reset = rejected(auth.verify_password_reset_code, "no-such-code", "another horse")
check("an unknown code resets nothing (security 9)", reset == "INVALID_OOB_CODE", reset)

guest = auth.sign_in_anonymous()
check("a guest signs in (K3)", guest["idToken"] and guest["refreshToken"], guest)
auth.delete_user_account(guest["idToken"])
gone = rejected(auth.get_account_info, guest["idToken"])
check("a guest deletes itself", gone == "USER_NOT_FOUND", gone)

auth.delete_user_account(changed["idToken"])
gone = rejected(auth.sign_in_with_email_and_password, "grace@example.com", "battery staple")
check("a deleted user does not sign in", gone == "INVALID_LOGIN_CREDENTIALS", gone)
