#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The book: each guide is in its lists, each formula has a page, and links lead to pages and headings that exist. book_test.py PROGRAM [FOLDER]

Without a FOLDER the pages are those that docs/book/pages.py lays out for Sphinx, which takes a second. With the FOLDER of scripts/book they are those that people read.
"""
import html.parser
import importlib.util
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
FOLDER = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
del sys.argv[1:]
specification = importlib.util.spec_from_file_location("pages", ROOT / "docs/book/pages.py")
pages = importlib.util.module_from_spec(specification)
specification.loader.exec_module(pages)


def ids(kind, name):
    listed = subprocess.run([PROGRAM, "catalog", kind, "--json"], capture_output=True, text=True, check=True).stdout
    return [row[name] for row in json.loads(listed)["rows"]]


class LaidOut(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name) / "pages"
        pages.main(PROGRAM, cls.folder)
        cls.texts = {str(path.relative_to(cls.folder)): path.read_text() for path in cls.folder.rglob("*.md")}

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def test_every_formula_has_a_page(self):
        self.assertEqual([], [id_ for id_ in ids("formulas", "id") if f"formulas/{id_}.md" not in self.texts])
        reference = pages.printed(PROGRAM, "catalog", "formulas", "--format", "md")
        self.assertEqual(reference.count("\n### "), sum(name.count(".") == 2 for name in self.texts if name.startswith("formulas/")))

    def test_every_input_has_a_place(self):
        self.assertEqual([], [key for key in ids("inputs", "key") if f"\n## {key}\n" not in self.texts[f"inputs/{key.split('.')[0]}.md"]])

    def test_every_guide_is_listed(self):
        listed = {name for block in re.findall(r"^```\{toctree\}\n(.*?)^```", self.texts["index.md"], re.M | re.S) for name in re.findall(r"^(?:.* <)?([\w/-]+)>?$", block, re.M)}
        top = {name.removesuffix(".md") for name in self.texts if "/" not in name} - {"index"} | {"formulas/index", "inputs/index"}
        self.assertEqual(top, listed)

    def test_links_lead_somewhere(self):
        broken = set()
        for name, text in self.texts.items():
            text = pages.FENCE.sub("", text)
            for link in re.findall(r"\]\(([^)\s#]+)(?:#[^)\s]*)?\)", text) + [each.replace(".html", ".md") for each in re.findall(r'href="([^"#]+)', text)]:
                if not re.match(r"https?:|mailto:", link) and not (self.folder / name).parent.joinpath(link).exists():
                    broken.add((name, link))
        self.assertEqual(set(), broken)


class Page(html.parser.HTMLParser):
    """Anchors of a page, its links, and what it loads."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.loads = set(), [], []
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.anchors.add(found.get("id"))
        if tag == "a" and found.get("href"):
            self.links.append(found["href"])
        if tag in ("img", "script", "link", "iframe") and found.get("rel") not in ("index", "search", "next", "prev"):
            self.loads.append(found.get("src") or found.get("href") or "")


@unittest.skipUnless(FOLDER, "no built book")
class Built(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pages = {path.resolve(): Page(path) for path in FOLDER.rglob("*.html")}

    def test_every_formula_has_a_page(self):
        self.assertEqual([], [id_ for id_ in ids("formulas", "id") if not (FOLDER / f"formulas/{id_}.html").exists()])

    def test_links_lead_to_pages_and_headings(self):
        broken = set()
        for path, page in self.pages.items():
            for link in page.links:
                file, _, anchor = urllib.parse.unquote(link).partition("#")
                if re.match(r"https?:|mailto:", link):
                    continue
                target = (path.parent / file).resolve() if file else path
                if not target.exists() or (anchor and target in self.pages and anchor not in self.pages[target].anchors):
                    broken.add((path.name, link))
        self.assertEqual(set(), broken)

    def test_pages_load_files_of_the_book_only(self):
        away = {(path.name, each) for path, page in self.pages.items() for each in page.loads if not (path.parent / each.split("?")[0]).exists()}
        self.assertEqual(set(), away)
        styles = "".join(path.read_text() for path in FOLDER.rglob("*.css"))
        self.assertNotRegex(styles, r"(?:url\(|@import )['\"]?(?:https?:)?//")

    def test_the_search_knows_formulas_and_guides(self):
        index = (FOLDER / "searchindex.js").read_text()
        for name in ("formulas/training.step_time", "inputs/layout", "serving"):
            self.assertIn(f'"{name}"', index)


if __name__ == "__main__":
    unittest.main()
