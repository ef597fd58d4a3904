// SPDX-License-Identifier: Apache-2.0
#include "records/copy/frame_reader.hpp"

#include <algorithm>
#include <variant>

#include "tfrecord/framing.hpp"
#include "tfrecord/reading/reader.hpp"

namespace tfrec {

namespace {

constexpr std::uint64_t k_batch_bytes = std::uint64_t{1} << 20;  // fits a core's cache, and is worth a write
constexpr std::uint64_t k_batch_records = 16'384;
constexpr std::size_t k_kept_capacity = std::size_t{16} << 20;

/// The damage at `offset`, as Reader reports it.
Error damage_at(const SourceShard& shard, std::uint64_t offset) {
  const InputFile file(shard.plain);
  Reader reader(file);
  for (;;) {
    const ReadItem item = reader.next();
    if (const auto* damage = std::get_if<Damage>(&item); damage != nullptr && shard.plain == shard.path) {
      return damage_error(file.name(), *damage);
    }
    if (std::holds_alternative<End>(item)) break;
  }
  return Error(ErrorKind::machine, file.name(),
               "the record at byte " + std::to_string(offset) +
                   " and its checksum disagreed, but agreed when read again",
               "the disk, the memory or the connection between them is faulty");
}

}  // namespace

FrameReader::FrameReader(const RecordPlaces& places, std::size_t files)
    : m_places(places), m_files(std::max<std::size_t>(1, files)) {}

std::span<const ReadFrame> FrameReader::read(std::uint64_t begin, std::uint64_t end) {
  const Batch batch = batch_from(begin, end);
  if (m_places.is_shuffled()) fetch_ahead(batch.end, end);
  make_room(batch.bytes);
  m_frames.clear();
  std::vector<std::uint64_t> offsets;
  Run run;
  const char* at = m_bytes.get();
  for (std::uint64_t place = begin; place < batch.end; ++place) {
    const auto [shard, frame] = m_places.at(place);
    if (shard != run.shard || frame.offset() != run.offset + run.bytes) {
      read_run(run);
      run = {shard, frame.offset(), 0};
    }
    const auto size = static_cast<std::size_t>(frame.frame_bytes());
    run.bytes += size;
    m_frames.push_back({shard, {at, size}, {at + k_frame_header_bytes, frame.payload_bytes()}});
    offsets.push_back(frame.offset());
    at += size;
  }
  read_run(run);
  for (std::size_t i = 0; i < m_frames.size(); ++i) check(m_frames[i], offsets[i]);
  return m_frames;
}

FrameReader::Batch FrameReader::batch_from(std::uint64_t begin, std::uint64_t end) const {
  Batch batch{begin, 0};
  while (batch.end < end && batch.end - begin < k_batch_records && batch.bytes < k_batch_bytes) {
    batch.bytes += m_places.at(batch.end++).frame.frame_bytes();
  }
  return batch;
}

void FrameReader::make_room(std::uint64_t bytes) {
  m_held = 0;
  if (m_capacity >= bytes && (m_capacity <= k_kept_capacity || bytes > k_kept_capacity)) return;
  m_bytes.reset();
  m_capacity = static_cast<std::size_t>(std::max(bytes, 2 * k_batch_bytes));
  m_bytes = std::make_unique_for_overwrite<char[]>(m_capacity);
}

void FrameReader::read_run(const Run& run) {
  if (run.bytes == 0) return;
  const auto size = static_cast<std::size_t>(run.bytes);
  const InputFile& file = file_of(run.shard);
  if (file.read_at(run.offset, std::span(m_bytes.get() + m_held, size)) != size) {
    throw Error(ErrorKind::machine, file.name(), "became shorter while it was read");
  }
  m_held += size;
}

/// Random places are fetched by the system while the batch before them is worked on.
void FrameReader::fetch_ahead(std::uint64_t begin, std::uint64_t end) {
  const Batch next = batch_from(begin, end);
  for (std::uint64_t place = begin; place < next.end; ++place) {
    const auto [shard, frame] = m_places.at(place);
    file_of(shard).will_read(frame.offset(), frame.frame_bytes());
  }
}

const InputFile& FrameReader::file_of(std::size_t shard) {
  OpenFile& open = m_files[shard % m_files.size()];
  if (open.file && open.shard == shard) return *open.file;
  const SourceShard& indexed = m_places.shard(shard);
  open = {shard, std::make_unique<InputFile>(indexed.plain)};
  if (open.file->size() != indexed.plain_bytes || open.file->changed_ns() != indexed.plain_changed_ns) {
    throw Error(ErrorKind::machine, open.file->name(), "changed since its records were counted");
  }
  return *open.file;
}

void FrameReader::check(const ReadFrame& frame, std::uint64_t offset) {
  const auto length = announced_length(frame.frame);
  const std::string_view footer = frame.frame.substr(frame.frame.size() - k_frame_footer_bytes);
  if (length == frame.payload.size() && payload_agrees(frame.payload, footer)) return;
  throw damage_at(m_places.shard(frame.shard), offset);
}

}  // namespace tfrec
