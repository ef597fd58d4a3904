// SPDX-License-Identifier: Apache-2.0
#include "records/make/size_sample.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "dataset/order/seeded_stream.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_batch_samples = 48;
constexpr std::size_t k_most_batches = 10;
/// A standard error: a prediction that is off by four of them, 10 %, is rare.
constexpr double k_wanted_error = 0.025;
constexpr std::uint64_t k_kept_bytes = std::uint64_t{64} << 20;  // of records made ahead
/// Records that are made twice, because they are not kept, are at most this part of all (1 / k_few).
constexpr std::size_t k_few = 20;

/// Distinct samples in random order by Floyd's algorithm, which needs little memory for any number of them.
std::vector<SampleIndex> drawn_samples(std::size_t samples, std::uint64_t seed) {
  SeededStream stream(seed, "size sample");
  const std::size_t wanted = std::min(samples, k_batch_samples * k_most_batches);
  std::vector<SampleIndex> drawn;
  for (std::size_t last = samples - wanted; last < samples; ++last) {
    const SampleIndex candidate(stream.below(last + 1));
    const bool taken = std::find(drawn.begin(), drawn.end(), candidate) != drawn.end();
    drawn.push_back(taken ? SampleIndex(last) : candidate);
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

SizeSample sample_sizes(const Samples& samples, const RecordMaker& maker, std::uint64_t seed,
                        Compression compression, const MakeLimits& limits, Observer& observer) {
  SizeSample sample;
  const std::vector<SampleIndex> drawn = drawn_samples(samples.size(), seed);
  std::uint64_t source_bytes = 0;
  for (const SampleIndex one : samples.all()) source_bytes += samples.source_bytes(one);
  std::vector<std::vector<SizePair>> pairs(maker.variants());
  std::uint64_t kept = 0;
  MadeAhead none;
  ProgressState state;
  state.unit = "images sampled";
  double error = 1;
  for (std::size_t begin = 0; begin < drawn.size() && error > k_wanted_error; begin += k_batch_samples) {
    if (kept > k_kept_bytes && begin * k_few > samples.size()) break;
    const auto batch = std::span(drawn).subspan(begin, std::min(k_batch_samples, drawn.size() - begin));
    state.total = begin + batch.size();
    observer.progress(state);
    make_records(samples, maker, batch, none, limits, [&](SampleIndex one, MadeRecord& record) {
      ++sample.records;
      if (record.rejected && sample.bad++ == 0)
        sample.example_bad = in_quotes(samples.image_path(one)) + ": " + printable(record.rejected->reason);
      for (std::size_t i = 0; !record.rejected && i < pairs.size(); ++i) {
        pairs[i].push_back({static_cast<double>(record.source_bytes),
                            static_cast<double>(stored_size(record.variants[i].frame, compression))});
      }
      kept += record.frame_bytes();
      state.bytes_in += record.source_bytes;
      if (kept <= k_kept_bytes) sample.made.emplace(one, std::move(record));
      ++state.done;
      observer.progress(state);
    });
    sample.models.clear();
    error = 0;
    for (const std::vector<SizePair>& set : pairs) {
      sample.models.push_back(fit_sizes(set));
      error = std::max(error, relative_error(sample.models.back(), set.size(), samples.size(), source_bytes));
    }
  }
  return sample;
}

}  // namespace tfrec
