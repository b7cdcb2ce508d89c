#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Follows the recipes of docs/sheets.md for one sheet on several nodes, with the real engines: GNU parallel, Slurm on this node, processes of Python.

Each answers the sheet in eight shards of which the third is killed, then that one again; merged they are the bytes of a single run.
"""
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
GUIDE = (HERE.parents[1] / "docs/sheets.md").read_text()
RECIPES = {name: text for name, text in re.findall(r"^```(?:sh|python) (\S+)\n(.*?)^```$", GUIDE, re.M | re.S)}
PROGRAM, MODULES = os.environ["LLMSIZE_PROGRAM"], os.environ.get("LLMSIZE_PYTHON", "")
SHARDS = range(1, 9)

# Kills the third shard once, when it has read all of its rows and waits for more.
PROGRAM_THAT_IS_KILLED = f"""#!/bin/sh
if [ "$1 $3 $4" = "run --shard 3/8" ] && mv kill killed 2>/dev/null; then
  sheet=$2
  shift 2
  {{ cat "$sheet"; sleep 1; }} | "{PROGRAM}" run - "$@" &
  sleep 0.3
  kill -KILL $!
  wait $!
  exit
fi
exec "{PROGRAM}" "$@"
"""
MODULE_THAT_IS_KILLED = f"""
import importlib.util, os, pathlib, signal, sys
this = sys.modules["llmsize"]
spec = importlib.util.spec_from_file_location("llmsize", next(pathlib.Path({MODULES!r}).glob("llmsize.*.so")))
real = importlib.util.module_from_spec(spec)
spec.loader.exec_module(real)
sys.modules["llmsize"] = this

def run(table):
    if table["Lot"][0] == "L3" and os.path.exists("kill"):
        os.rename("kill", "killed")
        os.kill(os.getpid(), signal.SIGKILL)
    return real.run(table)
"""


def python_with_numpy():
    """The module needs NumPy, which the Python of a virtual environment may lack; nothing where none has it."""
    for each in (sys.executable, "/usr/bin/python3"):
        asked = f"import sys, numpy; assert sys.version_info[:2] == {tuple(sys.version_info[:2])}"
        if os.path.exists(each) and subprocess.run([each, "-c", asked], capture_output=True).returncode == 0:
            return each
    return None


def sheet(rows):
    """Lots that leave little to the planner."""
    models = ["gpt3-175b,8,8", "llama-3-70b,8,4", "llama-3-8b,1,1"]
    lots = [f'L{i},{models[i % 3]},plain,dgx-h100,{8 << i % 3},"a, {i}",300B' for i in range(1, rows + 1)]
    return "\n".join(["Lot,model,tp,pp,layout,system,nodes,Note,tokens", *lots, ""])


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Shards(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name)
        (self.folder / "bin").mkdir()
        (self.folder / "bin/llmsize").write_text(PROGRAM_THAT_IS_KILLED)
        (self.folder / "bin/llmsize").chmod(0o755)
        self.environment = dict(os.environ, PATH=f"{self.folder / 'bin'}:{os.environ['PATH']}", LC_ALL="C.UTF-8", HOME=place.name)
        for name, text in RECIPES.items():
            (self.folder / name).write_text(text)
        (self.folder / "lots.csv").write_text(sheet(19))
        self.done("llmsize", "run", "lots.csv", "--keep-going", "--quiet", "-o", "one-run.csv")
        (self.folder / "kill").touch()

    def ask(self, *command):
        return subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=60)

    def done(self, *command):
        made = self.ask(*command)
        self.assertEqual(0, made.returncode, made.stderr)
        return made.stdout

    def answered(self):
        """The shards with a file, and when each was written."""
        return {k: self.answers(k).stat().st_mtime_ns for k in SHARDS if self.answers(k).exists()}

    def answers(self, shard):
        return self.folder / f"answers-{shard}.csv"

    def merge(self):
        files = sorted(str(path) for path in self.folder.glob("answers-*.csv"))
        return self.ask("llmsize", "merge", *files, "-o", "answers.csv")

    def check_killed(self):
        """Nothing looks like the shard that was killed, and `merge` asks for it; gives what is answered."""
        self.assertTrue((self.folder / "killed").exists())
        self.assertFalse(self.answers(3).exists())
        made = self.merge()
        self.assertEqual(2, made.returncode)
        self.assertRegex(made.stderr, r"missing: (\d, )*3\b")
        return self.answered()

    def check_whole(self, before):
        """The bytes of a single run, and no shard was answered twice."""
        self.assertEqual((self.folder / "one-run.csv").read_bytes(), (self.folder / "answers.csv").read_bytes())
        now = self.answered()
        self.assertEqual(list(SHARDS), list(now))
        self.assertEqual(before, {k: now[k] for k in before})

    def test_gnu_parallel(self):
        if not shutil.which("parallel"):
            self.skipTest("GNU parallel is not installed (Debian: parallel)")
        self.assertEqual(1, self.ask("sh", "lots-parallel.sh").returncode)
        before = self.check_killed()
        self.assertEqual(7, len(before))
        self.done("sh", "lots-parallel.sh")
        self.check_whole(before)

    def test_slurm(self):
        self.start_slurm()
        self.submit("lots.sbatch")
        before = self.check_killed()
        self.assertEqual(7, len(before))
        self.submit("--array=3", "lots.sbatch")
        self.assertEqual("", self.merge().stderr)
        self.check_whole(before)

    def test_processes_of_python(self):
        if not MODULES:
            self.skipTest("built without the Python module")
        python = python_with_numpy()
        if not python:
            self.skipTest("no Python with NumPy (Debian: python3-numpy)")
        (self.folder / "llmsize.py").write_text(MODULE_THAT_IS_KILLED)
        self.assertIn("BrokenProcessPool", self.ask(python, "lots_pool.py").stderr)
        before = self.check_killed()
        self.done(python, "lots_pool.py")
        self.assertEqual("", self.merge().stderr)
        self.check_whole(before)

    def start_slurm(self):
        missing = [name for name in ("munged", "slurmctld", "slurmd", "sbatch") if not shutil.which(name)]
        if missing or os.geteuid() != 0:
            self.skipTest(f"Slurm: {', '.join(missing)} not installed (Debian: slurm-wlm munge)" if missing else "Slurm's daemons start as root only")
        node = self.folder / "slurm"
        node.mkdir()
        self.environment["SLURM_CONF"] = str(node / "slurm.conf")
        self.addCleanup(self.ask, HERE / "slurm_on_one_node", "stop", node)
        started = self.ask(HERE / "slurm_on_one_node", "start", node, str(free_port()), str(free_port()))
        if started.returncode != 0 or not self.wait(lambda: self.ask("sinfo", "--noheader", "--format=%T").stdout.startswith("idle")):
            self.skipTest(f"Slurm does not start here: {started.stderr.strip() or 'its node is not idle after 10 s'}")

    def submit(self, *options):
        self.done("sbatch", *options)
        self.assertTrue(self.wait(lambda: not self.done("squeue", "--noheader")), "jobs run for more than 10 s")

    @staticmethod
    def wait(is_so):
        for _ in range(100):
            if is_so():
                return True
            time.sleep(0.1)
        return False


if __name__ == "__main__":
    unittest.main()
