// SPDX-License-Identifier: Apache-2.0
#include "fake.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>

namespace {

double now = 0;

bool is(const char* variable, const char* name) {
  const char* value = std::getenv(variable);
  return value && std::strcmp(value, name) == 0;
}

}  // namespace

extern "C" {

int fake_enter(const char* name, int failure) {
  static std::set<std::string> known;
  if (const char* log = std::getenv("FAKE_LOG"); log && known.insert(name).second)
    if (std::FILE* file = std::fopen(log, "a")) {
      std::fprintf(file, "%s\n", name);
      std::fclose(file);
    }
  if (is("FAKE_CRASH", name)) std::abort();
  while (is("FAKE_HANG", name)) usleep(10000);
  return is("FAKE_FAIL", name) ? failure : 0;
}

int fake_number(const char* variable, int otherwise) {
  const char* value = std::getenv(variable);
  return value ? std::atoi(value) : otherwise;
}

bool fake_wrong(const char* what) { return is("FAKE_WRONG", what); }

void fake_pass(double seconds) { now += seconds; }
double fake_now() { return now; }

}  // extern "C"
