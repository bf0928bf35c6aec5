"""Takes pictures of every page of the site, wide and narrow, light and dark, and fails for a page that is wider than its window.

usage: screenshots.py SITE OUT [PAGE...]       all pages unless some are named; of a folder with many pages, a few

Chromium shows the page in a frame of the wanted width, so that a page is seen as a phone shows it.
"""

import concurrent.futures
import html
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

WIDTHS = {"wide": 1280, "narrow": 390}
HEIGHT = 1500
MANY = 30
FRAME = """<!doctype html><meta charset=utf-8><title>frame</title><body style="margin:0">
<iframe id=page src="{address}" style="width:{width}px;height:{height}px;border:0"></iframe><pre id=said></pre>
<script>
const frame = document.getElementById("page");
frame.onload = () => {{
  const page = frame.contentDocument;
  page.body.dataset.theme = "{theme}";
  const root = page.documentElement, wide = [];
  for (const part of page.querySelectorAll("article *, svg")) {{
    const box = part.getBoundingClientRect();
    let inside = false;
    for (let at = part; at && at !== page.body; at = at.parentElement)
      if (["auto", "scroll", "hidden"].includes(frame.contentWindow.getComputedStyle(at).overflowX)) inside = true;
    if (!inside && box.right > {width} + 1 && wide.length < 3) wide.push(part.tagName + "." + part.className + " to " + Math.round(box.right));
  }}
  document.getElementById("said").textContent = "SAID " + root.scrollWidth + " " + wide.join(", ");
}};
</script>"""


def browser():
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if shutil.which(name):
            return name
    sys.exit("there is no Chromium, which takes the pictures")


def chromium(folder, *words):
    command = [browser(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
               "--disable-background-networking", "--disable-component-update", "--no-first-run",
               "--host-resolver-rules=MAP * ~NOTFOUND", "--allow-file-access-from-files", "--virtual-time-budget=4000",
               f"--user-data-dir={folder}/browser", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def picture(page, out, size, theme):
    """Takes one picture, and says what is wrong with the page, or nothing."""
    width = WIDTHS[size]
    with tempfile.TemporaryDirectory() as folder:
        frame = pathlib.Path(folder) / "frame.html"
        frame.write_text(FRAME.format(address=html.escape(page.as_uri()), width=width, height=HEIGHT, theme=theme))
        shown = chromium(folder, f"--window-size={width},{HEIGHT}", f"--screenshot={out}", "--dump-dom", frame.as_uri())
        said = re.search(r"SAID (\d+) ?([^<]*)", shown.stdout)
    if not out.is_file():
        return f"{page.name}: no picture was taken"
    if not said:
        return f"{page.name}: the page did not load"
    if int(said[1]) > width + 1 or said[2]:
        return f"{page.name} ({size}): is {said[1]} wide in a window of {width}: {said[2]}"
    return ""


def wanted(site, named):
    if named:
        return [site / name for name in named]
    skipped = {"genindex.html", "search.html"}
    folders = {}
    for page in sorted(site.rglob("*.html")):
        if page.name not in skipped and "playground" not in page.relative_to(site).parts[:-1]:
            folders.setdefault(page.parent, []).append(page)
    # The pages of a folder with many were written by one generator, and look alike.
    return [page for pages in folders.values() for i, page in enumerate(pages)
            if len(pages) <= MANY or page.name == "index.html" or i % (len(pages) // 8) == 0]


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    site, out = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    out.mkdir(parents=True, exist_ok=True)
    tasks = []
    for number, page in enumerate(wanted(site, sys.argv[3:])):
        name = page.relative_to(site).with_suffix("").as_posix().replace("/", "_")
        for size in WIDTHS:
            tasks.append((page, out / f"{name}-{size}-light.png", size, "light"))
        # Some pages are enough to see the dark colours.
        if number % 4 == 0:
            tasks.append((page, out / f"{name}-wide-dark.png", "wide", "dark"))
    with concurrent.futures.ThreadPoolExecutor(max_workers=min(4, os.cpu_count() or 1)) as pool:
        problems = [said for said in pool.map(lambda task: picture(*task), tasks) if said]
    print("\n".join(problems) or f"{len(tasks)} pictures, no page is too wide")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
