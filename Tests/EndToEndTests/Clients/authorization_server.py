"""An OAuth 2.0 and OpenID Connect server made of Authlib and Flask: codes with PKCE, rotating refresh tokens, revocation.

It prints the port it listens on, and serves until it is ended. Its users sign in by pressing a button. The client `bound`
gets tokens that are bound to a key (DPoP, RFC 9449); with each of them another nonce is wanted. Payments are for those who
signed in as the challenge to them says (RFC 9470).
"""

import os
import secrets
import threading
import time

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

from authlib.integrations.flask_oauth2 import AuthorizationServer  # noqa: E402
from authlib.oauth2.rfc6749 import AuthorizationCodeMixin, ClientMixin, TokenMixin, grants  # noqa: E402
from authlib.oauth2.rfc7009 import RevocationEndpoint  # noqa: E402
from authlib.oauth2.rfc7636 import CodeChallenge  # noqa: E402
from authlib.oauth2.rfc9207.parameter import IssuerParameter  # noqa: E402
from authlib.oidc.core import UserInfo  # noqa: E402
from authlib.oidc.core.grants import OpenIDCode as OpenIDCodeExtension  # noqa: E402
from flask import Flask, g, jsonify, request  # noqa: E402
from proofs import Proofs, Rejection  # noqa: E402
from werkzeug.serving import make_server  # noqa: E402

LIFETIME = 3600
lock = threading.RLock()
codes, tokens, proofs = {}, [], Proofs()


class Client(ClientMixin):
    """A registered client; its redirect addresses may have any port (RFC 8252, 7.3)."""

    def __init__(self, name, method, secret=""):
        self.name, self.method, self.secret = name, method, secret

    def get_client_id(self):
        return self.name

    def get_default_redirect_uri(self):
        return None

    def get_allowed_scope(self, scope):
        return scope

    def check_redirect_uri(self, uri):
        return uri.startswith("http://127.0.0.1:") and uri.endswith("/callback")

    def check_client_secret(self, secret):
        return secrets.compare_digest(secret, self.secret)

    def check_endpoint_auth_method(self, method, endpoint):
        return method == self.method

    def check_response_type(self, kind):
        return kind == "code"

    def check_grant_type(self, kind):
        return kind in ("authorization_code", "refresh_token")


CLIENTS = {
    one.name: one
    for one in (
        Client("app", "none"),
        Client("basic", "client_secret_basic", "correct-horse"),
        Client("post", "client_secret_post", "battery-staple"),
        Client("bound", "none"),
    )
}


class User:
    def get_user_id(self):
        return "ada"


class Code(AuthorizationCodeMixin):
    def __init__(self, **members):
        self.__dict__.update(members)

    def get_redirect_uri(self):
        return self.redirect_uri

    def get_scope(self):
        return self.scope

    def get_nonce(self):
        return self.nonce

    def get_auth_time(self):
        return int(self.time)

    def get_acr(self):
        return self.acr

    def get_amr(self):
        return None


class Token(TokenMixin):
    def __init__(self, client, scope, response, acr):
        self.client, self.scope, self.issued_at, self.revoked = client, scope, time.time(), False
        self.access, self.refresh = response["access_token"], response.get("refresh_token")
        self.thumbprint, self.acr = g.thumbprint, acr

    def check_client(self, client):
        return self.client == client.get_client_id()

    def get_scope(self):
        return self.scope

    def get_expires_in(self):
        return LIFETIME

    def is_expired(self):
        return time.time() > self.issued_at + LIFETIME

    def is_revoked(self):
        return self.revoked

    def get_user(self):
        return User()

    def get_client(self):
        return CLIENTS[self.client]


class CodeGrant(grants.AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none", "client_secret_basic", "client_secret_post"]

    def save_authorization_code(self, code, request):
        data = request.payload.data
        codes[code] = Code(
            code=code,
            client_id=request.client.get_client_id(),
            redirect_uri=request.payload.redirect_uri,
            scope=request.payload.scope,
            nonce=data.get("nonce"),
            code_challenge=data.get("code_challenge"),
            code_challenge_method=data.get("code_challenge_method"),
            thumbprint=data.get("dpop_jkt"),
            acr=data.get("acr_values", "").partition(" ")[0] if data.get("max_age") == "60" else "",
            time=time.time(),
        )

    def query_authorization_code(self, code, client):
        found = codes.get(code)
        known = found and (found.client_id, found.thumbprint) == (client.get_client_id(), g.thumbprint)
        return found if known else None

    def delete_authorization_code(self, code):
        codes.pop(code.code, None)

    def authenticate_user(self, code):
        return User()


class RefreshGrant(grants.RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = CodeGrant.TOKEN_ENDPOINT_AUTH_METHODS
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, token):
        found = next((one for one in tokens if one.refresh == token and not one.revoked), None)
        return found if found and found.thumbprint == g.thumbprint else None

    def authenticate_user(self, token):
        return User()

    def revoke_old_credential(self, token):
        token.revoked = True


class OpenIDCode(OpenIDCodeExtension):
    def exists_nonce(self, nonce, request):
        return False

    def get_jwt_config(self, *_):
        return {"key": "a key that only this server knows, and long", "alg": "HS256", "iss": issuer, "exp": 3600}

    def generate_user_info(self, user, scope):
        return UserInfo(sub="ada", name="Ada Lovelace", email="ada@example.com", email_verified=True)


class Revocation(RevocationEndpoint):
    CLIENT_AUTH_METHODS = CodeGrant.TOKEN_ENDPOINT_AUTH_METHODS

    def query_token(self, token, hint):
        return next((one for one in tokens if token in (one.access, one.refresh)), None)

    def revoke_token(self, token, request):
        token.revoked = True


class Issuer(IssuerParameter):
    def get_issuer(self):
        return issuer


def save_token(response, request):
    former = request.authorization_code or request.refresh_token
    tokens.append(Token(request.client.get_client_id(), response.get("scope"), response, former.acr))


app = Flask(__name__)
app.config["OAUTH2_REFRESH_TOKEN_GENERATOR"] = True
app.config["OAUTH2_TOKEN_EXPIRES_IN"] = {"authorization_code": LIFETIME, "refresh_token": LIFETIME}
server = AuthorizationServer(app, query_client=CLIENTS.get, save_token=save_token)
server.register_grant(CodeGrant, [CodeChallenge(required=True), OpenIDCode(require_nonce=True)])
server.register_grant(RefreshGrant)
server.register_endpoint(Revocation)
server.register_extension(Issuer())


@app.before_request
def one_at_a_time():
    lock.acquire()


@app.teardown_request
def next_one(_):
    lock.release()


@app.get("/authorize")
def page():
    grant = server.get_consent_grant(end_user=User())
    return f"<form method=post><button name=response value=yes>Sign in to {grant.client.name}</button></form>"


@app.post("/authorize")
def response():
    return server.create_authorization_response(grant_user=User() if request.form["response"] == "yes" else None)


@app.post("/token")
def token():
    g.thumbprint = proofs.check(request) if request.form.get("client_id") == "bound" else None
    response = server.create_token_response()
    if g.thumbprint and response.status_code == 200:
        response.set_data(response.get_data(as_text=True).replace('"Bearer"', '"DPoP"'))
        proofs.replace_nonce()
    return response


@app.errorhandler(Rejection)
def unproven(rejection):
    """The token endpoint says it in its own way (RFC 9449, 8), all others in theirs (9)."""
    fields = {"DPoP-Nonce": proofs.nonce}
    if request.path == "/token":
        return jsonify(error=str(rejection)), 400, fields
    return jsonify(), 401, fields | {"WWW-Authenticate": f'DPoP error="{rejection}"'}


@app.post("/revoke")
def revoke():
    return server.create_endpoint_response("revocation")


def bearer():
    """The token of a request, if it is a good one of whoever sends it."""
    scheme, _, presented = request.headers.get("authorization", "").partition(" ")
    known = next((one for one in tokens if one.access == presented and not one.revoked), None)
    if known is None or scheme != ("DPoP" if known.thumbprint else "Bearer"):
        return None
    return known if not known.thumbprint or known.thumbprint == proofs.check(request, presented) else None


@app.get("/things")
def things():
    return jsonify(user="ada") if bearer() else (jsonify(error="invalid_token"), 401)


@app.post("/payments")
def pay():
    token = bearer()
    if token and token.acr != "gold":
        challenge = 'Bearer error="insufficient_user_authentication", acr_values="gold silver", max_age="60"'
        return jsonify(), 401, {"WWW-Authenticate": challenge}
    return jsonify(user="ada") if token else (jsonify(error="invalid_token"), 401)


@app.get("/proofs")
def proven():
    return jsonify(accepted=len(proofs.seen), rejected=proofs.rejections)


listener = make_server("127.0.0.1", 0, app, threaded=True)
issuer = f"http://127.0.0.1:{listener.port}"
print(f"port {listener.port}", flush=True)
listener.serve_forever()
