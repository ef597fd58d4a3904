// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tfrec {

/// Appends a serialised example without the features of these names to `out`. All other bytes stay as they
/// are, in their order. `payload` is one that ExampleView takes.
void append_without_features(std::string& out, std::string_view payload, std::span<const std::string> names);

}  // namespace tfrec
