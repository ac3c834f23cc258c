"""What the client scripts share: where the server is, and checks that say what failed."""

import os
import sys

import requests

BASE = os.environ["CARDEA_URL"]
API_KEY = os.environ.get("CARDEA_API_KEY", "any-key")
PROJECT = os.environ.get("CARDEA_PROJECT", "default")


def check(name, condition, seen=None):
    """Ends the script with a message when a condition does not hold."""
    if not condition:
        sys.exit(f"FAILED: {name}; seen: {seen!r}")
    print(f"ok: {name}")


def toolkit(operation, **body):
    """Calls an Identity Toolkit operation as an app does; returns status and response."""
    response = requests.post(
        f"{BASE}/identitytoolkit.googleapis.com/v1/accounts:{operation}",
        params={"key": API_KEY},
        json=body,
        timeout=120,
    )
    return response.status_code, response.json()


def refresh(token):
    """Buys new tokens at the Secure Token endpoint."""
    response = requests.post(
        f"{BASE}/securetoken.googleapis.com/v1/token",
        params={"key": API_KEY},
        data={"grant_type": "refresh_token", "refresh_token": token},
        timeout=120,
    )
    return response.status_code, response.json()


def call(method, path, body):
    """Sends JSON to a path of the server."""
    requests.request(method, f"{BASE}{path}", json=body, timeout=120).raise_for_status()
