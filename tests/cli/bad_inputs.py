#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What people type wrongly, and files that nobody should feed: bad_inputs.py PROGRAM CASES FILES [--approve].

CASES is a table of command lines with the exit that was approved for each, FILES an archive of the folder in which they
run. Whatever is typed, the program ends by itself, without an internal error and without a signal; a refusal is one
sentence that no terminal obeys, and leaves no page behind.
"""
import csv
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile

PROGRAM, CASES, FILES = sys.argv[1:4]
APPROVE = "--approve" in sys.argv
LONGEST = 120  # seconds: a guard against what never ends, not a measurement
REFUSALS = {2, 3, 4, 5}
CRASHES = {70, 134, 139}


def run(case, folder):
    changed = json.loads(case["environment"] or "{}")
    environment = {**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}", "LC_ALL": "C.UTF-8", **changed}
    environment = {name: value for name, value in environment.items() if value is not None}
    return subprocess.run(["/bin/bash", "-c", case["command"]], cwd=f"{folder}/wd", capture_output=True, timeout=LONGEST,
                          env=environment, stdin=subprocess.DEVNULL)


def troubles_of(case, folder):
    try:
        done = run(case, folder)
    except subprocess.TimeoutExpired:
        return ["does not end"]
    said = done.stderr.decode("utf-8", "replace")
    found = []
    if done.returncode < 0 or done.returncode in CRASHES or "internal error" in said:
        found.append(f"breaks: exit {done.returncode}: {said.strip()[:200]}")
    if any(character < " " and character not in "\n\t" or "\x7f" <= character < "\xa0" for character in said):
        found.append("a terminal would obey what it says")
    if done.returncode in REFUSALS and not said.strip() and not done.stdout and "2>" not in case["command"]:
        found.append(f"exit {done.returncode} without a word")
    if APPROVE:
        case["exit"] = str(done.returncode)
    elif str(done.returncode) != case["exit"]:
        found.append(f"exit {done.returncode}, approved was {case['exit']}: {said.strip()[:200]}")
    return found


def main():
    with open(CASES, encoding="utf-8", newline="") as file:
        cases = list(csv.DictReader(file))
    if os.geteuid() != 0:  # the exits were approved for root, who may read everything
        cases = [case for case in cases if "unreadable" not in case["command"]]
    troubles = 0
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(FILES) as archive:
            archive.extractall(folder)
        os.makedirs(f"{folder}/bin")
        os.symlink(os.path.abspath(PROGRAM), f"{folder}/bin/llmsize")
        for case in cases:
            for trouble in troubles_of(case, folder):
                troubles += 1
                print(f"{case['command']}: {trouble}")
        for path in pathlib.Path(folder).rglob("*"):
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o755)  # so that it can be removed
    if APPROVE and os.geteuid() == 0:
        with open(CASES, "w", encoding="utf-8", newline="") as file:
            table = csv.DictWriter(file, cases[0].keys(), lineterminator="\n")
            table.writeheader()
            table.writerows(cases)
    print(f"{len(cases)} command lines, {troubles} troubles")
    return 1 if troubles else 0


sys.exit(main())
