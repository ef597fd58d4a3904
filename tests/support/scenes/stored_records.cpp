// SPDX-License-Identifier: Apache-2.0
#include "support/scenes/stored_records.hpp"

#include <algorithm>

#include "base/files/file.hpp"
#include "example/example_view.hpp"
#include "support/catch.hpp"
#include "tfrecord/reading/reader.hpp"

namespace tfrec::test {

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> shards_at(const fs::path& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    if (entry.path().extension() == ".tfrec") found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

std::vector<std::string> payloads_in(const fs::path& path) {
  std::vector<std::string> payloads;
  for (const fs::path& shard : shards_at(path)) {
    const InputFile file(shard);
    Reader reader(file);
    for (ReadItem item = reader.next(); !std::holds_alternative<End>(item); item = reader.next()) {
      REQUIRE(std::holds_alternative<Record>(item));
      payloads.emplace_back(std::get<Record>(item).payload);
    }
  }
  return payloads;
}

std::vector<std::string> values_in(const fs::path& path, std::string_view feature) {
  std::vector<std::string> found;
  for (const std::string& payload : payloads_in(path)) {
    ExampleView view;
    REQUIRE(view.parse(payload));
    std::vector<std::string_view> values;
    view.read(*view.find(feature), values);
    found.emplace_back(values.at(0));
  }
  return found;
}

}  // namespace tfrec::test
