// SPDX-License-Identifier: Apache-2.0
// The doors for files: texts as they are, whole or not at all.
#include "core/files/csv.hpp"
#include "core/files/temporary_file.hpp"
#include "core/files/text_file.hpp"
#include "core/files/utf8.hpp"
#include "core/files/write_file.hpp"
#include "core/tables/data.hpp"

#include <catch2/catch.hpp>

#include <sys/stat.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

namespace llmsize::test {
namespace {

namespace fs = std::filesystem;
using Cells = std::vector<std::string>;

class Place {
 public:
  Place() {
    std::string name = (fs::temp_directory_path() / "llmsize-files-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()));
    folder_ = name;
  }
  ~Place() { fs::remove_all(folder_); }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  std::string operator/(const char* name) const { return folder_ / name; }

 private:
  fs::path folder_;
};

std::string contents(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

TEST_CASE("of many who write the same file at once, one succeeds", "[files]") {
  const Place place;
  constexpr int rounds = 20, writers = 4;
  for (int round = 0; round < rounds; ++round) {
    const std::string path = place / ("a" + std::to_string(round)).c_str();
    std::atomic<int> waiting = writers, written = 0, refused = 0, winner = -1;
    std::vector<std::thread> threads;
    for (int writer = 0; writer < writers; ++writer)
      threads.emplace_back([&, writer] {
        for (--waiting; waiting > 0;) std::this_thread::yield();
        try {
          write_file(path, std::to_string(writer), IfThere::refuse);
          ++written;
          winner = writer;
        } catch (const NotWritten& error) {
          refused += error.is_there();
        }
      });
    for (std::thread& thread : threads) thread.join();
    CHECK(written == 1);
    CHECK(refused == writers - 1);
    CHECK(contents(path) == std::to_string(winner));
  }
  CHECK(std::distance(fs::directory_iterator(place / ""), fs::directory_iterator()) == rounds);
}

TEST_CASE("whoever reads while a file is replaced sees the old or the new one", "[files]") {
  const Place place;
  const std::string path = place / "a", old_text(100000, 'o'), new_text(200000, 'n');
  write_file(path, old_text, IfThere::refuse);
  std::atomic<bool> done = false;
  std::thread writer([&] {
    for (int i = 0; i < 20; ++i) write_file(path, i % 2 ? old_text : new_text, IfThere::replace);
    done = true;
  });
  while (!done) {
    const std::string seen = contents(path);
    if (seen != old_text && seen != new_text) FAIL_CHECK("half a file of " << seen.size() << " bytes");
  }
  writer.join();
}

TEST_CASE("a file that is replaced keeps its permissions, and nobody else reads it on the way", "[files]") {
  const Place place;
  const std::string path = place / "a";
  for (const mode_t mode : {0600u, 0640u, 0664u}) {
    write_file(path, "old", IfThere::replace);
    REQUIRE(chmod(path.c_str(), mode) == 0);
    write_file(path, "new", IfThere::replace);
    CHECK(fs::status(path).permissions() == fs::perms(mode));
  }
}

TEST_CASE("a place that takes no file is told before there is anything to write", "[files]") {
  const Place place;
  const auto reason = [](const std::string& path, IfThere if_there = IfThere::refuse) -> std::string {
    try {
      require_place(path, if_there);
      return {};
    } catch (const NotWritten& error) {
      CHECK(error.kind() == BadInput::Kind::file);
      CHECK(std::string(error.what()) == "cannot write " + path + ": " + error.reason());
      return error.reason();
    }
  };
  CHECK(reason(place / "new") == "");
  CHECK(reason(place / "none/new") == "No such file or directory");
  CHECK(reason(place / "") == "it is a directory, expected a file");
  write_file(place / "a", "", IfThere::refuse);
  CHECK(reason(place / "a") == "it exists already");
  CHECK(reason(place / "a", IfThere::replace) == "");
  fs::create_symlink(place / "a", place / "link");
  CHECK(reason(place / "link", IfThere::replace) == "it is a symbolic link; name the file that it leads to");
  CHECK(reason(place / std::string(300, 'a').c_str()) == "File name too long");
  write_file(place / std::string(255, 'a').c_str(), "the longest name", IfThere::refuse);
}

TEST_CASE("UTF-8 is what the standard says it is", "[files][utf8]") {
  for (const char* good : {"a", "\xC3\xA9", "\xE2\x82\xAC", "\xEF\xBF\xBD", "\xF0\x9F\x98\x80", "\xF4\x8F\xBF\xBF"})
    CHECK(character_length(good) == std::string(good).size());
  // A lone continuation, latin1, overlong forms, a surrogate, beyond the last character, a character cut off.
  for (const char* bad :
       {"\x80",
        "\xFC"
        "nf",
        "\xC0\xAF", "\xE0\x80\xAF", "\xF0\x80\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82"}) {
    CHECK(character_length(bad) == 0);
    CHECK(utf8_length(std::string("ab") + bad) == 2);
  }
}

TEST_CASE(
    "orders to the terminal become question marks, colours of our own stay where they are kept", "[files][utf8]") {
  CHECK(cleaned("plain\ttext\n") == "plain\ttext\n");
  CHECK(
      cleaned("caf\xC3\xA9 \xC2\xB7 1\xE2\x80\x93"
              "2") ==
      "caf\xC3\xA9 \xC2\xB7 1\xE2\x80\x93"
      "2");
  CHECK(cleaned("\x1b]0;title\x07") == "?]0;title?");
  CHECK(
      cleaned("a\rb\x7f\xC2\x9B"
              "2J\xE2\x80\xAEx\xFF") == "a?b??2J?x?");
  // Marks that turn the direction of text or end a line, and what no XML may hold.
  CHECK(cleaned("a\xE2\x80\x8F\xD8\x9C\xE2\x80\xA8\xEF\xBF\xBE") == "a????");
  // Those that nobody sees; joiners stay.
  CHECK(cleaned("a\xE2\x80\x8B\xE2\x81\xA0\xEF\xBB\xBF\xF3\xA0\x80\x81") == "a????");
  CHECK(cleaned("\xE2\x80\x8D") == "\xE2\x80\x8D");
  CHECK(cleaned("\x1b[31;1mred\x1b[0m") == "?[31;1mred?[0m");
  CHECK(cleaned("\x1b[31;1mred\x1b[0m", Keep::colour) == "\x1b[31;1mred\x1b[0m");
  // Hidden letters, a background, a moved cursor, an unfinished order.
  for (const char* order : {"\x1b[8m", "\x1b[41m", "\x1b[2J", "\x1b[1", "\x1b[38;5;1m"})
    CHECK(cleaned(order, Keep::colour).front() == '?');
  CHECK(cleaned_json("{\"a\": \"\x7f\xC2\x9B\xE2\x80\xAE\"}") == R"({"a": "\u007f\u009b\u202e"})");
  CHECK(cleaned_json("{\"a\": \"\xF3\xA0\x80\x81\"}") == R"({"a": "\udb40\udc01"})");
}

TEST_CASE("a character is written by its number", "[files][utf8]") {
  CHECK(utf8_of(0x41) == "A");
  CHECK(utf8_of(0xFC) == "\xC3\xBC");
  CHECK(utf8_of(0x20AC) == "\xE2\x82\xAC");
  CHECK(utf8_of(0x1F600) == "\xF0\x9F\x98\x80");
  CHECK(utf8_of(0xD83D) == "?");
  CHECK(utf8_of(0x110000) == "?");
}

TEST_CASE("what spreadsheets would calculate is written as text and read as it was", "[files][csv]") {
  const Cells texts{"=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(1)", "\t=1", "-inf", "--model", "-5 GB", "'=1", "''-x"};
  for (const std::string& text : texts) {
    CAPTURE(text);
    CHECK(guarded(text) == "'" + text);
  }
  const Cells kept{"", "a", "'", "'a", "-5", "+1", "-1.5e-3", "0", "a=b", "8 GB", " =1", "a\t", " "};
  for (const std::string& text : kept) CHECK(guarded(text) == text);
  Table table{Cells(texts.size() + kept.size(), "column"), {texts}};
  table.rows.front().insert(table.rows.front().end(), kept.begin(), kept.end());
  CHECK(parse_csv(as_csv(table), "table.csv").rows.at(1).cells == table.rows.front());
}

TEST_CASE("a temporary file has no name in its folder", "[files]") {
  std::string name;
  {
    const TemporaryFile file;
    std::ofstream(file.path()) << "first";
    std::ofstream(file.path(), std::ios::app) << ", second";
    CHECK(file.contents() == "first, second");
    name = file.path();
    CHECK(name.starts_with("/proc/self/fd/"));
  }
  CHECK_FALSE(std::filesystem::exists(name));
}

/// The rows of a text that comes in pieces of one size.
std::vector<CsvRow> in_pieces(std::string_view text, std::size_t size) {
  CsvRows rows(
      [&] {
        const std::string_view piece = text.substr(0, size);
        text.remove_prefix(piece.size());
        return piece;
      },
      "lots.csv");
  std::vector<CsvRow> all;
  while (auto row = rows.next()) all.push_back(std::move(*row));
  return all;
}

TEST_CASE("rows are the same in whatever pieces their text comes", "[files][csv]") {
  const std::string text = "\xEF\xBB\xBFmodel;note\r\ngpt3-175b;\"a;\r\n\"\"b\"\"\"\r\n\r\n;'=1\nlast;cell";
  const Csv whole = parse_csv(text, "lots.csv");
  CHECK(whole.separator == ';');
  REQUIRE(whole.rows.size() == 4);
  CHECK(whole.rows[0].cells == Cells{"model", "note"});
  CHECK(whole.rows[2].number == 4);
  for (std::size_t size = 1; size < text.size(); ++size) {
    CAPTURE(size);
    const std::vector<CsvRow> rows = in_pieces(text, size);
    REQUIRE(rows.size() == whole.rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      CHECK(rows[i].number == whole.rows[i].number);
      CHECK(rows[i].cells == whole.rows[i].cells);
    }
  }
}

TEST_CASE("a quote that is never closed does not fill the memory", "[files][csv]") {
  std::size_t given = 0;
  const std::string lines(1 << 16, '\n'), header = "model\n\"";
  CsvRows rows([&]() -> std::string_view { return given++ == 0 ? header : lines; }, "lots.csv");
  CHECK(rows.next()->cells == Cells{"model"});
  CHECK_THROWS_WITH(rows.next(), Catch::Contains("lots.csv: row 2: longer than 16 MiB"));
  CHECK(given < 300);
}

std::string pieces_of(const std::string& path) {
  TextFile file(path);
  std::string text;
  for (std::string_view piece = file.next(); !piece.empty(); piece = file.next()) {
    CHECK(utf8_length(piece) == piece.size());
    text += piece;
  }
  return text;
}

TEST_CASE("a text that is read in pieces is whole in its characters", "[files]") {
  const Place place;
  for (const std::size_t shift : {0u, 1u, 2u, 3u}) {
    std::string text(shift, 'x');
    for (int i = 0; i < 60000; ++i) text += i % 100 == 0 ? "\n" : i % 2 == 0 ? "€" : "😀";
    std::ofstream(place / "text") << "\xEF\xBB\xBF" << text;
    CHECK(pieces_of(place / "text") == text);
  }
  std::ofstream(place / "bad") << std::string(70000, '\n') << "ab\xFF" << std::string(70000, 'c');
  CHECK_THROWS_WITH(pieces_of(place / "bad"), Catch::Contains("line 70001, byte 3: 0xFF is no UTF-8"));
  std::ofstream(place / "cut") << "a\xE2\x82";
  CHECK_THROWS_WITH(pieces_of(place / "cut"), Catch::Contains("line 1, byte 2: 0xE2 is no UTF-8"));
}

TEST_CASE("no text has a NUL, wherever it is read", "[files]") {
  const Place place;
  const std::string path = place / "nul.csv";
  const auto refused = [&](const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
    try {
      read_file(path);
    } catch (const BadInput& error) {
      return std::string(error.what()).substr(path.size());
    }
    return std::string("read");
  };
  CHECK(refused("id,nodes\nx,1\n") == "read");
  CHECK(refused(std::string("id,nodes\nx\0y,1\n", 15)).starts_with(": line 2, byte 2: 0x00 is no character of a text"));
  CHECK(refused(std::string("i\0d\0", 4)).starts_with(": line 1, byte 2: 0x00 is no character of a text"));
}

TEST_CASE("a file that is written in pieces is there at the end, or never", "[files]") {
  const Place place;
  const std::string path = place / "answers.csv";
  {
    FileWriter file(path, IfThere::refuse);
    file.write("half");
    CHECK_FALSE(fs::exists(path));
  }
  CHECK(fs::is_empty(fs::path(path).parent_path()));
  FileWriter file(path, IfThere::refuse);
  file.write("first ");
  file.write("last");
  file.finish();
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  CHECK(text.str() == "first last");
  CHECK_THROWS_AS(FileWriter(path, IfThere::refuse), NotWritten);
}

}  // namespace
}  // namespace llmsize::test
