// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "dataset/samples/samples.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

/// The first thing in which the set or plan of a manifest differs from the one that is wanted, for people: an
/// option, a version, a feature, a class, a number of records, an image that is newer. Empty if the rest is
/// all that can differ. `wanted` is from describe_input() or describe_plan(), and `samples` are its labelled
/// ones; `made` is when the earlier set was.
std::string set_difference(const Manifest& earlier, const Manifest& wanted, const Samples& samples,
                           std::int64_t made);

/// "image 'a.jpg' is newer than the set", of a file that was changed after `time`, in nanoseconds since 1970;
/// empty if there is none.
std::string newer_image(const Samples& samples, std::int64_t time);

}  // namespace tfrec
