// SPDX-License-Identifier: Apache-2.0
// `tfrec build`: folder and table in, shards of a set out. Prints nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/concurrency/observer.hpp"
#include "sets/making/build_part.hpp"
#include "sets/options/build_options.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

struct BuildResult {
  Manifest set;
  std::optional<std::string>
      up_to_date;  // the report of the set that is there already, which is `set`; then nothing else
  std::uint64_t kept_shards = 0;  // were there already, from an interrupted build or an earlier set
  MainPass pass;
};

/// Builds the set, or leaves it alone if OUT contains the complete set of the same input. Throws Error:
/// bad_data if the input is wrong, as the derived TooManyBadImages if more images are bad than allowed; usage
/// if OUT contains anything that it may not replace. Then OUT has no file of the new set under its final
/// name.
BuildResult build(const BuildOptions& options, Observer& observer);

}  // namespace tfrec
