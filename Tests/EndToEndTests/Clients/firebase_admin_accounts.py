"""U12: an administrator manages accounts with Google's own Admin SDK, against `cardea emulator`."""

import json
import os
import urllib.parse
import urllib.request

from check import BASE, PROJECT, check, refresh, toolkit

os.environ["FIREBASE_AUTH_EMULATOR_HOST"] = urllib.parse.urlparse(BASE).netloc

import firebase_admin  # noqa: E402
from firebase_admin import auth  # noqa: E402

app = firebase_admin.initialize_app(options={"projectId": PROJECT})

user = auth.create_user(email="Ada@Example.com", password="correct horse", display_name="Ada", photo_url="https://example.com/a.png")
check("create_user returns the account", user.email == "ada@example.com" and user.display_name == "Ada", user.email)
check("get_user finds it by id", auth.get_user(user.uid).email == "ada@example.com")
check("get_user_by_email finds it", auth.get_user_by_email("ada@example.com").uid == user.uid)

try:
    auth.create_user(email="ada@example.com", password="another one")
    check("a second account with the address is rejected", False)
except auth.EmailAlreadyExistsError:
    check("a second account with the address is rejected", True)

try:
    auth.get_user("nobody")
    check("an unknown id is not found", False)
except auth.UserNotFoundError:
    check("an unknown id is not found", True)

status, signed_in = toolkit("signInWithPassword", email="ada@example.com", password="correct horse", returnSecureToken=True)
check("the user signs in (K1)", status == 200 and signed_in["refreshToken"] and signed_in["idToken"], signed_in)
claims = auth.verify_id_token(signed_in["idToken"])
check("the Admin SDK accepts the ID token (U13)", claims["uid"] == user.uid and claims["email"] == "ada@example.com", claims)
check("the claims have Firebase's form", claims["firebase"]["sign_in_provider"] == "password", claims["firebase"])

auth.set_custom_user_claims(user.uid, {"role": "admin", "level": 3})
status, refreshed = refresh(signed_in["refreshToken"])
check("a refresh brings custom claims (U1)", auth.verify_id_token(refreshed["id_token"])["role"] == "admin", refreshed)

metadata = auth.get_user(user.uid).user_metadata
check("the last refresh is told (U5)", metadata.last_refresh_timestamp >= metadata.last_sign_in_timestamp, vars(metadata))

auth.update_user(user.uid, phone_number="+16505550100", photo_url=auth.DELETE_ATTRIBUTE)
check("get_user_by_phone_number finds it", auth.get_user_by_phone_number("+16505550100").photo_url is None)
provider = [one for one in auth.get_user(user.uid).provider_data if one.provider_id == "phone"]
check("the number is a sign-in method (U6)", len(provider) == 1 and provider[0].phone_number == "+16505550100", provider)
try:
    auth.create_user(phone_number="+1 650-555-0100")
    check("a second user with the number is rejected", False)
except auth.PhoneNumberAlreadyExistsError:
    check("a second user with the number is rejected", True)
found = auth.get_users([auth.PhoneIdentifier("+16505550100")])
check("get_users finds the number", [one.uid for one in found.users] == [user.uid], found.users)
try:
    auth.create_user(phone_number="+1650")
    check("a number that is too short is rejected", False)
except Exception as error:
    check("a number that is too short is rejected", "INVALID_PHONE_NUMBER" in str(error), error)
status, sent = toolkit("sendVerificationCode", phoneNumber="+16505550100")
codes = json.load(urllib.request.urlopen(f"{BASE}/emulator/v1/projects/{PROJECT}/verificationCodes"))["verificationCodes"]
status, by_phone = toolkit("signInWithPhoneNumber", sessionInfo=sent["sessionInfo"], code=codes[-1]["code"])
claims = auth.verify_id_token(by_phone["idToken"])
check("the user signs in by phone (K3, U6)", claims["uid"] == user.uid and claims["phone_number"] == "+16505550100", claims)
check("the token names the method", claims["firebase"]["sign_in_provider"] == "phone", claims["firebase"])
status, fresh = refresh(by_phone["refreshToken"])
check("a refresh token works after a sign-in by phone (K3)", status == 200 and fresh["refresh_token"], fresh)
auth.update_user(user.uid, phone_number=auth.DELETE_ATTRIBUTE)
check("a phone number can be taken away", auth.get_user(user.uid).phone_number is None)
asked = [auth.UidIdentifier(user.uid), auth.EmailIdentifier("ada@example.com"), auth.UidIdentifier("nobody")]
found = auth.get_users(asked)
check("get_users finds each once", [one.uid for one in found.users] == [user.uid] and len(found.not_found) == 1, found.not_found)

auth.update_user(user.uid, email_verified=True, display_name="Ada L.")
check("update_user verifies the address (U17)", auth.get_user(user.uid).email_verified)

token = json.dumps({"sub": "g1", "email": "ada@example.com", "email_verified": True, "name": "Ada"})
form = urllib.parse.urlencode({"id_token": token, "providerId": "google.com"})
status, federated = toolkit("signInWithIdp", requestUri="http://localhost", postBody=form, returnSecureToken=True)
check("a trusted provider signs in the user of its address (U16)", status == 200 and federated["localId"] == user.uid, federated)
claims = auth.verify_id_token(federated["idToken"])["firebase"]
check("the ID token names the provider", claims["sign_in_provider"] == "google.com" and claims["identities"]["google.com"] == ["g1"], claims)
providers = sorted(one.provider_id for one in auth.get_user(user.uid).provider_data)
check("both sign-in methods are told (U6)", providers == ["google.com", "password"], providers)
found = auth.get_users([auth.ProviderIdentifier("google.com", "g1")])
check("the account at the provider finds the user", [one.uid for one in found.users] == [user.uid], found.users)
auth.update_user(user.uid, providers_to_delete=["google.com"])
check("update_user unlinks it", not auth.get_users([auth.ProviderIdentifier("google.com", "g1")]).users)

auth.revoke_refresh_tokens(user.uid)
status, rejected = refresh(refreshed["refresh_token"])
check("a revoked refresh token is rejected (K5)", status == 400 and rejected["error"]["message"].startswith("TOKEN_EXPIRED"), rejected)

status, again = toolkit("signInWithPassword", email="ada@example.com", password="correct horse", returnSecureToken=True)
auth.update_user(user.uid, disabled=True)
status, rejected = refresh(again["refreshToken"])
check("a disabled user cannot refresh (K5)", status == 400 and rejected["error"]["message"].startswith("USER_DISABLED"), rejected)
status, rejected = toolkit("signInWithPassword", email="ada@example.com", password="correct horse")
check("a disabled user cannot sign in", status == 400, rejected)
auth.update_user(user.uid, disabled=False)

for number in range(25):
    auth.create_user(email=f"user{number}@example.com")
listed = [one.uid for one in auth.list_users(max_results=10).iterate_all()]
check("list_users pages through all accounts", len(listed) == len(set(listed)) == 26, len(listed))

auth.delete_user(user.uid)
try:
    auth.get_user(user.uid)
    check("a deleted user is gone", False)
except auth.UserNotFoundError:
    check("a deleted user is gone", True)
status, rejected = refresh(again["refreshToken"])
check("a deleted user cannot refresh", status == 400, rejected)

left = [one for one in auth.list_users().iterate_all()]
auth.update_user(left[0].uid, disabled=True)
status, last = toolkit("signUp", email="last@example.com", password="correct horse", returnSecureToken=True)
outcome = auth.delete_users([one.uid for one in left] + [last["localId"], "nobody"])
check("delete_users deletes them all (U12)", outcome.failure_count == 0 and outcome.success_count == 27, outcome.errors)
check("nobody is left", not list(auth.list_users().iterate_all()))
status, rejected = refresh(last["refreshToken"])
check("their sessions are gone with them", rejected["error"]["message"] == "INVALID_REFRESH_TOKEN", rejected)
