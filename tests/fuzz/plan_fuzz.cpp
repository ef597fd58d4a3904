// SPDX-License-Identifier: Apache-2.0
// Any bytes as a plan's file: refused with an Error, or lists that fit each other. The bytes are also tried
// with checksums and the hash put right, so that what is behind those is reached, and opened as `tfrec
// finish` opens a plan.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <vector>

#include "base/error.hpp"
#include "base/files/file.hpp"
#include "base/sha256.hpp"
#include "operations/build/open_plan.hpp"
#include "operations/build/plan_file.hpp"
#include "plan.pb.h"
#include "tfrecord/framing.hpp"
#ifdef TFREC_FUZZER
#include "fuzz/wire_mutator.hpp"
#endif

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

/// A file in memory that holds `content`.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view content) : m_fd(::memfd_create("fuzz", MFD_CLOEXEC)) {
    require(m_fd.is_open());
    tfrec::write_all(m_fd.get(), content, "memory");
  }

  std::string path() const { return "/proc/self/fd/" + std::to_string(m_fd.get()); }

 private:
  tfrec::FileDescriptor m_fd;
};

/// All but the last, the hash, by the lengths alone.
std::vector<std::string> payloads_of(std::string_view bytes) {
  std::vector<std::string> payloads;
  while (bytes.size() >= 12) {
    std::uint64_t length = 0;
    for (std::size_t i = 0; i < 8; ++i)
      length |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    const std::string_view payload = bytes.substr(12, length);
    bytes.remove_prefix(std::min<std::size_t>(bytes.size(), 12 + payload.size() + 4));
    if (bytes.size() < 12) break;
    payloads.emplace_back(payload);
  }
  return payloads;
}

/// The payloads with right checksums and as last record their hash.
std::string plan_of(const std::vector<std::string>& payloads) {
  std::string file;
  tfrec::Sha256 hash;
  for (const std::string& payload : payloads) {
    hash.add(payload);
    tfrec::append_frame(file, payload);
  }
  tfrec::proto::PlanRecord last;
  last.set_sha256(hash.hex());
  tfrec::append_frame(file, last.SerializeAsString());
  return file;
}

void check(const tfrec::SavedPart& part) {
  const std::size_t rows = part.rows.size();
  require(rows > 0 && part.images.size() == rows && part.image_bytes.size() == rows);
  for (const std::uint32_t image : part.images) require(image < part.paths.size());
  for (const std::uint16_t split : part.split_of_sample) require(split < part.split_names.size());
  std::uint64_t shards = 0;
  for (const tfrec::SavedSplit& split : part.splits) shards += split.shards;
  require(shards >= part.splits.size() && shards <= rows);
}

void read(std::string_view content) {
  const MemoryFile memory(content);
  try {
    const tfrec::SavedPlan plan = tfrec::read_plan_file(memory.path());
    require(!plan.parts.empty() && plan.parts.size() <= 2 && plan.csv.has_value() != plan.labels.empty());
    for (const tfrec::SavedPart& part : plan.parts) check(part);
  } catch (const tfrec::Error& error) {
    require(error.kind() == tfrec::ErrorKind::bad_data);
    return;
  }
  try {
    tfrec::PlanUse use;
    use.file = memory.path();
    tfrec::open_plan(use);
  } catch (const tfrec::Error& error) {
    require(!error.message().empty());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  read(bytes);
  const std::string right = plan_of(payloads_of(bytes));
  if (right != bytes) read(right);
  return 0;
}

#ifdef TFREC_FUZZER

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  tfrec::fuzz::WireMutator mutator(seed,
                                   {"f", "train", "classes.txt", "bytes", "int64", "count", "tfds", "label"});
  std::vector<std::string> payloads = payloads_of({reinterpret_cast<const char*>(data), size});
  if (payloads.empty() || mutator.below(16) == 0) return LLVMFuzzerMutate(data, size, max_size);
  for (std::size_t changes = 1 + mutator.below(3); changes > 0; --changes)
    mutator.change(payloads[mutator.below(payloads.size())]);
  if (mutator.below(8) == 0) payloads.push_back(payloads[mutator.below(payloads.size())]);
  if (mutator.below(8) == 0) std::swap(payloads.front(), payloads[mutator.below(payloads.size())]);
  const std::string plan = plan_of(payloads);
  if (plan.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::copy(plan.begin(), plan.end(), data);
  return plan.size();
}

#endif
