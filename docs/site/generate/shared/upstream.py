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


def without_local_links(markdown):
    """The text of a link to another document of docs/ stays, and the link goes: the site has other addresses."""
    return re.sub(r"\[([^\]]+)\]\((?!https?:)[^)]*\)", r"\1", markdown)
