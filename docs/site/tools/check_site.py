"""Checks the built site: every link leads to a file and to a place in it, nothing is loaded from elsewhere, and names in the text
are shown letter by letter.

usage: check_site.py SITE
"""

import html.parser
import pathlib
import re
import sys
import urllib.parse

# Attributes by which a page loads something, and elements that only lead somewhere when a reader follows them.
LOADS = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("source", "src"), ("object", "data")}
# Links of the playground carry a program, not the name of a place.
CARRIES = re.compile(r"playground/index\.html$")


# What Markdown and typography make of names: two dashes become one before an option, and underscores become emphasis.
DASH = re.compile(r"(?:^|[\s(>])[\u2013\u2014][A-Za-z]")
EMPHASIS = re.compile(r"<em>([^<]*_[^<]*)</em>")


class Page(html.parser.HTMLParser):
    """The places of a page that links may name, and its links, each with the line it stands in."""

    def __init__(self, file):
        super().__init__()
        self.places = set()
        self.links = []
        self.loads = []
        self.feed(file.read_text())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if value is None:
                continue
            if name == "id" or (tag == "a" and name == "name"):
                self.places.add(value)
            if (tag, name) in LOADS and dict(attributes).get("rel") not in ("next", "prev", "search", "index"):
                self.loads.append((self.getpos()[0], value))
            if name in ("href", "src", "data") and (tag, name) != ("object", "type"):
                self.links.append((self.getpos()[0], value))


def contradictions(page):
    """The rules of a page of rules that PyTorch breaks in a step, although the text below knows of no cause."""
    for section in page.split('id="rule-')[1:]:
        for version in dict.fromkeys(re.findall(r'mc-differs">PyTorch ([\d.]+)', section)):
            if f"<strong>{version}</strong>: no cause" in section:
                yield f"rule {section.partition(chr(34))[0].upper()}: a step shows that {version} differs, and the text knows of no cause"


def problems_of(site):
    files = sorted(file for file in site.rglob("*.html"))
    pages = {file: Page(file) for file in files}
    for file, page in pages.items():
        where = file.relative_to(site)
        for problem in contradictions(file.read_text()):
            yield f"{where}: {problem}"
        for number, line in enumerate(file.read_text().splitlines(), 1):
            if DASH.search(line):
                yield f"{where}:{number}: a dash before a word, where two hyphens of an option may have been: {line.strip()[:90]}"
            for name in EMPHASIS.findall(line):
                yield f"{where}:{number}: the underscores of a name such as _{name}_ became emphasis"
        for line, link in page.loads:
            if re.match(r"(?:[a-z]+:)?//", link):
                yield f"{where}:{line}: loads {link} from elsewhere"
        for line, link in page.links:
            if re.match(r"(?:[a-z]+:|//)", link):
                continue
            address, _, place = link.partition("#")
            path = urllib.parse.unquote(address.partition("?")[0])
            target = (file.parent / path).resolve() if path else file
            if not target.is_file():
                yield f"{where}:{line}: the link {link} leads to no file"
            elif place and target.suffix == ".html" and not CARRIES.search(path):
                known = pages[target] if target in pages else Page(target)
                if urllib.parse.unquote(place) not in known.places:
                    yield f"{where}:{line}: the link {link} leads to no place in {target.relative_to(site)}"
    for sheet in sorted(site.rglob("*.css")):
        for link in re.findall(r"url\(\s*['\"]?([a-z]+://[^)'\"]+)", sheet.read_text()):
            yield f"{sheet.relative_to(site)}: loads {link} from elsewhere"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    site = pathlib.Path(sys.argv[1]).resolve()
    if not (site / "index.html").is_file():
        sys.exit(f"there is no {site}/index.html: run scripts/docs first")
    problems = list(problems_of(site))
    print("\n".join(problems) or f"{sum(1 for _ in site.rglob('*.html'))} pages, no problem")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
