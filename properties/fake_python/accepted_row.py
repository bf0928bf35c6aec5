"""A kind of mismatch that is known and accepted."""

import collections


class AcceptedRow:
    def __init__(self, patterns, where):
        self.text = " | ".join(pattern.pattern for pattern in patterns)
        self.patterns = patterns
        self.where = where
        self.reason = self.rule = self.issue = ""
        self.programs = 0
        self.operators = collections.Counter()

    def matches(self, mismatch):
        parts = (mismatch["property"], mismatch["operator"], mismatch["what"])
        return all(pattern.fullmatch(part) for pattern, part in zip(self.patterns, parts))
