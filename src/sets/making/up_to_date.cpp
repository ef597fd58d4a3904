// SPDX-License-Identifier: Apache-2.0
#include "sets/making/up_to_date.hpp"

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>

#include <nlohmann/json.hpp>

#include "base/concurrency/parallel_for.hpp"
#include "base/error.hpp"
#include "base/files/file.hpp"
#include "base/text/number.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "dataset/table/csv_cell.hpp"
#include "dataset/table/csv_table.hpp"
#include "sets/input/drop_missing.hpp"
#include "sets/making/set_difference.hpp"
#include "sets/making/side_files.hpp"
#include "sets/options/earlier_set.hpp"
#include "sets/plan/describe_set.hpp"
#include "sets/plan/equal_rows.hpp"
#include "shards/manifest/json_field.hpp"
#include "shards/manifest/manifest.hpp"
#include "shards/read_back.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t k_second = 1'000'000'000;
constexpr const char* k_changed = " is not as it was written";

/// The first shard that does not have its checksum; empty if all do.
std::string changed_shard(const fs::path& out, const Manifest& manifest, unsigned threads) {
  std::vector<char> same(manifest.shards.size(), 1);
  parallel_for(same.size(), threads, [&](std::size_t i) {
    const ManifestShard& shard = manifest.shards[i];
    same[i] = static_cast<char>(reads_back(out / shard.path, {shard.records, shard.bytes, shard.crc32c}));
  });
  const auto changed = std::ranges::find(same, 0) - same.begin();
  if (changed == std::ssize(same)) return {};
  return printable(manifest.shards[static_cast<std::size_t>(changed)].path) + k_changed;
}

/// checksum_of_sources() of the images as they are now. A build does not read those that --equal drops.
std::string checksum_of_images(const std::vector<BuildPart>& parts, const std::vector<LeftOutRow>& by_equal) {
  std::vector<std::vector<std::uint32_t>> crcs;
  for (const BuildPart& part : parts) {
    const Samples& samples = part.samples();
    crcs.push_back(read_image_checksums(samples, samples.all().list(), part.prepared->options.threads));
  }
  for (const SampleIndex sample : dropped_samples(parts.front().samples(), by_equal))
    crcs.front()[sample.value()] = 0;
  return checksum_of_sources(crcs);
}

/// Those of the set's left-out.csv; which they are follows from the fingerprint.
std::vector<LeftOutRow> rows_by_equal(const fs::path& out, const Manifest& manifest) {
  if (manifest.option("equal") == nullptr || manifest.left_out_rows == 0) return {};
  return read_equal_rows(out / k_left_out_name);
}

/// How the rows that are left out differ from those of the set.
std::string left_out_difference(const fs::path& out, const Manifest& manifest,
                                const std::vector<LeftOutRow>& rows) {
  if (manifest.left_out_rows != rows.size()) {
    return "it left out " + counted(manifest.left_out_rows, "row", "rows") + ", now " +
           format_count(rows.size());
  }
  if (rows.empty()) return {};
  std::string listed = read_whole(InputFile(out / k_left_out_name));
  std::string wanted = left_out_csv(rows);
  for (std::string* text : {&listed, &wanted}) std::erase(*text, '\r');  // line ends of another system
  return listed == wanted ? "" : std::string(k_left_out_name) + " lists other rows or reasons";
}

/// Whether --keep-splits finds the images of a set. One that is only replaced need not record how it was
/// made.
bool stores_image_names(const Manifest& set, const std::string& file) {
  if (std::ranges::find(set.side_files, k_record_list_name) != set.side_files.end()) return true;
  try {
    return image_name_feature(earlier_set(set, file)).has_value();
  } catch (const Error&) {
    return false;
  }
}

/// False, with errno, where it can't be set.
bool set_time(const fs::path& file, std::int64_t nanoseconds, int flags) {
  const timespec time{nanoseconds / k_second, nanoseconds % k_second};
  const timespec times[2] = {time, time};
  return ::utimensat(AT_FDCWD, file.c_str(), times, flags) == 0;
}

}  // namespace

std::int64_t file_clock_now() {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME_COARSE, &now);
  return std::int64_t{now.tv_sec} * k_second + now.tv_nsec;
}

void set_modified(const fs::path& file, std::int64_t nanoseconds) {
  if (!set_time(file, nanoseconds, AT_SYMLINK_NOFOLLOW))
    throw system_error(errno, file.string(), "cannot set its time");
}

bool set_modified_if_allowed(const fs::path& file, std::int64_t nanoseconds) {
  if (set_time(file, nanoseconds, 0)) return true;
  if (errno == EROFS || errno == EPERM || errno == EACCES) return false;
  throw system_error(errno, file.string(), "cannot set its time");
}

std::string damage_of_set(const fs::path& out, const Manifest& manifest, bool by_checksum, unsigned threads) {
  std::error_code failed;
  for (const ManifestShard& shard : manifest.shards) {
    const std::uintmax_t bytes = fs::file_size(out / shard.path, failed);
    if (failed == std::errc::no_such_file_or_directory) return printable(shard.path) + " is missing";
    if (failed || bytes != shard.bytes) return printable(shard.path) + k_changed;
  }
  if (by_checksum) {
    if (std::string changed = changed_shard(out, manifest, threads); !changed.empty()) return changed;
  }
  const std::vector<SideFileProblem> problems = side_file_problems(out, manifest);
  return problems.empty() ? std::string() : printable(problems.front().file) + " " + problems.front().message;
}

std::string excess_of_bad_images(const Manifest& manifest, const std::vector<BuildPart>& parts) {
  const BadLimit& limit = parts.front().prepared->options.max_bad;
  const bool is_allowed = manifest.bad_images <= limit.of(count_samples(parts));
  return is_allowed ? "" : "it leaves out more bad images than --max-bad allows now";
}

Comparison compare_with_set(const fs::path& out, const std::vector<BuildPart>& parts,
                            const std::string& fingerprint) {
  const fs::path file = out / k_manifest_name;
  const Manifest manifest = read_manifest(file);
  if (!manifest.is_from_images()) return {false, "it was made from other shards by 'tfrec reshard'"};
  const std::int64_t made = InputFile(file).modified_ns();
  const PreparedBuild& first = *parts.front().prepared;
  if (manifest.fingerprint != fingerprint) {
    Manifest earlier = manifest;
    Manifest wanted = describe_input(first);
    if (!first.options.splits.keep.empty() && wanted.option("keep-splits") == nullptr) {  // of its own set
      for (Manifest* set : {&earlier, &wanted}) set->options.emplace_back("keep-splits", std::string());
    }
    const SetDifference found = set_difference(earlier, wanted, *first.input->samples, made,
                                               "cells of its rows differ, or names or sizes of images");
    return {false, found.text, false, found.may_deal_anew && stores_image_names(manifest, file.string())};
  }
  const bool by_checksum = first.options.overwrite && first.options.reread;
  if (const std::string damage = damage_of_set(out, manifest, by_checksum, first.options.threads);
      !damage.empty())
    return {false, damage, true};
  // If a clock was wrong and the manifest is from the future, its time does not show what is newer.
  const bool is_newer = std::any_of(parts.begin(), parts.end(),
                                    [&](const BuildPart& part) { return part.samples().newest_ns >= made; });
  const bool compare = is_newer || made > file_clock_now();
  const std::vector<LeftOutRow> by_equal = rows_by_equal(out, manifest);
  if (compare && checksum_of_images(parts, by_equal) != manifest.sources) {
    const std::string newer = newer_image(*first.input->samples, made);
    return {false, "an image has changed" + (newer.empty() ? "" : "; " + newer)};
  }
  if (const std::string excess = excess_of_bad_images(manifest, parts); !excess.empty())
    return {false, excess};
  const std::string difference =
      left_out_difference(out, manifest, merged_rows(first.input->left_out, by_equal));
  return {difference.empty(), difference};
}

std::string plan_difference(const fs::path& file, const Manifest& planned, const Samples& samples) {
  try {
    const Manifest manifest = read_manifest(file);
    if (manifest.plan == planned.plan) return {};
    return set_difference(manifest, planned, samples, InputFile(file).modified_ns(),
                          "cells of its rows differ, or names of images, or its shards")
        .text;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::bad_data) throw;
    return "its " + file.filename().string() + " is damaged: " + error.message();
  }
}

std::string report_of_set(const fs::path& out) {
  const InputFile input(out / k_manifest_name);
  nlohmann::ordered_json json = read_json(input, k_max_manifest_bytes);
  json["bad"] = nlohmann::ordered_json::array();
  std::error_code failed;
  if (fs::exists(out / k_bad_images_name, failed)) {
    read_csv_table(out / k_bad_images_name)->for_each([&](RowIndex, std::span<const std::string_view> cells) {
      json["bad"].push_back({{"row", parse_whole(cells[0]).value},
                             {"image", restored(cells[1])},
                             {"reason", restored(cells[2])}});
    });
  }
  if (fs::exists(out / k_left_out_name, failed)) {
    read_csv_table(out / k_left_out_name)->for_each([&](RowIndex, std::span<const std::string_view> cells) {
      json["left_out"].push_back({{"row", parse_whole(cells[0]).value},
                                  {"image", restored(cells[1])},
                                  {"action", restored(cells[2])}});
    });
  }
  if (fs::exists(out / k_bad_boxes_name, failed)) {
    read_csv_table(out / k_bad_boxes_name)->for_each([&](RowIndex, std::span<const std::string_view> cells) {
      json["bad_boxes"].push_back({{"row", parse_whole(cells[0]).value},
                                   {"image", restored(cells[1])},
                                   {"reason", restored(cells[2])},
                                   {"action", restored(cells[3])}});
    });
  }
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace tfrec
