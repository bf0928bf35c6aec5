"""Markdown and HTML for the generated pages."""

import html
import pathlib
import re
import shutil

ASSETS = pathlib.Path(__file__).resolve().parent.parent / "assets"


def escaped(text):
    return html.escape(str(text), quote=True)


def inline_html(markdown):
    """HTML of one line of Markdown that has code spans and links only."""
    parts = re.split(r"(`[^`]+`)", markdown)
    out = ""
    for part in parts:
        if len(part) > 1 and part.startswith("`"):
            out += f"<code>{escaped(part[1:-1])}</code>"
        else:
            out += re.sub(r"\[([^\]]+)\]\((https?:[^)\s]+)\)", r'<a href="\2">\1</a>', escaped(part))
    return out


def raw(text):
    """HTML within Markdown. A blank line would end no fence, so the text stays as it is."""
    fence = "`" * (1 + max((len(run) for run in re.findall(r"`+", text)), default=2))
    return f"{fence}{{raw}} html\n{text.strip()}\n{fence}\n"


def fenced(language, text):
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", text)), default=0))
    return f"{fence}{language}\n{text.rstrip()}\n{fence}\n"


def plain(text):
    """Text as Markdown that shows it letter by letter: names such as _foreach_sub_ are no emphasis."""
    return re.sub(r"([_*<\[\]`])", r"\\\1", text)


def table(header, rows, numbers=()):
    """A Markdown table. The columns whose places are in `numbers` are flush right."""
    rule = ["---:" if place in numbers else "---" for place in range(len(header))]
    lines = [header, rule, *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|").replace(" %", "\u00a0%") for cell in line) + " |" for line in lines) + "\n"


def rubric(title):
    """A heading of the third level that the list of contents at the side does not repeat for every section."""
    return f"```{{rubric}} {title}\n:heading-level: 3\n```\n\n"


def badge(text, kind):
    return f'<span class="mc-badge mc-{kind}">{escaped(text)}</span>'


def page_head(depth, scripts=()):
    """The style sheet and the scripts of the generated pages, `depth` folders below the root of the site."""
    up = "../" * depth
    lines = [f'<link rel="stylesheet" href="{up}_static/generated.css">']
    lines += [f'<script defer src="{up}_static/{script}"></script>' for script in scripts]
    return raw("\n".join(lines))


def copy_assets(out):
    """Copies style sheets and scripts to the site's static files."""
    static = pathlib.Path(out) / "_static"
    static.mkdir(parents=True, exist_ok=True)
    for asset in sorted(ASSETS.iterdir()):
        shutil.copyfile(asset, static / asset.name)


def write(file, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text.rstrip() + "\n")
