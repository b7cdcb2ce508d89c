#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""--check gives the same verdict whatever is asked of a scenario: check_agreement.py PROGRAM [SCENARIOS [SEED]].

Scenarios are random and state nodes and layout. `plan` and `offload` are held against the layout that they answer with.
Errors are compared by id, so that a command may not agree by accident.
"""
import json
import os
import random
import subprocess
import sys
import tempfile

PROGRAM = sys.argv[1]
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 25
RANDOM = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)

MODELS = ["gpt3-175b", "llama-3-8b", "llama-3-70b", "bloom-176b", "megatron-18.4b", "mixtral-8x7b"]
SYSTEMS = ["dgx-h100", "dgx-a100-640", "dgx-b200"]
STORAGE = ["", "superpod-h100-good", "superpod-h100-best", "ddn-ai400x2"]


def scenario():
    """Options of a scenario; some fit, some overflow, some cannot be split, some are late."""
    tensor, pipeline = RANDOM.choice([1, 2, 4, 8]), RANDOM.choice([1, 2, 3, 4, 8])
    nodes = tensor * pipeline * RANDOM.choice([1, 2, 4, 8])  # of eight GPUs: any degrees divide
    options = {
        "--model": RANDOM.choice(MODELS),
        "--system": RANDOM.choice(SYSTEMS),
        "--nodes": str(nodes),
        "--tp": str(tensor),
        "--pp": str(pipeline),
        "--micro-batch": str(RANDOM.choice([1, 1, 2])),
        "--global-batch": str(RANDOM.choice([480, 1024, 1536])),
        "--zero": RANDOM.choice(["0", "1", "3"]),
        "--recompute": RANDOM.choice(["none", "full"]),
        "--sequence": RANDOM.choice(["2048", "8192"]),
    }
    for key, values in {
        "--tokens": ["", "300B", "2T"],
        "--deadline": ["", "20d", "90d"],
        "--storage": STORAGE,
        "--checkpoint": ["", "async", "hierarchical"],
        "--interval": ["", "1min", "30min"],
        "--offload": ["", "", "cpu", "nvme"],
        "--max-power": ["", "", "200kW"],
    }.items():
        if value := RANDOM.choice(values):
            options[key] = value
    return [part for pair in options.items() for part in pair]


def asked(command, options):
    """Exit code and ids of errors of a command."""
    made = subprocess.run([PROGRAM, *command, *options, "--check", "--json"], capture_output=True, text=True)
    if not made.stdout:
        return made.returncode, made.stderr.strip()
    document = json.loads(made.stdout)
    errors = {finding["id"] for finding in document["findings"] if finding["severity"] == "error"}
    return made.returncode, document, errors


def main():
    differing, errors_seen = 0, set()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(COUNT):
            options = scenario()
            verdicts = {}
            for command in ["memory", "size", "train", "checkpoint", "data"]:
                answer = asked([command], options)
                verdicts[command] = (answer[0], sorted(answer[2])) if len(answer) == 3 else answer
                errors_seen |= answer[2] if len(answer) == 3 else set()
            rows = os.path.join(folder, "rows.csv")
            pairs = list(zip(options[::2], options[1::2]))
            keys = {"--tp": "layout.tensor", "--pp": "layout.pipeline"}
            with open(rows, "w", encoding="utf-8") as file:
                file.write(",".join(keys.get(key, key) for key, _ in pairs) + "\n")
                file.write(",".join(value for _, value in pairs) + "\n")
            code = verdicts["memory"][0]
            # Rows and columns bear their verdict as an exit code alone.
            run = asked(["run", rows], [])
            compare = asked(["compare"], options + ["--goal.efficiency", "0.8,0.9"])
            bad = {name: verdict for name, verdict in verdicts.items() if verdict != verdicts["memory"]}
            if run[0] != code:
                bad["run"] = run[0]
            if compare[0] != code:
                bad["compare"] = compare[0]
            if bad:
                differing += 1
                print(" ".join(options), f"\n  memory {verdicts['memory']}", *(f"\n  {n} {v}" for n, v in bad.items()))
        # What plan and offload answer with fits where the layout they name does.
        for _ in range(max(1, COUNT // 10)):
            options = ["--model", RANDOM.choice(MODELS), "--system", RANDOM.choice(SYSTEMS), "--nodes", "16"]
            plan = asked(["plan"], options)
            if len(plan) != 3 or not plan[1]["rows"]:
                continue
            row = plan[1]["rows"][0]
            layout = [part for key, value in row.items() if key.startswith(("layout.", "memory.offload"))
                      and value is not None for part in ("--set", f"{key}={value}")]
            stated = asked(["memory"], options + ["--global-batch", str(plan[1]["scenario"]["workload.global_batch"]["value"])]
                           + layout)
            if stated[0] != plan[0]:
                differing += 1
                print("plan", " ".join(options), plan[0], plan[2], stated[0], stated[2] if len(stated) == 3 else stated[1])
    print(f"{COUNT} scenarios, {differing} answered differently; errors met: {', '.join(sorted(errors_seen))}")
    return 1 if differing else 0


sys.exit(main())
