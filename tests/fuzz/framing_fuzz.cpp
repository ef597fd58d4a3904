// SPDX-License-Identifier: Apache-2.0
// Framing, resync, salvage and inflating on any bytes. The promises of tfrecord/reading/reader.hpp are
// checked: ranges tile the file, what is given out is proven by the bytes that are there, and the count
// agrees where the framing is sound. The mutator fixes checksums, for without that no fuzzer gets past a
// header.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

#include "base/files/file.hpp"
#include "support/data/shard_damage.hpp"
#include "tfrecord/reading/count_frames.hpp"
#include "tfrecord/reading/salvage.hpp"

using namespace tfrec;

namespace {

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

InputFile in_memory(std::string_view bytes) {
  FileDescriptor file(memfd_create("fuzz", MFD_CLOEXEC));
  expect(file.is_open(), "memfd_create");
  write_all(file.get(), bytes, "fuzz");
  return InputFile(std::move(file), "fuzz");
}

void check(const InputFile& file) {
  Reader reader(file);
  const test::ReadBack back = test::read_back(reader);
  const FrameCount count = count_frames(file);
  const bool is_plain = sniff_compression(file) == Compression::none;
  expect(!is_plain || back.bytes == file.size(), "a plain file is read to its end");
  expect(back.tiles, "records and damages tile the file");
  for (std::size_t i = 1; i < back.records.size(); ++i) {
    expect(back.records[i].index > back.records[i - 1].index, "indexes rise");
  }
  if (back.damages.empty()) {
    expect(!count.damage && count.records == back.records.size(), "the count of a sound file");
    expect(count.bytes == back.bytes, "the bytes of a sound file");
  }
  for (const test::ReadBack::Found& record : back.records) {
    expect(record.offset + k_frame_footer_bytes + record.payload.size() <= back.bytes,
           "records lie in the file");
  }
}

bool is_sound_frame(std::string_view frame, std::string_view payload) {
  return frame.size() == payload.size() + k_frame_overhead && announced_length(frame) == payload.size() &&
         frame.substr(k_frame_header_bytes, payload.size()) == payload &&
         payload_agrees(payload, frame.substr(k_frame_header_bytes + payload.size()));
}

/// A kept record whose header is damaged: from `begin` on is its payload with its checksum, then a whole
/// header or the end of the file.
std::uint64_t end_of_repaired(std::string_view bytes, std::uint64_t begin, std::string_view payload) {
  const std::uint64_t end = begin + payload.size() + k_frame_footer_bytes;
  expect(end <= bytes.size(), "a repaired record lies in the file");
  expect(bytes.substr(begin, payload.size()) == payload, "a repaired record's payload is there");
  expect(payload_agrees(payload, bytes.substr(begin + payload.size())), "its checksum agrees");
  expect(end == bytes.size() || announced_length(bytes.substr(end)), "a second witness");
  return end;
}

std::optional<Anchors> anchors_of(std::string_view bytes, HeaderTrust trust) {
  if (trust == HeaderTrust::payload) return std::nullopt;
  Reader reader(test::memory_source(bytes), trust);
  return find_anchors(reader);
}

/// No record that is not proven, none inside another, nothing left out unsaid.
void check_salvage(std::string_view bytes, HeaderTrust trust) {
  struct Kept {
    std::string payload;
    bool is_repaired;
  };
  std::map<std::uint64_t, Kept> kept;
  const std::optional<Anchors> anchors = anchors_of(bytes, trust);
  Reader reader(test::memory_source(bytes), trust);
  const auto keep = [&](const Record& record, std::string_view frame) {
    expect(is_sound_frame(frame, record.payload), "what is written is a sound frame");
    const bool is_repaired = record.frame.empty();
    if (!is_repaired)
      expect(bytes.substr(record.offset, frame.size()) == frame, "a sound frame is in the file");
    expect(kept.empty() || kept.rbegin()->first < record.offset, "records come in order");
    kept[record.offset] = {std::string(record.payload), is_repaired};
  };
  const Salvaged salvaged = salvage(reader, keep, anchors ? &*anchors : nullptr);
  std::uint64_t proven = 0;
  for (const ProvenRange& range : salvaged.proven) proven += range.records;
  expect(!anchors || proven == kept.size(), "each record of a strict salvage has a reason");
  expect(salvaged.kept == kept.size() && salvaged.bytes == bytes.size(), "records and bytes are counted");
  if (salvaged.lost.count > DamageList::k_most_listed || salvaged.repaired.count > DamageList::k_most_listed)
    return;
  std::map<std::uint64_t, std::uint64_t> ends;  // of the ranges that make up the file, by where they begin
  for (const Damage& lost : salvaged.lost.listed) ends[lost.offset] = lost.offset + lost.length;
  for (const Damage& repaired : salvaged.repaired.listed) {
    expect(kept.contains(repaired.offset) && kept[repaired.offset].is_repaired,
           "only headers of kept records are repaired");
    expect(!anchors || is_half_right(bytes.substr(repaired.offset), kept[repaired.offset].payload.size()),
           "a strict salvage keeps no record without half of a header");
    ends[repaired.offset] =
        end_of_repaired(bytes, repaired.offset + repaired.length, kept[repaired.offset].payload);
  }
  for (const auto& [offset, record] : kept) {
    if (!record.is_repaired) ends[offset] = offset + record.payload.size() + k_frame_overhead;
    expect(ends.contains(offset), "each damaged header is reported");
  }
  std::uint64_t position = 0;
  for (const auto& [begin, end] : ends) {
    expect(begin == position, "what is kept and what is lost make up the file");
    position = end;
  }
  expect(position == bytes.size(), "to its end");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const InputFile file = in_memory(bytes);
  check(file);
  // The bytes of any other file were read just now.
  if (sniff_compression(file) != Compression::none)
    expect(test::read_back(bytes).tiles, "records and damages tile the bytes");
  check_salvage(bytes, HeaderTrust::payload);
  check_salvage(bytes, HeaderTrust::half);
  return 0;
}

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

#ifdef TFREC_FUZZER

namespace {

void fix_checksum(std::uint8_t* at, std::string_view covered) {
  const std::uint32_t checksum = mask_crc32c(crc32c(covered));
  std::memcpy(at, &checksum, sizeof checksum);
}

/// Makes a place a header whose payload, where it lies in the file, agrees too.
void plant_frame(std::uint8_t* data, std::size_t size, std::minstd_rand& random) {
  if (size < k_frame_overhead) return;
  const std::size_t at = random() % (size - k_frame_overhead + 1);
  const std::size_t room = size - at - k_frame_overhead;
  std::uint64_t length = random() % 3 == 0 ? little_endian<std::uint64_t>(reinterpret_cast<char*>(data + at))
                                           : random() % (room + 1);
  if (random() % 16 == 0) length = std::uint64_t{1} << (random() % 64);
  std::memcpy(data + at, &length, sizeof length);
  const char* bytes = reinterpret_cast<const char*>(data + at);
  fix_checksum(data + at + 8, {bytes, 8});
  if (length > room || random() % 4 == 0) return;
  fix_checksum(data + at + 12 + length, {bytes + 12, static_cast<std::size_t>(length)});
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  std::minstd_rand random(seed);
  // Room for dozens of frames; each byte more is one more place where a header may begin, in each pass.
  constexpr std::size_t k_most_bytes = 1'024;
  max_size = std::min(max_size, k_most_bytes);
  size = std::min(size, max_size);
  if (random() % 2 == 0) size = LLVMFuzzerMutate(data, size, max_size);
  const unsigned frames = random() % 4;
  for (unsigned i = 0; i < frames; ++i) plant_frame(data, size, random);
  return size;
}

#endif
