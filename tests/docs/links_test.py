#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Links of README.md, CONTRIBUTING.md and docs/*.md lead to files and headings that exist, and so do paths in backticks. links_test.py"""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def without_code(page):
    return re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)


def anchors(page):
    """Headings as GitHub names them in links."""
    headings = re.findall(r"^#+ (.*)$", without_code(page), re.M)
    plain = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower() for heading in headings)
    return {re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in plain}


class Links(unittest.TestCase):
    def test_files_and_headings_exist(self):
        for page in PAGES:
            for link in re.findall(r"\]\(([^)\s]+)\)", without_code(page)):
                if re.match(r"https?:", link):
                    continue
                with self.subTest(page=page.name, link=link):
                    file, _, anchor = link.partition("#")
                    target = (page.parent / file).resolve() if file else page
                    self.assertTrue(target.exists())
                    self.assertTrue(not anchor or anchor in anchors(target))

    def test_named_files_exist(self):
        folders = "|".join(sorted(path.name for path in ROOT.iterdir() if path.is_dir() and path.name != "build" and path.name[0] != "."))
        for page in PAGES:
            for path in re.findall(rf"`((?:{folders})/[\w./-]+)`", without_code(page)):
                if re.search(r"[A-Z]{4}", path):  # a placeholder, tests/unit/NAME_page_test.cpp
                    continue
                with self.subTest(page=page.name, path=path):
                    self.assertTrue((ROOT / path).exists())


if __name__ == "__main__":
    unittest.main()
