// SPDX-License-Identifier: Apache-2.0
#include "base/names/file_name_problem.hpp"

#include <algorithm>

#include "base/text/ascii.hpp"
#include "base/text/printable.hpp"

namespace tfrec {

bool looks_like_count(std::string_view text) {
  for (std::size_t dash = text.find('-'); dash != std::string_view::npos; dash = text.find('-', dash + 1)) {
    const auto rest = text.substr(dash + 1);
    const auto end = std::find_if_not(rest.begin(), rest.end(), is_digit);
    if (end != rest.end() && *end == '.') return true;
  }
  return false;
}

std::string problem_of_file_name(std::string_view name, std::size_t longest) {
  if (name.empty()) return "is empty";
  if (name.size() > longest) return "is longer than " + std::to_string(longest) + " bytes";
  if (name.front() == '.' || name.front() == '-') return "starts with '" + std::string(1, name.front()) + "'";
  if (printable(name) != name) return "contains a character that can't be shown";
  if (looks_like_count(name))
    return "contains a '-', digits and a '.', which readers take for the record count";
  return {};
}

}  // namespace tfrec
