// SPDX-License-Identifier: Apache-2.0
// `tfrec finish`: closes a set whose parts were built from a plan.
#pragma once

#include "base/concurrency/observer.hpp"
#include "operations/build/build.hpp"
#include "operations/build/open_plan.hpp"

namespace tfrec {

/// Checks that all shards of the plan are there and whole, and publishes the set; one that is published
/// already is left alone. Reads no image. `folders` are those of parts that were not built in `out`: their
/// shards become the set's, and their staging folders are removed when it is published. Throws Error:
/// bad_data if shards are missing or were made with other versions, or more images are bad than allowed
/// (TooManyBadImages); usage if `out` holds another set, unless `overwrite`; machine if another process
/// writes there. Then what is there stays.
BuildResult finish(const PlanUse& use, const std::vector<std::filesystem::path>& given, bool overwrite,
                   Observer& observer);

}  // namespace tfrec
