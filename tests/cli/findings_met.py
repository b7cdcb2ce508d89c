# SPDX-License-Identifier: Apache-2.0
"""Of every finding a command that meets it."""
import json
import os

GPT3 = "--model gpt3-175b --system dgx-h100"
STATED = f"{GPT3} --nodes 128 --tp 8 --pp 16 --global-batch 1536 --layout plain"
STORED = f"{STATED} --storage superpod-h100-good"
LLAMA = "--model llama-3.1-70b --system dgx-h100 --nodes 1"
MET = {
    "memory.gpu_overflow": f"size {GPT3} --nodes 2 --tp 8 --pp 2 --tokens 300B",
    "memory.cpu_overflow": f"memory {STATED} --offload cpu --node.host_memory 2GB",
    "memory.nvme_overflow": f"memory {STATED} --offload nvme --node.nvme_capacity 10GB",
    "memory.shared_overflow": "offload --model megatron-1008b --system dgx-a100-640 --nodes 1 --offload shared --zero 3 "
                              "--storage ddn-ai400x2 --storage.capacity 1TB",
    "memory.cache_overflow": "offload --model bloom-mod-2 --system dgx-a100-640 --storage ddn-ai400x2 --mode infer --batch 2",
    "memory.weights_alone": f"memory {STATED} --recipe weights16",
    "layout.indivisible": f"train {GPT3} --nodes 128 --tp 8 --pp 16 --global-batch 1535 --layout plain",
    "training.never_done": f"train {STORED} --mtbf 60s",
    "training.beyond_peak": f"train {STATED} --software.model_error 0.1",
    "layout.bubble": f"train {GPT3} --nodes 16 --tp 8 --pp 16 --global-batch 8 --micro-batch 1 --layout plain",
    "goal.at_risk": f"size {GPT3} --tokens 300B --deadline 30d",
    "goal.unjudged": f"size {GPT3} --tokens 300B --deadline 30d --budget 20M",
    "scenario.partly_stated": None,  # of a file: below
    "goal.missed": f"size {STATED} --tokens 300B --deadline 1d",
    "model.inconsistent": f"memory {STATED} --model.moe_layers 200 --model.experts 8 --model.experts_per_token 2",
    "accelerator.unmodelled": "train --model llama-3-8b --system tpu-v5p-host --nodes 2 --tp 1 --pp 1 --global-batch 64",
    "model.unmeasured": "train --model lfm2-1.2b --system dgx-h100 --nodes 1 --tp 1 --pp 1 --global-batch 64",
    "model.storage_unread": "memory --model llama-3-70b --mode infer --system dgx-h100 --nodes 1 --model.storage_unread",
    "model.miscounted": "memory --model llama-3-70b --mode infer --system dgx-h100 --nodes 1 --model.weights_in_files 80B",
    "model.unsupported": None,  # of an imported model: below
    "checkpoint.drain_too_slow": f"checkpoint {STORED} --checkpoint async --interval 5s",
    "checkpoint.host_memory_full": f"checkpoint {STORED} --checkpoint async --node.host_memory 20GB",
    "checkpoint.nvme_full": f"checkpoint {STORED} --checkpoint hierarchical --node.nvme_capacity 20GB",
    "checkpoint.shared_full": f"checkpoint {STORED} --storage.capacity 1TB --appliances 1",
    "checkpoint.storage_too_slow": f"checkpoint {STORED} --interval 1min --storage.write 1GB/s --appliances 1",
    "restart.shards_read_often": f"checkpoint {STORED} --zero 1 --checkpoint-read all",
    "reliability.no_progress": f"checkpoint {STORED} --mtbf 10min --storage.write 1GB/s --appliances 1",
    "ingest.storage_too_slow": "data --system dgx-h100 --nodes 128 --data volumes --data.batch 7 --data.step_time 0.323s "
                               "--data.samples 1M --epochs 5 --storage ddn-ai400x2 --appliances 1",
    "ingest.low_density": "data --system dgx-h100 --nodes 128 --data volumes --data.batch 7 --data.step_time 0.323s "
                          "--data.samples 1M --epochs 1 --storage ddn-ai400x2",
    "ingest.too_many_reads": f"data {STATED} --tokens 300B --storage ddn-ai400x2 --storage.iops_read 10",
    "ingest.too_many_opens": "data --system dgx-h100 --nodes 128 --data volumes --data.batch 7 --data.step_time 0.323s "
                             "--data.samples 1M --epochs 5 --storage ddn-ai400x2 --appliances 1 --storage.opens 10",
    "ingest.cache_too_slow": "data --system dgx-h100 --nodes 128 --data volumes --data.batch 7 --data.step_time 0.323s "
                             "--data.samples 1M --epochs 5 --storage ddn-ai400x2 --dataset-cache 10TB --data.cache_rate 1MB/s",
    "fabric.idle_ports": "bom --system dgx-h100 --nodes 33",
    "fabric.no_ports": "bom --system dgx-h100 --nodes 128 --nodes-per-leaf 64",
    "fabric.oversubscribed": "bom --system dgx-h100 --nodes 128 --oversubscription 2",
    "fabric.plane_lost": "bom --system dgx-h100 --nodes 128 --fabric.planes_lost 1",
    "fabric.single_point": "bom --system dgx-h100 --nodes 4",
    "fabric.slow_ports": "bom --system dgx-b300 --nodes 64 --switch qm9700",
    "fabric.too_large": "bom --system dgx-h100 --nodes 100000",
    "fabric.uneven": "bom --system dgx-h100 --nodes 33 --nodes-per-leaf 8",
    "bom.node_too_high": "bom --system dgx-h100 --nodes 4 --rack-height 6",
    "power.peak_below_annual": "bom --system dgx-h100 --nodes 4 --pue 1.5 --peak-pue 1.1",
    "bom.node_too_hot": "bom --system dgx-h100 --nodes 8 --rack-power 8kW",
    "bom.rack_power": "bom --system dgx-h100 --nodes 8 --rack-power 30kW --nodes-per-rack 4",
    "bom.air_limit": "bom --system dgx-h100 --nodes 8",
    "bom.unknown_power": "bom --nodes 64 --node.accelerators 8 --node.power 10kW --fabric.rails 8 --switch.ports 64",
    "serving.does_not_fit": "serve --model llama-3.1-70b --system dgx-h100 --nodes 1 --tp 1 --pp 1",
    "serving.over_capacity": f"serve {LLAMA} --rate 500",
    "serving.near_capacity": f"serve {LLAMA} --rate 7.8 --tp 8",
    "serving.limit_missed": f"serve {LLAMA} --rate 5 --tpot-limit 1ms",
    "serving.kv_heads_replicated": "serve --model llama-3.1-70b --system gb200-nvl72 --gpus 16 --tp 16",
    "serving.reuse_slower_than_recompute": f"serve {LLAMA} --rate 0.001 --prefix-hit 0.5 --kv-tier shared "
                                           "--storage ddn-ai400x2 --storage.read 10MB/s",
    "serving.store_too_small": f"serve {LLAMA} --rate 1 --prefix-hit 0.9 --kv-tier cpu --kv-residence 240h",
    "serving.longer_than_model": "serve --model llama-2-70b --system dgx-h100 --nodes 1 --rate 1 --input-tokens 30000",
    "serving.router_matters": "serve --model llama-3.1-70b --system dgx-h200 --target-rate 20 --ttft-limit 200ms",
    "serving.drafts_do_not_pay": "serve --model llama-3.1-8b --system dgx-h100 --nodes 1 --tp 1 --concurrency 1600 "
                                 "--draft-tokens 3 --acceptance 0.3",
    "serving.drafts_unpublished": f"serve {LLAMA} --rate 1 --draft-tokens auto",
    "serving.calibrate_me": f"serve {LLAMA} --rate 5",
    "serving.smaller_format": "serve --model llama-3.1-405b --system dgx-h100 --target-rate 10",
    "serving.fewer_offloaded": "serve --model glm-5.2 --system dgx-b300 --users 1000 --traffic agent",
    "serving.shared_prefix_long": "serve --model llama-3.1-70b --system dgx-h100 --rate 1 --isl 500 --shared-prefix 2000",
    "serving.fewer_disaggregated": "serve --model deepseek-r1 --system gb300-nvl72 --input-tokens 1000 --output-tokens 8000 "
                                   "--target-rate 100 --tpot-limit 20ms",
    "serving.few_contexts": f"serve {LLAMA} --rate 0.1 --traffic agent",
    "serving.prefix_hit_high": f"serve {LLAMA} --rate 1 --traffic chat --prefix-hit 0.95",
    "serving.kv_tier_missing": f"serve {LLAMA} --rate 1 --traffic chat --kv-tier shared",
    "traffic.estimates_differ": f"serve {LLAMA} --users 1000 --active 0.5 --think-time 10s",
    "traffic.unusual": f"serve {LLAMA} --rate 1 --arrival-cv2 30",
    "traffic.compaction_assumed": f"serve {LLAMA} --rate 0.1 --traffic agent --turns 200",
    "traffic.lengths_disagree": f"serve {LLAMA} --rate 1 --traffic chat --turns 20",
    "serving.state_breaks_hierarchy": f"serve {LLAMA} --rate 1 --sessions 100M --storage ddn-ai400x2",
    "project.storage_oversubscribed": f"data {STATED} --offload shared --storage ddn-ai400x2 --checkpoint async "
                                      "--interval 1min",
    "offload.host_link_limits": "offload --model bloom-176b --system dgx-a100-320 --storage superpod-h100-best "
                                "--mode infer --nodes 1 --offload shared --storage.read 1TB/s --accelerator.host_link 2GB/s",
    "offload.efficiency_missed": "offload --model bloom-176b --system dgx-a100-320 --storage ddn-ai400x2 --mode infer "
                                 "--offload nvme --nodes 1 --tp 1 --pp 1 --zero 3",
    "offload.storage_nics_limit": "offload --model bloom-176b --system dgx-a100-320 --storage ddn-ai400x2 --mode infer",
    "offload.local_wins": "offload --model bloom-176b --system dgx-a100-320 --storage ddn-ai400x2 --mode infer "
                          "--offload shared --nodes 8 --tp 8 --pp 1 --zero 3",
    "wear.worn_out": "offload --model bloom-176b --system dgx-a100-320 --mode finetune --offload nvme --nodes 1 --tp 1 "
                     "--pp 1 --zero 3 --recompute full --micro-batch 2 --global-batch 16 --sequence 2048",
    "economics.prices_ageing": "bom --system dgx-b200 --nodes 8 --node-price 500000 --as-of 2026-11-01 --economics.price_date 2026.4",
    "economics.prices_outdated": "bom --system dgx-b200 --nodes 8 --prices public --as-of 2026-11-01",
    "bom.floor_load": "bom --system gb300-nvl72 --nodes 8",
    "bom.too_few_appliances": "bom --system dgx-h100 --nodes 8 --storage ddn-ai400x2 --other-data 10PB",
    "planning.untimed": None,  # a plan of a machine whose speed nobody knows: below
    "planning.unchecked": None,
    "layout.unsupported": f"train {GPT3} --nodes 16 --tp 4 --pp 8 --zero 2",
    "workload.serves": "checkpoint --model llama-3-70b --system dgx-h100 --nodes 1 --mode infer",
    "input.unused": f"memory {STATED} --network.latency 5us",
    "input.assumed": f"plan {GPT3} --nodes 64 --findings all",
    "calibration.other_accelerator": None,  # with a calibration of another machine: below
}


def write(folder, name, document):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file)
    return path


def with_files(folder):
    """Commands that need a file of their own."""
    unknown = write(folder, "config.json", {
        "model_type": "nobodys", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
        "intermediate_size": 11008, "vocab_size": 32000})
    calibration = write(folder, "calibration.json", {
        "schema": "llmsize.calibration/1", "accelerator": "h100-sxm5-80gb",
        "values": {"accelerator.sustained_16": {"median": 0.7, "p10": 0.69, "p90": 0.71, "n": 8, "origin": "measured here"}}})
    partly = write(folder, "partly.llmsize", {
        "schema_version": 1, "model": "gpt3-175b", "cluster": {"system": "dgx-h100", "nodes": 16}, "layout": {"tensor": 8}})
    return {
        "scenario.partly_stated": f"memory --scenario {partly}",
        "model.unsupported": f"memory --model {unknown} --system dgx-h100",
        "calibration.other_accelerator": f"memory --model gpt3-175b --system dgx-a100-640 --calibration {calibration}",
        "planning.untimed": "plan --parameters 7B --system dgx-h100 --nodes 4",
        "planning.unchecked": "plan --model gpt3-175b --system dgx-h100 --nodes 64 --offload shared",
    }
