"""Checks that a document shows what a program prints: check_shown_output.py DOCUMENT PROGRAM

One of the document's code blocks must be the program's whole output, and the program must exit with 0.
"""

import pathlib
import re
import subprocess
import sys


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    document, program = sys.argv[1:]
    run = subprocess.run([program], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"{program} exits with {run.returncode}:\n{run.stdout}{run.stderr}")
    blocks = re.findall(r"^```\w*\n(.*?)^```$", pathlib.Path(document).read_text(), re.MULTILINE | re.DOTALL)
    if run.stdout not in blocks:
        sys.exit(f"no code block of {document} is what {program} prints:\n{run.stdout}")


if __name__ == "__main__":
    main()
