// SPDX-License-Identifier: Apache-2.0
// What most tests of commands need: a folder of images, a table of labels, and tfrec run on them.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "support/catch.hpp"
#include "support/data/images.hpp"
#include "support/run_tfrec.hpp"
#include "support/scratch_folder.hpp"

namespace tfrec::test {

namespace fs = std::filesystem;
using Catch::ContainsSubstring;
using Json = nlohmann::ordered_json;

class BuildScene {
 public:
  /// Each build gets `options`.
  explicit BuildScene(Words options = {"--name", "f"});

  /// Writes images/`name`.
  void image(const std::string& name, std::string_view content) const;
  /// Writes images/PREFIX0.jpg, …, all different; the prefixes take turns. They are a second old, for images
  /// of the same tick of the clock as a set count as newer.
  void images(int count, const Words& prefixes = {""}, int side = 16) const;
  /// Writes labels.csv.
  void table(std::string_view csv) const;

  RunResult run(const Words& words) const;
  /// tfrec build images -o OUT with the scene's options and these.
  RunResult build(const Words& more = {}, const std::string& out = "out") const;
  /// A build that succeeds: the manifest and the bad images.
  Json report(const Words& more = {}, const std::string& out = "out") const;
  /// A build that ends with `code` and `message` on stderr, and publishes nothing.
  void fails(const Words& more, int code, const std::string& message) const;

  Json manifest(const std::string& out = "out") const;
  /// Everything below a folder.
  Files files(const std::string& folder = "out") const { return scratch.files(folder); }
  /// The shards below a folder.
  Files shards(const std::string& folder = "out") const;
  /// The images in the shards below a folder, by image_name.
  Files stored(const std::string& folder = "out") const;
  /// When each file right in a folder was written.
  std::map<std::string, fs::file_time_type> times(const std::string& folder = "out") const;

  Words options;
  ScratchFolder scratch;
};

}  // namespace tfrec::test
