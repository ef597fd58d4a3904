// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "dataset/samples/samples.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// The first difference of two sets, for people.
struct SetDifference {
  std::string text;
  bool may_deal_anew = false;  // it may put images of the earlier set into other splits
};

/// The first thing in which the set or plan of a manifest differs from the one that is wanted: an option, a
/// version, a feature, a class, a number of records, an image that is newer; `others` if it is another thing
/// than these. `wanted` is from describe_input() or describe_plan(), and `samples` are its labelled ones;
/// `made` is when the earlier set was.
SetDifference set_difference(const Manifest& earlier, const Manifest& wanted, const Samples& samples,
                             std::int64_t made, const std::string& others);

/// "image 'a.jpg' is newer than the set", of a file that was changed after `time`, in nanoseconds since 1970;
/// empty if there is none.
std::string newer_image(const Samples& samples, std::int64_t time);

}  // namespace tfrec
