// SPDX-License-Identifier: Apache-2.0
#include "dataset/classes/class_ids.hpp"

#include <algorithm>
#include <utility>

namespace tfrec {

ClassIds ClassIds::of(std::vector<std::int64_t> ids) {
  if (ids.empty()) return {};
  ClassIds consecutive{ids.front()};
  if (consecutive.all(ids.size()) == ids) return consecutive;
  return {0, std::move(ids)};
}

std::int64_t ClassIds::at(std::size_t place) const {
  if (!own.empty()) return own.at(place);
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(first) + place);
}

std::optional<std::size_t> ClassIds::place_of(std::int64_t id, std::size_t count) const {
  if (own.empty()) {
    const std::uint64_t place = static_cast<std::uint64_t>(id) - static_cast<std::uint64_t>(first);
    return id < first || place >= count ? std::nullopt : std::optional<std::size_t>(place);
  }
  const auto found = std::lower_bound(own.begin(), own.end(), id);
  if (found == own.end() || *found != id) return std::nullopt;
  return static_cast<std::size_t>(found - own.begin());
}

std::vector<std::int64_t> ClassIds::all(std::size_t count) const {
  std::vector<std::int64_t> ids;
  ids.reserve(count);
  for (std::size_t place = 0; place < count; ++place) ids.push_back(at(place));
  return ids;
}

}  // namespace tfrec
