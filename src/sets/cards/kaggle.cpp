// SPDX-License-Identifier: Apache-2.0
#include "sets/cards/kaggle.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/text/ascii.hpp"
#include "base/text/quantity.hpp"
#include "base/text/utf8.hpp"
#include "sets/cards/set_description.hpp"
#include "sets/cards/set_facts.hpp"
#include "sets/input/bad_images.hpp"
#include "sets/input/check_boxes.hpp"
#include "sets/input/drop_missing.hpp"
#include "sets/plan/record_list.hpp"

namespace tfrec {

namespace {

using Json = nlohmann::ordered_json;

// Kaggle's limits, in characters.
constexpr std::size_t k_shortest_title = 6;
constexpr std::size_t k_shortest_slug = 3;
constexpr std::size_t k_longest = 50;

std::string kaggle_title(const std::string& name) {
  std::string title;
  std::size_t characters = 0;
  for (const Utf8Character& character : Utf8Characters(name)) {
    if (++characters > k_longest) break;
    title += character.bytes;
  }
  return characters < k_shortest_title ? title + " images" : title;
}

/// Lower-case letters, digits, and '-' between words.
std::string kaggle_slug(const std::string& title) {
  std::string slug;
  for (const char c : title) {
    if (is_letter(c) || is_digit(c)) {
      slug += lowered(c);
    } else if (!slug.empty() && slug.back() != '-') {
      slug += '-';
    }
  }
  if (slug.ends_with('-')) slug.pop_back();
  if (slug.size() < k_shortest_slug) slug += slug.empty() ? "images" : "-images";
  return slug;
}

/// The columns of a table with this header line.
Json schema_of(std::string_view header) {
  Json fields = Json::array();
  header.remove_suffix(2);  // the line's end
  while (!header.empty()) {
    const std::string_view name = header.substr(0, header.find(','));
    const bool is_number = name == "row" || name == "record";
    fields.push_back({{"name", name}, {"type", is_number ? "integer" : "string"}});
    header.remove_prefix(std::min(header.size(), name.size() + 1));
  }
  return {{"fields", fields}};
}

Json table(const std::string& path, const char* description, std::string_view header) {
  return {{"path", path}, {"description", description}, {"schema", schema_of(header)}};
}

Json side_file(const std::string& name, const Manifest& set) {
  if (name == k_record_list_name) return table(name, "Row and image of each record", k_record_list_header);
  if (name == k_bad_images_name) return table(name, "Bad images that were left out", k_bad_images_header);
  if (name == k_bad_boxes_name) return table(name, "Boxes that were clipped or dropped", k_bad_boxes_header);
  if (name == k_left_out_name)
    return table(name, "Rows that were left out, or stored twice", k_left_out_header);
  for (const ClassColumn& column : set.classes) {
    const std::string of_column = " of column '" + column.column + "'";
    if (name == column.file) {
      return {{"path", name},
              {"description", (column.ids.empty() ? "Class names" : "Class ids and names") + of_column +
                                  ", by ascending id"}};
    }
    if (name == label_map_file(column.file))
      return {{"path", name}, {"description", "Label map: class ids and names" + of_column}};
  }
  return {{"path", name}, {"description", "Read by TensorFlow Datasets"}};
}

Json resources(const Manifest& set) {
  Json files = Json::array();
  files.push_back(
      {{"path", k_manifest_name}, {"description", "Contents of the set, and CRC32C of its shards"}});
  files.push_back({{"path", k_croissant_name}, {"description", "Croissant metadata"}});
  for (const std::string& name : set.all_side_files()) {
    if (!is_card(name)) files.push_back(side_file(name, set));
  }
  for (const ManifestShard& shard : set.shards)
    files.push_back({{"path", shard.path}, {"description", counted(shard.records, "record", "records")}});
  return files;
}

}  // namespace

std::string kaggle_json(const Manifest& set) {
  const std::string title = kaggle_title(set.name);
  const Json json{{"title", title},
                  {"subtitle", one_line_summary(set)},
                  {"description", set_description(set)},
                  {"id", "INSERT_OWNER_SLUG_HERE/" + kaggle_slug(title)},
                  {"licenses", Json::array({{{"name", "unknown"}}})},
                  {"resources", resources(set)}};
  return json.dump(2) + "\n";
}

}  // namespace tfrec
