"""Unpacks wheels for scripts/reference, and finds the packages that they need.

unpack FOLDER SITE WHEELS PATTERN...   unpacks the files of the wheels that match a pattern into SITE
needs SITE                             prints the PyPI packages of the CUDA libraries that libtorch_cpu is linked to
"""

import fnmatch
import pathlib
import re
import subprocess
import sys
import zipfile

# Maps the name of a CUDA library, without its version, to the Python package that holds it.
CUDA_PACKAGES = {"libcudart.so": "nvidia-cuda-runtime", "libcupti.so": "nvidia-cuda-cupti"}


def unpack(folder, site, wheels, *patterns):
    found = sorted(pathlib.Path(folder).glob(wheels))
    if not found:
        sys.exit(f"{folder} holds no wheel {wheels}")
    for wheel in found:
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if any(fnmatch.fnmatch(name, pattern) for pattern in patterns):
                    archive.extract(name, site)


def linked(library):
    text = subprocess.run(["readelf", "-d", library], check=True, capture_output=True, text=True).stdout
    return re.findall(r"\(NEEDED\).*\[(.*)\]", text)


def requirement(package, metadata):
    # torch's metadata pins either the package itself, "nvidia-cuda-runtime-cu12==12.1.105", or the whole toolkit,
    # "cuda-toolkit[...]==13.2.2".
    pinned = re.search(rf"^Requires-Dist: ({package}(?:-cu\d+)?) ?\(?==([\w.]+)", metadata, re.MULTILINE)
    if pinned:
        return f"{pinned[1]}=={pinned[2]}"
    toolkit = re.search(r"^Requires-Dist: cuda-toolkit\[[^]]*\]==(\d+)\.(\d+)", metadata, re.MULTILINE)
    if toolkit:
        return f"{package}=={toolkit[1]}.{toolkit[2]}.*"
    sys.exit(f"libtorch_cpu is linked to a library of {package}, but the wheel does not say which version of it")


def needs(site):
    metadata = next(pathlib.Path(site).glob("torch-*/METADATA")).read_text()
    for library in linked(f"{site}/torch/lib/libtorch_cpu.so"):
        package = CUDA_PACKAGES.get(re.sub(r"\.so\..*", ".so", library))
        if package:
            print(requirement(package, metadata))


if __name__ == "__main__":
    {"unpack": unpack, "needs": needs}[sys.argv[1]](*sys.argv[2:])
