#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the includes of core, cli and gui against the table of docs/architecture.md, and the picture of the rooms against both."""
import importlib.machinery
import importlib.util
import pathlib
import re
import sys
import tempfile
import unittest

import rooms

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEAD = "| room | what lives there |\n|---|---|\n"


def complaints(table, **files):
    """Of a made-up tree: files by name with _ for /, each with the files that it includes."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, includes in files.items():
            path = root / (name.replace("_", "/") + ".hpp")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("".join(f'#include "{include}"\n' for include in includes))
        return list(rooms.complaints(root, HEAD + "".join(f"| {row} | text |\n" for row in table) + "\n"))


class Today(unittest.TestCase):
    def test_each_room_stands_only_on_rooms_above_it(self):
        wrong = list(rooms.complaints(ROOT, (ROOT / "docs/architecture.md").read_text()))
        self.assertFalse(wrong, "docs/architecture.md and the includes disagree:\n  " + "\n  ".join(wrong))

    def test_the_picture_shows_the_rooms_of_today(self):
        loader = importlib.machinery.SourceFileLoader("picture", str(ROOT / "docs/pictures/rooms"))
        picture = importlib.util.module_from_spec(importlib.util.spec_from_loader("picture", loader))
        sys.dont_write_bytecode = True
        loader.exec_module(picture)
        self.assertTrue(picture.is_fresh(), "docs/pictures/rooms.svg is stale; docs/pictures/rooms draws it anew")


class Types(unittest.TestCase):
    """The linker takes one of two types of one name, whatever the other looks like."""
    TYPE = re.compile(r"^(?:struct|class|enum class) (\w+)[^;{]*\{", re.M)

    def test_a_name_is_one_type(self):
        found = {}
        for file, text in rooms.sources(ROOT):
            if file.endswith(".hpp"):
                space = "::".join(re.findall(r"^namespace ([\w:]+) \{", text, re.M))
                for name in self.TYPE.findall(text):
                    found.setdefault(f"{space}::{name}", set()).add(file)
        self.assertEqual({}, {name: files for name, files in found.items() if len(files) > 1})


class Charts(unittest.TestCase):
    """The recipe "A kind of chart" of CONTRIBUTING."""

    def known_to(self, kind, folder=""):
        return [file for file, text in rooms.sources(ROOT) if file.startswith(folder) and re.search(rf"\b{kind}\b( {{|&|>|,|::)", text)]

    def test_a_kind_is_five_files(self):
        self.assertEqual(["core/charts/chart.cpp", "core/charts/chart.hpp", "core/scene/bodies.hpp", "core/scene/heat.cpp",
                          "core/view/lines.cpp"],
                         [file for file in self.known_to("Heat") if not file.startswith("core/study/")])

    def test_the_app_paints_scenes(self):
        for kind in ("Bars", "Dots", "Heat", "Timeline"):
            self.assertEqual([], self.known_to(kind, "gui/"), kind)


class Rule(unittest.TestCase):
    TABLE = ["`core/a`", "`core/b`, `core/b/part`", "`cli`"]

    def test_downwards_is_fine(self):
        self.assertEqual([], complaints(self.TABLE, core_a_x=[], core_b_y=["core/a/x.hpp", "core/b/part/z.hpp"],
                                        core_b_part_z=["core/b/y.hpp"], cli_main=["core/b/y.hpp", "core/a/x.hpp"]))

    def test_an_arrow_up_names_file_and_include(self):
        self.assertEqual(['core/a/x.hpp includes "core/b/y.hpp": core/b stands below core/a'],
                         complaints(self.TABLE, core_a_x=["core/b/y.hpp"], core_b_y=[], core_b_part_z=[], cli_main=[]))

    def test_a_circle_has_an_arrow_up(self):
        wrong = complaints(self.TABLE, core_a_x=["core/b/y.hpp"], core_b_y=["core/a/x.hpp"], core_b_part_z=[], cli_main=[])
        self.assertEqual(1, len(wrong))

    def test_a_room_that_the_table_forgets(self):
        wrong = complaints(self.TABLE, core_a_x=[], core_b_y=[], core_b_part_z=[], cli_main=[], core_new_n=[], core_a_deep_d=[])
        self.assertEqual(["core/a/deep/d.hpp: core/a/deep is not in the table; a part of a room stands in the row of its room",
                          "core/new/n.hpp: its room is not in the table"], wrong)

    def test_a_room_that_is_gone(self):
        self.assertEqual(["the table names core/a, which holds no source file"],
                         complaints(self.TABLE, core_b_y=[], core_b_part_z=[], cli_main=[]))


if __name__ == "__main__":
    unittest.main()
