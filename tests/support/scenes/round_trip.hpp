// SPDX-License-Identifier: Apache-2.0
// build, extract and build again through the binary.
#pragma once

#include <string>

#include "support/scenes/build_scene.hpp"

namespace tfrec::test {

inline const Words k_copy{"--encode", "copy"};

/// Four images, a table of them, and what becomes of them.
class RoundTrip : public BuildScene {
 public:
  explicit RoundTrip(const std::string& labels);

  /// A command that succeeds.
  void must(const Words& words) const;
  void make(const std::string& images, const std::string& labels, const std::string& out,
            const Words& more) const;
  nlohmann::json extract(const std::string& from, const Words& more = {}) const;

  /// Builds, extracts, and builds again with `again` and with the options that extract prints; the shards are
  /// the same.
  nlohmann::json check(const Words& first, const Words& again) const;
  /// The same with the printed options alone. Shards are compared if nothing is reported as lost.
  nlohmann::json check_as_printed(const Words& first) const;
  nlohmann::json check_extracted(const std::string& from) const;
};

/// "feature: reason" of what is not rebuilt.
Words reasons(const nlohmann::json& report);

}  // namespace tfrec::test
