// SPDX-License-Identifier: Apache-2.0
// A runtime compiler for fake GPUs: the compiler of the host, with what HIP predefines. Each text is compiled once and
// kept beside this library.
#include "fake.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

namespace {

namespace fs = std::filesystem;

constexpr const char* predefined = R"(
#include <cmath>
#define __device__
#define __global__
struct float4 { float x, y, z, w; };
struct Place { unsigned x; };
extern "C" { Place threadIdx, blockIdx, blockDim, gridDim; }
static void atomicAdd(unsigned* counter, unsigned more) { *counter += more; }
static long long wall_clock64() { static long long ticks = 0; return ++ticks; }
)";

struct Program {
  std::string text, code, log;
};

int enter(const char* name) { return fake_enter(name, 11); }

fs::path own_folder() {
  Dl_info info{};
  dladdr(reinterpret_cast<void*>(&own_folder), &info);
  return fs::path(info.dli_fname).parent_path();
}

std::string content(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// The library of a text; empty where it cannot be compiled, and then the log tells why.
std::string compiled(const std::string& text, const std::string& options, std::string& log) {
  const fs::path folder = own_folder();
  const std::string name = "kernels-" + std::to_string(std::hash<std::string>()(text + options));
  const fs::path library = folder / (name + ".so");
  if (fs::exists(library)) return library;
  // Workers that run at the same time each write files of their own.
  const std::string own = (folder / (name + "." + std::to_string(getpid()))).string();
  std::ofstream(own + ".cpp") << text;
  const std::string command =
      "g++ -std=c++17 -w -O1 -fPIC -shared " + options + " -o " + own + ".so " + own + ".cpp 2>" + own + ".log";
  const bool good = std::system(command.c_str()) == 0;
  log = content(own + ".log");
  if (good) fs::rename(own + ".so", library);
  for (const char* ending : {".cpp", ".log"}) fs::remove(own + ending);
  return good ? library.string() : "";
}

}  // namespace

extern "C" {

int hiprtcCreateProgram(void** program, const char* text, const char*, int, const char**, const char**) {
  *program = new Program{std::string(predefined) + text, {}, {}};
  return enter("hiprtcCreateProgram");
}
int hiprtcCompileProgram(void* program, int count, const char** options) {
  if (const int failed = enter("hiprtcCompileProgram")) return failed;
  auto& own = *static_cast<Program*>(program);
  std::string all;
  for (int at = 0; at < count; ++at)
    if (std::strncmp(options[at], "-D", 2) == 0)
      all += std::string(options[at]) + " ";
    else if (std::strcmp(options[at], "--offload-arch=gfx942") != 0)
      return 5;
  if (fake_wrong("text")) own.text += "nonsense\n";
  own.code = compiled(own.text, all, own.log);
  return own.code.empty() ? 6 : 0;
}
int hiprtcGetProgramLogSize(void* program, std::size_t* size) {
  *size = static_cast<Program*>(program)->log.size() + 1;
  return enter("hiprtcGetProgramLogSize");
}
int hiprtcGetProgramLog(void* program, char* log) {
  std::strcpy(log, static_cast<Program*>(program)->log.c_str());
  return enter("hiprtcGetProgramLog");
}
int hiprtcGetCodeSize(void* program, std::size_t* size) {
  *size = static_cast<Program*>(program)->code.size() + 1;
  return enter("hiprtcGetCodeSize");
}
int hiprtcGetCode(void* program, char* code) {
  std::strcpy(code, static_cast<Program*>(program)->code.c_str());
  return enter("hiprtcGetCode");
}
int hiprtcDestroyProgram(void** program) {
  delete static_cast<Program*>(*program);
  return enter("hiprtcDestroyProgram");
}

}  // extern "C"
