"""U18: the providers of Google's Admin SDK, against `cardea emulator`."""

import os
import urllib.parse

from check import BASE, PROJECT, check

os.environ["FIREBASE_AUTH_EMULATOR_HOST"] = urllib.parse.urlparse(BASE).netloc

import firebase_admin  # noqa: E402
import google.auth.credentials  # noqa: E402
from firebase_admin import auth, credentials, tenant_mgt  # noqa: E402


class Owner(credentials.Base):
    """The credential of the emulator's owner."""

    class Token(google.auth.credentials.Credentials):
        def refresh(self, request):
            self.token = "owner"

    def get_credential(self):
        return self.Token()


tenant_mgt._TenantManagementService.TENANT_MGT_URL = f"{BASE}/identitytoolkit.googleapis.com/v2"
firebase_admin.initialize_app(Owner(), options={"projectId": PROJECT})
tenant = tenant_mgt.create_tenant("Blue")

for name, client in (("the project", auth), ("a tenant", tenant_mgt.auth_for_tenant(tenant.tenant_id))):
    made = client.create_oidc_provider_config(
        provider_id="oidc.acme",
        client_id="cardea",
        issuer="https://id.acme.example",
        display_name="Acme",
        enabled=True,
        client_secret="the secret",
        id_token_response_type=False,
        code_response_type=True,
    )
    facts = (made.provider_id, made.client_id, made.issuer, made.display_name, made.enabled)
    check(f"a provider of {name} is as it was created", facts == ("oidc.acme", "cardea", "https://id.acme.example", "Acme", True), facts)
    check("the response types are as they were set", (made.code_response_type, made.id_token_response_type) == (True, False))
    check("an administrator sees the secret, as Google's API shows it (security 24)", made.client_secret == "the secret")
    try:
        client.create_oidc_provider_config("oidc.acme", "other", "https://id.acme.example")
        check("a second provider of one ID is rejected", False)
    except Exception as error:
        check("a second provider of one ID is rejected", "CONFIGURATION_EXISTS" in str(error), error)
    client.create_oidc_provider_config("oidc.beta", "beta", "https://id.beta.example")
    off = client.get_oidc_provider_config("oidc.beta")
    check("a provider that is not enabled is off", (off.enabled, off.display_name) == (False, None), off.display_name)

    listed = [found.provider_id for found in client.list_oidc_provider_configs(max_results=1).iterate_all()]
    check("all pages list the providers", listed == ["oidc.acme", "oidc.beta"], listed)

    changed = client.update_oidc_provider_config("oidc.acme", client_id="new", enabled=False, display_name=auth.DELETE_ATTRIBUTE)
    facts = (changed.client_id, changed.enabled, changed.display_name, changed.issuer)
    check("an update changes what it names", facts == ("new", False, None, "https://id.acme.example"), facts)

    client.delete_oidc_provider_config("oidc.acme")
    for action in (
        lambda: client.get_oidc_provider_config("oidc.acme"),
        lambda: client.delete_oidc_provider_config("oidc.acme"),
        lambda: client.update_oidc_provider_config("oidc.acme", client_id="x"),
    ):
        try:
            action()
            check("a provider that is deleted is not found", False)
        except auth.ConfigurationNotFoundError:
            check("a provider that is deleted is not found", True)

try:
    auth.create_oidc_provider_config("oidc.acme", "cardea", "https://id.acme.example?tenant=1")
    check("an issuer with a query is rejected", False)
except Exception as error:
    check("an issuer with a query is rejected", "INVALID_CONFIG" in str(error), error)
left = [found.provider_id for found in auth.list_oidc_provider_configs().iterate_all()]
check("the project's providers are apart from the tenant's", left == ["oidc.beta"], left)
