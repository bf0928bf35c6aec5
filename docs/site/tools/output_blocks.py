"""An extension of Sphinx that shows a command and what it printed. outputs.py ran the command before."""

import functools
import json
import pathlib

import outputs
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

ANSWERS = pathlib.Path(__file__).resolve().parents[3] / "build/docs/outputs.json"


@functools.cache
def answers():
    return json.loads(ANSWERS.read_text())


class Output(SphinxDirective):
    """The directive `output`, whose body is what outputs.py reads."""

    has_content = True
    option_spec = {name: str for name in outputs.OPTIONS}

    def run(self):
        page = self.env.current_document.docname
        # The blocks of a page come in its order.
        number = self.env.temp_data.get("output-block", 0)
        self.env.temp_data["output-block"] = number + 1
        commands = "\n".join(self.content).strip()
        shown = nodes.literal_block(commands, commands, language="bash", classes=["command"])
        text = answers()[page][number]
        if not text:
            return [shown]
        return [shown, nodes.literal_block(text, text, language="report", classes=["answer"])]


def setup(app):
    app.add_directive("output", Output)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
