"""Builds the site, and looks at it with a browser: every page wide and narrow, and the search, all from file://.

usage: site_test.py SOURCE BUILD      the folders of the sources and of the build

The test needs PyPI, Doxygen and Chromium. Where one is missing it skips itself, which MODECHECK_REQUIRE_ALL=1 makes a failure unless
tests/allowed_skips.txt lists the test.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

NAME = "the-site-is-built"
SKIPPED = 77
VENV = "build/docs/venv/installed.txt"


def skip(source, reason):
    listed = [line.split()[0] for line in (source / "tests/allowed_skips.txt").read_text().splitlines() if line and line[0] != "#"]
    print(f"skipped: {reason}")
    sys.exit(1 if os.environ.get("MODECHECK_REQUIRE_ALL") == "1" and NAME not in listed else SKIPPED)


def can_install():
    """Whether pip can reach an index. Asks pip itself, because pip knows the settings of this machine."""
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, "alabaster==1.0.0"],
                              capture_output=True, timeout=300, check=False).returncode == 0


def notices_a_wide_page(tools):
    """Whether the tool that takes pictures reports a page that does not fit into its window."""
    with tempfile.TemporaryDirectory() as folder:
        site = pathlib.Path(folder) / "site"
        site.mkdir()
        (site / "wide.html").write_text('<article><p style="width:2000px">wide</p></article>')
        ran = subprocess.run([sys.executable, tools / "screenshots.py", site, site / "out"], capture_output=True, text=True, check=False)
    print(f"a page of 2,000 pixels: {ran.stdout}")
    return ran.returncode == 1 and "wide.html (narrow): is 20" in ran.stdout


def search_works(site, tools):
    """Whether the search page finds a word, without a network and without a server."""
    sys.path.insert(0, str(tools))
    import screenshots
    with tempfile.TemporaryDirectory() as folder:
        page = screenshots.chromium(folder, "--dump-dom", (site / "search.html").as_uri() + "?q=InferenceMode").stdout
    found = page.count('<li class="kind-')
    print(f"the search for InferenceMode lists {found} pages")
    return found > 3


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    source, build = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    if build != source / "build/release":
        skip(source, "scripts/docs asks the command of build/release")
    for program in ("doxygen", "chromium"):
        if not shutil.which(program):
            skip(source, f"there is no {program}")
    wanted = (source / "docs/site/requirements.txt").read_text()
    if not ((source / VENV).is_file() and (source / VENV).read_text() == wanted) and not can_install():
        skip(source, "PyPI cannot be reached, and build/docs/venv is not there")
    subprocess.run([source / "scripts/docs"], env=dict(os.environ, MODECHECK_SITE_QUICK="1"), check=True)
    tools = source / "docs/site/tools"
    taken = subprocess.run([sys.executable, tools / "screenshots.py", source / "build/site", source / "build/docs/pictures"], check=False)
    good = [taken.returncode == 0, search_works(source / "build/site", tools), notices_a_wide_page(tools)]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
