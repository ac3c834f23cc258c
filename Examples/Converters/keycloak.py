#!/usr/bin/env python3
"""Converts the users of Keycloak for 'cardea user import'.

    kc.sh export --dir export --realm REALM
    python3 keycloak.py export/REALM-realm.json export/REALM-users-*.json > users.jsonl
"""

import json

from users import is_provider, main, objects, parse

PROVIDERS = {
    "google": "google.com", "facebook": "facebook.com", "github": "github.com", "twitter": "twitter.com",
    "apple": "apple.com", "microsoft": "microsoft.com", "linkedin-openid-connect": "linkedin.com",
}
OWN_ROLES = {"offline_access", "uma_authorization"}


def password_hash(credential):
    """The hash in the form of Cardea; None for an unknown function."""
    if "credentialData" in credential:
        data, secret = json.loads(credential["credentialData"]), json.loads(credential["secretData"])
        name, rounds = data["algorithm"], data["hashIterations"]
        salt, value = secret["salt"], secret["value"]
    else:
        # Before version 8.
        name, rounds = credential["algorithm"], credential["hashIterations"]
        salt, value, data = credential["salt"], credential["hashedSaltedValue"], {}
    if name in ("pbkdf2", "pbkdf2-sha256", "pbkdf2-sha512"):
        return f"${name}$i={rounds}${salt}${value}"
    if name == "argon2":
        more = {key: values[0] for key, values in data["additionalParameters"].items()}
        version = {"1.0": 16, "1.3": 19}[more["version"]]
        cost = f"m={more['memory']},t={rounds},p={more['parallelism']}"
        return f"$argon2{more['type']}$v={version}${cost}${salt}${value}"
    return None


def is_user_name(text):
    """Whether a name is one that Cardea accepts; the import has the last word."""
    return (
        2 <= len(text) <= 64
        and any(character.isalpha() for character in text)
        and all(character.isalnum() or character in "-_." for character in text)
        and text[0] not in "-_."
        and text[-1] not in "-_."
    )


def convert_user(user, providers, users):
    if user.get("serviceAccountClientId"):
        return users.lose("service accounts of clients")
    fields = {
        "id": user["id"],
        "email": user.get("email"),
        "emailVerified": user.get("emailVerified"),
        "displayName": " ".join(filter(None, [user.get("firstName"), user.get("lastName")])),
        "createdAt": user.get("createdTimestamp"),
        "disabled": not user.get("enabled", True),
        "providers": [],
    }
    name = user.get("username") or ""
    if is_user_name(name):
        fields["userName"] = name
    elif name and name != user.get("email"):
        users.lose("user names that are not valid in Cardea")
    for credential in user.get("credentials") or []:
        if credential["type"] != "password":
            users.lose(f"credentials of the type {credential['type']}")
            continue
        fields["passwordHash"] = password_hash(credential)
        fields["passwordChangedAt"] = credential.get("createdDate")
        if fields["passwordHash"] is None:
            return users.fail(user["id"], "the function of the password hash is unknown")
    for identity in user.get("federatedIdentities") or []:
        alias = identity["identityProvider"]
        kind = providers.get(alias, alias)
        name = PROVIDERS.get(kind, f"oidc.{alias}")
        if kind == "saml":
            users.lose("accounts at SAML providers")
        elif not is_provider(name):
            users.lose(f"accounts at the provider {alias}, whose alias is not valid in Cardea")
        else:
            fields["providers"].append({"id": name, "subject": identity["userId"]})
    roles = [
        role for role in user.get("realmRoles") or []
        if role not in OWN_ROLES and not role.startswith("default-roles-")
    ]
    claims = {"roles": roles, "clientRoles": user.get("clientRoles"), "groups": user.get("groups")}
    for name, what in [
        ("attributes", "attributes"), ("requiredActions", "required actions"),
        ("clientConsents", "consents"), ("federationLink", "passwords in an external directory"),
    ]:
        if user.get(name):
            users.lose(what)
    users.write(fields, claims)


def convert(paths, users):
    documents = []
    for path in paths:
        with open(path, encoding="utf-8-sig") as file:
            document = parse(file.read(), path)
        if not isinstance(document, dict):
            raise ValueError(f"{path}: the file is not one JSON object")
        for name in ("identityProviders", "users"):
            objects(document.get(name) or [], path, name)
        documents.append(document)
    providers = {
        provider.get("alias"): provider.get("providerId")
        for document in documents for provider in document.get("identityProviders") or []
    }
    if not any("users" in document for document in documents):
        raise ValueError("no file has users: an export of the console has none, use 'kc.sh export'")
    for document in documents:
        for user in document.get("users") or []:
            try:
                convert_user(user, providers, users)
            except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
                users.fail(user.get("id", "a user without an id"), f"the entry is not understood: {error!r}")


if __name__ == "__main__":
    main(convert, __doc__)
