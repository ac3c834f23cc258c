"""An SMS gateway for tests: it prints its port, then one line of JSON for each request.

    sms_sink.py SECRET BEHAVIOUR

BEHAVIOUR is accept, busy (503 for the first request), reject (422), redirect (307 to itself), pause (429 for 30 seconds)
or silent (no response).
The signature is checked as Standard Webhooks describes, with Python's own HMAC.
"""
import base64
import hashlib
import hmac
import json
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET, BEHAVIOUR = sys.argv[1], sys.argv[2]
KEY = base64.b64decode(SECRET.removeprefix("whsec_")) if SECRET.startswith("whsec_") else SECRET.encode()


class Gateway(BaseHTTPRequestHandler):
    requests = 0

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        name, timestamp = self.headers["webhook-id"], self.headers["webhook-timestamp"]
        digest = hmac.new(KEY, f"{name}.{timestamp}.".encode() + body, hashlib.sha256).digest()
        expected = "v1," + base64.b64encode(digest).decode()
        Gateway.requests += 1
        is_busy = BEHAVIOUR == "busy" and Gateway.requests == 1
        status = {"reject": 422, "redirect": 307, "pause": 429}.get(BEHAVIOUR, 503 if is_busy else 200)
        print(json.dumps({
            "path": self.path,
            "contentType": self.headers["content-type"],
            "id": name,
            "isSigned": hmac.compare_digest(expected, self.headers["webhook-signature"]),
            "age": int(time.time()) - int(timestamp),
            "status": status,
            "message": json.loads(body),
        }), flush=True)
        if BEHAVIOUR == "silent":
            time.sleep(3600)
        self.send_response(status)
        self.send_header("location", "/elsewhere")
        if BEHAVIOUR == "pause":
            self.send_header("retry-after", "30")
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Gateway)
print(json.dumps({"port": server.server_address[1]}), flush=True)
server.serve_forever()
