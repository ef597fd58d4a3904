// SPDX-License-Identifier: Apache-2.0
#include "pipeline/build_shards.hpp"

#include <array>
#include <future>
#include <optional>
#include <utility>

#include "tfrecord/crc32c.hpp"

namespace tfrec {

namespace {

std::uint32_t with_number(std::uint32_t crc, std::uint32_t number) {
  std::array<char, 4> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>((number >> (8 * i)) & 0xFFU);
  return crc32c({bytes.data(), bytes.size()}, crc);
}

/// Receives records in plan order and closes one shard after another.
class ShardSequence {
 public:
  ShardSequence(std::span<const std::uint32_t> order, std::span<const PlaceRange> ranges,
                std::filesystem::path staging, Observer& observer)
      : m_order(order),
        m_ranges(ranges),
        m_staging(std::move(staging)),
        m_observer(observer),
        m_shards(ranges.size()) {
    m_state.total = order.size();
    m_state.shards = ranges.size();
  }

  void take(std::size_t place, MadeRecord& record) {
    StagedShard& shard = m_shards[m_current];
    shard.sources_crc32c = with_number(shard.sources_crc32c, record.source_crc32c);
    if (record.rejected) {
      shard.bad.push_back({m_order[place], record.rejected->reason});
    } else {
      append(shard, record.frame);
    }
    report(record);
    if (place + 1 == m_ranges[m_current].end) close_current();
  }

  std::vector<StagedShard> finish() {
    wait_for_sync();
    return std::move(m_shards);
  }

 private:
  void append(StagedShard& shard, const std::string& frame) {
    if (!m_writer) {
      shard.file = m_staging / (std::to_string(m_current) + ".tfrec");
      m_writer.emplace(shard.file);
    }
    m_writer->append(frame);
  }

  void close_current() {
    wait_for_sync();
    if (m_writer) {
      m_syncing = m_current;
      m_sync = std::async(std::launch::async,
                          [writer = std::move(*m_writer)]() mutable { return writer.finish(); });
      m_writer.reset();
    }
    ++m_current;
  }

  void wait_for_sync() {
    if (m_sync.valid()) m_shards[m_syncing].facts = m_sync.get();
  }

  void report(const MadeRecord& record) {
    ++m_state.done;
    m_state.bytes_in += record.source_bytes;
    m_state.bytes_out += record.rejected ? 0 : record.frame.size();
    m_state.shard = m_current + 1;
    m_observer.progress(m_state);
  }

  std::span<const std::uint32_t> m_order;
  std::span<const PlaceRange> m_ranges;
  std::filesystem::path m_staging;
  Observer& m_observer;
  std::vector<StagedShard> m_shards;
  std::size_t m_current = 0;
  std::optional<ShardWriter> m_writer;
  std::size_t m_syncing = 0;
  std::future<ShardFacts> m_sync;
  ProgressState m_state;
};

}  // namespace

std::vector<StagedShard> build_shards(const SourceRows& rows, const RecordMaker& maker,
                                      std::span<const std::uint32_t> order,
                                      std::span<const PlaceRange> ranges, MadeAhead& ahead,
                                      const std::filesystem::path& staging, const MakeLimits& limits,
                                      Observer& observer) {
  ShardSequence sequence(order, ranges, staging, observer);
  make_records(rows, maker, order, ahead, limits,
               [&](std::size_t place, MadeRecord& record) { sequence.take(place, record); });
  return sequence.finish();
}

}  // namespace tfrec
