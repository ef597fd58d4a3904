// SPDX-License-Identifier: Apache-2.0
#include "records/make/build_shards.hpp"

#include <functional>
#include <future>
#include <memory>
#include <unordered_set>
#include <utility>

#include "base/error.hpp"
#include "base/text/joined.hpp"
#include "base/text/printable.hpp"
#include "shards/read_back.hpp"
#include "shards/shard_writer.hpp"

namespace tfrec {

namespace {

std::span<const SampleIndex> samples_of(const ShardWork& work, std::size_t shard) {
  return work.order.subspan(work.ranges[shard].begin.value(), work.ranges[shard].size());
}

/// A shard's file of one set, while it is written.
struct OpenFile {
  ShardWriter writer;
  std::unique_ptr<ReadBehind> back;  // unless it is not to be read
  PixelSums sums{};
  std::vector<std::uint64_t> shape{};
  MaskPixels mask_pixels{};
};

/// Syncs a shard's files, has the disk show them, and keeps them.
void finish_shard(std::vector<OpenFile>& files, std::size_t number, StagedShard& shard,
                  const ShardStore& store) {
  for (OpenFile& open : files) {
    const ShardFacts facts = open.writer.finish();
    if (open.back) open.back->require(facts);
    open.back.reset();
    shard.files.push_back({open.writer.file(), facts, open.sums, open.shape, open.mask_pixels});
  }
  store.keep(number, shard);
}

/// Makes the records of samples once more, one by one.
using MakeAgain = std::function<void(std::span<const SampleIndex>, const DeliverRecord&)>;

/// Receives records in plan order and closes one shard after another, in all sets at once.
class ShardSequence {
 public:
  ShardSequence(const Samples& samples, std::size_t wanted, const ShardWork& work, MakeAgain make_again,
                const ShardStore& store, const ShardWriting& writing, Observer& observer)
      : m_samples(samples),
        m_work(work),
        m_make_again(std::move(make_again)),
        m_store(store),
        m_writing(writing),
        m_observer(observer) {
    m_state.total = wanted;
    m_state.shards = work.wanted.size();
    m_left = work.wanted.empty() ? 0 : work.ranges[work.wanted.front()].size();
  }

  void take(SampleIndex sample, const MadeRecord& record) {
    m_shard.image_crc32c.push_back(record.source_crc32c);
    const std::vector<std::string_view> unusual = m_shard.images.add(record, m_samples.image_path(sample));
    if (!unusual.empty())
      m_observer.detail(printable(m_samples.image_path(sample)) + ": " + joined(unusual, ", "));
    if (record.rejected) {
      m_shard.bad.push_back({sample, record.rejected->reason});
    } else {
      report_oddities(sample, record);
      append(record);
    }
    report(record);
    if (--m_left > 0) return;
    if (m_work.bad_places == BadPlaces::filled) fill_bad_places();
    close_current();
  }

  std::vector<StagedShard> finish() {
    wait_for_sync();
    return std::move(m_built);
  }

 private:
  /// Names the first odd images; the summary has their number.
  void report_oddities(SampleIndex sample, const MadeRecord& record) {
    constexpr std::size_t k_noted = 3;
    for (const std::string& oddity : record.report.oddities) {
      const std::string text = printable(m_samples.image_path(sample)) + ": " + printable(oddity);
      if (m_odd++ < k_noted) {
        m_observer.note(text);
      } else {
        m_observer.detail(text);
      }
    }
  }

  void append(const MadeRecord& record) {
    const std::size_t number = m_work.wanted[m_current];
    for (std::size_t i = m_open.size(); i < record.variants.size(); ++i) {
      const std::filesystem::path draft = m_store.draft(number, i);
      m_open.push_back({ShardWriter(draft, m_writing.compression), {}, {}, record.variants[i].shape, {}});
      if (m_writing.reread) m_open.back().back = std::make_unique<ReadBehind>(draft);
    }
    for (std::size_t i = 0; i < m_open.size(); ++i) {
      m_open[i].writer.append_frame(record.variants[i].frame);
      if (m_open[i].back) m_open[i].back->follow(m_open[i].writer.written());
      m_open[i].sums.add(record.variants[i].sums);
      add_pixels(record.variants[i].mask_pixels, m_open[i].mask_pixels);
    }
  }

  /// No record that is written is kept in memory, so those that come twice are made again. Bad images are
  /// few.
  void fill_bad_places() {
    if (m_shard.bad.empty()) return;
    const auto filling = samples_for_bad(samples_of(m_work, m_work.wanted[m_current]), m_shard.bad);
    m_make_again(filling, [this](SampleIndex sample, const MadeRecord& record) {
      if (record.rejected) {
        throw Error(ErrorKind::machine, m_samples.image_path(sample), "changed while the set was made",
                    "once nothing changes it, run the same command again");
      }
      m_shard.images.add(record, m_samples.image_path(sample));
      append(record);
    });
  }

  void close_current() {
    wait_for_sync();
    // Shared, for where no thread can be had std::async takes `sync` a second time and defers it to
    // wait_for_sync().
    const auto files = std::make_shared<std::vector<OpenFile>>(std::move(m_open));
    auto shard = std::make_shared<StagedShard>(std::move(m_shard));
    const auto sync = [this, files, shard, number = m_work.wanted[m_current]] {
      finish_shard(*files, number, *shard, m_store);
      return shard;
    };
    m_sync = std::async(std::launch::async | std::launch::deferred, sync);
    m_open.clear();
    m_shard = {};
    if (++m_current < m_work.wanted.size()) m_left = m_work.ranges[m_work.wanted[m_current]].size();
  }

  void wait_for_sync() {
    if (m_sync.valid()) m_built.push_back(std::move(*m_sync.get()));
  }

  void report(const MadeRecord& record) {
    ++m_state.done;
    m_state.bytes_in += record.source_bytes;
    m_state.bytes_out += record.rejected ? 0 : record.frame_bytes();
    m_state.shard = m_current + 1;
    m_observer.progress(m_state);
  }

  const Samples& m_samples;
  const ShardWork& m_work;
  MakeAgain m_make_again;
  const ShardStore& m_store;
  ShardWriting m_writing;
  Observer& m_observer;
  std::vector<StagedShard> m_built;
  std::size_t m_current = 0;     // index into m_work.wanted
  std::size_t m_odd = 0;         // oddities that were reported
  std::uint64_t m_left = 0;      // samples of the current shard to come
  StagedShard m_shard;           // the current one
  std::vector<OpenFile> m_open;  // its files, one per set
  std::future<std::shared_ptr<StagedShard>> m_sync;
  ProgressState m_state;
};

/// The samples of the wanted shards, one shard after the other.
std::vector<SampleIndex> wanted_order(const ShardWork& work) {
  std::vector<SampleIndex> order;
  for (const std::size_t shard : work.wanted) {
    const auto samples = samples_of(work, shard);
    order.insert(order.end(), samples.begin(), samples.end());
  }
  return order;
}

/// A record made ahead is used once, so those of samples that come twice are made in their turn.
void forget_repeated(MadeAhead& ahead, std::span<const SampleIndex> order) {
  std::unordered_set<SampleIndex> known;
  for (const SampleIndex sample : order) {
    if (ahead.contains(sample) && !known.insert(sample).second) ahead.erase(sample);
  }
}

}  // namespace

std::vector<StagedShard> build_shards(const Samples& samples, const RecordMaker& maker, const ShardWork& work,
                                      MadeAhead& ahead, const ShardStore& store, const ShardWriting& writing,
                                      const MakeLimits& limits, Observer& observer) {
  const std::vector<SampleIndex> order = wanted_order(work);
  if (work.bad_places == BadPlaces::filled) forget_repeated(ahead, order);  // else none comes twice
  const MakeAgain make_again = [&](std::span<const SampleIndex> again, const DeliverRecord& deliver) {
    MadeAhead none;
    make_records(samples, maker, again, none, {1, limits.memory}, deliver);
  };
  ShardSequence sequence(samples, order.size(), work, make_again, store, writing, observer);
  make_records(samples, maker, order, ahead, limits,
               [&](SampleIndex sample, const MadeRecord& record) { sequence.take(sample, record); });
  return sequence.finish();
}

}  // namespace tfrec
