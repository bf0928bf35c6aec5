"""Mismatches that are known and accepted, each with its reason (accepted.txt)."""

import re

from accepted_row import AcceptedRow

KEYS = ("accept", "reason", "rule", "issue")


class AcceptedError(Exception):
    """The list has another form."""


class Accepted:
    def __init__(self, text, where="accepted.txt"):
        self.rows = []
        for number, line in enumerate(text.splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            key, _, value = line.partition(" ")
            if key not in KEYS or not value.strip() or (key != "accept" and not self.rows):
                raise AcceptedError(f"{where}:{number}: expected 'accept PROPERTY | OPERATOR | WHAT', and below it 'reason', "
                                    f"'rule' or 'issue', found: {line}")
            if key == "accept":
                self.rows.append(AcceptedRow(self.patterns(value, f"{where}:{number}"), f"{where}:{number}"))
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

    def row_of(self, mismatch):
        return next((row for row in self.rows if row.matches(mismatch)), None)
