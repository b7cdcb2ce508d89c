#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The terminal and the app show one page: pages_agree.py PROGRAM APP SCENARIOS.

Of every scenario in a folder, a page is asked of the app as data and of the command as text; title, verdict, sentence,
figures with their qualifiers and findings with their remedies are the same words. What is wrong in a scenario that
meets a finding is found by both, in the same words.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "cli"))
from findings_met import MET, with_files  # noqa: E402

PROGRAM, APP, SCENARIOS = sys.argv[1:4]
ENVIRONMENT = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8"}
# What the app shows of what a command answers.
PAGES = {"size": "size", "memory": "size", "train": "size", "plan": "layout", "offload": "offload",
         "checkpoint": "checkpoint", "data": "data", "serve": "serve",
         "bom": "order"}
# Of files and options that only a command line has, and of plans of what the app does not plan unasked.
WITHOUT_WINDOW = {"model.unsupported", "calibration.other_accelerator", "planning.untimed", "planning.unchecked",
                  "input.unused"}

SEARCHED = re.compile(r"( layouts [^.]*?in) [\d,.]+ m?s")  # how long a search took is another one every time


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, env=ENVIRONMENT)


def flat(text):
    return SEARCHED.sub(r"\1", " ".join(text.split()))


def said_by(arguments, folder):
    """The scenario that a command line says, as a file."""
    scenario = {}
    made = json.loads(run(PROGRAM, *arguments.split(), "--json").stdout)
    for key, field in made["scenario"].items():
        if field["origin"] != "user":
            continue
        group, _, name = key.partition(".")
        scenario.setdefault(group, {})[name or "id"] = field.get("word", field["value"])
    path = os.path.join(folder, f"{abs(hash(arguments))}.llmsize")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"schema_version": 1, **scenario}, file)
    return path


def unmet(finding, arguments, folder):
    """Whether the app says of a scenario what the command does."""
    command = arguments.split()[0]
    path = said_by(arguments, folder)
    told = {each["message"] for each in json.loads(run(PROGRAM, command, "--scenario", path, "--json").stdout)["findings"]
            if each["id"] == finding}
    shown = {each["message"] for each in json.loads(run(APP, "--dump", PAGES[command], path).stdout)["findings"]
             if each["id"] == finding}
    return [] if told and told == shown else [f"{finding}: {command} says {told}, the app {shown}"]


def ends_of(path, folder):
    """The first and the last scenario of a study; of another the scenario itself."""
    scenario = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    if not any(isinstance(value, list) for group in scenario.values() if isinstance(group, dict) for value in group.values()):
        return [str(path)]
    ends = []
    for at in (0, -1):
        one = {group: {key: value[at] if isinstance(value, list) else value for key, value in said.items()}
               if isinstance(said, dict) else said for group, said in scenario.items()}
        ends.append(os.path.join(folder, f"{path.stem}{at}.llmsize"))
        pathlib.Path(ends[-1]).write_text(json.dumps(one), encoding="utf-8")
    return ends


def differing(command, path):
    """What the app says and the terminal does not."""
    window = run(APP, "--dump", PAGES[command], path)
    terminal = run(PROGRAM, command, "--scenario", path, "--findings", "all")
    if window.returncode or not terminal.stdout:
        # The terminal has a line of its own for the hint.
        said = [each.stderr.strip().replace("\n  hint: ", "; ") for each in (window, terminal)]
        refusals = {each.splitlines()[-1].partition(": ")[2] for each in said if each}
        return [] if len(refusals) == 1 else [f"{command} {path}: {window.stderr}{terminal.stderr}"]
    page, text = json.loads(window.stdout), flat(terminal.stdout)
    said = [page["title"], page["verdict"], page["sentence"]]
    for figure in page["figures"]:
        said += [figure["label"], figure["shown"], figure["qualifier"]]
    for finding in page["findings"]:
        said += [finding["id"], finding["message"], *finding["remedies"]]
    return [f"{command} {path}: not on the terminal: {each}" for each in said if flat(each) not in text]


def main():
    with tempfile.TemporaryDirectory() as folder:
        ends = [end for path in sorted(pathlib.Path(SCENARIOS).glob("*.llmsize")) for end in ends_of(path, folder)]
        met = {finding: arguments for finding, arguments in {**MET, **with_files(folder)}.items() if finding not in WITHOUT_WINDOW}
        with concurrent.futures.ThreadPoolExecutor(2) as both:
            troubles = [each for found in both.map(lambda end: differing("size", end), ends) for each in found]
            troubles += [each for found in both.map(lambda one: unmet(*one, folder), met.items()) for each in found]
    print("\n".join(troubles))
    print(f"{len(ends)} pages and {len(met)} findings, {len(troubles)} differ")
    return 1 if troubles or len(ends) < 20 else 0


sys.exit(main())
