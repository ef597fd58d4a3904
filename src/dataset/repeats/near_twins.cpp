// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/names/folded_name.hpp"
#include "base/text/number.hpp"
#include "dataset/classes/classes.hpp"

namespace tfrec {

namespace {

/// The key under which twins meet. Numbers meet by value, so that "-1" and "1" stay apart.
std::string key_of(const std::string& name) {
  const RealNumber number = parse_real(name);
  if (number.problem != NumberProblem::none) return name_skeleton(name);
  const WholeNumber whole = parse_whole(name);
  std::array<char, 40> text{};
  if (whole.problem == NumberProblem::none) {
    std::snprintf(text.data(), text.size(), "#%lld", static_cast<long long>(whole.value));
  } else if (number.value > -1e15 && number.value < 1e15 &&
             number.value == static_cast<double>(static_cast<long long>(number.value))) {
    std::snprintf(text.data(), text.size(), "#%lld", static_cast<long long>(number.value));
  } else {
    std::snprintf(text.data(), text.size(), "#%.17g", number.value);
  }
  return text.data();
}

}  // namespace

std::vector<std::vector<std::string>> near_twins(const std::vector<std::string>& names) {
  std::unordered_map<std::string, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < names.size(); ++i) groups[key_of(names[i])].push_back(i);
  std::vector<std::vector<std::size_t>> twins;
  for (auto& [key, members] : groups) {
    if (members.size() > 1) twins.push_back(std::move(members));
  }
  std::sort(twins.begin(), twins.end());
  std::vector<std::vector<std::string>> named;
  for (const std::vector<std::size_t>& members : twins) {
    named.emplace_back();
    for (const std::size_t i : members) named.back().push_back(names[i]);
  }
  return named;
}

}  // namespace tfrec
