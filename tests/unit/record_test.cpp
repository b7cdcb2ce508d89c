// SPDX-License-Identifier: Apache-2.0
// Records of probes are written and read back without loss, follow their schema, keep what they do not know and refuse
// another version.
#include "core/record/record.hpp"
#include "core/catalog/schema.hpp"
#include "core/files/bad_input.hpp"

#include <catch2/catch.hpp>

#include <cmath>

namespace llmsize::test {
namespace {

using Catch::Matchers::Contains;

ProbeRecord full_record() {
  ProbeRecord record;
  record.created = "2026-01-31T12:00:00Z";
  record.version = "0.1.0";
  record.host = {{"id", "0123456789abcdef"}, {"gpus", {{{"name", "NVIDIA H100 80GB HBM3"}, {"driver", "550.54.15"}}}}};
  record.launch = {"slurm", 3, 8};
  record.preset = "standard";
  record.args = {"probe", "all"};
  record.results = {
      {"gemm", {{"dtype", "bf16"}, {"gpu", 0}}, "rate", "FLOP/s", {7.1e14, 7.3e14, 7.2e14}, true, {"noisy"}}};
  record.results.back().wall = 2.5;
  record.results.back().state = {{"temp_c", {40, 60}}};
  record.fits = {{"fs.read", "B/s", 2e9, 2e10, 1.5, 0.02, 64, {"retrograde"}, {{"block_bytes", 1048576}}}};
  record.errors = {{"hbm", "libcuda.so.1 is not there", true}};
  record.truncated = true;
  return record;
}

std::string complaint(const Json& json) {
  try {
    read_record(json, "mine.json");
    return {};
  } catch (const BadInput& error) {
    CHECK(error.kind() == BadInput::Kind::data);
    return error.what();
  }
}

TEST_CASE("a record is read back as it was written", "[record]") {
  const Json written = write_record(full_record());
  CHECK(write_record(read_record(written, "mine.json")) == written);
  const ProbeRecord back = read_record(parse_json(written.dump(2), "mine.json"), "mine.json");
  CHECK(back.launch.size == 8);
  CHECK(back.results.front().raw == std::vector<double>{7.1e14, 7.3e14, 7.2e14});
  CHECK(back.fits.front().at(1000) == back.fits.front().at(64));
  CHECK(back.errors.front().missing);
  CHECK(back.truncated);
  CHECK(written.at("results").front().at("value") == 7.2e14);
}

TEST_CASE("keys that this version does not know survive", "[record]") {
  Json json = write_record(full_record());
  json["later"] = {{"a", 1}};
  json["host"]["later"] = 2;
  json["launch"]["later"] = 3;
  json["results"][0]["later"] = 4;
  json["fits"][0]["later"] = 5;
  CHECK(write_record(read_record(json, "mine.json")) == json);
  CHECK_NOTHROW(check_schema("probe", json, "mine.json"));
}

TEST_CASE("a later minor version is read, another major version is refused", "[record]") {
  Json json = write_record(full_record());
  json["schema"] = "llmsize.probe/1.4";
  CHECK(complaint(json).empty());
  json["schema"] = "llmsize.probe/2";
  CHECK(complaint(json) == "mine.json: a record of version '2'; this program reads llmsize.probe/1");
  json["schema"] = "llmsize.calibration/1";
  CHECK_THAT(complaint(json), Contains("expected a probe record; this is a calibration, which --calibration takes"));
  json["schema"] = "shopping-list/1";
  CHECK_THAT(complaint(json), Contains("expected a probe record with schema llmsize.probe/1"));
}

TEST_CASE("what is no record is refused with the place", "[record]") {
  const auto changed = [](const char* pointer, const Json& value) {
    Json json = write_record(full_record());
    json[Json::json_pointer(pointer)] = value;
    return complaint(json);
  };
  CHECK_THAT(complaint(Json::array()), Contains("mine.json: expected an object"));
  CHECK_THAT(complaint(Json{{"schema", "llmsize.probe/1"}}), Contains("'created' is missing"));
  CHECK_THAT(changed("/results/0/raw", "fast"), Contains("mine.json: results.0: 'raw': expected a list"));
  CHECK_THAT(changed("/results/0/raw", Json::array({"fast"})), Contains("results.0: 'raw': expected numbers"));
  CHECK_THAT(changed("/results/0/probe", 3), Contains("results.0: 'probe': expected a text"));
  CHECK_THAT(changed("/fits/0/p", 0), Contains("fits.0: expected 'x1' and 'xmax' above 0 and 'p' from 1"));
  CHECK_THAT(changed("/launch/size", 1.5), Contains("launch: 'size': expected a count"));
  CHECK_THAT(changed("/errors", 3), Contains("'errors': expected a list"));
}

TEST_CASE("units are those of the schema", "[record]") {
  Json json = write_record(full_record());
  const Json schema = record_schema();
  for (const Json& unit : schema.at("properties").at("results").at("items").at("properties").at("unit").at("enum")) {
    json["results"][0]["unit"] = unit;
    CHECK_NOTHROW(read_record(json, "mine.json"));
  }
  json["results"][0]["unit"] = "GB/s";
  CHECK_THAT(complaint(json), Contains("results.0: 'unit': expected FLOP/s, B/s, 1/s, s, B, 1, not 'GB/s'"));
  json.erase("results");
  CHECK_THAT(complaint(json), Contains("'results' is missing"));
}

TEST_CASE("a written record follows the schema; a broken one does not", "[record]") {
  CHECK_NOTHROW(check_schema("probes", write_record(full_record()), "mine.json"));
  CHECK_NOTHROW(check_schema(
      "probes", write_record([] {
        ProbeRecord record;
        record.created = "2026-01-31T12:00:00Z";
        record.results = {{"fs.read", Json::object(), "bandwidth", "B/s"}};
        return record;
      }()),
      "mine.json"));
  Json json = write_record(full_record());
  json["results"][0]["unit"] = "GB/s";
  CHECK_THROWS_WITH(check_schema("probes", json, "mine.json"), Contains("results.0.unit"));
}

TEST_CASE("a node is called by its name, else by the beginning of its id", "[record]") {
  ProbeRecord record = full_record();
  CHECK(record.node() == "0123456789ab");
  record.host["name"] = "gpu-07";
  CHECK(record.node() == "gpu-07");
}

TEST_CASE("repeats in short", "[record]") {
  const Repeats few = repeats({3, 1, 2});
  CHECK(few.n == 3);
  CHECK(few.median == 2);
  CHECK(few.p10 == Approx(1.2));
  CHECK(few.p90 == Approx(2.8));
  CHECK(few.min == 1);
  CHECK(few.max == 3);
  CHECK(repeats({4}).p90 == 4);
  CHECK(std::isnan(repeats({}).median));
}

}  // namespace
}  // namespace llmsize::test
