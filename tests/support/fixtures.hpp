// SPDX-License-Identifier: Apache-2.0
// Where tests find what they read and run: the one place that knows the source tree and where it is built.
#pragma once

#include <string>
#include <string_view>

namespace llmsize::tests {

/// The path of a file or folder of the source tree: "docs/examples/probe-record.json". Throws std::runtime_error where
/// there is none.
std::string in_tree(std::string_view path);

/// The path of something in tests/data: "probe/fio.json".
std::string fixture(std::string_view name);

/// The path of the command-line program that was built with the tests.
std::string program();

/// The path of the desktop app that was built with the tests.
std::string app();

}  // namespace llmsize::tests
