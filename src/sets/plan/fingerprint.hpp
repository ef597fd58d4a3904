// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "dataset/order/dealing.hpp"
#include "sets/plan/prepare_build.hpp"

namespace tfrec {

using PreparedParts = std::span<const std::unique_ptr<PreparedBuild>>;

/// SHA-256 in hex, the same on every machine; no image is read for them.
struct SetIdentity {
  /// Over everything that decides about the bytes of a set but the images: options, features, classes,
  /// library versions, and of each row its cells and its image's path.
  std::string request;
  /// Over that and the images' sizes.
  std::string fingerprint;
};

SetIdentity identity_of(PreparedParts parts);

/// What one part of a set goes by, place by place.
struct PlannedPlaces {
  std::span<const std::uint32_t> order;
  std::span<const PlaceRange> shards;
};

/// SHA-256 in hex over the request and which row is to be in which shard: with the images' content that is
/// all that decides about a set's bytes.
std::string plan_hash(const std::string& request, std::span<const PlannedPlaces> parts);

/// The versions of libraries that decide about bytes, as one text.
std::string versions_text(const Manifest& set);

/// CRC-32C over those of all images, in the order of the rows, in hex; `crcs` part by part.
std::string checksum_of_sources(std::span<const std::vector<std::uint32_t>> crcs);

/// The CRC-32C of the image of each of the rows `wanted`, read anew on `threads` threads. Throws Error as
/// InputFile does.
std::vector<std::uint32_t> read_image_checksums(const SourceRows& rows, std::span<const std::uint32_t> wanted,
                                                unsigned threads);

}  // namespace tfrec
