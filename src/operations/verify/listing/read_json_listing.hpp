// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <string>

#include "operations/verify/listing/listing.hpp"

namespace tfrec {

/// Reads one JSON document: a list of entries, a page with "Contents", or one entry. Memory is that of the
/// objects found. Throws Error (bad_data) if it is none of them.
void read_json_listing(std::istream& bytes, const std::string& name, Listing& listing);

}  // namespace tfrec
