// SPDX-License-Identifier: Apache-2.0
// The schema of a record. Keys that it does not name are allowed: later versions add some.
#include "core/record/record.hpp"

namespace llmsize {

namespace {

constexpr const char* record_schema_text = R"~json~({
    "$schema": "http://json-schema.org/draft-07/schema#",
    "title": "A probe record: what was measured on one node, in bytes, FLOP and seconds",
    "type": "object",
    "required": ["schema", "created", "host", "results"],
    "properties": {
      "schema": {"type": "string", "pattern": "^llmsize\\.probe/1(\\.[0-9]+)?$"},
      "created": {"type": "string", "minLength": 1, "description": "UTC, such as 2026-01-31T12:00:00Z."},
      "tool": {
        "type": "object",
        "properties": {"name": {"type": "string"}, "version": {"type": "string"}}
      },
      "host": {
        "type": "object",
        "description": "What the node is. Its name is there only where it was asked for.",
        "properties": {
          "id": {"type": "string", "description": "Salted hash."},
          "name": {"type": "string"},
          "cpu": {"type": "object"},
          "mem_bytes": {"type": "number", "minimum": 0},
          "gpus": {"type": "array", "items": {"type": "object"}},
          "nics": {"type": "array", "items": {"type": "object"}},
          "libs": {"type": "object"}
        }
      },
      "launch": {
        "type": "object",
        "properties": {
          "kind": {"type": "string"},
          "rank": {"type": "integer", "minimum": 0},
          "size": {"type": "integer", "minimum": 1}
        }
      },
      "preset": {"type": "string"},
      "args": {"type": "array", "items": {"type": "string"}},
      "results": {"type": "array", "items": {
        "type": "object",
        "required": ["probe", "metric", "unit"],
        "anyOf": [{"required": ["raw"]}, {"required": ["value"]}],
        "properties": {
          "probe": {"type": "string", "minLength": 1, "description": "gemm, hbm, h2d, coll-local, dram, nvme.read, fs.write, …"},
          "params": {"type": "object", "description": "The setting: {\"threads\": 8, \"block_bytes\": 1048576}."},
          "metric": {"type": "string", "minLength": 1},
          "unit": {"type": "string", "enum": ["FLOP/s", "B/s", "1/s", "s", "B", "1"]},
          "stat": {"type": "string"},
          "value": {"type": ["number", "null"]},
          "n": {"type": "integer", "minimum": 0},
          "min": {"type": ["number", "null"]},
          "p10": {"type": ["number", "null"]},
          "p90": {"type": ["number", "null"]},
          "max": {"type": ["number", "null"]},
          "raw": {"type": "array", "items": {"type": "number"}, "description": "Every repeat in the order of measuring."},
          "verified": {"type": "boolean", "description": "What was moved or computed was compared with what it had to be."},
          "flags": {"type": "array", "items": {"type": "string"}, "description": "invalid, noisy, burst, cpu-bound, short, …"},
          "state": {"type": "object"},
          "details": {"type": "object"},
          "wall_s": {"type": "number", "minimum": 0}
        }
      }},
      "fits": {"type": "array", "items": {
        "type": "object",
        "description": "X(n) = [(n·x1)^-p + xmax^-p]^(-1/p).",
        "required": ["probe", "form", "x1", "xmax", "p", "unit"],
        "properties": {
          "probe": {"type": "string", "minLength": 1},
          "form": {"type": "string", "enum": ["pnorm"]},
          "params": {"type": "object"},
          "unit": {"type": "string", "enum": ["B/s", "1/s"]},
          "x1": {"type": "number", "minimum": 0},
          "xmax": {"type": "number", "minimum": 0},
          "p": {"type": "number", "minimum": 1},
          "rms_rel": {"type": ["number", "null"]},
          "best": {"type": ["number", "null"]},
          "flags": {"type": "array", "items": {"type": "string"}}
        }
      }},
      "errors": {"type": "array", "items": {
        "type": "object",
        "required": ["probe", "message"],
        "properties": {"probe": {"type": "string"}, "message": {"type": "string"}, "missing": {"type": "boolean"}}
      }},
      "truncated": {"type": "boolean", "description": "Stopped before its end."}
    }
  })~json~";

}  // namespace

Json record_schema() { return Json::parse(record_schema_text); }

}  // namespace llmsize
