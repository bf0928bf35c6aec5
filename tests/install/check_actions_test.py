"""Plants one mistake at a time into a copy of the workflow and the action; check_actions.py must name each.

usage: check_actions_test.py SOURCE      the folder of the sources
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

CHECK = pathlib.Path(__file__).with_name("check_actions.py")
# Each entry holds a file, the text to replace, the mistake that replaces it, and what the check must say.
MISTAKES = (
    ("action.yml", "using: composite", "using: composit", "it is not a composite action"),
    ("action.yml", "      shell: bash\n", "", "a step of a composite action names its shell"),
    ("action.yml", "${{ inputs.seed }}", "${{ inputs.sed }}", "there is no input 'sed'"),
    ("action.yml", "id: judge", "id: run", "there is no step with the id 'judge'"),
    ("action.yml", "scripts/judge-plugin\"", "scripts/judge\"", "scripts/judge does not exist"),
    ("action.yml", "\n  junit:\n", "\n  xml:\n", "does not set the output 'xml'"),
    ("action.yml", "    required: false\n    default: \"1\"\n", "    required: false\n",
     "'seed' is not required and has no default"),
    (".github/workflows/ci.yml", "    runs-on: ubuntu-24.04\n", "    runson: ubuntu-24.04\n", "there is no key 'runson'"),
    (".github/workflows/ci.yml", "run: scripts/run", "run: scripts/ran", "scripts/ran does not exist"),
    (".github/workflows/ci.yml", "actions/checkout@v4", "actions/checkout", "is neither OWNER/NAME@VERSION"),
    (".github/workflows/ci.yml", "run: .ci/run", "run: if .ci/run", "bash cannot read the command"),
    (".github/workflows/ci.yml", "run: .ci/run", "run: .ci/run ${{ github.ref }}", "reads an expression from a variable"),
    (".github/workflows/ci.yml", "          plugin: ", "          plug-in: ", "requires the input 'plugin'"),
    ("docs/INSTALL.md", "          plugin: ", "          plug-in: ", "action.yml has no input 'plug-in'"),
)


def said_of(source, folder, file, right, wrong):
    """Returns what the check prints about a copy in which `wrong` replaces `right`."""
    copy = pathlib.Path(folder)
    for name in (".github", "action.yml", "scripts", ".ci", "docs"):
        if (copy / name).is_dir():
            shutil.rmtree(copy / name)
        if (source / name).is_dir():
            shutil.copytree(source / name, copy / name)
        else:
            shutil.copy(source / name, copy / name)
    text = (copy / file).read_text()
    if right not in text:
        return f"the test is out of date: {file} has no {right!r}"
    (copy / file).write_text(text.replace(right, wrong, 1))
    return subprocess.run([sys.executable, CHECK, copy], capture_output=True, text=True).stdout


def main():
    source = pathlib.Path(sys.argv[1])
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        for file, right, wrong, wanted in MISTAKES:
            said = said_of(source, folder, file, right, wrong)
            if wanted not in said:
                missed.append(f"{file} with {wrong!r}: expected {wanted!r}, and the check says:\n{said}")
    print("\n".join(missed) or f"{len(MISTAKES)} mistakes are found")
    sys.exit(1 if missed else 0)


main()
