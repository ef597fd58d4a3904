// SPDX-License-Identifier: Apache-2.0
#include "records/make/make_records.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/concurrency/ordered_stages.hpp"
#include "base/concurrency/stop.hpp"
#include "base/error.hpp"
#include "base/sandbox/sandbox.hpp"
#include "base/text/shell_word.hpp"
#include "image/decode_memory.hpp"
#include "image/facts/image_facts.hpp"
#include "image/refusal.hpp"
#include "tfrecord/crc32c.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_kept_capacity = std::size_t{4}
                                        << 20;  // larger buffers are given back after each record

struct Slot {
  std::string source;
  std::vector<std::string> companions;         // as Samples::companions
  std::vector<std::vector<std::string>> rows;  // the cells of each
  MadeRecord made;
  bool ready_made = false;
};

/// What a buffer holds may stay: the next record is made over it.
void give_back_large(std::string& buffer) {
  if (buffer.capacity() > k_kept_capacity) std::string().swap(buffer);  // = {} would keep the capacity
}

class RecordRun {
 public:
  RecordRun(const Samples& samples, const RecordMaker& maker, std::span<const SampleIndex> order,
            MadeAhead& ahead)
      : m_samples(samples), m_maker(maker), m_order(order), m_ahead(ahead) {}

  void run(const MakeLimits& limits, const DeliverRecord& deliver) {
    StageLimits stage_limits;
    stage_limits.workers = limits.threads;
    // Reading waits for storage, not for a core: enough readers to hide 20 ms behind every image.
    stage_limits.readers = std::clamp(16 * limits.threads, 32U, 128U);
    stage_limits.window = stage_limits.readers + std::size_t{4} * limits.threads;
    stage_limits.bytes = limits.memory;
    m_slots.resize(stage_limits.window);
    m_buffers.resize(std::max(1U, limits.threads));
    const Stages stages{[this](std::size_t place) { return m_samples.source_bytes(m_order[place]); },
                        [this](std::size_t place, std::size_t slot) {
                          const std::uint64_t needed =
                              named(place, [&] { return read(place, m_slots[slot]); });
                          return needed + read_rows(place, m_slots[slot]);  // a fault of it is the table's
                        },
                        [this](std::size_t place, std::size_t slot, unsigned worker) {
                          stay_confined();  // a fault of it is the machine's
                          return named(place, [&] { return work(place, m_slots[slot], m_buffers[worker]); });
                        },
                        [&](std::size_t place, std::size_t slot) {
                          throw_if_stopped();
                          named(place, [&] { return require_equal_shapes(m_slots[slot].made); });
                          deliver(m_order[place], m_slots[slot].made);
                          for (RecordVariant& variant : m_slots[slot].made.variants)
                            give_back_large(variant.frame);
                        }};
    run_ordered(m_order.size(), stages, stage_limits);
  }

 private:
  Error changed(const InputFile& file) const {
    const bool is_planned = m_samples.modified_ns.empty();
    if (is_planned && !file.has_changed()) {
      return Error(ErrorKind::bad_data, file.name(), "has another size than when it was planned",
                   "make a new plan");
    }
    return Error(ErrorKind::machine, file.name(), "changed while the set was made",
                 "once nothing changes it, run the same command again");
  }

  /// Runs a stage of one record; an Error of it gets the row, and the path of the image or of its companion.
  template <class Stage>
  std::uint64_t named(std::size_t place, const Stage& stage) const {
    try {
      return stage();
    } catch (const Error& error) {
      const SampleIndex sample = m_order[place];
      const bool is_of_companion = m_samples.is_companion(sample, error.path());
      const std::string path =
          is_of_companion ? error.path() : (m_samples.folder.root / m_samples.image_path(sample)).string();
      const std::string row = m_samples.place(sample);
      const std::string where = row == path ? "" : " (" + row + ")";  // equal for rows of a folder
      throw Error(error.kind(), path, error.message() + where, error.hint());
    }
  }

  std::uint64_t read(std::size_t place, Slot& slot) {
    const SampleIndex sample = m_order[place];
    // Only found, never inserted or erased, while the stages run: safe from every reader.
    const auto found = m_ahead.find(sample);
    slot.ready_made = found != m_ahead.end();
    if (slot.ready_made) {
      slot.made = std::move(found->second);
      return 0;
    }
    const InputFile file = m_samples.open(sample);
    slot.made.source_bytes = file.size();
    slot.made.source_crc32c = 0;
    const std::uint64_t of_companions = m_samples.source_bytes(sample) - m_samples.image_bytes[sample];
    slot.made.rejected = refused_by_file_size(file.size() + of_companions);
    slot.ready_made = slot.made.rejected.has_value();  // and never read
    if (slot.ready_made) return 0;
    read_whole(file, slot.source);
    // The plan and the set's fingerprint know the file as it was found.
    if (!m_samples.is_as_found(sample, file)) throw changed(file);
    slot.made.source_crc32c = crc32c(slot.source);
    const ImageFacts facts = image_facts(slot.source);
    return bytes_to_decode(facts) + slot.source.size() + read_companions(sample, slot);
  }

  /// Returns the memory that they will take.
  std::uint64_t read_companions(SampleIndex sample, Slot& slot) {
    std::uint64_t bytes = 0;
    slot.companions.resize(m_samples.companions.size());
    for (std::size_t i = 0; i < slot.companions.size(); ++i) {
      const InputFile file = m_samples.open_companion(i, sample);
      if (file.size() != m_samples.companions[i].bytes[sample]) throw changed(file);
      read_whole(file, slot.companions[i]);
      if (!m_samples.is_companion_as_found(i, sample, file)) throw changed(file);
      slot.made.source_bytes += file.size();
      slot.made.source_crc32c = crc32c(slot.companions[i], slot.made.source_crc32c);
      bytes += bytes_to_decode(image_facts(slot.companions[i])) + slot.companions[i].size();
    }
    return bytes;
  }

  /// Not left to the workers: they read nothing. Returns the memory that the rows take.
  std::uint64_t read_rows(std::size_t place, Slot& slot) const {
    if (slot.ready_made) return 0;
    slot.rows = m_samples.table.cells_of(m_samples.rows_of(m_order[place]));
    std::uint64_t bytes = 0;
    for (const auto& cells : slot.rows) {
      for (const std::string& cell : cells) bytes += sizeof(std::string) + cell.size();
    }
    return bytes;
  }

  std::uint64_t work(std::size_t place, Slot& slot, MakerBuffers& buffers) const {
    if (!slot.ready_made) {
      const SampleIndex sample = m_order[place];
      const auto rows = std::exchange(slot.rows, {});
      m_maker.make({rows, m_samples.image_path(sample), slot.source, m_samples.id(sample), slot.companions},
                   buffers, slot.made);
      give_back_large(slot.source);
      for (std::string& companion : slot.companions) give_back_large(companion);
    }
    return slot.made.frame_bytes();
  }

  /// Raw values carry no shape of their own, so readers could not separate images of unequal size.
  std::uint64_t require_equal_shapes(const MadeRecord& made) {
    if (made.rejected || !m_maker.layout().needs_equal_sizes()) return 0;
    m_first_shapes.resize(made.variants.size());
    for (std::size_t i = 0; i < made.variants.size(); ++i) {
      const Shape& shape = made.variants[i].shape;
      if (m_first_shapes[i].empty()) m_first_shapes[i] = shape;
      if (shape != m_first_shapes[i]) throw unequal(made, shape, m_first_shapes[i]);
    }
    return 0;
  }

  using Shape = std::vector<std::uint64_t>;  // height, width, channels, as raw values are stored

  std::string hint_for(const MadeRecord& made, const Shape& shape, const Shape& first) const {
    const bool is_array = made.report.source.format == ImageFormat::unknown;
    if (is_array || first.size() != 3) return "convert all arrays to one shape first";
    const std::string size = sides_text(std::array{first[1], first[0]});
    if (m_maker.layout().like_earlier)
      return "convert all images to one shape first: --like uses the sizes of the earlier set";
    if (shape[0] == first[0] && shape[1] == first[1])
      return "convert all images to the same channels with --color rgb or --color gray";
    return "resize all images with " + shell_option("--size", size);
  }

  Error unequal(const MadeRecord& made, const Shape& shape, const Shape& first) const {
    return Error(ErrorKind::bad_data, "",
                 "its shape is " + sides_text(shape) + ", others have " + sides_text(first) +
                     "; raw values need one shape",
                 hint_for(made, shape, first));
  }

  const Samples& m_samples;
  const RecordMaker& m_maker;
  const std::span<const SampleIndex> m_order;
  MadeAhead& m_ahead;
  std::vector<Slot> m_slots;
  std::vector<MakerBuffers> m_buffers;
  std::vector<Shape> m_first_shapes;  // by set
};

}  // namespace

void make_records(const Samples& samples, const RecordMaker& maker, std::span<const SampleIndex> order,
                  MadeAhead& ahead, const MakeLimits& limits, const DeliverRecord& deliver) {
  RecordRun(samples, maker, order, ahead).run(limits, deliver);
}

}  // namespace tfrec
