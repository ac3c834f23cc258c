"""A server's half of DPoP (RFC 9449), over joserfc: checks proofs to the letter, each one once, with the present nonce."""

import base64
import hashlib
import json
import secrets
import time

from joserfc import jws
from joserfc.errors import JoseError
from joserfc.jwk import ECKey


class Rejection(Exception):
    """The error code of the response."""


class Proofs:
    def __init__(self):
        self.seen, self.rejections = set(), []
        self.replace_nonce()

    def replace_nonce(self):
        self.nonce = secrets.token_urlsafe(12)

    def check(self, request, token=None):
        """The thumbprint of the key that the sender has (RFC 9449, 4.3)."""
        fields = request.headers.getlist("dpop")
        try:
            return self.thumbprint(fields[0], request, token) if len(fields) == 1 else self.fail("no proof")
        except JoseError as error:
            return self.fail(str(error))

    def thumbprint(self, proof, request, token):
        header = jws.extract_compact(proof.encode()).headers()
        if header["typ"] != "dpop+jwt" or header["alg"] != "ES256" or set(header) != {"typ", "alg", "jwk"}:
            self.fail("header")
        if set(header["jwk"]) != {"kty", "crv", "x", "y"}:
            self.fail("not a public key")
        key = ECKey.import_key(header["jwk"])
        claims = json.loads(jws.deserialize_compact(proof, key, algorithms=["ES256"]).payload)
        if (claims["htm"], claims["htu"]) != (request.method, request.base_url):
            self.fail("another request's")
        if abs(time.time() - claims["iat"]) > 60:
            self.fail("not of now")
        digest = token and base64.urlsafe_b64encode(hashlib.sha256(token.encode()).digest()).rstrip(b"=").decode()
        if claims.get("ath") != digest:
            self.fail("another token's")
        if claims.get("nonce") != self.nonce:
            self.fail("use_dpop_nonce")
        if claims["jti"] in self.seen:
            self.fail("used before")
        self.seen.add(claims["jti"])
        return key.thumbprint()

    def fail(self, why):
        self.rejections.append(why)
        raise Rejection("use_dpop_nonce" if why == "use_dpop_nonce" else "invalid_dpop_proof")
