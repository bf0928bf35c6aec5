"""Settings of Sphinx for the site. scripts/docs runs it on the folder that docs/site/tools/assemble.py gathers."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent / "tools"))

root = pathlib.Path(__file__).resolve().parents[2]

project = "modecheck"
copyright = "the authors of modecheck; BSD-3-Clause"
html_title = "modecheck"
language = "en"

extensions = ["myst_parser", "breathe", "sphinx_copybutton", "sphinx_design", "programs", "output_blocks"]
myst_enable_extensions = ["colon_fence", "deflist", "attrs_block", "attrs_inline", "substitution"]
# Whoever publishes the site sets the address of the sources here. get-it.md shows it.
SOURCES_ADDRESS = ""
myst_substitutions = {
    "sources_address": f"The sources are at <{SOURCES_ADDRESS}>, and so is the list of issues." if SOURCES_ADDRESS else
    "This copy of the site names no public address of the sources: its publisher has not set `SOURCES_ADDRESS` in "
    "`docs/site/conf.py`. Ask the person or the place that gave you the site for a copy of the sources."
}
myst_heading_anchors = 4
exclude_patterns = ["sources/**"]
# A page of docs/ begins where its reader is, for example with a heading of the second level after a table.
suppress_warnings = ["myst.header"]
highlight_language = "text"
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
nitpicky = False
# Two hyphens are the beginning of an option, and no dash.
smartquotes = False

breathe_projects = {"modecheck": str(root / "build/docs/doxygen/xml")}
breathe_default_project = "modecheck"
breathe_default_members = ("members",)

html_theme = "furo"
html_css_files = ["site.css"]
html_js_files = [("tables.js", {"defer": "defer"})]
html_search_scorer = str(root / "docs/site/_static/scorer.js")
html_copy_source = False
html_show_sphinx = False
# From file:// a browser does not let a page read the text of another one, so there the search shows titles only.
html_show_search_summary = True
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#a8380f", "color-brand-content": "#a8380f"},
    "dark_css_variables": {"color-brand-primary": "#ff9b73", "color-brand-content": "#ff9b73"},
}
# The static files are found in the gathered folder, where generators put theirs, too.
html_static_path = [str(root / "build/docs/source/_static")]
