"""Reads docs/UPSTREAM.md: what upstream says about a cause."""

import re


def read_upstream(file):
    """For each cause, paragraphs of Markdown: the section's title, and the cells of its row with their headings."""
    out = {}
    for section in re.split(r"^## ", file.read_text(), flags=re.MULTILINE)[1:]:
        title, _, body = section.partition("\n")
        header = []
        for line in body.splitlines():
            if not line.startswith("|"):
                continue
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            if not header:
                header = cells
                continue
            causes = re.findall(r"FINDINGS\.md#([\w-]+)", cells[0])
            told = "; ".join(f"{name}: {cell}" for name, cell in zip(header[1:], cells[1:]) if cell)
            for cause in causes:
                verdict = re.sub(r" \(\d+\)$", "", title)
                out.setdefault(cause, []).append(f"**{verdict}.** {without_local_links(told)}")
    return out


def upstream_page(file, causes):
    """docs/UPSTREAM.md as a page beside those of the causes: its links to causes lead to their pages."""
    text = re.sub(r"\[([^\]]+)\]\(FINDINGS\.md#([\w-]+)\)",
                  lambda link: f"[{link[1]}]({link[2]}.md)" if link[2] in causes else link[1], file.read_text())
    return re.sub(r"\[([^\]]+)\]\((?!https?:|[\w-]+\.md\))[^)]*\)", r"\1", text)


def without_local_links(markdown):
    """The text of a link to another document of docs/ stays, and the link goes: the site has other addresses. A reference in
    brackets that only names a document goes whole."""
    markdown = re.sub(r"\s+\(\[[\w./]+\.md\]\([^)]*\)\)", "", markdown)
    return re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]*\)", r"\1", markdown)
