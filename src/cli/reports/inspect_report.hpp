// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "operations/inspect/inspect.hpp"

namespace tfrec::cli {

/// What `tfrec inspect` prints for people; of one record alone where `only_samples`.
std::string inspect_text(const InspectResult& result, bool only_samples);
/// The same as one JSON object.
std::string inspect_json(const InspectResult& result);

/// A record with its features, one a line.
std::string sample_text(const SampleRecord& sample);

/// A feature's name as tables show it: printable, cut where it is long, never nothing.
std::string name_text(const std::string& name);

/// The first sixteen bytes: "ff d8 ff e0".
std::string hex_text(std::string_view bytes);

}  // namespace tfrec::cli
