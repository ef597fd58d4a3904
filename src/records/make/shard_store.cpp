// SPDX-License-Identifier: Apache-2.0
#include "records/make/shard_store.hpp"

#include <array>
#include <cerrno>
#include <functional>
#include <system_error>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/files/atomic_file.hpp"
#include "base/files/file.hpp"
#include "base/text/unique_name.hpp"
#include "shards/manifest/json_field.hpp"
#include "tfrecord/crc32c.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t k_max_record_bytes = 1'000'000'000;
constexpr const char* k_own_crc32c = "crc32c";

Json sums_json(const PixelSums& sums) {
  return {{"pixels", sums.pixels}, {"sum", sums.sum}, {"squares", sums.squares}};
}

std::uint32_t number32(const JsonField& field) {
  const std::uint64_t number = field.number();
  if (number > UINT32_MAX) field.fail("is too large");
  return static_cast<std::uint32_t>(number);
}

std::array<std::uint64_t, 3> three_numbers(const JsonField& field) {
  const std::vector<std::uint64_t> list = field.numbers();
  if (list.size() != 3) field.fail("is not a list of three");
  return {list[0], list[1], list[2]};
}

PixelSums sums_of(const JsonField& field) {
  return {field.member("pixels").number(), three_numbers(field.member("sum")),
          three_numbers(field.member("squares"))};
}

Json json_of(const StagedFile& file) {
  Json json{{"records", file.facts.records}, {"bytes", file.facts.bytes}, {"crc32c", file.facts.crc32c}};
  if (file.sums.pixels > 0) json["sums"] = sums_json(file.sums);
  if (!file.shape.empty()) json["shape"] = file.shape;
  if (!file.mask_pixels.empty()) json["mask_pixels"] = pixels_json(file.mask_pixels);
  return json;
}

StagedFile file_of(const JsonField& field) {
  StagedFile file;
  file.facts = {field.member("records").number(), field.member("bytes").number(),
                number32(field.member("crc32c"))};
  if (field.has("sums")) file.sums = sums_of(field.member("sums"));
  if (field.has("shape")) file.shape = field.member("shape").numbers();
  if (field.has("mask_pixels")) file.mask_pixels = read_pixels(field.member("mask_pixels"));
  return file;
}

/// What the record holds of sources and images goes into the manifest, and no shard's bytes disprove it.
std::uint32_t own_crc32c(Json json) {
  json.erase(k_own_crc32c);
  return crc32c(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::string record_json(const StagedShard& shard, const ShardOrigin& origin) {
  Json json{{"plan", origin.plan}, {"versions", origin.versions}, {"files", Json::array()}};
  for (const StagedFile& file : shard.files) json["files"].push_back(json_of(file));
  json["sources"] = shard.image_crc32c;
  json["bad"] = Json::array();
  for (const BadSample& bad : shard.bad)
    json["bad"].push_back({{"row", bad.sample.value()}, {"reason", bad.reason}});
  json["pictures"] = Json::object();
  for (const auto& [fact, count] : shard.images.entries()) json["pictures"][fact] = count;
  json[k_own_crc32c] = own_crc32c(json);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

StagedShard shard_of(const JsonField& root) {
  StagedShard shard;
  root.member("files").for_each([&](const JsonField& field) { shard.files.push_back(file_of(field)); });
  root.member("sources").for_each(
      [&](const JsonField& field) { shard.image_crc32c.push_back(number32(field)); });
  root.member("bad").for_each([&](const JsonField& field) {
    shard.bad.push_back({SampleIndex(number32(field.member("row"))), field.member("reason").text()});
  });
  for (const auto& [fact, count] : root.member("pictures").counts()) shard.images.add(fact, count);
  return shard;
}

/// Hands a shard's record, and whether it agrees with its own checksum, to `take`; false if there is none,
/// or a damaged one.
bool read_record(const fs::path& file, const std::function<void(const JsonField&, bool)>& take) {
  std::error_code failed;
  if (!fs::is_regular_file(fs::symlink_status(file, failed))) return false;
  try {
    const InputFile input(file);
    const Json json = read_json(input, k_max_record_bytes);
    const JsonField root(json, input.name(), "");
    take(root, root.member(k_own_crc32c).number() == own_crc32c(json));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::bad_data) throw;
    return false;
  }
  return true;
}

void rename_file(const fs::path& from, const fs::path& to) {
  if (::rename(from.c_str(), to.c_str()) != 0)
    throw system_error(errno, to.string(), "cannot rename into place");
}

}  // namespace

std::uint32_t sources_crc32c(const StagedShard& shard) {
  std::uint32_t sum = 0;
  for (const std::uint32_t crc : shard.image_crc32c) sum = crc32c_of_number(crc, sum);
  return sum;
}

fs::path ShardStore::file(std::size_t shard, std::size_t variant) const {
  return m_folder / (std::to_string(shard) + "-" + std::to_string(variant) + ".tfrec");
}

fs::path ShardStore::record(std::size_t shard) const {
  return m_folder / (std::to_string(shard) + ".json");
}

fs::path ShardStore::draft(std::size_t shard, std::size_t variant) const {
  fs::path path = file(shard, variant);
  path += process_suffix();
  return path;
}

void ShardStore::keep(std::size_t shard, StagedShard& made) const {
  for (std::size_t v = 0; v < made.files.size(); ++v) {
    rename_file(made.files[v].file, file(shard, v));
    made.files[v].file = file(shard, v);
  }
  write_file_atomically(record(shard), record_json(made, m_origin));
}

std::optional<StagedShard> ShardStore::find(std::size_t shard) const {
  std::optional<StagedShard> found;
  const auto take = [&](const JsonField& root, bool is_intact) {
    const bool is_ours = is_intact && root.member("plan").text() == m_origin.plan &&
                         root.member("versions").text() == m_origin.versions;
    if (is_ours) found = shard_of(root);
  };
  if (!read_record(record(shard), take) || !found) return std::nullopt;
  for (std::size_t v = 0; v < found->files.size(); ++v) {
    StagedFile& staged = found->files[v];
    staged.file = file(shard, v);
    std::error_code failed;
    if (!fs::is_regular_file(fs::symlink_status(staged.file, failed)) ||
        fs::file_size(staged.file, failed) != staged.facts.bytes || failed)
      return std::nullopt;
  }
  return found;
}

std::optional<std::string> ShardStore::versions_of(std::size_t shard) const {
  std::optional<std::string> versions;
  const bool is_whole = read_record(record(shard), [&](const JsonField& root, bool) {
    if (root.member("plan").text() == m_origin.plan) versions = root.member("versions").text();
  });
  return is_whole ? versions : std::nullopt;
}

void ShardStore::drop(std::size_t shard, std::size_t variants) const {
  ::unlink(record(shard).c_str());
  for (std::size_t v = 0; v < variants; ++v) ::unlink(file(shard, v).c_str());
}

}  // namespace tfrec
