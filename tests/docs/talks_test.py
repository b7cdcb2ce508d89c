#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The pictures of docs/talks.md are what the program draws today: talks_test.py PROGRAM. docs/pictures/draw-talks draws them anew.

Words have to be the same. Numbers that say where something stands may differ by two pixels: another release of the font
moves letters by that much.
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = sys.argv.pop(1)
WORDS = re.compile(r">([^<>\n]+)</(?:text|title|desc)>")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
PIXELS = 2


def shape_of(svg):
    """What is drawn without its words: the elements, and the numbers in them."""
    bare = WORDS.sub("></", svg)
    return NUMBER.sub("0", bare), [float(number) for number in NUMBER.findall(bare)]


class Talks(unittest.TestCase):
    def test_pictures_are_fresh(self):
        kept = ROOT / "docs/pictures/talks"
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, "-B", ROOT / "docs/pictures/draw-talks", PROGRAM, folder], check=True)
            drawn = {path.name: path.read_text() for path in pathlib.Path(folder).glob("*.svg")}
        self.assertEqual(set(drawn), {path.name for path in kept.glob("*.svg")})
        self.assertGreater(len(drawn), 0)
        for name, svg in drawn.items():
            with self.subTest(name):
                old = (kept / name).read_text()
                self.assertEqual(WORDS.findall(old), WORDS.findall(svg))
                (elements, places), (old_elements, old_places) = shape_of(svg), shape_of(old)
                self.assertEqual(old_elements, elements)
                self.assertTrue(all(abs(one - other) <= PIXELS for one, other in zip(places, old_places)), "lines have moved")


if __name__ == "__main__":
    unittest.main()
