"""Completes the page of the JSON: runs the verbs that write JSON, and lists every key with its type and its meaning. It also writes a
JSON schema of each result.

usage: json_keys.py OUT MODECHECK
"""

import fnmatch
import json
import pathlib
import subprocess
import sys
import tempfile

MEANINGS = pathlib.Path(__file__).with_suffix(".txt")
# Each writes every key that it can: findings of the canary, a subject that lacks operations, controls.
COMMANDS = [
    ("run", "modecheck run --subjects engine:cpu,canary:cpu,template:cpu --programs 200 --shrink 1"),
    ("exhaust", "modecheck exhaust --depth 2 --no-controls"),
    ("sweep", "modecheck sweep --programs 2000"),
    ("compare", "modecheck compare --subjects engine:cpu,canary:cpu --programs 100 --no-controls"),
    ("explore", "modecheck explore --depth 2"),
    ("operator", "modecheck operator kron record_stream"),
    ("known", "modecheck known as-strided-of-a-view"),
]
NAMES = {str: "text", bool: "true or false", int: "integer", float: "number", type(None): "null"}
# JSON schema's names of the same types.
SCHEMA_NAMES = {str: "string", bool: "boolean", int: "integer", float: "number"}
# Objects whose keys are data and not names.
BY_NAME = ("operations[].unsupported",)


def result_of(modecheck, command):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "result.json"
        ran = subprocess.run([modecheck, *command.split()[1:], "--json", file], capture_output=True, text=True)
        if ran.returncode not in (0, 1):
            sys.exit(f"`{command}` ended with {ran.returncode}:\n{ran.stderr}")
        return json.loads(file.read_text())


def keys(value, path=""):
    """The path and the type of every plain value."""
    if isinstance(value, dict):
        for name, inner in value.items():
            name = "*" if path in BY_NAME else name
            yield from keys(inner, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for inner in value:
            yield from keys(inner, path + "[]")
    else:
        yield path, type(value)


def schema(value, path=""):
    """A JSON schema that the value fits. Entries of a list are described together."""
    if isinstance(value, dict):
        if path in BY_NAME:
            return {"type": "object", "additionalProperties": {"type": "integer"}}
        return {"type": "object", "properties": {name: schema(inner, f"{path}.{name}" if path else name)
                                                 for name, inner in value.items()}}
    if isinstance(value, list):
        return {"type": "array", "items": merged([schema(inner, path + "[]") for inner in value])}
    # Where a run wrote null, another one may write anything.
    return {"type": SCHEMA_NAMES[type(value)]} if value is not None else {}


def merged(schemas):
    """One schema for all entries of a list."""
    types = sorted({one["type"] for one in schemas if isinstance(one.get("type"), str)})
    if types == ["object"] and all("properties" in one for one in schemas):
        names = {name: None for one in schemas for name in one["properties"]}
        return {"type": "object", "properties": {name: merged([one["properties"][name] for one in schemas if name in one["properties"]])
                                                 for name in names}}
    if len(types) > 1:
        return {"type": types}
    return schemas[0] if schemas and all(schemas) else {}


def meanings():
    """What each key means, and the rows of those that are written in some cases only."""
    out, sometimes = {}, []
    for number, line in enumerate(MEANINGS.read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        key, _, meaning = line.partition(" | ")
        if not meaning:
            sys.exit(f"{MEANINGS}:{number}: expected KEY | MEANING")
        out[key.lstrip("?")] = meaning
        if key.startswith("?"):
            sometimes.append(f"| `{key[1:]}` | {meaning} |")
    return out, sometimes


def table(result, told):
    types = {}
    for key, kind in keys(result):
        types.setdefault(key, {})[NAMES[kind]] = None
    rows, missing = ["| key | type | meaning |", "|---|---|---|"], []
    for key, kinds in types.items():
        meaning = told.get(key) or next((said for other, said in told.items() if "*" in other and fnmatch.fnmatchcase(
            key, other.replace("[]", "[[]]"))), None)
        if meaning is None:
            missing.append(key)
        rows.append(f"| `{key}` | {' or '.join(kinds)} | {meaning} |")
    if missing:
        sys.exit(f"{MEANINGS} has no line for {', '.join(missing)}")
    return "\n".join(rows) + "\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    out = pathlib.Path(sys.argv[1])
    (told, sometimes), parts = meanings(), []
    (out / "_static").mkdir(exist_ok=True)
    for verb, command in COMMANDS:
        result = result_of(sys.argv[2], command)
        described = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"modecheck {verb} --json", **schema(result)}
        (out / f"_static/{verb}.schema.json").write_text(json.dumps(described, indent=1) + "\n")
        parts.append(f'\n## {verb}\n\n<p>As a JSON schema: <a href="../_static/{verb}.schema.json">{verb}.schema.json</a></p>\n\n'
                     f"```bash\n{command} --json FILE\n```\n\n{table(result, told)}")
    parts.append("\n## Keys that are not always written\n\n| key | meaning |\n|---|---|\n" + "\n".join(sometimes) + "\n")
    with (out / "reference/json.md").open("a") as page:
        page.write("".join(parts))


if __name__ == "__main__":
    main()
