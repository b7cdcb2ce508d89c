#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""LibreOffice runs the macro of docs/spreadsheets.md on a workbook of lots: its sheet Answers has what the command line says.

usage: macro_answers.py LLMSIZE EXAMPLES SOFFICE
"""
import csv
import html
import math
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

MODULE = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="llmsize" script:language="StarBasic">{}</script:module>
"""
LIBRARY = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd">
<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false"
 library:passwordprotected="false"><library:element library:name="llmsize"/></library:library>
"""
CSV = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,{}"


def office(soffice, profile, folder, *arguments):
    """LibreOffice without a window, in a profile of its own; a dialog that nobody can answer ends it."""
    line = [soffice, "--headless", "--norestore", f"-env:UserInstallation={profile.as_uri()}", *arguments]
    started = subprocess.Popen(line, cwd=folder, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        started.wait(timeout=180)
    except subprocess.TimeoutExpired:
        os.killpg(started.pid, signal.SIGKILL)
        sys.exit(f"{' '.join(arguments)}: LibreOffice did not end; does a dialog wait?")


def rows_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def same(one, other):
    try:
        return math.isclose(float(one), float(other), rel_tol=1e-9)
    except ValueError:
        return one == other


def main():
    llmsize, examples, soffice = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        profile = folder / "profile"
        os.environ["PATH"] = f"{pathlib.Path(llmsize).parent}:{os.environ['PATH']}"
        # The first start makes the profile, and the workbook.
        shutil.copy(examples / "lots.csv", folder)
        office(soffice, profile, folder, "--convert-to", "xlsx", "lots.csv")
        standard = profile / "user/basic/Standard"
        (standard / "llmsize.xba").write_text(MODULE.format(html.escape((examples / "llmsize.bas").read_text())))
        (standard / "script.xlb").write_text(LIBRARY)
        book = folder / "lots.xlsx"
        office(soffice, profile, folder, f'macro:///Standard.llmsize.AnswerFile("{book}")')
        # Every sheet of the workbook as a file, lots-Answers.csv among them.
        office(soffice, profile, folder, "--convert-to", CSV.format(-1), "lots.xlsx")
        found = rows_of(folder / "lots-Answers.csv")
        expected = subprocess.run([llmsize, "run", str(examples / "lots.csv"), "--csv", "--quiet", "--keep-going"],
                                  capture_output=True, text=True).stdout
        expected = list(csv.reader(expected.splitlines()))
        assert found[0] == expected[0], f"columns: {found[0]}"
        assert len(found) == len(expected) > 3, f"{len(found)} rows instead of {len(expected)}"
        answers = expected[0].index("status")
        for row, (left, right) in enumerate(zip(found[1:], expected[1:]), 2):
            for column in range(len(rows_of(examples / "lots.csv")[0]), answers + 1):
                assert same(left[column], right[column]), f"row {row}, {expected[0][column]}: {left[column]} instead of {right[column]}"
        assert any(row[answers] == "ok" for row in expected[1:])
        print(f"{len(found) - 1} lots, {len(found[0])} columns: the sheet Answers is what llmsize run says")


main()
