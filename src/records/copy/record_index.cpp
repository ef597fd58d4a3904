// SPDX-License-Identifier: Apache-2.0
#include "records/copy/record_index.hpp"

#include <algorithm>
#include <optional>

#include "base/concurrency/stop.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "shards/shard_writer.hpp"
#include "tfrecord/framing.hpp"
#include "tfrecord/reading/count_frames.hpp"
#include "tfrecord/reading/read_all.hpp"
#include "tfrecord/reading/reader.hpp"

namespace tfrec {

namespace {

/// Whether one of its features has this value alone.
bool has_value(const ExampleView& example, const std::string& text) {
  std::vector<std::string_view> texts;
  std::vector<std::int64_t> numbers;
  return std::ranges::any_of(example.features(), [&](const FeatureView& feature) {
    if (feature.length != 1) return false;
    if (feature.kind == ListKind::bytes) {
      example.read(feature, texts);
      return texts.front() == text;
    }
    if (feature.kind != ListKind::int64_list) return false;
    example.read(feature, numbers);
    return std::to_string(numbers.front()) == text;
  });
}

/// Reads each record, takes those that are wanted and copies them where they can be read again.
class RecordScan {
 public:
  RecordScan(const RecordChoice& choice, const ListedRecords& left_out, const std::filesystem::path& copy,
             SourceShard& shard)
      : m_choice(choice), m_left_out(left_out), m_shard(shard), m_rewriter(choice.drop) {
    if (!copy.empty()) m_copy.emplace(copy);
  }

  void run(const InputFile& file) {
    Reader reader(file);
    read_all(
        reader, [this](const Record& record) { take(record); },
        [&](const Damage& damage) { throw damage_error(file.name(), damage); });
    require_listed();
    if (m_copy) m_copy->close();
  }

 private:
  void take(const Record& record) {
    ++m_shard.records;
    std::uint64_t payload_bytes = record.payload.size();
    if (m_choice.looks_inside()) {
      look_into(record);
      if (is_listed(record)) return;
      const auto passes = [&](const RecordFilter& filter) { return filter.passes(m_view); };
      if (!std::all_of(m_choice.filters.begin(), m_choice.filters.end(), passes)) return;
      if (m_choice.rewrites()) payload_bytes = rewritten_bytes(record);
    } else if (is_listed(record)) {
      return;
    }
    m_shard.bytes += payload_bytes + k_frame_overhead;
    const std::uint64_t offset = m_copy ? m_copy->bytes() : record.offset;
    m_shard.frames.emplace_back(offset, static_cast<std::uint32_t>(record.payload.size()));
    if (!m_copy) return;
    m_frame.clear();
    append_frame(m_frame, record.payload);
    m_copy->append(m_frame);
  }

  bool is_listed(const Record& record) {
    const auto listed = m_left_out.find(record.index);
    if (listed == m_left_out.end()) return false;
    const auto& [place, name] = listed->second;
    if (!name.empty() && !(m_view.parse(record.payload) && has_value(m_view, name)))
      throw outdated(place, place_of(record) + " is not " + in_quotes(name));
    ++m_shard.listed;
    return true;
  }

  /// All listed records were there.
  void require_listed() const {
    if (m_left_out.empty()) return;
    const auto& [last, listed] = *m_left_out.rbegin();
    if (last < m_shard.records) return;
    throw outdated(listed.place, "has no record " + std::to_string(last) + ": it contains " +
                                     counted(m_shard.records, "record", "records"));
  }

  Error outdated(const std::string& place, const std::string& problem) const {
    return Error(ErrorKind::usage, place, printable(m_shard.path.string()) + ": " + problem,
                 "make the list of these shards again");
  }

  void look_into(const Record& record) {
    if (!m_view.parse(record.payload) || (!m_view.has_features() && !record.payload.empty())) {
      throw Error(
          ErrorKind::bad_data, m_shard.path.string(), place_of(record) + " is not a tf.train.Example",
          "--filter, --drop and --renumber need examples; without them records of any kind are copied");
    }
    m_shard.schema.add(m_view);
  }

  std::uint64_t rewritten_bytes(const Record& record) {
    m_frame.clear();
    try {
      m_rewriter.append(m_frame, record.payload, m_view, m_choice.renumbering);
    } catch (const Error& error) {
      throw Error(error.kind(), m_shard.path.string(), place_of(record) + ": " + error.message(),
                  error.hint());
    }
    return m_frame.size();
  }

  static std::string place_of(const Record& record) {
    return "record " + std::to_string(record.index) + " at byte " + std::to_string(record.offset);
  }

  const RecordChoice& m_choice;
  const ListedRecords& m_left_out;
  SourceShard& m_shard;
  std::optional<ShardWriter> m_copy;
  ExampleView m_view;
  RecordRewriter m_rewriter;
  std::string m_frame;
};

void walk(const InputFile& file, SourceShard& shard) {
  std::uint64_t since_look = 0;
  const FrameCount count = walk_frames(file, [&](std::uint64_t offset, std::uint64_t payload_bytes) {
    if (++since_look % 4096 == 0) throw_if_stopped();
    shard.frames.emplace_back(offset, static_cast<std::uint32_t>(payload_bytes));
  });
  if (count.damage) throw damage_error(file.name(), *count.damage);
  shard.records = count.records;
  shard.bytes = count.bytes;
}

}  // namespace

std::uint64_t FramePlace::frame_bytes() const {
  return m_payload_bytes + k_frame_overhead;
}

SourceShard index_source(const std::filesystem::path& path, const RecordChoice& choice,
                         const std::filesystem::path& copy, const ListedRecords& left_out) {
  throw_if_stopped();
  const InputFile file(path);
  const bool is_plain = sniff_compression(file) == Compression::none;
  SourceShard shard;
  shard.path = path;
  shard.plain = is_plain || copy.empty() ? path : copy;
  shard.stored_bytes = file.size();
  if (is_plain && !choice.looks_inside() && left_out.empty()) {
    walk(file, shard);
  } else {
    RecordScan(choice, left_out, is_plain ? std::filesystem::path() : copy, shard).run(file);
  }
  // Not has_changed(): a program that rewrites a file in place may restore its modification time.
  if (InputFile(path).changed_ns() != file.changed_ns())
    throw Error(ErrorKind::machine, file.name(), "changed while it was read");
  const InputFile plain(shard.plain);
  shard.plain_bytes = plain.size();
  shard.plain_changed_ns = plain.changed_ns();
  shard.frames.shrink_to_fit();
  return shard;
}

Error damage_error(const std::string& path, const Damage& damage) {
  return Error(ErrorKind::bad_data, path, text_of(damage), std::string(k_damage_hint));
}

}  // namespace tfrec
