"""Reads the registry of fuzz targets, fuzz/targets.json."""

import dataclasses
import json


class RegistryError(Exception):
    """Says what is wrong with the registry, or with a choice of targets."""


@dataclasses.dataclass
class Target:
    """One fuzz target. The JSON object in the registry has the same keys."""

    name: str
    what: str  # what is judged, as a phrase
    program: str  # the name of the libFuzzer program; several targets may share one
    weight: int  # the share of the campaign's time, relative to the other targets
    longest: int  # the longest input, in bytes
    seeds: str  # which inputs the campaign begins with (seeds.py)
    environment: dict = dataclasses.field(default_factory=dict)
    without: list = dataclasses.field(default_factory=list)  # programs that are no seeds, without ".prog"
    needs: str = ""  # a file without which the target cannot run
    words: list = dataclasses.field(default_factory=list)  # a dictionary for libFuzzer's mutations
    timeout: int = 10  # an input that takes longer, in seconds, is a finding

    @property
    def leaks_are_judged(self):
        """libtorch never frees some of its memory."""
        return not self.environment.get("MODECHECK_FUZZ_SUBJECT", "engine:cpu").startswith("torch")

    @property
    def judges_programs(self):
        return self.program == "fuzz_programs"


def read(file):
    """Returns the targets of a registry. Raises RegistryError if an entry is malformed or two have the same name."""
    known = {field.name for field in dataclasses.fields(Target)}
    out = []
    for entry in json.loads(file.read_text()):
        if unknown := set(entry) - known:
            raise RegistryError(f"{file}: {entry.get('name')} has unknown keys: {', '.join(sorted(unknown))}")
        try:
            out.append(Target(**entry))
        except TypeError as error:
            raise RegistryError(f"{file}: {entry.get('name')}: {error}") from error
        if out[-1].weight < 1:
            raise RegistryError(f"{file}: the weight of {out[-1].name} must be at least 1")
    names = [target.name for target in out]
    if len(set(names)) != len(names):
        raise RegistryError(f"{file}: two targets have the same name")
    return out


def chosen(targets, names):
    """Returns the targets with these names, or all if there are none."""
    for name in names:
        if name not in [target.name for target in targets]:
            raise RegistryError(f"there is no target {name}; the targets are {', '.join(target.name for target in targets)}")
    return [target for target in targets if not names or target.name in names]
