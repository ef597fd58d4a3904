// SPDX-License-Identifier: Apache-2.0
#include "sets/splits/find_repeats.hpp"

#include <algorithm>
#include <cstdlib>
#include <mutex>

#include "base/concurrency/parallel_for.hpp"
#include "base/concurrency/stop.hpp"
#include "base/files/file.hpp"
#include "base/sha256.hpp"
#include "base/text/quantity.hpp"
#include "dataset/repeats/difference_hash.hpp"
#include "dataset/repeats/disjoint_sets.hpp"
#include "dataset/repeats/duplicates.hpp"
#include "image/codec.hpp"
#include "image/facts/image_facts.hpp"
#include "image/npy/npy.hpp"

namespace tfrec {

namespace {

/// The first 64 bits of SHA-256.
std::uint64_t content_hash(std::string_view bytes) {
  return std::strtoull(sha256_hex(bytes).substr(0, 16).c_str(), nullptr, 16);
}

/// Brightness, rows packed, of three channels. libpng makes grey in linear light if a PNG records its gamma,
/// JPEGs store it as it is: what looks alike must be reckoned alike, so colours come here as they are.
std::vector<std::uint8_t> brightness(const Pixels& image) {
  const auto width = static_cast<std::size_t>(image.width());
  const int height = image.height();
  std::vector<std::uint8_t> grey;
  grey.reserve(width * static_cast<std::size_t>(height));
  for (int y = 0; y < height; ++y) {
    const std::uint8_t* at = image.row(y);
    for (std::size_t x = 0; x < width; ++x, at += 3) {
      const unsigned sum = 114U * at[0] + 587U * at[1] + 299U * at[2];
      grey.push_back(static_cast<std::uint8_t>((sum + 500) / 1000));
    }
  }
  return grey;
}

/// The brightness of an image of one channel is its samples, where they are; `mixed` has that of others.
GreyPixels grey_pixels(const Pixels& image, std::vector<std::uint8_t>& mixed) {
  GreyPixels grey;
  grey.width = static_cast<std::uint32_t>(image.width());
  grey.height = static_cast<std::uint32_t>(image.height());
  grey.stride = grey.width;
  if (image.channels() == 3) {
    mixed = brightness(image);
    grey.bytes = mixed;
    return grey;
  }
  const std::uint8_t* first = image.row(0);
  if (grey.height > 1) grey.stride = static_cast<std::size_t>(image.row(1) - first);
  grey.bytes = {first, (grey.height - 1) * grey.stride + grey.width};
  return grey;
}

/// How far a JPEG may be reduced while it is decoded: the hash needs a few pixels for each of its 9 x 8
/// cells.
unsigned reduction_for(const ImageFacts& facts) {
  constexpr unsigned k_needed = 80;
  unsigned reduction = 8;
  while (reduction > 1 && std::min(facts.width, facts.height) / reduction < k_needed) reduction /= 2;
  return reduction;
}

/// 0 if there is nothing to compare.
std::uint64_t look_hash(std::string_view file, DecodeOptions options) {
  if (is_npy(file)) return 0;
  const ImageFacts facts = image_facts(file);
  if (facts.format != ImageFormat::jpeg) options.color = ColorPolicy::rgb;
  options.reduction = reduction_for(facts);
  const auto image = codec().new_pixels();
  DecodeReport report;
  if (codec().decode(file, options, *image, report)) return 0;
  std::vector<std::uint8_t> mixed;
  GreyPixels pixels = grey_pixels(*image, mixed);
  if (facts.format != ImageFormat::jpeg) return difference_hash(pixels);
  pixels.reduction = options.reduction;
  const int turn = report.turned ? facts.exif_orientation : 1;
  pixels.source_width = turn >= 5 ? facts.height : facts.width;
  pixels.source_height = turn >= 5 ? facts.width : facts.height;
  pixels.flipped_across = turn == 2 || turn == 3 || turn == 6 || turn == 7;
  pixels.flipped_down = turn == 3 || turn == 4 || turn == 7 || turn == 8;
  return difference_hash(pixels);
}

/// Appends the hashes of `samples`.
void add_hashes(std::vector<ImageHashes>& hashes, const Samples& samples, const RepeatSearch& search,
                ProgressState& state, Observer& observer) {
  DecodeOptions decode = search.decode;
  decode.color = ColorPolicy::gray;
  decode.alpha = AlphaPolicy::drop;
  decode.orientation = OrientationPolicy::apply;
  decode.deep = decode.cmyk = ConversionPolicy::convert;
  const std::size_t begin = hashes.size();
  hashes.resize(begin + samples.size());
  std::mutex mutex;
  parallel_for(samples.size(), search.threads, [&](std::size_t i) {
    throw_if_stopped();
    const std::string bytes = read_whole(samples.open(SampleIndex(i)));
    hashes[begin + i] = {content_hash(bytes), look_hash(bytes, decode)};
    const std::lock_guard lock(mutex);
    ++state.done;
    state.bytes_in += bytes.size();
    observer.progress(state);
  });
}

/// Groups by bytes, and those that have a look by it, too.
std::vector<std::uint32_t> grouped(const std::vector<ImageHashes>& hashes, unsigned distance,
                                   Repeats& repeats) {
  std::vector<std::uint64_t> contents;
  std::vector<ImageHashes> looks;
  std::vector<std::uint32_t> sample_of_look;
  for (std::uint32_t i = 0; i < hashes.size(); ++i) {
    contents.push_back(hashes[i].content);
    if (hashes[i].perceptual == 0) continue;
    looks.push_back(hashes[i]);
    sample_of_look.push_back(i);
  }
  const DuplicateGroups identical = group_identical(contents);
  DisjointSets sets(static_cast<std::uint32_t>(hashes.size()));
  sets.unite_by(identical.group_of_image);
  const DuplicateGroups alike = group_duplicates(looks, distance);
  std::vector<std::uint32_t> first_of(alike.groups, static_cast<std::uint32_t>(-1));
  for (std::size_t i = 0; i < looks.size(); ++i) {
    std::uint32_t& first = first_of[alike.group_of_image[i]];
    if (first == static_cast<std::uint32_t>(-1)) first = sample_of_look[i];
    sets.unite(first, sample_of_look[i]);
  }
  repeats.identical = identical.identical;
  repeats.bytes_of_sample = identical.group_of_image;
  std::vector<std::uint32_t> ids = sets.ids();
  const std::uint32_t groups = ids.empty() ? 0 : *std::max_element(ids.begin(), ids.end()) + 1;
  repeats.similar = static_cast<std::uint32_t>(hashes.size()) - groups - repeats.identical;
  return ids;
}

std::uint64_t largest_group(const PerSample<std::uint32_t>& group_of_sample) {
  std::vector<std::uint64_t> sizes(group_of_sample.size());
  for (const std::uint32_t group : group_of_sample) ++sizes[group];
  return sizes.empty() ? 0 : *std::max_element(sizes.begin(), sizes.end());
}

Repeats find_in(const std::vector<const Samples*>& parts, const RepeatSearch& search, Observer& observer) {
  observer.phase("dedupe");
  ProgressState state;
  state.unit = "images compared";
  for (const Samples* samples : parts) state.total += samples->size();
  observer.progress(state);
  std::vector<ImageHashes> hashes;
  for (const Samples* samples : parts) add_hashes(hashes, *samples, search, state, observer);
  Repeats repeats;
  repeats.group_of_sample = grouped(hashes, search.distance, repeats);
  const auto groups = repeated_groups(repeats.group_of_sample, 1);
  if (!groups.empty())
    for (const std::uint32_t sample : groups.front()) repeats.example.emplace_back(sample);
  repeats.largest = largest_group(repeats.group_of_sample);
  if (repeats.similar > 0 && repeats.largest > std::max<std::uint64_t>(10, hashes.size() / 20)) {
    observer.warning(format_count(repeats.largest) +
                     " images look alike, each like the next; if they are different images, use "
                     "--dedupe-distance 0 or --dedupe ignore");
  }
  return repeats;
}

/// A sample with what it has in common with others, as far as is known.
struct Candidate {
  std::uint64_t key = 0;
  SampleIndex sample;
  std::uint64_t image = 0;  // the same of samples of one file
};

/// Sorts by key, and keeps those whose key several kinds and images have.
void keep_crossing(std::vector<Candidate>& candidates, const PerSample<std::uint64_t>& kind_of_sample) {
  std::ranges::sort(candidates, [](const Candidate& a, const Candidate& b) {
    return a.key != b.key ? a.key < b.key : a.sample < b.sample;
  });
  std::vector<Candidate> kept;
  for (auto first = candidates.begin(); first != candidates.end();) {
    const auto end =
        std::find_if(first, candidates.end(), [&](const Candidate& c) { return c.key != first->key; });
    const std::uint64_t kind = kind_of_sample[first->sample];
    const std::uint64_t image = first->image;
    const auto is_of_other_kind = [&](const Candidate& c) { return kind_of_sample[c.sample] != kind; };
    const auto is_other_image = [&](const Candidate& c) { return c.image != image; };
    if (std::any_of(first, end, is_of_other_kind) && std::any_of(first, end, is_other_image))
      kept.insert(kept.end(), first, end);
    first = end;
  }
  candidates = std::move(kept);
}

std::string last_bytes(const InputFile& file) {
  constexpr std::uint64_t k_most = 4096;
  std::string bytes(std::min(k_most, file.size()), '\0');
  bytes.resize(file.read_at(file.size() - bytes.size(), bytes));
  return bytes;
}

/// The image of a sample, where those of all parts are numbered through.
InputFile open_in(const std::vector<const Samples*>& parts, SampleIndex sample) {
  std::size_t place = sample.value();
  auto part = parts.begin();
  for (; place >= (*part)->size(); ++part) place -= (*part)->size();
  return (*part)->open(SampleIndex(place));
}

/// Samples of all parts, numbered through.
PerSample<std::uint32_t> identical_in(const std::vector<const Samples*>& parts,
                                      const PerSample<std::uint64_t>& kind_of_sample, unsigned threads,
                                      Observer& observer) {
  std::vector<Candidate> candidates;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const Samples& samples = *parts[part];
    for (const SampleIndex sample : samples.all()) {
      const std::uint64_t image = part << 32U | samples.images[sample];
      candidates.push_back({samples.image_bytes[sample], SampleIndex(candidates.size()), image});
    }
  }
  const auto all = static_cast<std::uint32_t>(candidates.size());
  keep_crossing(candidates, kind_of_sample);
  if (!candidates.empty()) observer.phase("dedupe");
  ProgressState state;
  state.unit = "images compared";
  std::mutex mutex;
  for (const bool whole : {false, true}) {
    state.total += candidates.size();
    parallel_for(candidates.size(), threads, [&](std::size_t i) {
      throw_if_stopped();
      const InputFile file = open_in(parts, candidates[i].sample);
      const std::string size = std::to_string(file.size()) + " ";
      candidates[i].key = content_hash(size + (whole ? read_whole(file) : last_bytes(file)));
      const std::lock_guard lock(mutex);
      ++state.done;
      observer.progress(state);
    });
    keep_crossing(candidates, kind_of_sample);
  }
  PerSample<std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < all; ++i) numbers.push_back(i);
  for (std::size_t i = 1; i < candidates.size(); ++i) {
    if (candidates[i].key == candidates[i - 1].key)
      numbers[candidates[i].sample] = numbers[candidates[i - 1].sample];
  }
  return numbers;
}

}  // namespace

std::string Repeats::summary() const {
  std::string text;
  if (identical > 0) text = counted(identical, "image is", "images are") + " byte for byte another's";
  if (similar > 0)
    text += (text.empty() ? "" : ", ") + counted(similar, "image looks", "images look") + " like another";
  return text;
}

Repeats find_repeats(const Samples& samples, const RepeatSearch& search, Observer& observer) {
  return find_in({&samples}, search, observer);
}

Repeats find_repeats(const Samples& first, const Samples& second, const RepeatSearch& search,
                     Observer& observer) {
  return find_in({&first, &second}, search, observer);
}

PerSample<std::uint32_t> identical_across(const Samples& samples,
                                          const PerSample<std::uint64_t>& kind_of_sample, unsigned threads,
                                          Observer& observer) {
  return identical_in({&samples}, kind_of_sample, threads, observer);
}

PerSample<std::uint32_t> identical_across(const Samples& first, const Samples& second, unsigned threads,
                                          Observer& observer) {
  PerSample<std::uint64_t> set_of_sample;
  for (std::size_t i = 0; i < first.size() + second.size(); ++i)
    set_of_sample.push_back(i < first.size() ? 0 : 1);
  return identical_in({&first, &second}, set_of_sample, threads, observer);
}

}  // namespace tfrec
