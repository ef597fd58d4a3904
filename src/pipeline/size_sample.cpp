// SPDX-License-Identifier: Apache-2.0
#include "pipeline/size_sample.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "dataset/seeded_stream.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_sample_rows = 48;
constexpr std::uint64_t k_kept_bytes = std::uint64_t{64} << 20;  // of records made ahead

/// Distinct rows in the order of drawing (Floyd's algorithm keeps it small for any number of rows).
std::vector<std::uint32_t> drawn_rows(std::size_t rows, std::uint64_t seed) {
  SeededStream stream(seed, "size sample");
  const std::size_t wanted = std::min(rows, k_sample_rows);
  std::vector<std::uint32_t> drawn;
  for (std::size_t last = rows - wanted; last < rows; ++last) {
    const auto candidate = static_cast<std::uint32_t>(stream.below(last + 1));
    const bool taken = std::find(drawn.begin(), drawn.end(), candidate) != drawn.end();
    drawn.push_back(taken ? static_cast<std::uint32_t>(last) : candidate);
  }
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
  const std::vector<std::uint32_t> order = drawn_rows(rows.size(), seed);
  sample.predicted_bytes.resize(maker.variants());
  std::uint64_t source_bytes = 0;
  std::vector<std::uint64_t> record_bytes(maker.variants());
  std::uint64_t kept = 0;
  MadeAhead none;
  make_records(rows, maker, order, none, limits, [&](std::size_t place, MadeRecord& record) {
    ++sample.records;
    if (!record.rejected) {
      source_bytes += record.source_bytes;
      for (std::size_t i = 0; i < record_bytes.size(); ++i)
        record_bytes[i] += stored_size(record.variants[i].frame, compression);
    }
    kept += record.frame_bytes();
    if (kept <= k_kept_bytes) sample.made.emplace(order[place], std::move(record));
  });
  const std::uint64_t all_source_bytes =
      std::accumulate(rows.image_bytes.begin(), rows.image_bytes.end(), std::uint64_t{0});
  for (std::size_t i = 0; source_bytes > 0 && i < record_bytes.size(); ++i) {
    const double ratio = static_cast<double>(record_bytes[i]) / static_cast<double>(source_bytes);
    sample.predicted_bytes[i] =
        static_cast<std::uint64_t>(std::llround(ratio * static_cast<double>(all_source_bytes)));
  }
  return sample;
}

}  // namespace tfrec
