"""Opens connections to a server one after the other, sends a request on each, and holds them until it is killed.

    held_connections.py PORT COUNT [tls]

Prints "open" once each connection has its response.
"""

import resource
import signal
import socket
import ssl
import sys

port, count = int(sys.argv[1]), int(sys.argv[2])
_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))

context = None
if "tls" in sys.argv:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE

held = []
for _ in range(count):
    connection = socket.create_connection(("127.0.0.1", port))
    if context:
        connection = context.wrap_socket(connection)
    connection.sendall(b"GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n")
    response = connection.recv(65536)
    if not response.startswith(b"HTTP/1.1 200 "):
        sys.exit(f"connection {len(held)}: {response!r}")
    held.append(connection)
print("open", flush=True)
signal.pause()
