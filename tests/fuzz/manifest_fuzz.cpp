// SPDX-License-Identifier: Apache-2.0
// Any bytes as a manifest, which planned.json is too: refused with an Error, or no name in it leads out of
// its folder, and what is written of it is read as the same.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "shards/manifest/json_field.hpp"
#include "shards/manifest/manifest.hpp"
#ifdef TFREC_FUZZER
#include "fuzz/json_mutator.hpp"
#endif

using namespace tfrec;

namespace {

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

void check(const Manifest& manifest) {
  std::set<std::string> paths;
  for (const ManifestShard& shard : manifest.shards) {
    expect(stays_in_folder(shard.path), "a shard's path stays in the folder");
    expect(paths.insert(shard.path).second, "a shard is listed once");
    std::uint32_t crc32c = 0;
    expect(decode_crc32c(encode_crc32c(shard.crc32c), crc32c) && crc32c == shard.crc32c, "a checksum");
  }
  for (const std::string& file : manifest.all_side_files())
    expect(stays_in_folder(file), "a side file's path stays in the folder");
  const std::string written = manifest_json(manifest);
  expect(manifest_json(parse_manifest(written, "written")) == written, "what is written is read as the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    check(parse_manifest({reinterpret_cast<const char*>(data), size}, "manifest.json"));
  } catch (const Error& error) {
    expect(error.kind() == ErrorKind::bad_data && !error.message().empty(), "it is the data that is bad");
    expect(error.path() == "manifest.json", "what is written is sound");
  }
  return 0;
}

#ifdef TFREC_FUZZER

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  fuzz::JsonMutator mutator(
      seed, {"f00-2.tfrec", "train/f00-2.tfrec", "classes.txt", "notes.txt", "AAAAAA==", "bytes", "int64",
             "tfrec-manifest", "names", "ids", "side_files", "shards"});
  return mutator.mutate(data, size, max_size);
}

#endif
