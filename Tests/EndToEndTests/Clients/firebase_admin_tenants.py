"""U18: tenants of Google's Admin SDK, against `cardea emulator`."""

import os
import urllib.parse

from check import BASE, PROJECT, check, toolkit

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


# The management of tenants knows no emulator: its address is a constant.
tenant_mgt._TenantManagementService.TENANT_MGT_URL = f"{BASE}/identitytoolkit.googleapis.com/v2"
firebase_admin.initialize_app(Owner(), options={"projectId": PROJECT})

blue = tenant_mgt.create_tenant("Blue", allow_password_sign_up=True, enable_email_link_sign_in=True)
red = tenant_mgt.create_tenant("Rose")
check("a tenant has an ID of its own", blue.tenant_id.startswith("Blue-"), blue.tenant_id)
check("a tenant has what it was created with", blue.allow_password_sign_up and blue.enable_email_link_sign_in)
check("a sign-in method that is not named is off", not red.allow_password_sign_up)
check("get_tenant returns it", tenant_mgt.get_tenant(blue.tenant_id).display_name == "Blue")

listed = [tenant.tenant_id for tenant in tenant_mgt.list_tenants(max_results=1).iterate_all()]
check("all pages list the tenants", sorted(listed) == sorted([blue.tenant_id, red.tenant_id]), listed)

changed = tenant_mgt.update_tenant(red.tenant_id, display_name="Green", allow_password_sign_up=True)
check("an update changes what it names", (changed.display_name, changed.allow_password_sign_up) == ("Green", True))

clients = [tenant_mgt.auth_for_tenant(tenant.tenant_id) for tenant in (blue, red)]
users = [client.create_user(email="ada@example.com", password="correct horse") for client in clients]
check("two tenants have a user with one address", users[0].uid != users[1].uid)
check("a user belongs to its tenant", users[0].tenant_id == blue.tenant_id, users[0].tenant_id)
try:
    clients[1].get_user(users[0].uid)
    check("a user of another tenant is not found", False)
except auth.UserNotFoundError:
    check("a user of another tenant is not found", True)

status, signed_in = toolkit(
    "signInWithPassword", email="ada@example.com", password="correct horse", tenantId=blue.tenant_id, returnSecureToken=True
)
check("a user signs in to its tenant", status == 200, signed_in)
token = clients[0].verify_id_token(signed_in["idToken"])
check("the token names the tenant", token["firebase"]["tenant"] == blue.tenant_id, token)
try:
    clients[1].verify_id_token(signed_in["idToken"])
    check("another tenant rejects the token", False)
except tenant_mgt.TenantIdMismatchError:
    check("another tenant rejects the token", True)

tenant_mgt.delete_tenant(red.tenant_id)
listed = [tenant.tenant_id for tenant in tenant_mgt.list_tenants().iterate_all()]
check("a deleted tenant is gone", listed == [blue.tenant_id], listed)
