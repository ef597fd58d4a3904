// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "operations/verify/listing/listing.hpp"

namespace tfrec {

/// The values of one object's entry by their keys; "metadata.size" lies in the object "metadata". Numbers are
/// as they are written.
using ListedFields = std::map<std::string, std::string, std::less<>>;

/// Whether these are read of an entry. Others need not be kept.
bool is_listed_field(std::string_view key);

/// "gs://bucket/a.tfrec#1700000000000000" without the generation.
std::string_view without_generation(std::string_view url);

/// Digits alone.
std::optional<std::uint64_t> listed_bytes(std::string_view text);

/// Takes a checksum as stores show it: base64, with "-3" behind it if it is one of three parts' checksums.
void take_listed_crc32c(const std::string& text, ListedObject& object);

/// Adds what an entry shows: an object, a folder, an earlier version of an object (nothing). False if it is
/// none of them.
bool add_listed(const ListedFields& fields, Listing& listing);

}  // namespace tfrec
