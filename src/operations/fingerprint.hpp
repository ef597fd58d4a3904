// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>

#include "operations/prepare_build.hpp"

namespace tfrec {

using PreparedParts = std::span<const std::unique_ptr<PreparedBuild>>;

/// SHA-256 over everything that decides about the bytes of a set but the images' content: options, features,
/// classes, library versions, and of each row its cells, its image's path and size. Reads no image. The same
/// on every machine.
std::string fingerprint_of(PreparedParts parts);

/// CRC-32C over those of all images, in the order of the rows, in hex; `crcs` part by part.
std::string checksum_of_sources(std::span<const std::vector<std::uint32_t>> crcs);

/// The CRC-32C of each row's image, read anew on `threads` threads. Throws Error as InputFile does.
std::vector<std::uint32_t> read_image_checksums(const SourceRows& rows, unsigned threads);

}  // namespace tfrec
