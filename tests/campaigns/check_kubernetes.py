"""Checks examples/campaigns/kubernetes.yaml and examples/campaigns/Dockerfile.

usage: check_kubernetes.py run SOURCE MODECHECK     runs the container's command on this machine for each index of a
                                                    small job, joins the results, and compares them with one run; checks
                                                    what the job does for each exit code; checks the Dockerfile
       check_kubernetes.py schema SOURCE VERSION    checks the manifest against the schemas of that version of
                                                    Kubernetes (the package kubernetes-validate of PyPI), and that the
                                                    schemas reject mistakes
"""

import copy
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

import yaml

# What has to happen after each exit code that `modecheck --help` lists.
WANTED = {0: "success", 1: "FailIndex", 2: "FailIndex", 3: "FailIndex", 4: "again", 130: "again", 143: "again"}
KILLED = 137  # the exit code of a container that was killed, for example because memory ran out
SHARDS = 4


def documents(source):
    return list(yaml.safe_load_all((source / "examples/campaigns/kubernetes.yaml").read_text()))


def job_of(source):
    return next(one for one in documents(source) if one["kind"] == "Job")


def container_of(job):
    return job["spec"]["template"]["spec"]["containers"][0]


def outcome(job, code, disrupted=False):
    """Returns what the rules of podFailurePolicy, of which the first that matches holds, make of a pod that ended."""
    if code == 0:
        return "success"
    for rule in job["spec"]["podFailurePolicy"]["rules"]:
        conditions = rule.get("onPodConditions", [])
        if disrupted and any(one["type"] == "DisruptionTarget" and one["status"] == "True" for one in conditions):
            return rule["action"]
        codes = rule.get("onExitCodes")
        if codes and codes["containerName"] == container_of(job)["name"]:
            if (code in codes["values"]) == (codes["operator"] == "In"):
                return rule["action"]
    return "again"


def policy_problems(job, modecheck):
    text = subprocess.run([modecheck, "--help"], capture_output=True, text=True, check=True).stdout
    codes = [int(code) for code in re.findall(r"^\s+(\d+)\s", text[text.index("Exit codes:"):], re.MULTILINE)]
    if sorted(codes) != sorted(WANTED):
        yield f"modecheck --help lists the exit codes {codes}, and this check those of {sorted(WANTED)}"
    for code, wanted in {**WANTED, KILLED: "again"}.items():
        if (found := outcome(job, code)) != wanted:
            yield f"after the exit code {code} the job does '{found}', and not '{wanted}'"
    if (found := outcome(job, KILLED, disrupted=True)) != "Ignore":
        yield f"after a disruption the job does '{found}', and not 'Ignore'"
    spec = job["spec"]
    if spec["completionMode"] != "Indexed" or spec["template"]["spec"]["restartPolicy"] != "Never":
        yield "the job is not indexed, or its pods restart by themselves, and then there is no podFailurePolicy"
    if spec["backoffLimitPerIndex"] < 1:
        yield "backoffLimitPerIndex allows no second try"
    shards = next(one["value"] for one in container_of(job)["env"] if one["name"] == "SHARDS")
    if int(shards) != spec["completions"]:
        yield f"SHARDS is {shards}, and completions {spec['completions']}"


def run_job(job, modecheck, folder):
    """Runs the command of each pod, and kills one pod once. Returns the files of the results."""
    container = container_of(job)
    words = [*container["command"], *container["args"]]
    base = {one["name"]: one["value"] for one in container["env"]}
    base |= {"PATH": f"{modecheck.parent}:{os.environ['PATH']}", "PROGRAMS": "40000", "SLICE": "512",
             "SHARDS": str(SHARDS), "RESULTS": str(folder)}
    out = []
    for index in range(SHARDS):
        environment = base | {"JOB_COMPLETION_INDEX": str(index)}
        out.append(folder / f"shard{index + 1}.jsonl")
        if index == 1:
            killed = subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL)
            while killed.poll() is None and not (out[-1].exists() and '"slice"' in out[-1].read_text()):
                pass
            killed.kill()
            if (code := killed.wait()) != -signal.SIGKILL:
                sys.exit(f"index {index} ended with {code} before it was killed, so nothing was tried")
        ran = subprocess.run(words, env=environment, capture_output=True, text=True)
        if ran.returncode != 0:
            sys.exit(f"index {index} ended with {ran.returncode}:\n{ran.stdout}{ran.stderr}")
    return out


def shard_problems(job, modecheck):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        files = run_job(job, modecheck, folder)
        whole = [modecheck, "run", "--subjects", "engine:cpu", "--programs", "40000", "--slice", "512",
                 "--no-controls", "--quiet", "--results", folder / "whole.jsonl"]
        subprocess.run(whole, check=True, stdout=subprocess.DEVNULL)
        for name, parts in {"whole": [folder / "whole.jsonl"], "shards": files[::-1]}.items():
            subprocess.run([modecheck, "merge", *parts, "--output", folder / name], check=True,
                           stdout=subprocess.DEVNULL)
        if (folder / "whole").read_bytes() != (folder / "shards").read_bytes():
            yield "the pods together have other results than one run"


def dockerfile_problems(source):
    text = (source / "examples/campaigns/Dockerfile").read_text()
    lines = [line.partition(" ")[::2] for line in text.splitlines() if line and not line.startswith("#")]
    steps = dict(lines)
    if unknown := set(steps) - {"FROM", "COPY", "RUN", "USER", "ENTRYPOINT"}:
        yield f"the Dockerfile has {', '.join(sorted(unknown))}, which this check does not know"
    if list(steps)[0] != "FROM" or steps["FROM"] != "debian:12":
        yield "the image does not begin with debian:12, for which the packages are made"
    copied = steps["COPY"].split()[0]
    written = re.search(r"^folder=(\S+)$", (source / "scripts/package").read_text(), re.MULTILINE)[1]
    if copied != f"{written}/modecheck_*.deb":
        yield f"the Dockerfile copies {copied}, and scripts/package writes modecheck_*.deb to {written}"
    if (source / written).is_dir() and not list(source.glob(copied)):
        yield f"there is no file {copied}, although scripts/package has run"
    if subprocess.run(["bash", "-n"], input=steps["RUN"], text=True).returncode != 0:
        yield "bash cannot read the command of RUN"
    if steps["ENTRYPOINT"] != '["modecheck"]':
        yield "the image does not start modecheck"
    user = container_user(job_of(source))
    if steps["USER"] != user:
        yield f"the image runs as {steps['USER']}, and the job's pods as {user}"


def container_user(job):
    context = job["spec"]["template"]["spec"]["securityContext"]
    return f"{context['runAsUser']}:{context['runAsGroup']}"


def schema_problems(source, version):
    import kubernetes_validate

    def rejected(document):
        try:
            kubernetes_validate.validate(document, version, strict=True)
        except kubernetes_validate.ValidationError as error:
            return str(error).splitlines()[0]
        return None

    for document in documents(source):
        if problem := rejected(document):
            yield f"{document['kind']}: {problem}"
    # The check itself must be able to fail.
    for mistake in ("backoffLimitForIndex", "podFailurePolicies"):
        wrong = copy.deepcopy(job_of(source))
        wrong["spec"][mistake] = 1
        if not rejected(wrong):
            yield f"the schema does not reject the key {mistake}"
    wrong = copy.deepcopy(job_of(source))
    wrong["spec"]["podFailurePolicy"]["rules"][0]["action"] = 1
    if not rejected(wrong):
        yield "the schema does not reject an action that is a number"


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in ("run", "schema"):
        sys.exit(__doc__)
    source = pathlib.Path(sys.argv[2])
    if sys.argv[1] == "schema":
        problems = list(schema_problems(source, sys.argv[3]))
    else:
        modecheck = pathlib.Path(sys.argv[3]).resolve()
        job = job_of(source)
        problems = [*policy_problems(job, modecheck), *dockerfile_problems(source), *shard_problems(job, modecheck)]
    print("\n".join(problems) or f"the Job of Kubernetes, {sys.argv[1]}: no problem")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
