// SPDX-License-Identifier: Apache-2.0
#include "sets/making/up_to_date.hpp"

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>

#include <nlohmann/json.hpp>

#include "base/files/file.hpp"
#include "base/text/joined.hpp"
#include "base/text/number.hpp"
#include "base/text/printable.hpp"
#include "dataset/table/csv_cell.hpp"
#include "dataset/table/csv_table.hpp"
#include "sets/input/record_options.hpp"
#include "sets/making/side_files.hpp"
#include "shards/manifest/json_field.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t k_second = 1'000'000'000;

std::string text_of(const OptionValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "on" : "off";
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  if (const auto* real = std::get_if<double>(&value)) return nlohmann::json(*real).dump();
  if (const auto* text = std::get_if<std::string>(&value)) return printable(*text);
  return joined(std::get<std::vector<std::string>>(value), ",", printable);
}

/// The first option in which the sets differ; empty if none does.
std::string option_difference(const Manifest& earlier, const PreparedBuild& wanted) {
  const RecordedOptions options = recorded_options(wanted.options, *wanted.input, wanted.layout);
  for (const auto& [name, value] : options) {
    const OptionValue* known = earlier.option(name);
    const std::string before = known == nullptr ? "not given" : text_of(*known);
    if (before != text_of(value)) return "--" + name + " was " + before + ", now " + text_of(value);
  }
  for (const auto& known : earlier.options) {
    const bool still = std::any_of(options.begin(), options.end(),
                                   [&](const auto& option) { return option.first == known.first; });
    if (!still) return "--" + known.first + " was " + text_of(known.second) + ", now not given";
  }
  if (earlier.name != wanted.options.name) return "its name was " + printable(earlier.name);
  if (earlier.seed != wanted.options.seed) return "its seed was " + std::to_string(earlier.seed);
  return {};
}

/// What is wrong with a file of the set; empty if all are as they should be. Shards by size alone.
std::string changed_file(const fs::path& out, const Manifest& manifest) {
  std::error_code failed;
  for (const ManifestShard& shard : manifest.shards) {
    if (fs::file_size(out / shard.path, failed) != shard.bytes || failed)
      return printable(shard.path) + " is not as it was written";
  }
  const std::vector<SideFileProblem> problems = side_file_problems(out, manifest);
  return problems.empty() ? std::string() : printable(problems.front().file) + " " + problems.front().message;
}

/// checksum_of_sources() of the images as they are now.
std::string checksum_of_images(PreparedParts parts) {
  std::vector<std::vector<std::uint32_t>> crcs;
  for (const auto& part : parts) {
    const Samples& samples = *part->input->samples;
    crcs.push_back(read_image_checksums(samples, samples.all().list(), part->options.threads));
  }
  return checksum_of_sources(crcs);
}

}  // namespace

std::int64_t file_clock_now() {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME_COARSE, &now);
  return std::int64_t{now.tv_sec} * k_second + now.tv_nsec;
}

void set_modified(const fs::path& file, std::int64_t nanoseconds) {
  const timespec time{nanoseconds / k_second, nanoseconds % k_second};
  const timespec times[2] = {time, time};
  if (::utimensat(AT_FDCWD, file.c_str(), times, 0) != 0)
    throw system_error(errno, file.string(), "cannot set its time");
}

Comparison compare_with_set(const fs::path& out, PreparedParts parts, const std::string& fingerprint) {
  const fs::path file = out / k_manifest_name;
  const Manifest manifest = read_manifest(file);
  if (!manifest.is_from_images()) return {false, "it was made from other shards by 'tfrec reshard'"};
  if (manifest.fingerprint != fingerprint) {
    const std::string difference = option_difference(manifest, *parts.front());
    return {false, difference.empty() ? "its features, rows or images differ" : difference};
  }
  if (const std::string changed = changed_file(out, manifest); !changed.empty()) return {false, changed};
  // If a clock was wrong and the manifest is from the future, its time does not show what is newer.
  const std::int64_t made = InputFile(file).modified_ns();
  const bool is_newer = std::any_of(
      parts.begin(), parts.end(), [&](const auto& part) { return part->input->samples->newest_ns >= made; });
  const bool compare = is_newer || made > file_clock_now();
  if (compare && checksum_of_images(parts) != manifest.sources) return {false, "an image has changed"};
  std::uint64_t count = 0;
  for (const auto& part : parts) count += part->input->samples->size();
  if (manifest.bad_images > parts.front()->options.max_bad.of(count))
    return {false, "it leaves out more bad images than --max-bad allows now"};
  return {true, {}};
}

std::string plan_difference(const fs::path& file, const std::string& plan, const PreparedBuild& wanted) {
  try {
    const Manifest manifest = read_manifest(file);
    if (manifest.plan == plan) return {};
    const std::string difference = option_difference(manifest, wanted);
    return difference.empty() ? "its features, rows, images or shards differ" : difference;
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
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace tfrec
