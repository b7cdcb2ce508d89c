#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No input is silent: every_option.py PROGRAM [all].

Every option of every command is given another value than the one that is taken without it. Then a result changes, or
`input.unused` says why none does, or the value is refused; it never says so where a result changes. Of every option one
command is asked with two values, with `all` every command with all values, those among them whose layout is open.
"""
import json
import os
import re
import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor

PROGRAM = sys.argv[1]
STATED = "--model mixtral-8x7b --system dgx-h100 --nodes 16 --tp 4 --pp 4 --ep 8 --micro-batch 2 --global-batch 512 --tokens 2T"
PLAIN = f"{STATED} --layout plain"
OPEN = "--model llama-3-8b --system dgx-h100 --tokens 200B --deadline 60d"
STORED = f"{PLAIN} --storage superpod-h100-good"
COMMANDS = [
    f"size {PLAIN}",
    f"train {STATED}",
    f"memory {STATED} --offload cpu",
    f"checkpoint {STORED} --checkpoint async",
    f"offload {STORED}",
    f"data {STORED} --data volumes",
    f"explain training.step_time {STATED}",
    f"sweep {STATED} --sequence 4096,8192",
    f"compare {STATED} --sequence 4096,8192",
]
PLANNED = [f"plan {OPEN}", f"size {OPEN}", f"train {OPEN}"]
GUESSES = {"B": ["3GB", "70MB"], "B/s": ["3GB/s", "70GB/s"], "FLOP/s": ["3TFLOP/s", "900TFLOP/s"], "FLOP": ["1e21", "1e23"],
           "s": ["7", "40000"], "W": ["700", "90000"], "1/s": ["30", "40000"], "money": ["3", "40000"]}


def asked(line):
    """The document that a command answers with; nothing where it refuses."""
    made = subprocess.run([PROGRAM, *line.split(), "--json"], capture_output=True, text=True, check=False)
    if made.returncode in (2, 4) and made.stderr:
        return None
    if made.returncode != 0:
        raise SystemExit(f"{line}: exit {made.returncode}: {made.stderr}")
    return json.loads(made.stdout)


def others(entry, taken):
    """Texts that an option may have, other than the value that is taken without it."""
    unit, value = entry["unit"], taken.get("value")
    if entry["key"] == "layout.searched":
        # A step is that of one layout or of the best of several: how many makes no difference.
        return ["1"] if isinstance(value, (int, float)) and value > 1 else ["2"]
    if unit == "id":
        if entry["key"] == "economics.price_list":
            return [PRICES]
        listed = catalog(KINDS[entry["key"]])
        return [each for each in listed if each != value][:2]
    if "|" in unit:
        return [word for word in unit.split("|") if word != value]
    if isinstance(value, bool):
        return ["no" if value else "yes"]
    if isinstance(value, (int, float)):
        # What a page alone tells, it tells with three digits.
        more = value + 1 if value < 1000 else value * 1.25
        texts = [f"{each:.12g}" for each in (value * 2, value / 2, more, 0.5)]
        return [each for each in texts if float(each) != value]
    return GUESSES.get(unit, ["2", "1", "0.3"])


KINDS = {"model": "models", "cluster.system": "systems", "accelerator.id": "accelerators",
         "accelerator.link": "networks", "network.id": "networks", "storage.id": "storage", "software.id": "software",
         "data.id": "datasets", "fabric.id": "fabrics", "switch.id": "switches", "economics.price_list": "price-lists",
         "traffic.id": "traffic"}
PRICES = os.path.join(os.path.dirname(__file__), "../data/prices.json")


def catalog(kind):
    return [row["id"] for row in asked(f"catalog {kind}")["rows"]]


# How much a search tried is no answer, and how long it took is another one every time.
EFFORT = {"planning.considered", "planning.evaluated", "planning.feasible", "planning.seconds"}


def shown(name, value):
    """Ends of a range as people read them: what is said is certain, which moves them beyond the digits that are printed."""
    return float(f"{value:.3g}") if name in ("p10", "p90") and value is not None else value


def numbers(document, key):
    """What a command answers: results, rows without the option that they repeat, and what does not fit."""
    spoken = [each["message"] for each in document["findings"] if each["severity"] != "info"]
    # A training keeps no cache of its sequences: it is shown with the model, of a service.
    trains = document["scenario"].get("workload.mode", {}).get("value") == "train"
    of_service = trains and key.startswith(("serving.", "traffic."))
    apart = EFFORT | {"model.kv_bytes_per_sequence"} if of_service else EFFORT
    results = {id: each["value"] for id, each in document["results"].items() if id not in apart}
    rows = [{name: shown(name, each) for name, each in row.items() if name != key} for row in document["rows"]]
    return json.dumps([results, rows, spoken])


def page(line):
    """What people read, but for the line that repeats what was typed."""
    text = subprocess.run([PROGRAM, *line.split(), "--quiet"], capture_output=True, text=True, check=False).stdout
    return re.sub(r"\bin [\d,.]+ m?s\b", "", text)


def silent(task):
    """Lines with an option that say nothing, of one option of one command."""
    command, entry, base, taken, most = task
    found = []
    for text in others(entry, taken.get(entry["key"], {}))[:most]:
        line = f"{command} {entry['option']}={text}"
        document = asked(line)
        if document is None:
            continue
        unused = any(each["id"] == "input.unused" and entry["key"] in each["fields"] for each in document["findings"])
        moves = numbers(document, entry["key"]) != numbers(base, entry["key"])
        if unused and moves:
            found.append(f"wrongly unused: {line}")
        if not unused and not moves and page(line) == page(command):
            found.append(f"silent: {line}")
    return found


def main():
    everything = "all" in sys.argv[2:]
    entries = asked("catalog inputs")["rows"]
    commands = COMMANDS + (PLANNED if everything else [])
    bases = {command: asked(command) for command in commands}
    # Tables say nothing of what is taken for granted and chosen for their rows.
    said = bases[f"train {STATED}"]["scenario"]
    tasks = []
    for entry in entries:
        # A new input does not change which command the others are tried with.
        place = zlib.crc32(entry["key"].encode())
        mine = commands if everything else [commands[place % len(commands)]]
        tasks += [(command, entry, bases[command], bases[command]["scenario"] or said, 9 if everything else 2) for command in mine
                  if f" {entry['option']} " not in command]
    with ThreadPoolExecutor(max_workers=2) as pool:
        lines = [line for found in pool.map(silent, tasks) for line in found]
    for line in lines:
        print(line)
    print(f"{len(tasks)} options of {len(commands)} commands, {len(lines)} silent or wrong")
    return 1 if lines else 0


sys.exit(main())
