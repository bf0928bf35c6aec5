"""Answers like properties/fake_python/worker.py, without torch: programs with certain words show planted mismatches."""

import json
import os
import sys

print(json.dumps({"ready": "2.15.0+cpu"}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    source = request["source"]
    print(json.dumps({"at": "the real run"}), flush=True)
    if "die in the real run" in source:
        os._exit(7)
    print(json.dumps({"at": "the fake run"}), flush=True)
    if "die in the fake run" in source:
        os._exit(7)
    mismatches = []
    if "planted" in source or "touches it" in source and request["plant"] == "a fault":
        mismatches.append({"property": "fake predicts real", "operator": "add_", "what": "version", "detail": "", "command": 1})
    verdict = {"mismatches": mismatches, "agreed": 3, "ended": ["data-dependent", "nonzero"] if "nonzero" in source else None,
               "begins": 1, "symbols": 2, "other_sizes": True}
    print(json.dumps({"verdict": verdict}), flush=True)
