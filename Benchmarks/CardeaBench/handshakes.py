#!/usr/bin/env python3
"""Shakes hands with a TLS server, one connection after another, and sends one request on each.

handshakes.py PORT VERSION full|resumed COUNT MILLISECONDS

MILLISECONDS is the round-trip time of a proxy that delays what both sides send; without one if it is 0.
Prints how many connections were resumed, and how many there were a second.
"""
import queue
import socket
import ssl
import sys
import threading
import time

REQUEST = b"GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"


def connect(port, context, session):
    """Opens one connection; returns its session, and whether it was resumed."""
    plain = socket.create_connection(("127.0.0.1", port))
    plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    with context.wrap_socket(plain, session=session) as secure:
        secure.sendall(REQUEST)
        response = b""
        while part := secure.recv(65536):
            response += part
        if not response.startswith(b"HTTP/1.1 200"):
            raise SystemExit("handshakes: no response")
        # The ticket of TLS 1.3 comes after the handshake.
        return secure.session, secure.session_reused


def delay(source, target, seconds):
    """Passes bytes on, each piece later by some seconds."""
    pieces = queue.SimpleQueue()

    def write():
        while True:
            due, part = pieces.get()
            time.sleep(max(0, due - time.monotonic()))
            try:
                target.sendall(part) if part else target.shutdown(socket.SHUT_WR)
            except OSError:
                return
            if not part:
                return

    threading.Thread(target=write, daemon=True).start()
    part = True
    while part:
        try:
            part = source.recv(65536)
        except OSError:
            part = b""
        pieces.put((time.monotonic() + seconds, part))


def delaying_proxy(port, seconds):
    """Starts a proxy before a port; returns its port."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve():
        while True:
            front, _ = listener.accept()
            back = socket.create_connection(("127.0.0.1", port))
            for end in (front, back):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for pair in ((front, back), (back, front)):
                threading.Thread(target=delay, args=(*pair, seconds), daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    return listener.getsockname()[1]


def main():
    port, version, kind, count, milliseconds = sys.argv[1:]
    port, count, seconds = int(port), int(count), int(milliseconds) / 1000
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.minimum_version = context.maximum_version = ssl.TLSVersion["TLSv" + version.replace(".", "_")]

    session = connect(port, context, None)[0] if kind == "resumed" else None
    if seconds:
        port = delaying_proxy(port, seconds / 2)
    resumed, start = 0, time.monotonic()
    for _ in range(count):
        next_session, was_resumed = connect(port, context, session)
        resumed += was_resumed
        # A ticket of TLS 1.3 is best used once (RFC 8446, appendix C.4).
        session = session and next_session
    print(resumed, round(count / (time.monotonic() - start)))


main()
