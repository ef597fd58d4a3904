// SPDX-License-Identifier: Apache-2.0
// The orientation in an EXIF block, as cv::imread reads it from damaged blocks, too. A stored image is turned
// exactly as this decides, so every reader of EXIF in the program uses it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tfrec {

struct ImageFacts;

inline constexpr std::string_view k_damaged_exif = "damaged EXIF data";
inline constexpr std::string_view k_invalid_orientation = "invalid EXIF orientation";

struct ExifBlock {
  std::optional<std::uint16_t> orientation;  // the first orientation entry's value, whatever it is
  std::string_view oddity;                   // what is wrong with the block; empty if nothing is
};

/// Reads a block that begins with its byte order mark. The entries of the first directory are read in order
/// until one of them, or a value that cv::imread reads, lies outside the block. The orientation is the first
/// two bytes of its entry's value, whatever type and count the entry states. A byte order mark that is
/// neither "II" nor "MM" is read as "MM".
ExifBlock read_exif(std::string_view block);

/// What is wrong with the EXIF data of an image and how its orientation is read all the same: "invalid EXIF
/// orientation read as 1 (upright)". Only where `exif_oddity` is not empty.
std::string describe_exif_oddity(const ImageFacts& facts);

/// Takes the orientation (1 where it is none from 1 to 8) and the oddity into `facts`.
void take_exif(const ExifBlock& block, ImageFacts& facts);

}  // namespace tfrec
