#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/glossary.csv: every id is one of the program's, every term stands once, and docs/glossary.md is made of it."""
import collections
import csv
import importlib.machinery
import importlib.util
import io
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = sys.argv.pop()
loader = importlib.machinery.SourceFileLoader("glossary", str(ROOT / "scripts/glossary"))
glossary = importlib.util.module_from_spec(importlib.util.spec_from_loader("glossary", loader))
loader.exec_module(glossary)


def ids(kind):
    listed = subprocess.run([PROGRAM, "catalog", kind, "--csv"], capture_output=True, text=True, check=True).stdout
    return {row[0] for row in csv.reader(io.StringIO(listed))}


class Glossary(unittest.TestCase):
    def setUp(self):
        self.rows = glossary.terms()

    def test_page_is_made_of_the_file(self):
        self.assertEqual((ROOT / "docs/glossary.md").read_text(), glossary.page(), "run scripts/glossary")

    def test_ids_are_those_of_the_program(self):
        known = ids("results") | ids("inputs")
        unknown = [(row["term"], each) for row in self.rows for each in row["ids"].split() if each not in known]
        self.assertFalse(unknown)

    def test_terms_and_abbreviations_stand_once(self):
        names = [row["term"].lower() for row in self.rows]
        names += [each for row in self.rows for each in row["abbreviation"].split(", ") if each]
        self.assertFalse([each for each, count in collections.Counter(names).items() if count > 1])

    def test_a_meaning_is_one_sentence(self):
        for row in self.rows:
            with self.subTest(row["term"]):
                self.assertTrue(row["meaning"].endswith("."))
                self.assertEqual(row["meaning"].count(". "), 0)
                self.assertTrue(row["meaning"][0].isupper())


if __name__ == "__main__":
    unittest.main()
