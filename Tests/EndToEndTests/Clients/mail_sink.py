"""A mail server for tests: it prints its port, then one line of JSON for each message that it accepts.

    mail_sink.py SECURITY BEHAVIOUR [CERTIFICATE KEY] [USER PASSWORD]

SECURITY is starttls, tls or none. BEHAVIOUR is accept, busy (451 for the first message), reject (550 for the recipient),
reject-first (550 for the recipient of the first message), reject-named (550 for the first message to each recipient whose
name begins with "reject"), spam (554 for the content, which quotes it), slow (no response to the content), hang-up (the
connection ends in the content) or closed (554 as the greeting). With the suffix +ignore-quit, QUIT gets no response.
"""
import asyncio
import json
import ssl
import sys
from email import message_from_bytes, policy

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword


class Sink:
    def __init__(self, behaviour):
        self.behaviour, _, suffix = behaviour.partition("+")
        self.ignores_quit = suffix == "ignore-quit"
        self.rejected = 0
        self.named = set()

    async def handle_RCPT(self, server, session, envelope, address, options):
        if self.behaviour == "reject":
            return "550 5.1.1 no such mailbox"
        if self.behaviour in ("busy", "reject-first") and self.rejected == 0:
            self.rejected += 1
            return "451 4.3.0 try again later" if self.behaviour == "busy" else "550 5.1.1 no such mailbox"
        if self.behaviour == "reject-named" and address.startswith("reject") and address not in self.named:
            self.named.add(address)
            return "550 5.1.1 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        message = message_from_bytes(envelope.content, policy=policy.default)
        parts = {part.get_content_type(): part.get_content().replace("\r\n", "\n") for part in message.walk() if not part.is_multipart()}
        if self.behaviour == "slow":
            await asyncio.sleep(3600)
        if self.behaviour == "hang-up":
            server.transport.abort()
            return "421 never sent"
        if self.behaviour == "spam":
            return "554 5.7.1 rejected content: " + " ".join(parts["text/plain"].split())
        print(json.dumps({
            "hello": session.host_name,
            "isEncrypted": server.transport.get_extra_info("ssl_object") is not None,
            "user": session.auth_data,
            "sender": envelope.mail_from,
            "recipients": envelope.rcpt_tos,
            "fields": [[name, str(value)] for name, value in message.items()],
            "text": parts.get("text/plain"),
            "html": parts.get("text/html"),
            "raw": envelope.content.decode("ascii"),
            "defects": [str(defect) for part in message.walk() for defect in part.defects],
        }), flush=True)
        return "250 OK"

    async def handle_QUIT(self, server, session, envelope):
        if self.ignores_quit:
            await asyncio.sleep(3600)
        return "221 Bye"


class Closed(asyncio.Protocol):
    def connection_made(self, transport):
        transport.write(b"554 no service for you\r\n")
        transport.close()


def authenticator(user, password):
    def check(server, session, envelope, mechanism, data):
        if isinstance(data, LoginPassword) and (data.login, data.password) == (user.encode(), password.encode()):
            return AuthResult(success=True, auth_data=user)
        return AuthResult(success=False, handled=False)
    return check


async def main(security, behaviour, *rest):
    context = None
    if security != "none":
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(rest[0], rest[1])
        rest = rest[2:]
    options = {"hostname": "sink.test", "enable_SMTPUTF8": False}
    if rest:
        options |= {"authenticator": authenticator(*rest), "auth_required": True,
                    "auth_require_tls": security == "starttls"}
    if security == "starttls":
        options |= {"tls_context": context, "require_starttls": True}
    sink = Sink(behaviour)
    server = await asyncio.get_running_loop().create_server(
        (lambda: Closed()) if behaviour == "closed" else (lambda: SMTP(sink, **options)),
        "127.0.0.1", 0, ssl=context if security == "tls" else None)
    print(json.dumps({"port": server.sockets[0].getsockname()[1]}), flush=True)
    await server.serve_forever()


asyncio.run(main(*sys.argv[1:]))
