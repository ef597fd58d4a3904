// SPDX-License-Identifier: Apache-2.0
#include "operations/verify/read_spec.hpp"

#include <set>
#include <system_error>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/text/printable.hpp"
#include "shards/manifest/json_field.hpp"
#include "shards/manifest/manifest.hpp"

namespace tfrec {

namespace {

using Json = nlohmann::ordered_json;

ListKind kind_of(const JsonField& field) {
  const std::string word = field.text();
  if (const auto kind = list_kind_named(word)) return *kind;
  field.fail("'" + printable_excerpt(word, 60) + "' is none of bytes, float, int64");
}

/// Whether records may be without the feature: stated, or because fewer than `records` have it.
bool is_optional(const JsonField& entry, std::uint64_t records) {
  if (entry.has("optional")) return entry.member("optional").flag();
  return entry.has("in_records") && entry.member("in_records").number() < records;
}

FeatureRule rule_of(const JsonField& entry, std::uint64_t records) {
  FeatureRule rule;
  rule.name = entry.member("name").text();
  rule.kind = kind_of(entry.member("kind"));
  rule.min_length = entry.has("min_length") ? entry.member("min_length").number() : 0;
  rule.max_length = entry.has("max_length") ? entry.member("max_length").number()
                                            : std::numeric_limits<std::uint64_t>::max();
  if (rule.min_length > rule.max_length) entry.member("min_length").fail("is more than 'max_length'");
  rule.optional = is_optional(entry, records);
  return rule;
}

std::vector<FeatureRule> rules_of_list(const JsonField& list, std::uint64_t records) {
  std::vector<FeatureRule> rules;
  list.for_each([&](const JsonField& entry) { rules.push_back(rule_of(entry, records)); });
  return rules;
}

std::vector<FeatureRule> rules_in_short(const Json& json, const std::string& file) {
  std::vector<FeatureRule> rules;
  for (const auto& [name, value] : json.items()) {
    const JsonField field(value, file, name);
    const std::string text = field.text();
    const auto rule = parse_rule(name, text);
    if (!rule) {
      field.fail("'" + printable_excerpt(text, 60) +
                 "' is not a rule; write bytes, int64[3], float[1-5], int64[] or bytes?");
    }
    rules.push_back(*rule);
  }
  return rules;
}

/// Examples that `inspect --json` counted; 0 in a manifest.
std::uint64_t inspected_examples(const JsonField& root) {
  if (!root.has("files")) return 0;
  std::uint64_t examples = 0;
  root.member("files").for_each([&](const JsonField& file) { examples += file.member("examples").number(); });
  return examples;
}

std::vector<FeatureRule> rules_of(const Json& json, const std::string& file) {
  const JsonField root(json, file, "");
  if (json.is_array()) return rules_of_list(root, 0);
  if (!json.is_object()) throw Error(ErrorKind::bad_data, file, "is neither a JSON object nor a list");
  const auto schema = json.find("schema");
  if (schema == json.end() || !schema->is_array()) return rules_in_short(json, file);
  return rules_of_list(root.member("schema"), inspected_examples(root));
}

}  // namespace

ExampleSpec read_spec(const std::filesystem::path& file) {
  std::error_code failed;
  const std::filesystem::file_status status = std::filesystem::status(file, failed);
  if (status.type() == std::filesystem::file_type::not_found)
    throw Error(ErrorKind::usage, file.string(), "no such file");
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw Error(ErrorKind::usage, file.string(), "is not a regular file", "--spec takes a JSON file");
  const InputFile input(file);
  const Json json = read_json(input, k_max_manifest_bytes);
  std::vector<FeatureRule> rules = rules_of(json, input.name());
  std::set<std::string_view> names;
  for (const FeatureRule& rule : rules) {
    if (names.insert(rule.name).second) continue;
    throw Error(ErrorKind::bad_data, input.name(),
                "names feature '" + printable_excerpt(rule.name, 60) + "' twice");
  }
  if (rules.empty()) throw Error(ErrorKind::bad_data, input.name(), "names no feature");
  return ExampleSpec(std::move(rules));
}

}  // namespace tfrec
