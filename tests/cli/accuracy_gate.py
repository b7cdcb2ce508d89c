#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Predictions of published numbers do not become worse unnoticed: accuracy_gate.py PROGRAM [--refresh].

tests/data/accuracy.json has the best figures so far of each group of published numbers. A group may be worse by its step;
by more only where "Unreleased" of CHANGELOG.md says so in a line with "accuracy" and the group in backticks. --refresh
writes today's figures where they are better, where such a line allows it, and of new groups."""
import json
import pathlib
import re
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
STORED = ROOT / "tests/data/accuracy.json"
DATA = ROOT / "tests/data"
FEWEST = 8
"""Rows of the smallest group: of fewer, one row moves the mean."""
STEPS = {"mean": 0.005, "coverage": 0.05}
"""By how much the mean absolute error may grow and the share inside P10 to P90 may fall."""
WIDER = {"steps, MoE models": {"mean": 0.02, "coverage": 0.05}, "totals": {"mean": 0.02, "coverage": 0.05}}
"""Few rows that lie far off move these means."""


def validated(program, *arguments):
    made = subprocess.run([program, "validate", "--quiet", "--json", *map(str, arguments)], capture_output=True, text=True)
    if made.returncode != 0:
        sys.exit(f"llmsize validate {' '.join(map(str, arguments))}: {made.stderr}")
    return [row for row in json.loads(made.stdout)["rows"] if "predicted" in row]


def figures_of(rows):
    errors = [abs(row["predicted"] / row["measured"] - 1) for row in rows]
    inside = [row["p10"] <= row["measured"] <= row["p90"] for row in rows if "p10" in row and "p90" in row]
    figures = {"rows": len(rows), "mean": round(statistics.mean(errors), 4), "median": round(statistics.median(errors), 4)}
    if inside:
        figures["coverage"] = round(sum(inside) / len(inside), 3)
    return figures


def groups_of(row):
    metric = row["metric"]
    if metric == "training.step_time" and "kind" in row:
        return [f"steps, {row['kind']}", f"steps, {row['precision']}"]
    if metric.startswith("memory."):
        return [f"memory, {metric}"]
    if metric == "training.gpu_seconds":
        return ["totals"]
    if row.get("served"):
        return [f"serving, {row['group']}"]
    return ["storage, worked out"] if row.get("basis") == "worked out" else ["storage", f"storage, {metric}"]


def grouped(rows):
    groups = {}
    for row in rows:
        for name in groups_of(row):
            groups.setdefault(name, []).append(row)
    return {name: figures_of(of) for name, of in sorted(groups.items()) if len(of) >= FEWEST}


def today(program):
    storage = [part for name in ("mlperf-storage-v1", "mlperf-storage-v3", "mlperf-storage-v3-kvcache", "storage-numbers")
               for part in ("--storage-numbers", DATA / f"{name}.csv")]
    rows = validated(program, "--measurements", DATA / "measured-training.csv", "--totals", DATA / "run-totals.csv", *storage)
    served = validated(program, "--measurements", DATA / "measured-inference.csv", "--measurements", DATA / "measured-inference-2026h2.csv")
    return grouped(rows + [{**row, "served": True} for row in served])


def step(group, figure):
    return WIDER.get(group, STEPS)[figure]


def worse(group, before, now):
    """What fell by more than a step, as sentences."""
    fallen = []
    if now is None:
        return [f"{group}: none of {before['rows']} rows is compared any more"]
    if now["rows"] < before["rows"]:
        fallen.append(f"{group}: {now['rows']} rows, {before['rows']} before")
    if now["mean"] > before["mean"] + step(group, "mean"):
        fallen.append(f"{group}: mean absolute error {now['mean']:.1%}, {before['mean']:.1%} before")
    if now.get("coverage", 0) < before.get("coverage", 0) - step(group, "coverage"):
        fallen.append(f"{group}: P10-P90 coverage {now.get('coverage', 0):.0%}, {before['coverage']:.0%} before")
    return fallen


def allowed(changelog):
    """The groups that lines of what is not released say are worse."""
    unreleased = changelog.split("## [Unreleased]", 1)[-1].split("\n## ", 1)[0]
    entries = re.split(r"\n(?=[*#-])", unreleased)
    return {name for entry in entries if "accuracy" in entry.lower() for name in re.findall(r"`([^`]+)`", entry)}


def fallen(stored, now, changelog):
    excused = allowed(changelog)
    return [sentence for group, before in stored.items() if group not in excused for sentence in worse(group, before, now.get(group))]


def best(stored, now, changelog):
    """What is stored after a refresh: the better of both, today's where a line allows it."""
    excused = allowed(changelog)
    kept = {}
    for group in sorted({*stored, *now}):
        before, after = stored.get(group), now.get(group)
        if before is None or group in excused:
            kept[group] = after
        elif after is None or after["rows"] < before["rows"]:
            kept[group] = before
        elif after["rows"] > before["rows"] and not worse(group, before, after):
            kept[group] = after
        else:
            kept[group] = after if after["mean"] <= before["mean"] and after.get("coverage", 0) >= before.get("coverage", 0) else before
    return {group: figures for group, figures in kept.items() if figures}


def check_itself():
    """A gate that lets everything through is none."""
    step_of = {"metric": "training.step_time", "kind": "MoE models", "precision": "fp8"}
    assert groups_of(step_of) == ["steps, MoE models", "steps, fp8"]
    assert groups_of({"metric": "memory.gpu_total"}) == ["memory, memory.gpu_total"]
    assert groups_of({"metric": "tpot_mean", "group": "dense, TPOT", "served": True}) == ["serving, dense, TPOT"]
    assert groups_of({"metric": "checkpoint.size", "basis": "measured"}) == ["storage", "storage, checkpoint.size"]
    before = {"steps, x": {"rows": 10, "mean": 0.05, "median": 0.04, "coverage": 0.8}}
    def with_figures(**changed):
        return {"steps, x": {**before["steps, x"], **changed}}
    line = "# Changes\n\n## [Unreleased]\n\n* Accuracy of `steps, x` is lower: rows of a new chip.\n\n## [1.0]\n"
    released = "# Changes\n\n## [Unreleased]\n\n## [1.0]\n\n* Accuracy of `steps, x` is lower.\n"
    assert not fallen(before, before, "")
    assert not fallen(before, with_figures(mean=0.054), "")
    assert fallen(before, with_figures(mean=0.056), "") == ["steps, x: mean absolute error 5.6%, 5.0% before"]
    assert fallen(before, with_figures(coverage=0.7), "") == ["steps, x: P10-P90 coverage 70%, 80% before"]
    assert fallen(before, with_figures(rows=9), "") and fallen(before, {}, "")
    assert not fallen(before, with_figures(mean=0.5), line)
    assert fallen(before, with_figures(mean=0.5), released)
    assert best(before, with_figures(mean=0.054), "") == before
    assert best(before, with_figures(mean=0.04), "")["steps, x"]["mean"] == 0.04
    assert best(before, with_figures(mean=0.5), line)["steps, x"]["mean"] == 0.5
    assert best(before, {**before, "steps, y": before["steps, x"]}, "").keys() == {"steps, x", "steps, y"}


def main(program, refresh):
    check_itself()
    document = json.loads(STORED.read_text())
    stored, now = document.get("groups", {}), today(program)
    changelog = (ROOT / "CHANGELOG.md").read_text()
    if not stored and not refresh:
        sys.exit("tests/data/accuracy.json has no groups: scripts/approve writes them")
    sentences = fallen(stored, now, changelog)
    for sentence in sentences:
        print(sentence)
    missing = sorted(set(now) - set(stored))
    if missing and not refresh:
        print("not in tests/data/accuracy.json, scripts/approve writes them: " + "; ".join(missing))
    if refresh:
        document["groups"] = best(stored, now, changelog)
        STORED.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n")
    if sentences:
        sys.exit("accuracy fell: make it as good as it was, or say in CHANGELOG.md, Unreleased, why the accuracy of `GROUP` is lower")
    if missing and not refresh:
        sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1], "--refresh" in sys.argv[2:])
