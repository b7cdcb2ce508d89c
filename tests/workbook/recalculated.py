#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every number of all workbooks as LibreOffice calculates it, against the core: as planned, in another scenario, and after ten inputs were changed.

usage: recalculated.py WRITE_WORKBOOKS SCENARIOS SOFFICE
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
import zipfile

import openpyxl

TOLERANCE = 1e-9
HIGH = "before-high.xlsx"
LONGEST_FORMULA = 8192
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def values_of(path):
    """Values of all cells by sheet and place, the places of names, and cells that show an error."""
    with zipfile.ZipFile(path) as book:
        texts = [("".join(part.text or "" for part in item.iter(MAIN + "t")))
                 for item in ElementTree.fromstring(book.read("xl/sharedStrings.xml")).iter(MAIN + "si")]
        workbook = ElementTree.fromstring(book.read("xl/workbook.xml"))
        targets = {each.get("Id"): each.get("Target") for each in ElementTree.fromstring(book.read("xl/_rels/workbook.xml.rels"))}
        cells, errors = {}, []
        for sheet in workbook.iter(MAIN + "sheet"):
            for cell in ElementTree.fromstring(book.read("xl/" + targets[sheet.get(RELATION)].removeprefix("/xl/"))).iter(MAIN + "c"):
                kind, found = cell.get("t", "n"), cell.find(MAIN + "v")
                text = None if found is None else found.text
                if kind == "e":
                    errors.append(f"{sheet.get('name')}!{cell.get('r')}: {text}")
                elif kind == "s":
                    text = texts[int(text)]
                cells[sheet.get("name"), cell.get("r")] = float(text) if kind == "n" and text is not None else text or None
        names = {}
        for name in workbook.iter(MAIN + "definedName"):
            place = re.fullmatch(r"'?([^'!]+)'?!\$([A-Z]+)\$(\d+)", name.text)
            if place and not name.get("name").startswith("_xlnm"):
                names[name.get("name")] = (place[1], place[2] + place[3])
    return cells, names, errors


def numbers_of(path):
    cells, names, errors = values_of(path)
    return {name: cells.get(place) for name, place in names.items()}, errors


def differences(expected, numbers):
    for name, value in expected.items():
        found = numbers.get(name)
        if value is None and found is None:
            continue
        if value is None or not isinstance(found, float) or abs(found - value) > TOLERANCE * max(abs(found), abs(value)):
            yield f"{name}: the core has {value}, the workbook {found}"


def formulas_of(book):
    return {(sheet.title, cell.coordinate): cell.value for sheet in book for row in sheet.iter_rows() for cell in row if cell.data_type == "f"}


def names_in(book):
    return {name.name: name.attr_text for name in book.defined_names.definedName}


def change(book, changes):
    """Types values into the sheet Inputs, beside their keys, and prices into their yellow cells."""
    sheet = book["Inputs"]
    rows = {sheet.cell(row, 9).value: row for row in range(1, sheet.max_row + 1)}
    for key, value in changes.items():
        price = book.defined_names.get("price." + key.partition(".")[2])
        if price:
            place = price.attr_text.partition("!")[2].replace("$", "")
            book["Bill of materials"][place].value = value
        else:
            sheet.cell(rows[key], 2).value = value


def in_scenario(book, word):
    """Chooses the scenario on the sheet Answer."""
    for row in range(1, 30):
        if book["Answer"].cell(row, 1).value == "Scenario":
            book["Answer"].cell(row, 2).value = word


def differing_scenario(expected, path):
    """In the scenario high, what leads the workbook is at its P90."""
    cells = values_of(path)[0]
    places = {text: place[1:] for (sheet, place), text in cells.items() if sheet == "Results" and place.startswith("H")}
    name = next(each for each in ("training.calendar_time", "serving.rate_at_limit") if each in expected["ranges"])
    found, p90 = cells.get(("Results", f"B{places[name]}")), expected["ranges"][name][1]
    if not isinstance(found, float) or abs(found - p90) > 1e-6 * p90:
        yield f"scenario high: {name} is {found}, its P90 is {p90}"


def rewritten(folder, name, expected):
    """The workbook without kept values, as it was and with changed inputs, written by a second program; what it lost on the way."""
    book = openpyxl.load_workbook(folder / name)
    formulas, names = formulas_of(book), names_in(book)
    yield from (f"{place}: a formula of {len(text)} characters" for place, text in formulas.items() if len(text) > LONGEST_FORMULA)
    book.save(folder / f"before-{name}")
    again = openpyxl.load_workbook(folder / f"before-{name}", read_only=False) if name == "01.xlsx" else None
    if again and (formulas_of(again) != formulas or names_in(again) != names):
        yield "openpyxl loses formulas or names"
    if name == "01.xlsx":
        in_scenario(book, "high")
        book.save(folder / HIGH)
        in_scenario(book, "typical")
    change(book, expected["changes"])
    book.save(folder / f"after-{name}")


def recalculate(soffice, folder):
    """Both sets side by side, each by a LibreOffice of its own."""
    out = folder / "out"
    runs = [subprocess.Popen([soffice, f"-env:UserInstallation=file://{folder}/profile-{when}", "--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML",
                              "--outdir", out, *sorted(folder.glob(f"{when}*.xlsx"))], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            for when in ("before-", "after-", "hostile")]
    said = [run.communicate(timeout=900)[1] for run in runs]
    if not out.exists():
        sys.exit(f"LibreOffice converts nothing: {''.join(said)}")
    return out


def ranges_of(path):
    """P10 and P90 on the sheet Results by id."""
    cells = values_of(path)[0]
    return {text: (cells.get(("Results", f"D{place[1:]}")), cells.get(("Results", f"E{place[1:]}")))
            for (sheet, place), text in cells.items() if sheet == "Results" and place.startswith("H")}


def differing_sum(numbers, path):
    """The prices of the rows of the bill of materials add up to the price of all."""
    cells = values_of(path)[0]
    first = {text: int(place[1:]) for (sheet, place), text in cells.items() if sheet == "Bill of materials" and place.startswith("A")}
    end = first.get("Price of the bill of materials")
    if end is None or not isinstance(numbers.get("bom.price"), float):
        return
    rows = sum(value for row in range(1, end) if isinstance(value := cells.get(("Bill of materials", f"H{row}")), float))
    if abs(rows - numbers["bom.price"]) > TOLERANCE * rows:
        yield f"the rows of the bill of materials add up to {rows}, its price is {numbers['bom.price']}"


def differing_ranges(expected, path):
    found = ranges_of(path)
    for name, ends in expected.items():
        for end, cell in zip(ends, found[name]):
            if not isinstance(cell, float) or abs(cell - end) > TOLERANCE * abs(end):
                yield f"{name}: the range of the core ends at {end}, that of the workbook at {cell}"


def needless_replans(expected, path):
    """Results that ask for a new plan though their number goes on."""
    cells = values_of(path)[0]
    ids = {place: text for (sheet, place), text in cells.items() if sheet == "Results" and place.startswith("H")}
    for place, name in ids.items():
        if cells.get(("Results", f"B{place[1:]}")) == "re-plan" and expected.get(name) is not None:
            yield f"{name}: says re-plan, and is {expected[name]}"


def statuses_of(path):
    """The status of each check on the sheet Checks."""
    cells = values_of(path)[0]
    rows = range(5, 200)
    return {cells["Checks", f"A{row}"]: cells.get(("Checks", f"B{row}")) for row in rows if cells.get(("Checks", f"A{row}"))}


def differing_checks(expected, path):
    found = statuses_of(path)
    for name in expected.keys() | found.keys():
        if expected.get(name) != found.get(name):
            yield f"check {name}: the core has {expected.get(name)}, the workbook {found.get(name)}"


def check(folder, out, name, expected):
    wrong = []
    kept, errors = numbers_of(folder / name)
    wrong += [f"as written: {each}" for each in errors + list(differences(expected["before"], kept))]
    wrong += [f"before: {each}" for each in differing_ranges(expected["ranges"], out / f"before-{name}")]
    wrong += [f"as written: {each}" for each in differing_checks(expected["checks"]["before"], folder / name)]
    for when in ("before", "after"):
        wrong += [f"{when}: {each}" for each in differing_checks(expected["checks"][when], out / f"{when}-{name}")]
        wrong += [f"{when}: {each}" for each in needless_replans(expected[when], out / f"{when}-{name}")]
        numbers, errors = numbers_of(out / f"{when}-{name}")
        wrong += [f"{when}: {each}" for each in errors + list(differences(expected[when], numbers))]
        wrong += [f"{when}: {each}" for each in differing_sum(numbers, out / f"{when}-{name}")]
        wrong += [f"{when}: the command carries no {key}" for key in expected["changes"] if when == "after" and key not in numbers["workbook.command"]]
        typed = [key for key in expected["changes"] if "price." + key.partition(".")[2] not in numbers]
        if numbers.get("workbook.changed") != (len(typed) if when == "after" else 0):
            wrong.append(f"{when}: {numbers.get('workbook.changed')} inputs are told to be changed")
    return wrong


def calculated_texts(folder, out):
    """Texts that begin as formulas do stay texts, in the file and after a spreadsheet wrote it again."""
    for path in (folder / "hostile.xlsx", out / "hostile.xlsx"):
        book = openpyxl.load_workbook(path)
        hostile = [cell for sheet in book for row in sheet.iter_rows() for cell in row if "hostile" in str(cell.value)]
        if len(hostile) < 3:
            yield f"{path.name}: {len(hostile)} hostile texts are there, 3 are expected"
        yield from (f"{path.name}: {cell.coordinate} is calculated: {cell.value}" for cell in hostile if cell.data_type == "f")


def moved(expected):
    return sum(1 for name in expected["shown"] if expected["before"][name] != expected["after"][name])


def main():
    write, scenarios, soffice = sys.argv[1:]
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        subprocess.run([write, scenarios, folder], check=True)
        expected = json.loads((folder / "expected.json").read_text())
        wrong = {name: list(rewritten(folder, name, each)) for name, each in expected.items()}
        written = time.monotonic()
        out = recalculate(soffice, folder)
        for name, each in expected.items():
            wrong[name] += check(folder, out, name, each)
            if name == "01.xlsx":
                wrong[name] += differing_scenario(each, out / HIGH)
            if moved(each) == 0 or len(each["changes"]) < 2:
                wrong[name].append("changing inputs moves nothing")
        wrong["hostile.xlsx"] = list(calculated_texts(folder, out))
        said = {status for each in expected.values() for when in each["checks"].values() for status in when.values()}
        wrong["hostile.xlsx"] += [f"no check says {status}" for status in sorted({"OK", "WARN", "FAIL"} - said)]
        cells = sum(len(each["before"]) for each in expected.values())
        print(f"{len(expected)} workbooks, {cells} named cells, {sum(len(each['changes']) for each in expected.values())} changed inputs; "
              f"written in {written - began:.0f} s, recalculated in {time.monotonic() - written:.0f} s")
    for name, sentences in wrong.items():
        for sentence in sentences[:10]:
            print(f"{name} ({expected[name]['scenario'] if name in expected else 'texts'}): {sentence}")
    sys.exit(1 if any(wrong.values()) else 0)


if __name__ == "__main__":
    main()
