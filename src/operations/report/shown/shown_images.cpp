// SPDX-License-Identifier: Apache-2.0
#include "operations/report/shown/shown_images.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "base/concurrency/parallel_for.hpp"
#include "base/concurrency/stop.hpp"
#include "base/error.hpp"
#include "base/files/file.hpp"
#include "image/codec.hpp"
#include "operations/report/shard_facts.hpp"
#include "records/copy/record_boxes.hpp"
#include "tfrecord/framing.hpp"
#include "tfrecord/reading/reader.hpp"
#include "tfrecord/source/byte_source.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_most_boxes = 50;  // that are drawn on an image
constexpr std::size_t k_together = 16;    // images of a shard that one thread reads

struct Step {
  int side;
  int quality;
};
constexpr std::array<Step, 6> k_steps{{{224, 82}, {176, 78}, {144, 75}, {112, 70}, {88, 65}, {64, 60}}};

/// Some images of one shard, one after the other.
struct Task {
  std::size_t shard = 0;
  std::size_t begin = 0;  // of the list of images
  std::size_t end = 0;
};

/// Whether records can be read only from the front.
bool is_compressed(const FoundShard& shard) {
  try {
    return sniff_compression(InputFile(shard.path)) != Compression::none;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::machine) throw;
    return true;
  }
}

/// The images of a compressed shard are one task, so that the shard is read once.
std::vector<Task> tasks_of(const Reread& from, const std::vector<RereadImage*>& images) {
  std::vector<Task> tasks;
  for (std::size_t begin = 0; begin < images.size();) {
    const std::size_t shard = from.set.shard_of(images[begin]->row);
    std::size_t end = begin;
    while (end < images.size() && images[end]->row < from.set.first_row[shard + 1]) ++end;
    const bool is_one = end - begin <= k_together || is_compressed(from.found.shards[shard]);
    const std::size_t step = is_one ? end - begin : k_together;
    for (; begin < end; begin += step) tasks.push_back({shard, begin, std::min(begin + step, end)});
    begin = end;
  }
  return tasks;
}

class TaskReader {
 public:
  TaskReader(const Reread& from, const std::vector<RereadImage*>& images, const Task& task)
      : m_from(from),
        m_images(images),
        m_task(task),
        m_mask_features(from.masks.shard(from.found.shards[task.shard]).features) {}

  void run() {
    const InputFile file(m_from.found.shards[m_task.shard].path);
    if (sniff_compression(file) == Compression::none) {
      read_places(file);
    } else {
      read_front_to_back(file);
    }
  }

 private:
  void read_places(const InputFile& file) {
    for (std::size_t i = m_task.begin; i < m_task.end; ++i) {
      throw_if_stopped();
      const std::uint64_t offset = m_from.set.rows[m_images[i]->row].offset;
      std::string header(k_frame_header_bytes, '\0');
      if (file.read_at(offset, std::span<char>(header)) < header.size()) continue;
      const auto length = announced_length(header);
      if (!length || *length > file.size()) continue;
      std::string payload(*length, '\0');
      payload.resize(file.read_at(offset + k_frame_header_bytes, std::span<char>(payload)));
      if (payload.size() == *length) take(*m_images[i], payload);
    }
  }

  void read_front_to_back(const InputFile& file) {
    Reader reader(file);
    std::size_t next = m_task.begin;
    while (next < m_task.end) {
      throw_if_stopped();
      const ReadItem item = reader.next();
      if (std::holds_alternative<End>(item)) return;
      const auto* record = std::get_if<Record>(&item);
      if (record == nullptr || record->index != m_from.set.rows[m_images[next]->row].record) continue;
      take(*m_images[next++], record->payload);
    }
  }

  void take(RereadImage& image, std::string_view payload) {
    const bool is_example = m_view.parse(payload) && m_view.has_features();
    if (is_example) image.shown.name = single_text(m_view, m_from.features.name);
    if (!image.is_shown && !image.is_compared) return;
    if (!decode(is_example, payload)) return;
    if (image.is_compared) image.looks = std::make_unique<ImageLooks>(looks_of(view_of(*m_pixels)));
    if (!image.is_shown) return;
    if (is_example) add_boxes(image.shown);
    if (is_example) add_mask(image.shown);
    make_thumbnail(*m_pixels, m_from.thumbnail_bytes, image.shown);
  }

  bool decode(bool is_example, std::string_view payload) {
    if (!is_example) return decode_file(payload);
    const FeatureView* feature = m_from.features.image.empty() ? nullptr : m_view.find(m_from.features.image);
    if (feature == nullptr || feature->kind != ListKind::bytes || feature->length == 0) return false;
    m_view.read(*feature, m_values);
    if (!m_from.features.raw) return decode_file(m_values.front());
    const RawPixels8 raw = raw_pixels8(*m_from.features.raw, m_values.front(), m_view, m_task.shard);
    if (raw.bytes.empty()) return false;
    const std::string head = (raw.channels == 3 ? "P6\n" : "P5\n") + std::to_string(raw.width) + " " +
                             std::to_string(raw.height) + "\n255\n";
    return decode_file(head + raw.bytes);
  }

  bool decode_file(std::string_view file) {
    const ImageFacts facts = image_facts(file);
    if (!is_image_value(facts) || !info(facts.format).is_decodable) return false;
    DecodeOptions options;
    options.max_pixels = m_from.max_pixels;
    options.orientation = OrientationPolicy::ignore;
    constexpr unsigned k_needed = 224;
    while (options.reduction < 8 && std::max(facts.width, facts.height) / (2 * options.reduction) >= k_needed)
      options.reduction *= 2;
    if (!m_pixels) m_pixels = codec().new_pixels();
    DecodeReport report;
    return !codec().decode(file, options, *m_pixels, report);
  }

  void add_boxes(ShownImage& shown) const {
    RecordBoxes boxes;
    if (!boxes.read(m_view) || !boxes.has_edges()) return;
    const auto edge = [&](BoxList list, std::size_t i) { return static_cast<double>(boxes.edge(list)[i]); };
    for (std::size_t i = 0; i < boxes.count(); ++i) {
      if (shown.boxes.size() == k_most_boxes) {
        ++shown.more_boxes;
        continue;
      }
      ShownBox box{
          edge(BoxList::xmin, i), edge(BoxList::ymin, i), edge(BoxList::xmax, i), edge(BoxList::ymax, i), {}};
      if (i < boxes.texts().size()) {
        box.text = std::string(boxes.texts()[i].substr(0, BoxSummary::k_longest_text));
      } else if (i < boxes.labels().size()) {
        box.text = std::to_string(boxes.labels()[i]);
      }
      shown.boxes.push_back(std::move(box));
    }
  }

  void add_mask(ShownImage& shown) {
    for (const FeatureView& feature : m_view.features()) {
      const bool may_be_mask = feature.kind == ListKind::bytes && m_mask_features.has(feature.name);
      if (!may_be_mask || feature.name == m_from.features.image || feature.length == 0) continue;
      m_view.read(feature, m_values);
      const std::string ppm = blended_with_mask(*m_pixels, m_values.front(), m_from.max_pixels);
      if (ppm.empty() || !decode_file(ppm)) continue;
      shown.has_mask = true;
      return;
    }
  }

  const Reread& m_from;
  const std::vector<RereadImage*>& m_images;
  const Task& m_task;
  const MaskFeatures& m_mask_features;
  ExampleView m_view;
  std::vector<std::string_view> m_values;
  std::unique_ptr<Pixels> m_pixels;
};

/// At most the step's side, never enlarged.
const Pixels& resized(const Pixels& pixels, const Step& step, Pixels& to) {
  if (std::max(pixels.width(), pixels.height()) <= step.side) return pixels;
  ResizeOptions options;
  options.width = options.height = step.side;
  options.fit = Fit::longer;
  options.interpolation = Interpolation::area;
  return codec().resize(pixels, options, to) ? pixels : to;
}

}  // namespace

void make_thumbnail(const Pixels& pixels, std::uint64_t most_bytes, ShownImage& shown) {
  const auto small = codec().new_pixels();
  EncodedBytes bytes;
  for (const Step& step : k_steps) {
    const Pixels& thumbnail = resized(pixels, step, *small);
    if (codec().encode_jpeg(thumbnail, step.quality, bytes)) return;
    shown.jpeg.assign(bytes.begin(), bytes.end());
    shown.width = thumbnail.width();
    shown.height = thumbnail.height();
    if (bytes.size() <= most_bytes) return;
  }
}

void reread(const Reread& from, const std::vector<RereadImage*>& images) {
  const std::vector<Task> tasks = tasks_of(from, images);
  parallel_for(tasks.size(), from.threads, [&](std::size_t i) {
    try {
      TaskReader(from, images, tasks[i]).run();
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::machine) throw;  // verify has reported the file
    }
  });
}

}  // namespace tfrec
