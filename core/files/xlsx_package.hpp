// SPDX-License-Identifier: Apache-2.0
// The parts of a workbook: an archive of XML.
#pragma once

#include <pugixml.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace llmsize {

/// The local name of an element: "x:sheet" is "sheet".
std::string_view local(const pugi::xml_node& node);

/// The archive. Throws BadInput: data, naming `source`, for what is broken, encrypted or unpacks to more than 512 MiB.
class Package {
 public:
  Package(std::string bytes, std::string source);
  ~Package();
  Package(const Package&) = delete;
  Package& operator=(const Package&) = delete;

  /// A whole part; nothing where there is none of that name.
  std::optional<pugi::xml_document> read(const std::string& name);
  pugi::xml_document need(const std::string& name);

  /// Begins to read the rows of a sheet: elements of that name, one by one, in constant memory.
  void open_rows(const std::string& name);
  /// The next of them, good until the next call; nothing behind the last.
  std::optional<pugi::xml_node> next_row();
  /// How much of the rows was read, from 0 to 1.
  double share_read() const;

 private:
  class Archive;
  std::unique_ptr<Archive> archive_;
};

}  // namespace llmsize
