// SPDX-License-Identifier: Apache-2.0
#include "shards/manifest/json_field.hpp"

#include <algorithm>
#include <filesystem>

#include "base/text/printable.hpp"

namespace tfrec {

using Json = nlohmann::ordered_json;

namespace {

/// How many brackets are open at most. A parser's callback could count them too, but with one nlohmann's
/// parser looks at all earlier elements of a list after each.
int depth_of(std::string_view text) {
  int depth = 0;
  int deepest = 0;
  bool is_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') is_string = !is_string;
    if (is_string && c == '\\') ++i;
    if (is_string) continue;
    if (c == '[' || c == '{') deepest = std::max(deepest, ++depth);
    if (c == ']' || c == '}') --depth;
  }
  return deepest;
}

}  // namespace

nlohmann::ordered_json read_json(const InputFile& input, std::uint64_t max_bytes) {
  return parse_json(read_whole(input, max_bytes), input.name());
}

nlohmann::ordered_json parse_json(std::string_view text, const std::string& name) {
  constexpr int k_deepest = 100;  // what tfrec writes is 5 deep
  if (depth_of(text) > k_deepest) throw Error(ErrorKind::bad_data, name, "is nested too deeply");
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) throw Error(ErrorKind::bad_data, name, "is not JSON");
  return json;
}

bool stays_in_folder(const std::string& path) {
  const std::filesystem::path parsed(path);
  if (path.empty() || path.find('\0') != std::string::npos || parsed.is_absolute()) return false;
  return std::none_of(parsed.begin(), parsed.end(), [](const std::filesystem::path& part) {
    return part == ".." || part == "." || part.empty();
  });
}

std::string path_in_folder(const JsonField& field) {
  const std::string path = field.text();
  if (!stays_in_folder(path)) field.fail("'" + printable(path) + "' leaves the manifest's folder");
  return path;
}

}  // namespace tfrec
