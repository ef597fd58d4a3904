// SPDX-License-Identifier: Apache-2.0
// When something is a finding. docs/how-to/report.md explains each.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tfrec {

// Odd images. Levels are of 255; 1 % of the pixels at either end do not count.
inline constexpr int k_one_color_range = 10;     // between the darkest and the brightest level
inline constexpr int k_dark_level = 45;          // all is darker
inline constexpr int k_bright_level = 210;       // all is brighter
inline constexpr double k_odd_aspect = 3;        // longer over shorter side …
inline constexpr double k_odd_aspect_ratio = 2;  // … and so many times the median
inline constexpr double k_odd_side_ratio = 4;    // of the side of a square of the same area, to the median
inline constexpr double k_blur_deviations = 5;   // below the median sharpness …
inline constexpr double k_blur_share = 0.4;      // … and so much of it
inline constexpr std::size_t k_odd_least_images = 20;  // to know what is usual

// Giveaways.
inline constexpr double k_giveaway_accuracy = 0.75;           // of properties of the file alone
inline constexpr double k_giveaway_content_accuracy = 0.97;   // of those that what is shown decides, too
inline constexpr double k_giveaway_deviations = 6;            // from chance
inline constexpr std::uint64_t k_giveaway_least_images = 10;  // of a class, and of the others, in each half

// Drift.
inline constexpr double k_drift_effect = 0.5;          // of a mean, in standard deviations
inline constexpr double k_drift_class_distance = 0.1;  // share of the records that would have to change class
inline constexpr double k_drift_deviations = 7;        // from chance
inline constexpr double k_drift_least_expected = 5;    // records of a class, for its own place in the test
inline constexpr std::uint64_t k_drift_least_images = 20;  // of a shard or split, and of all others

// Look-alikes: of images with near hashes (k_default_hash_distance), how equal 32 x 32 cells must be.
inline constexpr float k_alike_brightness = 0.985F;
inline constexpr float k_alike_detail = 0.93F;

}  // namespace tfrec
