// SPDX-License-Identifier: Apache-2.0
// Sources: the manuals of `gcloud storage`, of Cloud Storage's JSON API (Objects) and of Amazon S3's API
// (ListObjectsV2, HeadObject, GetObjectAttributes).
#include "operations/verify/listing/listed_fields.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text/ascii.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

namespace {

constexpr std::array<std::string_view, 32> k_fields{
    // gcloud storage ls --json
    "url", "type", "metadata.bucket", "metadata.name", "metadata.size", "metadata.crc32c",
    "metadata.timeDeleted", "metadata.softDeleteTime",
    // gcloud storage objects list, also with --raw
    "storage_url", "bucket", "name", "size", "crc32c", "crc32c_hash", "noncurrent_time", "timeDeleted",
    "soft_delete_time", "softDeleteTime",
    // list-objects-v2
    "Key", "Size", "Prefix", "NextToken", "NextContinuationToken", "IsTruncated", "RequestCharged",
    // head-object and get-object-attributes
    "ContentLength", "ChecksumCRC32C", "ETag", "ChecksumType", "ObjectSize", "Checksum.ChecksumCRC32C",
    "Checksum.ChecksumType"};

/// The first of these that the entry has; empty if it has none.
std::string value_of(const ListedFields& fields, std::initializer_list<std::string_view> keys) {
  for (const std::string_view key : keys) {
    if (const auto found = fields.find(key); found != fields.end()) return found->second;
  }
  return {};
}

bool has(const ListedFields& fields, std::string_view key) {
  return fields.contains(key);
}

std::string google_name(const std::string& bucket, const std::string& name, const std::string& url) {
  if (!bucket.empty() && !name.empty()) return "gs://" + bucket + "/" + name;
  return url.empty() ? name : std::string(without_generation(url));
}

/// `ls --json` has the object's facts in "metadata". In other lists that is what users stored with the
/// object.
void add_google_ls(const ListedFields& fields, Listing& listing) {
  if (!value_of(fields, {"metadata.timeDeleted", "metadata.softDeleteTime"}).empty()) return;
  ListedObject object{google_name(value_of(fields, {"metadata.bucket"}), value_of(fields, {"metadata.name"}),
                                  value_of(fields, {"url"}))};
  object.bytes = listed_bytes(value_of(fields, {"metadata.size"}));
  take_listed_crc32c(value_of(fields, {"metadata.crc32c"}), object);
  listing.objects.push_back(std::move(object));
}

void add_google_list(const ListedFields& fields, Listing& listing) {
  const bool is_earlier =
      !value_of(fields, {"timeDeleted", "noncurrent_time", "softDeleteTime", "soft_delete_time"}).empty();
  if (is_earlier) return;
  ListedObject object{google_name(value_of(fields, {"bucket"}), value_of(fields, {"name"}),
                                  value_of(fields, {"url", "storage_url"}))};
  object.bytes = listed_bytes(value_of(fields, {"size"}));
  take_listed_crc32c(value_of(fields, {"crc32c_hash", "crc32c"}), object);
  listing.objects.push_back(std::move(object));
}

/// Stores that do not show the type show uploads in parts by the end of the ETag: "9b2c…-3" in quotes.
bool is_composite(const ListedFields& fields) {
  const std::string type = value_of(fields, {"ChecksumType", "Checksum.ChecksumType"});
  if (!type.empty()) return type == "COMPOSITE";
  const bool has_checksum = has(fields, "ChecksumCRC32C") || has(fields, "Checksum.ChecksumCRC32C");
  return has_checksum && value_of(fields, {"ETag"}).find('-') != std::string::npos;
}

void add_amazon(const ListedFields& fields, Listing& listing) {
  ListedObject object{value_of(fields, {"Key"})};
  object.bytes = listed_bytes(value_of(fields, {"Size", "ContentLength", "ObjectSize"}));
  if (is_composite(fields)) {
    object.is_composite = true;
  } else {
    take_listed_crc32c(value_of(fields, {"ChecksumCRC32C", "Checksum.ChecksumCRC32C"}), object);
  }
  listing.objects.push_back(std::move(object));
}

/// What is shown in place of a checksum that is not shown, as of objects with a customer's key.
bool is_no_checksum(const std::string& text) {
  const std::string lower = lowered(text);
  return text.empty() || lower == "none" || lower.find("encrypted") != std::string::npos;
}

}  // namespace

bool is_listed_field(std::string_view key) {
  return std::find(k_fields.begin(), k_fields.end(), key) != k_fields.end();
}

std::string_view without_generation(std::string_view url) {
  constexpr std::size_t k_least_digits = 12;  // microseconds since 1970 have 16
  std::size_t digits = 0;
  while (digits < url.size() && is_digit(url[url.size() - 1 - digits])) ++digits;
  const bool has_one = digits >= k_least_digits && digits < url.size() && url[url.size() - 1 - digits] == '#';
  return has_one ? url.substr(0, url.size() - 1 - digits) : url;
}

std::optional<std::uint64_t> listed_bytes(std::string_view text) {
  std::uint64_t bytes = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, bytes);
  if (text.empty() || problem != std::errc() || stop != end) return std::nullopt;
  return bytes;
}

void take_listed_crc32c(const std::string& text, ListedObject& object) {
  std::uint32_t crc = 0;
  object.is_composite = text.find("==-") != std::string::npos;
  if (decode_crc32c(text, crc)) {
    object.crc32c = crc;
  } else {
    object.has_invalid_crc32c = !object.is_composite && !is_no_checksum(text);
  }
}

bool add_listed(const ListedFields& fields, Listing& listing) {
  const std::string type = value_of(fields, {"type"});
  if (has(fields, "url") && (type == "prefix" || type == "cloud_bucket")) {
    ++listing.folders;
  } else if (has(fields, "url") && has(fields, "type")) {
    add_google_ls(fields, listing);
  } else if (has(fields, "url") || has(fields, "storage_url") ||
             (has(fields, "name") && has(fields, "bucket"))) {
    add_google_list(fields, listing);
  } else if (has(fields, "Key") || has(fields, "ContentLength") || has(fields, "ObjectSize")) {
    add_amazon(fields, listing);
  } else {
    const bool is_folder = has(fields, "Prefix");
    listing.folders += is_folder ? 1 : 0;
    return is_folder;
  }
  return true;
}

}  // namespace tfrec
