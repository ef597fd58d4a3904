// SPDX-License-Identifier: Apache-2.0
// Images with unusual properties, as test data has them.
#pragma once

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/files/file.hpp"
#include "example/example_view.hpp"
#include "image/facts/image_facts.hpp"
#include "image/jpeg/jpeg_segments.hpp"
#include "support/catch.hpp"
#include "support/images.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"
#include "support/test_data.hpp"
#include "tfrecord/reading/reader.hpp"

namespace tfrec::test {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// Images in images/; runs `tfrec build images -o out --name p` on them.
class ImageScene {
 public:
  ImageScene() = default;
  explicit ImageScene(const std::vector<std::string>& odd) {
    for (const std::string& name : odd) add(name, odd_image(name));
  }
  void add(const std::string& name, const std::string& content) { scratch.write("images/" + name, content); }

  RunResult build(std::vector<std::string> more = {}, const std::string& out = "out") const {
    std::vector<std::string> arguments{"build", "images", "-o", out, "--name", "p"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return test::run_tfrec(arguments, test::in(scratch));
  }
  Json report(std::vector<std::string> more = {}, const std::string& out = "out") const {
    more.insert(more.end(), {"--json", "-q"});
    const RunResult result = build(more, out);
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    return Json::parse(result.out);
  }
  /// Stored images by image name, of all shards below `out`.
  std::map<std::string, std::string> stored(const std::string& out = "out") const {
    std::map<std::string, std::string> images;
    for (const fs::path& shard : shards(out)) {
      const InputFile file(shard);
      Reader reader(file);
      for (ReadItem item = reader.next(); !std::holds_alternative<End>(item); item = reader.next()) {
        REQUIRE(std::holds_alternative<Record>(item));
        ExampleView view;
        REQUIRE(view.parse(std::get<Record>(item).payload));
        images[text(view, "image_name")] = text(view, "image");
      }
    }
    return images;
  }
  std::vector<fs::path> shards(const std::string& out) const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(scratch / out)) {
      if (entry.path().extension() == ".tfrec") found.push_back(entry.path());
    }
    std::sort(found.begin(), found.end());
    return found;
  }
  /// Name and content of every shard below `out`.
  std::map<std::string, std::string> shard_bytes(const std::string& out) const {
    std::map<std::string, std::string> files;
    for (const fs::path& shard : shards(out))
      files[fs::relative(shard, scratch / out).generic_string()] = test::read_file(shard);
    return files;
  }

  ScratchFolder scratch;

 private:
  static std::string text(const ExampleView& view, std::string_view feature) {
    std::vector<std::string_view> values;
    view.read(*view.find(feature), values);
    return std::string(values.at(0));
  }
};

inline std::vector<std::string> all_odd() {
  std::vector<std::string> names;
  for (const test::Verdict& verdict : test::verdicts()) names.push_back(verdict.file);
  return names;
}

/// Every line on stderr is the tool's own.
inline void check_own_lines(const std::string& err) {
  std::istringstream lines(err);
  for (std::string line; std::getline(lines, line);) CHECK(line.substr(0, 7) == "tfrec: ");
}

}  // namespace tfrec::test
