// SPDX-License-Identifier: Apache-2.0
#include "operations/reader/shard_patterns.hpp"

#include "support/catch.hpp"
#include "support/scratch_folder.hpp"

using namespace tfrec;
using namespace tfrec::test;

namespace fs = std::filesystem;

namespace {

/// Writes all files, and asks for the patterns of the first `count`; without the scratch folder's path.
std::vector<std::string> patterns_of(const std::vector<std::string>& names, std::size_t count) {
  const ScratchFolder scratch;
  std::vector<fs::path> files;
  for (const std::string& name : names) {
    scratch.write(name, "");
    if (files.size() < count) files.push_back(scratch.path() / name);
  }
  std::vector<std::string> patterns = shard_patterns(files);
  for (std::string& pattern : patterns) pattern.erase(0, scratch.path().string().size() + 1);
  return patterns;
}

}  // namespace

TEST_CASE("Patterns match the shards of each folder and nothing else") {
  using Patterns = std::vector<std::string>;
  CHECK(patterns_of({"a/f00-2.tfrec", "a/f01-2.tfrec", "b/f00-1.tfrec"}, 3) ==
        Patterns{"a/*.tfrec", "b/f00-1.tfrec"});
  CHECK(patterns_of({"f00-2.tfrec", "f01-2.tfrec", "g.tfrec"}, 2) == Patterns{"f*.tfrec"});
  CHECK(patterns_of({"f00-2.tfrec", "f01-2.tfrec", "f.tfrec"}, 2) == Patterns{"f00-2.tfrec", "f01-2.tfrec"});
  CHECK(patterns_of({"x-train.tfrecord-00000-of-00002", "x-train.tfrecord-00001-of-00002",
                     "x-val.tfrecord-00000-of-00001", "x-train.tfrecord-00000-of-00002.idx"},
                    2) == Patterns{"x-train.tfrecord-*-of-00002"});
  CHECK(patterns_of({"f00-2.tfrec", "f01-2.tfrec", ".f.tfrec"}, 2) == Patterns{"*.tfrec"});
}
