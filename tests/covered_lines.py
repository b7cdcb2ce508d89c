#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The lines of core that programs ran, by file, least first: covered_lines.py BUILD LIST LEAST.

BUILD is a build with --coverage in which programs ran. A line counts as run where any object ran it: a header is in many, a template in each with
its own types. LIST gets the table with the lines that none ran. Ends with 1 where less than LEAST percent of all lines are run.
"""
import collections
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]


def counted(object_data):
    """Lines of core in one object: {file: {line: whether it ran}}."""
    made = subprocess.run(["gcov", "--json-format", "--stdout", object_data], capture_output=True)
    if made.returncode:
        sys.exit(f"{object_data}: {made.stderr.decode()}")
    files = collections.defaultdict(dict)
    for text in made.stdout.splitlines():
        data = json.loads(text)
        for file in data["files"]:
            path = ROOT.joinpath(data["current_working_directory"], file["file"])
            if not path.is_relative_to(ROOT / "core"):
                continue
            lines = files[str(path.relative_to(ROOT))]
            for line in file["lines"]:
                lines[line["line_number"]] = lines.get(line["line_number"], False) or line["count"] > 0
    return files


def merged(build):
    files = collections.defaultdict(dict)
    # gcov takes most of the time, and each of its runs has a process of its own.
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for found in pool.map(counted, sorted(build.rglob("*.gcda"))):
            for file, lines in found.items():
                for line, ran in lines.items():
                    files[file][line] = files[file].get(line, False) or ran
    return files


def without_brackets(file, lines):
    """Lines with a word: what a bracket does, the end of a scope, depends on how the compiler lays out exceptions."""
    with open(ROOT / file, encoding="utf-8") as text:
        has_word = [bool(re.search(r"\w", line.partition("//")[0])) for line in text]
    return {line: ran for line, ran in lines.items() if has_word[line - 1]}


def ranges(numbers):
    """1-3,7 of the numbers 1, 2, 3 and 7."""
    found = []
    for number in sorted(numbers):
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in found)


def main():
    build, listed, least = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), float(sys.argv[3])
    files = {file: without_brackets(file, lines) for file, lines in merged(build).items()}
    rows = sorted((sum(lines.values()) / len(lines), file) for file, lines in files.items() if lines)
    with open(listed, "w", encoding="utf-8") as text:
        for share, file in rows:
            missing = [line for line, ran in files[file].items() if not ran]
            row = f"{100 * share:6.1f}% {len(files[file]) - len(missing):6} of {len(files[file]):6}  {file}"
            print(row)
            print(row, ranges(missing), file=text)
    total = sum(len(lines) for lines in files.values())
    ran = sum(sum(lines.values()) for lines in files.values())
    share = 100 * ran / total if total else 0
    print(f"{share:6.1f}% {ran:6} of {total:6}  all of core; {least:g}% are the least")
    sys.exit(share < least)


if __name__ == "__main__":
    main()
