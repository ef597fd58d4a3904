// SPDX-License-Identifier: Apache-2.0
#include "dataset/samples/row_lists.hpp"

#include <algorithm>
#include <functional>
#include <unordered_set>

#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"

namespace tfrec {

namespace {

/// Compares the cells of each row with those of its image's first row, by hash: tables may have millions of
/// rows. Calls differs(sample, row, i) where cell columns[i] is another.
template <class Differs>
void compare_rows(const Samples& samples, std::span<const std::size_t> columns, const Differs& differs) {
  PerSample<bool> seen(samples.size());
  std::vector<std::size_t> first(samples.size() * columns.size());
  samples.for_each_row([&](SampleIndex sample, RowIndex row, std::span<const std::string_view> cells) {
    std::size_t* own = first.data() + sample.value() * columns.size();
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::size_t hash = std::hash<std::string_view>()(cells[columns[i]]);
      if (!seen[sample]) own[i] = hash;
      if (own[i] != hash) differs(sample, row, i);
    }
    seen[sample] = true;
  });
}

}  // namespace

std::vector<bool> constant_columns(const Samples& samples, std::size_t image_column) {
  std::vector<bool> constant(samples.table.columns().size(), true);
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < constant.size(); ++i) {
    if (i != image_column) columns.push_back(i);
  }
  // A table may have thousands of columns: as many at once as 128 MiB of hashes allow.
  const std::size_t at_once =
      std::max<std::size_t>(1, (std::size_t{16} << 20) / std::max<std::size_t>(1, samples.size()));
  for (std::size_t begin = 0; begin < columns.size(); begin += at_once) {
    const auto some = std::span(columns).subspan(begin, std::min(at_once, columns.size() - begin));
    compare_rows(samples, some, [&](SampleIndex, RowIndex, std::size_t i) { constant[some[i]] = false; });
  }
  return constant;
}

ImageNaming naming_of_unlisted(const Samples& samples, std::size_t image_column) {
  NamingTally tally;
  samples.for_each_row([&](SampleIndex sample, RowIndex, std::span<const std::string_view> cells) {
    tally.add(cells[image_column], samples.image_path(sample));
  });
  const ImageNaming naming = tally.usual();
  std::unordered_set<std::string_view> known;
  for (const SampleIndex sample : samples.all()) {
    if (!known.insert(named(samples.image_path(sample), naming)).second) return ImageNaming::path;
  }
  return naming;
}

void require_constant(const Samples& samples, std::span<const std::size_t> columns, std::string_view option) {
  if (samples.row_begins.empty()) return;
  compare_rows(samples, columns, [&](SampleIndex sample, RowIndex row, std::size_t i) {
    const RowIndex first = samples.rows_of(sample).front();
    const std::vector<std::string> here = samples.table.cells(row);
    const std::vector<std::string> there = samples.table.cells(first);
    const std::size_t column = columns[i];
    throw Error(ErrorKind::bad_data, samples.table.place(row),
                "column '" + printable(samples.table.columns()[column]) + "' is " + in_quotes(here[column]) +
                    ", but " + in_quotes(there[column]) + " on line " +
                    std::to_string(samples.table.line(first).value()) + " for the same image (" +
                    std::string(option) + ")",
                "give all rows of an image the same value");
  });
}

std::vector<ColumnProfile> profile_lists(const Samples& samples, const RowLists& lists) {
  IndexedVector<RowIndex, bool> is_first(samples.table.rows());
  IndexedVector<RowIndex, bool> takes_part(samples.table.rows());
  for (const SampleIndex sample : samples.all()) {
    for (const RowIndex row : samples.rows_of(sample)) {
      is_first[row] = row == samples.rows_of(sample).front();
      takes_part[row] = true;
    }
  }
  return profile_columns(samples.table,
                         [&](RowIndex row, std::size_t column, std::span<const std::string_view> cells) {
                           if (lists.per_image[column]) return bool(is_first[row]);
                           return takes_part[row] && lists.adds_values(row, cells);
                         });
}

void count_rows(const Samples& samples, RowLists& lists) {
  PerSample<std::uint32_t> rows(samples.size());
  PerSample<std::uint32_t> blank(samples.size());
  samples.for_each_row([&](SampleIndex sample, RowIndex row, std::span<const std::string_view> cells) {
    if (lists.adds_values(row, cells)) ++rows[sample];
    if (!lists.adds_values(cells)) ++blank[sample];
  });
  for (const SampleIndex sample : samples.all()) {
    lists.blank_rows += blank[sample];
    const std::size_t own = samples.rows_of(sample).size();
    if (own == 0) lists.has_unlisted = true;
    if (own > 0 && blank[sample] == own) ++lists.blank_images;
  }
  if (rows.empty()) return;
  const auto [fewest, most] = std::ranges::minmax(rows);
  lists.fewest_rows = fewest;
  lists.most_rows = most;
}

}  // namespace tfrec
