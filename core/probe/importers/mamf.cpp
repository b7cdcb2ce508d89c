// SPDX-License-Identifier: Apache-2.0
// Logs of mamf-finder: the best shape and its TFLOP/s, by mean, median and maximum, or by burst (MAMF) and sustained
// (MSMF).
#include "core/probe/importers/reading.hpp"

#include "core/record/plausible.hpp"

namespace llmsize {
namespace {

using namespace importing;

bool is_mamf(std::string_view text) {
  return text.find("TFLOPS @ ") != std::string_view::npos &&
         (text.find("mamf-finder") != std::string_view::npos || text.find("best outcome") != std::string_view::npos);
}

/// "bf16" of "torch.bfloat16".
std::string short_dtype(std::string_view text) {
  const std::pair<std::string_view, std::string_view> names[] = {
      {"bfloat16", "bf16"}, {"float16", "fp16"}, {"float8", "fp8"},  {"mxfp8", "fp8"},
      {"fp4", "fp4"},       {"float4", "fp4"},   {"float32", "fp32"}};
  for (const auto& [name, word] : names)
    if (text.find(name) != std::string_view::npos) return std::string(word);
  return std::string(text);
}

/// "4096x9216x1024" as m, n and k.
void take_shape(Json& params, std::string_view text) {
  for (const char* side : {"m", "n", "k"}) {
    const auto length = number_of(text);
    if (!length) return;
    params[side] = number_json(*length);
    const auto next = text.find('x');
    text = next == std::string_view::npos ? std::string_view{} : text.substr(next + 1);
  }
}

Imported read_mamf(std::string_view text, const std::string& source) {
  Imported imported{source};
  std::string dtype = "bf16";
  double median = 0, highest = 0;
  for (const std::string& line : lines_of(text)) {
    if (const auto told = after(line, "Dtype:")) dtype = short_dtype(*told);
    if (const auto told = after(line, "name='"); told && told->find('\'') != std::string::npos)
      take_host(imported, "gpus", gpus_named({told->substr(0, told->find('\''))}));
    const auto at = line.find("TFLOPS @ ");
    if (at == std::string::npos) continue;
    const std::string start = line.substr(0, line.find(':'));
    const bool sustained = start.rfind("MSMF", 0) == 0;
    const auto rate = after(line, start == line ? "best outcome was" : ":");
    const auto value = rate ? number_of(*rate) : std::nullopt;
    if (!value) continue;
    if (start == "median") median = *value * 1e12;
    if (start == "max") highest = *value * 1e12;
    if (start != "mean" && !sustained && start.rfind("MAMF", 0) != 0 &&
        line.find("best outcome was") == std::string::npos)
      continue;
    Json params{{"dtype", dtype}};
    take_shape(params, std::string_view(line).substr(at + std::string_view("TFLOPS @ ").size()));
    ProbeResult result =
        printed("mamf-finder", sustained ? "gemm-soak" : "gemm", params, "rate", "FLOP/s", {*value * 1e12});
    if (!sustained) result.flags.emplace_back("burst");
    take(imported, std::move(result));
  }
  if (imported.results.empty()) refuse_output(mamf_importer, source);
  const auto tell = [&](const char* name, double value) {
    if (plausible("FLOP/s").holds(value)) imported.results.front().details[name] = value;
  };
  tell("median", median);
  tell("max", highest);
  return imported;
}

}  // namespace

const Importer mamf_importer{"mamf-finder", "a log of mamf-finder", is_mamf, read_mamf};

}  // namespace llmsize
