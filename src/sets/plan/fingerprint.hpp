// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sets/plan/prepare_build.hpp"

namespace tfrec {

/// SHA-256 in hex, the same on every machine; no image is read for them.
struct SetIdentity {
  /// Over everything that decides about the bytes of a set but the images: options, features, classes,
  /// library versions, and of each row its cells and its image's path.
  std::string request;
  /// Over that and the images' sizes.
  std::string fingerprint;
};

/// As Manifest::versions.
using LibraryVersions = std::vector<std::pair<std::string, std::string>>;

/// `versions` of a set that was made with others than this program's.
SetIdentity identity_of(const std::vector<BuildPart>& parts, const LibraryVersions& versions = {});

/// SHA-256 in hex over the request and which sample is in which shard: with the images' content that is
/// all that decides about a set's bytes.
std::string plan_hash(const std::string& request, const std::vector<BuildPart>& parts);

/// The versions of libraries that decide about bytes, as one text.
std::string versions_text(const Manifest& set);

/// CRC-32C over those of all images, in the order of the samples, in hex; `crcs` part by part.
std::string checksum_of_sources(std::span<const std::vector<std::uint32_t>> crcs);

/// The CRC-32C of the image and its companions of each of the samples `wanted`, read again on `threads`
/// threads. Throws Error as InputFile does.
std::vector<std::uint32_t> read_image_checksums(const Samples& samples, std::span<const SampleIndex> wanted,
                                                unsigned threads);

}  // namespace tfrec
