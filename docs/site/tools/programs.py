"""An extension of Sphinx for programs of modecheck: they are highlighted, and the playground opens each by a link."""

import pathlib
import urllib.parse

from docutils import nodes
from pygments.lexer import RegexLexer, bygroups
from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, Punctuation, Text

HEADER = "modecheck 1\n"
playground = pathlib.Path(__file__).resolve().parents[3] / "build/playground/index.html"


class ProgramLexer(RegexLexer):
    """The text form of programs (docs/PROGRAMS.md)."""

    name = "modecheck program"
    aliases = ["prog"]
    tokens = {
        "root": [
            (r"#.*$", Comment),
            (r"^modecheck 1$", Comment.Preproc),
            (r"\[t\d\]", Keyword),
            (r"\b(r\d)\b", Name.Variable),
            (r"([A-Z]\w*)(\()", bygroups(Keyword, Punctuation)),
            (r"([a-z_][\w.]*)(\()", bygroups(Name.Function, Punctuation)),
            (r"([a-z_]\w*)(=)", bygroups(Name.Attribute, Operator)),
            (r"-?\d+(\.\d+)?", Number),
            (r"true|false|none", Keyword.Constant),
            (r"\w+", Text),
            (r"[{}()\[\],=]", Punctuation),
            (r"\s+", Text),
        ]
    }


class ReportLexer(RegexLexer):
    """What modecheck prints: the arrow of the command that differs, and the first line of a finding."""

    name = "modecheck report"
    aliases = ["report"]
    tokens = {
        "root": [
            (r"^[A-Z]\d+  \S+.*\[.+\]$", Generic.Heading),
            (r"<-- .*$", Generic.Error),
            (r"\berror \w+", Generic.Error),
            (r"^.*\b(?:No new findings?|[Nn]o mismatch)\b.*$|^  The specification.* agree\..*$", Generic.Inserted),
            (r"[^\n]", Text),
            (r"\n", Text),
        ]
    }


def link_programs(app, doctree):
    """Marks each program, and puts a link to the playground behind it where the site has one."""
    depth = app.env.current_document.docname.count("/")
    for block in list(doctree.findall(nodes.literal_block)):
        if not block.astext().startswith(HEADER):
            continue
        block["language"] = "prog"
        if playground.exists():
            address = "../" * depth + "playground/index.html#p=" + urllib.parse.quote(block.astext(), safe="")
            link = f'<p class="open-program"><a href="{address}">Step through this program</a></p>'
            block.parent.insert(block.parent.index(block) + 1, nodes.raw("", link, format="html"))


def setup(app):
    app.add_lexer("prog", ProgramLexer)
    app.add_lexer("report", ReportLexer)
    app.connect("doctree-read", link_programs)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
