// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>
#include <set>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/files/file.hpp"
#include "base/text/ascii.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/number.hpp"
#include "dataset/classes/classes.hpp"
#include "dataset/classes/label_map.hpp"
#include "dataset/classes/numbered_classes.hpp"
#include "dataset/table/csv_cell.hpp"
#include "dataset/table/csv_dialect.hpp"
#include "dataset/table/csv_reader.hpp"

namespace tfrec {

namespace {

constexpr std::uint64_t k_most_bytes = std::uint64_t{64} << 20U;
constexpr std::size_t k_longest_header = 100;  // bytes

std::string content_of(const std::filesystem::path& file) {
  struct stat facts {};
  if (::stat(file.c_str(), &facts) != 0 && (errno == ENOENT || errno == ENOTDIR)) {
    throw Error(ErrorKind::usage, file.string(), "no such file");
  }
  if (facts.st_mode != 0 && !S_ISREG(facts.st_mode)) {
    throw Error(ErrorKind::usage, file.string(),
                S_ISDIR(facts.st_mode) ? "is a folder, not a list of classes" : "is not a regular file",
                "--classes takes a file with one class per line, such as an earlier set's classes.txt, or a "
                "label map");
  }
  std::string content = read_whole(file, k_most_bytes);
  if (content.starts_with("\xEF\xBB\xBF")) content.erase(0, 3);
  return content;
}

std::vector<std::string_view> lines_of(std::string_view content) {
  std::vector<std::string_view> lines;
  while (!content.empty()) {
    const std::size_t end = content.find('\n');
    std::string_view line = content.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    content.remove_prefix(end == std::string_view::npos ? content.size() : end + 1);
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

void check_line(std::string_view line, const std::string& place) {
  if (line.empty())
    throw Error(ErrorKind::bad_data, place, "a blank line between classes", "remove the line");
  if (line.find('\0') != std::string_view::npos) {
    throw Error(ErrorKind::bad_data, place, "a NUL byte, which text can't contain",
                "save the file as UTF-8 text");
  }
  if (line.find('\r') != std::string_view::npos) {
    throw Error(ErrorKind::bad_data, place, "a carriage return without a line feed",
                "save the file with one class per line, lines ended by a line feed");
  }
}

}  // namespace

namespace {

/// The places of `id` and `name` in a header of these two columns.
struct IdColumns {
  std::size_t id = 0;
  std::size_t name = 1;
};

std::string_view unquoted(std::string_view cell) {
  while (cell.starts_with(' ')) cell.remove_prefix(1);
  while (cell.ends_with(' ')) cell.remove_suffix(1);
  const bool is_quoted = cell.size() > 1 && cell.starts_with('"') && cell.ends_with('"');
  return is_quoted ? cell.substr(1, cell.size() - 2) : cell;
}

std::optional<IdColumns> id_columns(std::string_view header) {
  const std::size_t delimiter = header.find_first_of(",;\t");
  if (delimiter == std::string_view::npos) return std::nullopt;
  const std::string first = lowered(unquoted(header.substr(0, delimiter)));
  const std::string second = lowered(unquoted(header.substr(delimiter + 1)));
  if (first == "id" && second == "name") return IdColumns{0, 1};
  if (first == "name" && second == "id") return IdColumns{1, 0};
  return std::nullopt;
}

ClassList read_numbered_list(const std::filesystem::path& file, const IdColumns& columns) {
  const InputFile input(file);
  NumberedClasses classes(file.string());
  CsvReader reader(input, find_csv_layout(input, std::nullopt, k_most_bytes));
  reader.next();
  while (reader.next()) {
    const std::uint64_t line = reader.line().value();
    const std::string_view text = reader.cells()[columns.id];
    const WholeNumber id = parse_whole(text);
    if (id.problem != NumberProblem::none) classes.fail(line, "id: " + describe(id.problem, text));
    classes.add(reader.cells()[columns.name], id.value, line);
  }
  return classes.take();
}

/// The id of a line such as "0:daisy".
std::optional<std::int64_t> slim_id(std::string_view line) {
  const std::size_t colon = line.find(':');
  const WholeNumber id = parse_whole(line.substr(0, colon));
  const bool has_id = colon != std::string_view::npos && id.problem == NumberProblem::none;
  return has_id ? std::optional(id.value) : std::nullopt;
}

/// Whether the first lines are numbered from 0 or 1, as TF-Slim's write_label_file() does, or all lines have
/// an id of their own. Names may begin so by chance: "1:1", "4:3".
bool is_slim_list(const std::vector<std::string_view>& lines) {
  const auto first = lines.empty() ? std::nullopt : slim_id(lines.front());
  if (!first) return false;
  if ((*first == 0 || *first == 1) && (lines.size() == 1 || slim_id(lines[1]) == *first + 1)) return true;
  std::set<std::int64_t> ids;
  const auto has_own_id = [&](std::string_view line) {
    const auto id = slim_id(line);
    return id && ids.insert(*id).second;
  };
  const auto is_ratio = [](std::string_view line) {
    return parse_whole(line.substr(line.find(':') + 1)).problem == NumberProblem::none;
  };
  return std::ranges::all_of(lines, has_own_id) && !std::ranges::all_of(lines, is_ratio);
}

ClassList parse_slim_list(const std::vector<std::string_view>& lines, const std::filesystem::path& file) {
  NumberedClasses classes(file.string());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    check_line(lines[i], file.string() + ":" + std::to_string(i + 1));
    const auto id = slim_id(lines[i]);
    if (!id) classes.fail(i + 1, "expected an id and a class, such as '" + std::to_string(i) + ":daisy'");
    std::string_view name = lines[i].substr(lines[i].find(':') + 1);
    while (name.starts_with(' ')) name.remove_prefix(1);
    classes.add(name, *id, i + 1);
  }
  return classes.take();
}

ClassList parse_list(std::string_view content, const std::filesystem::path& file) {
  std::vector<std::string> names;
  std::unordered_map<std::string_view, std::size_t> places;
  for (const std::string_view line : lines_of(content)) {
    const std::string place = file.string() + ":" + std::to_string(names.size() + 1);
    check_line(line, place);
    const auto [earlier, is_new] = places.emplace(line, names.size() + 1);
    if (!is_new) {
      throw Error(ErrorKind::bad_data, place,
                  "class " + in_quotes(line) + " is on line " + std::to_string(earlier->second) + " already",
                  "remove one of them");
    }
    names.emplace_back(line);
  }
  if (names.empty())
    throw Error(ErrorKind::bad_data, file.string(), "has no classes", "write one class per line");
  return ClassList(std::move(names));
}

}  // namespace

ClassesFile read_classes_file(const std::filesystem::path& file) {
  const std::string content = content_of(file);
  if (file.extension() == ".pbtxt" || looks_like_label_map(content)) {
    ClassesFile read{{}, true};
    read.classes = parse_label_map(content, file.string(), &read.display_names);
    return read;
  }
  const std::vector<std::string_view> lines = lines_of(std::string_view(content).substr(0, k_longest_header));
  if (!lines.empty()) {
    if (const auto columns = id_columns(lines.front())) return {read_numbered_list(file, *columns), true};
  }
  if (file.filename() == k_slim_labels_name && is_slim_list(lines_of(content)))
    return {parse_slim_list(lines_of(content), file), true};
  return {parse_list(content, file), false};
}

std::string classes_file_content(const ClassList& classes, bool with_ids) {
  std::string content = with_ids ? "id,name\n" : "";
  for (std::size_t place = 0; place < classes.size(); ++place) {
    const std::string& name = classes.names()[place];
    content += with_ids ? std::to_string(classes.ids().at(place)) + "," + csv_quoted(name) : name;
    content += "\n";
  }
  return content;
}

}  // namespace tfrec
