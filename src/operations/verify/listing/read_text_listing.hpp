// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <streambuf>
#include <string>

#include "operations/verify/listing/listing.hpp"

namespace tfrec {

/// Reads the output of `gsutil ls -L` or `gcloud storage ls -L`, to its end or to JSON. Throws Error
/// (bad_data) if it is neither.
void read_text_listing(std::streambuf& bytes, const std::string& name, Listing& listing);

}  // namespace tfrec
