// SPDX-License-Identifier: Apache-2.0
// build, extract and build again through the binary.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/images.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

namespace tfrec::test {

using Words = std::vector<std::string>;

inline const Words k_copy{"--encode", "copy"};

inline Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// Four images, a table of them, and what becomes of them.
class RoundTrip {
 public:
  explicit RoundTrip(const std::string& labels) {
    scratch.write("labels.csv", labels);
    for (int i = 0; i < 4; ++i)
      scratch.write("images/p" + std::to_string(i) + ".jpg",
                    jpeg_image(20, 16, static_cast<unsigned>(i) + 1));
  }

  RunResult run(const Words& words) const { return run_tfrec(words, in(scratch)); }

  void must(const Words& words) const {
    const RunResult result = run(words + Words{"-q"});
    INFO(words.front() << ": " << result.err);
    REQUIRE(result.exit_code == 0);
  }

  void build(const std::string& images, const std::string& labels, const std::string& out,
             const Words& options) const {
    must(Words{"build", images, "--labels", labels, "-o", out, "--name", "s", "--no-shuffle"} + options);
  }

  nlohmann::json extract(const std::string& from, const Words& options = {}) const {
    const RunResult result = run(Words{"extract", from, "-o", "x", "--json"} + options);
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    return nlohmann::json::parse(result.out);
  }

  /// The shards below a folder.
  std::map<std::string, std::string> shards(const std::string& folder) const {
    std::map<std::string, std::string> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(scratch / folder)) {
      if (entry.path().extension() == ".tfrec")
        found[std::filesystem::relative(entry.path(), scratch / folder).string()] =
            scratch.read(entry.path().string());
    }
    return found;
  }

  /// Builds, extracts and builds again; the shards are the same.
  nlohmann::json check(const Words& first, const Words& again) const {
    build("images", "labels.csv", "a", first);
    nlohmann::json report = extract("a");
    INFO(scratch.read("x/labels.csv"));
    build("x/images", "x/labels.csv", "b", again);
    CHECK(shards("a") == shards("b"));
    return report;
  }

  /// The same, built again with what extract prints. Shards are compared if nothing is reported as lost.
  nlohmann::json check_as_printed(const Words& features, const Words& first = {}) const {
    build("images", "labels.csv", "a", features + k_copy + first);
    return check_extracted("a", features);
  }

  nlohmann::json check_extracted(const std::string& from, const Words& features) const {
    nlohmann::json report = extract(from);
    INFO(scratch.read("x/labels.csv"));
    build("x/images", "x/labels.csv", "b", features + k_copy + printed(report));
    if (report["not_rebuilt"].empty()) CHECK(shards(from) == shards("b"));
    return report;
  }

  /// The options for build that a report of extract has.
  static Words printed(const nlohmann::json& report) {
    Words options;
    for (const auto& [key, option] : {std::pair{"label_separator", "--label-separator"},
                                      {"classes_file", "--classes"},
                                      {"split_column", "--split-column"}}) {
      if (report[key] != "") options = options + Words{option, report[key].get<std::string>()};
    }
    if (report["label_base"] != 0)
      options = options + Words{"--label-base", std::to_string(report["label_base"].get<int>())};
    return options;
  }

  ScratchFolder scratch;
};

/// "feature: reason" of what is not rebuilt.
inline Words reasons(const nlohmann::json& report) {
  Words all;
  for (const auto& loss : report["not_rebuilt"])
    all.push_back(loss["feature"].get<std::string>() + ": " + loss["reason"].get<std::string>());
  return all;
}

}  // namespace tfrec::test
