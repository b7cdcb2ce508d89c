#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The README: its figures are today's, its pictures and those of docs/desktop.md show today's answers, its commands run. readme_test.py PROGRAM"""
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

README, DESKTOP = ((ROOT / page).read_text() for page in ("README.md", "docs/desktop.md"))
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
        asked, shown = {}, []
        for page, folder in ((README, "docs/pictures/"), (DESKTOP, "pictures/")):
            pictures = re.findall(rf"\]\({folder}(\S+\.png)\)", page)
            self.assertTrue(pictures)
            for name in pictures:
                about = refresh_docs.picture_text(name)
                scenario = json.dumps({"schema_version": 1} | about["scenario"])
                figures = [each for each in about["figures"] if each["value"] is not None]
                asked.setdefault(scenario, set()).update(each["id"] for each in figures)
                shown += [(name, scenario, each) for each in figures]
        answers = {scenario: self.explained(scenario, ids) for scenario, ids in asked.items() if ids}
        for name, scenario, each in shown:
            with self.subTest(f"{name}: {each['id']}, drawn as {each['shown']}: run docs/pictures/make"):
                self.assertAlmostEqual(answers[scenario][each["id"]] / each["value"], 1, delta=1e-6)

    def explained(self, scenario, ids):
        """Values of results for a scenario, by id."""
        with tempfile.NamedTemporaryFile("w", suffix=".llmsize") as file:
            file.write(scenario)
            file.flush()
            answer = refresh_docs.output(PROGRAM, "explain", *sorted(ids), "--scenario", file.name, "--json")
        return {row["id"]: row["value"] for row in json.loads(answer)["rows"]}

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
