// SPDX-License-Identifier: Apache-2.0
#include "records/copy/edge_search.hpp"

#include <algorithm>
#include <cmath>

namespace tfrec {

namespace {

constexpr float k_infinity = std::numeric_limits<float>::infinity();

Interval both(const Interval& a, const Interval& b) {
  return {std::max(a.low, b.low), std::min(a.high, b.high)};
}

Interval sum(const Interval& a, const Interval& b) {
  return {a.low + b.low, a.high + b.high};
}

Interval difference(const Interval& a, const Interval& b) {
  return {a.low - b.high, a.high - b.low};
}

Interval scaled(const Interval& interval, double factor) {
  return {interval.low * factor, interval.high * factor};
}

/// The numbers that become this float, but for the outermost hundredth: later steps round again.
Interval rounding_to(float stored) {
  constexpr double k_share = 0.99 / 2;
  const double value = stored;
  return {value - (value - std::nextafter(stored, -k_infinity)) * k_share,
          value + (std::nextafter(stored, k_infinity) - value) * k_share};
}

/// The number with the fewest decimals.
double shortest_in(const Interval& interval) {
  const double middle = interval.low + (interval.high - interval.low) / 2;
  constexpr int k_most_decimals = 15;  // a double has no more digits
  double unit = 1;
  for (int decimals = 0; decimals <= k_most_decimals; ++decimals, unit *= 10) {
    const double rounded = std::round(middle * unit) / unit;
    if (rounded >= interval.low && rounded <= interval.high) return rounded + 0.0;  // -0 + 0 is 0
  }
  return middle;
}

}  // namespace

Interval& EdgeSearch::of(AxisValue value) {
  switch (value) {
    case AxisValue::low:
      return m_low;
    case AxisValue::high:
      return m_high;
    case AxisValue::length:
      return m_length;
    case AxisValue::centre:
      break;
  }
  return m_sum;
}

void EdgeSearch::add(AxisValue value, float stored, double unit) {
  const double factor = value == AxisValue::centre ? 2 * unit : unit;
  Interval& known = of(value);
  known = std::isfinite(stored) ? both(known, scaled(rounding_to(stored), factor)) : Interval{1, 0};
}

std::optional<AxisEdges> EdgeSearch::find(const Interval& bounds) const {
  const Interval low = both(m_low, bounds);
  // Every bound of the high edge that follows once the low one is eliminated.
  Interval high = both(both(m_high, bounds), both(sum(low, m_length), difference(m_sum, low)));
  high = both(high, scaled(sum(m_sum, m_length), 0.5));
  if (high.is_empty()) return std::nullopt;
  const double end = shortest_in(high);
  const Interval at_end{end, end};
  // Empty, too, if the low edge, the length or the centre is.
  const Interval begin = both(low, both(difference(at_end, m_length), difference(m_sum, at_end)));
  if (begin.is_empty()) return std::nullopt;
  return AxisEdges{shortest_in(begin), end};
}

}  // namespace tfrec
