# SPDX-License-Identifier: Apache-2.0
"""How long GPT-3 175B trains on more and more nodes: sweep_and_plot.py PICTURE.png, or cell by cell in a notebook."""
import sys

import llmsize
import matplotlib
import numpy as np

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

# One question: how many nodes for a deadline?
answer = llmsize.ask("size", model="gpt3-175b", system="dgx-h100", tokens="300B", deadline="30d")
print(f"{answer['planning.nodes']} nodes, {answer['training.calendar_time']}: {answer.verdict}")

# Many questions: a row per number of nodes, the planner chooses the layout of each.
nodes = np.array([16, 32, 64, 128])
table = llmsize.run({"nodes": nodes}, model="gpt3-175b", system="dgx-h100", tokens="300B")
days = table["training_calendar_time_s"] / 86400
for each, time, degree in zip(nodes, days, table["chosen_layout_tensor_count"]):
    print(f"{each:4} nodes  {time:5.1f} days  tensor {degree:.0f}")

pyplot.loglog(nodes, days, marker="o")
pyplot.fill_between(
    nodes, table["training_calendar_time_p10_s"] / 86400, table["training_calendar_time_p90_s"] / 86400, alpha=0.2)
pyplot.axhline(30, linestyle=":")
pyplot.xlabel("DGX H100 nodes")
pyplot.ylabel("Days, P10 to P90")
pyplot.savefig(sys.argv[1] if len(sys.argv) > 1 else "days.png")
