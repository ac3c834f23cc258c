"""Back ends of the kinds that apps are made for, in one program: one token that is exchanged old for new, one token
that lives for a year, and a bare token. Needs nothing but Python; prints its port, and serves until it is ended.

POST /login?life=S        a session: {"token", "ttl"}; without `life` the token never ends
POST /exchange            old token (bearer) for new; each is good for one exchange, also one that is over
GET  /things              wants a living token
POST /fault?path=P&kind=K the next request to P: `lost` is done and its answer lost, `503` is not done
POST /end                 ends every session
GET  /counts              {"exchanges", "reuses"}
"""

import json
import secrets
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

lock = threading.Lock()
sessions = {}  # token -> session
answers = {}  # (token, key) -> what it was exchanged for
faults = []
counts = {"exchanges": 0, "reuses": 0}


class Session:
    def __init__(self, life):
        self.life, self.alive = life, True
        self.issue()

    def issue(self):
        self.token, self.ends = secrets.token_hex(16), time.time() + self.life if self.life else None
        sessions[self.token] = self
        self.answer = {"token": self.token} | ({"ttl": self.life} if self.life else {})

    def takes(self, token):
        return self.alive and token == self.token and (self.ends is None or time.time() < self.ends)


def exchange(token, key):
    session = sessions.get(token)
    if (token, key) in answers:
        return 200, answers[token, key]
    if session is None or not session.alive:
        return 401, {}
    if session.token != token:
        # Two parties hold one token: neither of them can be told from the thief.
        counts["reuses"] += 1
        session.alive = False
        return 401, {}
    counts["exchanges"] += 1
    session.issue()
    answers[token, key] = session.answer
    return 200, session.answer


def answer(method, path, query, token, key):
    if (method, path) == ("POST", "/login"):
        return 200, Session(float(query.get("life", 0))).answer
    if (method, path) == ("POST", "/exchange"):
        return exchange(token, key)
    if (method, path) == ("GET", "/things"):
        session = sessions.get(token)
        return (200, {"token": token}) if session and session.takes(token) else (401, {})
    if (method, path) == ("POST", "/end"):
        for session in sessions.values():
            session.alive = False
        return 200, {}
    if (method, path) == ("GET", "/counts"):
        return 200, counts
    return 404, {}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def serve(self):
        address = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(address.query))
        token = self.headers.get("authorization", "").removeprefix("Bearer ")
        with lock:
            if address.path == "/fault":
                faults.append((query["path"], query["kind"]))
                status, body = 200, {}
            else:
                fault = next((one for one in faults if one[0] == address.path), None)
                if fault:
                    faults.remove(fault)
                if fault and fault[1] != "lost":
                    status, body = int(fault[1]), {}
                else:
                    status, body = answer(self.command, address.path, query, token, self.headers.get("idempotency-key"))
                if fault and fault[1] == "lost":
                    self.close_connection = True
                    return
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = serve

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"port {server.server_port}", flush=True)
server.serve_forever()
