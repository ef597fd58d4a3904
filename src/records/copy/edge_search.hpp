// SPDX-License-Identifier: Apache-2.0
// From the floats of a box back to numbers that give these floats again.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

namespace tfrec {

/// Numbers from `low` to `high`; none if `low` is above `high`.
struct Interval {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();

  bool is_empty() const { return !(low <= high); }
};

/// Both edges of a box along one axis, in pixels.
struct AxisEdges {
  double low = 0;
  double high = 0;
};

/// What a stored number is, along one axis.
enum class AxisValue : std::uint8_t { low, high, length, centre };

/// Finds the edges with the fewest decimals of which every stored number follows. Lengths and centres were
/// rounded to floats: the edges that they state exactly may be outside the image, and build would clip them.
class EdgeSearch {
 public:
  /// A stored number times `unit` is in pixels.
  void add(AxisValue value, float stored, double unit);
  /// Nothing if no edges within `bounds` fit.
  std::optional<AxisEdges> find(const Interval& bounds) const;

 private:
  Interval& of(AxisValue value);

  Interval m_low;
  Interval m_high;
  Interval m_length;
  Interval m_sum;  // of both edges
};

}  // namespace tfrec
