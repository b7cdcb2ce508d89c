#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The terminal and the app show one page: pages_agree.py PROGRAM APP SCENARIOS.

Of every scenario in a folder, a page is asked of the app as data and of the command as text; title, verdict, sentence,
figures with their qualifiers and findings with their remedies are the same words. So is what is found wrong in the
scenarios below, each of which breaks a rule.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PROGRAM, APP, SCENARIOS = sys.argv[1:4]
ENVIRONMENT = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C.UTF-8"}
PAGES = {"size": "size", "checkpoint": "checkpoint", "data": "data", "trend": "trends"}  # command: page

GPT3 = "--model gpt3-175b --system dgx-h100"
STATED = f"{GPT3} --nodes 128 --tp 8 --pp 16 --global-batch 1536"
WRONG = {
    "size": [
        f"{GPT3} --nodes 2 --tp 8 --pp 2 --tokens 300B",
        f"{GPT3} --nodes 128 --tp 8 --pp 16 --global-batch 1535 --tokens 300B",
        f"{GPT3} --nodes 16 --tp 8 --pp 16 --global-batch 8 --micro-batch 1 --tokens 300B",
        f"{STATED} --tokens 300B --deadline 1d",
        f"{STATED} --recipe weights16 --tokens 300B",
        "--model llama-3-70b --system dgx-h100 --nodes 1 --mode infer",
    ],
    "checkpoint": [
        f"{STATED} --storage superpod-h100-good --checkpoint async --interval 5s",
        f"{STATED} --storage superpod-h100-good --interval 1min --storage.write 1GB/s --appliances 1",
        f"{STATED} --storage superpod-h100-good --zero 1",
    ],
    "data": [f"{STATED} --tokens 300B --storage ddn-ai400x2 --storage.iops_read 10"],
}
SEARCHED = re.compile(r"( layouts [^.]*?in) [\d,.]+ m?s")  # how long a search took is another one every time


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, env=ENVIRONMENT)


def flat(text):
    return SEARCHED.sub(r"\1", " ".join(text.split()))


def said_by(command, options, folder):
    """The scenario that options say, as a file."""
    scenario = {}
    made = json.loads(run(PROGRAM, command, *options.split(), "--json").stdout)
    for key, field in made["scenario"].items():
        if field["origin"] != "user":
            continue
        group, _, name = key.partition(".")
        scenario.setdefault(group, {})[name or "id"] = field.get("word", field["value"])
    path = os.path.join(folder, f"{abs(hash((command, options)))}.llmsize")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"schema_version": 1, **scenario}, file)
    return path


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
    terminal = run(PROGRAM, command, "--scenario", path)
    if window.returncode or not terminal.stdout:
        refusals = {each.stderr.strip().splitlines()[-1].partition(": ")[2] for each in (window, terminal) if each.stderr.strip()}
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
        asked = [("size", end) for path in sorted(pathlib.Path(SCENARIOS).glob("*.llmsize")) for end in ends_of(path, folder)]
        asked += [(command, said_by(command, options, folder)) for command, lines in WRONG.items() for options in lines]
        with concurrent.futures.ThreadPoolExecutor(2) as both:
            troubles = [each for found in both.map(lambda one: differing(*one), asked) for each in found]
    print("\n".join(troubles))
    print(f"{len(asked)} pages, {len(troubles)} differ")
    return 1 if troubles or len(asked) < 20 else 0


sys.exit(main())
