"""What the back ends beside this file have in common: HTTP/1.1, faults, and a log that tests read.

POST /fault?path=P&kind=K  the next request to P: `lost` is done and its response lost, `silent` is not done and waits for
                           a response in vain, a status is not done; with &after=S it says Retry-After
GET  /log                  every request but these, in the order in which they were done
"""

import json
import threading
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

lock = threading.Lock()
log, faults = [], []


class Request:
    def __init__(self, handler):
        address = urllib.parse.urlsplit(handler.path)
        self.method, self.path, self.fields = handler.command, address.path, handler.headers
        self.query = dict(urllib.parse.parse_qsl(address.query))
        self.body = b"".join(chunks(handler.rfile)) if chunked(handler.headers) else handler.rfile.read(
            int(handler.headers.get("content-length", 0))
        )
        self.text = f"{handler.path}\n{handler.headers}\n" + self.body.decode(errors="replace")
        self.form = dict(urllib.parse.parse_qsl(self.body.decode(errors="replace")))
        self.bearer = self.fields.get("authorization", "").removeprefix("Bearer ")
        self.note = ""

    def json(self):
        return json.loads(self.body)


class Response:
    """A dictionary goes out as JSON, bytes as they are, and anything else piece by piece, as it comes."""

    def __init__(self, status=200, body=None, **fields):
        self.status, self.body = status, {} if body is None else body
        self.fields = {name.replace("_", "-"): value for name, value in fields.items()}


def chunked(fields):
    return fields.get("transfer-encoding") == "chunked"


def chunks(file):
    while length := int(file.readline(), 16):
        yield file.read(length)
        file.readline()
    file.readline()


def faulty(request):
    fault = next((one for one in faults if one["path"] == request.path), None)
    if fault:
        faults.remove(fault)
    return fault


def response_to(request, response):
    """The response, or none; the log is in the order of the work, which is done one request at a time."""
    if request.path == "/fault":
        faults.append(request.query)
        return Response()
    if request.path == "/log":
        return Response(body={"log": log})
    fault = faulty(request)
    kind = fault and fault["kind"]
    if kind in (None, "lost"):
        result = response(request)
        log.append(f"{request.method} {request.path} {kind or result.status} {request.note}".strip())
        return None if kind else result
    log.append(f"{request.method} {request.path} {kind}")
    if kind == "silent":
        return kind
    return Response(int(kind), **({"Retry_After": fault["after"]} if "after" in fault else {}))


def serve(response):
    """Prints the port, and serves until it is ended.

    `response` takes a request and returns a response; what it notes of the request gets into the log.
    """

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def serve(self):
            request = Request(self)
            with lock:
                result = response_to(request, response)
            if isinstance(result, Response):
                self.send(result)
                return
            if result == "silent":
                self.rfile.read(1)
            self.close_connection = True

        def send(self, result):
            body = json.dumps(result.body).encode() if isinstance(result.body, dict) else result.body
            self.send_response(result.status)
            framing = ("Content-Length", len(body)) if isinstance(body, bytes) else ("Transfer-Encoding", "chunked")
            kind = {"Content-Type": "application/json"} if isinstance(result.body, dict) else {}
            for name, value in {**kind, **result.fields, framing[0]: framing[1]}.items():
                self.send_header(name, str(value))
            self.end_headers()
            if isinstance(body, bytes):
                self.wfile.write(body)
                return
            for piece in body:
                if piece is None:  # The connection breaks.
                    self.close_connection = True
                    return
                self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
                self.wfile.flush()
            self.wfile.write(b"0\r\n\r\n")

        do_GET = do_POST = do_PUT = serve

        def log_message(self, *_):
            pass

    # Many connections at once must not wait for the kernel to ask again.
    ThreadingHTTPServer.request_queue_size = 128
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(f"port {server.server_port}", flush=True)
    server.serve_forever()
