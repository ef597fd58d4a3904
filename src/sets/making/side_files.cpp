// SPDX-License-Identifier: Apache-2.0
#include "sets/making/side_files.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <system_error>

#include "base/concurrency/stop.hpp"
#include "base/error.hpp"
#include "base/files/file.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "dataset/classes/label_map.hpp"
#include "records/visit/listed_images.hpp"
#include "sets/input/bad_images.hpp"
#include "sets/input/check_boxes.hpp"
#include "sets/input/drop_missing.hpp"
#include "sets/options/earlier_set.hpp"
#include "sets/plan/record_list.hpp"

namespace tfrec {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t k_shown = 60;  // of a class, in bytes

using Names = std::vector<ClassCount>;

/// How a list of classes differs from `names`; empty if it does not. The last line may end without '\n'.
std::string list_difference(std::string_view content, const Names& names) {
  std::size_t line = 0;
  for (; !content.empty(); ++line) {
    const std::size_t end = content.find('\n');
    std::string_view text = content.substr(0, end);
    if (text.ends_with('\r')) text.remove_suffix(1);  // line ends of another system
    content.remove_prefix(end == std::string_view::npos ? content.size() : end + 1);
    if (line < names.size() && text == names[line].name) continue;
    const std::string expected = line < names.size()
                                     ? "'" + printable_excerpt(names[line].name, k_shown) + "'"
                                     : "only " + counted(names.size(), "class", "classes");
    return "has '" + printable_excerpt(text, k_shown) + "' on line " + std::to_string(line + 1) +
           ", the manifest has " + expected;
  }
  if (line == names.size()) return {};
  return "has " + counted(line, "class", "classes") + ", the manifest has " + format_count(names.size());
}

std::string class_list_difference(const InputFile& file, const Names& names) {
  std::uint64_t bytes = 0;
  for (const ClassCount& known : names) bytes += known.name.size() + 2;
  if (file.size() <= bytes) return list_difference(read_whole(file), names);
  // Longer than it can be: no more is read than shows a difference.
  std::string front(bytes + 2 * k_shown, '\0');
  front.resize(file.read_at(0, front));
  return list_difference(front, names);
}

/// How a file that gives ids to classes differs from `wanted`, line by line; ends of lines may be another
/// system's.
std::string numbered_list_difference(const InputFile& file, const std::string& wanted) {
  std::string content(2 * wanted.size() + 1, '\0');
  content.resize(file.read_at(0, content));
  std::erase(content, '\r');
  if (content == wanted) return {};
  const auto same = std::ranges::mismatch(content, wanted).in1;
  return "differs from the manifest's classes on line " +
         std::to_string(std::count(content.begin(), same, '\n') + 1);
}

/// FEATURE.labels.txt, for TensorFlow Datasets, is one of the set's lists again.
std::string labels_difference(const InputFile& file, const Manifest& manifest) {
  std::string difference;
  for (const ClassColumn& column : manifest.classes) {
    if (!column.has_names) continue;
    difference = class_list_difference(file, column.classes);
    if (difference.empty()) break;
  }
  return difference;
}

/// Line ends outside quotes.
std::uint64_t count_lines(const InputFile& file) {
  std::vector<char> buffer(std::size_t{1} << 20);
  std::uint64_t lines = 0;
  bool is_quoted = false;
  std::uint64_t offset = 0;
  while (const std::size_t got = file.read_at(offset, buffer)) {
    throw_if_stopped();
    for (const char c : std::span(buffer).first(got)) {
      if (c == '"') is_quoted = !is_quoted;
      if (c == '\n' && !is_quoted) ++lines;
    }
    offset += got;
  }
  return lines;
}

/// `header` ends in CR and LF, which need not be the file's.
std::string table_difference(const InputFile& file, std::string_view header, std::uint64_t rows) {
  header.remove_suffix(2);
  std::string front(header.size() + 1, '\0');
  front.resize(file.read_at(0, front));
  if (!front.starts_with(header) || (front.back() != '\r' && front.back() != '\n'))
    return "does not begin with the line '" + std::string(header) + "'";
  const std::uint64_t lines = count_lines(file);
  if (lines == rows + 1) return {};
  return "has " + counted(lines == 0 ? 0 : lines - 1, "line", "lines") +
         " below its header, the manifest has " + format_count(rows);
}

std::string record_list_difference(const InputFile& file, const Manifest& manifest) {
  std::string difference = table_difference(file, k_record_list_header, manifest.records);
  if (!difference.empty() || !manifest.record_list_crc32c) return difference;
  if (checksum_of_list(file) == *manifest.record_list_crc32c) return {};
  return "was changed: its checksum is not the manifest's";
}

/// What is wrong with a file that is there; empty if nothing is.
std::string difference(const InputFile& file, const std::string& name, const Manifest& manifest) {
  if (name == k_record_list_name) return record_list_difference(file, manifest);
  if (name == k_bad_images_name) return table_difference(file, k_bad_images_header, manifest.bad_images);
  if (name == k_bad_boxes_name) return table_difference(file, k_bad_boxes_header, manifest.bad_box_lines);
  if (name == k_left_out_name) return table_difference(file, k_left_out_header, manifest.left_out_rows);
  if (name.ends_with(k_labels_ending)) return labels_difference(file, manifest);
  for (const ClassColumn& column : manifest.classes) {
    if (!column.has_names) continue;
    const ClassList classes = class_list(column, label_base_of(manifest));
    if (name == label_map_file(column.file))
      return numbered_list_difference(file, label_map_content(classes));
    if (column.file != name) continue;
    if (!column.ids.empty()) return numbered_list_difference(file, classes_file_content(classes, true));
    if (std::string problem = class_list_difference(file, column.classes); !problem.empty()) return problem;
  }
  return {};
}

}  // namespace

bool is_compared(const std::string& name, const Manifest& manifest) {
  if (name == k_record_list_name || name == k_bad_images_name || name == k_bad_boxes_name ||
      name == k_left_out_name)
    return true;
  return std::ranges::any_of(manifest.classes, [&](const ClassColumn& column) {
    return column.has_names &&
           (name.ends_with(k_labels_ending) || name == column.file || name == label_map_file(column.file));
  });
}

std::vector<SideFileProblem> side_file_problems(const fs::path& folder, const Manifest& manifest) {
  std::vector<SideFileProblem> problems;
  for (const std::string& name : manifest.all_side_files()) {
    std::error_code failed;
    const fs::file_status status = fs::status(folder / name, failed);
    if (status.type() == fs::file_type::not_found) {
      problems.push_back({name, "is missing"});
      continue;
    }
    if (fs::status_known(status) && !fs::is_regular_file(status)) {
      problems.push_back({name, "is not a regular file"});
      continue;
    }
    try {
      const InputFile file(folder / name);
      if (std::string message = difference(file, name, manifest); !message.empty())
        problems.push_back({name, std::move(message)});
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::machine) throw;
      problems.push_back({name, printable(error.message()), true});
    }
  }
  return problems;
}

}  // namespace tfrec
