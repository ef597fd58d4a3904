// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tfrec {

/// The numbers that records store for the classes of a list.
struct ClassIds {
  std::int64_t first = 0;           // of the first class, if they are consecutive
  std::vector<std::int64_t> own{};  // else one per class, ascending

  /// These ids, which are ascending, in the form that equal ids share.
  static ClassIds of(std::vector<std::int64_t> ids);

  bool are_consecutive() const { return own.empty(); }
  std::int64_t at(std::size_t place) const;
  /// The place of the class with this id, if a list of `count` classes has it.
  std::optional<std::size_t> place_of(std::int64_t id, std::size_t count) const;
  /// Of a list of `count` classes.
  std::vector<std::int64_t> all(std::size_t count) const;

  bool operator==(const ClassIds&) const = default;
};

}  // namespace tfrec
