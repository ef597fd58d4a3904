// SPDX-License-Identifier: Apache-2.0
#include "shards/manifest/json_field.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "base/text/printable.hpp"

namespace tfrec {

namespace {

constexpr std::size_t k_deepest = 100;  // what tfrec writes is 5 deep

bool is_nested_too_deeply(std::string_view json) {
  std::size_t depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_text) {
      if (c == '\\') ++i;
      in_text = c != '"';
    } else if (c == '"') {
      in_text = true;
    } else if (c == '[' || c == '{') {
      if (++depth > k_deepest) return true;
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}

}  // namespace

nlohmann::ordered_json read_json(const InputFile& input, std::uint64_t max_bytes) {
  return parse_json(read_whole(input, max_bytes), input.name());
}

nlohmann::ordered_json parse_json(std::string_view text, const std::string& name) {
  if (is_nested_too_deeply(text)) throw Error(ErrorKind::bad_data, name, "is nested too deeply");
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(text, nullptr, false);
  if (json.is_discarded()) throw Error(ErrorKind::bad_data, name, "is no JSON");
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
