// SPDX-License-Identifier: Apache-2.0
// A reader of files from others under made-up input: one file of this folder each, which registers itself.
#pragma once

#include "core/files/bad_input.hpp"

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize::fuzz {

/// What is tried with a text. It may throw BadInput; anything else, a crash, a hang and a broken promise are finds.
struct Reader {
  std::string_view name;
  void (*read)(std::string_view text);
};

inline std::vector<Reader>& readers() {
  static std::vector<Reader> all;
  return all;
}

struct Register {
  Register(std::string_view name, void (*read)(std::string_view)) { readers().push_back({name, read}); }
};

/// The reader of a name; ends the program where there is none.
inline const Reader& reader_named(std::string_view name) {
  for (const Reader& each : readers())
    if (each.name == name) return each;
  std::abort();
}

/// Does it, and takes a refusal in a sentence. Says whether it was done.
template <class Act>
bool done(const Act& act) {
  try {
    act();
    return true;
  } catch (const BadInput& refusal) {
    if (std::string_view(refusal.what()).empty()) std::abort();
    return false;
  }
}

/// One input.
inline void feed(const Reader& reader, std::string_view text) {
  done([&] { reader.read(text); });
}

/// A promise of the reader.
inline void require(bool kept) {
  if (!kept) std::abort();
}

}  // namespace llmsize::fuzz
