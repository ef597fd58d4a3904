// SPDX-License-Identifier: Apache-2.0
#include "pipeline/build_shards.hpp"

#include <array>
#include <future>
#include <memory>
#include <utility>

#include "tfrecord/crc32c.hpp"

namespace tfrec {

namespace {

/// Receives records in plan order and closes one shard after another, in all sets at once.
class ShardSequence {
 public:
  ShardSequence(const SourceRows& rows, std::span<const std::uint32_t> order,
                std::span<const PlaceRange> ranges, ShardPlace place, Observer& observer)
      : m_rows(rows), m_order(order), m_ranges(ranges), m_place(std::move(place)), m_observer(observer) {
    m_built.shards.resize(ranges.size());
    m_built.image_crc32c.resize(rows.size());
    m_state.total = order.size();
    m_state.shards = ranges.size();
  }

  void take(std::size_t place, const MadeRecord& record) {
    StagedShard& shard = m_built.shards[m_current];
    const std::uint32_t row = m_order[place];
    m_built.image_crc32c[row] = record.source_crc32c;
    shard.sources_crc32c = crc32c_of_number(record.source_crc32c, shard.sources_crc32c);
    m_built.pictures.add(record, m_rows.image_path(row));
    if (record.rejected) {
      shard.bad.push_back({row, record.rejected->reason});
    } else {
      append(record);
    }
    report(record);
    if (place + 1 == m_ranges[m_current].end) close_current();
  }

  BuiltShards finish() {
    wait_for_sync();
    return std::move(m_built);
  }

 private:
  struct OpenShard {
    ShardWriter writer;
    PixelSums sums;
  };

  void append(const MadeRecord& record) {
    for (std::size_t i = m_writers.size(); i < record.variants.size(); ++i) {
      const std::string name = std::to_string(m_current) + "-" + std::to_string(i) + ".tfrec";
      m_writers.push_back({ShardWriter(m_place.staging / name, m_place.compression), {}});
    }
    for (std::size_t i = 0; i < m_writers.size(); ++i) {
      m_writers[i].writer.append(record.variants[i].frame);
      m_writers[i].sums.add(record.variants[i].sums);
    }
  }

  void close_current() {
    wait_for_sync();
    if (!m_writers.empty()) {
      m_syncing = m_current;
      // Copied, not moved, into std::async: where no thread can be had it takes `sync` a second time and
      // defers it to wait_for_sync().
      const auto sync = [writers = std::make_shared<std::vector<OpenShard>>(std::move(m_writers))] {
        std::vector<StagedFile> files;
        for (OpenShard& shard : *writers)
          files.push_back({shard.writer.file(), shard.writer.finish(), shard.sums});
        return files;
      };
      m_sync = std::async(std::launch::async | std::launch::deferred, sync);
      m_writers.clear();
    }
    ++m_current;
  }

  void wait_for_sync() {
    if (m_sync.valid()) m_built.shards[m_syncing].files = m_sync.get();
  }

  void report(const MadeRecord& record) {
    ++m_state.done;
    m_state.bytes_in += record.source_bytes;
    m_state.bytes_out += record.rejected ? 0 : record.frame_bytes();
    m_state.shard = m_current + 1;
    m_observer.progress(m_state);
  }

  const SourceRows& m_rows;
  std::span<const std::uint32_t> m_order;
  std::span<const PlaceRange> m_ranges;
  ShardPlace m_place;
  Observer& m_observer;
  BuiltShards m_built;
  std::size_t m_current = 0;
  std::vector<OpenShard> m_writers;  // of the current shard, one per set
  std::size_t m_syncing = 0;
  std::future<std::vector<StagedFile>> m_sync;
  ProgressState m_state;
};

}  // namespace

BuiltShards build_shards(const SourceRows& rows, const RecordMaker& maker,
                         std::span<const std::uint32_t> order, std::span<const PlaceRange> ranges,
                         MadeAhead& ahead, const ShardPlace& place, const MakeLimits& limits,
                         Observer& observer) {
  ShardSequence sequence(rows, order, ranges, place, observer);
  make_records(rows, maker, order, ahead, limits,
               [&](std::size_t at, const MadeRecord& record) { sequence.take(at, record); });
  return sequence.finish();
}

}  // namespace tfrec
