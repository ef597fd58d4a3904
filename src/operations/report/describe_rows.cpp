// SPDX-License-Identifier: Apache-2.0
#include "operations/report/describe_rows.hpp"

#include <algorithm>
#include <cmath>

namespace tfrec {

namespace {

constexpr std::size_t k_bars = 24;

/// Steps that people read easily: 1, 2 or 5 times a power of ten.
double round_step(double step) {
  const double power = std::pow(10.0, std::floor(std::log10(step)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= step * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

double quantile(const std::vector<double>& sorted, double share) {
  const auto place = static_cast<std::size_t>(std::lround(share * static_cast<double>(sorted.size() - 1)));
  return sorted[place];
}

Histogram histogram_of(Property property, std::vector<double> values) {
  std::ranges::sort(values);
  Histogram histogram{.property = property,
                      .edges = {},
                      .counts = {},
                      .low = quantile(values, 0.01),
                      .middle = quantile(values, 0.5),
                      .high = quantile(values, 0.99)};
  const double least = values.front();
  const double most = values.back();
  const bool are_whole = property == Property::width || property == Property::height ||
                         property == Property::quality || property == Property::bytes;
  double step = least == most ? std::max(1.0, std::abs(least) / 10)
                              : round_step((most - least) / static_cast<double>(k_bars));
  if (are_whole) step = std::max(step, 1.0);
  const double first = std::floor(least / step) * step;
  const auto bars = static_cast<std::size_t>(std::floor((most - first) / step + 1e-9)) + 1;
  histogram.counts.assign(bars, 0);
  for (std::size_t i = 0; i <= bars; ++i) histogram.edges.push_back(first + step * static_cast<double>(i));
  for (const double value : values) {
    const auto place = static_cast<std::size_t>(std::max(0.0, std::floor((value - first) / step + 1e-9)));
    ++histogram.counts[std::min(place, bars - 1)];
  }
  return histogram;
}

void count(const ImageRow& row, ReportResult& result) {
  ++result.images;
  if (row.is_seen) ++result.looked_at;
  if (row.is_raw) {
    ++result.raw;
  } else {
    ++result.formats[row.format];
  }
  ++result.channels[row.channels];
  if (row.is_progressive) ++result.progressive;
  if (row.is_turned) ++result.turned;
}

void count_source(const ImageRow& row, SourceFacts& source) {
  if (!row.has_image()) return;
  ++(row.has_source ? source.found : source.missing);
  if (!row.has_source) return;
  ++source.formats[row.source_format];
  const auto stored = std::uint64_t{row.width} * row.height;
  const auto original = std::uint64_t{row.source_width} * row.source_height;
  if (stored < original) ++source.smaller;
  if (stored > original) ++source.larger;
  if (row.source_quality > 0 && row.quality > row.source_quality) ++source.finer;
}

}  // namespace

void describe_rows(const SetRows& set, ReportResult& result) {
  result.odd_limits = odd_limits(set);
  for (const ImageRow& row : set.rows) {
    if (row.has_image()) count(row, result);
    if (result.source) count_source(row, *result.source);
  }
  for (const Property property :
       {Property::width, Property::height, Property::aspect, Property::bytes, Property::quality,
        Property::brightness, Property::contrast, Property::sharpness, Property::saturation}) {
    std::vector<double> values;
    for (const ImageRow& row : set.rows) {
      const double value = value_of(row, property);
      if (!std::isnan(value)) values.push_back(value);
    }
    if (!values.empty()) result.histograms.push_back(histogram_of(property, std::move(values)));
  }
}

}  // namespace tfrec
