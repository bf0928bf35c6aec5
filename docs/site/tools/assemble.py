"""Copies the pages of docs/ and docs/site/ into one folder that Sphinx reads, and turns their links to each other.

usage: assemble.py SOURCE OUT [--finish]

In the sources a link names a file of the repository, so that it works there, too. In the site docs/site/X.md is the page X,
docs/Y.md is the page manual/Y, and some files of docs/ are replaced by pages that docs/site/generate writes. A link to any other
file of the repository becomes a link to a copy of that file. With --finish, which scripts/docs calls after the generators, every
page that a generator has to write must be there.
"""

import os
import pathlib
import re
import shutil
import sys
import tomllib

# Pages that docs/site/generate/NAME.py writes into the folder NAME, and the files of docs/ whose links lead to NAME/index then.
# Without such a generator the first file is that page, and the others are pages beside it.
GENERATED = {
    "rules": ["docs/RULES.md"],
    "atlas": ["docs/FINDINGS.md", "docs/UPSTREAM.md"],
    "evidence": ["docs/SELF_CHECKS.md", "docs/FAULTS.md", "docs/MUTANTS.md", "docs/COVERAGE.md"],
    "benchmarks": ["docs/BENCHMARKS.md", "docs/MODE_COSTS.md"],
}
# Lists of pages, which the site's own contents replace.
INDICES = ("README.md", "docs/README.md", "docs/site/README.md")
OPEN_PLAYGROUND = """
<p><a class="sd-btn sd-btn-primary" href="playground/index.html">Open the playground</a></p>

Below each program on this site a link opens it there.
"""
NO_PLAYGROUND = """
This copy of the site was made without the playground. `scripts/playground` builds it; then run `scripts/docs` again.
"""
ALL_OTHERS = "<every other page of docs>"
FENCE = re.compile(r"^(?:```|~~~).*?^(?:```|~~~)\s*$", re.MULTILINE | re.DOTALL)
# Parts of a line of Markdown that stay as they are: code, images and links, and HTML.
KEPT = re.compile(r"(`+[^`]*`+|!?\[(?:[^\[\]]|\[[^\]]*\])*\](?:\([^)]*\))?|<[^>]*>|https?:\S+)")
RULE = re.compile(r"((?:[Rr]ule )?)(?<![\w./-])([A-Z]\d?)(?![\w/-]|\.\w)")
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")


def replacements(root):
    """The generated page in the place of each file of the repository that has no page of its own."""
    out = {name: "index.md" for name in INDICES}
    for folder, files in GENERATED.items():
        if (root / f"docs/site/generate/{folder}.py").exists():
            out |= {name: f"{folder}/index.md" for name in files}
    return out


def copied_pages(root):
    """The page of the site that each file of the repository is copied to."""
    out = {files[0]: f"{folder}/index.md" for folder, files in GENERATED.items()}
    out["docs/GLOSSARY.md"] = "glossary.md"
    for page in sorted((root / "docs").rglob("*.md")):
        name = page.relative_to(root).as_posix()
        out.setdefault(name, name.removeprefix("docs/site/") if name.startswith("docs/site/")
                       else "manual/" + name.removeprefix("docs/"))
    return {name: page for name, page in out.items() if name not in replacements(root)}


def outside_fences(text, change):
    """Applies `change` to the text between fenced blocks."""
    out, at = [], 0
    for fence in FENCE.finditer(text):
        out += [change(text[at:fence.start()]), fence.group()]
        at = fence.end()
    return "".join([*out, change(text[at:])])


def rule_ids(root):
    """The ids of all rules, from docs/site/rules/rules.toml."""
    file = root / "docs/site/rules/rules.toml"
    return set(tomllib.loads(file.read_text())["rules"]) if file.exists() else set()


def with_rule_links(text, page, rules):
    """Markdown in which each id of a rule leads to that rule. Code, links, headings and HTML stay as they are. H is a word of
    its own, and means the rule only behind "rule"."""
    here = pathlib.Path(page).parent

    def linked(match):
        name = match[2]
        if name not in rules or (name == "H" and not match[1]):
            return match[0]
        return f"{match[1] or ''}[{name}]({os.path.relpath(f'rules/{name[0]}.md', here)}#rule-{name.lower()})"

    def line_of(line):
        if line.startswith(("#", "(", ":")):
            return line
        parts = KEPT.split(line)
        return "".join(part if place % 2 else RULE.sub(linked, part) for place, part in enumerate(parts))

    return "\n".join(map(line_of, text.split("\n")))


class Assembler:
    def __init__(self, root, out):
        self.root = root
        self.out = out
        self.replaced = replacements(root)
        self.rules = rule_ids(root)
        self.copied = copied_pages(root)

    def target(self, link, source, page):
        """The link of `source`, a file of the repository, as the page needs it."""
        if re.match(r"[a-z]+:", link) or link.startswith("#"):
            return link
        path, hash_sign, fragment = link.partition("#")
        file = (self.root / source).parent / path
        name = os.path.relpath(file.resolve(), self.root)
        if not file.exists():
            sys.exit(f"{source}: the link {link} leads to no file")
        here = pathlib.Path(page).parent
        if name == "docs/FINDINGS.md" and name in self.replaced and (self.root / "known" / fragment / "cause.json").is_file():
            return os.path.relpath(f"atlas/{fragment}.md", here)
        if name in self.copied:
            return os.path.relpath(self.copied[name], here) + hash_sign + fragment
        if name in self.replaced:
            # The page is written otherwise than the file: its places are its own.
            return os.path.relpath(self.replaced[name], here)
        if file.is_dir():
            sys.exit(f"{source}: the link {link} leads to a folder, which the site does not have")
        if name.endswith(".md"):
            name += ".txt"  # Sphinx would look for a page of that name
        copy = self.out / "sources" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
        return os.path.relpath("sources/" + name, here)

    def words(self, words, link, source):
        """The words of a link: the title of the page in the place of the name of its file."""
        file = (self.root / source).parent / link.partition("#")[0]
        if not words.endswith(".md") or not file.is_file() or file.name != words.rpartition("/")[2]:
            return words
        heading = re.search(r"^# (.+)$", file.read_text(), re.MULTILINE)
        return heading[1] if heading else words

    def with_all_pages(self, contents):
        """The front page, whose last list of contents gets the pages of docs/ that no other list names."""
        names = {page.removesuffix(".md") for page in self.copied.values() if page.startswith("manual/")}
        named = set(re.findall(r"^(?:[^\n`]*<)?(manual/[\w/-]+)>?$", contents, re.MULTILINE))
        return contents.replace(ALL_OTHERS, "\n".join(sorted(names - named)))

    def copy(self):
        for source, page in self.copied.items():
            text = (self.root / source).read_text()
            text = outside_fences(text, lambda part: LINK.sub(
                lambda m: f"[{self.words(m[1], m[2], source)}]({self.target(m[2], source, page)})", part))
            if "docs/RULES.md" in self.replaced:
                text = outside_fences(text, lambda part: with_rule_links(part, page, self.rules))
            # An anchor as GitHub shows it becomes a target as MyST knows it.
            text = re.sub(r'^<a id="([^"]+)"></a>$', r"(\1)=", text, flags=re.MULTILINE)
            if source == "docs/site/index.md":
                text = self.with_all_pages(text)
            file = self.out / page
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        shutil.copytree(self.root / "docs/site/_static", self.out / "_static", dirs_exist_ok=True)

    def finish(self):
        """Fails if a generator did not write the page that links lead to."""
        missing = sorted({page for page in self.replaced.values() if not (self.out / page).exists()})
        if missing:
            sys.exit(f"no generator of docs/site/generate wrote {', '.join(missing)}")
        with (self.out / "playground.md").open("a") as page:
            page.write(OPEN_PLAYGROUND if (self.root / "build/playground/index.html").exists() else NO_PLAYGROUND)


def main():
    if len(sys.argv) not in (3, 4) or sys.argv[3:] not in ([], ["--finish"]):
        sys.exit(__doc__)
    assembler = Assembler(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve())
    if sys.argv[3:]:
        assembler.finish()
    else:
        assembler.copy()


if __name__ == "__main__":
    main()
