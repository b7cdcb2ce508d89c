#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every finding that is declared is met by somebody: findings_reached.py PROGRAM ID_LIST.

The commands of findings_met together meet all of the generated list of ids.
"""
import json
import re
import subprocess
import sys
import tempfile

from findings_met import MET, with_files

PROGRAM, ID_LIST = sys.argv[1:3]


def found(arguments):
    made = subprocess.run([PROGRAM, *arguments.split(), "--json"], capture_output=True, text=True)
    if not made.stdout:
        return None, f"exit {made.returncode}: {made.stderr.strip()}"
    return {finding["id"]: finding["message"] for finding in json.loads(made.stdout)["findings"]}, ""


def declared():
    with open(ID_LIST, encoding="utf-8") as file:
        text = file.read()
    return set(re.findall(r'"([^"]+)"', re.search(r" findings\{(.*?)\};", text, re.S)[1]))


def main():
    troubles = 0
    with tempfile.TemporaryDirectory() as folder:
        commands = {**MET, **with_files(folder)}
        missing = declared() - set(commands)
        # What the page of calibrations says of records belongs to the app; its own tests meet it.
        missing = {each for each in missing if not each.startswith("calibration.")}
        for each in sorted(missing):
            troubles += 1
            print(f"{each}: declared, and no command of tests/cli/findings_met.py meets it")
        for each, arguments in commands.items():
            told, trouble = found(arguments)
            if told is None or each not in told:
                troubles += 1
                print(f"{each}: not met by llmsize {arguments}: {trouble or ', '.join(told)}")
                continue
            text = subprocess.run([PROGRAM, *arguments.split(), "--detail"], capture_output=True, text=True).stdout
            if each not in text or told[each].split()[0] not in text:
                troubles += 1
                print(f"{each}: not on the page of llmsize {arguments}")
    print(f"{len(commands)} findings, {troubles} troubles")
    return 1 if troubles else 0


sys.exit(main())
