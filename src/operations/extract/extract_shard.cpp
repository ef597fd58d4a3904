// SPDX-License-Identifier: Apache-2.0
#include "operations/extract/extract_shard.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>

#include "base/concurrency/stop.hpp"
#include "base/error.hpp"
#include "base/files/file.hpp"
#include "base/sha256.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "base/text/utf8.hpp"
#include "records/copy/image_summary.hpp"
#include "records/masks/record_masks.hpp"
#include "shards/shard_writer.hpp"
#include "tfrecord/framing.hpp"
#include "tfrecord/reading/reader.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_listed_problems = 100;  // of one file

/// Text that the CSV reader takes back as it is.
bool is_text(std::string_view value) {
  return is_utf8(value) && value.find('\0') == std::string_view::npos;
}

/// Of the file that raw values become.
ImageFacts facts_of(const ValueShape& shape, ImageFormat format) {
  ImageFacts facts;
  facts.format = format;
  if (shape.size() >= 2) {
    facts.height = static_cast<std::uint32_t>(shape[0]);
    facts.width = static_cast<std::uint32_t>(shape[1]);
  }
  if (format == ImageFormat::pnm) facts.channels = static_cast<int>(shape[2]);
  return facts;
}

/// Those that no table shows.
std::vector<std::string> features_of_files(const ExtractFeatures& features) {
  std::vector<std::string> names{features.image};
  for (const CompanionFeature& companion : features.companions) names.push_back(companion.name);
  return names;
}

void write_new(const std::string& path, std::string_view header, std::string_view content) {
  FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666));
  if (!file.is_open()) throw system_error(errno, path, "cannot create");
  if (!header.empty()) write_all(file.get(), header, path);
  write_all(file.get(), content, path);
  if (const int reason = file.close(); reason != 0) throw system_error(reason, path, "cannot close");
}

class ShardExtraction {
 public:
  ShardExtraction(const RecordSelection& records, const ExtractFeatures& features, const RecordChoice& choice,
                  ExtractedShard& shard)
      : m_records(records),
        m_features(features),
        m_choice(choice),
        m_shard(shard),
        m_dropped(features_of_files(features)),
        m_rewriter(m_dropped),
        m_rest(shard.rest()) {}

  void run(const InputFile& file) {
    m_compression = sniff_compression(file);
    Reader reader(file);
    ReadSoFar read;
    while (read.places < m_records.end()) {
      throw_if_stopped();
      const ReadItem item = reader.next();
      if (std::holds_alternative<End>(item)) {
        m_records.require_in(read, file.name());
        break;
      }
      const bool is_wanted = m_records.contains(add_place(read, item));
      if (!is_wanted) continue;
      if (const auto* record = std::get_if<Record>(&item)) {
        take(*record);
      } else {
        take(std::get<Damage>(item));
      }
    }
    settle_damage();
    m_shard.file.not_extracted += m_shard.lost_places;
    if (file.has_changed()) throw Error(ErrorKind::machine, file.name(), "changed while it was read");
    m_rest.close();
  }

 private:
  void take(const Damage& damage) {
    std::string& hint = m_shard.file.hint;
    if (hint.empty() && has_bytes_of_record(damage, m_compression))
      hint = hint_for_unsaved(m_shard.file.path, damage, m_compression);
    add_problem({std::string(to_string(damage.kind)), damage.record, damage.offset, damage.length,
                 printable(damage.message)});
    settle_damage();
    m_damage = damage;
  }

  /// The last damage lost records, unless the record behind it shows that only its header is damaged.
  void settle_damage() {
    if (!m_damage) return;
    if (contains_records(*m_damage)) ++m_shard.lost_places;
    if (!m_damage->is_one_record) m_shard.file.is_loss_known = false;
    m_damage.reset();
  }

  void take(const Record& record) {
    if (record.frame.empty()) m_damage.reset();
    settle_damage();
    ++m_shard.intact;
    if (m_features.are_payloads) {
      if (!write_encoded(record, record.payload)) return;
      m_payload.clear();
      return keep_rest();
    }
    if (!m_view.parse(record.payload) || !m_view.has_features()) {
      return add_problem_of(record, "example", "is not a tf.train.Example");
    }
    if (!passes_filters() || !make_rest(record)) return;
    const FeatureView* feature = m_view.find(m_features.image);
    if (feature == nullptr || feature->kind != ListKind::bytes || feature->length != 1) {
      return add_problem_of(record, "picture",
                            feature == nullptr
                                ? "has no feature " + in_quotes(m_features.image)
                                : "feature " + in_quotes(m_features.image) + " is not one bytes value");
    }
    m_view.read(*feature, m_values);
    const std::string_view image = m_values.front();
    if (m_features.raw) {
      const RawImages& raw = *m_features.raw;
      const auto shape = raw.shape_in(m_view, m_shard.number, image.size());
      if (!shape) return add_problem_of(record, "picture", "contains raw pixels of unknown shape");
      if (image.size() != raw.bytes_of(*shape)) {
        return add_problem_of(record, "picture",
                              "has " + std::to_string(image.size()) + " bytes of pixels, the shape needs " +
                                  std::to_string(raw.bytes_of(*shape)));
      }
      write(raw.file_header(*shape), image, facts_of(*shape, raw.format_of(*shape)));
    } else if (!write_encoded(record, image)) {
      return;
    }
    write_companions();
    keep_rest();
  }

  bool passes_filters() {
    if (m_choice.filters.empty()) return true;
    m_shard.unfiltered.add(m_view);
    const bool passes = std::ranges::all_of(
        m_choice.filters, [&](const RecordFilter& filter) { return filter.passes(m_view); });
    if (!passes) ++m_shard.filtered;
    return passes;
  }

  /// Of the record whose image was written last.
  void write_companions() {
    if (m_features.companions.empty()) return;
    std::vector<StoredFile> files;
    for (const CompanionFeature& companion : m_features.companions) {
      const FeatureView* feature = m_view.find(companion.name);
      const bool is_value = feature != nullptr && feature->kind == ListKind::bytes && feature->length == 1;
      m_values.clear();
      if (is_value) m_view.read(*feature, m_values);
      if (companion.is_mask) {
        write_mask(companion);
      } else {
        write_file(companion, files);
      }
    }
    m_shard.files.push_back(std::move(files));
  }

  /// m_values has its value, if there is one.
  void write_mask(const CompanionFeature& companion) {
    const std::size_t index = m_shard.images.size() - 1;
    const bool is_mask = !m_values.empty() && has_mask_form(image_facts(m_values.front()));
    m_shard.has_mask.push_back(is_mask);
    if (!is_mask) {
      if (m_values.empty()) m_shard.masks.add_missing();
      if (!m_values.empty()) m_shard.masks.add_unreadable();
      return;
    }
    const StoredImage& image = m_shard.images.back();
    m_shard.masks.add_mask(m_values.front(), {image.size(), image.format == ImageFormat::npy},
                           companion.is_recorded);
    write_new(m_shard.mask(index).string(), {}, m_values.front());
    m_shard.companion_bytes += m_values.front().size();
  }

  /// The same of a file.
  void write_file(const CompanionFeature& companion, std::vector<StoredFile>& files) {
    StoredFile& file = files.emplace_back();
    if (m_values.empty()) return;
    const std::string_view content = m_values.front();
    file.is_there = true;
    file.extension = extension_of(content);
    if (!companion.text_feature.empty()) file.text = image_name_in(m_view, companion.text_feature);
    if (!file.text.empty()) file.sha256 = sha256_hex(content);
    write_new(m_shard.file_of(m_shard.images.size() - 1, files.size() - 1).string(), {}, content);
    m_shard.companion_bytes += content.size();
  }

  bool write_encoded(const Record& record, std::string_view image) {
    const auto facts = stored_facts(image);
    if (facts) {
      write({}, image, *facts);
    } else {
      add_problem_of(record, "picture",
                     "contains no image, but " + std::string(info(sniff_format(image)).phrase));
    }
    return facts.has_value();
  }

  /// The record without its image, its classes with the numbers that all sources share.
  bool make_rest(const Record& record) {
    m_payload.clear();
    try {
      m_rewriter.append(m_payload, record.payload, m_view, m_choice.renumbering);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::bad_data) throw;
      add_problem_of(record, "example", error.message());
      return false;
    }
    return true;
  }

  void write(const std::string& header, std::string_view image, const ImageFacts& facts) {
    write_new(m_shard.image(m_shard.images.size()).string(), header, image);
    m_shard.images.push_back({facts.format, facts.width, facts.height, facts.channels});
    m_shard.in_common.add(facts);
    m_shard.image_bytes += header.size() + image.size();
  }

  void keep_rest() {
    m_frame.clear();
    append_frame(m_frame, m_payload);
    m_rest.append(m_frame);
    m_view.parse(m_payload);
    m_shard.schema.add(m_view);
    for (const FeatureView& feature : m_view.features()) {
      if (feature.kind != ListKind::bytes || m_shard.no_text.contains(feature.name)) continue;
      m_view.read(feature, m_values);
      if (!std::all_of(m_values.begin(), m_values.end(), is_text)) m_shard.no_text.emplace(feature.name);
    }
  }

  void add_problem_of(const Record& record, const char* kind, const std::string& message) {
    ++m_shard.file.not_extracted;
    add_problem({kind, record.index, record.offset, record.payload.size() + k_frame_overhead, message});
  }

  void add_problem(ExtractProblem problem) {
    auto& problems = m_shard.file.problems;
    if (problems.size() < k_listed_problems) {
      problems.push_back(std::move(problem));
    } else {
      ++m_shard.file.more_problems;
    }
  }

  const RecordSelection& m_records;
  const ExtractFeatures& m_features;
  const RecordChoice& m_choice;
  ExtractedShard& m_shard;
  Compression m_compression = Compression::none;
  std::optional<Damage> m_damage;  // the last one, until the next damage or record
  std::vector<std::string> m_dropped;
  RecordRewriter m_rewriter;
  ShardWriter m_rest;
  ExampleView m_view;
  std::vector<std::string_view> m_values;
  std::string m_payload;
  std::string m_frame;
};

}  // namespace

ExtractedShard extract_shard(const std::filesystem::path& path, std::size_t number,
                             const RecordSelection& records, const ExtractFeatures& features,
                             const RecordChoice& choice, const std::filesystem::path& folder) {
  ExtractedShard shard;
  shard.number = number;
  shard.folder = folder;
  if (::mkdir(folder.c_str(), 0777) != 0)
    throw system_error(errno, folder.string(), "cannot make the folder");
  const InputFile file(path);
  shard.file.path = path.string();
  shard.file.bytes = file.size();
  ShardExtraction(records, features, choice, shard).run(file);
  shard.file.images = shard.images.size();
  return shard;
}

}  // namespace tfrec
