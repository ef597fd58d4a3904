// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "shards/manifest/manifest.hpp"
#include "shards/publish/publication.hpp"
#include "support/scratch_folder.hpp"

namespace tfrec::test {

namespace fs = std::filesystem;

inline std::string old_manifest() {
  Manifest set;
  set.totals = {{"", "", 4, 4, 6, 6}};
  set.shards = {{"f00-2.tfrec", "", "", 2, 3, 0, ""}, {"f01-2.tfrec", "", "", 2, 3, 0, ""}};
  return manifest_json(set);
}

/// OUT with an old set, and a staging folder with the new one.
struct PublicationScene {
  PublicationScene() {
    scratch.write("out/manifest.json", old_manifest());
    for (const char* old : {"out/f00-2.tfrec", "out/f01-2.tfrec"}) scratch.write(old, "old");
    for (const char* made : {"0-0.tfrec", "1-0.tfrec", "manifest.json"}) {
      scratch.write(std::string("out/.tfrec-build/") + made, "new");
    }
  }

  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(out)) {
      if (entry.is_regular_file()) found.push_back(fs::relative(entry.path(), out).generic_string());
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  ScratchFolder scratch;
  fs::path out = scratch / "out";
  fs::path staging = scratch / "out/.tfrec-build";
  PublicationPlan plan{{"manifest.json", "f00-2.tfrec", "f01-2.tfrec"},
                       {{"0-0.tfrec", "f00-3.tfrec", 3},
                        {"1-0.tfrec", "8x8/f00-3.tfrec", 3},
                        {"manifest.json", "manifest.json", 3}}};
};

inline const std::vector<std::string> k_published{"8x8/f00-3.tfrec", "f00-3.tfrec", "manifest.json"};

}  // namespace tfrec::test
