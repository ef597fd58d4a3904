// SPDX-License-Identifier: Apache-2.0
// Mutations of JSON files that leave most of them JSON: values of hostile kinds, keys that are missing or
// there twice, lists that lost or repeat an element, values of other types.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace tfrec::fuzz {

class JsonMutator {
 public:
  using Json = nlohmann::ordered_json;

  /// `texts` are values of the file's own kind: names, keys, paths.
  JsonMutator(unsigned seed, std::vector<std::string> texts) : m_random(seed), m_texts(std::move(texts)) {}

  /// In place of LLVMFuzzerMutate; bytes that are not JSON, and some that are, get its mutations.
  std::size_t mutate(std::uint8_t* data, std::size_t size, std::size_t max_size) {
    Json json = parsed({reinterpret_cast<const char*>(data), size});
    if (json.is_discarded() || one_in(16)) return LLVMFuzzerMutate(data, size, max_size);
    for (std::size_t changes = 1 + below(3); changes > 0; --changes) change(json);
    std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
    std::memcpy(data, text.data(), text.size());
    last() = {std::move(text), std::move(json)};
    return last().text.size();
  }

 private:
  struct Mutated {
    std::string text;
    Json json;
  };

  static Mutated& last() {
    static Mutated mutated;
    return mutated;
  }

  /// Most inputs are what was made last, and parsing is most of the work.
  static Json parsed(std::string_view text) {
    if (text.empty() || text != last().text) return Json::parse(text, nullptr, false);
    last().text.clear();
    return std::move(last().json);
  }

  std::size_t below(std::size_t end) { return m_random() % end; }
  bool one_in(std::size_t cases) { return below(cases) == 0; }

  static void collect(Json& json, std::vector<Json*>& nodes) {
    nodes.push_back(&json);
    for (Json& child : json) {
      if (json.is_structured()) collect(child, nodes);
    }
  }

  void change(Json& root) {
    std::vector<Json*> nodes;
    collect(root, nodes);
    Json& node = *nodes[below(nodes.size())];
    switch (below(8)) {
      case 0:
        return void(node = Json(*nodes[below(nodes.size())]));
      case 1:
        return void(node = Json::array({node}));
      case 2:
        return void(node = Json{{text(), node}});
      case 3:
        return void(node = hostile());
      default:
        break;
    }
    if (auto* list = node.get_ptr<Json::array_t*>()) return change_list(*list);
    if (auto* object = node.get_ptr<Json::object_t*>()) return change_object(*object);
    if (auto* held = node.get_ptr<std::string*>()) return change_text(*held);
    if (node.is_number_unsigned()) return void(node = changed(node.get<std::uint64_t>()));
    node = hostile();
  }

  template <class List>
  void change_list(List& list) {
    if (list.empty()) return list.push_back(hostile());
    const std::size_t at = below(list.size());
    const auto position = list.begin() + static_cast<std::ptrdiff_t>(at);
    if (one_in(2)) {
      list.erase(position);
    } else {
      list.push_back(Json(list[at]));
    }
  }

  void change_object(Json::object_t& object) {
    if (object.empty() || one_in(8)) return void(object.emplace_back(text(), hostile()));
    const std::size_t at = below(object.size());
    std::vector<std::pair<std::string, Json>> members(object.begin(), object.end());
    switch (below(4)) {
      case 0:
        members.push_back(members[at]);
        break;  // the key twice
      case 1:
        members[at].first = text();
        break;
      case 2:
        std::swap(members[at].second, members[below(members.size())].second);
        break;
      default:
        members.erase(members.begin() + static_cast<std::ptrdiff_t>(at));
        break;
    }
    object = {};
    for (auto& [key, value] : members) object.emplace_back(key, std::move(value));
  }

  void change_text(std::string& held) {
    const std::size_t at = below(held.size() + 1);
    switch (below(4)) {
      case 0:
        held = text();
        break;
      case 1:
        held.insert(at, text());
        break;
      case 2:
        held.insert(at, 1, static_cast<char>(below(128)));
        break;
      default:
        held.erase(at, 1 + below(4));
        break;
    }
  }

  std::uint64_t changed(std::uint64_t number) {
    constexpr std::array<std::uint64_t, 8> k_odd{
        0, 1, 255, 65'536, UINT32_MAX, std::uint64_t{1} << 32U, INT64_MAX, UINT64_MAX};
    switch (below(4)) {
      case 0:
        return k_odd[below(k_odd.size())];
      case 1:
        return number + 1;
      case 2:
        return number - 1;
      default:
        return number ^ (std::uint64_t{1} << below(64));
    }
  }

  std::string text() {
    constexpr std::array<std::string_view, 12> k_odd{"",          ".",           "..",        "/",
                                                     "../victim", "/etc/passwd", "a/../../b", "%2e%2e/x",
                                                     "\x1b[31m",  "\xff",        "\n",        "'\"<"};
    return one_in(2) ? m_texts[below(m_texts.size())] : std::string(k_odd[below(k_odd.size())]);
  }

  Json hostile() {
    switch (below(9)) {
      case 0:
        return nullptr;
      case 1:
        return one_in(2);
      case 2:
        return -static_cast<std::int64_t>(below(1U << 31U));
      case 3:
        return 1e300;
      case 4:
        return Json::array();
      case 5:
        return Json::object();
      case 6:
        return text();
      default:
        return changed(below(1000));
    }
  }

  std::minstd_rand m_random;
  std::vector<std::string> m_texts;
};

}  // namespace tfrec::fuzz
