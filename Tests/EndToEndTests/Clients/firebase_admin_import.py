"""U12: `import_users` of Google's Admin SDK, unmodified: every hash function of its `UserImportHash`.

Against `cardea emulator`, or with KEY_FILE against `cardea serve` under Google's host names.
"""

import base64
import hashlib
import hmac
import os
import urllib.parse
import warnings

from check import API_KEY, BASE, PROJECT, check

KEY_FILE = os.environ.get("KEY_FILE")
if KEY_FILE:
    import google_hosts  # noqa: F401
else:
    os.environ["FIREBASE_AUTH_EMULATOR_HOST"] = urllib.parse.urlparse(BASE).netloc

import firebase_admin  # noqa: E402
import google.auth.credentials  # noqa: E402
import requests  # noqa: E402
from firebase_admin import auth, credentials  # noqa: E402

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import crypt


class Owner(credentials.Base):
    """The credential of the emulator's owner."""

    class Token(google.auth.credentials.Credentials):
        def refresh(self, request):
            self.token = "owner"

    def get_credential(self):
        return self.Token()


if KEY_FILE:
    firebase_admin.initialize_app(credentials.Certificate(KEY_FILE))
else:
    firebase_admin.initialize_app(Owner(), options={"projectId": PROJECT})

PASSWORD, SALT, KEY = b"correct horse", b"NaCl", b"secret"
Hash = auth.UserImportHash


def repeated(function, rounds):
    digest = function(SALT + PASSWORD).digest()
    for _ in range(rounds - 1):
        digest = function(digest).digest()
    return digest


# Firebase's variant of scrypt: the vector of firebase-admin-node's tests, whose password is "password".
FIREBASE_KEY = base64.b64decode("jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==")
FIREBASE_HASH = base64.b64decode("V358E8LdWJXAO7muq0CufVpEOXaj8aFiC7T/rcaGieN04q/ZPJ08WhJEHGjj9lz/2TT+/86N5VjVoc5DdBhBiw==")

CASES = [
    (f"hmac_{name}", getattr(Hash, f"hmac_{name}")(KEY), hmac.new(KEY, PASSWORD + SALT, name).digest(), SALT, PASSWORD)
    for name in ("sha512", "sha256", "sha1", "md5")
] + [
    ("md5", Hash.md5(rounds=0), hashlib.md5(SALT + PASSWORD).hexdigest().encode(), SALT, PASSWORD),
    ("sha1", Hash.sha1(rounds=1), repeated(hashlib.sha1, 1), SALT, PASSWORD),
    ("sha256", Hash.sha256(rounds=3), repeated(hashlib.sha256, 3), SALT, PASSWORD),
    ("sha512", Hash.sha512(rounds=1000), repeated(hashlib.sha512, 1000), SALT, PASSWORD),
    ("pbkdf_sha1", Hash.pbkdf_sha1(rounds=1000), hashlib.pbkdf2_hmac("sha1", PASSWORD, SALT, 1000), SALT, PASSWORD),
    (
        "pbkdf2_sha256",
        Hash.pbkdf2_sha256(rounds=10000),
        hashlib.pbkdf2_hmac("sha256", PASSWORD, SALT, 10000, 64),
        SALT,
        PASSWORD,
    ),
    ("scrypt", Hash.scrypt(FIREBASE_KEY, 8, 14, b"\x07"), FIREBASE_HASH, SALT, b"password"),
    ("bcrypt", Hash.bcrypt(), crypt.crypt(PASSWORD.decode(), "$2b$06$" + "abcdefghijklmnopqrstuu").encode(), None, PASSWORD),
    (
        "standard_scrypt",
        Hash.standard_scrypt(memory_cost=1024, parallelization=16, block_size=8, derived_key_length=64),
        hashlib.scrypt(PASSWORD, salt=SALT, n=1024, r=8, p=16, dklen=64),
        SALT,
        PASSWORD,
    ),
]


def sign_in(email, password):
    response = requests.post(
        f"{BASE}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword",
        params={"key": API_KEY},
        json={"email": email, "password": password, "returnSecureToken": True},
        timeout=120,
    )
    return response.status_code, response.json()


methods = {name for name in dir(Hash) if not name.startswith("_") and name != "to_dict"}
check("every hash function of the SDK is tried", methods == {case[0] for case in CASES}, methods)
for name, algorithm, password_hash, salt, password in CASES:
    uid = name.replace("_", "-")
    record = auth.ImportUserRecord(uid, email=f"{uid}@example.com", password_hash=password_hash, password_salt=salt)
    result = auth.import_users([record], hash_alg=algorithm)
    check(f"{name} is imported", result.success_count == 1, [error.reason for error in result.errors])
    status, response = sign_in(record.email, password.decode() + "x")
    check(f"{name}: another password is rejected", status == 400, response)
    for time in ("first", "second"):
        status, response = sign_in(record.email, password.decode())
        check(f"{name}: the {time} sign-in works", status == 200 and response["localId"] == uid, response)

record = auth.ImportUserRecord(
    "everything",
    email="Everything@Example.com",
    email_verified=True,
    display_name="Ann",
    phone_number="+491701234567",
    photo_url="https://example.com/a.png",
    disabled=True,
    user_metadata=auth.UserMetadata(1476235905000, 1476235906000),
    provider_data=[auth.UserProvider("123", "google.com", email="ann@example.com")],
    custom_claims={"admin": True},
)
check("a user with everything is imported", auth.import_users([record]).success_count == 1)
user = auth.get_user("everything")
check(
    "the SDK reads what it wrote",
    (user.email, user.email_verified, user.display_name, user.phone_number, user.photo_url, user.disabled)
    == ("everything@example.com", True, "Ann", "+491701234567", "https://example.com/a.png", True),
    vars(user),
)
check("so are the claims", user.custom_claims == {"admin": True}, user.custom_claims)
times = (user.user_metadata.creation_timestamp, user.user_metadata.last_sign_in_timestamp)
check("and the times", times == (1476235905000, 1476235906000), times)

provider = [(one.provider_id, one.uid, one.email) for one in user.provider_data if one.provider_id == "google.com"]
check("and the account at the provider (U6)", provider == [("google.com", "123", "ann@example.com")], provider)
found = auth.get_users([auth.ProviderIdentifier("google.com", "123"), auth.ProviderIdentifier("google.com", "124")])
check("which finds the user", [one.uid for one in found.users] == ["everything"] and len(found.not_found) == 1, found.not_found)
rival = auth.ImportUserRecord("rival", provider_data=[auth.UserProvider("123", "google.com")])
check("a second user with the account is rejected", auth.import_users([rival]).failure_count == 1)
auth.update_user("everything", providers_to_delete=["google.com"], disabled=False)
left = [one.provider_id for one in auth.get_user("everything").provider_data]
check("update_user unlinks the provider", "google.com" not in left and "phone" in left, left)
check("and leaves the account free", auth.import_users([rival]).success_count == 1)
auth.delete_user("rival")

records = [auth.ImportUserRecord(f"user{number}", email=f"user{number}@example.com") for number in range(1000)]
records[500] = auth.ImportUserRecord("bcrypt")
result = auth.import_users(records)
check("a thousand users are imported at a time", result.success_count == 999, result.success_count)
check("a user that exists is named by its position", [error.index for error in result.errors] == [500])
listed = sum(1 for _ in auth.list_users(max_results=1000).iterate_all())
check("all of them are listed", listed == 999 + 1 + len(CASES), listed)
