// SPDX-License-Identifier: Apache-2.0
// Any bytes as the listing of a bucket: refused with an Error, or compared, each shard with one verdict.
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "base/error.hpp"
#include "operations/verify/listing/compare_listing.hpp"
#ifdef TFREC_FUZZER
#include "fuzz/json_mutator.hpp"
#endif

namespace {

using namespace tfrec;

void require(bool holds) {
  if (!holds) std::abort();
}

/// Two shards in split folders, one beside them; sizes that short listings can show.
ShardSet set_of_three() {
  ShardSet set;
  set.manifest.emplace();
  set.manifest->shards = {{"train/a.tfrec", "train", "", 1, 11, 0x01020304, ""},
                          {"val/a.tfrec", "val", "", 1, 12, 0x01020305, ""},
                          {"b.tfrec", "", "", 1, 11, 0x01020306, ""}};
  return set;
}

void check(const Listing& listing) {
  const ShardSet set = set_of_three();
  VerifyResult result;
  ListingComparison comparison(listing, result);
  comparison.add(set);
  comparison.finish();
  const ListingFacts& facts = *result.listing;
  require(result.files.size() == 3 && result.ok == result.problems.empty());
  require(facts.checked + facts.without_crc32c + facts.composite + result.problems.size() == 3);
  require(facts.others <= listing.objects.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::stringbuf bytes(std::string(reinterpret_cast<const char*>(data), size));
  try {
    check(tfrec::read_listing(bytes, "listing"));
  } catch (const tfrec::Error& error) {
    require(error.kind() == tfrec::ErrorKind::bad_data);
  }
  return 0;
}

#ifdef TFREC_FUZZER

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  fuzz::JsonMutator mutator(seed, {"train/a.tfrec", "b.tfrec", "gs://b/x/b.tfrec#1", "11", "AQIDBA==",
                                   "AQIDBQ==-2", "Key", "Size", "name", "metadata", "url", "ContentLength",
                                   "ChecksumCRC32C", "ChecksumType", "COMPOSITE", "Contents", "timeDeleted"});
  return mutator.mutate(data, size, max_size);
}

#endif
