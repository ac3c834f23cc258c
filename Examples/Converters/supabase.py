#!/usr/bin/env python3
"""Converts the users of Supabase for 'cardea user import'.

    psql "$DATABASE_URL" -At -f supabase.sql > supabase.jsonl
    python3 supabase.py supabase.jsonl > users.jsonl
"""

from datetime import datetime, timezone

from users import main, milliseconds, read_objects

PROVIDERS = {
    "google": "google.com", "facebook": "facebook.com", "github": "github.com", "twitter": "twitter.com",
    "x": "twitter.com", "apple": "apple.com", "azure": "microsoft.com", "linkedin_oidc": "linkedin.com",
    "kakao": "kakao.com",
}
# Names of the profile that a provider has sent, and that have a place or follow from other fields.
PROFILE = {
    "sub", "email", "email_verified", "phone_verified", "iss", "provider_id", "full_name", "name", "avatar_url",
    "picture", "user_name", "preferred_username",
}


def convert_user(user, now, users):
    if user.get("deleted_at"):
        return users.lose("users that are deleted")
    profile = user.get("raw_user_meta_data") or {}
    metadata = dict(user.get("raw_app_meta_data") or {})
    for name in ("provider", "providers"):
        metadata.pop(name, None)
    fields = {
        "id": user["id"],
        "email": user.get("email"),
        "emailVerified": user.get("email_confirmed_at") is not None,
        "displayName": profile.get("full_name") or profile.get("name"),
        "photoURL": profile.get("avatar_url") or profile.get("picture"),
        "passwordHash": user.get("encrypted_password"),
        "disabled": (milliseconds(user.get("banned_until")) or 0) > now,
        "createdAt": milliseconds(user.get("created_at")),
        "lastSignedInAt": milliseconds(user.get("last_sign_in_at")),
        "providers": [],
    }
    if user.get("phone"):
        if user.get("phone_confirmed_at"):
            fields["phoneNumber"] = "+" + user["phone"].removeprefix("+")
        else:
            users.lose("phone numbers that are not verified")
    for identity in user.get("identities") or []:
        provider = identity["provider"]
        if provider in ("email", "phone"):
            continue
        if provider.startswith("sso:"):
            users.lose("accounts at SAML providers")
            continue
        data = identity.get("identity_data") or {}
        account = {
            "id": PROVIDERS.get(provider, f"oidc.{provider}"),
            "subject": identity.get("provider_id") or data["sub"],
            "email": data.get("email"),
            "displayName": data.get("full_name") or data.get("name"),
        }
        fields["providers"].append({name: value for name, value in account.items() if value})
    if set(profile) - PROFILE:
        users.lose("user_metadata")
    if user.get("factors"):
        users.lose("second factors")
    if user.get("role") not in (None, "", "authenticated"):
        users.lose("roles of the database")
    users.write(fields, {"app_metadata": metadata})


def convert(paths, users):
    now = datetime.now(timezone.utc).timestamp() * 1000
    for path in paths:
        for user in read_objects(path):
            try:
                convert_user(user, now, users)
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                users.fail(user.get("id", "a user without an id"), f"the entry is not understood: {error!r}")


if __name__ == "__main__":
    main(convert, __doc__)
