// SPDX-License-Identifier: Apache-2.0
#include "core/probe/gpu/library.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>

namespace llmsize {
namespace {

/// Folders to look in; an empty one stands for the loader's own path.
std::vector<std::string> places(const std::string& folder) {
  std::vector<std::string> all;
  if (!folder.empty()) all.push_back(folder + "/");
  all.push_back("");
  if (const char* home = std::getenv("CUDA_HOME")) all.push_back(std::string(home) + "/lib64/");
  if (const char* home = std::getenv("ROCM_PATH")) all.push_back(std::string(home) + "/lib/");
  all.push_back("/usr/local/cuda/lib64/");
  all.push_back("/opt/rocm/lib/");
  return all;
}

std::string joined(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : ", ") + name;
  return all;
}

}  // namespace

std::string code_name(const std::vector<CodeName>& names, int code) {
  for (const CodeName& each : names)
    if (each.code == code) return fmt::format("{} ({})", each.name, code);
  return fmt::format("error {}", code);
}

Library::Library(const std::vector<std::string>& names, const std::string& folder, const std::string& absent) {
  std::string trouble;
  for (const std::string& place : places(folder))
    for (const std::string& name : names) {
      const std::string path = place + name;
      if (!place.empty() && access(path.c_str(), F_OK) != 0) continue;
      handle_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
      if (handle_) {
        name_ = path;
        return;
      }
      const char* why = dlerror();
      if (why && std::string_view(why).find(name + ": cannot open shared object file: No such file") != 0)
        trouble = why;
    }
  const std::string what =
      names.size() == 1 ? names.front() + " was not found" : "none of " + joined(names) + " was found";
  throw NoLibrary(fmt::format("{}: {}", absent, trouble.empty() ? what : trouble));
}

void* Library::symbol(const char* name) const {
  void* found = dlsym(handle_, name);
  if (!found)
    throw ProbeFailure(
        ProbeFailure::Kind::failed, fmt::format("{} has no {}: too old, or not the vendor's library", name_, name));
  return found;
}

}  // namespace llmsize
