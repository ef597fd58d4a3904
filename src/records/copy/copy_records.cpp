// SPDX-License-Identifier: Apache-2.0
#include "records/copy/copy_records.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "base/concurrency/parallel_for.hpp"
#include "base/concurrency/stop.hpp"
#include "records/copy/frame_reader.hpp"
#include "tfrecord/crc32c.hpp"
#include "tfrecord/framing.hpp"

namespace tfrec {

namespace {

/// What was written of one source shard.
struct ContentOfSource {
  Schema schema;
  StoredTallies stored;
};

/// What threads share: how far all are, and what they found.
class SharedResult {
 public:
  SharedResult(const RecordPlaces& places, const CopyRequest& request, Observer& observer)
      : m_observer(observer) {
    m_result.shards.resize(request.shards.size());
    m_result.schemas.resize(places.shards());
    m_result.stored.resize(places.shards());
    for (const NewShard& shard : request.shards) {
      if (shard.part >= m_result.tallies.size()) m_result.tallies.resize(shard.part + 1, request.tallies);
    }
    m_result.boxes = request.boxes;
    m_state.unit = "records";
    m_state.total = places.size();
    m_state.shards = request.shards.size();
  }

  void progress(std::uint64_t records, std::uint64_t bytes_in, std::uint64_t bytes_out) {
    const std::lock_guard lock(m_mutex);
    m_state.done += records;
    m_state.bytes_in += bytes_in;
    m_state.bytes_out += bytes_out;
    m_observer.progress(m_state);
  }

  void add(std::size_t index, CopiedShard shard, const std::map<std::size_t, ContentOfSource>& sources,
           std::size_t part, const std::vector<ClassTally>& tallies, const std::optional<BoxTally>& boxes,
           std::uint64_t opaque) {
    const std::lock_guard lock(m_mutex);
    m_result.shards[index] = std::move(shard);
    for (const auto& [source, content] : sources) {
      m_result.schemas[source].add(content.schema);
      add_tallies(m_result.stored[source], content.stored);
    }
    for (std::size_t i = 0; i < tallies.size(); ++i) m_result.tallies[part][i].add(tallies[i]);
    if (boxes) m_result.boxes->add(*boxes);
    m_result.opaque += opaque;
    m_state.shard = std::min(m_state.shard + 1, m_state.shards);
  }

  CopiedRecords take() { return std::move(m_result); }

 private:
  Observer& m_observer;
  std::mutex m_mutex;
  ProgressState m_state;
  CopiedRecords m_result;
};

/// One new shard.
class ShardCopy {
 public:
  ShardCopy(const RecordPlaces& places, const CopyRequest& request, std::size_t files, std::size_t index)
      : m_request(request),
        m_index(index),
        m_reader(places, files),
        m_writer(request.staging / (std::to_string(index) + ".tfrec"), request.compression),
        m_rewriter(request.drop),
        m_rewrites(request.rewrites()),
        m_tallies(request.tallies),
        m_boxes(request.boxes) {}

  void run(SharedResult& shared) {
    const PlaceRange& range = m_request.shards[m_index].places;
    for (std::uint64_t place = range.begin.value(); place < range.end.value();) {
      throw_if_stopped();
      const std::span<const ReadFrame> frames = m_reader.read(place, range.end.value());
      m_changed.clear();
      for (const ReadFrame& frame : frames) take(frame);
      const std::string_view bytes = m_rewrites ? std::string_view(m_changed) : m_reader.bytes();
      m_writer.append(bytes, frames.size());
      place += frames.size();
      shared.progress(frames.size(), m_reader.bytes().size(), bytes.size());
    }
    shared.add(m_index, {m_writer.file(), m_writer.finish(), m_sources}, m_contents,
               m_request.shards[m_index].part, m_tallies, m_boxes, m_opaque);
  }

 private:
  void take(const ReadFrame& frame) {
    m_sources = crc32c(frame.frame.substr(frame.frame.size() - k_frame_footer_bytes), m_sources);
    bool is_example = look_at(frame.payload);
    if (is_example && changes(frame.shard)) {
      m_payload.clear();
      m_rewriter.append(m_payload, frame.payload, m_view, *m_request.renumberings[frame.shard]);
      append_frame(m_changed, m_payload);
      is_example = look_at(m_payload);
    } else if (m_rewrites) {
      m_changed += frame.frame;
    }
    if (!is_example) {
      ++m_opaque;
      return;
    }
    ContentOfSource& content = m_contents[frame.shard];
    content.schema.add(m_view);
    m_stored.add(content.stored, m_view);
    for (ClassTally& tally : m_tallies) tally.add(m_view);
    if (m_boxes) m_boxes->add(m_view);
  }

  bool look_at(std::string_view payload) {
    return m_view.parse(payload) && (m_view.has_features() || payload.empty());
  }

  bool changes(std::size_t shard) const {
    return !m_request.drop.empty() || !m_request.renumberings[shard]->empty();
  }

  const CopyRequest& m_request;
  std::size_t m_index;
  FrameReader m_reader;
  ShardWriter m_writer;
  std::string m_payload;
  std::string m_changed;
  std::uint32_t m_sources = 0;
  ExampleView m_view;
  RecordRewriter m_rewriter;
  bool m_rewrites;
  StoredReader m_stored;
  std::map<std::size_t, ContentOfSource> m_contents;  // by source
  std::vector<ClassTally> m_tallies;
  std::optional<BoxTally> m_boxes;
  std::uint64_t m_opaque = 0;
};

}  // namespace

bool CopyRequest::rewrites() const {
  return !drop.empty() || std::any_of(renumberings.begin(), renumberings.end(),
                                      [](const Renumbering* changes) { return !changes->empty(); });
}

CopiedRecords copy_records(const RecordPlaces& places, const CopyRequest& request, Observer& observer) {
  constexpr std::size_t k_open_files = 512;  // in all, of the 1024 a process usually may have
  const std::size_t files = std::clamp<std::size_t>(k_open_files / std::max(1U, request.threads), 1, 64);
  SharedResult shared(places, request, observer);
  parallel_for(request.shards.size(), request.threads,
               [&](std::size_t index) { ShardCopy(places, request, files, index).run(shared); });
  return shared.take();
}

}  // namespace tfrec
