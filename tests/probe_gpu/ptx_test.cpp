// SPDX-License-Identifier: Apache-2.0
#include "core/probe/gpu/ptx.hpp"
#include "core/probe/child.hpp"
#include "core/probe/gpu/runtime.hpp"
#include "worker.hpp"

#include <catch2/catch.hpp>

#include <unistd.h>

#include <fstream>

using namespace llmsize;

TEST_CASE("the kernels have the names that the program asks for") {
  const std::string text = ptx_text();
  CHECK(text.rfind(".version 7.0\n.target sm_80\n", 0) == 0);
  CHECK(text.find('@') == text.find("@%p"));
  for (std::size_t at = 0; at < kernel_count; ++at)
    CHECK(text.find(".entry " + std::string(kernel_name(static_cast<Kernel>(at))) + "(") != std::string::npos);
}

TEST_CASE("the vendor's assembler takes the kernels") {
  const std::string usual = "/usr/local/cuda/bin/ptxas";
  const std::string assembler = access(usual.c_str(), X_OK) == 0 ? usual : find_program("ptxas");
  if (assembler.empty()) {
    WARN("ptxas is not on this machine: the kernels were not assembled");
    return;
  }
  const std::string source = fresh_file("kernels.ptx");
  std::ofstream(source) << ptx_text();
  for (const char* target : {"sm_80", "sm_90", "sm_100"}) {
    Child child;
    child.command = {assembler, "-arch", target, source, "-o", "/dev/null"};
    const ChildEnd end = run_child(child);
    INFO(end.errors);
    CHECK(end.exit_code == 0);
  }
}
