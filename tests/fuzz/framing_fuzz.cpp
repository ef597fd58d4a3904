// SPDX-License-Identifier: Apache-2.0
// Framing, resync and inflating on any bytes. The promises of tfrecord/reader.hpp are checked: ranges tile
// the file, what is given out is proven, and the count agrees where the framing is sound. The mutator mends
// checksums, for without that no fuzzer gets past a header.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

#include "base/file.hpp"
#include "support/shard_damage.hpp"
#include "tfrecord/count_frames.hpp"

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

void check(const test::ReadBack& back, const FrameCount& count) {
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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const InputFile file = in_memory(bytes);
  Reader reader(file);
  check(test::read_back(reader), count_frames(file));
  const test::ReadBack plain = test::read_back(bytes);
  expect(plain.tiles, "records and damages tile the bytes");
  return 0;
}

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

#ifdef TFREC_FUZZER

namespace {

void mend(std::uint8_t* at, std::string_view covered) {
  const std::uint32_t checksum = mask_crc32c(crc32c(covered));
  std::memcpy(at, &checksum, sizeof checksum);
}

/// Makes a place a header whose payload, where it lies in the file, agrees too.
void plant_frame(std::uint8_t* data, std::size_t size, std::mt19937& random) {
  if (size < k_frame_overhead) return;
  const std::size_t at = random() % (size - k_frame_overhead + 1);
  const std::size_t room = size - at - k_frame_overhead;
  std::uint64_t length = random() % 3 == 0 ? little_endian<std::uint64_t>(reinterpret_cast<char*>(data + at))
                                           : random() % (room + 1);
  if (random() % 16 == 0) length = std::uint64_t{1} << (random() % 64);
  std::memcpy(data + at, &length, sizeof length);
  const char* bytes = reinterpret_cast<const char*>(data + at);
  mend(data + at + 8, {bytes, 8});
  if (length > room || random() % 4 == 0) return;
  mend(data + at + 12 + length, {bytes + 12, static_cast<std::size_t>(length)});
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  std::mt19937 random(seed);
  if (random() % 2 == 0) size = LLVMFuzzerMutate(data, size, max_size);
  const unsigned frames = random() % 4;
  for (unsigned i = 0; i < frames; ++i) plant_frame(data, size, random);
  return size;
}

#endif
