#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Follows the recipes of CONTRIBUTING.md.

A block whose first line names a file is that file. Data is laid out in a folder of its own and asked for by the commands that stand below it. Sources are
put into a copy of the tree: a new file as it is, a declaration into the file that it names; then the lists are generated and the file is compiled.
"""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text()
PROGRAM, CMAKE, COMPILER = os.environ["LLMSIZE_PROGRAM"], os.environ["CMAKE"], os.environ["COMPILER"]
BLOCK = re.compile(r"^```(\w+) (\S+)\n(.*?)^```$", re.M | re.S)


def blocks(language):
    return [(path, text) for kind, path, text in BLOCK.findall(GUIDE) if kind == language]


def sections():
    """Title and text of every recipe."""
    parts = re.split(r"^## (.*)$", GUIDE, flags=re.M)
    return list(zip(parts[1::2], parts[2::2]))


class Data(unittest.TestCase):
    """Entries need no build."""

    def test_every_example_is_taken_and_answers(self):
        with tempfile.TemporaryDirectory() as folder:
            for path, text in blocks("json"):
                file = pathlib.Path(folder, path)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
            environment = dict(os.environ, XDG_DATA_HOME=folder, LC_ALL="C.UTF-8")
            asked = 0
            for title, section in sections():
                for line in re.findall(r"^\$ llmsize (.*)$", section, re.M):
                    with self.subTest(recipe=title, command=line):
                        done = subprocess.run([PROGRAM, *shlex.split(line)], cwd=folder, env=environment, capture_output=True, text=True)
                        self.assertEqual((0, ""), (done.returncode, done.stderr))
                        asked += 1
            self.assertGreater(asked, 5)

    def test_every_kind_of_entry_has_an_example(self):
        kinds = {path.parent.name for base in ("hardware-db", "presets") for path in (ROOT / base).glob("*/*")} - {"measurements", "prices"}
        shown = {pathlib.PurePosixPath(path).parent.name for path, _ in blocks("json")}
        self.assertEqual(set(), kinds - shown)


class Sources(unittest.TestCase):
    """One file each: what is listed is generated."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls.folder.name)
        for part in ("core", "cli", "cmake"):
            shutil.copytree(ROOT / part, cls.root / part)
        cls.names = {}
        for path, text in blocks("cpp"):
            cls.follow(path, text)
        cls.generate("cmake/write_kinds.cmake", FOLDER=cls.root / "core/layers", OUTPUT=cls.root / "generated/core/layers/list.hpp")
        cls.generate("cmake/write_ids.cmake", FOLDER=cls.root / "core", OUTPUT=cls.root / "generated/core/formula/id_list.hpp")
        cls.generate("cmake/write_former.cmake", NAMES=cls.root / "core/formula/former_names.csv",
                     OUTPUT=cls.root / "generated/core/formula/former_ids.hpp", LIST=cls.root / "generated/core/inputs/former_list.hpp")
        # Lists are written as the build writes them.
        for build in ("core/CMakeLists.txt", "cli/CMakeLists.txt"):
            for call in re.findall(r"llmsize_generate_list\((.*?)\)\n", (ROOT / build).read_text(), re.S):
                _, folder, header, pattern, namespace, kind, declaration, array = shlex.split(call)
                cls.generate("cmake/write_list.cmake", FOLDER=cls.root / folder, OUTPUT=cls.root / "generated" / folder / header,
                             PATTERN=pattern.replace("\\\\", "\\"), NAMESPACE=namespace, TYPE=kind, DECLARATION=declaration, ARRAY=array)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def follow(cls, path, text):
        """A new file as it is; a declaration above the list of its kind, and its name in it."""
        file = cls.root / path
        if not file.exists():
            file.write_text(text)
            return
        name, kind = re.search(r"inline constexpr auto (\w+) = (input|formula|finding)<", text).groups()
        whole, count = re.subn(rf"(inline constexpr auto {kind}s =\s+std::tie\(\s*)", lambda found: f"{text}\n{found[1]}{name}, ", file.read_text())
        assert count == 1, f"{path} has {count} lists of {kind}s"
        file.write_text(whole)

    @classmethod
    def generate(cls, script, **values):
        values["OUTPUT"].parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([CMAKE, *[f"-D{name}={value}" for name, value in values.items()], "-P", str(cls.root / script)], check=True)

    def compiles(self, source):
        done = subprocess.run([COMPILER, "-std=c++20", "-fsyntax-only", "-I", self.root, "-I", self.root / "generated", self.root / source],
                              capture_output=True, text=True)
        self.assertEqual(0, done.returncode, done.stderr[:2000])

    def test_new_files_compile(self):
        new = [path for path, _ in blocks("cpp") if not (ROOT / path).exists()]
        self.assertEqual(4, len(new))
        for path in new:
            with self.subTest(file=path):
                self.compiles(path)

    def test_declarations_compile_and_are_listed(self):
        ids = (self.root / "generated/core/formula/id_list.hpp").read_text()
        for _, text in blocks("cpp"):
            if found := re.search(r"(?:input|formula|finding)<(\"[a-z_.]+\")", text):
                self.assertIn(found[1], ids)
        self.compiles("core/inputs/checks.hpp")
        self.compiles("core/registry/economics.cpp")

    def test_what_registers_itself_is_listed(self):
        self.assertIn("&hello_command", (self.root / "generated/cli/command_list.hpp").read_text())
        self.assertIn("&stream_importer", (self.root / "generated/core/probe/importers/importer_list.hpp").read_text())
        self.assertIn("&power_page_kind", (self.root / "generated/core/pages/page_list.hpp").read_text())
        self.assertIn("&cores_probe", (self.root / "generated/core/probe/host/host_probe_list.hpp").read_text())


if __name__ == "__main__":
    unittest.main()
