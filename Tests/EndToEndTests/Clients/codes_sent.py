"""The links and codes that a server has sent: from the emulator's lists, or from the files of the sinks of the tests."""

import json
import os
import pathlib
import re

import requests
from browser import until
from check import BASE


def listed(name):
    return requests.get(f"{BASE}/emulator/v1/projects/example/{name}", timeout=120).json()[name]


def lines(variable):
    # The first line has the port; a last line without its end is still being written.
    return [json.loads(line) for line in pathlib.Path(os.environ[variable]).read_text().split("\n")[1:-1]]


def link(email, mode):
    """The newest link of a mode to an address."""
    def find():
        if "CARDEA_MAIL" not in os.environ:
            links = [code["oobLink"] for code in listed("oobCodes") if email in (code["email"], code.get("newEmail"))]
        else:
            texts = [message["text"] for message in lines("CARDEA_MAIL") if message["recipients"] == [email]]
            links = [found for text in texts for found in re.findall(r"https?://\S+", text)]
        return [link for link in links if f"mode={mode}" in link]
    return until(f"a message to {email}", find)[-1]


def text_code(number, count=1):
    """The code of the newest of so many text messages to a number."""
    def find():
        if "CARDEA_SMS" not in os.environ:
            # The emulator lists no code that was used.
            return [sent["code"] for sent in listed("verificationCodes") if sent["phoneNumber"] == number]
        codes = [sent["message"]["code"] for sent in lines("CARDEA_SMS") if sent["message"]["to"] == number]
        return codes if len(codes) >= count else None
    return until(f"a message to {number}", find)[-1]
