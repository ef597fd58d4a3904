// SPDX-License-Identifier: Apache-2.0
#include "operations/verify/verify_file.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include "base/concurrency/stop.hpp"
#include "base/files/file.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "operations/verify/spec_check.hpp"
#include "shards/names/shard_name.hpp"
#include "tfrecord/crc32c.hpp"
#include "tfrecord/framing.hpp"
#include "tfrecord/reading/reader.hpp"
#include "tfrecord/record_key.hpp"

namespace tfrec {

namespace {

/// A record that is not an example: damage where others of its file are examples.
struct OtherRecord {
  std::uint64_t index = 0;
  std::uint64_t offset = 0;  // of the payload
  std::uint64_t length = 0;
  std::optional<std::uint64_t> malformed_at;  // byte of the payload; nothing: it contains no features
};

/// The frame's own checksum, which the reader has proven, saves another pass over the payload.
std::uint64_t key_of(const Record& record) {
  if (record.frame.empty()) return record_key(record.payload);
  const char* footer = record.frame.data() + (record.frame.size() - k_frame_footer_bytes);
  return record_key(record.payload, unmask_crc32c(little_endian<std::uint32_t>(footer)));
}

class FileCheck {
 public:
  FileCheck(FileVerdict& verdict, const RecordedMasks& masks, const VerifyContext& context,
            ShardVisitor* visitor)
      : m_verdict(verdict), m_context(context), m_visitor(visitor) {
    ImageQuestions images = context.images;
    images.masks = &masks.features;
    images.visitor = visitor;
    if (images.any()) verdict.images = std::make_unique<ImageCheck>(images, context.pool);
    if (images.lint != nullptr)
      verdict.masks = std::make_unique<MaskCheck>(masks, context.max_pixels, context.pool, visitor);
    if (context.spec != nullptr) m_spec.emplace(*context.spec);
  }

  void take(const Damage& damage) {
    m_verdict.places = damage.record + 1;
    m_verdict.file.is_damaged = true;
    add(std::string(to_string(damage.kind)), damage.record, damage.offset, damage.length,
        printable(damage.message));
  }

  void take(const Record& record) {
    m_verdict.places = record.index + 1;
    ++m_verdict.file.records;
    if (!m_context.framing_only) look_into(record);
  }

  void finish() {
    m_verdict.file.content = content();
    if (m_verdict.file.content != RecordContent::opaque) report_others();
    report_rest();
    if (m_spec) m_spec->report(m_verdict.file);
    if (m_verdict.images) m_verdict.images->finish();
    m_verdict.file.ok = m_verdict.file.problems.empty();
  }

 private:
  // Bounds memory on a large file of other payloads; more are only counted.
  static constexpr std::size_t k_max_others = 100'000;
  // The same of damage without end.
  static constexpr std::size_t k_max_problems = 100'000;

  void look_into(const Record& record) {
    const std::uint64_t offset = record.offset + k_frame_header_bytes;
    const bool parsed = m_view.parse(record.payload);
    if (record.payload.empty()) {  // an example without features, or an empty payload of any kind
      if (m_spec) m_spec->look_into(record, m_view);
      return;
    }
    if (m_context.keys.take())
      m_verdict.record_keys.push_back({key_of(record), static_cast<std::uint32_t>(record.index)});
    if (!parsed || !m_view.has_features()) {
      if (m_visitor != nullptr) m_visitor->look_at_payload(record);
      if (m_verdict.images) m_verdict.images->look_at_payload(record);
      ++m_other_count;
      if (m_others.size() == k_max_others) return;
      m_others.push_back({record.index, offset, record.payload.size(), {}});
      if (!parsed) m_others.back().malformed_at = m_view.failure_offset();
      return;
    }
    ++m_examples;
    m_sequences += m_view.has_feature_lists() ? 1 : 0;
    for (const ExampleProblem& problem : m_view.problems()) {
      add("example", record.index, offset + problem.offset, problem.length, problem.message);
    }
    check_kinds(record, offset);
    m_verdict.schema.add(m_view);
    if (m_visitor != nullptr) m_visitor->look_into(record, m_view, m_context.pool);
    if (m_boxes.read(m_view)) m_verdict.boxes.look_into(record, m_boxes);
    if (m_spec) m_spec->look_into(record, m_view);
    if (m_verdict.images) m_verdict.images->look_into(record, m_view);
    if (m_verdict.masks) m_verdict.masks->look_into(record, m_view);
  }

  void check_kinds(const Record& record, std::uint64_t offset) {
    for (const FeatureView& feature : m_view.features()) {
      if (!feature.kind) continue;
      const auto known = m_kinds.find(feature.name);
      if (known == m_kinds.end()) {
        if (m_kinds.size() < Schema::k_max_names) m_kinds.emplace(std::string(feature.name), *feature.kind);
      } else if (known->second != *feature.kind) {
        add("schema", record.index, offset, record.payload.size(),
            "feature '" + printable_excerpt(feature.name, 60) + "' is " +
                std::string(to_string(*feature.kind)) + " here and " + std::string(to_string(known->second)) +
                " in the records before");
      }
    }
  }

  RecordContent content() const {
    if (m_examples > 0)
      return m_sequences == m_examples ? RecordContent::sequence_examples : RecordContent::examples;
    return m_other_count > 0 ? RecordContent::opaque : RecordContent::none;
  }

  void report_others() {
    for (const OtherRecord& other : m_others) {
      const std::string reason =
          other.malformed_at
              ? "malformed protobuf at byte " + std::to_string(*other.malformed_at) + " of the payload"
              : "it contains no features";
      add("example", other.index, other.offset, other.length,
          "not a tf.train.Example like the others: " + reason);
    }
    if (m_other_count > m_others.size() && !m_others.empty()) {
      const OtherRecord& last = m_others.back();
      add("example", last.index, last.offset, last.length,
          "and " + counted(m_other_count - m_others.size(), "record", "records") +
              " more behind it are not tf.train.Examples");
    }
  }

  void add(std::string kind, std::uint64_t record, std::uint64_t offset, std::uint64_t length,
           std::string message) {
    std::vector<FileProblem>& problems = m_verdict.file.problems;
    if (problems.size() < k_max_problems) {
      problems.push_back({std::move(kind), record, offset, length, std::move(message), {}});
      return;
    }
    if (m_rest_count++ == 0) m_rest = {std::move(kind), record, offset, 0, {}, {}};
    m_rest_end = std::max(m_rest_end, offset + length);
  }

  void report_rest() {
    if (m_rest_count == 0) return;
    m_rest.length = m_rest_end > m_rest.offset ? m_rest_end - m_rest.offset : 0;
    m_rest.message = "and " + counted(m_rest_count, "problem", "problems") + " more from here on";
    m_verdict.file.problems.push_back(std::move(m_rest));
  }

  FileVerdict& m_verdict;
  const VerifyContext& m_context;
  ShardVisitor* m_visitor;
  std::optional<SpecCheck> m_spec;
  ExampleView m_view;
  RecordBoxes m_boxes;
  std::uint64_t m_examples = 0;
  std::uint64_t m_sequences = 0;
  std::uint64_t m_other_count = 0;
  std::vector<OtherRecord> m_others;
  FileProblem m_rest{};  // counts those beyond k_max_problems
  std::uint64_t m_rest_count = 0;
  std::uint64_t m_rest_end = 0;
  std::map<std::string, ListKind, std::less<>> m_kinds;
};

/// Follows intact records that are one behind the other from a file's start on.
struct RunOfRecords {
  std::uint64_t bytes = 0;
  std::uint32_t crc32c = 0;

  void add(const Record& record) {
    if (record.offset != bytes || record.frame.empty()) return;
    crc32c = crc32c_of_frame(record.frame, crc32c);
    bytes += record.frame.size();
  }
};

/// Reads to the end, without read_all()'s function objects; returns the bytes of the uncompressed file.
std::uint64_t read_all(Reader reader, FileCheck& check, RunOfRecords* run = nullptr) {
  while (true) {
    throw_if_stopped();
    const ReadItem item = reader.next();
    if (const auto* end = std::get_if<End>(&item)) return end->bytes;
    if (const auto* record = std::get_if<Record>(&item)) {
      if (run != nullptr) run->add(*record);
      check.take(*record);
    }
    if (const auto* damage = std::get_if<Damage>(&item)) check.take(*damage);
  }
}

/// The checksum of all bytes of a file as they are stored: what a manifest holds of a shard.
std::uint32_t file_crc32c(const InputFile& file) {
  constexpr std::size_t k_block = std::size_t{1} << 20U;
  std::string buffer(k_block, '\0');
  std::uint32_t crc = 0;
  for (std::uint64_t at = 0;; at += k_block) {
    throw_if_stopped();
    const std::size_t got = file.read_at(at, std::span<char>(buffer));
    crc = crc32c(std::string_view(buffer).substr(0, got), crc);
    if (got < k_block) return crc;
  }
}

/// The same with the checksum of the whole file. That of a plain one follows from those of its records,
/// unless it is damaged.
std::uint64_t read_with_checksum(const InputFile& input, FileCheck& check, FileVerdict& verdict) {
  RunOfRecords run;
  const bool is_plain = verdict.compression == Compression::none;
  const std::uint64_t bytes = read_all(Reader(input), check, is_plain ? &run : nullptr);
  const bool is_whole = is_plain && run.bytes == input.size();
  verdict.crc32c = is_whole ? run.crc32c : file_crc32c(input);
  return bytes;
}

void check_name(FileVerdict& verdict, const std::string& file_name, std::uint64_t uncompressed_bytes) {
  if (!verdict.named || verdict.has_count(*verdict.named)) return;
  verdict.file.ok = false;
  verdict.file.problems.push_back({"name",
                                   verdict.file.records,
                                   uncompressed_bytes,
                                   0,
                                   "the name gives " + count_text_in_name(file_name) +
                                       ", the file contains " +
                                       counted(verdict.file.records, "intact record", "intact records"),
                                   {}});
}

/// A problem of the file as a whole.
void add_file_problem(FileVerdict& verdict, std::string kind, std::string message) {
  verdict.file.ok = false;
  verdict.file.problems.push_back(
      {std::move(kind), verdict.file.records, 0, verdict.file.bytes, std::move(message), {}});
}

}  // namespace

FileVerdict unreadable_file(const FoundShard& shard, const Error& error) {
  FileVerdict verdict;
  verdict.file.path = shard.path.string();
  verdict.was_read = false;
  add_file_problem(verdict, "unreadable", printable(error.message()));
  return verdict;
}

FileVerdict verify_file(const FoundShard& shard, const VerifyContext& context, ShardVisitor* visitor) {
  const InputFile input(shard.path);
  FileVerdict verdict;
  verdict.file.path = shard.path.string();
  verdict.file.bytes = input.size();
  verdict.named = count_in_name(shard.file_name());
  verdict.listed = shard.entry.has_value();
  verdict.compression = sniff_compression(input);
  FileCheck check(verdict, context.masks.shard(shard), context, visitor);
  const std::uint64_t bytes =
      verdict.listed ? read_with_checksum(input, check, verdict) : read_all(Reader(input), check);
  check.finish();
  check_name(verdict, shard.file_name(), bytes);
  if (input.has_changed()) {
    add_file_problem(verdict, "changed", "the file changed while it was read");
  }
  return verdict;
}

}  // namespace tfrec
