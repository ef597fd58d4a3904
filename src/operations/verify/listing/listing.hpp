// SPDX-License-Identifier: Apache-2.0
// The objects of a bucket, as the command-line tools of object stores list them.
#pragma once

#include <cstdint>
#include <optional>
#include <streambuf>
#include <string>
#include <vector>

namespace tfrec {

struct ListedObject {
  std::string name;  // "gs://bucket/folder/a.tfrec", of S3 "folder/a.tfrec"; empty: the listing shows none
  std::optional<std::uint64_t> bytes{};
  std::optional<std::uint32_t> crc32c{};  // of the whole object
  bool has_invalid_crc32c = false;        // a text that is no checksum is shown
  bool is_composite = false;              // its CRC32C is one of checksums of parts, so it has none
};

struct Listing {
  std::vector<ListedObject> objects;
  std::uint64_t folders = 0;  // shown without the objects in them
  bool is_text_cut = false;   // a listing that is text lacks its last line
  /// The last name of a page that states that another one follows, if that one is not there.
  std::optional<std::string> open_page{};
};

/// Reads what these print, also several of them one after another: `gcloud storage ls --json`, `gcloud
/// storage objects list --format=json`, `gsutil ls -L`, `gcloud storage ls -L`, `aws s3api list-objects-v2`,
/// `head-object` and `get-object-attributes`. Earlier versions of objects are left out. `name` is used in
/// messages. Throws Error (bad_data) if it is empty, cut off, or none of them.
Listing read_listing(std::streambuf& bytes, const std::string& name);

/// What a listing is asked to be, for hints.
inline constexpr const char* k_listing_hint =
    "--listing reads the output of `gcloud storage ls --json --recursive`, `gcloud storage objects list "
    "--format=json`, `gsutil ls -L`, `aws s3api list-objects-v2` and `aws s3api head-object`";

}  // namespace tfrec
