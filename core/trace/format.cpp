// SPDX-License-Identifier: Apache-2.0
#include "core/trace/format.hpp"

#include "core/files/json_field.hpp"
#include "core/files/opened.hpp"
#include "core/files/sheet_file.hpp"
#include "core/quantity/date.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

namespace llmsize {
namespace {

constexpr double most_tokens = 1e9;  // bound of the inputs of lengths
constexpr std::string_view tokens_expected = "a whole number of tokens from 0 to 1,000,000,000";

std::optional<double> number_in(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) return {};
  return number;
}

/// Seconds that a clock shows, whatever it counts from.
bool is_time(double seconds) { return std::abs(seconds) <= 1e11; }

bool is_token_count(double number) { return number >= 0 && number <= most_tokens && std::floor(number) == number; }

/// The number of two digits that a text has at a place; negative where there is none.
int two_digits(std::string_view text, std::size_t place) {
  int number = -1;
  const std::string_view digits = text.substr(std::min(place, text.size()), 2);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return error == std::errc() && end == digits.data() + 2 ? number : -1;
}

/// Seconds east of Greenwich: "", "Z", "+02:00".
std::optional<double> zone_of(std::string_view text) {
  if (text.empty() || text == "Z") return 0;
  const int hours = two_digits(text, 1), minutes = two_digits(text, 4);
  if (text.size() != 6 || (text[0] != '+' && text[0] != '-') || text[3] != ':' || hours < 0 || minutes < 0) return {};
  return (text[0] == '-' ? -60.0 : 60.0) * (60 * hours + minutes);
}

/// Seconds since 1970 of "2023-11-16 18:17:03.9799600".
std::optional<double> seconds_of_stamp(std::string_view text) {
  constexpr std::size_t date = 10, time = 17;
  if (text.size() < time + 2 || (text[date] != ' ' && text[date] != 'T') || text[13] != ':' || text[16] != ':')
    return {};
  const auto day = parse_date(text.substr(0, date));
  const int hours = two_digits(text, 11), minutes = two_digits(text, 14);
  if (!day || hours < 0 || minutes < 0) return {};
  const std::string_view rest = text.substr(time);
  const std::size_t end = std::min(rest.find_first_not_of("0123456789."), rest.size());
  const auto seconds = number_in(rest.substr(0, end)), zone = zone_of(rest.substr(end));
  if (!seconds || !zone) return {};
  return 86400.0 * static_cast<double>(day->time_since_epoch().count()) + 3600 * hours + 60 * minutes + *seconds -
         *zone;
}

/// Reads the rows of a sheet: time, prompt and answer are the first three fields of its form.
class SheetRequests {
 public:
  SheetRequests(const TraceFormat& format, const std::string& path) : format_(format), path_(path), sheet_(path, path) {
    const auto header = sheet_.next();
    const std::vector<std::string> columns = header ? header->cells : std::vector<std::string>{};
    for (const std::string_view field : format.fields) {
      const auto found = std::find(columns.begin(), columns.end(), field);
      if (found == columns.end())
        refuse_contents(path, fmt::format("expected the columns {}", fmt::join(format.fields, ", ")));
      places_.push_back(static_cast<std::size_t>(found - columns.begin()));
    }
  }

  void read(const TakeRequest& take) {
    while (auto row = sheet_.next()) take(request_of(*row));
  }

 private:
  TraceRequest request_of(const CsvRow& row) const {
    const auto cell = [&](std::size_t field) {
      const std::size_t place = places_[field];
      return place < row.cells.size() ? std::string_view(row.cells[place]) : std::string_view{};
    };
    const auto refuse = [&](std::size_t field, std::string_view expectation) {
      refuse_contents(
          fmt::format("{}, row {}", path_, row.number),
          fmt::format("{} {}: expected {}", format_.fields[field], in_quotes(cell(field)), expectation));
    };
    const auto tokens = [&](std::size_t field) {
      const auto number = number_in(cell(field));
      if (!number || !is_token_count(*number)) refuse(field, tokens_expected);
      return static_cast<std::uint32_t>(*number);
    };
    TraceRequest request;
    const auto at = format_.has_dates ? seconds_of_stamp(cell(0)) : number_in(cell(0));
    if (!at || !is_time(*at)) refuse(0, format_.has_dates ? "a time such as 2026-11-16 18:17:03.25" : "seconds");
    request.at = *at;
    request.input = tokens(1);
    request.output = tokens(2);
    request.has_failed = format_.drops_unanswered && request.output == 0;
    return request;
  }

  const TraceFormat& format_;
  std::string path_;
  SheetFile sheet_;
  std::vector<std::size_t> places_{};
};

/// Hands on the lines of a text, with their numbers.
void read_lines(const std::string& path, const std::function<void(std::string_view, std::size_t)>& take) {
  constexpr std::size_t longest = 16 << 20;
  TextFile file(path);
  std::string begun;
  std::size_t number = 0;
  const auto end_line = [&](std::string_view line) {
    ++number;
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) take(line, number);
  };
  for (std::string_view piece = file.next(); !piece.empty(); piece = file.next()) {
    for (std::size_t end = piece.find('\n'); end != std::string_view::npos; end = piece.find('\n')) {
      begun += piece.substr(0, end);
      end_line(begun);
      begun.clear();
      piece.remove_prefix(end + 1);
    }
    begun += piece;
    if (begun.size() > longest) refuse_contents(path, fmt::format("line {}: longer than 16 MiB", number + 1));
  }
  if (!begun.empty()) end_line(begun);
}

/// Reads requests that are a JSON document each.
class LineRequests {
 public:
  LineRequests(const TraceFormat& format, const std::string& path) : format_(format), path_(path) {}

  void read(const TakeRequest& take) {
    read_lines(path_, [&](std::string_view line, std::size_t number) {
      const std::string place = fmt::format("{}: line {}", path_, number);
      const Json json = parse_json(line, place);
      const JsonField document(json, place);
      if (!document.is_object()) document.refuse("an object");
      take(request_of(document));
    });
  }

 private:
  TraceRequest request_of(const JsonField& document) {
    TraceRequest request;
    request.input = tokens(document, "input_length");
    request.output = tokens(document, "output_length");
    request.own = id_of(document, "chat_id");
    request.session = id_of(document, "session_id");
    // A conversation that begins has the parent -1.
    if (std::string parent = id_of(document, "parent_chat_id"); parent != "-1") request.parent = std::move(parent);
    if (const auto delay = document.number("delay")) {
      if (!(*delay >= 0 && is_time(*delay))) document.refuse("delay", "a time of 0 or more");
      request.pause = *delay / format_.per_second;
    }
    request.at = time_of(document, request);
    request.blocks = blocks_of(document);
    return request;
  }

  /// A later turn of a session may state its pause alone: then it comes so long after the turn before it.
  double time_of(const JsonField& document, const TraceRequest& request) {
    const auto stamp = document.number("timestamp");
    const auto before = latest_.find(request.session);
    const bool follows = !stamp && request.pause && before != latest_.end();
    if (!stamp && !follows) document.refuse("timestamp", "a number");
    const double at = stamp ? *stamp / format_.per_second : before->second + *request.pause;
    if (!is_time(at)) document.refuse("timestamp", "a time");
    if (!request.session.empty()) latest_[request.session] = at;
    return at;
  }

  static std::uint32_t tokens(const JsonField& document, const char* key) {
    const double number = document.needed(key);
    if (!is_token_count(number)) document.refuse(key, tokens_expected);
    return static_cast<std::uint32_t>(number);
  }

  /// A number or a text.
  static std::string id_of(const JsonField& document, const char* key) {
    const auto found = document.json().find(key);
    if (found == document.json().end() || found->is_null()) return {};
    if (found->is_number_integer()) return found->dump();
    return document.text(key);
  }

  static std::vector<std::uint64_t> blocks_of(const JsonField& document) {
    const auto found = document.json().find("hash_ids");
    if (found == document.json().end() || found->is_null()) return {};
    const bool are_ids = found->is_array() && std::all_of(found->begin(), found->end(), [](const Json& each) {
                           return each.is_number_integer();
                         });
    if (!are_ids) document.refuse("hash_ids", "a list of whole numbers");
    std::vector<std::uint64_t> ids;
    ids.reserve(found->size());
    for (const Json& each : *found) ids.push_back(each.get<std::uint64_t>());
    return ids;
  }

  const TraceFormat& format_;
  std::string path_;
  std::map<std::string, double, std::less<>> latest_{};
};

/// What a file begins with, as far as one piece goes; empty of a pipe and of what is no text.
std::string first_line(const std::string& path) {
  if (!Opened(path).size()) return {};
  TextFile file(path);
  if (file.holds_workbook()) return {};
  const std::string_view piece = file.next();
  return std::string(piece.substr(0, piece.find_first_of("\r\n")));
}

bool is_of(const TraceFormat& format, const std::string& line) {
  if (line.starts_with('{') == format.is_csv) return false;
  return std::all_of(format.fields.begin(), format.fields.end(), [&](std::string_view field) {
    return line.find(format.is_csv ? std::string(field) : fmt::format("\"{}\"", field)) != std::string::npos;
  });
}

}  // namespace

const std::vector<TraceFormat>& trace_formats() {
  // Lines of Bailian have all members of Mooncake's, so that they come first.
  static const std::vector<TraceFormat> all{
      {.name = "azure-trace",
       .title = "Azure LLM inference trace",
       .is_csv = true,
       .fields = {"TIMESTAMP", "ContextTokens", "GeneratedTokens"},
       .has_dates = true},
      {.name = "burstgpt",
       .title = "BurstGPT trace",
       .is_csv = true,
       .fields = {"Timestamp", "Request tokens", "Response tokens"},
       .drops_unanswered = true},
      {.name = "bailian",
       .title = "Bailian trace",
       .is_csv = false,
       .fields = {"timestamp", "input_length", "output_length", "chat_id"},
       .block = 16},
      {.name = "mooncake",
       .title = "Mooncake trace",
       .is_csv = false,
       .fields = {"timestamp", "input_length", "output_length"},
       .per_second = 1000,
       .block = 512}};
  return all;
}

const TraceFormat* trace_format(std::string_view name, const std::string& path) {
  const std::string line = name.empty() ? first_line(path) : std::string{};
  for (const TraceFormat& format : trace_formats())
    if (name.empty() ? is_of(format, line) : format.name == name) return &format;
  return nullptr;
}

void read_requests(const TraceFormat& format, const std::string& path, const TakeRequest& take) {
  if (format.is_csv)
    SheetRequests(format, path).read(take);
  else
    LineRequests(format, path).read(take);
}

}  // namespace llmsize
