"""Gives the names of Google's hosts the address of the server, as a line in /etc/hosts or a name server does.

Import this first: libraries that have these names in their code then reach the server, and nothing else. They are unmodified, and trust
the certificate of the server by REQUESTS_CA_BUNDLE.
"""

import socket
import urllib.parse

from check import BASE

HOSTS = {"identitytoolkit.googleapis.com", "securetoken.googleapis.com", "oauth2.googleapis.com", "www.googleapis.com"}
PORT = urllib.parse.urlparse(BASE).port
resolve = socket.getaddrinfo


def getaddrinfo(host, port, *rest, **named):
    if host in HOSTS and port == 443:
        return resolve("127.0.0.1", PORT, *rest, **named)
    if host not in ("127.0.0.1", "localhost"):
        raise socket.gaierror(f"{host} must not be reached")
    return resolve(host, port, *rest, **named)


socket.getaddrinfo = getaddrinfo
