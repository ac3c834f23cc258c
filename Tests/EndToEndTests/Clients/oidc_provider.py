"""An independent OpenID provider, unmodified: oidc-provider-mock. It prints the port that it listens on."""

import logging
import warnings

warnings.simplefilter("ignore")

import oidc_provider_mock  # noqa: E402
from oidc_provider_mock import User  # noqa: E402
from werkzeug.serving import make_server  # noqa: E402

logging.getLogger("werkzeug").setLevel(logging.ERROR)
ada = User(
    sub="ada-at-acme",
    claims={"email": "ada@acme.example", "email_verified": True, "name": "Ada Lovelace", "team": "blue"},
)
application = oidc_provider_mock.app(require_nonce=True, user_claims=(ada,))
server = make_server("127.0.0.1", 0, application, threaded=True)
print(f"port {server.server_port}", flush=True)
server.serve_forever()
