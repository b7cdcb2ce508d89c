#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Commands that guides show without their output run, and excerpts of files are in them: commands_test.py PROGRAM [PAGE…]

Outputs that guides show are compared by llmsize_docs_tests, tables of the README by readme_test.py, recipes by recipes_test.py, and scripts that a
guide names without a folder, as a reader would write them, by shards_test.py.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM, *NAMES = sys.argv[1:]
del sys.argv[1:]
PAGES = [ROOT / name for name in NAMES] or [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
# What the files are called that a reader has.
FILES = {
    "guidellm-benchmarks.json": "tests/data/load-tests/guidellm-benchmarks.json", "lots.csv": "docs/examples/lots.csv", "node.json": "docs/examples/probe-record.json",
    "nodes/0.json": "docs/examples/probe-record.json", "nvbandwidth.json": "tests/data/probe/nvbandwidth.json", "fio.json": "tests/data/probe/fio.json",
    "trace.csv": "tests/data/traces/azure.csv"}
BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.M | re.S)


def is_script(language):
    """Whether a block is a script that the reader saves: "sh lots-parallel.sh"; excerpts name a file in a folder."""
    name = language.partition(" ")[2]
    return bool(name) and "/" not in name


def blocks(text):
    """Lists of commands that follow one another: lines of a block that begin with llmsize, without those above an output that is compared, and the cells of tables."""
    for language, block in BLOCK.findall(text):
        lines = block.replace("\\\n", " ").splitlines()
        if is_script(language):
            continue
        if language != "text" or not lines[0].startswith("$ llmsize"):
            yield [line.removeprefix("$ ") for line in lines if re.match(r"(\$ )?llmsize ", line)]
    if "\n## Tasks\n" not in text:
        yield from ([command] for command in re.findall(r"\| `(llmsize [^`…]+)` \|", text))


def prepared(line):
    """The command as it runs here: what a probe does is up to the node, so its plan will do."""
    if line.startswith("llmsize probe ") and "--dry-run" not in line:
        line = line.partition("#")[0] + " --dry-run"
    return line.replace("/scratch", "scratch").replace("lots.xlsx", "lots.csv")


def laid_out(folder):
    for file, source in FILES.items():
        (folder / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / source, folder / file)
    for each in ("scratch", "bin", "my/presets/traffic"):
        (folder / each).mkdir(parents=True)
    (folder / "docs").symlink_to(ROOT / "docs")
    (folder / "bin/llmsize").symlink_to(pathlib.Path(PROGRAM).resolve())
    return dict(os.environ, PATH=f"{folder}/bin:{os.environ['PATH']}", LC_ALL="C.UTF-8", XDG_STATE_HOME=str(folder))


class Commands(unittest.TestCase):
    def run_block(self, page, lines):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            environment = laid_out(folder)
            for line in lines:
                with self.subTest(page=page.name, command=line):
                    done = subprocess.run(["bash", "-c", prepared(line)], cwd=folder, env=environment, capture_output=True, text=True)
                    self.assertEqual(0, done.returncode, done.stderr)
                if (folder / "my-traffic.json").exists():
                    shutil.copy(folder / "my-traffic.json", folder / "my/presets/traffic")

    def test_they_run(self):
        found = [(page, lines) for page in PAGES for lines in blocks(page.read_text()) if lines]
        self.assertGreater(len(found), len(NAMES))
        for page, lines in found:
            self.run_block(page, lines)

    def test_excerpts_are_in_the_files_that_they_name(self):
        for page in PAGES:
            for file, text in re.findall(r"^```\w+ (\S+)\n(.*?)^```$", page.read_text(), re.M | re.S):
                if is_script(f"excerpt {file}"):
                    continue
                with self.subTest(page=page.name, file=file):
                    self.assertIn("\n".join(line.strip() for line in text.splitlines()),
                                  "\n".join(line.strip() for line in (ROOT / file).read_text().splitlines()))


if __name__ == "__main__":
    unittest.main()
