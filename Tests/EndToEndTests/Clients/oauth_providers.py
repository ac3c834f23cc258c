"""Providers that are not OpenID providers, or differ from it, each with its quirks as its documentation describes them.

It prints the port that it listens on. Each provider is below a path of its own: /github, /apple, /x, /wechat. A person with the
`login_hint` of DECLINES says no.
"""

import base64
import hashlib
import html
import json
import logging
import secrets
import time
import urllib.parse

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from flask import Flask, Response, jsonify, redirect, request
from werkzeug.serving import make_server

logging.getLogger("werkzeug").setLevel(logging.ERROR)
app = Flask(__name__)
DECLINES = "declines"
codes = {}
seen_by_apple = set()
apple_key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
client_key = {}


def issue(**facts):
    code = secrets.token_urlsafe(16)
    codes[code] = facts
    return code


def challenge(verifier):
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()


def back(**items):
    """The redirect to the client; a person who declines is an error (RFC 6749, 4.1.2.1)."""
    if declines():
        items = {"error": "access_denied"}
    items["state"] = request.args["state"]
    return redirect(f"{request.args['redirect_uri']}?{urllib.parse.urlencode(items)}")


def declines():
    return request.args.get("login_hint") == DECLINES


def basic():
    """Client ID and secret of HTTP Basic; both are encoded as in a form (RFC 6749, 2.3.1)."""
    given = request.authorization
    return given and (urllib.parse.unquote_plus(given.username), urllib.parse.unquote_plus(given.password))


# GitHub: codes with PKCE, form responses unless JSON is asked for, errors with status 200, a second call for addresses.

@app.get("/github/login/oauth/authorize")
def github_authorize():
    assert "nonce" not in request.args
    code = issue(challenge=request.args["code_challenge"], redirect=request.args["redirect_uri"])
    return back(code=code)


@app.post("/github/login/oauth/access_token")
def github_token():
    facts = codes.pop(request.form["code"], None)
    if not facts or facts["challenge"] != challenge(request.form["code_verifier"]):
        return jsonify(error="bad_verification_code")
    if request.form["client_secret"] != "github secret" or facts["redirect"] != request.form["redirect_uri"]:
        return jsonify(error="incorrect_client_credentials")
    if request.headers.get("Accept") != "application/json":
        return Response("access_token=gho_1&token_type=bearer", mimetype="application/x-www-form-urlencoded")
    return jsonify(access_token="gho_1", token_type="bearer", scope="read:user,user:email")


@app.get("/github-api/user")
def github_user():
    if request.headers.get("Authorization") != "Bearer gho_1" or not request.headers.get("User-Agent"):
        return jsonify(message="Bad credentials"), 401
    return jsonify(id=583231, login="octocat", name="The Octocat", email=None, avatar_url="https://a.example/o.png")


@app.get("/github-api/user/emails")
def github_emails():
    if request.headers.get("Authorization") != "Bearer gho_1":
        return jsonify(message="Bad credentials"), 401
    return jsonify(
        [
            {"email": "hidden@users.noreply.github.example", "primary": False, "verified": True},
            {"email": "octocat@example.com", "primary": True, "verified": True},
        ]
    )


# Apple: the response is a form that the browser posts, the name comes once, the secret is a JWT signed with ES256.

@app.put("/apple/client-key")
def apple_client_key():
    client_key["pem"] = request.get_data()
    return ""


@app.get("/apple/auth/authorize")
def apple_authorize():
    if request.args.get("response_mode") != "form_post":
        return "response_mode must be form_post when name or email scope is requested.", 400
    subject = "001234.apple"
    fields = {"state": request.args["state"]}
    if declines():
        return posted_form(request.args["redirect_uri"], {**fields, "error": "user_cancelled_authorize"})
    fields["code"] = issue(nonce=request.args["nonce"], subject=subject, client=request.args["client_id"])
    if subject not in seen_by_apple:
        seen_by_apple.add(subject)
        fields["user"] = json.dumps({"name": {"firstName": "Ada", "lastName": "Lovelace"}, "email": "a@b.example"})
    return posted_form(request.args["redirect_uri"], fields)


def posted_form(action, fields):
    """A page whose form submits itself."""
    inputs = "".join(
        f'<input type="hidden" name="{name}" value="{html.escape(value)}">' for name, value in fields.items()
    )
    return (
        f'<!DOCTYPE html><title>Apple</title><form method="post" action="{html.escape(action)}">{inputs}</form>'
        "<script>document.forms[0].submit()</script>"
    )


@app.post("/apple/auth/token")
def apple_token():
    claims = jwt.decode(
        request.form["client_secret"], client_key["pem"], algorithms=["ES256"], audience="https://appleid.apple.com"
    )
    assert jwt.get_unverified_header(request.form["client_secret"])["kid"] == "KEY1234567"
    assert (claims["iss"], claims["sub"]) == ("TEAM123456", "com.example.web")
    assert claims["exp"] - claims["iat"] <= 15777000
    facts = codes.pop(request.form["code"], None)
    if not facts:
        return jsonify(error="invalid_grant"), 400
    now = int(time.time())
    token = jwt.encode(
        {
            "iss": "https://appleid.apple.com", "aud": facts["client"], "sub": facts["subject"], "iat": now,
            "exp": now + 3600, "nonce": facts["nonce"], "nonce_supported": True, "is_private_email": True,
            "email": "x1@privaterelay.appleid.com", "email_verified": "true",
        },
        apple_key,
        algorithm="RS256",
        headers={"kid": "apple-1", "typ": None},
    )
    return jsonify(access_token="apple-access", refresh_token="apple-refresh", id_token=token, expires_in=3600)


@app.get("/apple/auth/keys")
def apple_keys():
    key = jwt.algorithms.RSAAlgorithm.to_jwk(apple_key.public_key(), as_dict=True)
    return jsonify(keys=[{**key, "kid": "apple-1", "use": "sig", "alg": "RS256"}])


# X: PKCE is required, the client uses HTTP Basic, there is no e-mail address.

@app.get("/x/i/oauth2/authorize")
def x_authorize():
    if request.args.get("code_challenge_method") != "S256":
        return "Something went wrong", 400
    code = issue(challenge=request.args["code_challenge"])
    return back(code=code)


@app.post("/x-api/2/oauth2/token")
def x_token():
    if basic() != ("xclient", "x-secret"):
        return jsonify(error="unauthorized_client"), 401
    facts = codes.pop(request.form["code"], None)
    if not facts or facts["challenge"] != challenge(request.form["code_verifier"]):
        return jsonify(error="invalid_request"), 400
    return jsonify(token_type="bearer", expires_in=7200, access_token="x-access", scope="tweet.read users.read")


@app.get("/x-api/2/users/me")
def x_me():
    if request.headers.get("Authorization") != "Bearer x-access":
        return jsonify(title="Unauthorized"), 401
    return jsonify(data={"id": "2244994945", "name": "Ada L.", "username": "ada"})


# WeChat: appid and secret in the query, errors with status 200, openid for the app and unionid for the developer. A person who
# declines comes back with the state alone.

@app.get("/wechat/connect/qrconnect")
def wechat_authorize():
    if request.args.get("appid") != "wx1" or "client_id" in request.args:
        return "Scope parameter error", 400
    if declines():
        return redirect(f"{request.args['redirect_uri']}?state={request.args['state']}")
    return back(code=issue())


@app.get("/wechat-api/sns/oauth2/access_token")
def wechat_token():
    if (request.args["appid"], request.args["secret"]) != ("wx1", "wechat secret"):
        return jsonify(errcode=40125, errmsg="invalid appsecret")
    if codes.pop(request.args["code"], None) is None:
        return jsonify(errcode=40029, errmsg="invalid code")
    return jsonify(access_token="wx-access", expires_in=7200, openid="o-1", scope="snsapi_login", unionid="u-1")


@app.get("/wechat-api/sns/userinfo")
def wechat_userinfo():
    if (request.args["access_token"], request.args["openid"]) != ("wx-access", "o-1"):
        return jsonify(errcode=40003, errmsg="invalid openid")
    return jsonify(openid="o-1", unionid="u-1", nickname="小艾", headimgurl="https://a.example/w.png", privilege=[])


if __name__ == "__main__":
    server = make_server("127.0.0.1", 0, app, threaded=True)
    print(f"port {server.server_port}", flush=True)
    server.serve_forever()
