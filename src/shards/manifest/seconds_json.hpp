// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "base/concurrency/observer.hpp"

namespace tfrec {

/// {"total":1.25,"reading":0.01,…}, to the millisecond.
nlohmann::ordered_json seconds_json(const PhaseTimes& times);

/// The text of a JSON object, with "seconds".
std::string with_seconds(const std::string& json, const PhaseTimes& times);

}  // namespace tfrec
