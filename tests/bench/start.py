#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Time from start to exit of the program beside /bin/true, in turn, as medians and differences."""
import statistics
import subprocess
import sys
import time

RUNS = 40


def seconds(command):
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def main(program):
    for arguments in (["--version"], ["memory", "--model", "gpt3-175b"],
                      ["size", "--model", "gpt3-175b", "--system", "dgx-h100", "--tokens", "300B", "--deadline", "30d"]):
        pairs = [(seconds([program, *arguments]), seconds(["/bin/true"])) for _ in range(RUNS)]
        ours, true = (statistics.median(column) for column in zip(*pairs))
        print(f"llmsize {' '.join(arguments)}: {1e3 * ours:.1f} ms, /bin/true {1e3 * true:.1f} ms, "
              f"difference {1e3 * (ours - true):.1f} ms, ratio {ours / true:.1f}")


main(sys.argv[1])
