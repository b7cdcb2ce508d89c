// SPDX-License-Identifier: Apache-2.0
// Published forms of request traces: how each is recognized and read, a request at a time.
#pragma once

#include "core/trace/request.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace llmsize {

/// Takes the requests of a file one after the other.
using TakeRequest = std::function<void(TraceRequest&&)>;

/// A form of traces. Files are recognized by their first line.
struct TraceFormat {
  std::string_view name;                 ///< "azure-trace"
  std::string_view title;                ///< "Azure LLM inference trace"
  bool is_csv;                           ///< else a JSON document per line
  std::vector<std::string_view> fields;  ///< columns or members that its first line has: of a CSV time, prompt, answer
  bool has_dates = false;                ///< its time stamps are dates; else numbers
  bool drops_unanswered = false;         ///< 0 tokens of an answer mark a failure
  double per_second = 1;                 ///< units of its time stamps in a second
  std::uint32_t block = 0;               ///< usual tokens of a block; 0: the form has no blocks
};

/// All of them. A file of one is recognized by no other.
const std::vector<TraceFormat>& trace_formats();

/// The form of this name; without a name that of the file. Nothing where there is none, and for a pipe, which can be
/// read only once. Throws BadInput: file or data, where the file cannot be read.
const TraceFormat* trace_format(std::string_view name, const std::string& path);

/// Reads a file to its end. Throws BadInput: data, with row and field, where it is not of the form.
void read_requests(const TraceFormat& format, const std::string& path, const TakeRequest& take);

}  // namespace llmsize
