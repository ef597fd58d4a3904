// SPDX-License-Identifier: Apache-2.0
#include "shards/manifest/json_field.hpp"

#include <algorithm>
#include <filesystem>

#include "base/text/printable.hpp"

namespace tfrec {

using Json = nlohmann::ordered_json;

nlohmann::ordered_json read_json(const InputFile& input, std::uint64_t max_bytes) {
  return parse_json(read_whole(input, max_bytes), input.name());
}

nlohmann::ordered_json parse_json(std::string_view text, const std::string& name) {
  constexpr int k_deepest = 100;  // what tfrec writes is 5 deep
  const auto check = [&](int depth, Json::parse_event_t event, const Json&) {
    const bool opens =
        event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start;
    if (opens && depth >= k_deepest) throw Error(ErrorKind::bad_data, name, "is nested too deeply");
    return true;
  };
  Json json = Json::parse(text, check, false);
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
