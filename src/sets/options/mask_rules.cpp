// SPDX-License-Identifier: Apache-2.0
#include "sets/options/mask_rules.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <span>

#include "base/error.hpp"
#include "base/text/in_quotes.hpp"
#include "base/text/number.hpp"
#include "dataset/classes/classes.hpp"
#include "dataset/table/csv_table.hpp"
#include "sets/options/columns_named.hpp"

namespace tfrec {

namespace {

constexpr std::int64_t k_most_id = 65'535;

/// Whole numbers of 0 to `most`, between commas; the text after the last one is left in `text`.
std::optional<std::int64_t> take_number(std::string_view& text, std::int64_t most) {
  const std::size_t comma = std::min(text.find(','), text.size());
  const WholeNumber number = parse_whole(text.substr(0, comma));
  text.remove_prefix(std::min(comma + 1, text.size()));
  const bool fits = number.problem == NumberProblem::none && number.value >= 0 && number.value <= most;
  return fits ? std::optional(number.value) : std::nullopt;
}

std::vector<std::size_t> color_columns(const Table& table, const std::vector<std::string>& names) {
  try {
    return columns_named(table, names, "--mask-colors");
  } catch (const Error& error) {  // whose hint are columns, and the option takes a file
    throw Error(error.kind(), table.source(), error.message(), "make its first line: id,r,g,b");
  }
}

std::vector<std::string> read_colors(const std::filesystem::path& file) {
  const auto table = read_csv_table(file);
  const std::vector<std::string> names{"id", "r", "g", "b"};
  const std::vector<std::size_t> columns = color_columns(*table, names);
  std::vector<std::string> colors;
  std::set<std::string> known;
  table->for_each([&](RowIndex row, std::span<const std::string_view> cells) {
    std::string color;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const WholeNumber number = parse_whole(cells[columns[i]]);
      const std::int64_t most = i == 0 ? k_most_id : 255;
      if (number.problem != NumberProblem::none || number.value < 0 || number.value > most) {
        throw Error(ErrorKind::bad_data, table->place(row),
                    "column " + in_quotes(names[i]) + ": " + in_quotes(std::string(cells[columns[i]])) +
                        " is not a whole number from 0 to " + std::to_string(most));
      }
      color += (i == 0 ? "" : ",") + std::to_string(number.value);
    }
    if (!known.insert(color.substr(color.find(','))).second)
      throw Error(ErrorKind::bad_data, table->place(row), "lists a colour a second time");
    colors.push_back(std::move(color));
  });
  if (colors.empty()) throw Error(ErrorKind::bad_data, file.string(), "lists no colour");
  return colors;
}

std::vector<std::string> read_classes(const std::string& from) {
  const WholeNumber count = parse_whole(from);
  if (count.problem == NumberProblem::none) {
    if (count.value < 1 || count.value > k_most_id + 1)
      throw Error(ErrorKind::usage, "", "--mask-classes: a number of classes is from 1 to 65536");
    return {from};
  }
  const ClassList classes = read_classes_file(from).classes;
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (classes.ids().at(i) < 0 || classes.ids().at(i) > k_most_id) {
      throw Error(ErrorKind::bad_data, from,
                  "class " + in_quotes(classes.names()[i]) + " has an id that no pixel of a mask can have",
                  "use ids from 0 to 65535");
    }
    lines.push_back(std::to_string(classes.ids().at(i)) + "," + classes.names()[i]);
  }
  return lines;
}

Error malformed(const char* option, const std::string& entry) {
  return Error(ErrorKind::bad_data, "", std::string(option) + " has a malformed entry " + in_quotes(entry));
}

std::map<std::uint32_t, std::uint16_t> color_map(const std::vector<std::string>& colors) {
  std::map<std::uint32_t, std::uint16_t> ids;
  for (const std::string& entry : colors) {
    std::string_view rest = entry;
    const auto id = take_number(rest, k_most_id);
    const auto red = take_number(rest, 255);
    const auto green = take_number(rest, 255);
    const auto blue = take_number(rest, 255);
    if (!id || !red || !green || !blue) throw malformed("--mask-colors", entry);
    ids[static_cast<std::uint32_t>(*red << 16 | *green << 8 | *blue)] = static_cast<std::uint16_t>(*id);
  }
  return ids;
}

std::vector<bool> allowed_ids(const std::vector<std::string>& classes) {
  if (classes.size() == 1 && classes.front().find(',') == std::string::npos) {
    std::string_view text = classes.front();
    const auto count = take_number(text, k_most_id + 1);
    if (!count) throw malformed("--mask-classes", classes.front());
    return std::vector<bool>(static_cast<std::size_t>(*count), true);
  }
  std::vector<bool> allowed;
  for (const std::string& entry : classes) {
    std::string_view rest = entry;
    const auto id = take_number(rest, k_most_id);
    if (!id) throw malformed("--mask-classes", entry);
    allowed.resize(std::max(allowed.size(), static_cast<std::size_t>(*id) + 1));
    allowed[static_cast<std::size_t>(*id)] = true;
  }
  return allowed;
}

}  // namespace

void read_mask_files(MaskOptions& options) {
  if (!options.colors_file.empty()) options.colors = read_colors(options.colors_file);
  if (!options.classes_from.empty()) options.classes = read_classes(options.classes_from);
}

MaskRules mask_rules(const MaskOptions& masks, std::uint64_t max_pixels) {
  MaskRules rules;
  rules.orientation = masks.orientation;
  rules.ignore = static_cast<std::uint16_t>(masks.ignore);
  rules.colors = color_map(masks.colors);
  rules.allowed = allowed_ids(masks.classes);
  rules.bits = masks.bits == 16 ? 16 : 8;
  rules.max_pixels = max_pixels;
  return rules;
}

}  // namespace tfrec
