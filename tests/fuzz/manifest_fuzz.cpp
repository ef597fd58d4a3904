// SPDX-License-Identifier: Apache-2.0
// Any bytes as a manifest, which planned.json is too: refused with an Error, or no name in it leads out of
// its folder, and what is written of it is read as the same. As the manifest in OUT, it lets --overwrite
// remove no file of others.
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "fuzz/victims.hpp"
#include "shards/manifest/json_field.hpp"
#include "shards/manifest/manifest.hpp"
#include "shards/publish/existing_set.hpp"
#ifdef TFREC_FUZZER
#include "fuzz/json_mutator.hpp"
#endif

using namespace tfrec;
using fuzz::expect;

namespace {

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

/// Removes what --overwrite would.
void replace(std::string_view text) {
  fuzz::lay_out_victims();
  const fuzz::fs::path out = fuzz::scratch() / "out";
  fuzz::write(out / k_manifest_name, text);
  try {
    for (const std::string& name : look_at_output(out, true).files) fuzz::fs::remove(out / name);
  } catch (const Error& error) {
    expect(error.kind() == ErrorKind::usage && !error.message().empty(), "it is refused");
  }
  fuzz::expect_unharmed();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    check(parse_manifest(text, "manifest.json"));
  } catch (const Error& error) {
    expect(error.kind() == ErrorKind::bad_data && !error.message().empty(), "it is the data that is bad");
    expect(error.path() == "manifest.json", "what is written is sound");
    return 0;
  }
  replace(text);
  return 0;
}

#ifdef TFREC_FUZZER

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  std::vector<std::string> texts = fuzz::hostile_names();
  texts.insert(texts.end(), {"f00-2.tfrec", "train/f00-2.tfrec", "classes.txt", "AAAAAA==", "bytes", "int64",
                             "tfrec-manifest", "names", "ids", "side_files", "shards"});
  fuzz::JsonMutator mutator(seed, std::move(texts));
  return mutator.mutate(data, size, max_size);
}

#endif
