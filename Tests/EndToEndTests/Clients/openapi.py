"""Validates a server's OpenAPI document."""

import requests
from openapi_spec_validator import validate

from check import BASE, check

response = requests.get(f"{BASE}/openapi.json", timeout=120)
check("the document is served as JSON", response.headers["content-type"].startswith("application/json"))
document = response.json()
validate(document)
check("the version is 3.1", document["openapi"].startswith("3.1."), document["openapi"])
for path in ["/v1/accounts:signUp", "/v1/token", "/oauth2/introspect", "/v1/projects/{project}/accounts:lookup"]:
    check(f"{path} is described", path in document["paths"])
