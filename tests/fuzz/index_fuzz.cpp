// SPDX-License-Identifier: Apache-2.0
// Any bytes as an index file: its entries are what a plain reading of the text gives, is_index() accepts
// frames that follow each other and nothing else, and is_index_of() a list of just the shard's frames.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#include "base/files/file.hpp"
#include "shards/names/index_file.hpp"
#include "tfrecord/framing.hpp"

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

/// Words between blanks, as numbers; nothing more behind one that is no number.
struct PlainReading {
  explicit PlainReading(std::string_view text) {
    constexpr std::string_view k_blanks = " \n\t\r";
    std::vector<std::uint64_t> numbers;
    for (std::size_t at = text.find_first_not_of(k_blanks); at != std::string_view::npos;
         at = text.find_first_not_of(k_blanks, at)) {
      const std::size_t end = std::min(text.find_first_of(k_blanks, at), text.size());
      std::uint64_t value = 0;
      for (const char c : text.substr(at, end - at)) {
        if (c < '0' || c > '9' || value > (UINT64_MAX - static_cast<std::uint64_t>(c - '0')) / 10) return;
        value = 10 * value + static_cast<std::uint64_t>(c - '0');
      }
      at = end;
      numbers.push_back(value);
      if (numbers.size() % 2 == 0) entries.push_back({numbers[numbers.size() - 2], value});
    }
    is_whole = numbers.size() % 2 == 0;
  }

  bool has_frames() const {
    std::uint64_t end = 0;
    for (const IndexEntry& entry : entries) {
      if (entry.offset != end || entry.size < k_frame_overhead || entry.size > UINT64_MAX - end) return false;
      end += entry.size;
    }
    return is_whole;
  }

  std::vector<IndexEntry> entries;
  bool is_whole = false;
};

const std::vector<IndexEntry> k_frames{{0, 17}, {17, 16}, {33, 116}};

std::string shard() {
  std::string bytes;
  for (const IndexEntry& frame : k_frames)
    append_frame(bytes, std::string(frame.size - k_frame_overhead, 'x'));
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const InputFile shard_file = in_memory(shard());
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const InputFile file = in_memory(text);
  const PlainReading plain(text);
  IndexReader reader(file);
  std::vector<IndexEntry> entries;
  while (const auto entry = reader.next()) entries.push_back(*entry);
  expect(entries == plain.entries, "the entries are those of the text");
  expect(is_index(file) == plain.has_frames(), "an index lists frames that follow each other");
  expect(is_index_of(file, shard_file) == (plain.is_whole && plain.entries == k_frames),
         "the index of a shard lists its frames");
  return 0;
}

#ifdef TFREC_FUZZER

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

std::string odd_number(std::mt19937& random) {
  const char* const numbers[] = {"0",
                                 "1",
                                 "15",
                                 "16",
                                 "17",
                                 "33",
                                 "116",
                                 "18446744073709551615",
                                 "18446744073709551600",
                                 "18446744073709551616",
                                 "00000000000000000000000016",
                                 "-1",
                                 "9223372036854775808"};
  if (random() % 2 == 0) return numbers[random() % std::size(numbers)];
  return std::to_string(std::uint64_t{1} << (random() % 64));
}

}  // namespace

/// A word or a line goes, is there twice, or becomes an odd number.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  std::mt19937 random(seed);
  std::string text(reinterpret_cast<const char*>(data), size);
  const std::size_t begin = size == 0 ? 0 : random() % size;
  const std::size_t end = std::min(text.find_first_of(random() % 2 == 0 ? " \n" : "\n", begin), size);
  switch (random() % 4) {
    case 0:
      text.erase(begin, end - begin);
      break;
    case 1:
      text.insert(begin, text.substr(begin, end - begin + 1));
      break;
    case 2:
      text.replace(begin, end - begin, odd_number(random));
      break;
    default:
      return LLVMFuzzerMutate(data, size, max_size);
  }
  if (text.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::ranges::copy(text, data);
  return text.size();
}

#endif
