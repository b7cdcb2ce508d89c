#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Launch lines are taken by the engines: launch_test.py PROGRAM holds every line against the recorded flags of a named release (tests/data/launch)."""
import argparse
import csv
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
HELP = ROOT / "tests/data/launch"
TORCHRUN = "--nproc-per-node INT\n--nnodes INT\n--node-rank STR\n--master-addr STR\n"  # PyTorch documentation: torchrun

SERVE = "serve --input-tokens 1024 --output-tokens 256"


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise AssertionError(message)


def parser_of(text):
    """A parser of recorded flags: "--flag", "--flag BOOL", "--flag INT", "--flag {a,b}", "--flag STR..."."""
    parser = Parser(add_help=False, allow_abbrev=False)
    types = {"INT": int, "FLOAT": float, "STR": str, "JSON": json.loads}
    for line in text.splitlines():
        if not line.startswith("--"):
            continue
        name, _, kind = line.partition(" ")
        several = kind.endswith("...")
        kind = kind.removesuffix("...")
        if not kind:
            parser.add_argument(name, action="store_true")
        elif kind == "BOOL":
            parser.add_argument(name, action=argparse.BooleanOptionalAction)
        elif kind.startswith("{"):
            parser.add_argument(name, choices=kind[1:-1].split(","), nargs="+" if several else None)
        else:
            parser.add_argument(name, type=types[kind], nargs="+" if several else None)
    return parser


def recorded(engine):
    return (HELP / f"{engine}-help.txt").read_text()


def launched(arguments, code=0):
    done = subprocess.run([PROGRAM, *arguments], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == code, f"{shlex.join(arguments)}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def lines_of(script):
    """Header and commands of a script, each command in the words that a shell makes of it."""
    header = [line[1:].strip() for line in script.splitlines() if line.startswith("#")]
    body = "\n".join(line for line in script.splitlines() if not line.startswith("#")).replace("\\\n", " ")
    return " ".join(header), [shlex.split(line) for line in body.splitlines() if line.strip()]


def values(engine, words):
    """What an engine's parser makes of a command. Throws AssertionError for what it would refuse."""
    if engine == "vllm":
        assert words[:2] == ["vllm", "serve"], words
        return {**vars(parser_of(recorded(engine)).parse_args(words[3:])), "model": words[2]}
    if engine == "sglang":
        assert words[:3] == ["python3", "-m", "sglang.launch_server"], words
        return vars(parser_of(recorded(engine)).parse_args(words[3:]))
    at = words.index("pretrain_gpt.py")
    assert words[0] == "torchrun" and words[-1] == "$@", words
    run = vars(parser_of(TORCHRUN).parse_args(words[1:at]))
    return {**run, **vars(parser_of(recorded(engine)).parse_args(words[at + 1:-1]))}


def subject(engine, arguments):
    return [*arguments.split(), "--launch", engine, "--quiet"]


# Engine, question, what stands on the line of the last node, what the header holds.
LAYOUTS = [
    # Dense
    ("vllm", f"{SERVE} --model llama-3.1-8b --system dgx-h100 --gpus 1 --tp 1 --rate 1 --software vllm",
     {"tensor_parallel_size": 1, "pipeline_parallel_size": None, "data_parallel_size": None, "max_model_len": 1280, "kv_cache_dtype": "auto"}, "TTFT"),
    ("vllm", f"{SERVE} --model llama-3.1-70b --system dgx-h200 --nodes 1 --tp 4 --chunk 4096 --max-sequences 512",
     {"tensor_parallel_size": 4, "max_num_seqs": 512, "max_num_batched_tokens": 4096, "enable_expert_parallel": None}, "Start 2 of these."),
    ("vllm", f"{SERVE} --model llama-3.1-70b --system dgx-h200 --nodes 1 --tp 8 --chunk 512 --max-sequences 1024",
     {"max_num_seqs": 512, "max_num_batched_tokens": 512}, "the tokens of a step"),
    ("vllm", f"{SERVE} --model llama-3.1-70b --system dgx-h100 --nodes 1 --tp 4 --kv fp8 --weights fp8 --prefix-hit 0.5",
     {"kv_cache_dtype": "fp8", "quantization": "fp8", "enable_prefix_caching": True}, "Predicted"),
    ("vllm", f"{SERVE} --model llama-3.1-405b --system dgx-h100 --nodes 2 --tp 8 --pp 2",
     {"tensor_parallel_size": 8, "pipeline_parallel_size": 2, "nnodes": 2, "node_rank": 1, "master_addr": "$HEAD", "headless": True}, "HEAD"),
    ("sglang", f"{SERVE} --model llama-3.1-8b --system dgx-h100 --gpus 1 --tp 1", {"tp_size": 1, "dp_size": None, "enable_dp_attention": False}, "TPOT"),
    ("sglang", f"{SERVE} --model llama-3.1-70b --system dgx-h100 --nodes 1 --tp 4 --kv fp8 --weights fp8",
     {"tp_size": 4, "kv_cache_dtype": "fp8_e4m3", "quantization": "fp8", "context_length": 1280}, "Start 2 of these."),
    ("sglang", f"{SERVE} --model llama-3.1-405b --system dgx-h100 --nodes 2 --tp 16",
     {"tp_size": 16, "nnodes": 2, "node_rank": 1, "dist_init_addr": "$HEAD"}, "HEAD"),
    # MoE
    ("vllm", f"{SERVE} --model mixtral-8x7b --system dgx-h100 --nodes 1 --tp 8 --ep 1", {"tensor_parallel_size": 8, "quantization": None}, "Predicted"),
    ("vllm", f"{SERVE} --model deepseek-r1 --system dgx-h200 --nodes 1 --tp 1 --attention-dp 8 --draft-tokens 1 --set model.further_predictions=1",
     {"tensor_parallel_size": 1, "data_parallel_size": 8, "enable_expert_parallel": True, "quantization": None,
      "speculative_config": {"method": "mtp", "num_speculative_tokens": 1}}, "Predicted"),
    ("sglang", f"{SERVE} --model deepseek-r1 --system dgx-h200 --nodes 1 --tp 1 --attention-dp 8 --chunk 2048 --max-sequences 64 --draft-tokens 3 --set model.further_predictions=1",
     {"tp_size": 8, "dp_size": 8, "enable_dp_attention": True, "ep_size": 8, "chunked_prefill_size": 16384, "max_running_requests": 512,
      "speculative_num_steps": 3, "speculative_num_draft_tokens": 4}, "Predicted"),
    ("vllm", f"{SERVE} --model deepseek-r1 --system dgx-h200 --nodes 2 --tp 1 --attention-dp 16",
     {"data_parallel_size": 16, "data_parallel_size_local": 8, "data_parallel_start_rank": 8, "headless": True, "data_parallel_address": "$HEAD", "enable_expert_parallel": True}, "HEAD"),
    # Training
    ("megatron", "train --model gpt3-175b --system dgx-h100 --nodes 16 --tp 8 --pp 16 --global-batch 1536 --precision bf16 --sequence-parallel --recompute selective --zero 1",
     {"nproc_per_node": 8, "nnodes": 16, "tensor_model_parallel_size": 8, "pipeline_model_parallel_size": 16, "global_batch_size": 1536, "bf16": True,
      "sequence_parallel": True, "recompute_granularity": "selective", "recompute_modules": ["core_attn"], "use_distributed_optimizer": True}, "step time"),
    ("megatron", "train --model llama-3-70b --system dgx-h100 --nodes 8 --tp 4 --pp 4 --cp 1 --interleave 5",
     {"num_virtual_stages_per_pipeline_rank": 5, "context_parallel_size": None}, "step time"),
    ("megatron", "train --model llama-3-8b --system dgx-h100 --nodes 2 --tp 2 --cp 2 --sequence 16384 --recompute full --interleave 1",
     {"context_parallel_size": 2, "seq_length": 16384, "recompute_granularity": "full", "recompute_method": "uniform", "recompute_num_layers": 1}, "step time"),
    ("megatron", "train --model mixtral-8x7b --system dgx-h100 --nodes 4 --tp 2 --pp 2 --ep 8 --zero 1",
     {"expert_model_parallel_size": 8, "use_distributed_optimizer": True}, "step time"),
    ("megatron", "train --model llama-3-8b --system dgx-h100 --nodes 2 --tp 1 --pp 1 --zero 3 --recompute full",
     {"use_megatron_fsdp": True, "data_parallel_sharding_strategy": "optim_grads_params", "ckpt_format": "fsdp_dtensor"}, "CUDA_DEVICE_MAX_CONNECTIONS"),
    ("megatron", "train --model llama-3-8b --system dgx-h100 --nodes 1 --tp 8 --precision fp8 --micro-batch 1",
     {"nproc_per_node": 8, "nnodes": None, "bf16": True, "fp8_format": "hybrid", "micro_batch_size": 1}, "FP8 recipe"),
]

REFUSED = [
    ("sglang", f"{SERVE} --model deepseek-r1 --system dgx-h200 --nodes 2 --tp 1 --pp 2 --attention-dp 8", "pipeline parallelism with DP attention"),
    ("vllm", f"{SERVE} --model llama-3.1-8b --system dgx-h100 --nodes 1 --tp 2 --kv int4", "--kv-cache-dtype for int4"),
    ("vllm", f"{SERVE} --model deepseek-r1 --system gb200-nvl72 --tp 8 --attention-dp 1 --disaggregate 2:6 --rate 10", "Disaggregated workers"),
    ("vllm", f"{SERVE} --model llama-3.1-8b --system dgx-h100 --nodes 1 --tp 2 --cp 2", "Context parallelism"),
    ("sglang", f"{SERVE} --model llama-3.1-8b --system dgx-h100 --nodes 1 --tp 1 --offload-parameters cpu", "Offloaded weights"),
    ("megatron", "train --model llama-3-8b --system dgx-h100 --nodes 2 --tp 1 --zero hybrid", "Hybrid sharding"),
    ("megatron", "train --model llama-3-8b --system dgx-h100 --nodes 1 --tp 1 --zero 3 --offload-parameters cpu", "Offloaded states"),
    ("megatron", "train --model gpt3-175b --system dgx-h100 --nodes 1 --tp 8", "No layout fits"),
]


class Lines(unittest.TestCase):
    def test_engines_take_them(self):
        for engine, arguments, expected, said in LAYOUTS:
            with self.subTest(f"{engine}: {arguments}"):
                header, commands = lines_of(launched(subject(engine, arguments)))
                self.assertIn(said, header)
                self.assertTrue(commands)
                parsed = [values(engine, words) for words in commands][-1]
                self.assertEqual(expected, {name: parsed[name] for name in expected})

    def test_every_node_has_its_line(self):
        _, commands = lines_of(launched(subject("vllm", f"{SERVE} --model llama-3.1-405b --system dgx-h100 --nodes 2 --tp 8 --pp 2")))
        self.assertEqual([(0, False), (1, True)], [(each["node_rank"], each["headless"]) for each in (values("vllm", words) for words in commands)])

    def test_memory_shares_are_below_one(self):
        for engine, name in (("vllm", "gpu_memory_utilization"), ("sglang", "mem_fraction_static")):
            _, commands = lines_of(launched(subject(engine, f"{SERVE} --model llama-3.1-70b --system dgx-h200 --nodes 1 --tp 8")))
            self.assertTrue(0.5 < values(engine, commands[0])[name] < 1)

    def test_what_varies_has_no_maximum(self):
        header, commands = lines_of(launched(subject("vllm", f"{SERVE} --output-cv2 1 --model llama-3.1-8b --system dgx-h100 --nodes 1 --tp 1")))
        self.assertIsNone(values("vllm", commands[0])["max_model_len"])
        self.assertIn("The context length is left out.", header)

    def test_what_cannot_run_has_no_line(self):
        for engine, arguments, said in REFUSED:
            with self.subTest(f"{engine}: {arguments}"):
                header, commands = lines_of(launched(subject(engine, arguments)))
                self.assertIn(said, header)
                self.assertIn("No launch line is written.", header)
                self.assertEqual([], commands)
                launched([*subject(engine, arguments), "--check"], 1)


class Scripts(unittest.TestCase):
    DENSE = f"{SERVE} --model llama-3.1-8b --system dgx-h100 --nodes 1 --tp 1"

    def test_names_of_users_are_one_word(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("it's a model; touch x", "$(touch y)", "-rf", "a\"b`c`", "new\nline"):
                model = pathlib.Path(folder, name)
                model.mkdir()
                (model / "config.json").write_text((ROOT / "tests/data/hf-configs/llama-3.1-70b.json").read_text())
                script = launched([*SERVE.split(), "--model", f"{model}/config.json", "--system", "dgx-h100", "--nodes", "1", "--tp", "8", "--launch", "vllm"])
                with self.subTest(name):
                    self.assertEqual(0, subprocess.run(["sh", "-n"], input=script, text=True).returncode)
                    _, commands = lines_of(script)
                    self.assertEqual(1, len(commands))
                    self.assertEqual("$MODEL" if "\n" in name else str(model), values("vllm", commands[0])["model"])

    def test_a_repository_is_its_own_name(self):
        for engine, name in (("vllm", "model"), ("sglang", "model_path")):
            arguments = subject(engine, self.DENSE.replace("llama-3.1-8b", "meta-llama/Llama-3.1-8B"))
            _, commands = lines_of(launched(arguments))
            self.assertEqual("meta-llama/Llama-3.1-8B", values(engine, commands[0])[name])
            header, commands = lines_of(launched(subject(engine, self.DENSE)))
            self.assertEqual("$MODEL", values(engine, commands[0])[name])
            self.assertIn("Set MODEL", header)

    def test_files_and_formats(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "start.sh")
            self.assertEqual("", launched([*subject("vllm", self.DENSE), "-o", str(file)]))
            self.assertEqual(launched(subject("vllm", self.DENSE)), file.read_text())
            launched([*subject("vllm", self.DENSE), "-o", str(file)], 5)
        for refused in (["--json"], ["--csv"], ["--format", "md"], ["--picture", "a.svg"], ["--detail"]):
            launched([*subject("vllm", self.DENSE), *refused], 2)
        launched(subject("megatron", self.DENSE), 2)
        launched(subject("vllm", self.DENSE.replace("--tp 1", "--tp 1,2")), 2)

    def test_lines_are_short(self):
        for engine, arguments, _, _ in LAYOUTS:
            for line in launched(subject(engine, arguments)).splitlines():
                self.assertLessEqual(len(line), 110)


class Table(unittest.TestCase):
    def test_every_flag_is_recorded_and_has_a_source(self):
        for engine in ("vllm", "sglang", "megatron"):
            names = set(re.findall(r"^--[\w-]+", recorded(engine), re.M))
            with open(ROOT / f"core/launch/flags/{engine}.csv", newline="") as file:
                for row in csv.DictReader(file):
                    self.assertIn(row["flag"], names)
                    self.assertTrue(row["source"] and row["release"], row["flag"])
                    self.assertIn(row["release"].split()[1] if " " in row["release"] else row["release"], recorded(engine))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
