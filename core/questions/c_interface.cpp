// SPDX-License-Identifier: Apache-2.0
// The library's face for C programs.
#include "llmsize/llmsize.h"

#include "core/files/version.hpp"
#include "core/questions/question.hpp"
#include "core/questions/question_json.hpp"

#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

namespace {

constexpr int short_of_resources = 5, internal_error = 70;

struct LastError {
  std::string sentence{};
  int code = 0;
};
thread_local LastError last_error;

/// A text for who frees it with `llmsize_free`.
char* handed_out(const std::string& text) {
  char* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (!copy) throw std::bad_alloc();
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

/// No exception leaves for C.
template <class Make>
char* guarded(Make make) {
  last_error = {};
  try {
    return handed_out(make());
  } catch (const llmsize::BadInput& error) {
    last_error = {error.what(), error.exit_code()};
  } catch (const std::bad_alloc&) {
    last_error = {"there is not enough memory for this", short_of_resources};
  } catch (const std::exception& error) {
    last_error = {error.what(), internal_error};
  }
  return nullptr;
}

}  // namespace

char* llmsize_ask(const char* question) {
  return guarded([&] { return llmsize::asked_in_json(question ? question : ""); });
}
const char* llmsize_last_error() { return last_error.sentence.c_str(); }
int llmsize_last_error_code() { return last_error.code; }
char* llmsize_schema() {
  return guarded([] { return llmsize::dumped(llmsize::question_schema(), 2); });
}
const char* llmsize_version() { return llmsize::version().data(); }
void llmsize_free(char* text) { std::free(text); }
