"""Back ends of the kinds that apps are made for, in one program: one token that is exchanged old for new, one token
that lives for a year, and a bare token. Needs nothing but Python.

POST /login?life=S   a session: {"token", "ttl"}; without `life` the token never ends
POST /exchange       old token (bearer) for new; each is good for one exchange, also one that is over
POST /codes/exchange the same, rejected by a code in a response with status 200
GET  /things         wants a living token
POST /expire         ends the life of every token
POST /end            ends every session
GET  /counts         {"exchanges", "reuses", "rejections"}
"""

import secrets
import time

from back_end import Response, serve

sessions = {}  # token -> session
responses = {}  # (token, key) -> what it was exchanged for
counts = {"exchanges": 0, "reuses": 0, "rejections": 0}


class Session:
    def __init__(self, life):
        self.life, self.alive = life, True
        self.issue()

    def issue(self):
        self.token, self.ends = secrets.token_hex(16), time.time() + self.life if self.life else None
        sessions[self.token] = self
        self.response = {"token": self.token} | ({"ttl": self.life} if self.life else {})

    def takes(self, token):
        return self.alive and token == self.token and (self.ends is None or time.time() < self.ends)


def exchange(token, key):
    """What the old token is exchanged for; `None` when it is rejected."""
    session = sessions.get(token)
    if (token, key) in responses:
        return responses[token, key]
    if session and session.alive and session.token == token:
        counts["exchanges"] += 1
        session.issue()
        responses[token, key] = session.response
        return session.response
    counts["rejections"] += 1
    if session and session.alive:
        # Two parties hold one token: neither of them can be told from the thief.
        counts["reuses"] += 1
        session.alive = False
    return None


def response(request):
    token, key = request.bearer, request.fields.get("idempotency-key")
    match request.method, request.path:
        case "POST", "/login":
            return Response(body=Session(float(request.query.get("life", 0))).response)
        case "POST", "/exchange":
            new = exchange(token, key)
            return Response(body=new) if new else Response(401)
        case "POST", "/codes/exchange":
            return Response(body=exchange(token, key) or {"rcode": 30063})
        case "GET", "/things":
            session = sessions.get(token)
            return Response(body={"token": token}) if session and session.takes(token) else Response(401)
        case "POST", "/expire":
            for session in sessions.values():
                session.ends = 0
            return Response()
        case "POST", "/end":
            for session in sessions.values():
                session.alive = False
            return Response()
        case "GET", "/counts":
            return Response(body=counts)
    return Response(404)


serve(response)
