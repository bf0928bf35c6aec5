"""Checks the workflows in .github/workflows, those of the documents, and the composite action, action.yml: their keys, the ids of
their steps, the inputs and outputs that they name, and the syntax of their shell commands. If `actionlint` is installed,
it checks the workflows too.

usage: check_actions.py SOURCE      the folder of the sources
"""

import pathlib
import re
import shutil
import subprocess
import sys

try:
    import yaml
except ImportError:
    sys.exit("check_actions.py reads YAML with PyYAML: apt-get install python3-yaml")

WORKFLOW_KEYS = {"name", "on", "permissions", "concurrency", "env", "defaults", "jobs"}
JOB_KEYS = {"name", "needs", "if", "runs-on", "container", "timeout-minutes", "permissions", "strategy", "env", "outputs",
            "steps"}
STEP_KEYS = {"name", "id", "if", "uses", "with", "run", "shell", "env", "working-directory", "continue-on-error",
             "timeout-minutes"}
ACTION_KEYS = {"name", "description", "author", "inputs", "outputs", "runs", "branding"}
EXPRESSION = re.compile(r"\$\{\{(.*?)\}\}", re.DOTALL)
CONTEXTS = {"github", "inputs", "steps", "runner", "env", "matrix", "needs", "secrets", "job"}


def unknown_keys(where, value, allowed):
    for key in value:
        if key not in allowed:
            yield f"{where}: there is no key '{key}'; there are {', '.join(sorted(map(str, allowed)))}"


def step_problems(where, step, source, needs_shell):
    yield from unknown_keys(where, step, STEP_KEYS)
    if ("uses" in step) == ("run" in step):
        yield f"{where}: a step has either 'uses' or 'run'"
    if "with" in step and "uses" not in step:
        yield f"{where}: only a step with 'uses' has 'with'"
    if needs_shell and "run" in step and "shell" not in step:
        yield f"{where}: a step of a composite action names its shell"
    if "uses" in step and not re.fullmatch(r"\./.*|[\w-]+/[\w./-]+@[\w.-]+", step["uses"]):
        yield f"{where}: '{step['uses']}' is neither OWNER/NAME@VERSION nor a folder that begins with ./"
    if "run" not in step:
        return
    parsed = subprocess.run(["bash", "-n"], input=step["run"], capture_output=True, text=True)
    if parsed.returncode != 0:
        yield f"{where}: bash cannot read the command: {parsed.stderr.strip()}"
    for script in re.findall(r"(?:^|[\s/\"])((?:scripts|\.ci)/[\w-]+)", step["run"]):
        if not (source / script).exists():
            yield f"{where}: {script} does not exist"
    # GitHub inserts the value between ${{ and }} into the command unchanged. So whoever opens a pull request could
    # choose what runs.
    if EXPRESSION.search(step["run"]):
        yield f"{where}: a command reads an expression from a variable of 'env', and never has it in its text"


def expression_problems(where, text, inputs, steps):
    """Returns problems of the expressions in a text: contexts that do not exist, and inputs and steps that are not
    declared."""
    for expression in EXPRESSION.findall(text):
        for context, name in re.findall(r"\b([a-z]+)\.([\w-]+)", re.sub(r"'[^']*'", "", expression)):
            if context not in CONTEXTS and context != "outputs":
                yield f"{where}: there is no context '{context}' in ${{{{{expression}}}}}"
            elif context == "inputs" and name not in inputs:
                yield f"{where}: there is no input '{name}'"
            elif context == "steps" and name not in steps:
                yield f"{where}: there is no step with the id '{name}'"


def workflow_problems(file, source):
    workflow = yaml.safe_load(file.read_text())
    # YAML 1.1 reads the key `on` as the truth value True.
    workflow = {("on" if key is True else key): value for key, value in workflow.items()}
    yield from unknown_keys(file.name, workflow, WORKFLOW_KEYS)
    for key in ("name", "on", "jobs"):
        if key not in workflow:
            yield f"{file.name}: there is no '{key}'"
    yield from job_problems(file, workflow, source)


def document_problems(file, source):
    """Returns problems of the jobs that a document shows."""
    for block in re.findall(r"^```yaml\n(.*?)^```", file.read_text(), re.MULTILINE | re.DOTALL):
        yield from job_problems(file, yaml.safe_load(block), source)


def job_problems(file, workflow, source):
    for name, job in workflow.get("jobs", {}).items():
        where = f"{file.name}: {name}"
        yield from unknown_keys(where, job, JOB_KEYS)
        for key in ("runs-on", "steps"):
            if key not in job:
                yield f"{where}: there is no '{key}'"
        needed = job.get("needs", [])
        for other in [needed] if isinstance(needed, str) else needed:
            if other not in workflow["jobs"]:
                yield f"{where}: needs the job '{other}', which does not exist"
        steps = job.get("steps", [])
        for number, step in enumerate(steps, 1):
            yield from step_problems(f"{where}: step {number}", step, source, needs_shell=False)
            if step.get("uses") == "./" or step.get("uses", "").startswith("OWNER/modecheck@"):
                yield from use_problems(f"{where}: step {number}", step, source / "action.yml")
        yield from expression_problems(where, yaml.safe_dump(job), {}, {step.get("id") for step in steps})


def use_problems(where, step, action_file):
    """Returns problems of a step that uses this repository's action: inputs that are missing, or that do not exist."""
    inputs = yaml.safe_load(action_file.read_text())["inputs"]
    given = step.get("with", {})
    for name in given:
        if name not in inputs:
            yield f"{where}: action.yml has no input '{name}'"
    for name, facts in inputs.items():
        if facts.get("required") and name not in given:
            yield f"{where}: action.yml requires the input '{name}'"


def action_problems(file, source):
    action = yaml.safe_load(file.read_text())
    yield from unknown_keys(file.name, action, ACTION_KEYS)
    for key in ("name", "description", "runs"):
        if key not in action:
            yield f"{file.name}: there is no '{key}'"
            return
    for group in ("inputs", "outputs"):
        for name, facts in action.get(group, {}).items():
            if "description" not in facts:
                yield f"{file.name}: '{name}' has no description"
            if group == "inputs" and not facts.get("required") and "default" not in facts:
                yield f"{file.name}: '{name}' is not required and has no default"
    if action["runs"].get("using") != "composite":
        yield f"{file.name}: it is not a composite action"
    steps = action["runs"].get("steps", [])
    for number, step in enumerate(steps, 1):
        yield from step_problems(f"{file.name}: step {number}", step, source, needs_shell=True)
    inputs, ids = action.get("inputs", {}), {step.get("id") for step in steps}
    yield from expression_problems(file.name, file.read_text(), inputs, ids)
    used = set(re.findall(r"\binputs\.([\w-]+)", file.read_text()))
    for name in inputs:
        if name not in used:
            yield f"{file.name}: the input '{name}' is not used"
    # The script judge-plugin sets the outputs of the action with lines NAME=VALUE.
    script = (source / "scripts/judge-plugin").read_text()
    for name in action.get("outputs", {}):
        if f'echo "{name}=' not in script:
            yield f"{file.name}: scripts/judge-plugin does not set the output '{name}'"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    source = pathlib.Path(sys.argv[1])
    workflows = sorted((source / ".github/workflows").glob("*.yml"))
    problems = list(action_problems(source / "action.yml", source))
    for file in workflows:
        problems += workflow_problems(file, source)
    for document in ("docs/INSTALL.md", "docs/CAMPAIGNS.md"):
        problems += document_problems(source / document, source)
    if not workflows:
        problems.append(".github/workflows holds no workflow")
    if linter := shutil.which("actionlint"):
        linted = subprocess.run([linter, *workflows], capture_output=True, text=True)
        problems += linted.stdout.splitlines()
    print("\n".join(problems) or f"action.yml and {len(workflows)} workflows, no problem")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
