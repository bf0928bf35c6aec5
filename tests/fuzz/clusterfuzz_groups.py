"""Checks that ClusterFuzz's own parser tells mismatches of the fuzz target apart by their signatures.

usage: clusterfuzz_groups.py FOLDER
  FOLDER  files with what `fuzz_input judge` printed, each of a program with a mismatch
Prints how many signatures there are. Fails unless each signature makes one group, and there are at least 100.
"""

import collections
import pathlib
import re
import sys

from clusterfuzz import stacktraces

LEAST = 100
# What libFuzzer prints when a target aborts. The addresses differ from crash to crash.
TRAILER = """==%d== ERROR: libFuzzer: deadly signal
    #0 0x55d0%08x in __sanitizer_print_stack_trace (/out/fuzz_programs+0x%x)
    #1 0x7f00%08x in abort (/lib/x86_64-linux-gnu/libc.so.6+0x%x)
    #2 0x55d1%08x in LLVMFuzzerTestOneInput /src/modecheck/fuzz/programs/fuzz_programs.cpp:%d:5
SUMMARY: libFuzzer: deadly signal
"""


def group_of(text, number):
    """Returns the kind and the state by which ClusterFuzz takes two crashes for the same."""
    trailer = TRAILER % tuple(number * factor + 1 for factor in (1, 3, 5, 7, 11, 13, 1))
    parsed = stacktraces.StackParser(symbolized=True, detect_ooms_and_hangs=True).parse(text + trailer)
    return parsed.crash_type, parsed.crash_state


def main(folder):
    groups = collections.defaultdict(set)
    for number, file in enumerate(sorted(pathlib.Path(folder).iterdir())):
        text = file.read_text(errors="replace")
        signature = re.search(r"^mismatches: (.*)$", text, re.MULTILINE)
        if not signature:
            print(f"{file}: shows no mismatch", file=sys.stderr)
            return 1
        for again in (number, number + 1000):
            groups[signature.group(1)].add(group_of(text, again))
    split = [signature for signature, found in groups.items() if len(found) != 1]
    owners = collections.Counter(group for found in groups.values() for group in found)
    shared = [group for group, signatures in owners.items() if signatures != 1]
    print(f"{len(groups)} signatures, {len(owners)} groups")
    for signature in split:
        print(f"makes several groups: {signature}: {groups[signature]}", file=sys.stderr)
    for group in shared:
        print(f"holds several signatures: {group}", file=sys.stderr)
    return 1 if split or shared or len(groups) < LEAST else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
