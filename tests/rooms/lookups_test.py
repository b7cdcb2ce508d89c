#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A look-up of an id that comes at run time may find nothing: nobody uses what it gives without asking. And nothing here is written by a former id."""
import csv
import re
import unittest
import pathlib

import rooms

ROOT = pathlib.Path(__file__).resolve().parents[2]
LOOKUPS = r"\b(?:find_result|find_slot)\("
# What follows the name of a variable, or stands before it, where it is asked.
ASKED = r"!\s*{0}\b|\bif \({0}\b|\({0} &&|&& {0}\b|\|\| !?{0}\b|\b{0}\s+(?:\?|&&|\|\||==|!=)|\breturn {0};"


def unchecked(text):
    """Lines where the answer of a look-up is used as if there were one."""
    for found in re.finditer(LOOKUPS, text):
        line_start = text.rfind("\n", 0, found.start()) + 1
        before = text[line_start:found.start()]
        depth, end = 1, found.end()
        while depth and end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        after = text[end:end + 400]
        declaration = re.match(r"\s*(?:const ResultRow\*|ResultRow\*|std::optional<\S+>) $", before)
        named = re.search(r"\b(\w+) = $", before)
        if declaration or re.match(r"^\w.*\{$", after.split("\n")[0] + ""):
            continue  # the look-up itself is declared here
        if re.search(r"\bif \([^;]*$", before) or re.match(r"\s*(?:\?|!=|==|&&|\|\|)", after) or re.search(r"(?:!|\breturn )$", before):
            continue
        if named and re.search(ASKED.format(named[1]), after):
            continue
        yield text.count("\n", 0, found.start()) + 1, text[line_start:text.find("\n", found.start())].strip()


class Lookups(unittest.TestCase):
    def test_no_lookup_is_used_unchecked(self):
        wrong = [f"{file}:{line}: {text}" for file, source in rooms.sources(ROOT) for line, text in unchecked(source)]
        self.assertFalse(wrong, "a look-up may find nothing; result_row(\"…\") takes an id that the compiler knows:\n  " + "\n  ".join(wrong))

    def test_the_rule(self):
        for text in ("find_result(id)->value(x);", "rows.push_back(find_result(id));", "(*find_result(id)).about;", "auto& row = *find_result(id);",
                     "const auto* row = find_result(id);\nrow->value(x);", "values[*find_slot(name)] = 1;"):
            self.assertEqual(1, len(list(unchecked(text))), text)
        for text in ("const ResultRow* find_result(std::string_view id);", "const ResultRow* find_result(std::string_view id) {\n",
                     "if (const ResultRow* row = find_result(id)) use(*row);", "const ResultRow* row = find_result(id);\nif (!row) return;",
                     "const auto* row = find_result(f(a)(b));\nx = row ? row->value(x) : 0;", "return find_result(id) != nullptr;"):
            self.assertEqual([], list(unchecked(text)), text)


class Fixtures(unittest.TestCase):
    def test_one_place_knows_the_source_tree(self):
        named = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "tests").rglob("*.[ch]pp")) if "LLMSIZE_SOURCE_DIR" in path.read_text()]
        self.assertEqual(["tests/support/fixtures.cpp"], named, "fixture(\"…\") of tests/support/fixtures.hpp finds what tests read")


class FormerNames(unittest.TestCase):
    def test_no_file_uses_a_former_id_or_option(self):
        with open(ROOT / "core/formula/former_names.csv", newline="") as file:
            former = [row["former"] for row in csv.DictReader(file) if row["kind"] in ("id", "option")]
        # Names that other tools have for a term are read as well, and help may name them.
        with open(ROOT / "docs/glossary.csv", newline="") as file:
            others = " ".join(row[tool] for row in csv.DictReader(file) for tool in ("megatron_lm", "vllm", "slurm", "nvidia")).split()
        former = [name for name in former if name not in {word.strip(",();") for word in others}]
        named = re.compile(r"(?<![\w.-])(?:" + "|".join(map(re.escape, former)) + r")(?![\w-])")
        kinds = {"core": "*.?pp", "cli": "*.?pp", "gui": "*.?pp", "presets": "*.*", "hardware-db": "*.json", "docs": "*.md", "examples": "*.*"}
        files = [ROOT / "README.md", *(file for folder, kind in kinds.items() for file in (ROOT / folder).rglob(kind) if file.is_file())]
        wrong = [f"{file.relative_to(ROOT)}: {found[0]}" for file in files if file.name != "former.hpp"
                 for found in named.finditer(file.read_text(errors="ignore"))]
        self.assertFalse(wrong, "the id or option has another name today:\n  " + "\n  ".join(wrong))


if __name__ == "__main__":
    unittest.main()
