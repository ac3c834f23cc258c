"""A back end with short access tokens, and refresh tokens that are good once. It takes its token wherever apps send one,
rejects it in every way that back ends have, and is asked for all kinds of things. Needs nothing but Python.

In the log `token 2` is the second access token that was issued, to whomever; `refresh 1` the first refresh token.

POST /login?acr=A    a session whose user showed who they are by A: {"access_token", "refresh_token", "expires_in"};
                     with an A the access tokens that were good stay so
POST /token          refresh (RFC 6749, 6)
POST /refresh        the same in JSON, which gets 200 whatever comes of it
POST /expire         no access token is good any more
POST /end            nor any refresh token
POST /elsewhere      the user signed in on another device

     /things         wants a good token, or returns 401
     /forbidden/...  returns 401 to every token
GET  /away           leads to ?to=URL
GET  /me             the user's profile, of the present token
GET  /codes          returns 200 to everything; ?code=PATH&as=plain|gzip|chunked
     /query /form /json /bare /header    want the token there, and nowhere else
GET  /inband         takes the refresh token for the access token, and responds with a new one in a header field
POST /payment        wants a token of somebody who showed more (RFC 9470)
PUT  /files          keeps what comes; GET /files gives it back, and GET /uploaded to anybody
GET  /stream         two pieces; POST /go lets the second one follow
GET  /events         six events, two a connection; before the fifth one the token expires
"""

import gzip
import json
import secrets
import threading

from back_end import Response, serve

PLACES = ("/query", "/form", "/json", "/bare", "/header")

access, refresh = [], []  # every token that was issued
good = {"access": set(), "refresh": set()}
assurance = {}  # access token -> how its user showed who they are
elsewhere, uploaded = False, b""
second_piece = threading.Event()


def issue_access(acr):
    token = secrets.token_hex(16)
    access.append(token)
    good["access"] = {token} | (good["access"] if acr else set())
    assurance[token] = acr
    return token


def issue(acr=None):
    refresh.append(secrets.token_hex(16))
    good["refresh"] = {refresh[-1]}
    return Response(body={"access_token": issue_access(acr), "refresh_token": refresh[-1], "expires_in": 600})


def name(token):
    if token in access:
        return f"token {access.index(token) + 1}"
    return f"refresh {refresh.index(token) + 1}" if token in refresh else "unknown" if token else ""


def presented(request):
    """The token, where this path wants it."""
    match request.path:
        case "/query":
            return request.query.get("access_token", "")
        case "/form":
            return request.form.get("access_token", "")
        case "/json":
            return request.json().get("access_token", "")
        case "/bare":
            return request.fields.get("authorization", "")
        case "/header":
            return request.fields.get("x-token", "")
        case "/token":
            return request.form.get("refresh_token", "")
        case "/refresh":
            return request.json().get("refreshToken", "")
    return request.bearer


def code(request, number):
    """A code in a JSON body, nested and packed as the request wants it."""
    body = number
    for member in reversed(request.query["code"].split(".")):
        body = {member: body}
    text = json.dumps(body | {"n": request.query.get("n")}).encode()
    kind = {"Content_Type": "application/json"}
    match request.query["as"]:
        case "gzip":
            if "gzip" not in request.fields.get("accept-encoding", ""):
                return Response(406)
            return Response(body=gzip.compress(text), Content_Encoding="gzip", **kind)
        case "chunked":
            return Response(body=(text[at : at + 5] for at in range(0, len(text), 5)), **kind)
    return Response(body=text, **kind)


def pieces():
    yield b"one"
    second_piece.wait(60)
    yield b"two"


def events(after):
    def stream():
        yield b"retry: 1\n\n"
        for number in range(after + 1, after + 3):
            yield b"id: %d\ndata: event %d\n\n" % (number, number)
        if after == 2:
            good["access"].clear()
        yield b"data: cut sh"
        yield None

    return Response(body=stream(), Content_Type="text/event-stream") if after < 6 else Response(204)


def refreshed(path, token):
    if token in good["refresh"]:
        new = issue()
        names = {"access_token": "accessToken", "refresh_token": "refreshToken", "expires_in": "expiresIn"}
        return new if path == "/token" else Response(body={names[name]: value for name, value in new.body.items()})
    return Response(400, {"error": "invalid_grant"}) if path == "/token" else Response(body={"rcode": 30063})


def rejected(request):
    if request.path == "/codes":
        return code(request, 30062 if elsewhere else 30061)
    return Response(401, WWW_Authenticate='Bearer error="invalid_token"')


def done(request, token):
    """What a request with a good token comes to."""
    global uploaded
    match request.method, request.path:
        case _, path if path.startswith("/forbidden"):
            return Response(401)
        case _, "/things" | "/inband":
            return Response(body={"n": request.query.get("n")})
        case "GET", "/away":
            return Response(307, Location=request.query["to"])
        case "GET", "/me":
            return Response(body={"name": f"Ada {name(token)}"})
        case "GET", "/codes":
            return code(request, 0)
        case "POST", "/payment" if assurance[token] != "gold":
            error = 'error="insufficient_user_authentication", acr_values="gold silver", max_age="60"'
            return Response(401, WWW_Authenticate=f"Bearer {error}")
        case "POST", "/payment":
            return Response(body={"n": request.query.get("n")})
        case "PUT", "/files":
            uploaded = request.body
            return Response()
        case "GET", "/files":
            return Response(body=uploaded, Content_Type="application/octet-stream")
        case "GET", "/stream":
            return Response(body=pieces(), Content_Type="text/plain")
        case "GET", "/events":
            return events(int(request.fields.get("last-event-id", 0)))
        case _, path if path in PLACES:
            if request.text.count(token) != 1:
                return Response(400)
            return Response(body={"n": request.query.get("n"), "request": request.text.replace(token, "TOKEN")})
    return Response(404)


def response(request):
    global elsewhere
    match request.method, request.path:
        case "POST", "/login":
            return issue(request.query.get("acr"))
        case "POST", "/expire":
            good["access"].clear()
            return Response()
        case "POST", "/end":
            good.update(access=set(), refresh=set())
            return Response()
        case "POST", "/elsewhere":
            elsewhere = True
            good["access"].clear()
            return Response()
        case "GET", "/uploaded":
            return Response(body=uploaded)
        case "POST", "/go":
            second_piece.set()
            return Response()
    token = presented(request)
    request.note = name(token)
    if request.path == "/events":
        request.note += f" after {request.fields.get('last-event-id', 0)}"
    if request.path in ("/token", "/refresh"):
        return refreshed(request.path, token)
    if request.path == "/inband" and token in good["refresh"]:
        result = done(request, token)
        result.fields["New-Token"] = issue_access(None)
        return result
    return done(request, token) if token in good["access"] else rejected(request)


serve(response)
