#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs a build and uses it from outside: package_test.py CMAKE BUILD FOLDER [PYTHON].

FOLDER takes the prefix and the builds; PYTHON is the folder of the Python module below the prefix, "" where none is built.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import textwrap
import unittest

CMAKE, BUILD, FOLDER, PYTHON = sys.argv[1:5]
del sys.argv[1:]
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FOLDER = pathlib.Path(FOLDER)
PREFIX = FOLDER / "prefix"
ASKED = {"question": "memory", "set": {"model": "gpt3-175b", "system": "dgx-h100", "nodes": 16, "tp": "8", "pp": "16"}}
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(PREFIX / PYTHON)}


def run(*command, **options):
    return subprocess.run([str(word) for word in command], text=True, capture_output=True, **options)


def printed(*command, **options):
    done = run(*command, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}")
    return done.stdout.rstrip()


def interpreter():
    """The Python that runs this, or Debian's, whichever has what the example draws with."""
    for each in (sys.executable, "/usr/bin/python3"):
        if run(each, "-c", f"import sys, numpy, pandas, matplotlib; assert sys.version_info[:2] == {tuple(sys.version_info[:2])}").returncode == 0:
            return each
    return None


INTERPRETER = interpreter()


def build(source, name):
    """Builds a project against the prefix alone."""
    target = FOLDER / name
    printed(CMAKE, "-S", source, "-B", target, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={PREFIX}")
    printed(CMAKE, "--build", target)
    return target


def links(target, program):
    """The command that links a program."""
    return printed("ninja", "-C", target, "-t", "commands", "-s", program)


def setUpModule():
    for name in ("prefix", "outside", "examples"):
        shutil.rmtree(FOLDER / name, ignore_errors=True)
    printed(CMAKE, "--install", BUILD, "--prefix", PREFIX)


class Libraries(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.outside = build(HERE / "project", "outside")

    def test_a_program_over_sizing(self):
        self.assertEqual("174604259328", printed(self.outside / "parameters", "gpt3-175b"))

    def test_sizing_alone_links_nothing_that_paints_or_probes(self):
        for library in ("pango", "cairo", "rsvg", "xlsxwriter", "hwloc", "libmd", "llmsize-documents", "llmsize-probe"):
            self.assertNotIn(library, links(self.outside, "parameters"))
            self.assertIn(library if library != "libmd" else "md", links(self.outside, "picture"))

    def test_a_program_over_all(self):
        self.assertEqual("<svg 1", printed(self.outside / "picture"))

    def test_an_unknown_component_is_refused(self):
        source = FOLDER / "unknown"
        source.mkdir(exist_ok=True)
        (source / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(unknown LANGUAGES CXX)\nfind_package(llmsize REQUIRED COMPONENTS painting)\n")
        done = run(CMAKE, "-S", source, "-B", source / "build", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={PREFIX}")
        self.assertNotEqual(0, done.returncode)
        self.assertIn("painting", done.stderr)


class Program(unittest.TestCase):
    def test_the_command(self):
        self.assertEqual(
            "model_parameters_given_count,model_parameters_count,findings\n17000000000,17000000000,",
            printed(PREFIX / "bin/llmsize", "memory", "--parameters", "17B", "--results", "model.parameters", "--csv"))


class Examples(unittest.TestCase):
    """The examples answer what the command does; what is wrong is one sentence."""

    @classmethod
    def setUpClass(cls):
        cls.built = build(ROOT / "examples", "examples")

    def refused(self, sentence, *command, **options):
        done = run(*command, **options)
        self.assertNotEqual(0, done.returncode)
        self.assertEqual("", done.stdout)
        self.assertIn(sentence, done.stderr)
        self.assertEqual(1, len(done.stderr.strip().splitlines()), done.stderr)

    def test_cpp(self):
        said = printed(self.built / "size_a_cluster", "gpt3-175b", "300B", "30d")
        document = json.loads(printed(
            PREFIX / "bin/llmsize", "size", "--model", "gpt3-175b", "--system", "dgx-h100", "--tokens", "300B", "--deadline", "30d", "--json"))
        nodes = document["results"]["planning.nodes"]["value"]
        days = document["results"]["training.calendar_time"]["value"] / 86400
        self.assertTrue(said.startswith(f"{nodes} nodes, {days:.4f} days ("), said)
        self.assertIn(document["verdict"]["state"], said.splitlines()[0])
        self.assertEqual([f"! {each['message']}" for each in document["findings"]], said.splitlines()[1:])

    def test_cpp_refuses(self):
        program = self.built / "size_a_cluster"
        self.refused("invalid value '30' for --deadline: expected a unit (30d or 30h)", program, "gpt3-175b", "300B", "30")
        self.refused("did you mean 'gpt3-175b'?", program, "gtp3-175b", "300B", "30d")

    def test_c(self):
        answer = json.loads(printed(self.built / "ask_with_json", json.dumps(ASKED)))
        document = json.loads(printed(
            PREFIX / "bin/llmsize", "memory", "--model", "gpt3-175b", "--system", "dgx-h100", "--nodes", "16", "--tp", "8", "--pp", "16", "--json"))
        for each in (document, answer):
            del each["tool"]["seconds"]  # that a search took
        self.assertEqual(document, answer)

    def test_c_refuses(self):
        program = self.built / "ask_with_json"
        for sentence, question in (
                ("unknown question 'sise'", {"question": "sise"}),
                ("unknown field 'sets'; did you mean 'set'?", {"question": "size", "sets": {}}),
                ("invalid value 'many' for --tp: expected a count", {"question": "size", "set": {"tp": "many"}}),
                ("unknown input 'modell'", {"question": "size", "set": {"modell": "gpt3-175b"}}),
                ("results: unknown result 'memory.gpu_totl'", {"question": "size", "results": ["memory.gpu_totl"]})):
            self.refused(sentence, program, json.dumps(question))
        self.refused("question: ", program, "{")

    def test_the_schema_names_every_input(self):
        schema = json.loads(printed(self.built / "ask_with_json"))
        inputs = schema["properties"]["set"]["properties"]
        self.assertIn("workload.tokens", inputs)
        self.assertIn("size", schema["properties"]["question"]["enum"])


@unittest.skipUnless(PYTHON and INTERPRETER, "no Python module is built, or no Python has NumPy, pandas and matplotlib")
class Python(unittest.TestCase):
    def python(self, code):
        return printed(INTERPRETER, "-c", textwrap.dedent(code), env=ENVIRONMENT)

    def test_version(self):
        program = printed(PREFIX / "bin/llmsize", "--version").split()[1]
        self.assertEqual(program, self.python("import llmsize\nprint(llmsize.__version__)"))

    def test_ask(self):
        self.assertEqual("174604259328.0 True ok does_not_fit", self.python("""
            import llmsize
            fits = llmsize.ask("memory", model="gpt3-175b", system="dgx-h100", nodes=16, tp=8, pp=16)
            full = llmsize.ask("memory", model="gpt3-175b", system="dgx-h100", nodes=1, layout="plain")
            known = fits["memory.gpu_total"]
            same = fits.document["results"]["memory.gpu_total"]["value"] == known.value == float(known) and known.unit == "B"
            print(fits["model.parameters"].value, same, fits.verdict, full.verdict)
            """))

    def test_bad_input_is_one_sentence(self):
        self.assertEqual(
            ["invalid value '30' for --deadline: expected a unit (30d or 30h)",
             "set: unknown input 'modell'; did you mean 'model'?",
             "training.calendar_time is not known.",
             "table: no column is named after an input"],
            self.python("""
            import llmsize
            def refused(ask):
                try:
                    ask()
                except llmsize.BadInput as error:
                    print(str(error).split(" Add")[0])
            refused(lambda: llmsize.ask("size", deadline=30))
            refused(lambda: llmsize.ask("size", modell="gpt3-175b"))
            refused(lambda: llmsize.ask("size", model="gpt3-175b")["training.calendar_time"].value)
            refused(lambda: llmsize.run({"mine": [1]}))
            """).splitlines())

    def test_rows_answer_as_the_command_does(self):
        sheet = FOLDER / "rows.csv"
        sheet.write_text("model,system,nodes,tokens,Lot\ngpt3-175b,dgx-h100,16,300B,7\nllama-3-8b,dgx-h100,2,1T,8\nllama-3-8b,dgx-h100,,soon,9\n")
        self.python(f"""
            import csv, math, subprocess
            import numpy, pandas, llmsize
            with open("{sheet}", newline="") as file:
                rows = list(csv.DictReader(file))
            columns = {{name: [row[name] for row in rows] for name in rows[0]}}
            answered = llmsize.run(columns)
            written = subprocess.run(["{PREFIX}/bin/llmsize", "run", "{sheet}", "--csv", "--quiet", "--keep-going"], capture_output=True, text=True)
            assert written.returncode == 0, written.stderr
            said = list(csv.DictReader(written.stdout.splitlines()))
            assert list(answered) == list(said[0]), set(answered) ^ set(said[0])
            for name in answered:
                for mine, theirs in zip(answered[name], (row[name] for row in said)):
                    if isinstance(mine, float):
                        assert math.isnan(mine) if theirs == "" else mine == float(theirs), (name, mine, theirs)
                    else:
                        assert str(mine).replace("table: row", "{sheet}: row") == theirs, (name, mine, theirs)
            frame = llmsize.run(pandas.DataFrame(columns, index=["a", "b", "c"]))
            assert isinstance(frame, pandas.DataFrame) and list(frame.index) == ["a", "b", "c"]
            assert frame["status"].tolist() == answered["status"] and frame["status"]["c"] == "invalid"
            arrays = llmsize.run({{"nodes": numpy.array([16, 32])}}, model="gpt3-175b", system="dgx-h100", tokens="300B")
            assert isinstance(arrays["training_total_step_time_s"], numpy.ndarray) and arrays["training_total_step_time_s"][0] > arrays["training_total_step_time_s"][1]
            """)

    def test_the_example(self):
        picture = FOLDER / "days.png"
        picture.unlink(missing_ok=True)
        said = printed(INTERPRETER, ROOT / "examples/sweep_and_plot.py", picture, env=ENVIRONMENT)
        self.assertIn("49 nodes, 29.4 days: warning", said)
        self.assertEqual(5, len(said.splitlines()))
        self.assertTrue(picture.read_bytes().startswith(b"\x89PNG"))


class Page(unittest.TestCase):
    """docs/library.md shows the examples and what they print; LLMSIZE_APPROVE=1 rewrites it."""
    PAGE = ROOT / "docs/library.md"
    EXAMPLE = re.compile(r"^```(\w+) (examples/\S+)\n(.*?)^```$", re.M | re.S)
    COMMAND = re.compile(r"^```text\n\$ ([^\n]*)\n(.*?)^```$", re.M | re.S)

    @classmethod
    def setUpClass(cls):
        cls.folder = FOLDER / "page"
        cls.folder.mkdir(exist_ok=True)
        shutil.copy(ROOT / "examples/sweep_and_plot.py", cls.folder)
        cls.text = cls.PAGE.read_text()
        if os.environ.get("LLMSIZE_APPROVE"):
            cls.text = cls.EXAMPLE.sub(lambda found: f"```{found[1]} {found[2]}\n{(ROOT / found[2]).read_text()}```", cls.text)
            cls.text = cls.COMMAND.sub(lambda found: f"```text\n$ {found[1]}\n{cls.said(found[1])}\n```", cls.text)
            cls.PAGE.write_text(cls.text)

    @classmethod
    def said(cls, command):
        environment = {**ENVIRONMENT, "PATH": f"{FOLDER / 'examples'}:{os.environ['PATH']}"}
        if command.startswith("python3 "):
            command = command.replace("python3", INTERPRETER, 1)
        return printed("bash", "-c", command, cwd=cls.folder, env=environment)

    def test_examples_stand_there_as_they_are(self):
        shown = {path: text for _, path, text in self.EXAMPLE.findall(self.text)}
        self.assertEqual({"examples/size_a_cluster.cpp", "examples/ask_with_json.c", "examples/sweep_and_plot.py"}, set(shown))
        for path, text in shown.items():
            self.assertEqual((ROOT / path).read_text(), text, path)

    def test_they_print_what_stands_there(self):
        commands = self.COMMAND.findall(self.text)
        self.assertEqual(3, len(commands))
        for command, text in commands:
            if command.startswith("python3 ") and not (PYTHON and INTERPRETER):
                continue
            with self.subTest(command):
                self.assertEqual(text.rstrip(), self.said(command))


if __name__ == "__main__":
    unittest.main()
