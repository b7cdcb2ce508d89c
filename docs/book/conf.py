# SPDX-License-Identifier: Apache-2.0
# Sphinx settings of the book. scripts/book builds it from the pages that pages.py lays out.
import json
import pathlib
import re

changes = (pathlib.Path(__file__).parent / "changes.md").read_text()
project = "llmsize"
author = "llmsize contributors"
release = re.search(r"^## \[(\d[^\]]*)\]", changes, re.M)[1]
extensions = ["myst_parser"]
myst_heading_anchors = 4
root_doc = "index"
exclude_patterns = ["files"]
# Code in guides leaves parts out: "…" is no C++.
suppress_warnings = ["misc.highlighting_failure"]
# Options and code are printed as they are: "--tp" is no dash.
smartquotes = False

html_theme = "furo"
html_title = "llmsize"
html_static_path = ["static"]
html_css_files = ["book.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_show_sphinx = False
html_last_updated_fmt = None
# A page that is opened as a file cannot fetch other pages.
html_show_search_summary = False
html_use_index = False


def sort_index(app, exception):
    """Titles of the search index in an order that does not depend on which process was first."""
    if exception:
        return
    file = pathlib.Path(app.outdir, "searchindex.js")
    call, _, index = file.read_text().partition("(")
    index = json.loads(index.rstrip(")"))
    for places in index["alltitles"].values():
        places.sort(key=json.dumps)
    file.write_text(f"{call}({json.dumps(index, sort_keys=True, ensure_ascii=False, separators=(',', ':'))})")


def setup(app):
    """Pages of formulas and inputs share the list of pages at their side: making it for each takes half the time of a build."""
    lists = {}

    def share(app, pagename, templatename, context, doctree):
        folder = pagename.rpartition("/")[0]
        if not folder or "toctree" not in context:
            return
        make = context["toctree"]

        def once(**options):
            if folder not in lists:
                lists[folder] = make(**options)
            return lists[folder]
        context["toctree"] = once

    app.connect("html-page-context", share, priority=100)
    app.connect("build-finished", sort_index)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
