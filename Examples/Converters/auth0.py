#!/usr/bin/env python3
"""Converts the users of Auth0 for 'cardea user import'.

    python3 auth0.py users.json password-hashes.json > users.jsonl

The first file is an export of users (User Import / Export Extension, or a job of the Management API in the format
"json"). The second one has the password hashes: Auth0's support sends it on request. Without it, users have no password.
"""

from users import is_provider, main, milliseconds, read_objects

PROVIDERS = {
    "google-oauth2": "google.com", "facebook": "facebook.com", "github": "github.com", "twitter": "twitter.com",
    "apple": "apple.com", "windowslive": "microsoft.com", "linkedin": "linkedin.com", "yahoo": "yahoo.com",
    "line": "line.me",
}
# Their users are those of Auth0 itself.
OWN = {"auth0", "email", "sms"}


def convert_user(user, hashes, users):
    identifier = user["user_id"]
    fields = {
        "id": identifier,
        "email": user.get("email"),
        "emailVerified": user.get("email_verified"),
        "displayName": user.get("name") if user.get("name") != user.get("email") else None,
        "photoURL": user.get("picture"),
        "userName": user.get("username"),
        "disabled": user.get("blocked"),
        "createdAt": milliseconds(user.get("created_at")),
        "lastSignedInAt": milliseconds(user.get("last_login")),
        "providers": [],
    }
    if user.get("phone_number"):
        if user.get("phone_verified"):
            fields["phoneNumber"] = user["phone_number"]
        else:
            users.lose("phone numbers that are not verified")
    entry = hashes.pop(identifier.removeprefix("auth0|"), None)
    if entry:
        fields["passwordHash"] = entry["passwordHash"]
        fields["passwordChangedAt"] = milliseconds((entry.get("password_set_date") or {}).get("$date"))
    elif identifier.startswith("auth0|"):
        users.lose("passwords, for the file of hashes does not have them")
    for identity in user.get("identities") or []:
        provider = identity["provider"]
        if provider in OWN:
            continue
        if provider not in PROVIDERS and provider not in ("oidc", "oauth2"):
            users.lose(f"accounts at the provider {provider}")
            continue
        profile = identity.get("profileData") or {}
        name, subject = PROVIDERS.get(provider), str(identity["user_id"])
        if name is None:
            connection = identity["connection"]
            name = f"oidc.{connection}"
            if not is_provider(name):
                users.lose(f"accounts at the connection {connection}, whose name is not valid in Cardea")
                continue
            # Auth0 puts the connection before the ID that the provider gave.
            subject = subject.removeprefix(f"{connection}|")
        account = {
            "id": name,
            "subject": subject,
            "email": profile.get("email"),
            "displayName": profile.get("name"),
        }
        fields["providers"].append({name: value for name, value in account.items() if value})
    for name, what in [
        ("user_metadata", "user_metadata"), ("multifactor", "second factors"),
        ("given_name", "first and last names as two fields"),
    ]:
        if user.get(name):
            users.lose(what)
    users.write(fields, {"app_metadata": user.get("app_metadata")})


def convert(paths, users):
    hashes = {}
    for path in paths[1:]:
        for position, entry in enumerate(read_objects(path), 1):
            try:
                hashes[entry["_id"]["$oid"]] = entry
            except (KeyError, TypeError):
                raise ValueError(f"{path}, entry {position}: the ID is missing") from None
    for user in read_objects(paths[0]):
        try:
            convert_user(user, hashes, users)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            users.fail(user.get("user_id", "a user without user_id"), f"the entry is not understood: {error!r}")
    for identifier in hashes:
        users.fail(f"auth0|{identifier}", "there is a hash, but the export of users does not have the user")


if __name__ == "__main__":
    main(convert, __doc__)
