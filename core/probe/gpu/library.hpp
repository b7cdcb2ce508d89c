// SPDX-License-Identifier: Apache-2.0
// Vendor libraries: opened when a probe needs them, never linked, never closed.
#pragma once

#include "core/probe/step.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// What the status codes of one library are called; code 0 is success.
struct CodeName {
  int code;
  const char* name;
};

/// A function of a vendor library that returns a status. `Codes::name(int)` tells what a status is called.
template <class Codes, class... Arguments>
struct VendorCall {
  std::string name;
  int (*function)(Arguments...) = nullptr;

  /// The status as the library gave it.
  int status(Arguments... arguments) const { return function(arguments...); }

  /// Throws ProbeFailure: failed, naming the call and the code.
  void operator()(Arguments... arguments) const {
    if (const int code = function(arguments...); code != 0) throw failure(code);
  }
  ProbeFailure failure(int code) const {
    return {ProbeFailure::Kind::failed, fmt::format("{} failed: {}", name, Codes::name(code))};
  }
};

/// "CUDA_ERROR_OUT_OF_MEMORY (2)", or "error 2" where the list does not know it.
std::string code_name(const std::vector<CodeName>& names, int code);

/// A library is not on this machine.
class NoLibrary : public ProbeFailure {
 public:
  explicit NoLibrary(const std::string& what) : ProbeFailure(Kind::missing, what) {}
};

/// An opened shared library.
class Library {
 public:
  /// Opens the first of `names`: in `folder` where given, on the loader's path, then in the vendors' usual folders.
  /// Throws NoLibrary, beginning with `absent` ("no NVIDIA driver").
  Library(const std::vector<std::string>& names, const std::string& folder, const std::string& absent);

  const std::string& name() const { return name_; }

  /// Throws ProbeFailure: failed, naming the function, where the library has none of this name.
  template <class Codes, class... Arguments>
  void find(VendorCall<Codes, Arguments...>& call) const {
    call.function = reinterpret_cast<int (*)(Arguments...)>(symbol(call.name.c_str()));
  }
  /// The same for a function that gives no status.
  template <class Function>
  void find(const char* name, Function*& function) const {
    function = reinterpret_cast<Function*>(symbol(name));
  }

 private:
  void* symbol(const char* name) const;

  void* handle_ = nullptr;
  std::string name_;
};

}  // namespace llmsize
