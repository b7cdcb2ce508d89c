#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The README: its figures are today's, its pictures show today's answers, its commands run. readme_test.py PROGRAM"""
import importlib.machinery
import importlib.util
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(sys.argv.pop()).resolve()
loader = importlib.machinery.SourceFileLoader("refresh_docs", str(ROOT / "scripts/refresh-docs"))
refresh_docs = importlib.util.module_from_spec(importlib.util.spec_from_loader("refresh_docs", loader))
loader.exec_module(refresh_docs)

README = (ROOT / "README.md").read_text()
# What the files are called that a reader has and the table of tasks names.
FILES = {
    "scenarios.csv": "docs/examples/lots.csv", "portfolio.csv": "docs/examples/portfolio.csv", "fleet.csv": "docs/examples/fleet.csv", "my-runs.csv": "docs/examples/my-runs.csv", "node.json": "docs/examples/probe-record.json",
    "nccl.txt": "tests/data/probe/nccl-tests.txt", "vllm-bench.json": "tests/data/load-tests/vllm-bench.json",
    "trace.csv": "tests/data/traces/azure.csv",
    "config.json": "tests/data/hf-configs/falcon-40b.json"}


def tasks():
    """Commands of the table of tasks, as lists of arguments."""
    section = README.split("\n## Tasks\n", 1)[1].split("\n## ", 1)[0]
    return [shlex.split(command) for command in re.findall(r"^\|.*\| `llmsize ([^`]+)` \|$", section, re.M)]


class Readme(unittest.TestCase):
    def test_figures_are_todays(self):
        self.assertEqual(README, refresh_docs.with_figures(README, PROGRAM), "run scripts/refresh-docs")

    def test_pictures_show_todays_answers(self):
        pictures = re.findall(r"\]\(docs/pictures/(\S+\.png)\)", README)
        self.assertTrue(pictures)
        for name in pictures:
            about = refresh_docs.picture_text(name)
            with tempfile.TemporaryDirectory() as folder:
                scenario = pathlib.Path(folder) / "picture.llmsize"
                scenario.write_text(json.dumps({"schema_version": 1} | about["scenario"]))
                ids = ",".join(each["id"] for each in about["figures"])
                answer = refresh_docs.output(PROGRAM, about["page"], "--scenario", scenario, "--results", ids, "--json")
            results = json.loads(answer)["results"]
            for each in about["figures"]:
                with self.subTest(f"{name}: {each['id']}, drawn as {each['shown']}: run docs/pictures/make"):
                    self.assertAlmostEqual(results[each["id"]]["value"] / each["value"], 1, delta=1e-6)

    def test_commands_of_the_tasks_run(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for file, source in FILES.items():
                shutil.copy(ROOT / source, folder / file)
            (folder / "scratch").mkdir()
            for arguments in tasks():
                with self.subTest(" ".join(arguments)):
                    # What is probed is up to the machine, so the plan of the probe will do; files that are there are copies.
                    if arguments[0] == "probe":
                        arguments = [each.replace("/scratch", "scratch") for each in arguments] + ["--dry-run"]
                    done = subprocess.run([PROGRAM, *arguments, "--force"] if "-o" in arguments else [PROGRAM, *arguments],
                                          cwd=folder, capture_output=True, text=True)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    for at, argument in enumerate(arguments):
                        if argument in ("-o", "--picture") and arguments[0] != "probe":
                            self.assertTrue((folder / arguments[at + 1]).stat().st_size)


if __name__ == "__main__":
    unittest.main()
