"""A receiver of webhooks, for tests: it prints its port, then one line of JSON for each request.

    webhook_receiver.py SECRET_FILE

The signature is verified by the library of Standard Webhooks, whose secret is the first line of the file.
"""
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

with open(sys.argv[1], encoding="ascii") as file:
    WEBHOOK = Webhook(file.readline().strip())


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            message = WEBHOOK.verify(body, dict(self.headers.items()))
            result = {"isVerified": True, "to": message["to"]}
        except WebhookVerificationError as error:
            result = {"isVerified": False, "error": str(error)}
        print(json.dumps(result), flush=True)
        self.send_response(200 if result["isVerified"] else 401)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
print(json.dumps({"port": server.server_address[1]}), flush=True)
server.serve_forever()
