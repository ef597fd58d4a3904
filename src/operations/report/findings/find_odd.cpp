// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "operations/report/findings/set_rows.hpp"
#include "operations/report/findings/thresholds.hpp"

namespace tfrec {

namespace {

double long_over_short(const ImageRow& row) {
  const auto [least, most] = std::minmax(row.width, row.height);
  return static_cast<double>(most) / least;
}

double side_of(const ImageRow& row) {
  return std::sqrt(static_cast<double>(row.width) * row.height);
}

double sharpness_of(const ImageRow& row) {
  return std::log2(row.sharpness + 64.0);  // steps below 64 of 65,535 are noise
}

/// Median, and the median distance from it scaled to a standard deviation.
struct Spread {
  double middle = 0;
  double deviation = 0;
  std::size_t count = 0;
};

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

Spread spread_of(const SetRows& set, const std::function<bool(const ImageRow&)>& has,
                 double (*value)(const ImageRow&)) {
  std::vector<double> values;
  for (const ImageRow& row : set.rows) {
    if (has(row)) values.push_back(value(row));
  }
  if (values.empty()) return {};
  constexpr double k_normal = 1.4826;  // of a normal distribution
  Spread spread{median(values), 0, values.size()};
  for (double& one : values) one = std::abs(one - spread.middle);
  spread.deviation = k_normal * median(values);
  return spread;
}

/// An image counts once, for the first oddity that fits.
class OddFinder {
 public:
  explicit OddFinder(const SetRows& set)
      : m_aspect(spread_of(
            set, [](const ImageRow& row) { return row.has_image(); }, long_over_short)),
        m_side(spread_of(
            set, [](const ImageRow& row) { return row.has_image(); }, side_of)),
        m_sharpness(spread_of(
            set, [](const ImageRow& row) { return row.is_seen && !is_flat(row); }, sharpness_of)) {}

  /// How far an image is beyond the threshold; nothing if it is not odd in this way.
  std::optional<double> excess(Oddity oddity, const ImageRow& row) const {
    switch (oddity) {
      case Oddity::one_color:
        return row.is_seen && is_flat(row) ? some(k_one_color_range - (row.high - row.low)) : std::nullopt;
      case Oddity::dark:
        return row.is_seen && row.high < k_dark_level ? some(k_dark_level - row.high) : std::nullopt;
      case Oddity::bright:
        return row.is_seen && row.low > k_bright_level ? some(row.low - k_bright_level) : std::nullopt;
      case Oddity::blurred:
        return row.is_seen ? blur(row) : std::nullopt;
      case Oddity::aspect:
        return row.has_image() ? odd_aspect(row) : std::nullopt;
      case Oddity::size:
        return row.has_image() ? odd_size(row) : std::nullopt;
    }
    return std::nullopt;
  }

  /// For all odd images of the set.
  OddLimits limits(const SetRows& set) const {
    OddLimits limits;
    auto least = static_cast<std::uint32_t>(std::ceil(m_side.middle / k_odd_side_ratio));
    auto most = static_cast<std::uint32_t>(m_side.middle * k_odd_side_ratio);
    for (const ImageRow& row : set.rows) {
      if (!row.has_image()) continue;
      const bool is_odd_size = odd_size(row).has_value();
      if (odd_aspect(row)) {
        limits.max_aspect = std::max(k_odd_aspect, k_odd_aspect_ratio * m_aspect.middle);
      } else if (!is_odd_size) {
        least = std::min<std::uint32_t>(least, std::min(row.width, row.height));
        most = std::max<std::uint32_t>(most, std::max(row.width, row.height));
      }
      if (is_odd_size) (side_of(row) < m_side.middle ? limits.min_side : limits.max_side) = 1;
    }
    if (limits.min_side > 0) limits.min_side = least;
    if (limits.max_side > 0) limits.max_side = most;
    return limits;
  }

 private:
  static std::optional<double> some(int value) { return value; }
  static bool is_flat(const ImageRow& row) { return row.high - row.low < k_one_color_range; }

  std::optional<double> blur(const ImageRow& row) const {
    if (m_sharpness.count < k_odd_least_images) return std::nullopt;
    const double below = m_sharpness.middle - sharpness_of(row);
    const double least = std::max(k_blur_deviations * m_sharpness.deviation, -std::log2(k_blur_share));
    return below > least ? std::optional(below) : std::nullopt;
  }

  std::optional<double> odd_aspect(const ImageRow& row) const {
    const double aspect = long_over_short(row);
    if (aspect <= k_odd_aspect || aspect <= k_odd_aspect_ratio * m_aspect.middle) return std::nullopt;
    return aspect;
  }

  std::optional<double> odd_size(const ImageRow& row) const {
    if (m_side.count < k_odd_least_images) return std::nullopt;
    const double ratio = std::abs(std::log2(side_of(row) / m_side.middle));
    return ratio > std::log2(k_odd_side_ratio) ? std::optional(ratio) : std::nullopt;
  }

  Spread m_aspect;
  Spread m_side;
  Spread m_sharpness;
};

}  // namespace

std::vector<FoundOdd> find_odd(const SetRows& set) {
  const OddFinder finder(set);
  std::array<std::vector<std::pair<double, std::uint32_t>>, k_oddities.size()> found;
  for (std::uint32_t i = 0; i < set.rows.size(); ++i) {
    for (std::size_t kind = 0; kind < k_oddities.size(); ++kind) {
      const auto excess = finder.excess(k_oddities[kind], set.rows[i]);
      if (!excess) continue;
      found[kind].emplace_back(-*excess, i);
      break;
    }
  }
  std::vector<FoundOdd> odd;
  for (std::size_t kind = 0; kind < k_oddities.size(); ++kind) {
    if (found[kind].empty()) continue;
    std::ranges::sort(found[kind]);
    FoundOdd one{k_oddities[kind], {}, false};
    for (const auto& [excess, row] : found[kind]) one.rows.push_back(row);
    const auto most = static_cast<double>(set.rows.size()) * k_most_odd_share;
    // Images of one colour show nothing, however many they are.
    one.is_usual =
        one.oddity != Oddity::one_color && one.rows.size() > 3 && static_cast<double>(one.rows.size()) > most;
    odd.push_back(std::move(one));
  }
  return odd;
}

OddLimits odd_limits(const SetRows& set) {
  return OddFinder(set).limits(set);
}

}  // namespace tfrec
