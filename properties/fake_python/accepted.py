"""Departures that are known and accepted, each with its reason (accepted.txt)."""

import re

KEYS = ("accept", "reason", "issue")


class AcceptedError(Exception):
    """The list has another form."""


class Row:
    def __init__(self, patterns, where):
        self.text = " | ".join(pattern.pattern for pattern in patterns)
        self.patterns = patterns
        self.where = where
        self.reason = self.issue = ""
        self.programs = 0

    def matches(self, departure):
        parts = (departure["property"], departure["operator"], departure["what"])
        return all(pattern.fullmatch(part) for pattern, part in zip(self.patterns, parts))


class Accepted:
    def __init__(self, text, where="accepted.txt"):
        self.rows = []
        for number, line in enumerate(text.splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            key, _, value = line.partition(" ")
            if key not in KEYS or not value.strip() or (key != "accept" and not self.rows):
                raise AcceptedError(f"{where}:{number}: expected 'accept PROPERTY | OPERATOR | WHAT', and below it 'reason' or "
                                    f"'issue', found: {line}")
            if key == "accept":
                self.rows.append(Row(self.patterns(value, f"{where}:{number}"), f"{where}:{number}"))
            else:
                setattr(self.rows[-1], key, " ".join(filter(None, (getattr(self.rows[-1], key), value.strip()))))
        for row in self.rows:
            if not row.reason:
                raise AcceptedError(f"{row.where}: there is no line 'reason' that says why this is accepted")

    @staticmethod
    def patterns(value, where):
        parts = [part.strip() for part in value.split(" | ")]
        if len(parts) != 3:
            raise AcceptedError(f"{where}: expected three patterns with ' | ' between them, found: {value}")
        try:
            return [re.compile(part) for part in parts]
        except re.error as error:
            raise AcceptedError(f"{where}: {value}: {error}") from error

    def row_of(self, departure):
        return next((row for row in self.rows if row.matches(departure)), None)
