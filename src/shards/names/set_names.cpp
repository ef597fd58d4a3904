// SPDX-License-Identifier: Apache-2.0
#include "shards/names/set_names.hpp"

#include <system_error>

#include "base/error.hpp"
#include "base/names/file_name_problem.hpp"
#include "base/text/ascii.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "shards/names/shard_name.hpp"

namespace tfrec {

std::string problem_of_set_name(std::string_view name) {
  constexpr std::size_t k_longest = 180;  // of a file system's 255 bytes, for numbers, count and extension
  const std::string problem = problem_of_file_name(name, k_longest);
  return problem.empty() && name.find('/') != std::string_view::npos ? "contains a '/'" : problem;
}

void check_set_name(std::string_view name) {
  const std::string reason = problem_of_set_name(name);
  if (reason.empty()) return;
  throw Error(ErrorKind::usage, "", "--name '" + printable(name) + "' " + reason,
              "a plain word works best: --name flowers");
}

std::string set_name_of_folder(const std::filesystem::path& folder) {
  std::error_code failed;
  std::filesystem::path path = std::filesystem::absolute(folder, failed).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  const std::string name = path.filename().string();
  return problem_of_set_name(name).empty() ? name : "data";
}

std::string set_name_of_shard(std::string_view file_name) {
  const auto number = number_in_name(file_name);
  std::string name = number ? std::string(number->stem) : name_without_count(file_name);
  const std::size_t dot = name.find('.', 1);
  if (dot != std::string::npos) name.erase(dot);
  if (!number) {
    while (!name.empty() && is_digit(name.back())) name.pop_back();
    while (!name.empty() && (name.back() == '-' || name.back() == '_')) name.pop_back();
  }
  return problem_of_set_name(name).empty() ? name : std::string();
}

void check_extension(std::string_view extension) {
  constexpr std::size_t k_longest = 32;
  bool good = extension.size() >= 2 && extension.size() <= k_longest && extension.front() == '.';
  for (std::size_t i = 0; good && i < extension.size(); ++i) {
    const char c = extension[i];
    const bool begins = i > 0 && extension[i - 1] == '.';
    good = is_letter(c) || (!begins && is_digit(c)) || (c == '.' && !begins && i + 1 < extension.size());
  }
  if (good) return;
  throw Error(ErrorKind::usage, "", "--extension '" + printable(extension) + "' can't end a shard's name",
              "write a '.' and a word: --extension .tfrecords");
}

std::string counted_shard_name(std::string_view name, std::uint64_t shard, std::uint64_t shards,
                               std::uint64_t records, std::string_view extension) {
  const std::size_t digits = std::max<std::size_t>(2, std::to_string(shards - 1).size());
  std::string file(name);
  if (!file.empty() && is_digit(file.back())) file += '-';
  return file + padded(shard, digits) + "-" + std::to_string(records) + std::string(extension);
}

std::string tfds_shard_name(std::string_view name, std::string_view split, std::uint64_t shard,
                            std::uint64_t shards) {
  const std::string stem =
      std::string(name) + "-" + std::string(split.empty() ? k_tfds_split : split) + ".tfrecord";
  return numbered_name({stem, shard, shards});
}

}  // namespace tfrec
