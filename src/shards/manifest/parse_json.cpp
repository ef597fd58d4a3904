// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/text/printable.hpp"
#include "base/text/quantity.hpp"
#include "shards/manifest/json_field.hpp"

namespace tfrec {

namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t k_deepest = 100;               // what tfrec writes is 5 deep
constexpr std::uint64_t k_most_values = 10'000'000;  // of a file; one takes up to 48 bytes
constexpr std::size_t k_shown_key = 60;              // bytes

/// The value that nlohmann's parser reads, as its own would be: but that one searches all earlier keys of an
/// object for each key, and has no limits.
class JsonBuilder : public nlohmann::json_sax<OrderedJson> {
 public:
  OrderedJson value;
  std::string problem;

  bool null() override { return add(nullptr); }
  bool boolean(bool held) override { return add(held); }
  bool number_integer(number_integer_t held) override { return add(held); }
  bool number_unsigned(number_unsigned_t held) override { return add(held); }
  bool number_float(number_float_t held, const string_t&) override { return add(held); }
  bool string(string_t& held) override { return add(std::move(held)); }
  bool binary(binary_t&) override { return fail("is not JSON"); }
  bool start_object(std::size_t) override { return open(OrderedJson::object()); }
  bool start_array(std::size_t) override { return open(OrderedJson::array()); }
  bool key(string_t& name) override {
    m_key = std::move(name);
    return true;
  }
  bool end_array() override {
    m_open.pop_back();
    return true;
  }
  bool end_object() override {
    const std::string* twice = repeated_key(*m_open.back()->get_ptr<const OrderedJson::object_t*>());
    m_open.pop_back();
    return twice == nullptr || fail("has key '" + printable_excerpt(*twice, k_shown_key) + "' twice");
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
    return fail("is not JSON");
  }

 private:
  bool fail(std::string what) {
    problem = std::move(what);
    return false;
  }

  bool is_within_limit() {
    return ++m_values <= k_most_values || fail("has more than " + format_count(k_most_values) + " values");
  }

  bool add(OrderedJson added) {
    if (!is_within_limit()) return false;
    place(std::move(added));
    return true;
  }

  bool open(OrderedJson container) {
    if (m_open.size() == k_deepest) return fail("is nested too deeply");
    if (!is_within_limit()) return false;
    m_open.push_back(&place(std::move(container)));
    return true;
  }

  /// What is open does not move: nothing is added beside it until it is closed.
  OrderedJson& place(OrderedJson added) {
    if (m_open.empty()) return value = std::move(added);
    OrderedJson& into = *m_open.back();
    if (auto* object = into.get_ptr<OrderedJson::object_t*>())
      return object->emplace_back(std::move(m_key), std::move(added)).second;
    into.get_ptr<OrderedJson::array_t*>()->push_back(std::move(added));
    return into.back();
  }

  static const std::string* repeated_key(const OrderedJson::object_t& object) {
    std::vector<const std::string*> keys;
    keys.reserve(object.size());
    for (const auto& member : object) keys.push_back(&member.first);
    std::ranges::sort(keys, {}, [](const std::string* key) -> const std::string& { return *key; });
    const auto twice = std::ranges::adjacent_find(
        keys, {}, [](const std::string* key) -> const std::string& { return *key; });
    return twice == keys.end() ? nullptr : *twice;
  }

  std::vector<OrderedJson*> m_open;  // the innermost last
  std::string m_key;
  std::uint64_t m_values = 0;
};

}  // namespace

nlohmann::ordered_json read_json(const InputFile& input, std::uint64_t max_bytes) {
  return parse_json(read_whole(input, max_bytes), input.name());
}

nlohmann::ordered_json parse_json(std::string_view text, const std::string& name) {
  JsonBuilder builder;
  if (!OrderedJson::sax_parse(text, &builder)) throw Error(ErrorKind::bad_data, name, builder.problem);
  return std::move(builder.value);
}

}  // namespace tfrec
