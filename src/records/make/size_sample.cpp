// SPDX-License-Identifier: Apache-2.0
#include "records/make/size_sample.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "dataset/order/seeded_stream.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_batch_rows = 48;
constexpr std::size_t k_most_batches = 10;
/// A standard error: a prediction that is off by four of them, 10 %, is rare.
constexpr double k_wanted_error = 0.025;
constexpr std::uint64_t k_kept_bytes = std::uint64_t{64} << 20;  // of records made ahead
/// Rows that are made twice, for their records are not kept, are at most this part of all (1 / k_few).
constexpr std::size_t k_few = 20;

/// Distinct rows in random order (Floyd's algorithm keeps it small for any number of rows), so that the first
/// few of them are a sample, too.
std::vector<std::uint32_t> drawn_rows(std::size_t rows, std::uint64_t seed) {
  SeededStream stream(seed, "size sample");
  const std::size_t wanted = std::min(rows, k_batch_rows * k_most_batches);
  std::vector<std::uint32_t> drawn;
  for (std::size_t last = rows - wanted; last < rows; ++last) {
    const auto candidate = static_cast<std::uint32_t>(stream.below(last + 1));
    const bool taken = std::find(drawn.begin(), drawn.end(), candidate) != drawn.end();
    drawn.push_back(taken ? static_cast<std::uint32_t>(last) : candidate);
  }
  for (std::size_t i = drawn.size(); i > 1; --i) std::swap(drawn[i - 1], drawn[stream.below(i)]);
  return drawn;
}

/// As much as a frame takes in its shard. What frames have in common is not seen, so a compressed shard can
/// be a little smaller.
std::uint64_t stored_size(std::string_view frame, Compression compression) {
  if (compression == Compression::none) return frame.size();
  Deflater stream(Compression::gzip);
  std::string compressed;
  stream.append(frame, compressed);
  stream.finish(compressed);
  return compressed.size();
}

}  // namespace

SizeSample sample_sizes(const SourceRows& rows, const RecordMaker& maker, std::uint64_t seed,
                        Compression compression, const MakeLimits& limits) {
  SizeSample sample;
  const std::vector<std::uint32_t> drawn = drawn_rows(rows.size(), seed);
  const std::uint64_t source_bytes =
      std::accumulate(rows.image_bytes.begin(), rows.image_bytes.end(), std::uint64_t{0});
  std::vector<std::vector<SizePair>> pairs(maker.variants());
  std::uint64_t kept = 0;
  MadeAhead none;
  double error = 1;
  for (std::size_t begin = 0; begin < drawn.size() && error > k_wanted_error; begin += k_batch_rows) {
    if (kept > k_kept_bytes && begin * k_few > rows.size()) break;
    const auto batch = std::span(drawn).subspan(begin, std::min(k_batch_rows, drawn.size() - begin));
    make_records(rows, maker, batch, none, limits, [&](std::size_t place, MadeRecord& record) {
      ++sample.records;
      for (std::size_t i = 0; !record.rejected && i < pairs.size(); ++i) {
        pairs[i].push_back({static_cast<double>(record.source_bytes),
                            static_cast<double>(stored_size(record.variants[i].frame, compression))});
      }
      kept += record.frame_bytes();
      if (kept <= k_kept_bytes) sample.made.emplace(batch[place], std::move(record));
    });
    sample.models.clear();
    error = 0;
    for (const std::vector<SizePair>& set : pairs) {
      sample.models.push_back(fit_sizes(set));
      error = std::max(error, relative_error(sample.models.back(), set.size(), rows.size(), source_bytes));
    }
  }
  return sample;
}

}  // namespace tfrec
