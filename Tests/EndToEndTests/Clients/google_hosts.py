"""Gives Google's host names the address of the server, as a line in /etc/hosts or a name server does.

Google's SDK has these names in its code; it is unmodified, and trusts the server's certificate.
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
