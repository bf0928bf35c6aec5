"""Checks the documents themselves: README.md has at most 120 lines, and its diagram and its table name the layers in the
order of CMakeLists.txt; every link leads to a file and, with a fragment, to a heading; docs/README.md lists all pages.

usage: check_documents.py SOURCE      the folder of the sources
"""

import pathlib
import re
import sys

LONGEST_README = 120
REMARK = 28
# Scripts write these pages on request, and the repository does not keep them.
NOT_KEPT = re.compile(r"RESULTS\.md|MUTANTS_SAMPLE_\d+\.md")
FENCES = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def fragments(document):
    """Returns the fragments that lead to the headings of a document, as GitHub makes them, and its explicit anchors."""
    text = FENCES.sub("", document.read_text())
    out = set(re.findall(r'<a (?:id|name)="([^"]+)"', text))
    for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        out.add(re.sub(r"[^\w\- ]", "", heading).replace(" ", "-"))
    return out


def broken_links(document):
    for target in re.findall(r"\]\(([^)\s]+)\)", FENCES.sub("", document.read_text())):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, fragment = target.partition("#")
        file = (document.parent / path).resolve() if path else document
        if not file.exists():
            yield f"{document}: the link {target} leads to no file"
        elif fragment and file.suffix == ".md" and fragment not in fragments(file):
            yield f"{document}: the link {target} leads to no heading"


def layers(source):
    """Returns the folders that CMakeLists.txt adds, with the lowest layer first."""
    text = (source / "CMakeLists.txt").read_text()
    return re.findall(r"^add_subdirectory\((\w+)\)", text, re.MULTILINE)


def readme_problems(source):
    text = (source / "README.md").read_text()
    count = len(text.splitlines())
    if count > LONGEST_README:
        yield f"README.md has {count} lines, more than {LONGEST_README}"
    wanted = layers(source)
    diagram = re.search(r"^```text\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    # The diagram shows the highest layer first. From column REMARK on, a line says what the layer holds.
    drawn = [word for line in (diagram[1] if diagram else "").splitlines() for word in line[:REMARK].split()
             if word in wanted]
    named = [row for row in re.findall(r"^\| `(\w+)`", text, re.MULTILINE) if row in wanted]
    if drawn[::-1] != wanted:
        yield f"the diagram of README.md names, from the bottom, {drawn[::-1]}, and CMakeLists.txt {wanted}"
    if named != wanted:
        yield f"the table of README.md names {named}, and CMakeLists.txt {wanted}"


def unlisted_pages(source):
    index = source / "docs/README.md"
    linked = {(index.parent / target).resolve()
              for target in re.findall(r"\]\(([^)#\s]+)\)", index.read_text()) if ":" not in target}
    for page in sorted((source / "docs").rglob("*")):
        if page.is_relative_to(source / "docs/site"):
            continue  # if no table of contents lists a page of the site, Sphinx reports an error
        if page.suffix in (".md", ".txt") and page != index and page.resolve() not in linked and not NOT_KEPT.fullmatch(page.name):
            yield f"docs/README.md does not list {page.relative_to(source)}"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    source = pathlib.Path(sys.argv[1]).resolve()
    documents = [source / "README.md", source / "known/README.md", *sorted((source / "docs").rglob("*.md"))]
    problems = [*readme_problems(source), *unlisted_pages(source)]
    for document in documents:
        problems += broken_links(document)
    print("\n".join(problems) or f"{len(documents)} documents, no problem")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
