// SPDX-License-Identifier: Apache-2.0
#include "operations/inspect/inspect_file.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "base/concurrency/stop.hpp"
#include "base/error.hpp"
#include "base/files/file.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "example/change_features.hpp"
#include "image/decode_options.hpp"
#include "records/masks/record_masks.hpp"
#include "tfrecord/framing.hpp"
#include "tfrecord/reading/reader.hpp"
#include "tfrecord/source/byte_source.hpp"

namespace tfrec {

namespace {

constexpr SampleLimits k_whole_record{1000, 10'000};
constexpr std::size_t k_max_damage = 100;  // of one file; verify lists the rest
constexpr std::size_t k_max_feature_lists = 100;

/// The masks of one record.
struct RecordMasks {
  std::uint64_t count = 0;
  std::uint64_t unread = 0;
  MaskPixels pixels;

  void add(std::string_view png) {
    ++count;
    MaskPixels more;
    if (count_mask_pixels(png, DecodeOptions{}.max_pixels, more)) {
      ++unread;
    } else {
      add_pixels(more, pixels);
    }
  }
};

/// What the file has of a damaged record's payload.
std::string payload_of(const Damage& damage, const InputFile& input) {
  const std::uint64_t around = is_cut_record(damage) ? k_frame_header_bytes : k_frame_overhead;
  const std::unique_ptr<ByteSource> source = open_source(input);
  std::string bytes(std::size_t{1} << 20U, '\0');
  for (std::uint64_t left = damage.offset + k_frame_header_bytes; left > 0;) {
    const std::size_t wanted = static_cast<std::size_t>(std::min<std::uint64_t>(left, bytes.size()));
    throw_if_stopped();
    if (source->read(std::span(bytes).first(wanted)) < wanted) return {};
    left -= wanted;
  }
  bytes.resize(damage.length - around);
  bytes.resize(source->read(std::span<char>(bytes)));
  return bytes;
}

/// What one file adds to the result.
class FileInspection {
 public:
  FileInspection(const FoundShard& shard, const MaskFeatures& masks, std::uint64_t samples,
                 SampleLimits limits)
      : m_masks(masks), m_wanted_samples(samples), m_limits(limits) {
    m_part.files.emplace_back().path = shard.path.string();
  }

  /// Looks at the first `max_records` of the file. Where the machine fails on it, that is in the result with
  /// what was read before.
  void run(std::uint64_t max_records) {
    try {
      read(max_records);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::machine) throw;
      add_damage(printable(error.message()));
      m_part.unreadable = true;
    }
  }

  /// Looks at record `options.record` alone.
  void run_to(const InspectOptions& options);

  InspectResult& part() { return m_part; }

 private:
  void read(std::uint64_t max_records) {
    InspectedFile& file = m_part.files[0];
    const InputFile input(file.path);
    file.bytes = input.size();
    file.compression = sniff_compression(input);
    Reader reader(input);
    while (file.records < max_records && !file.complete) {
      throw_if_stopped();
      const ReadItem item = reader.next();
      if (const auto* record = std::get_if<Record>(&item)) take(*record);
      if (const auto* damage = std::get_if<Damage>(&item)) take(*damage);
      file.complete = std::holds_alternative<End>(item);
    }
    if (m_part.boxes.seen()) m_part.boxes.add_images_without(file.examples - m_with_box_lists);
    if (input.has_changed()) add_damage("the file changed while it was read");
  }

  void take_and_save(const Record& record, const InspectOptions& options);
  void show_damaged(const Damage& damage, const InputFile& input, const InspectOptions& options);
  std::string lack_of(std::uint64_t bytes) const;

  /// Whether it is an example; m_view then has it.
  bool take(const Record& record) {
    InspectedFile& file = m_part.files[0];
    ++file.records;
    const bool is_parsed = m_view.parse(record.payload);
    const bool is_example = is_parsed && (m_view.has_features() || record.payload.empty());
    if (is_parsed && m_view.has_feature_lists()) add_feature_lists(is_example);
    if (is_example) {
      ++file.examples;
      m_part.schema.add_with_values(m_view);
      m_part.label_texts.add(m_view);
      add_images();
      add_boxes();
    } else if (const auto facts = stored_facts(record.payload)) {
      m_part.images[""].add(*facts);
    }
    if (m_part.samples.size() == m_wanted_samples) return is_example;
    m_part.samples.push_back(is_example ? sample_of_example(record, m_view, m_limits)
                                        : sample_of_payload(record, m_limits));
    m_part.samples.back().path = file.path;
    return is_example;
  }

  void take(const Damage& damage) {
    ++m_part.files[0].damaged;
    if (m_part.damage.size() == k_max_damage) return;
    add_damage(text_of(damage));
  }

  void add_damage(const std::string& what) {
    m_part.damage.push_back(printable(m_part.files[0].path) + ": " + what);
  }

  /// Steps of other payloads may pass as feature lists by chance, but for their names.
  void add_feature_lists(bool is_example) {
    const std::vector<std::string_view> names = m_view.feature_list_names();
    if (is_example || !names.empty()) ++m_part.files[0].sequences;
    for (const std::string_view name : names) {
      if (m_part.feature_lists.size() < k_max_feature_lists) m_part.feature_lists.emplace(name);
    }
  }

  void add_images() {
    m_pixels.reset();
    RecordMasks masks;
    for (const FeatureView& feature : m_view.features()) {
      if (feature.kind != ListKind::bytes) continue;
      const bool may_be_mask = m_masks.has(feature.name);
      m_view.read(feature, m_bytes);
      for (const std::string_view value : m_bytes) {
        const auto facts = stored_facts(value);
        if (!facts) continue;
        images_of(feature.name).add(*facts);
        if (facts->width > 0 && (!m_pixels || feature.name == "image/encoded"))
          m_pixels = static_cast<double>(facts->width) * facts->height;
        if (may_be_mask && has_mask_form(*facts)) masks.add(value);
      }
    }
    if (masks.count > 0) m_part.masks.add(masks.count, masks.unread, masks.pixels);
  }

  void add_boxes() {
    if (!m_boxes.read(m_view) || !m_boxes.has_edges()) return;
    ++m_with_box_lists;
    m_part.boxes.add(m_boxes, m_pixels ? m_pixels : stated_pixels());
  }

  /// The area that the record has beside the image.
  std::optional<double> stated_pixels() {
    double pixels = 1;
    for (const std::string_view name : {"image/width", "image/height"}) {
      const FeatureView* side = m_view.find(name);
      if (side == nullptr || side->kind != ListKind::int64_list || side->length != 1) return std::nullopt;
      m_view.read(*side, m_integers);
      pixels *= static_cast<double>(m_integers.front());
    }
    return pixels;
  }

  /// Images of names beyond the limit are left out, as the schema leaves out the names.
  ImageSummary& images_of(std::string_view name) {
    const bool full = m_part.images.size() >= Schema::k_max_names;
    if (full && !m_part.images.contains(std::string(name))) return m_left_out;
    return m_part.images[std::string(name)];
  }

  const MaskFeatures& m_masks;
  std::uint64_t m_wanted_samples;
  SampleLimits m_limits;
  InspectResult m_part;
  ImageSummary m_left_out;
  ExampleView m_view;
  std::vector<std::string_view> m_bytes;
  std::vector<std::int64_t> m_integers;
  RecordBoxes m_boxes;
  std::uint64_t m_with_box_lists = 0;  // records
  std::optional<double> m_pixels;      // area of the record's image
};

void FileInspection::take_and_save(const Record& record, const InspectOptions& options) {
  const bool is_example = take(record);
  if (options.save.empty()) return;
  m_part.saved = save_image(m_part.files[0].path, record, is_example ? &m_view : nullptr, options.save,
                            options.image_feature);
}

/// The value that the cut goes through: "; 'image/encoded' lacks 604 bytes".
std::string FileInspection::lack_of(std::uint64_t bytes) const {
  const auto last = std::ranges::max_element(m_view.features(), {}, &FeatureView::offset);
  if (bytes == 0 || last == m_view.features().end()) return {};
  return "; " + in_quotes(last->name) + " lacks " + counted(bytes, "byte", "bytes");
}

/// A record whose bytes are damaged, and its length is not, and one that is cut, may still show which image
/// is lost, and contain it.
void FileInspection::show_damaged(const Damage& damage, const InputFile& input,
                                  const InspectOptions& options) {
  const Error unreadable(ErrorKind::bad_data, m_part.files[0].path,
                         options.save.empty() ? text_of(damage) : text_of_unsaved(damage),
                         std::string(k_damage_hint));
  if (!has_bytes_of_record(damage, m_part.files[0].compression)) throw unreadable;
  std::string payload = payload_of(damage, input);
  std::uint64_t cut_bytes = 0;
  if (is_cut_record(damage)) {
    ReadablePart part = readable_part(payload);
    payload = std::move(part.example);
    cut_bytes = part.cut_bytes;
  }
  m_part.notes = std::exchange(m_part.damage, {});
  try {
    take_and_save(Record{damage.record, damage.offset, payload, {}}, options);
  } catch (const Error& problem) {
    if (problem.kind() != ErrorKind::bad_data) throw;
    throw unreadable;
  }
  m_part.files[0].damaged = 1;
  m_part.files[0].records = m_part.files[0].examples = 0;  // intact ones
  add_damage(text_of(damage) + (is_cut_record(damage)
                                    ? "; only values before the cut are shown" + lack_of(cut_bytes)
                                    : "; values of this record may be wrong"));
}

void FileInspection::run_to(const InspectOptions& options) {
  const std::uint64_t index = *options.record;
  InspectedFile& file = m_part.files[0];
  const InputFile input(file.path);
  file.bytes = input.size();
  file.compression = sniff_compression(input);
  Reader reader(input);
  ReadSoFar read;
  std::optional<Damage> there;
  while (true) {
    throw_if_stopped();
    const ReadItem item = reader.next();
    if (std::holds_alternative<End>(item)) break;
    if (const auto* damage = std::get_if<Damage>(&item)) {
      read.add_damage(*damage);
      if (damage->record == index) {
        there = *damage;
      } else {
        take(*damage);
      }
    } else if (const auto& record = std::get<Record>(item); record.index == index) {
      take_and_save(record, options);
      if (there) take(*there);                          // its header
      m_part.notes = std::exchange(m_part.damage, {});  // the record that was asked for is sound
      return;
    } else {
      read.add_record(record.index);
      if (record.index > index) break;
    }
  }
  if (there) return show_damaged(*there, input, options);
  throw no_such_record(file.path, index, read);
}

}  // namespace

InspectResult inspect_file(const FoundShard& shard, const MaskFeatures& masks, std::uint64_t max_records,
                           std::uint64_t samples) {
  FileInspection inspection(shard, masks, samples, {});
  inspection.run(max_records);
  return std::move(inspection.part());
}

InspectResult inspect_record(const FoundShard& shard, const MaskFeatures& masks,
                             const InspectOptions& options) {
  FileInspection inspection(shard, masks, 1, k_whole_record);
  inspection.run_to(options);
  return std::move(inspection.part());
}

}  // namespace tfrec
