#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What people type wrongly, and files that nobody should feed: bad_inputs.py PROGRAM CASES FILES [--slow] [--approve].

CASES is a table of command lines with the exit that was approved for each ("any": the system may end the program
before it begins), FILES an archive of the folder in which they run, or a script that makes it. Whatever is typed, the
program ends by itself within 4 GB, without an internal error and without a signal; a refusal is one sentence that no
terminal obeys, and leaves no page behind. Pages, pictures and workbooks that were written are whole, and hold no markup
of a name. Rows marked slow run with --slow.
"""
import csv
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from concurrent.futures import ThreadPoolExecutor
from xml.etree import ElementTree

PROGRAM, CASES, FILES = sys.argv[1:4]
APPROVE, SLOW = "--approve" in sys.argv, "--slow" in sys.argv
LONGEST = 120  # seconds: a guard against what never ends, not a measurement
MOST_MEMORY = 4 << 20  # KiB of addresses
REFUSALS = {2, 3, 4, 5}
CRASHES = {70, 134, 139}
MARKUP = {".html": rb"<(script>alert|img src=x)", ".md": rb"(?<!\\)(<(script>alert|img src=x)|\[[^\]]*\]\(javascript:)"}


def run(case, folder):
    changed = json.loads(case["environment"] or "{}")
    environment = {**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}", "LC_ALL": "C.UTF-8", **changed}
    environment = {name: value for name, value in environment.items() if value is not None}
    return subprocess.run(["/bin/bash", "-c", f"ulimit -v {MOST_MEMORY}; {case['command']}"], cwd=f"{folder}/wd",
                          capture_output=True, timeout=LONGEST, env=environment, stdin=subprocess.DEVNULL)


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
    if case["exit"] == "any":
        return found
    if APPROVE:
        case["exit"] = str(done.returncode)
    elif str(done.returncode) != case["exit"]:
        found.append(f"exit {done.returncode}, approved was {case['exit']}: {said.strip()[:200]}")
    return found


def parts_of(path):
    """What of a written file is XML."""
    if path.suffix == ".svg":
        return [path.read_bytes()]
    with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as book:
        return [book.read(name) for name in book.namelist() if name.endswith((".xml", ".rels"))]


def written_troubles(path):
    try:
        if path.suffix in {".svg", ".xlsx"}:
            for part in parts_of(path):
                ElementTree.fromstring(part)
        elif re.search(MARKUP[path.suffix], path.read_bytes()):
            return [f"{path.name}: holds markup of a name"]
    except (ElementTree.ParseError, zipfile.BadZipFile) as error:
        return [f"{path.name}: cannot be opened: {error}"]
    return []


def lay_out(folder):
    """Makes the folder of the cases and tells what is in it."""
    if FILES.endswith(".py"):
        subprocess.run([sys.executable, "-B", FILES, f"{folder}/wd", *(["slow"] if SLOW else [])], check=True)
    else:
        with tarfile.open(FILES) as archive:
            archive.extractall(folder)
    os.makedirs(f"{folder}/bin")
    os.symlink(os.path.abspath(PROGRAM), f"{folder}/bin/llmsize")
    return set(os.listdir(f"{folder}/wd"))


def troubles_in(cases, folder):
    before = lay_out(folder)
    # Cases of an archive may need what those before them wrote.
    with ThreadPoolExecutor(2 if FILES.endswith(".py") else 1) as pool:
        for case, troubles in zip(cases, pool.map(lambda case: troubles_of(case, folder), cases)):
            for trouble in troubles:
                yield f"{case['command']}: {trouble}"
    for name in set(os.listdir(f"{folder}/wd")) - before:
        path = pathlib.Path(folder, "wd", name)
        if path.suffix in {".svg", ".xlsx", ".html", ".md"} and path.is_file() and not path.is_symlink():
            yield from written_troubles(path)


def main():
    with open(CASES, encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    cases = [case for case in table if SLOW or not case.get("slow")]
    if os.geteuid() != 0:  # the exits were approved for root, who may read everything
        cases = [case for case in cases if "unreadable" not in case["command"]]
    if "LLMSIZE_COUNTED" in os.environ:  # a program that counts its lines takes more memory than such limits leave
        cases = [case for case in cases if "ulimit -v" not in case["command"]]
    troubles = 0
    with tempfile.TemporaryDirectory() as folder:
        for trouble in troubles_in(cases, folder):
            troubles += 1
            print(trouble)
        for path in pathlib.Path(folder).rglob("*"):
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o755)  # so that it can be removed
    if APPROVE and os.geteuid() == 0:
        with open(CASES, "w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, table[0].keys(), lineterminator="\n")
            writer.writeheader()
            writer.writerows(table)
    print(f"{len(cases)} command lines, {troubles} troubles")
    return 1 if troubles else 0


sys.exit(main())
