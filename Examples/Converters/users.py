"""What the converters share: the lines for 'cardea user import', and the report of what does not come along."""

import json
import re
import sys
from collections import Counter
from datetime import datetime, timedelta, timezone

CLAIMS_LIMIT = 1000
START = datetime(1970, 1, 1, tzinfo=timezone.utc)


def milliseconds(text):
    """Milliseconds since 1970 of a moment in ISO 8601."""
    if not text:
        return None
    moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=timezone.utc)
    return (moment - START) // timedelta(milliseconds=1)


class Users:
    """Writes users to the standard output, and counts what is left behind."""

    def __init__(self):
        self.count = 0
        self.losses = Counter()
        self.failures = 0

    def lose(self, what):
        """Notes that something of the present user has no place in Cardea."""
        self.losses[what] += 1

    def fail(self, who, reason):
        """Reports a user who is not converted."""
        self.failures += 1
        print(f"{who}: {reason}", file=sys.stderr)

    def write(self, fields, claims=None):
        """Writes one user; empty fields are left out."""
        claims = {name: value for name, value in (claims or {}).items() if value}
        if claims:
            text = json.dumps(claims, ensure_ascii=False, separators=(",", ":"))
            if len(text.encode()) <= CLAIMS_LIMIT:
                fields["customClaims"] = text
            else:
                self.lose(f"claims of more than {CLAIMS_LIMIT} bytes")
        kept = {name: value for name, value in fields.items() if value not in (None, "", False, [])}
        print(json.dumps(kept, ensure_ascii=False, separators=(",", ":")))
        self.count += 1

    def finish(self):
        """Prints the report, and ends the program."""
        print(f"{self.count} users are converted, {self.failures} are not.", file=sys.stderr)
        for what, count in sorted(self.losses.items()):
            print(f"Not converted: {what} ({count} users)", file=sys.stderr)
        sys.exit(1 if self.failures else 0)


def main(convert, usage):
    """Runs a converter on the files of the command line."""
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        print(usage, file=sys.stderr)
        sys.exit(2)
    sys.stdout.reconfigure(encoding="utf-8")
    users = Users()
    try:
        convert(sys.argv[1:], users)
    except (OSError, ValueError) as error:
        print(f"The file cannot be read: {error}", file=sys.stderr)
        sys.exit(2)
    users.finish()


def is_provider(name):
    """Whether a name is one that Cardea accepts for a provider."""
    return len(name) <= 128 and re.fullmatch(r"[A-Za-z0-9_-][A-Za-z0-9._-]*\.[A-Za-z0-9._-]*[A-Za-z0-9_-]", name) is not None


def parse(text, path, first_line=1):
    """The value of a text of JSON; an error names the file and the line."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"{path}, line {first_line + error.lineno - 1}: {error.msg}") from None
    except RecursionError:
        raise ValueError(f"{path}, line {first_line}: the JSON is nested too deep") from None


def objects(elements, path, what):
    """The elements of a list, if each is an object."""
    if not isinstance(elements, list):
        raise ValueError(f"{path}: {what} is not a list")
    for position, element in enumerate(elements):
        if not isinstance(element, dict):
            raise ValueError(f"{path}, {what}[{position}]: the element is not an object: {json.dumps(element)[:40]}")
    return elements


def read_objects(path):
    """The objects of a file: a list of JSON, or one object in each line."""
    with open(path, encoding="utf-8-sig") as file:
        text = file.read()
    if text.lstrip().startswith("["):
        return objects(parse(text, path), path, "the list")
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            value = parse(line, path, number)
            if not isinstance(value, dict):
                raise ValueError(f"{path}, line {number}: the line is not an object: {line[:40]}")
            found.append(value)
    return found
