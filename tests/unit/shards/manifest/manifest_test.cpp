// SPDX-License-Identifier: Apache-2.0
#include "shards/manifest/manifest.hpp"

#include <chrono>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "shards/manifest/json_field.hpp"
#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using Json = nlohmann::ordered_json;

namespace {

Manifest two_shards() {
  Manifest set;
  set.name = "flowers";
  set.features = {{"class", "index:class", "int64", 1, 1}, {"image", "jpeg", "bytes", 1, 1}};
  set.totals = {{"train", "", 2, 5, 700, 710, "--shards"}};
  set.shards = {{"train/flowers00-3.tfrec", "train", "", 3, 400, 0xE3069283U, "a"},
                {"train/flowers01-2.tfrec", "train", "", 2, 300, 0, "b"}};
  return set;
}

/// The message of the Error that reading `json` ends in.
std::string failure(const Json& json) {
  const test::ScratchFolder folder;
  const auto file = folder.write("manifest.json", json.dump());
  try {
    read_manifest(file);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::bad_data);
    CHECK(error.path() == file.string());
    return error.message();
  }
  return "no error";
}

}  // namespace

TEST_CASE("A manifest that was written is read back") {
  const test::ScratchFolder folder;
  const Manifest manifest = read_manifest(folder.write("manifest.json", manifest_json(two_shards())));
  CHECK(manifest.records == 5);
  CHECK(manifest.bytes == 700);
  REQUIRE(manifest.features.size() == 2);
  CHECK(manifest.features[0].name == "class");
  CHECK(manifest.features[0].kind == "int64");
  CHECK(manifest.features[1].max_length == 1);
  REQUIRE(manifest.shards.size() == 2);
  CHECK(manifest.shards[0].path == "train/flowers00-3.tfrec");
  CHECK(manifest.shards[0].split == "train");
  CHECK(manifest.shards[0].records == 3);
  CHECK(manifest.shards[0].bytes == 400);
  CHECK(manifest.shards[0].crc32c == 0xE3069283U);
  CHECK(manifest.shards[1].crc32c == 0);
  CHECK(manifest.shards[1].sources == "b");
}

TEST_CASE("How a set was made is read back as it was written") {
  Manifest set = two_shards();
  set.seed = 7;
  set.fingerprint = "f";
  set.sources = "s";
  set.plan = "p";
  set.versions = {{"opencv", "4.6.0"}};
  set.options = {{"quality", std::int64_t{95}},
                 {"scale", 0.5},
                 {"strip", true},
                 {"fit", std::string("crop")},
                 {"sizes", std::vector<std::string>{"8x8"}}};
  set.mixed_options = {"color"};
  set.features[0].origin = FeatureOrigin{"index", {"class"}};
  set.classes = {{"class", "classes.txt", {{"rose", 3}, {"tulip", 2}}}};
  set.side_files = {"records.csv"};
  set.totals.push_back({"test", "", 0, 0, 0, 0, "", {}, {"image"}});
  const Manifest read = parse_manifest(manifest_json(set), "m");
  CHECK(read.recipe_problem.empty());
  CHECK(read.name == "flowers");
  CHECK((read.seed == 7 && read.fingerprint == "f" && read.sources == "s" && read.plan == "p"));
  CHECK(read.versions == set.versions);
  CHECK(read.options == set.options);
  CHECK(*read.option("fit") == OptionValue(std::string("crop")));
  CHECK(read.option("split") == nullptr);
  CHECK(read.mixed_options == set.mixed_options);
  REQUIRE(read.features[0].origin.has_value());
  CHECK(read.features[0].origin->kind == "index");
  CHECK(read.features[0].origin->columns == std::vector<std::string>{"class"});
  CHECK(read.features[0].spec == "index:class");
  REQUIRE(read.classes.size() == 1);
  CHECK((read.classes[0].column == "class" && read.classes[0].file == "classes.txt"));
  CHECK((read.classes[0].classes.size() == 2 && read.classes[0].classes[1].name == "tulip"));
  CHECK(read.all_side_files() == std::vector<std::string>{"classes.txt", "records.csv"});
  CHECK(read.features_of("train").size() == 2);
  REQUIRE(read.features_of("test").size() == 1);
  CHECK(read.features_of("test")[0].name == "image");
}

TEST_CASE("A manifest that does not record how its set was made can still be read") {
  Json json = Json::parse(manifest_json(two_shards()));
  CHECK(parse_manifest(json.dump(), "m").recipe_problem.empty());
  json.erase("seed");
  CHECK(parse_manifest(json.dump(), "m").recipe_problem == "has no key 'seed'");
  json["options"]["future"] = nullptr;
  json["schema"][0]["made_of"] = 7;
  json["classes"] = Json::array({{{"file", "classes.txt"}}});
  const Manifest manifest = parse_manifest(json.dump(), "m");
  CHECK(manifest.recipe_problem == "'schema[0].made_of' is not an object");
  CHECK(manifest.shards.size() == 2);
  CHECK_FALSE(manifest.classes[0].has_names);
  CHECK_THROWS_AS(require_recipe(manifest, "m"), Error);
}

TEST_CASE("Class names that a list cannot have are a problem of the recipe, by their key") {
  Manifest set = two_shards();
  set.classes = {{"class", "classes.txt", {{"rose", 3}, {"rose", 2}}}};
  CHECK(parse_manifest(manifest_json(set), "m").recipe_problem ==
        "'classes[0].names[1]' is a class that is listed twice");
  set.classes[0].classes[1].name = "a\nb";
  CHECK(parse_manifest(manifest_json(set), "m").recipe_problem ==
        "'classes[0].names[1]' is not a class name");
}

TEST_CASE("Classes that can't be read were written as counted the second time") {
  Json json = Json::parse(manifest_json(two_shards()));
  json["classes"] = Json::parse(
      R"([{"column": "class", "file": "classes.txt", "names": ["x", ["y"]], "records": [3, 3]}])");
  const Manifest read = parse_manifest(json.dump(), "m");
  REQUIRE(read.classes.size() == 1);
  CHECK_FALSE(read.classes[0].is_counted);
  const std::string written = manifest_json(read);
  CHECK(manifest_json(parse_manifest(written, "w")) == written);
}

TEST_CASE("Ids of classes ascend, and there is one for each class") {
  Manifest set = two_shards();
  set.classes = {{"class", "classes.txt", {{"rose", 3}, {"tulip", 2}}, true, {3, 9}}};
  const auto problem = [](const Manifest& of) {
    return parse_manifest(manifest_json(of), "m").recipe_problem;
  };
  CHECK(problem(set).empty());
  const Manifest read = parse_manifest(manifest_json(set), "m");
  CHECK(read.classes[0].ids == std::vector<std::int64_t>{3, 9});
  CHECK((read.classes[0].classes[0].records == 3 && read.classes[0].classes[1].records == 2));
  set.classes[0].ids = {3, INT64_MAX};
  CHECK(problem(set).empty());
  set.classes[0].ids = {3, 3};
  CHECK(problem(set) == "'classes[0].ids[1]' is not above the id before it");
  set.classes[0].ids = {3};
  CHECK(problem(set) == "'classes[0].ids' has another length than 'names'");
}

TEST_CASE("A malformed manifest names the key") {
  const Json good = Json::parse(manifest_json(two_shards()));
  const auto with = [&](const char* pointer, const Json& value) {
    Json json = good;
    json[Json::json_pointer(pointer)] = value;
    return failure(json);
  };
  CHECK(failure(Json::array()) == "is not an object");
  CHECK(with("/format", "else") == "'format' is not 'tfrec-manifest'");
  CHECK(with("/format_version", 2) == "'format_version' is 2, and this tfrec knows up to 1");
  CHECK(with("/format_version", 0) == "'format_version' is 0, and this tfrec knows up to 1");
  CHECK(with("/records", -1) == "'records' is not a whole number");
  CHECK(with("/shards", "x") == "'shards' is not a list");
  CHECK(with("/shards/1", 7) == "'shards[1]' is not an object");
  CHECK(with("/shards/1/bytes", 2.5) == "'shards[1].bytes' is not a whole number");
  CHECK(with("/shards/0/crc32c", "yZRlqg=") == "'shards[0].crc32c' is not base64 of four bytes");
  CHECK(with("/shards/1/path", "train/flowers00-3.tfrec") == "'shards[1].path' is listed twice");
  CHECK(with("/schema/0/kind", "\x1b[31m") == "'schema[0].kind' '\\x1B[31m' is none of bytes, float, int64");
  Json without = good;
  without["shards"][1].erase("records");
  CHECK(failure(without) == "has no key 'shards[1].records'");
}

TEST_CASE("A shard's path can't leave the manifest's folder") {
  for (const char* path : {"/etc/passwd", "../x.tfrec", "a/../../x.tfrec", "", ".", "a//..", "a/"}) {
    Json json = Json::parse(manifest_json(two_shards()));
    json["shards"][0]["path"] = path;
    INFO(path);
    CHECK(failure(json).ends_with("leaves the manifest's folder"));
  }
  Json json = Json::parse(manifest_json(two_shards()));
  json["shards"][0]["path"] = std::string("a\0b", 3);
  CHECK(failure(json) == "'shards[0].path' 'a\\x00b' leaves the manifest's folder");
}

TEST_CASE("A manifest lists each file once, none in a hidden folder or in the place of a folder") {
  const Json whole = Json::parse(manifest_json(two_shards()));
  Json json = whole;
  json["shards"][0]["path"] = "a/.git/features.json";
  CHECK(failure(json) == "'shards[0].path' 'a/.git/features.json' is in a hidden folder");
  json = whole;
  json["side_files"] = Json::array({"records.csv", "records.csv"});
  CHECK(failure(json) == "lists 'records.csv' twice");
  json["side_files"] = Json::array({whole["shards"][0]["path"]});
  CHECK(failure(json).ends_with("' twice"));
  json["side_files"] = Json::array({"manifest.json"});
  CHECK(failure(json) == "lists 'manifest.json' twice");
  json["side_files"] = Json::array({whole["shards"][0]["path"].get<std::string>() + "/features.json"});
  CHECK(failure(json).ends_with("' in the place of a folder"));
}

TEST_CASE("A manifest of 100,000 nested lists is refused before it exhausts the stack") {
  const test::ScratchFolder folder;
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  std::string text = manifest_json(two_shards());
  text.insert(text.rfind('}'), ",\"more\":" + deep);
  const auto refused = folder.write("manifest.json", text);
  CHECK_THROWS_WITH(read_manifest(refused), Catch::EndsWith("is nested too deeply"));
  CHECK_THROWS_WITH(read_own_manifest(refused), Catch::EndsWith("is nested too deeply"));
  text = manifest_json(two_shards());
  text.insert(text.rfind('}'), R"(,"more":"\"[[[[)" + std::string(200, '[') + "\"");
  CHECK_NOTHROW(read_manifest(folder.write("manifest.json", text)));
}

TEST_CASE("A list of many objects is read in time that grows with its length alone") {
  std::string text = "[{}";
  for (int i = 0; i < 200'000; ++i) text += ",{}";
  const auto begin = std::chrono::steady_clock::now();
  CHECK(parse_json(text + "]", "list.json").size() == 200'001);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
}

TEST_CASE("An object of many keys is read in time that grows with its length alone") {
  std::string text = R"({"a":1)";
  for (int i = 0; i < 200'000; ++i) text += ",\"" + std::to_string(i) + "\":1";
  const auto begin = std::chrono::steady_clock::now();
  CHECK(parse_json(text + "}", "object.json").size() == 200'001);
  CHECK_THROWS_WITH(parse_json(text + ",\"a\":2}", "object.json"), Catch::EndsWith("has key 'a' twice"));
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
}

TEST_CASE("JSON of more values than tfrec writes is refused before they take memory") {
  std::string text = "[0";
  for (int i = 0; i < 10'000'000; ++i) text += ",0";
  CHECK_THROWS_WITH(parse_json(text + "]", "list.json"), Catch::EndsWith("has more than 10,000,000 values"));
}

TEST_CASE("JSON is read as nlohmann's own parser reads it") {
  for (const char* text :
       {"null", "true", "-1", "1", "1.5", "18446744073709551615", R"("a\u00e9\n")", "[]", "{}",
        R"([1,[],{"a":[{"b":null}],"c":{}},"x"])", R"({"z":1,"a":[2,{"y":-3}],"m":{"k":[true,false]}})"})
    CHECK(parse_json(text, "text").dump() == Json::parse(text).dump());
  for (const char* text : {"", "[", "[1", "{\"a\"", "{\"a\":1", "1e999", "[1]]", "{1:2}", "nul", "\"\xff\""})
    CHECK_THROWS_WITH(parse_json(text, "text"), Catch::EndsWith("is not JSON"));
}

TEST_CASE("Every prefix of a manifest is refused") {
  const test::ScratchFolder folder;
  const std::string whole = manifest_json(two_shards());
  for (std::size_t length = 0; length + 2 < whole.size(); ++length) {
    CHECK_THROWS_AS(read_manifest(folder.write("manifest.json", whole.substr(0, length))), Error);
  }
}

TEST_CASE("A manifest.json of another program is none of ours") {
  const test::ScratchFolder folder;
  CHECK_FALSE(read_own_manifest(folder.write("a.json", R"({"name":"My page","start_url":"/"})")));
  CHECK_FALSE(read_own_manifest(folder.write("b.json", R"([1, 2])")));
  CHECK(read_own_manifest(folder.write("c.json", manifest_json(two_shards()))));
  CHECK_THROWS_AS(read_own_manifest(folder.write("d.json", "{")), Error);
}

TEST_CASE("CRC32C as object stores show it") {
  CHECK(encode_crc32c(0xE3069283U) == "4waSgw==");  // of "123456789"
  CHECK(encode_crc32c(0) == "AAAAAA==");
  CHECK(encode_crc32c(0xFFFFFFFFU) == "/////w==");
  for (const std::uint32_t crc : {0U, 1U, 0x80000000U, 0xE3069283U, 0xFFFFFFFFU, 0x12345678U}) {
    std::uint32_t back = ~crc;
    CHECK(decode_crc32c(encode_crc32c(crc), back));
    CHECK(back == crc);
  }
  for (const char* bad :
       {"", "4waSgw=", "4waSgw", "4waSgw===", "4waS-w==", "4waSgx==", "4waSgw= ", "========"}) {
    std::uint32_t crc = 7;
    INFO(bad);
    CHECK_FALSE(decode_crc32c(bad, crc));
    CHECK(crc == 7);
  }
}
